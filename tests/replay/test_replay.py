"""A replay as its users meet it: positions, explanations, branches, notes, the frame."""

import json
import subprocess
import sys

import pytest

import cardlab
from cardlab.game import CHANCE, Action, Event
from cardlab.position import start
from cardlab.replay import Branch, dumps, loads
from cardlab.replay.tracks import EVERY


@pytest.fixture(scope="module")
def replay(match):
    return loads(match)


def test_positions_are_those_of_playing_it(match, replay):
    """Every position from the file is the one that comes of playing the actions one by one."""
    header = replay.header
    position = start(replay.game, header.seats, header.preset, options=header.options)
    assert replay.at(0).text == position.text
    for n in range(1, len(replay) + 1):
        action = replay.action(n)
        position = position.play(action, action.player)
        if n % 7 == 0 or n % EVERY in (0, 1, EVERY - 1):
            at = replay.at(n)
            assert (at.text, at.plies, at.names) == (position.text, n, position.names)
            assert at.explanation == position.explanation == replay.explain(n)
    assert replay.at(len(replay)) == position


def test_explanations_name_what_the_engine_logged(replay):
    """The rules of a ply are those of the engine's own checks and events, in their order, and there is at least one."""
    game, state = replay.game, replay.start_state()
    for (player, move), ply in zip(replay.moves, replay.plies(), strict=True):
        trace: list[str] = []
        log: list[Event] = []
        assert game.forbids(state, player, move, trace) is None
        game.apply(state, player, move, log)
        logged = list(dict.fromkeys([*trace, *(rule for event in log for rule in event.rules)]))
        assert list(ply.rules) == logged
        assert ply.rules, f"no rule for ply {ply.number}"
        assert ply.position.events == tuple(log)


def test_plies_tell_who_when_and_what(replay):
    plies = list(replay.plies())
    assert [ply.number for ply in plies] == list(range(1, len(replay) + 1))
    assert [ply.action for ply in plies] == [replay.action(n) for n in range(1, len(replay) + 1)]
    for before, ply in zip([replay.at(0), *(p.position for p in plies)], plies, strict=False):
        assert (ply.round, ply.turn) == (before.round, before.turn)
        assert ply.player == ply.action.player == before.player
    assert plies[-1].position.text == replay.at(len(replay)).text


def test_actions_are_texts_that_know_their_player(replay):
    first = replay.action(1)
    assert isinstance(first, Action)
    assert first.player == CHANCE
    assert isinstance(replay.action(len(replay)), str)


@pytest.mark.parametrize("wrong", [-1, 231, 10**9])
def test_plies_beyond_the_ends_are_refused(replay, wrong):
    for ask in (replay.at, replay.explain, replay.action):
        with pytest.raises(IndexError, match=rf"^ply {wrong} is not on the main line: it has the plies [01] to 230$"):
            ask(wrong)
    with pytest.raises(IndexError, match=r"^ply 0 is not on the main line: it has the plies 1 to 230$"):
        replay.explain(0)


@pytest.mark.parametrize("wrong", ["3", 1.0, None, True])
def test_what_is_no_ply_is_refused(replay, wrong):
    with pytest.raises(TypeError, match=r"^expected a ply as a whole number, got "):
        replay.at(wrong)


def test_states_given_out_are_copies(replay):
    state = replay.start_state()
    player, move = replay.moves[0]
    replay.game.apply(state, player, move)
    assert replay.game.write_position(replay.start_state()) == replay.at(0).text != replay.game.write_position(state)


def test_moves_and_start_state_carry_a_walk(replay):
    state = replay.start_state()
    for player, move in replay.moves:
        replay.game.apply(state, player, move)
    assert replay.game.write_position(state) == replay.at(len(replay)).text


# -- branches


@pytest.fixture(scope="module")
def branched(match):
    """The match with its own plies 150 to 229 told again on a branch, and 30 of those on a branch of that branch."""
    main = loads(match)
    lines = match.splitlines(keepends=True)

    def put(**fields):
        lines.append(json.dumps({"seq": len(lines)} | fields) + "\n")

    def plies(first, last, branch):
        for n in range(first, last + 1):
            action = main.action(n)
            who = {"kind": "chance"} if action.player < 0 else {"kind": "action", "seat": action.player}
            put(**who, action=str(action), branch=branch)

    plies(161, 190, "inner")  # plies may stand before the line that opens their branch
    put(kind="branch", id="inner", parent="outer", **{"from": 10})
    put(kind="branch", id="outer", name="again", author="Eva", **{"from": 150})
    plies(151, 230, "outer")
    put(kind="note", ply=0, author="Eva", text="here", branch="inner")
    put(kind="note", ply=30, author="Eva", text="end", branch="inner")
    put(kind="note", ply=4, author="Eva", text="main")
    return loads("".join(lines))


