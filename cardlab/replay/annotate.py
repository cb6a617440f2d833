"""Writing notes and branches: each is one line, appended at once, to the game's file or to a note layer; nothing written is changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from cardlab.errors import UnknownName
from cardlab.replay.desk import Desk, Target
from cardlab.replay.disagreements import Disagreement
from cardlab.replay.keys import Statement, digest
from cardlab.replay.make import ply_record
from cardlab.replay.notes import Notes
from cardlab.replay.records import (
    ActionPly,
    BranchStart,
    ChancePly,
    Delete,
    Note,
    Promote,
    Question,
    RefereePly,
    Rename,
    Settle,
    Undo,
    Withdraw,
)
from cardlab.replay.saying import NoteError
from cardlab.replay.tracks import Branch


class Annotator(Desk):
    """Writes notes and branches on a game, as one author.

        pen = replay.annotate("match.notes.ana.jsonl", author="Ana", language="en")
        note = pen.add("Why not the 7?", ply=12, glyph="question")
        pen.edit(note, text="Why not the 7 from the stock?")
        pen.undo()

    Without a target the lines go into the game's own file. A layer that is not there is begun. Every method that changes something
    appends one line and gives it back; the file is held only while that line is written, so that several people may write in turn.
    `layers`: others to be read beside it, whose notes may then be edited, deleted and settled too (by lines in the target).
    `clock` gives the time that is written, the present one by itself."""

    # -- notes

    def add(self, text: str = "", ply: int = 0, **fields: Any) -> Note:
        """A note on the position after `ply` plies. `fields` are those of a note line: `glyph`, `rule`, `card`, `on` ("turn", "game"),
        `arrows` (["hand0:2>B1 red"]), `marks` (["B1"]), `bookmark`, `branch`, `written` (the ply on the table, where it is a later
        one), `language`. NoteError or UnknownName for what cannot be."""
        note = self._checked({"text": text, "ply": ply, "author": self.author, "language": self.language} | fields)
        return self._write(msgspec.structs.replace(note, branch=self._own_id(note.branch)))

    def edit(self, note: Target, **fields: Any) -> Note:
        """The note with some fields changed: a line that replaces the last version. Where two versions stand against each other, the
        one that is named is replaced. NoteError where the note is not there any more."""
        head = self._head(note)
        if not isinstance(head.record, Note):
            raise NoteError(f"{head} is no note: a question is asked again by `ask_again`")
        said = {name: getattr(head.record, name) for name in Note.__struct_fields__ if name not in ("seq", "of", "time", "author")}
        changed = self._checked({**said, "author": self.author, **fields})
        return self._write(msgspec.structs.replace(changed, of=self._ref(head), branch=self._own_id(changed.branch)))

    def delete(self, note: Target, text: str = "") -> Delete:
        """Delete a note; `text` may say why. It stays in the file and in its history."""
        return self._write(Delete(seq=0, of=self._ref(self._head(note)), author=self.author, text=text, time=self._now()))

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
        return self._write(
            Settle(
                seq=0, about=dispute.about, of=[self._ref(s) for s in sides.values()], keep=[self._ref(s) for s in kept],
                author=self.author, text=text, language=self.language if language is None else language, time=self._now(),
            )
        )  # fmt: skip

    # -- questions

    def ask(self, question: Question) -> Question:
        """Ask a question that was made and checked (`cardlab.ask`). `withdraw` and `delete` take it away like a note."""
        return self._write(self._signed(question))

    def ask_again(self, target: Target, question: Question) -> Question:
        """Put a question in the place of one that stands: an edit, under the same id. NoteError where that is not there any more."""
        head = self._head(target)
        if not isinstance(head.record, Question):
            raise NoteError(f"{head} is no question")
        return self._write(msgspec.structs.replace(self._signed(question), id=head.record.id, of=self._ref(head)))

    def _signed(self, question: Question) -> Question:
        return msgspec.structs.replace(
            question, author=question.author or self.author, time=self._now(), branch=self._own_id(question.branch)
        )

    # -- undo

    def undo(self) -> Withdraw | Undo | None:
        """Take back the last line of this author in this file that stands, whatever it did; None where there is none."""
        notes = self._read()
        mine = [s for s in self._mine(notes) if not isinstance(s.record, Withdraw) and notes.fold.stands(s.key)]
        last = max(mine, key=lambda s: s.line, default=None)
        line, ply = self._last_ply(notes)
        if ply is not None and (last is None or line > last.line):
            return self._write(Undo(seq=0, of=ply.seq, author=self.author, time=self._now()))
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
        return self._write(Withdraw(seq=0, of=self._ref(statement), author=self.author, time=self._now()))

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
        return self._write(Rename(seq=0, of=self._branch_ref(branch), name=name, author=self.author, time=self._now()))

    def promote(self, branch: str) -> Promote:
        """Put a branch before the others that leave the same ply."""
        return self._write(Promote(seq=0, of=self._branch_ref(branch), author=self.author, time=self._now()))

    def delete_branch(self, branch: str, text: str = "") -> Delete:
        """Delete a branch, and with it what leaves it; `text` may say why. All stays in the file."""
        return self._write(Delete(seq=0, of=self._branch_ref(branch), author=self.author, text=text, time=self._now()))
