"""Penalties and irregularities, as people at the table call them. None of them needs to know a hidden card.

    penalty N         seat N has cheated: two unseen cards off the draw pile, under its stock (E46-E49)
    overdraw N K      seat N has drawn K cards that were not due, off the top of the draw pile (E50-E52)
    out_of_turn N     seat N takes a turn while it is another's; its draw and plays follow as ordinary actions, and when it closes
                      that turn before anybody notices, the turn stands (E53, E57, E58)
    noticed           the turn out of turn is noticed and undone (E54, E55); its price is paid in the seat's next own turn (E56)
    take_back PLAY    the seat on turn has laid a card that does not fit; it goes back where it came from (E29)
"""

from collections.abc import Callable
from typing import Any, Final

from cardlab.game import CHANCE, REFEREE, Event, Log, Move
from cardlab.games.skipbo.notation import DISCARD, PARTNER_DISCARD, PARTNER_STOCK, TEXT, TO_DISCARD, face_named
from cardlab.games.skipbo.state import COMPLETED, DRAW, FACES, FULL, MIX, PENALTY, PLAY, SURPLUS, WILD, State, after_me, partner

Check = Callable[[State, tuple[int, ...]], str | None]


SURPLUSES: Final = range(1, 4)
"""Numbers of surplus cards that a menu offers."""


def calls(state: State) -> list[Move]:
    """See `Game.calls`: of the cards that can be taken back, only those that are known to be there."""
    from cardlab.games.skipbo.rules import sources

    seats = range(state.seats)
    every: list[Move] = [("noticed", ()), *(("penalty", (seat,)) for seat in seats), *(("out_of_turn", (seat,)) for seat in seats)]
    every += [("overdraw", (seat, number)) for seat in seats for number in SURPLUSES]
    if state.phase == PLAY:
        hand = {state.face[card] for card in state.hands[state.seat]}
        known = [source for source in sources(state, state.seat) if not 0 < source < DISCARD or source in hand]
        every += [("take_back", (source * 16 + pile,)) for source in known for pile in range(4)]
    return [call for call in every if forbids(state, REFEREE, call, None) is None]


def forbids(state: State, player: int, move: Move, trace: list[str] | None) -> str | None:
    """The rule that keeps the referee from this call, or None. A call is possible between two actions of the seats."""
    assert not isinstance(move, int)
    word, numbers = move
    refusal, why = CHECKS[word]
    if word == "noticed" and player == state.seat and state.oot >= 0:
        return "skipbo.irregular.out_of_turn_noticed_by"
    if player != REFEREE or state.phase not in (DRAW, PLAY) or (numbers and word != "take_back" and numbers[0] >= state.seats):
        return refusal
    rule = why(state, numbers)
    if rule is None and trace is not None and word == "take_back":
        trace.append("skipbo.E29")
    return rule


def apply(state: State, move: Move, log: Log | None) -> None:
    assert not isinstance(move, int)
    word, numbers = move
    if word == "penalty":
        _penalty(state, numbers[0], log)
    elif word == "overdraw":
        _overdraw(state, numbers[0], numbers[1], log)
    elif word == "out_of_turn":
        _out_of_turn(state, numbers[0], log)
    elif word == "noticed":
        _noticed(state, log)
    elif log is not None:
        log.append(Event("take_back", ("skipbo.E29",), {"seat": state.seat}))


def _log(log: Log | None, kind: str, rules: tuple[str, ...], **facts: Any) -> None:
    if log is not None:
        log.append(Event(kind, rules, facts))


# -- cheating


def _no_penalty(state: State, numbers: tuple[int, ...]) -> str | None:
    options = state.options
    if options.penalty_cheating == "none":
        return "skipbo.penalty.cheating"
    if options.penalty_cheating_scope == "partners_only" and options.partners_mode == "off":
        return "skipbo.E47"
    return None


def _penalty(state: State, seat: int, log: Log | None) -> None:
    from cardlab.games.skipbo.turns import take

    rules = ("skipbo.penalty.cheating", "skipbo.penalty.cheating_to_stock", "skipbo.penalty.cheating_unseen", "skipbo.E49", "skipbo.E46")
    _log(log, "penalty", rules, seat=seat, stock=len(state.stocks[seat]))
    state.task, state.target, state.due, state.took = PENALTY, seat, 2, 0
    take(state, log)


# -- drawing too many


