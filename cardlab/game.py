"""What every game fills in: the engine's contract, its actions, events and outcomes.

A game's engine (`games/<name>/rules.py`) is plain functions over a State of ints and lists. Legality is decided in one place,
`forbids`: `Position` builds the legal list, the refusal and the explanation from it, so that they cannot disagree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple, Protocol, Self, TypeAlias

from cardlab.lens import Lens
from cardlab.line import Fault, Watch
from cardlab.table import Cards, SeatInfo, Zone

CHANCE: Final = -1
"""Acts when cards are dealt, shuffled or turned whose face was not known, and when lots decide."""
REFEREE: Final = -2
"""Acts when people at the table call a penalty or an irregularity."""

Move: TypeAlias = int | tuple[str, tuple[int, ...]]
"""An action inside the engine: a small int for what a seat does, (word, numbers) for chance and the referee."""

SEAT_FACTS: Final = frozenset({"seat", "winner", "finisher", "starter", "dealer", "next", "partner"})
"""Facts that hold a seat number; sentences show the name."""
SEAT_LIST_FACTS: Final = frozenset({"winners"})
"""Facts that hold seat numbers; sentences show the names."""
PER_SEAT_FACTS: Final = frozenset({"scores", "totals", "sums", "drawn_for_dealer"})
"""Facts that hold a list with one value a seat (None where a seat has none); sentences show "Ana 10, Leo 24"."""


class Action(str):
    """An action as text (`"S>B1"`, `"swap r2c3"`), equal to that text; `.player` is who takes it."""

    __slots__ = ("player",)
    player: int

    def __new__(cls, text: str, player: int) -> Self:
        action = super().__new__(cls, text)
        action.player = player
        return action


class Event(NamedTuple):
    """Something that happened because of an action."""

    kind: str
    """What happened, in a word: "refill", "complete", "column", "round_over" …"""
    rules: tuple[str, ...]
    """The ids of the rules that made it happen."""
    facts: dict[str, Any]
    """The facts that made them apply. Only what everybody at the table may know: no hidden face."""


Log: TypeAlias = list[Event]


class Outcome(NamedTuple):
    """How a match ended."""

    reason: str
    """A word: stock_empty, match_score, void …"""
    winners: tuple[int, ...]
    """Seats; empty when nobody won."""
    scores: tuple[int, ...]
    """Totals by seat; all 0 where no score is kept."""


class Counted(NamedTuple):
    """What one round counted, as a score sheet keeps it."""

    raw: tuple[int, ...]
    """By seat what was counted, before any penalty: the sums of the cards, or the cards left in the stocks."""
    finisher: int | None
    """The seat that closed the round, or won it; None where nobody did."""
    credited: tuple[int, ...]
    """By seat the points of this round."""
    totals: tuple[int, ...]
    """By seat the points after it."""
    events: tuple[Event, ...]
    """The events that counted it: the rules and the facts."""


class Asked(NamedTuple):
    """What CHANCE has to tell next, where people record what they see."""

    word: str
    """The word of the action: deal, reveal, reshuffle, starter …"""
    number: int
    """How many faces it names; 1 where it names a seat."""
    left: Mapping[str, int]
    """The faces that can be named, and how many copies of each; empty where it names a seat."""
    seats: tuple[int, ...] = ()
    """The seats that can be named; empty where it names faces."""
    owner: int | None = None
    """The one seat that sees the cards; None where everybody does, or nobody."""
    open: bool = False
    """Whether the cards become visible to somebody, so that they have faces to be told; else "?" is all that anybody knows."""
    places: tuple[tuple[int | None, str], ...] = ()
    """Where each of the cards lies, in order: the seat (None: the middle of the table) and the place, "r1c2" or a kind of zone."""
    cards: tuple[int, ...] = ()
    """The ids of the cards whose faces a reveal tells, in order; empty for the other words."""


class Spot(NamedTuple):
    """Where on the table an action begins or ends."""

    zone: str
    """The id of a zone (`Zone.id`)."""
    places: tuple[int, ...] = ()
    """The cards of it that would do, by their places among those that the table shows (`Cards.codes`, `Game.pile`); empty where the
    zone as a whole is meant, a pile by its top."""


class Places(NamedTuple):
    """From where an action takes a card and where the card goes, for whoever points at cards."""

    source: Spot | None = None
    """None where no card is taken up."""
    target: Spot | None = None
    """None where no card goes anywhere: a card is turned where it lies."""
    face: str | None = None
    """The face that a card which is not known gets by it; None where no card gets one."""


class PositionField(NamedTuple):
    """Something beside the cards that a position says, as an editor offers it. Its label stands in the game's words, table `fields`."""

    key: str
    """Its key in the position text."""
    of_seat: bool = False
    """Whether every seat has one, and not the middle."""
    names_seat: bool = False
    """Whether its value is a seat, and not a number."""
    usual: str | None = ""
    """What holds where the text leaves it out; "" for nothing, or for what follows from the rest. None: it is offered only where the
    text tells it."""


