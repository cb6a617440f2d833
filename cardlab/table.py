"""A table as plain data: zones of cards as one lens may see them, and the difference of two tables.

Widgets, pictures and text views draw tables and know no game. The front end's types (`frontend/src/table.ts`) mirror this file.
"""

from dataclasses import dataclass
from typing import NamedTuple

# A card as a zone shows it, in one short text:
#   "7"      an open card            "SB=4"  an open card that stands for something else (a wild lying as a 4)
#   "?"      a card face down        "?7"    a card face down whose face this lens may know
#   ""       an empty place where a card could lie (a gap in a grid)
#   a trailing "!" marks a card that was chosen but not yet turned
Code = str


class Zone(NamedTuple):
    """A place for cards; it stays the same through a match."""

    id: str
    """Unique on the table: "draw", "B1", "hand0", "discard2.1"; actions name their targets by it where a player would."""
    kind: str
    """The field's word: hand, stock, discard, build, draw, completed, grid, drawn. The label's key in the words."""
    owner: int | None
    """The seat it lies before, or None for the middle of the table."""
    layout: str
    """pile (only the top counts), fan (side by side), grid (rows and columns), cascade (a pile that may be looked through)."""
    rows: int = 1
    """Rows of a grid; its columns are the number of cards divided by this."""
    hint: str = ""
    """What an empty place wants, shown in it: "1" on a building place."""


class Cards(NamedTuple):
    """What lies in a zone."""

    codes: tuple[Code, ...]
    """The cards shown: bottom to top in a pile, left to right in a fan, in reading order in a grid."""
    count: int  # type: ignore[assignment]  # a count of cards, as everywhere; nobody counts codes in this tuple
    """All cards in the zone, those not shown included."""


class SeatInfo(NamedTuple):
    """What stands beside a seat's name."""

    score: int | None
    """Total over the rounds that are over, or None where no score is kept."""
    marks: tuple[tuple[str, str], ...] = ()
    """Words about the seat: (key of the words, value put into them), as ("shows", "11") or ("finisher", "")."""


@dataclass(frozen=True, slots=True)
class Table:
    """A whole table as one lens may see it."""

    zones: tuple[Zone, ...]
    cards: tuple[Cards, ...]
    """One for each zone, in the same order."""
    seats: tuple[SeatInfo, ...]
    names: tuple[str, ...]
    player: int | None
    """The seat to act, CHANCE, REFEREE, or None when the match is over."""
    round: int
    turn: int
    """Turns begun in this round, counted from 1; 0 during the set-up."""
    phase: str
    """The word of the moment: deal, flip, draw, play, place, …"""

    def __getitem__(self, zone: str) -> Cards:
        """The cards of the zone with that id; KeyError names the known ids."""
        for shape, cards in zip(self.zones, self.cards, strict=True):
            if shape.id == zone:
                return cards
        raise KeyError(f"unknown zone {zone!r}; known: {', '.join(z.id for z in self.zones)}")


def difference(before: list[Cards], after: list[Cards]) -> list[list[object]]:
    """What has to change in `before` to make it `after`: `[zone, place, code]` where one card of the zone changed and nothing
    else, `[zone, [codes…], count]` otherwise; zones by their place in the table."""
    changes: list[list[object]] = []
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if old.count == new.count and len(old.codes) == len(new.codes):
            places = [k for k, (a, b) in enumerate(zip(old.codes, new.codes, strict=True)) if a != b]
            if len(places) == 1:
                changes.append([i, places[0], new.codes[places[0]]])
                continue
        changes.append([i, list(new.codes), new.count])
    return changes
