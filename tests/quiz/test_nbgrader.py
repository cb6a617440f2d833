"""An assignment for nbgrader: made from a handout, handed out, handed in by three students, and autograded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import cardlab

NBGRADER = Path(sys.prefix) / "nbgrader"
"""Where `run.py test` installs it: apart, so that its extensions of JupyterLab stay out of every other test."""

if not (NBGRADER / "nbgrader").is_dir():
    if os.environ.get("CI"):
        pytest.fail(f"nbgrader is not in {NBGRADER}: python3 run.py test installs it", pytrace=False)
    pytest.skip(f"nbgrader is not in {NBGRADER}: python3 run.py test installs it", allow_module_level=True)

POINTS = 4
SHEET = "first-turns"

# What a teacher writes. nbgrader takes out what stands between its marks when it makes the students' version.
OPEN = f"""import cardlab

quiz = cardlab.quiz("{SHEET}.jsonl", answers="answers.jsonl")
for exercise in quiz:
    print(exercise.id, "-", exercise)"""
ANSWER = """# your answers: quiz.answer("twice", "yes")
### BEGIN SOLUTION
quiz.answer("begin", "draw")
quiz.answer("twice", "no")
quiz.answer("why-not", "skyjo.turn.draw_look")
quiz.answer("place", "discard")
### END SOLUTION"""
ALL = f"cardlab.grade(quiz).points({POINTS})"
HIDDEN = """### BEGIN HIDDEN TESTS
assert cardlab.grade(quiz)["twice"].right
### END HIDDEN TESTS"""


def cell(source: str, name: str, *, points: float | None = None, solution: bool = False) -> nbformat.NotebookNode:
    """A cell of an assignment: a solution, a test that gives points, or a locked one."""
    made = new_code_cell(source)
    marks = {
        "grade": points is not None,
        "grade_id": name,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    made.metadata["nbgrader"] = marks | ({} if points is None else {"points": points})
    return made


def assignment() -> nbformat.NotebookNode:
    return new_notebook(
        cells=[
            new_markdown_cell("# First turns\n\nAnswer the questions; try again as often as you like within the tries."),
            cell(OPEN, "open"),
            cell(ANSWER, "answers", solution=True),
            cell(ALL, "all-questions", points=POINTS),
            cell(HIDDEN, "one-question", points=1),
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )


def nbgrader(course: Path, *arguments: str) -> str:
    """Run nbgrader in the course, with this cardlab."""
    path = os.pathsep.join([str(NBGRADER), str(Path(cardlab.__file__).parent.parent)])
    home = course.parent / "home"
    home.mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "PYTHONPATH": path,
        "PATH": os.pathsep.join([str(NBGRADER / "bin"), os.environ["PATH"]]),
        "JUPYTER_CONFIG_DIR": str(home),
        "JUPYTER_DATA_DIR": str(home),
        "HOME": str(home),
    }
    run = subprocess.run(
        [sys.executable, "-W", "ignore", *arguments], cwd=course, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, f"{arguments}:\n{run.stdout}\n{run.stderr}"
    return run.stdout + run.stderr


@pytest.fixture
def course(lesson, tmp_path) -> Path:
    """A course with one assignment, its handout with hashed answers beside it."""
    course = tmp_path / "course"
    source = course / "source" / SHEET
    source.mkdir(parents=True)
    (course / "nbgrader_config.py").write_text("c = get_config()\nc.CourseDirectory.course_id = 'cards'\n", encoding="utf-8")
    nbformat.write(assignment(), source / f"{SHEET}.ipynb")
    replay = cardlab.load(lesson)
    seat = next(question.seat for question in replay.questions if question.id == "place")
    cardlab.handout(replay, seat, keys="hashes").write(source / f"{SHEET}.jsonl", course / "key.jsonl")
    return course


def hand_in(course: Path, student: str, answers: str | None) -> Path:
    """What a student hands in: the released files, with these words in the answer cell, or left as they are."""
    there = course / "submitted" / student / SHEET
    there.mkdir(parents=True)
    for file in (course / "release" / SHEET).iterdir():
        (there / file.name).write_bytes(file.read_bytes())
    if answers is not None:
        notebook = nbformat.read(there / f"{SHEET}.ipynb", 4)
        next(c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "answers").source = answers
        nbformat.write(notebook, there / f"{SHEET}.ipynb")
    return there


SCORES = f"""
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    scores = dict()
    for sheet in book.assignment_submissions("{SHEET}"):
        scores[sheet.student.id] = dict((grade.cell.name, grade.score) for notebook in sheet.notebooks for grade in notebook.grades)
print(json.dumps(scores))
"""


def test_an_assignment_is_made_handed_in_and_autograded(course):
    nbgrader(course, "-m", "nbgrader", "generate_assignment", SHEET)
    released = (course / "release" / SHEET / f"{SHEET}.ipynb").read_text(encoding="utf-8")
    assert "draw_look" not in released and "HIDDEN" not in released and "SOLUTION" not in released
    assert {file.name for file in (course / "release" / SHEET).iterdir()} == {f"{SHEET}.ipynb", f"{SHEET}.jsonl"}

    # Ana writes her answers in the notebook; Leo answered in the widget, so that they stand in his file alone; Mia did nothing.
    right = "quiz.answer('begin', 'draw'); quiz.answer('twice', 'no'); quiz.answer('why-not', 'skyjo.turn.draw_look')"
    hand_in(course, "ana", f"{right}\nquiz.answer('place', 'take')")
    leo = hand_in(course, "leo", None)
    quiz = cardlab.quiz(leo / f"{SHEET}.jsonl", answers=leo / "answers.jsonl")
    quiz.answer("twice", "yes")
    quiz.answer("begin", "draw")
    hand_in(course, "mia", None)

    for again in ([], ["--student", "ana", "--force"]):  # grading again, all cells run once more, changes nothing
        nbgrader(course, "-m", "nbgrader", "autograde", SHEET, *again)
        scores = json.loads(nbgrader(course, "-c", SCORES).splitlines()[-1])
        assert scores == {
            "ana": {"all-questions": 3.0, "one-question": 1.0},
            "leo": {"all-questions": 1.0, "one-question": 0.0},
            "mia": {"all-questions": 0.0, "one-question": 0.0},
        }

    graded = nbformat.read(course / "autograded" / "ana" / SHEET / f"{SHEET}.ipynb", 4)
    shown = next(c for c in graded.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "all-questions")
    assert shown.outputs[0]["data"]["text/plain"] == "3.0"
    # the same, from the answers that came in and the teacher's key
    assert cardlab.grade(course / "autograded" / "ana" / SHEET / "answers.jsonl", course / "key.jsonl").points(POINTS) == 3.0
