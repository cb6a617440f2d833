"""Skip-Bo from the draw for dealer to the end of a match; gridlock, partners, penalties and irregularities."""

from random import Random

import pytest

from cardlab.game import CHANCE
from cardlab.games.skipbo import SKIPBO
from tests.games.skipbo_helpers import at, deck, do, faces, forbidden, hand, legal, start

PAIRS = "official partners.mode=pairs"


# -- setting up


@pytest.mark.parametrize(
    ("draws", "dealer"),
    [
        (["dealer_draw 3 9 5"], 1),
        (["dealer_draw 12 SB 5", "dealer_draw 3"], 0),
        (["dealer_draw 11 SB 5", "dealer_draw 12"], 1),
        (["dealer_draw 9 9 5", "dealer_draw 2 3"], 1),
        (["dealer_draw SB SB SB", "dealer_draw 1 2 3"], 2),
        (["dealer_draw 9 SB 9", "dealer_draw 4 7 2"], 1),
        (["dealer_draw 12 SB 5", "dealer_draw 12", "dealer_draw 2 1"], 0),
        (["dealer_draw 9 9 12", ], 2),
    ],
)
def test_dealer_draw(draws, dealer):
    """E31: tied seats, and those that drew a wild, draw again; the seat on the dealer's left begins."""
    done = do(start(3), *draws)
    assert (done.state.dealer, SKIPBO.phase(done.state)) == (dealer, "deal")
    done = do(done.state, "deal ?x162", "reveal 1 2 3")
    assert done.state.seat == (dealer + 1) % 3


def test_deal_goes_round_from_the_dealers_left():
    """Stock cards one at a time; the last one dealt is a seat's top; the rest is drawn in order."""
    done = do(start(2, deal__stock_size=2), "dealer_draw 12 1", deck("1", "2", "3", "4", "5", "6", "7", "8", "9"))
    assert [faces(done.state, stock) for stock in done.state.stocks] == [["2", "4"], ["1", "3"]]
    done = do(done.state, "draw")
    assert hand(done.state, 1) == ["5", "6", "7", "8", "9"]


def test_deal_from_gives_the_starter():
    for starter in (0, 1, 2):
        state = start(3)
        pack = deck()[5:].split()
        while state.phase != 5:
            state = do(state, SKIPBO.write(state, SKIPBO.deal_from(state, pack, starter))).state
        assert state.seat == starter


def test_unknown_tops_are_told_after_the_deal():
    done = do(start(2), "dealer_draw 1 2", "deal ?x162")
    assert SKIPBO.phase(done.state) == "reveal"
    done = do(done.state, "reveal 5 SB")
    assert (done["stock0"][-1], done["stock1"][-2:], SKIPBO.phase(done.state)) == ("5", "SB", "draw")


# -- draws


def test_e01_a_pile_completed_meanwhile_allows_the_refill():
    """Nothing can be drawn; the stock completes a pile; now the empty hand is refilled in the same turn."""
    done = do(at("| seat=A draw= B1=11 | A stock=?x80,2,12 | B stock=?x68,5"), "S>B1")
    assert (legal(done.state), SKIPBO.phase(done.state)) == (["draw"], "refill")
    assert "skipbo.E01" in done.rules
    done = do(done.state, "draw", "reshuffle ?x12", "reveal 1 2 3 4 5")
    assert (len(done.state.hands[0]), len(done.state.draw)) == (5, 7)


def test_e01_a_short_start_draw_is_not_made_up():
    state = at("| phase=draw seat=A draw=? B1=11 | A stock=?x80,12 hand=3 | B stock=?x67,5")
    done = do(state, "draw", "reveal 4", "S>B1") if state.player == 0 else None
    assert done is not None
    assert SKIPBO.phase(done.state) in ("play", "reveal")
    done = do(done.state, "reveal 8")
    assert (forbidden(done.state, "draw"), hand(done.state, 0)) == ("skipbo.turn.draw_to_five", ["3", "4"])


def test_e25_the_full_pile_feeds_the_refill():
    """One play completes a pile and empties the hand: the pile is taken off, then five are drawn from it."""
    done = do(at("| seat=A draw= B1=11 | A stock=?x80,2 hand=12 | B stock=?x68,5"), "H12>B1")
    assert done.kinds == ["complete", "taken_off", "refill_due"]
    done = do(done.state, "draw")
    assert (done.state.player, done.state.due) == (CHANCE, 5)


