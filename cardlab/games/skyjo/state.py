"""The state of a match, and the numbers of its phases and actions.

A card is its id: its place in the deck as dealt this round. Its face stands apart in `face`, so that a card whose face nobody has
recorded is an ordinary card with the face UNKNOWN.
"""

from __future__ import annotations

from typing import Final

from cardlab.game import CHANCE
from cardlab.games.skyjo.options import DECK_SIZE, Options

UNKNOWN: Final = 99
FACES: Final = tuple(range(-2, 13))
COPIES: Final[dict[int, int]] = {-2: 5, -1: 10, 0: 15} | dict.fromkeys(range(1, 13), 10)
DECK: Final = tuple(face for face in FACES for _ in range(COPIES[face]))
assert len(DECK) == DECK_SIZE
FACE_TEXT: Final[dict[int, str]] = {face: str(face) for face in FACES} | {UNKNOWN: "?"}
TEXT_FACE: Final[dict[str, int]] = {text: face for face, text in FACE_TEXT.items()}

GAP: Final = -1
"""Stands in a grid for an empty place."""
HIDDEN: Final = 0
CHOSEN: Final = 1
"""Chosen in the set-up, and turned when the last seat has chosen (E18)."""
OPEN: Final = 2

# Phases. CHANCE acts in those from DEAL on; a seat in those before.
OPENING: Final = 0
TURN: Final = 1
PLACE: Final = 2
FLIP: Final = 3
OFFER: Final = 4
OFFER_OPENING: Final = 5
OFFER_REVEAL: Final = 6
DEAL: Final = 7
STARTER: Final = 8
RESHUFFLE: Final = 9
REVEAL_FIRST: Final = 10
REVEAL_OPENING: Final = 11
REVEAL_DRAW: Final = 12
REVEAL_SWAP: Final = 13
REVEAL_DISCARD: Final = 14
REVEAL_FLIP: Final = 15
REVEAL_FINAL: Final = 16
OVER: Final = 17
PHASES: Final = (
    "opening", "turn", "place", "flip", "offer", "offer_opening", "offer_reveal", "deal", "starter", "reshuffle", "reveal_first",
    "reveal_opening", "reveal_draw", "reveal_swap", "reveal_discard", "reveal_flip", "reveal_final", "over",
)  # fmt: skip

# A seat's actions: kind * SPAN + what it is about; a place is row * STRIDE + column, a line a column, or ROW + a row.
STRIDE: Final = 150
SPAN: Final = STRIDE * STRIDE
ROW: Final = STRIDE
DRAW: Final = 0
TAKE: Final = 1
DISCARD: Final = 2
FLIP_AT: Final = SPAN
SWAP_AT: Final = 2 * SPAN
CLEAR: Final = 3 * SPAN
KEEP: Final = 4 * SPAN
OFFER_SEAT: Final = 1000
"""A pending offer is seat * OFFER_SEAT + line."""


