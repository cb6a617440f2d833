"""Columns and rows of equal open cards: which there are, and how they leave the grid.

A line is removable when all its places hold equal open cards and there are at least three of them (skyjo.column.identical, E33-E35);
an empty place breaks it (E36). Several that become removable in one moment all go, a shared card once (E37).
"""

from __future__ import annotations

from typing import Final

from cardlab.game import Event, Log
from cardlab.games.skyjo.state import FACE_TEXT, GAP, HIDDEN, OFFER_SEAT, OPEN, ROW, UNKNOWN, State, line_text

LEAST: Final = 3


def places(state: State, seat: int, line: int) -> range:
    """The line's places in the grid, top to bottom or left to right."""
    cols = state.cols[seat]
    if line >= ROW:
        first = (line - ROW) * cols
        return range(first, first + cols)
    return range(line, len(state.grid[seat]), cols)


def exists(state: State, seat: int, line: int) -> bool:
    return line - ROW < state.rows[seat] if line >= ROW else line < state.cols[seat]


def incomplete(state: State, seat: int, line: int) -> str | None:
    """The id of the rule by which this line is not removable, or None."""
    grid, up, face = state.grid[seat], state.up, state.face
    cards = [grid[place] for place in places(state, seat, line)]
    if GAP in cards:
        return "skyjo.E36"
    if len(cards) < LEAST:
        return "skyjo.settled.line_needs_three" if line >= ROW else "skyjo.E33"
    if any(up[card] != OPEN for card in cards):
        return "skyjo.settled.line_needs_three" if line >= ROW else "skyjo.column.face_up"
    first = face[cards[0]]
    if first != UNKNOWN and all(face[card] == first for card in cards):
        return None
    counts = [sum(face[card] == value for card in cards) for value in {face[card] for card in cards}]
    return "skyjo.settled.line_needs_three" if line >= ROW or max(counts) >= LEAST else "skyjo.column.identical"


def through(state: State, seat: int, place: int) -> list[int]:
    """The removable lines that hold this place: the row first, then the column. Lines that are never removed are left out."""
    grid, up, face, cols = state.grid[seat], state.up, state.face, state.cols[seat]
    options = state.options
    value = face[grid[place]]
    found: list[int] = []
    if options.row_removal != "off" and incomplete(state, seat, ROW + place // cols) is None:
        found.append(ROW + place // cols)
    if options.column_removal != "off" and state.rows[seat] >= LEAST:
        for i in range(place % cols, len(grid), cols):
            card = grid[i]
            if card < 0 or up[card] != OPEN or face[card] != value:
                return found
        found.append(place % cols)
    return found


def removable(state: State, seat: int, among: set[int] | None = None) -> list[int]:
    """The seat's removable lines, rows first; with `among`, those that hold one of these cards."""
    options, lines = state.options, []
    if options.row_removal != "off":
        lines += [ROW + row for row in range(state.rows[seat])]
    if options.column_removal != "off":
        lines += list(range(state.cols[seat]))
    grid = state.grid[seat]
    return [
        line
        for line in lines
        if (among is None or any(grid[place] in among for place in places(state, seat, line)))
        and incomplete(state, seat, line) is None
    ]  # fmt: skip


def is_automatic(state: State, line: int) -> bool:
    options = state.options
    return (options.row_removal if line >= ROW else options.column_removal) == "automatic"


def remove(state: State, seat: int, lines: list[int], log: Log | None, why: tuple[str, ...] = ()) -> None:
    """Move the lines to the discard pile: rows below, columns on top (E37), each from the top or the left (E03), all of it above or
    beneath the card that the same action discarded (E01). A card in a row and a column lies with the column. `why` are the ids of
    the rules that made this the moment."""
    grid = state.grid[seat]
    in_columns = {place for line in lines if line < ROW for place in places(state, seat, line)}
    gone: list[int] = []
    for line in sorted(lines, key=lambda line: (line < ROW, line)):
        taken = [place for place in places(state, seat, line) if line < ROW or place not in in_columns]
        gone += [grid[place] for place in taken if grid[place] != GAP]
        if log is not None:
            log.append(_event(state, seat, line, why, lines))
    for card in gone:
        grid[grid.index(card)] = GAP
    spot = len(state.discard)
    if state.options.discard_column_order == "beneath" and spot:
        spot -= 1
    state.discard[spot:spot] = gone
    if state.options.column_after_removal == "close_up":
        _close_up(state, seat, lines)
    if state.offers:
        # A line offered in the same moment may have lost its last card to the lines that crossed it.
        state.offers = [offer for offer in state.offers if offer // OFFER_SEAT != seat or _has_card(state, seat, offer % OFFER_SEAT)]


def _event(state: State, seat: int, line: int, why: tuple[str, ...], together: list[int]) -> Event:
    options = state.options
    is_row = line >= ROW
    value = next(state.face[state.grid[seat][p]] for p in places(state, seat, line) if state.grid[seat][p] >= 0)
    # The most telling first: a sentence gives only the first few.
    rules = ["skyjo.settings.identical_rows", "skyjo.E35"] if is_row else ["skyjo.column.identical"]
    automatic = is_automatic(state, line)
    rules.append("skyjo.column.automatic" if automatic else "skyjo.column.optional")
    if not is_row:
        rules += ["skyjo.column.to_discard", "skyjo.column.face_up"]
        if state.rows[seat] != LEAST:
            rules.append("skyjo.E34")
    rules.append("skyjo.column.timing_immediate" if automatic else "skyjo.column.timing_any_moment")
    rules.append("skyjo.column.no_refill")
    rules.append("skyjo.column.leaves_gap" if options.column_after_removal == "leave_gap" else "skyjo.column.shrinks_grid")
    rules += ["skyjo.E03", *why]
    if value < 0:
        rules.append("skyjo.E32")
    if len(together) > 1:
        rules.append("skyjo.settled.lines_together")
        if min(together) < ROW <= max(together):
            rules.append("skyjo.E37")
    if not is_row and options.discard_column_order == "on_top" and "skyjo.E04" not in why:
        rules.append("skyjo.E29")
    facts = {"seat": seat, "row" if is_row else "column": line_text(line), "value": FACE_TEXT[value]}
    return Event("row" if is_row else "column", tuple(rules), facts)


def _has_card(state: State, seat: int, line: int) -> bool:
    return any(state.grid[seat][place] != GAP for place in places(state, seat, line))


def _close_up(state: State, seat: int, lines: list[int]) -> None:
    """Take the removed lines out of the grid; later lines take their numbers, in pending offers too."""
    cols = state.cols[seat]
    rows_kept = [row for row in range(state.rows[seat]) if ROW + row not in lines]
    cols_kept = [col for col in range(cols) if col not in lines]
    grid = state.grid[seat]
    state.grid[seat] = [grid[row * cols + col] for row in rows_kept for col in cols_kept]
    state.rows[seat] = len(rows_kept) if cols_kept else 0
    state.cols[seat] = len(cols_kept) if rows_kept else 0
    for i, offer in enumerate(state.offers):
        owner, line = divmod(offer, OFFER_SEAT)
        if owner == seat:
            kept, base = (rows_kept, ROW) if line >= ROW else (cols_kept, 0)
            state.offers[i] = owner * OFFER_SEAT + base + kept.index(line - base)


def turned_now(state: State) -> list[set[int]]:
    """The cards of each grid that are still face down, so that the lines they complete can be told after the reveal."""
    return [{card for card in grid if card >= 0 and state.up[card] == HIDDEN} for grid in state.grid]
