"""A table as plain text and as plain HTML, for the command line, `repr` in notebooks, and wherever no widget can run.

    ##   a card face down        #7   face down, its face known here       7!   chosen, not yet turned
    ..   an empty place          (1)  an empty place, and what it wants    SB=4 a wild lying as a 4

A number behind `x` counts the cards of a pile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from cardlab.game import CHANCE, REFEREE
from cardlab.table import Cards, Code, SeatInfo, Table, Zone
from cardlab.text import check_language, fill, words

GAP = 3
"""Columns between two blocks that stand side by side."""


class _Group(NamedTuple):
    """Zones of one kind before one seat, drawn under one heading."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    """The cards as texts; a pile's count is a text of its own."""


class Words:
    """The words a picture needs, in one language. A word that only a game has falls back to its key where no game is named."""

    def __init__(self, lang: str, game: str | None) -> None:
        self.lang, self.tables = check_language(lang), words(game)

    def __call__(self, table: str, key: str, **facts: object) -> str:
        texts = self.tables.get(table, {}).get(key)
        if texts is None:
            return " ".join([key, *(str(fact) for fact in facts.values() if fact != "")])
        return fill(texts[self.lang], {name: str(fact) for name, fact in facts.items()})


def draw_text(table: Table, lang: str = "en", width: int = 100, game: str | None = None) -> str:
    """The table in plain characters, at most `width` columns wide where a single zone allows it.

    `game` is the game's name, for its own words for zones and phases; without it the table's keys are shown instead."""
    say = Words(lang, game)
    middle = [_lines(group) for group in _groups(table, None, say)]
    seats = [
        [seat_title(table, seat, say), *("  " + line for line in _flow([_lines(g) for g in _groups(table, seat, say)], width - 2))]
        for seat in range(len(table.names))
    ]
    parts = [status(table, say), *(["", *_flow(middle, width)] if middle else []), "", *_flow(seats, width)]
    return "\n".join(line.rstrip() for line in parts).rstrip()


def draw_html(table: Table, lang: str = "en", game: str | None = None) -> str:
    """The table as an HTML table with inline styles and nothing else, so that it lives through sanitizers and without a kernel."""
    say = Words(lang, game)
    rows = [_html_rows(say("ui", "table"), _groups(table, None, say), False)]
    rows += [_html_rows(seat_title(table, seat, say), _groups(table, seat, say), table.player == seat) for seat in range(len(table.names))]
    return f'<table style="border-collapse: collapse"><caption>{escape(status(table, say))}</caption>{"".join(rows)}</table>'


def status(table: Table, say: Words) -> str:
    parts = [say("ui", "round", round=table.round), say("ui", "turn", turn=table.turn) if table.turn else say("ui", "setup")]
    if table.player is not None:
        who = {CHANCE: say("ui", "chance"), REFEREE: say("ui", "referee")}.get(table.player) or table.names[table.player]
        parts.append(f"{say('ui', 'to_act')}: {who}")
    parts.append(say("phases", table.phase))
    return " · ".join(dict.fromkeys(part for part in parts if part))


def seat_title(table: Table, seat: int, say: Words) -> str:
    info: SeatInfo = table.seats[seat]
    parts = [f"{'>' if table.player == seat else ' '} {table.names[seat]}"]
    if info.score is not None:
        parts.append(say("ui", "score", score=info.score))
    parts += [say("marks", mark, value=value) for mark, value in info.marks]
    return " · ".join(parts)


def _groups(table: Table, owner: int | None, say: Words) -> list[_Group]:
    """What lies before a seat, or in the middle; zones of one kind together, in the order of the table."""
    own = [(zone, cards) for zone, cards in zip(table.zones, table.cards, strict=True) if zone.owner == owner]
    groups = []
    for kind, some in groupby(own, key=lambda pair: (pair[0].kind, pair[0].layout)):
        zones = list(some)
        title = say("zones", kind[0])
        if len(zones) == 1:
            groups.append(_Group(title, _cells(*zones[0])))
        elif all(zone.layout == "pile" for zone, _ in zones):
            groups.append(_Group(title, (tuple(cell for pair in zones for cell in _cells(*pair)[0]),)))
        else:
            groups += [_Group(f"{title} {number}", _cells(*pair)) for number, pair in enumerate(zones, 1)]
    return groups


def _cells(zone: Zone, cards: Cards) -> tuple[tuple[str, ...], ...]:
    """The texts of a zone's cards, in rows."""
    empty = f"({zone.hint})" if zone.hint else ".."
    shown = [_card(code, empty) for code in cards.codes]
    if zone.layout == "grid" and shown:
        columns = max(1, len(shown) // zone.rows)
        return tuple(tuple(shown[i : i + columns]) for i in range(0, len(shown), columns))
    if zone.layout == "pile":
        shown = shown[-1:]
    hidden = cards.count - len(shown)
    if zone.layout == "pile" and cards.count > 1:
        shown = [f"{shown[0] if shown else '##'} x{cards.count}"]
    elif hidden > 0:
        shown.append(f"+{hidden}")
    return (tuple(shown or [empty]),)


def _card(code: Code, empty: str) -> str:
    if not code.rstrip("!"):
        return empty + code
    face = code.rstrip("!")
    back = face.startswith("?")
    return (f"#{face[1:] or '#'}" if back else face) + ("!" if code.endswith("!") else "")


def card_text(code: Code) -> str:
    """A card as a picture in text shows it; ".." for an empty place."""
    return _card(code, "..")


def _lines(group: _Group) -> list[str]:
    """A group as lines of one width: its heading and its rows, in columns."""
    widths = [max(map(len, column)) for column in zip(*group.rows, strict=True)]
    rows = ["  ".join(cell.rjust(w) if len(group.rows) > 1 else cell for cell, w in zip(row, widths, strict=True)) for row in group.rows]
    return [group.title, *rows]


def _flow(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    """Blocks of lines side by side, as many as fit, the rest beneath them."""
    lines: list[str] = []
    for row in _packed(blocks, width):
        if lines:
            lines.append("")
        sizes = [max(map(len, block)) for block in row]
        for i in range(max(map(len, row))):
            cells = [(block[i] if i < len(block) else "").ljust(size) for block, size in zip(row, sizes, strict=True)]
            lines.append((" " * GAP).join(cells))
    return lines


def _packed(blocks: Sequence[Sequence[str]], width: int) -> Iterator[list[Sequence[str]]]:
    row: list[Sequence[str]] = []
    used = 0
    for block in blocks:
        size = max(map(len, block))
        if row and used + GAP + size > width:
            yield row
            row, used = [], 0
        used += size + (GAP if row else 0)
        row.append(block)
    if row:
        yield row


def _html_rows(title: str, groups: Sequence[_Group], acting: bool) -> str:
    """A seat, or the middle: its name beside one row a row of cards."""
    cell = "border: 1px solid #8888; padding: 2px 6px; text-align: center"
    lines = [(group.title if i == 0 else "", row) for group in groups for i, row in enumerate(group.rows)]
    if not lines:
        return ""
    weight = "bold" if acting else "normal"
    head = f'<th rowspan="{len(lines)}" scope="rowgroup" style="text-align: left; font-weight: {weight}">{escape(title.strip())}</th>'
    rows = []
    for i, (name, row) in enumerate(lines):
        cards = "".join(f'<td style="{cell}">{escape(text)}</td>' for text in row)
        label = f'<th scope="row" style="text-align: left; font-weight: normal">{escape(name)}</th>'
        rows.append(f"<tr>{head if i == 0 else ''}{label}{cards}</tr>")
    return f"<tbody>{''.join(rows)}</tbody>"
