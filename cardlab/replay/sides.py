"""The branches that note layers begin: played beside those of the game, each after the one it leaves, whichever file that is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self, TypeAlias

import msgspec

from cardlab.errors import ReplayError
from cardlab.replay.judge import MAX_BRANCHES, Judge
from cardlab.replay.keys import base_id, digest, statements
from cardlab.replay.layers import Layer
from cardlab.replay.parts import Parts, Plies
from cardlab.replay.reader import Document, Unread
from cardlab.replay.records import BranchStart
from cardlab.replay.tracks import Branch, Track

Texts: TypeAlias = list[str]
"""The plies of a branch as texts, to be compared."""


class _Spot(int):
    """The number of a line, with the document it is in."""

    document: Document

    def __new__(cls, line: int, document: Document) -> Self:
        spot = super().__new__(cls, line)
        spot.document = document
        return spot


class _Several(Document):
    """Several documents as one, for the judge: a problem goes to the one that its line is in."""

    def report(self, line: int, what: str) -> None:
        assert isinstance(line, _Spot)
        line.document.report(int(line), what)


class Sides:
    """The branches of some layers, with ids under which all of them can stand beside those of the game."""

    def __init__(self, game: Document, main: Track, branches: Mapping[str, Branch], layers: Sequence[Layer]) -> None:
        self.main, self.branches = main, branches
        self.ids: dict[str, dict[str, str]] = {}
        """By the path of the layer: the id in its file -> the id here."""
        self._taken = set(branches)
        self._open: dict[str, dict[str, Texts]] = {}
        """By the key of the line that opens a branch: the branches here that such a line opened, with their plies."""
        for said in statements(game):
            if isinstance(said.record, BranchStart) and (branch := branches.get(said.record.id)) is not None:
                self._open.setdefault(said.key, {})[branch.id] = [f"{ply.player} {ply.action}" for ply in branch.records]
        self._parts = Parts(_Several("", b"", game.head, 1), len(main.names))
        for layer in layers:
            self._name(layer)
        for layer in layers:
            self._take(layer)

    def _name(self, layer: Layer) -> None:
        """Find ids for the branches of a layer. A branch that is here already, as in a copy of the layer, gets no second one."""
        parts = layer.parts(len(self.main.names))
        keys = {said.line: said.key for said in statements(layer.document) if isinstance(said.record, BranchStart)}
        names = self.ids[layer.path] = {}
        for name, (line, _) in parts.branches.items():
            key, plies = keys.get(line) or digest(layer.path, name), _texts(parts.plies.get(name, []))
            there = self._open.setdefault(key, {})
            same = next((known for known, others in there.items() if _begins(others, plies) or _begins(plies, others)), None)
            names[name] = same or self._free(name, key, layer.path)
            there[names[name]] = max(there.get(names[name], []), plies, key=len)

    def _free(self, name: str, told: str, path: str) -> str:
        if name in self._taken:
            name = f"{base_id(name)}~{told[:8]}"
        while name in self._taken:
            name += "'"
        self._taken.add(name)
        if len(self._taken) > MAX_BRANCHES:
            raise ReplayError(path, None, f"there are more than {MAX_BRANCHES} branches in the game and its layers, the most that is read")
        return name

    def _take(self, layer: Layer) -> None:
        """Put the branches of a layer beside the others."""
        document, own, names = layer.document, layer.parts(len(self.main.names)), self.ids[layer.path]
        for name, (line, start) in own.branches.items():
            here = names[name]
            plies = own.plies.get(name, [])
            if here in self.branches:
                continue  # the game has it
            if here not in self._parts.branches:
                parent = names.get(start.parent or "", start.parent)
                self._parts.branches[here] = (_Spot(line, document), msgspec.structs.replace(start, id=here, parent=parent))
            if len(plies) > len(self._parts.plies.get(here, [])):
                self._parts.plies[here] = [(_Spot(at, document), record) for at, record in plies]
            if name in own.undone:
                self._parts.undone.add(here)
        for stray, plies in own.plies.items():
            if stray is not None and stray not in names and plies:
                many = "1 ply is" if len(plies) == 1 else f"{len(plies)} plies are"
                document.report(plies[0][0], f"unknown branch {stray!r}: {many} kept and not played")

    def play(self) -> dict[str, Branch]:
        """The branches of the game and of the layers, by id."""
        grown = dict(self.branches)
        Judge(self._parts.document, self._parts, self.main).side_lines(grown)
        return grown


def _texts(plies: Plies) -> Texts:
    return [f"? {line}" if isinstance(ply, Unread) else f"{ply.player} {ply.action}" for line, ply in plies]


def _begins(longer: Texts, shorter: Texts) -> bool:
    return longer[: len(shorter)] == shorter
