"""ScratchTable without a browser: what it sends, what it does by name, what it refuses, what it never shows, and that the record stays."""

import json
import re
from pathlib import Path
from random import Random

import pytest

import cardlab
from cardlab.games import GAMES
from cardlab.position import Position
from cardlab.replay.make import play_match
from cardlab.scratch.table import Scratch
from cardlab.text import LANGUAGES, words
from cardlab.widgets.scratch_deeds import DO, TELL
from cardlab.widgets.scratch_table import MOST_GROWN, ScratchTable


@pytest.fixture(params=[game.name for game in GAMES])
def replay(request, tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text(play_match(request.param, 3, seed=5, cap=90, tell=lambda sentence: None), encoding="utf-8")
    return cardlab.load(path)


@pytest.fixture
def widget(replay):
    return cardlab.scratch(replay, 40).show()


def now(widget):
    return json.loads(widget.moment)


def do(widget, name, /, **fields):
    answer, _ = widget._do({"do": name, "at": now(widget)["at"], **fields}, [])
    return answer


def tell(widget, name, /, **fields):
    answer, _ = widget._tell({"do": name, **fields}, [])
    json.dumps(answer)  # it goes to the page as JSON
    return answer


def enter(widget, text):
    answer, _ = widget._enter({"text": text, "at": now(widget)["at"]}, [])
    return answer


def legal(widget):
    return [move[0] for move in now(widget)["moves"] if move[6] < 0]


def tree(widget):
    """The nodes as the page puts them together."""
    whole, grown = json.loads(widget.tree), json.loads(widget.grown)
    assert grown["version"] == whole["version"]
    return {node["id"]: node for node in [*whole["nodes"], *grown["nodes"]]}


def test_the_page_gets_just_what_is_legal(widget):
    """At every node the tries that nothing forbids are the legal actions; the others name a rule; playing one goes to a new node."""
    random = Random(3)
    for depth in range(1, 25):
        told = now(widget)
        assert legal(widget) == [str(action) for action in widget.scratch.legal_actions()]
        assert all(told["rules"][move[6]] for move in told["moves"] if move[6] >= 0)
        if told["asked"] is not None:
            assert "error" not in do(widget, "roll", seed=depth)
        elif legal(widget):
            assert enter(widget, random.choice(legal(widget))) == {"node": widget.scratch.node.id}
        assert now(widget)["node"] == widget.scratch.node.id
        assert tree(widget) == {node["id"]: node for node in widget.scratch.tree_view()["nodes"]}


def test_a_refusal_moves_nothing(widget):
    """A typed action that a rule forbids comes back with that rule, its phrase and facts; one that cannot be read as an error."""
    told = now(widget)
    text, rule = next((move[0], told["rules"][move[6]]) for move in told["moves"] if move[6] >= 0)
    answer = enter(widget, text)
    assert answer["rules"][answer["refused"][2]] == rule
    assert "error" in enter(widget, "no such thing")
    assert now(widget) == told, "nothing has moved"


def test_what_is_asked_at_another_moment_is_not_done(widget):
    old = now(widget)["at"]
    enter(widget, legal(widget)[0])
    assert widget._do({"do": "home", "at": old}, [])[0] == {"error": "stale"}
    assert widget.scratch.node.id == 1


def test_the_others_are_told(widget):
    """What every other preset says of a try, in every language, with the source that it follows."""
    told = now(widget)
    text = next(move[0] for move in told["moves"] if move[6] >= 0)
    answer = tell(widget, "trial", text=text)
    assert not answer["legal"] and answer["others"]
    for other in answer["others"]:
        assert set(other["text"]) == set(LANGUAGES) and other["differs"] == other["legal"]


def test_the_tree_travels_in_small_parts(widget):
    """New nodes go by themselves, the whole tree only when it was changed otherwise, or when there are many of them; either way the page
    has it all."""
    first = widget.tree
    enter(widget, legal(widget)[0])
    assert widget.tree == first and len(json.loads(widget.grown)["nodes"]) == 1
    do(widget, "name", text="my way")
    assert widget.tree == first and tree(widget)[1]["name"] == "my way"
    do(widget, "undo")
    assert widget.tree != first and "name" not in tree(widget)[1]
    do(widget, "home")
    do(widget, "play_out", bots="sensible", plies=MOST_GROWN + 10, seed=1)
    assert json.loads(widget.grown)["nodes"] == []
    assert tree(widget) == {node["id"]: node for node in widget.scratch.tree_view()["nodes"]}


def test_steps_branches_and_what_is_taken_back(widget):
    """Back, forth, siblings, home, where I was, promote, delete, fold, undo and redo: each does what the table does."""
    one, two = legal(widget)[:2]
    enter(widget, one)
    do(widget, "step", by=-1)
    enter(widget, two)
    assert [node.id for node in widget.scratch.origin.children] == [1, 2]
    do(widget, "sibling", by=1)
    assert now(widget)["node"] == 1
    do(widget, "was")
    assert now(widget)["node"] == 2
    do(widget, "promote")
    assert [node.id for node in widget.scratch.origin.children] == [2, 1]
    do(widget, "fold", node=2, on=True)
    assert tree(widget)[2]["folded"]
    do(widget, "note", text="a note", lang="es")
    assert tree(widget)[2]["note"] == "a note"
    do(widget, "delete")
    assert list(tree(widget)) == [0, 1]
    do(widget, "undo")
    assert set(tree(widget)) == {0, 1, 2}
    do(widget, "go", node=1)
    do(widget, "home")
    assert now(widget)["node"] == 0
    while "error" not in do(widget, "undo"):
        pass
    assert do(widget, "undo") == {"error": "nothing to take back"}
    assert "error" not in do(widget, "redo") and set(tree(widget)) == {0, 1}


def test_hidden_cards(widget):
    """The places and the faces that can still be there; a face given is the card that is there; the rest by a seed; forgotten, none is
    known."""
    told = tell(widget, "hidden")
    place = next(place for place in told["places"] if place.startswith("draw:"))
    face = next(face for face, left in told["possible"].items() if left)
    assert do(widget, "suppose", facts=[f"{place}={face}"]) == {}
    assert tree(widget)[1]["facts"] == [f"{place}={face}"]
    assert do(widget, "random", seed=4) == {} and tree(widget)[2]["seed"] == 4
    assert do(widget, "forget") == {}
    assert "error" in do(widget, "suppose", facts=[f"{place}=no such face"])


def test_an_edited_position(widget):
    """While a position is edited nothing can be played; what cannot be is told in every language; checked it is refused, unchecked it
    stays and says so."""
    game = widget.scratch.game
    zone = "discard" if game.name == "skyjo" else "stock0"
    face = next(iter(game.faces))
    do(widget, "edit")
    assert now(widget)["moves"] == [] and now(widget)["draft"]["faults"] == []
    for _ in range(game.copies[face] + 1):
        assert do(widget, "add", zone=zone, face=face) == {}
    faults = now(widget)["draft"]["faults"]
    assert faults and all(set(fault) == set(LANGUAGES) for fault in faults)
    assert len(json.loads(widget.frames)["cards"]) == len(json.loads(widget.frames)["zones"])
    assert "error" in do(widget, "keep")
    assert do(widget, "keep", unchecked=True) == {}
    assert now(widget)["checked"] is False and now(widget)["draft"] is None
    assert "unchecked" in now(widget)["banner"]["en"]


def test_cards_come_from_the_draw_pile_and_go_back(widget):
    """With `trade` the pack stays whole: a card laid, taken away or exchanged leaves the count as it is."""
    game = widget.scratch.game
    do(widget, "edit")
    zone = "discard" if game.name == "skyjo" else "discard0.1"
    face = next(face for face in widget.scratch.draft().cards("draw") if face != "?" and face in game.faces and face != "SB")
    do(widget, "add", zone=zone, face=face, trade=True)
    assert now(widget)["draft"]["faults"] == []
    do(widget, "take", place=f"{zone}:1", trade=True)
    assert now(widget)["draft"]["faults"] == []


def test_a_draft_is_left_as_it_was_by_what_cannot_be(widget):
    """Changes that cannot be read leave the draft; a text of another game is refused; dropped, the table is as before."""
    before = widget.scratch.text
    do(widget, "edit")
    text = now(widget)["draft"]["text"]
    other = cardlab.game("skyjo" if widget.scratch.game.name == "skipbo" else "skipbo").start(3, seed=1).text
    for name, fields in (
        ("paste", {"text": "nonsense"}), ("paste", {"text": other}), ("put", {"place": "nowhere:1", "face": "1"}),
        ("set", {"key": "preset", "value": "none such"}), ("act", {"seat": 9}), ("size", {"zone": "draw", "count": 400}),
    ):  # fmt: skip
        assert "error" in do(widget, name, **fields), name
        assert now(widget)["draft"]["text"] == text
    do(widget, "act", seat=1)
    assert json.loads(widget.frames)["at"][0] == 1
    do(widget, "paste", text=text)
    do(widget, "drop")
    assert now(widget)["draft"] is None and widget.scratch.text == before
    assert do(widget, "keep") == {"error": "nothing is being edited"}


def test_another_beginning(widget):
    """An empty table, a deal by a seed and a position text each begin a draft, by the options and names of this table; what cannot be
    read leaves everything as it was."""
    game, text = widget.scratch.game, widget.scratch.text
    preset, names = widget.scratch.position.options.preset, widget.scratch.names
    assert do(widget, "edit", seed=7) == {}
    dealt = now(widget)["draft"]
    assert dealt["text"] == cardlab.game(game.name).start(players=3, preset=preset, seed=7).text and dealt["faults"] == []
    assert do(widget, "edit", empty=True) == {}
    assert now(widget)["draft"]["tally"]["en"].endswith(f" = {sum(game.copies.values())} cards") and now(widget)["draft"]["faults"]
    assert "error" in do(widget, "edit", text="nonsense")
    assert do(widget, "edit", text=f"  {text} ") == {}
    assert now(widget)["draft"]["text"] == widget.scratch.draft().text
    do(widget, "edit", seed=7)
    assert do(widget, "keep") == {}
    assert widget.scratch.names == names and widget.scratch.node.kind == "edit"


def test_fields_of_a_draft(widget):
    """Scores can be set from the start, though the text leaves out what is 0; a seat goes by its number; options have their choices."""
    do(widget, "edit", seed=3)
    fields = {(field["key"], field["seat"]): field for field in now(widget)["draft"]["fields"]}
    assert all(set(field["label"]) == set(LANGUAGES) for field in fields.values())
    assert [fields["total", seat]["value"] for seat in range(3)] == ["0", "0", "0"]
    assert do(widget, "set", key="total", seat=1, value="20") == {}
    who = "starter" if widget.scratch.game.name == "skyjo" else "dealer"
    assert do(widget, "set", key=who, value=1) == {}
    fields = {(field["key"], field["seat"]): field for field in now(widget)["draft"]["fields"]}
    assert (fields["total", 1]["value"], fields[who, None]["value"]) == ("20", 1)
    option = now(widget)["draft"]["options"][0]
    assert option["kind"] in ("choice", "switch", "number") and "value" in option


def test_inserted_and_compared(widget):
    """Every later move comes back with its verdict; the comparison tells the record's table as the lens sees it."""
    answer = do(widget, "insert", text=legal(widget)[-1])
    assert answer["moves"] and {move["mark"] for move in answer["moves"]} <= {"legal", "illegal", "unknown"}
    assert set(answer["said"][0]) == set(LANGUAGES)
    told = tell(widget, "compare")
    assert told["record"] and len(told["before"]["cards"]) == len(json.loads(widget.frames)["zones"])
    assert all(set(line) == set(LANGUAGES) for line in told["said"])


def test_kept(widget, replay, tmp_path):
    """As a tree, as a game, as a branch in a layer, as a picture; a file that is there is not written over; the record stays."""
    before = Path(replay.path).read_bytes()
    action = legal(widget)[0]
    enter(widget, action)
    tree_file, game_file, layer = (str(tmp_path / name) for name in ("tree", "line.jsonl", "match.notes.ana.jsonl"))
    assert do(widget, "tree", file=tree_file) == {"saved": f"{tree_file}.jsonl"}
    assert "error" in do(widget, "tree", file=tree_file), "there is such a file"
    assert do(widget, "replay", file=game_file, name="my line") == {"saved": game_file}
    assert do(widget, "branch", name="my way", author="Ana", file=layer)["saved"] == layer
    assert tell(widget, "picture", lang="nl")["svg"].startswith("<svg")
    widget.scratch.close()
    assert cardlab.scratch(f"{tree_file}.jsonl").node.action == action
    assert cardlab.load(game_file).title == "my line"
    assert [branch.name for branch in replay.annotations(layer).branches.values()] == ["my way"]
    assert Path(replay.path).read_bytes() == before


def test_nothing_is_left_waiting(widget):
    """Whatever is asked for wrongly gets an answer that says so; every name has been tried."""
    for names, ask in ((DO, do), (TELL, tell)):
        assert "known: " in ask(widget, "no such thing")["error"]
        for name in names:
            for fields in ({}, {"node": "x", "seed": "x", "by": None, "text": 3, "facts": "x", "file": "", "seat": True}):
                answer = ask(widget, name, **fields)
                assert isinstance(answer, dict)
    assert "error" in do(widget, "go", node=10_000)
    assert do(widget, "go", node=True)["error"].startswith("expected a whole number")


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("ply", [20, 33, 40, 47])
def test_a_seat_s_table_holds_nothing_else(replay, ply, seat):
    """Another deal of what the seat cannot see makes not one byte of a difference to what the page is sent."""
    sent = []
    for random in (None, Random(1)):
        position = replay.at(ply)
        state, hidden = position.state, sorted(replay.game.hidden(position.state, seat))
        if random is not None:
            faces = [state.face[card] for card in hidden]
            random.shuffle(faces)
            assert faces != [state.face[card] for card in hidden]
            for card, face in zip(hidden, faces, strict=True):
                state.face[card] = face
        table = ScratchTable(Scratch(Position(replay.game, state, position.names), seat=seat))
        hidden_view = tell(table, "hidden")
        sent.append((table.frames, table.moment, table.tree, table.grown, hidden_view))
    assert sent[0] == sent[1]


def test_a_viewer_s_table_sees_with_its_eyes(replay):
    """What the viewer's seat cannot see has no face on the table that it opens."""
    for ply in (20, 33, 40, 47):
        viewer = replay.show(ply=ply, seat=1)
        assert viewer._what_if({"ply": ply, "line": None}, []) == ({}, [])
        state = viewer.scratch.scratch.position.state
        assert len({state.face[card] for card in replay.game.hidden(replay.at(ply).state, 1)}) == 1


def test_from_the_viewer(replay):
    """The same ply gives the same table, with what was tried; another ply, line or seat another one; a ply that is none an error."""
    viewer = replay.show(ply=40, lang="es")
    viewer._what_if({"ply": 40, "line": None}, [])
    table = viewer.scratch
    assert isinstance(table, ScratchTable) and table.lang == "es" and table.beneath
    enter(table, legal(table)[0])
    assert table._leave({}, []) == ({}, []) and viewer.scratch is None
    viewer._what_if({"ply": 40, "line": None}, [])
    assert viewer.scratch is table and len(table.scratch) == 2
    viewer._what_if({"ply": 41, "line": None}, [])
    assert viewer.scratch is not table
    viewer.seat = 0
    viewer._what_if({"ply": 40, "line": None}, [])
    assert viewer.scratch is not table and viewer.scratch.scratch.lens.seat == 0
    for ply in (-1, len(replay) + 1, "4", None, True):
        assert "error" in viewer._what_if({"ply": ply}, [])[0]
    assert "error" in viewer._what_if({}, [])[0]


def test_a_viewer_that_hides_what_comes_later_opens_a_table_that_does(replay):
    """Nothing of the record behind the ply can be played again or compared with, also where the viewer may know only so far."""
    for viewer in (replay.show(ply=40, spoilers=False), replay.show(ply=40, upto=40)):
        viewer._what_if({"ply": 40, "line": None}, [])
        scratch = viewer.scratch.scratch
        assert not scratch.lens.spoilers and scratch.left.rest(scratch.lens) == []


def test_python_and_page_see_the_same(widget):
    """What is done in a cell shows on the page, and the other way round; closed, it follows no longer."""
    action = legal(widget)[0]
    widget.scratch.play(action)
    assert now(widget)["node"] == 1 and 1 in tree(widget)
    enter(widget, legal(widget)[0]) if legal(widget) else do(widget, "roll", seed=1)
    assert widget.scratch.node.id == 2
    widget.scratch.back()
    assert now(widget)["node"] == 1
    told = now(widget)
    widget.close()
    widget.scratch.home()
    assert json.loads(widget.moment) == told


def test_shown_without_a_browser(widget):
    """Its text and its picture say first that it is not the record; the same table shows as the same widget in every cell."""
    data = widget._repr_mimebundle_()[0]
    assert data["text/plain"].startswith("scratch table: this is not the record")
    assert "<table" in data["text/html"] and "<script" not in data["text/html"]
    scratch = widget.scratch
    one, two = (scratch._repr_mimebundle_()[0]["application/vnd.jupyter.widget-view+json"]["model_id"] for _ in range(2))
    assert one == two
    assert "0x" not in repr(widget)


def test_the_words_are_those_that_are_used():
    """Every key in the front end has its word, every word of the table is used, with the same facts in every language."""
    folder = Path(__file__).parents[2] / "frontend" / "src"
    names = ("scratching.ts", "view/scratching.ts", "view/tools.ts")
    shared = ("entry.ts", "options.ts", "view/due.ts", "view/why.ts", "view/keylist.ts")
    code = "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
    also = "\n".join((folder / name).read_text(encoding="utf-8") for name in shared)
    table, known = words()["scratch_table"], words()["ui"].keys() | words()["recorder"].keys()
    used = set(re.findall(r'\bui\(state, "(\w+)"', code)) | set(re.findall(r'step\("\w+", "(\w+)"', code))
    assert used <= table.keys() | known
    families = {key for key in table if re.match(r"(tool|how|save)_", key)}
    assert set(table) == {key for key in table if f'"{key}"' in code + also} | families
    for text in table.values():
        assert set(text) == set(LANGUAGES) and len({tuple(sorted(re.findall(r"\{\w+\}", one))) for one in text.values()}) == 1
