"""`cardlab play --seat`: piped lists of actions, a conversation, a terminal with a clock, and kill -9 in mid-game."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import cardlab
from cardlab.playing.match import Match
from cardlab.playing.prompt import FOR_GOOD, MatchPrompt, TimeUp
from cardlab.replay.prompt import Refused
from cardlab.text import LANGUAGES
from tests.play.conftest import stand_in

ROOT = Path(__file__).parent.parent.parent
ENV = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))}
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")
ALONE = {"solo.mode": "single_grid"}
WHOLE = [
    ("skyjo", ["--seat", "0", "--preset", "skyoo", "--players", "3"], {"preset": "skyoo", "players": 3}),
    ("skyjo", ["--seat", "Zoe", "--name", "Zoe", "--set", "solo.mode=single_grid"], {"players": ["Zoe"], "options": ALONE}),
    ("skipbo", ["--seat", "1", "--set", "variant.short=true"], {"seat": 1, "options": {"variant.short": True}}),
]


def command(*arguments: object, text: str = "") -> subprocess.CompletedProcess[str]:
    """What the command does with these lines piped in."""
    line = [sys.executable, "-m", "cardlab.cli", "play", *map(str, arguments)]
    return subprocess.run(line, input=text, capture_output=True, text=True, env=ENV, check=False, encoding="utf-8")


def played(path, game, bot="sensible", **more) -> tuple[list[str], Match]:
    """A match to its end, with the actions of the person's seat."""
    actions = []
    with cardlab.play(game, file=path, seed=5, **more) as match:
        while not match.ended:
            actions.append(stand_in(match, bot))
            match.play(actions[-1])
    return actions, match


def plies(path) -> list[str]:
    """The lines of a file but for its header's name and day, and what they took."""
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()[1:]]
    return [{key: value for key, value in line.items() if key not in ("clock", "seq")} for line in lines]


# -- piped


@pytest.mark.parametrize(("game", "arguments", "more"), WHOLE)
def test_a_whole_match_by_piping(tmp_path, game, arguments, more):
    """Skyoo's solo game against bots and on one grid, and Skip-Bo, to the end; the same seed and actions make the same file."""
    actions, match = played(tmp_path / "own.jsonl", game, **more)
    done = command(game, *arguments, "--seed", 5, "-o", tmp_path / "piped.jsonl", text="# a list\n\n" + "\n".join(actions) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert plies(tmp_path / "piped.jsonl") == plies(match.path)
    assert "the match is over" in done.stdout.rstrip().splitlines()[-1]
    assert cardlab.load(tmp_path / "piped.jsonl").problems == []


def test_a_piped_list_stops_at_the_first_that_cannot_be_done(tmp_path):
    done = command("skyjo", "--seat", 0, "--seed", 5, "-o", tmp_path / "m.jsonl", text="flip r1c1\nflip r1c1\nflip r2c2\n")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("line 2: illegal action 'flip r1c1' by seat 0: ")
    assert done.stderr.splitlines()[-1].endswith("[skyjo.deal.initial_flips]")
    assert "In the set-up every player turns up two cards of their own grid." in done.stdout
    assert [line["action"] for line in plies(tmp_path / "m.jsonl") if line.get("seat") == 0] == ["flip r1c1"]
    assert f"cardlab play --resume {tmp_path / 'm.jsonl'}" in done.stderr


def test_it_goes_on_where_it_stopped(tmp_path):
    """The list cut in two, the second half piped into --resume: the same match."""
    actions, match = played(tmp_path / "own.jsonl", "skipbo", options={"variant.short": True})
    path, half = tmp_path / "piped.jsonl", len(actions) // 2
    first = command("skipbo", "--seat", 0, "--seed", 5, "--set", "variant.short=true", "-o", path, text="\n".join(actions[:half]))
    assert first.returncode == 0
    second = command("--resume", path, text="\n".join(actions[half:]))
    assert (second.returncode, second.stderr.count("\n")) == (0, 1)
    assert "the match goes on at ply" in second.stderr
    assert plies(path) == plies(match.path)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name a game, or a match to go on with: --resume FILE"),
        (["skyjo", "--seat", "7", "-o", "x.jsonl"], "unknown seat 7; known: 0 (Ana), 1 (Leo)"),
        (["skyjo", "--seat", "0", "--set", "deal.initial_flips=12", "-o", "x.jsonl"], "[skyjo.E16]"),
        (["skyjo", "--seat", "0", "--set", "grid", "-o", "x.jsonl"], "expected OPTION=VALUE, got 'grid'"),
        (["skyjo", "--seat", "0", "--bots", "clever", "-o", "x.jsonl"], "unknown bot 'clever'"),
        (["skyjo", "--seat", "0", "--players", "3", "--name", "Ana", "-o", "x.jsonl"], "--players says 3, and 1 names are given"),
        (["skyjo", "--seat", "0", "--lang", "fr", "-o", "x.jsonl"], "unknown language 'fr'"),
    ],
)
def test_wrong_usage(tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    done = command(*arguments)
    assert done.returncode == 2 and says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_resume_takes_nothing_that_the_file_says(tmp_path):
    path = tmp_path / "m.jsonl"
    cardlab.play("skyjo", file=path, seed=5).close()
    done = command("--resume", path, "--seat", 1, "--seed", 3)
    assert (done.returncode, "it takes no --seat and no --seed" in done.stderr) == (2, True)


def test_bots_among_themselves_take_options_too(tmp_path):
    done = command("skyjo", "--set", "match.final_score=10", "-o", tmp_path / "bots.jsonl")
    assert done.returncode == 0
    assert cardlab.load(tmp_path / "bots.jsonl").header.options["match.final_score"] == 10


def test_the_settings_asked_for_stand_in_the_file(tmp_path):
    """--ask: the first lines answer the questions, the others play."""
    done = command("skyjo", "--seat", 0, "--ask", "-o", tmp_path / "m.jsonl", text="30\n20\n" + "\n" * 9 + "flip r1c1\n")
    assert (done.returncode, "flip r1c1" in done.stdout) == (0, True)
    options = cardlab.load(tmp_path / "m.jsonl").header.options
    assert (options["match.final_score"], options["turn.time_limit_s"]) == (30, 20)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["skyjo", "skipbo"])
