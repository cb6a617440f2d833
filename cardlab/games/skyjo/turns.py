"""What a seat may do and what it does: opening flips, the two actions of a turn, and the answers to an offered removal."""

from __future__ import annotations

from typing import Final

from cardlab.game import Log
from cardlab.games.skyjo import flow, lines, offers, setup
from cardlab.games.skyjo.state import (
    CHOSEN,
    CLEAR,
    DEAL,
    DISCARD,
    DRAW,
    FLIP,
    FLIP_AT,
    GAP,
    HIDDEN,
    KEEP,
    OFFER,
    OFFER_OPENING,
    OFFER_REVEAL,
    OFFER_SEAT,
    OPEN,
    OPENING,
    OVER,
    PLACE,
    RESHUFFLE,
    REVEAL_DISCARD,
    REVEAL_DRAW,
    REVEAL_FINAL,
    REVEAL_FIRST,
    REVEAL_FLIP,
    REVEAL_OPENING,
    REVEAL_SWAP,
    SPAN,
    STARTER,
    STRIDE,
    SWAP_AT,
    TAKE,
    TURN,
    State,
    await_chance,
    hidden_left,
)

WAITING: Final[dict[int, str]] = {
    OVER: "skyjo.match.end",
    DEAL: "skyjo.deal.order",
    STARTER: "skyjo.start.highest_sum",
    RESHUFFLE: "skyjo.settled.reshuffle_when_needed",
    REVEAL_FIRST: "skyjo.deal.order",
    REVEAL_OPENING: "skyjo.deal.initial_flips_timing",
    REVEAL_DRAW: "skyjo.turn.draw_look",
    REVEAL_SWAP: "skyjo.turn.swap_reveals",
    REVEAL_DISCARD: "skyjo.turn.draw_discard_order",
    REVEAL_FLIP: "skyjo.turn.draw_discard_flip",
    REVEAL_FINAL: "skyjo.round.reveal",
}
"""Why no seat may act while CHANCE has to, and after the match."""


