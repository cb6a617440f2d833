"""Branches in the viewer: what reaches the browser, what a lens keeps back, the line on the table, and writing by commands."""

import json

import pytest
import traitlets

import cardlab
from cardlab.games import GAMES
from cardlab.lens import Lens
from cardlab.replay.make import play_match
from cardlab.text import LANGUAGES
from cardlab.widgets import branch_data
from cardlab.widgets.branch_data import BranchData

FACES = {"skyjo": "12", "skipbo": "SB"}


def legal(position):
    return [str(action) for action in position.legal_actions()]


def go_on(pen, branch, plies):
    """Play the first legal action so many times, as far as seats act."""
    for _ in range(plies):
        track = pen.notes.branches[branch]
        end = track.at(len(track))
        if end.player is None or end.player < 0:
            return
        pen.play(branch, legal(end)[0])


@pytest.fixture(params=[game.name for game in GAMES])
def path(request, tmp_path):
    """A game that was broken off; in its file, two branches that leave one ply, the first with a supposed card and one that leaves it."""
    path = tmp_path / "match.jsonl"
    path.write_text(play_match(request.param, 3, seed=5, cap=90, tell=lambda sentence: None), encoding="utf-8")
    return path


@pytest.fixture
def pen(path):
    return cardlab.load(path).annotate(None, "Ana")


@pytest.fixture
def ply(pen):
    """A ply after which a seat is to act with some choice."""
    return next(n for n in range(30, 90) if len(pen.replay.at(n).legal_actions()) > 2)


@pytest.fixture
def grown(pen, ply):
    """The ids of the branches: with a supposed card, one that leaves it, another from the same ply."""
    supposed = pen.branch("another card", ply, facts=[f"draw:1={FACES[pen.replay.game.name]}"])
    go_on(pen, supposed, 6)
    below = pen.branch("deeper", 1, supposed)
    go_on(pen, below, 3)
    beside = pen.branch("beside", ply)
    pen.play(beside, legal(pen.replay.at(ply))[-1])
    return supposed, below, beside


def sent(viewer):
    return {branch["id"]: branch for branch in json.loads(viewer.branches)["branches"]}


def tables(branch, first):
    """The cards after every ply of a branch, the differences applied to the table it leaves as the browser does."""
    now = [(list(cards.codes), cards.count) for cards in first.cards]
    for step in [branch, *branch["steps"]]:
        for zone, *change in step.get("z", ()):
            if isinstance(change[0], int):
                now[zone][0][change[0]] = change[1]
            else:
                now[zone] = (change[0][:], change[1])
        yield [(codes[:], count) for codes, count in now]


@pytest.mark.parametrize("lens", [{}, {"seat": 1}, {"spoilers": False}], ids=["all", "seat", "no-spoilers"])
def test_tables_are_those_of_the_positions(path, grown, lens):
    """At every ply of every branch the differences make the table that the position has, through that lens."""
    replay = cardlab.load(path)
    branches = sent(replay.show(**lens))
    assert set(branches) == set(grown)
    for name, branch in branches.items():
        track = replay.branch(name)
        leaves = track.parent.at(track.fork).table(lens=Lens(**lens))
        for ply, shown in enumerate(tables(branch, leaves)):
            table = track.at(ply).table(lens=Lens(**lens))
            assert shown == [(list(cards.codes), cards.count) for cards in table.cards], f"{name}, ply {ply}"
        assert ply == len(track)
        start = track.at(0)
        assert branch["at"] == [start.player, start.round, start.turn, start.phase]


def test_rules_and_what_is_said_are_those_of_the_branch(path, grown, ply):
    replay = cardlab.load(path)
    viewer = replay.show()
    data = json.loads(viewer.branches)
    supposed, below, beside = (sent(viewer)[name] for name in grown)
    assert [(b["name"], b["author"], b["parent"], b["ply"]) for b in (supposed, below, beside)] == [
        ("another card", "Ana", None, ply), ("deeper", "Ana", grown[0], 1), ("beside", "Ana", None, ply),
    ]  # fmt: skip
    for name in grown:
        for n, step in enumerate(sent(viewer)[name]["steps"], 1):
            why = replay.branch(name).explain(n)
            assert tuple(data["rules"][r] for r in step["r"]) == why.rules
            assert data["phrases"][step["p"]] == why.phrase
            assert step["a"] == why.action
    assert all("problem" not in branch and "undone" not in branch for branch in data["branches"])


def test_a_supposed_card_tells_what_it_is_instead_of_only_to_who_may_know(path, grown, ply):
    """The face that the card on top of the draw pile has is what nobody at the table knows."""
    replay = cardlab.load(path)
    state, game = replay.at(ply).state, replay.game
    was = game.write(state, ("reveal", (state.face[game.pile(state, "draw")[-1]],))).removeprefix("reveal ")
    place = {"z": 0, "n": 1, "face": FACES[game.name]}
    assert sent(replay.show())[grown[0]]["facts"] == [place | {"was": was}]
    for lens in ({"seat": 0}, {"spoilers": False}):
        assert sent(replay.show(**lens))[grown[0]]["facts"] == [place]


