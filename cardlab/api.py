"""The public functions. What is heavy (msgspec, pandas, widgets) is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.games import find_game
from cardlab.position import Position, read_position
from cardlab.position import start as _start
from cardlab.rulebook import Rulebook, read_rulebook

if TYPE_CHECKING:
    from os import PathLike

    from cardlab.game import Game
    from cardlab.replay import Replay


class GameFace:
    """A game as its users meet it: its presets, and positions to start from."""

    def __init__(self, engine: Game) -> None:
        self.engine = engine
        """The rules engine (`cardlab.game.Game`)."""

    @property
    def name(self) -> str:
        return self.engine.name

    @property
    def title(self) -> str:
        return self.engine.title

    @property
    def presets(self) -> Mapping[str, Any]:
        """The named options, each following a source."""
        return self.engine.presets

    @property
    def rulebook(self) -> Rulebook:
        return read_rulebook(self.engine.name)

    def start(
        self,
        players: int | Sequence[str] = 2,
        preset: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        deck: Sequence[str] | None = None,
        starter: int | None = None,
    ) -> Position:
        """The position before the first action; see `cardlab.position.start` for what each argument does."""
        return _start(self.engine, players, preset, options=options, seed=seed, deck=deck, starter=starter)

    def __repr__(self) -> str:
        return f"cardlab.game({self.name!r})"


def game(name: str) -> GameFace:
    """The game of that name or alias ("skyjo", "skip-bo"), in any case. UnknownName lists the known ones."""
    return GameFace(find_game(name))


def position(text: str, names: Sequence[str] | None = None) -> Position:
    """The position that one line of text says (`replays/FORMAT.md`). InvalidPosition points at the column of what is wrong."""
    return read_position(text, names)


def rulebook(name: str) -> Rulebook:
    """The rules of that game by id, with the sources they stand in: `rulebook("skipbo")["skipbo.build.start"]`."""
    return read_rulebook(find_game(name).name)


def load(path: str | PathLike[str]) -> Replay:
    """The replay in that file. Whatever is wrong with single lines stands in `replay.problems`; ReplayError only where no replay
    can be made of it (no header, a newer major version, limits passed)."""
    from cardlab.replay import load as read

    return read(path)


def loads(text: str | bytes) -> Replay:
    """The replay that the text of a file says; as `load`."""
    from cardlab.replay import loads as read

    return read(text)
