"""Columns and rows: when they go, how they lie on the discard pile, and what an owner may decide. Rows by rule id."""

from __future__ import annotations

import pytest

from cardlab.games.skyjo import SKYJO
from cardlab.lens import Lens

from .skyjo_helpers import legal, play, ruling

S09 = "skyjo skyoo {}| phase=turn seat=A discard=5,8 draw=7 | A grid=h9,8,h1,h4/h6,h3,h3,h8/11,8,h10,h12 | B"
FLIP = "skyjo skyoo {}| phase=flip seat=A discard=5,7 | A grid=h9,8,h1,h4/h6,h8,h3,h8/11,8,h10,h12 | B"
S11 = "skyjo {} | phase=turn seat=A discard=5 draw=-1 | A grid=-1,3,h4,h4/-1,5,h3,h8/h6,7,h10,h12 | B"


def test_s09_column_goes_on_top():
    """skyjo.column.automatic, skyjo.column.leaves_gap, E01: the displaced card first, the column on top."""
    done = play(S09.format(""), "take", "swap r2c2")
    assert done.grid(0) == "h9,-,h1,h4/h6,-,h3,h8/11,-,h10,h12"
    assert done.discard == "5,3,8,8,8"
    assert done.event("column").facts == {"seat": 0, "column": "c2", "value": "8"}
    assert set(done.event("column").rules) >= {
        "skyjo.column.identical", "skyjo.column.face_up", "skyjo.column.timing_immediate", "skyjo.column.automatic",
        "skyjo.column.to_discard", "skyjo.column.no_refill", "skyjo.column.leaves_gap", "skyjo.E01", "skyjo.E03",
    }  # fmt: skip
    assert done.state.player == 1


@pytest.mark.parametrize(("order", "next_top"), [("on_top", "8"), ("beneath", "3")])
def test_e29_top_of_a_removed_column(order, next_top):
    """skyjo.E29: the card that lies on top after a removal may be taken, one of the column's too; so it is told where one lies there."""
    done = play(S09.format(f"discard.column_order={order} "), "take", "swap r2c2")
    assert ("skyjo.E29" in done.rules) == (order == "on_top")
    assert play(done.state, "take", "swap r1c1").grid(1).split(",")[0] == next_top


def test_displaced_card_first():
    """cases.md: column 9, 9, -1; a 9 is swapped in for the -1: from the top 9, 9, 9, -1."""
    done = play("skyjo skyoo | phase=place held=9 discard=4 | A grid=9,1,2,3/9,?,?,?/-1,?,?,? | B", "swap r3c1")
    assert done.discard == "4,-1,9,9,9"


@pytest.mark.parametrize(
    ("text", "actions", "pile"),
    [
        (S09, ["take", "swap r2c2"], "5,8,8,8,3"),  # E01
        (FLIP, ["flip r2c2"], "5,8,8,8,7"),  # E02
    ],
)
def test_column_beneath(text, actions, pile):
    """`discard.column_order` beneath: the card of the action stays on top."""
    assert play(text.format("discard.column_order=beneath "), *actions).discard == pile


def test_e02_flip_completes_a_column():
    done = play(FLIP.format(""), "flip r2c2")
    assert done.discard == "5,7,8,8,8"
    assert "skyjo.E02" in done.rules


def test_e03_top_row_first():
    """The three cards lie on the pile in the order of the rows."""
    before = SKYJO.read_position(FLIP.format(""))
    column = [before.grid[0][place] for place in (1, 5, 9)]
    assert play(before, "flip r2c2").state.discard[-3:] == column


def test_hidden_does_not_count():
    """cases.md: hidden 4, open 4, open 4: nothing goes until the hidden one is turned."""
    text = "skyjo skyoo | phase=place held=1 discard=2 | A grid=h4,?,?,?/4,?,?,?/4,9,?,? | B"
    done = play(text, "swap r3c2")
    assert "column" not in done.kinds
    assert done.grid(0).startswith("h4,")
    turned = play(text.replace("phase=place held=1", "phase=flip"), "flip r1c1")
    assert turned.discard == "2,4,4,4"