def _no_surplus(state: State, numbers: tuple[int, ...]) -> str | None:
    if not 0 < numbers[1] <= len(state.draw) + len(state.completed):
        return "skipbo.settled.surplus"
    return None


def _overdraw(state: State, seat: int, number: int, log: Log | None) -> None:
    """The surplus goes under the stock, or back where it came from: then nothing has changed."""
    from cardlab.games.skipbo.turns import take

    if state.options.irregular_overdraw == "back_to_draw":
        _log(log, "overdraw", ("skipbo.irregular.overdraw_limit", "skipbo.E50"), seat=seat, surplus=number, draw_pile=len(state.draw))
        return
    rules = ["skipbo.irregular.overdraw", "skipbo.irregular.overdraw_accidental"]
    if state.options.turn_start_draw != "draw_5":  # which lifts the limit (E61)
        rules.append("skipbo.irregular.overdraw_limit")
    if number > 1 or state.options.irregular_overdraw_mix == "whole_pile":
        rules.append("skipbo.irregular.overdraw_mixed")
    rules += ["skipbo.E51", "skipbo.E50"]
    if state.laid:
        rules.append("skipbo.E52")
    _log(log, "overdraw", tuple(rules), seat=seat, surplus=number, stock=len(state.stocks[seat]) + number)
    state.task, state.target, state.due, state.took = SURPLUS, seat, number, 0
    take(state, log)


def taken(state: State, log: Log | None) -> None:
    """All cards for a stock have been taken: surplus cards are mixed, alone or with the whole face-down pile (E51)."""
    seat = state.target
    stock = state.stocks[seat]
    if state.task == PENALTY:
        if state.took < 2:
            _log(log, "lapse", ("skipbo.E48",), seat=seat, missing=2 - state.took)
    else:
        whole = state.options.irregular_overdraw_mix == "whole_pile"
        state.mix = len(stock) - 1 if whole and len(stock) > state.took else min(state.took, len(stock) - 1)
        if state.mix > 1:
            state.phase, state.player = MIX, CHANCE
            return
    _back(state, log, state.took)


def mixed(state: State, log: Log | None) -> None:
    """A stock's bottom has been mixed."""
    _log(log, "mixed", ("skipbo.irregular.overdraw_mixed", "skipbo.E51"), seat=state.target, cards=state.mix)
    state.mix = 0
    _back(state, log, state.took)


def _back(state: State, log: Log | None, number: int) -> None:
    """Back to the turn. A stock that had been empty has an open top again."""
    from cardlab.games.skipbo.turns import settle

    stock = state.stocks[state.target]
    if number and len(stock) == number:
        _log(log, "flip", ("skipbo.pile.stock.top_always_open",), seat=state.target, left=len(stock))
    state.took = 0
    settle(state)


# -- out of turn


def _no_fault(state: State, numbers: tuple[int, ...]) -> str | None:
    """A fault is possible for any seat that is not on turn, one at a time."""
    if state.oot >= 0 or numbers[0] == state.seat:
        return "skipbo.irregular.out_of_turn_trigger"
    return None


def _out_of_turn(state: State, seat: int, log: Log | None) -> None:
    from cardlab.games.skipbo.turns import settle

    _log(log, "out_of_turn", ("skipbo.irregular.out_of_turn_trigger",), seat=seat, next=state.seat)
    state.oot, state.saved, state.undo = state.seat, state.turn_marks(), []
    state.seat = seat
    state.turn += 1
    state.fresh_turn()
    settle(state)


def _nothing_noticed(state: State, numbers: tuple[int, ...]) -> str | None:
    if state.oot < 0:
        return "skipbo.irregular.out_of_turn_noticed" if state.turn < 2 else "skipbo.E57"
    return None if state.drew or state.laid else "skipbo.irregular.out_of_turn_trigger"


def fault(state: State) -> bool:
    """Whether what the seat out of turn has done is the fault that the option names, and so has its price (D33, E53)."""
    trigger = state.options.irregular_oot_trigger
    if trigger == "draw":
        return state.drew > 0
    return (state.drew > 0 or state.laid > 0) if trigger == "draw_or_play" else (state.drew > 0 and state.laid > 0)


