# ruff: noqa: E501 (a position a line)
"""Skip-Bo: the scenarios of the rule notes (S01 to S25) and the cases that other programs got wrong."""

import pytest

from cardlab.errors import OptionsError
from cardlab.game import CHANCE
from cardlab.games.skipbo import SKIPBO
from tests.games.skipbo_helpers import at, do, faces, forbidden, hand, legal, start

PAIRS = "official partners.mode=pairs"


def test_s01_a_stock_1_opens_a_pile():
    done = do(at("| seat=A turn=1 | A stock=?x28,6,1 hand=3,7,9,9,12 | B"), "S>B1")
    assert (done["B1"], len(done.state.stocks[0]), done.state.player) == ("1", 29, 0)
    assert done["stock0"].endswith(",6")


def test_s02_only_a_1_or_a_wild_opens_a_pile():
    state = at("| seat=A | A stock=?x29,4 hand=2,5,6,9,11 | B")
    assert forbidden(state, "H2>B1") == "skipbo.build.start"
    assert all(action[-2] == "D" for action in legal(state))


def test_s03_wilds_in_a_row():
    done = do(at("| seat=A B1=4 | A stock=?x29,2 hand=SB,SB,8,9,9 | B"), "HSB>B1", "HSB>B1")
    assert (done["B1"], hand(done.state, 0)) == ("1,2,3,4,SB=5,SB=6", ["8", "9", "9"])


def test_s04_an_opening_wild_counts_1():
    done = do(at("| seat=A | A stock=?x29,9 hand=SB,5,5,9,10 | B"), "HSB>B1")
    assert done["B1"] == "SB=1"
    assert forbidden(done.state, "H5>B1") == "skipbo.build.sequence"


def test_s05_a_wild_completes_a_pile():
    done = do(at("| seat=A B2=11 | A stock=?x29,2 hand=SB,3,7,8 | B"), "HSB>B2")
    assert (done["B2"], len(done.state.completed), done.state.player, hand(done.state, 0)) == ("", 12, 0, ["3", "7", "8"])


def test_s06_no_fifth_building_pile():
    state = at("| seat=A B1=3 B2=7 B3=1 B4=9 | A stock=?x29,2 hand=1,6,12,12,12 | B")
    assert forbidden(state, "H1>B5") == "skipbo.build.max_four"
    assert {forbidden(state, f"H1>B{i}") for i in range(1, 5)} == {"skipbo.build.sequence"}
    assert forbidden(state, "H1>D2") is None


def test_s07_the_hand_is_filled_up_to_five():
    done = do(at("| phase=draw seat=A draw=?x30 | A stock=?x29,2 hand=4,10 | B stock=?x99,5"), "draw", "reveal 1 2 3")
    assert (len(done.state.hands[0]), len(done.state.draw)) == (5, 27)


@pytest.mark.parametrize(
    ("preset", "stock", "pile"), [("official", 13, 25), ("machine-es", 13, 25), ("faq", 13, 25), ("nl", 11, 27), ("guide", 11, 27)]
)
def test_s08_surplus_cards(preset, stock, pile):
    """Two cards too many go into the stock, or back; the open card stays (E50, E51)."""
    done = do(at("| phase=draw seat=A draw=?x30 | A stock=?x10,2 hand=4,10 | B stock=?x118,5", preset), "draw", "reveal ? ? ?", "overdraw 0 2")
    if done.state.player == CHANCE:
        done = do(done.state, "reshuffle " + " ".join("?" * done.state.mix))
    assert (len(done.state.stocks[0]), len(done.state.draw), len(done.state.hands[0])) == (stock, pile, 5)
    assert done["stock0"].endswith(",2")
    assert done.state.player == 0


def test_s08_five_cards_are_due_under_draw_5():
    done = do(at("| phase=draw seat=A draw=?x30 | A stock=?x10,2 hand=4,10 | B stock=?x118,5", "official turn.start_draw=draw_5"), "draw", "reveal ?x5")
    assert (len(done.state.hands[0]), len(done.state.draw), len(done.state.stocks[0])) == (7, 25, 11)


