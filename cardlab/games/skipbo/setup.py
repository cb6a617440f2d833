"""What CHANCE does: the draw for dealer, the deal, a new draw pile, cards mixed into a stock, faces that were not known."""

from random import Random
from typing import Final

from cardlab.errors import InvalidAction
from cardlab.game import CHANCE, Event, Log, Move
from cardlab.games.skipbo.dealt import tell_deal
from cardlab.games.skipbo.options import PACK
from cardlab.games.skipbo.reasons import draw_rules
from cardlab.games.skipbo.state import (
    COMPLETED,
    COPIES,
    DEAL,
    DEALER,
    FACE,
    MIX,
    RESHUFFLE,
    REVEAL,
    TO_HAND,
    UNKNOWN,
    WILD,
    State,
    after_me,
    unseen,
)

LATE: Final = {
    "dealer_draw": "skipbo.deal.dealer_draw",
    "dealer": "skipbo.deal.dealer",
    "deal": "skipbo.deal.forms_stock",
    "reshuffle": "skipbo.E03",
    "reveal": "skipbo.pile.stock.no_peeking",
}
"""What a word of chance breaks where it is not due."""
DUE: Final = {"dealer_draw": (DEALER,), "dealer": (DEALER,), "deal": (DEAL,), "reshuffle": (RESHUFFLE, MIX), "reveal": (REVEAL,)}


def forbids(state: State, player: int, move: Move, trace: list[str] | None) -> str | None:
    """The rule that forbids a chance action, or None. What it does is told by its events alone."""
    assert not isinstance(move, int)
    word, numbers = move
    if player != CHANCE or state.phase not in DUE[word]:
        return LATE[word]
    if word == "dealer":
        if state.options.deal_dealer_method != "free":
            return "skipbo.deal.dealer_draw"
        return None if numbers[0] < state.seats else "skipbo.deal.dealer"
    if word == "dealer_draw":
        if len(numbers) != state.drawn.count(0):
            return "skipbo.E31" if any(state.drawn) else "skipbo.deal.dealer_draw"
        return "skipbo.deal.dealer_draw" if UNKNOWN in numbers else None
    if word == "deal":
        if len(numbers) != PACK:
            return "skipbo.deck.full_pack"
        if numbers.count(WILD) > COPIES[WILD]:
            return "skipbo.deck.composition"
        return "skipbo.E33" if any(numbers.count(face) > COPIES[face] for face in range(1, 13)) else None
    if word == "reshuffle":
        return _wrong_cards(state, numbers, shuffled(state))
    return _wrong_faces(state, numbers)


def shuffled(state: State) -> list[int]:
    """The cards that the shuffle now due is about: the completed piles, or the cards at the bottom of a stock."""
    return state.completed if state.phase == RESHUFFLE else state.stocks[state.target][: state.mix]


def _wrong_cards(state: State, faces: tuple[int, ...], cards: list[int]) -> str | None:
    """Exactly the cards to be shuffled have to be named; `?` may stand for any of them, and unknown ones can be what is unseen."""
    if len(faces) != len(cards):
        return "skipbo.E05" if state.phase == RESHUFFLE else "skipbo.irregular.overdraw_mixed"
    known = [0] * 14
    for card in cards:
        known[state.face[card]] += 1
    free, left = known[UNKNOWN], unseen(state)
    for face in range(1, 14):
        more = faces.count(face) - known[face]
        if more > 0:
            free -= more
            if free < 0:
                return "skipbo.E05" if state.phase == RESHUFFLE else "skipbo.irregular.overdraw_mixed"
            if more > left[face]:
                return "skipbo.E05" if state.phase == RESHUFFLE else "skipbo.E33"
    return None


def _wrong_faces(state: State, faces: tuple[int, ...]) -> str | None:
    """A face for each card that is to be told, among those that can still be there; only a hand may keep its secret."""
    if len(faces) != len(state.pending):
        return "skipbo.E27"
    hand = state.hands[state.seat]
    left = unseen(state)
    for card, face in zip(state.pending, faces, strict=True):
        if face == UNKNOWN:
            if card not in hand:
                return "skipbo.pile.stock.top_always_open"
        elif not left[face]:
            return "skipbo.E33"
        else:
            left[face] -= 1
    return None


