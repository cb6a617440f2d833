"""From bytes to records: reads every good line, and tells what is wrong with the others. Knows no game."""

import os
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from cardlab.errors import ReplayError
from cardlab.replay.coding import BadLine, branch_of, decode, kind_of
from cardlab.replay.records import (
    ANSWERS_FORMAT,
    FORMAT,
    KEY_FORMAT,
    NOTES_FORMAT,
    VERSION,
    AnswersHeader,
    Header,
    KeyHeader,
    LayerHeader,
    Note,
    Question,
    Record,
    Unknown,
)

MAX_BYTES: Final = 64 * 1024 * 1024
"""A larger file is refused."""
MAX_LINES: Final = 200_000
"""A file with more lines is refused."""
MAX_LINE: Final = 1024 * 1024
"""A longer line (in bytes) is kept but not read."""

Head: TypeAlias = Header | LayerHeader | AnswersHeader | KeyHeader
"""The first line of a file."""

BOM: Final = b"\xef\xbb\xbf"
_LONGEST_MESSAGE: Final = 1000
_WHAT: Final = {Header: "a game", AnswersHeader: "a student's answers", KeyHeader: "a file of right answers"}


class Problem(NamedTuple):
    """Something wrong with a line; as text "replays/a.jsonl:14: illegal action …"."""

    path: str
    line: int
    """Counted from 1."""
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


class Unread(NamedTuple):
    """Stands where a line could not be read: the kind and the branch that it seems to have."""

    kind: str | None
    branch: str | None


@dataclass
class Document:
    """The lines of a file, with nothing played yet."""

    path: str
    data: bytes
    """The file as it is."""
    head: Head
    header_line: int
    records: list[tuple[int, Record | Unread]] = field(default_factory=list)
    """The good lines behind the header with their line numbers, in order; an Unread for each bad one. Lines of unknown kinds are
    left out: they mean nothing here."""
    problems: list[Problem] = field(default_factory=list)
    next_seq: int = 0
    """The seq of a line to be appended."""
    placed: dict[int, Note] = field(default_factory=dict)
    """Every note by its line, as it was placed once plies that were taken back had moved aside."""
    asked: dict[int, Question] = field(default_factory=dict)
    """Every question that stands by its line, placed likewise."""
    said: tuple[Any, ...] | None = None
    """What `keys.statements` made of it."""
    _lines: list[bytes] | None = None

    @property
    def header(self) -> Header:
        """The header of a game. ReplayError where the file is a note layer."""
        if isinstance(self.head, Header):
            return self.head
        if not isinstance(self.head, LayerHeader):
            raise ReplayError(self.path, self.header_line, f"{_WHAT[type(self.head)]}, and no game")
        why = "a note layer (notes on a game), and no game: open the game and read this file with replay.annotations(…)"
        raise ReplayError(self.path, self.header_line, why)

    @property
    def layer(self) -> LayerHeader:
        """The header of a note layer. ReplayError where the file is a game."""
        if isinstance(self.head, LayerHeader):
            return self.head
        what = _WHAT[type(self.head)]
        what = _WHAT[type(self.head)]
        raise ReplayError(self.path, self.header_line, f"{what}, and no note layer: a layer begins with a line of the kind 'layer'")

    @property
    def lines(self) -> int:
        """How many lines there are, the last one too where it has no end."""
        self.raw(1)
        assert self._lines is not None
        return len(self._lines)

    def raw(self, line: int) -> bytes:
        """The bytes of a line, counted from 1, without its end."""
        if self._lines is None:
            self._lines = self.data.removeprefix(BOM).split(b"\n")
        return self._lines[line - 1]

    def report(self, line: int, what: str) -> None:
        """Note a problem, in one line of printable characters."""
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in what)
        text = text if len(text) <= _LONGEST_MESSAGE else text[:_LONGEST_MESSAGE] + " …"
        self.problems.append(Problem(self.path, line, text))


def read_file(path: str | PathLike[str]) -> Document:
    """The lines of the file at `path`. OSError where it cannot be read; ReplayError as in `read_bytes`."""
    name = os.fspath(path)
    with open(path, "rb") as file:
        return read_bytes(file.read(MAX_BYTES + 1), name)


