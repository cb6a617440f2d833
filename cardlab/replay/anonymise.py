"""Making the people of a game unknown: in its header, its notes, and the note layers beside it, so that it can be handed on.

What was played, the ids and the numbers of lines stay, so that the layers still fit the game and every line still names the right one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Final

from cardlab.replay.keys import REFS, SAID, Keys, is_ply, map_refs, raw_lines
from cardlab.replay.layers import MARK, layer_path, layers_beside, read_layer
from cardlab.replay.names import Change, Names
from cardlab.replay.reader import BOM, Document
from cardlab.replay.records import Header, LayerHeader
from cardlab.replay.replay import load
from cardlab.replay.writer import write_file

_PEOPLE: Final = ("author", "seats")
"""Fields that hold nothing but a name, or names."""
_FIXED: Final = frozenset(
    {"kind", "seq", "action", "glyph", "rule", "time", "language", "format", "version", "game", "preset", "options", "state", "hash", "of",
     "keep", "rulebook", "on", "arrows", "marks", "facts", "about", "date", "ask",
     "position", "right", "accept", "rules", "hashes", "salt"}
)  # fmt: skip
"""Fields that hold words of the format or of a game, and no words of people. The `id` of a header is one too."""


@dataclass
class Anonymised:
    """What was written, and what was changed."""

    files: dict[str, str]
    """Where each file went."""
    changes: list[Change]
    left: list[str] = field(default_factory=list)
    """What may still tell who somebody is, as `path:line: what`: to be looked at by a person."""

    def __str__(self) -> str:
        lines = [f"{old} -> {new}" for old, new in self.files.items()]
        for change in self.changes:
            forms = ", ".join(sorted(change.forms)) or "nowhere"
            lines.append(f"{change.name!r} is {change.alias!r} now: {change.fields} names, {change.words} words in texts ({forms})")
        return "\n".join([*lines, *self.left])


def find_names(documents: Sequence[Document]) -> dict[str, str]:
    """Everybody who is named alone in a field: "Player 1" and so on for the seats, "Author 1" for others who wrote, in the order in which
    they are met."""
    seats: list[str] = []
    authors: list[str] = []
    for document in documents:
        if isinstance(document.head, Header):
            seats += document.head.seats
        raws = [json.loads(document.raw(document.header_line)), *(raw for _, raw in raw_lines(document))]
        authors += [raw[name] for raw in raws for name in _PEOPLE if isinstance(raw.get(name), str) and raw[name].strip()]
    found = {name: f"Player {n}" for n, name in enumerate(dict.fromkeys(filter(str.strip, seats)), 1)}
    others = [name for name in dict.fromkeys(authors) if name not in found]
    return found | {name: f"Author {n}" for n, name in enumerate(others, 1)}


def anonymise(
    game: str | PathLike[str],
    output: str | PathLike[str],
    names: Mapping[str, str] | None = None,
    layers: Sequence[str | PathLike[str]] | None = None,
) -> Anonymised:
    """Write the game to `output` with its people unknown, and each of its layers beside it. By itself the layers are those beside the
    game. `names`: what to replace, and by what, beside (or instead of) the aliases that the seats and the authors get: nicknames, full
    names ("Anita" -> "Player 1"). No file that is there is overwritten: FileExistsError. ReplayError for a layer of another game."""
    replay = load(game)
    paths = layers_beside(game) if layers is None else list(layers)
    documents = [replay.document, *(read_layer(path, replay).document for path in paths)]
    aliases = find_names(documents) | dict(names or {})
    swap = Names(aliases)
    targets = [Path(output)]
    for document in documents[1:]:
        slug = Path(document.path).stem.partition(MARK)[2] or Path(document.path).stem
        by_slug = {layer_path("x.jsonl", name).stem.partition(MARK)[2]: alias for name, alias in aliases.items()}
        targets.append(_free(layer_path(output, by_slug.get(slug) or "layer"), targets))
    for target in targets:
        if target.exists():
            raise FileExistsError(17, "is there already, and is not overwritten", str(target))
    work = _Work(swap)
    texts = work.all(documents)
    for target, text in zip(targets, texts, strict=True):
        write_file(target, text)
    files = {document.path: str(target) for document, target in zip(documents, targets, strict=True)}
    return Anonymised(files, list(swap.changes.values()), work.left)


def _free(path: Path, taken: Sequence[Path]) -> Path:
    n = 2
    free = path
    while free in taken:
        free = path.with_name(f"{path.stem}-{n}{path.suffix}")
        n += 1
    return free


class _Work:
    """Rewrites some files together: the keys by which lines of one name lines of another change with what these say."""

    def __init__(self, swap: Names) -> None:
        self.swap = swap
        self.left: list[str] = []
        self._ids: dict[str, str] = {}
        self._sources: dict[str, tuple[int, int]] = {}
        """Key -> the file and the line it names."""
        self._lines: list[dict[int, dict[str, Any]]] = []
        self._now: list[dict[int, str]] = []
        """The keys that the lines have now, by file and line."""

    def all(self, documents: Sequence[Document]) -> list[bytes]:
        """The files, rewritten."""
        old: list[dict[int, dict[str, Any]]] = []
        for number, document in enumerate(documents):
            raws = dict(raw_lines(document))
            old.append(raws)
            for key, line in _keys(document, raws).items():
                self._sources.setdefault(key, (number, line))
        self._lines = [
            {line: self._record(raw, document, line) for line, raw in raws.items()} for document, raws in zip(documents, old, strict=True)
        ]
        self._rekey(documents)
        return [self._text(document, raws, self._lines[number]) for number, (document, raws) in enumerate(zip(documents, old, strict=True))]

    # -- one line

    def _record(self, raw: dict[str, Any], document: Document, line: int) -> dict[str, Any]:
        changed = {name: self._field(name, value) for name, value in raw.items()}
        for name, value in changed.items():
            if name not in _FIXED and isinstance(value, str) and (words := self.swap.left_in(value)):
                self.left.append(f"{document.path}:{line}: left as it is in $.{name}: {', '.join(words)} (a name, or a word?)")
        return changed

    def _field(self, name: str, value: Any) -> Any:
        if name in _FIXED:
            return value
        if name in ("id", "branch", "parent") and isinstance(value, str):
            return self._id(value)
        return self._value(value, name in _PEOPLE)

    def _value(self, value: Any, alone: bool = False) -> Any:
        """Any value, the strings in it replaced; those in fields that are not known here too."""
        if isinstance(value, str):
            return self.swap.alone(value) if alone else self.swap.within(value)
        if isinstance(value, list):
            return [self._value(one, alone) for one in value]
        if isinstance(value, dict):
            return {self.swap.within(name): self._value(one) for name, one in value.items()}
        return value

    def _id(self, branch: str) -> str:
        """The id of a branch, the same wherever it stands."""
        if branch not in self._ids:
            chosen = self.swap.id(branch)
            while chosen in self._ids.values():
                chosen += "'"
            self._ids[branch] = chosen
        return self._ids[branch]

    def _head(self, document: Document) -> bytes:
        raw = json.loads(document.raw(document.header_line))
        head = {name: value for name, value in raw.items() if name != "id"}
        changed = self._record(head, document, document.header_line)
        return _dump({name: changed.get(name, value) for name, value in raw.items()})

    # -- keys

    def _rekey(self, documents: Sequence[Document]) -> None:
        """Give references to lines of other files the keys that these lines have now. A line may be named by any file, so the keys are
        found out one by one, each after those that it needs."""
        changed = True
        while changed:
            keys = [_keys(document, raws) for document, raws in zip(documents, self._lines, strict=True)]
            self._now = [{line: key for key, line in found.items()} for found in keys]
            changed = False
            for raw in (raw for raws in self._lines for raw in raws.values()):
                for name in REFS:
                    if name in raw:
                        fresh = map_refs(raw[name], self._renamed)
                        changed = changed or fresh != raw[name]
                        raw[name] = fresh

    def _renamed(self, ref: int | str) -> int | str:
        """The key that the line has now which had this one, or got it in an earlier step."""
        if not isinstance(ref, str) or ref not in self._sources:
            return ref
        number, line = self._sources[ref]
        key = self._now[number].get(line, ref)
        self._sources.setdefault(key, (number, line))
        return key

    # -- a file

    def _text(self, document: Document, old: dict[int, dict[str, Any]], new: dict[int, dict[str, Any]]) -> bytes:
        """The file: lines that did not change stay as they are, byte for byte."""
        lines = []
        for line in range(1, document.lines + 1):
            raw = document.raw(line)
            if line == document.header_line:
                lines.append(self._head(document))
            elif line not in new:
                lines.append(self._unread(document, line, raw))
            else:
                lines.append(raw if new[line] == old[line] else _dump(new[line]))
        bom = BOM if document.data.startswith(BOM) else b""
        return bom + b"\n".join(lines)

    def _unread(self, document: Document, line: int, raw: bytes) -> bytes:
        """A line that cannot be read may hold names all the same: they are replaced as far as they can be found in it."""
        text = raw.decode("utf-8", "surrogateescape")
        changed = self.swap.within(text)
        if text.strip():
            self.left.append(f"{document.path}:{line}: cannot be read; names were replaced where they stand as words")
        return changed.encode("utf-8", "surrogateescape")


def _keys(document: Document, raws: Mapping[int, dict[str, Any]]) -> dict[str, int]:
    """The lines by their keys: in a game those about notes and branches alone, as `keys.statements` has it."""
    keys = Keys()
    known = {line for line, record in document.records if isinstance(record, SAID)}
    layer = isinstance(document.head, LayerHeader)
    found: dict[str, int] = {}
    for line, raw in raws.items():
        if not is_ply(raw) and (layer or line in known):
            found.setdefault(keys.add(raw), line)
    return found


def _dump(raw: dict[str, Any]) -> bytes:
    try:
        return json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(raw, separators=(",", ":")).encode("ascii")
