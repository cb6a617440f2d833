"""Branches: from any ply, to any depth, with supposed cards; renamed, promoted and deleted by new lines; from several files at once."""

import json
import re
from pathlib import Path

import pytest

import cardlab
from cardlab.replay import loads
from cardlab.replay.facts import FactError, check_place, suppose, supposed
from cardlab.replay.saying import NoteError


def legal(position) -> list[str]:
    return [str(action) for action in position.legal_actions()]


def on_turn(replay, after: int = 10) -> int:
    """A ply after which a seat is to act with some choice."""
    return next(n for n in range(after, len(replay)) if len(replay.at(n).legal_actions()) > 1)


def test_a_branch_is_played_and_read_back(pen, game):
    ana = pen("Ana")
    ply = on_turn(ana.replay)
    branch = ana.branch("other", ply)
    action = legal(ana.replay.at(ply))[-1]
    ana.play(branch, action)
    ana.add("on it", 1, branch=branch)
    notes = cardlab.load(game).annotations(beside=True)
    found = notes.branches[branch]
    assert (found.name, found.author, found.fork, len(found)) == ("other", "Ana", ply, 1)
    assert found.at(0).text == ana.replay.at(ply).text
    assert found.at(1).text == ana.replay.at(ply).play(action).text
    assert str(found.explain(1))
    assert [(remark.text, remark.branch) for remark in notes] == [("on it", branch)]
    assert [track.id for track in notes.tree()] == [branch]
    assert notes.problems == []
    assert cardlab.load(game).branches == {}  # the game's file knows nothing of it


def test_what_is_illegal_is_refused_and_not_written(pen):
    ana = pen("Ana")
    branch = ana.branch("other", on_turn(ana.replay))
    texts = ["draw", "H12>D4"] if ana.replay.header.game == "skipbo" else ["discard", "draw"]
    before = Path(ana.path).read_bytes()
    with pytest.raises(cardlab.IllegalAction) as caught:
        ana.play(branch, next(text for text in texts if not ana.notes.branches[branch].at(0).ruling(text)))
    assert caught.value.rule
    with pytest.raises(cardlab.InvalidAction):
        ana.play(branch, "fly")
    assert Path(ana.path).read_bytes() == before


def test_undo_takes_back_plies_one_by_one_and_then_the_branch(pen):
    ana = pen("Ana")
    ply = on_turn(ana.replay)
    branch = ana.branch("other", ply)
    ana.play(branch, legal(ana.replay.at(ply))[0])
    track = ana.notes.branches[branch]
    if track.at(1).player is not None and track.at(1).player >= 0:
        ana.play(branch, legal(track.at(1))[0])
        assert len(ana.notes.branches[branch]) == 2
        ana.undo()
    assert len(ana.notes.branches[branch]) == 1
    ana.undo()
    assert len(ana.notes.branches[branch]) == 0
    ana.play(branch, legal(ana.replay.at(ply))[-1])
    assert len(ana.notes.branches[branch]) == 1
    ana.undo()
    ana.undo()
    assert ana.notes.tree() == []
    ana.redo()
    assert [track.id for track in ana.notes.tree()] == [branch]


def test_to_any_depth_and_across_files(pen, game):
    """Leo's branch leaves Ana's, Ana's next one leaves Leo's, and so on; read in whichever order."""
    pen("Ana"), pen("Leo")
    ana, leo = pen("Ana", others=["Leo"]), pen("Leo", others=["Ana"])
    parent, ply = None, on_turn(ana.replay)
    for depth in range(6):
        who = (ana, leo)[depth % 2]
        parent = who.branch(f"depth {depth}", ply, parent)
        track = who.notes.branches[parent]
        assert track.at(0).plies == on_turn(ana.replay)
        ply = 0
    names = [track.name for track in ana.notes.branches.values()]
    assert sorted(names) == [f"depth {depth}" for depth in range(6)]
    replay = cardlab.load(game)
    for paths in ((ana.path, leo.path), (leo.path, ana.path)):
        notes = replay.annotations(*paths)
        assert notes.problems == []
        found, depth = notes.tree(), 0
        while found:
            assert [track.name for track in found] == [f"depth {depth}"]
            found, depth = notes.tree(found[0].id), depth + 1
        assert depth == 6
    alone = replay.annotations(leo.path)
    assert all("leaves the unknown branch" in problem.what for problem in alone.problems)


