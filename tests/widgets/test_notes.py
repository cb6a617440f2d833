"""Notes as the browser gets them, and the commands by which it writes: each one line, refused in words, nothing lost."""

import json
import shutil
from pathlib import Path

import pytest

import cardlab
from cardlab import paths
from cardlab.errors import ReplayError
from cardlab.replay.records import GLYPHS
from cardlab.replay.saying import NoteError

SAMPLE = paths.replays() / "skyjo/worked-example.jsonl"
HOSTILE = "</script><img src=x onerror=alert(1)> {braces} \u202eright to left אבג 🂡\nand a line"


@pytest.fixture
def match(tmp_path):
    """A copy of the sample, opened, in a folder of its own."""
    return cardlab.load(shutil.copy(SAMPLE, tmp_path / "match.jsonl"))


@pytest.fixture
def viewer(match):
    """A viewer in which Ana writes to a layer of her own."""
    return match.show(edit=layer(match, "ana"), author="Ana", lang="en")


def layer(match, name):
    return str(Path(match.path).with_name(f"match.notes.{name}.jsonl"))


def data(viewer):
    return json.loads(viewer.notes)


def mine(viewer, author="Ana"):
    return [note for note in data(viewer)["notes"] if note["author"] == author]


def do(viewer, what, **more):
    """The answer to a command; an error fails."""
    answer, _ = viewer._write({"do": what, **more}, [])
    assert "error" not in answer, answer
    return answer


def add(viewer, **note):
    do(viewer, "add", note={"ply": 5, **note})
    return mine(viewer)[-1]


def lines(path):
    return Path(path).read_text(encoding="utf-8").splitlines()


def test_the_notes_of_the_game_are_those_of_the_replay(match):
    shown = data(match.show())
    assert [(n["ply"], n["author"], n.get("text", "")) for n in shown["notes"]] == [(n.ply, n.author, n.text) for n in match.notes]
    assert shown["desk"] is None and shown["disputes"] == []
    assert b"notes" not in match.show().frames[:2000] and "notes" not in json.loads(match.show().frames)


def test_what_is_written_is_one_line_and_is_shown(viewer, match):
    """All that a note may hold comes back as it was written; the file has one line more, and the game's file none."""
    game = Path(match.path).read_bytes()
    before = lines(layer(match, "ana"))
    note = {
        "ply": 9, "on": "turn", "text": HOSTILE, "glyph": "dubious", "rule": "skyjo.turn.one_of_two", "card": "grid0:r1c1",
        "arrows": ["draw>grid0:r1c2 red"], "marks": ["grid1:r2c1"], "bookmark": True, "language": "es", "written": 12,
    }  # fmt: skip
    do(viewer, "add", note=note)
    assert len(lines(layer(match, "ana"))) == len(before) + 1 and Path(match.path).read_bytes() == game
    (shown,) = mine(viewer)
    assert shown.pop("time").endswith("Z") and len(shown.pop("key")) == 16
    assert shown == {
        "ply": 9, "on": "turn", "text": HOSTILE, "glyph": "dubious", "rule": "skyjo.turn.one_of_two", "card": "grid0:r1c1",
        "arrows": ["draw>grid0:r1c2 red"], "marks": ["grid1:r2c1"], "bookmark": True, "lang": "es", "at": 12, "author": "Ana", "layer": 1,
    }  # fmt: skip


def test_into_the_games_own_file(match):
    viewer = match.show(edit=True, author="Ana")
    note = add(viewer, text="In the game itself.")
    assert "layer" not in note and data(viewer)["desk"]["file"] == "match.jsonl"
    assert [n.text for n in cardlab.load(match.path).notes if n.author == "Ana"] == ["In the game itself."]


@pytest.mark.parametrize("glyph", GLYPHS)
def test_every_glyph_can_be_written(viewer, glyph):
    assert add(viewer, glyph=glyph)["glyph"] == glyph


