"""The lines of a replay file: one struct a kind. FORMAT.md and `replays/schema.json` are made from what stands here.

Every line is a JSON object with its `kind` and its `seq`, a number that counts all lines of a file from 0 without a gap. Fields
that a struct does not know are no error: the raw line is kept, and written back as it was.
"""

import json
import re
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from cardlab.game import CHANCE, REFEREE, Action

FORMAT: Final = "cardlab-replay"
VERSION: Final = (1, 0)
"""Major and minor number of the version that is written. A reader refuses a newer major, and opens a newer minor with a warning."""

MAX_DEPTH: Final = 64
"""Objects and lists may be nested this deep in a line."""

GLYPHS: Final = ("good", "mistake", "blunder", "brilliant", "dubious", "interesting", "forced", "unclear", "question")

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
ActionText = Annotated[str, Meta(max_length=2000)]
Glyph = Annotated[str, Meta(extra_json_schema={"enum": list(GLYPHS)})]


class Header(Struct, frozen=True, tag_field="kind", tag="header", omit_defaults=True):
    """The first line: what is played, by whom, under which rules."""

    seq: Count
    """0."""
    format: str
    """Always "cardlab-replay"."""
    version: str
    """Major and minor number of the format, "1.0"."""
    game: str
    """Name of the game: skipbo, skyjo."""
    preset: str
    """Name of the preset that the options began from."""
    seats: list[str]
    """Names by seat, in turn order; seat 0 is the first."""
    options: dict[str, Any] = {}
    """Every option by its dotted name. One that is missing has the preset's value."""
    title: str = ""
    """A line that names the game to a reader."""
    language: str = "en"
    """Language of the title, and the one a viewer opens in (en, es, nl)."""
    rulebook: str = ""
    """Version of the rulebook (`seeds/sources.toml`) that the file was written with."""
    id: str = ""
    """A UUID that names this game, so that files of notes can be bound to it."""
    date: str | None = None
    """When it was played, ISO 8601."""
    source: str | None = None
    """Where the game comes from: "composed", "played by bots", a club …"""
    tags: list[str] = []
    """Words to find it by."""


class ActionPly(Struct, frozen=True, tag_field="kind", tag="action", omit_defaults=True):
    """A ply: what a seat did."""

    seq: Count
    """Number of the line."""
    seat: Count
    """Who acted."""
    action: ActionText
    """The action as text."""
    branch: str | None = None
    """Id of the branch it belongs to; left out on the main line."""
    clock: Annotated[float, Meta(ge=0)] | None = None
    """Seconds it took."""

    @property
    def player(self) -> int:
        return self.seat


class ChancePly(Struct, frozen=True, tag_field="kind", tag="chance", omit_defaults=True):
    """A ply: a deal, a shuffle, a lot, or a face that was not known before."""

    seq: Count
    """Number of the line."""
    action: ActionText
    """The action as text."""
    branch: str | None = None
    """Id of the branch it belongs to; left out on the main line."""
    clock: Annotated[float, Meta(ge=0)] | None = None
    """Seconds it took."""
    player: ClassVar[int] = CHANCE


class RefereePly(Struct, frozen=True, tag_field="kind", tag="referee", omit_defaults=True):
    """A ply: a penalty or an irregularity that the people at the table called."""

    seq: Count
    """Number of the line."""
    action: ActionText
    """The action as text."""
    branch: str | None = None
    """Id of the branch it belongs to; left out on the main line."""
    clock: Annotated[float, Meta(ge=0)] | None = None
    """Seconds it took."""
    player: ClassVar[int] = REFEREE


class Note(Struct, frozen=True, tag_field="kind", tag="note", omit_defaults=True):
    """What somebody said about a position, or about the ply that led to it."""

    seq: Count
    """Number of the line; it names the note."""
    ply: Count
    """The number of plies after which it stands: 0 is before the first. With a branch, plies of that branch."""
    author: str
    """Who says it."""
    text: str
    """Plain text, shown as text whatever it holds."""
    language: str = ""
    """Language of the text (en, es, nl …)."""
    glyph: Glyph | None = None
    """A judgement in a word."""
    rule: str | None = None
    """Id of the rule it speaks of."""
    card: str | None = None
    """The card or zone it speaks of: "7", "B1"."""
    branch: str | None = None
    """Id of the branch it stands on; left out on the main line."""
    time: str | None = None
    """When it was written, ISO 8601."""


class BranchStart(Struct, frozen=True, tag_field="kind", tag="branch", omit_defaults=True, rename={"ply": "from"}):
    """Opens a branch: the plies that name its id belong to it, wherever in the file they stand."""

    seq: Count
    """Number of the line."""
    id: str
    """What its plies and notes name it by; unique in the file."""
    ply: Count
    """The ply of the parent after which it starts."""
    name: str = ""
    """What a reader calls it."""
    parent: str | None = None
    """Id of the branch it leaves; left out where it leaves the main line."""
    author: str | None = None
    """Who tried it."""


class Checkpoint(Struct, frozen=True, tag_field="kind", tag="checkpoint", omit_defaults=True):
    """What the position on the main line was when the file was written; compared whenever the file is re-run."""

    seq: Count
    """Number of the line."""
    ply: Count
    """The number of plies after which it was taken."""
    state: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    """blake2b of the position text (8 bytes, in hexadecimal)."""


