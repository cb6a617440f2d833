"""How a turn goes on by itself: what follows a drawn, thrown, swapped or turned card, and the end of a turn.

Each function carries on from one moment; where the next card's face is not known it stops, and CHANCE has to name it.
"""

from __future__ import annotations

from cardlab.game import Event, Log
from cardlab.games.skyjo import lines, scoring
from cardlab.games.skyjo.state import (
    FACE_TEXT,
    FLIP,
    OFFER,
    OFFER_SEAT,
    PLACE,
    REVEAL_DISCARD,
    REVEAL_DRAW,
    REVEAL_FLIP,
    REVEAL_SWAP,
    TURN,
    UNKNOWN,
    State,
    await_chance,
    hidden_left,
    is_empty,
    place_text,
)


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
            log.append(Event("round_over", ("skyjo.E08",), {"finisher": state.finisher}))
        scoring.end_round(state, log)
    elif options.deck_exhausted == "end_round" and not state.draw:
        if log is not None:
            log.append(Event("round_over", ("skyjo.E11",), {"left": 0}))
        scoring.end_round(state, log)
    else:
        if log is not None:
            rules = ("skyjo.turn.next_player", "skyjo.turn.order", "skyjo.E08" if closed else "skyjo.round.continues")
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