def test_a_megabyte_of_text_comes_back_whole(viewer):
    text = "á😀" * (10**6 // 6)
    assert add(viewer, text=text)["text"] == text


def test_edit_delete_undo_redo_and_the_history(viewer):
    """Every change is a line more; what was undone comes back; the history has all of it, the last first, with who and when."""
    note = add(viewer, text="first", glyph="good")
    do(viewer, "edit", of=note["key"], note={"ply": 5, "text": "second", "glyph": None})
    (note,) = mine(viewer)
    assert (note["text"], note.get("glyph"), note["edits"]) == ("second", None, 1)
    do(viewer, "delete", of=note["key"])
    assert mine(viewer) == []
    assert do(viewer, "undo") == {"done": True} and mine(viewer)[0]["text"] == "second"
    assert do(viewer, "undo") == {"done": True} and mine(viewer)[0]["text"] == "first"
    assert do(viewer, "redo") == {"done": True} and mine(viewer)[0]["text"] == "second"
    (note,) = mine(viewer)
    answer, _ = viewer._history({"of": note["key"]}, [])
    assert [line["number"] for line in answer["lines"]] == [7, 6, 5, 4, 3, 2]
    assert [line["kind"] for line in answer["lines"]] == ["withdraw", "withdraw", "withdraw", "delete", "edit", "note"]
    assert [line.get("text", "") for line in answer["lines"]][-2:] == ["second", "first"]
    assert all(line["author"] == "Ana" and line["time"] for line in answer["lines"])
    whole, _ = viewer._history({}, [])
    assert len(whole["lines"]) == 6 + len([n for n in data(viewer)["notes"] if n["author"] != "Ana"])


def test_nothing_to_undo_is_told(viewer, match):
    before = lines(layer(match, "ana"))
    assert do(viewer, "undo") == {"done": False} and do(viewer, "redo") == {"done": False}
    assert lines(layer(match, "ana")) == before


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"do": "add", "note": {"ply": 5, "text": ""}}, "an empty note"),
        ({"do": "add", "note": {"ply": 10**6, "text": "x"}}, "ply 1000000 is not on the main line"),
        ({"do": "add", "note": {"ply": 5, "glyph": "superb"}}, "unknown glyph 'superb'"),
        ({"do": "add", "note": {"ply": 5, "rule": "skyjo.no.rule"}}, "skyjo.no.rule"),
        ({"do": "add", "note": {"ply": 5, "arrows": ["draw>nowhere"]}}, "unknown zone 'nowhere'"),
        ({"do": "add", "note": {"ply": 5, "marks": ["draw mauve"]}}, "unknown colour 'mauve'"),
        ({"do": "add", "note": {"ply": 5, "text": "\ud83d"}}, "half of a surrogate pair"),
        ({"do": "edit", "of": "0123456789abcdef", "note": {"ply": 5, "text": "x"}}, "not there any more"),
        ({"do": "delete", "of": 3}, "not there any more"),
        ({"do": "settle", "about": "glyph", "of": [], "keep": []}, "that disagreement is not there any more"),
        ({"do": "dance"}, "unknown thing to do 'dance'; known: add, edit"),
        ({}, "do"),
        (None, "NoneType"),
    ],
)
def test_a_refused_line_is_told_and_changes_nothing(viewer, match, message, why):
    before = Path(layer(match, "ana")).read_bytes()
    answer, _ = viewer._write(message, [])
    assert why in answer["error"]
    assert Path(layer(match, "ana")).read_bytes() == before


def test_nobody_else_can_be_made_the_author(viewer):
    note = add(viewer, text="x", author="Leo", time="1999-01-01T00:00:00Z")
    assert note["author"] == "Ana" and not note["time"].startswith("1999")


def test_a_viewer_that_only_reads_writes_nothing(match):
    viewer = match.show()
    answer, _ = viewer._write({"do": "add", "note": {"ply": 5, "text": "x"}}, [])
    assert "edit=" in answer["error"]


