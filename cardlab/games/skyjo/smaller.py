"""One step smaller: the edits of a position text that make a case smaller, and what is odd about a position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from cardlab.edits import Grammar, Line, fewer_cards, list_of, lower_faces, name, named, runs_of, shorter, steps
from cardlab.game import Move, Weight
from cardlab.games.skyjo import lines
from cardlab.games.skyjo.state import (
    DEAL,
    FACES,
    FLIP,
    OFFER_OPENING,
    OPEN,
    OPENING,
    OVER,
    PLACE,
    REVEAL_FINAL,
    REVEAL_FIRST,
    REVEAL_OPENING,
    SPAN,
    STARTER,
    STRIDE,
    TURN,
    UNKNOWN,
    State,
    hidden_left,
)

GRAMMAR: Final = Grammar(
    cards=frozenset({"discard", "draw", "held", "taken"}),
    one=frozenset({"seat", "starter", "finisher", "forced"}),
    many=frozenset({"lots"}),
    parted=frozenset({"offers"}),
    faces=tuple(str(face) for face in sorted(FACES, key=lambda face: (abs(face), -face))),
    face_words=("deal", "reveal", "reshuffle"),
    seat_words=("starter", "leave"),
    action_face="",
)
Grid = list[list[str]]


def weigh(state: State, player: int, move: Move) -> Weight:
    """See `Game.weigh`."""
    cards = len(state.face) - len(state.draw)
    return Weight(oddities(state) + absent(state, player, move), cards, sum(face != UNKNOWN for face in state.face))


def oddities(state: State) -> int:
    """How many things are so as play cannot have made them: a seat that has nothing to turn although nobody has closed the round; a
    finisher with a card still to turn; fewer open cards in a whole grid than the set-up turns; rows or columns that are gone although
    none are removed, or during the set-up; a card in hand that nobody knows."""
    phase = state.phase
    if not state.face or phase in (DEAL, OVER):
        return 0
    options = state.options
    odd = int(phase == PLACE and state.face[state.held] == UNKNOWN)
    for seat, grid in enumerate(state.grid):
        hidden = hidden_left(state, seat)
        open_cards = sum(card >= 0 and state.up[card] == OPEN for card in grid)
        rows, cols = state.rows[seat], state.cols[seat]
        whole = sum(card >= 0 for card in grid) == options.grid_rows * options.grid_cols
        if not hidden and phase < OFFER_OPENING and state.finisher < 0 and (seat != state.actor or phase in (TURN, FLIP)):
            odd += 1
        if hidden and seat == state.finisher and phase != REVEAL_FINAL:
            odd += 1
        if whole and state.turn > 0 and open_cards < options.deal_initial_flips:
            odd += 1
        if not whole and phase in (OPENING, STARTER, REVEAL_FIRST, REVEAL_OPENING):
            odd += 1
        if grid and rows < options.grid_rows and options.row_removal == "off":
            odd += 1
        if grid and cols < options.grid_cols and options.column_removal == "off":
            odd += 1
    return odd


def absent(state: State, player: int, move: Move) -> int:
    """1 where the action speaks of a place or a line of the grid in which no card lies."""
    if not isinstance(move, int) or not 0 <= player < state.seats or not state.face:
        return 0
    kind, about = divmod(move, SPAN)
    if kind == 0:
        return 0
    rows, cols, grid = state.rows[player], state.cols[player], state.grid[player]
    if kind >= 3:
        return int(not lines.exists(state, player, about) or all(grid[place] < 0 for place in lines.places(state, player, about)))
    row, col = divmod(about, STRIDE)
    return int(row >= rows or col >= cols or grid[row * cols + col] < 0)


def smaller(text: str, action: str, player: int) -> Iterator[tuple[str, str, int]]:
    """See `Game.smaller`."""
    line = Line.read(text, action, player)
    for step in _steps(line):
        yield step.write()


def _steps(line: Line) -> Iterator[Line]:
    yield from steps(line, GRAMMAR)
    yield from _grids(line)
    yield from _with_named(line)
    yield from _other_places(line)
    yield from _closed_up(line)
    yield from lower_faces(line, GRAMMAR, _map_grid)
    yield from _single_faces(line)
    yield from _plainer_action(line)


def _grid(value: str) -> Grid:
    return [[face for face, times in runs_of(row) for _ in range(times)] for row in value.split("/")] if value else []


def _text(grid: Grid) -> str:
    return "/".join(list_of((code, 1) for code in row) for row in grid)


def _map_grid(value: str, change: Mapping[str, str]) -> str:
    def put(code: str) -> str:
        side, face, mark = re.fullmatch(r"(h?)(.*?)(!?)", code).groups()  # type: ignore[union-attr]
        return side + change.get(face, face) + mark

    return _text([[put(code) for code in row] for row in _grid(value)])


def _set(line: Line, seat: int, grid: Grid) -> Line:
    new = line.copy()
    new.seats[seat]["grid"] = _text(grid)
    return new


def _each_grid(line: Line) -> Iterator[tuple[int, Grid]]:
    for number, seat in enumerate(line.seats):
        if seat.get("grid"):
            yield number, _grid(seat["grid"])


def _grids(line: Line) -> Iterator[Line]:
    """A grid with a column or a row removed or gone, two of them, and with less known of single cards."""
    for number, grid in _each_grid(line):
        yield from (_set(line, number, less) for less in _cleared(grid))
        for r, row in enumerate(grid):
            for c, code in enumerate(row):
                mark = "!" if code.endswith("!") else ""
                if code.startswith("h"):
                    yield _set(line, number, _changed(grid, r, c, "?" + mark))
                elif code not in ("-", "?", "?!", "o?"):
                    yield _set(line, number, _changed(grid, r, c, "?"))


def _cleared(grid: Grid) -> Iterator[Grid]:
    rows, cols = len(grid), len(grid[0])
    for count in (cols - 1, 2, 1):
        for first in range(cols - count + 1):
            gone = range(first, first + count)
            if 0 < count < cols:
                yield [["-" if c in gone else code for c, code in enumerate(row)] for row in grid]
                yield [[code for c, code in enumerate(row) if c not in gone] for row in grid]
    for r in range(rows):
        yield [["-"] * cols if at == r else row for at, row in enumerate(grid)]
        if rows > 1:
            yield [row for at, row in enumerate(grid) if at != r]
    yield [["-"] * cols for _ in grid]


def _changed(grid: Grid, r: int, c: int, code: str) -> Grid:
    return [[code if (at, to) == (r, c) else old for to, old in enumerate(row)] for at, row in enumerate(grid)]


def _with_named(line: Line) -> Iterator[Line]:
    """Chance names fewer faces as well where there are fewer cards to be told."""
    runs = named(line, GRAMMAR)
    if runs is None or len(runs) > 16:
        return
    total = sum(times for _, times in runs)
    plain = [face for face, times in runs for _ in range(times)]
    for base in (*_grids(line), *fewer_cards(line, GRAMMAR)):
        for less in {1, 2, 3, 6, 9, total // 2}:
            if 0 < less < total:
                yield name(base, runs_of(list_of((face, 1) for face in plain[: total - less])))
    for less_seats in steps(line, GRAMMAR):
        if len(less_seats.seats) < len(line.seats):
            for fewer in shorter(runs):
                if fewer:
                    yield name(less_seats, fewer)


def _other_places(line: Line) -> Iterator[Line]:
    """Rows and columns of one grid in another order, the places that are spoken of along with them."""
    for number, grid in _each_grid(line):
        rows, cols = len(grid), len(grid[0])
        for first in range(cols):
            for second in range(first + 1, cols):
                turned = [[row[_swap(c, first, second)] for c in range(cols)] for row in grid]
                yield from _spoken(line, number, turned, "c", first + 1, second + 1)
        for first in range(rows):
            for second in range(first + 1, rows):
                yield from _spoken(line, number, [grid[_swap(r, first, second)] for r in range(rows)], "r", first + 1, second + 1)


def _swap(at: int, first: int, second: int) -> int:
    return second if at == first else first if at == second else at


def _spoken(line: Line, number: int, grid: Grid, letter: str, first: int, second: int) -> Iterator[Line]:
    """The grid alone, and with the action, the place just changed and the offers following it."""
    plain = _set(line, number, grid)
    yield plain

    def follow(found: re.Match[str]) -> str:
        return f"{letter}{_swap(int(found[1]), first, second)}"

    told = plain.copy()
    told.action = re.sub(rf"{letter}(\d+)\b", follow, line.action)
    if "at" in told.middle:
        told.middle["at"] = re.sub(rf"{letter}(\d+)\b", follow, told.middle["at"])
    if "offers" in told.seats[number]:
        told.seats[number]["offers"] = re.sub(rf"{letter}(\d+)\b", follow, told.seats[number]["offers"])
    yield told


def _closed_up(line: Line) -> Iterator[Line]:
    """One column of a closed grid out, the places behind it counted anew."""
    for number, grid in _each_grid(line):
        for out in range(len(grid[0])):
            less = [row[:out] + row[out + 1 :] for row in grid]
            if not less[0]:
                continue

            def nearer(found: re.Match[str], out: int = out) -> str:
                return f"c{int(found[1]) - (int(found[1]) > out + 1)}"

            new = _set(line, number, less)
            new.action = re.sub(r"c(\d+)\b", nearer, line.action)
            if "at" in new.middle:
                new.middle["at"] = re.sub(r"c(\d+)\b", nearer, new.middle["at"])
            yield new


def _single_faces(line: Line) -> Iterator[Line]:
    """One card lower, the others as they are."""
    lower = ("0", "1", "2", "3", "4")
    for number, grid in _each_grid(line):
        for r, row in enumerate(grid):
            for c, code in enumerate(row):
                side, face, mark = re.fullmatch(r"([ho]?)(.*?)(!?)", code).groups()  # type: ignore[union-attr]
                if face in ("-", "?", ""):
                    continue
                for less in lower:
                    if abs(int(less)) < abs(int(face)):
                        yield _set(line, number, _changed(grid, r, c, side + less + mark))
    for key in GRAMMAR.cards & line.middle.keys():
        runs = runs_of(line.middle[key])
        for at, (face, times) in enumerate(runs):
            for less in lower:
                if face != "?" and abs(int(less)) < abs(int(face)):
                    new = line.copy()
                    new.middle[key] = list_of([*runs[:at], (less, times), *runs[at + 1 :]])
                    yield new


def _plainer_action(line: Line) -> Iterator[Line]:
    """A lower row, column or seat named, or a shorter action."""
    for found in re.finditer(r"(?<=[rc])\d+", line.action):
        for lower in range(1, min(int(found[0]), 6)):
            new = line.copy()
            new.action = line.action[: found.start()] + str(lower) + line.action[found.end() :]
            yield new
    for plain in ("draw", "take", "timeout"):
        if len(plain) < len(line.action):
            new = line.copy()
            new.action = plain
            yield new