def apply(state: State, move: Move, log: Log | None) -> None:
    assert not isinstance(move, int)
    word, numbers = move
    {"dealer_draw": _dealer_draw, "dealer": _dealer, "deal": _deal, "reshuffle": _reshuffle, "reveal": _reveal}[word](state, numbers, log)


def _dealer_draw(state: State, faces: tuple[int, ...], log: Log | None) -> None:
    """The highest number deals; tied seats and those that drew a wild draw again, whoever is lower is out (E31)."""
    turned = iter(faces)
    drawn = [next(turned) if n == 0 else n for n in state.drawn]
    shown = tuple(("SB" if n == WILD else n) if old == 0 else None for n, old in zip(drawn, state.drawn, strict=True))
    best = max((n for n in drawn if n != WILD), default=-1)
    tied = [seat for seat, n in enumerate(drawn) if n == best and best > 0]
    wilds = [seat for seat, n in enumerate(drawn) if n == WILD]
    rules: list[str] = ["skipbo.deal.dealer_draw"]
    shuffle = () if any(state.drawn) else ("skipbo.deal.shuffle",)
    if not wilds and len(tied) == 1:
        state.dealer = tied[0]
        state.drawn = [0] * state.seats
        state.phase = DEAL
        rules += ["skipbo.deal.dealer", "skipbo.E32"]
        facts = {"drawn_for_dealer": shown, "dealer": state.dealer}
    else:
        again = wilds + (tied if len(tied) > 1 else [])
        state.drawn = [0 if seat in again else n if n == best else -1 for seat, n in enumerate(drawn)]
        rules += ["skipbo.E31", "skipbo.deal.dealer_wild_excluded"] if wilds else ["skipbo.E31"]
        facts = {"drawn_for_dealer": shown, "again": len(again)}
    if log is not None:
        log.append(Event("dealer_draw", (*rules, *shuffle), facts))


def _dealer(state: State, numbers: tuple[int, ...], log: Log | None) -> None:
    state.dealer = numbers[0]
    state.drawn = [0] * state.seats
    state.phase = DEAL
    if log is not None:
        log.append(Event("dealer", ("skipbo.deal.dealer_method_free",), {"dealer": state.dealer}))


def _deal(state: State, faces: tuple[int, ...], log: Log | None) -> None:
    """Stock cards one at a time round the table from the dealer's left, the last one on top; the rest is the draw pile."""
    from cardlab.games.skipbo.turns import begin_turn

    seats, options = state.seats, state.options
    size = options.stock_size(seats)
    first = after_me(state, state.dealer)
    dealt = seats * size
    state.face = list(faces)
    state.stocks = [list(range((seat - first) % seats, dealt, seats)) for seat in range(seats)]
    state.draw = list(range(PACK - 1, dealt - 1, -1))
    state.completed = []
    state.builds = [[] for _ in range(4)]
    state.hands = [[] for _ in range(seats)]
    state.discards = [[] for _ in range(4 * seats)]
    state.drawn = [0] * seats
    if log is not None:
        tell_deal(state, size, first, log)
    for seat in range(seats):
        top = state.stocks[seat][-1]
        if state.face[top] == UNKNOWN:
            state.pending.append(top)
    begin_turn(state, first, log)


def _order(state: State, cards: list[int], faces: tuple[int, ...]) -> list[int]:
    """The ids of `cards` in the order of `faces`: known faces find their card, others name an unknown one. A card that stands
    for `?` is no longer known, as nobody followed it."""
    rest = list(cards)
    order = [-1] * len(faces)
    for known in (True, False):
        for i, face in enumerate(faces):
            if face != UNKNOWN and order[i] < 0:
                card = next((c for c in rest if state.face[c] == (face if known else UNKNOWN)), -1)
                if card >= 0:
                    order[i] = card
                    state.face[card] = face
                    rest.remove(card)
    if len({state.face[card] for card in rest}) > 1:
        for card in rest:
            state.face[card] = UNKNOWN
    spare = iter(rest)
    return [next(spare) if card < 0 else card for card in order]


