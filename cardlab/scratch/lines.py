"""The lines of a scratch file: one struct a kind, described in `replays/FORMAT.md`. A file is a header and then what was done to the
tree, in order; nothing written is changed."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from cardlab.replay.coding import BadLine, encode
from cardlab.replay.records import Count
from cardlab.replay.writer import Appender

FORMAT: Final = "cardlab-scratch"
VERSION: Final = (1, 0)
MAX_NODES: Final = 20_000
"""A tree with more nodes is refused: nobody finds his way in it, and every node has to be run again when it is opened."""

_Text = Annotated[str, Meta(max_length=20_000)]
_Short = Annotated[str, Meta(max_length=2_000)]


class Begin(Struct, frozen=True, tag_field="kind", tag="scratch", omit_defaults=True):
    """The first line: where the tree begins."""

    seq: Count
    """0."""
    format: str
    """Always "cardlab-scratch"."""
    version: str
    """Major and minor number of the format, "1.0"."""
    position: _Text
    """The position that it begins from, as a line of text, with nothing in it that its reader may not know."""
    names: list[str]
    """Names by seat."""
    language: str = "en"
    """The language it was made in."""
    seat: int | None = None
    """The seat that it is seen from; left out where every hand is seen."""
    spoilers: bool = True
    """Whether cards that nobody at the table has seen were known."""
    checked: bool = True
    """Whether the position it begins from was checked."""
    game: str = ""
    """The `id` of the recorded game that it leaves; empty where it leaves none."""
    hash: str = ""
    """The hash of that game up to the ply that it leaves (as in a note layer)."""
    ply: Count | None = None
    """The ply of the recorded game, or of its branch, that it leaves."""
    branch: str | None = None
    """The branch of the recorded game that it leaves."""
    title: str = ""
    """The title of that game."""
    file: str = ""
    """The name of its file, which is looked for beside this one."""


class Play(Struct, frozen=True, tag_field="kind", tag="play", omit_defaults=True):
    """New nodes, each behind the one before: what was played."""

    seq: Count
    """Number of the line."""
    id: Count
    """The number of the first new node; the others follow without a gap."""
    parent: Count
    """The node that the first one leaves."""
    plies: list[tuple[int, _Short]]
    """Who acted (a seat, -1 chance, -2 the referee) and the action as text."""
    by: _Short = ""
    """Who played it, where that was no person: the name of a bot, or "again" where a line was played again behind a change."""
    folded: bool = False
    """Whether it is shown folded."""


class Faces(Struct, frozen=True, tag_field="kind", tag="faces", omit_defaults=True):
    """A new node: hidden cards are given faces."""

    seq: Count
    """Number of the line."""
    id: Count
    """The number of the new node."""
    parent: Count
    """The node that it leaves."""
    facts: list[_Short]
    """Places and faces, "draw:1=7", all as the parent shows them; "?" for a face that is left unknown."""
    seed: int | None = None
    """The seed they were drawn from; left out where somebody named them."""


class Edit(Struct, frozen=True, tag_field="kind", tag="edit", omit_defaults=True):
    """A new node: the position was edited."""

    seq: Count
    """Number of the line."""
    id: Count
    """The number of the new node."""
    parent: Count
    """The node that it leaves."""
    position: _Text
    """The edited position as a line of text."""
    checked: bool = True
    """False where it was kept although something about it cannot be."""


class Name(Struct, frozen=True, tag_field="kind", tag="name"):
    """Names a node, and so the branch that begins with it."""

    seq: Count
    """Number of the line."""
    of: Count
    """The node."""
    name: _Short
    """What a reader calls it; empty takes the name away."""


class Remark(Struct, frozen=True, tag_field="kind", tag="note", omit_defaults=True):
    """What is said about a node."""

    seq: Count
    """Number of the line."""
    of: Count
    """The node."""
    text: _Text
    """Plain text; empty takes the note away."""
    language: str = ""
    """Language of the text."""


class First(Struct, frozen=True, tag_field="kind", tag="promote"):
    """Puts a node before the others that leave the same node."""

    seq: Count
    """Number of the line."""
    of: Count
    """The node."""


class Fold(Struct, frozen=True, tag_field="kind", tag="fold"):
    """Folds the branch that begins with a node, or unfolds it."""

    seq: Count
    """Number of the line."""
    of: Count
    """The node."""
    folded: bool
    """Whether it is folded now."""


class Drop(Struct, frozen=True, tag_field="kind", tag="delete"):
    """Deletes a node and all that is behind it. An undo brings them back."""

    seq: Count
    """Number of the line."""
    of: Count
    """The node."""


class Back(Struct, frozen=True, tag_field="kind", tag="undo"):
    """Takes back the last line that stands."""

    seq: Count
    """Number of the line."""


class Again(Struct, frozen=True, tag_field="kind", tag="redo"):
    """Takes back the last undo, where nothing was done since."""

    seq: Count
    """Number of the line."""


class Here(Struct, frozen=True, tag_field="kind", tag="at"):
    """Where its reader was when the file was left."""

    seq: Count
    """Number of the line."""
    of: Count
    """The node."""


Line: TypeAlias = Play | Faces | Edit | Name | Remark | First | Fold | Drop | Back | Again | Here
Grown: TypeAlias = Play | Faces | Edit
KINDS: Final = {
    str(struct.__struct_config__.tag): struct for struct in (Begin, Play, Faces, Edit, Name, Remark, First, Fold, Drop, Back, Again, Here)
}

_decode = msgspec.json.Decoder(Begin | Line).decode


def decode(line: bytes) -> Begin | Line:
    """The record that a line says; BadLine tells what is wrong."""
    try:
        return _decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadLine(str(error).replace("`", ""), torn=not isinstance(error, msgspec.ValidationError)) from None


class ScratchAppender(Appender):
    """Appends lines to a scratch file, with the care of `Appender`."""

    def _next_seq(self, data: bytes) -> int:
        return sum(1 for line in data.split(b"\n") if line.strip())


__all__ = [
    "FORMAT", "KINDS", "MAX_NODES", "VERSION", "Again", "Back", "BadLine", "Begin", "Drop", "Edit", "Faces", "First", "Fold", "Grown",
    "Here", "Line", "Name", "Play", "Remark", "ScratchAppender", "decode", "encode",
]  # fmt: skip
