"""Playing again behind a change, side by side, and bots that play on."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.errors import IllegalAction
from cardlab.game import Action
from cardlab.scratch.again import ILLEGAL, LEGAL, UNKNOWN
from cardlab.scratch.tree import ScratchError

START = (
    "skyjo skyoo | phase=turn seat=A starter=A discard=5 draw=9,2,3,7 | A grid=h9,5,h1,h4/h6,h0,3,8/11,h2,10,12 | B grid=1,1,h2x2/h3x4/h8x4"
)


def line(*actions):
    table = cardlab.scratch(START, names=["Ana", "Leo"])
    table.line(actions)
    table.home()
    return table


def verdicts(done):
    return [(str(move.action), move.verdict, move.why) for move in done.moves]


def test_moves_about_the_same_cards_stay_legal():
    """Ana lays her card elsewhere: what Leo does is about other cards altogether."""
    table = line("draw", "swap r1c1", "draw", "swap r2c1")
    table.forth()
    done = table.insert("swap r1c3", replace=True)
    assert verdicts(done) == [("draw", LEGAL, ""), ("swap r2c1", LEGAL, "")]
    assert done.end.depth == 4
    assert done.count(LEGAL) == 2
    assert table.at(done.end).table()["grid1"].codes[4] == "3"


def test_a_card_drawn_in_between_makes_the_rest_unknowable():
    """Ana takes the discard and swaps before her recorded turn: Leo is to act then, and the card Ana drew is drawn by nobody."""
    table = line("draw", "swap r1c1", "draw", "swap r2c1")
    done = table.insert("take", "swap r1c3")
    assert done.node.action == "swap r1c3"
    assert verdicts(done) == [
        ("draw", ILLEGAL, ""),
        ("swap r1c1", UNKNOWN, "other_cards"),
        ("draw", UNKNOWN, "other_cards"),
        ("swap r2c1", UNKNOWN, "other_cards"),
    ]
    assert done.moves[0].ruling.rules == ("skyjo.turn.order",)
    for lang in ("en", "es", "nl"):
        assert done.text(lang).count("\n") == 4


def test_the_action_itself_may_be_refused_and_nothing_moves():
    table = line("draw", "swap r1c1")
    with pytest.raises(IllegalAction):
        table.insert("discard")
    assert len(table) == 3
    assert table.node is table.origin


def test_the_rest_of_the_record_is_played_again(played):
    """Before a turn of the record another legal action: what was recorded behind it is judged move by move."""
    for ply in range(30, 60):
        position = played.at(ply)
        others = [a for a in position.legal_actions() if a != played.action(ply + 1)]
        if others:
            break
    table = cardlab.scratch(position)
    done = table.insert(others[0], replace=True)
    assert len(done.moves) == len(played) - ply - 1
    assert {move.verdict for move in done.moves} <= {LEGAL, ILLEGAL, UNKNOWN}
    assert [move.number for move in done.moves] == list(range(1, len(done.moves) + 1))
    for move in done.moves:
        assert (move.node is not None) == (move.verdict == LEGAL)
        assert move.text("es")
    # what was played again is what playing it gives
    here = table.at(done.node)
    for move in done.moves:
        if move.verdict == LEGAL:
            here = here.play(move.now, move.now.player)
            assert table.at(move.node).text == here.text


def test_cards_that_have_to_be_told_first_cannot_be_known():
    """Through Ana's eyes the cards of the draw pile are not known: what was done with them is not to be known before they are told."""
    table = cardlab.scratch(START, names=["Ana", "Leo"], seat=0)
    done = table.insert("draw", "reveal 4", "swap r1c1", "reveal 9", replace=True, line=[Action("draw", 0)] * 4 + [Action("draw", 1)])
    assert verdicts(done) == [("draw", LEGAL, "")], "it is Leo's turn, and he may draw"
    table.home()
    done = table.insert("draw", line=[Action("swap r1c1", 0)])
    assert verdicts(done) == [("swap r1c1", UNKNOWN, "unknown")]


# -- side by side


def test_two_nodes_side_by_side(skyjo):
    skyjo.play("take")
    skyjo.play("swap r1c1")
    compared = skyjo.compare(0)
    assert {change.zone.id for change in compared.changes} == {"discard", "grid0"}
    grid = next(change for change in compared.changes if change.zone.id == "grid0")
    assert (grid.places, grid.before.codes[0], grid.after.codes[0]) == ((0,), "?9", "5")
    assert [change.zone.id for change in compared.hands] == ["grid0"]
    assert compared.moment
    for lang in ("en", "es", "nl"):
        assert "r1c1" in compared.text(lang)
    assert len(compared.said()) == len(compared.lines())
    assert not skyjo.compare(0, 0)
    assert skyjo.compare(0, 0).text("es") == "no hay diferencias"


def test_the_record_beside_a_branch(played):
    table = cardlab.scratch(played.at(40))
    assert not table.compare_record()
    table.play_out(7, seed=3)
    beside = table.compare_record()
    assert beside.before == played.at(47).table()
    assert beside.after == table.table()
    assert table.compare_record(40).before == played.at(40).table()
    with pytest.raises(ScratchError, match="no recorded game"):
        cardlab.scratch(played.at(40).text).compare_record()


def test_positions_of_two_games_are_no_pair(skyjo, skipbo):
    from cardlab.scratch.compare import compare

    with pytest.raises(ScratchError, match="no pair"):
        compare(skyjo.position, skipbo.position, skyjo.lens)


# -- bots


def test_bots_play_out_as_one_folded_branch(played):
    table = cardlab.scratch(played.at(40))
    done = table.play_out(25, seed=2)
    assert (done.plies, done.first.folded, done.first.by, done.capped) == (25, True, "sensible", False)
    assert table.node is done.last
    assert done.last.plies == 25
    assert table.undo() is not None and len(table) == 1, "one undo takes the whole run back"
    table.play_out(25, seed=2)
    assert table.at(table.node).text == table.at(done.last.id if done.last.stands else table.node).text


def test_to_the_end_of_the_match():
    table = cardlab.scratch("skyjo", players=2, seed=1, options={"match.final_score": 20})
    done = table.play_out(seed=1)
    assert done.outcome is not None
    assert table.position.player is None
    assert "to the end" in done.text()
    with pytest.raises(ScratchError, match="the match is over"):
        table.play_out(1)


def test_the_cap_is_told(played):
    table = cardlab.scratch(played.at(40))
    done = table.play_out(cap=9)
    assert done.capped and done.plies == 9
    for lang in ("en", "es", "nl"):
        assert "9" in done.text(lang)
    for wrong in ({"cap": 0}, {"cap": 10**6}, {"plies": 0}):
        with pytest.raises(ScratchError):
            table.play_out(**wrong)
    with pytest.raises(cardlab.UnknownName):
        table.play_out(1, bots="genius")


def test_unknown_cards_are_dealt_before_bots_play():
    table = cardlab.scratch("skipbo official | phase=play seat=A B1=4 | A stock=?x29,4 hand=3,5,9,9 | B stock=?x29,7 hand=?x5")
    done = table.play_out(30, seed=4)
    assert [node.kind for node in done.last.path[:3]] == ["origin", "faces", "play"]
    assert done.first.parent.seed == 4
