"""The notes of a game as plain data, as a lens may know them: `Remarks` in `frontend/src/decode.ts`.

They travel apart from the tables, so that a note that is written sends nothing of the game again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cardlab.lens import Lens
from cardlab.replay.disagreements import Disagreement
from cardlab.replay.keys import Statement
from cardlab.replay.records import Delete, Note, Settle, Withdraw
from cardlab.replay.remarks import Remark
from cardlab.replay.tracks import standing

if TYPE_CHECKING:
    from cardlab.replay.annotate import Annotator
    from cardlab.replay.notes import Notes

_SAID = ("text", "glyph", "rule", "card", "arrows", "marks", "bookmark", "time")


def shown_remarks(notes: Notes, lens: Lens) -> list[Remark]:
    """The notes that the lens may know: on the main line as far as it is played, and on branches that stand."""
    last = len(notes.replay)
    there = standing(notes.branches)
    return [
        remark
        for remark in notes.filter(lens=Lens(ply=lens.ply))
        if (remark.ply <= last and _reaches(lens, remark.note, last) if remark.branch is None else remark.branch in there)
    ]


def remarks_data(notes: Notes, lens: Lens, pen: Annotator | None = None) -> bytes:
    """UTF-8 JSON: the notes, what people disagree about, the layers, and where `pen` writes (null where nothing is written)."""
    shown = shown_remarks(notes, lens)
    last = len(notes.replay)
    known = {remark.key for remark in shown}
    places = {"": 0} | {layer.name: place for place, layer in enumerate(notes.layers, 1)}
    return msgspec.json.encode(
        {
            "layers": [_layer("", notes.replay.path), *(_layer(layer.name, layer.path) for layer in notes.layers)],
            "notes": [_remark(remark, places, last) for remark in shown],
            "disputes": [_dispute(found, last) for found in notes.disagreements if _told(found, known, notes, lens)],
            # what is wrong with a line may tell of what comes later
            "problems": [str(problem) for problem in notes.problems] if lens.ply is None else [],
            "desk": None if pen is None else {"file": Path(pen.path).name, "author": pen.author, "language": pen.language},
        }
    )


def history_data(history: Iterable[Statement], notes: Notes, lens: Lens) -> list[dict[str, Any]]:
    """Lines about notes, in their order, as a history shows them; without those that the lens may not know. A line that says something
    of others (a deletion, a settlement) is known where those are."""
    last, lines = len(notes.replay), []
    for statement in history:
        record = statement.record
        if not isinstance(record, (Note, Delete, Withdraw, Settle)):
            continue
        about = _notes_of(statement, notes.fold.by_key)
        if not about or not all(note.branch is not None or _reaches(lens, note, last) for note in about):
            continue
        line: dict[str, Any] = {"key": statement.key, "kind": statement.kind, "author": statement.author, "file": Path(statement.path).name}
        if isinstance(record, Note):
            line |= _said(record, last)
        else:
            at = max(max(note.ply, min(note.written or 0, last)) for note in about)
            line |= {"ply": about[0].ply, "at": at, "time": statement.time, "text": getattr(record, "text", "")}
        lines.append(line | {"number": statement.line})
    return lines


def _notes_of(statement: Statement, by_key: Mapping[str, Statement]) -> list[Note]:
    """The notes that a line says something of; of a note line, itself."""
    found, seen, waiting = [], {statement.key}, [statement]
    while waiting:  # no recursion: undo and redo may go on for thousands of lines
        one = waiting.pop()
        if isinstance(one.record, Note):
            found.append(one.record)
            continue
        more = [key for key in one.of if key in by_key and key not in seen]
        seen.update(more)
        waiting += [by_key[key] for key in more]
    return found


def _reaches(lens: Lens, note: Note, last: int) -> bool:
    return lens.reaches(max(note.ply, min(note.written or 0, last)))


def _layer(name: str, path: str) -> dict[str, str]:
    return {"name": name, "file": Path(path).name}


def _said(note: Note, last: int) -> dict[str, Any]:
    """What a note says; what it leaves open is left out."""
    said: dict[str, Any] = {"ply": note.ply}
    said |= {name: value for name in _SAID if (value := getattr(note, name))}
    said |= {"lang": note.language} if note.language else {}
    if note.on != "ply":
        said["on"] = note.on
    if note.branch is not None:
        said["line"] = note.branch
    elif note.written is not None and (written := min(note.written, last)) > note.ply:
        said["at"] = written
    return said


def _remark(remark: Remark, layers: Mapping[str, int], last: int) -> dict[str, Any]:
    told: dict[str, Any] = {"key": remark.key, "author": remark.author, **_said(remark.note, last)}
    more = {"layer": layers[remark.layer], "editors": remark.editors, "edits": remark.edits, "overruled": remark.overruled}
    return told | {name: value for name, value in more.items() if value}


def _told(found: Disagreement, known: set[str], notes: Notes, lens: Lens) -> bool:
    """Whether a disagreement may be known: all that stands against each other in it may be."""
    if found.branch is not None and found.branch not in standing(notes.branches):
        return False
    lines = [statement for side in found.sides.values() for statement in side]
    return all(s.key in known or (found.about == "text" and _known_version(s, notes, lens)) for s in lines)


def _known_version(statement: Statement, notes: Notes, lens: Lens) -> bool:
    """Of a note with several versions one may be a deletion, or have been overruled: it is then none of the notes that stand."""
    record = statement.record
    root = notes.fold.thread(statement.key).root.record
    said = record if isinstance(record, Note) else root
    return isinstance(said, Note) and _reaches(lens, said, len(notes.replay))


def _dispute(found: Disagreement, last: int) -> dict[str, Any]:
    sides = [
        {"author": author, "keys": [statement.key for statement in side], "values": found.values[author]}
        for author, side in found.sides.items()
    ]
    told: dict[str, Any] = {"about": found.about, "ply": found.ply, "sides": sides}
    if found.branch is not None:
        told["line"] = found.branch
    written = [min(s.record.written or 0, last) for side in found.sides.values() for s in side if isinstance(s.record, Note)]
    if found.branch is None and max(written, default=0) > found.ply:
        told["at"] = max(written)
    if found.settled is not None:
        record = found.settled.record
        assert isinstance(record, Settle)
        said = {"author": found.settled.author, "time": found.settled.time, "text": record.text, "lang": record.language}
        told["settled"] = {**said, "key": found.settled.key, "keep": found.kept}
    return told
