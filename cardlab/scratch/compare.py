"""Two positions side by side: what lies otherwise, the scores, the hands, and who is to act; as data and in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cardlab.draw import card_text
from cardlab.lens import Lens
from cardlab.position import Position
from cardlab.scratch.tree import ScratchError
from cardlab.table import Cards, Table, Zone
from cardlab.text import LANGUAGES, Text, fill, word


@dataclass(frozen=True)
class Change:
    """A zone that holds other cards."""

    zone: Zone
    before: Cards
    after: Cards
    places: tuple[int, ...]
    """Where single cards changed, by their places among the cards shown; empty where their number or order did."""
    gone: tuple[str, ...]
    """Cards shown before and not after."""
    come: tuple[str, ...]
    """Cards shown after and not before."""


@dataclass(frozen=True)
class Comparison:
    """Two tables as one lens sees them. True where they differ."""

    game: str
    before: Table
    after: Table
    changes: tuple[Change, ...]
    """The zones that hold other cards, in the order of the table."""
    scores: tuple[tuple[int | None, int | None], ...]
    """By seat the totals on both sides."""
    moment: bool
    """Whether who is to act, the round, the turn or the phase differ."""

    def __bool__(self) -> bool:
        return bool(self.changes) or self.moment or any(one != other for one, other in self.scores)

    @property
    def hands(self) -> tuple[Change, ...]:
        """The changes in what lies before a seat."""
        return tuple(change for change in self.changes if change.zone.owner is not None)

    def lines(self, lang: str = "en") -> list[str]:
        """What differs, one line a thing."""
        said = [self._moment(lang)] if self.moment else []
        for seat, (one, other) in enumerate(self.scores):
            if one != other:
                facts = {"name": self.after.names[seat], "before": str(one), "after": str(other)}
                said.append(fill(word("scratch", "compare_score", lang), facts))
        said += [self._change(change, lang) for change in self.changes]
        return said or [word("scratch", "compare_same", lang)]

    def text(self, lang: str = "en") -> str:
        """What differs, in words."""
        return "\n".join(self.lines(lang))

    def said(self) -> list[Text]:
        """The lines in every language."""
        by_language = [self.lines(lang) for lang in LANGUAGES]
        return [dict(zip(LANGUAGES, line, strict=True)) for line in zip(*by_language, strict=True)]

    def __str__(self) -> str:
        return self.text()

    def _moment(self, lang: str) -> str:
        return fill(
            word("scratch", "compare_moment", lang), {"before": self._when(self.before, lang), "after": self._when(self.after, lang)}
        )

    def _when(self, table: Table, lang: str) -> str:
        who = {-1: word("ui", "chance", lang), -2: word("ui", "referee", lang), None: "–"}
        name = who[table.player] if table.player in who else table.names[table.player or 0]
        parts = [fill(word("ui", "round", lang), {"round": str(table.round)}), fill(word("ui", "turn", lang), {"turn": str(table.turn)})]
        return ", ".join([*parts, name, word("phases", table.phase, lang, self.game)])

    def _change(self, change: Change, lang: str) -> str:
        zone = word("zones", change.zone.kind, lang, self.game)
        same = [z for z in self.after.zones if (z.kind, z.owner) == (change.zone.kind, change.zone.owner)]
        if len(same) > 1:
            zone = f"{zone} {same.index(change.zone) + 1}"
        if change.zone.owner is not None:
            zone = f"{self.after.names[change.zone.owner]}, {zone}"
        before, after = change.before, change.after
        if change.places:
            pairs = [self._place(change, place) for place in change.places]
            return fill(word("scratch", "compare_cards", lang), {"zone": zone, "what": ", ".join(pairs)})
        facts = {"zone": zone, "before": str(before.count), "after": str(after.count)}
        said = fill(word("scratch", "compare_count", lang), facts) if before.count != after.count else f"{zone}"
        gone, come = (", ".join(map(card_text, cards)) for cards in (change.gone, change.come))
        more = [
            fill(word("scratch", key, lang), {"cards": cards}) for key, cards in (("compare_gone", gone), ("compare_come", come)) if cards
        ]
        return ": ".join([said, "; ".join(more)]) if more else said

    def _place(self, change: Change, place: int) -> str:
        where = f"{place + 1}"
        if change.zone.layout == "grid":
            row, col = divmod(place, max(1, len(change.after.codes) // change.zone.rows))
            where = f"r{row + 1}c{col + 1}"
        return f"{where} {card_text(change.before.codes[place])} → {card_text(change.after.codes[place])}"


def compare(one: Position, other: Position, lens: Lens) -> Comparison:
    """Two positions of one game for as many seats, as the lens sees them. ScratchError where they are no pair."""
    if one.game is not other.game or one.seats != other.seats:
        raise ScratchError(f"{one.game.title} with {one.seats} seats and {other.game.title} with {other.seats} seats are no pair")
    before, after = one.table(lens=lens), other.table(lens=lens)
    changes = []
    for zone, old, new in zip(after.zones, before.cards, after.cards, strict=True):
        if old != new:
            changes.append(_change(zone, old, new))
    scores = tuple((a.score, b.score) for a, b in zip(before.seats, after.seats, strict=True))
    moments = [(table.player, table.round, table.turn, table.phase) for table in (before, after)]
    return Comparison(one.game.name, before, after, tuple(changes), scores, moments[0] != moments[1])


def _change(zone: Zone, old: Cards, new: Cards) -> Change:
    gone, come = Counter(old.codes) - Counter(new.codes), Counter(new.codes) - Counter(old.codes)
    places: tuple[int, ...] = ()
    if zone.layout == "grid" and len(old.codes) == len(new.codes):
        places = tuple(i for i, (a, b) in enumerate(zip(old.codes, new.codes, strict=True)) if a != b)
    shown = [tuple(code for code in codes.elements() if code) for codes in (gone, come)]
    return Change(zone, old, new, places, *shown)
