"""One line of a file to a record and back: `encode`, `decode`, and what is wrong with a line in words."""

import json
import re
from typing import Any

import msgspec
from msgspec import Struct

from cardlab.replay.records import KINDS, MAX_DEPTH, Record, Unknown


class BadLine(ValueError):
    """A line that cannot be read; the message says why, in the words of a problem. `.torn` when it is no JSON at all."""

    def __init__(self, why: str, torn: bool = False) -> None:
        super().__init__(why)
        self.torn = torn


class _Kinded(Struct, frozen=True):
    kind: str


_decode = msgspec.json.Decoder(Record).decode
_decode_kind = msgspec.json.Decoder(_Kinded).decode
_decode_unknown = msgspec.json.Decoder(Unknown).decode
_encode = msgspec.json.Encoder().encode


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
