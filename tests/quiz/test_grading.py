"""Grading one student and a class: the same as the quiz said, by student, by question and by rule."""

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import cardlab
from cardlab.cli import cli
from cardlab.errors import ReplayError, UnknownName
from cardlab.quiz.class_table import grade_class
from cardlab.quiz.criteria import right_answers
from cardlab.replay.check import check_files

WRONG = {"place": "draw", "begin": "discard", "twice": "yes", "why-not": "skyjo.turn.take_discard"}


@pytest.fixture
def answered(lesson, tmp_path):
    """Answers of a student, right to these questions and wrong to the others named."""

    def answer(student: str, right: tuple[str, ...] = (), wrong: tuple[str, ...] = (), file: str | None = None):
        quiz = cardlab.quiz(lesson, student=student, answers=tmp_path / "answers" / f"{file or student.lower()}.jsonl")
        for question in wrong:
            quiz.answer(question, WRONG[question])
        for question in right:
            quiz.answer(question, right_answers(quiz[question])[0])
        return quiz.answers.path

    return answer


@pytest.fixture
def school(answered):
    """Three students; nobody knows skyjo.turn.draw_look well, all know how a turn begins."""
    return [
        answered("Ana", ("place", "begin", "twice", "why-not")),
        answered("Leo", ("begin",), ("twice", "why-not", "place")),
        answered("Mia", ("begin", "place"), ("place", "twice")),
    ]


# -- one student


def test_a_grade_compares_as_a_share(answered, lesson):
    grade = cardlab.grade(answered("Ana", ("place", "begin"), ("twice",)), lesson)
    assert grade == 0.5 and grade >= 0.5 and grade < 0.6 and not grade.passed() and grade.passed(0.5)
    assert grade.points(5) == 2.5 and float(grade) == 0.5 and str(grade) == "2 of 4 right"
    assert grade["place"].right and grade["place"].at_once
    assert not grade["twice"].right and grade["twice"].wrong == ("yes",)
    assert grade["why-not"].answer is None
    with pytest.raises(UnknownName, match="known: "):
        grade["nonesuch"]
    assert grade.problems == ()


def test_a_grade_is_what_the_quiz_said(school, lesson):
    for path in school:
        quiz = cardlab.quiz(lesson, answers=path)
        grade = cardlab.grade(path, lesson)
        assert (grade.right, grade.of) == (quiz.score().right, quiz.score().of)
        for exercise in quiz:
            standing = quiz.standing(exercise)
            assert grade[exercise.id].right is (standing.right is True)
            assert grade[exercise.id].tries == len(standing.tried)
        assert cardlab.grade(quiz) == grade


def test_the_key_alone_gives_the_same_grades(school, lesson, tmp_path):
    replay = cardlab.load(lesson)
    seat = next(question.seat for question in replay.questions if question.id == "place")
    cardlab.handout(replay, seat).write(tmp_path / "student.jsonl", tmp_path / "key.jsonl")
    hashed = cardlab.handout(replay, seat, keys="hashes")
    hashed.write(tmp_path / "hashed.jsonl")
    for path in school:
        by_game = cardlab.grade(path, lesson)
        for key in (tmp_path / "key.jsonl", tmp_path / "hashed.jsonl"):
            by_key = cardlab.grade(path, key)
            assert {r.entry.id: (r.right, r.tries, r.hints) for r in by_key.results} == {
                r.entry.id: (r.right, r.tries, r.hints) for r in by_game.results
            }
        assert cardlab.grade(path, tmp_path / "key.jsonl")["twice"].entry.rules == by_game["twice"].entry.rules
    with pytest.raises(ReplayError, match="a handout needs its key"):
        cardlab.grade(school[0], tmp_path / "student.jsonl")


