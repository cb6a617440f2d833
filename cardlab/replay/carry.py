"""A position carried over into other options: what that asks of a game beyond its engine.

An engine judges any state under the options that the state holds, so a copy with other options is nearly all there is to it. What is
left are moments that the other options never reach (a removal offered where columns go by themselves, a last turn where there is
none), and a second run of a round, in which the same card may lie at another place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from cardlab.game import Game, Move
from cardlab.games.skipbo import notation as skipbo_text
from cardlab.games.skipbo import state as skipbo
from cardlab.games.skipbo.rules import cards_due
from cardlab.games.skyjo import state as skyjo
from cardlab.games.skyjo.lines import exists, is_automatic, places


class Carrier(ABC):
    """One game under one set of options. Nothing here changes a state that is passed in."""

    deals: tuple[str, ...] = ()
    """Options under which another table is dealt, so that a recorded round is no round of theirs."""

    def __init__(self, game: Game, options: Any) -> None:
        self.game, self.options = game, options

    def carry(self, state: Any, move: Move | None = None) -> Any:
        """A copy of the state under these options, for `move` to be judged in."""
        new = state.copy()
        new.options = self.options
        return new

    def forbids(self, state: Any, player: int, move: Move, trace: list[str] | None = None) -> str | None:
        """As `Game.forbids`, for a carried state."""
        return self._unreached(state, move) or self.game.forbids(state, player, move, trace)

    def _unreached(self, state: Any, move: Move) -> str | None:
        """The rule by which these options know no such moment."""
        return None

    def over(self, state: Any, number: int) -> bool:
        """Whether that round has been counted."""
        return state.player is None or state.round != number

    @abstractmethod
    def same(self, before: Any, run: Any, player: int, move: Move) -> Move | None:
        """The action of a second run that is the recorded one of `before`; None where it would be about other cards."""

    def settled_by_itself(self, before: Any, run: Any, player: int, move: Move) -> bool:
        """Whether the second run has already done what this action does."""
        return False

    def question(self, run: Any) -> tuple[int, str, tuple[int, ...]] | None:
        """What the second run has to be told before it can go on: the seat that is asked, the line it is about and its cards."""
        return None

    def asked(self, recorded: Any) -> bool:
        """Whether the record is at a moment of that kind itself, so that it gives the answer."""
        return False

    def at_the_end(self, run: Any) -> bool:
        """Whether a question comes once nobody has a turn left."""
        return False

    def answer(self, recorded: Any, run: Any) -> tuple[Move, bool] | None:
        """What the record did about the question: the answer, and whether the line went. None where it does not tell."""
        return None


class _Skyjo(Carrier):
    deals = ("grid.rows", "grid.cols", "deal.initial_flips", "column.at_setup")
    OFFERS: Final = frozenset({skyjo.OFFER, skyjo.OFFER_OPENING, skyjo.OFFER_REVEAL})
    TURNS: Final = frozenset(
        {
            skyjo.TURN, skyjo.PLACE, skyjo.FLIP, skyjo.OFFER, skyjo.RESHUFFLE,
            skyjo.REVEAL_DRAW, skyjo.REVEAL_SWAP, skyjo.REVEAL_DISCARD, skyjo.REVEAL_FLIP,
        }
    )  # fmt: skip

    def carry(self, state: skyjo.State, move: Move | None = None) -> skyjo.State:
        new: skyjo.State = super().carry(state, move)
        if new.offers and not (isinstance(move, tuple) and move[0] == "leave"):
            new.offers = [offer for offer in new.offers if self._optional(offer % skyjo.OFFER_SEAT)]
        return new

    def _optional(self, line: int) -> bool:
        return bool((self.options.row_removal if line >= skyjo.ROW else self.options.column_removal) == "optional")

    def _unreached(self, state: skyjo.State, move: Move) -> str | None:
        if isinstance(move, tuple) and move[0] == "leave":
            return None
        options = self.options
        if options.round_last_turns == "none" and state.finisher >= 0 and state.phase in self.TURNS:
            return "skyjo.round.ends_at_once"
        if options.deck_exhausted == "end_round" and state.phase == skyjo.RESHUFFLE:
            return "skyjo.E11"
        if state.phase in self.OFFERS and not state.offers and isinstance(move, tuple):
            return "skyjo.column.automatic" if options.column_removal == "automatic" else "skyjo.column.optional"
        return None

    def over(self, state: skyjo.State, number: int) -> bool:
        return state.phase in (skyjo.DEAL, skyjo.OVER)

    def same(self, before: skyjo.State, run: skyjo.State, player: int, move: Move) -> Move | None:
        if not isinstance(move, int):
            alike = (run.phase, run.actor) == (before.phase, before.actor)
            return move if alike or move[0] == "leave" else None
        kind, about = divmod(move, skyjo.SPAN)
        if kind == 0:
            pile = {skyjo.DRAW: "draw", skyjo.TAKE: "discard"}.get(about)
            alike = getattr(before, pile)[-1:] == getattr(run, pile)[-1:] if pile else before.held == run.held
            return move if alike else None
        if kind <= 2:
            row, col = divmod(about, skyjo.STRIDE)
            card = before.grid[player][row * before.cols[player] + col]
            if card not in run.grid[player] or before.held != run.held:
                return None
            row, col = divmod(run.grid[player].index(card), run.cols[player])
            return kind * skyjo.SPAN + row * skyjo.STRIDE + col
        line = self._line(run, player, _cards(before, player, about))
        return None if line is None else kind * skyjo.SPAN + line

    def _line(self, run: skyjo.State, seat: int, cards: list[int]) -> int | None:
        """The line of the second run that holds just these cards."""
        lines = [*range(run.cols[seat]), *(skyjo.ROW + row for row in range(run.rows[seat]))]
        return next((line for line in lines if _cards(run, seat, line) == cards), None)

    def settled_by_itself(self, before: skyjo.State, run: skyjo.State, player: int, move: Move) -> bool:
        if not isinstance(move, int) or not skyjo.CLEAR <= move < skyjo.KEEP or not exists(before, player, move % skyjo.SPAN):
            return False
        line = move % skyjo.SPAN
        return is_automatic(run, line) and not set(_cards(before, player, line)) & set(run.grid[player])

    def question(self, run: skyjo.State) -> tuple[int, str, tuple[int, ...]] | None:
        if run.phase not in (skyjo.OFFER, skyjo.OFFER_REVEAL) or not run.offers:
            return None
        seat, line = divmod(run.offers[0], skyjo.OFFER_SEAT)
        return seat, skyjo.line_text(line), tuple(_cards(run, seat, line))

    def asked(self, recorded: skyjo.State) -> bool:
        return recorded.phase in self.OFFERS

    def at_the_end(self, run: skyjo.State) -> bool:
        return run.phase == skyjo.OFFER_REVEAL

    def answer(self, recorded: skyjo.State, run: skyjo.State) -> tuple[Move, bool] | None:
        seat, line = divmod(run.offers[0], skyjo.OFFER_SEAT)
        left = [card in recorded.grid[seat] for card in _cards(run, seat, line)]
        if any(left) and not all(left):
            return None
        return (skyjo.KEEP if left[0] else skyjo.CLEAR) + line, not left[0]


def _cards(state: skyjo.State, seat: int, line: int) -> list[int]:
    return [card for place in places(state, seat, line) if (card := state.grid[seat][place]) >= 0]


class _SkipBo(Carrier):
    deals = ("deal.stock_size", "variant.short")

    def _unreached(self, state: skipbo.State, move: Move) -> str | None:
        if state.phase == skipbo.MIX and self.options.irregular_overdraw == "back_to_draw" and isinstance(move, tuple):
            return "skipbo.irregular.overdraw"
        return None

    def same(self, before: skipbo.State, run: skipbo.State, player: int, move: Move) -> Move | None:
        if not isinstance(move, int):
            return move
        if move == skipbo_text.DRAW:
            due, there = cards_due(before), cards_due(run)
            return move if due == there and _known(before, before.draw[-due:]) == _known(run, run.draw[-due:]) else None
        if move < skipbo_text.DRAW:
            shown = [skipbo_text.face_named(state, player, move >> 4) for state in (before, run)]
            return move if shown[0] == shown[1] else None
        return move


def _known(state: skipbo.State, cards: list[int]) -> list[int]:
    """The cards by face, and by themselves where the face is not known."""
    return [state.face[card] or -1 - card for card in cards]


_CARRIERS: Final = {"skyjo": _Skyjo, "skipbo": _SkipBo}


def carrier(game: Game, options: Any) -> Carrier:
    """What carries states of that game over into these options."""
    return _CARRIERS[game.name](game, options)


def changed(one: Any, other: Any) -> tuple[str, ...]:
    """The parts in which two states differ, the options apart."""
    return tuple(name for name in type(one).__slots__ if name != "options" and getattr(one, name) != getattr(other, name))
