"""Tables that the tests of the scratch table share: one in the middle of each game, all cards known."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.replay.make import play_match

SAMPLES = {"skyjo": "skyoo", "skipbo": "official"}


@pytest.fixture(scope="session", params=sorted(SAMPLES))
def played(request):
    """A match that bots played, as a replay in memory."""
    text = play_match(request.param, ["Ana", "Leo", "Mia"], SAMPLES[request.param], seed=5, cap=160, tell=lambda _: None)
    return cardlab.loads(text)


@pytest.fixture
def skyjo():
    """Skyjo at the start of Ana's turn: every face known; the draw pile has a 7 on top, then a 3."""
    text = "skyjo skyoo | phase=turn seat=A starter=A discard=5 draw=3,7 | A grid=h9,5,h1,h4/h6,h0,3,8/11,h2,10,12 | B grid=1,1,?x2/?x8"
    return cardlab.scratch(text.replace("/?x8", "/?x4/?x4"), names=["Ana", "Leo"])


@pytest.fixture
def skipbo():
    """Skip-Bo in the middle of Ana's turn; Leo's hand is known."""
    return cardlab.scratch(
        "skipbo official | phase=play seat=A B1=4 B3=1,SB,3 | A stock=?x29,4 hand=3,5,9,9 D1=8,4 | B stock=?x29,7 hand=1,2,6,SB,?",
        names=["Ana", "Leo"],
    )
