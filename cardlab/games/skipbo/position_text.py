"""Writing the whole state in one line (grammar: `cardlab/line.py`; read back by `position_reading.py`).

    skipbo official | phase=play seat=A draw=?x61 B1=4 B3=1,SB,3 | A stock=?x29,4 hand=3,7,9,9,12 D1=8,4 | B stock=?x29,7 hand=?x5

Lists run from bottom to top; the draw pile's last card is drawn next. `B1=4` is short for natural cards 1 to 4. What a reader may
leave out: the draw pile (all the rest, unknown), a stock (of the usual size, unknown), empty places, and whatever is as at the
beginning of a turn in the second lap. Unknown faces may stand in hands, stocks, the draw pile and completed piles."""

from typing import Any, Final

from cardlab.games.skipbo.notation import SOURCES
from cardlab.games.skipbo.state import (
    COMPLETED,
    DEAL,
    DEALER,
    DRAW,
    FACES,
    FULL,
    MIX,
    OVER,
    PHASES,
    PLAY,
    RESHUFFLE,
    REVEAL,
    TASKS,
    State,
)
from cardlab.games.skipbo.view import phase as phase_word
from cardlab.line import SEATS, write_cards

PHASE_WORDS: Final = (*PHASES[:DRAW], "draw", "refill", "play", "over")
COUNTS: Final = {"laid": "laid", "from_hand": "hand_laid", "refills": "refills", "drew": "drew"}
"""What is counted within the turn: key, and name in the state."""
DONE: Final = {"opened": "opened", "flip": "flipped", "no_draw": "penal"}
"""What has been done in the turn: word, and name in the state."""
MIDDLE: Final = (
    *("phase", "seat", "dealer", "round", "turn", "draw", "B1", "B2", "B3", "B4", "completed", "drawn", "begun", "owes", "idle"),
    *(*COUNTS, "done", "task", "for", "due", "took", "mix", "reveal", "oot", "saved", "undo", "winner", "reason"),
)
SEAT_KEYS: Final = ("total", "stock", "hand", "D1", "D2", "D3", "D4")


def write(state: State) -> str:
    """The position in its one canonical line."""
    head = ["skipbo", state.options.preset]
    head += [f"{name}={_value(value)}" for name, value in state.options.changes().items()]
    parts = [" ".join(head), " ".join(f"{key}={value}" for key, value in _middle(state).items())]
    parts += [" ".join((SEATS[seat], *(f"{key}={value}" for key, value in _seat(state, seat).items()))) for seat in range(state.seats)]
    return " | ".join(parts)


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _list(state: State, cards: list[int]) -> str:
    return write_cards(FACES[state.face[card]] for card in cards)


def _letters(bits: int) -> str:
    return "".join(letter for seat, letter in enumerate(SEATS) if bits >> seat & 1)


def _middle(state: State) -> dict[str, Any]:
    told: dict[str, Any] = {"phase": phase_word(state)}
    setting_up = state.phase in (DEALER, DEAL)
    if not setting_up:
        told["seat"] = SEATS[state.seat]
    if state.dealer != state.seats - 1:
        told["dealer"] = SEATS[state.dealer]
    if state.round != 1:
        told["round"] = state.round
    if not setting_up and state.turn != second_lap(state):
        told["turn"] = state.turn
    told["draw"] = _list(state, state.draw)
    for i, pile in enumerate(state.builds):
        if pile:
            faces = [state.face[card] for card in pile]
            natural = faces == list(range(1, len(pile) + 1)) and len(pile) < FULL
            written = _list(state, pile)
            told[f"B{i + 1}"] = len(pile) if natural else f"{written}x1" if written.isdigit() else written
    if state.completed:
        told["completed"] = _list(state, state.completed)
    if any(state.drawn):
        told["drawn"] = ",".join({0: "?", -1: "-"}.get(n, str(n)) for n in state.drawn)
    if not setting_up:
        told |= _turn(state)
    return told | _unfinished(state)


def _turn(state: State) -> dict[str, Any]:
    """What the turn and those before it leave behind."""
    told: dict[str, Any] = {}
    if state.begun != begun_in_order(state):
        told["begun"] = _letters(state.begun)
    for key, bits in (("owes", state.owes), ("idle", state.idle)):
        if bits:
            told[key] = _letters(bits)
    told |= {key: getattr(state, name) for key, name in COUNTS.items() if getattr(state, name)}
    words = [word for word, name in DONE.items() if getattr(state, name)]
    if state.phase in (PLAY, DRAW):
        words = [word for word in words if word != "opened"]
    return told | ({"done": ",".join(words)} if words else {})


def _unfinished(state: State) -> dict[str, Any]:
    """What is going on: an interrupted draw, faces to be told, a turn out of turn, the end."""
    told: dict[str, Any] = {}
    if state.phase == RESHUFFLE:
        told |= {"task": TASKS[state.task], "for": SEATS[state.target], "due": state.due, "took": state.took}
    if state.phase == MIX:
        told |= {"for": SEATS[state.target], "took": state.took, "mix": state.mix}
    if state.phase == REVEAL:
        tops = {stock[-1]: SEATS[seat] for seat, stock in enumerate(state.stocks) if stock}
        told["reveal"] = "".join(tops[card] for card in state.pending) if state.pending[0] in tops else len(state.pending)
    if state.oot >= 0:
        told |= {"oot": SEATS[state.oot], "saved": ",".join(map(str, state.saved))}
        if state.undo:
            told["undo"] = ",".join(f"{_undo_word(entry >> 3)}>B{(entry & 7) + 1}" for entry in state.undo)
    if state.phase == OVER:
        told |= {"winner": SEATS[state.winner]} if state.winner >= 0 else {}
        told["reason"] = state.reason
    return told


def _undo_word(source: int) -> str:
    return "full" if source == COMPLETED else SOURCES[source]


def _seat(state: State, seat: int) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if state.totals[seat]:
        told["total"] = state.totals[seat]
    told["stock"] = _list(state, state.stocks[seat])
    if state.hands[seat]:
        faces = sorted((state.face[card] for card in state.hands[seat]), key=lambda face: face or 99)
        told["hand"] = write_cards(FACES[face] for face in faces)
    for i, pile in enumerate(state.discards[4 * seat : 4 * seat + 4]):
        if pile:
            told[f"D{i + 1}"] = _list(state, pile)
    return told


def second_lap(state: State) -> int:
    """The first turn of the second lap in which that seat is on turn: the turn that a text need not name."""
    return state.seats + 1 + (state.seat - state.dealer - 1) % state.seats


def begun_in_order(state: State) -> int:
    """The seats that have finished a turn if turns went round in order from the dealer's left."""
    bits = 0
    for i in range(min(max(state.turn - 1, 0), state.seats)):
        bits |= 1 << (state.dealer + 1 + i) % state.seats
    return bits
