"""Re-runs a document and compares what it claims: fills the tracks, and reports every line that does not hold."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from cardlab.errors import ReplayError
from cardlab.game import Game, Outcome
from cardlab.replay.counting import compare, is_sheet, sheet_of_rounds, sheet_of_track
from cardlab.replay.fold import edit_branches, fold_of
from cardlab.replay.parts import Claims, Parts, Plies
from cardlab.replay.reader import Document, Unread
from cardlab.replay.records import BranchStart, Note, Result
from cardlab.replay.scores import ScoreSheet
from cardlab.replay.tracks import Branch, Track

MAX_BRANCHES: Final = 5_000
"""A file with more branches is refused: each has to be re-run from where it starts."""


def state_hash(game: Game, state: Any) -> str:
    """What a checkpoint keeps of a position: blake2b of its text, 8 bytes, in hexadecimal."""
    return blake2b(game.write_position(state).encode("utf-8"), digest_size=8).hexdigest()


def judge(document: Document, main: Track | None, branches: dict[str, Branch]) -> tuple[list[Note], Result | None]:
    """Play the document's plies on `main` and on new tracks put into `branches`, and report what does not hold. The notes that stand
    in the order of the file, and the stated result. Without a main track (nothing can be played) only the lines are looked at."""
    parts = Parts(document, None if main is None else len(main.names))
    if len(parts.branches) > MAX_BRANCHES:
        raise ReplayError(document.path, None, f"the file has {len(parts.branches)} branches, and at most {MAX_BRANCHES} are read")
    document.placed = dict(parts.notes)
    fold = fold_of(document)
    if fold is not None:
        standing = {head.line for thread in (*fold.threads.values(), *fold.questions.values()) for head in thread.current}
        parts.notes = [(line, note) for line, note in parts.notes if line in standing]
        parts.questions = [(line, question) for line, question in parts.questions if line in standing]
    document.asked = dict(parts.questions)
    notes = [note for _, note in parts.notes]
    result = parts.result[1] if parts.result else None
    if main is None:
        return notes, result
    judging = Judge(document, parts, main)
    judging.main_line()
    judging.rounds()
    judging.side_lines(branches)
    if fold is not None:
        edit_branches(fold, branches)
    judging.place_notes(branches)
    judging.place_questions(branches)
    return notes, result


class Judge:
    """Holds the lines of a document against the rules."""

    def __init__(self, document: Document, parts: Parts, main: Track) -> None:
        self.document, self.parts, self.main = document, parts, main
        self.recorded: dict[str | None, int] = {}
        """Plies that the file has, by branch id, played or not."""

    # -- the main line

    def main_line(self) -> None:
        plies, claims = self.parts.plies[None], self.parts.claims[None]
        self._play(self.main, self.main.state_at(0), plies, None, claims)
        for ply, checkpoints in claims.checkpoints.items():
            if ply > len(plies):
                for line, _ in checkpoints:
                    self.document.report(line, f"checkpoint on ply {ply}, beyond the end: the main line has {len(plies)} plies")
        if claims.result is not None and claims.result_ply > len(self.main):
            line = claims.result[0]
            self.document.report(line, f"the result is not compared: the main line stops after {len(self.main)} plies")

    def _play(self, track: Track, state: Any, plies: Plies, branch: str | None, claims: Claims | None) -> None:
        """Play the plies of one track as far as they are good; wherever the file says what came of it, that is compared."""
        self.recorded[branch] = track.recorded = len(plies)
        play = track.play
        claimed = claims.at() if claims is not None else set()
        if 0 in claimed:
            self._compare(state, 0, claims)
        for n, (line, record) in enumerate(plies, 1):
            if isinstance(record, Unread):
                track.fault = f"line {line} cannot be read"
                self._stop(track, plies, n)  # what is wrong with the line itself is reported already
                return
            if (fault := play(state, record)) is not None:
                track.fault = fault
                self.document.report(line, fault)
                self._stop(track, plies, n)
                return
            if n in claimed:
                self._compare(state, n, claims)

    def _stop(self, track: Track, plies: Plies, n: int) -> None:
        """Say once what is left unplayed behind ply `n`, which cannot be played."""
        left = len(plies) - n
        if left:
            line = plies[n][0]
            what = track.what
            later = f"{left} later {'ply is' if left == 1 else 'plies are'}"
            self.document.report(line, f"{what} stops after {len(track)} plies: {later} kept as lines and not played")

    def _compare(self, state: Any, ply: int, claims: Claims | None) -> None:
        """Hold what the file says of this ply against the state."""
        assert claims is not None
        if checkpoints := claims.checkpoints.get(ply):
            found = state_hash(self.main.game, state)
            for line, claim in checkpoints:
                if claim.state != found:
                    self.document.report(line, f"checkpoint on ply {ply} differs: the file says {claim.state}, re-running gives {found}")
        if claims.result is not None and ply == claims.result_ply and not self._is_sheet():
            self._compare_result(state, *claims.result)

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
        """Make the branches, each after the one it leaves, and play them; they may leave those that are in `branches` already."""
        waiting = dict(self.parts.branches)
        children: dict[str | None, list[str]] = {}
        for name, (_, start) in waiting.items():
            children.setdefault(start.parent, []).append(name)
        made: dict[str, Branch] = dict(branches)
        open_ids: list[str | None] = [None, *branches]
        while open_ids:
            parent = open_ids.pop()
            for name in children.get(parent, ()):
                line, start = waiting.pop(name)
                track = self.main if parent is None else made.get(parent)
                if track is not None and self._reaches(line, start, track):
                    made[name] = self._side_line(line, start, track)
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

    def _side_line(self, line: int, start: BranchStart, parent: Track) -> Branch:
        track = Branch(start, parent.game, parent.names, parent, start.id in self.parts.undone)
        if start.facts and (fault := track.suppose(start.facts)) is not None:
            track.fault = fault
            self.document.report(line, f"branch {start.id!r}: {fault}; it is not played")
        elif plies := self.parts.plies.get(start.id, []):
            self._play(track, track.state_at(0), plies, start.id, self.parts.claims.get(start.id))
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

    def place_questions(self, branches: dict[str, Branch]) -> None:
        """Report the questions that stand nowhere, and those that have the id of another."""
        first: dict[str, int] = {}
        for line, question in self.parts.questions:
            if (known := first.setdefault(question.id, line)) != line:
                self.document.report(line, f"question {question.id!r} stands twice: first in line {known}")
            track = self.main if question.branch is None else branches.get(question.branch)
            if track is None:
                if question.branch not in self.parts.branches:
                    self.document.report(line, f"question on the unknown branch {question.branch!r}")
            elif question.ply > (recorded := self.recorded.get(question.branch, 0)):
                self.document.report(line, f"question on ply {question.ply}, beyond the end: {track.what} has {recorded} plies")


def _told(result: Result | Outcome) -> str:
    winners = ", ".join(map(str, result.winners)) or "nobody"
    return f"{result.reason}, winners {winners}, scores {', '.join(map(str, result.scores)) or 'none'}"
