"""The table as a lens may see it. The only place that hides cards; a hidden card carries no id."""

from functools import lru_cache
from typing import Final

from cardlab.games.skipbo.options import PACK, SkipBoOptions
from cardlab.games.skipbo.state import DEALER, DRAW, FACES, PHASES, WILD, State, partner
from cardlab.lens import Lens
from cardlab.line import SEATS
from cardlab.table import Cards, SeatInfo, Zone

NOTHING: Final = Cards((), 0)
MOST: Final = 4 * PACK
"""More cards than lie in a zone even where a position was kept that cannot be (`line.read_cards` takes no more than 400)."""
HIDDEN: Final = tuple(Cards(("?",) * n, n) for n in range(MOST + 1))
"""Cards face down, side by side."""
FACE_DOWN: Final = (NOTHING, *(Cards(("?",), n) for n in range(1, MOST + 1)))
"""A pile face down: it has no order that anybody may know."""
PEEK: Final = tuple("?" if face == "?" else f"?{face}" for face in FACES)
"""A card face down whose face the lens may know."""


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


@lru_cache(maxsize=8192)
def _open(faces: tuple[int, ...]) -> Cards:
    """Open cards. Most zones stay as they are from one ply to the next, so that remembering them halves the work."""
    return Cards(tuple([FACES[face] for face in faces]), len(faces))


@lru_cache(maxsize=8192)
def _built(faces: tuple[int, ...]) -> Cards:
    """A building pile, wilds with what they stand for."""
    return Cards(tuple([f"SB={i}" if face == WILD else FACES[face] for i, face in enumerate(faces, 1)]), len(faces))


@lru_cache(maxsize=8192)
def _stock(faces: tuple[int, ...], peek: bool) -> Cards:
    """A stock: its top is open, the cards beneath are face down."""
    under = [PEEK[face] for face in faces[:-1]] if peek else ["?"] * (len(faces) - 1)
    return Cards((*under, FACES[faces[-1]]), len(faces))


def cards(state: State, lens: Lens) -> list[Cards]:
    """What lies in each zone (E59): hands are seen by their owner, stocks by their top, the draw pile's order by nobody."""
    face = state.face.__getitem__
    peek = lens.sees_unseen
    shown = [FACE_DOWN[len(state.draw)]]
    shown += [_built(tuple(map(face, pile))) if pile else NOTHING for pile in state.builds]
    shown.append(FACE_DOWN[len(state.completed)])
    for seat in range(state.seats):
        stock, hand = state.stocks[seat], state.hands[seat]
        if not stock:
            shown.append(NOTHING)
        elif peek:
            shown.append(_stock(tuple(map(face, stock)), True))
        else:
            shown.append(_stock((0,) * (len(stock) - 1) + (face(stock[-1]),), False))
        shown.append(_open(tuple(sorted(map(face, hand)))) if lens.sees(seat) else HIDDEN[len(hand)])
        shown += [_open(tuple(map(face, pile))) if pile else NOTHING for pile in state.discards[4 * seat : 4 * seat + 4]]
    return shown


def seat_infos(state: State, lens: Lens) -> list[SeatInfo]:
    """Totals where scores are kept; who deals, whose turn it is out of turn, who owes a turn without a draw, the partner."""
    infos = []
    scored = state.options.score_enabled
    dealer = -1 if state.phase == DEALER else state.dealer
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


def pile(state: State, zone: str) -> list[int]:
    """The cards in a zone, as the table shows them."""
    if zone in ("draw", "completed"):
        return list(state.draw if zone == "draw" else state.completed)
    if zone.startswith("B"):
        return list(state.builds[int(zone[1:]) - 1])
    if zone.startswith("stock"):
        return list(state.stocks[int(zone[5:])])
    if zone.startswith("hand"):
        return sorted(state.hands[int(zone[4:])], key=state.face.__getitem__)
    seat, place = map(int, zone.removeprefix("discard").split("."))
    return list(state.discards[4 * seat + place - 1])


def phase(state: State) -> str:
    """The word of the moment; a draw in mid-turn is a refill."""
    return "refill" if state.phase == DRAW and state.opened else PHASES[state.phase]