def _noticed(state: State, log: Log | None) -> None:
    """Cards laid go back, the last one first (E55); cards drawn stay in the hand (E54); the right seat goes on."""
    from cardlab.games.skipbo.turns import settle

    seat = state.seat
    rules = ["skipbo.irregular.out_of_turn_noticed", "skipbo.irregular.out_of_turn_restore"]
    if fault(state) and state.options.irregular_oot_penalty == "no_draw_next_turn":
        state.owes |= 1 << seat
        rules.append("skipbo.irregular.out_of_turn_no_draw")
    rules += ["skipbo.E55"] if state.undo else []
    rules += ["skipbo.E54"] if state.drew else []
    rules += ["skipbo.E53"] if fault(state) and not state.laid else []
    rules.append("skipbo.irregular.out_of_turn_noticed_by")
    _log(log, "noticed", tuple(rules), seat=seat, next=state.oot, undone=sum(entry >> 3 != COMPLETED for entry in state.undo))
    for entry in reversed(state.undo):
        _undo(state, seat, entry >> 3, entry & 7)
    state.seat, state.oot, state.undo = state.oot, -1, []
    state.restore_marks(state.saved)
    state.saved = ()
    settle(state)


def _undo(state: State, seat: int, source: int, pile: int) -> None:
    """One play goes back where it came from; a completed pile comes back first."""
    if source == COMPLETED:
        state.builds[pile] = state.completed[-FULL:]
        del state.completed[-FULL:]
        return
    card = state.builds[pile].pop()
    mate = partner(state, seat)
    if source == 0:
        state.stocks[seat].append(card)
    elif source < DISCARD:
        state.hands[seat].append(card)
    elif source < PARTNER_STOCK:
        state.discards[4 * seat + source - DISCARD].append(card)
    elif source == PARTNER_STOCK:
        state.stocks[mate].append(card)
    else:
        state.discards[4 * mate + source - PARTNER_DISCARD].append(card)


def unnoticed(state: State, log: Log | None) -> None:
    """A turn out of turn was completed before anybody noticed: it stands, and the turn passed over lapses (E58)."""
    from cardlab.games.skipbo.turns import begin_turn, next_seat, settle

    seat, interrupted, marks = state.seat, state.oot, state.saved
    state.oot, state.saved, state.undo = -1, (), []
    stands = ("skipbo.irregular.out_of_turn_unnoticed", "skipbo.irregular.out_of_turn_game_goes_on")
    if state.options.irregular_oot_next == "left_of_offender":
        left = ("skipbo.irregular.out_of_turn_resume_left", "skipbo.E58", "skipbo.settled.left_of_offender")
        _log(log, "stands", (*stands[:1], *left), seat=seat, next=after_me(state, seat))
        begin_turn(state, next_seat(state, seat), log)
        return
    _log(log, "stands", stands, seat=seat, next=interrupted)
    state.seat = interrupted
    state.restore_marks(marks)
    settle(state)


# -- a card that does not fit


def misfit_rule(state: State, play: int) -> str | None:
    """The rule by which the card of that play does not fit; None where it fits or no card of that source is there."""
    from cardlab.games.skipbo.rules import _source, misfit

    source, target = play >> 4, play & 15
    if target > 3 or state.phase != PLAY or isinstance(_source(state, state.seat, source, target), str):
        return None
    return misfit(state, face_named(state, state.seat, source), target)


def _stays(state: State, numbers: tuple[int, ...]) -> str | None:
    """A play that is legal cannot be taken back (E30)."""
    return None if misfit_rule(state, numbers[0]) else "skipbo.E30"


CHECKS: Final[dict[str, tuple[str, Check]]] = {
    "penalty": ("skipbo.penalty.cheating", _no_penalty),
    "overdraw": ("skipbo.settled.surplus", _no_surplus),
    "out_of_turn": ("skipbo.irregular.out_of_turn_trigger", _no_fault),
    "noticed": ("skipbo.irregular.out_of_turn_noticed", _nothing_noticed),
    "take_back": ("skipbo.E30", _stays),
}
"""Each call: the rule that refuses it where no call is possible, and the check of its own."""


def play_facts(state: State, play: int) -> dict[str, Any]:
    """The facts of a play: the card, where to, what a building pile wants, what a wild stands for."""
    face = face_named(state, state.seat, play >> 4)
    target = play & 15
    facts: dict[str, Any] = {"card": "Skip-Bo" if face == WILD else FACES[face] if face else "-", "pile": TEXT[play].split(">")[1]}
    if target < TO_DISCARD:
        facts["wants"] = len(state.builds[target]) + 1 if target < 4 else 1
        if face == WILD:
            facts["value"] = facts["wants"]
    return facts
