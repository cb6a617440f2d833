"""Writing notes and branches: each is one line, appended at once, to the game's file or to a note layer; nothing written is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from cardlab.errors import CardlabError, UnknownName
from cardlab.replay.coding import encode
from cardlab.replay.facts import check_place
from cardlab.replay.keys import Statement, digest
from cardlab.replay.layers import Layer, new_layer, read_layer
from cardlab.replay.make import ply_record
from cardlab.replay.notes import Disagreement, Notes, Remark
from cardlab.replay.records import (
    GLYPHS,
    SPEAKS_OF,
    ActionPly,
    BranchStart,
    ChancePly,
    Delete,
    Note,
    Promote,
    Record,
    Ref,
    RefereePly,
    Rename,
    Settle,
    Undo,
    Withdraw,
)
from cardlab.replay.tracks import Branch, Track
from cardlab.replay.writer import append
from cardlab.rulebook import read_rulebook

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay

COLOURS: Final = ("green", "red", "blue", "yellow")
"""What may follow an arrow or a highlighted place."""

Target: TypeAlias = Remark | Statement | Note | int | str
"""A note: as a collection has it, by the seq of one of its lines in the file that is written, or by the key of one."""


class NoteError(CardlabError):
    """A note, an edit or a branch that cannot be written as it was asked for."""


@dataclass(frozen=True, slots=True)
class _Stamp:
    """The size and the time of a file: whether it has changed since it was read."""

    size: int
    time: int

    @classmethod
    def of(cls, path: str | PathLike[str]) -> _Stamp:
        found = Path(path).stat()
        return cls(found.st_size, found.st_mtime_ns)


class Annotator:
    """Writes notes and branches on a game, as one author.

        pen = replay.annotate("match.notes.ana.jsonl", author="Ana", language="en")
        note = pen.add("Why not the 7?", ply=12, glyph="question")
        pen.edit(note, text="Why not the 7 from the stock?")
        pen.undo()

    Without a target the lines go into the game's own file. A layer that is not there is begun. Every method that changes something
    appends one line and gives it back; the file is held only while that line is written, so that several people may write in turn.
    `layers`: others to be read beside it, whose notes may then be edited, deleted and settled too (by lines in the target).
    `clock` gives the time that is written, the present one by itself."""

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

    def _write(self, record: Record) -> Any:
        before = _Stamp.of(self.path)
        try:
            written = append(self.path, record)
        except UnicodeEncodeError:
            raise NoteError("a text holds half of a surrogate pair, which is no character") from None
        after = _Stamp.of(self.path)
        if before in (self._seen.get(self.path), self._written) and after.size == before.size + len(encode(written)):
            self._written = after
        return written

    def _main(self) -> Track:
        """The main line; not run again where nothing but lines of ours came into its file since it was read."""
        game = self._replay.path
        if Path(game).exists() and _Stamp.of(game) not in (self._seen.get(game), self._own and self._written):
            self._read()
        return self._replay.main

    # -- notes

    def add(self, text: str = "", ply: int = 0, **fields: Any) -> Note:
        """A note on the position after `ply` plies. `fields` are those of a note line: `glyph`, `rule`, `card`, `on` ("turn", "game"),
        `arrows` (["hand0:2>B1 red"]), `marks` (["B1"]), `bookmark`, `branch`, `written` (the ply on the table, where it is a later
        one), `language`. NoteError or UnknownName for what cannot be."""
        note = self._note({"text": text, "ply": ply, "author": self.author, "language": self.language} | fields)
        return self._write(msgspec.structs.replace(note, branch=self._own_id(note.branch)))  # type: ignore[no-any-return]

    def edit(self, note: Target, **fields: Any) -> Note:
        """The note with some fields changed: a line that replaces the last version. Where two versions stand against each other, the
        one that is named is replaced. NoteError where the note is not there any more."""
        head = self._head(note)
        assert isinstance(head.record, Note)
        said = {name: getattr(head.record, name) for name in Note.__struct_fields__ if name not in ("seq", "of", "time", "author")}
        changed = self._note({**said, "author": self.author, **fields})
        return self._write(msgspec.structs.replace(changed, of=self._ref(head), branch=self._own_id(changed.branch)))  # type: ignore[no-any-return]

    def delete(self, note: Target, text: str = "") -> Delete:
        """Delete a note; `text` may say why. It stays in the file and in its history."""
        return self._write(Delete(seq=0, of=self._ref(self._head(note)), author=self.author, text=text, time=self._now()))  # type: ignore[no-any-return]

    def settle(self, dispute: Disagreement, keep: Sequence[Target] | str = (), text: str = "", language: str | None = None) -> Settle:
        """Settle a disagreement. `keep`: the notes that hold, or the author whose side holds; by itself none does. `text`: why."""
        sides = {s.key: s for side in dispute.sides.values() for s in side}
        if isinstance(keep, str):
            if keep not in dispute.sides:
                raise UnknownName("side", keep, list(dispute.sides))
            kept = list(dispute.sides[keep])
        else:
            kept = [self._statement(one) for one in keep]
            if strange := [one for one in kept if one.key not in sides]:
                raise NoteError(f"not in this disagreement: {', '.join(map(str, strange))}")
        return self._write(  # type: ignore[no-any-return]
            Settle(
                seq=0, about=dispute.about, of=[self._ref(s) for s in sides.values()], keep=[self._ref(s) for s in kept],
                author=self.author, text=text, language=self.language if language is None else language, time=self._now(),
            )
        )  # fmt: skip

    def _note(self, fields: dict[str, Any]) -> Note:
        """A note from its fields, checked."""
        if unknown := [name for name in fields if name not in Note.__struct_fields__ or name in ("seq", "of")]:
            raise UnknownName("field of a note", unknown[0], [name for name in Note.__struct_fields__ if name not in ("seq", "of")])
        fields.setdefault("time", self._now())
        if fields.get("written") == fields["ply"]:
            fields["written"] = None
        try:
            note = msgspec.convert({"kind": "note", "seq": 0} | fields, Note)
        except msgspec.ValidationError as error:
            raise NoteError(f"a note cannot hold that: {str(error)[:1].lower()}{str(error)[1:]}") from None
        for what, value, known in (("glyph", note.glyph, GLYPHS), ("thing to speak of", note.on, SPEAKS_OF)):
            if value is not None and value not in known:
                raise UnknownName(what, value, list(known))
        self._check_place(note)
        return note

    def _check_place(self, note: Note) -> None:
        track = self._track(note.branch)
        if note.ply > len(track):
            raise NoteError(f"ply {note.ply} is not on {track.what}: it has the plies 0 to {len(track)}")
        if note.rule is not None:
            read_rulebook(track.game.name)[note.rule]
        state = track.state_at(note.ply) if note.arrows or note.marks else None
        for text in [*note.arrows, *note.marks]:
            place, _, colour = text.partition(" ")
            if colour and colour not in COLOURS:
                raise UnknownName("colour", colour, list(COLOURS))
            ends = place.split(">")
            if len(ends) != (2 if text in note.arrows else 1):
                raise NoteError(f"expected {'an arrow as hand0:2>B1' if text in note.arrows else 'a place as B1'}, got {text!r}")
            for end in ends:
                if (fault := check_place(track.game, state, end)) is not None:
                    raise NoteError(fault)

    # -- undo

    def undo(self) -> Withdraw | Undo | None:
        """Take back the last line of this author in this file that stands, whatever it did; None where there is none."""
        notes = self._read()
        mine = [s for s in self._mine(notes) if not isinstance(s.record, Withdraw) and notes.fold.stands(s.key)]
        last = max(mine, key=lambda s: s.line, default=None)
        line, ply = self._last_ply(notes)
        if ply is not None and (last is None or line > last.line):
            return self._write(Undo(seq=0, of=ply.seq, author=self.author, time=self._now()))  # type: ignore[no-any-return]
        return self._withdraw(last)

    def redo(self) -> Withdraw | None:
        """Take back the last undo, where nothing was written since; None where there is none."""
        notes = self._read()
        mine = sorted((s for s in self._mine(notes) if notes.fold.stands(s.key)), key=lambda s: s.line, reverse=True)
        for statement in mine:
            if not isinstance(statement.record, Withdraw):
                written = statement.line
                break
        else:
            written = 0
        for statement in mine:
            target = notes.fold.by_key.get(statement.of[0]) if isinstance(statement.record, Withdraw) else None
            if target is not None and not isinstance(target.record, Withdraw) and statement.line > written:
                return self._withdraw(statement)
        return None

    def withdraw(self, note: Target) -> Withdraw:
        """Take back one line (not the whole note): an edit that is withdrawn leaves the version before it."""
        found = self._withdraw(self._statement(note))
        assert found is not None
        return found

    def _withdraw(self, statement: Statement | None) -> Withdraw | None:
        if statement is None:
            return None
        return self._write(Withdraw(seq=0, of=self._ref(statement), author=self.author, time=self._now()))  # type: ignore[no-any-return]

    def _mine(self, notes: Notes) -> list[Statement]:
        return [s for s in notes.fold.by_key.values() if s.path == self.path and s.author == self.author]

    def _last_ply(self, notes: Notes) -> tuple[int, ActionPly | ChancePly | RefereePly | None]:
        """The last ply on a branch of this author in this file that was not taken back."""
        document = self._document(notes)
        taken = {record.of for _, record in document.records if isinstance(record, Undo)}
        own = {record.id for _, record in document.records if isinstance(record, BranchStart) and (record.author or "") == self.author}
        for line, record in reversed(document.records):
            if isinstance(record, (ActionPly, ChancePly, RefereePly)) and record.branch in own and record.seq not in taken:
                return line, record
        return 0, None

    def _document(self, notes: Notes) -> Any:
        return self._replay.document if self._own else next(la.document for la in notes.layers if la.path == self.path)

    # -- branches

    def branch(self, name: str, ply: int, parent: str | None = None, facts: Sequence[str] = (), id: str | None = None) -> str:
        """Begin a branch after `ply` plies of the main line, or of the branch `parent`; the id it got. `facts`: hidden cards that it
        supposes to be others ("draw:1=7"). NoteError, or the reason why a card cannot be so."""
        track = self._track(parent)
        if not 0 <= ply <= len(track):
            raise NoteError(f"ply {ply} is not on {track.what}: it has the plies 0 to {len(track)}")
        now = self._now()
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:30] or "branch"
        chosen = id or f"{slug}-{digest(self.author, name, str(parent), str(ply), now)[:6]}"
        if chosen in self._read().branches:
            raise NoteError(f"branch {chosen!r} is there already")
        start = BranchStart(
            seq=0, id=chosen, ply=ply, name=name, parent=self._own_id(parent), author=self.author or None, facts=list(facts), time=now
        )
        if facts and (fault := Branch(start, track.game, track.names, track).suppose(facts)) is not None:
            raise NoteError(fault)
        self._write(start)
        return chosen

    def play(self, branch: str, *actions: str, player: int | None = None) -> None:
        """Go on with a branch of this file: actions in order, each checked, each one line. IllegalAction and InvalidAction as
        `Position.play`; those before it are then written."""
        track = self._track(branch)
        own = self._own_id(branch)
        opened = {record.id for _, record in self._document(self._read()).records if isinstance(record, BranchStart)}
        if own not in opened:
            raise NoteError(f"branch {branch!r} is in another file: begin one of your own that leaves it")
        position = track.at(len(track))
        for action in actions:
            position = position.play(action, player)
            why = position.explanation
            assert why is not None and why.player is not None  # a played position has both
            self._write(ply_record(why.player, action, own))

    def rename(self, branch: str, name: str) -> Rename:
        """Give a branch another name."""
        return self._write(Rename(seq=0, of=self._branch_ref(branch), name=name, author=self.author, time=self._now()))  # type: ignore[no-any-return]

    def promote(self, branch: str) -> Promote:
        """Put a branch before the others that leave the same ply."""
        return self._write(Promote(seq=0, of=self._branch_ref(branch), author=self.author, time=self._now()))  # type: ignore[no-any-return]

    def delete_branch(self, branch: str, text: str = "") -> Delete:
        """Delete a branch, and with it what leaves it; `text` may say why. All stays in the file."""
        return self._write(Delete(seq=0, of=self._branch_ref(branch), author=self.author, text=text, time=self._now()))  # type: ignore[no-any-return]

    # -- finding lines

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
        seq = target.seq if isinstance(target, Note) else target
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