def test_branches_are_tracks_of_their_own(branched):
    assert branched.problems == []
    assert list(branched.branches) == ["inner", "outer"]
    inner, outer = branched.branch("inner"), branched.branch("outer")
    assert isinstance(inner, Branch)
    assert (inner.parent_id, inner.fork, inner.base, len(inner), inner.name) == ("outer", 10, 160, 30, "inner")
    assert (outer.parent_id, outer.fork, outer.base, len(outer), outer.name, outer.author) == (None, 150, 150, 80, "again", "Eva")
    for k in range(31):
        assert inner.at(k).text == branched.at(160 + k).text
        assert inner.at(k).plies == 160 + k
        assert outer.at(k).text == branched.at(150 + k).text
    assert inner.explain(30) == branched.explain(190)
    assert inner.action(1) == branched.action(161)
    assert [ply.action for ply in inner.plies()] == [branched.action(n) for n in range(161, 191)]
    assert len(branched) == 230


def test_notes_stand_on_their_line(branched):
    assert [note.text for note in branched.notes] == ["main"]
    assert [note.text for note in branched.branch("inner").notes] == ["here", "end"]
    assert [note.text for note in branched.all_notes] == ["here", "end", "main"]


def test_unknown_branches_and_plies_are_refused(branched):
    with pytest.raises(KeyError, match=r"unknown branch 'x'; known: inner, outer"):
        branched.branch("x")
    with pytest.raises(IndexError, match=r"^ply 31 is not on branch 'inner': it has the plies 0 to 30$"):
        branched.branch("inner").at(31)


def test_notes_are_in_the_order_of_their_plies(match):
    n = match.count("\n")
    said = [(7, "c"), (2, "a"), (7, "d"), (5, "b")]
    text = match + "".join(
        json.dumps({"kind": "note", "seq": n + i, "ply": ply, "author": "Eva", "text": t}) + "\n" for i, (ply, t) in enumerate(said)
    )
    assert [note.text for note in loads(text).notes] == ["a", "b", "c", "d"]


# -- other forms


def test_the_frame_has_a_row_a_ply(match, replay):
    frame = replay.to_frame()
    assert list(frame.columns) == ["round", "turn", "seat", "name", "action", "rules", "scores", "clock"]
    assert list(frame.index) == list(range(1, 231))
    assert frame.index.name == "ply"
    assert frame.loc[1, "name"] == "chance"
    for n in (1, 50, 230):
        row = frame.loc[n]
        assert (row["action"], row["seat"]) == (replay.action(n), replay.action(n).player)
        assert row["rules"] == replay.explain(n).rules
        assert row["scores"] == replay.at(n).scores
    assert set(frame["name"]) <= {"chance", "Ana", "Leo", "Mia"}


def test_the_frame_of_no_plies_has_the_columns(match):
    frame = loads(match.splitlines()[0]).to_frame()
    assert len(frame) == 0
    assert list(frame.columns) == ["round", "turn", "seat", "name", "action", "rules", "scores", "clock"]


def test_repr_can_be_pasted_and_str_read_aloud(match, skyjo_match, tmp_path):
    file = tmp_path / "it's.jsonl"
    file.write_text(skyjo_match)
    replay = cardlab.load(file)
    assert dumps(eval(repr(replay), {"cardlab": cardlab})) == skyjo_match
    assert str(replay) == f"Skyjo (skyoo), Ana, Leo; {len(replay)} plies"
    short = loads("".join(match.splitlines(keepends=True)[:1]))
    assert dumps(eval(repr(short), {"cardlab": cardlab})) == dumps(short)
    assert " at 0x" not in repr(loads(match))


def test_str_counts_one_as_one(match):
    lines = match.splitlines(keepends=True)
    note = json.dumps({"kind": "note", "seq": 2, "ply": 1, "author": "Eva", "text": "x"}) + "\n"
    assert str(loads("".join([*lines[:2], note]))).endswith("; 1 ply, 1 note")
    assert str(loads("".join([*lines[:2], note, "?\n"]))).endswith("; 1 ply, 1 note, 1 problem")


def test_a_replay_without_plies_is_still_true(match):
    replay = loads(match.splitlines()[0])
    assert len(replay) == 0
    assert replay
    assert replay.at(0).player == CHANCE


def test_loading_a_folder_or_nothing_is_an_os_error(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        cardlab.load(tmp_path / "none.jsonl")
    with pytest.raises(IsADirectoryError):
        cardlab.load(tmp_path)


def test_loading_needs_neither_pandas_nor_widgets(tmp_path, match):
    file = tmp_path / "m.jsonl"
    file.write_text(match)
    code = (
        "import sys, cardlab\n"
        f"replay = cardlab.load({str(file)!r}); replay.at(9); replay.explain(9)\n"
        "print([m for m in ('pandas', 'numpy', 'ipywidgets', 'anywidget', 'IPython', 'click') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_ten_thousand_plies_open_in_bounded_memory(tmp_path):
    """At most 200 MB above the bare import, loaded and walked through."""
    from cardlab.replay.make import play_match

    text = play_match("skyjo", 4, seed=2, bots="random", options={"match.final_score": 10_000}, cap=10_000, tell=lambda sentence: None)
    assert len(loads(text)) == 10_000
    file = tmp_path / "long.jsonl"
    file.write_text(text)
    code = (
        "import resource, sys, cardlab, cardlab.replay\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = peak()\n"
        f"replay = cardlab.load({str(file)!r})\n"
        "assert not replay.problems, replay.problems[:3]\n"
        "texts = [replay.at(n).text for n in range(0, 10_001, 500)]\n"
        "print((peak() - before) // 1024)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(told) < 200
