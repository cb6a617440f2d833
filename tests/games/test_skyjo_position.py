"""The one-line position and the action texts: lossless, canonical, and refused with the column where something is impossible."""

from __future__ import annotations

import pytest

from cardlab.errors import InvalidAction, InvalidPosition, OptionsError
from cardlab.games.skyjo import SKYJO
from cardlab.lens import Lens

from .skyjo_helpers import S03, legal

SAME = [
    "skyjo skyoo | phase=deal | A | B",
    f"skyjo skyoo | phase=place seat=A held=7 discard=1,2,3 | A grid={S03} | B grid=?x4/?x4/?x2,5,?",
    f"skyjo skyoo | phase=place seat=B turn=7 starter=B taken=7 discard= draw=1,2 | A total=12 grid={S03} | B total=-3 grid=?x4/?x4/?x4",
    "skyjo skyoo grid.rows=2 match.final_score=50 | phase=turn seat=A discard=5 | A grid=?x4/?x4 | B left=yes grid=?x4/?x4",
    "skyjo skyoo | phase=turn seat=B round=2 turn=9 starter=A finisher=A discard=2 draw=9,?,5 "
    "| A grid=-,1,2,3/-,4,5,6/-,7,8,9 | B grid=?x4/?x4/?x4",
    "skyjo skyoo | phase=starter lots=A,C discard=4 "
    "| A sum=9 grid=4,5,?x2/?x4/?x4 | B sum=8 grid=8,0,?x2/?x4/?x4 | C sum=9 grid=5,4,?x2/?x4/?x4",
    "skyjo skyoo | phase=reveal_draw seat=B held=? forced=B discard=5 | A grid=?x4/?x4/?x4 | B grid=?x4/?x4/?x4",
    "skyjo skyjo-es | phase=offer_reveal seat=A turn=8 finisher=B discard=5 "
    "| A offers=c1 grid=7,1/7,2/7,3 | B offers=c2,c3 grid=1,2,3,4/0,2,3,4/1,2,3,5",
    "skyjo skyjo-es | phase=deal round=3 turn=20 finisher=A lots=B discard=5 "
    "| A total=20 scored=20 grid= | B total=4 scored=4 grid=1,2/3,1/4x2",
    "skyjo skyoo | phase=over turn=20 finisher=A discard=5 | A total=120 scored=20 grid=1,2,3,4/2,3,4,5/3,4,5,6 "
    "| B total=4 scored=4 grid=1,2,3,4/2,3,4,5/3,4,5,7",
    "skyjo skyoo | phase=reveal_swap seat=A at=r1c2 taken=yes discard=5,? | A grid=?,o?,?x2/?x4/?x4 | B grid=?x4/?x4/?x4",
]  # fmt: skip


@pytest.mark.parametrize("text", SAME)
def test_written_as_read(text):
    """These lines are canonical: written, they are themselves."""
    assert SKYJO.write_position(SKYJO.read_position(text)) == text


def test_what_may_be_left_out():
    """Unstated cards are hidden and unknown, the draw pile is all the rest, the phase is a turn of seat A."""
    short = SKYJO.read_position("skyjo skyoo | discard=5 | A | B")
    assert SKYJO.write_position(short) == "skyjo skyoo | phase=turn seat=A discard=5 | A grid=?x4/?x4/?x4 | B grid=?x4/?x4/?x4"
    assert len(short.draw) == 150 - 24 - 1
    assert legal(short) == ["draw", "take"]
    told = SKYJO.read_position("skyjo skyoo | discard=5 draw=3,7 | A | B")
    assert [told.face[card] for card in told.draw[-3:]] == [99, 3, 7]