def test_s09_an_empty_hand_is_refilled_in_the_same_turn():
    done = do(at("| seat=A draw=?x20 B1=5 | A stock=?x29,2 hand=6 | B stock=?x105,5"), "H6>B1")
    assert legal(done.state) == ["draw"]
    done = do(done.state, "draw", "reveal 1 2 3 4 5")
    assert (done["B1"], len(done.state.draw), done.state.player) == ("1,2,3,4,5,6", 15, 0)


def test_s10_no_refill_after_the_last_card_is_discarded():
    done = do(at("| seat=A draw=?x20 B1=5 | A stock=?x29,2 hand=6 D1=2 | B stock=?x104,5"), "H6>D1")
    assert (done["discard0.1"], len(done.state.hands[0]), len(done.state.draw), done.state.seat) == ("2,6", 0, 20, 1)


def test_s11_playing_is_optional():
    done = do(at("| seat=A B1=5 | A stock=?x5,6 hand=3,8,8,9,10 D2=2 | B stock=?x29,4"), "H9>D2")
    assert (done["discard0.2"], hand(done.state, 0), len(done.state.stocks[0])) == ("2,9", ["3", "8", "8", "10"], 6)
    assert done.state.player == 1


def test_s12_no_fifth_discard_pile():
    state = at("| seat=A | A stock=?x5,6 hand=3,8,9 D1=2 D2=5 D3=9 D4=11 | B")
    assert forbidden(state, "H3>D5") == "skipbo.discard.max_four"
    assert {forbidden(state, f"H3>D{i}") for i in range(1, 5)} == {None}


def test_s13_only_the_top_of_a_discard_pile():
    state = at("| seat=A B1=3 B2=7 | A stock=?x5,6 hand=1 D1=5,8,4 | B")
    assert forbidden(state, "D1:8>B2") == "skipbo.discard.top_only"
    done = do(state, "D1>B1", "D1>B2")
    assert (done["B1"], done["B2"], done["discard0.1"]) == ("1,2,3,4", "1,2,3,4,5,6,7,8", "5")


@pytest.mark.parametrize(("short", "stock", "pile"), [(True, 10, 112), (False, 20, 62)])
def test_s14_the_short_game(short, stock, pile):
    done = do(start(5, variant__short=short), "dealer_draw 1 2 3 4 5", "deal ?x162")
    assert ([len(s) for s in done.state.stocks], len(done.state.draw)) == ([stock] * 5, pile)


def test_s15_the_next_stock_card_may_follow():
    done = do(at("| seat=A B1=6 | A stock=?x2,8,7 hand=1 | B"), "S>B1", "S>B1")
    assert done["B1"].endswith("7,8")
    assert len(done.state.stocks[0]) == 2


def test_s16_the_last_stock_card_wins_at_once():
    done = do(at("| seat=A B3=11 | A stock=12 hand=2,2,3 | B"), "S>B3")
    assert SKIPBO.outcome(done.state) == ("stock_empty", (0,), (0, 0))
    assert done.state.player is None


def test_s17_points():
    text = "| seat=A B3=11 | A total=390 stock=12 hand=2 | B total=410 stock=?x6,1 | C stock=?x11,1"
    done = do(at(text, "official score.enabled=true"), "S>B3")
    score = next(event for event in done.events if event.kind == "score")
    assert score.facts["points"] == 120
    assert SKIPBO.outcome(done.state) == ("match_score", (0,), (510, 410, 0))


def test_s18_a_short_pile_is_taken_then_shuffled():
    state = at("| phase=draw seat=A draw=?x2 completed=?x24 | A stock=?x20,3 hand=9 | B stock=?x113,5")
    done = do(state, "draw")
    assert (done.state.player, len(done.state.hands[0]), len(done.state.draw), done.kinds[-1]) == (CHANCE, 3, 0, "reshuffle_due")
    done = do(done.state, "reshuffle ?x24", "reveal 1 2 3 4")
    assert (len(done.state.hands[0]), len(done.state.draw), len(done.state.completed), done.state.player) == (5, 22, 0, 0)


