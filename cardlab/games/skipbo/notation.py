"""Actions as numbers and as text.

A play is source * 16 + target. Some pairs can be said but are never legal (`S>D1`, `D1>D2`, `H3>D5`): the refusal names the rule.
Words with numbers (`deal 3 7 SB`, `penalty 1`) are actions of CHANCE and the REFEREE; seats count from 0."""

import re
from typing import Final

from cardlab.errors import InvalidAction
from cardlab.game import Move
from cardlab.games.skipbo.options import PACK
from cardlab.games.skipbo.state import FACE, FACES, State, partner

STOCK: Final = 0
HAND: Final = 0
"""A hand card's source is its face: 1 to 13."""
DISCARD: Final = 14
PARTNER_STOCK: Final = 18
PARTNER_DISCARD: Final = 19
BUILD: Final = 23
BURIED: Final = 27
"""A card of a discard pile by its face, `D1:8>B2`: BURIED + 13 * pile + face - 1."""
SOURCES: Final = (
    "S",
    *(f"H{face}" for face in FACES[1:]),
    *(f"D{i}" for i in range(1, 5)),
    "P.S",
    *(f"P.D{i}" for i in range(1, 5)),
    *(f"B{i}" for i in range(1, 5)),
    *(f"D{i}:{face}" for i in range(1, 5) for face in FACES[1:]),
)
TO_DISCARD: Final = 5
TO_PARTNER: Final = 10
TO_HAND: Final = 14
TARGETS: Final = (*(f"B{i}" for i in range(1, 6)), *(f"D{i}" for i in range(1, 6)), *(f"P.D{i}" for i in range(1, 5)), "H")
"""Fifth piles can be named, and are refused."""
DRAW: Final = 1280
PASS: Final = 1281
ASK: Final = 2048
"""`ask P.S>B1`: ASK + the play asked for."""

TEXT: Final[dict[int, str]] = {
    **{s * 16 + t: f"{source}>{target}" for s, source in enumerate(SOURCES) for t, target in enumerate(TARGETS)},
    DRAW: "draw",
    PASS: "pass",
    **{ASK + s * 16 + t: f"ask {SOURCES[s]}>{TARGETS[t]}" for s in range(PARTNER_STOCK, BUILD) for t in range(4)},
}
NUMBER: Final[dict[str, int]] = {text: number for number, text in TEXT.items()}

FACE_WORDS: Final = ("dealer_draw", "deal", "reshuffle", "reveal")
SEAT_WORDS: Final = {"dealer": 1, "penalty": 1, "overdraw": 2, "out_of_turn": 1, "noticed": 0}
"""Words with so many numbers behind them."""
REFEREE_WORDS: Final = frozenset({"penalty", "overdraw", "out_of_turn", "noticed", "take_back"})
READABLE: Final = (
    "draw, pass, S>B1, H7>B2, HSB>B2, D3>B1, P.S>B1, P.D2>B1, H9>D3, ask P.S>B1; chance: dealer_draw F…, dealer N, deal F…, "
    "reshuffle F…, reveal F…; referee: penalty N, overdraw N K, out_of_turn N, noticed, take_back H7>B2"
)


def read(state: State, text: str) -> Move:
    """The action that a text says; a top card named by its face (`D1:4>B2`) is the plain `D1>B2`."""
    move = NUMBER.get(text)
    if move is not None:
        return _top_card(state, move) if BURIED * 16 <= move < DRAW else move
    word, *rest = text.split(" ")
    if word in FACE_WORDS:
        return word, _faces(text, rest)
    if word == "take_back" and len(rest) == 1 and rest[0] in NUMBER and NUMBER[rest[0]] < DRAW:
        return word, (NUMBER[rest[0]],)
    if word in SEAT_WORDS and len(rest) == SEAT_WORDS[word] and all(re.fullmatch(r"0|[1-9]\d{0,2}", n) for n in rest):
        return word, tuple(map(int, rest))
    raise InvalidAction(text, f"can be read: {READABLE}")


def _faces(text: str, items: list[str]) -> tuple[int, ...]:
    """Faces as text, `?x24` for many; InvalidAction for anything else."""
    faces: list[int] = []
    for item in items:
        face, x, times = item.partition("x")
        if face not in FACE or (x and not re.fullmatch(r"[1-9]\d{0,2}", times)):
            raise InvalidAction(text, f"{item!r} is no face; faces are 1 to 12, SB and ?")
        faces += [FACE[face]] * int(times or 1)
    if not 0 < len(faces) <= PACK:
        raise InvalidAction(text, f"expected 1 to {PACK} faces, not {len(faces)}")
    return tuple(faces)


def _top_card(state: State, move: int) -> int:
    pile, face = divmod((move >> 4) - BURIED, 13)
    cards = state.discards[4 * state.seat + pile]
    return (DISCARD + pile) * 16 + (move & 15) if cards and state.face[cards[-1]] == face + 1 else move


def write(state: State, move: Move) -> str:
    """The action as text; `read` gives it back."""
    if isinstance(move, int):
        return TEXT[move]
    word, numbers = move
    if word in FACE_WORDS:
        return f"{word} {' '.join(FACES[face] for face in numbers)}"
    if word == "take_back":
        return f"{word} {TEXT[numbers[0]]}"
    return " ".join((word, *map(str, numbers)))


def face_named(state: State, seat: int, source: int) -> int:
    """The face that a play lays: as it says itself, or the open card that it names. 0 where nothing lies there."""
    if STOCK < source < DISCARD:
        return source
    if source >= BURIED:
        return (source - BURIED) % 13 + 1
    mate = partner(state, seat)
    if source == STOCK:
        cards = state.stocks[seat]
    elif source < PARTNER_STOCK:
        cards = state.discards[4 * seat + source - DISCARD]
    elif source >= BUILD:
        cards = state.builds[source - BUILD]
    elif mate < 0:
        return 0
    elif source == PARTNER_STOCK:
        cards = state.stocks[mate]
    else:
        cards = state.discards[4 * mate + source - PARTNER_DISCARD]
    return state.face[cards[-1]] if cards else 0