class Setting(NamedTuple):
    """One option of a game as a form offers it. Its label stands in the game's words, table `settings`; those of its choices in
    table `choices`."""

    name: str
    """The option's dotted name."""
    kind: str
    """choice, switch (true or false) or number."""
    choices: tuple[Any, ...] = ()
    """The values that a choice may have; for a number, the words that may stand instead."""
    low: int | None = None
    """The least value of a number."""
    high: int | None = None
    main: bool = False
    """Whether people choose it before a match: a small form shows these first. In Skyoo they are the settings of the host."""
    rules: tuple[str, ...] = ()
    """Ids of rules that it comes from, besides those that name it in `seeds/`."""


class TimeLimit(NamedTuple):
    """What the options say of the time a turn may take."""

    seconds: int
    call: str
    """What the referee calls when they are over; it plays the time-out action."""


class Weight(NamedTuple):
    """What counts first when two positions are compared by their size (`cardlab/shrink.py`)."""

    oddities: int
    """Things that are so as play cannot have made them, or that the action speaks of and that are not there."""
    cards: int
    """Cards that lie anywhere but in the draw pile."""
    known: int
    """Cards whose faces are known."""


class State(Protocol):
    """What every game's state has; the rest is the game's own."""

    options: Any
    face: list[int]
    """The face of each card by its id (its place in the deck as first dealt in this round); what is not known has a number of its own."""
    seats: int
    player: int | None
    """Who is to act: a seat, CHANCE, or None when the match is over."""
    round: int
    """The round being played, counted from 1."""
    turn: int
    """Turns begun in this round, counted from 1; 0 during the set-up."""
    totals: list[int]

    def copy(self) -> Self: ...


class Options(Protocol):
    """A game's options: a frozen dataclass whose limits are checked when it is made (OptionsError)."""

    preset: str
    """The name of the preset these options began from."""

    def as_dict(self) -> dict[str, Any]:
        """Every option by its dotted name ("turn.start_draw"), values as JSON has them."""
        ...

    def changed(self, changes: Mapping[str, Any]) -> Self:
        """These options with some changed, by dotted name; OptionsError names the known names, the limits and the reason."""
        ...

    def changes(self) -> dict[str, Any]:
        """What differs from the preset, by dotted name."""
        ...


