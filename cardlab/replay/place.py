"""A place in a game as a short code to hand on: "k3f0-17" is ply 17 of the game k3f0, "k3f0-2-plan" ply 2 of its branch "plan"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardlab.errors import CardlabError
from cardlab.replay.keys import digest

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay


class PlaceError(CardlabError):
    """A code that is none, or that is one of another game. `.code` is it as given."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(f"code {code!r}: {why}")
        self.code = code


def place_code(replay: Replay, ply: int | None = None, line: str | None = None) -> str:
    """The code of a ply, on the main line or on the branch `line`; without a ply, of the game alone."""
    header = replay.header
    game = digest(header.id or f"{header.game} {header.preset} {header.title} {replay.names}")[:4]
    if ply is None:
        return game
    return f"{game}-{ply}" if line is None else f"{game}-{ply}-{line}"


def read_place(replay: Replay, code: str) -> tuple[int, str | None]:
    """The ply and the branch (None: the main line) that a code names. PlaceError where it is none, or another game's; whether the ply and
    the branch are there is for the viewer to say."""
    found = re.fullmatch(r"(\w+)-(\d+)(?:-(.+))?", code.strip())
    if found is None:
        raise PlaceError(code, f"expected the game, the ply and perhaps a branch, like {place_code(replay, 0)!r}")
    game, ply, line = found.groups()
    if game != place_code(replay):
        raise PlaceError(code, f"it is of another game; those of this one begin with {place_code(replay)!r}")
    return int(ply), line
