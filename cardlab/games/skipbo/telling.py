"""What a person is told of an action: its label in a move list, the phrase that says it, the facts that bear on it."""

from collections.abc import Sequence
from typing import Any, Final

from cardlab.game import Move
from cardlab.games.skipbo import notation
from cardlab.games.skipbo.notation import ASK, BUILD, DISCARD, DRAW, PARTNER_DISCARD, PARTNER_STOCK, PASS, TEXT, TO_DISCARD, face_named
from cardlab.games.skipbo.referee import play_facts
from cardlab.games.skipbo.rules import cards_due
from cardlab.games.skipbo.setup import shuffled
from cardlab.games.skipbo.state import COPIES, FACES, MIX, TO_HAND, UNKNOWN, State, unseen

NO_FACES: Final = frozenset({"deal", "reshuffle"})


def label(state: State, player: int, move: Move) -> str:
    """The action as everybody at the table may know it: an open card is named, a deal and a hand are not."""
    if not isinstance(move, int):
        word, _ = move
        if word in NO_FACES:
            return "mix" if state.phase == MIX else word
        hidden = word == "reveal" and state.pending and state.pending[0] in state.hands[state.seat]
        return word if hidden else notation.write(state, move)
    if move == DRAW:
        return f"draw {due}" if (due := drawn(state)) else "draw"
    source = move >> 4
    if move >= DRAW or 0 < source < DISCARD or source >= BUILD:
        return TEXT[move]
    start, end = TEXT[move].split(">")
    face = FACES[face_named(state, player, source)]
    return f"{start}{face}>{end}" if source in (0, PARTNER_STOCK) else f"{start}:{face}>{end}"


def phrase(state: State, player: int, move: Move) -> str:
    """The key of the phrase."""
    if not isinstance(move, int):
        return "mix" if move[0] == "reshuffle" and state.phase == MIX else move[0]
    if move == DRAW:
        return "refill" if state.opened and state.seat == player else "draw"
    if move == PASS:
        return "pass"
    source, target = (move & ~ASK) >> 4, move & 15
    if move >= ASK:
        return "ask"
    if target >= TO_DISCARD:
        return "discard" if 0 < source < DISCARD and target != notation.TO_HAND else "move"
    if source == 0:
        return "play_stock"
    if source < DISCARD:
        return "play_hand"
    if source < PARTNER_STOCK:
        return "play_discard"
    if source >= BUILD:
        return "move"
    return "play_partner_stock" if source < PARTNER_DISCARD else "play_partner_discard"


def drawn(state: State) -> int:
    """Cards that the draw now due takes at once: those due, or what the pile still holds."""
    return min(cards_due(state), len(state.draw))


def facts(state: State, player: int, move: Move) -> dict[str, Any]:
    """What bears on an action, as everybody may know it."""
    if not isinstance(move, int):
        return _word_facts(state, move)
    told: dict[str, Any] = {"seat": player}
    if move in (DRAW, PASS):
        hand = len(state.hands[player]) if 0 <= player < state.seats else 0
        told |= {"hand": hand, "drawn": drawn(state), "draw_pile": len(state.draw)}
        return told
    told |= play_facts(state, move & ~ASK if move >= ASK else move) if 0 <= player < state.seats else {}
    if move < DRAW and 0 < move >> 4 < DISCARD and 0 <= player < state.seats:
        told["hand"] = len(state.hands[player])
        if any(state.face[card] == UNKNOWN for card in state.hands[player]):
            told |= _too_many(unseen(state), (move >> 4,))
    return told


def _word_facts(state: State, move: tuple[str, tuple[int, ...]]) -> dict[str, Any]:
    word, numbers = move
    if word == "take_back":
        return {"seat": state.seat, **play_facts(state, numbers[0])}
    if word in ("penalty", "overdraw", "out_of_turn"):
        told: dict[str, Any] = {"seat": numbers[0]}
        if numbers[0] < state.seats:
            told |= {"stock": len(state.stocks[numbers[0]]), "hand": len(state.hands[numbers[0]]), "draw_pile": len(state.draw)}
        return told | ({"surplus": numbers[1]} if word == "overdraw" else {})
    if word == "noticed":
        return {"seat": state.seat, "next": state.oot if state.oot >= 0 else state.seat}
    if word == "dealer":
        return {"dealer": numbers[0]}
    if word == "dealer_draw":
        return {"drawing": state.drawn.count(0)}
    if word == "deal":
        size = state.options.stock_size(state.seats)
        return {"dealer": state.dealer, "stock_size": size, "cards": len(numbers), **_too_many(COPIES, numbers)}
    if word == "reveal":
        return {"cards": len(numbers), **_too_many(unseen(state), numbers)}
    told = {"seat": state.target, "cards": len(numbers), "completed": len(state.completed)}
    if state.phase == MIX:
        there = [state.face[card] for card in shuffled(state)]
        told |= _too_many([left + there.count(face) for face, left in enumerate(unseen(state))], numbers)
    return told | ({"hand": len(state.hands[state.target])} if state.task == TO_HAND else {})


def _too_many(left: Sequence[int], faces: tuple[int, ...]) -> dict[str, Any]:
    """A face of which fewer are left than are named: how many the pack has, how many of them are known already, how many are named."""
    for face in sorted(set(faces)):
        if face and faces.count(face) > left[face]:
            return {"face": FACES[face], "copies": COPIES[face], "known": COPIES[face] - left[face], "wanted": faces.count(face)}
    return {}