def test_what_an_own_hidden_card_is_may_be_known_to_its_seat(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text(play_match("skipbo", 2, seed=3, cap=40, tell=lambda sentence: None), encoding="utf-8")
    pen = cardlab.load(path).annotate(None, "Ana")
    ply = next(n for n in range(5, 40) if pen.replay.at(n).table()["hand0"].count > 1)
    branch = pen.branch("a wild in hand", ply, facts=["hand0:1=SB"])
    replay = cardlab.load(path)
    assert "was" in sent(replay.show(seat=0))[branch]["facts"][0]
    assert "was" not in sent(replay.show(seat=1))[branch]["facts"][0]


def test_what_leaves_a_later_ply_stays_behind(path, grown, ply):
    """Nothing of a branch that leaves a ply that may not be known, nor of what leaves that branch, is sent."""
    replay = cardlab.load(path)
    assert set(sent(replay.show(upto=ply))) == set(grown)
    viewer = replay.show(upto=ply - 1)
    assert viewer.branches == b""
    with pytest.raises(cardlab.UnknownName, match="unknown branch"):
        replay.show(upto=ply - 1, line=grown[0])


def test_a_branch_that_cannot_be_played_on_says_why(path, grown):
    """The sentence is the refusal of the ply that is wrong; a seat, whom it could tell of a hidden card, learns only that it is so."""
    count = len(path.read_text(encoding="utf-8").splitlines())
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"kind": "action", "seq": count, "seat": 0, "action": "fly", "branch": grown[2]}) + "\n")
    replay = cardlab.load(path)
    assert sent(replay.show())[grown[2]]["problem"].startswith("invalid action 'fly': ")
    assert sent(replay.show(seat=1))[grown[2]]["problem"] == ""


def test_of_plies_that_were_taken_back_only_those_are_shown_that_something_hangs_on(path, pen, ply):
    branch = pen.branch("tried", ply)
    first, *_, last = legal(pen.replay.at(ply))
    pen.play(branch, first)
    pen.undo()
    pen.play(branch, last)
    replay = cardlab.load(path)
    assert len(replay.undone) == 1
    assert list(sent(replay.show())) == [branch]


def test_only_what_is_new_is_walked_through(path, pen, grown, monkeypatch):
    """After one more ply on one branch, the others are not run again, and the whole is what a new viewer sends."""
    walked = []

    class Counting(branch_data.Steps):
        def __init__(self, *given):
            walked.append(1)
            super().__init__(*given)

    monkeypatch.setattr(branch_data, "Steps", Counting)
    data = BranchData(pen.replay, Lens())
    data.data(pen.notes.branches)
    assert len(walked) == 3
    go_on(pen, grown[2], 1)
    again = json.loads(data.data(pen.notes.branches))["branches"]
    assert len(walked) == 4
    fresh = json.loads(BranchData(pen.replay, Lens()).data(pen.notes.branches))["branches"]
    told = ("id", "name", "ply", "at", "z", "marks")
    assert [{key: b.get(key) for key in told} for b in again] == [{key: b.get(key) for key in told} for b in fresh]
    assert [[step["a"] for step in b["steps"]] for b in again] == [[step["a"] for step in b["steps"]] for b in fresh]


# -- the line on the table


def test_the_line_on_the_table_is_what_python_tells(path, grown):
    replay = cardlab.load(path)
    viewer = replay.show(line=grown[0], ply=2)
    track = replay.branch(grown[0])
    assert (viewer.line, viewer.ply) == (grown[0], 2)
    assert f"line={grown[0]!r}" in repr(viewer)
    for lang in LANGUAGES:
        viewer.lang = lang
        data, _ = viewer._repr_mimebundle_()
        assert track.explain(2).text(lang) in data["text/plain"] and "another card" in data["text/plain"]
    viewer.ply = 999
    assert viewer.ply == len(track)
    viewer.line = grown[2]
    assert viewer.ply == 1  # the last ply of that one
    viewer.line = None
    viewer.ply = 999
    assert viewer.ply == len(replay)


def test_a_line_that_is_not_there_is_refused_with_those_that_are(path, grown):
    viewer = cardlab.load(path).show(line=grown[1])
    with pytest.raises(traitlets.TraitError, match=f"unknown branch 'none'; known: .*{grown[0]}"):
        viewer.line = "none"
    assert viewer.line == grown[1]
    with pytest.raises(ValueError, match="no ply 50; plies are 0 to 6"):
        cardlab.load(path).show(line=grown[0], ply=50)


