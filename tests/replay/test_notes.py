"""Writing notes: each thing done is one line at the end of a file, nothing written before it is changed, and what stands follows."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardlab
from cardlab.lens import Lens
from cardlab.replay.check import check_files
from cardlab.replay.records import GLYPHS
from cardlab.replay.remarks import KINDS
from cardlab.replay.saying import NoteError

HOSTILE = "</script><b>{{x}}</b> \u202eright to left\u202c 😀 `*_` \\n {\"kind\":\"header\"}\n\tשלום"


def lines(path) -> list[dict]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("own", [False, True], ids=["layer", "game file"])
def test_each_thing_done_is_one_line_at_the_end(pen, own):
    ana = pen("Ana", own=own, language="en")
    before = Path(ana.path).read_bytes()

    def one_more() -> dict:
        nonlocal before
        after = Path(ana.path).read_bytes()
        assert after.startswith(before)
        assert after.count(b"\n") == before.count(b"\n") + 1
        before = after
        return json.loads(after.splitlines()[-1])

    note = ana.add("Why?", 3, glyph="question")
    assert one_more().items() >= {"kind": "note", "ply": 3, "author": "Ana", "language": "en", "glyph": "question"}.items()
    edited = ana.edit(note, text="Why not?")
    assert one_more().items() >= {"kind": "note", "of": note.seq, "text": "Why not?", "glyph": "question"}.items()
    ana.delete(edited, "a slip")
    assert one_more().items() >= {"kind": "delete", "of": edited.seq, "text": "a slip"}.items()
    ana.undo()
    assert one_more().items() >= {"kind": "withdraw", "of": edited.seq + 1}.items()
    branch = ana.branch("another way", 3)
    assert one_more().items() >= {"kind": "branch", "id": branch, "from": 3, "author": "Ana"}.items()
    for do, kind in ((lambda: ana.rename(branch, "x"), "rename"), (lambda: ana.promote(branch), "promote")):
        do()
        assert one_more()["kind"] == kind
    ana.delete_branch(branch)
    assert one_more()["kind"] == "delete"
    assert [remark.text for remark in ana.notes.filter(author="Ana")] == ["Why not?"]
    assert ana.notes.problems == []
    assert ana.replay.problems == []
    assert check_files([ana.path]) == 0


def test_what_was_written_is_read_back(pen, game):
    """Every field, from another reading of the files."""
    ana = pen("Ana")
    skipbo = cardlab.load(game).header.game == "skipbo"
    places = ["hand0:2>B1 red", "draw>stock1"] if skipbo else ["drawn:1>grid0:r1c2 red", "draw>grid1:r3c4"]
    rule = "skipbo.build.start" if skipbo else "skyjo.turn.take_discard"
    said = {
        "glyph": "dubious", "rule": rule, "card": "7", "on": "turn", "arrows": places, "marks": ["draw", "draw:1 blue"], "bookmark": True,
        "language": "nl", "written": 12,
    }  # fmt: skip
    ana.add(HOSTILE, 4, **said)
    (remark,) = cardlab.load(game).annotations(beside=True).filter(author="Ana")
    assert {name: getattr(remark.note, name) for name in said} == said
    assert remark.text == HOSTILE
    assert remark.kinds == ("glyph", "rule", "card", "arrow", "mark", "bookmark")
    assert (remark.author, remark.layer, remark.line, remark.known_at) == ("Ana", "ana", 2, 12)
    assert remark.time == "2026-11-01T00:00:01Z"
    frame = cardlab.load(game).annotations(beside=True).to_frame()
    assert list(frame["text"]) == [HOSTILE]
    assert list(frame["arrows"]) == [tuple(places)]
    assert int(frame["written"].iloc[0]) == 12


@pytest.mark.parametrize("fields", [
    {"ply": 10_000}, {"ply": -1}, {"ply": "x"}, {"glyph": "great"}, {"rule": "skipbo.no.such"}, {"on": "round"}, {"marks": ["Z9"]},
    {"marks": ["draw pink"]}, {"arrows": ["draw"]}, {"arrows": ["draw>"]}, {"marks": ["draw>draw"]}, {"branch": "none"}, {"colour": "red"},
    {"seq": 4}, {"of": 1}, {"text": "\ud800"}, {"text": 7}, {"bookmark": "yes"}, {"marks": ["draw:r1c1"]}, {"card": ["7"]},
])  # fmt: skip
def test_what_cannot_be_said_is_refused_and_nothing_is_written(pen, fields):
    ana = pen("Ana")
    before = Path(ana.path).read_bytes()
    with pytest.raises(cardlab.CardlabError) as caught:
        ana.add(**{"text": "a", "ply": 2} | fields)
    assert str(caught.value)
    assert "\n" not in str(caught.value)
    assert Path(ana.path).read_bytes() == before


def test_a_note_of_a_megabyte_is_refused_and_one_just_below_is_kept(pen):
    ana = pen("Ana")
    with pytest.raises(cardlab.ReplayError, match="bytes long, and at most 1048576 are read"):
        ana.add("x" * 2**20, 1)
    ana.add("é" * (2**19 - 200), 1)
    assert len(ana.notes.filter(author="Ana")[0].text) == 2**19 - 200


def test_undo_and_redo_go_all_the_way(pen):
    ana = pen("Ana")
    assert ana.undo() is None
    assert ana.redo() is None
    note = ana.add("one", 1)
    ana.edit(note, text="two")
    ana.add("other", 2)
    ana.delete(note)

    def texts() -> list[str]:
        return [remark.text for remark in ana.notes.filter(author="Ana")]

    states = [["other"], ["two", "other"], ["two"], ["one"], []]
    assert texts() == states[0]
    for state in states[1:]:
        ana.undo()
        assert texts() == state
    assert ana.undo() is None
    for state in reversed(states[:-1]):
        ana.redo()
        assert texts() == state
    assert ana.redo() is None
    ana.undo()
    ana.add("new", 3)
    assert ana.redo() is None
    assert texts() == ["two", "other", "new"]


def test_undo_takes_back_only_what_the_author_wrote_here(pen):
    ana, leo = pen("Ana", own=True), pen("Leo", own=True)
    ana.add("hers", 1)
    leo.add("his", 1)
    ana.undo()
    assert [remark.text for remark in leo.notes if remark.author in ("Ana", "Leo")] == ["his"]
    assert ana.undo() is None


def test_history_tells_everything_that_was_written_about_a_note(pen):
    ana, leo = pen("Ana"), pen("Leo", others=["Ana"])
    note = ana.add("one", 1)
    ana.edit(note, text="two")
    leo.edit(leo.notes.filter(author="Ana")[0], text="three")
    (remark,) = leo.notes.filter(author="Ana")
    leo.delete(remark)
    assert not leo.notes.filter(author="Ana")
    leo.undo()
    history = leo.notes.history(remark)
    assert [(s.kind, s.author) for s in history] == [
        ("edit", "Leo"), ("delete", "Leo"), ("withdraw", "Leo"), ("note", "Ana"), ("edit", "Ana"),
    ]  # fmt: skip
    assert [(s.kind, s.author) for s in leo.notes.log] == [
        ("note", "Ana"), ("edit", "Ana"), ("edit", "Leo"), ("delete", "Leo"), ("withdraw", "Leo"),
    ]  # fmt: skip
    (remark,) = leo.notes.filter(author="Ana")
    assert (remark.text, remark.author, remark.editors, remark.edits) == ("three", "Ana", ("Leo",), 2)


def test_a_note_that_is_gone_cannot_be_edited(pen):
    ana = pen("Ana")
    note = ana.add("one", 1)
    ana.delete(note)
    with pytest.raises(NoteError, match="was deleted or withdrawn"):
        ana.edit(note, text="two")
    with pytest.raises(NoteError, match=r"seq 99 of .* is no line about notes"):
        ana.edit(99, text="two")


def test_filters(pen, game):
    ana, leo = pen("Ana", language="es"), pen("Leo", language="nl")
    ana.add("uno", 1, glyph="good")
    ana.add("dos", 5, on="game", bookmark=True)
    leo.add("een", 1)
    notes = cardlab.load(game).annotations(beside=True)
    assert notes.authors == ("Ana", "Leo")

    def texts(**by) -> list[str]:
        return [remark.text for remark in notes.filter(**by)]

    assert texts(author="Ana") == ["dos", "uno"]  # what is said of the game comes first
    assert texts(kind="glyph") == ["uno"]
    assert texts(kind="bookmark") == ["dos"]
    assert texts(language="nl") == ["een"]
    assert texts(layer="leo") == ["een"]
    assert texts(layer="") == []
    assert texts(author="Ana", on="ply", glyph="good") == ["uno"]
    assert [remark.text for remark in notes.at(1)] == ["uno", "een"]
    told = re.escape(f"unknown kind of note 'arrows'; known: {', '.join(KINDS)}")
    with pytest.raises(cardlab.UnknownName, match=told):
        notes.filter(kind="arrows")


def test_a_lens_hides_notes_that_were_written_knowing_more(pen):
    ana = pen("Ana")
    ana.add("at the time", 2)
    ana.add("with hindsight", 2, written=20)
    ana.add("the game", 0, on="game", written=20)
    branch = ana.branch("from 10", 10)
    ana.add("on a branch", 0, branch=branch)

    def texts(ply) -> set[str]:
        return {remark.text for remark in ana.notes.filter(author="Ana", lens=Lens(ply=ply))}

    assert texts(1) == set()
    assert texts(2) == {"at the time"}
    assert texts(10) == {"at the time", "on a branch"}
    assert texts(20) == texts(None) == {"at the time", "with hindsight", "the game", "on a branch"}


def test_turn_notes_show_on_every_ply_of_the_turn(pen):
    ana = pen("Ana")
    replay = ana.replay
    plies = [(ply.round, ply.turn) for ply in replay.plies()]
    first = next(n for n in range(1, len(plies)) if plies[n - 1] == plies[n] and plies[n][1] > 0)
    ana.add("of the turn", first, on="turn")
    same = [n for n, at in enumerate(plies, 1) if at == plies[first - 1]]
    assert [n for n in range(len(plies) + 1) if any(r.text == "of the turn" for r in ana.notes.at(n))] == same


def test_notes_of_a_game_alone_need_no_layer(replays_with_notes):
    for replay in replays_with_notes:
        notes = replay.annotations()
        assert [remark.note for remark in notes] == list(replay.notes) + [
            note for branch in sorted(replay.branches) for note in replay.branch(branch).notes
        ]
        assert notes.problems == []
        assert len(notes.to_frame()) == len(notes)


@pytest.fixture(scope="module")
def replays_with_notes():
    from cardlab.paths import replays

    return [cardlab.load(path) for path in sorted(replays().glob("*/*.jsonl"))[:6]]


def test_a_reader_of_the_file_sees_what_stands(pen, game):
    """`replay.notes` too: edits in their place, deleted notes not at all."""
    ana = pen("Ana", own=True)
    one, two = ana.add("one", 1), ana.add("two", 2)
    ana.edit(one, text="one, edited")
    ana.delete(two)
    replay = cardlab.load(game)
    assert replay.problems == []
    assert [note.text for note in replay.notes if note.author == "Ana"] == ["one, edited"]
    assert [note.text for note in replay.all_notes if note.author == "Ana"] == ["one", "two", "one, edited"]


def test_references_to_nothing_are_told(pen, game):
    ana = pen("Ana")
    ana.add("one", 1)
    with open(ana.path, "a", encoding="utf-8") as file:
        file.write('{"kind":"delete","seq":2,"of":9}\n{"kind":"withdraw","seq":3,"of":"00000000000000aa"}\n')
        file.write('{"kind":"withdraw","seq":4,"of":4}\n')
    notes = cardlab.load(game).annotations(ana.path)
    assert [str(problem).partition(":")[2] for problem in notes.problems] == [
        "3: names seq 9, and no earlier line about notes or branches has it",
        "5: names seq 4, and no earlier line about notes or branches has it",
        "4: names line '00000000000000aa', which is in none of the files that are open",
    ]
    assert [remark.text for remark in notes.filter(author="Ana")] == ["one"]


# -- any sequence of things done


class Model:
    """What should stand, kept the plain way: a list of texts by note, and what was done."""

    def __init__(self) -> None:
        self.notes: dict[int, list[str | None]] = {}
        self.done: list[tuple[int, int]] = []
        self.undone: list[tuple[int, int, str | None]] = []

    def texts(self) -> list[str]:
        return sorted(str(versions[-1]) for versions in self.notes.values() if versions and versions[-1] is not None)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(st.sampled_from(["add", "edit", "delete", "undo", "redo"]), st.integers(0, 5)), max_size=12))
def test_any_sequence_stands_as_a_plain_list_would(steps, game, tmp_path_factory):
    replay = cardlab.load(game)
    path = tmp_path_factory.mktemp("any") / "x.notes.ana.jsonl"
    ana = replay.annotate(path, "Ana")
    model = Model()
    seqs: list[int] = []
    for n, (do, which) in enumerate(steps):
        live = [k for k, versions in model.notes.items() if versions and versions[-1] is not None]
        text = f"text {n}"
        if do == "add":
            seqs.append(ana.add(text, which).seq)
            model.notes[seqs[-1]] = [text]
            model.done.append((seqs[-1], n))
            model.undone.clear()
        elif do in ("edit", "delete") and live:
            k = live[which % len(live)]
            ana.edit(k, text=text) if do == "edit" else ana.delete(k)
            model.notes[k].append(text if do == "edit" else None)
            model.done.append((k, n))
            model.undone.clear()
        elif do == "undo":
            assert (ana.undo() is None) == (not model.done)
            if model.done:
                k, at = model.done.pop()
                model.undone.append((k, at, model.notes[k].pop()))
        elif do == "redo":
            assert (ana.redo() is None) == (not model.undone)
            if model.undone:
                k, at, version = model.undone.pop()
                model.notes[k].append(version)
                model.done.append((k, at))
        assert sorted(remark.text for remark in ana.notes.filter(author="Ana")) == model.texts()
    assert ana.notes.problems == []


def test_every_glyph_can_be_given(pen):
    ana = pen("Ana")
    for glyph in GLYPHS:
        ana.add("", 1, glyph=glyph)
    assert [remark.glyph for remark in ana.notes.filter(author="Ana")] == list(GLYPHS)
