"""A note as it stands, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardlab.replay.records import Note

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
        return f"{self.path}:{self.line}: {place_text(self.note)}: {self.author}: {told(self.note)}"


def place_text(note: Note) -> str:
    """What a note stands on, in words."""
    at = "the game" if note.on == "game" else f"{'the turn of ' if note.on == 'turn' else ''}ply {note.ply}"
    return at + (f" of branch {note.branch!r}" if note.branch is not None else "")


def told(note: Note) -> str:
    """What a note says, in one line."""
    parts = [f"[{note.glyph}]" if note.glyph else "", "(bookmark)" if note.bookmark else "", " ".join(note.text.split())]
    parts += [f"({note.card})" if note.card else "", *note.arrows, *note.marks, f"[{note.rule}]" if note.rule else ""]
    return " ".join(filter(None, parts))
