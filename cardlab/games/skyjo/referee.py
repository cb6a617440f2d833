"""What the REFEREE calls: a seat's time is up (E38, E39), a seat leaves (E55)."""

from __future__ import annotations

from cardlab.game import REFEREE, Event, Log, Move
from cardlab.games.skyjo import turns
from cardlab.games.skyjo.state import DEAL, OFFER_REVEAL, OPENING, OVER, STARTER, TURN, State

WORDS = ("leave", "timeout")


def calls(state: State) -> list[Move]:
    """See `Game.calls`."""
    every: list[tuple[str, tuple[int, ...]]] = [("timeout", ()), *(("leave", (seat,)) for seat in range(state.seats))]
    return [(word, numbers) for word, numbers in every if forbids(state, REFEREE, word, numbers, None) is None]


def forbids(state: State, player: int, word: str, numbers: tuple[int, ...], trace: list[str] | None) -> str | None:
    """The one place of legality for what the referee does; see `Game.forbids`."""
    if state.phase == OVER:
        return "skyjo.match.end"
    if word == "timeout":
        if state.phase > OFFER_REVEAL:
            return turns.WAITING[state.phase]
        if player != REFEREE or numbers:
            return "skyjo.settings.turn_time"
        if trace is not None:
            trace += ("skyjo.settings.turn_time", "skyjo.E38" if state.phase in (OPENING, TURN) else "skyjo.E39", "skyjo.turn.must_act")
        return None
    if len(numbers) != 1 or not 0 <= numbers[0] < state.seats:
        return "skyjo.players.count"
    if player != REFEREE or state.left >> numbers[0] & 1:
        return "skyjo.E55"
    if trace is not None:
        trace.append("skyjo.E55")
    return None


def apply(state: State, word: str, numbers: tuple[int, ...], log: Log | None) -> None:
    """`timeout`: the seat to act plays the time-out action, until CHANCE has to act or the turn is over. `leave`: from now on the
    seat plays that action step by step when its turn comes; its score counts."""
    if word == "leave":
        state.left |= 1 << numbers[0]
        if log is not None:
            log.append(Event("left", ("skyjo.E55",), {"seat": numbers[0]}))
        return
    state.forced = state.actor
    play_out(state, log)


def play_out(state: State, log: Log | None) -> None:
    """Go on with the time-out action of the seat whose time is up, until its turn is over or CHANCE has to act."""
    seat = state.forced
    while state.forced == seat and state.player == seat and state.phase <= OFFER_REVEAL:
        turns.apply(state, turns.forced_move(state), log)
    if state.player is None or state.player >= 0 or state.phase in (DEAL, STARTER):
        state.forced = -1
