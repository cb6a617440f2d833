"""How a round goes on by itself: what follows the deal, the opening flips, a placed card, an answered offer and the end of a turn.

Each function carries on from one moment; where the next card's face is not known it stops, and CHANCE has to name it.
"""

from __future__ import annotations

from cardlab.game import Event, Log
from cardlab.games.skyjo import lines, scoring
from cardlab.games.skyjo.state import (
    CHOSEN,
    FACE_TEXT,
    FLIP,
    OFFER,
    OFFER_OPENING,
    OFFER_SEAT,
    OPEN,
    OPENING,
    PLACE,
    REVEAL_DISCARD,
    REVEAL_DRAW,
    REVEAL_FIRST,
    REVEAL_FLIP,
    REVEAL_OPENING,
    REVEAL_SWAP,
    STARTER,
    TURN,
    UNKNOWN,
    State,
    await_chance,
    hidden_left,
    is_empty,
    place_text,
    unseen_to_turn,
)  # fmt: skip

# -- the set-up


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
    begin_turn(state, starter, log)


# -- turns


def begin_turn(state: State, seat: int, log: Log | None) -> None:
    """The seat is to act; one whose grid is empty has nothing to do and the turn passes."""
    state.turn += 1
    state.phase = TURN
    state.player = state.actor = seat
    state.forced = -1
    if is_empty(state, seat):
        if log is not None:
            log.append(Event("pass", ("skyjo.settled.empty_grid_passes", "skyjo.turn.next_player"), {"seat": seat}))
        end_turn(state, log)


def drawn(state: State, log: Log | None) -> None:
    """Lift the top of the draw pile; its drawer sees it before choosing (skyjo.turn.draw_look)."""
    state.held = state.draw.pop()
    state.taken = False
    if state.face[state.held] == UNKNOWN:
        await_chance(state, REVEAL_DRAW)
    else:
        seen(state, log)


def seen(state: State, log: Log | None) -> None:
    state.phase = PLACE
    state.player = state.actor
    if log is not None:
        log.append(Event("drawn", ("skyjo.turn.draw_look", "skyjo.settled.draw_is_a_ply"), {"seat": state.actor, "left": len(state.draw)}))


def thrown(state: State, log: Log | None) -> None:
    """The drawn card lies on the discard pile; a hidden card has to be turned next (skyjo.turn.draw_discard_order)."""
    face = state.face[state.discard[-1]]
    if face == UNKNOWN:
        await_chance(state, REVEAL_DISCARD)
        return
    state.phase = FLIP
    state.player = state.actor
    if log is not None:
        rules = ("skyjo.turn.draw_discard", "skyjo.discard.on_top", "skyjo.discard.face_up")
        log.append(Event("discarded", rules, {"seat": state.actor, "card": FACE_TEXT[face]}))


def swapped(state: State, log: Log | None, was_hidden: bool) -> None:
    """A card has been swapped in at `state.at`; the replaced one lies on the discard pile, known only now."""
    seat, at = state.actor, state.at
    laid, replaced = state.face[state.grid[seat][at]], state.face[state.discard[-1]]
    if laid == UNKNOWN or replaced == UNKNOWN:
        await_chance(state, REVEAL_SWAP)
        return
    if log is not None:
        rules = ["skyjo.turn.take_discard_replaced" if state.taken else "skyjo.turn.draw_swap_replaced"]
        rules += ["skyjo.discard.on_top", "skyjo.discard.face_up"]
        if was_hidden:
            rules.append("skyjo.turn.swap_reveals")
        facts = {"seat": seat, "place": place_text(state, seat, at), "card": FACE_TEXT[laid], "replaced": FACE_TEXT[replaced]}
        log.append(Event("swapped", tuple(rules), facts))
    changed(state, log, "skyjo.E01")


