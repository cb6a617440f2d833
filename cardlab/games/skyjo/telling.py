"""What can be told of an action: the key of its words, its short label, and the facts that bear on it."""

from __future__ import annotations

from typing import Any, Final

from cardlab.game import Move
from cardlab.games.skyjo import chance, lines, notation
from cardlab.games.skyjo.state import (
    DEAL,
    FACE_TEXT,
    OPEN,
    OPENING,
    PHASES,
    RESHUFFLE,
    REVEAL_DRAW,
    REVEAL_FINAL,
    REVEAL_FIRST,
    ROW,
    SPAN,
    STRIDE,
    TAKE,
    UNKNOWN,
    State,
    dealer,
    line_text,
    unseen_to_turn,
)  # fmt: skip

MOST_SHOWN: Final = 8
"""Faces that a label in a move list names; of more, only the number is told."""
PLAIN: Final = ("draw", "take", "discard")


def phrase(state: State, move: Move) -> str:
    """The key of the words that tell this action."""
    if isinstance(move, int):
        kind, about = divmod(move, SPAN)
        if kind == 0:
            # a card that was taken is refused by a sentence that does not call it drawn
            return "discard_taken" if PLAIN[about] == "discard" and state.held >= 0 and state.taken else PLAIN[about]
        if kind == 1:
            return "choose" if state.phase == OPENING else "flip"
        if kind == 2:
            return "swap" if state.held < 0 else "swap_taken" if state.taken else "swap_drawn"
        return ("clear" if kind == 3 else "keep") + ("_row" if about >= ROW else "_column")
    word = move[0]
    if word == "reveal" and REVEAL_FIRST <= state.phase <= REVEAL_FINAL:
        return PHASES[state.phase]
    return word


def label(state: State, move: Move) -> str:
    """The action as everybody may know it: a deal names no faces, and a drawn card is its drawer's affair."""
    if isinstance(move, int):
        return notation.write(move)
    word = move[0]
    if word in ("deal", "reshuffle"):
        return word
    if word == "reveal" and state.phase == REVEAL_DRAW:
        return "reveal ?"
    if word == "reveal" and len(move[1]) > MOST_SHOWN:
        return f"reveal ×{len(move[1])}"
    return notation.write(move)


def facts(state: State, player: int, move: Move) -> dict[str, Any]:
    """The facts that bear on this action, legal or not, before it is taken. A hidden card it would move stays untold."""
    if isinstance(move, int):
        return _seat_facts(state, player, move)
    word, numbers = move
    told: dict[str, Any] = {}
    if word in ("deal", "reveal", "reshuffle"):
        if word == "deal":
            if (by := dealer(state)) >= 0:
                told["dealer"] = by
        else:
            told["due"] = len(state.discard) - 1 if word == "reshuffle" else len(unseen_to_turn(state))
        told["named"] = len(numbers)
        due = {"deal": state.phase == DEAL, "reshuffle": state.phase == RESHUFFLE}.get(word, state.phase >= REVEAL_FIRST)
        if due and (over := chance.excess(state, word, numbers)) is not None:
            told |= {"card": FACE_TEXT[over[0]], "copies": over[1], "wanted": over[2]}
    elif word == "starter":
        told["lots"] = len(state.lots)
        if state.sums:
            told["sums"] = state.sums[:]
        told["starter"] = numbers[0] if numbers else -1
    elif word == "leave":
        told["seat"] = numbers[0] if numbers else -1
    elif word == "timeout":
        told["seat"] = state.actor
    return told


def _seat_facts(state: State, player: int, move: int) -> dict[str, Any]:
    told: dict[str, Any] = {"seat": player}
    seat = player if 0 <= player < state.seats else state.actor
    kind, about = divmod(move, SPAN)
    if state.discard and state.face[state.discard[-1]] != UNKNOWN:
        told["discard"] = FACE_TEXT[state.face[state.discard[-1]]]
    if state.face:
        told["left"] = len(state.draw)
    if state.sums:
        told["sums"] = state.sums[:]
    if kind == 0:
        if about == TAKE:
            told["card"] = told.get("discard", "-")
    elif kind <= 2:
        row, col = divmod(about, STRIDE)
        told["place"] = f"r{row + 1}c{col + 1}"
        if col < state.cols[seat] and row < state.rows[seat]:
            card = state.grid[seat][row * state.cols[seat] + col]
            if card >= 0 and state.up[card] == OPEN:
                told["replaced" if kind == 2 else "card"] = FACE_TEXT[state.face[card]]
    else:
        told["row" if about >= ROW else "column"] = line_text(about)
        if lines.exists(state, seat, about) and lines.incomplete(state, seat, about) is None:
            told["value"] = FACE_TEXT[state.face[state.grid[seat][lines.places(state, seat, about)[0]]]]
    if kind == 2 and state.held >= 0 and state.taken:
        told["card"] = FACE_TEXT[state.face[state.held]]
    if state.finisher >= 0:
        told["finisher"] = state.finisher
    return told
