"""A run of plies that can be re-run: the main line, or a branch.

One mutable engine state walks the plies; a copy is kept every EVERY plies, so that any position is at most that many plies away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cardlab.errors import CardlabError, InvalidAction
from cardlab.explain import Explanation
from cardlab.game import Action, Game, Move
from cardlab.position import Position
from cardlab.replay.facts import suppose
from cardlab.replay.records import Note
from cardlab.replay.records import Ply as PlyRecord

EVERY: Final = 64
"""Plies between two kept states, counted from the start of the match."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One ply of a track, as `plies()` gives it."""

    number: int
    """Counted from 1 on its track."""
    action: Action
    """What was done; `.player` is who did it."""
    round: int
    """Round and turn in which it was done (turn 0 is the set-up)."""
    turn: int
    position: Position
    """The position after it."""
    clock: float | None = None

    @property
    def player(self) -> int:
        return self.action.player

    @property
    def explanation(self) -> Explanation:
        """Why it could be done, and what followed."""
        assert self.position.explanation is not None  # a played position has one
        return self.position.explanation

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules that allowed, forced or scored it."""
        return self.explanation.rules


class Track:
    """A run of plies from one position; `len()` counts them. Only `play` adds to it, and only what is legal."""

    what = "the main line"

    def __init__(self, game: Game, names: tuple[str, ...], start: Any = None, parent: Track | None = None, fork: int = 0) -> None:
        self.game, self.names, self.parent, self.fork = game, names, parent, fork
        self.base: int = 0 if parent is None else parent.base + fork
        """Plies of the match before this track."""
        self.records: list[PlyRecord] = []
        self.recorded = 0
        """Plies that the file has for this track, played or not."""
        self.fault: str | None = None
        """Why it stops where it does, where the file has more plies or supposes what cannot be."""
        self.moves: list[tuple[int, Move]] = []
        """Who acted, and the engine's action, by ply."""
        self.notes: list[Note] = []
        """The notes on this track, in the order of their plies; one may speak of a ply that could not be played."""
        self._kept: dict[int, Any] = {0: start} if parent is None else {}

    def __len__(self) -> int:
        return len(self.records)

    # -- re-running

    def play(self, state: Any, record: PlyRecord) -> str | None:
        """Carry out the next ply on `state`, which is the state at the end of this track. What is wrong with it, where it cannot be
        read or is not legal; nothing has changed then."""
        game, player = self.game, record.player
        try:
            move = game.read(state, record.action)
        except InvalidAction as error:
            return str(error)
        if game.forbids(state, player, move) is not None:
            return self._refusal(state, record)
        game.apply(state, player, move)
        self.records.append(record)
        self.moves.append((player, move))
        if (self.base + len(self.records)) % EVERY == 0:
            self._kept[len(self.records)] = state.copy()
        return None

    def _refusal(self, state: Any, record: PlyRecord) -> str:
        try:
            Position(self.game, state, self.names).play(record.action, record.player)
        except ValueError as error:
            return str(error)
        raise AssertionError(f"{record.action!r} was forbidden and is not any more")

    def state_at(self, n: int) -> Any:
        """A state of one's own after `n` plies; IndexError beyond the ends."""
        self._check(n)
        track, k, moves = self, n, []
        while (near := k - (track.base + k) % EVERY) <= 0 and 0 not in track._kept:
            assert track.parent is not None  # a track without one has kept its start
            moves.append(track.moves[:k])
            track, k = track.parent, track.fork
        state = track._kept[max(near, 0)].copy()
        apply = self.game.apply
        for run in [track.moves[max(near, 0) : k], *reversed(moves)]:
            for player, move in run:
                apply(state, player, move)
        return state

    def _check(self, n: int, first: int = 0) -> None:
        if not isinstance(n, int) or isinstance(n, bool):
            raise TypeError(f"expected a ply as a whole number, got {n!r}")
        if not first <= n <= len(self):
            raise IndexError(f"ply {n} is not on {self.what}: it has the plies {first} to {len(self)}")

    # -- what there is to know

    def at(self, n: int) -> Position:
        """The position after `n` plies; 0 is before the first. IndexError beyond the ends."""
        self._check(n)
        track: Track = self
        while n == 0 and 0 not in track._kept:
            assert track.parent is not None  # a track without one has kept its start
            track, n = track.parent, track.fork
        if n == 0:
            return Position(track.game, track.state_at(0), track.names, plies=track.base)
        record = track.records[n - 1]
        before = Position(track.game, track.state_at(n - 1), track.names, plies=track.base + n - 1)
        return before.play(record.action, record.player)

    def explain(self, n: int) -> Explanation:
        """Why ply `n` could be done, and what followed; plies count from 1."""
        self._check(n, 1)
        explanation = self.at(n).explanation
        assert explanation is not None  # a played position has one
        return explanation

    def action(self, n: int) -> Action:
        """What was done in ply `n`, counted from 1; `.player` is who did it."""
        self._check(n, 1)
        record = self.records[n - 1]
        return Action(record.action, record.player)

    def plies(self) -> Iterator[Ply]:
        """Every ply with the position after it, in order."""
        before = self.at(0)
        for n, record in enumerate(self.records, 1):
            after = before.play(record.action, record.player)
            yield Ply(n, Action(record.action, record.player), before.round, before.turn, after, record.clock)
            before = after


class Branch(Track):
    """Plies that leave another track: what somebody tried, what could have been, or what was taken back."""

    def __init__(self, start: Any, game: Game, names: tuple[str, ...], parent: Track, undone: bool = False) -> None:
        super().__init__(game, names, parent=parent, fork=start.ply)
        self.id: str = start.id
        self.name: str = start.name or start.id
        self.author: str | None = start.author
        self.parent_id: str | None = start.parent
        """Id of the branch it leaves; None where it leaves the main line."""
        self.facts: tuple[str, ...] = tuple(start.facts)
        """Hidden cards that it supposes to be others: "draw:1=7"."""
        self.promoted: tuple[str, str] | None = None
        """When it was put before its siblings, as something to sort by."""
        self.deleted = False
        """Whether it was deleted, or withdrawn. It stays readable."""
        self.undone = undone
        """Whether these are plies that were recorded and taken back; no line of the file opens such a branch."""

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"branch {self.id!r}"

    def suppose(self, facts: Sequence[str]) -> str | None:
        """Start from a position in which some hidden cards are others. What is wrong with that, where it cannot be; the branch then
        starts as its parent stands."""
        assert self.parent is not None
        try:
            self._kept[0] = suppose(self.game, self.parent.state_at(self.fork), facts)
        except CardlabError as error:
            return str(error)
        return None

    def __repr__(self) -> str:
        return f"<branch {self.id!r} from ply {self.fork}, {len(self)} plies>"


def standing(branches: Mapping[str, Branch]) -> dict[str, Branch]:
    """Those that were not deleted, and leave none that was."""
    found: dict[str, Branch] = {}
    gone = {name for name, branch in branches.items() if branch.deleted}
    for name, branch in branches.items():
        track: Track | None = branch
        while isinstance(track, Branch) and track.id not in gone and track.id not in found:
            track = track.parent
        if isinstance(track, Branch) and track.id in gone:
            gone.add(name)
        else:
            found[name] = branch
    return found
