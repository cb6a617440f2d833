"""Recording at a table: what CHANCE has to tell next, and which rules cannot be checked while faces are not known."""

from __future__ import annotations

from cardlab.game import Asked, Move
from cardlab.games.skyjo.chance import PACK_COUNTS
from cardlab.games.skyjo.options import DECK_SIZE
from cardlab.games.skyjo.state import (
    COPIES,
    DEAL,
    FACE_TEXT,
    FACES,
    RESHUFFLE,
    REVEAL_DRAW,
    STARTER,
    UNKNOWN,
    State,
    place_text,
    remaining,
    unseen_to_turn,
)  # fmt: skip


def asked(state: State) -> Asked:
    """See `Game.asked`. Only the drawn card is seen by one seat alone; the deal and a new draw pile by nobody."""
    phase = state.phase
    if phase == STARTER:
        return Asked("starter", 1, {}, tuple(state.lots), open=True)
    if phase == DEAL:
        return Asked("deal", DECK_SIZE, {FACE_TEXT[face]: COPIES[face] for face in FACES})
    left = {FACE_TEXT[face]: n for face in FACES if (n := remaining(state, face))}
    if phase == RESHUFFLE:
        for card in state.discard[:-1]:
            if (face := state.face[card]) != UNKNOWN:
                left[FACE_TEXT[face]] = left.get(FACE_TEXT[face], 0) + 1
        return Asked("reshuffle", len(state.discard) - 1, left)
    owner = state.actor if phase == REVEAL_DRAW else None
    due = unseen_to_turn(state)
    return Asked("reveal", len(due), left, owner=owner, open=True, places=tuple(_place(state, card) for card in due), cards=tuple(due))


def _place(state: State, card: int) -> tuple[int | None, str]:
    if card == state.held:
        return state.actor, "drawn"
    for seat, grid in enumerate(state.grid):
        if card in grid:
            return seat, place_text(state, seat, grid.index(card))
    return None, "discard"


def unjudged(move: Move) -> tuple[str, ...]:
    """See `Game.unjudged`. Whatever a rule of the play looks at lies open, and has been told; only the pack may stay unknown."""
    if not isinstance(move, int) and move[0] == "deal" and UNKNOWN in move[1]:
        return PACK_COUNTS
    return ()
