"""What chance does in a recording without anybody being asked: what nobody at the table can know, and what was told beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from cardlab.game import CHANCE, Game
from cardlab.position import Position


class Unasked:
    """Decides which chance actions a recorder writes by itself.

    `sees`: the seats whose cards are seen. `deck`: faces for the next deal, first dealt first, "?" where one is not known. `starter`:
    the seat that takes the first turn, where lots or people decide that. `seed`: everything is drawn from it."""

    def __init__(self, game: Game, sees: Iterable[int], deck: Sequence[str] | None, starter: int | None, seed: int | None) -> None:
        self.game, self.sees = game, frozenset(sees)
        self._deck, self._starter, self._seed = None if deck is None else list(deck), starter, seed
        self._deal: int | None = None
        """The ply before the deal that the deck is for, once it has come: an undo of that deal gives the deck again."""

    def due(self, position: Position) -> str | None:
        """The chance action that is due and need not be asked for."""
        if position.player != CHANCE:
            return None
        state = position.state
        asked = self.game.asked(state)
        if asked.word == "deal" and self._deck is not None and self._deal in (None, position.plies):
            return self.game.write(state, self.game.deal_from(state, self._deck, self._starter))
        if self._seed is not None:
            return position.sample(Random(f"{self._seed}/{position.plies}"))
        if self._starter in asked.seats and position.round == 1:
            return self.game.write(state, self.game.deal_from(state, ["?"], self._starter))
        if not asked.open or (asked.owner is not None and asked.owner not in self.sees):
            return f"{asked.word} ?" if asked.number == 1 else f"{asked.word} ?x{asked.number}"
        return None

    def taken(self, before: Position) -> None:
        """What was due in that position has been written."""
        if self._deal is None and self.game.asked(before.state).word == "deal":
            self._deal = before.plies
