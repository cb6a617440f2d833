"""The rows of a score sheet as CSV, with what stands in which column; nothing is judged here."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from cardlab.replay.importers import ImportFault

ROUND: Final = frozenset({"", "#", "round", "ronda", "ronde"})
FINISHER: Final = frozenset({"finisher", "closed by", "winner", "cierra", "cerró", "ganador", "afsluiter", "winnaar"})
TOTAL: Final = frozenset({"total", "totals", "sum", "totales", "suma", "totaal", "totalen", "som"})
CREDITED: Final = frozenset({"credited", "points", "anotado", "puntos", "genoteerd", "punten"})
DELIMITERS: Final = (";", "\t", ",")
_NUMBER: Final = re.compile(r"[+-]?\d{1,6}(?:[.,]0+)?")
_CELL: Final = re.compile(
    rf"(?P<before>\*)?\s*(?P<raw>{_NUMBER.pattern})\s*(?P<after>\*)?(?:\s*(?:=|→|->)\s*(?P<credited>{_NUMBER.pattern}))?"
)
_MINUS: Final = str.maketrans({"−": "-", "–": "-", "\u00a0": " ", "\u202f": " "})


@dataclass
class Columns:
    """What stands in which column, counted from 0."""

    names: list[str]
    scores: list[int]
    """By seat."""
    round: int | None = None
    finisher: int | None = None
    credited: dict[int, int] = field(default_factory=dict)
    """Seat by column."""
    totals: dict[int, int] = field(default_factory=dict)


@dataclass
class Row:
    """One round as the file has it."""

    line: int
    scores: list[int]
    finisher: int | None
    credited: list[int | None]
    totals: list[int | None]


def text_of(data: bytes, path: str) -> str:
    """The characters of the file: UTF-8, with or without a byte-order mark, UTF-16 with one, else as Windows writes it."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-16" or b"\0" in data:
            raise ImportFault(path, None, f"no text: byte {error.start + 1} cannot be read") from None
        return data.decode("cp1252", "replace")


def _delimiter(text: str) -> str:
    """What parts the cells: that by which the most rows have as many cells as the first, and that many most."""
    best, found = (0, 0), ","
    for mark in DELIMITERS:
        try:
            rows = [row for row in islice(csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True), 100) if any(row)]
        except csv.Error:
            continue
        if rows and len(rows[0]) > 1 and (fit := (sum(len(row) == len(rows[0]) for row in rows), len(rows[0]))) > best:
            best, found = fit, mark
    return found


