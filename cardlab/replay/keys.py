"""What names a line about notes or branches from another file: its key, made from what it says.

A number holds within one file only. A key is the same in every copy of the line, wherever merging puts it, so that copies of a layer
that went apart can be put together again: what both have stands once, and nothing can take another line's place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from cardlab.replay.reader import MAX_LINE, Document
from cardlab.replay.records import BranchStart, Delete, LayerHeader, Note, Promote, Question, Ref, Rename, Settle, Withdraw

Said: TypeAlias = Note | Question | BranchStart | Delete | Withdraw | Settle | Rename | Promote
SAID: Final = (Note, Question, BranchStart, Delete, Withdraw, Settle, Rename, Promote)
"""The records that say something about a game, rather than what was played."""

_SUFFIX: Final = re.compile(r"~[0-9a-f]{8}\Z")
REFS: Final = ("of", "keep")
"""The fields that name other lines."""
_IDS: Final = ("id", "branch", "parent")


def map_refs(value: Any, name: Callable[[int | str], Any]) -> Any:
    """A field that holds one reference to a line, or a list of them, with each put through `name`; what is none stays."""
    if isinstance(value, list):
        return [map_refs(one, name) for one in value]
    return name(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else value


def is_ply(raw: dict[str, Any]) -> bool:
    """Whether a line is a ply, or takes one back: such lines hang on their place, and have no key."""
    return raw.get("kind") in ("action", "chance", "referee", "undo")


def base_id(branch: str) -> str:
    """The id that a branch was given, without what merging put behind it to tell it from another."""
    return _SUFFIX.sub("", branch)


def digest(*parts: str) -> str:
    """blake2b of some texts, 8 bytes, in hexadecimal."""
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


class Keys:
    """Gives the lines of one file their keys, in the order of the file."""

    def __init__(self) -> None:
        self.by_seq: dict[int, str] = {}
        self.before: dict[str, str] = {}
        """A line -> the last line before it that says the very same, by their keys."""
        self._last: dict[str, tuple[int, str]] = {}

    def of(self, ref: int | str) -> str:
        """The key that a reference names; one that no line has where there is no such earlier line."""
        return ref if isinstance(ref, str) else self.by_seq.get(ref) or digest("no line", str(ref))

    def add(self, raw: dict[str, Any]) -> str:
        """The key of the next line: of all that it says but its number, with other lines named by their keys. Lines that say the same
        are told apart by how many went before; branches are not, since an id stands once in a file."""
        said = {name: value for name, value in raw.items() if name != "seq"}
        for name in REFS:
            if name in said:
                said[name] = map_refs(said[name], self.of)
        for name in _IDS:
            if isinstance(said.get(name), str):
                said[name] = base_id(said[name])
        text = json.dumps(said, sort_keys=True)
        n, before = self._last.get(text, (0, ""))
        key = digest(text, str(n)) if n and said.get("kind") != "branch" else digest(text)
        self._last[text] = n + 1, key
        if before not in ("", key):
            self.before[key] = before
        if isinstance(seq := raw.get("seq"), int):
            self.by_seq.setdefault(seq, key)
        return key


@dataclass(frozen=True, slots=True)
class Statement:
    """A line that says something about a game, and where it stands."""

    key: str
    record: Said
    path: str
    line: int
    """Counted from 1."""
    of: tuple[str, ...] = ()
    """Keys of the lines that it names."""
    keep: tuple[str, ...] = ()

    @property
    def author(self) -> str:
        return self.record.author or ""

    @property
    def time(self) -> str:
        return self.record.time or ""

    @property
    def kind(self) -> str:
        """note, edit, branch, delete, withdraw, settle, rename or promote."""
        return "edit" if isinstance(self.record, (Note, Question)) and self.of else str(self.record.__struct_config__.tag)

    def __str__(self) -> str:
        at = f"{self.path}:{self.line}: {self.kind}"
        return at + (f" by {self.author}" if self.author else "") + (f" at {self.time}" if self.time else "")


def statements(document: Document) -> Sequence[Statement]:
    """What is said in a document, in the order of its lines. References to lines that are not before them are reported, once."""
    if document.said is None:
        document.said = tuple(_statements(document))
    return document.said


def raw_lines(document: Document) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines behind the header that are JSON objects, with their numbers; exact copies of a line with the same `seq` once."""
    copies: dict[int, bytes] = {}
    for line in range(document.header_line + 1, document.lines + 1):
        text = document.raw(line).strip()
        if not text or len(text) > MAX_LINE:
            continue
        try:
            raw = json.loads(text, parse_constant=_no_number)
        except (ValueError, RecursionError):
            continue
        if isinstance(raw, dict):
            seq = raw.get("seq")
            first = copies.setdefault(seq, text) if isinstance(seq, int) else text
            if first is text or first != text:
                yield line, raw


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


def _statements(document: Document) -> Iterator[Statement]:
    keys = Keys()
    known = dict(document.records)
    if isinstance(document.head, LayerHeader):  # lines that mean nothing here may be named by others, and are carried when merging
        raws = [(line, raw) for line, raw in raw_lines(document) if not is_ply(raw)]
    else:
        raws = [(line, json.loads(document.raw(line))) for line, record in document.records if isinstance(record, SAID)]
    for line, raw in raws:
        record = known.get(line)
        if not isinstance(record, SAID):
            keys.add(raw)
            continue
        refs: list[Ref] = record.of if isinstance(record, Settle) else [] if isinstance(record, BranchStart) else [record.of]  # type: ignore[list-item]
        refs = [ref for ref in refs if ref is not None]
        kept = record.keep if isinstance(record, Settle) else []
        for ref in [*refs, *kept]:
            if isinstance(ref, int) and ref not in keys.by_seq:
                document.report(line, f"names seq {ref}, and no earlier line about notes or branches has it")
        of, keep = ([keys.of(ref) for ref in named if isinstance(ref, str) or ref in keys.by_seq] for named in (refs, kept))
        key = keys.add(raw)
        yield Statement(key, record, document.path, line, tuple(of), tuple(keep))
