"""Grading: one student's answers, and what a whole class has understood, by student, by question and by rule."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import total_ordering
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cardlab.errors import ReplayError, UnknownName
from cardlab.quiz.answers import Answers
from cardlab.quiz.criteria import about_rules, judge, right_answers
from cardlab.quiz.exercise import Exercise
from cardlab.quiz.quiz import Quiz, Standing, read_questions, readable
from cardlab.replay.reader import read_file
from cardlab.replay.records import Key, KeyHeader
from cardlab.replay.replay import Replay

if TYPE_CHECKING:
    import pandas

MASTERED: Final = 0.6
"""A rule counts as known by a class where at least this share of what was asked about it was answered rightly."""


@dataclass(frozen=True)
class Entry:
    """What grading needs of one question."""

    id: str
    ask: str
    right: frozenset[str]
    rules: tuple[str, ...]
    tries: int | None
    game: str
    exercise: Exercise | None = None
    """The question on its position, where the key is the game itself, or a handout with hashes."""

    def judge(self, answer: str) -> bool:
        """Whether that answer is right."""
        if self.exercise is not None and self.exercise.record.hashes:
            return judge(self.exercise, answer) is True
        return answer in self.right


KeyLike: TypeAlias = "str | PathLike[str] | Quiz | Replay | Iterable[Exercise] | Mapping[str, Entry]"


def read_key(key: KeyLike) -> dict[str, Entry]:
    """What is right, by question: from the key of a handout, or from the game, the handout with hashes or the exercises that the questions
    are in. ReplayError where nothing in it can be judged."""
    if isinstance(key, Mapping):
        return dict(key)
    if isinstance(key, (str, PathLike)):
        document = read_file(key)
        if isinstance(document.head, KeyHeader):
            if document.problems:
                raise ReplayError(document.path, document.problems[0].line, document.problems[0].what)
            keys = [record for _, record in document.records if isinstance(record, Key)]
            return {k.question: Entry(k.question, k.ask, frozenset(k.right), tuple(k.rules), k.tries, k.game) for k in keys}
    found = key.exercises if isinstance(key, Quiz) else read_questions(key)[0]
    entries = {e.id: _entry(e) for e in found if e.keyed}
    if not entries:
        where = key if isinstance(key, (str, PathLike)) else "the key"
        raise ReplayError(where, None, "no question in it says what is right: a handout needs its key, or the game that it was made of")
    return entries


def _entry(exercise: Exercise) -> Entry:
    right = frozenset() if exercise.record.hashes else frozenset(right_answers(exercise))
    return Entry(exercise.id, exercise.ask, right, about_rules(exercise), exercise.record.tries, exercise.game.name, exercise)


@dataclass(frozen=True)
class Result:
    """How one student did on one question."""

    entry: Entry
    right: bool
    answer: str | None
    """The last answer that counts; None where none was given."""
    tries: int
    """Different answers that count."""
    hints: int
    at_once: bool
    """Right with the first try and without a hint."""
    wrong: tuple[str, ...] = ()
    """Wrong answers, in order."""


@total_ordering
@dataclass(frozen=True, eq=False)
class Grade:
    """One student's answers, judged. It compares as the share of right answers, 0 to 1: `grade >= 0.6`."""

    student: str
    results: tuple[Result, ...]
    problems: tuple[str, ...] = ()
    """Lines that cannot be read, and answers to questions that the key does not have."""

    @property
    def right(self) -> int:
        return sum(result.right for result in self.results)

    @property
    def of(self) -> int:
        return len(self.results)

    @property
    def share(self) -> float:
        return self.right / self.of if self.of else 0.0

    def points(self, most: float) -> float:
        """Points, where all right answers are worth `most`."""
        return round(self.share * most, 2)

    def passed(self, share: float = MASTERED) -> bool:
        """Whether at least that share is right."""
        return self.share >= share

    def __getitem__(self, question: str) -> Result:
        for result in self.results:
            if result.entry.id == question:
                return result
        raise UnknownName("question", question, [result.entry.id for result in self.results])

    def __float__(self) -> float:
        return self.share

    def __eq__(self, other: object) -> bool:
        return self.share == float(other) if isinstance(other, (int, float, Grade)) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.share < float(other) if isinstance(other, (int, float, Grade)) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.student, self.share))

    def to_frame(self) -> pandas.DataFrame:
        """One row a question: question, ask, rules, answer, right, tries, hints and at_once."""
        import pandas

        rows = [(r.entry.id, r.entry.ask, r.entry.rules, r.answer, r.right, r.tries, r.hints, r.at_once) for r in self.results]
        return pandas.DataFrame(rows, columns=["question", "ask", "rules", "answer", "right", "tries", "hints", "at_once"])

    def __repr__(self) -> str:
        return f"<cardlab grade of {self.student or 'nobody named'!r}: {self}>"

    def __str__(self) -> str:
        return f"{self.right} of {self.of} right"


