"""Re-runs a document and compares what it claims: fills the tracks, and reports every line that does not hold."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, TypeAlias

from cardlab.errors import ReplayError
from cardlab.game import Game, Outcome
from cardlab.replay.counting import compare, is_sheet, sheet_of_rounds, sheet_of_track
from cardlab.replay.reader import Document, Unread
from cardlab.replay.records import GLYPHS, ActionPly, BranchStart, ChancePly, Checkpoint, Note, Ply, RefereePly, Result, RoundScores
from cardlab.replay.scores import ScoreSheet
from cardlab.replay.tracks import Branch, Track

MAX_BRANCHES: Final = 5_000
"""A file with more branches is refused: each has to be re-run from where it starts."""

_KINDS: Final = ("action", "chance", "referee")
_Plies: TypeAlias = list[tuple[int, Ply | Unread]]
"""The plies of one track with their lines; an Unread is one that could not be read."""


def state_hash(game: Game, state: Any) -> str:
    """What a checkpoint keeps of a position: blake2b of its text, 8 bytes, in hexadecimal."""
    return blake2b(game.write_position(state).encode("utf-8"), digest_size=8).hexdigest()


class _Sorted:
    """The records of a document by what they are, with their line numbers."""

    def __init__(self, document: Document, seats: int | None) -> None:
        self.document, self.seats = document, seats
        self.plies: dict[str | None, _Plies] = {None: []}
        """By branch id, None for the main line."""
        self.notes: list[tuple[int, Note]] = []
        self.branches: dict[str, tuple[int, BranchStart]] = {}
        self.checkpoints: dict[int, list[tuple[int, Checkpoint]]] = {}
        self.rounds: list[tuple[int, RoundScores]] = []
        self.result: tuple[int, Result] | None = None
        self.result_ply = -1
        """Plies of the main line before the result."""
        for line, record in document.records:
            self._sort(line, record)

    def _sort(self, line: int, record: object) -> None:
        report = self.document.report
        if isinstance(record, (ActionPly, ChancePly, RefereePly)):
            if record.branch is None and self.result is not None:
                report(line, f"a ply after the result (line {self.result[0]})")
            self.plies.setdefault(record.branch, []).append((line, self._seated(line, record)))
        elif isinstance(record, Unread):
            if record.kind in _KINDS:
                self.plies.setdefault(record.branch, []).append((line, record))
        elif isinstance(record, Note):
            if record.glyph is not None and record.glyph not in GLYPHS:
                report(line, f"unknown glyph {record.glyph!r}; known: {', '.join(GLYPHS)}")
            self.notes.append((line, record))
        elif isinstance(record, BranchStart):
            if record.id in self.branches:
                report(line, f"branch {record.id!r} stands twice: first in line {self.branches[record.id][0]}")
            else:
                self.branches[record.id] = (line, record)
        elif isinstance(record, Checkpoint):
            self.checkpoints.setdefault(record.ply, []).append((line, record))
        elif isinstance(record, RoundScores):
            if self.result is not None and not self.plies[None]:
                report(line, f"a round after the result (line {self.result[0]})")
            self.rounds.append((line, record))
        elif isinstance(record, Result):
            if self.result is not None:
                report(line, f"a second result: the first is in line {self.result[0]}")
            else:
                self.result, self.result_ply = (line, record), len(self.plies[None])

    def _seated(self, line: int, record: Ply) -> Ply | Unread:
        if self.seats is not None and isinstance(record, ActionPly) and record.seat >= self.seats:
            self.document.report(line, f"unknown seat {record.seat}; seats are 0 to {self.seats - 1}")
            return Unread("action", record.branch)
        return record


def judge(document: Document, main: Track | None, branches: dict[str, Branch]) -> tuple[list[Note], Result | None]:
    """Play the document's plies on `main` and on new tracks put into `branches`, and report what does not hold. All notes in the
    order of the file, and the stated result. Without a main track (nothing can be played) only the lines are looked at."""
    parts = _Sorted(document, None if main is None else len(main.names))
    if len(parts.branches) > MAX_BRANCHES:
        raise ReplayError(document.path, None, f"the file has {len(parts.branches)} branches, and at most {MAX_BRANCHES} are read")
    notes = [note for _, note in parts.notes]
    result = parts.result[1] if parts.result else None
    if main is None:
        return notes, result
    judging = _Judge(document, parts, main)
    judging.main_line()
    judging.rounds()
    judging.side_lines(branches)
    judging.place_notes(branches)
    return notes, result


class _Judge:
    def __init__(self, document: Document, parts: _Sorted, main: Track) -> None:
        self.document, self.parts, self.main = document, parts, main
        self.recorded: dict[str | None, int] = {}
        """Plies that the file has, by branch id, played or not."""

    # -- the main line

    def main_line(self) -> None:
        plies, checkpoints = self.parts.plies[None], self.parts.checkpoints
        claimed = {*checkpoints, self.parts.result_ply}
        state = self.main.state_at(0)
        self._compare(state, 0, claimed)
        self._play(self.main, state, plies, None, claimed)
        for ply, claims in checkpoints.items():
            if ply > len(plies):
                for line, _ in claims:
                    self.document.report(line, f"checkpoint on ply {ply}, beyond the end: the main line has {len(plies)} plies")
        if self.parts.result is not None and self.parts.result_ply > len(self.main):
            line = self.parts.result[0]
            self.document.report(line, f"the result is not compared: the main line stops after {len(self.main)} plies")

    def _play(self, track: Track, state: Any, plies: _Plies, branch: str | None, claimed: set[int]) -> None:
        """Play the plies of one track as far as they are good; after each ply in `claimed`, what the file says is compared."""
        self.recorded[branch] = len(plies)
        play = track.play
        for n, (line, record) in enumerate(plies, 1):
            if isinstance(record, Unread):
                self._stop(track, plies, n)  # what is wrong with the line itself is reported already
                return
            if (fault := play(state, record)) is not None:
                self.document.report(line, fault)
                self._stop(track, plies, n)
                return
            if n in claimed:
                self._compare(state, n, claimed)

    def _stop(self, track: Track, plies: _Plies, n: int) -> None:
        """Say once what is left unplayed behind ply `n`, which cannot be played."""
        left = len(plies) - n
        if left:
            line = plies[n][0]
            what = track.what
            later = f"{left} later {'ply is' if left == 1 else 'plies are'}"
            self.document.report(line, f"{what} stops after {len(track)} plies: {later} kept as lines and not played")

    def _compare(self, state: Any, ply: int, claimed: set[int]) -> None:
        """Hold what the file says of this ply against the state."""
        if ply not in claimed:
            return
        if claims := self.parts.checkpoints.get(ply):
            found = state_hash(self.main.game, state)
            for line, claim in claims:
                if claim.state != found:
                    self.document.report(line, f"checkpoint on ply {ply} differs: the file says {claim.state}, re-running gives {found}")
        if self.parts.result is not None and ply == self.parts.result_ply and not self._is_sheet():
            self._compare_result(state, *self.parts.result)

    def _compare_result(self, state: Any, line: int, said: Result) -> None:
        found = self.main.game.outcome(state)
        if found is None:
            self.document.report(line, f"the result differs: the file says {_told(said)}, re-running gives no end yet")
        elif (said.reason, said.winners, said.scores) != (found.reason, list(found.winners), list(found.scores)):
            self.document.report(line, f"the result differs: the file says {_told(said)}, re-running gives {_told(found)}")

    # -- score sheets

    def _is_sheet(self) -> bool:
        """Whether rounds are all that the file has of the match."""
        return is_sheet(self.document.records)

    def rounds(self) -> None:
        """Count the rounds of a sheet without moves; hold those of a file with moves against what was played."""
        if not self.parts.rounds:
            return
        sheet = ScoreSheet(self.main.game, self.main.state_at(0).options, self.main.names)
        if not self._is_sheet():
            sheet_of_track(sheet, self.main)
            problems = compare(sheet, self.parts.rounds)
        else:
            problems, state = sheet_of_rounds(sheet, self.parts.rounds)
            if self.parts.result is not None:
                self._compare_result(state, *self.parts.result)
        for line, what in problems:
            self.document.report(line, what)

    # -- branches and notes

    def side_lines(self, branches: dict[str, Branch]) -> None:
        """Make the branches, each after the one it leaves, and play them."""
        waiting = dict(self.parts.branches)
        children: dict[str | None, list[str]] = {}
        for name, (_, start) in waiting.items():
            children.setdefault(start.parent, []).append(name)
        made: dict[str, Branch] = {}
        open_ids: list[str | None] = [None]
        while open_ids:
            parent = open_ids.pop()
            for name in children.get(parent, ()):
                line, start = waiting.pop(name)
                track = self.main if parent is None else made.get(parent)
                if track is not None and self._reaches(line, start, track):
                    made[name] = self._side_line(start, track)
                elif track is None:
                    self.document.report(line, f"branch {name!r} leaves branch {parent!r}, which cannot be played")
                open_ids.append(name)
        for name, (line, start) in waiting.items():
            known = start.parent in self.parts.branches
            why = f"leaves a branch that leaves it in turn ({start.parent!r})" if known else f"leaves the unknown branch {start.parent!r}"
            self.document.report(line, f"branch {name!r} {why}")
        branches.update((name, made[name]) for name in self.parts.branches if name in made)
        self._strays()

    def _reaches(self, line: int, start: BranchStart, track: Track) -> bool:
        if start.ply <= len(track):
            return True
        self.document.report(line, f"branch {start.id!r} starts on ply {start.ply}, beyond the end: {track.what} has {len(track)} plies")
        return False

    def _side_line(self, start: BranchStart, parent: Track) -> Branch:
        track = Branch(start, parent.game, parent.names, parent)
        if plies := self.parts.plies.get(start.id, []):
            self._play(track, track.state_at(0), plies, start.id, set())
        return track

    def _strays(self) -> None:
        """Plies of branches that nothing opens are told once a branch."""
        for name, plies in self.parts.plies.items():
            if name is not None and name not in self.parts.branches:
                n = len(plies)
                self.document.report(plies[0][0], f"unknown branch {name!r}: {n} {'ply is' if n == 1 else 'plies are'} kept and not played")

    def place_notes(self, branches: dict[str, Branch]) -> None:
        """Put each note on its track, in the order of the plies."""
        tracks: set[Track] = set()
        for line, note in self.parts.notes:
            track = self.main if note.branch is None else branches.get(note.branch)
            if track is None:
                if note.branch not in self.parts.branches:  # else the branch itself is reported
                    self.document.report(line, f"note on the unknown branch {note.branch!r}")
                continue
            recorded = self.recorded.get(note.branch, 0)
            if note.ply > recorded:
                self.document.report(line, f"note on ply {note.ply}, beyond the end: {track.what} has {recorded} plies")
            track.notes.append(note)
            tracks.add(track)
        for track in tracks:
            track.notes.sort(key=lambda note: note.ply)


def _told(result: Result | Outcome) -> str:
    winners = ", ".join(map(str, result.winners)) or "nobody"
    return f"{result.reason}, winners {winners}, scores {', '.join(map(str, result.scores)) or 'none'}"
