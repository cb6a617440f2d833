"""Actions by pointing: where on the table each begins and ends, and what can be tried."""

from __future__ import annotations

from cardlab.game import Move, Places, Spot
from cardlab.games.skyjo import lines, turns
from cardlab.games.skyjo.state import CLEAR, DISCARD, DRAW, FLIP_AT, GAP, OFFER_REVEAL, ROW, SPAN, STRIDE, SWAP_AT, TAKE, State

_DRAW = Spot("draw")
_DISCARD = Spot("discard")
_DRAWN = Spot("drawn")
_WORDS = {DRAW: Places(_DRAW, _DRAWN), TAKE: Places(_DISCARD, _DRAWN), DISCARD: Places(_DRAWN, _DISCARD)}


def places(state: State, player: int, move: Move) -> Places:
    """See `Game.places`. A card is turned where it lies; a removal takes up the whole line."""
    if not isinstance(move, int):
        return Places()
    kind, about = divmod(move, SPAN)
    if kind == 0:
        return _WORDS[about]
    zone = f"grid{player}"
    if kind <= 2:
        row, col = divmod(about, STRIDE)
        there = row < state.rows[player] and col < state.cols[player]
        spot = Spot(zone, (row * state.cols[player] + col,)) if there else None
        return Places(spot) if kind == 1 else Places(_DRAWN, spot)
    if kind == 3 and lines.exists(state, player, about):
        cards = tuple(place for place in lines.places(state, player, about) if state.grid[player][place] != GAP)
        return Places(Spot(zone, cards), _DISCARD) if cards else Places()
    return Places()


def tries(state: State) -> list[int]:
    """See `Game.tries`: the piles, the card in hand, every card of the own grid, and whatever may be answered."""
    if state.phase > OFFER_REVEAL:
        return []
    seat = state.actor
    rows, cols = state.rows[seat], state.cols[seat]
    spots = [row * STRIDE + col for row in range(rows) for col in range(cols)]
    moves = [DRAW, TAKE]
    if state.held >= 0:
        moves += [DISCARD, *(SWAP_AT + spot for spot in spots)]
    moves += [FLIP_AT + spot for spot in spots]
    if state.options.column_removal == "optional":
        moves += [CLEAR + col for col in range(cols)]
    if state.options.row_removal == "optional":
        moves += [CLEAR + ROW + row for row in range(rows)]
    return list(dict.fromkeys([*turns.candidates(state), *moves]))
