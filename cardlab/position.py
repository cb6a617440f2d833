"""Position: the immutable face of a game's state."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cardlab.errors import InvalidAction
from cardlab.explain import Explanation, Ruling, rule, take
from cardlab.game import CHANCE, REFEREE, Action, Event, Game, Move, Outcome
from cardlab.games import find_game
from cardlab.lens import Lens
from cardlab.line import SEATS, Fault, Watch
from cardlab.table import Table


class Position:
    """A game at one moment. Nothing changes it: `play` gives a new one.

    `game`, `options`, `names` (by seat), `events` and `explanation` of the action that led here (none at the start), and `plies`,
    the number of actions since the start, chance and referee included."""

    __slots__ = ("_seed", "_state", "events", "explanation", "game", "names", "origin", "plies")

    def __init__(
        self,
        game: Game,
        state: Any,
        names: tuple[str, ...] | None = None,
        *,
        plies: int = 0,
        events: tuple[Event, ...] = (),
        explanation: Explanation | None = None,
        seed: int | None = None,
    ) -> None:
        self.game, self._state, self.plies = game, state, plies
        self.names = tuple(names) if names else tuple(SEATS[: state.seats])
        self.events, self.explanation, self._seed = events, explanation, seed
        self.origin: tuple[Any, int] | None = None
        """The replay that it was taken from, and the ply; None for a position from elsewhere."""

    # -- what there is to know

    @property
    def options(self) -> Any:
        return self._state.options

    @property
    def seats(self) -> int:
        return self._state.seats  # type: ignore[no-any-return]

    @property
    def state(self) -> Any:
        """A copy of the engine's state."""
        return self._state.copy()

    @property
    def player(self) -> int | None:
        """The seat to act, CHANCE, REFEREE, or None when the match is over."""
        return self._state.player  # type: ignore[no-any-return]

    @property
    def round(self) -> int:
        return self._state.round  # type: ignore[no-any-return]

    @property
    def turn(self) -> int:
        """Turns begun in this round, counted from 1; 0 during the set-up."""
        return self._state.turn  # type: ignore[no-any-return]

    @property
    def phase(self) -> str:
        return self.game.phase(self._state)

    @property
    def scores(self) -> tuple[int, ...]:
        """Totals by seat over the rounds that are over."""
        return tuple(self._state.totals)

    @property
    def outcome(self) -> Outcome | None:
        """None while the match goes on."""
        return self.game.outcome(self._state)

    @property
    def text(self) -> str:
        """The position in one line (`replays/FORMAT.md`); `cardlab.position(text)` reads it back."""
        return self.game.write_position(self._state)

    def table(self, seat: int | None = None, *, lens: Lens | None = None) -> Table:
        """The table as that seat may see it; seat None sees every hand. A lens says more (`cardlab.lens`)."""
        lens = lens or Lens(seat)
        if lens.seat is not None and not 0 <= lens.seat < self.seats:
            raise ValueError(f"no seat {lens.seat!r}; seats are 0 to {self.seats - 1}")
        game, state = self.game, self._state
        return Table(
            game.zones(state.options, state.seats),
            tuple(game.cards(state, lens)),
            tuple(game.seat_infos(state, lens)),
            self.names,
            state.player,
            state.round,
            state.turn,
            game.phase(state),
        )

    # -- what may be done

    def legal_actions(self) -> list[Action]:
        """What the seat to act may do; empty when CHANCE is to act or the match is over."""
        state, game = self._state, self.game
        player = state.player
        if player is None or player < 0:
            return []
        return [Action(game.write(state, move), player) for move in game.candidates(state) if game.forbids(state, player, move) is None]

    def read(self, action: str, player: int | None = None) -> tuple[int, Move]:
        """Who takes that action (as in `ruling`) and the engine's own form of it. InvalidAction when it cannot be read."""
        if not isinstance(action, str):
            raise InvalidAction(action, "expected an action as text")
        move = self.game.read(self._state, action)
        if player is None:
            player = action.player if isinstance(action, Action) else self._who(move)
        return player, move

    def _who(self, move: Move) -> int:
        """Whose action it is when nobody is named: words are chance's while chance is to act, else the referee's."""
        to_act = self._state.player
        if isinstance(move, int):
            return to_act if to_act is not None and to_act >= 0 else 0
        return REFEREE if self.game.is_referee(move) else CHANCE

    def ruling(self, action: str, player: int | None = None) -> Ruling:
        """Whether that action may be taken, by which rules and facts. `player` is who takes it: by itself the seat to act, or
        chance or the referee where the words are theirs. InvalidAction when it cannot be read."""
        who, move = self.read(action, player)
        return rule(self.game, self.names, self._state, who, move)

    def play(self, action: str, player: int | None = None) -> "Position":
        """The position after that action. IllegalAction carries the ruling; InvalidAction says what cannot be read. From a
        position that was started with a seed the chance actions that follow are taken too."""
        who, move = self.read(action, player)
        after = self._apply(who, move)
        return after.settle() if self._seed is not None else after

    def _apply(self, who: int, move: Move) -> "Position":
        state = self._state.copy()
        why = take(self.game, self.names, state, who, move)
        return Position(self.game, state, self.names, plies=self.plies + 1, events=why.events, explanation=why, seed=self._seed)

    def sample(self, random: Random) -> Action:
        """A chance action for a position in which CHANCE is to act, drawn evenly from what can still be."""
        return Action(self.game.write(self._state, self.game.sample(self._state, random)), CHANCE)

    def settle(self) -> "Position":
        """This position after the chance actions that are due, made from its seed (0 where it has none)."""
        position, events = self, list(self.events)
        while position.player == CHANCE:
            random = Random(f"{self._seed or 0}/{position.plies}")
            position = position._apply(CHANCE, self.game.sample(position._state, random))
            events += position.events
        if position is not self:
            position.events = tuple(events)
            position.explanation = self.explanation or position.explanation
        return position

    # -- how it shows itself

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.game, self.names, self.text) == (other.game, other.names, other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"cardlab.position({self.text!r})"

    def __str__(self) -> str:
        from cardlab.draw import draw_text

        return draw_text(self.table(), game=self.game.name)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from cardlab.draw import draw_html, draw_text

        table, game = self.table(), self.game.name
        return {"text/plain": draw_text(table, game=game), "text/html": draw_html(table, game=game)}


def start(
    game: Game | str,
    players: int | Sequence[str] = 2,
    preset: str | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    deck: Sequence[str] | None = None,
    starter: int | None = None,
) -> Position:
    """The position before the first action (CHANCE is to act).

    `players`: how many, or their names. `preset`: by itself the game's first. `options`: changes to it, by dotted name. `seed`:
    chance actions are made and played from it, here and after every `play`. `deck`: faces in the order in which they are dealt;
    the set-up is then played up to and with the deal, `starter` (a seat) to take the first turn where chance decides that."""
    game = find_game(game) if isinstance(game, str) else game
    names = tuple(SEATS[:players]) if isinstance(players, int) else tuple(players)
    chosen = game.options(preset or next(iter(game.presets)), dict(options or {}))
    position = Position(game, game.start(chosen, len(names)), names, seed=seed)
    if deck is not None:
        dealt = False
        while position.player == CHANCE and not dealt:
            move = game.deal_from(position._state, list(deck), starter)
            dealt = move[0] == "deal"  # type: ignore[index]
            position = position._apply(CHANCE, move)
    return position.settle() if seed is not None else position


def read_position(line: str, names: Sequence[str] | None = None, *, checked: bool = True) -> Position:
    """The position that a line of text says; InvalidPosition points at the column of what is wrong, UnknownName at the game. With
    `checked` False a position is taken although something about it cannot be (`faults_of` says what), as long as it can be read."""
    game = _game_of(line)
    return Position(game, game.read_position(line, None if checked else []), tuple(names) if names else None)


def faults_of(line: str) -> tuple[Fault, ...]:
    """Everything about the position of a line that cannot be: card counts, sizes, and, where these are good, what no match comes to (the
    strict reading takes that). Empty for a good one. InvalidPosition where it cannot be read at all."""
    faults: list[Fault] = []
    game = _game_of(line)
    state = game.read_position(line, faults)
    if not faults:
        game.doubts(state, Watch(game.name, faults))
    return tuple(faults)


def _game_of(line: str) -> Game:
    return find_game(line.split(None, 1)[0] if line.strip() else "")