def test_renamed_promoted_and_deleted_by_new_lines(pen, game):
    ana, leo = pen("Ana", own=True), pen("Leo", others=[])
    one, two, three = (ana.branch(name, 8) for name in ("one", "two", "three"))
    below = ana.branch("below", 0, two)
    assert [track.name for track in ana.notes.tree()] == ["one", "two", "three"]
    ana.rename(one, "first")
    ana.promote(three)
    leo.promote(two)
    assert [track.name for track in leo.notes.tree()] == ["two", "three", "first"]
    assert [track.name for track in cardlab.load(game).annotations().tree()] == ["three", "first", "two"]
    ana.delete_branch(two, "no use")
    assert [track.name for track in leo.notes.tree()] == ["three", "first"]
    replay = cardlab.load(game)
    assert list(replay.branches) == [one, three]  # what leaves a deleted branch goes with it
    assert list(replay.all_branches) == [one, two, three, below]
    assert replay.branch(one).name == "first"
    assert replay.branch(two).deleted
    history = replay.annotations().history(replay.branch(two))
    assert [(s.kind, s.author) for s in history] == [("branch", "Ana"), ("delete", "Ana")]
    ana.undo()
    assert list(cardlab.load(game).branches) == [one, two, three, below]


def test_what_cannot_be_a_branch_is_refused(pen):
    ana = pen("Ana")
    before = Path(ana.path).read_bytes()
    with pytest.raises(NoteError, match="ply 999 is not on the main line: it has the plies 0 to"):
        ana.branch("x", 999)
    with pytest.raises(cardlab.UnknownName, match="unknown branch 'none'"):
        ana.branch("x", 0, "none")
    with pytest.raises(NoteError, match="cannot suppose 'draw:1'"):
        ana.branch("x", 5, facts=["draw:1"])
    assert Path(ana.path).read_bytes() == before
    ana.branch("x", 5, id="x")
    with pytest.raises(NoteError, match="branch 'x' is there already"):
        ana.branch("x", 5, id="x")


def test_another_ones_branch_is_left_alone(pen):
    ana, leo = pen("Ana"), pen("Leo", others=["Ana"])
    ply = on_turn(ana.replay)
    branch = ana.branch("hers", ply)
    with pytest.raises(NoteError, match="is in another file: begin one of your own that leaves it"):
        leo.play(branch, legal(ana.replay.at(ply))[0])


def test_the_same_id_in_two_layers_is_two_branches(pen, game):
    ana, leo = pen("Ana"), pen("Leo")
    ana.branch("hers", 3, id="b")
    leo.branch("his", 4, id="b")
    leo.add("on his", 0, branch="b")
    notes = cardlab.load(game).annotations(ana.path, leo.path)
    assert sorted(track.name for track in notes.branches.values()) == ["hers", "his"]
    (remark,) = notes
    assert notes.branches[remark.branch].name == "his"
    assert notes.problems == []


def test_a_note_on_a_ply_that_was_taken_back_stays_with_it(pen):
    ana = pen("Ana")
    ply = on_turn(ana.replay)
    branch = ana.branch("b", ply)
    first, *_, last = legal(ana.replay.at(ply))
    ana.play(branch, first)
    ana.add("on the first", 1, branch=branch)
    with open(ana.path, "a", encoding="utf-8") as file:  # as a recorder does it; the annotator would take back the note first
        file.write(json.dumps({"kind": "undo", "seq": 4, "of": 2}) + "\n")
    ana.play(branch, last)
    ana.add("on the second", 1, branch=branch)
    told = {remark.text: ana.notes.branches[remark.branch].records[0].action for remark in ana.notes}
    assert told == {"on the first": first, "on the second": last}


