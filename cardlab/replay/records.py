"""The lines of a replay file: one struct a kind. FORMAT.md and `replays/schema.json` are made from what stands here.

Every line is a JSON object with its `kind` and its `seq`, a number that counts all lines of a file from 0 without a gap. Fields
that a struct does not know are no error: the raw line is kept, and written back as it was.
"""

from typing import Annotated, Any, ClassVar, Final, TypeAlias

from msgspec import Meta, Struct

from cardlab.game import CHANCE, REFEREE

FORMAT: Final = "cardlab-replay"
VERSION: Final = (1, 2)
"""Major and minor number of the version that is written. A reader refuses a newer major, and opens a newer minor with a warning."""

MAX_DEPTH: Final = 64
"""Objects and lists may be nested this deep in a line."""

GLYPHS: Final = ("good", "mistake", "blunder", "brilliant", "dubious", "interesting", "forced", "unclear", "question")

NOTES_FORMAT: Final = "cardlab-notes"
"""The format of a note layer: notes on a game in a file of their own."""

ANSWERS_FORMAT: Final = "cardlab-answers"
"""The format of the file in which one student's answers stand."""
KEY_FORMAT: Final = "cardlab-key"
"""The format of a file with the right answers to questions that are handed out without them."""
ASKS: Final = ("play", "legal", "rule", "score", "next")
"""What may be asked: what would you play? is it legal? which rule governs it? what does it score? what happens next?"""

SPEAKS_OF: Final = ("ply", "turn", "game")
"""What a note may speak of; a card is named beside it."""
DISPUTES: Final = ("glyph", "rule", "text")
"""What people may disagree about: their judgements or rule links on one move, or two edits of one note."""

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
ActionText = Annotated[str, Meta(max_length=2000)]
Glyph = Annotated[str, Meta(extra_json_schema={"enum": list(GLYPHS)})]
SpeaksOf = Annotated[str, Meta(extra_json_schema={"enum": list(SPEAKS_OF)})]
Ask = Annotated[str, Meta(extra_json_schema={"enum": list(ASKS)})]
Dispute = Annotated[str, Meta(extra_json_schema={"enum": list(DISPUTES)})]
Ref = Count | Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
"""An earlier line: by its `seq` where it stands in the same file, by its key (FORMAT.md) where it stands in another."""


class Header(Struct, frozen=True, tag_field="kind", tag="header", omit_defaults=True):
    """The first line: what is played, by whom, under which rules."""

    seq: Count
    """0."""
    format: str
    """Always "cardlab-replay"."""
    version: str
    """Major and minor number of the format, "1.2"."""
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
    sees: list[Count] | None = None
    """Seats whose hands the person who recorded it could see; left out where that does not matter, or is not told."""
    bots: list[str] | None = None
    """By seat the bot that plays it, "" for a person; left out where no person played against bots."""
    seed: Count | None = None
    """In a match against bots what chance and the bots are drawn from, so that a match broken off goes on as it would have."""
    position: str | None = None
    """The position text that the game begins from, where that is not the beginning of a match. New in 1.2."""


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


class Undo(Struct, frozen=True, tag_field="kind", tag="undo", omit_defaults=True):
    """Takes back the last ply of the main line, or of a branch: what follows continues before it. What was taken back, and what was
    said about it, stays readable."""

    seq: Count
    """Number of the line."""
    of: Count
    """The `seq` of the ply; of those that stand, it must be the last on its line."""
    author: str = ""
    """Who takes it back."""
    time: str | None = None
    """When, ISO 8601."""


class Leave(Struct, frozen=True, tag_field="kind", tag="leave", omit_defaults=True):
    """A seat has left the table, in a game whose rules say nothing of it (where they do, it is a `referee` ply). It moves nothing."""

    seq: Count
    """Number of the line."""
    seat: Count
    """Who left."""
    ply: Count
    """The number of plies of the main line after which it did."""
    author: str = ""
    """Who says so."""
    time: str | None = None
    """When, ISO 8601."""


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
    on: SpeaksOf = "ply"
    """What it speaks of: the ply, the turn that the ply belongs to, or the whole game."""
    arrows: list[Annotated[str, Meta(max_length=200)]] = []
    """Arrows from place to place: "hand0:2>B1"; a colour may follow ("draw>grid0:r1c2 red")."""
    marks: list[Annotated[str, Meta(max_length=200)]] = []
    """Places that are highlighted: "B1", "grid0:r1c2"; a colour may follow."""
    bookmark: bool = False
    """A place to come back to; `text` is the remark."""
    written: Count | None = None
    """The ply that was on the table when it was written; left out where it is `ply`. Who may not know that ply may not see the note."""
    of: Ref | None = None
    """The line that this one replaces: an edit. Left out in a new note."""


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
    facts: list[Annotated[str, Meta(max_length=200)]] = []
    """Hidden cards that it supposes to be others: "draw:1=7", "grid0:r1c2=-2"."""
    time: str | None = None
    """When it was begun, ISO 8601."""


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


