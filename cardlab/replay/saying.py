"""What a note may say, checked before it is written."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from cardlab.errors import CardlabError, UnknownName
from cardlab.replay.facts import check_place
from cardlab.replay.records import GLYPHS, SPEAKS_OF, Note
from cardlab.replay.tracks import Track
from cardlab.rulebook import read_rulebook

COLOURS: Final = ("green", "red", "blue", "yellow")
"""What may follow an arrow or a highlighted place."""


class NoteError(CardlabError):
    """A note, an edit or a branch that cannot be written as it was asked for."""


def make_note(fields: dict[str, Any]) -> Note:
    """A note from its fields; NoteError or UnknownName for what no note can hold."""
    names = [name for name in Note.__struct_fields__ if name not in ("seq", "of")]
    if unknown := [name for name in fields if name not in names]:
        raise UnknownName("field of a note", unknown[0], names)
    if fields.get("written") == fields["ply"]:
        fields["written"] = None
    try:
        note = msgspec.convert({"kind": "note", "seq": 0} | fields, Note)
    except msgspec.ValidationError as error:
        raise NoteError(f"a note cannot hold that: {str(error)[:1].lower()}{str(error)[1:]}") from None
    for what, value, known in (("glyph", note.glyph, GLYPHS), ("thing to speak of", note.on, SPEAKS_OF)):
        if value is not None and value not in known:
            raise UnknownName(what, value, list(known))
    return note


def check_note(note: Note, track: Track) -> None:
    """NoteError or UnknownName where a note cannot stand on this track as it is."""
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
