"""Which rules governed which plies, and which no game shows."""

from __future__ import annotations

import re

import pytest

import cardlab
from cardlab import paths
from cardlab.cli import main
from cardlab.errors import UnknownName
from cardlab.games import GAMES
from cardlab.replay import loads
from cardlab.replay.coverage import NOT_PLAYED, coverage, governed
from cardlab.replay.make import play_match

SAMPLES = sorted(paths.replays().rglob("*.jsonl"))


@pytest.mark.parametrize("file", [pytest.param(file, id=f"{file.parent.name}/{file.name}") for file in SAMPLES])
def test_the_plies_of_a_rule_are_those_it_explains(file):
    """From a rule to its plies and from a ply to its rules are one relation."""
    replay = cardlab.load(file)
    found: dict[str, list[int]] = {}
    for ply in replay.plies():
        for rule in ply.rules:
            found.setdefault(rule, []).append(ply.number)
    assert governed(replay) == found
    assert {rule: replay.plies_of(rule) for rule in found} == found


def test_from_a_passage_to_its_plies(match):
    replay = loads(match)
    rule = next(rule for rule in governed(replay) if cardlab.rulebook(replay.game.name)[rule].passages)
    passage = cardlab.rulebook(replay.game.name)[rule].passages[0]
    assert replay.plies_of(passage) == replay.plies_of(rule) != []
    replay.plies_of(rule).clear()
    assert replay.plies_of(rule)


def test_an_unknown_rule_is_refused(match):
    replay = loads(match)
    with pytest.raises(UnknownName, match="unknown rule"):
        replay.plies_of("skipbo.build.begin")


@pytest.fixture
def folder(tmp_path):
    """A folder with a game of each kind, one of them in a folder of its own."""
    (tmp_path / "more").mkdir()
    for i, game in enumerate(GAMES):
        text = play_match(game.name, 2, seed=1, cap=120, tell=lambda sentence: None)
        (tmp_path / ("more" if i else "") / f"{game.name}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_coverage_counts_every_ply_by_rule_and_file(folder):
    found = coverage([folder])
    assert len(found.files) == 2 and not found.problems
    for file in found.files:
        for rule, plies in governed(cardlab.load(file)).items():
            assert found[rule].plies[file] == plies
            assert found[rule].exercised and found[rule].total == len(plies)
    assert {use.rule.id for use in found.uses} == {rule for game in GAMES for rule in cardlab.rulebook(game.name)}
    totals = [use.total for use in found.uses]
    assert totals == sorted(totals, reverse=True)


def test_what_was_never_exercised_could_have_been(folder):
    """No component, no advice and nothing that a program cannot enforce is called for; refusals count as use."""
    found = coverage([folder])
    for use in found.unexercised:
        assert not use.plies and not use.refusals
        assert getattr(use.rule, "by", None) not in NOT_PLAYED
    assert found["skipbo.turn.draw_first"].kept_back > 0  # before the draw nothing can be laid
    with pytest.raises(KeyError):
        found["skipbo.build.begin"]


def test_one_game_asks_nothing_of_the_other(folder):
    found = coverage([folder / "skipbo.jsonl", folder / "skipbo.jsonl"])
    assert len(found.files) == 1
    assert {use.game for use in found.uses} == {"skipbo"}


def test_as_text_and_as_a_frame(folder):
    found = coverage([folder])
    lines = found.text("es").splitlines()
    counts = [int(match[1]) for line in lines if (match := re.match(r" *(\d+) +\d+ +\d+  \w+\.", line))]
    assert counts == sorted(counts, reverse=True) and len(counts) == sum(use.exercised for use in found.uses)
    assert f"never exercised: {len(found.unexercised)}" in lines
    frame = found.to_frame()
    assert frame.loc["skipbo.turn.draw_first", "plies"] == found["skipbo.turn.draw_first"].total
    assert frame.index.is_unique


def test_files_that_cannot_be_read_are_told(folder):
    (folder / "bad.jsonl").write_text("nonsense\n", encoding="utf-8")
    found = coverage([folder, folder / "none.jsonl"])
    assert len(found.files) == 2
    assert len(found.problems) == 2
    assert "bad.jsonl:1:" in found.problems[0] and "none.jsonl" in found.problems[1]


def run(capsys, *arguments: object) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as stop:
        main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return stop.value.code, out, err


def test_coverage_on_the_command_line(folder, capsys):
    code, out, err = run(capsys, "coverage", folder, "--lang", "nl")
    assert (code, err) == (0, "")
    assert out == coverage([folder]).text("nl") + "\n"
    (folder / "bad.jsonl").write_text("nonsense\n", encoding="utf-8")
    assert run(capsys, "coverage", folder)[0] == 1
    assert run(capsys, "coverage", folder, "--lang", "fr")[0] == 2


def test_diff_on_the_command_line(folder, capsys):
    file = folder / "more" / "skyjo.jsonl"
    replay = cardlab.load(file)
    code, out, err = run(capsys, "diff", file, "--preset", "skyoo", "--preset", "skyjo-es", "--lang", "es")
    assert (code, err) == (0, "")
    assert out == f"{replay.under('skyoo').text('es')}\n\n{replay.under('skyjo-es').text('es')}\n"
    code, out, err = run(capsys, "diff", file, "--plies")
    assert code == 0
    listed = [line for line in out.splitlines() if line.startswith("  ply ")]
    assert len(listed) == len(replay.under("skyjo-es").differing)
    assert run(capsys, "diff", file, "--preset", "nl")[::2] == (2, "cardlab: unknown preset 'nl'; known: skyoo, skyjo-es\n")
    assert run(capsys, "diff", folder / "none.jsonl")[0] == 1
