"""AskingTable: a scratch table on which the questions of a quiz are asked, where their positions lie on it.

Trying is answering: what may be tried, what is refused and what comes of it would tell what is asked. So while a question is open, the
page gets its table and nothing of what the rules say to it, unless its author lets moves be tried out (`trying`). Once it is done, the
table is free. What is done to the Scratch from Python cells is not held back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from cardlab.errors import CardlabError
from cardlab.quiz.exercise import Exercise
from cardlab.quiz.on_table import numbers_on, stands_on
from cardlab.scratch.table import Scratch
from cardlab.text import word
from cardlab.widgets.asking import GoingOn
from cardlab.widgets.frames import position_frames
from cardlab.widgets.moment import unseen_by_all
from cardlab.widgets.quiz import asked_html, asked_text
from cardlab.widgets.scratch_table import ScratchTable

if TYPE_CHECKING:
    from cardlab.quiz.quiz import Quiz
    from cardlab.widgets.lesson import LessonViewer

ALWAYS = ("go", "step", "sibling", "home", "was", "undo", "redo", "fold")
"""Deeds that tell nothing new."""
AT_ONCE = ("insert", "play_out", "edit")
"""Deeds that could pass through the position of an open question, or lay it out, unseen."""


class AskingTable(GoingOn, ScratchTable):
    """A scratch table that asks. `.quiz` takes the answers; `.number` is the question asked now, `len(quiz)` where none is."""

    _tables = ("quizzing", "recorder", "scratch_table")

    def __init__(self, scratch: Scratch, quiz: Quiz, *, within: LessonViewer | None = None, **more: Any) -> None:
        """`within`: the viewer below which it stands: of its questions those are asked that have come up. Without one those that stand on
        the position where the table begins. Everything else as `ScratchTable`."""
        self._quiz, self._within = quiz, within
        self._own = [] if within is not None else numbers_on(quiz, scratch.at(scratch.origin))
        self.number = len(quiz)
        # what was answered before is asked no more, but for what the viewer asks just now
        self._passed = {number for number in self._numbers() if self._done(quiz[number]) and (within is None or within.number != number)}
        self._given = 0
        super().__init__(scratch, **more)

    @property
    def quiz(self) -> Quiz:
        return self._quiz

    # -- which question, and what is held back

    def _numbers(self) -> list[int]:
        return self._own if self._within is None else self._within.reached()

    def _choose(self) -> None:
        """The question of the node on the table; one that was answered or may be tried out stays until one goes on."""
        here = numbers_on(self._quiz, self.scratch.position, (n for n in self._numbers() if n not in self._passed))
        kept = self._asked()
        if kept is not None and self.number in here:
            return
        if here:
            self.number = here[0]
        elif kept is None or not (kept.record.trying or self._done(kept)):
            self.number = len(self._quiz)
        self._given = 0 if (exercise := self._asked()) is None else self._quiz.standing(exercise).given

    def _withheld(self) -> bool:
        """Whether nothing may be tried on the node on the table."""
        exercise = self._asked()
        return exercise is not None and self._waits(exercise)

    def _waits(self, exercise: Exercise) -> bool:
        return not exercise.record.trying and not self._done(exercise)

    def _closed_to(self, name: Any) -> str:
        held = self._withheld() and name not in ALWAYS
        if held or (name in AT_ONCE and any(self._waits(self._quiz[number]) for number in self._numbers())):
            return word("quizzing", "not_tried", self.lang)
        return ""

    # -- what is shown

    def _look(self) -> None:
        self._choose()
        with self.hold_sync():
            super()._look()
            self._send_question()

    def look_again(self) -> None:
        """Something was answered elsewhere."""
        self._look()

    def _may_do(self, state: Any) -> dict[str, Any]:
        if not self._withheld():
            return super()._may_do(state)
        return {"player": state.player, "moves": [], "asked": None, "calls": [], "rules": [], "phrases": []}

    def _frames(self) -> tuple[bytes, Any]:
        exercise = self._asked()
        if exercise is None or not self._withheld():
            return super()._frames()
        scratch = self.scratch
        position, looks = scratch.position, scratch.lens
        lens = exercise.lens if looks.seat is None and looks.seats is None else replace(looks, spoilers=False)
        title = scratch.left.replay.title if scratch.left is not None else scratch.game.title
        made = position_frames(position, [], lens, title, unseen_by_all(scratch.game, position.state, lens))
        made["result"] = None
        if exercise.ask == "score":  # its table shows no points of the round that is asked about
            made["seats"] = exercise.table.seats
        return msgspec.json.encode(made), position.state

    def _where(self) -> dict[str, Any]:
        told = super()._where() | {"asking": self._asked() is not None}
        return told | ({"closed": True, "text": "", "beyond": [], "draft": None} if self._withheld() else {})

    def _around(self) -> dict[str, Any]:
        exercise = self._asked()
        return {
            "ply": self.scratch.node.plies,
            "onward": exercise is not None and self._done(exercise),
            "guess": self._within is not None and self._within.guesses,
            "trying": exercise is not None and not self._waits(exercise),
        }

    def _progress(self) -> dict[str, Any]:
        # how many questions there will be may tell how long a game is: the viewer above knows
        return super()._progress() | (self._within.counted() if self._within is not None else {})

    # -- answering

    def _after_answer(self) -> None:
        """A play that is right, or kept for later, is made: it is the first that is tried out."""
        exercise, scratch = self._asked(), self.scratch
        assert exercise is not None  # something was answered
        given, verdict = self._quiz.standing(exercise).given, self._quiz.verdict(exercise)
        plays = exercise.ask == "play" and exercise.carried is None and stands_on(exercise, scratch.position)
        if given > self._given and plays and verdict is not None and verdict.right is not False and self._done(exercise):
            self._held = True
            try:
                scratch.play(verdict.answer)
            except CardlabError:  # what a reader of few cards cannot do stays undone
                pass
            finally:
                self._held = False
        self._look()
        if self._within is not None:
            self._within.answered_elsewhere()

    def _go_on(self) -> None:
        """The next question that stands here; after the last the table is free."""
        self._passed.add(self.number)
        self.number = len(self._quiz)
        more = [number for number in self._numbers() if number not in self._passed and not self._done(self._quiz[number])]
        begins, stands = self.scratch.at(self.scratch.origin), self.scratch.position
        if numbers_on(self._quiz, begins, more) and not numbers_on(self._quiz, stands, more):
            self._held = True
            try:
                self.scratch.home()
            finally:
                self._held = False
        self._look()

    # -- without a kernel, or without a browser

    def __repr__(self) -> str:
        return f"AskingTable({self.scratch.game.title!r}, {len(self._numbers())} questions, lang={self.lang!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it its questions with their tables, as text and as HTML, whatever was answered."""
        made = super()._repr_mimebundle_(**kwargs)
        data, metadata = made
        asked = [(self._quiz[number], at) for at, number in enumerate(self._numbers())]
        texts = [asked_text(exercise, at, len(asked), self.lang) for exercise, at in asked]
        data["text/plain"] = "\n\n".join([repr(self), *texts])
        data["text/html"] = "".join(asked_html(exercise, at, len(asked), self.lang) for exercise, at in asked)
        return data, metadata