def test_s11_negative_column():
    """E32: skyoo removes it all the same, skyjo-es leaves the choice to the owner."""
    done = play(S11.format("skyoo"), "draw", "swap r3c1")
    assert done.discard == "5,6,-1,-1,-1"
    assert "skyjo.E32" in done.rules
    offered = play(S11.format("skyjo-es"), "draw", "swap r3c1")
    assert offered.phase == "offer"
    assert legal(offered.state) == ["clear c1", "keep c1"]
    kept = play(offered.state, "keep c1")
    assert {"skyjo.column.optional", "skyjo.column.identical", "skyjo.E32"} <= set(kept.rules)
    assert kept.discard == "5,6"
    assert kept.grid(0).startswith("-1,3,")
    assert kept.state.player == 1
    cleared = play(offered.state, "clear c1")
    assert cleared.discard == "5,6,-1,-1,-1"
    assert cleared.grid(0) == "3,h4,h4/5,h3,h8/7,h10,h12"
    assert "skyjo.column.shrinks_grid" in cleared.rules
    assert "skyjo.column.timing_any_moment" in cleared.rules
    assert cleared.state.player == 1


OFFERED = "skyjo skyjo-es | phase=offer seat=A discard=2 | A grid=7,7,?,?/7,7,?,?/7,7,?,? offers=c1 | B"
KEPT = "skyjo skyjo-es {}| phase=turn turn=3 seat=A discard=2 draw=5 | A grid=7,6,?,?/7,?,?,?/7,?,?,? | B"
TALL = "skyjo skyjo-es grid.rows=4 | phase=turn discard=2 | A grid=7,7,?,?/7,7,?,?/7,7,?,?/6,7,?,? | B"
LOW = "skyjo skyjo-es grid.rows=2 | phase=turn discard=2 | A grid=7,7,?,?/7,6,?,? | B"
GAPPED = "skyjo skyjo-es column.after_removal=leave_gap row.removal=optional | phase=turn discard=2 | A grid=-,7,7,7/-,?,?,?/-,?,?,? | B"
ROWS = "skyjo skyjo-es row.removal=optional | phase=turn discard=2 | A grid={}/?,?,?,?/?,?,?,? | B"
SMALL = "skyjo skyjo-es | phase={} discard=2 | A grid=7,?,?/7,?,?/7,?,? | B"

