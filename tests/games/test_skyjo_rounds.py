"""The end of a round and of the match: trigger, last turns, reveal, scores, penalty, starters of later rounds, the referee."""

from __future__ import annotations

from random import Random

import pytest

from cardlab.game import CHANCE
from cardlab.games.skyjo import SKYJO
from cardlab.games.skyjo.state import PHASES

from .skyjo_helpers import closing, deal_text, grid_of, legal, play, ruling

NEARLY = "1,2,3,4/2,3,4,5/3,4,5,h6"
THREE = f"| A grid={NEARLY} | B grid=1,2,?,?/?x4/?x4 | C grid=3,4,?,?/?x4/?x4"


class TestTrigger:
    """skyjo.round.trigger and what follows from it."""

    def test_s13_skyoo(self):
        """A is the finisher; one turn for B, one for C, none for A."""
        done = play(f"skyjo skyoo | phase=turn seat=A turn=9 discard=2 draw=6 {THREE}", "draw", "discard", "flip r3c4")
        assert done.state.finisher == 0
        assert {"skyjo.round.trigger", "skyjo.round.trigger_turn_end", "skyjo.round.last_turns", "skyjo.score.finisher"} <= set(done.rules)
        marks = [dict(info.marks) for info in SKYJO.seat_infos(done.state, None)]
        assert ["finisher" in m for m in marks] == [True, False, False]
        assert ["last_turn" in m for m in marks] == [False, True, True]
        after_b = play(done.state, "take", "swap r1c1")
        assert after_b.state.player == 2
        marks = [dict(info.marks) for info in SKYJO.seat_infos(after_b.state, None)]
        assert ["last_turn" in m for m in marks] == [False, False, True]
        end = play(after_b.state, "take", "swap r1c1")
        assert (end.phase, end.state.player) == ("reveal_final", CHANCE)
        assert "skyjo.E08" in end.rules
        assert ruling(end.state, "draw", 0)[0] == "skyjo.round.reveal"

    def test_s14_skyjo_es(self):
        """No turn for B or C: what they hide is turned up and counted."""
        done = play(f"skyjo skyjo-es | phase=turn seat=A turn=9 discard=2 draw=6 {THREE}", "draw", "discard", "flip r3c4")
        assert done.phase == "reveal_final"
        assert {"skyjo.round.trigger", "skyjo.round.ends_at_once"} <= set(done.rules)
        assert "skyjo.round.trigger_turn_end" not in done.rules
        faces = "9 9 8 8 7 7 6 1 1 0 9 9 8 8 7 7 6 1 1 0"
        end = play(done.state, f"reveal {faces}")
        assert {"skyjo.round.reveal", "skyjo.round.count", "skyjo.score.sum"} <= set(end.rules)
        assert end.event("reveal").facts == {"finisher": 0, "hidden": 20}
        assert end.event("count").facts["scores"] == [42, 59, 63]
        assert end.phase == "deal"

    def test_s20_second_to_go_out(self):
        """E09: B completes its grid in its last turn; A stays the only finisher, C still plays, nobody else does."""
        a, c = grid_of(9), grid_of(20)
        text = f"skyjo skyoo | phase=flip seat=B turn=9 finisher=A discard=3 | A grid={a} | B grid={grid_of(6, 'h')} | C grid={c}"
        done = play(text, "flip r3c1")
        assert "skyjo.E09" in done.rules
        assert (done.state.finisher, done.state.player) == (0, 2)
        end = play(done.state, "take", "swap r3c1")
        assert end.event("penalty").facts["credited"] == 18
        assert end.state.gained[:2] == [18, 6]

    def test_e05_removal_first(self):
        """The last hidden card completes a column: it goes, then the grid is looked at."""
        text = "skyjo skyoo | phase=flip seat=A turn=9 discard=2 | A grid=7,2,3,4/7,3,4,5/h7,4,5,6 | B"
        done = play(text, "flip r3c1")
        assert done.kinds.index("column") < done.kinds.index("finisher")
        assert {"skyjo.E05", "skyjo.E07"} <= set(done.event("finisher").rules)

    def test_e05_optional(self):
        """A removal just earned is offered before the round ends."""
        text = "skyjo skyjo-es | phase=flip seat=A turn=9 discard=2 | A grid=7,2,3,4/7,3,4,5/h7,4,5,6 | B"
        done = play(text, "flip r3c1")
        assert (done.phase, done.state.finisher) == ("offer", -1)
        end = play(done.state, "clear c1")
        assert (end.phase, end.state.finisher) == ("reveal_final", 0)

    def test_e06_empty_grid(self):
        """Nothing left: it sets off the end and scores 0."""
        rival = grid_of(9, closed=True)
        text = f"skyjo skyjo-es column.removal=automatic | phase=flip seat=A turn=9 discard=2 | A grid=7/7/h7 | B grid={rival}"
        done = play(text, "flip r3c1")
        assert "skyjo.E06" in done.event("finisher").rules
        assert done.event("count").facts["scores"] == [0, 9]

    def test_empty_grid_passes(self):
        """settled: a seat without cards has nothing to do; being the first without a hidden card it closes the round (E06)."""
        text = "skyjo skyoo | phase=flip seat=A turn=9 discard=2 | A grid=h7,?x3/?x4/?x4 | B grid=-,-,-,-/-,-,-,-/-,-,-,- | C"
        done = play(text, "flip r1c1")
        assert "skyjo.settled.empty_grid_passes" in done.event("pass").rules
        assert (done.state.finisher, done.state.player) == (1, 2)

    def test_e07_other_sizes(self):
        text = "skyjo skyoo grid.rows=2 grid.cols=2 deal.initial_flips=1 | phase=flip turn=9 discard=2 | A grid=1,2/3,h4 | B"
        assert "skyjo.E07" in play(text, "flip r2c2").rules


