"""LessonViewer: a replay whose questions are asked where they stand. What comes after an open question is not in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import traitlets

from cardlab.quiz.exercise import Exercise, bind
from cardlab.quiz.quiz import Quiz
from cardlab.replay.records import Question
from cardlab.text import LANGUAGES, fill, names_in, word, words
from cardlab.widgets.asking import GoingOn
from cardlab.widgets.frames import replay_frames
from cardlab.widgets.viewer import ReplayViewer

if TYPE_CHECKING:
    from os import PathLike

    from cardlab.replay import Replay
    from cardlab.scratch.table import Scratch
    from cardlab.widgets.scratch_table import ScratchTable


class LessonViewer(GoingOn, ReplayViewer):
    """A replay to step through as far as its questions are answered. `.quiz` takes the answers."""

    def __init__(self, replay: Replay, quiz: Quiz, *, guesses: bool = False, ply: int = 0, upto: int | None = None, **more: Any) -> None:
        """`quiz`: questions of this replay, those on its main line are asked here. `guesses`: they are guesses, which are not counted out
        of how many there will be. Everything else as `ReplayViewer`; what comes later is hidden, and where a seat is named, or all
        questions are asked through one seat's eyes, so are the other hands."""
        self._quiz, self._guesses = quiz, guesses
        self._end = len(replay) if upto is None else upto
        self._stops = sorted(
            (exercise.record.ply, number)
            for number, exercise in enumerate(quiz)
            if exercise.record.branch is None and exercise.record.position is None and exercise.record.ply <= self._end
        )
        self._place = 0
        while self._place < len(self._stops) and self._done(self._exercise()):
            self._place += 1
        seats = {exercise.record.seat for exercise in quiz} - {None}
        if len(seats) == 1:
            more.setdefault("seat", seats.pop())
        self._own: int | None = more.get("seat")
        self._hold()
        super().__init__(replay, ply=min(ply, self._held_at()), upto=self._held_at(), **(more | {"spoilers": False}))
        self._send_question()

    @property
    def quiz(self) -> Quiz:
        return self._quiz

    # -- how far

    def _exercise(self) -> Exercise:
        return self._quiz[self._stops[self._place][1]]

    def _held_at(self) -> int:
        return self._stops[self._place][0] if self._place < len(self._stops) else self._end

    def _hold(self) -> None:
        self.number = self._stops[self._place][1] if self._place < len(self._stops) else len(self._quiz)

    def _asked(self) -> Exercise | None:
        return self._exercise() if self._place < len(self._stops) else None

    def _around(self) -> dict[str, Any]:
        exercise = self._asked()
        at = None if exercise is None else exercise.record.ply
        more = self._place < len(self._stops) or self._held_at() < self._end
        return {"ply": at, "onward": exercise is not None and self._done(exercise), "ends": not more, "guess": self._guesses}

    def _progress(self) -> dict[str, Any]:
        return super()._progress() | self.counted()

    @property
    def guesses(self) -> bool:
        """Whether what is asked is what comes next, at every choice."""
        return self._guesses

    def counted(self) -> dict[str, Any]:
        """Of guesses what may be told of how many there are: those up to here. How many there will be would tell how long the game is."""
        if not self._guesses:
            return {}
        answered = [standing for standing in (self._quiz.standing(self._quiz[number]) for number in self.reached()) if standing.given]
        facts = {"right": str(sum(standing.right is True for standing in answered)), "count": str(len(answered))}
        return {
            "number": 0,
            "count": 0,
            "marks": [],
            "score": {lang: fill(word("quiz", "score_told", lang), facts) for lang in LANGUAGES},
        }

    # -- what is shown

    def _send_first(self) -> None:
        """All at once: it ends at a question."""
        self._send_all()

    def _frames_now(self) -> bytes:
        made = replay_frames(self._replay, self._lens_now())
        exercise = self._asked()
        if exercise is not None:
            made["result"] = None
            if exercise.ask == "score" and exercise.record.action is None and made["steps"] and not self._quiz.standing(exercise).closed:
                _without_the_score(made, self._replay.game.name)
        return msgspec.json.encode(made)

    def _may_see(self, seats: set[int | None]) -> None:
        if self._own is not None and seats - {self._own}:
            raise ValueError(word("quizzing", "own_seat", self.lang).format(name=self._replay.names[self._own]))

    @traitlets.validate("spoilers")
    def _hides(self, _proposal: Any) -> bool:
        """What comes later stays hidden, and so do the cards that nobody has seen."""
        return False

    def _new_scratch(self, scratch: Scratch) -> ScratchTable:
        """A table on which what was reached of the questions is asked too: where one waits, nothing is tried out before it is answered."""
        from cardlab.widgets.asking_table import AskingTable

        return AskingTable(scratch, self._quiz, within=self, lang=self.lang, theme=self.theme, leave=self._leave_scratch)

    def _scratch_at(self, ply: int, line: str | None) -> ScratchTable:
        table = super()._scratch_at(ply, line)
        self._tell(table)
        return table

    def reached(self) -> list[int]:
        """The numbers of the questions that have come up so far."""
        return [number for _, number in self._stops[: self._place + 1]]

    def answered_elsewhere(self) -> None:
        """A question was answered on the scratch table below."""
        with self.hold_sync():
            self._show_the_score()
            self._send_question()

    def _after_answer(self) -> None:
        self._show_the_score()
        self._tell(self.scratch)

    def _tell(self, table: Any) -> None:
        """A scratch table shows how the questions stand now."""
        from cardlab.widgets.asking_table import AskingTable

        if isinstance(table, AskingTable):
            table.look_again()

    def _show_the_score(self) -> None:
        exercise = self._asked()
        if exercise is not None and exercise.ask == "score":  # what it has counted may be seen once it is answered
            self.frames = self._frames_now()

    def _go_on(self) -> None:
        """The game goes on, to the next question."""
        self._place += 1
        self._upto = self._held_at()
        with self.hold_sync():
            self._hold()
            self._look_again()
            self._send_question()

    def __repr__(self) -> str:
        return f"LessonViewer({self._replay!r}, lang={self.lang!r}, seat={self.seat}, ply={self.ply})"