def test_who_writes_has_to_be_told_once(match):
    with pytest.raises(NoteError, match="who writes is not told"):
        match.show(edit=layer(match, "ana"))
    match.annotate(layer(match, "ana"), "Ana")
    assert data(match.show(edit=layer(match, "ana")))["desk"]["author"] == "Ana"


def test_a_layer_of_another_game_is_refused(match, tmp_path):
    other = cardlab.load(shutil.copy(paths.replays() / "skyjo/column.jsonl", tmp_path / "other.jsonl"))
    other.annotate(layer(match, "leo"), "Leo").add("x", 1)
    with pytest.raises(ReplayError, match=r"match\.notes\.leo\.jsonl"):
        match.show(layers=[layer(match, "leo")])


def test_a_bad_line_of_a_layer_is_told_and_the_good_ones_open(match):
    match.annotate(layer(match, "leo"), "Leo").add("good", 5)
    with open(layer(match, "leo"), "a", encoding="utf-8") as file:
        file.write('{"kind": "note", "seq": 2, "ply": "five", "author": "Leo", "text": "bad"}\n')
    shown = data(match.show(layers=True))
    assert [n["text"] for n in shown["notes"] if n["author"] == "Leo"] == ["good"]
    assert len(shown["problems"]) == 1 and "match.notes.leo.jsonl:3: expected int at $.ply" in shown["problems"][0].lower()


def test_a_disagreement_is_open_until_it_is_settled(match):
    """Two people's different glyphs on one ply stand against each other; who settles says why, and what holds."""
    match.annotate(layer(match, "leo"), "Leo").add("early", 40, glyph="dubious")
    match.annotate(layer(match, "ana"), "Ana").add("only move", 40, glyph="good")
    viewer = match.show(layers=[layer(match, "leo"), layer(match, "ana")], edit=layer(match, "zoe"), author="Zoe", lang="en")
    (dispute,) = data(viewer)["disputes"]
    assert (dispute["about"], dispute["ply"], "settled" in dispute) == ("glyph", 40, False)
    assert {side["author"]: side["values"] for side in dispute["sides"]} == {"Leo": ["dubious"], "Ana": ["good"]}
    keys = {side["author"]: side["keys"] for side in dispute["sides"]}
    do(viewer, "settle", about="glyph", of=keys["Leo"] + keys["Ana"], keep=keys["Ana"], text="Nothing else stops Zoe.", language="en")
    (dispute,) = data(viewer)["disputes"]
    settled = dispute["settled"]
    assert (settled["author"], settled["text"], settled["keep"]) == ("Zoe", "Nothing else stops Zoe.", keys["Ana"])
    assert [n["author"] for n in data(viewer)["notes"] if n.get("overruled")] == ["Leo"]
    (again,) = data(match.show(layers=True))["disputes"]  # the layers stand in another order there
    assert again["settled"] == settled and {side["author"] for side in again["sides"]} == {"Leo", "Ana"}
    do(viewer, "undo")
    assert "settled" not in data(viewer)["disputes"][0]


def test_another_persons_note_is_changed_by_a_line_of_ones_own(match):
    match.annotate(layer(match, "leo"), "Leo").add("tyop", 5)
    before = Path(layer(match, "leo")).read_bytes()
    viewer = match.show(layers=[layer(match, "leo")], edit=layer(match, "ana"), author="Ana")
    do(viewer, "edit", of=mine(viewer, "Leo")[0]["key"], note={"ply": 5, "text": "typo"})
    (note,) = mine(viewer, "Leo")
    assert (note["text"], note["editors"]) == ("typo", ["Ana"])
    assert Path(layer(match, "leo")).read_bytes() == before


