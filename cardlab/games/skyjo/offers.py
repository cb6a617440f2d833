"""Offered removals: whether a line may be cleared or kept, and what follows the answer (skyjo.column.optional, E30)."""

from __future__ import annotations

from cardlab.game import Log
from cardlab.games.skyjo import flow, lines, scoring, setup
from cardlab.games.skyjo.state import CLEAR, OFFER, OFFER_OPENING, OFFER_REVEAL, OFFER_SEAT, ROW, State


def kept(state: State, seat: int) -> list[int]:
    """Removals of lines kept earlier that the window still allows (E30)."""
    options = state.options
    if options.column_removal_window == "on_completion":
        return []
    return [CLEAR + line for line in lines.removable(state, seat) if not lines.is_automatic(state, line)]


def forbids(state: State, player: int, keep: bool, line: int, trace: list[str] | None) -> str | None:
    """An offered removal is answered; without an offer, a line kept earlier may go while the window is open (E30)."""
    if line >= ROW and state.options.row_removal == "off":
        return "skyjo.settings.identical_rows"
    if not lines.exists(state, player, line):
        row, col = (line - ROW, 0) if line >= ROW else (0, line)
        return no_place(state, player, row, col)
    if player * OFFER_SEAT + line in state.offers:
        if trace is not None:
            _trace_line(state, player, line, trace)
        return None
    if line < ROW and state.options.column_removal == "off":
        return "skyjo.column.optional"
    if lines.is_automatic(state, line):
        return "skyjo.column.automatic"
    rule = lines.incomplete(state, player, line)
    if rule is not None:
        return rule
    if state.phase > OFFER:
        return "skyjo.E56" if state.phase == OFFER_REVEAL else "skyjo.column.optional"
    if keep:
        return "skyjo.column.optional"
    if state.options.column_removal_window == "on_completion":
        return "skyjo.E30"
    if trace is not None:
        _trace_line(state, player, line, trace)
        trace.append("skyjo.column.timing_any_moment")
    return None


def _trace_line(state: State, player: int, line: int, trace: list[str]) -> None:
    trace.append("skyjo.column.optional")
    trace += ("skyjo.settings.identical_rows", "skyjo.E35") if line >= ROW else ("skyjo.column.identical", "skyjo.column.face_up")
    cards = [state.grid[player][place] for place in lines.places(state, player, line)]
    if any(card >= 0 and state.face[card] < 0 for card in cards):
        trace.append("skyjo.E32")
    if state.phase == OFFER_REVEAL:
        trace.append("skyjo.E04")
        if state.options.round_last_turns == "none":
            trace.append("skyjo.E56")
    elif state.phase == OFFER_OPENING:
        trace.append("skyjo.E17")


def no_place(state: State, player: int, row: int, col: int) -> str:
    """Why the grid has no such place: it never had it, or it has closed up."""
    options = state.options
    if row < options.grid_rows and col < options.grid_cols:
        return "skyjo.column.shrinks_grid"
    return "skyjo.deal.grid" if (options.grid_rows, options.grid_cols) == (3, 4) else "skyjo.settings.grid_size"


def answer(state: State, seat: int, line: int, clear: bool, log: Log | None) -> None:
    """`clear` or `keep`. A removal out of an open window costs no answer and no turn."""
    offer = seat * OFFER_SEAT + line
    offered = offer in state.offers
    if offered:
        state.offers.remove(offer)
    if clear:
        why = {OFFER_REVEAL: ("skyjo.E04",), OFFER_OPENING: ("skyjo.E17",)}.get(state.phase, ())
        lines.remove(state, seat, [line], log, why)
    if offered:
        _answered(state, log)


def _answered(state: State, log: Log | None) -> None:
    """An offer has been answered: the next one is due, or what waited for the answers goes on."""
    if state.offers:
        state.player = state.actor = state.offers[0] // OFFER_SEAT
    elif state.phase == OFFER:
        flow.end_turn(state, log)
    elif state.phase == OFFER_OPENING:
        setup.choose_starter(state, log)
    else:
        scoring.count(state, log)