def test_reshuffle_names_every_completed_card():
    state = at("| phase=draw seat=A draw= completed=1,2,3,4,5,6,7,8,9,10,11,SB | A stock=2 hand=3,3,3,3 | B stock=?x140,5 hand=?x4")
    done = do(state, "draw")
    assert forbidden(done.state, "reshuffle 1 2 3 4 5 6 7 8 9 10 11 12") == "skipbo.E05"
    done = do(done.state, "reshuffle SB 11 10 9 8 7 6 5 4 3 2 1")
    assert (hand(done.state, 0), faces(done.state, done.state.draw)[-1]) == (["3", "3", "3", "3", "SB"], "11")


def test_a_reshuffle_that_nobody_followed():
    """`?` in a reshuffle: those cards are no longer known, and are told when they are drawn."""
    state = at("| phase=draw seat=A draw= completed=1,2,3,4,5,6,7,8,9,10,11,SB | A stock=2 hand=3,3,3,3 | B stock=?x140,5 hand=?x4")
    done = do(state, "draw", "reshuffle ?x12")
    assert SKIPBO.phase(done.state) == "reveal"
    assert hand(do(done.state, "reveal SB").state, 0)[-1] == "SB"


def test_unknown_hand_cards_can_be_any_that_are_left():
    """A hand may keep its secret: a play names the face, and the card is that from then on."""
    state = at("| seat=A B1=6 | A stock=?x9,1 hand=?x2 | B")
    assert {"H7>B1", "HSB>B1", "H1>D1"} <= set(legal(state))
    done = do(state, "H7>B1")
    assert (done["B1"][-1], hand(done.state, 0)) == ("7", ["?"])


def test_refill_off_ends_in_a_pass():
    done = do(at("| seat=A B1=5 | A stock=?x29,2 hand=6 | B stock=?x9,3", "official turn.refill=off"), "H6>B1")
    assert legal(done.state) == ["pass"]
    assert do(done.state, "pass").state.seat == 1


# -- the end


def test_gridlock_is_void_after_a_full_circle():
    """Nothing to draw and no hand: after a pass of every seat the round is over, and nobody has won (E04)."""
    state = at("| seat=A draw= | A stock=?x80,4 | B stock=?x79,5,5")
    done = do(state, "pass")
    assert SKIPBO.outcome(done.state) is None
    done = do(done.state, "reveal 5", "pass") if done.state.player == CHANCE else do(done.state, "pass")
    assert SKIPBO.outcome(done.state) == ("void", (), (0, 0))
    assert "void" in done.kinds


def test_a_card_laid_breaks_the_circle():
    done = do(at("| seat=B idle=A draw= B1=4 | A stock=?x80,4 | B stock=?x75,5,5"), "S>B1", "pass")
    assert SKIPBO.outcome(done.state) is None
    assert do(done.state, "pass", "pass").state.reason == "void"


def test_a_void_round_scores_nothing_and_the_deal_goes_on():
    done = do(at("| seat=B idle=A draw= | A stock=?x80,4 | B stock=?x80,5 total=60", "official score.enabled=true"), "pass")
    assert (done.state.totals, done.state.round, SKIPBO.phase(done.state), done.state.dealer) == ([0, 60], 2, "deal", 0)


@pytest.mark.parametrize(
    ("rotation", "phase", "dealer"), [("left_each_game", "deal", 0), ("winner", "deal", 1), ("redraw", "dealer", 2)]
)
def test_deal_rotation(rotation, phase, dealer):
    done = do(at("| seat=B B1=4 | A | B stock=5 hand=2 | C", f"official score.enabled=true deal.rotation={rotation}"), "S>B1")
    assert (SKIPBO.phase(done.state), done.state.dealer, done.state.round, done.state.turn) == (phase, dealer, 2, 0)
    assert done["B1"] == "1,2,3,4,5", "the cards lie where they are until the next deal"