class Game(ABC):
    """One game. An instance has no state of its own; everything is passed in."""

    name: str
    """The name in files and errors: "skipbo"."""
    aliases: tuple[str, ...] = ()
    title: str
    faces: Mapping[str, int]
    """Every card face as text, with its band (0 to 5): the colour and the shape it is drawn with; 5 is a wild's."""
    turn_phase: str
    """The phase in which a seat's turn begins."""
    spent: str
    """The zone whose cards become the draw pile again."""
    position_fields: tuple[PositionField, ...]
    """What an editor of positions offers beside cards, options and whose turn it is, in its order."""
    copies: Mapping[str, int]
    """How many cards of each face the pack has."""
    unknown: int
    """Stands in `State.face` for a face that is not known."""
    presets: Mapping[str, Any]
    """The named options."""
    preset_sources: Mapping[str, str]
    """Preset -> id of the source it follows ("000-official")."""
    marks: frozenset[str]
    """Kinds of events that a timeline marks: "round_over", "reshuffle", "column" …; labels in the game's words, table `marks`."""
    bots: Mapping[str, Callable[[Any, int, Random], int]]
    """"random", "first" and "sensible", and what else a game has: a state, the seat to play and a generator give a legal action's
    number. A bot looks only at what its seat may know."""

    settings: tuple[Setting, ...]
    """Every option, in the order in which a form shows them."""

    def time_limit(self, options: Any) -> TimeLimit | None:
        """The time that a turn may take; None where the options set none, or the game knows no clock."""
        return None

    @abstractmethod
    def options(self, preset: str, changes: Mapping[str, Any]) -> Any:
        """The preset's options with some changed, by dotted name. OptionsError names the known names, the limits, the reason."""

    @abstractmethod
    def start(self, options: Any, seats: int) -> Any:
        """The state before anything has happened (CHANCE is to act). OptionsError where so many seats cannot play."""

    # -- the engine: what may be done, and what it does

    @abstractmethod
    def candidates(self, state: Any) -> list[int]:
        """Actions worth asking about for the seat to act: every legal one is among them; some may be forbidden."""

    @abstractmethod
    def forbids(self, state: Any, player: int, move: Move, trace: list[str] | None = None) -> str | None:
        """The id of the one rule that forbids this action by this player, or None when it is legal.

        When several forbid, the order is: phase of the match, whose turn, source of the card, target, whether it fits
        (settled.md). With `trace`, the ids of the rules whose checks were passed and which matter to a reader are appended,
        the most telling first."""

    @abstractmethod
    def apply(self, state: Any, player: int, move: Move, log: Log | None = None) -> None:
        """Carry out a legal action, changing `state`; what follows from it is appended to `log` in order."""

    @abstractmethod
    def sample(self, state: Any, random: Random) -> Move:
        """A chance action for a state in which CHANCE is to act, faces drawn evenly from what can still be there."""

    @abstractmethod
    def deal_from(self, state: Any, deck: list[str], starter: int | None) -> Move:
        """The next set-up action by CHANCE that leads to `deck` (faces, first dealt first) being dealt, with `starter` (a seat,
        or None for seat 0) to take the first turn where chance decides that."""

    @abstractmethod
    def asked(self, state: Any) -> Asked:
        """What CHANCE has to tell in a state in which it is to act."""

    @abstractmethod
    def unjudged(self, state: Any, player: int, move: Move) -> tuple[str, ...]:
        """The ids of the rules that bear on this legal action and cannot be checked, as faces of cards are not known. Before it is
        taken. Such a rule is neither in the trace of `forbids` nor in an event of `apply`: it is not said to be kept."""

    @abstractmethod
    def is_referee(self, move: Move) -> bool:
        """Whether it is an action of the referee (the words of all others are chance's)."""

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None: ...

    # -- score sheets

    @abstractmethod
    def score_limit(self, options: Any) -> int | None:
        """The total that ends a match; None where no score is kept."""

    @abstractmethod
    def counted(self, state: Any, events: list[Event]) -> Counted | None:
        """What the round counted that these events closed, `state` being the one after them; None where they closed none."""

    @abstractmethod
    def forbids_count(self, state: Any, raw: list[int], finisher: int | None) -> str | None:
        """The id of the rule by which the next round of a score sheet cannot have ended so, or None."""

    @abstractmethod
    def count(self, state: Any, raw: list[int], finisher: int | None, log: Log | None = None) -> None:
        """Count a round of which nothing but this is known (`Counted.raw`), changing `state`: the very functions that count a
        round that was played. Without a finisher no penalty is judged."""

    @abstractmethod
    def raw_of(self, state: Any, credited: list[int], finisher: int | None) -> list[int]:
        """What the finisher's cards may have counted, where a sheet tells the points of all seats: every number by which this
        game would credit just these."""

    @abstractmethod
    def score_rule(self, counted: Counted, what: str, seat: int) -> str:
        """The id of the rule by which that seat's number in a round is what it is; `what`: raw, credited, totals."""

    # -- by pointing

    @abstractmethod
    def places(self, state: Any, player: int, move: Move) -> Places:
        """Where on the table this action, legal or not, begins and ends. Legal actions of one source and one target differ by their
        `face`, and by nothing else. Nothing is told of what moves no card: an answer, a pass, a request, and whatever chance and the
        referee do."""

    @abstractmethod
    def tries(self, state: Any) -> list[int]:
        """What a person may try by pointing at the cards of the seat to act, legal or not, each once: the candidates and more."""

    @abstractmethod
    def calls(self, state: Any) -> list[Move]:
        """What the referee may call now, for a menu: the legal calls that people at a table make. Rarer ones can be written."""

    # -- in words

    @abstractmethod
    def read(self, state: Any, text: str) -> Move:
        """The action that `text` says. InvalidAction tells what can be read instead."""

    @abstractmethod
    def write(self, state: Any, move: Move) -> str:
        """The action as text; `read` gives the action back."""

    @abstractmethod
    def label(self, state: Any, player: int, move: Move) -> str:
        """The action as everybody at the table may know it, short enough for a move list: a deal names no faces."""

    @abstractmethod
    def phrase(self, state: Any, player: int, move: Move) -> str:
        """The key of the words that tell this action ("play_stock"), in the game's `words.toml`."""

    @abstractmethod
    def facts(self, state: Any, player: int, move: Move) -> dict[str, Any]:
        """The facts of the position that bear on this action, legal or not, before it is taken: numbers, card faces as text,
        seats as numbers (SEAT_FACTS), lists by seat (PER_SEAT_FACTS). Nothing that is hidden from anybody."""

    # -- what is seen

    @abstractmethod
    def zones(self, options: Any, seats: int) -> tuple[Zone, ...]:
        """The zones of a table, which stay the same through a match."""

    @abstractmethod
    def cards(self, state: Any, lens: Lens) -> list[Cards]:
        """What lies in each of the zones, as the lens may see it. The only place that hides cards."""

    @abstractmethod
    def seat_infos(self, state: Any, lens: Lens) -> list[SeatInfo]: ...

    @abstractmethod
    def hidden(self, state: Any, seat: int) -> list[int]:
        """Ids of the cards whose faces that seat cannot know. Dealing these anew among themselves (`state.face`) gives a state
        that the seat cannot tell from this one."""

    @abstractmethod
    def pile(self, state: Any, zone: str) -> list[int]:
        """Ids of the cards in that zone, in the order in which the table shows them: bottom to top in a pile, left to right in a fan, in
        reading order in a grid, -1 for an empty place."""

    @abstractmethod
    def phase(self, state: Any) -> str:
        """The word of the moment, for tables and position texts."""

    # -- the position in one line

    @abstractmethod
    def doubts(self, state: Any, watch: Watch) -> None:
        """Tell `watch` what about a state that can be read comes of no match: a column that would have gone, a stock that is empty in the
        midst of a round. Nothing, for any state that playing leads to."""

    @abstractmethod
    def field(self, zone: str) -> tuple[int | None, str]:
        """Where the position text tells what lies in a zone: the seat (None: the middle) and the key."""

    @abstractmethod
    def write_position(self, state: Any) -> str:
        """The whole state in one line (`replays/FORMAT.md`); nothing that matters later is left out."""

    @abstractmethod
    def read_position(self, text: str, faults: list[Fault] | None = None) -> Any:
        """The state that a line says. InvalidPosition points at the column. With `faults`, what can be read is taken although something
        about it cannot be, and what that is is appended."""

    # -- the smallest position for a rule

    @abstractmethod
    def weigh(self, state: Any, player: int, move: Move) -> Weight:
        """How large and how odd a position is, with this action in it."""

    @abstractmethod
    def smaller(self, text: str, action: str, player: int) -> Iterator[tuple[str, str, int]]:
        """Position texts with an action and who takes it, each one step smaller than this one or the same said in lower numbers; large
        steps first, always in the same order. Many of them cannot be read, or are decided otherwise: whoever asks has to look."""
