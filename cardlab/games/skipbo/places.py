"""Actions by pointing: where on the table each begins and ends, and what can be tried."""

from cardlab.game import Move, Places, Spot
from cardlab.games.skipbo.notation import (
    BUILD,
    BURIED,
    DISCARD,
    DRAW,
    PARTNER_DISCARD,
    PARTNER_STOCK,
    TO_DISCARD,
    TO_HAND,
    TO_PARTNER,
)
from cardlab.games.skipbo.rules import candidates, sources
from cardlab.games.skipbo.state import FACES, UNKNOWN, State, partner
from cardlab.games.skipbo.view import pile


def places(state: State, player: int, move: Move) -> Places:
    """See `Game.places`. A hand card is any of its face; where none is known to be there, any whose face is not known."""
    if not isinstance(move, int) or player < 0 or move > DRAW:
        return Places()
    if move == DRAW:
        return Places(Spot("draw"), Spot(f"hand{player}"))
    source = move >> 4
    unknown = 0 < source < DISCARD and all(state.face[card] != source for card in state.hands[player])
    return Places(_source(state, player, source), _target(state, player, move & 15), FACES[source] if unknown else None)


def _source(state: State, player: int, source: int) -> Spot | None:
    mate = partner(state, player)
    if source == 0:
        return Spot(f"stock{player}")
    if source < DISCARD:
        zone = f"hand{player}"
        hand = [state.face[card] for card in pile(state, zone)]
        named = source if source in hand else UNKNOWN
        found = tuple(place for place, face in enumerate(hand) if face == named)
        return Spot(zone, found) if found else None
    if source < PARTNER_STOCK:
        return Spot(f"discard{player}.{source - DISCARD + 1}")
    if source >= BURIED:
        number, face = divmod(source - BURIED, 13)
        cards = state.discards[4 * player + number]
        found = tuple(place for place, card in enumerate(cards) if state.face[card] == face + 1)
        return Spot(f"discard{player}.{number + 1}", found) if found else None
    if source >= BUILD:
        return Spot(f"B{source - BUILD + 1}")
    if mate < 0:
        return None
    return Spot(f"stock{mate}") if source == PARTNER_STOCK else Spot(f"discard{mate}.{source - PARTNER_DISCARD + 1}")


def _target(state: State, player: int, target: int) -> Spot | None:
    """A fifth pile is nowhere on the table."""
    if target < TO_DISCARD:
        return Spot(f"B{target + 1}") if target < 4 else None
    if target < TO_PARTNER:
        return Spot(f"discard{player}.{target - TO_DISCARD + 1}") if target < 9 else None
    if target == TO_HAND:
        return Spot(f"hand{player}")
    mate = partner(state, player)
    return Spot(f"discard{mate}.{target - TO_PARTNER + 1}") if mate >= 0 else None


def tries(state: State) -> list[int]:
    """See `Game.tries`: every card that can be reached, and those that lie on building piles, on every pile and the hand. A hand card
    that is not known may be called by any face."""
    found = candidates(state)
    if not found:
        return []
    player = state.seat
    hand = {state.face[card] for card in state.hands[player]}
    reach = sources(state, player) + (list(range(1, DISCARD)) if UNKNOWN in hand else []) + [BUILD + i for i in range(4) if state.builds[i]]
    targets = [*range(4), *range(TO_DISCARD, TO_DISCARD + 4), TO_HAND]
    if partner(state, player) >= 0:
        targets += range(TO_PARTNER, TO_PARTNER + 4)
    tried = [source * 16 + target for source in reach for target in targets if not (0 < source < DISCARD and target == TO_HAND)]
    return list(dict.fromkeys(found + tried))