class RoundScores(Struct, frozen=True, tag_field="kind", tag="round", omit_defaults=True):
    """A round as a score sheet has it. Rounds count from 1 in the order of the file. In a file without plies they are the match, and are
    counted by the game's rules; in one with plies they are compared with what re-running counts."""

    seq: Count
    """Number of the line."""
    scores: list[int]
    """By seat what was counted, before any penalty: the sum of the cards (Skyjo), the cards left in the stock (Skip-Bo)."""
    finisher: Count | None = None
    """The seat that closed the round, or won it; left out where the sheet does not tell, or nobody did."""
    credited: list[int] | None = None
    """By seat the points that the sheet credits; compared with what the rules credit."""
    totals: list[int] | None = None
    """By seat the totals that the sheet has after this round; compared."""


class Question(Struct, frozen=True, tag_field="kind", tag="question", omit_defaults=True):
    """Something asked about a position: what would you play, is it legal, which rule governs it, what does it score, what happens next.
    What is right is listed, or judged by the rules (`accept`); a question that has neither, and no `hashes`, is not judged here."""

    seq: Count
    """Number of the line."""
    id: str
    """What answers name it by; unique in a game and its layers."""
    ply: Count
    """The number of plies after which the table is shown. With a branch, plies of that branch."""
    ask: Ask
    """What is asked."""
    author: str = ""
    """Who asks."""
    text: dict[str, str] = {}
    """The question by language (en, es, nl). Left out, it is put in the words of the kind."""
    seat: Count | None = None
    """Whose eyes it is seen with; left out, everybody's cards are seen."""
    action: str | None = None
    """The action that it is about, as text; not needed where it asks for one."""
    about: Count | None = None
    """The seat whose points are asked; left out, those of all seats in turn order."""
    preset: str | None = None
    """Named options by which it is judged, where they are not those of the game."""
    position: str | None = None
    """A position text to be asked about in place of the position on that ply."""
    choices: dict[str, dict[str, str]] = {}
    """Answers to choose among, each with its words by language; without words, those of the action or the rule that it names."""
    right: list[str] = []
    """Right answers by list."""
    accept: list[str] = []
    """What the rules accept, beside those listed: an answer for which all of this holds (FORMAT.md)."""
    rules: list[str] = []
    """Ids of the rules that it exercises."""
    hints: list[dict[str, str]] = []
    """Hints in their steps, each by language."""
    feedback: dict[str, dict[str, str]] = {}
    """By answer what is said to it, by language; "*": to every wrong one that has none of its own."""
    tries: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """How many tries count; left out, any number."""
    trying: bool = False
    """Whether moves may be tried out on a scratch table while it is open."""
    hashes: list[Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]] = []
    """The right answers, hashed with `salt` (FORMAT.md), where they are handed out so."""
    salt: str = ""
    """What the answers are hashed with."""
    branch: str | None = None
    """Id of the branch it stands on; left out on the main line."""
    written: Count | None = None
    """The ply that was on the table when it was written, where it is a later one. Who may not know that ply may not see the question."""
    time: str | None = None
    """When it was written, ISO 8601."""
    of: Ref | None = None
    """The line that this one replaces: an edit. Left out in a new question."""


class AnswersHeader(Struct, frozen=True, tag_field="kind", tag="answers", omit_defaults=True):
    """The first line of a file of answers: one student's own."""

    seq: Count
    """0."""
    format: str
    """Always "cardlab-answers"."""
    version: str
    """Major and minor number of the format, "1.2"."""
    student: str
    """Who answers."""
    title: str = ""
    """What the quiz is called."""


class Answer(Struct, frozen=True, tag_field="kind", tag="answer", omit_defaults=True):
    """An answer as it was given. Every one is kept: a later one to the same question is a further try."""

    seq: Count
    """Number of the line."""
    question: str
    """The `id` of the question."""
    answer: str
    """The answer: an action, yes or no, a rule or a passage, numbers, or one of the choices."""
    right: bool | None = None
    """What the student was told; left out where it could not be judged then. Grading judges anew and does not look at it."""
    time: str | None = None
    """When, ISO 8601."""


class Hint(Struct, frozen=True, tag_field="kind", tag="hint", omit_defaults=True):
    """A hint that was asked for."""

    seq: Count
    """Number of the line."""
    question: str
    """The `id` of the question."""
    step: Count
    """Which hint, counted from 1."""
    time: str | None = None
    """When, ISO 8601."""


