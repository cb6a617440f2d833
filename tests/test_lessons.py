"""The lessons: every language from one source, the student's copy without the teacher's notes, and a key that the rules agree with."""

import importlib.util
import json
import re
import sys

import pytest
from click.testing import CliRunner

import cardlab
from cardlab import lab, paths
from cardlab.cli import cli
from cardlab.quiz.criteria import right_answers


def _script():
    spec = importlib.util.spec_from_file_location("lessons", paths.clone() / "scripts" / "lessons.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["lessons"] = module  # a dataclass looks up its module by name
    spec.loader.exec_module(module)
    return module


lessons = _script()
LESSONS = lessons.lessons()
VARIANTS = [pytest.param(lesson, lang, id=f"{lesson.name}.{lang}") for lesson in LESSONS for lang in lesson.languages]
QUESTIONS = [
    pytest.param(lesson, question, id=f"{lesson.name[:2]}-{question['id']}")
    for lesson in LESSONS
    for cell in lesson.cells
    if "quiz" in cell
    for question in cell["question"]
]


def saved(path):
    return json.loads(path.read_text(encoding="utf-8"))


def source(cell):
    return "".join(cell["source"])


def test_the_notebooks_are_those_of_the_sources():
    """Made again they are the same, cell by cell; and no notebook is left of a lesson that is gone."""
    made = dict(lessons.made())
    for path, data in made.items():
        assert lessons.bare(saved(path)) == lessons.bare(data), f"{path.name}: `python3 run.py notebooks` makes it again"
    there = {*lessons.TEACHERS.glob("*.ipynb"), *(path for path in lessons.NOTEBOOKS.glob("*.ipynb") if path.name.count(".") == 2)}
    assert there == set(made)


def test_the_keys_are_those_of_the_sources():
    made = dict(lessons.keys())
    assert {path: path.read_bytes() for path in lessons.TEACHERS.glob("*.jsonl")} == made


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_language_has_the_same_cells(lesson):
    """In each variant, a student's or a teacher's, the same kinds of cells stand in the same order; code that asks nothing is alike."""
    for teacher in (False, True):
        variants = [saved(lesson.path(lang, teacher))["cells"] for lang in lesson.languages]
        kinds = [[(cell["cell_type"], cell["id"], cell["metadata"].get("tags")) for cell in cells] for cells in variants]
        assert all(found == kinds[0] for found in kinds)
        for cells in zip(*variants, strict=True):
            if cells[0]["cell_type"] == "code" and "cardlab.ask(" not in source(cells[0]) and "LANG = " not in source(cells[0]):
                assert len({source(cell) for cell in cells}) == 1


@pytest.mark.parametrize(("lesson", "lang"), VARIANTS)
def test_a_teachers_copy_is_the_students_with_notes(lesson, lang):
    """Without its notes it has the student's cells and outputs; only the way to the games is another one."""
    ours = [cell for cell in saved(lesson.path(lang, True))["cells"] if "teacher" not in cell["metadata"].get("tags", [])]
    theirs = saved(lesson.path(lang))["cells"]
    assert len(ours) == len(theirs)
    for cell, other in zip(ours, theirs, strict=True):
        assert source(cell).replace(lessons.ABOVE, lessons.HERE) == source(other)
        outputs = json.dumps(cell.get("outputs")).replace("'../../replays/", "'../replays/")
        assert outputs == json.dumps(other.get("outputs"))


@pytest.mark.parametrize(("lesson", "lang"), VARIANTS)
def test_a_students_copy_has_no_note_and_no_key(lesson, lang):
    """No teacher's note, no remark and no list of right answers is in any byte of it."""
    text = lesson.path(lang).read_text(encoding="utf-8")
    data = json.loads(text)
    assert not any(cell["metadata"].get("tags") for cell in data["cells"])
    secret = [line for cell in lesson.cells if "teacher" in cell for line in cell["teacher"][lang].splitlines() if line.strip()]
    secret += [question["remark"][lang] for cell in lesson.cells if "quiz" in cell for question in cell["question"]]
    assert len(secret) > 10
    for line in secret:
        assert json.dumps(line, ensure_ascii=False)[1:-1] not in text
    code = "".join(source(cell) for cell in data["cells"] if cell["cell_type"] == "code")
    assert not any(f"{name}=" in code for name in ("right", "feedback", "hashes"))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_has_all_that_a_class_hour_needs(lesson):
    """A board moment, something to try, practice with hints, a closing quiz with its score, and a teacher's notes and timing."""
    code = "\n".join(cell.get("code", "") for cell in lesson.cells)
    assert "projector=PROJECTOR)" in code
    assert "cardlab.scratch(" in code
    assert "closing.score()" in code
    quizzes = {cell["quiz"]: cell["question"] for cell in lesson.cells if "quiz" in cell}
    assert list(quizzes) == ["practice", "closing"]
    assert any(question.get("hints") for question in quizzes["practice"])
    assert all(len(questions) >= 4 for questions in quizzes.values())
    assert sum("teacher" in cell for cell in lesson.cells) >= 3


@pytest.mark.parametrize(("lesson", "question"), QUESTIONS)
def test_the_key_says_what_the_rules_say(lesson, question):
    """The answers that the source names are all the right ones, in every language; a wrong one is not right."""
    for lang in lesson.languages:
        exercise = lessons.exercise(lesson, question, lang)
        assert set(right_answers(exercise)) == set(lessons.answers(question))
        choices = [answer for answer, _ in exercise.choices(lang)]
        assert not choices or set(choices) - set(right_answers(exercise)), "every choice is right"
        assert exercise.prompt(lang) == question["text"][lang]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_who_knows_everything_gets_everything(lesson, tmp_path):
    """All answers right: the quiz says so, and grading the file with the teacher's key does too."""
    lang = lesson.languages[-1]
    for cell in (cell for cell in lesson.cells if "quiz" in cell):
        file = tmp_path / f"{cell['quiz']}.jsonl"
        quiz = cardlab.quiz([lessons.exercise(lesson, question, lang) for question in cell["question"]], "Ana", file, lang)
        assert float(quiz.score()) == 0
        for number, question in enumerate(cell["question"]):
            verdict = quiz.answer(number, lessons.answers(question)[-1])
            assert verdict.right and verdict.text(lang)
        assert float(quiz.score()) == 1
        assert cardlab.grade(file, lessons.TEACHERS / f"{lesson.name[:2]}-{cell['quiz']}.key.jsonl") >= 1.0


TEXT = '[[cell]]\ntext = { en = "Hello", es = "Hola" }\n'
ASKED = (
    '[[cell]]\nquiz = "practice"\ntitle = { en = "a", es = "a" }\n[[cell.question]]\nid = "a"\nask = "legal"\non = "x | y"\nanswer = "no"\n'
)


@pytest.mark.parametrize(("cells", "said"), [
    (TEXT.replace(', es = "Hola"', ""), "10-x.toml, cell 1: expected a text in en, es, found en"),
    (TEXT.replace("Hola", " "), "cell 1: expected a text in en, es"),
    (TEXT + "[[cell]]\ncodes = 'x'\n", "cell 2: expected one of text, teacher, code, quiz, found none"),
    (ASKED, "question 'a': 'text' is missing"),
    (ASKED + 'text = { en = "a" }\nremark = { en = "a", es = "b" }\n', "question 'a': expected a text in en, es, found en"),
    (ASKED + 'right = ["no"]\ntext = { en = "a", es = "b" }\nremark = { en = "a", es = "b" }\n', "would put the answer into the student's"),
])  # fmt: skip
def test_a_source_that_lacks_something_is_refused(tmp_path, cells, said):
    path = tmp_path / "10-x.toml"
    path.write_text(f'languages = ["en", "es"]\ntitle = {{ en = "One", es = "Uno" }}\n{cells}', encoding="utf-8")
    with pytest.raises(lessons.LessonError) as refused:
        lessons.read(path, {})
    assert said in str(refused.value)


def walk(path, **changes):
    """Run a notebook's code here, with other values for the names of its first cell; what its names are then."""
    names = {}
    for cell in saved(path)["cells"]:
        if cell["cell_type"] == "code":
            code = source(cell)
            for name, value in changes.items():
                code = re.sub(rf"^{name} = .*$", f"{name} = {value!r}", code, flags=re.MULTILINE)
            exec(compile(code, path.name, "exec"), names)
    return names


def test_a_students_answers_are_kept_and_graded(tmp_path, monkeypatch, capsys):
    """On the copies that `cardlab lab` makes: with a name the answers are in a file, a second run has the same score, and the teacher's key
    grades the file; the folder of answers is nobody else's."""
    lab.copy_samples(tmp_path)
    monkeypatch.chdir(tmp_path / "notebooks")
    path = tmp_path / "notebooks" / "20-skyjo-from-zero.es.ipynb"
    closing = walk(path, STUDENT="Ana")["closing"]
    for question, answer in (("change-of-mind", "no"), ("nine-for-nine", True), ("count", "23")):
        closing.answer(question, answer)
    assert str(closing.score()) == "2 of 5 right"
    capsys.readouterr()
    again = walk(path, STUDENT="Ana")["closing"]
    assert capsys.readouterr().out.endswith("2 de 5 correctas\n")
    assert again.verdict("count").right is False
    graded = CliRunner().invoke(cli, ["grade", "answers/20-closing-Ana.jsonl", "--key", "teachers/20-closing.key.jsonl"])
    assert graded.exit_code == 0
    assert "skyjo.score.sum" in graded.output, "the rule that the question teaches"
    monkeypatch.setattr(paths, "notebooks", lambda: tmp_path / "notebooks")
    assert not any("answers" in name for name, _ in lab.samples())


@pytest.mark.parametrize("name", ["10-skipbo-from-zero", "20-skyjo-from-zero"])
def test_a_teachers_copy_runs_from_its_folder_for_a_projector(name, monkeypatch, capsys):
    """The way to the games is right, and the board moment is made for a class."""
    monkeypatch.chdir(lessons.TEACHERS)
    names = walk(lessons.TEACHERS / f"{name}.es.ipynb", PROJECTOR=True)
    assert len(names["practice"]) == len(names["closing"]) == 5
