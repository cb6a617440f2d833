"""Where score sheets come from: rounds that were written down, counted by the game's own functions, and rounds that were played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from cardlab import explain
from cardlab.game import Counted, Event
from cardlab.replay.reader import Unread
from cardlab.replay.records import ActionPly, ChancePly, RefereePly, RoundScores
from cardlab.replay.scores import Difference, ScoreSheet, SheetRound
from cardlab.replay.tracks import Track

PLIES: Final = ("action", "chance", "referee")
FIELDS: Final = ("scores", "credited", "totals")
"""The fields of a recorded round that hold one number a seat."""


def is_sheet(records: Iterable[tuple[int, object]]) -> bool:
    """Whether rounds are all that a file has of the match. A ply that was taken back, or that cannot be read, is one all the same."""
    rounds = False
    for _, record in records:
        if isinstance(record, (ActionPly, ChancePly, RefereePly)) or (isinstance(record, Unread) and record.kind in PLIES):
            return False
        rounds = rounds or isinstance(record, RoundScores)
    return rounds


class SheetCounter:
    """Counts the rounds of a sheet without moves, one after the other."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self.sheet = sheet
        self.state = sheet.game.start(sheet.options, len(sheet.names))
        self.comparer = _Comparer(sheet)

    def add(self, said: RoundScores) -> str | None:
        """Count the next round. What is wrong with it, where it cannot be counted; nothing has changed then."""
        sheet, game = self.sheet, self.sheet.game
        seats, number = len(sheet.names), len(sheet) + 1
        for field in FIELDS:
            values = getattr(said, field)
            if values is not None and len(values) != seats:
                return f"round {number}: expected {seats} {field}, one a seat, got {len(values)}"
        if said.finisher is not None and said.finisher >= seats:
            return f"round {number}: unknown seat {said.finisher}; seats are 0 to {seats - 1}"
        if (rule := game.forbids_count(self.state, said.scores, said.finisher)) is not None:
            return f"round {number} cannot have ended so: scores {', '.join(map(str, said.scores))} [{rule}]"
        self._count(said, number)
        return None

    def _count(self, said: RoundScores, number: int) -> None:
        """Without a finisher no penalty can be judged: what the sheet credits then stands."""
        sheet, game = self.sheet, self.sheet.game
        events: list[Event] = []
        state = self.state
        open_end = said.finisher is None and said.credited is not None
        game.count(state, list(said.credited if open_end and said.credited else said.scores), said.finisher, events)
        counted = game.counted(state, events)
        assert counted is not None  # the events are those of a count
        judged = said.finisher is not None or any(event.kind == "void" for event in events)
        differences = self.comparer.differences(number, counted, said, judged)
        counted = counted._replace(raw=tuple(said.scores))
        sheet.rounds.append(_round(sheet, number, counted, None, judged, differences))
        sheet.outcome = game.outcome(state)


def sheet_of_rounds(sheet: ScoreSheet, rounds: Sequence[tuple[int, RoundScores]]) -> tuple[list[tuple[int, str]], Any]:
    """Count recorded rounds into the sheet: what does not hold, by line, and the state after them. It stops at a round that cannot be
    counted."""
    counter, problems = SheetCounter(sheet), []
    for place, (line, said) in enumerate(rounds):
        if (fault := counter.add(said)) is not None:
            problems.append((line, fault))
            if left := len(rounds) - place - 1:
                later = f"{left} later {'round is' if left == 1 else 'rounds are'} kept as lines and not counted"
                problems.append((rounds[place + 1][0], f"the sheet stops after {len(sheet)} rounds: {later}"))
            break
        problems += [(line, str(difference)) for difference in sheet.rounds[-1].differences]
    return problems, counter.state


def sheet_of_track(sheet: ScoreSheet, track: Track) -> None:
    """Put the rounds that were played on a track into the sheet."""
    game, state = sheet.game, track.state_at(0)
    for ply, (player, move) in enumerate(track.moves, 1):
        events: list[Event] = []
        game.apply(state, player, move, events)
        if (counted := game.counted(state, events)) is not None:
            sheet.rounds.append(_round(sheet, len(sheet) + 1, counted, ply))
    sheet.outcome = game.outcome(state)


def compare(sheet: ScoreSheet, rounds: Sequence[tuple[int, RoundScores]]) -> list[tuple[int, str]]:
    """Hold recorded rounds against those that were played: what differs, by line."""
    problems: list[tuple[int, str]] = []
    comparer = _Comparer(sheet)
    for number, (line, said) in enumerate(rounds, 1):
        if number > len(sheet):
            problems.append((line, f"round {number} is not compared: the main line ends {len(sheet)} rounds"))
            continue
        played = sheet[number]
        counted = Counted(played.raw, played.finisher, played.credited, played.totals, played.explanation.events)
        if said.finisher is not None and said.finisher != played.finisher:
            problems.append((line, f"round {number}: the sheet says seat {said.finisher} closed it, re-running gives {played.finisher}"))
        problems += [(line, str(difference)) for difference in comparer.differences(number, counted, said, True)]
    return problems


def _round(
    sheet: ScoreSheet, number: int, counted: Counted, ply: int | None, judged: bool = True, differences: tuple[Difference, ...] = ()
) -> SheetRound:
    facts = {"round": number, "scores": list(counted.raw)}
    phrase = "round_counted" if judged else "round_not_judged"
    told = explain.happened(sheet.game, sheet.names, f"round {number}", phrase, facts, counted.events)
    return SheetRound(number, counted.raw, counted.finisher, counted.credited, counted.totals, told, judged, ply, differences)


class _Comparer:
    """Holds what a sheet says against what was counted, round by round."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self.sheet = sheet
        self.carried = [0] * len(sheet.names)
        """By seat how far the sheet's total is off by what has been told already, so that one slip is not told in every later round."""

    def differences(self, number: int, counted: Counted, said: RoundScores, judged: bool) -> tuple[Difference, ...]:
        """Where no penalty could be judged, the credited points are taken as they are."""
        found = []
        if judged:
            found += self._of(number, "raw", counted, said.scores, counted.raw)
            found += self._of(number, "credited", counted, said.credited or (), counted.credited)
            for seat, value in enumerate((said.credited or ())[: len(self.carried)]):
                self.carried[seat] += value - counted.credited[seat]
        expected = tuple(total + off for total, off in zip(counted.totals, self.carried, strict=True))
        found += self._of(number, "totals", counted, said.totals or (), expected)
        for seat, value in enumerate((said.totals or ())[: len(self.carried)]):
            self.carried[seat] = value - counted.totals[seat]
        return tuple(found)

    def _of(self, number: int, what: str, counted: Counted, said: Sequence[int], ours: Sequence[int]) -> list[Difference]:
        return [
            Difference(number, what, seat, name, value, expected, self.sheet.game.score_rule(counted, what, seat))
            for seat, (name, value, expected) in enumerate(zip(self.sheet.names, said, ours, strict=False))
            if value != expected
        ]