def test_line_and_ply_come_together_from_the_browser(path, grown, ply):
    """In whichever order: the ply is one of the line it comes with."""
    viewer = cardlab.load(path).show(ply=ply)
    viewer.set_state({"ply": 3, "line": grown[0]})
    assert (viewer.line, viewer.ply) == (grown[0], 3)
    viewer.set_state({"line": None, "ply": ply})
    assert (viewer.line, viewer.ply) == (None, ply)


def test_another_seat_brings_other_branches(path, grown):
    viewer = cardlab.load(path).show()
    whole = viewer.branches
    viewer.seat = 1
    assert viewer.branches != whole
    viewer.seat = None
    assert viewer.branches == whole


# -- writing


@pytest.fixture
def desk(path, grown):
    """A viewer in which somebody writes into the game's file; `do(…)` is what the browser asks."""
    replay = cardlab.load(path)
    viewer = replay.show()
    viewer._pen = replay.annotate(None, "Leo")
    viewer._read = viewer._pen.notes
    viewer._send_branches()

    def do(**msg):
        answer, buffers = viewer._branch(msg, [])
        assert buffers == []
        return answer

    return viewer, do


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_a_branch_is_begun_and_played_line_by_line(path, desk, ply):
    viewer, do = desk
    before = lines(path)
    answer = do(do="begin", line=None, ply=ply, name=" mine ")
    assert answer["ply"] == 0 and answer["player"] == viewer._replay.at(ply).player
    assert answer["actions"] == legal(viewer._replay.at(ply))
    name = answer["line"]
    assert (sent(viewer)[name]["name"], sent(viewer)[name]["author"], sent(viewer)[name]["own"]) == ("mine", "Leo", True)
    assert len(lines(path)) == len(before) + 1
    answer = do(do="play", line=name, action=answer["actions"][0])
    assert answer["ply"] == 1
    assert len(lines(path)) == len(before) + 2
    assert len(sent(viewer)[name]["steps"]) == 1
    reopened = cardlab.load(path).branch(name)
    assert [str(action) for action in legal(reopened.at(1))] == answer["actions"]


def test_what_may_not_be_played_is_refused_with_its_rule_and_sentence(path, desk, grown):
    viewer, do = desk
    viewer.lang = "es"
    before = lines(path)
    end = viewer._read.branches[grown[2]].at(1)
    wrong = next(text for text in ("discard", "draw", "H12>D4", "flip r1c1") if _forbidden(end, text))
    answer = do(do="play", line=grown[2], action=wrong)
    assert answer == {"refused": end.ruling(wrong).text("es"), "rules": list(end.ruling(wrong).rules)}
    assert do(do="play", line=grown[2], action="fly")["error"].startswith("invalid action 'fly'")
    assert lines(path) == before


def test_before_a_class_only_a_hand_that_is_shown_is_tried(path, desk, grown):
    """What another hand may do, and why not, would tell of its cards: nothing is offered, played or refused for it until it is shown."""
    viewer, do = desk
    viewer.lang = "en"
    end = viewer._read.branches[grown[2]].at(1)
    assert end.player >= 0
    before = lines(path)
    wrong = next(text for text in ("discard", "draw", "H12>D4", "flip r1c1") if _forbidden(end, text))
    for shown in ([], [seat for seat in range(3) if seat != end.player]):
        viewer.revealed = shown
        assert do(do="look", line=grown[2])["actions"] == []
        for action in (wrong, legal(end)[0]):
            assert (
                do(do="play", line=grown[2], action=action)["error"]
                == f"{end.names[end.player]}'s hand is not shown: show it to try what {end.names[end.player]} does"
            )
    assert lines(path) == before
    viewer.revealed = [end.player]
    assert do(do="look", line=grown[2])["actions"] == legal(end)
    assert "refused" in do(do="play", line=grown[2], action=wrong)


def _forbidden(position, text):
    try:
        return not position.ruling(text)
    except cardlab.InvalidAction:
        return False


def test_renamed_promoted_and_deleted_each_by_one_line(path, desk, grown):
    viewer, do = desk
    before = lines(path)
    do(do="rename", line=grown[2], name="first")
    do(do="promote", line=grown[2])
    roots = [b["name"] for b in json.loads(viewer.branches)["branches"] if b["parent"] is None]
    assert roots == ["first", "another card"]
    assert [json.loads(line)["kind"] for line in lines(path)[len(before) :]] == ["rename", "promote"]
    viewer.line, viewer.ply = grown[1], 2
    do(do="delete", line=grown[0])
    assert list(sent(viewer)) == [grown[2]]
    assert list(cardlab.load(path).branches) == [grown[2]]
    assert (viewer.line, viewer.ply) == (None, viewer._read.branches[grown[0]].fork)


