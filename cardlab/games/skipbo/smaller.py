"""One step smaller: the edits of a position text that make a case smaller, and what is odd about a position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cardlab.edits import Grammar, Line, list_of, lower_faces, map_faces, runs_of, steps
from cardlab.game import Move, Weight
from cardlab.games.skipbo import notation
from cardlab.games.skipbo.notation import ASK, BURIED, DISCARD, PASS, TO_HAND, TO_PARTNER, face_named
from cardlab.games.skipbo.options import PACK
from cardlab.games.skipbo.rules import refill_due
from cardlab.games.skipbo.state import DEAL, DEALER, DRAW, FACES, OVER, PLAY, UNKNOWN, State, partner

BUILDS: Final = ("B1", "B2", "B3", "B4")
DISCARDS: Final = ("D1", "D2", "D3", "D4")
GRAMMAR: Final = Grammar(
    cards=frozenset({"stock", "hand", *DISCARDS, "completed"}),
    one=frozenset({"seat", "dealer", "for", "oot", "winner"}),
    many=frozenset({"begun", "owes", "idle", "reveal"}),
    parted=frozenset({"saved", "undo", "done", "drawn"}),
    faces=FACES[1:],
    face_words=("dealer_draw", "deal", "reshuffle", "reveal"),
    seat_words=("dealer", "penalty", "overdraw", "out_of_turn"),
    action_face=r"(?<=H)(?:SB|\d+)|(?<=:)(?:SB|\d+)",
)


def weigh(state: State, player: int, move: Move) -> Weight:
    """See `Game.weigh`."""
    odd = oddities(state) + (absent(state, player, move & ~ASK) if isinstance(move, int) and move not in (notation.DRAW, PASS) else 0)
    return Weight(odd, PACK - len(state.draw), sum(face != UNKNOWN for face in state.face))


def oddities(state: State) -> int:
    """How many things are so as play cannot have made them: a stock that is gone although the round goes on; more than five cards in
    a hand, or an empty one to be filled up although nothing was played from it; more cards laid in this turn than lie there; an
    open card, or one in the hand of the seat to act, whose face nobody knows."""
    if state.phase in (DEALER, DEAL, OVER):
        return 0
    pairs = state.options.partners_mode == "pairs"
    gone = sum(
        not state.stocks[seat] and (not pairs or state.options.partners_win == "first_stock" or not state.stocks[partner(state, seat)])
        for seat in range(state.seats)
    )
    full = sum(len(hand) > 5 for hand in state.hands)
    there = sum(map(len, state.builds)) + len(state.completed)
    laid = not state.hand_laid <= state.laid <= there
    empty = state.phase in (DRAW, PLAY) and state.opened and refill_due(state) and not state.hand_laid
    return gone + full + laid + bool(empty) + _untold(state)


def absent(state: State, player: int, play: int) -> int:
    """How much of what a play speaks of is not there: its card, a partner, the four piles before a fifth."""
    source, target = play >> 4, play & 15
    if not 0 <= player < state.seats:
        return 0
    if source >= BURIED:
        pile, face = divmod(source - BURIED, len(FACES) - 1)
        there = face + 1 in [state.face[card] for card in state.discards[4 * player + pile][:-1]]
    elif 0 < source < DISCARD:
        there = any(state.face[card] == source for card in state.hands[player])
    else:
        there = face_named(state, player, source) != UNKNOWN
    fifth = (target == 4 and not all(state.builds)) or (target == 9 and not all(state.discards[4 * player : 4 * player + 4]))
    alone = TO_PARTNER <= target < TO_HAND and partner(state, player) < 0
    return (not there) + fifth + alone


def _untold(state: State) -> int:
    """Cards that lie open, or that their player holds, and whose faces nobody has told, or has still to tell."""
    open_cards = [stock[-1] for stock in state.stocks if stock] + state.hands[state.seat]
    return sum(state.face[card] == UNKNOWN for card in open_cards)


def smaller(text: str, action: str, player: int) -> Iterator[tuple[str, str, int]]:
    """See `Game.smaller`."""
    line = Line.read(text, action, player)
    for step in _steps(line):
        for balanced in _balanced(line, step):
            yield balanced.write()


def _steps(line: Line) -> Iterator[Line]:
    yield from steps(line, GRAMMAR)
    yield from _lower_builds(line)
    yield from _other_piles(line)
    yield from lower_faces(line, GRAMMAR)
    yield from _single_faces(line)
    yield from _told(line)
    yield from _together(line)
    yield from _fewer_drawn(line)
    yield from _plainer_action(line)


def _count(cards: str) -> int:
    return sum(times for _, times in runs_of(cards))


def _elsewhere(line: Line) -> int:
    """Cards that lie anywhere but in the draw pile."""
    found = sum(len(_pile(line.middle[key])) for key in BUILDS if key in line.middle) + _count(line.middle.get("completed", ""))
    return found + sum(_count(value) for seat in line.seats for key, value in seat.items() if key in GRAMMAR.cards)


def _balanced(line: Line, step: Line) -> Iterator[Line]:
    """The step with what it has freed in the draw pile; where that pile has to stay as it is, under the last seat's stock."""
    if "draw" not in line.middle:
        yield step
        return
    all_rest = step.copy()
    all_rest.middle.pop("draw", None)
    yield all_rest
    runs = runs_of(step.middle.get("draw", ""))
    known = list(runs)
    while known and known[0][0] == "?":
        known.pop(0)
    if "draw" in step.middle and known:
        told = step.copy()
        rest = PACK - _elsewhere(step) - sum(times for _, times in known)
        if rest >= 0:
            told.middle["draw"] = list_of([("?", rest), *known] if rest else known)
            yield told
    if "draw" in step.middle and "stock" in step.seats[-1] and _count(step.middle["draw"]) < PACK // 2:
        kept = step.copy()
        freed = PACK - _elsewhere(step) - _count(step.middle["draw"])
        if freed > 0:
            kept.seats[-1]["stock"] = list_of([("?", freed), *runs_of(kept.seats[-1]["stock"])])
            yield kept


