"""A match in a folder of its own, and what plays the person's part."""

from __future__ import annotations

from random import Random

import pytest

import cardlab


@pytest.fixture
def begin(tmp_path):
    """Begin matches; they are closed in the end."""
    begun = []

    def play(game="skyjo", **more):
        more.setdefault("file", tmp_path / f"match-{len(begun)}.jsonl")
        match = cardlab.play(game, **{"seed": 7} | more)
        begun.append(match)
        return match

    yield play
    for match in begun:
        match.close()


def stand_in(match, bot="sensible", seed=0):
    """The action that a bot would take in the person's place."""
    state = match._recorder.position.state
    return match.game.write(state, match.game.bots[bot](state, match.seat, Random(f"{seed}/{match.plies}")))
