"""Make the lesson notebooks from their sources: `python scripts/lessons.py` writes them, `python run.py notebooks` runs them as well.

A lesson stands once, in `notebooks/lessons/NN-topic.toml`, with every language side by side. From it come a student's copy in each
language, `notebooks/NN-topic.LANG.ipynb`, and a teacher's, `notebooks/teachers/NN-topic.LANG.ipynb`: the same cells, with the
teacher's notes and the key between them. The same source gives the same notebooks, byte for byte, but for the outputs.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cardlab
from cardlab.quiz.exercise import Exercise
from cardlab.quiz.handout import key_file
from cardlab.text import LANGUAGES

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
SOURCES = NOTEBOOKS / "lessons"
TEACHERS = NOTEBOOKS / "teachers"
NAMES = {"en": "English", "es": "Español", "nl": "Nederlands"}
"""Each language by its own name."""
KINDS = ("text", "teacher", "code", "quiz")
NOT_ASKED = ("ask", "ply", "on", "answer", "remark", "teaches")
"""What of a question in a source is not a field of the question that a student is asked."""
HERE, ABOVE = '"../replays/', '"../../replays/'
"""Where the games lie, seen from a student's copy and from a teacher's."""


class LessonError(ValueError):
    """A source that makes no lesson; it begins with the file and the cell."""


@dataclass(frozen=True)
class Lesson:
    """A lesson as it is written, in all its languages."""

    name: str
    title: dict[str, str]
    languages: tuple[str, ...]
    cells: list[dict[str, Any]]
    common: dict[str, Any]
    """What every lesson says alike (`common.toml`)."""

    def path(self, lang: str, teacher: bool = False) -> Path:
        return (TEACHERS if teacher else NOTEBOOKS) / f"{self.name}.{lang}.ipynb"


def lessons(folder: Path = SOURCES) -> list[Lesson]:
    """Every lesson, in the order of their numbers. LessonError names the file and the cell that is wrong."""
    common = tomllib.loads((folder / "common.toml").read_text(encoding="utf-8"))
    return [read(path, common) for path in sorted(folder.glob("[0-9]*.toml"))]


def read(path: Path, common: dict[str, Any]) -> Lesson:
    """The lesson in that file. LessonError where a cell is of no kind, or lacks a language."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    languages = tuple(data["languages"])
    if unknown := set(languages) - set(LANGUAGES):
        raise LessonError(f"{path.name}: unknown language {sorted(unknown)[0]!r}")
    _complete(path.name, data["title"], languages)
    for number, cell in enumerate(data["cell"], 1):
        where = f"{path.name}, cell {number}"
        kinds = [kind for kind in KINDS if kind in cell]
        if len(kinds) != 1:
            raise LessonError(f"{where}: expected one of {', '.join(KINDS)}, found {', '.join(kinds) or 'none'}")
        if kinds[0] in ("text", "teacher"):
            _complete(where, cell[kinds[0]], languages)
        elif kinds[0] == "quiz":
            _complete(where, cell["title"], languages)
            for question in cell["question"]:
                _complete_question(f"{where}, question {question.get('id')!r}", question, languages)
    return Lesson(path.stem, data["title"], languages, data["cell"], common)


def _complete(where: str, texts: dict[str, str], languages: Sequence[str]) -> None:
    """LessonError unless the texts are in these languages and no other."""
    if set(texts) != set(languages) or not all(text.strip() for text in texts.values()):
        raise LessonError(f"{where}: expected a text in {', '.join(languages)}, found {', '.join(texts)}")


def _complete_question(where: str, question: dict[str, Any], languages: Sequence[str]) -> None:
    if missing := [name for name in ("id", "ask", "on", "answer", "text", "remark") if name not in question]:
        raise LessonError(f"{where}: {missing[0]!r} is missing")
    if taught := [name for name in ("right", "feedback", "hashes") if name in question]:
        raise LessonError(f"{where}: {taught[0]!r} would put the answer into the student's copy; let the rules judge (`accept`)")
    for texts in (question["text"], question["remark"], *question.get("hints", ()), *_worded_choices(question)):
        _complete(where, texts, languages)


def _worded_choices(question: dict[str, Any]) -> list[dict[str, str]]:
    choices = question.get("choices", [])
    return [texts for texts in choices.values() if texts] if isinstance(choices, dict) else []


# -- the notebooks


def notebook(lesson: Lesson, lang: str, teacher: bool, after: Lesson | None = None) -> dict[str, Any]:
    """The notebook, without outputs. `after`: the lesson to go on with."""
    cells = list(_cells(lesson, lang, teacher, after))
    numbered = [{"cell_type": kind, "id": f"{lesson.name[:2]}-{n:02}", **rest} for n, (kind, rest) in enumerate(cells, 1)]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return {"cells": numbered, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}


