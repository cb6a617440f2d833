"""The lines of a replay file: one struct a kind. FORMAT.md and `replays/schema.json` are made from what stands here.

Every line is a JSON object with its `kind` and its `seq`, a number that counts all lines of a file from 0 without a gap. Fields
that a struct does not know are no error: the raw line is kept, and written back as it was.
"""

from typing import Annotated, Any, ClassVar, Final, TypeAlias

from msgspec import Meta, Struct

from cardlab.game import CHANCE, REFEREE

FORMAT: Final = "cardlab-replay"
VERSION: Final = (1, 0)
"""Major and minor number of the version that is written. A reader refuses a newer major, and opens a newer minor with a warning."""

MAX_DEPTH: Final = 64
"""Objects and lists may be nested this deep in a line."""

GLYPHS: Final = ("good", "mistake", "blunder", "brilliant", "dubious", "interesting", "forced", "unclear", "question")

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
ActionText = Annotated[str, Meta(max_length=2000)]
Glyph = Annotated[str, Meta(extra_json_schema={"enum": list(GLYPHS)})]


class Header(Struct, frozen=True, tag_field="kind", tag="header", omit_defaults=True):
    """The first line: what is played, by whom, under which rules."""

    seq: Count
    """0."""
    format: str
    """Always "cardlab-replay"."""
    version: str
    """Major and minor number of the format, "1.0"."""
    game: str
    """Name of the game: skipbo, skyjo."""
    preset: str
    """Name of the preset that the options began from."""
    seats: list[str]
    """Names by seat, in turn order; seat 0 is the first."""
    options: dict[str, Any] = {}
    """Every option by its dotted name. One that is missing has the preset's value."""
    title: str = ""
    """A line that names the game to a reader."""
    language: str = "en"
    """Language of the title, and the one a viewer opens in (en, es, nl)."""
    rulebook: str = ""
    """Version of the rulebook (`seeds/sources.toml`) that the file was written with."""
    id: str = ""
    """A UUID that names this game, so that files of notes can be bound to it."""
    date: str | None = None
    """When it was played, ISO 8601."""
    source: str | None = None
    """Where the game comes from: "composed", "played by bots", a club …"""
    tags: list[str] = []
    """Words to find it by."""


class ActionPly(Struct, frozen=True, tag_field="kind", tag="action", omit_defaults=True):
    """A ply: what a seat did."""

    seq: Count
    """Number of the line."""
    seat: Count
    """Who acted."""
    action: ActionText
    """The action as text."""
    branch: str | None = None
    """Id of the branch it belongs to; left out on the main line."""
    clock: Annotated[float, Meta(ge=0)] | None = None
    """Seconds it took."""

    @property
    def player(self) -> int:
        return self.seat


class ChancePly(Struct, frozen=True, tag_field="kind", tag="chance", omit_defaults=True):
    """A ply: a deal, a shuffle, a lot, or a face that was not known before."""

    seq: Count
    """Number of the line."""
    action: ActionText
    """The action as text."""
    branch: str | None = None
    """Id of the branch it belongs to; left out on the main line."""
    clock: Annotated[float, Meta(ge=0)] | None = None
    """Seconds it took."""
    player: ClassVar[int] = CHANCE


class RefereePly(Struct, frozen=True, tag_field="kind", tag="referee", omit_defaults=True):
    """A ply: a penalty or an irregularity that the people at the table called."""

    seq: Count
    """Number of the line."""
    action: ActionText
    """The action as text."""
    branch: str | None = None
    """Id of the branch it belongs to; left out on the main line."""
    clock: Annotated[float, Meta(ge=0)] | None = None
    """Seconds it took."""
    player: ClassVar[int] = REFEREE


class Note(Struct, frozen=True, tag_field="kind", tag="note", omit_defaults=True):
    """What somebody said about a position, or about the ply that led to it."""

    seq: Count
    """Number of the line; it names the note."""
    ply: Count
    """The number of plies after which it stands: 0 is before the first. With a branch, plies of that branch."""
    author: str
    """Who says it."""
    text: str
    """Plain text, shown as text whatever it holds."""
    language: str = ""
    """Language of the text (en, es, nl …)."""
    glyph: Glyph | None = None
    """A judgement in a word."""
    rule: str | None = None
    """Id of the rule it speaks of."""
    card: str | None = None
    """The card or zone it speaks of: "7", "B1"."""
    branch: str | None = None
    """Id of the branch it stands on; left out on the main line."""
    time: str | None = None
    """When it was written, ISO 8601."""


class BranchStart(Struct, frozen=True, tag_field="kind", tag="branch", omit_defaults=True, rename={"ply": "from"}):
    """Opens a branch: the plies that name its id belong to it, wherever in the file they stand."""

    seq: Count
    """Number of the line."""
    id: str
    """What its plies and notes name it by; unique in the file."""
    ply: Count
    """The ply of the parent after which it starts."""
    name: str = ""
    """What a reader calls it."""
    parent: str | None = None
    """Id of the branch it leaves; left out where it leaves the main line."""
    author: str | None = None
    """Who tried it."""


class Checkpoint(Struct, frozen=True, tag_field="kind", tag="checkpoint", omit_defaults=True):
    """What the position on the main line was when the file was written; compared whenever the file is re-run."""

    seq: Count
    """Number of the line."""
    ply: Count
    """The number of plies after which it was taken."""
    state: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    """blake2b of the position text (8 bytes, in hexadecimal)."""


class Result(Struct, frozen=True, tag_field="kind", tag="result", omit_defaults=True):
    """How the main line ended; compared whenever the file is re-run."""

    seq: Count
    """Number of the line."""
    reason: str
    """A word of the game: stock_empty, match_score, void …"""
    winners: list[Count]
    """Seats; empty when nobody won."""
    scores: list[int]
    """Totals by seat."""


class Unknown(Struct, frozen=True):
    """A line of a kind that this version does not know. It is kept, and means nothing here."""

    kind: str
    seq: Count | None = None


Ply: TypeAlias = ActionPly | ChancePly | RefereePly
Record: TypeAlias = Header | ActionPly | ChancePly | RefereePly | Note | BranchStart | Checkpoint | Result
KINDS: Final = {
    str(struct.__struct_config__.tag): struct
    for struct in (Header, ActionPly, ChancePly, RefereePly, Note, BranchStart, Checkpoint, Result)
}
