"""ReplayViewer without a browser: its traits, what it refuses, and what a saved notebook shows."""

import json

import pytest
from IPython.core.events import EventManager

import cardlab
from cardlab.replay.make import play_match
from cardlab.widgets.viewer import AHEAD


@pytest.fixture(scope="module")
def replay():
    return cardlab.loads(play_match("skyjo", 3, seed=3))


def test_opens_where_it_is_told(replay):
    viewer = replay.show(lang="nl", seat=1, ply=12)
    assert (viewer.lang, viewer.seat, viewer.ply) == ("nl", 1, 12)
    assert json.loads(viewer.frames)["lens"] == {"seat": 1, "spoilers": True, "ply": None}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"seat": 3}, "no seat 3; seats are 0 to 2"),
        ({"ply": -1}, "no ply -1; plies are 0 to"),
        ({"ply": 10**6}, "no ply 1000000; plies are 0 to"),
        ({"lang": "fr"}, "unknown language 'fr'; known: en, es, nl"),
    ],
)
def test_refuses_what_is_not_there(replay, asked, why):
    with pytest.raises(ValueError, match=why):
        replay.show(**asked)


def test_another_seat_brings_other_frames(replay):
    viewer = replay.show()
    whole = viewer.frames
    viewer.seat = 2
    assert viewer.frames != whole
    viewer.seat = None
    assert viewer.frames == whole


def test_a_request_from_the_browser_never_raises(replay):
    viewer = replay.show(ply=5)
    assert viewer._lens({"seat": 1, "spoilers": False}, []) == ({}, [])
    assert (viewer.seat, viewer.spoilers, viewer.ply) == (1, False, 5)
    for wrong in ({"seat": 9}, {"seat": "one"}, {"seat": True}, "nonsense"):
        answer, _ = viewer._lens(wrong, [])
        assert answer["error"]
    assert viewer.seat == 1


def test_a_ply_beyond_the_ends_is_held_back(replay):
    viewer = replay.show()
    viewer.ply = 10**9
    assert viewer.ply == len(replay)
    viewer.ply = -5
    assert viewer.ply == 0


def test_repr_can_be_pasted_and_holds_no_address(replay):
    shown = repr(replay.show(ply=3))
    assert " at 0x" not in shown and shown.startswith("ReplayViewer(")
    assert shown == repr(replay.show(ply=3))


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_without_a_kernel_the_position_stands_as_text_and_table(replay, lang):
    """The fallback tells ply, move and sentence and draws the table; nothing in it needs a style sheet or a script."""
    viewer = replay.show(lang=lang, ply=40)
    data, _ = viewer._repr_mimebundle_()
    assert replay.explain(40).text(lang) in data["text/plain"]
    assert all(name in data["text/plain"] and name in data["text/html"] for name in replay.names)
    assert "<script" not in data["text/html"] and "<style" not in data["text/html"]
    assert "<table" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_the_fallback_keeps_the_lens(replay):
    """As one seat sees it, the drawn card of another stands nowhere in the fallback; hiding what comes later hides the length."""
    ply = next(n for n in range(30, len(replay)) if replay.action(n) == "draw" and replay.action(n).player == 0)
    mine, _ = replay.show(seat=0, ply=ply)._repr_mimebundle_()
    theirs, _ = replay.show(seat=1, ply=ply)._repr_mimebundle_()
    assert mine["text/html"] != theirs["text/html"]
    hidden, _ = replay.show(ply=ply, spoilers=False)._repr_mimebundle_()
    assert f"/ {len(replay)}" not in hidden["text/plain"]


def test_markup_in_a_title_stays_text():
    text = play_match("skyjo", 2, seed=1)
    first, rest = text.split("\n", 1)
    header = json.loads(first)
    header["title"] = "<script>alert(1)</script>"
    replay = cardlab.loads(json.dumps(header) + "\n" + rest)
    data, _ = replay.show()._repr_mimebundle_()
    assert "<script" not in data["text/html"] and "&lt;script&gt;" in data["text/html"]


def test_the_frames_are_made_once_for_each_view(replay, monkeypatch):
    """Making a viewer walks the game once; so does a change of seat and spoilers together, and asking for the same view not at all."""
    from cardlab.widgets import viewer as module

    made = []
    walk = module.frames
    monkeypatch.setattr(module, "frames", lambda *given: (made.append(given[1]), walk(*given))[1])
    viewer = replay.show(seat=1, spoilers=False)
    assert len(made) == 1
    viewer._lens({"seat": 2, "spoilers": True}, [])
    assert len(made) == 2
    viewer._lens({"seat": 2, "spoilers": True}, [])
    assert len(made) == 2


@pytest.fixture
def cell(monkeypatch):
    """A kernel whose cell runs until `cell()` ends it."""

    class Shell:
        kernel = object()

    shell = Shell()
    shell.events = EventManager(shell, {"post_execute": lambda: None})
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)

    def end():
        shell.events.trigger("post_execute")
        assert shell.events.callbacks["post_execute"] == [], "what is left is done once"

    return end


@pytest.fixture(scope="module")
def long():
    """A game with notes before and behind the plies that go ahead."""
    text = play_match("skyjo", 4, seed=3)
    last = int(text.splitlines()[-1].split('"seq":')[1].split(",")[0])
    notes = [{"kind": "note", "seq": last + n, "ply": ply, "author": "Ana", "text": "Here."} for n, ply in enumerate((3, 100, 700), 1)]
    replay = cardlab.loads(text + "".join(json.dumps(note) + "\n" for note in notes))
    assert len(replay) > 750 and [note.ply for note in replay.notes] == [3, 100, 700]
    return replay


def test_the_first_plies_of_a_long_game_go_ahead(long, cell):
    """The page is sent the plies around the one shown, and how many there will be; the others follow when the cell has shown the viewer."""
    viewer = long.show(ply=10)
    first = json.loads(viewer.frames)
    assert (len(first["steps"]), first["whole"], first["result"]) == (10 + AHEAD, len(long), None)
    assert [note["ply"] for note in json.loads(viewer.notes)["notes"]] == [3, 100]
    cell()
    whole = long.show(ply=len(long))  # all of them are ahead of that one
    assert viewer.frames == whole.frames and viewer.notes == whole.notes
    told = json.loads(viewer.frames)
    assert "whole" not in told and len(told["steps"]) == len(long) and told["steps"][: 10 + AHEAD] == first["steps"]


def test_another_view_before_the_rest_is_there_is_whole(long, cell):
    viewer = long.show(ply=10)
    viewer.seat = 1
    seen = viewer.frames
    cell()
    other = long.show(ply=len(long), seat=1)
    assert viewer.frames == seen == other.frames and viewer.notes == other.notes


def test_nothing_goes_ahead_where_no_cell_runs_or_the_game_is_short(long, replay, cell, monkeypatch):
    assert "whole" not in json.loads(cardlab.loads(bytes(replay)).show(ply=len(replay) // 2).frames)
    monkeypatch.setattr("IPython.get_ipython", lambda: None)
    assert len(json.loads(long.show().frames)["steps"]) == len(long)