def test_nothing_answered_is_told(lesson, tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing was answered"):
        cardlab.grade(tmp_path / "none.jsonl", lesson)
    with pytest.raises(TypeError, match="graded with a key"):
        cardlab.grade(tmp_path / "none.jsonl")


def test_answers_to_other_questions_are_told(answered, lesson, tmp_path):
    path = answered("Ana", ("begin",))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"begin"', '"gone"'), encoding="utf-8")
    grade = cardlab.grade(path, lesson)
    assert grade == 0 and grade.problems == (f"{path}: question 'gone' is not in the key",)


def test_frames(school, lesson):
    frame = cardlab.grade(school[1], lesson).to_frame().set_index("question")
    assert frame.loc["begin", "right"] and not frame.loc["twice", "right"]
    table = grade_class(school, lesson)
    assert table.students_frame().set_index("student").loc["Mia", "share"] == 0.5
    assert list(table.rules_frame().columns) == ["rule", "right", "of", "share"]


# -- a class


def test_by_student_by_question_by_rule(school, lesson):
    table = grade_class(school, lesson)
    assert [(grade.student, grade.right) for grade in table.grades] == [("Ana", 4), ("Leo", 1), ("Mia", 2)]
    questions = {tally.name: tally for tally in table.questions}
    assert (questions["twice"].right, questions["twice"].of, questions["twice"].answered) == (1, 3, 3)
    assert questions["twice"].wrong == {"yes": 2}
    assert (questions["place"].right, questions["place"].at_once) == (2, 1)
    assert questions["why-not"].answered == 2
    rules = {tally.name: (tally.right, tally.of) for tally in table.rules}
    # two questions, twice and why-not, exercise it: right once each, of three students
    assert rules["skyjo.turn.draw_look"] == (2, 6)
    assert rules["skyjo.turn.one_of_two"] == (3, 3)
    assert [tally.share for tally in table.rules] == sorted(tally.share for tally in table.rules)
    assert [tally.name for tally in table.not_mastered] == ["skyjo.turn.draw_look"]
    assert grade_class(school, lesson, 0.3).not_mastered == ()


def test_a_list_of_files_is_a_class(school, lesson):
    assert cardlab.grade(school, lesson) == grade_class(school, lesson)
    with pytest.raises(FileNotFoundError, match="no such file"):
        cardlab.grade([*school, school[0].with_name("nobody.jsonl")], lesson)


def test_students_of_one_name_are_told_apart(answered, lesson):
    table = grade_class([answered("Ana", ("begin",)), answered("Ana", file="ana-2", wrong=("begin",))], lesson)
    assert table.students == ("Ana (ana.jsonl)", "Ana (ana-2.jsonl)")


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_the_table_in_words_and_as_a_picture(school, lesson, lang):
    table = grade_class(school, lesson)
    told = table.text(lang)
    rule = cardlab.rulebook("skyjo")["skyjo.turn.draw_look"]
    assert rule.text[lang] in told.splitlines()[-1]
    assert all(name in told for name in ("Ana", "Leo", "Mia", "33 %"))
    picture = ElementTree.fromstring(table.svg(lang))
    space = "{http://www.w3.org/2000/svg}"
    assert picture.find(f"{space}title").text and "skyjo.turn.draw_look 33 %" in picture.find(f"{space}desc").text
    bars = [bar for bar in picture.iter(f"{space}rect") if bar.get("fill", "").startswith(("#", "url"))]
    hatched = [bar for bar in bars if bar.get("fill") == "url(#cardlab-not-yet)"]
    assert len(hatched) == 1, "what is not mastered is told by a pattern, not by colour alone"


def test_csv(school, lesson):
    files = grade_class(school, lesson).csv()
    rows = {name: list(csv.DictReader(io.StringIO(text))) for name, text in files.items()}
    assert [row["student"] for row in rows["students.csv"]] == ["Ana", "Leo", "Mia"]
    assert rows["students.csv"][1]["twice"] == "0" and rows["students.csv"][2]["why-not"] == ""
    assert next(row for row in rows["questions.csv"] if row["question"] == "twice")["common_wrong_answer"] == "yes"
    assert rows["rules.csv"][0]["mastered"] == "no"


def test_a_name_is_no_formula(answered, lesson):
    table = grade_class([answered("=1+1", ("begin",), file="x")], lesson)
    assert table.csv()["students.csv"].splitlines()[1].startswith("'=1+1,")


# -- the command line


def test_cardlab_grade(school, lesson, tmp_path):
    out = tmp_path / "class"
    run = CliRunner().invoke(cli, ["grade", *map(str, school), "--key", str(lesson), "-o", str(out), "--lang", "es"])
    assert run.exit_code == 0, run.output
    assert "Por alumno" in run.output and "Todavía sin dominar (menos del 60 %): 1" in run.output
    assert {path.name for path in out.iterdir()} == {"students.csv", "questions.csv", "rules.csv", "rules.svg", "class.txt"}
    ElementTree.parse(out / "rules.svg")
    folder = CliRunner().invoke(cli, ["grade", str(school[0].parent), "--key", str(lesson), "--mastered", "30"])
    assert "Every rule that was asked is mastered (30 % or more)." in folder.output
    nothing = CliRunner().invoke(cli, ["grade", str(out), "--key", str(lesson)])
    assert nothing.exit_code == 2 and "no answers in" in nothing.output


def test_cardlab_handout(lesson, tmp_path):
    replay = cardlab.load(lesson)
    seat = next(question.seat for question in replay.questions if question.id == "place")
    out = tmp_path / "student.jsonl"
    run = CliRunner().invoke(cli, ["handout", str(lesson), "--seat", replay.names[seat], "--upto", "120", "-o", str(out)])
    assert run.exit_code == 0, run.output
    assert "120 plies of the game, 4 questions, 0 notes" in run.output
    key = tmp_path / "student.key.jsonl"
    assert {json.loads(line)["question"] for line in key.read_text(encoding="utf-8").splitlines()[1:]} == set(WRONG)
    assert check_files([out, key], print) == 0
    again = CliRunner().invoke(cli, ["handout", str(lesson), "-o", str(out)])
    assert again.exit_code != 0
    hashed = CliRunner().invoke(
        cli, ["handout", str(lesson), "--keys", "hashes", "-o", str(tmp_path / "h.jsonl"), "--key", str(tmp_path / "k.jsonl")]
    )
    assert hashed.exit_code == 0 and re.search(r'"hashes":\["[0-9a-f]{32}"', (tmp_path / "h.jsonl").read_text(encoding="utf-8"))
    unknown = CliRunner().invoke(cli, ["handout", str(lesson), "--seat", "Zoe", "-o", str(tmp_path / "z.jsonl")])
    assert unknown.exit_code != 0


def test_answers_and_keys_are_no_games(school, lesson, tmp_path):
    """`cardlab check` of a folder reads them as what they are; a frame of all games leaves them out."""
    cardlab.handout(cardlab.load(lesson), 0).write(tmp_path / "student.jsonl", tmp_path / "key.jsonl")
    assert check_files(sorted(tmp_path.rglob("*.jsonl")), print) == 0
    school[0].write_text(school[0].read_text(encoding="utf-8") + '{"kind":"answer","seq":99}\n', encoding="utf-8")
    told: list[str] = []
    assert check_files([school[0]], told.append) == 1
    assert "missing field $.question" in told[0]
    frame = cardlab.load_all(tmp_path)
    assert {Path(name).name for name in frame.index.get_level_values("file")} <= {"lesson.jsonl", "student.jsonl"}


# -- what was written once stays readable


def test_answers_and_a_key_of_version_1_2(root):
    """Frozen samples: they open without a problem, and the score is what it was when they were written."""
    versions = root / "tests" / "replay" / "versions"
    answers, key = versions / "quiz" / "v1.2.answers.jsonl", versions / "quiz" / "v1.2.key.jsonl"
    by_game = cardlab.grade(answers, versions / "v1.2-questions.jsonl")
    assert (by_game.right, by_game.of, by_game.problems) == (3, 9, ())
    by_key = cardlab.grade(answers, key)
    assert {r.entry.id: r.right for r in by_key.results if r.right} == {"place": True, "why-not": True, "points": True}
    assert cardlab.load(versions / "quiz" / "v1.2-handout.jsonl").problems == []
    hashed = cardlab.grade(answers, versions / "quiz" / "v1.2-handout.jsonl")
    assert {r.entry.id for r in hashed.results if r.right} == {"place", "why-not", "points"}
