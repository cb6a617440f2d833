"""Answering: verdicts with their reasons, tries and hints, the student's own file, and the same score after every restart."""

import json
import subprocess
import sys
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlab
from cardlab.errors import InvalidAction, ReplayError, UnknownName
from cardlab.quiz.ask import ask
from cardlab.quiz.criteria import InvalidAnswer, right_answers
from cardlab.quiz.exercise import QuestionError
from cardlab.quiz.quiz import Quiz
from cardlab.replay.lock import FileHeld
from cardlab.replay.writer import Appender

DRAWN = "skyjo skyoo | phase=place seat=A held=4 discard=1,2,3 | A grid=4,5,h1,h4/4,h0,3,8/h11,h2,10,12 | B grid=?,?,5,0/?x4/?x4"


@pytest.fixture
def quiz(lesson, tmp_path, clock) -> Quiz:
    return cardlab.quiz(lesson, student="Ana", answers=tmp_path / "answers" / "ana.jsonl", clock=clock)


# -- what is said


def test_a_right_answer(quiz):
    verdict = quiz.answer("twice", "no")
    assert verdict and verdict.closed and verdict.left == 0
    assert verdict.rules == ("skyjo.turn.draw_look",)
    assert (
        verdict.text("en").startswith("Right. ") and verdict.text("es").startswith("Correcto. ") and verdict.text("nl").startswith("Goed. ")
    )
    assert verdict.exercise.ruling().refusal("es") in verdict.text("es"), "the reason is the engine's own"


def test_an_illegal_play_is_undone_with_the_refusal_and_its_passage(quiz):
    before = quiz["place"].position.text
    verdict = quiz.answer("place", "flip r1c1")  # skyjo.turn.draw_discard_order: first the discard, then the flip
    assert verdict.rules == ("skyjo.turn.draw_discard_order",)
    assert verdict.right is False and verdict.undone
    assert verdict.why.refusal("nl") in verdict.text("nl") and "De zet wordt teruggenomen." in verdict.text("nl")
    assert verdict.passages and all(passage.rule in verdict.rules for passage in verdict.passages)
    assert quiz["place"].position.text == before
    assert verdict.left == 1 and not verdict.closed


def test_what_was_written_for_an_answer_is_said_to_it(quiz):
    assert "Una por turno." in quiz.answer("place", "draw").text("es")
    assert "One a turn." in quiz.verdict("place").text("nl"), "English where nothing was written in Dutch"


def test_feedback_to_all_other_wrong_answers():
    quiz = cardlab.quiz(
        [ask(DRAWN, "play", accept=["event=column"], feedback={"*": "Look at the columns.", "draw": "You have drawn."}, tries=5)]
    )
    assert "Look at the columns." in str(quiz.answer(0, "discard"))
    assert "You have drawn." in str(quiz.answer(0, "draw"))
    assert "Look at" not in str(quiz.answer(0, "swap r3c1"))


def test_allowed_but_not_what_is_asked():
    quiz = cardlab.quiz([ask(DRAWN, "play", accept=["event=column"], tries=2)])
    verdict = quiz.answer(0, "swap r1c2")
    assert verdict.right is False and not verdict.undone
    assert "allowed, but it is not what is asked for" in verdict.text()
    assert "swap r3c1" not in verdict.text(), "the answer is not given away while a try is left"
    last = quiz.answer(0, "discard")
    assert last.closed and "Right would have been" in last.text() and "r3c1" in last.text()


def test_a_wrong_rule_is_read_out_and_the_right_one_is_not(quiz):
    verdict = quiz.answer("why-not", "skyjo.turn.take_discard")
    book = cardlab.rulebook("skyjo")
    assert book["skyjo.turn.take_discard"].text["en"] in verdict.text("en")
    assert book["skyjo.turn.draw_look"].text["en"] not in verdict.text("en")
    assert verdict.why is None


@pytest.mark.parametrize(("question", "answer", "error"), [
    ("place", "jump", InvalidAction), ("twice", "maybe", InvalidAnswer), ("why-not", "skyjo.turn.draw", UnknownName),
    ("nonesuch", "yes", UnknownName),
])  # fmt: skip
def test_what_cannot_be_read_is_no_try_and_no_line(quiz, question, answer, error):
    with pytest.raises(error):
        quiz.answer(question, answer)
    assert len(quiz.answers) == 0
    assert not quiz.answers.path.exists()