def _reshuffle(state: State, faces: tuple[int, ...], log: Log | None) -> None:
    """The completed piles become the draw pile, top first, and the interrupted draw goes on (E02); or a stock's bottom is mixed."""
    from cardlab.games.skipbo import referee, turns

    order = _order(state, shuffled(state), faces)
    order.reverse()
    if state.phase == MIX:
        state.stocks[state.target][: state.mix] = order
        referee.mixed(state, log)
        return
    state.draw = order
    state.completed = []
    _forget_completed(state)
    if log is not None:
        rules = ("skipbo.draw.reshuffle", "skipbo.draw.play_continues", "skipbo.settled.one_draw_mechanism")
        log.append(Event("reshuffle", rules, {"draw_pile": len(order), "due": state.due, "seat": state.target}))
        if state.task == TO_HAND:
            facts = {"seat": state.target, "drawn": min(state.due, len(order)), "hand": len(state.hands[state.target])}
            log.append(Event("drawn", draw_rules(state)[:1], facts))
    turns.take(state, log)


def _forget_completed(state: State) -> None:
    """Cards shuffled into the draw pile cannot be taken back when a turn out of turn is undone."""
    for pile in range(4):
        done = COMPLETED * 8 + pile
        if done in state.undo:
            last = len(state.undo) - 1 - state.undo[::-1].index(done)
            state.undo = [entry for i, entry in enumerate(state.undo) if entry & 7 != pile or i > last]


def _reveal(state: State, faces: tuple[int, ...], log: Log | None) -> None:
    """Faces that become visible to the one who acts, or to all, are told."""
    from cardlab.games.skipbo.turns import settle

    in_hand = state.pending[0] in state.hands[state.seat]
    for card, face in zip(state.pending, faces, strict=True):
        state.face[card] = face
    number = len(state.pending)
    state.pending = []
    settle(state)
    if log is not None:
        rules = ("skipbo.turn.hand_kept",) if in_hand else ("skipbo.pile.stock.top_always_open", "skipbo.E27")
        log.append(Event("reveal", rules, {"cards": number}))


# -- what chance may do


def sample(state: State, random: Random) -> Move:
    """A chance action, faces drawn evenly from what can still be there."""
    if state.phase == DEALER:
        return "dealer_draw", tuple(random.sample(_pack(COPIES), state.drawn.count(0)))
    if state.phase == DEAL:
        pack = _pack(COPIES)
        random.shuffle(pack)
        return "deal", tuple(pack)
    if state.phase == REVEAL:
        return "reveal", tuple(random.sample(_pack(unseen(state)), len(state.pending)))
    faces = [state.face[card] for card in shuffled(state)]
    random.shuffle(faces)
    return "reshuffle", tuple(faces)


def _pack(copies: tuple[int, ...] | list[int]) -> list[int]:
    return [face for face, n in enumerate(copies) for _ in range(n)]


def deal_from(state: State, deck: list[str], starter: int | None) -> Move:
    """The next set-up action on the way to dealing that deck, `starter` (or seat 0) to take the first turn where the draw for
    dealer decides that: the seat before it draws a 12."""
    if state.phase != DEALER:
        if unknown := [face for face in deck if face not in FACE]:
            raise InvalidAction(f"deal {' '.join(map(str, deck[:5]))} …", f"{unknown[0]!r} is no face; faces are 1 to 12, SB and ?")
        return "deal", tuple(FACE[face] for face in deck)
    dealer = ((starter or 0) - 1) % state.seats
    if state.options.deal_dealer_method == "free":
        return "dealer", (dealer,)
    return "dealer_draw", tuple(12 if seat == dealer else 1 for seat in range(state.seats) if state.drawn[seat] == 0)
