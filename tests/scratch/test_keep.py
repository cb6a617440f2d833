"""Keeping what was tried: files of trees, branches of the record, replays of their own, pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import cardlab
from cardlab.errors import ReplayError
from cardlab.replay.lock import FileHeld
from cardlab.replay.make import play_match
from cardlab.scratch.tree import ScratchError


@pytest.fixture
def match(tmp_path):
    """A match in a file of its own."""
    path = tmp_path / "match.jsonl"
    path.write_text(play_match("skyjo", ["Ana", "Leo"], "skyoo", seed=3, cap=120, tell=lambda _: None), encoding="utf-8")
    return path


def told(table):
    """Everything about a tree that a file has to keep."""
    nodes = [
        (n.id, n.parent.id if n.parent else None, n.kind, str(n.action), n.name, n.note, n.folded, n.by, n.checked, table.at(n).text)
        for n in table.origin.below()
    ]
    return nodes, table.node.id, table.lens


def busy(table):
    """A tree in which everything was done that can be."""
    table.play_out(6, seed=1)
    table.home()
    table.suppose(f"{table.hidden_places()[0]}=?")
    table.play_out(3, seed=2)
    table.name("what if", 1)
    table.note("¿por qué? </script> 🂡", 2)
    table.promote(table.origin.children[1])
    table.home()
    table.edit(table.draft().set("round", 2))
    table.undo()
    table.redo()
    table.fold(False, table.origin.children[0])
    table.delete(table.node)
    table.go(3)
    return table


def test_a_saved_tree_is_opened_again(match, tmp_path):
    table = busy(cardlab.scratch(cardlab.load(match).at(30)))
    path = tmp_path / "tree.jsonl"
    table.save(path)
    table.name("kept at once", 4)
    before = told(table)
    table.close()
    again = cardlab.scratch(path)
    assert again.problems == []
    assert told(again) == before
    assert again.left.ply == 30 and again.left.replay.path == str(match), "the record beside it is found again"
    assert again.undo() is not None
    assert again.tree.node(4).name == ""
    again.redo()
    assert again.tree.node(4).name == "kept at once"
    again.close()
    third = cardlab.scratch(path)
    assert told(third) == before
    third.close()


def test_lines_are_only_ever_added(match, tmp_path):
    path = tmp_path / "tree.jsonl"
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(path)
    seen = path.read_bytes()
    busy(table)
    while table.undo() is not None:
        assert path.read_bytes().startswith(seen)
        seen = path.read_bytes()
    table.close()
    assert path.read_bytes().startswith(seen)
    seqs = [int(line.split(b'"seq":')[1].split(b",")[0].split(b"}")[0]) for line in path.read_bytes().splitlines()]
    assert seqs == list(range(len(seqs)))


def test_a_file_is_written_by_one_alone(match, tmp_path):
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(tmp_path / "tree.jsonl")
    with pytest.raises(FileHeld):
        cardlab.scratch(tmp_path / "tree.jsonl")
    table.close()
    with pytest.raises(FileExistsError):
        cardlab.scratch(cardlab.load(match).at(30)).save(tmp_path / "tree.jsonl")


def test_what_cannot_be_kept_has_not_been_done(match, tmp_path, monkeypatch):
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(tmp_path / "tree.jsonl")
    table.play_out(2)

    def full(line):
        raise OSError(28, "no space left")

    before = told(table)
    monkeypatch.setattr(table.keeper, "write", full)
    for change in (lambda: table.play_out(1), lambda: table.name("x"), table.delete, table.undo, lambda: table.note("y")):
        with pytest.raises(OSError, match="no space"):
            change()
        assert told(table) == before
    monkeypatch.undo()
    table.play_out(1)
    table.close()
    assert told(cardlab.scratch(tmp_path / "tree.jsonl")) == told(table)


def test_a_text_that_cannot_be_written_is_refused(match, tmp_path):
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(tmp_path / "tree.jsonl")
    with pytest.raises(ScratchError, match="surrogate"):
        table.note("\ud800")
    assert table.node.note == ""
    table.close()


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_torn_file_opens_with_all_whole_lines(match, tmp_path, cut):
    path = tmp_path / "tree.jsonl"
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(path)
    table.play_out(5)
    table.name("a name")
    table.close()
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    again = cardlab.scratch(path)
    assert len(again) == 6
    again.note("goes on")
    again.close()
    last = cardlab.scratch(path)
    assert last.node.note == "goes on"
    last.close()


def test_bad_lines_are_told_and_all_good_ones_open(match, tmp_path):
    path = tmp_path / "tree.jsonl"
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(path)
    first = table.play(table.legal_actions()[0])
    table.home()
    table.play_out(3)
    table.name("kept", table.node)
    table.close()
    lines = path.read_bytes().splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines) if b'"kind":"play"' in line)
    lines[number] = lines[number].replace(str(first.action).encode(), b"hop")
    path.write_bytes(b"".join(lines))
    again = cardlab.scratch(path)
    assert [problem.line for problem in again.problems] == [number + 1]
    assert "hop" in str(again.problems[0])
    assert [node.name for node in again.origin.below()][-1] == "kept"
    again.close()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "no line"),
        (b"{", "no header"),
        (b'{"kind":"scratch","seq":0,"format":"cardlab-scratch","version":"2.0","position":"x","names":[]}\n', "install a newer"),
        (b'{"kind":"scratch","seq":0,"format":"other","version":"1.0","position":"x","names":[]}\n', "no header of a scratch"),
        (b'{"kind":"scratch","seq":0,"format":"cardlab-scratch","version":"1.0","position":"skyjo x","names":[]}\n', "position text"),
    ],
)
def test_a_file_that_is_no_tree(tmp_path, line, why):
    path = tmp_path / "tree.jsonl"
    path.write_bytes(line)
    with pytest.raises(ReplayError, match=why):
        cardlab.scratch(path)


def test_without_its_record_a_tree_stands_alone(match, tmp_path):
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(tmp_path / "tree.jsonl")
    table.close()
    data = match.read_bytes()
    match.unlink()
    alone = cardlab.scratch(tmp_path / "tree.jsonl")
    assert alone.left is None and "not beside" in alone.problems[0].what
    alone.close()
    match.write_bytes(data.replace(b'"flip r1c1"', b'"flip r3c3"', 1))
    other = cardlab.scratch(tmp_path / "tree.jsonl")
    assert other.left is None and "was changed" in other.problems[0].what
    other.close()


# -- into the record, or a layer


@pytest.mark.parametrize("target", [None, "match.notes.ana.jsonl"])
def test_a_way_becomes_a_branch(match, tmp_path, target):
    replay = cardlab.load(match)
    before = match.read_bytes()
    table = cardlab.scratch(replay.at(30))
    face = next(face for face, n in table.possible().items() if n > 1)
    table.suppose(f"draw:1={face}")
    table.play_out(5, seed=8)
    table.note("worth a look")
    file = None if target is None else tmp_path / target
    id = table.to_branch("another card", file, author="Ana")
    again = cardlab.load(match)
    branches = again.branches if target is None else again.annotations(file).branches
    branch = branches[id]
    assert len(branch) == 5
    assert (branch.name, branch.author) == ("another card", "Ana")
    assert branch.at(len(branch)).table() == table.table()
    assert match.read_bytes().startswith(before), "the record is only ever added to"
    assert (match.read_bytes() == before) == (target is not None)
    assert [replay.at(n).text for n in (0, 30, 60)] == [again.at(n).text for n in (0, 30, 60)]


def test_a_card_that_was_told_when_it_was_turned_is_supposed_in_the_branch(match):
    """Through Ana's eyes the drawn card is asked for; in the record, where it is known, it is another one from the start."""
    replay = cardlab.load(match)
    ply = next(n for n in range(20, 60) if replay.at(n).player == 0 and "draw" in replay.at(n).legal_actions())
    table = cardlab.scratch(replay.at(ply), seat=0)
    table.play("draw")
    real = replay.at(ply).play("draw").table()["drawn"].codes[0]
    face = next(face for face in table.asked.left if face != real)
    table.play(f"reveal {face}")
    id = table.to_branch("another draw", author="Ana")
    branch = cardlab.load(match).branch(id)
    assert branch.facts == (f"draw:1={face}",)
    assert branch.at(1).table()["drawn"].codes == (face,)


