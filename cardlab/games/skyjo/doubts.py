"""Positions that are whole and still come of no match: what an edited table is told beside what cannot be read (`position_reader.py`)."""

from __future__ import annotations

from cardlab.games.skyjo import lines
from cardlab.games.skyjo.state import FLIP, OPEN, PLACE, TURN, State, hidden_left, line_text
from cardlab.line import SEATS, Watch


def doubts(state: State, watch: Watch) -> None:
    """Tell what no match comes to: only turns are looked at, in which nothing is under way but the card in hand."""
    if state.phase not in (TURN, PLACE, FLIP):
        return
    options = state.options
    for seat, grid in enumerate(state.grid):
        letter, cards = SEATS[seat], [card for card in grid if card >= 0]
        shown = sum(state.up[card] == OPEN for card in cards) + options.grid_rows * options.grid_cols - len(cards)
        if shown < options.deal_initial_flips:
            watch.wrong("too_few_open", None, "skyjo.deal.initial_flips", card=letter, shown=shown, flips=options.deal_initial_flips)
        if options.column_at_setup == "remove":
            for line in lines.removable(state, seat):
                if lines.is_automatic(state, line):
                    watch.wrong("line_lies", None, "skyjo.column.automatic", card=f"{letter} {line_text(line)}")
        if state.finisher < 0 and not hidden_left(state, seat):
            watch.wrong("grid_complete", None, "skyjo.round.trigger", card=letter)
        if state.finisher == seat and hidden_left(state, seat):
            watch.wrong("finisher_hidden", None, "skyjo.round.trigger", card=letter)