def flipped(state: State, log: Log | None) -> None:
    """The hidden card at `state.at` has been turned up."""
    seat, at = state.actor, state.at
    face = state.face[state.grid[seat][at]]
    if face == UNKNOWN:
        await_chance(state, REVEAL_FLIP)
        return
    if log is not None:
        facts = {"seat": seat, "place": place_text(state, seat, at), "card": FACE_TEXT[face]}
        log.append(Event("turned", ("skyjo.turn.draw_discard_flip",), facts))
    changed(state, log, "skyjo.E02")


def changed(state: State, log: Log | None, order: str) -> None:
    """The card at `state.at` is new: lines it completes go, or are offered, before the turn ends (E05, E10)."""
    seat = state.actor
    found = lines.through(state, seat, state.at)
    if found:
        going = [line for line in found if lines.is_automatic(state, line)]
        state.offers = [seat * OFFER_SEAT + line for line in found if line not in going]
        if going:
            why = (order, "skyjo.E10") if state.finisher >= 0 else (order,)
            lines.remove(state, seat, going, log, why)
        if state.offers:
            state.phase = OFFER
            state.player = seat
            return
    end_turn(state, log)


def answered(state: State, log: Log | None) -> None:
    """An offer has been answered: the next one is due, or what waited for the answers goes on."""
    if state.offers:
        state.player = state.actor = state.offers[0] // OFFER_SEAT
    elif state.phase == OFFER:
        end_turn(state, log)
    elif state.phase == OFFER_OPENING:
        choose_starter(state, log)
    else:
        scoring.count(state, log)


def end_turn(state: State, log: Log | None) -> None:
    """Look for a complete grid (skyjo.round.trigger), then pass the turn or end the round."""
    seat = state.actor
    if not hidden_left(state, seat):
        _complete(state, seat, log)
    options = state.options
    following = (seat + 1) % state.seats
    closed = state.finisher >= 0
    if closed and (options.round_last_turns == "none" or following == state.finisher):
        if log is not None and seat != state.finisher:
            log.append(Event("round_over", ("skyjo.round.last_turns", "skyjo.E08"), {"finisher": state.finisher}))
        scoring.end_round(state, log)
    elif options.deck_exhausted == "end_round" and not state.draw:
        if log is not None:
            log.append(Event("round_over", ("skyjo.E11",), {"left": 0}))
        scoring.end_round(state, log)
    else:
        if log is not None:
            rules = ("skyjo.turn.next_player", "skyjo.turn.order", "skyjo.round.last_turns" if closed else "skyjo.round.continues")
            log.append(Event("turn", rules, {"next": following}))
        begin_turn(state, following, log)


def _complete(state: State, seat: int, log: Log | None) -> None:
    """No hidden card is left in the seat's grid. The first seat is the finisher; a later one changes nothing (E09)."""
    options = state.options
    if state.finisher >= 0:
        if log is not None and seat != state.finisher:
            log.append(Event("second_out", ("skyjo.E09", "skyjo.score.finisher"), {"seat": seat, "finisher": state.finisher}))
        return
    state.finisher = seat
    if log is None:
        return
    rules = ["skyjo.round.trigger", "skyjo.score.finisher"]
    if options.round_trigger_check == "end_of_turn":
        rules.append("skyjo.round.trigger_turn_end")
    if is_empty(state, seat):
        rules.append("skyjo.E06")
    elif len(state.grid[seat]) != 12 or -1 in state.grid[seat]:
        rules.append("skyjo.E07")
    if any(event.kind in ("column", "row") for event in log):
        rules.append("skyjo.E05")
    if state.forced == seat or state.left >> seat & 1:
        rules.append("skyjo.E40")
    log.append(Event("finisher", tuple(rules), {"seat": seat, "finisher": seat}))
    if state.seats == 1:
        log.append(Event("round_over", ("skyjo.E42", "skyjo.solo"), {"finisher": seat}))
    elif options.round_last_turns == "none":
        log.append(Event("round_over", ("skyjo.round.ends_at_once",), {"finisher": seat}))
    else:
        facts = {"finisher": seat, "turns": state.seats - 1, "next": (seat + 1) % state.seats}
        log.append(Event("last_turns", ("skyjo.round.last_turns",), facts))
