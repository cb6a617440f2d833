"""What somebody who annotates has before him: the game, the layers, and the one file that is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from cardlab.errors import UnknownName
from cardlab.replay.coding import encode
from cardlab.replay.keys import Statement
from cardlab.replay.layers import Layer, new_layer, read_layer
from cardlab.replay.notes import Notes
from cardlab.replay.reader import Document
from cardlab.replay.records import BranchStart, Note, Question, Record, Ref
from cardlab.replay.remarks import Remark
from cardlab.replay.saying import NoteError, check_note, make_note
from cardlab.replay.tracks import Track
from cardlab.replay.writer import append

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay

R = TypeVar("R", bound=Record)

Target: TypeAlias = Remark | Statement | Note | Question | int | str
"""A note or a question: as a collection has it, by the seq of one of its lines in the file that is written, or by the key of one."""


@dataclass(frozen=True, slots=True)
class _Stamp:
    """The size and the time of a file: whether it has changed since it was read."""

    size: int
    time: int

    @classmethod
    def of(cls, path: str | PathLike[str]) -> _Stamp:
        found = Path(path).stat()
        return cls(found.st_size, found.st_mtime_ns)


class Desk:
    """The files that are read, and read again where they have grown; the lines that are meant; and the one way to write a line."""

    def __init__(
        self,
        replay: Replay,
        target: str | PathLike[str] | None = None,
        author: str = "",
        language: str = "",
        *,
        layers: Sequence[str | PathLike[str]] = (),
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        if target is None and replay.path == "<text>":
            raise NoteError("this replay was read from no file: name a file for the notes")
        self.author, self.language = author, language
        """Of the lines that name none."""
        self.path = str(replay.path if target is None else target)
        """The file that is written."""
        self._own = target is None or (Path(target).exists() and Path(replay.path).exists() and Path(target).samefile(replay.path))
        self._others = [str(layer) for layer in layers]
        self._clock = clock or (lambda: datetime.now(UTC))
        self._replay = replay
        self._seen: dict[str, _Stamp] = {}
        self._notes: Notes | None = None
        self._written: _Stamp | None = None
        """The file that is written, as it was after a line of ours, where nobody else had written in between."""
        if self._own:
            self.path = replay.path
        elif not Path(self.path).exists():
            new_layer(self.path, replay, author, language)
        self._read()  # refuses a layer of another game

    def also(self, layer: str | PathLike[str]) -> None:
        """Read this layer too, from now on."""
        if all(Path(layer).absolute() != Path(path).absolute() for path in (self._replay.path, self.path, *self._others)):
            self._others.append(str(layer))

    # -- what is there

    def _read(self) -> Notes:
        from cardlab.replay.replay import load

        game = self._replay.path
        files = [game] if Path(game).exists() else []
        files += [path for path in (self.path, *self._others) if path != game]
        stamps = {path: _Stamp.of(path) for path in files}
        if self._notes is None or stamps != self._seen:
            if game in stamps and self._seen.get(game, stamps[game]) != stamps[game]:
                self._replay = load(game)
            layers: list[Layer] = [read_layer(path, self._replay) for path in stamps if path != game]
            self._notes, self._seen = Notes(self._replay, layers), stamps
        return self._notes

    @property
    def notes(self) -> Notes:
        """The notes as they stand now, read again where a file has grown."""
        return self._read()

    @property
    def replay(self) -> Replay:
        """The game; opened again where its file has grown."""
        self._read()
        return self._replay

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

    def _write(self, record: R) -> R:
        before = _Stamp.of(self.path)
        try:
            written = append(self.path, record)
        except UnicodeEncodeError:
            raise NoteError("a text holds half of a surrogate pair, which is no character") from None
        after = _Stamp.of(self.path)
        if before in (self._seen.get(self.path), self._written) and after.size == before.size + len(encode(written)):
            self._written = after
        return cast(R, written)

    def _main(self) -> Track:
        """The main line; not run again where nothing but lines of ours came into its file since it was read."""
        game = self._replay.path
        if Path(game).exists() and _Stamp.of(game) not in (self._seen.get(game), self._own and self._written):
            self._read()
        return self._replay.main

    def _checked(self, fields: dict[str, Any]) -> Note:
        note = make_note({"time": self._now()} | fields)
        check_note(note, self._track(note.branch))
        return note

    # -- finding lines

    def _document(self, notes: Notes) -> Document:
        return self._replay.document if self._own else next(la.document for la in notes.layers if la.path == self.path)

    def _track(self, branch: str | None) -> Track:
        if branch is None:
            return self._main()
        branches = self._read().branches
        if branch not in branches:
            raise UnknownName("branch", branch, list(branches))
        return branches[branch]

    def _own_id(self, branch: str | None) -> str | None:
        """The id of a branch in the file that is written, where it has another one there."""
        if branch is None or self._own:
            return branch
        return next((own for own, here in self._read().ids.get(self.path, {}).items() if here == branch), branch)

    def _statement(self, target: Target) -> Statement:
        """The line that is meant."""
        if isinstance(target, Statement):
            return target
        by_key = self._read().fold.by_key
        if isinstance(target, (Remark, str)):
            key = target if isinstance(target, str) else target.key
            if key in by_key:
                return by_key[key]
            raise NoteError(f"no line has the key {key!r}")
        seq = target.seq if isinstance(target, (Note, Question)) else target
        for statement in by_key.values():
            if statement.path == self.path and statement.record.seq == seq:
                return statement
        raise NoteError(f"seq {seq} of {self.path} is no line about notes or branches")

    def _head(self, target: Target) -> Statement:
        """The version of a note that stands; the one that is meant, where several do."""
        statement = self._statement(target)
        thread = self._read().fold.thread(statement.key)
        current = thread.current
        if statement in current:
            return statement
        if not current:
            raise NoteError(f"the note of {statement} was deleted or withdrawn: undo brings it back")
        if len(current) > 1:
            raise NoteError(f"several versions of this note stand: name one of {', '.join(map(str, current))}")
        return current[0]

    def _branch_ref(self, branch: str) -> Ref:
        for thread in self._read().fold.branches.values():
            if isinstance(thread.root.record, BranchStart) and thread.root.record.id == branch:
                return self._ref(thread.root)
        raise UnknownName("branch", branch, list(self._read().branches))

    def _ref(self, statement: Statement) -> Ref:
        """How a line of the file that is written names another: by its number there, else by its key."""
        return statement.record.seq if statement.path == self.path else statement.key
