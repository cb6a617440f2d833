"""Bots: random, first-legal, and a plain sensible one. Each looks only at what its seat may know."""

from random import Random

from cardlab.games.skipbo.notation import ASK, DISCARD, DRAW, PARTNER_DISCARD, PARTNER_STOCK, PASS, TO_DISCARD, face_named
from cardlab.games.skipbo.rules import candidates, forbids, misfit
from cardlab.games.skipbo.state import PLAY, WILD, State, partner


def legal(state: State, seat: int) -> list[int]:
    return [move for move in candidates(state) if forbids(state, seat, move) is None]


def random_bot(state: State, seat: int, random: Random) -> int:
    """Any legal action."""
    return random.choice(legal(state, seat))


def first_bot(state: State, seat: int, random: Random) -> int:
    """The first legal action."""
    return legal(state, seat)[0]


def sensible_bot(state: State, seat: int, random: Random) -> int:
    """Stock cards first, then what leads to one, then natural cards that fit; wilds are kept; discards stay in order."""
    if state.phase != PLAY:
        return DRAW
    actions = legal(state, seat)
    plays = {move for move in actions if move < DRAW and (move & 15) < TO_DISCARD}
    chosen = _stock_play(state, seat, plays) or _road_to_stock(state, seat, plays) or _spare_play(state, seat, plays)
    if chosen is not None:
        return chosen[0]
    discards = [move for move in actions if move < DRAW and (move & 15) >= TO_DISCARD]
    if discards:
        return max(discards, key=lambda move: (discard_worth(state, seat, move), -move))
    return next(move for move in (DRAW, PASS, *sorted(plays), *actions) if move in actions and move < ASK)


def _tops(state: State, seat: int) -> list[tuple[int, int]]:
    """The stocks that this seat plays off: (source, face of the open card), its own first."""
    face, mate = state.face, partner(state, seat)
    owners = [(0, seat)] + ([(PARTNER_STOCK, mate)] if mate >= 0 else [])
    return [(source, face[state.stocks[owner][-1]]) for source, owner in owners if state.stocks[owner]]


def _stock_play(state: State, seat: int, plays: set[int]) -> tuple[int] | None:
    """Only an empty stock wins. A wild from the stock goes on the pile that is furthest from helping the next seat."""
    for source, _ in _tops(state, seat):
        found = [move for move in plays if move >> 4 == source]
        if found:
            return (max(found, key=lambda move: (-_helps_others(state, seat, move & 15), len(state.builds[move & 15]), -move)),)
    return None


def _road_to_stock(state: State, seat: int, plays: set[int]) -> tuple[int] | None:
    """The first card of the cheapest road by which hand and discards bring a pile up to a stock card: few wilds, few cards."""
    best: tuple[int, int, int] | None = None
    for source, wanted in _tops(state, seat):
        for pile in range(4):
            road = _road(state, seat, len(state.builds[pile]) + 1, wanted)
            if not road:
                continue
            first = road[0] * 16 + pile
            wilds = sum(step == WILD for step in road)
            if first in plays and (best is None or (wilds * 20 + len(road) + (source != 0), first) < best[:2]):
                best = (wilds * 20 + len(road) + (source != 0), first, wilds)
    return None if best is None else (best[1],)


def _road(state: State, seat: int, wants: int, wanted: int) -> list[int]:
    """Sources that lay `wants` up to one below `wanted` in order, wilds only where nothing else serves; empty where there is no
    road. Twelve is followed by nothing, so a road never runs through the end of a pile."""
    if wanted == WILD or wanted <= wants:
        return []
    face = state.face
    hand = sorted(face[card] for card in state.hands[seat])
    mate = partner(state, seat)
    piles = {DISCARD + i: [face[card] for card in state.discards[4 * seat + i]] for i in range(4)}
    if mate >= 0:
        piles |= {PARTNER_DISCARD + i: [face[card] for card in state.discards[4 * mate + i]] for i in range(4)}
    road = []
    for number in range(wants, wanted):
        source = next((s for s, cards in piles.items() if cards and cards[-1] == number), None)
        if source is not None:
            piles[source].pop()
        elif number in hand:
            source = number
            hand.remove(number)
        elif WILD in hand:
            source = WILD
            hand.remove(WILD)
        else:
            source = next((s for s, cards in piles.items() if cards and cards[-1] == WILD), None)
            if source is None:
                return []
            piles[source].pop()
        road.append(source)
    return road


def _spare_play(state: State, seat: int, plays: set[int]) -> tuple[int] | None:
    """Natural cards keep piles and hands moving, unless the next stock card of an opponent would fit on them. When nothing can
    be drawn any more, wilds go as well: only completed piles bring new cards."""
    spent = not state.draw and not state.completed
    found = []
    for move in plays:
        source, pile = move >> 4, move & 15
        top = face_named(state, seat, source)
        if top == WILD and not spent and not _hand_of_wilds(state, seat):
            continue
        if _helps_others(state, seat, pile) and not spent and not _empties_hand(state, seat, source):
            continue
        found.append(move)
    if not found:
        return None

    def worth(move: int) -> tuple[bool, int, bool, int]:
        source, pile = move >> 4, move & 15
        return face_named(state, seat, source) != WILD, len(state.builds[pile]), source >= DISCARD, -move

    return (max(found, key=worth),)


def _hand_of_wilds(state: State, seat: int) -> bool:
    hand = state.hands[seat]
    return bool(hand) and all(state.face[card] == WILD for card in hand)


def _empties_hand(state: State, seat: int, source: int) -> bool:
    return 0 < source < DISCARD and len(state.hands[seat]) == 1


def _helps_others(state: State, seat: int, pile: int) -> int:
    """Opponents whose open stock card would fit once a card has been laid on that pile."""
    wants = len(state.builds[pile]) + 2
    wants = 1 if wants > 12 else wants
    mate = partner(state, seat)
    return sum(
        state.face[stock[-1]] == wants for other, stock in enumerate(state.stocks) if stock and other != seat and other != mate
    )


def discard_worth(state: State, seat: int, move: int) -> int:
    """On an equal card, or on the one above it, a discard blocks nothing; an empty place is next; else the shortest pile, and
    high cards rather than low ones. Wilds, and cards that lead to the stock card, are kept."""
    card, pile = move >> 4, state.discards[4 * seat + (move & 15) - TO_DISCARD]
    face = state.face
    worth = 0
    if card == WILD:
        worth -= 1000
    if any(misfit(state, card, b) is None for b in range(4)):
        worth -= 30
    top = face[pile[-1]] if pile else 0
    if not pile:
        worth += 40
    elif top == card:
        worth += 70
    elif top == card + 1:
        worth += 60
    else:
        worth -= 4 * len(pile) + (20 if top < card else 0) + (60 if top == WILD else 0)
    tops = _tops(state, seat)
    if tops and tops[0][1] != WILD and card < tops[0][1]:
        worth -= 2 * card
    return worth + card