def test_s19_nothing_to_draw_and_the_hand_is_empty():
    state = at("| seat=A draw= B1=5 | A stock=?x80,3 hand=6 | B stock=?x73,5 hand=1")
    done = do(state, "H6>B1")
    assert legal(done.state) == ["pass"]
    done = do(done.state, "pass")
    assert (done.state.seat, done.state.phase, len(done.state.draw)) == (1, 6, 0)


def test_s20_the_partners_stock():
    done = do(at("| seat=A B1=8 | A stock=?x20,3 hand=2 | B | C stock=?x3,6,9 | D", PAIRS), "P.S>B1")
    assert (done["B1"][-1], len(done.state.stocks[2]), done.state.player) == ("9", 4, 0)
    assert done["stock2"].endswith(",6")


@pytest.mark.parametrize(
    ("preset", "rule"),
    [
        ("official", None),
        ("machine-es", None),
        ("guide", None),
        ("faq", "skipbo.partners.no_communication"),
        ("nl", "skipbo.partners.no_strategy_talk"),
    ],
)
def test_s21_requests(preset, rule):
    """Whatever a preset says of requests, the card itself may be played."""
    state = at("| seat=A B2=6 | A stock=?x20,3 hand=2 | B | C stock=?x9,1 D1=3,7 | D", f"{preset} partners.mode=pairs")
    assert forbidden(state, "ask P.D1>B2") == rule
    actions = ("ask P.D1>B2", "P.D1>B2") if rule is None else ("P.D1>B2",)
    done = do(state, *actions)
    assert (done["B2"][-1], done["discard2.1"]) == ("7", "3")


def test_s22_one_stock_of_a_pair_is_not_enough():
    text = "| seat=A B1=4 | A stock=5 hand=2 | B | C stock=?x5,6 | D"
    done = do(at(text, PAIRS), "S>B1")
    assert (SKIPBO.outcome(done.state), done.state.player) == (None, 0)
    assert {"P.S>B1", "H2>D1"} <= set(legal(done.state))
    assert forbidden(done.state, "pass") == "skipbo.turn.discard_mandatory"
    done = do(at(text, f"{PAIRS} partners.win=first_stock"), "S>B1")
    assert SKIPBO.outcome(done.state) == ("stock_empty", (0, 2), (0, 0, 0, 0))


@pytest.mark.parametrize(("preset", "price"), [("official", True), ("machine-es", True), ("nl", False), ("guide", False), ("faq", False)])
def test_s23_out_of_turn_and_noticed(preset, price):
    """C's 4 goes back, the cards drawn stay, B plays; C's next turn starts without a draw where that is the price."""
    text = "| seat=B B1=3 turn=8 | A stock=?x9,1 | B stock=?x9,2 hand=7,8 | C stock=?x9,3 hand=4,5,6,6 | D stock=?x9,9"
    done = do(at(text, preset), "out_of_turn 2", "draw", "reveal 11", "H4>B1")
    assert done["B1"] == "1,2,3,4"
    done = do(done.state, "noticed")
    assert (done["B1"], hand(done.state, 2), done.state.player) == ("1,2,3", ["4", "5", "6", "6", "11"], 1)
    assert (done.state.owes == 4) is price
    done = do(done.state, "H7>D1")
    assert done.state.seat == 2
    assert done.state.penal == price


def test_s23_the_price_is_a_turn_without_a_draw():
    text = "| seat=B owes=C | A stock=?x9,1 | B stock=?x9,2 hand=7,8 | C stock=?x9,3 hand=5,6 | D stock=?x9,9"
    done = do(at(text), "H7>D1")
    assert (done.state.player, forbidden(done.state, "draw"), done.state.owes) == (2, "skipbo.irregular.out_of_turn_no_draw", 0)
    done = do(done.state, "H5>D1")
    assert legal(done.state) == ["draw"]


