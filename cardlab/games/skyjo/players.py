"""Bots. Each looks only at what its seat may know: open cards, the card it holds, what lies on the discard pile."""

from __future__ import annotations

from random import Random
from typing import Final

from cardlab.games.skyjo import lines, rules
from cardlab.games.skyjo.state import (
    CLEAR,
    DECK,
    DISCARD,
    DRAW,
    FLIP,
    HIDDEN,
    OFFER,
    OPEN,
    OPENING,
    SPAN,
    STRIDE,
    SWAP_AT,
    TAKE,
    TURN,
    UNKNOWN,
    State,
)  # fmt: skip

PATIENCE: Final = 40
"""Turns a seat after which the sensible bot closes a round whatever it costs, so that every game ends."""


def random(state: State, seat: int, random: Random) -> int:
    """Any legal action, each as likely as the others."""
    return random.choice(rules.legal(state))


def first(state: State, seat: int, random: Random) -> int:
    """The first legal action: draw, discard, turn the first hidden card. It ends every round."""
    return rules.legal(state)[0]


def mean(state: State) -> float:
    """What a card is worth on average among those that are not in sight."""
    total, count = sum(DECK), len(DECK)
    seen = [card for grid in state.grid for card in grid if card >= 0 and state.up[card] == OPEN]
    seen += state.discard[-1:]
    for card in seen:
        if state.face[card] != UNKNOWN:
            total -= state.face[card]
            count -= 1
    return total / count if count else 5.0


def sensible(state: State, seat: int, random: Random) -> int:
    """Takes low cards, builds columns of equal cards, swaps high ones out, and closes only when it expects to be lowest."""
    legal = rules.legal(state)
    if len(legal) == 1:
        return legal[0]
    phase = state.phase
    if phase >= OFFER or legal[0] >= CLEAR:
        return _answer(state, seat, legal)
    if phase in (OPENING, FLIP):
        return _flip(state, seat, legal, random)
    average = mean(state)
    clears = [move for move in legal if move >= CLEAR and _worth(state, seat, move % SPAN) > 0]
    if clears:
        return clears[0]
    if phase == TURN:
        top = state.face[state.discard[-1]]
        gain = max((g for g, _ in _gains(state, seat, top, average)), default=0.0)
        # Drawing keeps the choice open, which is worth about what a middling card is.
        return TAKE if TAKE in legal and (gain > 3 or DRAW not in legal) else DRAW
    return _place(state, seat, legal, average)


def _place(state: State, seat: int, legal: list[int], average: float) -> int:
    value = state.face[state.held]
    options = sorted(_gains(state, seat, average if value == UNKNOWN else value, average), reverse=True)
    gain, move = options[0]
    hidden = _hidden(state, seat)
    if DISCARD not in legal:
        return move
    if hidden == 1 and not _may_close(state, seat, average):
        # The flip would close the round: change an open card instead, if that costs little.
        opened = [(g, m) for g, m in options if _is_open(state, seat, m)]
        return opened[0][1] if opened else move
    return move if gain > 0.5 else DISCARD


def _gains(state: State, seat: int, value: float, average: float) -> list[tuple[float, int]]:
    """How many points each swap would save, with what it does for and against columns of equal cards."""
    grid, face, up, cols = state.grid[seat], state.face, state.up, state.cols[seat]
    found: list[tuple[float, int]] = []
    closing = _hidden(state, seat) == 1 and not _may_close(state, seat, average)
    columns = state.options.column_removal != "off" and state.rows[seat] >= lines.LEAST
    for at, card in enumerate(grid):
        if card < 0:
            continue
        known = up[card] == OPEN and face[card] != UNKNOWN
        gain = (face[card] if known else average) - value
        if columns:
            others = [grid[i] for i in range(at % cols, len(grid), cols) if i != at]
            equal = sum(other >= 0 and up[other] == OPEN and face[other] == value for other in others)
            if equal == len(others):
                gain += value * len(grid) // cols
            elif value > 0:
                gain += 1.5 * equal
            if known and any(other >= 0 and up[other] == OPEN and face[other] == face[card] for other in others):
                gain -= 2.0
        if not known and closing:
            gain -= 8.0
        found.append((gain, SWAP_AT + at // cols * STRIDE + at % cols))
    return found


def _hidden(state: State, seat: int) -> int:
    return sum(card >= 0 and state.up[card] == HIDDEN for card in state.grid[seat])


def _is_open(state: State, seat: int, move: int) -> bool:
    row, col = divmod(move % SPAN, STRIDE)
    return state.up[state.grid[seat][row * state.cols[seat] + col]] == OPEN


def _may_close(state: State, seat: int, average: float) -> bool:
    """Whether the seat expects to be lowest when it closes, or has waited long enough."""
    if state.finisher >= 0 or state.seats == 1 or state.turn > PATIENCE * state.seats:
        return True
    expected = [_expected(state, other, average) for other in range(state.seats)]
    # The rivals' last turns improve their grids a little.
    return all(expected[seat] < expected[other] - 2 for other in range(state.seats) if other != seat)


def _expected(state: State, seat: int, average: float) -> float:
    face, up = state.face, state.up
    return sum(
        face[card] if up[card] == OPEN and face[card] != UNKNOWN else average for card in state.grid[seat] if card >= 0
    )  # fmt: skip


def _flip(state: State, seat: int, legal: list[int], random: Random) -> int:
    """A hidden card of the column with the fewest open cards: it spoils no pair and tells most."""
    grid, up, cols = state.grid[seat], state.up, state.cols[seat]

    def opened(move: int) -> int:
        col = move % SPAN % STRIDE
        return sum(grid[i] >= 0 and up[grid[i]] != HIDDEN for i in range(col, len(grid), cols))

    flips = [move for move in legal if SPAN <= move < 2 * SPAN]
    fewest = min(map(opened, flips))
    return random.choice([move for move in flips if opened(move) == fewest])


def _worth(state: State, seat: int, line: int) -> int:
    """Points that the removal of a line saves."""
    return sum(state.face[state.grid[seat][p]] for p in lines.places(state, seat, line) if state.grid[seat][p] >= 0)


def _answer(state: State, seat: int, legal: list[int]) -> int:
    """Clear what costs points, keep what brings some."""
    best = max((move for move in legal if CLEAR <= move < CLEAR + SPAN), key=lambda move: _worth(state, seat, move % SPAN))
    if _worth(state, seat, best % SPAN) > 0:
        return best
    return next((move for move in legal if move >= CLEAR + SPAN), best)


BOTS: Final = {"random": random, "first": first, "sensible": sensible}