def test_the_design_example():
    """The line that the notes give as an example."""
    text = "skyjo skyoo | phase=place seat=A held=7 discard=1,2,3 | A grid=h9,5,h1,h4/h6,h0,3,8/11,h2,10,12 | B grid=?,?,5,?/?x4/?x4"
    state = SKYJO.read_position(text)
    codes = SKYJO.cards(state, Lens())[3].codes
    assert codes == ("?9", "5", "?1", "?4", "?6", "?0", "3", "8", "11", "?2", "10", "12")
    assert SKYJO.cards(state, Lens(0))[3].codes == ("?", "5", "?", "?", "?", "?", "3", "8", "11", "?", "10", "12")


BAD = [
    # text, what is said, column
    ("skyjo skyoo", "expected a game, a middle", None),
    ("skyjo skyju | discard=5 | A | B", "unknown preset 'skyju'; known: skyoo, skyjo-es", 1),
    ("skipbo skyoo | discard=5 | A | B", "expected the game", 1),
    ("skyjo skyoo colour=red | discard=5 | A | B", "unknown option 'colour'", 13),
    ("skyjo skyoo | discard=5 | A | C", "expected the letter B", 30),
    ("skyjo skyoo | discard=5 hand=3 | A | B", "unknown key 'hand'; known: phase, seat", 25),
    ("skyjo skyoo | discard=5 | A cards=3 | B", "unknown key 'cards'; known: total", 29),
    ("skyjo skyoo | phase=sleep discard=5 | A | B", "expected one of opening, turn", 21),
    ("skyjo skyoo | seat=C discard=5 | A | B", "expected a seat, one of A, B", 20),
    ("skyjo skyoo | discard=5,13 | A | B", "'13' is no card", 25),
    ("skyjo skyoo | phase=turn | A | B", r"the discard pile is never empty.* \[skyjo.E12\]", None),
    ("skyjo skyoo | discard=1,? | A | B", "the top discard lies open", 23),
    ("skyjo skyoo | discard=-2x6 | A | B", "there are 6 of -2, but the deck has 5", 23),
    ("skyjo skyoo | discard=5 | A grid=1,?x3/?x4/?x4 | B grid=1x4/1x4/1x4", "there are 11 of 1, but the deck has 10", 57),
    ("skyjo skyoo | discard=?x126,5 | A | B", "24 in|151 cards in grids, discard pile and hand, but the deck has 150", None),
    ("skyjo skyoo | discard=5 draw=?x126 | A | B", "25 cards in grids.* 126 in the draw pile = 151, but the deck has 150", 30),
    ("skyjo skyoo | discard=5 | A grid=1,2/3 | B", "the rows differ in length", 34),
    ("skyjo skyoo | discard=5 | A grid=1,2/3,4 | B", "expected 3 rows of 4, with - for each empty place", 34),
    ("skyjo skyoo | discard=5 | A grid=1,2,3,4/5,-,6,7/8,9,1,2 | B", "column 2 has an empty place", 34),
    ("skyjo skyjo-es | discard=5 | A grid=-,2,3,4/-,5,6,7/-,8,9,1 | B", "no empty place.*shrinks_grid", 37),
    ("skyjo skyjo-es | discard=5 | A grid=?x5/?x5/?x5 | B", "at most 3 rows of 4", 37),
    ("skyjo skyoo | discard=5 | A grid=7!,?x3/?x4/?x4 | B", "'7!' is no card", 34),
    ("skyjo skyoo | discard=5 | A grid=?!,?x3/?x4/?x4 | B", "seat A has 1 chosen cards, expected 0", None),
    ("skyjo skyoo | phase=opening seat=B discard=5 | A | B", "seat A has 0 chosen cards, expected 2", None),
    ("skyjo skyoo | discard=5 | A grid=o?,?x3/?x4/?x4 | B", "an open card's face is known", None),
    ("skyjo skyoo | phase=place discard=5 | A | B", "wants held=CARD", None),
    ("skyjo skyoo | phase=place held=5 taken=3 discard=5 | A | B", "drawn or taken, not both", None),
    ("skyjo skyoo | held=5 discard=5 | A | B", "only in phase=place", 20),
    ("skyjo skyoo | phase=place taken=? discard=5 | A | B", "expected a card", None),
    ("skyjo skyoo | phase=starter discard=5 | A | B", "wants lots=SEATS", None),
    ("skyjo skyoo | phase=reveal_first discard=5 | A | B", "the face of the top discard is known", None),
    ("skyjo skyoo | phase=reveal_swap discard=5,? | A | B", "wants at=PLACE", None),
    ("skyjo skyoo | phase=reveal_swap at=r4c1 discard=5,? | A | B", "expected a place of the grid", 36),
    ("skyjo skyoo | phase=reveal_flip at=r1c1 discard=5 | A | B", "no open card lies there", 36),
    ("skyjo skyoo | finisher=A discard=5 | A | B", "the finisher has no turn left.*E08", 24),
    ("skyjo skyoo | discard=5 | A total=100 | B", "has ended the match", 35),
    ("skyjo skyoo | phase=over discard=5 | A total=99 | B", "no total has reached 100", None),
    ("skyjo skyjo-es | phase=offer discard=5 | A | B", "no line is offered", None),
    ("skyjo skyjo-es | phase=offer discard=5 | A offers=c9 | B", "expected lines of the grid", None),
    ("skyjo skyoo column.removal=optional | phase=offer discard=5 | A grid=-,?x3/-,?x3/-,?x3 offers=c1 | B", "no card lies in c1", None),
    ("skyjo skyjo-es | phase=offer_reveal discard=5 | A grid=7,?,1,2/7,1,2,3/7,2,3,4 | B", "a card is still hidden", None),
    ("skyjo skyoo | discard=5 | A grid=-x4/-x4/-x4 | B", r"the grid of seat A is empty \[skyjo.settled.empty_grid_passes\]", None),
    ("skyjo skyjo-es | phase=place held=5 discard=5 | A grid= | B", r"the grid of seat A is empty \[skyjo.settled", None),
    ("skyjo skyoo | phase=flip discard=5 | A grid=1,2,3,4/1,2,3,4/1,2,3,5 | B", "phase=flip, but seat A has no hidden card to turn", None),
    ("skyjo skyoo | phase=opening discard=5 | A grid=-,?x3/-,?x3/-,?x3 | B", r"lies face down \[skyjo.deal.face_down\]", None),
    ("skyjo skyoo | phase=opening discard=5 | A | B grid=1,?x3/?x4/?x4", r"lies face down \[skyjo.deal.face_down\]", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why", "column"), BAD)
def test_refused(text, why, column):
    with pytest.raises(InvalidPosition, match=why) as caught:
        SKYJO.read_position(text)
    if column is not None:
        assert caught.value.column == column


def test_bad_options_are_refused():
    with pytest.raises(OptionsError, match="E43"):
        SKYJO.read_position("skyjo skyoo grid.rows=9 grid.cols=9 | discard=5 | A | B")


ACTIONS = ["draw", "take", "discard", "flip r1c2", "swap r2c3", "clear c2", "keep c2", "clear r2", "keep r3", "swap r14c1",
           "flip r1c73", "clear c40",
           "starter 1", "leave 0", "timeout", "reveal 3", "reveal ? 4", "reshuffle 5 5 12", "reshuffle ?x3", "deal -2 ?x149"]  # fmt: skip


@pytest.mark.parametrize("text", ACTIONS)
def test_actions_read_back(text):
    assert SKYJO.write(None, SKYJO.read(None, text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "flip", "flip c1", "flip r0c1", "swap r1", "clear 2", "clear r1c1", "deal x", "reveal 13", "reveal -3", "leave", "leave A",
     "starter 1 2", "timeout 1", "draw draw", "pass", "deal ?x151", "flip r999c1"],
)  # fmt: skip
def test_unreadable(text):
    with pytest.raises(InvalidAction):
        SKYJO.read(None, text)


@pytest.mark.parametrize(("text", "same"), [(" Draw ", "draw"), ("SWAP  r2c3", "swap r2c3")])
def test_case_and_spaces(text, same):
    assert SKYJO.read(None, text) == SKYJO.read(None, same)
