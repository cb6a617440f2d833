"""Positions that are whole and still come of no match: what an edited table is told beside what cannot be read (`position_reading.py`)."""

from cardlab.games.skipbo.state import DRAW, PLAY, State
from cardlab.line import SEATS, Watch


def doubts(state: State, watch: Watch) -> None:
    """Tell what no match comes to while a seat is to act."""
    if state.phase not in (DRAW, PLAY):
        return
    options = state.options
    for seat in range(state.seats):
        if not state.stocks[seat] and options.partners_mode == "off":
            watch.wrong("stock_gone", None, "skipbo.win.stock_empty", card=SEATS[seat])
        if len(state.hands[seat]) > 5 and options.turn_start_draw == "top_up_to_5":
            watch.wrong("hand_size", None, "skipbo.turn.draw_to_five", card=SEATS[seat], count=len(state.hands[seat]))