def _cells(lesson: Lesson, lang: str, teacher: bool, after: Lesson | None) -> Iterator[tuple[str, dict[str, Any]]]:
    common = lesson.common
    links = " · ".join(NAMES[other] if other == lang else f"[{NAMES[other]}]({lesson.path(other).name})" for other in lesson.languages)
    yield _markdown(f"# {lesson.title[lang]}\n\n{links}\n\n{common['begin'][lang]}")
    if teacher:
        yield _note(lesson, lang, common["copy"][lang])
    yield _code(f'import cardlab\n\nLANG = "{lang}"\nSTUDENT = ""\nPROJECTOR = False')
    for cell in lesson.cells:
        if "text" in cell:
            yield _markdown(cell["text"][lang])
        elif "teacher" in cell:
            if teacher:
                yield _note(lesson, lang, cell["teacher"][lang])
        elif "code" in cell:
            yield _code(cell["code"].replace(HERE, ABOVE) if teacher else cell["code"])
        else:
            yield _code(_quiz(lesson, cell, lang), hidden=True)
            if teacher:
                yield _note(lesson, lang, key(lesson, cell, lang))
    yield _markdown(common["next"][lang].format(title=after.title[lang], file=after.path(lang).name) if after else common["last"][lang])


def _markdown(text: str, **metadata: Any) -> tuple[str, dict[str, Any]]:
    return "markdown", {"metadata": metadata, "source": _lines(text)}


def _note(lesson: Lesson, lang: str, text: str) -> tuple[str, dict[str, Any]]:
    """A teacher's note: set apart to the eye, and tagged."""
    quoted = "\n".join(f"> {line}".rstrip() for line in f"**{lesson.common['teacher'][lang]}**\n\n{text.strip()}".split("\n"))
    return _markdown(quoted, tags=["teacher"])


def _code(source: str, hidden: bool = False) -> tuple[str, dict[str, Any]]:
    """A cell to run; `hidden`: its source is folded away, as a student meets the quiz and not what makes it."""
    metadata = {"jupyter": {"source_hidden": True}} if hidden else {}
    return "code", {"execution_count": None, "metadata": metadata, "outputs": [], "source": _lines(source)}


def _lines(text: str) -> list[str]:
    return text.strip().splitlines(keepends=True)


def _quiz(lesson: Lesson, cell: dict[str, Any], lang: str) -> str:
    """The Python that asks the questions of a cell, in one language."""
    asked = "\n".join(f"        {_ask(question, lang)}," for question in cell["question"])
    name, file = cell["quiz"], f"answers/{lesson.name[:2]}-{cell['quiz']}-{{STUDENT}}.jsonl"
    return (
        f"{name} = cardlab.quiz(\n    [\n{asked}\n    ],\n    student=STUDENT,\n"
        f'    answers=f"{file}" if STUDENT else None,\n    lang=LANG,\n    title={cell["title"][lang]!r},\n)\n{name}'
    )


def _ask(question: dict[str, Any], lang: str) -> str:
    on = question["on"]
    parts = [repr(on) if "|" in on else on, repr(question["ask"]), *([str(question["ply"])] if "ply" in question else [])]
    return f"cardlab.ask({', '.join([*parts, *(f'{name}={value!r}' for name, value in _fields(question, lang).items())])})"


def _fields(question: dict[str, Any], lang: str) -> dict[str, Any]:
    """The fields of a question, with its words in one language."""
    fields = {name: value for name, value in question.items() if name not in NOT_ASKED}
    fields["text"] = {lang: fields["text"][lang]}
    if "hints" in fields:
        fields["hints"] = [{lang: hint[lang]} for hint in fields["hints"]]
    if isinstance(choices := fields.get("choices"), dict):
        fields["choices"] = {answer: {lang: texts[lang]} if texts else {} for answer, texts in choices.items()}
    return fields


# -- the key


def exercise(lesson: Lesson, question: dict[str, Any], lang: str, keyed: bool = False) -> Exercise:
    """The question as the notebook asks it; `keyed`: with the rules that it teaches, which only the key tells."""
    on = question["on"]
    thing: Any = on if "|" in on else cardlab.load(NOTEBOOKS / game_path(lesson, on))
    taught = {"rules": question["teaches"]} if keyed and "teaches" in question else {}
    return cardlab.ask(thing, question["ask"], question.get("ply", 0), **_fields(question, lang), **taught)


