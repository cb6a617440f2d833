"""Where a scratch table begins: at a ply of a recorded game, at a position, at a line of text, or at the beginning of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.errors import UnknownName
from cardlab.game import CHANCE, Action
from cardlab.games import find_game
from cardlab.lens import Lens
from cardlab.position import Position, read_position, start
from cardlab.scratch.lines import Begin, decode
from cardlab.scratch.table import Scratch
from cardlab.scratch.tree import ScratchError

if TYPE_CHECKING:
    from cardlab.replay import Replay
    from cardlab.replay.tracks import Track


@dataclass(frozen=True)
class Origin:
    """The place in a recorded game that a scratch table leaves."""

    replay: Replay
    ply: int
    branch: str | None = None
    """The branch of the record; None for its main line."""
    line: Track | None = None
    """That branch, where it is one of a note layer, or younger than the replay."""

    @property
    def track(self) -> Track:
        if self.line is not None:
            return self.line
        return self.replay.main if self.branch is None else self.replay.branch(self.branch)

    def rest(self, lens: Lens) -> list[Action]:
        """What was recorded behind this place, as far as it may be known: nothing where what comes later is hidden; for a seat up to the
        first action of chance that names cards which not everybody may know."""
        if not lens.spoilers:
            return []
        found = []
        for n in range(self.ply + 1, len(self.track) + 1):
            action = self.track.action(n)
            if not lens.sees_unseen and action.player == CHANCE and self.track.explain(n).action != action:
                break
            found.append(action)
        return found

    def at(self, ply: int | None, behind: int, lens: Lens) -> Position:
        """The recorded position after `ply` plies, or after so many behind this place; ScratchError where it may not be known."""
        wanted = min(self.ply + behind, len(self.track)) if ply is None else ply
        if not lens.spoilers and wanted > self.ply:
            if ply is not None:
                raise ScratchError(f"what was recorded after ply {self.ply} is not to be known on this table")
            wanted = self.ply
        return self.track.at(wanted)


def scratch(
    thing: Any,
    ply: int | None = None,
    *,
    branch: str | None = None,
    seat: int | None = None,
    spoilers: bool = True,
    language: str | None = None,
    checked: bool = True,
    **more: Any,
) -> Scratch:
    """See `cardlab.api.scratch`."""
    from cardlab.replay import Replay

    if isinstance(thing, Scratch):
        raise ScratchError("this is a scratch table already: begin one from its .position or its .text")
    look: dict[str, Any] = {"seat": seat, "spoilers": spoilers, "language": language or "en"}
    if isinstance(thing, Replay):
        track = thing.main if branch is None else thing.branch(branch)
        n = 0 if ply is None else ply
        here = track.at(n)
        return Scratch(here, **{**look, "language": language or thing.header.language}, left=Origin(thing, n, branch))
    if ply is not None or branch is not None:
        raise ScratchError(f"only a replay has plies and branches, not {type(thing).__name__}")
    if isinstance(thing, Position):
        left = Origin(*thing.origin) if thing.origin is not None else None
        lang = language or (left.replay.header.language if left is not None else "en")
        return Scratch(thing, **{**look, "language": lang}, left=left)
    if not isinstance(thing, (str, PathLike)):
        raise ScratchError(f"expected a position, a replay, the name of a game, a position text or a file, got {thing!r}")
    text = str(thing)
    if Path(text).suffix == ".jsonl" and "|" not in text:
        return open_file(text, look, language)
    if "|" in text:
        from cardlab.position import faults_of

        return Scratch(read_position(text, more.get("names"), checked=checked), **look, checked=checked or not faults_of(text))
    return Scratch(_start(text, more), **look)


def _start(name: str, more: dict[str, Any]) -> Position:
    """The game of that name at its beginning, or with a first deal where `deck` or `seed` is given."""
    try:
        game = find_game(name)
    except UnknownName:
        raise ScratchError(f"{name!r} is no game, no position text (parts with |) and no file (*.jsonl)") from None
    first = start(game, more.pop("players", 2), more.pop("preset", None), **more)
    return Position(game, first.state, first.names)


def open_file(path: str, look: dict[str, Any], language: str | None) -> Scratch:
    """The scratch table, or the game, that a file holds."""
    from cardlab.replay import load
    from cardlab.scratch.keep import reopen

    if is_scratch_file(path):
        return reopen(path, language)
    replay = load(path)
    return scratch(replay, **{**look, "language": language})


def is_scratch_file(path: str | PathLike[str]) -> bool:
    """Whether the first line of a file is that of a scratch table."""
    with open(path, "rb") as file:
        first = file.readline(64 * 1024)
    try:
        return isinstance(decode(first), Begin)
    except ValueError:
        return b'"kind":"scratch"' in first[:40]


__all__: Sequence[str] = ["Origin", "scratch"]
