"""What a widget needs to show notes and to write them: its trait of notes, and the commands by which the browser writes.

Each command appends one line at once; what cannot be written is answered with the reason, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import traitlets
from anywidget.experimental import command

from cardlab.lens import Lens
from cardlab.replay.saying import NoteError
from cardlab.widgets.remarks_data import history_data, remarks_data, shown_remarks

if TYPE_CHECKING:
    from cardlab.replay import Replay
    from cardlab.replay.annotate import Annotator
    from cardlab.replay.notes import Notes

Answer: TypeAlias = tuple[dict[str, Any], list[bytes]]

FIELDS: Final = ("text", "ply", "on", "glyph", "rule", "card", "arrows", "marks", "bookmark", "language", "branch", "written")
"""What the browser may say of a note; who says it, and when, is said here."""
QUESTION_FIELDS: Final = ("action", "right", "text", "choices", "feedback", "hints", "tries", "trying", "accept")
"""What it may say of a question, beside what is asked and where."""
_HOLDS: Final = ("text", "glyph", "rule", "card", "arrows", "marks", "bookmark")

_NOTES_ALONE: Final = ("add", "edit", "delete", "settle")


class NoteCommands(traitlets.HasTraits):
    """Shows the notes of a replay and of layers, and lets the browser write where a file to write was given."""

    notes = traitlets.Bytes().tag(sync=True)

    _replay: Replay
    _upto: int | None
    _pen: Annotator | None = None
    asked = ""
    """The id of the question that was written last."""
    _read: Notes | None = None
    """The notes as they were read last."""
    _layers: list[str]
    """The layers that are read."""

    def _open_notes(
        self, layers: Sequence[str | PathLike[str]] | bool, edit: str | PathLike[str] | bool | None, author: str, language: str
    ) -> None:
        """Read the layers (True: all that stand beside the game), and make ready to write. ReplayError for a layer of another game;
        NoteError where nobody is named who writes, or where there is no file to write."""
        from cardlab.replay.layers import layers_beside

        paths = self._layers = list(map(str, layers_beside(self._replay.path) if layers is True else layers or ()))
        if edit is None or edit is False:
            self._read = self._replay.annotations(*paths)
            return
        target = None if edit is True else edit
        name = author or _author_of(target)
        if not name:
            raise NoteError("who writes is not told: show(edit=…, author='…')")
        others = [path for path in paths if target is None or Path(path).absolute() != Path(target).absolute()]
        self._pen = self._replay.annotate(target, name, language, layers=others)
        self._read = self._pen.notes

    def _wrote(self) -> None:
        """After a line about notes or branches."""
        raise NotImplementedError

    def _read_again(self, path: str) -> None:
        """Something came into this file, the game's own or a layer: reads what stands now, that layer too where it was not shown."""
        from cardlab.replay import load

        if self._pen is not None:
            self._pen.also(path)
            self._read = self._pen.notes
            return
        if all(Path(path).absolute() != Path(one).absolute() for one in (self._replay.path, *self._layers)):
            self._layers.append(path)
        self._read = load(self._replay.path).annotations(*self._layers)

    def _send_notes(self, upto: int | None = None) -> None:
        """`upto`: those of later plies are left out, for they follow."""
        if self._pen is not None:
            self._read = self._pen.notes
        lens = self._notes_lens()
        self.notes = remarks_data(self._notes_now(), lens if upto is None else replace(lens, ply=upto), self._pen)

    def _notes_now(self) -> Notes:
        assert self._read is not None  # read when the widget was opened
        return self._read

    def _notes_lens(self) -> Lens:
        return Lens(ply=self._upto)

    @command
    def _write(self, msg: Any, buffers: Any) -> Answer:
        """One line: `{"do": "add" | "edit" | "delete" | "settle" | "withdraw" | "undo" | "redo" | "ask", …}`; "read" reads the files
        again."""
        try:
            if self._pen is None:
                return {"error": "nothing can be written here: show(edit=…, author='…')"}, []
            done = self._writer(msg["do"])(self._pen, msg)
            if msg["do"] in _NOTES_ALONE:
                self._send_notes()
            else:  # such a line, or others meanwhile, may have changed branches too
                self._wrote()
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []
        told = {"id": self.asked} if msg["do"] == "ask" else {}
        return {"done": done} | told, []

    def _writer(self, do: Any) -> Callable[[Annotator, Mapping[str, Any]], bool]:
        """What does that: it answers whether there was anything to do."""
        known: dict[str, Callable[[Annotator, Mapping[str, Any]], object]] = {
            "add": lambda pen, msg: pen.add(**self._fields(msg)),
            "edit": lambda pen, msg: pen.edit(self._known(msg["of"]), **self._fields(msg)),
            "delete": lambda pen, msg: pen.delete(self._known(msg["of"]), str(msg.get("text", ""))),
            "settle": self._settle,
            "withdraw": lambda pen, msg: pen.withdraw(_text(msg["of"])),
            "undo": lambda pen, msg: pen.undo(),
            "redo": lambda pen, msg: pen.redo(),
            "ask": self._ask_here,
            "read": lambda pen, msg: True,
        }
        if do not in known:
            raise NoteError(f"unknown thing to do {do!r}; known: {', '.join(known)}")
        return lambda pen, msg: known[do](pen, msg) is not None

    def _ask_here(self, pen: Annotator, msg: Mapping[str, Any]) -> str:
        """Write a question; its id is `.asked` from then on. What cannot be asked so is told, and nothing is written."""
        from cardlab.quiz.ask import ask

        ply, line = msg["ply"], msg.get("branch")
        if type(ply) is not int or (self._upto is not None and line is None and ply > self._upto):
            raise NoteError(f"no ply {ply!r}")
        fields = {name: msg[name] for name in QUESTION_FIELDS if msg.get(name)}
        lang = str(msg.get("language") or pen.language or "en")
        for name, value in fields.items():  # the texts are in the language that the page shows
            if name == "text":
                fields[name] = _in(lang, value)
            elif name == "hints":
                fields[name] = [_in(lang, hint) for hint in value]
            elif name in ("choices", "feedback"):
                fields[name] = {answer: _in(lang, text) for answer, text in value.items()}
        self.asked = ask(pen, str(msg["kind"]), ply, branch=line, **fields).id
        return self.asked

    def _fields(self, msg: Mapping[str, Any]) -> dict[str, Any]:
        """What a note shall hold. NoteError where it holds nothing, or stands where the lens does not reach."""
        fields = {name: value for name, value in msg["note"].items() if name in FIELDS}
        if not any(fields.get(name) for name in _HOLDS):
            raise NoteError("an empty note: write something, or give it a glyph, a rule, an arrow, a mark or a bookmark")
        if self._upto is not None and fields.get("branch") is None and fields.get("ply", 0) > self._upto:
            raise NoteError(f"no ply {fields['ply']!r}; plies are 0 to {self._upto}")
        return fields

    def _known(self, key: Any) -> str:
        """The key of a note that the browser may know of."""
        if key in {remark.key for remark in shown_remarks(self._notes_now(), self._notes_lens())}:
            return str(key)
        raise NoteError("that note is not there any more: it was edited, deleted or withdrawn elsewhere")

    def _settle(self, pen: Annotator, msg: Mapping[str, Any]) -> object:
        keys = set(msg["of"])
        found = next((d for d in pen.notes.open_disagreements if d.about == msg["about"] and set(d.keys) == keys), None)
        if found is None:
            raise NoteError("that disagreement is not there any more: more was said, or it was settled elsewhere")
        return pen.settle(found, list(map(_text, msg["keep"])), str(msg.get("text", "")), msg.get("language"))

    @command
    def _history(self, msg: Any, buffers: Any) -> Answer:
        """All that was written about a note (`of`), or about all of them, the last first."""
        try:
            of = msg.get("of")
            notes = self._notes_now()
            lines = notes.log if of is None else notes.history(self._known(of))
            newest = sorted(lines, key=lambda line: (line.time, line.line), reverse=True)
            return {"lines": history_data(newest, notes, self._notes_lens())}, []
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []


def _in(lang: str, text: Any) -> Any:
    """A text in that language; none where it is empty."""
    if not isinstance(text, str):
        return text
    return {lang: text} if text else {}


def _text(key: Any) -> str:
    if not isinstance(key, str):
        raise NoteError(f"expected the key of a line, got {key!r}")
    return key


def _author_of(target: str | PathLike[str] | None) -> str:
    """Who writes in a layer, as its header tells."""
    from cardlab.replay.reader import read_file

    if target is None or not Path(target).exists():
        return ""
    return str(getattr(read_file(target).head, "author", "") or "")
