"""A state as a table through a lens: the only place that hides cards (skyjo.deal.secret, E54).

A face-down card in a grid has been seen by nobody, so only a lens on everything with spoilers shows its face. The drawn card is
seen by its drawer; a card taken from the discard pile by all. The order of the draw pile, and the discards below the top, by nobody.
"""

from __future__ import annotations

from typing import Final

from cardlab.game import CHANCE
from cardlab.games.skyjo.options import Options
from cardlab.games.skyjo.state import (
    CHOSEN,
    DEAL,
    FACE_TEXT,
    OFFER_REVEAL,
    OPEN,
    OVER,
    PHASES,
    REVEAL_DRAW,
    STARTER,
    UNKNOWN,
    State,
    dealer,
)  # fmt: skip
from cardlab.lens import Lens
from cardlab.table import Cards, SeatInfo, Zone

_UNSEEN: Final = {face: "?" if face == UNKNOWN else f"?{text}" for face, text in FACE_TEXT.items()}
_NOTHING: Final = Cards((), 0)


def zones(options: Options, seats: int) -> tuple[Zone, ...]:
    """The draw pile, the discard pile, the card in hand, and one grid a seat."""
    middle = (Zone("draw", "draw", None, "pile"), Zone("discard", "discard", None, "pile"), Zone("drawn", "drawn", None, "fan"))
    return middle + tuple(Zone(f"grid{seat}", "grid", seat, "grid", options.grid_rows) for seat in range(seats))


def cards(state: State, lens: Lens) -> list[Cards]:
    """What lies in each zone, as the lens may see it."""
    face, draw, discard = state.face, state.draw, state.discard
    shown = [Cards(("?",), len(draw)) if draw else _NOTHING, _NOTHING, _NOTHING]
    if discard:
        shown[1] = Cards((FACE_TEXT[face[discard[-1]]],), len(discard))
    if state.held >= 0:
        visible = state.taken or lens.sees(state.actor)
        shown[2] = Cards((FACE_TEXT[face[state.held]] if visible else "?",), 1)
    for seat, grid in enumerate(state.grid):
        shown.append(_grid(state, seat, grid, lens.turns_up(seat)))
    return shown


def _grid(state: State, seat: int, grid: list[int], unseen: bool) -> Cards:
    face, up = state.face, state.up
    codes = [
        "" if card < 0
        else FACE_TEXT[face[card]] if up[card] == OPEN
        else _UNSEEN[face[card]] if unseen
        else "?"
        for card in grid
    ]  # fmt: skip
    if state.phase < 1 or state.player == CHANCE:
        for i, card in enumerate(grid):
            if card >= 0 and up[card] == CHOSEN:
                codes[i] += "!"
    count = len(codes) - codes.count("")
    if state.rows[seat] < state.options.grid_rows:
        # A zone keeps its rows through a match; those of a grid that has closed up stay empty at the bottom.
        codes += [""] * ((state.options.grid_rows - state.rows[seat]) * state.cols[seat])
    return Cards(tuple(codes), count)


def hidden(state: State, seat: int) -> list[int]:
    """The cards whose faces that seat cannot know: face-down ones in all grids, the draw pile, and what a rival has drawn."""
    cards = [card for grid in state.grid for card in grid if card >= 0 and state.up[card] != OPEN] + state.draw
    if state.held >= 0 and not state.taken and (seat != state.actor or state.phase == REVEAL_DRAW):
        cards.append(state.held)
    return cards


def pile(state: State, zone: str) -> list[int]:
    """The cards in a zone, as the table shows them."""
    if zone in ("draw", "discard"):
        return list(state.draw if zone == "draw" else state.discard)
    if zone == "drawn":
        return [state.held] if state.held >= 0 else []
    seat = int(zone.removeprefix("grid"))
    missing = max(0, state.options.grid_rows - state.rows[seat])
    return state.grid[seat] + [-1] * (missing * state.cols[seat])


def seat_infos(state: State, lens: Lens) -> list[SeatInfo]:
    """Totals, and marks: dealer, starter, finisher, last_turn, left, shows (E52), sum of the opening cards, round score."""
    return [SeatInfo(state.totals[seat], tuple(_marks(state, seat))) for seat in range(state.seats)]


def _marks(state: State, seat: int) -> list[tuple[str, str]]:
    marks: list[tuple[str, str]] = []
    if dealer(state) == seat:
        marks.append(("dealer", ""))
    if state.starter == seat:
        marks.append(("starter", ""))
    if state.sums and state.phase == STARTER:
        marks.append(("sum", str(state.sums[seat])))
    if state.gained:
        marks.append(("round", str(state.gained[seat])))
    elif state.options.ui_round_score == "live" and state.face:
        marks.append(("shows", str(shows(state, seat))))
    if state.finisher == seat:
        marks.append(("finisher", ""))
    elif state.finisher >= 0 and has_last_turn(state, seat):
        marks.append(("last_turn", ""))
    if state.left >> seat & 1:
        marks.append(("left", ""))
    return marks


def shows(state: State, seat: int) -> int:
    """The sum of the seat's open cards whose faces are known."""
    face, up = state.face, state.up
    return sum(face[card] for card in state.grid[seat] if card >= 0 and up[card] == OPEN and face[card] != UNKNOWN)


def has_last_turn(state: State, seat: int) -> bool:
    """Whether the seat is playing, or still has to play, its last turn (skyjo.round.last_turns)."""
    if state.phase in (DEAL, OVER, OFFER_REVEAL) or state.options.round_last_turns == "none" or PHASES[state.phase] == "reveal_final":
        return False
    # Seats from the one to act up to the finisher; while the finisher's own turn is not over, all the others.
    return (seat - state.actor) % state.seats < ((state.finisher - state.actor) % state.seats or state.seats)
