"""Score sheets: the rounds of a match by what they counted, each explained, from played rounds or from a sheet without moves.

Nothing is counted here: the game counts (`Game.count`), also the rounds of which only the sums were written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from cardlab.explain import Explanation
from cardlab.game import Game, Outcome

if TYPE_CHECKING:
    import pandas

    from cardlab.replay.chart import SheetView


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