def test_a_score_sheet_has_no_ply_to_write_on(tmp_path):
    """What cannot be shown is refused, not left out."""
    sheet = tmp_path / "sheet.jsonl"
    head, _ = SAMPLE.read_text(encoding="utf-8").split("\n", 1)
    played = json.dumps({"kind": "round", "seq": 1, "scores": [3, 9, 7]})
    sheet.write_text(f"{head}\n{played}\n", encoding="utf-8")
    replay = cardlab.load(sheet)
    assert replay.is_sheet
    with pytest.raises(ReplayError, match="no ply to show notes on"):
        replay.show(edit=tmp_path / "sheet.notes.ana.jsonl", author="Ana")
    assert list(tmp_path.iterdir()) == [sheet]


def test_what_others_write_meanwhile_is_seen(viewer, match):
    """A file that has grown is read again, when the desk is opened and with every line that is written."""
    own = match.annotate(layer(match, "ana"), "Ana")
    own.add("from elsewhere", 7)
    do(viewer, "read")
    assert [n["text"] for n in mine(viewer)] == ["from elsewhere"]


# -- the lens


def test_nothing_later_than_the_last_ply_is_in_the_bytes(match):
    """`upto`: no note of a later ply, none that was written with a later ply on the table, no disagreement and no history of them."""
    leo = match.annotate(layer(match, "leo"), "Leo", "en")
    leo.add("SECRET later ply", 30, glyph="good")
    leo.add("SECRET written later", 10, written=30)
    leo.add("SECRET on the game", on="game", written=50)
    plain = leo.add("known", 10)
    leo.edit(plain, text="known still")
    match.annotate(layer(match, "ana"), "Ana").add("SECRET other side", 30, glyph="mistake")
    viewer = match.show(upto=20, layers=True)
    assert b"SECRET" not in viewer.notes and b"known still" in viewer.notes
    assert data(viewer)["disputes"] == [] and b"dispute" in match.show(layers=True).notes
    assert data(match.show(layers=True))["disputes"]
    whole, _ = viewer._history({}, [])
    assert "SECRET" not in json.dumps(whole) and any(line.get("text") == "known still" for line in whole["lines"])


def test_an_edit_written_later_hides_the_note_behind_the_last_ply(match):
    """Who may not know ply 30 gets neither the edit nor, in its history, what it says."""
    leo = match.annotate(layer(match, "leo"), "Leo", "en")
    leo.edit(leo.add("first", 10), text="SECRET", written=30)
    viewer = match.show(upto=20, layers=True)
    assert b"SECRET" not in viewer.notes
    assert "SECRET" not in json.dumps(viewer._history({}, [])[0])


def test_what_is_said_of_a_later_note_is_as_late(match):
    """Why a later note was deleted, and why a later disagreement was settled as it was, are not in the history either."""
    leo = match.annotate(layer(match, "leo"), "Leo", "en")
    leo.delete(leo.add("SECRET", 30), text="SECRET reason")
    leo.delete(leo.add("known", 10), text="known reason")
    leo.add("x", 40, glyph="good")
    ana = match.annotate(layer(match, "ana"), "Ana", layers=[layer(match, "leo")])
    ana.add("y", 40, glyph="mistake")
    ana.settle(ana.notes.open_disagreements[0], keep="Ana", text="SECRET settlement")
    told = json.dumps(match.show(upto=20, layers=True)._history({}, [])[0])
    assert "SECRET" not in told and "known reason" in told
    whole = match.show(layers=True)._history({}, [])[0]["lines"]
    settlement = next(line for line in whole if line["kind"] == "settle")
    assert (settlement["ply"], settlement["at"], settlement["text"]) == (40, 40, "SECRET settlement")


def test_nothing_is_written_beyond_the_last_ply(match):
    viewer = match.show(upto=20, edit=layer(match, "ana"), author="Ana")
    answer, _ = viewer._write({"do": "add", "note": {"ply": 21, "text": "x"}}, [])
    assert answer == {"error": "no ply 21; plies are 0 to 20"}


def test_a_line_sends_no_table_again(viewer):
    """A note that is written changes the bytes of the notes alone."""
    frames, book, words = viewer.frames, viewer.book, viewer.words
    add(viewer, text="x")
    assert viewer.frames is frames and viewer.book is book and viewer.words is words
