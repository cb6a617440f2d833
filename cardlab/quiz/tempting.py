"""Actions that somebody could think of and the rules refuse: what the engine lists and forbids, and what was fine a moment earlier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cardlab.errors import InvalidAction
from cardlab.explain import Ruling
from cardlab.position import Position
from cardlab.replay.tracks import Ply

NEAR: Final = 6
"""Plies before and behind from which an action may be taken for one that goes now."""
MOST: Final = 12


def refused(position: Position, plies: Sequence[Ply], number: int) -> dict[str, Ruling]:
    """By their text: actions of the seat to act that are refused here, at most MOST, those that the rules refuse for different reasons
    first. `number`: the ply that was taken in this position."""
    seat = position.player
    if seat is None or seat < 0:
        return {}
    game, state = position.game, position.state
    by_rule: dict[str, list[str]] = {}
    for text in thought_of(position, state, plies, number):
        try:
            rule = game.forbids(state, seat, game.read(state, text))
        except InvalidAction:
            continue
        if rule is not None:
            by_rule.setdefault(rule, []).append(text)
    return {text: position.ruling(text, seat) for text in _different(by_rule)}


def thought_of(position: Position, state: Any, plies: Sequence[Ply], number: int) -> Iterable[str]:
    """Texts worth asking about, each once: what the game lists as candidates, what seats did nearby, and cards and places that go each,
    but not together."""
    game = position.game
    found = dict.fromkeys(game.write(state, move) for move in game.candidates(state))
    for ply in [*plies[max(0, number - 1 - NEAR) : number - 1], *plies[number : number + NEAR]]:
        if ply.player >= 0:
            found[str(ply.action)] = None
    ways = [legal.partition(">") for legal in position.legal_actions() if ">" in legal]
    cards, places = dict.fromkeys(way[0] for way in ways), dict.fromkeys(way[2] for way in ways)
    found.update(dict.fromkeys(f"{card}>{place}" for card in cards for place in places))
    return found


def _different(by_rule: Mapping[str, Sequence[str]]) -> list[str]:
    order: list[str] = []
    for depth in range(max(map(len, by_rule.values()), default=0)):
        order += [texts[depth] for texts in by_rule.values() if depth < len(texts)]
        if len(order) >= MOST:
            break
    return order[:MOST]
