"""The state of a match: cards by id (the place in the deck as first dealt in this round), their faces apart."""

from typing import Final

from cardlab.games.skipbo.options import PACK, SkipBoOptions

UNKNOWN: Final = 0
WILD: Final = 13
FULL: Final = 12
"""Cards in a complete building pile."""
FACES: Final = ("?", *(str(n) for n in range(1, 13)), "SB")
FACE: Final = {text: face for face, text in enumerate(FACES)}
COPIES: Final = (0, *(12,) * 12, 18)
"""Cards of each face in the pack (E33)."""

DEALER, DEAL, MIX, RESHUFFLE, REVEAL, DRAW, PLAY, OVER = range(8)
PHASES: Final = ("dealer", "deal", "mix", "reshuffle", "reveal", "draw", "play", "over")
"""What is to be done: draw for dealer, deal, mix cards into a stock, shuffle a new draw pile, tell a face that was not known; a
seat draws; a seat plays; nothing any more."""

TASKS: Final = ("draw", "penalty", "surplus")
TO_HAND, PENALTY, SURPLUS = range(3)


class State:
    """A match of Skip-Bo at one moment. Lists hold card ids, bottom first and top last."""

    __slots__ = (
        "begun",
        "builds",
        "completed",
        "dealer",
        "discards",
        "draw",
        "drawn",
        "drew",
        "due",
        "face",
        "flipped",
        "hand_laid",
        "hands",
        "idle",
        "laid",
        "mix",
        "oot",
        "opened",
        "options",
        "owes",
        "penal",
        "pending",
        "phase",
        "player",
        "reason",
        "refills",
        "round",
        "saved",
        "seat",
        "seats",
        "stocks",
        "target",
        "task",
        "took",
        "totals",
        "turn",
        "undo",
        "winner",
    )

    def __init__(self, options: SkipBoOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.player: int | None = -1
        self.round, self.turn = 1, 0
        self.totals = [0] * seats
        self.phase = DEALER
        self.dealer = seats - 1
        self.drawn = [0] * seats
        """The draw for dealer: a number that stands, 0 where the seat has to draw, -1 where it is out."""
        self.face = [UNKNOWN] * PACK
        self.draw = list(range(PACK - 1, -1, -1))
        self.completed: list[int] = []
        self.builds: list[list[int]] = [[], [], [], []]
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.stocks: list[list[int]] = [[] for _ in range(seats)]
        self.discards: list[list[int]] = [[] for _ in range(4 * seats)]
        """The discard piles of all seats, four a seat."""
        self.seat = 0
        """Whose turn it is."""
        self.begun = 0
        """Bits of the seats that have finished a turn in this round."""
        self.owes = 0
        """Bits of the seats whose next own turn starts without a draw."""
        self.idle = 0
        """Bits of the seats that have ended a turn without laying or discarding since anybody last did (E04)."""
        self.winner = -1
        self.reason = ""
        self.pending: list[int] = []
        """Cards whose faces CHANCE has to tell."""
        self.task, self.target, self.due, self.took, self.mix = TO_HAND, 0, 0, 0, 0
        """What the cards being drawn are for, the seat that gets them, how many are still due and how many were taken; how many
        cards at the bottom of that seat's stock are to be mixed."""
        self.oot = -1
        """The seat whose turn is interrupted by one out of turn, or -1."""
        self.saved: tuple[int, ...] = ()
        """What `turn_marks` gave for the interrupted turn."""
        self.undo: list[int] = []
        """The plays of a turn out of turn, so that they can be undone: source * 8 + pile, COMPLETED * 8 + pile."""
        self.fresh_turn()

    def fresh_turn(self) -> None:
        """What is counted within one turn starts anew: the start draw done, cards laid, a hand card laid, refills, a stock card
        turned up, a turn without a draw, cards drawn."""
        self.opened = self.laid = self.hand_laid = self.refills = self.flipped = self.penal = self.drew = 0

    def turn_marks(self) -> tuple[int, ...]:
        return (self.opened, self.laid, self.hand_laid, self.refills, self.flipped, self.penal, self.drew)

    def restore_marks(self, marks: tuple[int, ...]) -> None:
        self.opened, self.laid, self.hand_laid, self.refills, self.flipped, self.penal, self.drew = marks

    def copy(self) -> "State":
        new: State = State.__new__(State)
        new.options, new.seats, new.player, new.round, new.turn = self.options, self.seats, self.player, self.round, self.turn
        new.totals, new.phase, new.dealer, new.drawn = self.totals[:], self.phase, self.dealer, self.drawn[:]
        new.face, new.draw, new.completed = self.face[:], self.draw[:], self.completed[:]
        new.builds = list(map(list.copy, self.builds))
        new.hands = list(map(list.copy, self.hands))
        new.stocks = list(map(list.copy, self.stocks))
        new.discards = list(map(list.copy, self.discards))
        new.seat, new.begun, new.owes, new.idle = self.seat, self.begun, self.owes, self.idle
        new.winner, new.reason, new.pending = self.winner, self.reason, self.pending[:]
        new.task, new.target, new.due, new.took, new.mix = self.task, self.target, self.due, self.took, self.mix
        new.oot, new.saved, new.undo = self.oot, self.saved, self.undo[:]
        new.opened, new.laid, new.hand_laid, new.refills = self.opened, self.laid, self.hand_laid, self.refills
        new.flipped, new.penal, new.drew = self.flipped, self.penal, self.drew
        return new


COMPLETED: Final = 127
"""Stands for a source in `State.undo` where a pile was completed."""


def partner(state: State, seat: int) -> int:
    """The seat half the table away, or -1 where nobody has a partner."""
    return (seat + state.seats // 2) % state.seats if state.options.partners_mode == "pairs" else -1


def unseen(state: State) -> list[int]:
    """How many cards of each face are not known: what an unknown card can still be."""
    left = list(COPIES)
    for face in state.face:
        left[face] -= 1
    left[UNKNOWN] = 0
    return left


def after_me(state: State, seat: int) -> int:
    """The next seat in the direction of play, left round the table."""
    return (seat + 1) % state.seats

