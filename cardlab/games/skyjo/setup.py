"""The set-up: the first discard, the opening flips, and who takes the first turn.

Each function carries on from one moment; where the next card's face is not known it stops, and CHANCE has to name it.
"""

from __future__ import annotations

from cardlab.game import Event, Log
from cardlab.games.skyjo import flow, lines
from cardlab.games.skyjo.state import (
    CHOSEN,
    FACE_TEXT,
    OFFER_OPENING,
    OFFER_SEAT,
    OPEN,
    OPENING,
    REVEAL_FIRST,
    REVEAL_OPENING,
    STARTER,
    UNKNOWN,
    State,
    await_chance,
    unseen_to_turn,
)


def first_discard(state: State, log: Log | None) -> None:
    """The first discard lies open; the opening flips follow, from seat 0 (skyjo.deal.order)."""
    top = state.discard[-1]
    if state.face[top] == UNKNOWN:
        await_chance(state, REVEAL_FIRST)
        return
    if log is not None:
        log.append(Event("first_discard", ("skyjo.deal.first_discard", "skyjo.deal.order"), {"card": FACE_TEXT[state.face[top]]}))
        log.append(Event("draw_pile", ("skyjo.deal.draw_pile",), {"left": len(state.draw)}))
    if state.options.deal_initial_flips:
        state.phase = OPENING
        state.player = state.actor = 0
    else:
        choose_starter(state, log)


def chosen(state: State, log: Log | None) -> None:
    """A seat has chosen an opening card: the same seat chooses on, or the next one, or all are turned together (E18)."""
    count = sum(state.up[card] == CHOSEN for card in state.grid[state.actor])
    if count < state.options.deal_initial_flips:
        return
    if state.actor + 1 < state.seats:
        state.player = state.actor = state.actor + 1
        return
    state.phase = REVEAL_OPENING
    if unseen_to_turn(state):
        await_chance(state, REVEAL_OPENING)
    else:
        turn_opening(state, log)


def turn_opening(state: State, log: Log | None) -> None:
    """Turn all opening cards together, take their sums as flipped, then remove or offer what they complete (E17)."""
    face, up = state.face, state.up
    state.forced = -1
    opening = [[card for card in grid if card >= 0 and up[card] == CHOSEN] for grid in state.grid]
    for cards in opening:
        for card in cards:
            up[card] = OPEN
    state.sums = [sum(face[card] for card in cards) for cards in opening]
    tied = _highest(state, [max(face[card] for card in cards) for cards in opening])
    if log is not None:
        rules = ["skyjo.deal.initial_flips", "skyjo.settled.flips_together", "skyjo.deal.initial_flips_timing"]
        if state.options.deal_initial_flips != 2:
            rules.append("skyjo.settings.initial_flips")
        log.append(Event("opening", tuple(rules), {"sums": state.sums[:]}))
    if not state.lots and state.options.start_player == "highest_sum":
        state.lots = tied
    if state.options.column_at_setup == "remove":
        for seat in range(state.seats):
            found = lines.removable(state, seat)
            going = [line for line in found if lines.is_automatic(state, line)]
            state.offers += [seat * OFFER_SEAT + line for line in found if line not in going]
            if going:
                lines.remove(state, seat, going, log, ("skyjo.E17",))
    if state.offers:
        state.phase = OFFER_OPENING
        state.player = state.actor = state.offers[0] // OFFER_SEAT
    else:
        choose_starter(state, log)


def _highest(state: State, cards: list[int]) -> list[int]:
    """The seats that the opening sums leave for the first turn: one, or several whom lots have to part (E13)."""
    best = max(state.sums)
    tied = [seat for seat in range(state.seats) if state.sums[seat] == best]
    if state.options.start_tie_break == "seat_order":
        return tied[:1]
    if state.options.start_tie_break == "highest_card_then_random":
        high = max(cards[seat] for seat in tied)
        tied = [seat for seat in tied if cards[seat] == high]
    return tied


def by_sums(state: State) -> bool:
    """Whether the opening sums decide who takes the first turn of this round (skyjo.start.highest_sum, E15, E19)."""
    options = state.options
    if options.start_player != "highest_sum" or not options.deal_initial_flips:
        return False
    return state.round == 1 or options.start_next_rounds == "same_rule"


def choose_starter(state: State, log: Log | None) -> None:
    """Give the first turn to the seat that the options name; CHANCE draws lots where several are left."""
    options = state.options
    if not state.lots:
        state.lots = [0] if options.start_player == "host" else list(range(state.seats))
    if len(state.lots) > 1:
        await_chance(state, STARTER)
        return
    starter = state.lots[0]
    if log is not None:
        log.append(Event("starter", tuple(starter_rules(state)), starter_facts(state) | {"starter": starter}))
    begin_round(state, starter, log)


def starter_rules(state: State) -> list[str]:
    """Why the coming starter, or those between whom lots decide, may begin."""
    options, rules = state.options, []
    if by_sums(state):
        rules = ["skyjo.start.highest_sum", "skyjo.start.sum"]
        best = max(state.sums, default=0)
        if state.sums.count(best) > 1:
            rules.append("skyjo.E13")
        if any(state.face[card] < 0 for grid in state.grid for card in grid if card >= 0 and state.up[card] == OPEN):
            rules.append("skyjo.E14")
        if state.round > 1:
            rules.append("skyjo.E19")
    elif state.round > 1 and options.start_next_rounds != "same_rule":
        rules = ["skyjo.settled.later_starters"]
    elif options.start_player == "highest_sum":
        rules = ["skyjo.E15"]
    else:
        rules = ["skyjo.settings.host"]
    if len(state.lots) > 1:
        rules.append("skyjo.settled.lots")
    return rules


def starter_facts(state: State) -> dict[str, object]:
    return {"sums": state.sums[:]} if state.sums else {}


def begin_round(state: State, starter: int, log: Log | None) -> None:
    state.starter = starter
    state.sums = []
    state.lots = []
    flow.begin_turn(state, starter, log)
