"""Cards that cannot be seen: counted, supposed, forgotten, dealt at random; and nothing of them through a seat's eyes."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest

import cardlab
from cardlab.lens import Lens
from cardlab.replay.facts import FactError
from cardlab.scratch import hidden
from cardlab.scratch.lines import decode
from cardlab.scratch.view import beyond, hidden_view


def faces(table):
    """How many cards of each face the state has, unknown ones too."""
    state = table.position.state
    return Counter(hidden.face_text(table.game, state, card) for card in range(len(state.face)))


def test_a_supposed_card_is_drawn(skyjo):
    before = faces(skyjo)
    skyjo.suppose("draw:1=-2", "grid0:r1c1=12")
    assert faces(skyjo) == before + Counter({"-2": 1, "12": 1}) - Counter({"7": 1, "9": 1}), "faces that nobody had told yet are taken"
    skyjo.play("draw")
    assert skyjo.table(skyjo.node)["drawn"].codes == ("-2",)


def test_a_face_that_lies_elsewhere_hidden_changes_places(played):
    table = cardlab.scratch(played.at(40))
    before = faces(table)
    place, face = table.hidden_places()[0], next(face for face, n in table.possible().items() if n > 2)
    table.suppose(f"{place}={face}")
    assert faces(table) == before, "no card is added or lost"


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ("draw:1=13", "unknown card '13'"),
        ("draw:999=7", "no card lies there"),
        ("discard:1=7", "lies open"),
        ("grid0:r1c2=7", "lies open"),
        ("nowhere:1=7", "unknown zone"),
        ("draw=7", "expected ZONE:PLACE=FACE"),
    ],
)
def test_what_cannot_be_supposed(skyjo, fact, why):
    with pytest.raises(FactError, match=why):
        skyjo.suppose(fact)
    assert len(skyjo) == 1


def test_only_faces_that_are_left(skyjo):
    """Five -2s are in the pack (skyjo.deck.count_minus2): a sixth cannot be, and the count says so."""
    assert skyjo.possible()["-2"] == 5
    skyjo.suppose(*(f"draw:{n}=-2" for n in range(1, 6)))
    assert "-2" not in skyjo.possible()
    with pytest.raises(FactError, match="no -2 is left"):
        skyjo.suppose("draw:6=-2")


def test_possible_counts_the_pack_without_what_is_seen(skipbo):
    """Everything of the pack (skipbo.deck.composition) that this table does not show to everybody, and nothing else."""
    seen = Counter({"1": 2, "2": 1, "3": 2, "4": 3, "7": 1, "8": 1, "SB": 1})  # B1, B3, two stock tops, D1
    assert skipbo.possible() == {face: n - seen[face] for face, n in skipbo.game.copies.items()}
    ana = cardlab.scratch(skipbo.position, seat=0)
    hand = Counter({"3": 1, "5": 1, "9": 2})
    assert ana.possible() == {face: n - seen[face] - hand[face] for face, n in skipbo.game.copies.items()}


def test_an_unknown_card_is_asked_for_when_it_is_turned(skyjo):
    skyjo.suppose("draw:1=?")
    skyjo.play("draw")
    assert skyjo.asked.word == "reveal"
    skyjo.play("reveal 4")
    assert skyjo.table()["drawn"].codes == ("4",)
    assert beyond(skyjo, skyjo.node) == [{"place": "drawn:1", "face": "4", "how": "told"}]


def test_the_rest_at_random_keeps_what_was_supposed(played):
    table = cardlab.scratch(played.at(40))
    place = "draw:1"
    face = next(face for face, n in table.possible().items() if n)
    table.suppose(f"{place}={face}")
    supposed = table.node
    before = faces(table)
    table.rest_at_random(11)
    text = table.text
    assert table.node.seed == 11
    assert faces(table) == before
    state = table.position.state
    assert hidden.face_text(table.game, state, table.game.pile(state, "draw")[-1]) == face
    table.go(supposed)
    table.rest_at_random(12)
    assert table.text != text
    table.go(supposed)
    assert table.rest_at_random(11) and table.text == text, "the same seed gives the same cards"


def test_every_face_is_dealt_where_none_was_known():
    table = cardlab.scratch("skyjo skyoo | phase=turn seat=A discard=5 | A grid=1,1,?x2/?x4/?x4 | B grid=2,3,?x2/?x4/?x4")
    table.rest_at_random(1)
    assert faces(table) == Counter(table.game.copies), "the whole pack, once"


def test_what_could_not_be_known_is_marked(played):
    """Through everybody's eyes a drawn card of the record is beyond what its drawer could know."""
    table = cardlab.scratch(played.at(40))
    while table.position.player != 0 or "draw" not in table.legal_actions():
        table.play(table.legal_actions()[0]) if table.position.player >= 0 else table.roll(1)
    where = hidden.places(table.game, table.position.state)
    before = table.position.state
    table.play("draw")
    marks = beyond(table, table.node)
    assert marks
    assert {mark["how"] for mark in marks} == {"record"}
    for mark in marks:
        card = next(card for card, place in where.items() if place == mark["place"])
        assert mark["face"] == hidden.face_text(table.game, before, card)


