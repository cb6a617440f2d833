"""The game history of a Skyjo simulator (`skyjo_shape.py`) as a replay.

Every turn of the file becomes the plies that our engine knows, and each is judged as it is made. Until the draw pile runs out the deck
order of the file tells every card; after the reshuffle nobody knows the order, and each drawn card is revealed when it is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import uuid5

from msgspec import UNSET

from cardlab.errors import CardlabError
from cardlab.game import CHANCE, Event
from cardlab.games import find_game
from cardlab.position import Position, start
from cardlab.replay.importers import Imported, ImportFault, Loss
from cardlab.replay.importers.skyjo_compare import Comparing, at_reveal
from cardlab.replay.importers.skyjo_shape import Clear, Drew, History, Round, Turn, read_shape
from cardlab.replay.judge import state_hash
from cardlab.replay.make import NAMESPACE, header, ply_record
from cardlab.replay.records import Checkpoint, Note, Record, Result
from cardlab.replay.writer import write_lines

STANDARD: Final[Mapping[str, Any]] = {"start.tie_break": "seat_order", "start.next_rounds": "finisher"}
"""What the simulator does otherwise than the preset skyoo: equal opening sums go by seat order, and who closed a round begins the next."""
AUTHOR: Final = "import"
"""The author of the notes on what differs."""


class _Stop(Exception):
    """From here on nothing can be carried over."""

    def __init__(self, what: str, rule: str | None = None) -> None:
        super().__init__(what)
        self.what, self.rule = what, rule


class _Order(Exception):
    """The deck order of the file contradicts its own turns."""


def read_history(
    data: bytes, path: str, preset: str | None, options: Mapping[str, Any] | None, names: Sequence[str] | None, number: int | None
) -> Imported:
    """See `import_file`."""
    history, unknown = read_shape(data, path, number)
    carrying = _Carrying(history, path, preset, options, names)
    carrying.losses += [Loss("lost", place, "a field that means nothing here") for place in unknown]
    return carrying.carry()


class _Carrying:
    """Carries one history over, ply by ply."""

    def __init__(
        self, history: History, path: str, preset: str | None, options: Mapping[str, Any] | None, names: Sequence[str] | None
    ) -> None:
        self.history, self.path = history, path
        self.losses: list[Loss] = []
        self.game = find_game("skyjo")
        seats = len(history.rounds[0].dealt_hands)
        if names is not None and len(names) != seats:
            raise ImportFault(path, None, f"{len(names)} names were given, but the history has {seats} players")
        self.names = list(names or _names(history, seats))
        self.position: Position = start(self.game, self.names, preset, options={**STANDARD, **(options or {})})
        self.judge = Comparing(self.game, self.names, self._differs)
        self.records: list[Record] = []
        self.plies = 0
        self.events: list[Event] = []
        """Of the plies since the turn began."""
        self.where = ""

    # -- the match

    def carry(self) -> Imported:
        history = self.history
        self._say_what_is_lost()
        try:
            for n, played in enumerate(history.rounds, 1):
                self._round(n, played)
        except _Stop as stop:
            self._stopped(stop, n)
        else:
            self._end()
        self.records.append(Checkpoint(seq=0, ply=self.plies, state=state_hash(self.game, self.position.state)))
        if (outcome := self.position.outcome) is not None:
            self.records.append(Result(seq=0, reason=outcome.reason, winners=list(outcome.winners), scores=list(outcome.scores)))
        options = self.position.options
        name = str(uuid5(NAMESPACE, repr((self.names, sorted(options.as_dict().items()))) + write_lines(self.records).decode("utf-8")))
        seed = "" if history.seed is None else f", seed {history.seed}"
        rules = f", rules {history.rules_name!r}" if history.rules_name else ""
        first = header(self.game, options, self.names, id=name, source=f"imported from a simulator's game history{seed}{rules}")
        return Imported(write_lines([first, *self.records]).decode("utf-8"), tuple(self.losses), self.path)

    def _say_what_is_lost(self) -> None:
        history = self.history
        if history.seed is not None:
            self._loss("lost", "$.seed", f"{history.seed} stands in the header as text only; the cards themselves are recorded")
        if history.strategy_names is not None:
            told = ", ".join(history.strategy_names)
            self._loss("lost", "$.strategy_names", f"{told}: players' names here, not how they were played")
        if history.rules_name not in (None, "Standard"):
            self._loss("lost", "$.rules_name", f"{history.rules_name!r} is not known; judged by the preset {self.position.options.preset}")
        how = "each hand is dealt at once there, here one card a seat in turn; the hands are the same"
        self._loss("differs", "$.rounds.dealt_hands", how, "skyjo.deal.twelve_cards")

    def _stopped(self, stop: _Stop, n: int) -> None:
        left = len(self.history.rounds) - n
        more = f"; {left} later round{'s are' if left > 1 else ' is'} not carried over" if left else ""
        self._loss("stopped", self.where, f"{stop.what}{more}", stop.rule)

    def _end(self) -> None:
        """The end of the match: its totals and who has won."""
        history, outcome = self.history, self.position.outcome
        self.where = "the end"
        if outcome is None:
            if history.winners:
                self._loss("differs", "the end", "the file has winners, but by the rules the match goes on", "skyjo.match.end")
            return
        if history.winners is not None and sorted(history.winners) != sorted(outcome.winners):
            told = [", ".join(self.names[seat] for seat in seats if seat < len(self.names)) for seats in (history.winners, outcome.winners)]
            self._loss("differs", "the end", f"the file says {told[0] or 'nobody'} won, the rules {told[1]}", "skyjo.match.winner")
        if history.final_scores is not None and history.final_scores != list(outcome.scores):
            said = ", ".join(map(str, history.final_scores))
            what = f"final scores {said} in the file, {', '.join(map(str, outcome.scores))} by the rules"
            self._loss("differs", "the end", what, "skyjo.score.cumulative")

    # -- plies

    def _play(self, action: str, player: int) -> None:
        try:
            self.position = self.position.play(action, player)
        except CardlabError as error:
            raise _Stop(re.sub(r" \[[\w.]+\]$", "", str(error)), getattr(error, "rule", None)) from None
        self.records.append(ply_record(player, action))
        self.plies += 1
        self.events += self.position.events

    def _loss(self, kind: str, where: str, what: str, rule: str | None = None) -> None:
        self.losses.append(Loss(kind, where, what, rule))

    def _differs(self, what: str, rule: str | None) -> None:
        """A difference that a reader of the replay should meet where it happened: told in the report and in a note."""
        self._loss("differs", self.where, what, rule)
        self.records.append(Note(seq=0, ply=self.plies, author=AUTHOR, text=f"{what[:1].upper()}{what[1:]}.", language="en", rule=rule))

    # -- a round

    def _round(self, n: int, played: Round) -> None:
        """Carry a round over; where its deck order contradicts its turns, once more with the draw pile unknown."""
        kept = self.position, len(self.records), self.plies, len(self.losses)
        try:
            self._round_once(n, played, True)
        except _Order as error:
            self.position, records, self.plies, losses = kept
            del self.records[records:], self.losses[losses:]
            self._loss("lost", f"round {n}", f"the deck order: {error}, so the draw pile is carried over as unknown")
            self._round_once(n, played, False)

    def _round_once(self, n: int, played: Round, known: bool) -> None:
        self.where = f"round {n}"
        if self.position.outcome is not None:
            raise _Stop("by the rules the match is over before this round", "skyjo.match.end")
        self.events = []
        self._play(f"deal {self._deck(played, known)}", CHANCE)
        for seat, places in enumerate(played.setup_flips):
            for place in places:
                self._play(f"flip {self._place(place)}", seat)
        self._answer("offer_opening")
        self._starter(played)
        for t, turn in enumerate(played.turns, 1):
            self.where = f"round {n}, turn {t}"
            self._turn(turn)
        self.where = f"round {n}"
        self._count(played)

    def _starter(self, played: Round) -> None:
        """Who begins: by lots, where the options want them, whom the file names."""
        if not played.turns:
            raise _Stop("the round has no turns", "skyjo.round.continues")
        said = played.turns[0].player_index if played.starting_player is None else played.starting_player
        if self.position.phase == "starter":
            self._play(f"starter {said}", CHANCE)
        if self.position.player not in (None, said):
            rule = next((event.rules[0] for event in self.events if event.kind == "starter"), None)
            raise _Stop(f"{self._name(said)} begins in the file, {self._name(self.position.player or 0)} by the rules", rule)

    def _deck(self, played: Round, known: bool) -> str:
        """The pack in the order in which our deal takes it: a card a seat in turn, each grid filled row by row; the file has its hands
        column by column, and its deck with the top last."""
        options = self.position.options
        rows, cols = options.grid_rows, options.grid_cols
        for seat, hand in enumerate(played.dealt_hands):
            if len(hand) != rows * cols:
                what = f"{self.names[seat]} has {len(hand)} cards, the grid {rows} x {cols}; say the grid with grid.rows and grid.cols"
                raise _Stop(what, "skyjo.deal.grid")
        order = played.initial_deck_order[::-1]
        dealt = [card for hand in played.dealt_hands for card in hand]
        rest = order[len(dealt) :]
        if order[: len(dealt)] != dealt:
            self._loss("differs", self.where, "the hands are not the top of the deck order, hand by hand; the hands are carried over")
        hands = [hand[col * rows + row] for row in range(rows) for col in range(cols) for hand in played.dealt_hands]
        faces = [str(card) for card in hands + rest]
        if not known:
            faces[len(hands) + 1 :] = [f"?x{len(faces) - len(hands) - 1}"]
        return " ".join(faces)

    def _place(self, place: int) -> str:
        rows = self.position.options.grid_rows
        return f"r{place % rows + 1}c{place // rows + 1}"

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"player {seat}"

    # -- a turn

    def _turn(self, turn: Turn) -> None:
        self.events = []
        seat, deck, took = turn.player_index, turn.action.drew_from_deck, turn.action.drew_from_discard
        if deck is not UNSET:
            self._draw(seat, deck)
            displaced = deck.displaced_card
        else:
            assert took is not UNSET  # the shape has one of the two
            if took.pile_index:
                what = f"{self._name(seat)} takes from discard pile {took.pile_index}; here there is one"
                raise _Stop(what, "skyjo.turn.take_discard_top")
            top = self.position.state.face[self.position.state.discard[-1]]
            if top != took.drawn_card:
                what = f"{self._name(seat)} takes a {took.drawn_card}, but the top of the discard pile is {top}"
                raise _Stop(what, "skyjo.discard.on_top")
            self._play("take", seat)
            self._play(f"swap {self._place(took.placement)}", seat)
            displaced = took.displaced_card
        self._answer("offer", turn.column_clears)
        self.judge.turn(turn, displaced, self.events, self.position.state.finisher)

    def _draw(self, seat: int, deck: Drew) -> None:
        self._play("draw", seat)
        state = self.position.state
        if self.position.phase == "reshuffle":
            self._loss("lost", self.where, "the order of the reshuffled pile: each card is told when it is drawn", "skyjo.E11")
            what = "the simulator shuffles the top discard in too and turns another up, which the same turn covers; here it stays"
            self._differs(what, "skyjo.E11")
            self._play(f"reshuffle ?x{len(state.discard) - 1}", CHANCE)
        if self.position.phase == "reveal_draw":
            self._play(f"reveal {deck.drawn_card}", CHANCE)
        state = self.position.state
        if state.face[state.held] != deck.drawn_card:
            raise _Order(f"{self.where} draws {deck.drawn_card}, where it has {state.face[state.held]}")
        if deck.action.keep is not UNSET:
            self._play(f"swap {self._place(deck.action.keep)}", seat)
        else:
            assert deck.action.discard_and_flip is not UNSET  # the shape has one of the two
            self._play("discard", seat)
            self._play(f"flip {self._place(deck.action.discard_and_flip)}", seat)

    def _answer(self, phase: str, clears: Sequence[Clear] = ()) -> None:
        """Where removal is optional, the file tells which columns went."""
        while self.position.phase == phase:
            seat = self.position.player
            assert seat is not None  # an offer is somebody's
            offered = next(action for action in self.position.legal_actions() if action.startswith("clear "))
            column = offered.split()[1]
            gone = any(clear.player_index == seat and f"c{clear.column + 1}" == column for clear in clears)
            self._play(f"{'clear' if gone else 'keep'} {column}", seat)

    # -- the count

    def _count(self, played: Round) -> None:
        """What the file says of the end of the round, against ours."""
        self._answer("offer_reveal", played.end_of_round_clears)
        self.judge.clears(played.end_of_round_clears, [event for event in self.events if at_reveal(event)])
        if played.truncated:
            raise _Stop("the simulator broke the round off at its limit of turns; the rules know no such end", "skyjo.round.continues")
        counted = self.game.counted(self.position.state, self.events)
        if counted is None:
            raise _Stop("the file has no more turns, but by the rules the round goes on", "skyjo.round.continues")
        self.judge.scores(played, counted)


def _names(history: History, seats: int) -> list[str]:
    """The names in the file, made different where the same stands twice."""
    given = history.player_names or history.strategy_names or [f"Player {seat + 1}" for seat in range(seats)]
    return [name if given.count(name) == 1 else f"{name} {given[:seat].count(name) + 1}" for seat, name in enumerate(given)]
