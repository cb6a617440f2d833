"""A bot that looks for the best run of cards within its turn, as far as its seat can know what comes: up to the next stock card, which
is turned up then, and up to an empty hand, which is drawn anew."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple, TypeAlias

from cardlab.games.skipbo.notation import DISCARD, DRAW, TO_DISCARD
from cardlab.games.skipbo.players import discard_worth, legal, sensible_bot
from cardlab.games.skipbo.state import PLAY, WILD, State, partner

BUDGET: Final = 3000
"""Tables that are looked at, at most; a hand full of wilds has more."""
FAR: Final = 99

# What a table is worth, found by matches against the sensible bot.
STOCK: Final = 30.0
EMPTY_HAND: Final = 14.0
SPENT_WILD: Final = 9.0
SERVES_RIVAL: Final = 7.0
NEAR_RIVAL: Final = 2.0
CARD_LAID: Final = 1.0
PILE_IN_USE: Final = 0.6
CARD_ON_PILE: Final = 0.15
STEP: Final = 0.01
"""Of two runs to the same table the shorter is better."""
ROAD: Final = {0: 3.0, 1: 2.5, 2: 2.0, 3: 1.5, 4: 1.0}
"""By the cards that are missing below the own stock card."""

Piles: TypeAlias = tuple[tuple[int, ...], ...]


class _Table(NamedTuple):
    """What a run of cards changes."""

    builds: tuple[int, ...]
    """Cards on each building pile."""
    hand: tuple[int, ...]
    discards: Piles
    wilds: int = 0
    """Wilds laid so far."""
    stock: bool = False
    """Whether the run ended with the stock card."""


class _Search:
    """Tries the runs of cards from one table, and keeps the first action of the best."""

    def __init__(self, state: State, seat: int, plays: set[int]) -> None:
        face = state.face
        self.plays = plays
        self.stock = face[state.stocks[seat][-1]] if state.stocks[seat] else 0
        self.rivals = [face[pile[-1]] for other, pile in enumerate(state.stocks) if pile and other != seat]
        discards = tuple(tuple(face[card] for card in pile) for pile in state.discards[4 * seat : 4 * seat + 4])
        hand = tuple(sorted(face[card] for card in state.hands[seat]))
        self.held = len(hand)
        start = _Table(tuple(map(len, state.builds)), hand, discards)
        self.best = self.worth(start)
        self.action: int | None = None
        self.seen: set[tuple[object, ...]] = set()
        self.go(start, None, 0)

    def go(self, table: _Table, first: int | None, steps: int) -> None:
        """Every card that can be laid on this table, then on from there."""
        key = (tuple(sorted(table.builds)), table.hand, table.discards)
        if key in self.seen or len(self.seen) >= BUDGET:
            return
        self.seen.add(key)
        for pile, height in enumerate(table.builds):
            if height in table.builds[:pile]:
                continue  # as good as the pile before
            wants = height + 1
            grown = (*table.builds[:pile], wants % 12, *table.builds[pile + 1 :])
            for source, after in self.laid(table, wants, grown):
                action = source * 16 + pile if first is None else first
                worth = self.worth(after) - STEP * (steps + 1)
                if worth > self.best + 1e-9 and action in self.plays:
                    self.best, self.action = worth, action
                if not after.stock and (after.hand or not table.hand):
                    self.go(after, action, steps + 1)

    def laid(self, table: _Table, wants: int, grown: tuple[int, ...]) -> list[tuple[int, _Table]]:
        """By source: the table after a card from there has been laid where `wants` is due."""
        found = []
        if self.stock in (wants, WILD):
            found.append((0, table._replace(builds=grown, stock=True)))
        for card in sorted(set(table.hand)):
            if card in (wants, WILD):
                at = table.hand.index(card)
                hand = table.hand[:at] + table.hand[at + 1 :]
                found.append((card, table._replace(builds=grown, hand=hand, wilds=table.wilds + (card == WILD))))
        for i, cards in enumerate(table.discards):
            if cards and cards[-1] in (wants, WILD):
                left = (*table.discards[:i], cards[:-1], *table.discards[i + 1 :])
                found.append((DISCARD + i, table._replace(builds=grown, discards=left, wilds=table.wilds + (cards[-1] == WILD))))
        return found

    def worth(self, table: _Table) -> float:
        """What the table is worth to the seat when its run ends there."""
        worth = STOCK * table.stock - SPENT_WILD * table.wilds + CARD_LAID * (self.held - len(table.hand))
        if not table.hand:
            worth += EMPTY_HAND
        worth -= sum(PILE_IN_USE + CARD_ON_PILE * len(pile) for pile in table.discards if pile)
        for card in self.rivals:
            missing = _missing(table.builds, card)
            worth -= SERVES_RIVAL if missing == 0 else NEAR_RIVAL if missing <= 2 else 0
        if not table.stock:
            worth += ROAD.get(_missing(table.builds, self.stock), 0.0)
        return worth


def _missing(builds: tuple[int, ...], card: int) -> int:
    """Cards that are missing on the highest pile below this stock card; FAR where it fits on none, or anywhere."""
    return min((card - height - 1 for height in builds if height < card), default=FAR) if 0 < card != WILD else FAR


def planning_bot(state: State, seat: int, random: Random) -> int:
    """The first card of the best run; where no run is better than none, the best discard. Pairs, whose piles belong together, and a game
    in which nothing can be drawn any more are left to the sensible bot."""
    if state.phase != PLAY or partner(state, seat) >= 0 or not (state.draw or state.completed):
        return sensible_bot(state, seat, random)
    actions = legal(state, seat)
    plays = {move for move in actions if move < DRAW and (move & 15) < TO_DISCARD}
    if plays and (action := _Search(state, seat, plays).action) is not None:
        return action
    discards = [move for move in actions if move < DRAW and (move & 15) >= TO_DISCARD]
    if not discards:
        return sensible_bot(state, seat, random)
    return max(discards, key=lambda move: (discard_worth(state, seat, move), -move))