# -- supposed cards


@pytest.fixture(scope="module")
def skyjo():
    return cardlab.game("skyjo").start(2, seed=7)


@pytest.fixture(scope="module")
def skipbo():
    return cardlab.game("skipbo").start(2, seed=7).play("draw")


def faces(state) -> list[int]:
    return sorted(state.face)


@pytest.mark.parametrize(("fact", "zone", "place"), [
    ("draw:1=12", "draw", -1), ("grid0:r2c3=-2", "grid0", 6), ("grid1:r1c1=0", "grid1", 0),
])  # fmt: skip
def test_a_hidden_card_of_skyjo_is_another(skyjo, fact, zone, place):
    state = skyjo.state
    after = suppose(skyjo.game, skyjo.state, [fact])
    card = skyjo.game.pile(after, zone)[place]
    assert str(after.face[card]) == fact.partition("=")[2]
    assert faces(after) == faces(state)  # no card is added or lost
    assert sum(a != b for a, b in zip(after.face, state.face, strict=True)) in (0, 2)
    assert skyjo.game.read_position(skyjo.game.write_position(after)).face.count(12) == 10


@pytest.mark.parametrize("fact", ["draw:1=SB", "draw:3=12", "stock0:2=1", "hand1:1=SB", "hand0:5=7"])
def test_a_hidden_card_of_skipbo_is_another(skipbo, fact):
    if fact.startswith("hand"):
        hands = [seat for seat in range(2) if skipbo.state.hands[seat]]
        fact = f"hand{hands[0]}{fact[5:]}"
    after = suppose(skipbo.game, skipbo.state, [fact])
    assert faces(after) == faces(skipbo.state)
    zone, place, face = re.split("[:=]", fact)
    pile = skipbo.game.pile(after, zone)
    number = skipbo.game.read(after, f"reveal {face}")[1][0]
    if zone.startswith("hand"):  # shown by face, so that its place may be another now
        assert number in [after.face[card] for card in pile]
    else:
        assert after.face[pile[-int(place)]] == number


@pytest.mark.parametrize(("fact", "place"), [
    ("draw:2=12", ("draw", 2, None, None)), ("grid0:r2c3=-2", ("grid0", None, 2, 3)),
])  # fmt: skip
def test_a_fact_is_read_without_changing_the_state(skyjo, fact, place):
    """Where the card lies, what it is said to be, and what it is."""
    state = skyjo.state
    before = list(state.face)
    found = supposed(skyjo.game, state, fact)
    assert (found.zone, found.nth, found.row, found.col) == place
    assert found.face == fact.partition("=")[2]
    assert found.was == str(state.face[found.card])
    assert state.face == before
    zone = skyjo.game.pile(state, found.zone)
    assert zone.index(found.card) == (len(zone) - 2 if found.nth else 6)


@pytest.mark.parametrize("fact", ["draw=7", "hand0:1=7", "grid0:r9c9=7", "draw:0=7", ""])
def test_a_fact_that_says_nothing_of_a_card_is_none(skyjo, fact):
    assert supposed(skyjo.game, skyjo.state, fact) is None


def test_why_a_branch_stops_stands_on_it(pen, game):
    """The refusal of its first ply that cannot be played; nothing where it holds whole."""
    ana = pen("Ana", own=True)
    branch = ana.branch("b", on_turn(ana.replay))
    ana.play(branch, legal(ana.notes.branches[branch].at(0))[0])
    assert cardlab.load(game).branch(branch).fault is None
    with open(game, "a", encoding="utf-8") as file:
        file.write(json.dumps({"kind": "action", "seq": 999, "seat": 0, "action": "fly", "branch": branch}) + "\n")
    replay = cardlab.load(game)
    assert replay.branch(branch).fault in [problem.what for problem in replay.problems]
    assert "invalid action 'fly'" in replay.branch(branch).fault


