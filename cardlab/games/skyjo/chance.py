"""What CHANCE does: the deal, lots for the first turn, the reshuffle, and the faces that nobody has recorded yet."""

from __future__ import annotations

from random import Random

from cardlab.game import CHANCE, Event, Log, Move
from cardlab.games.skyjo import flow, scoring, setup
from cardlab.games.skyjo.options import DECK_SIZE
from cardlab.games.skyjo.state import (
    COPIES,
    DEAL,
    DECK,
    FACES,
    GAP,
    HIDDEN,
    OPEN,
    OPENING,
    OVER,
    RESHUFFLE,
    REVEAL_DISCARD,
    REVEAL_DRAW,
    REVEAL_FINAL,
    REVEAL_FIRST,
    REVEAL_FLIP,
    REVEAL_OPENING,
    REVEAL_SWAP,
    STARTER,
    UNKNOWN,
    State,
    dealer,
    remaining,
    unseen_to_turn,
)  # fmt: skip

WORDS = ("deal", "reveal", "starter", "reshuffle")
Numbers = tuple[int, ...]
PACK_COUNTS = (
    "skyjo.deck.composition",
    "skyjo.deck.range",
    "skyjo.deck.count_minus2",
    "skyjo.deck.count_minus1",
    "skyjo.deck.count_zero",
    "skyjo.deck.count_positive",
    "skyjo.deck.negatives",
    "skyjo.deck.zeros",
)
"""What a deal is held against, where all its faces are known: each as often as the pack has it."""


def forbids(state: State, player: int, word: str, numbers: Numbers, trace: list[str] | None) -> str | None:
    """The one place of legality for what CHANCE does; see `Game.forbids`."""
    if state.phase == OVER:
        return "skyjo.match.end"
    if word == "deal":
        rule = _forbids_deal(state, numbers, trace)
    elif word == "reveal":
        rule = _forbids_reveal(state, numbers, trace)
    elif word == "starter":
        rule = _forbids_starter(state, numbers, trace)
    else:
        rule = _forbids_reshuffle(state, numbers, trace)
    if rule is None and player != CHANCE:
        return "skyjo.deal.secret" if word == "reveal" else "skyjo.start.highest_sum" if word == "starter" else "skyjo.deal.shuffle"
    return rule


def _forbids_deal(state: State, faces: Numbers, trace: list[str] | None) -> str | None:
    if state.phase != DEAL:
        return "skyjo.deal.order" if state.turn == 0 else "skyjo.round.continues"
    if len(faces) != DECK_SIZE:
        return "skyjo.deck.total"
    if excess(state, "deal", faces) is not None:
        return "skyjo.deck.composition"
    if trace is not None:
        trace += ("skyjo.deal.shuffle", "skyjo.deal.twelve_cards", "skyjo.deal.grid", "skyjo.deal.face_down")
        trace.append("skyjo.deck.total")
        if UNKNOWN not in faces:
            trace += PACK_COUNTS
    return None


def excess(state: State, word: str, faces: Numbers) -> tuple[int, int, int] | None:
    """The first face named more often than it can be: (face, how often it can be, how often it is named), or None."""
    for face in FACES:
        named = faces.count(face)
        if not named:
            continue
        if word == "deal":
            can = COPIES[face]
        elif word == "reshuffle":
            can = remaining(state, face) + sum(state.face[card] == face for card in state.discard[:-1])
        else:
            can = remaining(state, face)
        if named > can:
            return face, can, named
    return None


def _forbids_reveal(state: State, faces: Numbers, trace: list[str] | None) -> str | None:
    phase = state.phase
    if not REVEAL_FIRST <= phase <= REVEAL_FINAL:
        return "skyjo.deal.secret" if state.turn == 0 else "skyjo.turn.no_peek"
    due = unseen_to_turn(state)
    if len(faces) != len(due) or (UNKNOWN in faces and phase != REVEAL_DRAW):
        return _due(phase)
    if excess(state, "reveal", faces) is not None:
        return "skyjo.deck.composition"
    if trace is not None:
        trace.append(_due(phase))
    return None


def _due(phase: int) -> str:
    """The rule by which cards become visible in a phase."""
    return {
        REVEAL_FIRST: "skyjo.deal.first_discard",
        REVEAL_OPENING: "skyjo.deal.initial_flips",
        REVEAL_DRAW: "skyjo.turn.draw_look",
        REVEAL_SWAP: "skyjo.discard.face_up",
        REVEAL_DISCARD: "skyjo.turn.draw_discard",
        REVEAL_FLIP: "skyjo.turn.draw_discard_flip",
    }.get(phase, "skyjo.round.reveal")


def _forbids_starter(state: State, seats: Numbers, trace: list[str] | None) -> str | None:
    if state.phase != STARTER:
        return "skyjo.start.highest_sum" if setup.by_sums(state) else "skyjo.E19" if state.round > 1 else "skyjo.E15"
    if len(seats) != 1 or seats[0] not in state.lots:
        return setup.starter_rules(state)[0]
    if trace is not None:
        trace += setup.starter_rules(state)
    return None


def _forbids_reshuffle(state: State, faces: Numbers, trace: list[str] | None) -> str | None:
    """E11: the discards below the top, in the order named."""
    if state.phase != RESHUFFLE or len(faces) != len(state.discard) - 1:
        return "skyjo.E11"
    if excess(state, "reshuffle", faces) is not None:
        return "skyjo.deck.composition"
    below = [state.face[card] for card in state.discard[:-1]]
    # A face not recorded among the discards can only be one of those of them that are unknown.
    if sum(max(0, faces.count(face) - below.count(face)) for face in FACES) > below.count(UNKNOWN):
        return "skyjo.E11"
    if trace is not None:
        trace.append("skyjo.E11")
    return None


