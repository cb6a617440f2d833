"""Drawing questions from any game: the plies that make good ones, each judged by the engine, its wrong choices plausible and wrong.

A question is drawn only where the seat that is asked can know the answer: dealing the cards that it cannot see anew must not change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from cardlab.errors import CardlabError, UnknownName
from cardlab.position import Position
from cardlab.quiz.candidates import Candidate, Finder
from cardlab.quiz.criteria import right_answers
from cardlab.quiz.exercise import Exercise, bind
from cardlab.replay.records import ASKS, Question

if TYPE_CHECKING:
    from cardlab.replay import Replay

REDEALS: Final = 3
"""So many other deals of the unseen cards must give the same answer."""
WAITING: Final = 60
"""Candidates a kind that are looked at for one question that is wanted."""


def draw(replay: Replay, kinds: Sequence[str] | None = None, n: int = 10, seed: int = 0, seat: int | None = None) -> list[Exercise]:
    """See `cardlab.questions`."""
    wanted = list(ASKS if kinds is None else [kinds] if isinstance(kinds, str) else kinds)
    for kind in wanted:
        if kind not in ASKS:
            raise UnknownName("kind of question", kind, list(ASKS))
    if seat is not None and not 0 <= seat < len(replay.names):
        raise ValueError(f"no seat {seat!r}; seats are 0 to {len(replay.names) - 1}")
    random = Random(f"{seed}/{replay.header.id}")
    found = Finder(replay, seat, random).candidates(wanted)
    heaps = {kind: _spread(found[kind], random) for kind in wanted}
    drawn: list[Exercise] = []
    taken: set[str] = set()
    while len(drawn) < n and any(heaps.values()):
        for kind in wanted:
            exercise = _next(replay, heaps[kind], taken)
            if exercise is not None and len(drawn) < n:
                taken.add(exercise.id)
                drawn.append(exercise)
    return sorted(drawn, key=lambda exercise: (exercise.record.ply, wanted.index(exercise.ask), exercise.id))


def _spread(candidates: Sequence[Candidate], random: Random) -> list[Candidate]:
    """The candidates so that what each is about comes round in turn, better ones first; the next one stands last."""
    by_about: dict[str, list[Candidate]] = {}
    shuffled = list(candidates)
    random.shuffle(shuffled)
    for candidate in sorted(shuffled, key=lambda candidate: -candidate.weight):
        by_about.setdefault(candidate.about, []).append(candidate)
    rounds: list[Candidate] = []
    depth = 0
    while len(rounds) < len(shuffled):
        rounds += [heap[depth] for heap in by_about.values() if depth < len(heap)]
        depth += 1
    return rounds[::-1]


def _next(replay: Replay, heap: list[Candidate], taken: set[str]) -> Exercise | None:
    """The next candidate that stands every test."""
    for _ in range(WAITING):
        if not heap:
            return None
        record = heap.pop().record
        if record.id not in taken and (exercise := stands(replay, record)) is not None:
            return exercise
    return None


def stands(replay: Replay, record: Question) -> Exercise | None:
    """The question on its position, if it can be asked: it has a right answer, wrong ones among its choices, and whoever sees what the
    seat sees can know it; else None."""
    try:
        exercise = bind(record, replay)
        right = set(right_answers(exercise))
    except CardlabError:
        return None
    if not right or (record.choices and (not right & set(record.choices) or not set(record.choices) - right)):
        return None
    return exercise if _fair(exercise, right) else None


def _fair(exercise: Exercise, right: set[str]) -> bool:
    """Whether the answer is the same however the cards lie that the seat cannot see."""
    seat = exercise.record.seat
    if seat is None or exercise.ask == "score":
        return True
    game, state = exercise.game, exercise.position.state
    hidden = game.hidden(state, seat)
    for number in range(REDEALS):
        other = state.copy()
        faces = [state.face[card] for card in hidden]
        Random(number).shuffle(faces)
        for card, face in zip(hidden, faces, strict=True):
            other.face[card] = face
        position = Position(game, other, exercise.names, plies=exercise.position.plies)
        try:
            if set(right_answers(Exercise(exercise.record, position, exercise.before, exercise.played))) != right:
                return False
        except CardlabError:
            return False
    return True