def _pile(value: str) -> list[str]:
    """A building pile's cards; a number is short for as many natural ones."""
    if value.isdigit():
        return [str(number) for number in range(1, int(value) + 1)]
    return [face for face, times in runs_of(value) for _ in range(times)]


def _with_pile(line: Line, key: str, cards: list[str]) -> Line:
    """The line with these cards on that pile, natural ones numbered as they lie."""
    new = line.copy()
    if not cards:
        new.middle.pop(key, None)
    elif "SB" not in cards:
        new.middle[key] = str(len(cards))
    else:
        new.middle[key] = ",".join("SB" if face == "SB" else str(at) for at, face in enumerate(cards, 1))
    return new


def _lower_builds(line: Line) -> Iterator[Line]:
    """A lower building pile, the card that is played there, or one that fits on top of it, lower by as much."""
    for key in BUILDS:
        if key not in line.middle:
            continue
        cards = _pile(line.middle[key])
        fewer = [cards[:number] for number in range(len(cards))] + [cards[:at] + cards[at + 1 :] for at in range(len(cards))]
        for less in fewer:
            new = _with_pile(line, key, less)
            yield new
            yield map_faces(new, {str(len(cards) + 1): str(len(less) + 1)}, GRAMMAR)
        if "SB" in cards:
            yield _with_pile(line, key, ["1"] * len(cards))
            for at, face in enumerate(cards):
                if face == "SB":
                    yield _with_pile(line, key, [*cards[:at], "1", *cards[at + 1 :]])
    if "completed" in line.middle and "B1" not in line.middle:
        one = _with_pile(line, "B1", ["1"])
        del one.middle["completed"]
        yield one


def _other_piles(line: Line) -> Iterator[Line]:
    """The piles before the one that is spoken of."""
    for keys in (BUILDS, DISCARDS):
        for at, here in enumerate(keys):
            for there in keys[:at]:
                yield _swapped(line, here, there)


