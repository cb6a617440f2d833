"""What note layers bring to a merge: lines by their keys, and the plies of branches as each file has them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cardlab.replay.keys import REFS, Keys, base_id, digest, is_ply, map_refs, raw_lines
from cardlab.replay.reader import Document


@dataclass
class Line:
    """A line that is carried over."""

    key: str
    raw: dict[str, Any]
    """What it says, other lines by their keys."""
    after: set[str] = field(default_factory=set)
    """The key of the line before it that says the very same."""
    nodes: set[str] = field(default_factory=set)
    """What its branch had been played to where it was written, by name."""
    seen: int = 1


@dataclass
class Run:
    """The plies of a branch as one file has them, and what took plies back, in their order."""

    start: str
    """The key of the line that opens it; what stands for it where the branch is opened in no layer."""
    base: str
    opened: bool
    nodes: list[str]
    """A name for what had been played, at the start and after each item; the same in every copy."""
    items: list[dict[str, Any]] = field(default_factory=list)
    """Plies and undos without number and branch; an undo names its ply by the place here."""
    mark: str = ""
    """The first of the nodes that no other run has."""
    id: str = ""
    """The id that it has in the merged file."""

    def add(self, item: dict[str, Any]) -> None:
        self.items.append(item)
        self.nodes.append(digest(self.nodes[-1], json.dumps(item, sort_keys=True)))


class File:
    """What one layer brings."""

    def __init__(self, document: Document) -> None:
        self.lines: list[Line] = []
        self.runs: dict[str, Run] = {}
        self._keys, self._others = Keys(), Keys()
        self._places: dict[int, tuple[str, int]] = {}
        """Seq of a ply -> its branch, and its place there."""
        raws = [raw for _, raw in raw_lines(document)]
        self._openings(raws)
        for raw in raws:
            self._take(raw)

    def _openings(self, raws: list[dict[str, Any]]) -> None:
        """The branches, before anything else, since their notes and plies may stand before the line that opens them."""
        keys = Keys()
        for raw in raws:
            key = "" if is_ply(raw) else keys.add(raw)
            name = raw.get("id")
            if raw.get("kind") == "branch" and isinstance(name, str):
                self.runs.setdefault(name, Run(key, base_id(name), True, [key]))
        for raw in raws:
            if is_ply(raw) and isinstance(name := raw.get("branch"), str) and name not in self.runs:
                start = digest("opened elsewhere", base_id(name))
                self.runs[name] = Run(start, base_id(name), False, [start])

    def _take(self, raw: dict[str, Any]) -> None:
        seq, name = raw.get("seq"), raw.get("branch")
        if is_ply(raw) and raw["kind"] != "undo" and isinstance(name, str):
            if isinstance(seq, int):
                self._places.setdefault(seq, (name, len(self.runs[name].items)))
            self.runs[name].add({field: value for field, value in raw.items() if field not in ("seq", "branch")})
        elif raw.get("kind") == "undo" and isinstance(of := raw.get("of"), int) and of in self._places:
            branch, place = self._places[of]
            self.runs[branch].add({field: value for field, value in raw.items() if field != "seq"} | {"of": place})
        else:
            self._say(raw, self._others if is_ply(raw) else self._keys)

    def _say(self, raw: dict[str, Any], keys: Keys) -> None:
        said = raw | {field: map_refs(raw[field], keys.of) for field in REFS if field in raw}
        key = keys.add(raw)
        line = Line(key, said, {keys.before[key]} if key in keys.before else set())
        there = raw.get("parent" if raw.get("kind") == "branch" else "branch")
        if isinstance(there, str) and there in self.runs:
            line.nodes.add(self.runs[there].nodes[-1])
        self.lines.append(line)


def longest(runs: Iterable[Run]) -> list[Run]:
    """The runs that none of the others goes on from, each once, with their marks."""
    by_start: dict[str, dict[str, Run]] = {}
    for run in runs:
        by_start.setdefault(run.start, {})[run.nodes[-1]] = run
    found: list[Run] = []
    for group in by_start.values():
        passed = {node for run in group.values() for node in run.nodes[:-1]}
        ends = [run for end, run in group.items() if end not in passed]
        for run in ends:
            others = {node for other in ends if other is not run for node in other.nodes}
            run.mark = next(node for node in run.nodes if node not in others)
        found += ends
    return found


def named(runs: list[Run]) -> list[Run]:
    """The runs in an order of their own, each with an id that no other has."""
    runs = sorted(runs, key=lambda run: (run.base, run.opened, run.mark))
    taken: set[str] = set()
    for run in runs:
        run.id = run.base if run.base not in taken else f"{run.base}~{run.mark[:8]}"
        taken.add(run.id)
    return runs
