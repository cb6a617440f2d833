"""QuizWidget: the questions of a quiz one after the other, each with its table, answered by pointing, choosing or typing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import anywidget
import msgspec
import traitlets
from anywidget.experimental import command

from cardlab.draw import draw_html, draw_text
from cardlab.quiz.exercise import Exercise, in_language
from cardlab.text import LANGUAGES, check_language, fill, word
from cardlab.widgets.asking import Answer, Asking
from cardlab.widgets.bundle import bundle
from cardlab.widgets.frames import book_data, position_frames, words_data
from cardlab.widgets.moment import unseen_by_all

if TYPE_CHECKING:
    from cardlab.quiz.quiz import Quiz


class QuizWidget(Asking, anywidget.AnyWidget):
    """A quiz to answer. `.number` is the question on the table, counted from 0; `.lang` the language."""

    _esm = bundle("quiz.js")

    frames = traitlets.Bytes().tag(sync=True)
    book = traitlets.Bytes().tag(sync=True)
    words = traitlets.Bytes().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    lang = traitlets.Enum(LANGUAGES, default_value="en").tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), default_value="auto").tag(sync=True)
    projector = traitlets.Bool(False).tag(sync=True)

    _game = ""

    def __init__(
        self,
        quiz: Quiz,
        *,
        lang: str | None = None,
        theme: str = "auto",
        number: int | None = None,
        at: str | None = None,
        projector: bool = False,
    ) -> None:
        """`lang`: by itself the quiz's language. `number`: the question to begin with, counted from 0; by itself the first that is not
        done; `at`: the same by its id, the code that the page shows for it. ValueError or UnknownName for one that is not there."""
        if at is not None:
            number = quiz.exercises.index(quiz[at])
        if number is not None and not 0 <= number < len(quiz):
            raise ValueError(f"no question {number!r}; questions are 0 to {len(quiz) - 1}")
        self._quiz = quiz
        todo = (i for i, exercise in enumerate(quiz) if not quiz.standing(exercise).closed)
        super().__init__(
            number=next(todo, 0) if number is None else number,
            lang=check_language(lang) if lang else quiz.lang,
            theme=theme,
            projector=projector,
        )
        self._look()

    @traitlets.observe("number")
    def _other_question(self, _change: Any) -> None:
        if self._sent:
            self._look()

    def _look(self) -> None:
        exercise = self._asked()
        with self.hold_sync():
            if exercise is not None:
                if exercise.game.name != self._game:
                    self._game = exercise.game.name
                    self.book = book_data(exercise.game)
                    self.words = words_data(self._game, "quizzing", beneath="recorder")
                self._after_answer()
            self._send_question()

    def _after_answer(self) -> None:
        """The table of the question; once it was answered by a play that may be made, with that play."""
        exercise = self._asked()
        if exercise is None:
            return
        verdict = self._quiz.verdict(exercise)
        played = []
        if verdict is not None and exercise.ask == "play" and verdict.right is not False and verdict.answer in exercise.legal_actions():
            played = [action for action in exercise.legal_actions() if action == verdict.answer and exercise.carried is None]
        # a card that the play turns up was known to nobody, and stays so
        state = unseen_by_all(exercise.game, exercise.position.state, exercise.lens)
        made = position_frames(exercise.position, played, exercise.lens, self._quiz.title or exercise.game.title, state)
        made["result"] = None
        if exercise.ask == "score":  # its table shows no points of the round that is asked about
            made["seats"] = exercise.table.seats
        self.frames = msgspec.json.encode(made)

    @command
    def _go(self, msg: Any, buffers: Any) -> Answer:
        """Another question, by its number or its id."""
        try:
            number = msg["number"] if "number" in msg else self._quiz.exercises.index(self._quiz[str(msg["question"])])
            if type(number) is not int or not 0 <= number < len(self._quiz):
                return {"error": f"no question {number!r}"}, []
            self.number = number
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []
        return {}, []

    @command
    def _text(self, msg: Any, buffers: Any) -> Answer:
        """The question on the table as plain text, with the hints that were shown and what was said to the last answer; and the code that
        opens it again."""
        try:
            exercise = self._asked()
            if exercise is None:
                return {"error": word("quizzing", "no_questions", self.lang)}, []
            return {"text": step_text(self._quiz, exercise, self.number, self.lang), "code": exercise.id}, []
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []

    # -- without a kernel, or without a browser

    def __repr__(self) -> str:
        return f"QuizWidget({self._quiz.title!r}, {len(self._quiz)} questions, lang={self.lang!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it all questions with the table of each, as text and as HTML. How far anybody is stands in the answers and
        not here: a notebook that is run again says the same."""
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        texts = [asked_text(exercise, i, len(self._quiz), self.lang) for i, exercise in enumerate(self._quiz)]
        data["text/plain"] = "\n\n".join([repr(self), *texts])
        asked = "".join(asked_html(e, i, len(self._quiz), self.lang) for i, e in enumerate(self._quiz))
        data["text/html"] = f"<p><b>{escape(self._quiz.title)}</b></p>{asked}"
        return data, metadata


def numbered(number: int, count: int, lang: str) -> str:
    """ "Question 2 of 5"."""
    told = fill(word("quiz", "question", lang), {"number": str(number + 1), "count": str(count)})
    return told[:1].upper() + told[1:]


def step_text(quiz: Quiz, exercise: Exercise, number: int, lang: str) -> str:
    """A question as it stands: as `asked_text`, with the hints that were shown, and what was said to the last answer with its rules."""
    parts = [asked_text(exercise, number, len(quiz), lang)]
    hints, steps = exercise.record.hints, str(len(exercise.record.hints))
    for step, texts in enumerate(hints[: quiz.hints_shown(exercise)], 1):
        parts.append(fill(word("quizzing", "hint_of", lang), {"step": str(step), "steps": steps, "text": in_language(texts, lang)}))
    if (verdict := quiz.verdict(exercise)) is not None:
        parts.append(f"{exercise.answer_text(verdict.answer, lang)}: {verdict.text(lang)}")
        parts += ["  ".join(["", *verdict.rules])] if verdict.rules else []
    return "\n\n".join(parts)


def asked_text(exercise: Exercise, number: int, count: int, lang: str) -> str:
    """A question with its table and its choices, as plain text: no right answer, no hint."""
    choices = "".join(f"\n  ( ) {text}" for _, text in exercise.choices(lang))
    table = draw_text(exercise.table, lang, game=exercise.game.name)
    return f"{numbered(number, count, lang)}: {exercise.prompt(lang)}{choices}\n\n{table}"


def asked_html(exercise: Exercise, number: int, count: int, lang: str) -> str:
    """The same as HTML."""
    choices = "".join(f"<li>{escape(text)}</li>" for _, text in exercise.choices(lang))
    listed = f"<ul>{choices}</ul>" if choices else ""
    told = f"<p><b>{escape(numbered(number, count, lang))}:</b> {escape(exercise.prompt(lang))}</p>{listed}"
    return told + draw_html(exercise.table, lang, game=exercise.game.name)
