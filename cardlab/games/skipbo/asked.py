"""Recording at a table: what CHANCE has to tell next, and which rules cannot be checked while faces are not known."""

from cardlab.game import Asked, Move
from cardlab.games.skipbo.notation import DISCARD, DRAW, TO_DISCARD
from cardlab.games.skipbo.options import PACK
from cardlab.games.skipbo.rules import could_lay
from cardlab.games.skipbo.setup import shuffled
from cardlab.games.skipbo.state import COPIES, DEAL, DEALER, FACES, REVEAL, UNKNOWN, State, unseen

PACK_COUNTS = ("skipbo.deck.composition", "skipbo.deck.blanks_removed", "skipbo.E33")
"""What a deal is held against, where all its faces are known."""


def asked(state: State) -> Asked:
    """See `Game.asked`. Cards that come into a hand are seen by its owner; stock tops by all; the deal and a shuffle by nobody."""
    copies = {FACES[face]: n for face, n in enumerate(COPIES) if n}
    if state.phase == DEALER:
        if state.options.deal_dealer_method == "free":
            return Asked("dealer", 1, {}, tuple(range(state.seats)), open=True)
        places = tuple((seat, "draw") for seat, number in enumerate(state.drawn) if not number)
        return Asked("dealer_draw", len(places), copies, open=True, places=places)
    if state.phase == DEAL:
        return Asked("deal", PACK, copies)
    left = {FACES[face]: n for face, n in enumerate(unseen(state)) if n}
    if state.phase == REVEAL:
        owner = state.seat if state.pending[0] in state.hands[state.seat] else None
        places = tuple(_place(state, card) for card in state.pending)
        return Asked("reveal", len(state.pending), left, owner=owner, open=True, places=places, cards=tuple(state.pending))
    cards = shuffled(state)
    for card in cards:
        if face := state.face[card]:
            left[FACES[face]] = left.get(FACES[face], 0) + 1
    return Asked("reshuffle", len(cards), left)


def _place(state: State, card: int) -> tuple[int, str]:
    for seat in range(state.seats):
        if card in state.hands[seat]:
            return seat, "hand"
        if card in state.stocks[seat]:
            return seat, "stock"
    raise AssertionError(f"card {card} is to be told and lies nowhere")


def unjudged(state: State, player: int, move: Move) -> tuple[str, ...]:
    """See `Game.unjudged`: the pack, where the deal is not known, and whether a seat had to play on, where its hand is not."""
    if not isinstance(move, int):
        return PACK_COUNTS if move[0] == "deal" and UNKNOWN in move[1] else ()
    if move < DRAW and 0 < move >> 4 < DISCARD and (move & 15) >= TO_DISCARD and state.options.turn_must_play and could_lay(state, player):
        return ("skipbo.turn.discard_when_unable",)
    return ()
