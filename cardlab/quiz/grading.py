"""Grading: one student's answers, judged anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import total_ordering
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

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
