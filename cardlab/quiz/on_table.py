"""Which questions of a quiz are asked on a scratch table, and how one is begun that asks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

from cardlab.position import Position
from cardlab.scratch.tree import ScratchError

if TYPE_CHECKING:
    from cardlab.quiz.exercise import Exercise
    from cardlab.quiz.quiz import Quiz
    from cardlab.scratch.table import Scratch


def stands_on(exercise: Exercise, position: Position) -> bool:
    """Whether a position looks as that of the question, seen as it is asked."""
    asked = exercise.position
    if asked.game is not position.game or asked.names != position.names or asked.options != position.options:
        return False
    return asked.table(lens=exercise.lens) == position.table(lens=exercise.lens)


def numbers_on(quiz: Quiz, position: Position, among: Iterable[int] | None = None) -> list[int]:
    """The numbers of the questions whose position this looks as, among some or among all."""
    return [number for number in (range(len(quiz)) if among is None else among) if stands_on(quiz[number], position)]


def scratch_that_asks(quiz: Quiz, begin: Callable[..., Scratch], thing: Any, ply: int | None, look: dict[str, Any], **more: Any) -> Scratch:
    """The scratch table that `begin` makes of these, with the questions of the quiz that stand on its position; seen with the seat through
    whose eyes they are all asked, where none is named, and never showing what nobody at the table can see. ScratchError where none stands
    there, or where a saved table is to be opened."""
    if isinstance(thing, (str, PathLike)) and str(thing).endswith(".jsonl") and "|" not in str(thing):
        raise ScratchError("a saved table asks nothing: name a replay and a ply, a position or a position text")
    look |= {"spoilers": False}
    made = begin(thing, ply, **look, **more)
    found = numbers_on(quiz, made.position)
    if not found:
        plies = sorted({exercise.record.ply for exercise in quiz if exercise.record.branch is None and exercise.record.position is None})
        raise ScratchError(f"no question of this quiz stands here; on the main line they stand on the plies {', '.join(map(str, plies))}")
    seats = {quiz[number].record.seat for number in found}
    if look["seat"] is None and len(seats) == 1 and None not in seats:
        made = begin(thing, ply, **look | {"seat": seats.pop()}, **more)
    made.quiz = quiz
    return made
