"""Short ways to ask the Skip-Bo engine about a position given in one line."""

from typing import Any, NamedTuple

from cardlab.game import CHANCE, REFEREE, Event
from cardlab.games.skipbo import SKIPBO
from cardlab.games.skipbo.state import FACES, State
from cardlab.lens import Lens


def at(text: str, preset: str = "official") -> State:
    """The state of a text that may begin with options (`official` unless a preset is given) and middle."""
    return SKIPBO.read_position(f"skipbo {preset} {text}")


def who(state: State, action: str) -> int:
    """Who takes an action: the seat to act, or chance or the referee for their words."""
    move = SKIPBO.read(state, action)
    if isinstance(move, int):
        return state.seat
    return REFEREE if SKIPBO.is_referee(move) else CHANCE


def forbidden(state: State, action: str, player: int | None = None) -> str | None:
    return SKIPBO.forbids(state, who(state, action) if player is None else player, SKIPBO.read(state, action))


class Done(NamedTuple):
    """A state after one or more actions, and all that was told of the last one."""

    state: State
    rules: tuple[str, ...]
    events: list[Event]
    facts: dict[str, Any]

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def __getitem__(self, zone: str) -> str:
        """The cards of a zone as everybody together may see them."""
        for shape, cards in zip(SKIPBO.zones(self.state.options, self.state.seats), SKIPBO.cards(self.state, Lens()), strict=True):
            if shape.id == zone:
                return ",".join(cards.codes)
        raise KeyError(zone)


def do(state: State, *actions: str, player: int | None = None) -> Done:
    """Take legal actions one after the other, on a copy."""
    done = Done(state, (), [], {})
    for action in actions:
        state = state.copy()
        move = SKIPBO.read(state, action)
        actor = who(state, action) if player is None else player
        trace: list[str] = []
        assert SKIPBO.forbids(state, actor, move, trace) is None, f"{action}: {SKIPBO.forbids(state, actor, move)}"
        facts = SKIPBO.facts(state, actor, move)
        log: list[Event] = []
        SKIPBO.apply(state, actor, move, log)
        rules = tuple(dict.fromkeys([*trace, *(rule for event in log for rule in event.rules)]))
        assert rules, action
        done = Done(state, rules, log, facts)
    return done


def legal(state: State) -> list[str]:
    player = state.player
    assert player is not None
    return [SKIPBO.write(state, move) for move in SKIPBO.candidates(state) if SKIPBO.forbids(state, player, move) is None]


def hand(state: State, seat: int) -> list[str]:
    return [FACES[face] for face in sorted(state.face[card] for card in state.hands[seat])]


def faces(state: State, cards: list[int]) -> list[str]:
    return [FACES[state.face[card]] for card in cards]


def start(seats: int, preset: str = "official", **changes: Any) -> State:
    """A match before anything has happened; `turn__refill="off"` is the option turn.refill."""
    options = SKIPBO.options(preset, {name.replace("__", "."): value for name, value in changes.items()})
    return SKIPBO.start(options, seats)


PACK = [face for face in FACES[1:-1] for _ in range(12)] + ["SB"] * 18


def deck(*first: str) -> str:
    """A deal of the whole pack that begins with these faces, the rest in order of number."""
    rest = list(PACK)
    for face in first:
        rest.remove(face)
    return "deal " + " ".join([*first, *rest])
