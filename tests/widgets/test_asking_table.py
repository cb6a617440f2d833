"""A scratch table that asks: what it holds back before an answer, what an answer does on it, what may be tried and when."""

import json
from pathlib import Path

import pytest

import cardlab
from cardlab.quiz.criteria import right_answers
from cardlab.scratch.tree import ScratchError
from cardlab.widgets.scratch_deeds import DO, TELL

SAMPLES = Path(__file__).parent.parent.parent / "replays"
SHOWN = ("frames", "moment", "tree", "grown", "question")


def told(widget):
    return json.loads(widget.question)


def now(widget):
    return json.loads(widget.moment)


def answer(widget, text):
    return widget._answer({"at": told(widget)["at"], "answer": text}, [])[0]


def onward(widget):
    return widget._onward({"at": told(widget)["at"]}, [])[0]


def do(widget, name, **fields):
    return widget._do({"do": name, "at": now(widget)["at"], **fields}, [])[0]


@pytest.fixture(params=["skyjo/column", "skipbo/three-players"])
def replay(request):
    return cardlab.load(SAMPLES / f"{request.param}.jsonl")


@pytest.fixture
def ply(replay):
    """The first at which a seat has a choice."""
    return next(n for n in range(len(replay)) if (replay.at(n).player or 0) >= 0 and len(replay.at(n).legal_actions()) > 1)


@pytest.fixture
def quiz(replay, ply):
    seat = replay.at(ply).player
    asked = [
        cardlab.ask(replay, "play", ply, id="play", seat=seat, tries=3),
        cardlab.ask(replay, "next", ply, id="next", seat=seat, accept=["played"]),
    ]
    return cardlab.quiz([*asked, cardlab.ask(replay, "next", 0, id="elsewhere", accept=["played"])], lang="en")


@pytest.fixture
def table(replay, ply, quiz):
    return cardlab.scratch(replay, ply, quiz=quiz, language="en").show()


def refused(replay, ply):
    """A play that a person may point at and that a rule forbids."""
    game, state = replay.game, replay.at(ply).state
    return next(text for text in (game.write(state, move) for move in game.tries(state)) if not replay.at(ply).ruling(text).legal)


def test_nothing_tells_what_is_asked(replay, ply, quiz, table):
    """The page has the table through the question's eyes, every try without a ruling, and no text of the position; all that would
    judge, try, edit or keep is refused."""
    assert now(table)["asking"] and now(table)["closed"] and now(table)["text"] == ""
    assert now(table)["moves"] == [] and now(table)["rules"] == [] and json.loads(table.frames)["steps"] == []
    assert {move[6] for move in told(table)["asked"]["pointed"]["moves"]} == {-1}
    seat = quiz["play"].record.seat
    assert json.loads(table.frames)["cards"] == json.loads(json.dumps(replay.at(ply).table(seat).cards))
    before = {name: getattr(table, name) for name in SHOWN}
    right = right_answers(quiz["play"])[0]
    assert "until the question" in table._enter({"text": right, "at": now(table)["at"]}, [])[0]["error"]
    for name in DO.keys() - {"go", "step", "sibling", "home", "was", "undo", "redo", "fold"}:
        assert "until the question" in do(table, name, text=right)["error"], name
    for name in TELL:
        assert "until the question" in table._tell({"do": name, "text": right}, [])[0]["error"], name
    assert {name: getattr(table, name) for name in SHOWN} == before and len(table.scratch) == 1


def test_a_wrong_play_is_undone_with_its_reason(replay, ply, table):
    before = json.loads(table.frames)
    text = refused(replay, ply)
    assert answer(table, text) == {}
    said = told(table)["asked"]
    assert said["told"]["undone"] and said["left"] == 2 and said["told"]["rules"] == list(replay.at(ply).ruling(text).rules)
    assert json.loads(table.frames) == before and now(table)["closed"] and len(table.scratch) == 1


def test_a_right_play_is_made_and_the_table_is_free(replay, ply, quiz, table):
    """It is the first node of the tree; then the next question that stands here is asked, on the position that it is about."""
    right = right_answers(quiz["play"])[0]
    answer(table, right)
    assert table.scratch.node.action == right and not now(table)["closed"] and told(table)["onward"]
    assert onward(table) == {}
    assert told(table)["asked"]["id"] == "next" and now(table)["node"] == 0 and now(table)["closed"]
    assert "Answer" in onward(table)["error"] or "until" in onward(table)["error"]
    answer(table, str(replay.action(ply + 1)))
    assert onward(table) == {}
    assert told(table)["asked"] is None and not now(table)["closed"] and now(table)["moves"]
    assert "error" not in do(table, "edit")


def test_what_its_author_allows_may_be_tried(replay, ply):
    """The question stays beside the table, and is answered when one likes."""
    exercise = cardlab.ask(replay, "play", ply, id="free", trying=True, tries=1)
    table = cardlab.scratch(replay, ply, quiz=cardlab.quiz([exercise], lang="en")).show()
    assert now(table)["moves"] and not now(table)["closed"]
    right = right_answers(exercise)[0]
    assert "error" not in table._enter({"text": right, "at": now(table)["at"]}, [])[0]
    assert told(table)["asked"]["id"] == "free" and told(table)["asked"]["told"] is None
    answer(table, right)
    assert told(table)["asked"]["closed"]


def test_points_that_are_asked_for_are_not_on_the_table():
    replay = cardlab.load(SAMPLES / "skyjo" / "column.jsonl")
    ply = next(n for n in range(1, len(replay) + 1) if replay.game.counted(replay.at(n).state, replay.at(n).events))
    exercise = cardlab.ask(replay, "score", ply)
    table = cardlab.scratch(replay, ply, quiz=cardlab.quiz([exercise])).show()
    shown = json.loads(table.frames)
    assert [tuple(seat[1]) for seat in shown["seats"]] == [tuple(map(list, seat.marks)) for seat in exercise.table.seats]
    assert shown["result"] is None


def test_a_notebook_that_is_run_again_goes_on(replay, ply, quiz, table):
    """What was answered is not asked again; the text of the cell is the same."""
    text = table._repr_mimebundle_()[0]["text/plain"]
    assert quiz["play"].prompt("en") in text and quiz["next"].prompt("en") in text and "2 of 2" in text and "3 of 3" not in text
    answer(table, right_answers(quiz["play"])[0])
    again = cardlab.scratch(replay, ply, quiz=quiz, language="en").show()
    assert told(again)["asked"]["id"] == "next"
    assert again._repr_mimebundle_()[0]["text/plain"] == text


def test_where_nothing_is_asked_it_says_so(replay, ply, quiz, tmp_path):
    with pytest.raises(ScratchError, match=f"no question of this quiz stands here; .*the plies 0, {ply}"):
        cardlab.scratch(replay, ply + 1, quiz=quiz)
    path = tmp_path / "tree.jsonl"
    cardlab.scratch(replay, ply).save(path)
    with pytest.raises(ScratchError, match="a saved table asks nothing"):
        cardlab.scratch(path, quiz=quiz)
