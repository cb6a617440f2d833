"""Score sheets as CSV: players in columns, rounds in rows, a star behind the number of who closed the round.

What may stand in such a file is said in `replays/FORMAT.md`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid5

from cardlab.game import Counted, Game
from cardlab.games import find_game
from cardlab.replay.importers import Imported, ImportFault, Loss
from cardlab.replay.make import NAMESPACE, header
from cardlab.replay.records import Record, Result, RoundScores
from cardlab.replay.scores import ScoreSheet, SheetCounter
from cardlab.replay.writer import write_file, write_lines

if TYPE_CHECKING:
    from cardlab.game import Outcome

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
class _Columns:
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
class _Row:
    """One round as the file has it."""

    line: int
    scores: list[int]
    finisher: int | None
    credited: list[int | None]
    totals: list[int | None]


# -- reading


def read_csv(
    data: bytes, path: str, game: str, preset: str | None, options: Mapping[str, Any], names: Sequence[str] | None, credited: bool
) -> Imported:
    """See `import_file`."""
    engine = find_game(game)
    rows, columns, last = _Reader(_text(data, path), path, names).read()
    chosen = engine.options(preset or next(iter(engine.presets)), dict(options))
    sheet = ScoreSheet(engine, chosen, columns.names)
    counter = SheetCounter(sheet)
    losses: list[Loss] = []
    records: list[Record] = []
    for row in rows:
        record = _record(row, counter, credited, path)
        if (fault := counter.add(record)) is not None:
            raise ImportFault(path, row.line, fault)
        records.append(record)
        losses += _told(row, sheet)
    if last is not None:
        losses += _last_totals(last, sheet, counter.comparer.carried)
    if sheet.outcome is not None:
        records.append(_result(sheet.outcome))
    first = header(
        engine, chosen, columns.names, source=f"score sheet {path.replace(chr(92), '/').rpartition('/')[2]}",
        id=str(uuid5(NAMESPACE, write_lines(records).decode() + repr((columns.names, sorted(chosen.as_dict().items()))))),
    )  # fmt: skip
    return Imported(write_lines([first, *records]).decode("utf-8"), tuple(losses), path)


def _text(data: bytes, path: str) -> str:
    """The characters of the file: UTF-8, with or without a byte-order mark, UTF-16 with one, else as Windows writes it."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-16" or b"\0" in data:
            raise ImportFault(path, None, f"no text: byte {error.start + 1} cannot be read") from None
        return data.decode("cp1252", "replace")


class _Reader:
    def __init__(self, text: str, path: str, names: Sequence[str] | None) -> None:
        self.path, self.names = path, names
        self.text, self.skipped, told = text, 0, None
        if match := re.match(r"sep=(.)\r?\n", text, re.IGNORECASE):  # a line by which Excel says what parts the cells
            self.text, self.skipped, told = text[match.end() :], 1, match[1]
        top = next((line for line in self.text.splitlines() if line.strip()), "")
        bare = re.sub(r'"[^"]*"', "", top)
        self.delimiter = told or next((mark for mark in DELIMITERS if mark in bare), ",")

    def fault(self, line: int, why: str, column: int | None = None) -> ImportFault:
        return ImportFault(self.path, line, why, column)

    def read(self) -> tuple[list[_Row], _Columns, list[int] | None]:
        """The rounds, what stands where, and the totals of a last row, where there is one."""
        columns: _Columns | None = None
        rows: list[_Row] = []
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

    def _columns(self, line: int, cells: list[str]) -> _Columns:
        while cells and not cells[-1]:
            cells.pop()
        columns = _Columns([], [])
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

    def _row(self, line: int, cells: list[str], columns: _Columns) -> _Row:
        seats = len(columns.names)
        row = _Row(line, [], None, [None] * seats, [None] * seats)
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

    def _finisher(self, line: int, columns: _Columns, told: str, row: _Row) -> None:
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


# -- judging


def _record(row: _Row, counter: SheetCounter, credited: bool, path: str) -> RoundScores:
    """The line of a round. Where the sheet has the points as credited, what the finisher's cards counted is found from the rules; where
    the rules would never credit that, the number itself is taken, and what is wrong shows as a difference."""
    said = [score if value is None else value for score, value in zip(row.scores, row.credited, strict=True)]
    stated = said if any(value is not None for value in row.credited) else None
    scores = row.scores[:]
    if credited:
        stated = row.scores
        if row.finisher is not None:
            game: Game = counter.sheet.game
            found = game.raw_of(counter.state, row.scores, row.finisher)
            if len(found) > 1 and row.scores[row.finisher] not in found:
                either = " or ".join(map(str, found[:4]))
                name, score = counter.sheet.names[row.finisher], row.scores[row.finisher]
                raise ImportFault(path, row.line, f"{name} may have had {either}: write which, as in {found[0]}*={score}")
            if len(found) == 1:
                scores[row.finisher] = found[0]
    sums = [total if total is not None else 0 for total in row.totals]
    return RoundScores(0, scores, row.finisher, stated, sums if all(total is not None for total in row.totals) else None)


def _told(row: _Row, sheet: ScoreSheet) -> list[Loss]:
    """What is to be said of the round just counted."""
    played, where = sheet.rounds[-1], f"line {row.line}"
    losses = [Loss("differs", where, str(difference).rpartition(" [")[0], difference.rule) for difference in played.differences]
    if not played.judged:
        losses.append(Loss("unjudged", where, f"round {played.number}: nobody is marked as having closed it, so no penalty is judged"))
    if any(total is not None for total in row.totals) and None in row.totals:
        losses.append(Loss("lost", where, f"round {played.number}: totals of some players only"))
    return losses


def _last_totals(last: list[int], sheet: ScoreSheet, off: list[int]) -> list[Loss]:
    """The row of totals against what the rounds add up to; slips that were told with their round are not told again."""
    played = sheet.rounds[-1]
    counted = Counted(played.raw, played.finisher, played.credited, played.totals, played.explanation.events)
    return [
        Loss("differs", "totals", f"the sheet totals {name} {last[seat]}, its rounds add up to {sheet.totals[seat] + off[seat]}", rule)
        for seat, name in enumerate(sheet.names)
        if last[seat] != sheet.totals[seat] + off[seat]
        for rule in [sheet.game.score_rule(counted, "totals", seat)]
    ]


def _result(outcome: Outcome) -> Result:
    return Result(seq=0, reason=outcome.reason, winners=list(outcome.winners), scores=list(outcome.scores))


# -- writing


def write_csv(sheet: ScoreSheet, path: str | PathLike[str] | None, delimiter: str, full: bool) -> str:
    """See `ScoreSheet.to_csv`."""
    names = list(sheet.names)
    rows: list[list[object]] = [["round", *names, *(f"{name} {word}" for word in ("credited", "total") for name in names if full)]]
    for played in sheet.rounds:
        scores = [f"{score}*" if played.finisher == seat else score for seat, score in enumerate(played.raw)]
        rows.append([played.number, *scores, *(played.credited + played.totals if full else ())])
    rows.append(["total", *sheet.totals, *([""] * (len(rows[0]) - 1 - len(names)))])
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    if path is not None:
        write_file(path, out.getvalue().encode("utf-8"))
    return out.getvalue()
