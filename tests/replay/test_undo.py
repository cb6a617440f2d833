"""An undo is a line that takes back the last ply; what was said of it stays readable."""

import json

import pytest

from cardlab.replay import loads
from cardlab.replay.judge import state_hash
from cardlab.replay.make import Composer, ply_record
from cardlab.replay.records import BranchStart, Checkpoint, Note, Undo
from cardlab.replay.writer import write_lines


@pytest.fixture
def game():
    """The first plies of a game of Skyjo, as records with their lines."""
    deck = ["5"] * 10 + ["0"] * 15 + ["1"] * 10 + ["9"] * 10 + ["-2"] * 5 + ["-1"] * 10
    deck += [str(n) for n in (2, 3, 4, 6, 7, 8, 10, 11, 12) for _ in range(10)]
    composer = Composer("skyjo", seats=["Ana", "Leo"], deck=deck)
    composer.play("flip r1c1", "flip r1c2", "flip r1c1", "flip r1c2")
    composer.sample(1)
    return composer


def lines(composer, *records):
    return write_lines([composer._header, *composer._records, *records]).decode()


def seq(composer, back=1):
    """The seq of the last ply but so many."""
    return len(composer._records) + 1 - back


def act(composer, text):
    return ply_record(composer.position.player, text)


def test_the_line_goes_on_before_it(game):
    n = len(game._records)
    text = lines(game, act(game, "draw"), Undo(seq=0, of=n + 1), act(game, "take"))
    replay = loads(text)
    assert replay.problems == []
    assert len(replay) == n + 1 and replay.action(n + 1) == "take"
    assert [str(p.action) for p in replay.undone[f"undone-{n + 1}"].plies()] == ["draw"]
    assert replay.undone[f"undone-{n + 1}"].undone and replay.undone[f"undone-{n + 1}"].fork == n
    assert replay.branches == {}  # nothing hangs on it
    assert bytes(replay).decode() == text


def test_several_undone_one_by_one_are_one_run(game):
    n = len(game._records)
    records = [act(game, "draw"), act(game, "discard"), act(game, "flip r3c3")]
    text = lines(game, *records, Undo(seq=0, of=n + 3), Undo(seq=0, of=n + 2), act(game, "swap r3c3"))
    replay = loads(text)
    assert replay.problems == []
    assert [str(p.action) for p in replay.undone[f"undone-{n + 3}"].plies()] == ["discard", "flip r3c3"]
    assert [replay.action(k) for k in (n + 1, n + 2)] == ["draw", "swap r3c3"]


def test_notes_checkpoints_and_branches_stay_with_what_they_speak_of(game):
    n = len(game._records)
    drawn = game.position.play("draw")
    state = drawn.state
    records = [
        act(game, "draw"),
        Note(seq=0, ply=n + 1, author="Eva", text="a draw"),
        Note(seq=0, ply=n, author="Eva", text="before"),
        Checkpoint(seq=0, ply=n + 1, state=state_hash(drawn.game, state)),
        BranchStart(seq=0, id="b", ply=n + 1),
        ply_record(drawn.player, "discard", "b"),
        Note(seq=0, ply=1, author="Eva", text="on b", branch="b"),
        Undo(seq=0, of=n + 1),
        act(game, "take"),
        Note(seq=0, ply=n + 1, author="Eva", text="a take"),
    ]
    replay = loads(lines(game, *records))
    assert replay.problems == []
    assert [(note.ply, note.text) for note in replay.notes] == [(n, "before"), (n + 1, "a take")]
    name = f"undone-{n + 1}"
    assert [(note.ply, note.text, note.branch) for note in replay.branches[name].notes] == [(1, "a draw", name)]
    assert replay.branches["b"].parent_id == name and replay.branches["b"].fork == 1
    assert replay.branches["b"].at(1) == drawn.play("discard")
    assert [note.text for note in replay.branches["b"].notes] == ["on b"]


def test_a_wrong_checkpoint_on_an_undone_ply_is_told(game):
    n = len(game._records)
    text = lines(game, act(game, "draw"), Checkpoint(seq=0, ply=n + 1, state="0" * 16), Undo(seq=0, of=n + 1))
    assert ["checkpoint on ply 1 differs" in str(problem) for problem in loads(text).problems] == [True]


