"""Score sheets: the rounds of a match by what they counted, each explained, from played rounds or from a sheet without moves.

Nothing is counted here: the game counts (`Game.count`), also the rounds of which only the sums were written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from cardlab import explain
from cardlab.explain import Explanation
from cardlab.game import Counted, Event, Game, Outcome
from cardlab.replay.records import RoundScores
from cardlab.replay.tracks import Track

if TYPE_CHECKING:
    import pandas

    from cardlab.replay.chart import SheetView

WHAT: Final = {"raw": "scores", "credited": "credited", "totals": "totals"}
"""What of a round is compared, and the field of the file that says it."""


@dataclass(frozen=True)
class Difference:
    """A number of a sheet that is not what the rules make of it; as text "round 2: the sheet credits Ana 24, the rules 48 […]"."""

    round: int
    what: str
    """raw, credited or totals."""
    seat: int
    name: str
    said: int
    counted: int
    rule: str
    """Id of the rule by which it is what was counted."""

    def __str__(self) -> str:
        verb = {"raw": "counts", "credited": "credits", "totals": "totals"}[self.what]
        by = "its rounds add up to" if self.what == "totals" else "the rules"
        return f"round {self.round}: the sheet {verb} {self.name} {self.said}, {by} {self.counted} [{self.rule}]"


@dataclass(frozen=True)
class SheetRound:
    """One round of a score sheet."""

    number: int
    """Counted from 1."""
    raw: tuple[int, ...]
    """By seat what was counted, before any penalty: the sum of the cards (Skyjo), the cards left in the stock (Skip-Bo)."""
    finisher: int | None
    """The seat that closed the round, or won it; None where nobody did, or the sheet does not tell."""
    credited: tuple[int, ...]
    """By seat the points of this round, penalties in them."""
    totals: tuple[int, ...]
    """By seat the points after it."""
    explanation: Explanation
    judged: bool = True
    """False where the sheet does not tell who closed the round, so that no penalty could be judged."""
    ply: int | None = None
    """The ply that ended it; None on a sheet without moves."""
    differences: tuple[Difference, ...] = ()
    """What a sheet says otherwise."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules that counted it."""
        return self.explanation.rules


class ScoreSheet:
    """The rounds of a match: `rounds`, `totals`, `outcome`; a table in a notebook, a chart beside it with `show()`."""

    def __init__(self, game: Game, options: Any, names: Sequence[str], title: str = "", language: str = "en") -> None:
        self.game, self.options, self.names, self.title, self.language = game, options, tuple(names), title, language
        self.rounds: list[SheetRound] = []
        self.outcome: Outcome | None = None
        """None while the match goes on, or where it was broken off."""

    @property
    def totals(self) -> tuple[int, ...]:
        """By seat the points after the last round."""
        return self.rounds[-1].totals if self.rounds else (0,) * len(self.names)

    @property
    def limit(self) -> int | None:
        """The total that ends the match; None where no score is kept."""
        return self.game.score_limit(self.options)

    @property
    def differences(self) -> list[Difference]:
        """What the sheet says otherwise than the rules, in the order of the rounds."""
        return [difference for played in self.rounds for difference in played.differences]

    def __len__(self) -> int:
        """Rounds that have been counted."""
        return len(self.rounds)

    def __getitem__(self, number: int) -> SheetRound:
        """The round of that number, counted from 1; IndexError beyond the ends."""
        if not 1 <= number <= len(self.rounds):
            raise IndexError(f"round {number} is not on the sheet: it has {f'rounds 1 to {len(self)}' if self.rounds else 'no rounds'}")
        return self.rounds[number - 1]

    def __bool__(self) -> bool:
        return True

    def explain(self, number: int) -> Explanation:
        """Why that round counted as it did: rule ids, passages, facts, a sentence with `.text(lang)`. Rounds count from 1."""
        return self[number].explanation

    # -- other forms

    def to_frame(self) -> pandas.DataFrame:
        """A pandas frame, one row a round and seat: round, seat, name, raw, credited, total, finisher (whether it closed the round),
        rules. `sheet.to_frame().pivot(index="round", columns="name", values="total")` has players in columns."""
        import pandas

        rows = [
            (played.number, seat, name, played.raw[seat], played.credited[seat], played.totals[seat], played.finisher == seat, played.rules)
            for played in self.rounds
            for seat, name in enumerate(self.names)
        ]
        return pandas.DataFrame(rows, columns=["round", "seat", "name", "raw", "credited", "total", "finisher", "rules"])

    def to_csv(self, path: str | PathLike[str] | None = None, *, delimiter: str = ",", full: bool = False) -> str:
        """The sheet as CSV, players in columns and rounds in rows, a star behind the number of who closed the round, the totals last;
        `full` adds each player's credited points and total. Written to `path` where one is given. It is what
        `cardlab import --form scores-csv` reads."""
        from cardlab.replay.importers.scores_csv import write_csv

        return write_csv(self, path, delimiter, full)

    def plot_data(self) -> dict[str, Any]:
        """What a chart draws: `rounds` (0 to the last), a list of `series` (name, totals from 0 on, the rounds it closed), `limit`."""
        series = [
            {
                "name": name,
                "totals": [0, *(played.totals[seat] for played in self.rounds)],
                "finished": [played.number for played in self.rounds if played.finisher == seat],
            }
            for seat, name in enumerate(self.names)
        ]
        return {"rounds": list(range(len(self.rounds) + 1)), "series": series, "limit": self.limit}

    def show(self, lang: str | None = None) -> SheetView:
        """The sheet with a chart of the totals and the rule behind each round, as a notebook shows it. `lang`: en, es or nl."""
        from cardlab.replay.chart import SheetView

        return SheetView(self, lang)

    def text(self, lang: str | None = None) -> str:
        """The sheet as a table in plain characters, with a sentence for each round."""
        from cardlab.replay.chart import sheet_text

        return sheet_text(self, lang or self.language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {total}" for name, total in zip(self.names, self.totals, strict=True))
        return f"<ScoreSheet {self.title!r}, {len(self)} round{'' if len(self) == 1 else 's'}: {scores}>"

    def _repr_html_(self) -> str:
        from cardlab.replay.chart import sheet_html

        return sheet_html(self, self.language)


# -- where sheets come from


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
        for field in WHAT.values():
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
