"""The tree of a scratch table: playing, refusing, stepping, and every change taken back."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.errors import IllegalAction, InvalidAction
from cardlab.game import CHANCE
from cardlab.scratch.tree import Node, ScratchError
from cardlab.scratch.trial import Trial


def shape(table):
    """The tree as nested lists of actions."""

    def of(node):
        return [str(node.action or node.kind), *map(of, node.children)]

    return of(table.origin)


def test_playing_makes_nodes_and_leaves_the_origin_alone(skyjo):
    before = skyjo.text
    node = skyjo.play("draw")
    assert (node.id, node.kind, node.parent, node.action, node.action.player) == (1, "play", skyjo.origin, "draw", 0)
    assert skyjo.position.phase == "place"
    assert skyjo.at(0).text == before
    assert skyjo.home() is skyjo.origin
    assert skyjo.play("draw") is node, "the same action leads to the node that is there"
    assert len(skyjo) == 2


def test_a_refused_try_moves_nothing_and_names_its_rule(skyjo):
    """A card is laid only after one was taken or drawn: skyjo.turn.one_of_two."""
    tried = skyjo.attempt("swap r1c1")
    assert isinstance(tried, Trial)
    assert not tried.legal
    assert tried.rules == ("skyjo.turn.one_of_two",)
    assert skyjo.node is skyjo.origin
    assert len(skyjo) == 1
    for lang in ("en", "es", "nl"):
        assert tried.text(lang)
    assert len({tried.text(lang) for lang in ("en", "es", "nl")}) == 3
    with pytest.raises(IllegalAction) as caught:
        skyjo.play("swap r1c1")
    assert caught.value.rule == "skyjo.turn.one_of_two"
    with pytest.raises(InvalidAction):
        skyjo.attempt("hop")


def test_which_source_says_otherwise():
    """A last turn after the finisher: skyoo gives one (002), skyjo-es ends the round at once (003, skyjo.round.ends_at_once)."""
    table = cardlab.scratch(
        "skyjo skyoo | phase=turn seat=B turn=9 starter=A finisher=A discard=5 | A grid=1x4/2x4/3x4 | B grid=?x4/?x4/4x4"
    )
    tried = table.ruling("draw")
    assert tried.legal
    (other,) = tried.otherwise
    assert (other.preset, other.source.id, other.legal, other.ruling.rules) == ("skyjo-es", "003", False, ("skyjo.round.ends_at_once",))
    assert tried.under("skyjo-es").legal is False
    assert all(passage.source.id == "003" for passage in other.passages)
    assert "Skyjo" in other.text("nl")
    with pytest.raises(cardlab.UnknownName):
        tried.under("skyju")


def test_a_wild_on_twelve_is_a_matter_of_the_source(skipbo):
    """skipbo.wild.consecutive and the like: what one preset forbids another may allow; all are asked."""
    trial = skipbo.ruling("H9>B2")
    assert trial.rules == ("skipbo.build.start",)
    assert {other.preset for other in trial.others} == set(skipbo.game.presets) - {"official"}
    assert not trial.otherwise, "no source lets a 9 start a pile"


def test_stepping(skyjo):
    draw = skyjo.play("draw")
    swap = skyjo.play("swap r1c1")
    skyjo.go(draw)
    other = skyjo.play("discard")
    assert skyjo.back() is draw
    assert skyjo.forth() is swap
    assert skyjo.sibling() is other
    assert skyjo.sibling() is swap
    assert skyjo.where_i_was() is other
    skyjo.home()
    assert skyjo.back() is skyjo.origin, "stepping back never leaves the table"
    assert skyjo.origin.end is swap
    assert [n.id for n in other.path] == [0, draw.id, other.id]
    skyjo.go(swap)
    assert skyjo.forth(7) is swap


def test_names_notes_promotion_folding_and_deletion_are_taken_back(skyjo):
    draw = skyjo.play("draw")
    swap = skyjo.play("swap r1c1")
    skyjo.go(draw)
    drop = skyjo.play("discard")
    skyjo.name("the plan", swap)
    skyjo.note("too dear?", drop)
    skyjo.fold(True, swap)
    assert draw.children == [swap, drop]
    skyjo.promote(drop)
    assert draw.children == [drop, swap]
    skyjo.go(drop)
    assert skyjo.delete() is draw, "what stood on the deleted branch goes to where it left"
    assert draw.children == [swap]
    with pytest.raises(ScratchError, match="was deleted"):
        skyjo.go(drop)
    for _ in range(2):
        skyjo.undo()
    assert draw.children == [swap, drop]
    assert drop.note == "too dear?"
    assert swap.folded
    for _ in range(3):
        skyjo.undo()
    assert (swap.name, drop.note, swap.folded) == ("", "", False)
    for _ in range(3):
        assert skyjo.undo() is not None
    assert skyjo.undo() is None, "the table is not left by an undo"
    assert len(skyjo) == 1
    for _ in range(8):
        assert skyjo.redo() is not None
    assert skyjo.redo() is None
    assert draw.children == [swap]
    assert (swap.name, swap.folded) == ("the plan", True)


def test_what_was_done_since_an_undo_ends_the_redo(skyjo):
    skyjo.play("draw")
    skyjo.undo()
    take = skyjo.play("take")
    assert skyjo.redo() is None
    assert skyjo.node is take
    assert shape(skyjo) == ["origin", ["take"]]


def test_the_origin_stays(skyjo):
    for wrong in (skyjo.delete, skyjo.promote):
        with pytest.raises(ScratchError, match="origin"):
            wrong()
    with pytest.raises(ScratchError, match="no node 9"):
        skyjo.go(9)


def test_a_node_of_another_table_is_refused(skyjo, skipbo):
    with pytest.raises(ScratchError, match="another table"):
        skyjo.go(skipbo.origin)


def test_chance_is_asked_for_and_counts_what_can_be():
    """Unknown cards are asked for when they are turned (skyjo.turn.draw_look), and only faces that are left can be told."""
    table = cardlab.scratch("skyjo skyoo | phase=turn seat=A discard=-2x5 | A grid=1,?x3/?x4/?x4 | B grid=1,?x3/?x4/?x4")
    assert table.asked is None
    table.play("draw")
    assert table.position.player == CHANCE
    assert table.asked.word == "reveal"
    assert "-2" not in table.asked.left
    tried = table.attempt("reveal -2")
    assert tried.rules == ("skyjo.deck.composition",)
    assert table.play("reveal 12").action.player == CHANCE
    table.undo()
    told = table.roll(7).action
    table.back()
    table.play("reveal 0")
    table.back()
    assert table.roll(7).action == told, "the same seed gives the same card"


@pytest.mark.parametrize("game", ["skyjo", "skip-bo"])
def test_from_the_name_of_a_game(game):
    table = cardlab.scratch(game, players=["Ana", "Leo"])
    assert table.position.player == CHANCE
    table.roll(3)
    assert table.position.player >= 0
    assert table.names == ("Ana", "Leo")
    with pytest.raises(ScratchError, match="no game, no position text"):
        cardlab.scratch("chess")


def test_from_a_ply_of_a_record(played):
    table = cardlab.scratch(played.at(30))
    assert table.left.ply == 30
    assert table.text == played.at(30).text
    assert cardlab.scratch(played, 30).text == table.text
    assert cardlab.scratch(played.at(30).text).left is None
    with pytest.raises(ScratchError, match="only a replay"):
        cardlab.scratch(played.at(30).text, 3)


def test_a_tree_of_thousands_of_nodes_keeps_every_position(played):
    """5,000 nodes: each position is what playing its path gives, whatever is remembered of it."""
    table = cardlab.scratch(played.at(20))
    while len(table) < 5_000:
        if table.position.player is None:
            table.home()
        table.play_out(400, seed=len(table), cap=400)
        if table.node.depth > 1_000:
            table.home()
    ids = [0, 1, 57, 600, 1_801, 3_333, 4_900]
    for id in ids:
        node = table.go(id)
        assert isinstance(node, Node)
        position = table.at(0)
        for step in node.path[1:]:
            if step.kind == "play":
                position = position.play(step.action, step.action.player)
        if all(step.kind == "play" for step in node.path[1:]):
            assert position.text == table.text
    assert len(table.tree_view()["nodes"]) == len(table)