def _swapped(line: Line, here: str, there: str) -> Line:
    """The line with two piles of the seat to act, or of the middle, having changed places."""
    new = line.copy()
    change = {here: there, there: here}
    for part in (new.middle, *new.seats):
        found = {key: part.pop(key) for key in change if key in part}
        part |= {change[key]: value for key, value in found.items()}
    new.action = re.sub(r"[BD][1-4]", lambda found: change.get(found[0], found[0]), new.action)
    if "undo" in new.middle:
        new.middle["undo"] = re.sub(r"[BD][1-4]", lambda found: change.get(found[0], found[0]), new.middle["undo"])
    return new


def _single_faces(line: Line) -> Iterator[Line]:
    """One card lower, the others as they are."""
    for number, seat in enumerate(line.seats):
        for key, value in seat.items():
            if key not in GRAMMAR.cards:
                continue
            runs = runs_of(value)
            for at, (face, times) in enumerate(runs):
                for lower in ("1", "2", "3"):
                    if face != "?" and FACES.index(face) > int(lower):
                        new = line.copy()
                        new.seats[number][key] = list_of([*runs[:at], (lower, times), *runs[at + 1 :]])
                        yield new


def _told(line: Line) -> Iterator[Line]:
    """What is odd put right: an open card that is not known, or is not there, becomes a low one."""
    for number, seat in enumerate(line.seats):
        for key in ("stock", "hand"):
            runs = runs_of(seat.get(key, ""))
            if (runs and runs[-1][0] == "?") or (key == "stock" and not runs):
                rest = [*runs[:-1], ("?", runs[-1][1] - 1)] if runs and runs[-1][1] > 1 else runs[:-1]
                for face in ("1", "2"):
                    new = line.copy()
                    new.seats[number][key] = list_of([*rest, (face, 1)])
                    yield new


def _together(line: Line) -> Iterator[Line]:
    """What goes only together: a turn out of turn with what it has left behind; completed piles with the shuffle of them; a hand
    to be filled up with the cards that were played from it."""
    if "oot" in line.middle:
        new = line.copy()
        for key in ("oot", "saved", "undo"):
            new.middle.pop(key, None)
        yield new
    if _count(line.middle.get("completed", "")) > 12:
        new = line.copy()
        new.middle["completed"] = "?x12"
        yield new
        if line.action.startswith("reshuffle "):
            new = new.copy()
            new.action = "reshuffle ?x12"
            yield new
    if line.middle.get("phase") == "refill" and "from_hand" not in line.middle:
        laid = 5 * int(line.middle.get("refills", "0")) + 1
        new = _with_pile(line, "B1", ["1"] * min(laid, 11))
        new.middle |= {"laid": str(laid), "from_hand": str(laid)}
        yield new


def _fewer_drawn(line: Line) -> Iterator[Line]:
    """The draw pile, where it is told."""
    runs = runs_of(line.middle.get("draw", ""))
    for at, (face, times) in enumerate(runs):
        if face != "?":
            new = line.copy()
            new.middle["draw"] = list_of([*runs[:at], ("?", times), *runs[at + 1 :]])
            yield new
    if len(runs) == 1 and runs[0][1] < PACK // 2:
        for less in (0, 1, runs[0][1] - 1):
            if less < runs[0][1]:
                new = line.copy()
                new.middle["draw"] = list_of([("?", less)] if less else [])
                yield new


def _plainer_action(line: Line) -> Iterator[Line]:
    """Another card or another pile named, and a lower number."""
    for found in re.finditer(r"(?<=H)(?:SB|\d+)|(?<=:)(?:SB|\d+)|(?<=[BD])[2-5]", line.action):
        for lower in range(1, 13):
            if found[0] == "SB" or lower < int(found[0]):
                new = line.copy()
                new.action = line.action[: found.start()] + str(lower) + line.action[found.end() :]
                yield new
    for plain in ("draw", "pass", "S>B1", "H1>B1", "H1>D1"):
        new = line.copy()
        new.action = plain
        if len(plain) < len(line.action):
            yield new
    word, *numbers = line.action.split(" ")
    if word == "overdraw" and numbers[1] != "1":
        new = line.copy()
        new.action = f"{word} {numbers[0]} 1"
        yield new