def test_the_settings_are_listed(game, lang):
    done = command(game, "--settings", "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    for setting in cardlab.game(game).settings:
        assert re.search(rf"^[* ] {re.escape(setting['name'])}=.*{re.escape(setting['label'][lang])}$", done.stdout, re.MULTILINE)


# -- a conversation


@pytest.fixture
def talk(tmp_path):
    """A match and a conversation about it: what was said so far, and a way to say a line."""

    def begin(game="skyjo", lang="en", **more):
        said = []
        match = cardlab.play(game, file=tmp_path / "talk.jsonl", **{"seed": 5} | more)
        matches.append(match)
        return match, MatchPrompt(match, said.append, lang), said

    matches = []
    yield begin
    for match in matches:
        match.close()


def converse(prompt, *lines):
    left = list(lines)
    prompt.converse(lambda seconds: left.pop(0) if left else None)
    assert left == []


def test_a_refusal_teaches_and_asks_again(talk, originals):
    """The sentence, the rule, and the true text of each source that says it; then the same table waits."""
    match, prompt, said = talk(lang="es")
    converse(prompt, "flip r1c1", "flip r1c2", "swap r1c1", "draw")
    text = "\n".join(said)
    assert "No se ha hecho: Ana cambia la carta de r1c1" in text
    assert "skyjo.turn.one_of_two: En un turno se hace solo una cosa de dos" in text
    assert re.search(r"002 Skyoo, L20\[.*\]: «.+»", text) and re.search(r"003 Skyjo, L14\[.*\]: «.+»", text)
    assert match.log[-1].why.action == "draw"


def test_a_refusal_by_a_ruling_names_what_is_near(talk):
    """Where the sources are silent the rules closest to the ruling are told."""
    _, prompt, said = talk()
    converse(prompt, "flip r1c1", "flip r1c2", "draw", "take")
    text = "\n".join(said)
    assert "skyjo.E25" in text and "the sources are silent; close to it:" in text


def test_no_undo_and_leaving_only_for_good(talk):
    match, prompt, said = talk(options={"match.final_score": 30})
    converse(prompt, "flip r1c1", "undo", "leave")
    assert any("takes nothing back" in text for text in said)
    assert any(FOR_GOOD in text for text in said) and not match.left
    converse(prompt, FOR_GOOD)
    assert match.left and match.over and "the match is over" in said[-1]


def test_notes_why_help_and_table_take_no_turn(talk):
    match, prompt, said = talk("skipbo", seat=1, lang="nl")
    plies = match.plies
    converse(prompt, "?", "table", "why", "why 1", "why 99", "note een notitie", "", "quit")
    assert match.plies == plies
    assert any(text.startswith("  draw") for text in said)
    assert any(text.startswith(f"  {plies} ") for text in said) and f"ply 99 is not there: the match has the plies 1 to {plies}" in said
    assert cardlab.load(match.path).all_notes[0].text == "een notitie"


def test_the_own_hand_is_told_and_no_other(talk):
    match, prompt, said = talk("skipbo", seat=1)
    converse(prompt, "draw")
    hand = ", ".join(match.table["hand1"].codes)
    assert f"    in your hand now: {hand}" in said
    assert match._recorder.position.state.hands[0] == [] or sum("in your hand now" in text for text in said) == 1


def test_time_runs_out_while_the_person_thinks(talk):
    """What reads the line says that time is up: the time-out action is played and told, and the next turn begins."""

    class Clock:
        now = 0.0

    match, prompt, said = talk(options={"turn.time_limit_s": 20}, clock=lambda: Clock.now)
    asked = []

    def read(seconds):
        asked.append(seconds)
        if len(asked) == 2:
            Clock.now += seconds
            raise TimeUp
        return "flip r1c1" if len(asked) == 1 else None

    prompt.converse(read)
    assert asked == [20, 20, 20]
    assert any("Time is up for Ana" in text and "referee: timeout" in text for text in said)
    assert match.plies > 2 and "20 s left" in said[-1]


def test_a_piped_action_that_comes_too_late_ends_the_list(talk):
    """The time-out action is told, then the refusal; what stands behind it is not done."""

    class Clock:
        now = 0.0

    def lines():
        yield "flip r1c1"
        Clock.now = 20.0
        yield "flip r1c2"
        raise AssertionError("the list goes on")

    match, prompt, said = talk(options={"turn.time_limit_s": 20}, clock=lambda: Clock.now)
    with pytest.raises(Refused, match=r"line 2: .*skyjo\.settings\.turn_time"):
        prompt.follow(lines())
    told = next(n for n, text in enumerate(said) if "referee: timeout" in text)
    refused = next(n for n, text in enumerate(said) if "the time allowed for the turn is over" in text)
    assert told < refused
    assert match.remaining == 20


def test_a_time_out_during_help_is_told(talk):
    class Clock:
        now = 0.0

    _, prompt, said = talk(options={"turn.time_limit_s": 20}, clock=lambda: Clock.now)
    Clock.now = 20.0
    prompt.take("?")
    assert any("referee: timeout" in text for text in said)


def test_what_happened_before_ones_first_turn_is_told(talk):
    """The bot before the person has chosen and played by then."""
    _, prompt, said = talk(seat=1)
    prompt.greet()
    assert [text.split(" – ")[0].split()[:3] for text in said[2:]] == [
        ["1", "chance:", "deal"],
        ["2", "Ana:", "flip"],
        ["3", "Ana:", "flip"],
    ]


# -- a terminal


@posix
def test_at_a_terminal_the_clock_does_not_wait_for_a_line(tmp_path):
    """A pseudo-terminal, nobody types: the time-out action is played by itself, and told."""
    import pty

    keyboard, screen = pty.openpty()
    path = tmp_path / "m.jsonl"
    line = [sys.executable, "-m", "cardlab.cli", "play", "skyjo", "--seat", "0", "--seed", "5", "--set", "turn.time_limit_s=1", "-o", path]
    child = subprocess.Popen(line, stdin=screen, stdout=screen, stderr=screen, env=ENV | {"TERM": "dumb"})
    os.close(screen)
    shown = b""
    try:
        while shown.count(b"Time is up for Ana") < 2:
            assert select.select([keyboard], [], [], 60)[0], shown.decode()
            shown += os.read(keyboard, 65536)
        os.write(keyboard, b"quit\n")
        while select.select([keyboard], [], [], 60)[0]:
            try:
                if not (more := os.read(keyboard, 65536)):
                    break
            except OSError:  # the other end is closed
                break
            shown += more
        assert child.wait(60) == 0
    finally:
        child.kill()
        child.wait()
        os.close(keyboard)
    assert b"cardlab play --resume" in shown
    replay = cardlab.load(path)
    assert replay.problems == [] and [str(move[1][0]) for move in replay.moves if move[0] == -2][:2] == ["timeout", "timeout"]


# -- killed


@posix
@pytest.mark.parametrize(("game", "arguments", "more"), WHOLE)
def test_killed_in_mid_game_it_goes_on(tmp_path, game, arguments, more):
    """SIGKILL at a moment of its own, again and again: no line that was there is lost, and in the end the match is the one that was
    never broken off."""
    actions, match = played(tmp_path / "own.jsonl", game, **more)
    path, random, kills = tmp_path / "killed.jsonl", Random(f"{game}{arguments}"), 0
    begin = [game, *arguments, "--seed", "5", "-o", str(path)]
    while kills < 4:
        child = subprocess.Popen(
            [sys.executable, "-m", "cardlab.cli", "play", *(["--resume", str(path)] if path.exists() else begin)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENV, text=True,
        )  # fmt: skip
        assert child.stdout.readline()  # the match is there
        before = path.read_bytes()
        done = own(path)
        child.stdin.write("\n".join(actions[done:][: random.randint(3, 12)]) + "\n")
        child.stdin.flush()
        while own(path) < done + 1 and child.poll() is None:
            time.sleep(0.001)
        time.sleep(random.random() / 50)
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        child.stdin.close()
        assert path.read_bytes().startswith(before)
        kills += 1
    assert 4 <= own(path) <= len(actions)
    done = command("--resume", path, text="\n".join(actions[own(path) :]) + "\n")
    assert done.returncode == 0, done.stderr
    assert plies(path) == plies(match.path)
    assert cardlab.load(path).problems == []


def own(path) -> int:
    """How many actions of the person stand in the file."""
    header, *lines = [line for line in path.read_bytes().split(b"\n") if line.endswith(b"}")]
    seat = json.loads(header)["bots"].index("")
    return sum(json.loads(line).get("seat", -1) == seat for line in lines if b'"kind":"action"' in line)