def candidates(state: State) -> list[int]:
    """Actions worth asking about for the seat to act. The first legal one, taken always, ends every round."""
    phase = state.phase
    if phase > OFFER_REVEAL:
        return []
    seat = state.actor
    if phase == TURN:
        return [DRAW, TAKE, *offers.kept(state, seat)]
    if phase >= OFFER:
        pending = [offer % OFFER_SEAT for offer in state.offers if offer // OFFER_SEAT == seat]
        moves = [CLEAR + line for line in pending] + [KEEP + line for line in pending]
        return moves + [move for move in offers.kept(state, seat) if move not in moves] if phase == OFFER else moves
    cols = state.cols[seat]
    places = [i // cols * STRIDE + i % cols for i, card in enumerate(state.grid[seat]) if card >= 0]
    if phase == PLACE:
        return [DISCARD, *(SWAP_AT + place for place in places), *offers.kept(state, seat)]
    flips = [FLIP_AT + place for place in places]
    return flips if phase == OPENING else flips + offers.kept(state, seat)


def forbids(state: State, player: int, move: int, trace: list[str] | None = None) -> str | None:
    """The one place of legality for what seats do; see `Game.forbids`."""
    if player != state.player or player < 0:
        return _not_now(state, move)
    phase = state.phase
    kind, about = divmod(move, SPAN)
    if phase == OPENING:
        rule = _forbids_opening(state, player, kind, about, trace)
    elif kind >= 3:
        rule = offers.forbids(state, player, kind == 4, about, trace)
    elif phase == TURN:
        rule = _forbids_first(state, kind, about, trace)
    elif phase == PLACE:
        rule = _forbids_place(state, player, kind, about, trace)
    elif phase == FLIP:
        rule = _forbids_flip(state, player, kind, about, trace)
    else:
        rule = "skyjo.settled.optional_offer"
    if rule is None and state.left >> player & 1:
        if move != forced_move(state):
            return "skyjo.E55"
        if trace is not None:
            trace.append("skyjo.E55")
    return rule


def _not_now(state: State, move: int) -> str:
    """Why this player may not act at all now."""
    phase = state.phase
    if phase in WAITING:
        return WAITING[phase]
    if phase == OPENING:
        return "skyjo.turn.order" if FLIP_AT <= move < SWAP_AT else "skyjo.deal.initial_flips_timing"
    if phase > OFFER:
        return _round_done(state)
    if state.turn == 1 and phase == TURN and setup.by_sums(state):
        return "skyjo.start.highest_sum"
    return "skyjo.turn.order"


def _round_done(state: State) -> str:
    """Why nothing but an answer is possible while removals are offered outside turns."""
    if state.phase == OFFER_OPENING:
        return "skyjo.deal.initial_flips_timing"
    return "skyjo.round.ends_at_once" if state.options.round_last_turns == "none" else "skyjo.round.last_turns"


def _forbids_first(state: State, kind: int, about: int, trace: list[str] | None) -> str | None:
    """The start of a turn: draw or take (skyjo.turn.one_of_two)."""
    if kind == 0:
        if about == DRAW:
            if not state.draw and not can_reshuffle(state):
                return "skyjo.E11"
            if trace is not None:
                trace += ("skyjo.turn.draw", "skyjo.turn.one_of_two", "skyjo.turn.must_act")
                if not state.draw:
                    trace.append("skyjo.settled.reshuffle_when_needed")
            return None
        if about == TAKE:
            if trace is not None:
                trace += ("skyjo.turn.take_discard", "skyjo.turn.take_discard_top", "skyjo.turn.one_of_two", "skyjo.turn.must_act")
            return None
        return "skyjo.turn.draw_discard"
    return "skyjo.turn.draw_discard_order" if kind == 1 else "skyjo.turn.one_of_two"


def can_reshuffle(state: State) -> bool:
    """Whether discards below the top could make a new draw pile (E11)."""
    return state.options.deck_exhausted == "reshuffle" and len(state.discard) > 1


def _forbids_place(state: State, player: int, kind: int, about: int, trace: list[str] | None) -> str | None:
    """A card is held: a taken one must be swapped in, a drawn one swapped in or thrown away."""
    if kind == 2:
        row, col = divmod(about, STRIDE)
        cols = state.cols[player]
        if col >= cols or row >= state.rows[player]:
            return offers.no_place(state, player, row, col)
        card = state.grid[player][row * cols + col]
        if card < 0:
            return "skyjo.column.no_refill"
        if trace is not None:
            _trace_swap(state, player, row * cols + col, trace)
        return None
    if state.taken:
        return "skyjo.turn.take_discard_must_swap"
    if kind == 1:
        return "skyjo.turn.draw_discard_order"
    if about != DISCARD:
        return "skyjo.turn.draw_look" if about == DRAW else "skyjo.E25"
    if not hidden_left(state, player):
        return "skyjo.E27"
    if trace is not None:
        trace += ("skyjo.turn.draw_discard", "skyjo.turn.draw_two_uses")
    return None


def _trace_swap(state: State, player: int, at: int, trace: list[str]) -> None:
    """Why this swap is allowed: the action first, then what makes its target a good one."""
    card = state.grid[player][at]
    opened = state.up[card] == OPEN
    trace.append("skyjo.turn.take_discard_must_swap" if state.taken else "skyjo.turn.draw_swap")
    if not opened:
        trace.append("skyjo.turn.no_peek")
    trace.append("skyjo.turn.take_discard_target" if state.taken else "skyjo.turn.draw_swap_target")
    if opened and state.taken and state.face[card] == state.face[state.held]:
        trace.append("skyjo.E23")
    elif opened and not state.taken:
        trace.append("skyjo.E24")
    if opened and any(not lines.is_automatic(state, line) for line in lines.through(state, player, at)):
        trace.append("skyjo.E31")
    trace.append("skyjo.turn.own_grid")
    if state.taken:
        trace.append("skyjo.E22")


def _forbids_flip(state: State, player: int, kind: int, about: int, trace: list[str] | None) -> str | None:
    """The drawn card is thrown away: a hidden card has to be turned (skyjo.turn.draw_discard_flip)."""
    if kind != 1:
        return "skyjo.turn.draw_discard_flip"
    row, col = divmod(about, STRIDE)
    cols = state.cols[player]
    if col >= cols or row >= state.rows[player]:
        return offers.no_place(state, player, row, col)
    card = state.grid[player][row * cols + col]
    if card == GAP:
        return "skyjo.E28"
    if state.up[card] != HIDDEN:
        return "skyjo.turn.draw_discard_flip"
    if trace is not None:
        trace += ("skyjo.turn.draw_discard_flip", "skyjo.turn.draw_discard_order", "skyjo.turn.own_grid", "skyjo.E26")
    return None


def _forbids_opening(state: State, player: int, kind: int, about: int, trace: list[str] | None) -> str | None:
    """The set-up: each seat chooses its opening cards (skyjo.deal.initial_flips)."""
    if kind != 1:
        return "skyjo.deal.initial_flips_timing"
    row, col = divmod(about, STRIDE)
    cols = state.cols[player]
    if col >= cols or row >= state.rows[player]:
        return offers.no_place(state, player, row, col)
    card = state.grid[player][row * cols + col]
    if card == GAP or state.up[card] != HIDDEN:
        return "skyjo.deal.initial_flips"
    if trace is not None:
        trace += ("skyjo.deal.initial_flips", "skyjo.deal.initial_flips_choice", "skyjo.E18")
    return None


def forced_move(state: State) -> int:
    """The next step of the time-out action: draw, discard, turn the first hidden card (E38); a taken card replaces the first hidden
    one (E39); an offer lapses. Where a step is impossible, the first action that is possible."""
    phase, seat = state.phase, state.actor
    if phase == TURN:
        return DRAW if state.draw or can_reshuffle(state) else TAKE
    if phase >= OFFER:
        return KEEP + state.offers[0] % OFFER_SEAT
    cols = state.cols[seat]
    grid, up = state.grid[seat], state.up
    hidden = [i for i, card in enumerate(grid) if card >= 0 and up[card] == HIDDEN]
    if phase == PLACE:
        if hidden and not state.taken:
            return DISCARD
        at = hidden[0] if hidden else next(i for i, card in enumerate(grid) if card >= 0)
        return SWAP_AT + at // cols * STRIDE + at % cols
    return FLIP_AT + hidden[0] // cols * STRIDE + hidden[0] % cols


def apply(state: State, move: int, log: Log | None) -> None:
    """Carry out a legal action of the seat to act."""
    kind, about = divmod(move, SPAN)
    seat = state.actor
    if kind == 0:
        if about == DRAW:
            if state.draw:
                flow.drawn(state, log)
            else:
                await_chance(state, RESHUFFLE)
        elif about == TAKE:
            state.held = state.discard.pop()
            state.taken = True
            state.phase = PLACE
        else:
            state.up[state.held] = OPEN
            state.discard.append(state.held)
            state.held = -1
            flow.thrown(state, log)
    elif kind <= 2:
        row, col = divmod(about, STRIDE)
        at = row * state.cols[seat] + col
        card = state.grid[seat][at]
        if kind == 1 and state.phase == OPENING:
            state.up[card] = CHOSEN
            setup.chosen(state, log)
            return
        state.at = at
        was_hidden = state.up[card] == HIDDEN
        state.up[card] = OPEN
        if kind == 1:
            flow.flipped(state, log)
            return
        state.grid[seat][at] = state.held
        state.up[state.held] = OPEN
        state.discard.append(card)
        state.held = -1
        flow.swapped(state, log, was_hidden)
    else:
        offers.answer(state, seat, about, kind == 3, log)
