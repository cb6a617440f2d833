"""What people said differently about one thing, and what settles it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cardlab.replay.fold import Fold, Thread
from cardlab.replay.keys import Statement
from cardlab.replay.records import Note, Settle
from cardlab.replay.remarks import told


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
    def kept(self) -> tuple[str, ...]:
        """The keys of those that a settlement kept."""
        return self.settled.keep if self.settled is not None else ()

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


def disagreements(fold: Fold) -> Iterator[Disagreement]:
    """What people said differently, open and settled."""
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
    values = {author: tuple(told(s.record) if isinstance(s.record, Note) else "deleted" for s in side) for author, side in sides.items()}
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