SCORES = [
    # id, header, sums (seat 0 closed), credited, rules
    ("S15", "skyoo", [10, 24, 10], [20, 24, 10], ["skyjo.score.finisher_double", "skyjo.score.finisher_strict", "skyjo.score.example",
                                                 "skyjo.score.others_unchanged", "skyjo.E44"]),
    ("S16", "skyjo-es", [10, 24, 10], [10, 24, 10], ["skyjo.score.finisher_no_one_lower"]),
    ("S17", "skyoo", [-1, -3, 4], [-1, -3, 4], ["skyjo.score.finisher_exempt", "skyjo.score.signed"]),
    ("S17 E46", "skyjo-es", [-1, -3, 4], [-2, -3, 4], ["skyjo.score.finisher_double", "skyjo.E46"]),
    ("tie is not lowest", "skyoo", [10, 24, 10], [20, 24, 10], ["skyjo.score.finisher_strict"]),
    ("negative", "skyoo", [-4, -5], [-4, -5], ["skyjo.score.finisher_exempt", "skyjo.E50"]),
    ("zero E45", "skyoo", [0, -2], [0, -2], ["skyjo.score.finisher_exempt", "skyjo.E45"]),
    ("zero E45", "skyjo-es", [0, -2], [0, -2], ["skyjo.score.finisher_double", "skyjo.E45"]),
    ("lowest", "skyoo", [9, 10, 11], [9, 10, 11], ["skyjo.score.finisher_strict", "skyjo.score.finisher"]),
    ("not lowest", "skyjo-es", [11, 10], [22, 10], ["skyjo.score.finisher_double", "skyjo.score.finisher_no_one_lower"]),
    ("times 3", "skyoo score.finisher_factor=3", [11, 10], [33, 10], ["skyjo.settled.factor_penalty", "skyjo.settings.finisher_penalty"]),
    ("flat", "skyoo score.finisher_penalty=flat", [11, 10], [21, 10], ["skyjo.settled.flat_penalty"]),
    ("flat 5", "skyoo score.finisher_penalty=flat score.finisher_flat=5", [11, 10], [16, 10], ["skyjo.settled.flat_penalty"]),
    ("both", "skyoo score.finisher_penalty=factor_then_flat", [11, 10], [32, 10], ["skyjo.settled.penalty_kinds"]),
    ("both", "skyoo score.finisher_penalty=flat_then_factor", [11, 10], [42, 10], ["skyjo.settled.penalty_kinds"]),
    ("none", "skyoo score.finisher_penalty=none", [11, 10], [11, 10], ["skyjo.settings.finisher_penalty"]),
    ("exempt from flat", "skyoo score.finisher_penalty=flat", [0, -2], [0, -2], ["skyjo.settled.exempt_all_kinds"]),
    ("flat, none exempt", "skyjo-es score.finisher_penalty=flat", [0, -2], [10, -2], ["skyjo.settled.flat_penalty"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "header", "sums", "credited", "rules"), SCORES)
def test_scores(name, header, sums, credited, rules):
    done = closing(sums, header=header)
    assert done.event("count").facts["scores"] == sums
    assert done.state.gained == credited
    assert done.state.totals == credited
    assert set(rules) <= set(done.rules)
    assert {"skyjo.score.sum", "skyjo.score.cumulative", "skyjo.score.record", "skyjo.round.count", "skyjo.match.rounds"} <= set(done.rules)


def test_e44_compared_after_the_reveal():
    """B's column goes at the reveal, which makes A's score the higher one."""
    text = (
        "skyjo skyoo | phase=flip seat=B turn=9 finisher=A discard=3 | A grid=" + grid_of(20) + " | B grid=9,1,2,3/9,0,1,2/h9,2,0,1"
    )
    done = play(text, "flip r3c1")
    assert done.event("count").facts["scores"] == [20, 12]
    assert done.state.gained == [40, 12]


class TestMatchEnd:
    """skyjo.match.end and the winner."""

    def test_s18(self):
        done = closing([12, -4, 15], finisher=1, totals=[88, 95, 60])
        assert done.state.totals == [100, 91, 75]
        assert SKYJO.outcome(done.state) == ("match_score", (2,), (100, 91, 75))
        assert {"skyjo.match.end", "skyjo.match.winner", "skyjo.match.end_after_round"} <= set(done.rules)
        assert "skyjo.match.end_or_more" not in done.rules
        assert done.phase == "over"

    @pytest.mark.parametrize("header", ["skyoo", "skyjo-es"])
    def test_s19(self, header):
        """E47: only the doubling ends the match."""
        done = closing([8, 5, 9], totals=[85, 70, 90], header=header)
        assert done.state.totals == [101, 75, 99]
        assert SKYJO.outcome(done.state).winners == (1,)
        assert {"skyjo.E47", "skyjo.match.end_or_more"} <= set(done.rules)

    def test_e48_shared_win(self):
        done = closing([5, 6, 20], totals=[55, 54, 85])
        assert done.state.totals == [60, 60, 105]
        assert SKYJO.outcome(done.state).winners == (0, 1)
        assert "skyjo.E48" in done.rules

    def test_e49_several_over(self):
        """One at 100 or more wins when nobody is lower."""
        done = closing([1, 6], totals=[99, 99])
        assert SKYJO.outcome(done.state) == ("match_score", (0,), (100, 105))
        assert "skyjo.E49" in done.rules

    @pytest.mark.parametrize(("shown", "rules"), [("live", {"skyjo.E52", "skyjo.settings.show_round_score"}), ("after_round", set())])
    def test_what_is_counted_and_shown(self, shown, rules):
        """skyjo.objective.grid at every count, skyjo.objective.match at the end; the running sum is a setting."""
        done = closing([5, 20], header=f"skyoo ui.round_score={shown}", totals=[55, 85])
        assert "skyjo.objective.grid" in done.event("count").rules
        assert {"skyjo.E52", "skyjo.settings.show_round_score"} & set(done.rules) == rules
        assert "skyjo.objective.match" in done.event("match_over").rules
        assert "skyjo.objective.match" not in closing([5, 20]).rules

    def test_goes_on_below_the_limit(self):
        done = closing([5, 14], totals=[60, 85])
        assert done.state.totals == [65, 99]
        assert SKYJO.outcome(done.state) is None
        assert (done.phase, done.state.round) == ("deal", 1)
        assert "skyjo.match.rounds" in done.rules

    def test_final_score(self):
        done = closing([5, 14], header="skyoo match.final_score=50", totals=[30, 40])
        assert SKYJO.outcome(done.state).winners == (0,)
        assert "skyjo.settings.final_score" in done.rules

    def test_e50_below_zero(self):
        assert closing([-4, 20]).state.totals == [-4, 20]


def next_round(done, *, seats=3):
    """The next round dealt, with everybody's first two cards turned: A 8 and 7, B 12 and 1, C 5 and 6 in dealing order from A."""
    first = ["8", "12", "5", "7", "1", "6"]
    flips = ["flip r1c1", "flip r1c2"] * seats
    return play(done.state, deal_text(first), *flips)


class TestLaterRounds:
    """E19-E21, skyjo.round.same_rules, skyjo.deal.next_dealer."""

    def test_same_rule(self):
        """B finished round 1; the highest opening sum starts round 2, whatever happened before."""
        done = next_round(closing([12, -4, 15], finisher=1))
        assert done.state.round == 2
        assert done.event("starter").facts == {"sums": [15, 13, 11], "starter": 0}
        assert {"skyjo.E19", "skyjo.start.highest_sum"} <= set(done.event("starter").rules)

    @pytest.mark.parametrize(
        ("how", "sums", "starter"), [("finisher", [12, -4, 15], 1), ("winner", [12, 14, -4], 2), ("rotate", [12, -4, 15], 2)]
    )
    def test_options(self, how, sums, starter):
        done = next_round(closing(sums, finisher=1, header=f"skyoo start.next_rounds={how}", turn="starter=B"))
        assert done.state.player == done.state.starter == starter
        assert done.event("starter").rules[0] == "skyjo.settled.later_starters"

    def test_winner_tied(self):
        """Lots among those credited the fewest points."""
        done = next_round(closing([12, 5, 5], header="skyoo start.next_rounds=winner"))
        assert done.phase == "starter"
        assert ruling(done.state, "starter 0")[0] == "skyjo.settled.later_starters"
        assert play(done.state, "starter 2").state.player == 2

    def test_e21_all_cards_again(self):
        """Every empty place is filled; the pack is whole."""
        text = (
            "skyjo skyoo | phase=flip seat=B turn=9 finisher=A discard=3 | A grid=-,1,2,3/-,2,1,0/-,0,2,1 | B grid=" + grid_of(30, "h")
        )
        done = play(text, "flip r3c1")
        dealt = play(done.state, "deal ?x150")
        assert dealt.grid(0) == "?,?,?,?/?,?,?,?/?,?,?,?"
        assert {"skyjo.E21", "skyjo.round.same_rules"} <= set(dealt.rules)

    def test_e20_dealer(self):
        """skyjo-es: the last seat deals first, the next seat in each later round; the deal begins on the dealer's left."""
        first = play("skyjo skyjo-es | phase=deal | A | B | C", deal_text(["8", "12", "5"]))
        assert first.event("dealt").facts["dealer"] == 2
        assert [first.grid(seat).split(",")[0] for seat in range(3)] == ["h8", "h12", "h5"]
        second = play(closing([10, 11, 12], header="skyjo-es").state, deal_text(["8", "12", "5"]))
        assert second.event("dealt").facts["dealer"] == 0
        assert {"skyjo.deal.next_dealer", "skyjo.E20"} <= set(second.event("dealt").rules)
        assert [second.grid(seat).split(",")[0] for seat in range(3)] == ["h5", "h8", "h12"]

    def test_grids_stay_until_the_next_deal(self):
        done = closing([10, 11])
        assert done.grid(0) == grid_of(10)
        assert [dict(info.marks)["round"] for info in SKYJO.seat_infos(done.state, None)] == ["10", "11"]


class TestStarter:
    """E13, E15 and the other ways to name who begins."""

    def opening(self, a, b, changes=""):
        rest = "?x2/?x4/?x4"
        (a1, a2), (b1, b2) = a, b
        return f"skyjo skyoo {changes}| phase=opening seat=B discard=2 | A grid=h{a1}!,h{a2}!,{rest} | B grid=h{b1}!,h{b2},{rest}"

    def test_e13_highest_card(self):
        done = play(self.opening((12, -2), (5, 5)), "flip r1c2")
        assert done.event("starter").facts == {"sums": [10, 10], "starter": 0}
        assert {"skyjo.E13", "skyjo.E14"} <= set(done.rules)

    def test_e13_lots(self):
        done = play(self.opening((7, 3), (3, 7)), "flip r1c2")
        assert (done.phase, done.state.lots) == ("starter", [0, 1])
        assert ruling(done.state, "draw", 0)[0] == "skyjo.start.highest_sum"
        assert ruling(done.state, "starter 2")[0] == "skyjo.start.highest_sum"
        assert ruling(done.state, "starter 1", 1)[0] == "skyjo.start.highest_sum"
        drawn = play(done.state, "starter 1")
        assert drawn.event("starter").facts == {"sums": [10, 10], "starter": 1}
        assert {"skyjo.E13", "skyjo.settled.lots"} <= set(drawn.rules)
        assert drawn.state.player == drawn.state.starter == 1

    def test_tie_break_options(self):
        assert play(self.opening((5, 5), (12, -2), "start.tie_break=seat_order "), "flip r1c2").state.player == 0
        assert play(self.opening((5, 5), (12, -2), "start.tie_break=random "), "flip r1c2").phase == "starter"

    def test_e15_no_flips(self):
        done = play("skyjo skyoo deal.initial_flips=0 | phase=deal | A | B", deal_text([]))
        assert (done.phase, done.state.lots) == ("starter", [0, 1])
        assert "skyjo.E15" in play(done.state, "starter 1").rules
        assert ruling(done.state, "starter 5")[0] == "skyjo.E15"

    @pytest.mark.parametrize(("how", "phase"), [("host", "turn"), ("random", "starter")])
    def test_start_player(self, how, phase):
        done = play(self.opening((1, 2), (12, 12), f"start.player={how} "), "flip r1c2")
        assert done.phase == phase
        if phase == "turn":
            assert done.state.player == 0
            assert "skyjo.settings.host" in done.rules

    def test_order_of_the_table(self):
        """skyjo.turn.order: A, then B, then C, then A again."""
        text = "skyjo skyoo | phase=turn seat=B discard=2 | A grid=1,?x3/?x4/?x4 | B grid=1,?x3/?x4/?x4 | C grid=1,?x3/?x4/?x4"
        state, order = SKYJO.read_position(text), []
        for _ in range(4):
            order.append(state.player)
            state = play(state, "take", "swap r1c1").state
        assert order == [1, 2, 0, 1]


class TestDrawPile:
    """E11, E12: the draw pile runs out."""

    def test_e11_reshuffle(self):
        """Discard 1, 2, 3 (top): the 3 stays, the others are shuffled; the draw is committed, then made."""
        text = "skyjo skyoo grid.rows=1 grid.cols=73 | phase=turn turn=9 discard=?,1,2,3 | A grid=5,?x72 | B"
        done = play(text, "draw")
        assert done.phase == "reshuffle"
        assert "skyjo.settled.reshuffle_when_needed" in done.rules
        assert ruling(done.state, "take", 0)[0] == "skyjo.settled.reshuffle_when_needed"
        assert ruling(done.state, "reshuffle 2 1")[0] == "skyjo.E11"
        assert ruling(done.state, "reshuffle 2 3 4")[0] == "skyjo.E11"
        mixed = play(done.state, "reshuffle 2 7 1")
        assert mixed.discard == "3"
        assert "skyjo.E11" in mixed.rules
        state = mixed.state
        assert state.face[state.held] == 2
        assert [state.face[card] for card in state.draw] == [1, 7]
        assert (mixed.phase, state.player) == ("place", 0)

    def test_unknown_order(self):
        """A physical shuffle: nobody knows the order; all faces can come again."""
        text = "skyjo skyoo grid.rows=1 grid.cols=73 | phase=turn turn=9 discard=?,1,2,3 | A grid=5,?x72 | B"
        done = play(text, "draw", "reshuffle ?x3")
        assert done.phase == "reveal_draw"
        assert play(done.state, "reveal 1").state.face.count(1) == 1

    def test_e11_refused(self):
        """Nothing to shuffle, which E43 keeps from happening in play: only the discard action is open."""
        text = "skyjo skyoo solo.mode=single_grid grid.rows=1 grid.cols=148 | phase=turn turn=9 discard=3 | A"
        state = SKYJO.read_position(text)
        state.discard.insert(0, state.draw.pop())
        assert ruling(state, "draw")[0] is None
        state.grid[0].append(state.discard.pop(0))
        assert ruling(state, "draw")[0] == "skyjo.E11"
        assert legal(state) == ["take"]

    def test_end_round(self):
        """`deck.exhausted` end_round: the turn that has emptied the pile is the last."""
        text = "skyjo skyoo deck.exhausted=end_round | phase=place seat=A turn=9 held=2 discard=?x122,1,2,3 | A grid=5,?x3/?x4/?x4 | B"
        done = play(text, "swap r1c1")
        assert done.phase == "reveal_final"
        assert "skyjo.E11" in done.rules
        end = play(done.state, SKYJO.write(done.state, SKYJO.sample(done.state, Random(1))))
        assert end.phase == "deal"
        assert "penalty" not in end.kinds, "nobody closed the round"

    def test_e12_never_empty(self):
        """The only discard is taken: the same action puts the replaced card there."""
        done = play("skyjo skyoo | phase=turn discard=3 | A grid=5,?x3/?x4/?x4 | B", "take")
        assert done.discard == ""
        assert play(done.state, "swap r1c1").discard == "5"


class TestReferee:
    """E38-E40, E55: time-outs and leavers."""

    GRID = "A grid=9,h1,?x2/?x4/?x4"

    def test_e38_before_anything(self):
        done = play(f"skyjo skyoo | phase=turn seat=A turn=3 discard=2 draw=7 | {self.GRID} | B", "timeout")
        assert done.discard == "2,7"
        assert done.grid(0).startswith("9,1,?,?/")
        assert done.state.player == 1
        assert {"skyjo.E38", "skyjo.settings.turn_time", "skyjo.turn.must_act"} <= set(done.rules)

    def test_e39_after_a_draw(self):
        done = play(f"skyjo skyoo | phase=place seat=A turn=3 held=7 discard=2 | {self.GRID} | B", "timeout")
        assert done.discard == "2,7"
        assert done.grid(0).startswith("9,1,?,?/")
        assert "skyjo.E39" in done.rules

    def test_e39_after_a_take(self):
        done = play(f"skyjo skyoo | phase=place seat=A turn=3 taken=7 discard=2 | {self.GRID} | B", "timeout")
        assert done.discard == "2,1"
        assert done.grid(0).startswith("9,7,?,?/")

    def test_e39_after_the_discard(self):
        done = play(f"skyjo skyoo | phase=flip seat=A turn=3 discard=2,7 | {self.GRID} | B", "timeout")
        assert done.grid(0).startswith("9,1,?,?/")

    def test_unknown_faces(self):
        """The action waits for each face that becomes visible, and goes on."""
        done = play("skyjo skyoo | phase=turn seat=A turn=3 discard=2 | A grid=9,?x3/?x4/?x4 | B", "timeout")
        assert (done.phase, done.state.forced) == ("reveal_draw", 0)
        done = play(done.state, "reveal 7")
        assert (done.phase, done.state.forced) == ("reveal_flip", 0)
        done = play(done.state, "reveal 4")
        assert (done.state.player, done.state.forced) == (1, -1)
        assert done.grid(0).startswith("9,4,?,?/")

    def test_set_up(self):
        """The first hidden cards in reading order are chosen."""
        done = play("skyjo skyoo | phase=opening discard=2 | A | B", "timeout")
        assert done.grid(0).startswith("?!,?!,?,?/")
        assert done.state.player == 1

    def test_offer_lapses(self):
        text = "skyjo skyjo-es | phase=offer seat=A turn=3 discard=2 | A grid=7,?x3/7,?x3/7,?x3 | B"
        done = play(text, "timeout")
        assert done.state.player == 1
        assert done.grid(0).startswith("7,?,?,?/7")

    def test_e40_forced_finisher(self):
        text = f"skyjo skyoo | phase=turn seat=A turn=9 discard=2 draw=7 | A grid={NEARLY} | B"
        done = play(text, "timeout")
        assert done.state.finisher == 0
        assert "skyjo.E40" in done.rules

    def test_e55_leave(self):
        """The seat plays the time-out action step by step, in the last lap too, and its score counts."""
        text = f"skyjo skyoo | phase=turn seat=A turn=9 finisher=B discard=2 draw=7 | A grid={grid_of(12, 'h')} | B grid={grid_of(9)}"
        left = play(text, "leave 0")
        assert "skyjo.E55" in left.rules
        assert dict(SKYJO.seat_infos(left.state, None)[0].marks).keys() >= {"left"}
        assert legal(left.state) == ["draw"]
        assert ruling(left.state, "take")[0] == "skyjo.E55"
        done = play(left.state, "draw", "discard", "flip r3c1")
        assert done.event("count").facts["scores"] == [12, 9]
        assert done.state.totals == [12, 9]

    def test_e55_out_of_turn(self):
        """A seat may leave while another acts; nothing else changes."""
        done = play(f"skyjo skyoo | phase=turn seat=A turn=3 discard=2 draw=7 | {self.GRID} | B", "leave 1")
        assert done.state.player == 0
        assert legal(done.state) == ["draw", "take"]


class TestSolo:
    """E41, E42."""

    def test_single_grid(self):
        text = f"skyjo skyoo solo.mode=single_grid | phase=flip seat=A turn=9 discard=2 | A grid={grid_of(30, 'h')}"
        done = play(text, "flip r3c1")
        assert {"skyjo.E42", "skyjo.solo"} <= set(done.rules)
        assert done.state.totals == [30]
        assert "last_turns" not in done.kinds

    def test_one_seat_all_turns(self):
        done = play("skyjo skyoo solo.mode=single_grid | phase=turn turn=2 discard=2 | A grid=1,?x3/?x4/?x4", "take", "swap r1c1")
        assert (done.state.player, done.state.turn) == (0, 3)


def test_e52_round_score_shown():
    text = "skyjo skyoo {}| phase=turn discard=2 | A grid=5,-1,?x2/?x4/?x4 | B grid=?x4/?x4/?x4"
    shown = SKYJO.seat_infos(SKYJO.read_position(text.format("ui.round_score=live ")), None)
    assert [dict(info.marks)["shows"] for info in shown] == ["4", "0"]
    hidden = SKYJO.seat_infos(SKYJO.read_position(text.format("")), None)
    assert not any("shows" in dict(info.marks) for info in hidden)


def test_every_phase_is_named():
    assert len(set(PHASES)) == len(PHASES) == 18