def test_hints_come_in_their_order_and_are_kept(quiz, lesson):
    assert [quiz.hint("place") for _ in range(3)] == ["It must end on the table.", "Your own grid.", None]
    assert quiz.hint("twice") is None
    again = cardlab.quiz(lesson, student="Ana", answers=quiz.answers.path, lang="es")
    assert again.hints_shown("place") == 2
    again.answer("place", right_answers(again["place"])[0])
    standing = again.standing("place")
    assert standing.right is True and not standing.at_once


def test_hints_in_the_language_of_the_quiz(lesson):
    assert cardlab.quiz(lesson, lang="es").hint("place") == "Tiene que acabar en la mesa."


# -- tries


def test_tries_run_out(quiz):
    quiz.answer("place", "draw")
    second = quiz.answer("place", "take")
    assert second.closed and second.left == 0
    late = quiz.answer("place", right_answers(quiz["place"])[0])
    assert late.right is True and not late.counts and not late.solved
    assert quiz.score().right == 0
    assert len(quiz.answers) == 3, "what was answered is kept all the same"


def test_the_same_answer_again_is_no_new_try(quiz):
    for _ in range(5):
        assert quiz.answer("place", "draw").left == 1
    assert quiz.answer("place", right_answers(quiz["place"])[0]).counts
    assert quiz.score().right == 1


def test_nothing_takes_a_right_answer_away(quiz):
    quiz.answer("why-not", "skyjo.turn.draw_look")
    quiz.answer("why-not", "skyjo.turn.take_discard")
    assert quiz.standing("why-not").right is True
    assert quiz.score().right == 1


ANSWERS = st.lists(
    st.one_of(
        st.tuples(st.just("place"), st.sampled_from(["draw", "take", "discard", "swap r1c1", "flip r1c1"])),
        st.tuples(st.just("twice"), st.sampled_from(["yes", "no"])),
        st.tuples(st.just("why-not"), st.sampled_from(["skyjo.turn.draw_look", "skyjo.turn.take_discard"])),
    ),
    max_size=12,
)


THREE = [
    ask(DRAWN, "play", id="place", tries=3), ask(DRAWN, "legal", id="twice", action="draw"),
    ask(DRAWN, "rule", id="why-not", action="draw", accept=["forbids"], tries=2),
]  # fmt: skip


@given(ANSWERS)
@settings(max_examples=40)
def test_a_notebook_run_again_has_the_same_score(answers):
    """Whatever cells answer, running them all again changes neither the score nor the tries of any question."""
    quiz = cardlab.quiz(THREE)
    for question, answer in answers:
        quiz.answer(question, answer)
    once = quiz.score(), [quiz.standing(e).tried for e in quiz], [quiz.standing(e).right for e in quiz]
    for question, answer in answers:
        quiz.answer(question, answer)
    assert (quiz.score(), [quiz.standing(e).tried for e in quiz], [quiz.standing(e).right for e in quiz]) == once


# -- the file


def test_every_answer_is_a_line_at_once(quiz, lesson):
    quiz.answer("twice", "no")
    quiz.hint("place")
    lines = [json.loads(line) for line in quiz.answers.path.read_text(encoding="utf-8").splitlines()]
    assert [line["kind"] for line in lines] == ["answers", "answer", "hint"]
    assert [line["seq"] for line in lines] == [0, 1, 2]
    assert lines[0]["student"] == "Ana" and lines[0]["version"] == "1.2"
    assert lines[1] == {
        "kind": "answer",
        "seq": 1,
        "question": "twice",
        "answer": "no",
        "right": True,
        "time": "2026-11-01T00:00:0" + lines[1]["time"][18:],
    }
    again = cardlab.quiz(lesson, student="Ana", answers=quiz.answers.path)
    assert again.score() == quiz.score()
    assert again.answers.lines == quiz.answers.lines


def test_the_same_score_in_a_fresh_process(quiz, lesson):
    quiz.answer("twice", "no")
    quiz.answer("why-not", "skyjo.turn.take_discard")
    code = f"import cardlab; print(cardlab.quiz({str(lesson)!r}, answers={str(quiz.answers.path)!r}).score())"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == str(quiz.score()) == "1 of 4 right"