def test_several_facts_hold_at_once(skyjo):
    facts = ["draw:1=12", "draw:2=12", "draw:3=12", "grid0:r1c1=12"]
    after = suppose(skyjo.game, skyjo.state, facts)
    assert [after.face[card] for card in skyjo.game.pile(after, "draw")[-3:]] == [12] * 3
    assert after.face[skyjo.game.pile(after, "grid0")[0]] == 12


@pytest.mark.parametrize(("fact", "why"), [
    ("draw=7", "expected ZONE:PLACE=FACE"), ("draw:1=13", "unknown card '13'; known: -2"), ("draw:1=?", "unknown card"),
    ("hand0:1=7", "unknown zone 'hand0'; known: draw"), ("grid0:1=7", "no card lies there"), ("grid0:r4c1=7", "no card lies there"),
    ("draw:0=7", "no card lies there"), ("draw:999=7", "no card lies there"), ("discard:1=7", "that card lies open"),
    ("draw:r1c1=7", "no card lies there"),
])  # fmt: skip
def test_what_cannot_be_supposed(skyjo, fact, why):
    with pytest.raises(FactError) as caught:
        suppose(skyjo.game, skyjo.state, [fact])
    assert str(caught.value).startswith(f"cannot suppose {fact!r}: {why}")


def test_with_unknown_cards_the_count_decides():
    """A deck that nobody knows: a card is supposed as long as one of its face can be left."""
    text = "skyjo skyoo | phase=turn seat=A discard=-2x4,3 | A grid=-2,5,?,?/?x4/?x4 | B grid=1,2,?,?/?x4/?x4"
    position = cardlab.position(text)
    with pytest.raises(FactError, match="no -2 is left that nobody has seen"):
        suppose(position.game, position.state, ["draw:1=-2"])
    after = suppose(position.game, position.state, ["draw:1=12", "grid1:r3c4=12"])
    assert after.face.count(12) == 2


def test_a_branch_with_facts_goes_its_own_way(pen, game):
    ana = pen("Ana", own=True)
    skipbo = ana.replay.header.game == "skipbo"
    ply = on_turn(ana.replay)
    face = "SB" if skipbo else "12"
    branch = ana.branch("what if", ply, facts=[f"draw:1={face}"])
    below = ana.branch("deeper", 0, branch)
    replay = cardlab.load(game)
    assert replay.problems == []
    for name in (branch, below):
        state = replay.branch(name).at(0).state
        assert state.face[replay.game.pile(state, "draw")[-1]] == replay.game.read(state, f"reveal {face}")[1][0]
    assert replay.branch(branch).facts == (f"draw:1={face}",)
    assert replay.at(ply).text == ana.replay.at(ply).text  # the record is as it was


def test_facts_that_cannot_be_are_told_with_their_line(match):
    n = match.count("\n")
    text = match + f'{{"kind":"branch","seq":{n},"id":"b","from":9,"facts":["draw:1=99"]}}\n'
    text += f'{{"kind":"action","seq":{n + 1},"seat":0,"action":"draw","branch":"b"}}\n'
    (problem,) = loads(text, "f.jsonl").problems
    assert str(problem).startswith(f"f.jsonl:{n + 1}: branch 'b': cannot suppose 'draw:1=99': unknown card '99'; known: ")
    assert str(problem).endswith("; it is not played")


def test_many_branches_with_facts_open_in_bounded_time(match):
    import time

    n = match.count("\n")
    lines = [{"kind": "branch", "seq": n + k, "id": str(k), "from": 100, "facts": ["draw:1=7", "draw:2=8"]} for k in range(2000)]
    began = time.process_time()
    replay = loads(match + "".join(json.dumps(line) + "\n" for line in lines))
    assert time.process_time() - began < 20
    assert len(replay.branches) == 2000


@pytest.mark.parametrize(("place", "fine"), [
    ("draw", True), ("grid1:r3c4", True), ("drawn:1", True), ("B1", False), ("grid1:3", False), ("draw:r1c1", False), ("grid9", False),
    ("", False),
])  # fmt: skip
def test_places(skyjo, place, fine):
    assert (check_place(skyjo.game, skyjo.state, place) is None) == fine
