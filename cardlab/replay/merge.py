"""Merging note layers into one that loses nothing: what stands in several stands once, and copies that went apart stay apart.

The merged file depends on the set of what is said alone: not on the order of the layers, and merging it again changes nothing.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from cardlab.errors import ReplayError
from cardlab.replay.brought import File, Line, Run, longest, named
from cardlab.replay.coding import encode
from cardlab.replay.keys import REFS, map_refs, raw_lines
from cardlab.replay.reader import Document, Problem, read_file, version_of
from cardlab.replay.records import KINDS, LayerHeader

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay

Order: TypeAlias = tuple[str, str, int]


@dataclass
class Merged:
    """A merged layer."""

    data: bytes
    """The file."""
    problems: list[Problem]
    """Lines that could not be read, and so are not in it; their files still have them."""
    lines: int = 0
    """Lines behind its header."""
    copies: int = 0
    """Lines that stood in more than one of the layers."""


def merge(layers: Sequence[str | PathLike[str]], replay: Replay | None = None) -> Merged:
    """One layer that holds all that these hold. With `replay`, each is held against the game as when it is opened. ReplayError where
    they are about different games, or where that cannot be told."""
    if not layers:
        raise ValueError("no layers to merge")
    if replay is not None:
        from cardlab.replay.layers import read_layer

        documents = [read_layer(layer, replay).document for layer in layers]
    else:
        documents = [read_file(layer) for layer in layers]
    header = _header(documents, replay is not None)
    return _Merging([File(document) for document in documents], header).merged(_unread(documents))


def _unread(documents: Sequence[Document]) -> list[Problem]:
    """The lines that are no JSON objects, and so in none of the files that merging writes."""
    problems = []
    for document in documents:
        read = {line for line, _ in raw_lines(document)}
        lost = [p for p in document.problems if p.line > document.header_line and p.line not in read and "copy of" not in p.what]
        problems += [Problem(p.path, p.line, f"not carried over: {p.what}") for p in lost]
    return problems


def _header(documents: Sequence[Document], bound: bool) -> LayerHeader:
    """The header of the merged layer: bound to the game as the layer knew it that was begun last."""
    heads = [document.layer for document in documents]
    ids = {head.game for head in heads if head.game}
    first, path = heads[0], documents[0].path
    for head, document in zip(heads, documents, strict=True):
        if len(ids) > 1 and head.game != first.game:
            why = f"this layer is about the game {head.game!r} ({head.title}), and {path} about {first.game!r} ({first.title})"
            raise ReplayError(document.path, document.header_line, why)
        if not bound and (not head.game or not first.game) and (head.plies, head.hash) != (first.plies, first.hash):
            why = f"nothing tells whether this layer and {path} are about one game: name the game too"
            raise ReplayError(document.path, document.header_line, why)
    last = max(heads, key=lambda head: (head.plies, head.hash, head.title))
    authors, languages = {head.author for head in heads}, {head.language for head in heads}
    return LayerHeader(
        seq=0, format=last.format, version=max((head.version for head in heads), key=lambda text: version_of(text) or (0, 0)),
        game=max(ids, default=""), plies=last.plies, hash=last.hash, title=last.title, author=authors.pop() if len(authors) == 1 else "",
        language=languages.pop() if len(languages) == 1 else "",
    )  # fmt: skip


@dataclass
class _Item:
    """A line of the merged file."""

    order: Order
    """Where it goes, as far as it is free: by time, then by key."""
    raw: dict[str, Any]
    needs: set[int] = field(default_factory=set)
    """Places, in the list of all, of those that it must follow."""
    wants: set[int] = field(default_factory=set)
    """Those that it should follow too."""
    ply: int | None = None
    """The ply that it takes back."""


class _Merging:
    """Puts together what the files bring, and writes it in an order that depends on nothing else."""

    def __init__(self, files: Sequence[File], header: LayerHeader) -> None:
        self.header = header
        self.lines: dict[str, Line] = {}
        for line in (line for file in files for line in file.lines):
            if (known := self.lines.setdefault(line.key, line)) is not line:
                known.after |= line.after
                known.nodes |= line.nodes
                known.seen += 1
        self.items: list[_Item] = []
        self._by_key: dict[str, int] = {}
        self._at: dict[str, tuple[str, int | None, int | None]] = {}
        """By node: the id of the branch that lines written there belong to, the item that leads there, and the one that follows."""
        for run in named(longest([run for file in files for run in file.runs.values()])):
            self._add_run(run)
        for line in self.lines.values():
            if line.key not in self._by_key:
                self._by_key[line.key] = self._add((_time(line.raw), line.key, 0), line.raw)
        for line in self.lines.values():
            self._link(line, self._by_key[line.key])

    def _add(self, order: Order, raw: dict[str, Any], needs: Iterable[int | None] = ()) -> int:
        self.items.append(_Item(order, dict(raw), {need for need in needs if need is not None}))
        return len(self.items) - 1

    def _add_run(self, run: Run) -> None:
        """The line that opens a branch, and its plies behind it."""
        opening = self.lines[run.start].raw if run.opened else {}
        time = _time(opening)
        chain: list[int | None] = [None]
        if run.opened:
            chain = [self._add((time, run.mark, 0), opening | {"id": run.id})]
            first = self._by_key.setdefault(run.start, chain[0] or 0)
            if first != chain[0]:
                self._link(self.lines[run.start], chain[0] or 0)
        for n, item in enumerate(run.items, 1):
            chain.append(self._add((time, run.mark, n), item, [chain[-1]]))
            if item["kind"] == "undo":
                self.items[-1].ply = chain[item["of"] + 1]
            else:
                self.items[-1].raw["branch"] = run.id
        for node, at, after in zip(run.nodes, chain, [*chain[1:], None], strict=True):
            self._at.setdefault(node, (run.id, at, after))

    def _link(self, line: Line, place: int) -> None:
        """What a line has to follow, and its branch."""
        item = self.items[place]
        for refs in (line.raw.get(name) for name in REFS):
            map_refs(refs, lambda key: item.needs.add(self._by_key[key]) if key in self._by_key else None)
        item.needs |= {self._by_key[key] for key in line.after}
        homes = [self._at[node] for node in line.nodes if node in self._at]
        if homes:
            branch, at, after = min(homes, key=lambda home: (home[0], -1 if home[1] is None else home[1]))
            item.raw["parent" if item.raw.get("kind") == "branch" else "branch"] = branch
            if at is not None and at != place:
                item.needs.add(at)
            if after is not None:
                self.items[after].wants.add(place)

    def _sorted(self) -> Iterator[int]:
        """The places of the items in the order of the file. What an item wants gives way where wants go in circles."""
        waits = [len(item.needs) for item in self.items]
        hopes = [len(item.wants) for item in self.items]
        needed: dict[int, list[int]] = {}
        wanted: dict[int, list[int]] = {}
        for place, item in enumerate(self.items):
            for other in item.needs:
                needed.setdefault(other, []).append(place)
            for other in item.wants:
                wanted.setdefault(other, []).append(place)
        ready = [(hopes[place] > 0, item.order, place) for place, item in enumerate(self.items) if not waits[place]]
        heapq.heapify(ready)
        done: set[int] = set()
        while ready:
            *_, place = heapq.heappop(ready)
            if place in done:
                continue
            done.add(place)
            yield place
            for other in wanted.get(place, ()):
                hopes[other] -= 1
                if not hopes[other] and not waits[other]:
                    heapq.heappush(ready, (False, self.items[other].order, other))
            for other in needed.get(place, ()):
                waits[other] -= 1
                if not waits[other]:
                    heapq.heappush(ready, (hopes[other] > 0, self.items[other].order, other))

    def merged(self, problems: list[Problem]) -> Merged:
        order = list(self._sorted())
        seqs = {place: seq for seq, place in enumerate(order, 1)}
        by_key = {key: seqs[place] for key, place in self._by_key.items()}
        text = [encode(self.header)]
        for place in order:
            item = self.items[place]
            raw = item.raw | {name: map_refs(item.raw[name], lambda key: by_key.get(str(key), key)) for name in REFS if name in item.raw}
            if item.ply is not None:
                raw["of"] = seqs[item.ply]
            text.append(_line(raw | {"seq": seqs[place]}))
        return Merged(b"".join(text), problems, len(order), sum(line.seen > 1 for line in self.lines.values()))


def _time(raw: dict[str, Any]) -> str:
    time = raw.get("time")
    return time if isinstance(time, str) else ""


def _line(raw: dict[str, Any]) -> bytes:
    """A line as it is written: the fields of its kind in their order, then those that are not known here."""
    struct = KINDS.get(str(raw.get("kind")))
    first = {"kind": 0, "seq": 1} | {name: n for n, name in enumerate(struct.__struct_encode_fields__ if struct else (), 2)}
    first["seq"] = 1
    ordered = {name: raw[name] for name in sorted(raw, key=lambda name: (first.get(name, len(first)), name))}
    try:
        text = json.dumps(ordered, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, in a field that is not known here
        text = json.dumps(ordered, separators=(",", ":")).encode("ascii")
    return text + b"\n"
