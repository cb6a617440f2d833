"""The command line: exit codes 0, 1 and 2, errors in one line, every command for every game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab.cli import main
from cardlab.games import GAMES
from cardlab.replay import load
from cardlab.replay.make import play_match

GAME_NAMES = [game.name for game in GAMES]


@pytest.fixture
def run(capsys):
    """Runs a command; its exit code, what it printed, and what it said on the error stream."""

    def command(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return stop.value.code, out, err

    return command


@pytest.fixture(scope="module", params=GAME_NAMES)
def file(request, tmp_path_factory) -> Path:
    """A file with the beginning of a match of each game."""
    path = tmp_path_factory.mktemp("games") / f"{request.param}.jsonl"
    path.write_text(play_match(request.param, ["Ana", "Leo", "Mia"], seed=3, cap=60, tell=len), encoding="utf-8")
    return path


def test_without_arguments_the_help_is_shown(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert out.startswith("Usage: cardlab")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["shuffle"], "no such command 'shuffle'"),
        (["play", "skyjoo"], "unknown game 'skyjoo'; known: skipbo, skyjo"),
        (["play", "skyjo", "--preset", "x"], "'x'"),
        (["play", "skyjo", "--bots", "clever"], "unknown bot 'clever'; known: "),
        (["play", "skyjo", "--players", "99"], "99"),
        (["play", "skyjo", "--seed", "one"], "'one' is not a valid integer"),
        (["explain", "skipbo.build.begin"], "unknown rule 'skipbo.build.begin'; known: "),
        (["explain", "skipbo.build.start", "--lang", "fr"], "unknown language 'fr'; known: en, es, nl"),
        (["show", "nowhere.jsonl"], "no file 'nowhere.jsonl', and no position text either"),
        (["check"], "missing argument 'file...'"),
        (["check", "*.nothing"], "no game files in *.nothing"),
        (["lab", "--port", "70000"], "70000"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(run, arguments, words):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err.lower()
    assert err.count("\n") == 1


@pytest.mark.parametrize("game", GAME_NAMES)
def test_play_makes_a_file_that_checks_clean(run, tmp_path, game):
    """The same seed makes the same file, and another seed another one."""
    one, same, other = (tmp_path / name for name in ("one.jsonl", "same.jsonl", "other.jsonl"))
    assert run("play", game, "--players", 3, "--seed", 1, "-o", one) == (0, "", "")
    assert run("play", game, "--players", 3, "--seed", 1, "-o", same) == (0, "", "")
    assert run("play", game, "--players", 3, "--seed", 2, "-o", other) == (0, "", "")
    assert one.read_bytes() == same.read_bytes() != other.read_bytes()
    assert run("check", tmp_path) == (0, "3 files checked, 0 problems\n", "")


def test_play_to_the_standard_output(run):
    code, out, _ = run("play", "skyjo", "--seed", 5)
    assert code == 0
    assert all(json.loads(line) for line in out.splitlines())


def test_play_says_when_it_hit_the_cap(run, tmp_path):
    code, _, err = run("play", "skyjo", "--cap", 10, "-o", tmp_path / "short.jsonl")
    assert code == 0
    assert err == "cardlab play: no end after 10 plies (the cap): the game has no result\n"


def test_play_overwrites_only_when_told_to(run, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text("mine", encoding="utf-8")
    code, _, err = run("play", "skyjo", "-o", path)
    assert code == 2
    assert "is there already" in err
    assert path.read_text(encoding="utf-8") == "mine"
    assert run("play", "skyjo", "-o", path, "--force")[0] == 0
    assert len(load(path)) > 0


def test_check_reports_path_line_and_what(run, file, tmp_path):
    """A torn last line is one problem; the other files are checked all the same."""
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(file.read_bytes()[:-20])
    code, out, _ = run("check", torn, tmp_path / "missing.jsonl", file)
    lines = out.splitlines()
    assert code == 1
    assert lines[0].startswith(f"{torn}:{len(torn.read_bytes().splitlines())}: ")
    assert lines[-2].startswith(f"{tmp_path / 'missing.jsonl'}: ")
    assert lines[-1].startswith("3 files checked, ")


def test_check_expands_patterns_where_the_shell_does_not(run, file):
    assert run("check", f"{file.parent}/*.jsonl") == (0, "1 file checked, 0 problems\n", "")


def test_show_draws_the_table_and_says_why(run, file):
    replay = load(file)
    code, out, err = run("show", file, "--ply", 40, "--lang", "es")
    assert (code, err) == (0, "")
    assert "Ana" in out
    assert replay.explain(40).text("es") in out
    assert all(rule in out for rule in replay.explain(40).rules)
    assert run("show", file)[1] == run("show", file, "--ply", len(replay))[1]


def test_show_as_a_seat_hides_what_it_may_not_know(run, file):
    """A seat is named by number or by name."""
    everything, by_number, by_name = (run("show", file, "--ply", 40, *seat)[1] for seat in ([], ["--seat", 1], ["--seat", "leo"]))
    assert by_number == by_name != everything
    code, _, err = run("show", file, "--seat", "Zoe")
    assert code == 2
    assert "unknown seat 'Zoe'; known: 0 (Ana), 1 (Leo), 2 (Mia)" in err


def test_show_draws_a_position_text(run, file):
    text = load(file).at(40).text
    code, out, err = run("show", text)
    assert (code, err) == (0, "")
    assert out.strip()
    code, _, err = run("show", text.replace(" | ", " | nonsense ", 1))
    assert code == 1
    assert err.startswith("position text, column ")
    assert run("show", text, "--ply", 3)[0] == 2


def test_show_beyond_the_end(run, file):
    code, _, err = run("show", file, "--ply", 10_000)
    assert code == 2
    assert err == f"cardlab show: {file} has plies 0 to {len(load(file))}, not 10000\n"


def test_show_a_file_that_holds_no_game(run, tmp_path):
    path = tmp_path / "letter.jsonl"
    path.write_text("Dear Ana\n", encoding="utf-8")
    code, _, err = run("show", path)
    assert code == 1
    assert err.startswith(f"{path}:1: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_explain_says_the_rule_and_where_it_stands(run, lang):
    code, out, _ = run("explain", "skipbo.build.start", "--lang", lang)
    assert code == 0
    assert out.startswith("skipbo.build.start (rule)")
    assert "L" in out.splitlines()[-1]


def test_a_closed_pipe_is_no_traceback(file):
    """`cardlab show … | head -0`."""
    command = [sys.executable, "-m", "cardlab.cli", "show", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as process:
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