# -- through a seat's eyes


def everything(table):
    """All that a page, a file, a picture or a reader can get from a table, as text."""
    said = [json.loads(msgspec.json.encode(table.view(node))) for node in table.origin.below()]
    return json.dumps([said, table.tree_view(), hidden_view(table), table.svg(), str(table), table.text, table.draft().text], default=str)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nothing_hidden_is_on_a_table_seen_through_a_seat(played, seat):
    """Deal the cards that the seat cannot see otherwise: the table, its file and every refusal stay the same, letter for letter."""
    position = played.at(60)
    lens = Lens(seat, spoilers=seat is not None)
    told = []
    for turn in (0, 1):
        state = position.state
        cards = hidden.unseen(position.game, state, lens)
        if turn:
            values = [state.face[card] for card in cards]
            for card, face in zip(cards, values[3:] + values[:3], strict=True):
                state.face[card] = face
            assert state.face != position.state.face
        other = cardlab.position(position.game.write_position(state), position.names)
        table = cardlab.scratch(other, seat=seat, spoilers=lens.spoilers)
        for _ in range(3):
            actions = table.legal_actions()
            table.play(actions[0]) if actions else table.roll(5)
        table.home()
        told.append(everything(table))
    assert told[0] == told[1]


def test_the_file_of_a_seat_holds_no_hidden_face(played, tmp_path):
    table = cardlab.scratch(played.at(60), seat=0)
    table.save(tmp_path / "one.jsonl")
    table.close()
    begin = decode((tmp_path / "one.jsonl").read_bytes().split(b"\n")[0])
    shown = cardlab.position(begin.position)
    state = shown.state
    assert {hidden.face_text(shown.game, state, card) for card in hidden.unseen(shown.game, state, Lens(0))} == {"?"}


def test_what_a_seat_plays_again_and_keeps_tells_no_hidden_card(played):
    """The record goes on with deals and shuffles that name every face: a seat gets none of them to play again, nor into a replay."""
    table = cardlab.scratch(played.at(0), seat=0)
    assert not any(action.startswith(("deal ", "reshuffle ")) for action in table.left.rest(table.lens))
    table = cardlab.scratch(played.at(40), seat=0)
    actions = table.legal_actions()
    table.play(actions[0]) if actions else table.roll(3)
    made = table.to_replay()
    state = made.at(0).state
    assert {hidden.face_text(made.game, state, card) for card in hidden.unseen(made.game, state, Lens(0))} == {"?"}


def test_what_comes_later_is_not_compared_where_it_may_not_be_known(played):
    table = cardlab.scratch(played, 40, spoilers=False)
    actions = table.legal_actions()
    table.play(actions[0]) if actions else table.roll(1)
    with pytest.raises(cardlab.CardlabError, match="not to be known"):
        table.compare_record(41)
    assert table.compare_record().before == played.at(40).table(lens=table.lens)
