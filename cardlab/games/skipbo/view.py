"""The table as a lens may see it. The only place that hides cards; a hidden card carries no id."""

from functools import lru_cache
from typing import Final

from cardlab.games.skipbo.options import SkipBoOptions
from cardlab.games.skipbo.state import DRAW, FACES, PHASES, WILD, State, partner
from cardlab.lens import Lens
from cardlab.line import SEATS
from cardlab.table import Cards, SeatInfo, Zone

HIDDEN: Final = tuple(("?",) * n for n in range(163))
NOTHING: Final = Cards((), 0)
PEEK: Final = tuple("?" if face == "?" else f"?{face}" for face in FACES)
"""A card face down whose face the lens may know."""
WILD_AS: Final = tuple(f"SB={n}" for n in range(1, 14))


@lru_cache(maxsize=64)
def zones(options: SkipBoOptions, seats: int) -> tuple[Zone, ...]:
    """The middle first, then each seat's stock, hand and four discard piles (which may be looked through, E60)."""
    middle = [Zone("draw", "draw", None, "pile")]
    middle += [Zone(f"B{i}", "build", None, "pile", hint="1") for i in range(1, 5)]
    middle.append(Zone("completed", "completed", None, "pile"))
    for seat in range(seats):
        middle.append(Zone(f"stock{seat}", "stock", seat, "pile"))
        middle.append(Zone(f"hand{seat}", "hand", seat, "fan"))
        middle += [Zone(f"discard{seat}.{i}", "discard", seat, "cascade") for i in range(1, 5)]
    return tuple(middle)


def cards(state: State, lens: Lens) -> list[Cards]:
    """What lies in each zone (E59): hands are seen by their owner, stocks by their top, the draw pile's order by nobody."""
    face = state.face
    peek = lens.sees_unseen
    shown = [Cards(HIDDEN[1], len(state.draw)) if state.draw else NOTHING]
    for pile in state.builds:
        if pile:
            codes = [FACES[face[card]] if face[card] != WILD else WILD_AS[i] for i, card in enumerate(pile)]
            shown.append(Cards(tuple(codes), len(pile)))
        else:
            shown.append(NOTHING)
    shown.append(Cards(HIDDEN[1], len(state.completed)) if state.completed else NOTHING)
    for seat in range(state.seats):
        stock, hand = state.stocks[seat], state.hands[seat]
        if stock:
            under = tuple([PEEK[face[card]] for card in stock[:-1]]) if peek else HIDDEN[len(stock) - 1]
            shown.append(Cards((*under, FACES[face[stock[-1]]]), len(stock)))
        else:
            shown.append(NOTHING)
        if lens.seat is None or lens.seat == seat:
            shown.append(Cards(tuple([FACES[f] for f in sorted([face[card] for card in hand])]), len(hand)))
        else:
            shown.append(Cards(HIDDEN[len(hand)], len(hand)))
        for pile in state.discards[4 * seat : 4 * seat + 4]:
            shown.append(Cards(tuple([FACES[face[card]] for card in pile]), len(pile)) if pile else NOTHING)
    return shown


def seat_infos(state: State, lens: Lens) -> list[SeatInfo]:
    """Totals where scores are kept; who deals, whose turn it is out of turn, who owes a turn without a draw, the partner."""
    infos = []
    scored = state.options.score_enabled
    dealer = state.dealer if state.turn or state.round > 1 or any(state.drawn) or state.phase != 0 else -1
    for seat in range(state.seats):
        marks: list[tuple[str, str]] = []
        if seat == dealer:
            marks.append(("dealer", ""))
        mate = partner(state, seat)
        if mate >= 0:
            marks.append(("partner", SEATS[mate]))
        if state.oot >= 0 and seat == state.seat:
            marks.append(("out_of_turn", ""))
        if state.owes >> seat & 1 or (state.penal and seat == state.seat and state.oot < 0):
            marks.append(("no_draw", ""))
        infos.append(SeatInfo(state.totals[seat] if scored else None, tuple(marks)))
    return infos


def hidden(state: State, seat: int) -> list[int]:
    """Cards whose faces that seat cannot know: the draw pile, all stocks but their tops, the other hands."""
    found = list(state.draw)
    for other in range(state.seats):
        found += state.stocks[other][:-1]
        if other != seat:
            found += state.hands[other]
    return found


def phase(state: State) -> str:
    """The word of the moment; a draw in mid-turn is a refill."""
    return "refill" if state.phase == DRAW and state.opened else PHASES[state.phase]