FORBIDDEN = [
    ("skyjo.settled.optional_offer", OFFERED, "draw"),
    ("skyjo.settled.optional_offer", OFFERED, "flip r1c3"),
    ("skyjo.E30", OFFERED, "clear c2"),
    ("skyjo.column.optional", OFFERED, "keep c2"),
    ("skyjo.E30", KEPT.format(""), "clear c1"),
    ("skyjo.column.optional", KEPT.format(""), "keep c1"),
    ("skyjo.column.face_up", KEPT.format(""), "clear c2"),
    ("skyjo.column.identical", "skyjo skyjo-es | phase=turn discard=2 | A grid=7,?,?,?/7,?,?,?/6,?,?,? | B", "clear c1"),
    ("skyjo.E33", LOW, "clear c1"),
    ("skyjo.settled.line_needs_three", TALL, "clear c1"),  # E34: three equal cards of four
    ("skyjo.E36", GAPPED, "clear r1"),
    ("skyjo.E36", GAPPED, "clear c1"),
    ("skyjo.settled.line_needs_three", ROWS.format("7,7,7,6"), "clear r1"),  # E35
    ("skyjo.settled.line_needs_three", ROWS.format("7,7,7,?"), "clear r1"),
    ("skyjo.settled.line_needs_three", "skyjo skyjo-es row.removal=optional grid.cols=2 | phase=turn discard=2 | A grid=7,7/?,?/?,? | B", "clear r1"),  # noqa: E501
    ("skyjo.column.shrinks_grid", SMALL.format("turn"), "clear c4"),
    ("skyjo.column.shrinks_grid", SMALL.format("flip"), "flip r1c4"),
    ("skyjo.deal.grid", SMALL.format("flip"), "flip r1c5"),
    ("skyjo.column.optional", KEPT.format("column.removal=off "), "clear c1"),
    ("skyjo.column.automatic", KEPT.format("column.removal=automatic "), "clear c1"),
    ("skyjo.E56", "skyjo skyjo-es | phase=offer_reveal finisher=B discard=2 | A grid=7,8,1,2/7,8,2,3/7,8,3,4 offers=c2 | B grid=1,2,3,4/2,3,4,5/3,4,5,6", "clear c1"),  # noqa: E501
    ("skyjo.settled.optional_offer", "skyjo skyjo-es | phase=offer_reveal finisher=B discard=2 | A grid=7,8,1,2/7,8,2,3/7,8,3,4 offers=c2 | B grid=1,2,3,4/2,3,4,5/3,4,5,6", "draw"),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize(("rule", "position", "action"), FORBIDDEN)
def test_forbidden(rule, position, action):
    assert ruling(position, action)[0] == rule


def test_offers_are_the_owners():
    """While A decides, nobody else acts; after the round the others have no turn left."""
    assert ruling(OFFERED, "draw", 1)[0] == "skyjo.turn.order"
    text = FORBIDDEN[-1][1]
    assert ruling(text, "draw", 1)[0] == "skyjo.round.ends_at_once"
    assert ruling(text.replace("skyjo-es", "skyjo-es round.last_turns=one_each"), "draw", 1)[0] == "skyjo.round.last_turns"
    opening = "skyjo skyjo-es deal.initial_flips=3 | phase=offer_opening discard=2 lots=A | A sum=21 grid=7,?x3/7,?x3/7,?x3 | B sum=6"
    assert ruling(opening, "draw", 1)[0] == "skyjo.deal.initial_flips_timing"


class TestWindow:
    """E30 and `column.removal_window`."""

    def test_kept_is_offered_again_when_a_card_changes(self):
        """settled: a kept line is offered again when one of its cards has been replaced."""
        done = play(KEPT.format("").replace("discard=2", "discard=7"), "take", "swap r1c1")
        assert done.phase == "offer"
        assert legal(done.state) == ["clear c1", "keep c1"]
        assert {"skyjo.E23", "skyjo.E31"} <= set(done.rules)

    def test_own_turn(self):
        """A later turn of one's own: the line may go, and the turn goes on."""
        text = KEPT.format("column.removal_window=own_turn ")
        assert legal(SKYJO.read_position(text)) == ["draw", "take", "clear c1"]
        done = play(text, "clear c1")
        assert done.discard == "2,7,7,7"
        assert (done.state.player, done.phase) == (0, "turn")
        placed = play(text, "draw", "clear c1", "discard")
        assert placed.phase == "flip"

    def test_not_in_the_turn_of_another(self):
        text = KEPT.format("column.removal_window=own_turn ").replace("seat=A", "seat=B")
        assert ruling(text, "clear c1", 0)[0] == "skyjo.turn.order"

    @pytest.mark.parametrize(("window", "offered"), [("on_completion", False), ("own_turn", False), ("until_round_end", True)])
    def test_kept_lines_at_the_reveal(self, window, offered):
        """E56: earlier offers have lapsed, unless the window lasts until the round ends."""
        text = (
            f"skyjo skyjo-es column.removal_window={window} | phase=flip seat=A turn=9 discard=2 "
            "| A grid=1,2,3,4/2,3,4,5/3,4,5,h6 | B grid=7,8,1,?/7,8,2,3/7,8,3,4"
        )
        done = play(text, "flip r3c4", "reveal 9")
        assert done.phase == ("offer_reveal" if offered else "deal")


class TestReveal:
    """E04, S10: a column completed by the final reveal."""

    GRIDS = "| A grid=1,2,3,4/2,3,4,5/3,4,5,{} | B grid=1,2,3,4/2,3,4,6/3,4,5,7 | C grid=1,2,3,7/2,3,4,7/3,4,5,h7"

    def test_skyoo(self):
        grids = self.GRIDS.format("6").replace("5,7 |", "5,h7 |")
        done = play("skyjo skyoo | phase=flip seat=B turn=9 finisher=C discard=2 " + grids, "flip r3c4")
        assert "skyjo.E04" in done.event("column").rules
        assert done.grid(2) == "1,2,3,-/2,3,4,-/3,4,5,-"
        assert done.event("count").facts["scores"] == [42, 44, 27]

    def test_skyjo_es(self):
        text = "skyjo skyjo-es | phase=flip seat=A turn=9 discard=2 " + self.GRIDS.format("h6")
        done = play(text, "flip r3c4")
        assert (done.phase, done.state.player) == ("offer_reveal", 2)
        cleared = play(done.state, "clear c4")
        assert cleared.event("count").facts["scores"] == [42, 44, 27]
        assert "skyjo.E04" in cleared.rules
        assert play(done.state, "keep c4").event("count").facts["scores"] == [42, 44, 48]

    def test_keep(self):
        text = "skyjo skyjo-es column.at_reveal=keep | phase=flip seat=A turn=9 discard=2 " + self.GRIDS.format("h6")
        assert play(text, "flip r3c4").event("count").facts["scores"] == [42, 44, 48]

    def test_seat_by_seat(self):
        """settled: from the first seat, before any score is compared."""
        text = (
            "skyjo skyoo round.last_turns=none | phase=flip seat=C turn=9 discard=2 | A grid=1,2,3,7/2,3,4,7/3,4,5,h7 "
            "| B grid=8,2,3,4/8,3,4,6/h8,4,5,7 | C grid=1,2,3,4/2,3,4,6/3,4,5,h9"
        )
        done = play(text, "flip r3c4")
        assert [(event.facts["seat"], event.facts["column"]) for event in done.events if event.kind == "column"] == [(0, "c4"), (1, "c1")]
        assert "skyjo.settled.reveal_by_seat" in done.rules
        assert done.kinds.index("column") < done.kinds.index("count")
        assert done.discard == "2,7,7,7,8,8,8"


class TestSetup:
    """E17: opening flips complete a column."""

    def text(self, changes="", preset="skyoo"):
        return (
            f"skyjo {preset} deal.initial_flips=3 {changes}| phase=opening seat=B discard=2 "
            "| A grid=h4!,?x3/h4!,?x3/h4!,?x3 | B grid=h5!,?x3/h3!,?x3/?,h2,?x2"
        )

    def test_removed_after_all_have_flipped(self):
        done = play(self.text(), "flip r3c2")
        assert done.event("opening").facts["sums"] == [12, 10]
        assert done.discard == "2,4,4,4"
        assert done.grid(0).startswith("-,?,?,?/-")
        assert "skyjo.E17" in done.event("column").rules
        assert done.event("starter").facts["starter"] == 0, "sums use the cards as flipped"
        assert "skyjo.settings.initial_flips" in done.rules

    def test_keep(self):
        assert play(self.text("column.at_setup=keep "), "flip r3c2").grid(0).startswith("4,?,?,?/4")

    def test_offered(self):
        done = play(self.text(preset="skyjo-es"), "flip r3c2")
        assert (done.phase, done.state.player) == ("offer_opening", 0)
        assert ruling(done.state, "draw")[0] == "skyjo.settled.optional_offer"
        kept = play(done.state, "keep c1")
        assert (kept.phase, kept.state.player) == ("turn", 0)
        assert "skyjo.E17" in kept.rules

    def test_beneath(self):
        assert play(self.text("discard.column_order=beneath "), "flip r3c2").discard == "4,4,4,2"


class TestRows:
    """Rows of identical cards (skyjo.settings.identical_rows, E35-E37)."""

    def test_row_goes(self):
        done = play("skyjo skyoo row.removal=automatic | phase=place held=7 discard=2 | A grid=7,7,7,h5/?x4/?x4 | B", "swap r1c4")
        assert done.grid(0) == "-,-,-,-/?,?,?,?/?,?,?,?"
        assert done.discard == "2,5,7,7,7,7"
        assert done.event("row").facts == {"seat": 0, "row": "r1", "value": "7"}
        assert {"skyjo.settings.identical_rows", "skyjo.E35"} <= set(done.rules)

    def test_off_by_default(self):
        done = play("skyjo skyoo | phase=place held=7 discard=2 | A grid=7,7,7,h5/?x4/?x4 | B", "swap r1c4")
        assert done.discard == "2,5"

    def test_e37_row_and_column(self):
        """Both go, the shared card once, the row below and the column on top."""
        text = "skyjo skyoo row.removal=automatic | phase=place held=7 discard=2 | A grid=h5,7,7,7/7,?x3/7,?x3 | B"
        before = SKYJO.read_position(text)
        row, column = [before.grid[0][i] for i in (1, 2, 3)], [before.held, before.grid[0][4], before.grid[0][8]]
        done = play(before, "swap r1c1")
        assert done.kinds.count("row") == done.kinds.count("column") == 1
        assert {"skyjo.E37", "skyjo.settled.lines_together"} <= set(done.rules)
        assert done.state.discard[2:] == row + column
        assert done.grid(0) == "-,-,-,-/-,?,?,?/-,?,?,?"

    def test_close_up(self):
        text = "skyjo skyjo-es row.removal=optional | phase=place held=7 discard=2 | A grid=h5,7,7,7/7,?x3/7,?x3 | B"
        done = play(text, "swap r1c1")
        assert legal(done.state) == ["clear r1", "clear c1", "keep r1", "keep c1"]
        first = play(done.state, "clear c1")
        assert first.grid(0) == "7,7,7/?,?,?/?,?,?"
        assert legal(first.state) == ["clear r1", "keep r1"]
        both = play(first.state, "clear r1")
        assert both.grid(0) == "?,?,?/?,?,?"
        assert both.discard == "2,5,7,7,7,7,7,7"
        zone = SKYJO.cards(both.state, Lens(0))[3]
        assert (len(zone.codes), zone.count) == (9, 6), "the zone keeps its three rows"

    def test_optional_row_and_column_with_gaps(self):
        """What the column has taken is not taken again by the row that was offered with it."""
        text = "skyjo skyjo-es row.removal=optional column.after_removal=leave_gap | phase=place held=7 discard=2 "
        done = play(text + "| A grid=h5,7,7,7/7,?x3/7,?x3 | B", "swap r1c1", "clear c1", "clear r1")
        assert done.discard == "2,5,7,7,7,7,7,7"
        assert done.grid(0) == "-,-,-,-/-,?,?,?/-,?,?,?"
        assert done.state.player == 1

    @pytest.mark.parametrize("after", ["leave_gap", "close_up"])
    def test_a_line_without_cards_is_offered_no_more(self, after):
        """At the reveal all lines may be complete; once all columns have gone there is no row left to answer for."""
        text = (
            f"skyjo skyjo-es row.removal=optional grid.cols=3 column.after_removal={after} column.removal_window=until_round_end "
            "| phase=offer_reveal turn=9 finisher=B discard=2 | A grid=7,7,7/7,7,7/7,7,7 | B grid=1,2,3/2,3,4/3,4,5"
        )
        state = SKYJO.read_position(text)
        assert len(legal(state)) == 12
        clear = ["clear c1", "clear c2", "clear c3"] if after == "leave_gap" else ["clear c1"] * 3
        done = play(state, *clear)
        assert done.phase == "deal"
        assert done.event("count").facts["scores"] == [0, 27]

    def test_gap_blocks(self):
        """E36: the first row lacks a column; its three equal cards stay."""
        text = "skyjo skyoo row.removal=automatic | phase=place held=7 discard=2 | A grid=-,7,7,h5/-,?x3/-,?x3 | B"
        assert play(text, "swap r1c4").discard == "2,5"


def test_e33_two_rows_never_go():
    done = play("skyjo skyoo grid.rows=2 | phase=place held=7 discard=2 | A grid=7,?x3/h5,?x3 | B", "swap r2c1")
    assert done.discard == "2,5"


def test_e34_four_rows_all_equal():
    """Three of four stay, four of four go."""
    text = "skyjo skyoo grid.rows=4 | phase=place held=7 discard=2 | A grid=7,?x3/7,?x3/h5,?x3/{},?x3 | B"
    assert play(text.format("h1"), "swap r3c1").discard == "2,5"
    done = play(text.format("7"), "swap r3c1")
    assert done.discard == "2,5,7,7,7,7"
    assert "skyjo.E34" in done.rules


def test_e29_cards_of_a_removed_column_can_be_taken():
    removed = play(S09.format(""), "take", "swap r2c2")
    done = play(removed.state, "take", "swap r1c1", "reveal 4")
    assert done.event("swapped").facts == {"seat": 1, "place": "r1c1", "card": "8", "replaced": "4"}
    assert done.discard == "5,3,8,8,4"


def test_column_off():
    done = play(S09.format("column.removal=off "), "take", "swap r2c2")
    assert done.discard == "5,3"


def test_e10_columns_go_in_last_turns():
    text = "skyjo skyoo | phase=place seat=B held=7 finisher=A discard=2 | A grid=1,2,3,4/2,3,4,5/3,4,5,6 | B grid=7,?x3/7,?x3/h5,?x3 | C"
    done = play(text, "swap r3c1")
    assert "skyjo.E10" in done.event("column").rules
