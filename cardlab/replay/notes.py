"""Notes as they stand: those of a game's file and of note layers, laid together without losing a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, overload

import msgspec

from cardlab.errors import UnknownName
from cardlab.lens import Lens
from cardlab.replay.disagreements import Disagreement, disagreements
from cardlab.replay.fold import Fold, edit_branches
from cardlab.replay.keys import Statement, statements
from cardlab.replay.layers import Layer, read_layer
from cardlab.replay.reader import Problem
from cardlab.replay.records import BranchStart, Note, Question
from cardlab.replay.remarks import KINDS, Remark
from cardlab.replay.sides import Sides
from cardlab.replay.tracks import Branch, standing

if TYPE_CHECKING:
    import pandas

    from cardlab.replay.replay import Replay

class Notes(Sequence[Remark]):
    """The notes of a game as they stand, in the order of the plies: those on the main line first, then those on branches.

    `filter` gives a part of them; `history` tells all that was ever written about one; `disagreements` what is open."""

    def __init__(self, replay: Replay, layers: Sequence[Layer] = ()) -> None:
        self.replay = replay
        self.layers = tuple(layers)
        game = replay.document
        self.branches: Mapping[str, Branch] = dict(replay.all_branches)
        """The branches of the file and of the layers by id; those that were deleted are marked so."""
        ids: dict[str, dict[str, str]] = {}
        if replay.playable and layers:
            sides = Sides(game, replay.main, self.branches, layers)
            self.branches, ids = sides.play(), sides.ids
        self.ids: Mapping[str, Mapping[str, str]] = ids
        """By the path of a layer: the ids of its branches in its file -> those here."""
        placed = [_placed(s, game.placed.get(s.line) or game.asked.get(s.line), {}) for s in statements(game)]
        for layer in layers:
            parts = layer.parts(len(replay.names))
            moved: dict[int, Note | Question] = {**dict(parts.notes), **dict(parts.questions)}
            placed += [_placed(s, moved.get(s.line), ids.get(layer.path, {})) for s in statements(layer.document)]
        self.fold = Fold(placed)
        """Every line, and what stands of them."""
        edit_branches(self.fold, self.branches)
        self._names = {layer.path: layer.name for layer in layers}
        self.disagreements: tuple[Disagreement, ...] = tuple(disagreements(self.fold))
        """What people said differently, open and settled."""
        disputed = {key for found in self.disagreements if found.open for key in found.keys}
        overruled = {key for found in self.disagreements if not found.open for key in found.keys if key not in found.kept}
        self._remarks: list[Remark] = sorted(self._read(disputed, overruled), key=_order)
        self.problems: list[Problem] = [*self._layer_problems(), *self.fold.problems]
        """What is wrong with lines of the layers; what is wrong with those of the game stands in `replay.problems`."""

    def _read(self, disputed: set[str], overruled: set[str]) -> Iterator[Remark]:
        """The notes that stand; of versions that stood against each other, those that a settlement kept."""
        for thread in self.fold.threads.values():
            edits = [version for version in thread.versions if version is not thread.root and self.fold.stands(version.key)]
            editors = tuple(dict.fromkeys(edit.author for edit in edits if edit.author != thread.root.author))
            for head in thread.current:
                if len(thread.heads) == 1 or head.key not in overruled:
                    assert isinstance(head.record, Note)
                    where = self._names.get(head.path, "")
                    yield Remark(
                        head.record, head.key, head.path, head.line, where, thread.root.author, editors, len(edits),
                        head.key in disputed, head.key in overruled,
                    )  # fmt: skip

    def _layer_problems(self) -> Iterator[Problem]:
        for layer in self.layers:
            yield from layer.warnings
            yield from layer.document.problems
        if not self.replay.playable:
            return
        own = {layer.path for layer in self.layers}
        for remark in self._remarks:
            if remark.path in own:
                track = self.replay.main if remark.branch is None else self.branches.get(remark.branch)
                if track is None:
                    yield Problem(remark.path, remark.line, f"note on the unknown branch {remark.branch!r}")
                elif remark.ply > len(track):
                    what = f"note on ply {remark.ply}, beyond the end: {track.what} has {len(track)} plies"
                    yield Problem(remark.path, remark.line, what)

    # -- as a sequence

    def __len__(self) -> int:
        return len(self._remarks)

    @overload
    def __getitem__(self, index: int) -> Remark: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Remark]: ...
    def __getitem__(self, index: int | slice) -> Remark | Sequence[Remark]:
        return self._remarks[index]

    def _part(self, keep: Callable[[Remark], bool]) -> Notes:
        part = Notes.__new__(Notes)
        part.__dict__ |= self.__dict__
        part._remarks = [remark for remark in self._remarks if keep(remark)]
        return part

    # -- parts of it

    @property
    def authors(self) -> tuple[str, ...]:
        """Who wrote the notes, in the order of their first."""
        return tuple(dict.fromkeys(remark.author for remark in self._remarks))

    def filter(
        self,
        *,
        author: str | None = None,
        kind: str | None = None,
        language: str | None = None,
        layer: str | None = None,
        rule: str | None = None,
        glyph: str | None = None,
        on: str | None = None,
        lens: Lens | None = None,
    ) -> Notes:
        """Those for which all that is given holds. `kind`: one of KINDS. `layer`: its name, "" for the game's own file. `language` "":
        those that name none. `lens`: those that may be read without knowing what comes later. UnknownName for a kind that is none."""
        if kind is not None and kind not in KINDS:
            raise UnknownName("kind of note", kind, list(KINDS))
        fixed = {"author": author, "language": language, "layer": layer, "rule": rule, "glyph": glyph, "on": on}
        wanted = {name: value for name, value in fixed.items() if value is not None}

        def keep(remark: Remark) -> bool:
            return (
                all(getattr(remark, name) == value for name, value in wanted.items())
                and (kind is None or kind in remark.kinds)
                and (lens is None or lens.reaches(self._known_at(remark)))
            )

        return self._part(keep)

    def _known_at(self, remark: Remark) -> int:
        """Plies of the match that one must know to read it: on a branch, those up to where it leaves the main line."""
        track = self.branches.get(remark.branch or "")
        if track is None:
            return remark.known_at
        while isinstance(track.parent, Branch):
            track = track.parent
        return track.fork

    def at(self, ply: int, branch: str | None = None) -> Notes:
        """Those that stand on that ply, and those on the turn it belongs to."""
        turn = self._turn(ply, branch)
        return self._part(
            lambda r: r.branch == branch and r.on != "game" and (r.ply == ply or (r.on == "turn" and self._turn(r.ply, branch) == turn))
        )

    def _turn(self, ply: int, branch: str | None) -> tuple[int, int]:
        track = self.replay.main if branch is None else self.branches[branch]
        before = track.at(max(min(ply, len(track)) - 1, 0))
        return before.round, before.turn

    @property
    def questions(self) -> list[Question]:
        """The questions that stand, as `Replay.questions` has them, with those of the layers."""
        heads = [head.record for thread in self.fold.questions.values() for head in thread.current]
        found = [q for q in heads if isinstance(q, Question) and (q.branch is None or q.branch in self.branches)]
        return sorted(found, key=lambda question: (question.branch is not None, question.branch or "", question.ply))

    @property
    def open_disagreements(self) -> tuple[Disagreement, ...]:
        return tuple(found for found in self.disagreements if found.open)

    # -- history

    def history(self, remark: Remark | Statement | Branch | str) -> list[Statement]:
        """Every line that was ever written about a note or a branch, in the order of the files: the first, edits, deletions, what was
        withdrawn and settled. KeyError where nothing is known of it."""
        if isinstance(remark, Branch):
            for key, thread in self.fold.branches.items():
                if isinstance(thread.root.record, BranchStart) and thread.root.record.id == remark.id:
                    return self.fold.history(key)
            raise KeyError(f"no line opens branch {remark.id!r}")
        return self.fold.history(remark if isinstance(remark, str) else remark.key)

    @property
    def log(self) -> list[Statement]:
        """Every line of all the files about notes and branches, by the time at which they were written."""
        return sorted(self.fold.by_key.values(), key=lambda statement: statement.time)

    # -- branches

    def tree(self, parent: str | None = None) -> list[Branch]:
        """The branches that stand and leave the main line, or `parent`: by the ply that they leave, what was promoted last first."""
        found = [branch for branch in standing(self.branches).values() if branch.parent_id == parent]
        found.sort(key=lambda branch: branch.promoted or ("", ""), reverse=True)
        return sorted(found, key=lambda branch: branch.fork)

    # -- other forms

    def to_frame(self) -> pandas.DataFrame:
        """The notes as a pandas frame, one row a note: ply, branch, on, author, language, glyph, rule, card, bookmark, text, arrows,
        marks, written, time, layer, edits, disputed, file and line."""
        import pandas

        columns = (
            "ply", "branch", "on", "author", "language", "glyph", "rule", "card", "bookmark", "text", "arrows", "marks", "written", "time",
            "layer", "edits", "disputed", "file", "line",
        )  # fmt: skip
        names = {"file": "path"}
        rows = [[_value(remark, names.get(column, column)) for column in columns] for remark in self._remarks]
        return pandas.DataFrame(rows, columns=list(columns)).astype({"written": "Int64"})

    def __repr__(self) -> str:
        return f"<cardlab.replay.Notes: {self}>"

    def __str__(self) -> str:
        open_ones = len(self.open_disagreements)
        told = [f"{len(self)} note{'s' if len(self) != 1 else ''} by {', '.join(self.authors) or 'nobody'}"]
        if self.layers:
            told.append(f"layers: {', '.join(layer.name for layer in self.layers)}")
        if open_ones:
            told.append(f"{open_ones} open disagreement{'s' if open_ones > 1 else ''}")
        return "; ".join(told)


def _value(remark: Remark, column: str) -> Any:
    value = getattr(remark, column) if hasattr(remark, column) else getattr(remark.note, column)
    return tuple(value) if isinstance(value, list) else value


def _order(remark: Remark) -> tuple[bool, str, int]:
    return remark.branch is not None, remark.branch or "", 0 if remark.on == "game" else remark.ply


def _placed(statement: Statement, moved: Note | Question | None, ids: Mapping[str, str]) -> Statement:
    """A statement with its note where it belongs, and ids of branches as this collection has them."""
    record = moved or statement.record
    if isinstance(record, (Note, Question)) and record.branch is not None and record.branch in ids:
        record = msgspec.structs.replace(record, branch=ids[record.branch])
    elif isinstance(record, BranchStart) and (record.id in ids or record.parent in ids):
        parent = ids.get(record.parent or "", record.parent)
        record = msgspec.structs.replace(record, id=ids.get(record.id, record.id), parent=parent)
    return Statement(statement.key, record, statement.path, statement.line, statement.of, statement.keep)


def read_notes(replay: Replay, layers: Sequence[str | PathLike[str] | Layer] = ()) -> Notes:
    """The notes of a replay and of these layers. ReplayError for a layer of another game."""
    paths: dict[str, Layer] = {}
    for layer in layers:
        read = layer if isinstance(layer, Layer) else read_layer(layer, replay)
        paths.setdefault(read.path, read)
    return Notes(replay, list(paths.values()))
