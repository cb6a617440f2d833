"""The records of a document by what they are: plies by line, what was said about them, and what was taken back."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import msgspec

from cardlab.replay.reader import Document, Unread
from cardlab.replay.records import (
    ASKS,
    GLYPHS,
    ActionPly,
    BranchStart,
    ChancePly,
    Checkpoint,
    Leave,
    Note,
    Ply,
    Question,
    RefereePly,
    Result,
    RoundScores,
    Undo,
)  # fmt: skip

_KINDS: Final = ("action", "chance", "referee")
Plies: TypeAlias = list[tuple[int, Ply | Unread]]
"""The plies of one track with their lines; an Unread is one that could not be read."""


class Claims:
    """What a file says of the positions on one track, to be compared."""

    def __init__(self) -> None:
        self.checkpoints: dict[int, list[tuple[int, Checkpoint]]] = {}
        """By ply, with their lines."""
        self.result: tuple[int, Result] | None = None
        self.result_ply = -1
        """Plies of the track before the result."""

    def at(self) -> set[int]:
        """The plies that something is said of."""
        return {*self.checkpoints, self.result_ply}


class _Undone:
    """Plies of one track that were taken back one after the other, and what had been said about them by then."""

    def __init__(self, name: str, parent: str | None) -> None:
        self.name, self.parent = name, parent
        self.first = 0
        """The number, on the track they stood on, of the first of them."""
        self.fork = 0
        """The ply that they leave, on the track where that ply is now: it may have been taken back later itself."""
        self.plies: Plies = []
        """The last first."""
        self.said: list[_Said] = []
        self.claims = Claims()


class Parts:
    """The records of a document by what they are, with their line numbers. What was taken back is a branch of its own, together
    with its notes, its checkpoints and the branches that leave it."""

    def __init__(self, document: Document, seats: int | None) -> None:
        self.document, self.seats = document, seats
        self.plies: dict[str | None, Plies] = {None: []}
        """By branch id, None for the main line."""
        self.notes: list[tuple[int, Note]] = []
        self.questions: list[tuple[int, Question]] = []
        self.branches: dict[str, tuple[int, BranchStart]] = {}
        self.claims: dict[str | None, Claims] = {None: Claims()}
        self.rounds: list[tuple[int, RoundScores]] = []
        self.undone: set[str] = set()
        """Ids of the branches that hold what was taken back."""
        self._seqs: dict[str | None, list[int | None]] = {None: []}
        self._where: dict[int, str | None] = {}
        """Seq of a ply -> its branch."""
        self._said: dict[tuple[str | None, int], list[_Said]] = {}
        """Notes, branches and earlier runs by the ply that they speak of or leave."""
        self._runs: list[_Undone] = []
        self._open: dict[str | None, _Undone] = {}
        """The run that the next undo goes on with."""
        for line, record in document.records:
            self._sort(line, record)
        if self._runs:
            self._settle()

    @property
    def result(self) -> tuple[int, Result] | None:
        """The result of the main line."""
        return self.claims[None].result

    def _sort(self, line: int, record: object) -> None:
        if isinstance(record, (ActionPly, ChancePly, RefereePly)):
            if record.branch is None and self.result is not None:
                self.document.report(line, f"a ply after the result (line {self.result[0]})")
            self._where[record.seq] = record.branch
            self._add(line, self._seated(line, record), record.branch, record.seq)
        elif isinstance(record, Unread):
            if record.kind in _KINDS:
                self._add(line, record, record.branch, None)
        elif isinstance(record, Note):
            if record.glyph is not None and record.glyph not in GLYPHS:
                self.document.report(line, f"unknown glyph {record.glyph!r}; known: {', '.join(GLYPHS)}")
            self.notes.append((line, record))
            self._said.setdefault((record.branch, record.ply), []).append((line, record))
        elif isinstance(record, Question):
            if record.ask not in ASKS:
                self.document.report(line, f"unknown kind of question {record.ask!r}; known: {', '.join(ASKS)}")
            self.questions.append((line, record))
            self._said.setdefault((record.branch, record.ply), []).append((line, record))
        elif isinstance(record, BranchStart):
            self._branch(line, record)
        elif isinstance(record, Checkpoint):
            self.claims[None].checkpoints.setdefault(record.ply, []).append((line, record))
        elif isinstance(record, Leave):
            if self.seats is not None and record.seat >= self.seats:
                self.document.report(line, f"unknown seat {record.seat}; seats are 0 to {self.seats - 1}")
            if record.ply > len(self.plies[None]):
                plies = len(self.plies[None])
                self.document.report(line, f"a seat leaves on ply {record.ply}, beyond the end: the main line has {plies} plies")
        elif isinstance(record, RoundScores):
            if self.result is not None and not self.plies[None]:
                self.document.report(line, f"a round after the result (line {self.result[0]})")
            self.rounds.append((line, record))
        elif isinstance(record, Result):
            self._result(line, record)
        elif isinstance(record, Undo):
            self._undo(line, record)

    def _add(self, line: int, record: Ply | Unread, branch: str | None, seq: int | None) -> None:
        self.plies.setdefault(branch, []).append((line, record))
        self._seqs.setdefault(branch, []).append(seq)
        if self._open and (run := self._open.pop(branch, None)) is not None:
            self._said.setdefault((branch, run.first - 1), []).append((line, run))

    def _seated(self, line: int, record: Ply) -> Ply | Unread:
        if self.seats is not None and isinstance(record, ActionPly) and record.seat >= self.seats:
            self.document.report(line, f"unknown seat {record.seat}; seats are 0 to {self.seats - 1}")
            return Unread("action", record.branch)
        return record

    def _branch(self, line: int, record: BranchStart) -> None:
        if record.id in self.branches:
            self.document.report(line, f"branch {record.id!r} stands twice: first in line {self.branches[record.id][0]}")
            return
        self.branches[record.id] = (line, record)
        self._said.setdefault((record.parent, record.ply), []).append((line, record))

    def _result(self, line: int, record: Result) -> None:
        claims = self.claims[None]
        if claims.result is not None:
            self.document.report(line, f"a second result: the first is in line {claims.result[0]}")
        else:
            claims.result, claims.result_ply = (line, record), len(self.plies[None])

    # -- what was taken back

    def _undo(self, line: int, undo: Undo) -> None:
        """The last ply of its track comes off, and with it all that was said of it so far."""
        branch = self._where.get(undo.of)
        seqs = self._seqs.get(branch, [])
        if undo.of not in self._where or not seqs or seqs[-1] != undo.of:
            last = f"is {'none' if seqs[-1] is None else f'seq {seqs[-1]}'}" if seqs else "is none"
            what = "is not the last ply that stands" if undo.of in self._where else "is no ply"
            self.document.report(line, f"nothing is undone: seq {undo.of} {what} (the last {last})")
            return
        run = self._open.get(branch)
        if run is None:
            run = self._open[branch] = _Undone(f"undone-{undo.of}", branch)
            self._runs.append(run)
        run.first = len(seqs)
        run.plies.append(self.plies[branch].pop())
        seqs.pop()
        run.said += self._said.pop((branch, run.first), ())
        claims = self.claims.get(branch)
        if claims is not None:
            if run.first in claims.checkpoints:
                run.claims.checkpoints[run.first] = claims.checkpoints.pop(run.first)
            if claims.result_ply >= run.first:
                run.claims.result, run.claims.result_ply = claims.result, claims.result_ply
                claims.result, claims.result_ply = None, -1

    def _settle(self) -> None:
        """Each run becomes a branch; what was said of its plies moves onto it."""
        moved: dict[int, Any] = {}
        for run in self._runs:
            while run.name in self.branches or run.name in self.plies:
                run.name += "'"
            self.branches[run.name] = (run.plies[-1][0], BranchStart(seq=0, id=run.name, ply=0))
            run.fork = run.first - 1
        for run in self._runs:
            shift = run.first - 1
            self.plies[run.name] = run.plies[::-1]
            claims = self.claims[run.name] = run.claims
            claims.checkpoints = {ply - shift: found for ply, found in claims.checkpoints.items()}
            claims.result_ply = claims.result_ply - shift if claims.result else -1
            self.undone.add(run.name)
            for line, record in run.said:
                if isinstance(record, _Undone):
                    record.parent, record.fork = run.name, record.first - 1 - shift
                elif isinstance(record, (Note, Question)):
                    moved[line] = _moved(record, ply=record.ply - shift, branch=run.name)
                else:
                    self.branches[record.id] = (line, _moved(record, ply=record.ply - shift, parent=run.name))
        for run in self._runs:
            line, start = self.branches[run.name]
            self.branches[run.name] = (line, _moved(start, ply=run.fork, parent=run.parent))
        self.notes = [(line, moved.get(line, note)) for line, note in self.notes]
        self.questions = [(line, moved.get(line, question)) for line, question in self.questions]


_Said: TypeAlias = tuple[int, Note | Question | BranchStart | _Undone]


def _moved(record: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(record, **fields)