class Result(Struct, frozen=True, tag_field="kind", tag="result", omit_defaults=True):
    """How the main line ended; compared whenever the file is re-run."""

    seq: Count
    """Number of the line."""
    reason: str
    """A word of the game: stock_empty, match_score, void …"""
    winners: list[Count]
    """Seats; empty when nobody won."""
    scores: list[int]
    """Totals by seat."""


class Unknown(Struct, frozen=True):
    """A line of a kind that this version does not know. It is kept, and means nothing here."""

    kind: str
    seq: Count | None = None


class _Kinded(Struct, frozen=True):
    kind: str


Ply: TypeAlias = ActionPly | ChancePly | RefereePly
Record: TypeAlias = Header | ActionPly | ChancePly | RefereePly | Note | BranchStart | Checkpoint | Result
KINDS: Final = {
    str(struct.__struct_config__.tag): struct
    for struct in (Header, ActionPly, ChancePly, RefereePly, Note, BranchStart, Checkpoint, Result)
}


class BadLine(ValueError):
    """A line that cannot be read; the message says why, in the words of a problem. `.torn` when it is no JSON at all."""

    def __init__(self, why: str, torn: bool = False) -> None:
        super().__init__(why)
        self.torn = torn


_decode = msgspec.json.Decoder(Record).decode
_decode_kind = msgspec.json.Decoder(_Kinded).decode
_decode_unknown = msgspec.json.Decoder(Unknown).decode
_encode = msgspec.json.Encoder().encode


def action(ply: Ply) -> Action:
    """The action of a ply with who took it."""
    return Action(ply.action, ply.player)


def encode(record: Record) -> bytes:
    """The line that says this record, canonical, with its newline: `kind` first, then the fields in the order of the struct, fields
    at their default left out, no spaces, characters as themselves."""
    return _encode(record) + b"\n"


def decode(line: bytes) -> Record | Unknown:
    """The record that a line says (without a byte-order mark; white space around it does not matter). BadLine tells what is wrong."""
    if len(line) > MAX_DEPTH and line.count(b"[") + line.count(b"{") > MAX_DEPTH and depth(line) > MAX_DEPTH:
        raise BadLine(f"nested deeper than {MAX_DEPTH} levels")
    try:
        return _decode(line)
    except msgspec.ValidationError as error:
        if _kind(line) not in KINDS:
            return _unknown(line)
        raise BadLine(_sentence(str(error), line)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadLine(f"bad JSON: {_json_fault(line) or error}", torn=True) from None


def _kind(line: bytes) -> str:
    """The kind of a line that is good JSON but no record that is known; any kind that is known where it has none, so that its
    fault is told."""
    try:
        return _decode_kind(line).kind
    except (msgspec.MsgspecError, RecursionError):
        return "header"


def _unknown(line: bytes) -> Unknown:
    try:
        return _decode_unknown(line)
    except msgspec.ValidationError as error:
        raise BadLine(_sentence(str(error), line)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadLine(f"bad JSON: {_json_fault(line) or error}", torn=True) from None


def kind_of(line: bytes) -> str | None:
    """The kind that a line seems to have, also where the line cannot be read; None where it names none."""
    match = re.search(rb'"kind"\s*:\s*"([^"\\]*)"', line)
    return match[1].decode("utf-8", "replace") if match else None


def branch_of(line: bytes) -> str | None:
    """The branch that a line seems to name, also where the line cannot be read."""
    match = re.search(rb'"branch"\s*:\s*"([^"\\]*)"', line)
    return match[1].decode("utf-8", "replace") if match else None


_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""Strings and brackets. A string that does not end matches too, up to the end of the line: else the search would begin anew at each
quote in it, which takes hours for a line made to that purpose."""


def depth(line: bytes) -> int:
    """How deep objects and lists are nested in a line; brackets inside strings do not count."""
    deepest = level = 0
    for token in _TOKENS.findall(line):
        if token in (b"[", b"{"):
            level += 1
            deepest = max(deepest, level)
        elif token in (b"]", b"}"):
            level -= 1
    return deepest


def _json_fault(line: bytes) -> str:
    """What Python's own parser finds wrong, which it tells with the place; empty where it finds nothing."""
    try:
        json.loads(line)
    except json.JSONDecodeError as error:
        return f"{error.msg[:1].lower()}{error.msg[1:].removesuffix(' starting at')} at column {error.colno}"
    except UnicodeDecodeError as error:
        return f"invalid UTF-8 at byte {error.start + 1}"
    except (ValueError, RecursionError) as error:
        return str(error)
    return "a character that is no character (half of a surrogate pair)" if rb"\u" in line else ""


def _sentence(message: str, line: bytes) -> str:
    """msgspec's message in the style of our errors: "expected int at $.seat, got 'three'"."""
    what, _, path = message.replace("`", "").partition(" - at ")
    what = what[:1].lower() + what[1:].partition(", got ")[0]
    if what.startswith("object missing required field"):
        return what.replace("object missing required field ", "missing field $.")
    found, value = _value_at(line, path)
    return f"{what}{f' at {path}' if path else ''}{f', got {value!r}' if found else ''}"


def _value_at(line: bytes, path: str) -> tuple[bool, Any]:
    """The value at a path such as `$.seats[1]`, where it can be had."""
    try:
        value = json.loads(line)
        for key, index in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path):
            value = value[key] if key else value[int(index)]
    except (ValueError, LookupError, TypeError, RecursionError):
        return False, None
    return True, value