class Reader:
    def __init__(self, text: str, path: str, names: Sequence[str] | None) -> None:
        self.path, self.names = path, names
        self.text, self.skipped, told = text, 0, None
        if match := re.match(r"sep=(.)\r?\n", text, re.IGNORECASE):  # a line by which Excel says what parts the cells
            self.text, self.skipped, told = text[match.end() :], 1, match[1]
        self.delimiter = told or _delimiter(self.text)

    def fault(self, line: int, why: str, column: int | None = None) -> ImportFault:
        return ImportFault(self.path, line, why, column)

    def read(self) -> tuple[list[Row], Columns, list[int] | None]:
        """The rounds, what stands where, and the totals of a last row, where there is one."""
        columns: Columns | None = None
        rows: list[Row] = []
        last: list[int] | None = None
        for line, cells in self._cells():
            if columns is None:
                columns = self._columns(line, cells)
                width = len(cells)
                continue
            if last is not None:
                raise self.fault(line, "a row behind the totals")
            if len(cells) > width and any(cells[width:]):
                comma = "; a file with decimal commas has to be parted by semicolons" if self.delimiter == "," else ""
                raise self.fault(line, f"{len(cells)} cells, but the first line has {width}{comma}")
            cells = (cells + [""] * width)[:width]
            if columns.round is not None and cells[columns.round].casefold().rstrip(":") in TOTAL:
                last = [self._number(line, at, cells[at], columns.names[seat]) for seat, at in enumerate(columns.scores)]
            else:
                rows.append(self._row(line, cells, columns))
        if columns is None:
            raise ImportFault(self.path, None, "the file is empty: expected the players' names in the first line")
        if not rows:
            raise ImportFault(self.path, None, "the sheet has no rounds")
        return rows, columns, last

    def _cells(self) -> Sequence[tuple[int, list[str]]]:
        reader = csv.reader(io.StringIO(self.text, newline=""), delimiter=self.delimiter, strict=True)
        found = []
        line = self.skipped + 1
        try:
            for row in reader:
                cells = [cell.translate(_MINUS).strip() for cell in row]
                if any(cells):
                    found.append((line, cells))
                line = self.skipped + reader.line_num + 1
        except csv.Error as error:
            raise self.fault(self.skipped + reader.line_num, f"no CSV: {error}") from None
        return found

    def _columns(self, line: int, cells: list[str]) -> Columns:
        while cells and not cells[-1]:
            cells.pop()
        columns = Columns([], [])
        for at, cell in enumerate(cells):
            word = cell.casefold()
            if word in ROUND:
                if at or columns.round is not None:
                    raise self.fault(line, "expected a player's name", at + 1)
                columns.round = 0
            elif word in FINISHER:
                columns.finisher = at
            elif (seat := self._belongs(cell, columns.names, CREDITED)) is not None:
                columns.credited[at] = seat
            elif (seat := self._belongs(cell, columns.names, TOTAL)) is not None:
                columns.totals[at] = seat
            elif _CELL.fullmatch(cell):
                raise self.fault(line, f"expected the players' names in the first line, got {cell!r}", at + 1)
            else:
                columns.names.append(cell)
                columns.scores.append(at)
        if not columns.names:
            raise self.fault(line, "expected the players' names in the first line")
        if self.names is not None:
            if len(self.names) != len(columns.names):
                raise self.fault(line, f"{len(self.names)} names were given, but the sheet has {len(columns.names)} players")
            columns.names = list(self.names)
        return columns

    def _belongs(self, cell: str, names: list[str], words: frozenset[str]) -> int | None:
        """The seat whose credited points or totals a column holds: "Ana total"."""
        name, _, word = cell.rpartition(" ")
        return names.index(name) if word.casefold() in words and name in names else None

    def _row(self, line: int, cells: list[str], columns: Columns) -> Row:
        seats = len(columns.names)
        row = Row(line, [], None, [None] * seats, [None] * seats)
        for seat, at in enumerate(columns.scores):
            name = columns.names[seat]
            match = _CELL.fullmatch(cells[at])
            if match is None:
                self._number(line, at, cells[at], name)
                raise self.fault(line, f"{name}: expected a whole number, got {cells[at]!r}", at + 1)
            row.scores.append(_whole(match["raw"]))
            if match["before"] or match["after"]:
                if row.finisher is not None:
                    raise self.fault(line, f"{name}: a second star; {columns.names[row.finisher]} has one already", at + 1)
                row.finisher = seat
            if match["credited"]:
                row.credited[seat] = _whole(match["credited"])
        if columns.finisher is not None and (told := cells[columns.finisher]):
            self._finisher(line, columns, told, row)
        for named, values in ((columns.credited, row.credited), (columns.totals, row.totals)):
            for at, seat in named.items():
                values[seat] = self._number(line, at, cells[at], columns.names[seat]) if cells[at] else None
        return row

    def _finisher(self, line: int, columns: Columns, told: str, row: Row) -> None:
        """The column that names who closed the round."""
        assert columns.finisher is not None
        found = [seat for seat, name in enumerate(columns.names) if name.casefold() == told.casefold()]
        if len(found) != 1:
            known = ", ".join(columns.names)
            raise self.fault(line, f"unknown player {told!r}; known: {known}", columns.finisher + 1)
        if row.finisher is not None and row.finisher != found[0]:
            other = columns.names[row.finisher]
            raise self.fault(line, f"{told} closed the round here, but the star stands with {other}", columns.finisher + 1)
        row.finisher = found[0]

    def _number(self, line: int, at: int, cell: str, name: str) -> int:
        if _NUMBER.fullmatch(cell):
            return _whole(cell)
        fraction = re.fullmatch(r"[+-]?\d+[.,]\d+", cell)
        what = f"scores are whole numbers, got {cell!r}" if fraction else f"expected a whole number, got {cell!r}"
        raise self.fault(line, f"{name}: {what}", at + 1)


def _whole(text: str) -> int:
    return int(re.split("[.,]", text)[0])