def test_bonus_target_and_points_a_card():
    options = "official score.enabled=true score.bonus=10 score.per_card=2 score.target=100"
    done = do(at("| seat=A B1=4 | A stock=5 hand=2 total=70 | B stock=?x9,1", options), "S>B1")
    assert SKIPBO.outcome(done.state) == ("match_score", (0,), (100, 0))


# -- partners


def test_pairs_score_together():
    """E43: 25 once, 5 for each stock card of all opponents; the partner has the same total."""
    done = do(at("| seat=A B1=4 | A stock=5 hand=2 | B stock=?x2,1 | C stock= | D stock=?x5,1", f"{PAIRS} score.enabled=true"), "S>B1")
    assert done.state.totals == [70, 0, 70, 0]


def test_six_play_in_three_pairs():
    """E36, E37: the partner sits opposite."""
    text = "| seat=B B1=4 | A | B stock=2 hand=2 | C | D | E stock=5 | F"
    assert "P.S>B1" in legal(at(text, PAIRS))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_pairs_need_four_or_six(seats):
    with pytest.raises(ValueError, match="group_size"):
        start(seats, partners__mode="pairs")


def test_the_partner_may_finish_the_partners_stock():
    done = do(at("| seat=A B1=4 | A stock= hand=2 | B | C stock=5 | D", PAIRS), "P.S>B1")
    assert SKIPBO.outcome(done.state) == ("stock_empty", (0, 2), (0, 0, 0, 0))


@pytest.mark.parametrize(("after", "seat"), [("full_turns", 1), ("discards_only", 1), ("sits_out", 2)])
def test_after_the_own_stock_is_gone(after, seat):
    """E38. Full turns: it draws; discards only: no draw, discard piles alone; sits out: it is passed over."""
    text = "| seat=A B1=4 | A stock=?x9,3 hand=2,2 | B stock= D1=5 | C stock=?x9,3 | D stock=?x9,5"
    done = do(at(text, f"{PAIRS} partners.after_stock={after}"), "H2>D1")
    assert done.state.seat == seat
    if after == "full_turns":
        assert legal(done.state) == ["draw"]
    if after == "discards_only":
        assert set(legal(done.state)) == {"D1>B1", "pass"}


# -- penalties and irregularities


def test_penalty_with_a_short_pile():
    """E48: what is there, then the shuffle, then the rest; what is still missing lapses."""
    state = at("| seat=A draw=9 completed=1,2,3,4,5,6,7,8,9,10,11,12 | A stock=?x40,1 hand=3 | B stock=?x106,2")
    done = do(state, "penalty 1", "reshuffle 12 11 10 9 8 7 6 5 4 3 2 1")
    assert (faces(done.state, done.state.stocks[1])[:2], len(done.state.draw), done.state.player) == (["12", "9"], 11, 0)
    done = do(at("| seat=A draw=9 | A stock=?x40,1 hand=3 | B stock=?x118,2"), "penalty 1")
    assert ("lapse" in done.kinds, len(done.state.stocks[1])) == (True, 120)


def test_penalty_before_the_draw_leaves_the_draw_due():
    done = do(at("| phase=draw seat=A | A stock=?x40,1 hand=3 | B stock=?x9,2"), "penalty 0")
    assert (legal(done.state), len(done.state.stocks[0])) == (["draw"], 43)


@pytest.mark.parametrize(("mix", "order"), [("surplus_only", ["8", "9", "4", "4", "2"]), ("whole_pile", ["4", "9", "8", "4", "2"])])
def test_surplus_is_mixed(mix, order):
    """E51: the surplus alone, or with all face-down cards; the open card stays."""
    state = at("| seat=A draw=?x100,9,8 | A stock=4,4,2 hand=3,3,3 | B stock=?x53,2", f"official irregular.overdraw_mix={mix}")
    done = do(state, "overdraw 0 2")
    number = {"surplus_only": 2, "whole_pile": 4}[mix]
    assert (SKIPBO.phase(done.state), done.state.mix) == ("mix", number)
    done = do(done.state, "reshuffle " + " ".join(reversed(order[:number])))
    assert faces(done.state, done.state.stocks[0]) == order


