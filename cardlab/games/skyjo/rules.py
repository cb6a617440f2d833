"""Skyjo's rules as one front: who may do what, and what it does. The parts stand in turns, chance, referee, flow, lines, scoring."""

from __future__ import annotations

from cardlab.game import Log, Move, Outcome
from cardlab.games.skyjo import chance, referee, scoring, turns
from cardlab.games.skyjo.state import OVER, State


def candidates(state: State) -> list[int]:
    """Actions worth asking about for the seat to act."""
    return turns.candidates(state)


def forbids(state: State, player: int, move: Move, trace: list[str] | None = None) -> str | None:
    """The id of the one rule that forbids this action by this player, or None; see `Game.forbids`."""
    if isinstance(move, int):
        return turns.forbids(state, player, move, trace)
    word, numbers = move
    if word in referee.WORDS:
        return referee.forbids(state, player, word, numbers, trace)
    return chance.forbids(state, player, word, numbers, trace)


def apply(state: State, player: int, move: Move, log: Log | None = None) -> None:
    """Carry out a legal action; what follows from it is appended to `log` in order."""
    if isinstance(move, int):
        turns.apply(state, move, log)
        return
    word, numbers = move
    if word in referee.WORDS:
        referee.apply(state, word, numbers, log)
        return
    chance.apply(state, word, numbers, log)
    if state.forced >= 0:
        referee.play_out(state, log)


def legal(state: State) -> list[int]:
    """The legal actions of the seat to act."""
    player = state.player
    if player is None or player < 0:
        return []
    return [move for move in turns.candidates(state) if turns.forbids(state, player, move) is None]


def outcome(state: State) -> Outcome | None:
    """How the match ended: once a total has reached the final score, the lowest total wins (skyjo.match.winner, E48, E49)."""
    if state.phase != OVER:
        return None
    return Outcome("match_score", scoring.winners(state), tuple(state.totals))