@pytest.mark.parametrize(("msg", "why"), [
    ({"do": "begin", "line": None, "ply": 5, "name": "  "}, "a branch has a name"),
    ({"do": "begin", "line": None, "ply": 9999, "name": "x"}, "ply 9999 is not on the main line"),
    ({"do": "begin", "line": "none", "ply": 0, "name": "x"}, "unknown branch 'none'"),
    ({"do": "begin", "line": None, "ply": 5, "name": "x", "facts": ["draw:1=99"]}, "unknown card '99'"),
    ({"do": "play", "line": "none", "action": "draw"}, "unknown branch 'none'"),
    ({"do": "fly"}, "unknown thing to do 'fly'; known: begin, play"),
    ({}, "do"),
])  # fmt: skip
def test_a_request_that_cannot_be_is_answered_and_writes_nothing(path, desk, msg, why):
    _, do = desk
    before = lines(path)
    assert why in do(**msg)["error"]
    assert lines(path) == before


def test_without_a_file_to_write_nothing_is_written(path, grown):
    viewer = cardlab.load(path).show()
    answer, _ = viewer._branch({"do": "rename", "line": grown[0], "name": "x"}, [])
    assert answer["error"].startswith("nothing can be written here")


def test_from_one_seat_only_its_own_actions_are_offered_and_played(path, desk, ply):
    """What another seat may do would tell of its hand."""
    viewer, do = desk
    acts = viewer._replay.at(ply).player
    viewer.seat = (acts + 1) % 3
    answer = do(do="begin", line=None, ply=ply, name="theirs")
    assert answer["actions"] == []
    name, action = answer["line"], legal(viewer._replay.at(ply))[0]
    before = lines(path)
    assert viewer._replay.names[viewer.seat] in do(do="play", line=name, action=action)["error"]
    assert lines(path) == before
    viewer.seat = acts
    assert do(do="look", line=name)["actions"] == legal(viewer._replay.at(ply))


def test_what_will_come_is_not_turned_up_where_it_is_hidden(tmp_path):
    """Where nobody may know what comes later, a try does not draw the card that will come, unless the branch says which one it is."""
    path = tmp_path / "match.jsonl"
    path.write_text(play_match("skyjo", 2, seed=5, cap=60, tell=lambda sentence: None), encoding="utf-8")
    replay = cardlab.load(path)
    ply = next(n for n in range(20, 60) if {"draw", "take"} <= set(legal(replay.at(n))))
    viewer = replay.show(upto=ply)
    viewer._pen = replay.annotate(None, "Leo")
    viewer._read = viewer._pen.notes
    plain, _ = viewer._branch({"do": "begin", "line": None, "ply": ply, "name": "draw"}, [])
    before = lines(path)
    assert "what comes later is hidden" in viewer._branch({"do": "play", "line": plain["line"], "action": "draw"}, [])[0]["error"]
    assert lines(path) == before
    assert "error" not in viewer._branch({"do": "play", "line": plain["line"], "action": "take"}, [])[0]
    supposed, _ = viewer._branch({"do": "begin", "line": None, "ply": ply, "name": "a 12", "facts": ["draw:1=12"]}, [])
    assert "error" not in viewer._branch({"do": "play", "line": supposed["line"], "action": "draw"}, [])[0]


@pytest.mark.parametrize("edit", [None, "match.notes.leo.jsonl"], ids=["read", "written"])
@pytest.mark.parametrize("target", [None, "match.notes.ana.jsonl"], ids=["game", "layer"])
def test_a_branch_saved_from_a_scratch_table_shows_at_once(path, ply, edit, target):
    """In every viewer that is open on that replay, whether it writes or not, also where the layer was not there before; one that was
    closed hears nothing. From the branch another table is opened and saved, and stands below it."""
    replay = cardlab.load(path)
    there = path.parent
    options = {} if edit is None else {"edit": there / edit, "author": "Leo"}
    viewer, closed = replay.show(**options), replay.show()
    closed.close()
    file = None if target is None else str(there / target)
    table = cardlab.scratch(replay.at(ply))
    table.play(table.legal_actions()[0])
    id = table.to_branch("my way", file, author="Ana")
    assert [(branch["name"], len(branch["steps"])) for branch in sent(viewer).values()] == [("my way", 1)]
    assert closed.branches == b"" and viewer.error == ""
    assert len(replay.branches) == 0, "the replay is as it was read"
    (shown,) = sent(viewer)
    assert viewer._what_if({"ply": 1, "line": shown}, []) == ({}, [])
    below = viewer.scratch.scratch
    assert below.compare_record().text("en") and below.position == table.position
    if below.legal_actions():
        below.play(below.legal_actions()[0])
        below.to_branch("deeper", file, author="Ana")
        assert {branch["parent"] for branch in sent(viewer).values()} == {None, id}
    assert viewer.error == ""
