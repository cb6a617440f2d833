"""Search over moves, notes and rules, in one file and in a folder; and many games as one frame."""

import json
from pathlib import Path

import pytest

import cardlab
from cardlab.paths import replays
from cardlab.replay.make import play_match
from cardlab.rulebook import read_rulebook


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Two games, one of them with a layer, and a file that is no game."""
    path = tmp_path_factory.mktemp("games")
    for game in ("skyjo", "skipbo"):
        (path / f"{game}.jsonl").write_text(play_match(game, ["Ana", "Leo"], seed=3, cap=80, tell=len), encoding="utf-8")
    replay = cardlab.load(path / "skyjo.jsonl")
    ana = replay.annotate(path / "skyjo.notes.ana.jsonl", "Ana", "es")
    ana.add("¿Por qué no la del DESCARTE?", 12, glyph="question", rule="skyjo.turn.take_discard")
    ana.edit(ana.add("se borra", 13), text="queda")
    branch = ana.branch("b", 20)
    ana.add("en la rama", 0, branch=branch, bookmark=True)
    replay.annotate(None, "Leo", "nl").add("in het bestand", 12)
    (path / "broken.jsonl").write_text("no game\n")
    return path


def test_text_in_notes_in_any_case(folder):
    (hit,) = cardlab.search(folder, "del descarte", what="note")
    assert str(hit) == (
        f"{folder / 'skyjo.notes.ana.jsonl'}:2: ply 12: note: Ana: ¿Por qué no la del DESCARTE? [skyjo.turn.take_discard]"
    )
    assert not cardlab.search(folder, "se borra", what="note").hits  # what was edited is not what stands
    (hit,) = cardlab.search(folder, "en la rama", what="note")
    assert hit.branch is not None
    assert f"ply 0 of {hit.branch}: note: Ana: en la rama" in str(hit)


def test_each_hit_is_at_its_line(folder):
    """The line that a hit names says what was found."""
    found = cardlab.search(folder, action="s*")
    assert len(found) > 20
    for hit in found:
        line = json.loads(Path(hit.path).read_text(encoding="utf-8").splitlines()[hit.line - 1])
        assert line["action"] == hit.text
        assert str(cardlab.load(hit.path).action(hit.ply)) == hit.text
    found = cardlab.search(folder, author="Leo")
    assert [json.loads(Path(hit.path).read_text().splitlines()[hit.line - 1])["text"] for hit in found] == ["in het bestand"]


def test_by_rule_notes_that_link_it_and_moves_it_governed(folder):
    found = cardlab.search(folder / "skyjo.jsonl", rule="skyjo.turn.take_discard")
    assert {hit.what for hit in found} == {"note", "move", "rule"}
    moves = [hit.ply for hit in found if hit.what == "move"]
    assert moves == cardlab.load(folder / "skyjo.jsonl").plies_of("skyjo.turn.take_discard")
    assert all(hit.rule.startswith("skyjo.turn.") for hit in cardlab.search(folder, rule="skyjo.turn.*", what="rule"))


def test_words_of_rules_and_of_sentences_in_a_language(folder):
    rule = next(rule for rule, plies in _governed(folder).items() if plies)
    words = read_rulebook("skyjo")[rule].text["nl"]
    assert rule in [hit.rule for hit in cardlab.search(folder, words, what="rule", language="nl")]
    why = cardlab.load(folder / "skyjo.jsonl").explain(12).text("es")
    hits = [hit for hit in cardlab.search(folder, why[:30], what="move", language="es") if hit.path.endswith("skyjo.jsonl")]
    assert 12 in [hit.ply for hit in hits]
    assert all(hit.ply != 12 for hit in cardlab.search(folder, why[:30], what="move", language="nl"))


def _governed(folder):
    from cardlab.replay.coverage import governed

    return governed(cardlab.load(folder / "skyjo.jsonl"))


def test_by_language_and_kind_of_note(folder):
    assert {hit.author for hit in cardlab.search(folder, language="nl")} == {"Leo"}
    assert [hit.text for hit in cardlab.search(folder, kind="bookmark")] == ["en la rama"]
    assert [hit.text for hit in cardlab.search(folder, kind="glyph", author="ana")] == ["¿Por qué no la del DESCARTE?"]
    with pytest.raises(cardlab.UnknownName, match="unknown kind of note 'x'"):
        cardlab.search(folder, kind="x")
    with pytest.raises(cardlab.CardlabError, match="nothing to look for"):
        cardlab.search(folder)


def test_a_layer_is_found_once_with_its_game(folder):
    one = cardlab.search([folder / "skyjo.notes.ana.jsonl", folder / "skyjo.jsonl"], "queda")
    assert one.files == 1
    assert [hit.line for hit in one if hit.what == "note"] == [4]


def test_files_that_cannot_be_opened_are_told_and_the_rest_is_searched(folder):
    found = cardlab.search(folder, "queda")
    assert len(found.problems) == 1
    assert found.problems[0].startswith(f"{folder / 'broken.jsonl'}:1: no header")
    assert found.files == 3
    assert len(found.to_frame()) == len(found)
    assert repr(found) == f"<{len(found)} hit{'s' if len(found) != 1 else ''} in 3 files>"


def test_the_command(folder, capsys):
    from cardlab.cli import main

    def run(*arguments) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        return (stop.value.code, *capsys.readouterr())

    code, out, err = run("search", "queda", folder, "--what", "note")
    assert code == 0
    assert out == f"{folder / 'skyjo.notes.ana.jsonl'}:4: ply 13: note: Ana: queda\n"
    assert err.startswith(f"cardlab search: {folder / 'broken.jsonl'}:1: ")
    assert run("search", "no such words", folder)[0] == 1
    assert run("search", "", folder)[0] == 1
    assert run("search", "x", folder / "nowhere")[0] == 2
    assert run("search", "", folder, "--action", "draw")[0] == 0


# -- frames of many games


def test_all_games_of_a_folder_as_one_frame(folder):
    frame = cardlab.load_all(folder)
    games = [cardlab.load(folder / f"{name}.jsonl") for name in ("skipbo", "skyjo")]
    assert len(frame) == sum(map(len, games))
    assert frame.index.names == ["file", "ply"]
    assert list(frame.columns) == ["game", "preset", "round", "turn", "seat", "name", "action", "rules", "scores", "clock"]
    for replay in games:
        part = frame.loc[replay.path]
        assert list(part["action"]) == [str(ply.action) for ply in replay.plies()]
        assert set(part["game"]) == {replay.header.game}
    (problem,) = frame.attrs["problems"]
    assert problem.startswith(f"{folder / 'broken.jsonl'}:1: no header")


def test_no_games_are_an_empty_frame_of_the_same_columns(tmp_path, folder):
    frame = cardlab.load_all(tmp_path)
    assert len(frame) == 0
    assert list(frame.columns) == list(cardlab.load_all(folder).columns)
    with pytest.raises(FileNotFoundError):
        cardlab.load_all(tmp_path / "nowhere")


def test_the_samples_as_one_frame():
    files = sorted(replays().glob("skyjo/*.jsonl"))[:3]
    frame = cardlab.load_all(files)
    assert frame.attrs["problems"] == []
    assert list(dict.fromkeys(frame.index.get_level_values("file"))) == [str(file) for file in files]