def test_one_surplus_card_needs_no_shuffle():
    done = do(at("| seat=A draw=?x100,9 | A stock=4,4,2 hand=3,3,3 | B stock=?x54,2"), "overdraw 0 1")
    assert (faces(done.state, done.state.stocks[0]), done.state.player) == (["9", "4", "4", "2"], 0)


@pytest.mark.parametrize(
    ("trigger", "actions", "price"),
    [
        ("draw", ["draw"], True),
        ("draw_or_play", ["draw"], True),
        ("draw_and_play", ["draw"], False),
        ("draw_and_play", ["draw", "H4>B1"], True),
        ("draw_or_play", ["draw", "H4>B1"], True),
    ],
)
def test_e53_what_counts_as_a_fault(trigger, actions, price):
    text = "| seat=A draw=?x96,4 B1=3 | A stock=?x29,1 hand=3 | B stock=?x26,9 hand=2,2,4,5"
    done = do(at(text, f"official irregular.oot_trigger={trigger}"), "out_of_turn 1", *actions, "noticed")
    assert (done.state.owes == 2) is price
    assert ("skipbo.E53" in done.rules) == (price and len(actions) == 1)
    assert (hand(done.state, 1), done.state.player) == (["2", "2", "4", "4", "5"], 0)


def test_e55_a_completed_pile_comes_back():
    """Everything that was laid is undone, the last card first; a stock card turned meanwhile is turned down again."""
    text = "| seat=A draw=?x84 B1=10 B2=11 | A stock=?x29,1 hand=3 | B stock=?x20,12,11 hand=3,4,5,6"
    before = at(text)
    done = do(before, "out_of_turn 1", "draw", "reveal SB", "S>B1", "S>B1", "reveal 7", "HSB>B2")
    assert len(done.state.completed) == 24
    done = do(done.state, "noticed")
    assert (done["B1"].count(","), done["B2"].count(","), done.state.completed) == (9, 10, [])
    assert faces(done.state, done.state.stocks[1])[-3:] == ["7", "12", "11"]
    assert hand(done.state, 1) == ["3", "4", "5", "6", "SB"]


def test_e55_what_was_shuffled_away_cannot_come_back():
    """A pile completed in the turn and shuffled since stays gone; later plays are undone."""
    text = "| phase=play seat=A draw= B1=11 B2=1 | A stock=?x70,1 hand=3 | B stock=?x75,2,2 hand=12"
    done = do(at(text), "out_of_turn 1", "H12>B1", "draw", "reshuffle 12 11 10 9 8 7 6 5 4 3 2 1", "S>B2")
    assert done["B2"] == "1,2"
    done = do(done.state, "noticed")
    assert (done["B1"], done["B2"], len(done.state.draw), done.state.player) == ("", "1", 7, 0)
    assert hand(done.state, 1) == ["8", "9", "10", "11", "12"]


def test_e56_no_refill_before_a_hand_card_was_played():
    state = at("| seat=A done=no_draw B1=4 B2=2 | A stock=?x9,8,5 | B stock=?x9,2")
    done = do(state, "S>B1")
    assert (legal(done.state), forbidden(done.state, "draw")) == (["pass"], "skipbo.E56")
    state = at("| seat=A done=no_draw B1=4 | A stock=?x9,8 hand=5 | B stock=?x9,2")
    assert legal(do(state, "H5>B1").state) == ["draw"]


def test_take_back_changes_nothing():
    """E29: a card that does not fit goes back; a legal play stands (E30)."""
    state = at("| seat=A B1=5 | A stock=?x29,4 hand=6 | B")
    done = do(state, "take_back S>B1")
    assert SKIPBO.write_position(done.state) == SKIPBO.write_position(state)
    assert forbidden(state, "take_back H6>B1") == "skipbo.E30"


# -- bots


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_sensible_bot_finishes(seats):
    """Nearly always without gridlock; uniform random play nearly always locks up."""
    reasons = []
    for seed in range(6):
        random = Random(seed)
        state = start(seats)
        plies = 0
        while state.player is not None and plies < 5000:
            player = state.player
            move = SKIPBO.sample(state, random) if player == CHANCE else SKIPBO.bots["sensible"](state, player, random)
            SKIPBO.apply(state, player, move)
            plies += 1
        reasons.append(state.reason)
    assert reasons.count("stock_empty") >= 5
