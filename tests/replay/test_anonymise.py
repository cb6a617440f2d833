"""Making people unknown: every form of a name in the header, the notes and the layers, and nothing else."""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardlab
from cardlab.paths import replays
from cardlab.replay.anonymise import anonymise
from cardlab.replay.check import check_files
from cardlab.replay.names import Names


@pytest.fixture
def told(pen, game):
    """A game with the layers of two people, who speak of each other and name each other's lines."""
    ana, leo = pen("Ana"), pen("Zoë")
    note = ana.add("Ana's idea. ANA! Not Anabel, not bananas; ¿Leo? «Leo»", 1, glyph="good")
    ana.edit(note, text="Ana's second idea, against Zoë's and Leo-Mia's")
    branch = ana.branch("what Ana would do", 3)
    leo = pen("Zoë", others=["Ana"])
    leo.edit(leo.notes.filter(author="Ana")[0], text=f"I am {unicodedata.normalize('NFD', 'Zoë')}, y leo libros")
    ana.add("hers again", 1, glyph="blunder")
    leo.add("", 1, glyph="forced")
    leo.rename(branch, "Ana's way")
    own = pen("Ana", own=True, others=["Ana", "Zoë"])
    own.settle(own.notes.open_disagreements[0], "Ana", "Zoë agrees with Ana")
    return game


def test_every_form_of_every_name_and_nothing_else(told, tmp_path):
    out = tmp_path / "out" / "anon.jsonl"
    out.parent.mkdir()
    done = anonymise(told, out)
    files = sorted(out.parent.iterdir())
    assert [file.name for file in files] == ["anon.jsonl", "anon.notes.author-1.jsonl", "anon.notes.player-1.jsonl"]
    text = "".join(unicodedata.normalize("NFC", file.read_text(encoding="utf-8")) for file in files)
    assert not re.search(r"\b(Ana|ANA|Leo|Mia|Zoë)\b", text)
    assert "Player 1's idea. Player 1! Not Anabel, not bananas; ¿Player 2? «Player 2»" in text
    assert "Player 1's second idea, against Author 1's and Player 2-Player 3's" in text
    assert "I am Author 1, y leo libros" in text
    assert "what Player 1 would do" in text
    assert '"seats":["Player 1","Player 2","Player 3"]' in text
    assert done.files == {
        str(told): str(out), str(told.with_name("match.notes.ana.jsonl")): str(files[2]),
        str(told.with_name("match.notes.zoe.jsonl")): str(files[1]),
    }  # fmt: skip
    counts = {change.name: (change.alias, change.words) for change in done.changes}
    assert counts["Leo"] == ("Player 2", 5)  # three times in a note, and in the titles of two layers
    assert set(counts) == {"Ana", "Leo", "Mia", "Zoë"}
    assert done.left == [f"{told.with_name('match.notes.zoe.jsonl')}:2: left as it is in $.text: leo (a name, or a word?)"]
    assert "'Leo' is 'Player 2' now: 1 names, 5 words in texts (Leo)" in str(done)


def test_the_files_still_fit_each_other(told, tmp_path):
    """Layers stay bound, and lines still name the lines of other files that they named."""
    out = tmp_path / "anon.jsonl"
    anonymise(told, out)
    assert check_files([out, *tmp_path.glob("anon.notes.*")]) == 0
    before, after = (cardlab.load(path).annotations(beside=True) for path in (told, out))
    assert after.problems == before.problems == []
    names = {"Ana": "Player 1", "Zoë": "Author 1"}
    assert sorted((names.get(r.author, r.author), r.ply, str(r.glyph), r.edits, r.disputed) for r in before) == sorted(
        (r.author, r.ply, str(r.glyph), r.edits, r.disputed) for r in after
    )
    assert [track.name for track in after.tree()] == ["Player 1's way"]
    assert [found.open for found in after.disagreements] == [found.open for found in before.disagreements]
    mine, hers = (next(r for r in found if r.edits) for found in (before, after))
    assert sorted(s.kind for s in after.history(hers)) == sorted(s.kind for s in before.history(mine))
    assert after.replay.moves == before.replay.moves
    assert after.replay.header.id == before.replay.header.id
    one, other = (path.read_bytes().splitlines() for path in (told, out))
    assert [a == b for a, b in zip(one, other, strict=True)].count(False) == 2  # the header, and the settlement


def test_other_forms_of_names_are_given(told, tmp_path):
    done = anonymise(told, tmp_path / "anon.jsonl", {"Anabel": "Player 1", "Ana": "Alpha", "leo": "Player 2"})
    text = (tmp_path / "anon.notes.alpha.jsonl").read_text(encoding="utf-8")
    assert "Alpha's idea. Alpha! Not Player 1, not bananas" in text
    assert done.left == []


