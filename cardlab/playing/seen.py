"""What a seat saw of one ply."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cardlab.explain import Explanation
from cardlab.position import Position
from cardlab.table import Table, difference


class Seen(NamedTuple):
    """One ply as a seat could see it."""

    ply: int
    """Counted from 1."""
    player: int
    """A seat, CHANCE or REFEREE."""
    why: Explanation
    """What was done, by which rules, and what followed, as everybody may know it."""
    gained: tuple[str, ...]
    """The faces that came into the seat's own hand by its own action."""
    changes: list[list[object]]
    """What changed on the table as the seat sees it (`cardlab.table.difference`)."""


def seen_after(position: Position, player: int, before: Table, after: Table, seat: int) -> Seen:
    """What `seat` saw of the ply by `player` that led to `position`, from the tables that it saw before and after."""
    assert position.explanation is not None  # a played position has one
    gained = _hand(after, seat) - _hand(before, seat) if player == seat else Counter()
    changes = difference(list(before.cards), list(after.cards))
    return Seen(position.plies, player, position.explanation, tuple(gained.elements()), changes)


def _hand(table: Table, seat: int) -> Counter[str]:
    """The open cards that lie side by side before the seat, or in the middle for whoever acts: a hand, a card just drawn."""
    zones = zip(table.zones, table.cards, strict=True)
    fans = [cards.codes for zone, cards in zones if zone.layout == "fan" and zone.owner in (seat, None)]
    return Counter(code for codes in fans for code in codes if code and not code.startswith("?"))
