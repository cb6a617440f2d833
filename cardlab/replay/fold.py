"""From what was ever written to what stands: edits, deletions, withdrawals and settled disagreements folded together.

The answer depends on the set of lines alone, not on the order of the files in which they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlab.replay.keys import Statement, statements
from cardlab.replay.reader import Document, Problem
from cardlab.replay.records import BranchStart, Delete, Note, Promote, Question, Rename, Settle, Withdraw

if TYPE_CHECKING:
    from cardlab.replay.tracks import Branch


@dataclass
class Thread:
    """A note, or a branch, through time."""

    root: Statement
    versions: list[Statement] = field(default_factory=list)
    """The first writing, the edits and the deletions, in their order; those that were withdrawn too."""
    heads: list[Statement] = field(default_factory=list)
    """What stands and was not replaced. More than one where people went apart."""

    @property
    def current(self) -> list[Statement]:
        """What is to be read: none where it was deleted or withdrawn, several where two edits stand against each other."""
        return [head for head in self.heads if not isinstance(head.record, Delete)]


def _order(statement: Statement) -> tuple[str, str]:
    return statement.time, statement.key


class Fold:
    """What stands, of all that some files say."""

    def __init__(self, said: Iterable[Statement]) -> None:
        self.by_key: dict[str, Statement] = {}
        """Every line by its key; the same line of two files once."""
        self.problems: list[Problem] = []
        for statement in said:
            self.by_key.setdefault(statement.key, statement)
        self._withdrawals: dict[str, list[str]] = {}
        self._replaced: dict[str, list[str]] = {}
        self._renames: dict[str, list[Statement]] = {}
        self._promotions: dict[str, list[Statement]] = {}
        self._named: dict[str, list[str]] = {}
        """A line -> those that name it."""
        self._roots: dict[str, str] = {}
        for key, statement in self.by_key.items():
            self._take(key, statement)
        self._alive: dict[str, bool] = {}
        self.threads: dict[str, Thread] = {}
        """Notes by the key of their first writing, in the order of the files."""
        self.branches: dict[str, Thread] = {}
        """Branches by the key of the line that opens them."""
        self.questions: dict[str, Thread] = {}
        """Questions by the key of their first writing."""
        for key, statement in self.by_key.items():
            self._thread(key, statement)
        for thread in [*self.threads.values(), *self.branches.values(), *self.questions.values()]:
            thread.heads = [s for s in thread.versions if self.stands(s.key) and not any(map(self.stands, self._replaced.get(s.key, ())))]

    def _take(self, key: str, statement: Statement) -> None:
        record = statement.record
        for target in statement.of:
            self._named.setdefault(target, []).append(key)
            if target not in self.by_key:
                what = f"names line {target!r}, which is in none of the files that are open"
                self.problems.append(Problem(statement.path, statement.line, what))
            elif isinstance(record, Withdraw):
                self._withdrawals.setdefault(target, []).append(key)
            elif isinstance(record, (Note, Question, Delete)):
                self._replaced.setdefault(target, []).append(key)
            elif isinstance(record, (Rename, Promote)):
                (self._renames if isinstance(record, Rename) else self._promotions).setdefault(target, []).append(statement)

    def stands(self, key: str) -> bool:
        """Whether a line counts: it was not withdrawn, or the withdrawal was."""
        waiting = [key]
        while waiting:  # no recursion: undo and redo may go on for thousands of lines
            last = waiting[-1]
            takers = self._withdrawals.get(last, [])
            unknown = [taker for taker in takers if taker not in self._alive]
            if unknown and last not in self._alive:
                waiting += unknown
                continue
            self._alive[last] = not any(self._alive[taker] for taker in takers)
            waiting.pop()
        return self._alive[key]

    def _thread(self, key: str, statement: Statement) -> None:
        record = statement.record
        if isinstance(record, BranchStart):
            self.branches.setdefault(key, Thread(statement)).versions.append(statement)
        elif isinstance(record, (Note, Question, Delete)):
            root = self._root(key)
            first = self.by_key[root].record
            if isinstance(first, BranchStart):
                self.branches.setdefault(root, Thread(self.by_key[root])).versions.append(statement)
            elif isinstance(first, Note):
                self.threads.setdefault(root, Thread(self.by_key[root])).versions.append(statement)
            elif isinstance(first, Question):
                self.questions.setdefault(root, Thread(self.by_key[root])).versions.append(statement)

    def _root(self, key: str) -> str:
        """The first writing of what a version belongs to; itself where that is not to be had."""
        passed = []
        while key not in self._roots:
            passed.append(key)
            of = self.by_key[key].of
            target = self.by_key.get(of[0]) if of else None
            if target is None or not isinstance(target.record, (Note, Question, Delete, BranchStart)):
                self._roots[key] = key
            else:
                key = target.key
        root = self._roots[key]
        self._roots.update(dict.fromkeys(passed, root))
        return root

    def author(self, version: Statement) -> str:
        """Who wrote the note first that this is a version of."""
        return self.by_key[self._root(version.key)].author

    # -- branches

    def name(self, branch: str) -> str | None:
        """The name that a branch was given last, by its key; None where it was given none since it was opened."""
        names = [s for s in self._renames.get(branch, ()) if self.stands(s.key)]
        record = max(names, key=_order).record if names else None
        return record.name if isinstance(record, Rename) else None

    def promoted(self, branch: str) -> tuple[str, str] | None:
        """When a branch was last put before its siblings, as something to sort by; None where it never was."""
        found = [s for s in self._promotions.get(branch, ()) if self.stands(s.key)]
        return max(map(_order, found)) if found else None

    # -- history

    def history(self, key: str) -> list[Statement]:
        """All that was ever written about the note or the branch that a line belongs to, in the order of the files; settlements too."""
        found = {version.key for version in self.thread(key).versions}
        waiting = list(found)
        while waiting:
            more = [name for name in self._named.get(waiting.pop(), ()) if name not in found]
            found.update(more)
            waiting += more
        return [statement for statement in self.by_key.values() if statement.key in found]

    def thread(self, key: str) -> Thread:
        """The note or the branch that a line belongs to. KeyError where it belongs to none."""
        root = self._root(key)
        thread = self.threads.get(root) or self.branches.get(root) or self.questions.get(root)
        if thread is None:
            raise KeyError(f"line {key!r} is no note, no question and no branch")
        return thread

    def settlements(self) -> list[Statement]:
        """The settlements that stand, the last first."""
        found = [s for s in self.by_key.values() if isinstance(s.record, Settle) and self.stands(s.key)]
        return sorted(found, key=_order, reverse=True)


def fold_of(document: Document) -> Fold | None:
    """What stands in one document; None where nothing in it was ever edited, so that all stands."""
    edits = (Delete, Withdraw, Settle, Rename, Promote)
    if any(isinstance(record, edits) or (isinstance(record, (Note, Question)) and record.of is not None) for _, record in document.records):
        return Fold(statements(document))
    return None


def edit_branches(fold: Fold, branches: Mapping[str, Branch]) -> None:
    """Give the branches the names, the places and the ends that were written for them."""
    for key, thread in fold.branches.items():
        branch = branches.get(thread.root.record.id) if isinstance(thread.root.record, BranchStart) else None
        if branch is not None:
            branch.name = fold.name(key) or branch.name
            branch.promoted = fold.promoted(key)
            branch.deleted = not thread.current