def test_nothing_that_is_there_is_overwritten(told, tmp_path):
    out = tmp_path / "anon.jsonl"
    (tmp_path / "anon.notes.player-1.jsonl").write_text("mine")
    with pytest.raises(FileExistsError):
        anonymise(told, out)
    assert not out.exists()
    assert (tmp_path / "anon.notes.player-1.jsonl").read_text() == "mine"


def test_lines_that_nobody_understands_are_not_forgotten(told, tmp_path):
    n = told.read_bytes().count(b"\n")
    with open(told, "a", encoding="utf-8") as file:
        file.write(json.dumps({"kind": "zebra", "seq": n, "x": {"who": ["Ana", {"Leo": "by Ana"}]}}) + "\n")
        file.write('{"kind":"note","text":"Ana')
    done = anonymise(told, tmp_path / "anon.jsonl")
    text = (tmp_path / "anon.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(text[-2])["x"] == {"who": ["Player 1", {"Player 2": "by Player 1"}]}
    assert text[-1] == '{"kind":"note","text":"Player 1'
    assert any("cannot be read; names were replaced where they stand as words" in left for left in done.left)


@pytest.mark.parametrize("path", sorted(replays().glob("*/*.jsonl"))[:8], ids=lambda path: path.stem)
def test_samples(path, tmp_path):
    """What is played, explained and counted is the same but for the names."""
    out = tmp_path / "anon.jsonl"
    anonymise(path, out)
    before, after = cardlab.load(path), cardlab.load(out)
    assert list(map(str, after.problems)) == [str(problem).replace(str(path), str(out)) for problem in before.problems]
    assert after.moves == before.moves
    assert len(after.all_notes) == len(before.all_notes)
    text = unicodedata.normalize("NFC", out.read_text(encoding="utf-8"))
    for name in before.names:
        assert not re.search(rf"\b{re.escape(name)}\b", text)


def test_the_command(told, tmp_path, capsys):
    from cardlab.cli import main

    def run(*arguments) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        return (stop.value.code, *capsys.readouterr())

    code, out, err = run("anonymise", told, "-o", tmp_path / "anon.jsonl", "--name", "leo=Player 2")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == f"{told} -> {tmp_path / 'anon.jsonl'}"
    code, _, err = run("anonymise", told, "-o", tmp_path / "anon.jsonl")
    assert code == 1
    assert "is there already, and is not overwritten" in err
    assert run("anonymise", told, "-o", tmp_path / "b.jsonl", "--name", "Leo")[0] == 2


# -- words


@pytest.mark.parametrize(("text", "after"), [
    ("Ana", "P1"), ("Ana.", "P1."), ("(Ana)", "(P1)"), ("Ana's", "P1's"), ("ANA", "P1"), ("Anas", "Anas"), ("Mariana", "Mariana"),
    ("ana", "ana"), ("Ana_1", "Ana_1"), ("Ana María", "P2"), ("Ana  Ana", "P1  P1"), ("Añana", "Añana"), ("Ana\u0301", "Ana\u0301"),
    ("Zoe\u0308", "P3"), ("Zoë", "P3"), ("ZOË", "P3"), ("Zoe", "Zoe"), ("Zoës", "Zoës"),
])  # fmt: skip
def test_whole_words(text, after):
    assert Names({"Ana": "P1", "Ana María": "P2", "Zoë": "P3"}).within(text) == after


def test_names_trade_places_at_once():
    names = Names({"Player 2": "Player 1", "Player 1": "Player 2"})
    assert names.within("Player 1 and Player 2") == "Player 2 and Player 1"


def test_no_names_change_nothing():
    assert Names({}).within("Ana") == "Ana"
    assert Names({}).id("ana") == "ana"


@given(st.text(max_size=40), st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=4), min_size=1, max_size=3))
def test_no_name_is_left_as_a_word(text, names):
    after = Names(dict.fromkeys(names, "\u2603")).within(text)
    for name in names:
        assert not re.search(rf"(?<![\w\u0300-\u036f]){re.escape(name)}(?![\w\u0300-\u036f])", after)


def test_ids_of_branches_lose_their_names_everywhere(pen, game, tmp_path):
    ana = pen("Ana", own=True)
    ana.branch("x", 3, id="ana-tries")
    ana.branch("y", 0, "ana-tries", id="banana")
    ana.add("one", 0, branch="ana-tries")
    anonymise(game, tmp_path / "anon.jsonl")
    replay = cardlab.load(tmp_path / "anon.jsonl")
    assert replay.problems == []
    assert list(replay.branches) == ["player-1-tries", "banana"]
    assert replay.branch("banana").parent_id == "player-1-tries"
    assert len(replay.branch("player-1-tries").notes) == 1
    assert Path(game).read_bytes() != Path(tmp_path / "anon.jsonl").read_bytes()