def grade(answers: str | PathLike[str] | Answers | Quiz, key: KeyLike | None = None) -> Grade:
    """See `cardlab.grade`."""
    if key is None:
        if not isinstance(answers, Quiz):
            raise TypeError("a file of answers is graded with a key: the key of the handout, or the game with the questions")
        key = answers
    given = answers.answers if isinstance(answers, Quiz) else answers
    if isinstance(given, Answers):
        given.read()
    else:
        if not Path(given).exists():
            raise FileNotFoundError(2, "nothing was answered: there is no such file", str(given))
        given = Answers(given)
    entries = read_key(key)
    problems = [str(problem) for problem in given.problems]
    problems += [
        f"{given.path or 'answers'}: question {name!r} is not in the key"
        for name in dict.fromkeys(answer.question for answer in given) if name not in entries
    ]  # fmt: skip
    return Grade(given.student, tuple(_result(entry, given) for entry in entries.values()), tuple(problems))


def _result(entry: Entry, given: Answers) -> Result:
    """Count the answers as the quiz did."""
    standing = Standing(entry.tries)
    wrong: list[str] = []
    for answer in given.to(entry.id):
        if entry.exercise is not None and not readable(entry.exercise, answer.answer):
            continue
        right = entry.judge(answer.answer)
        if standing.take(answer.answer, right) and not right:
            wrong.append(answer.answer)
    hints = max((hint.step for hint in given.hints if hint.question == entry.id), default=0)
    standing.hints = hints
    return Result(entry, standing.right is True, standing.last, len(standing.tried), hints, standing.at_once, tuple(wrong))


# -- a class


@dataclass(frozen=True)
class Tally:
    """Right answers of all that were asked, to a question or about a rule."""

    name: str
    right: int
    of: int
    at_once: int = 0
    answered: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    """Wrong answers, by how many students gave them."""
    entry: Entry | None = None

    @property
    def share(self) -> float:
        return self.right / self.of if self.of else 0.0


