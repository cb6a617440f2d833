"""What a widget needs to ask the questions of a quiz: the question on the table as plain data, and the commands that answer it.

Nothing that is right is in that data, and no ruling of what could be played: an answer goes to the kernel, and what is said to it
comes back. The shapes are those of `frontend/src/asked.ts`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
import traitlets
from anywidget.experimental import command

from cardlab import explain
from cardlab.quiz.exercise import Exercise, in_language
from cardlab.text import LANGUAGES, word
from cardlab.widgets.moment import Told, as_seen, spots_of

if TYPE_CHECKING:
    from cardlab.quiz.quiz import Quiz
    from cardlab.quiz.verdict import Verdict

Answer: TypeAlias = tuple[dict[str, Any], list[bytes]]


class Asking(traitlets.HasTraits):
    """Asks the questions of `._quiz`. `.number` is the place of the one on the table, counted from 0."""

    question = traitlets.Bytes().tag(sync=True)
    number = traitlets.Int(0)

    _quiz: Quiz
    _sent = 0
    """Counts what was sent: what was answered to an older question is not taken."""

    def _asked(self) -> Exercise | None:
        """The question on the table."""
        return self._quiz[self.number] if self._quiz and self.number < len(self._quiz) else None

    def _done(self, exercise: Exercise) -> bool:
        """Whether one may go on from a question: it is closed, kept for later, or has no end of tries and was tried."""
        standing = self._quiz.standing(exercise)
        return standing.closed or (standing.given > 0 and (standing.right is None or standing.tries is None))

    def _after_answer(self) -> None:
        """The table as it is to be seen now, after an answer or a hint."""

    def _around(self) -> dict[str, Any]:
        """What a widget says beside the question itself."""
        return {}

    def _send_question(self) -> None:
        exercise = self._asked()
        self._sent += 1
        told = None if exercise is None else question_data(self._quiz, exercise)
        self.question = msgspec.json.encode({"at": self._sent, "asked": told} | self._progress() | self._around())

    def _progress(self) -> dict[str, Any]:
        """Which question it is, how the others stand, and the score."""
        quiz = self._quiz
        score = quiz.score()
        return {
            "number": self.number,
            "count": len(quiz),
            "marks": [_mark(quiz, exercise) for exercise in quiz],
            "score": {lang: score.text(lang) for lang in LANGUAGES},
            "student": quiz.answers.student,
            "file": "" if quiz.answers.path is None else quiz.answers.path.name,
        }

    def _take(self, msg: Any, work: Callable[[Exercise], object]) -> Answer:
        """What the page is told: nothing where it was done, for then new data has come; else why not. An exception in a command would
        leave the browser waiting for ever."""
        try:
            exercise = self._asked()
            if msg.get("at") != self._sent or exercise is None:
                return {"error": "stale"}, []
            work(exercise)
            with self.hold_sync():  # type: ignore[attr-defined]  # what asks is a widget
                self._after_answer()
                self._send_question()
        except Exception as error:
            return {"error": str(error) or repr(error)}, []
        return {}, []

    @command
    def _answer(self, msg: Any, buffers: Any) -> Answer:
        """An answer to the question on the table. What cannot be read is told and is no try."""
        return self._take(msg, lambda exercise: self._quiz.answer(exercise, msg["answer"]))

    @command
    def _hint(self, msg: Any, buffers: Any) -> Answer:
        """The next hint."""
        return self._take(msg, self._quiz.hint)


class GoingOn(Asking):
    """Asks, and goes on from a question once it is done."""

    lang: Any

    def _go_on(self) -> None:
        """To what comes after the question on the table."""
        raise NotImplementedError

    @command
    def _onward(self, msg: Any, buffers: Any) -> Answer:
        """The browser asks to go on."""
        try:
            exercise = self._asked()
            if msg.get("at") != self._sent or exercise is None:
                return {"error": "stale"}, []
            if not self._done(exercise):
                return {"error": word("quizzing", "answer_first", self.lang)}, []
            self._go_on()
        except Exception as error:  # an exception in a command would leave the browser waiting for ever
            return {"error": str(error) or repr(error)}, []
        return {}, []


def question_data(quiz: Quiz, exercise: Exercise) -> dict[str, Any]:
    """`Asked` in the front end's types: the question, the hints that were shown, what can be pointed at, and what was said last."""
    standing, shown = quiz.standing(exercise), quiz.hints_shown(exercise)
    hints = exercise.record.hints[:shown]
    verdict = quiz.verdict(exercise)
    return exercise.data() | {
        "left": standing.left,
        "closed": standing.closed,
        "shown": [{lang: in_language(texts, lang) for lang in LANGUAGES} for texts in hints],
        "told": None if verdict is None else verdict_data(verdict),
        "pointed": pointed(exercise),
    }


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """What was said to an answer, in every language."""
    return {
        "answer": verdict.answer,
        "words": {lang: verdict.exercise.answer_text(verdict.answer, lang) for lang in LANGUAGES},
        "right": verdict.right,
        "text": {lang: verdict.text(lang) for lang in LANGUAGES},
        "rules": verdict.rules,
        "undone": verdict.undone,
        "tries": verdict.number,
    }


def pointed(exercise: Exercise) -> dict[str, Any] | None:
    """What a person may try by pointing, without a word on what is allowed: a moment of `frontend/src/moment.ts`. None where the answer
    is no action, is to be chosen from a list, or is not the move of who is to act."""
    if exercise.ask not in ("play", "next") or exercise.record.choices or exercise.player != exercise.position.player:
        return None
    if exercise.ask == "next" and exercise.record.action is not None:
        return None
    game, names = exercise.game, exercise.names
    state = as_seen(game, exercise.position.state, exercise.lens)
    told = Told(game, names)
    rows = []
    for move in game.tries(state):
        ruling = explain.rule(game, names, state, state.player, move)
        rows.append([*spots_of(game, state, move), *told.ruling(replace(ruling, legal=True))])
    # the order in which a game lists them would tell what may be played
    rows.sort(key=lambda row: msgspec.json.encode(row[1:3]))
    return {"player": state.player, "moves": rows, "asked": None, "calls": [], "rules": [], "phrases": list(told.phrases)}


def _mark(quiz: Quiz, exercise: Exercise) -> str:
    """How a question stands, in a word: "" where it was not answered."""
    standing = quiz.standing(exercise)
    if not standing.given:
        return ""
    return "right" if standing.right else "kept" if standing.right is None else "wrong" if standing.closed else "open"