def read_bytes(data: bytes, path: str) -> Document:
    """The lines of a file. ReplayError where no replay can be made of it: a limit is passed, the first line is no header, or the
    header is of a newer major version."""
    if len(data) > MAX_BYTES:
        raise ReplayError(path, None, f"the file is larger than {MAX_BYTES} bytes, the most that is read; split it")
    count = data.count(b"\n") + (not data.endswith(b"\n"))
    if count > MAX_LINES:
        raise ReplayError(path, None, f"the file has {count} lines, and at most {MAX_LINES} are read; split it")
    lines = data.removeprefix(BOM).split(b"\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is None:
        raise ReplayError(path, None, "no header: the file holds no line")
    header = _header(lines[first], path, first + 1)
    document = Document(path, data, header, first + 1)
    _warn_of_version(document)
    _read_lines(document, lines, first + 1)
    return document


class _Peek(msgspec.Struct):
    """What must be known of a header before the rest of it can be trusted."""

    kind: str
    format: str = ""
    version: str = ""


def _header(line: bytes, path: str, number: int) -> Head:
    try:
        if len(line) > MAX_LINE:
            raise BadLine(_too_long(line))
        try:
            peek = msgspec.json.decode(line, type=_Peek)
        except (msgspec.MsgspecError, RecursionError):
            peek = None
        if peek is not None:
            _check_version(peek, path, number)
        line.decode("utf-8")
        record = decode(line)
    except UnicodeDecodeError as error:
        raise ReplayError(path, number, f"no header: invalid UTF-8 at byte {error.start + 1}") from None
    except BadLine as error:
        raise ReplayError(path, number, f"no header: {error}") from None
    if not isinstance(record, Head):
        kind = record.kind if isinstance(record, Unknown) else record.__struct_config__.tag
        raise ReplayError(path, number, f"no header: expected the kind 'header' in the first line, got {kind!r}")
    return record


def _check_version(peek: _Peek, path: str, number: int) -> None:
    """Refuse what this version cannot open, before its fields are judged."""
    expected = {"header": FORMAT, "layer": NOTES_FORMAT, "answers": ANSWERS_FORMAT, "keys": KEY_FORMAT}.get(peek.kind)
    if expected is None:
        return
    if peek.format != expected:
        raise ReplayError(path, number, f"expected the format {expected!r}, got {peek.format!r}")
    major = version_of(peek.version)
    if major is None:
        raise ReplayError(path, number, f"expected a version like '{VERSION[0]}.{VERSION[1]}', got {peek.version!r}")
    if major[0] > VERSION[0]:
        raise ReplayError(
            path,
            number,
            f"written in version {peek.version} of the format, and this cardlab reads versions {VERSION[0]}.x: "
            "install a newer cardlab (pip install --upgrade cardlab)",
        )


def version_of(text: str) -> tuple[int, int] | None:
    """Major and minor number of "1.0"; None where the text says no version."""
    major, dot, minor = text.partition(".")
    good = dot and all(part.isascii() and part.isdigit() and len(part) <= 4 for part in (major, minor)) and int(major) > 0
    return (int(major), int(minor)) if good else None


def _warn_of_version(document: Document) -> None:
    version = version_of(document.head.version)
    if version is not None and version > VERSION:
        document.report(
            document.header_line,
            f"written in the newer version {document.head.version} of the format (this cardlab knows {VERSION[0]}.{VERSION[1]}): "
            "what is new in it is kept but not understood",
        )


def _read_lines(document: Document, lines: list[bytes], first: int) -> None:
    """Read the lines from place `first` on into the document."""
    valid = document.data.isascii()  # msgspec looks into the characters of the fields it knows only
    order = _Order(document)
    order.take(document.header_line, document.head.seq)
    for place in range(first, len(lines)):
        line, number = lines[place], place + 1
        if not line or line.isspace():
            continue
        try:
            record = _read_line(line, valid)
        except BadLine as error:
            last = place == len(lines) - 1
            document.report(number, f"torn last line: {error}" if error.torn and last else str(error))
            document.records.append((number, Unread(kind_of(line), branch_of(line))))
            order.skip()
            continue
        first_line = order.take(number, record.seq)
        if first_line is not None and lines[first_line - 1].rstrip() == line.rstrip():
            document.report(number, f"seq {record.seq} stands twice: a copy of line {first_line}, which does not count")
            continue
        if first_line is not None:
            document.report(number, f"seq {record.seq} stands twice: first in line {first_line}")
        if isinstance(record, Head):
            document.report(number, "a second header; only the first counts")
        elif not isinstance(record, Unknown):
            document.records.append((number, record))
    document.next_seq = order.expected


def _read_line(line: bytes, valid: bool) -> Record | Unknown:
    if len(line) > MAX_LINE:
        raise BadLine(_too_long(line))
    if not valid:
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadLine(f"bad JSON: invalid UTF-8 at byte {error.start + 1}", torn=True) from None
    return decode(line)


def _too_long(line: bytes) -> str:
    return f"the line is {len(line)} bytes long, and at most {MAX_LINE} are read"


class _Order:
    """Watches that `seq` counts the lines without a gap."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.expected = 0
        """The seq that comes next: one more than the highest so far."""
        self.unread = 0
        """Bad lines just before: each may or may not have had a seq."""
        self.seen: dict[int, int] = {}

    def skip(self) -> None:
        self.unread += 1

    def take(self, line: int, seq: int | None) -> int | None:
        """The next good line has this `seq`; the line that had it first, where it stands twice."""
        if seq is None:
            self.document.report(line, f"missing field $.seq (expected {self.expected})")
            self.unread += 1
            return None
        if seq in self.seen:
            return self.seen[seq]
        if seq < self.expected:
            self.document.report(line, f"seq {seq} is out of order: expected {self.expected}")
        elif seq > self.expected + self.unread:
            missing = f"{self.expected} is" if seq == self.expected + 1 else f"{self.expected} to {seq - 1} are"
            self.document.report(line, f"seq {missing} missing before seq {seq}")
        self.seen[seq] = line
        self.expected = max(self.expected, seq + 1)
        self.unread = 0
        return None
