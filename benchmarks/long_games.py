"""Long replays to measure with: whole matches by the bots that go on until they are cut off at the wanted length."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from figures import CannotMeasure

from cardlab.replay.make import play_match

PLAYERS: Final = 4
VIEWED: Final = 3_000
"""Plies of the replays that are looked at in the browser."""
FILED: Final = 10_000
"""Plies of the files that are loaded and re-run."""
ENDLESS: Final[dict[str, dict[str, Any]]] = {
    "skipbo": {"score.enabled": True, "score.target": 100_000},
    "skyjo": {"match.final_score": 10_000},
}
"""Options under which a match is not over before the cut."""


@cache
def long_game(game: str, plies: int) -> str:
    """The text of a replay file of exactly that many plies; the same every time."""
    said: list[str] = []
    text = play_match(game, PLAYERS, seed=1, cap=plies, options=ENDLESS[game], tell=said.append)
    if not said:
        raise CannotMeasure(f"{game}: the match was over before {plies} plies")
    return text