def _without_the_score(made: dict[str, Any], game: str) -> None:
    """Take out of the last step what it counted: the points before the seats and all that is told of the count."""
    step = made["steps"][-1]
    shown = names_in(words(game)["phrases"][made["phrases"][step["p"]]]["en"])
    for key in ("s", "g", "k", "u"):
        step.pop(key, None)
    step["r"], step["f"] = [], {name: value for name, value in step.get("f", {}).items() if name in shown}
    made["rules"] = list(made["rules"])


def lesson(
    replay: Replay,
    quiz: Quiz | None = None,
    *,
    student: str = "",
    answers: str | PathLike[str] | None = None,
    guess: bool = False,
    seat: int | None = None,
    **more: Any,
) -> LessonViewer:
    """The viewer that asks: the questions of `quiz`, else those of the game and the layers given; with `guess` instead what is played next,
    at every ply at which there is a choice (for that seat alone, where one is given)."""
    lang = more.get("lang") or replay.header.language
    lang = lang if lang in LANGUAGES else "en"
    if guess:
        quiz = Quiz(list(guesses(replay, seat)), student, answers, lang, title=replay.title)
    elif quiz is None:
        layers = more.get("layers") or ()
        source = replay.annotations(*layers) if not isinstance(layers, bool) and layers else replay
        quiz = Quiz(source, student, answers, lang)
    if seat is not None:
        more["seat"] = seat
    return LessonViewer(replay, quiz, guesses=guess, **more)


def guesses(replay: Replay, seat: int | None = None) -> list[Exercise]:
    """A question at each ply of the main line at which a seat has a choice: what it plays next."""
    found = []
    for ply in range(len(replay)):
        action = replay.action(ply + 1)
        if action.player < 0 or (seat is not None and action.player != seat) or len(replay.at(ply).legal_actions()) < 2:
            continue
        text = {lang: fill(word("quizzing", "guess", lang), {"name": replay.names[action.player]}) for lang in LANGUAGES}
        record = Question(seq=0, ask="play", ply=ply, id=f"guess-{ply}", accept=["played"], text=text, seat=seat)
        found.append(bind(record, replay))
    return found
