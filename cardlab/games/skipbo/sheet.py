"""Score sheets: rounds of which only the cards left in the stocks are known, counted by the functions that count a played round."""

from cardlab.game import Counted, Event, Log
from cardlab.games.skipbo import scoring
from cardlab.games.skipbo.options import PACK
from cardlab.games.skipbo.state import OVER, PLAY, State, partner

COUNT: frozenset[str] = frozenset({"round_over", "score", "aim", "void", "next_round", "match_over"})
"""The events by which a round is counted."""


def counted(state: State, events: list[Event]) -> Counted | None:
    """What the round counted that these events closed; `state` is the one after them, in which its stocks still lie."""
    closed = next((event for event in events if event.kind in ("round_over", "void")), None)
    if closed is None:
        return None
    winner = closed.facts.get("winner")
    points = next((event.facts["points"] for event in events if event.kind == "score"), 0)
    scoring_seats = {winner} if winner is None else {winner, partner(state, winner)}
    credited = tuple(points if seat in scoring_seats else 0 for seat in range(state.seats))
    told = tuple(event for event in events if event.kind in COUNT)
    return Counted(tuple(map(len, state.stocks)), winner, credited, tuple(state.totals), told)


def forbids(state: State, raw: list[int], finisher: int | None) -> str | None:
    """The id of the rule by which a round cannot have ended so, or None."""
    if state.phase == OVER:
        return "skipbo.match.500" if state.options.score_enabled else "skipbo.match.single_rounds"
    if any(cards < 0 for cards in raw) or sum(raw) > PACK:
        return "skipbo.deck.total"
    if finisher is None:
        return None
    mate = partner(state, finisher)
    if raw[finisher]:
        return "skipbo.win.stock_empty"
    if mate >= 0 and raw[mate] and state.options.partners_win == "both_stocks":
        return "skipbo.partners.win_needs_both"
    if any(not cards for seat, cards in enumerate(raw) if seat not in (finisher, mate)):
        return "skipbo.win.round_ends_at_once"
    return None


def count(state: State, raw: list[int], finisher: int | None, log: Log | None) -> None:
    """Count a round that ended with so many cards in the stocks; without a winner nobody scores."""
    state.phase, state.player = PLAY, 0
    cards = iter(range(PACK))
    state.stocks = [[next(cards) for _ in range(left)] for left in raw]
    if finisher is None:
        scoring.round_void(state, log)
    else:
        scoring.round_won(state, finisher, log)


def raw_of(state: State, credited: list[int], finisher: int | None) -> list[int]:
    """Points do not tell whose stock had how many cards left."""
    return []


def rule(counted: Counted, what: str, seat: int) -> str:
    """The id of the rule by which that seat's number is what it is."""
    if what == "raw":
        return "skipbo.score.stock_cards_only"
    if what == "totals":
        return "skipbo.match.500"
    return "skipbo.score.per_card" if counted.credited[seat] else "skipbo.score.winner_only"