class State:
    """A match at one moment. Before the first deal there are no cards."""

    __slots__ = (
        "actor", "at", "cols", "discard", "draw", "face", "finisher", "forced", "gained", "grid", "held", "left", "lots", "offers",
        "options", "phase", "player", "round", "rows", "seats", "starter", "sums", "taken", "totals", "turn", "up",
    )  # fmt: skip

    options: Options
    seats: int
    player: int | None
    round: int
    turn: int
    totals: list[int]
    phase: int
    actor: int
    """The seat whose turn it is (whose opening cards are being chosen), also while CHANCE acts for it."""
    face: list[int]
    """Every card's face; empty before the first deal."""
    up: list[int]
    """Every card's side: HIDDEN, CHOSEN or OPEN."""
    grid: list[list[int]]
    """Cards in reading order, GAP for an empty place."""
    rows: list[int]
    cols: list[int]
    draw: list[int]
    """Bottom to top."""
    discard: list[int]
    """Bottom to top."""
    held: int
    """The card drawn or taken and not yet placed, or -1."""
    taken: bool
    """Whether that card came from the discard pile."""
    at: int
    """The place in the actor's grid that the last swap or flip changed."""
    offers: list[int]
    """Removals still to be answered, in the order of the seats."""
    starter: int
    """Who took the first turn of this round, or -1."""
    finisher: int
    """Who set off the end of this round, or -1."""
    sums: list[int]
    """The opening sums while lots have to part them, else empty."""
    lots: list[int]
    """Seats the coming first turn lies between, where that is not for the opening sums to say; else empty."""
    gained: list[int]
    """What the last round credited, from its count until the next deal; else empty."""
    left: int
    """Seats that have left, one bit a seat (E55)."""
    forced: int
    """The seat whose time ran out while CHANCE has to act before the time-out action can go on, or -1."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.player = CHANCE
        self.round = 1
        self.turn = 0
        self.totals = [0] * seats
        self.phase = DEAL
        self.actor = 0
        self.face = []
        self.up = []
        self.grid = [[] for _ in range(seats)]
        self.rows = [0] * seats
        self.cols = [0] * seats
        self.draw = []
        self.discard = []
        self.held = -1
        self.taken = False
        self.at = 0
        self.offers = []
        self.starter = -1
        self.finisher = -1
        self.sums = []
        self.lots = []
        self.gained = []
        self.left = 0
        self.forced = -1

    def copy(self) -> State:
        """A state that shares nothing changeable with this one."""
        new = State.__new__(State)
        new.options = self.options
        new.seats = self.seats
        new.player = self.player
        new.round = self.round
        new.turn = self.turn
        new.totals = self.totals[:]
        new.phase = self.phase
        new.actor = self.actor
        new.face = self.face[:]
        new.up = self.up[:]
        new.grid = [cards[:] for cards in self.grid]
        new.rows = self.rows[:]
        new.cols = self.cols[:]
        new.draw = self.draw[:]
        new.discard = self.discard[:]
        new.held = self.held
        new.taken = self.taken
        new.at = self.at
        new.offers = self.offers[:]
        new.starter = self.starter
        new.finisher = self.finisher
        new.sums = self.sums[:]
        new.lots = self.lots[:]
        new.gained = self.gained[:]
        new.left = self.left
        new.forced = self.forced
        return new


def start(options: Options, seats: int) -> State:
    """The state before the first deal; OptionsError where so many seats cannot play (skyjo.players.count, E43)."""
    options.check_seats(seats)
    return State(options, seats)


def await_chance(state: State, phase: int) -> None:
    state.phase = phase
    state.player = CHANCE


def remaining(state: State, face: int) -> int:
    """Copies of a face that have not been recorded anywhere, so that an unknown card can still be one of them."""
    return COPIES[face] - state.face.count(face)


def hidden_left(state: State, seat: int) -> bool:
    """Whether a hidden card is left in the grid; an empty grid has none (E06), removed cards do not count (E07)."""
    up = state.up
    return any(card >= 0 and up[card] != OPEN for card in state.grid[seat])


def is_empty(state: State, seat: int) -> bool:
    """Whether no card is left in the grid (E06)."""
    return all(card < 0 for card in state.grid[seat])


def unseen_to_turn(state: State) -> list[int]:
    """The cards whose faces CHANCE has to name now, in the order in which `reveal` names them."""
    phase, face = state.phase, state.face
    if phase in (REVEAL_FIRST, REVEAL_DISCARD):
        cards = state.discard[-1:]
    elif phase == REVEAL_DRAW:
        cards = [state.held]
    elif phase == REVEAL_SWAP:
        cards = [state.grid[state.actor][state.at], state.discard[-1]]
    elif phase == REVEAL_FLIP:
        cards = [state.grid[state.actor][state.at]]
    elif phase in (REVEAL_OPENING, REVEAL_FINAL):
        side = CHOSEN if phase == REVEAL_OPENING else HIDDEN
        cards = [card for grid in state.grid for card in grid if card >= 0 and state.up[card] == side]
    else:
        cards = []
    return [card for card in cards if face[card] == UNKNOWN]


def dealer(state: State) -> int:
    """The dealer of the round being played, or to be dealt in DEAL; -1 where nobody is named (E20)."""
    if state.options.deal_dealer != "rotate":
        return -1
    coming = state.round + 1 if state.phase == DEAL and state.face else state.round
    return (coming - 2) % state.seats


def place_text(state: State, seat: int, index: int) -> str:
    """A place of the seat's grid as text: "r2c3"."""
    row, col = divmod(index, state.cols[seat])
    return f"r{row + 1}c{col + 1}"


def line_text(line: int) -> str:
    """A line as text: "c2", "r1"."""
    return f"r{line - ROW + 1}" if line >= ROW else f"c{line + 1}"
