"""What may be done at one moment, as plain data: `Moment` in `frontend/src/moment.ts`.

Every action that a person may try comes with the spots it begins and ends at and, where it is not allowed, with the rule that forbids
it: choosing, pointing and being refused need no question to the kernel. A sentence travels as phrase, rule and facts.
"""

from __future__ import annotations

from typing import Any

from cardlab.errors import IllegalAction
from cardlab.explain import Ruling, rule
from cardlab.game import CHANCE, REFEREE, Asked, Game, Move, Spot
from cardlab.lens import Lens
from cardlab.rulebook import read_rulebook
from cardlab.text import fact_texts, names_in, words


def as_seen(game: Game, state: Any, lens: Lens) -> Any:
    """The state as far as the lens may know it: what its seat cannot see has no known face. A copy, unless nothing is hidden."""
    if lens.seat is None or not state.face:
        return state
    seen = state.copy()
    unknown = game.read(state, "reveal ?")[1][0]  # type: ignore[index]  # a word of chance is (word, numbers)
    for card in game.hidden(state, lens.seat):
        seen.face[card] = unknown
    return seen


def unseen_by_all(game: Game, state: Any, lens: Lens) -> Any:
    """A copy of the state in which what the lens's seat, or without one nobody at the table, can see has no known face."""
    if lens.seat is not None:
        return as_seen(game, state, lens)
    seen = state.copy()
    if state.face:
        unknown = game.read(state, "reveal ?")[1][0]  # type: ignore[index]  # a word of chance is (word, numbers)
        for card in set.intersection(*(set(game.hidden(state, seat)) for seat in range(state.seats))):
            seen.face[card] = unknown
    return seen


class Told:
    """Rulings as data, each rule and phrase once."""

    def __init__(self, game: Game, names: tuple[str, ...]) -> None:
        self.game, self.names = game, names
        self.rules: dict[str, int] = {}
        self.phrases: dict[str, int] = {}
        self._book, self._texts = read_rulebook(game.name), words(game.name)["phrases"]

    def ruling(self, ruling: Ruling) -> list[Any]:
        """`[phrase, facts, rule]`: the rule that forbids it, -1 where none does."""
        shown = set(names_in(self._texts[ruling.phrase]["en"]))
        place = -1
        if not ruling.legal:
            forbids = self._book[ruling.rules[0]]
            shown |= names_in((forbids.refusal or forbids.text)["en"])
            place = self.rules.setdefault(forbids.id, len(self.rules))
        facts = fact_texts({key: value for key, value in ruling.facts.items() if key in shown}, self.names)
        return [self.phrases.setdefault(ruling.phrase, len(self.phrases)), facts, place]

    def of(self, state: Any, player: int, move: Move) -> list[Any]:
        """The same of an action in a state."""
        return self.ruling(rule(self.game, self.names, state, player, move))


def refusal(told: Told, state: Any, lens: Lens, error: IllegalAction) -> dict[str, Any]:
    """The answer to a page whose action a rule forbids. Where only what the lens does not show forbids it, the rule alone is told."""
    ruling: Any = error.ruling
    row = told.ruling(ruling)
    if lens.seat is not None:
        seen = as_seen(told.game, state, lens)
        row = told.of(seen, ruling.player, told.game.read(seen, error.action))
        if row[2] < 0:
            row = told.ruling(ruling)
    return {"refused": [*row[:2], 0], "rules": list(told.rules), "phrases": list(told.phrases)}


def moment(game: Game, names: tuple[str, ...], state: Any, lens: Lens) -> dict[str, Any]:
    """The actions that a person may try, what chance is asked for, and what the referee may call."""
    seen, told = as_seen(game, state, lens), Told(game, names)
    player = state.player
    asked = game.asked(seen) if player == CHANCE else None
    return {
        "player": player,
        "moves": _moves(game, seen, told) if player is not None and player >= 0 else [],
        "asked": asked and _asked(game, seen, asked, told),
        "calls": [[game.write(seen, move), *told.of(seen, REFEREE, move)] for move in game.calls(seen)],
        "rules": list(told.rules),
        "phrases": list(told.phrases),
    }


def _moves(game: Game, state: Any, told: Told) -> list[list[Any]]:
    """`[text, source, target, face, phrase, facts, rule]`, the legal ones and the tries that are refused."""
    found = []
    for move in game.tries(state):
        try:
            spots, row = spots_of(game, state, move), told.of(state, state.player, move)
        except (AssertionError, LookupError, ValueError, TypeError):  # an edited position that cannot be: nothing is offered there
            continue
        if spots[1] is not None or row[2] < 0:  # what no card shows and no rule allows can only be written
            found.append([*spots, *row])
    return found


def spots_of(game: Game, state: Any, move: Any) -> list[Any]:
    """`[text, source, target, face]` of an action of the seat to act."""
    zones = {zone.id: i for i, zone in enumerate(game.zones(state.options, state.seats))}

    def spot(where: Spot | None) -> list[Any] | None:
        return where and [zones[where.zone], where.places]

    places = game.places(state, state.player, move)
    return [game.write(state, move), spot(places.source), spot(places.target), places.face]


def _asked(game: Game, state: Any, asked: Asked, told: Told) -> dict[str, Any]:
    """What has to be named, how many copies of each face are left, and why others cannot be named."""
    return {
        "word": asked.word,
        "number": asked.number,
        "left": asked.left,
        "seats": asked.seats,
        "owner": asked.owner,
        "places": asked.places,
        "unknown": not asked.seats and _may(game, state, f"{asked.word} ?x{asked.number}" if asked.number > 1 else f"{asked.word} ?"),
        "none": {
            face: told.of(state, CHANCE, _naming(game, state, asked, face)) for face in game.faces if asked.left and face not in asked.left
        },
    }  # fmt: skip


def _may(game: Game, state: Any, text: str) -> bool:
    return game.forbids(state, CHANCE, game.read(state, text)) is None


def _naming(game: Game, state: Any, asked: Asked, face: str) -> Move:
    """The chance action that names this face first, and others that can be there after it."""
    others = [one for one, left in asked.left.items() for _ in range(left)]
    return game.read(state, " ".join([asked.word, face, *others[: asked.number - 1]]))
