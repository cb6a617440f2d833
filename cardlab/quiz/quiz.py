"""A quiz: questions, a student's answers to them, and the verdicts. The same score comes of the same answers, however often it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from cardlab.errors import ReplayError, UnknownName
from cardlab.quiz.answers import Answers
from cardlab.quiz.criteria import about_rules, judge, written
from cardlab.quiz.exercise import Exercise, QuestionError, exercises, in_language
from cardlab.quiz.verdict import Verdict, explanation_of
from cardlab.replay.notes import Notes
from cardlab.replay.records import Answer, Hint
from cardlab.replay.replay import Replay, load
from cardlab.text import check_language, fill, word

if TYPE_CHECKING:
    import pandas

    from cardlab.widgets.quiz import QuizWidget

Asked: TypeAlias = "Replay | Notes | str | PathLike[str] | Iterable[Exercise]"
"""Where questions come from: a game, its notes with layers, the file of a game, or exercises made or drawn."""


@dataclass
class Standing:
    """How far one question is."""

    tries: int | None = None
    """How many tries count; None where any number does."""
    tried: list[str] = field(default_factory=list)
    """The different answers that count, in order."""
    given: int = 0
    """All answers that were given, repeated and late ones too."""
    right: bool | None = False
    """None while it waits for its key."""
    hints: int = 0
    """Hints that were shown."""
    last: str | None = None
    """The last answer that counts."""

    @property
    def left(self) -> int | None:
        return None if self.tries is None else max(0, self.tries - len(self.tried))

    @property
    def closed(self) -> bool:
        """Whether no further answer counts."""
        return self.right is True or self.left == 0

    @property
    def at_once(self) -> bool:
        """Whether the first try was right, without a hint."""
        return self.right is True and len(self.tried) == 1 and not self.hints

    def take(self, answer: str, right: bool | None) -> bool:
        """Count an answer; whether it counts."""
        self.given += 1
        if self.closed:
            return False
        if answer not in self.tried:
            self.tried.append(answer)
        self.last, self.right = answer, right
        return True


@dataclass(frozen=True)
class Score:
    """How many questions were answered rightly. `float(score)` is the share, 0 to 1."""

    right: int
    of: int
    """All questions of the quiz, answered or not."""
    open: int = 0
    """Answered, and to be judged with the key."""

    @property
    def share(self) -> float:
        return self.right / self.of if self.of else 0.0

    def __float__(self) -> float:
        return self.share

    def text(self, lang: str = "en") -> str:
        facts = {"right": str(self.right), "count": str(self.of), "open": str(self.open)}
        return fill(word("quiz", "score_open" if self.open else "score_told", lang), facts)

    def __str__(self) -> str:
        return self.text()


class Quiz(Sequence[Exercise]):
    """Questions in their order, and the answers of one student.

        quiz = cardlab.quiz("lesson.jsonl", student="Ana", answers="answers/ana.jsonl")
        quiz.answer("play-12", "S>B1")       # Verdict: right or not, and why
        quiz.hint("play-12")                 # the next hint, or None
        quiz.score()

    Every answer is appended to the file at once. A question is right if one of its tries is; what is answered after that, or after the
    last try, is kept and does not count. The same answer again is no new try, so that a notebook may be run as often as one likes."""

    def __init__(
        self,
        questions: Asked,
        student: str = "",
        answers: str | PathLike[str] | Answers | None = None,
        lang: str | None = None,
        *,
        title: str = "",
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self.exercises, found_title, language = read_questions(questions)
        self._by_id = {exercise.id: exercise for exercise in self.exercises}
        if len(self._by_id) != len(self.exercises):
            twice = next(e.id for n, e in enumerate(self.exercises) if e.id in {other.id for other in self.exercises[:n]})
            raise QuestionError(twice, "two questions have this id")
        self.title = title or found_title
        self.lang = check_language(lang) if lang else language
        more = {} if clock is None else {"clock": clock}
        self.answers = answers if isinstance(answers, Answers) else Answers(answers, student, self.title, **more)
        """What was answered: `quiz.answers.to_frame()`."""

    @property
    def student(self) -> str:
        return self.answers.student

    # -- answering

    def answer(self, question: str | int | Exercise, answer: object) -> Verdict:
        """Answer a question (by id or number, from 0): an action, True or "yes", a rule id or a place ("000-official:L12"), numbers, or
        one of its choices. What cannot be read is refused (InvalidAction, InvalidAnswer, UnknownName) and is no try."""
        exercise = self._exercise(question)
        text = written(exercise, answer)
        right = judge(exercise, text)
        self.answers.add(Answer(seq=0, question=exercise.id, answer=text, right=right))
        return self._verdict(exercise, self.answers.to(exercise.id))

    def _verdict(self, exercise: Exercise, given: Sequence[Answer]) -> Verdict:
        """What is said to the last of these answers."""
        standing = Standing(exercise.record.tries)
        counts, text, right = False, "", None
        for answer in given:
            text = answer.answer
            right = judge(exercise, text)
            counts = standing.take(text, right)
        why = explanation_of(exercise, text, right, standing.closed)
        return Verdict(exercise, text, right, len(standing.tried), standing.left, counts, standing.closed, standing.right is True, why)

    def verdict(self, question: str | int | Exercise) -> Verdict | None:
        """What was said to the last answer to it; None where it was not answered yet."""
        exercise = self._exercise(question)
        given = self._readable(exercise)
        return self._verdict(exercise, given) if given else None

    def hint(self, question: str | int | Exercise) -> str | None:
        """The next hint in the quiz's language; None where there is no further one. That it was asked for is kept."""
        exercise = self._exercise(question)
        shown = self.hints_shown(exercise)
        if shown >= len(exercise.record.hints):
            return None
        self.answers.add(Hint(seq=0, question=exercise.id, step=shown + 1))
        return in_language(exercise.record.hints[shown], self.lang)

    def hints_shown(self, question: str | int | Exercise) -> int:
        """How many of its hints were asked for."""
        exercise = self._exercise(question)
        asked = max((hint.step for hint in self.answers.hints if hint.question == exercise.id), default=0)
        return min(asked, len(exercise.record.hints))

    # -- what came of it

    def standing(self, question: str | int | Exercise) -> Standing:
        """How far that question is, found anew from the answers."""
        exercise = self._exercise(question)
        standing = Standing(exercise.record.tries, hints=self.hints_shown(exercise))
        for answer in self._readable(exercise):
            standing.take(answer.answer, judge(exercise, answer.answer))
        return standing

    def _readable(self, exercise: Exercise) -> list[Answer]:
        """The answers in the file that are answers to this question as it stands now."""
        return [answer for answer in self.answers.to(exercise.id) if readable(exercise, answer.answer)]

    def score(self) -> Score:
        """How many questions are answered rightly, of all; the same after a restart, from the file alone."""
        standings = [self.standing(exercise) for exercise in self.exercises]
        right = sum(standing.right is True for standing in standings)
        return Score(right, len(standings), sum(standing.right is None and standing.given > 0 for standing in standings))

    def to_frame(self) -> pandas.DataFrame:
        """One row a question: question, ask, ply, rules, answer (the last that counts), right, tries, hints, at_once, prompt."""
        import pandas

        rows = [
            (
                e.id, e.ask, e.record.ply, about_rules(e), s.last, s.right if s.given else None, len(s.tried), s.hints, s.at_once,
                e.prompt(self.lang),
            )
            for e, s in ((exercise, self.standing(exercise)) for exercise in self.exercises)
        ]  # fmt: skip
        columns = ["question", "ask", "ply", "rules", "answer", "right", "tries", "hints", "at_once", "prompt"]
        return pandas.DataFrame(rows, columns=columns).astype({"right": "boolean"})

    # -- as a sequence of exercises

    def _exercise(self, question: str | int | Exercise) -> Exercise:
        if isinstance(question, Exercise):
            question = question.id
        if isinstance(question, int):
            return self.exercises[question]
        if question not in self._by_id:
            raise UnknownName("question", question, list(self._by_id))
        return self._by_id[question]

    def __len__(self) -> int:
        return len(self.exercises)

    @overload
    def __getitem__(self, index: int | str) -> Exercise: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Exercise]: ...
    def __getitem__(self, index: int | str | slice) -> Exercise | Sequence[Exercise]:
        return self.exercises[index] if isinstance(index, slice) else self._exercise(index)

    def data(self) -> list[dict[str, Any]]:
        """The questions as a widget shows them, with how far each is; no right answer is in it."""
        return [
            exercise.data() | {"left": s.left, "closed": s.closed, "right": s.right if s.given else None, "hints_shown": s.hints}
            for exercise in self.exercises
            for s in [self.standing(exercise)]
        ]

    def show(self, lang: str | None = None, **more: Any) -> QuizWidget:
        """The quiz to answer in a notebook: by itself in its language, at the first question that is not done. `number`, `at`, `theme`
        and `projector` as in `QuizWidget`."""
        from cardlab.widgets.quiz import QuizWidget

        return QuizWidget(self, lang=lang, **more)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """In a notebook a quiz shows itself."""
        return self.show()._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"<cardlab quiz {self.title!r}: {len(self)} questions, {self.score()}>"


def readable(exercise: Exercise, answer: str) -> bool:
    """Whether an answer that stands in a file can be one to this question."""
    try:
        return written(exercise, answer) == answer
    except ValueError:
        return False


def read_questions(questions: Asked) -> tuple[tuple[Exercise, ...], str, str]:
    """The exercises, and the title and the language of where they come from. ReplayError where a game has no question."""
    if isinstance(questions, (str, PathLike)):
        questions = load(questions)
    if isinstance(questions, Replay):
        found, replay = tuple(exercises(questions)), questions
    elif isinstance(questions, Notes):
        found, replay = tuple(exercises(questions.replay, questions)), questions.replay
    else:
        return tuple(questions), "", "en"
    if not found:
        raise ReplayError(replay.path, None, "this game asks no question: cardlab.questions(replay) draws some, cardlab.ask makes one")
    language = replay.header.language
    return found, replay.title, language if language in ("en", "es", "nl") else "en"