def apply(state: State, word: str, numbers: Numbers, log: Log | None) -> None:
    """Carry out a legal action of CHANCE."""
    if word == "deal":
        _deal(state, numbers, log)
    elif word == "reveal":
        _reveal(state, numbers, log)
    elif word == "starter":
        if log is not None:
            facts = setup.starter_facts(state) | {"starter": numbers[0]}
            log.append(Event("starter", tuple(setup.starter_rules(state)), facts))
        setup.begin_round(state, numbers[0], log)
    else:
        _reshuffle(state, numbers, log)


def _deal(state: State, faces: Numbers, log: Log | None) -> None:
    """Deal round the table, one card at a time, from the seat left of the dealer (seat 0 where nobody deals), each grid filling in
    reading order; the next card is the first discard, the rest the draw pile with the next card on top. All cards are gathered
    before (E21)."""
    options, seats = state.options, state.seats
    cells = options.grid_rows * options.grid_cols
    if state.face:
        state.round += 1
        state.phase = OPENING
    by = dealer(state)
    first = (by + 1) % seats
    state.face = list(faces)
    state.up = [HIDDEN] * DECK_SIZE
    state.grid = [[(seat - first) % seats + seats * i for i in range(cells)] for seat in range(seats)]
    state.rows, state.cols = [options.grid_rows] * seats, [options.grid_cols] * seats
    top = seats * cells
    state.discard = [top]
    state.up[top] = OPEN
    state.draw = list(range(DECK_SIZE - 1, top, -1))
    state.turn, state.actor, state.at = 0, 0, 0
    state.held, state.taken = -1, False
    state.starter = state.finisher = state.forced = -1
    state.sums, state.gained, state.offers = [], [], []
    if log is not None:
        log.append(_dealt(state, by))
    setup.first_discard(state, log)


def _dealt(state: State, by: int) -> Event:
    options = state.options
    rules = ["skyjo.deal.twelve_cards", "skyjo.deal.grid", "skyjo.deal.grid_place", "skyjo.deal.face_down", "skyjo.deal.secret"]
    if (options.grid_rows, options.grid_cols) != (3, 4):
        rules.insert(0, "skyjo.settings.grid_size")
    facts: dict[str, object] = {"rows": options.grid_rows, "columns": options.grid_cols, "round": state.round}
    if by >= 0:
        facts["dealer"] = by
        rules += ["skyjo.deal.next_dealer", "skyjo.E20"] if state.round > 1 else ["skyjo.E20"]
    if state.round > 1:
        rules += ["skyjo.round.same_rules", "skyjo.E21"]
    if options.changes():
        rules.append("skyjo.settings.defaults")
    return Event("dealt", tuple(rules), facts)


def _reveal(state: State, faces: Numbers, log: Log | None) -> None:
    due = unseen_to_turn(state)
    phase = state.phase
    was_hidden = phase == REVEAL_SWAP and state.face[state.discard[-1]] == UNKNOWN
    for card, face in zip(due, faces, strict=True):
        state.face[card] = face
    if phase == REVEAL_FIRST:
        setup.first_discard(state, log)
    elif phase == REVEAL_OPENING:
        setup.turn_opening(state, log)
    elif phase == REVEAL_DRAW:
        flow.seen(state, log)
    elif phase == REVEAL_SWAP:
        state.player = state.actor
        flow.swapped(state, log, was_hidden)
    elif phase == REVEAL_DISCARD:
        flow.thrown(state, log)
    elif phase == REVEAL_FLIP:
        flow.flipped(state, log)
    else:
        scoring.reveal(state, log)


def _reshuffle(state: State, faces: Numbers, log: Log | None) -> None:
    """The top discard stays; the others become the draw pile in the order named, and the draw that waited is made (E11)."""
    below, top = state.discard[:-1], state.discard[-1]
    ids: dict[int, list[int]] = {}
    for card in below:
        ids.setdefault(state.face[card], []).append(card)
    order: list[int] = []
    unnamed: list[int] = []
    for place, face in enumerate(faces):
        known = ids.get(face)
        order.append(known.pop() if known else GAP)
        if not known and order[-1] == GAP:
            unnamed.append(place)
    left = [card for cards in ids.values() for card in cards]
    for place in unnamed:
        order[place] = left.pop()
        state.face[order[place]] = faces[place]
    for card in below:
        state.up[card] = HIDDEN
    state.draw = order[::-1]
    state.discard = [top]
    if log is not None:
        log.append(Event("reshuffled", ("skyjo.E11", "skyjo.deal.draw_pile"), {"left": len(order)}))
    flow.drawn(state, log)


def sample(state: State, random: Random) -> Move:
    """A chance action, faces drawn evenly from what can still be there."""
    phase = state.phase
    if phase == DEAL:
        deck = list(DECK)
        random.shuffle(deck)
        return "deal", tuple(deck)
    if phase == STARTER:
        return "starter", (random.choice(state.lots),)
    pool = [face for face in FACES for _ in range(remaining(state, face))]
    if phase == RESHUFFLE:
        known = [state.face[card] for card in state.discard[:-1]]
        missing = known.count(UNKNOWN)
        order = [face for face in known if face != UNKNOWN] + random.sample(pool, missing)
        random.shuffle(order)
        return "reshuffle", tuple(order)
    return "reveal", tuple(random.sample(pool, len(unseen_to_turn(state))))


def deal_from(state: State, deck: list[int], starter: int | None) -> Move:
    """The next set-up action that leads to this deal and this starter; seat 0 begins where nobody is named and lots allow it."""
    if state.phase == STARTER:
        seat = starter if starter is not None else 0 if 0 in state.lots else state.lots[0]
        return "starter", (seat,)
    return "deal", tuple(deck)