@pytest.mark.parametrize(("option", "next_seat"), [("left_of_offender", 0), ("original_order", 1)])
def test_s24_out_of_turn_and_unnoticed(option, next_seat):
    text = "| seat=B B1=3 | A stock=?x9,1 | B stock=?x9,2 hand=7,8 | C stock=?x9,3 | D stock=?x9,9 hand=4,5,6"
    done = do(at(text, f"official irregular.oot_next={option}"), "out_of_turn 3", "draw", "reveal 9 9", "H4>B1", "H9>D1")
    assert (done.state.seat, done["B1"], done["discard3.1"], hand(done.state, 1)) == (next_seat, "1,2,3,4", "9", ["7", "8"])
    assert forbidden(done.state, "noticed") == "skipbo.E57"
    if next_seat == 1:
        assert done.state.phase == 6, "B goes on where it was"


def test_s25_two_unseen_cards_under_the_stock():
    text = "| seat=A draw=?x15 | A stock=?x103,1 hand=3,4,5,6 | B stock=?x7,9 hand=?x31"
    done = do(at(text), "penalty 1")
    assert (len(done.state.stocks[1]), len(done.state.draw), done.state.player) == (10, 13, 0)
    assert done["stock1"].endswith(",9")
    for preset in ("nl", "guide", "faq"):
        assert forbidden(at(text, preset), "penalty 1") == "skipbo.penalty.cheating"


# -- cases that other programs got wrong


def test_a_discarded_wild_stays_a_wild():
    done = do(at("| seat=A B1=2 | A stock=?x9,1 hand=3,SB,9,9 | B stock=?x9,2 hand=5x5"), "HSB>D1", "H5>D1", "draw", "reveal 8 8", "D1>B1")
    assert done["B1"] == "1,2,SB=3"


def test_a_card_is_never_laid_elsewhere():
    """A 1 on a pile that wants a 6 is refused, though another place is empty; no pile runs downwards."""
    state = at("| seat=A B1=5 | A stock=?x9,12 hand=1 | B")
    assert forbidden(state, "H1>B1") == "skipbo.build.sequence"
    assert forbidden(state, "S>B2") == "skipbo.build.start"


def test_a_completed_pile_waits():
    """The draw pile keeps its order when a pile is completed."""
    state = at("| seat=A draw=3,4,5,6,7,8,9,10,11,12 B1=11 | A stock=?x40,12 hand=1 | B stock=?x98,2")
    done = do(state, "S>B1") if state.player == 0 else do(state, "reveal 12", "S>B1")
    assert faces(done.state, done.state.draw) == ["3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
    assert len(done.state.completed) == 12


@pytest.mark.parametrize(("seats", "size", "left"), [(4, 30, 42), (2, 30, 102), (6, 20, 42), (5, 20, 62), (3, 12, 126)])
def test_any_stock_size(seats, size, left):
    changes = {"deal__stock_size": size} if size == 12 else {}
    done = do(start(seats, "nl", **changes), "dealer 0", "deal ?x162")
    assert (len(done.state.draw), [len(stock) for stock in done.state.stocks]) == (left, [size] * seats)


@pytest.mark.parametrize(("preset", "seats"), [("official", 7), ("official", 8), ("official", 9), ("nl", 7), ("official", 1)])
def test_too_many_seats(preset, seats):
    with pytest.raises(OptionsError, match=r"162|players"):
        start(seats, preset)


@pytest.mark.parametrize(("seats", "left"), [(7, 92), (8, 82)])
def test_seven_and_eight_play_the_short_game(seats, left):
    """E34: ten-card stocks leave enough."""
    done = do(start(seats, variant__short=True, deal__dealer_method="free"), "dealer 0", "deal ?x162")
    assert len(done.state.draw) == left


def test_the_loser_has_seven_stock_cards_left():
    done = do(at("| seat=A B1=3 | A stock=4 hand=1 | B stock=?x6,1", "official score.enabled=true"), "S>B1")
    assert done.state.totals == [60, 0]