@dataclass(frozen=True)
class ClassTable:
    """What a class has understood."""

    grades: tuple[Grade, ...]
    threshold: float = MASTERED

    @property
    def students(self) -> tuple[str, ...]:
        return tuple(grade.student for grade in self.grades)

    @property
    def questions(self) -> tuple[Tally, ...]:
        """One tally a question, in the order of the key."""
        by_id: dict[str, list[Result]] = {}
        for result in (result for grade in self.grades for result in grade.results):
            by_id.setdefault(result.entry.id, []).append(result)
        return tuple(_tally(name, results) for name, results in by_id.items())

    @property
    def rules(self) -> tuple[Tally, ...]:
        """One tally a rule, the least known first."""
        by_rule: dict[str, list[Result]] = {}
        for result in (result for grade in self.grades for result in grade.results):
            for rule in result.entry.rules:
                by_rule.setdefault(rule, []).append(result)
        return tuple(sorted((_tally(rule, results) for rule, results in by_rule.items()), key=lambda tally: (tally.share, tally.name)))

    @property
    def not_mastered(self) -> tuple[Tally, ...]:
        """The rules that the class does not yet master, the least known first."""
        return tuple(tally for tally in self.rules if tally.share < self.threshold)

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(problem for grade in self.grades for problem in grade.problems)

    # -- other forms

    def students_frame(self) -> pandas.DataFrame:
        """One row a student, one column a question (True, False; missing where nothing was answered), then right and share."""
        import pandas

        rows = []
        for one in self.grades:
            answered = {r.entry.id: r.right if r.answer is not None else None for r in one.results}
            rows.append({"student": one.student, **answered, "right": one.right, "share": one.share})
        return pandas.DataFrame(rows)

    def rules_frame(self) -> pandas.DataFrame:
        """One row a rule, the least known first: rule, right, of and share."""
        import pandas

        return pandas.DataFrame([(t.name, t.right, t.of, t.share) for t in self.rules], columns=["rule", "right", "of", "share"])

    def csv(self) -> dict[str, str]:
        """The three tables as CSV, by file name: students.csv, questions.csv and rules.csv."""
        ids = [tally.name for tally in self.questions]
        students = [["student", *ids, "right", "of", "share"]]
        for grade in self.grades:
            cells = ["" if r.answer is None else "1" if r.right else "0" for r in grade.results]
            students.append([grade.student, *cells, str(grade.right), str(grade.of), f"{grade.share:.2f}"])
        questions = [["question", "ask", "rules", "right", "at_once", "answered", "of", "share", "common_wrong_answer"]]
        for tally in self.questions:
            assert tally.entry is not None
            most = tally.wrong.most_common(1)
            questions.append([
                tally.name, tally.entry.ask, " ".join(tally.entry.rules), *map(str, (tally.right, tally.at_once, tally.answered, tally.of)),
                f"{tally.share:.2f}", most[0][0] if most else "",
            ])  # fmt: skip
        rules = [["rule", "right", "of", "share", "mastered"]]
        rules += [[t.name, str(t.right), str(t.of), f"{t.share:.2f}", "yes" if t.share >= self.threshold else "no"] for t in self.rules]
        return {"students.csv": _csv(students), "questions.csv": _csv(questions), "rules.csv": _csv(rules)}

    def text(self, lang: str = "en") -> str:
        """The tables in plain characters, and the rules that are not yet mastered."""
        from cardlab.quiz.picture import class_text

        return class_text(self, lang)

    def svg(self, lang: str = "en") -> str:
        """The rules by how well the class knows them, as a picture."""
        from cardlab.quiz.picture import class_svg

        return class_svg(self, lang)

    def write(self, folder: str | PathLike[str], lang: str = "en") -> list[Path]:
        """Write the three tables, `rules.svg` and `class.txt` into a folder, which is made where it is not there; the files."""
        from cardlab.replay.writer import write_file

        there = Path(folder)
        there.mkdir(parents=True, exist_ok=True)
        files = self.csv() | {"rules.svg": self.svg(lang), "class.txt": self.text(lang) + "\n"}
        for name, text in files.items():
            write_file(there / name, text.encode("utf-8"))
        return [there / name for name in files]

    def __str__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.svg()}


def _tally(name: str, results: Sequence[Result]) -> Tally:
    wrong = Counter(answer for result in results for answer in dict.fromkeys(result.wrong))
    return Tally(
        name, sum(r.right for r in results), len(results), sum(r.at_once for r in results), sum(r.answer is not None for r in results),
        wrong, results[0].entry,
    )  # fmt: skip


def _csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A text that a spreadsheet takes for a formula is marked as text; a number with a sign stays a number."""
    number = cell.removeprefix("-").replace(".", "", 1).isdigit()
    return f"'{cell}" if cell[:1] in tuple("=+-@\t\r") and not number else cell


def grade_class(paths: Sequence[str | PathLike[str]], key: KeyLike, threshold: float = MASTERED) -> ClassTable:
    """The answers of a class against one key. Students of one name are told apart by their files. ReplayError for a file that holds no
    answers; FileNotFoundError for one that is not there."""
    entries = read_key(key)
    grades = [grade(path, entries) for path in paths]
    names = Counter(one.student for one in grades)
    told = []
    for one, path in zip(grades, paths, strict=True):
        name = one.student or Path(path).stem
        told.append(Grade(f"{name} ({Path(path).name})" if one.student and names[one.student] > 1 else name, one.results, one.problems))
    return ClassTable(tuple(told), threshold)