def test_a_result_goes_with_its_last_ply(skyjo_match):
    replay = loads(skyjo_match)
    records = [json.loads(line) for line in skyjo_match.splitlines()]
    last = max(r["seq"] for r in records if r["kind"] in ("action", "chance"))
    end = len(records)
    again = next(r for r in records if r["seq"] == last)
    undone = skyjo_match + json.dumps({"kind": "undo", "seq": end, "of": last}) + "\n"
    taken_back = loads(undone)
    assert taken_back.problems == [] and taken_back.result is None and len(taken_back) == len(replay) - 1
    result = next(r for r in records if r["kind"] == "result")
    redone = undone + json.dumps(again | {"seq": end + 1}) + "\n" + json.dumps(result | {"seq": end + 2}) + "\n"
    assert loads(redone).problems == []
    assert loads(redone).result.scores == replay.result.scores


def test_on_a_branch(game):
    n = len(game._records)
    branch = [BranchStart(seq=0, id="b", ply=n), ply_record(game.position.player, "draw", "b"), Undo(seq=0, of=n + 2)]
    replay = loads(lines(game, *branch, ply_record(game.position.player, "take", "b")))
    assert replay.problems == []
    assert [str(p.action) for p in replay.branch("b").plies()] == ["take"]
    assert replay.undone[f"undone-{n + 2}"].parent_id == "b"


@pytest.mark.parametrize(("of", "why"), [(0, "is no ply"), (99, "is no ply"), (1, "is not the last ply that stands")])
def test_only_the_last_ply_can_be_taken_back(game, of, why):
    replay = loads(lines(game, Undo(seq=0, of=of)), "f.jsonl")
    n = len(game._records)
    assert [str(p) for p in replay.problems] == [f"f.jsonl:{n + 2}: nothing is undone: seq {of} {why} (the last is seq {n})"]
    assert len(replay) == n


def test_the_same_ply_cannot_be_taken_back_twice(game):
    n = len(game._records)
    replay = loads(lines(game, act(game, "draw"), Undo(seq=0, of=n + 1), Undo(seq=0, of=n + 1)))
    assert len(replay.problems) == 1 and len(replay) == n


def test_an_illegal_ply_that_was_taken_back_is_told_and_stops_nothing(game):
    n = len(game._records)
    replay = loads(lines(game, act(game, "discard"), Undo(seq=0, of=n + 1), act(game, "draw")))
    assert len(replay) == n + 1 and len(replay.problems) == 1 and "illegal action 'discard'" in str(replay.problems[0])


def test_what_was_taken_back_earlier_hangs_on_the_ply_it_left(game):
    """A ply that had another after it, which was taken back, is taken back itself: both stay where they were."""
    n = len(game._records)
    drawn = game.position.play("draw")
    thrown, swapped = drawn.play("discard"), drawn.play("swap r3c3")
    records = [
        act(game, "draw"),
        ply_record(drawn.player, "discard"),
        Checkpoint(seq=0, ply=n + 2, state=state_hash(drawn.game, thrown.state)),
        Undo(seq=0, of=n + 2),
        ply_record(drawn.player, "swap r3c3"),
        Undo(seq=0, of=n + 5),
        Undo(seq=0, of=n + 1),
        act(game, "take"),
    ]
    replay = loads(lines(game, *records))
    assert replay.problems == []
    first, second = replay.undone[f"undone-{n + 2}"], replay.undone[f"undone-{n + 5}"]
    assert (second.parent_id, second.fork, second.at(2).text) == (None, n, swapped.text)
    assert (first.parent_id, first.fork, first.at(1).text) == (second.id, 1, thrown.text)


def test_ids_of_undone_runs_do_not_clash(game):
    n = len(game._records)
    name = f"undone-{n + 2}"
    replay = loads(lines(game, BranchStart(seq=0, id=name, ply=0), act(game, "draw"), Undo(seq=0, of=n + 2)))
    assert replay.problems == [] and list(replay.undone) == [f"{name}'"] and not replay.branch(name).undone