def test_what_no_branch_can_tell_is_refused(match):
    table = cardlab.scratch(cardlab.load(match).at(30))
    before = match.read_bytes()
    with pytest.raises(ScratchError, match="nothing was played"):
        table.to_branch("empty")
    table.edit(table.draft().set("round", 3))
    with pytest.raises(ScratchError, match="edited"):
        table.to_branch("edited")
    with pytest.raises(ScratchError, match="no recorded game"):
        cardlab.scratch(table.text).to_branch("alone")
    assert match.read_bytes() == before


# -- a replay of its own


def test_a_way_becomes_a_replay(match, tmp_path):
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.play_out(8, seed=8)
    made = table.to_replay(tmp_path / "made.jsonl", title="What if")
    assert made.problems == []
    assert made.title == "What if"
    assert len(made) == 38
    assert made.at(38).text == table.text
    assert [made.action(n) for n in range(1, 31)] == [cardlab.load(match).action(n) for n in range(1, 31)]
    assert made.header.id not in ("", cardlab.load(match).header.id)


def test_a_supposed_card_was_dealt_so(match):
    table = cardlab.scratch(cardlab.load(match).at(30))
    face = next(face for face, n in table.possible().items() if n > 1)
    table.suppose(f"draw:1={face}")
    table.play_out(4, seed=8)
    made = table.to_replay()
    assert made.problems == []
    assert made.at(len(made)).table() == table.table()