class KeyHeader(Struct, frozen=True, tag_field="kind", tag="keys", omit_defaults=True):
    """The first line of a file of right answers."""

    seq: Count
    """0."""
    format: str
    """Always "cardlab-key"."""
    version: str
    """Major and minor number of the format, "1.2"."""
    title: str = ""
    """What the quiz is called."""


class Key(Struct, frozen=True, tag_field="kind", tag="key", omit_defaults=True):
    """The right answers to one question."""

    seq: Count
    """Number of the line."""
    question: str
    """The `id` of the question."""
    ask: Ask
    """What is asked."""
    right: list[str]
    """Every right answer."""
    rules: list[str] = []
    """Ids of the rules that it exercises."""
    tries: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """How many tries count; left out, any number."""
    game: str = ""
    """The game, whose rulebook has these rules."""


class LayerHeader(Struct, frozen=True, tag_field="kind", tag="layer", omit_defaults=True):
    """The first line of a note layer: which game the notes in this file are about, and who writes them."""

    seq: Count
    """0."""
    format: str
    """Always "cardlab-notes"."""
    version: str
    """Major and minor number of the format, "1.2"."""
    game: str
    """The `id` of the game's header; empty where the game has none."""
    plies: Count
    """How many ply lines of the main line the game had when the layer was begun."""
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    """The hash of the game up to there (FORMAT.md), which tells another game, and a game that was changed."""
    title: str = ""
    """The title of the game, for a reader who has only this file."""
    author: str = ""
    """Who writes in it, where that is one person."""
    language: str = ""
    """The language of its notes, where they have one."""


class Delete(Struct, frozen=True, tag_field="kind", tag="delete", omit_defaults=True):
    """Deletes a note or a branch. What was written stays in the file."""

    seq: Count
    """Number of the line."""
    of: Ref
    """The version of the note, or the branch, that is deleted."""
    author: str = ""
    """Who deletes it."""
    text: str = ""
    """Why, in plain text."""
    time: str | None = None
    """When, ISO 8601."""


class Withdraw(Struct, frozen=True, tag_field="kind", tag="withdraw", omit_defaults=True):
    """Takes a line back, which then counts as not written: an undo. To withdraw a withdrawal brings the line back."""

    seq: Count
    """Number of the line."""
    of: Ref
    """The line that is taken back."""
    author: str = ""
    """Who takes it back."""
    time: str | None = None
    """When, ISO 8601."""


class Settle(Struct, frozen=True, tag_field="kind", tag="settle", omit_defaults=True):
    """Settles a disagreement. A note that differs and is not named in it opens the disagreement again."""

    seq: Count
    """Number of the line."""
    about: Dispute
    """What was in dispute."""
    of: list[Ref]
    """The notes (their versions) in dispute."""
    keep: list[Ref]
    """Those of them that hold; empty where none does."""
    author: str = ""
    """Who settles it."""
    text: str = ""
    """Why, in plain text."""
    language: str = ""
    """Language of the text."""
    time: str | None = None
    """When, ISO 8601."""


class Rename(Struct, frozen=True, tag_field="kind", tag="rename", omit_defaults=True):
    """Gives a branch another name."""

    seq: Count
    """Number of the line."""
    of: Ref
    """The `branch` line."""
    name: str
    """What a reader calls it from now on."""
    author: str = ""
    """Who names it so."""
    time: str | None = None
    """When, ISO 8601."""


class Promote(Struct, frozen=True, tag_field="kind", tag="promote", omit_defaults=True):
    """Puts a branch before the others that leave the same ply. What happened stays the main line."""

    seq: Count
    """Number of the line."""
    of: Ref
    """The `branch` line."""
    author: str = ""
    """Who puts it there."""
    time: str | None = None
    """When, ISO 8601."""


class Unknown(Struct, frozen=True):
    """A line of a kind that this version does not know. It is kept, and means nothing here."""

    kind: str
    seq: Count | None = None


Ply: TypeAlias = ActionPly | ChancePly | RefereePly
# fmt: off
Record: TypeAlias = (
    Header | ActionPly | ChancePly | RefereePly | Undo | Leave | Note | BranchStart | Checkpoint | Result | RoundScores
    | LayerHeader | Delete | Withdraw | Settle | Rename | Promote | Question | AnswersHeader | Answer | Hint | KeyHeader | Key
)
KINDS: Final = {
    str(struct.__struct_config__.tag): struct
    for struct in (
        Header, ActionPly, ChancePly, RefereePly, Undo, Leave, Note, BranchStart, Checkpoint, Result, RoundScores,
        LayerHeader, Delete, Withdraw, Settle, Rename, Promote, Question, AnswersHeader, Answer, Hint, KeyHeader, Key,
    )
}
# fmt: on