def game_path(lesson: Lesson, name: str) -> str:
    """The file that the lesson loads as the variable `name`. LessonError where it loads none."""
    for cell in lesson.cells:
        for line in cell.get("code", "").splitlines():
            if line.startswith(f"{name} = cardlab.load("):
                return str(line.split('"')[1])
    raise LessonError(f"{lesson.name}: no cell loads a game as {name!r}")


def answers(question: dict[str, Any]) -> list[str]:
    """The right answers as the source has them: all that there are."""
    found = question["answer"]
    return [str(one) for one in (found if isinstance(found, list) else [found])]


def key(lesson: Lesson, cell: dict[str, Any], lang: str) -> str:
    """The key to a quiz, with the reason by the rules and what to expect of a class."""
    lines = [lesson.common["key"][lang], ""]
    for number, question in enumerate(cell["question"], 1):
        asked = exercise(lesson, question, lang)
        told = "; ".join(asked.answer_text(answer, lang).rstrip(".") for answer in answers(question)[:4])
        why = cardlab.quiz([asked], lang=lang).answer(0, answers(question)[0]).reason(lang)
        lines.append(f"{number}. {asked.prompt(lang)} **{told}.** {why} *{question['remark'][lang]}*")
    return "\n".join(lines)


# -- files


def made() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Each notebook of each lesson, without outputs, and where it goes."""
    every = lessons()
    for number, lesson in enumerate(every):
        for lang in lesson.languages:
            after = next((later for later in every[number + 1 :] if lang in later.languages), None)
            for teacher in (False, True):
                yield lesson.path(lang, teacher), notebook(lesson, lang, teacher, after)


def write(only: Sequence[str] = ()) -> list[Path]:
    """Write the notebooks that are not as their source would have them, or (`only`) those of the lessons with these names. The students'
    copies that have to be run come back; outputs stay where the code is what it was."""
    to_run = []
    for path, data in made():
        old = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
        anew = path.name.partition(".")[0] in only
        if old is None or anew or bare(old) != bare(data):
            if (old is None or anew or not _keep_outputs(data, old)) and path.parent == NOTEBOOKS:
                to_run.append(path)
            _save(path, data)
    for path, key_data in keys():
        path.write_bytes(key_data)
    return to_run


def _keep_outputs(data: dict[str, Any], old: dict[str, Any]) -> bool:
    """Give the cells of `data` the outputs in `old`, if its code is the same; whether it is."""
    ours, theirs = ([cell for cell in one["cells"] if cell["cell_type"] == "code"] for one in (data, old))
    if ["".join(cell["source"]) for cell in ours] != ["".join(cell["source"]) for cell in theirs]:
        return False
    for cell, other in zip(ours, theirs, strict=True):
        cell.update({name: other[name] for name in ("execution_count", "outputs")})
    return True


def _save(path: Path, data: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def keys() -> Iterator[tuple[Path, bytes]]:
    """The key to each quiz, for `cardlab grade`, and where it goes. It is the same for every language."""
    for lesson in lessons():
        for cell in lesson.cells:
            if "quiz" in cell:
                asked = [exercise(lesson, question, lesson.languages[0], keyed=True) for question in cell["question"]]
                title = cell["title"][lesson.languages[0]]
                yield TEACHERS / f"{lesson.name[:2]}-{cell['quiz']}.key.jsonl", key_file(asked, title)


def bare(data: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What of a notebook comes from its source: its cells, without what running them adds."""
    metadata = [{name: value for name, value in cell["metadata"].items() if name != "execution"} for cell in data["cells"]]
    return [(cell["cell_type"], cell["id"], "".join(cell["source"]), seen) for cell, seen in zip(data["cells"], metadata, strict=True)]


def fill_teachers() -> None:
    """Give every teacher's copy the outputs of the student's: its cells to run are the same."""
    for path in sorted(TEACHERS.glob("*.ipynb")):
        ours, theirs = (json.loads(file.read_text(encoding="utf-8")) for file in (path, NOTEBOOKS / path.name))
        run = (cell for cell in theirs["cells"] if cell["cell_type"] == "code")
        for cell in ours["cells"]:
            if cell["cell_type"] == "code":
                cell.update({name: value for name, value in next(run).items() if name in ("execution_count", "outputs")})
        text = json.dumps(ours, indent=1, ensure_ascii=False) + "\n"
        path.write_text(text.replace("'../replays/", "'../../replays/"), encoding="utf-8")


if __name__ == "__main__":
    for made_anew in write(sys.argv[1:]):
        print(made_anew.name)
    fill_teachers()