def test_from_the_beginning_of_a_game(tmp_path):
    table = cardlab.scratch("skipbo", players=["Ana", "Leo"])
    table.roll(5)
    table.play_out(30, seed=1)
    made = table.to_replay()
    assert made.problems == []
    assert made.at(len(made)).text == table.text
    assert made.header.position is None, "it begins with the match"
    with pytest.raises(ScratchError, match="unknown: colour"):
        table.to_replay(colour="red")


def test_a_replay_from_a_position(skyjo, tmp_path):
    """Where nobody knows how the match came to a position, the replay begins with it."""
    skyjo.edit(skyjo.draft().put("grid0:r1c1", "12").set("total", 40, seat=1))
    skyjo.suppose("draw:1=-2")
    skyjo.play("draw")
    skyjo.play("swap r1c1")
    skyjo.name("a 12 goes")
    made = skyjo.to_replay(tmp_path / "made.jsonl")
    assert (made.problems, len(made), made.title) == ([], 2, "a 12 goes")
    assert made.at(0).text == made.header.position == skyjo.at(2).text
    assert made.at(2).table() == skyjo.table()
    assert made.at(2).scores == (0, 40)
    assert "-2" in made.explain(2).text()
    judged = made.under("skyjo-es")
    assert judged.scores.other is None, "a round that the record begins in the midst of is not counted the other way"
    with pytest.raises(FileExistsError):
        skyjo.to_replay(tmp_path / "made.jsonl")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("discard=5", "discard=5x11"), "11 of 5"),
        (("skyjo skyoo", "skyjo skyoo match.final_score=50"), "other options"),
        (("| A ", "| A total=100 "), "has ended the match"),
    ],
)
def test_a_header_whose_position_cannot_be(skyjo, change, why):
    skyjo.play("draw")
    made = bytes(skyjo.to_replay()).decode()
    broken = cardlab.loads(made.replace(*change))
    assert why in broken.problems[0].what
    assert len(broken) == 0


def test_no_match_comes_of_an_impossible_position(skyjo):
    skyjo.edit(skyjo.text.replace("discard=5", "discard=5x12"), checked=False)
    with pytest.raises(ScratchError, match="cannot be"):
        skyjo.to_replay()


# -- pictures


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_of_the_table(played, lang, theme):
    table = cardlab.scratch(played.at(60), seat=0)
    picture = table.svg(lang=lang, theme=theme)
    root = ET.fromstring(picture)
    words = " ".join(root.itertext())
    assert table.banner(lang=lang) in words
    assert all(name in words for name in table.names)
    assert root.get("role") == "img" and table.banner(lang=lang) in root.get("aria-label")
    assert "<script" not in picture
    with pytest.raises(cardlab.UnknownName):
        table.svg(theme="sepia")


def test_a_picture_escapes_names():
    text = "skyjo skyoo | phase=turn seat=A discard=5 | A grid=1,1,?x2/?x4/?x4 | B grid=2,3,?x2/?x4/?x4"
    picture = cardlab.scratch(text, names=['<script>"', "Leo & Co"]).svg()
    ET.fromstring(picture)
    assert "<script" not in picture


def test_every_field_of_a_scratch_file_is_told():
    from cardlab.replay import schema
    from cardlab.scratch import lines

    for struct, told in schema.field_docs(lines, lines.KINDS).items():
        assert set(told) == set(getattr(lines, struct).__struct_encode_fields__), struct


def test_a_scratch_file_is_no_replay(match, tmp_path):
    table = cardlab.scratch(cardlab.load(match).at(30))
    table.save(tmp_path / "tree.jsonl")
    table.close()
    with pytest.raises(ReplayError, match="'scratch'"):
        cardlab.load(tmp_path / "tree.jsonl")