def test_one_file_is_one_students(quiz, lesson):
    quiz.answer("twice", "no")
    with pytest.raises(ReplayError, match="these are the answers of 'Ana', not of 'Leo'"):
        cardlab.quiz(lesson, student="Leo", answers=quiz.answers.path)
    with pytest.raises(ReplayError, match="no file of answers"):
        cardlab.quiz(lesson, student="Leo", answers=lesson)
    with pytest.raises(ReplayError, match="a student's answers, and no game"):
        cardlab.load(quiz.answers.path)


def test_one_program_writes_at_a_time(quiz):
    quiz.answer("twice", "yes")
    with Appender(quiz.answers.path), pytest.raises(FileHeld):
        quiz.answer("place", "draw")
    assert len(quiz.answers) == 1, "what was not written does not count"


def test_a_torn_line_is_told_and_the_rest_counts(quiz, lesson):
    quiz.answer("twice", "no")
    quiz.answer("why-not", "skyjo.turn.draw_look")
    data = quiz.answers.path.read_bytes()
    quiz.answers.path.write_bytes(data[:-9])
    again = cardlab.quiz(lesson, answers=quiz.answers.path)
    assert again.score().right == 1
    assert [problem.line for problem in again.answers.problems] == [3]
    again.answer("why-not", "skyjo.turn.draw_look")
    assert cardlab.quiz(lesson, answers=quiz.answers.path).score().right == 2


def test_answers_are_judged_anew_and_what_the_file_says_is_not_believed(quiz, lesson):
    quiz.answer("twice", "yes")
    path = quiz.answers.path
    path.write_text(path.read_text(encoding="utf-8").replace('"right":false', '"right":true'), encoding="utf-8")
    assert cardlab.quiz(lesson, answers=path).score().right == 0
    assert cardlab.grade(path, lesson) == 0


def test_frames(quiz):
    quiz.answer("twice", "no")
    quiz.answer("place", "draw")
    frame = quiz.answers.to_frame()
    assert list(frame.columns) == ["question", "answer", "right", "time"]
    assert frame["right"].tolist() == [True, False]
    assert str(frame["time"].dtype).startswith("datetime64")
    whole = quiz.to_frame().set_index("question")
    assert len(whole) == 4
    assert whole.loc["twice", "rules"] == ("skyjo.turn.draw_look",)
    assert whole["right"].isna().to_dict() == {"begin": True, "place": False, "twice": False, "why-not": True}


# -- the whole


def test_two_questions_of_one_id_are_refused():
    exercise = ask(DRAWN, "play", id="one")
    with pytest.raises(QuestionError, match="two questions have this id"):
        cardlab.quiz([exercise, exercise])


def test_a_game_without_questions_says_what_to_do(skyjo):
    with pytest.raises(ReplayError, match=r"asks no question: cardlab.questions\(replay\) draws some"):
        cardlab.quiz(skyjo)


def test_what_a_widget_gets_holds_no_answer(lesson, clock):
    """Neither what is right, nor what is accepted, nor feedback, nor a hint that was not asked for."""
    quiz = cardlab.quiz(lesson)
    told = json.dumps(quiz.data(), ensure_ascii=False)
    for exercise in quiz:
        record = exercise.record
        for texts in record.feedback.values():
            assert not any(words in told for words in texts.values())
        for hint in record.hints:
            assert not any(words in told for words in hint.values())
        if exercise.ask == "play" and not record.choices:
            entry = json.dumps(next(entry for entry in quiz.data() if entry["id"] == exercise.id))
            assert not any(f'"{answer}"' in entry for answer in right_answers(exercise))
    assert all(entry["right"] is None and not entry["closed"] for entry in quiz.data())
    shown = {"id", "ask", "ply", "branch", "seat", "player", "action", "prompt", "choices", "free", "tries", "hints"}
    assert all(set(entry) == shown | {"left", "closed", "right", "hints_shown"} for entry in quiz.data())


def test_right_among_choices_does_not_stand_in_one_place(skyjo):
    places = {list(e.record.choices).index(right_answers(e)[0]) for e in cardlab.questions(skyjo, n=20, seed=3) if e.record.choices}
    assert len(places) > 1


@pytest.mark.parametrize("order", list(permutations(["place", "twice", "why-not"]))[:3])
def test_the_order_of_answering_does_not_matter(lesson, order):
    quiz = cardlab.quiz(lesson)
    for question in order:
        quiz.answer(question, right_answers(quiz[question])[0])
    assert str(quiz.score()) == "3 of 4 right"
    assert quiz.score().text("nl") == "3 van de 4 goed"
