"""Score sheets: rounds of which only the sums are known, counted by the very functions that count a round that was played."""

from __future__ import annotations

from cardlab.game import Counted, Event, Log
from cardlab.games.skyjo import scoring
from cardlab.games.skyjo.options import DECK_SIZE, Options
from cardlab.games.skyjo.state import COPIES, OPEN, OVER, State

COUNT: frozenset[str] = frozenset({"count", "penalty", "exempt", "no_penalty", "credit", "next_round", "match_over"})
"""The events by which a round is counted."""


def counted(state: State, events: list[Event]) -> Counted | None:
    """What the round counted that these events closed; `state` is the one after them."""
    count = next((event for event in events if event.kind == "count"), None)
    if count is None:
        return None
    finisher = state.finisher if state.finisher >= 0 else None
    told = tuple(event for event in events if event.kind in COUNT)
    return Counted(tuple(count.facts["scores"]), finisher, tuple(state.gained), tuple(state.totals), told)


def bounds(options: Options) -> tuple[int, int]:
    """The least and the greatest sum that the cards of one grid can have."""
    cells = options.grid_rows * options.grid_cols
    cards = sorted(face for face, copies in COPIES.items() for _ in range(copies))
    return min(sum(cards[:n]) for n in range(cells + 1)), sum(cards[DECK_SIZE - cells :])


def forbids(state: State, raw: list[int], finisher: int | None) -> str | None:
    """The id of the rule by which a round cannot have ended so, or None."""
    if state.phase == OVER:
        return "skyjo.match.end"
    low, high = bounds(state.options)
    if any(not low <= score <= high for score in raw):
        return "skyjo.deck.composition"
    return None


def count(state: State, raw: list[int], finisher: int | None, log: Log | None) -> None:
    """Count a round: each grid stands as one open card that is worth its sum, so that what is added up is what was written down."""
    if state.face:
        state.round += 1
    state.face = raw[:]
    state.up = [OPEN] * state.seats
    state.grid = [[seat] for seat in range(state.seats)]
    state.rows, state.cols = [1] * state.seats, [1] * state.seats
    state.draw, state.discard = [], []
    state.finisher = -1 if finisher is None else finisher
    scoring.count(state, log)


def raw_of(state: State, credited: list[int], finisher: int | None) -> list[int]:
    """The sums of the finisher's grid that would have been credited so, the others' being what they are; none without a finisher."""
    if finisher is None:
        return []
    trial = state.copy()
    trial.finisher = finisher
    low, high = bounds(state.options)
    scores = credited[:]
    found = []
    for score in range(low, high + 1):
        scores[finisher] = score
        if scoring.penalised(trial, scores, None)[finisher] == credited[finisher]:
            found.append(score)
    return found


def rule(counted: Counted, what: str, seat: int) -> str:
    """The id of the rule by which that seat's number is what it is: the finisher's by what was judged of it, all others' by their sum."""
    if what == "raw":
        return "skyjo.score.sum"
    if what == "totals":
        return "skyjo.score.cumulative"
    if seat != counted.finisher:
        return "skyjo.score.others_unchanged"
    return next(event.rules[0] for event in counted.events if event.kind in ("penalty", "exempt", "no_penalty"))
