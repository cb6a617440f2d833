"""Notes as they stand: those of a game's file and of note layers, laid together without losing a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, overload

import msgspec

from cardlab.errors import UnknownName
from cardlab.lens import Lens
from cardlab.replay.fold import Fold, Thread, edit_branches
from cardlab.replay.keys import Statement, statements
from cardlab.replay.layers import Layer, read_layer
from cardlab.replay.reader import Problem
from cardlab.replay.records import BranchStart, Note, Settle
from cardlab.replay.sides import Sides
from cardlab.replay.tracks import Branch, standing

if TYPE_CHECKING:
    import pandas

    from cardlab.replay.replay import Replay

KINDS: Final = ("text", "glyph", "rule", "card", "arrow", "mark", "bookmark")
"""What a note may hold; one note may hold several."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A note as it stands, and where it was written."""

    note: Note
    """The line that is read now; `branch` and `ply` are those of this collection."""
    key: str
    """Names that line from any file."""
    path: str
    line: int
    layer: str
    """Name of the layer it stands in; empty for the game's own file."""
    author: str
    """Who wrote it first."""
    editors: tuple[str, ...] = ()
    """Who else edited it."""
    edits: int = 0
    """How often it was edited."""
    disputed: bool = False
    """Whether an open disagreement is about it."""
    overruled: bool = False
    """Whether a settlement decided against its glyph or its rule; the note is still read."""

    @property
    def ply(self) -> int:
        return self.note.ply

    @property
    def branch(self) -> str | None:
        return self.note.branch

    @property
    def on(self) -> str:
        return self.note.on

    @property
    def text(self) -> str:
        return self.note.text

    @property
    def language(self) -> str:
        return self.note.language

    @property
    def glyph(self) -> str | None:
        return self.note.glyph

    @property
    def rule(self) -> str | None:
        return self.note.rule

    @property
    def card(self) -> str | None:
        return self.note.card

    @property
    def time(self) -> str | None:
        return self.note.time

    @property
    def known_at(self) -> int:
        """The ply that one must know to read it: the one it speaks of, or a later one that was on the table when it was written."""
        return max(self.note.ply, self.note.written or 0)

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it holds, of KINDS."""
        note = self.note
        held = (note.text and not note.bookmark, note.glyph, note.rule, note.card, note.arrows, note.marks, note.bookmark)
        return tuple(kind for kind, value in zip(KINDS, held, strict=True) if value)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {place_text(self.note)}: {self.author}: {_told(self.note)}"


def place_text(note: Note) -> str:
    """What a note stands on, in words."""
    at = "the game" if note.on == "game" else f"{'the turn of ' if note.on == 'turn' else ''}ply {note.ply}"
    return at + (f" of branch {note.branch!r}" if note.branch is not None else "")


def _told(note: Note) -> str:
    parts = [f"[{note.glyph}]" if note.glyph else "", "(bookmark)" if note.bookmark else "", " ".join(note.text.split())]
    parts += [f"({note.card})" if note.card else "", *note.arrows, *note.marks, f"[{note.rule}]" if note.rule else ""]
    return " ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What people said differently about one thing."""

    about: str
    """glyph or rule: their judgements, or rule links, on one move. text: two edits of one note, or an edit and a deletion."""
    branch: str | None
    ply: int
    sides: Mapping[str, tuple[Statement, ...]]
    """By author the lines that stand against each other."""
    values: Mapping[str, tuple[str, ...]]
    """By author what they say: glyphs, rule ids, or texts."""
    settled: Statement | None = None
    """The line that settles it; None while it is open."""

    @property
    def open(self) -> bool:
        return self.settled is None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all the lines in it."""
        return tuple(statement.key for side in self.sides.values() for statement in side)

    def __str__(self) -> str:
        at = f"ply {self.ply}" + (f" of branch {self.branch!r}" if self.branch is not None else "")
        said = "; ".join(f"{author} says {', '.join(values)}" for author, values in self.values.items())
        if self.settled is None:
            return f"{at}, {self.about}: {said} (open)"
        why = f": {self.settled.record.text}" if isinstance(self.settled.record, Settle) and self.settled.record.text else ""
        return f"{at}, {self.about}: {said} (settled by {self.settled.author or 'nobody named'}{why})"


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
        placed = [_placed(s, game.placed.get(s.line), {}) for s in statements(game)]
        for layer in layers:
            moved = dict(layer.parts(len(replay.names)).notes)
            placed += [_placed(s, moved.get(s.line), ids.get(layer.path, {})) for s in statements(layer.document)]
        self.fold = Fold(placed)
        """Every line, and what stands of them."""
        edit_branches(self.fold, self.branches)
        self._names = {layer.path: layer.name for layer in layers}
        self.disagreements: tuple[Disagreement, ...] = tuple(_disagreements(self.fold))
        """What people said differently, open and settled."""
        disputed = {key for found in self.disagreements if found.open for key in found.keys}
        overruled = {key for found in self.disagreements if not found.open for key in found.keys if key not in _kept(found)}
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


def _placed(statement: Statement, moved: Note | None, ids: Mapping[str, str]) -> Statement:
    """A statement with its note where it belongs, and ids of branches as this collection has them."""
    record = moved or statement.record
    if isinstance(record, Note) and record.branch is not None and record.branch in ids:
        record = msgspec.structs.replace(record, branch=ids[record.branch])
    elif isinstance(record, BranchStart) and (record.id in ids or record.parent in ids):
        parent = ids.get(record.parent or "", record.parent)
        record = msgspec.structs.replace(record, id=ids.get(record.id, record.id), parent=parent)
    return Statement(statement.key, record, statement.path, statement.line, statement.of, statement.keep)


# -- disagreements


def _disagreements(fold: Fold) -> Iterator[Disagreement]:
    settlements: dict[str, list[Statement]] = {}
    for settlement in fold.settlements():
        for key in settlement.of:
            settlements.setdefault(key, []).append(settlement)
    moves: dict[tuple[str | None, int], list[Statement]] = {}
    for thread in fold.threads.values():
        for head in thread.current:
            assert isinstance(head.record, Note)
            if head.record.on == "ply":
                moves.setdefault((head.record.branch, head.record.ply), []).append(head)
        if len(thread.heads) > 1:
            yield _settle(_of_texts(thread), settlements)
    for (branch, ply), heads in moves.items():
        for about in ("glyph", "rule"):
            sides: dict[str, list[Statement]] = {}
            for head in heads:
                if getattr(head.record, about):
                    sides.setdefault(fold.author(head), []).append(head)
            values = {author: tuple(dict.fromkeys(getattr(s.record, about) for s in side)) for author, side in sides.items()}
            if _differ(values.values()):
                found = Disagreement(about, branch, ply, {author: tuple(side) for author, side in sides.items()}, values)
                yield _settle(found, settlements)


def _differ(values: Iterable[tuple[str, ...]]) -> bool:
    """Whether two people say something that the other does not: one who says more, or less, does not contradict."""
    sets = sorted(set(map(frozenset, values)), key=len)
    return any(not smaller <= larger for smaller, larger in pairwise(sets))  # else each holds the one before it


def _of_texts(thread: Thread) -> Disagreement:
    sides: dict[str, list[Statement]] = {}
    for head in thread.heads:
        sides.setdefault(head.author, []).append(head)
    values = {author: tuple(_told(s.record) if isinstance(s.record, Note) else "deleted" for s in side) for author, side in sides.items()}
    root = thread.root.record
    assert isinstance(root, Note)
    return Disagreement("text", root.branch, root.ply, {author: tuple(side) for author, side in sides.items()}, values)


def _settle(found: Disagreement, settlements: Mapping[str, Sequence[Statement]]) -> Disagreement:
    """The last settlement that names all the lines in it settles it."""
    keys = set(found.keys)
    for statement in settlements.get(found.keys[0], ()):
        if isinstance(statement.record, Settle) and statement.record.about == found.about and keys <= set(statement.of):
            return Disagreement(found.about, found.branch, found.ply, found.sides, found.values, statement)
    return found


def _kept(found: Disagreement) -> tuple[str, ...]:
    return found.settled.keep if found.settled is not None else ()


def read_notes(replay: Replay, layers: Sequence[str | PathLike[str] | Layer] = ()) -> Notes:
    """The notes of a replay and of these layers. ReplayError for a layer of another game."""
    paths: dict[str, Layer] = {}
    for layer in layers:
        read = layer if isinstance(layer, Layer) else read_layer(layer, replay)
        paths.setdefault(read.path, read)
    return Notes(replay, list(paths.values()))
