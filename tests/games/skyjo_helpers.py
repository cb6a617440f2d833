"""Small tools of the Skyjo tests: play actions from a position text and look at what came of it."""

from __future__ import annotations

from typing import NamedTuple

from cardlab.game import CHANCE, REFEREE, Event
from cardlab.games.skyjo import SKYJO
from cardlab.games.skyjo.state import DECK, FACE_TEXT, State

S03 = "h9,5,h1,h4/h6,h0,h3,h8/11,h2,h10,h12"
"""The grid of scenario S03."""


class Played(NamedTuple):
    """What came of some actions."""

    state: State
    events: list[Event]
    rules: list[str]
    """Of the last action: what allowed it, then what followed."""

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    @property
    def phase(self) -> str:
        return SKYJO.phase(self.state)

    @property
    def discard(self) -> str:
        """Bottom to top."""
        return ",".join(FACE_TEXT[self.state.face[card]] for card in self.state.discard)

    def grid(self, seat: int) -> str:
        return grid(self.state, seat)

    def event(self, kind: str) -> Event:
        """The one event of that kind."""
        (found,) = [event for event in self.events if event.kind == kind]
        return found


def grid(state: State, seat: int) -> str:
    """A seat's grid as position texts have it, written out without x."""
    section = SKYJO.write_position(state).split(" | ")[2 + seat]
    text = next(word for word in section.split() if word.startswith("grid="))[5:]
    rows = []
    for row in text.split("/"):
        codes = [(item.partition("x")[0], int(item.partition("x")[2] or 1)) for item in row.split(",")] if row else []
        rows.append(",".join(code for code, times in codes for _ in range(times)))
    return "/".join(rows)


def who(state: State, action: str) -> int:
    """Who takes an action when nobody else is named."""
    word = action.split()[0]
    if word in ("leave", "timeout"):
        return REFEREE
    if word in ("deal", "reveal", "starter", "reshuffle"):
        return CHANCE
    return state.player if state.player is not None and state.player >= 0 else 0


def ruling(position: str | State, action: str, player: int | None = None) -> tuple[str | None, list[str]]:
    """The rule that forbids the action, or None; and the rules that allow it."""
    state = SKYJO.read_position(position) if isinstance(position, str) else position
    trace: list[str] = []
    player = who(state, action) if player is None else player
    return SKYJO.forbids(state, player, SKYJO.read(state, action), trace), trace


def play(position: str | State, *actions: str) -> Played:
    """Take the actions one after another; each has to be legal, and each has to name a rule."""
    state = SKYJO.read_position(position) if isinstance(position, str) else position.copy()
    events: list[Event] = []
    rules: list[str] = []
    for action in actions:
        move, player = SKYJO.read(state, action), who(state, action)
        trace: list[str] = []
        refused = SKYJO.forbids(state, player, move, trace)
        assert refused is None, f"{action} is refused by {refused} at {SKYJO.write_position(state)}"
        log: list[Event] = []
        SKYJO.apply(state, player, move, log)
        rules = [*trace, *(rule for event in log for rule in event.rules)]
        assert rules, action
        events += log
    return Played(state, events, rules)


def legal(state: State) -> list[str]:
    """The legal actions of the seat to act."""
    if state.player is None or state.player < 0:
        return []
    return [SKYJO.write(state, move) for move in SKYJO.candidates(state) if SKYJO.forbids(state, state.player, move) is None]


def grid_of(total: int, last: str = "", seat: int = 0, closed: bool = False) -> str:
    """An open grid worth `total` of one column, the others having been removed; its last card stands behind `last` ("h"). With
    `closed` the grid has closed up, else empty places stay."""
    faces = range(-2, 13)
    found = [(a, b, total - a - b) for a in faces for b in faces if total - a - b in faces and not a == b == total - a - b]
    a, b, c = found[seat % len(found)]
    gap = "" if closed else ",-,-,-"
    return f"{a}{gap}/{b}{gap}/{last}{c}{gap}"


def closing(sums: list[int], finisher: int = 0, header: str = "skyoo", totals: list[int] | None = None, turn: str = "") -> Played:
    """A round that seat `finisher` has closed, ended by its last action, with these raw scores."""
    options = SKYJO.read_position(f"skyjo {header} | phase=deal | A | B").options
    totals = totals or [0] * len(sums)
    last_turns = options.round_last_turns == "one_each"
    closed = options.column_after_removal == "close_up"
    seats = []
    for seat, total in enumerate(sums):
        hidden = "h" if seat == finisher and not last_turns else ""
        seats.append(f"{'ABCDEFGH'[seat]} total={totals[seat]} grid={grid_of(total, hidden, seat, closed)}")
    if last_turns:
        # The last of the others swaps an open card for the equal discard, so that the scores are as given.
        last = (finisher - 1) % len(sums)
        top = grid_of(sums[last], "", last, True).split("/")[0]
        middle = f"phase=turn seat={'ABCDEFGH'[last]} turn=20 finisher={'ABCDEFGH'[finisher]} discard=3,{top} {turn}"
        actions = ["take", "swap r1c1"]
    else:
        middle = f"phase=flip seat={'ABCDEFGH'[finisher]} turn=20 discard=3,7 {turn}"
        actions = ["flip r3c1"]
    return play(" | ".join([f"skyjo {header}", middle, *seats]), *actions)


def deal_text(first: list[str]) -> str:
    """A deal of the whole deck that begins with these faces."""
    rest = [FACE_TEXT[face] for face in DECK]
    for face in first:
        rest.remove(face)
    return " ".join(["deal", *first, *rest])
