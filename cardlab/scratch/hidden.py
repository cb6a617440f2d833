"""Cards that somebody cannot see: which faces they can have, giving them one, forgetting it, and dealing the rest at random.

Who looks is a lens. A seat cannot know what `Game.hidden` says of it; one who sees every hand cannot know, without spoilers, what is
hidden from every seat, and may suppose about whatever is hidden from any."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from cardlab.game import Game
from cardlab.games import find_game
from cardlab.lens import Lens
from cardlab.replay.facts import FactError, find_card

UNKNOWN: Final = "?"


@lru_cache(maxsize=8)
def _numbers(name: str) -> Mapping[str, int]:
    """The engine's number of every face as text, "?" among them."""
    game = find_game(name)
    return {text: game.read(None, f"reveal {text}")[1][0] for text in (*game.faces, UNKNOWN)}  # type: ignore[index]


@lru_cache(maxsize=8)
def _texts(name: str) -> Mapping[int, str]:
    return {number: text for text, number in _numbers(name).items()}


def face_text(game: Game, state: Any, card: int) -> str:
    """The face of a card as text; "?" where nobody has told it."""
    return _texts(game.name)[state.face[card]]


def unseen(game: Game, state: Any, lens: Lens) -> list[int]:
    """Ids of the cards whose faces one who looks through this lens cannot know, each once, the deepest of the draw pile first."""
    if lens.seats:
        shown = [set(game.hidden(state, seat)) for seat in sorted(lens.seats)]
        found = [card for card in game.hidden(state, min(lens.seats)) if all(card in cards for cards in shown)]
    elif lens.seats is not None:  # no hand is shown: what anybody cannot see
        found = [card for seat in range(state.seats) for card in game.hidden(state, seat)]
    elif lens.seat is not None:
        found = game.hidden(state, lens.seat)
    else:
        by_seat = [game.hidden(state, seat) for seat in range(state.seats)]
        if lens.spoilers:
            found = [card for cards in by_seat for card in cards]
        else:
            found = [card for card in by_seat[0] if all(card in cards for cards in by_seat[1:])]
    return list(dict.fromkeys([card for card in game.pile(state, "draw") if card in set(found)] + found))


def forget(game: Game, state: Any, lens: Lens) -> Any:
    """This state, changed in place, with every face unknown that the lens does not show."""
    if not lens.sees_unseen:
        unknown = _numbers(game.name)[UNKNOWN]
        for card in unseen(game, state, lens):
            state.face[card] = unknown
    return state


def _untold(game: Game, state: Any) -> dict[str, int]:
    """By face how many cards of the pack have not been told to be anywhere."""
    left = dict(game.copies)
    names = _texts(game.name)
    for number in state.face:
        if (text := names[number]) in left:
            left[text] -= 1
    return left


def possible(game: Game, state: Any, lens: Lens, fixed: Iterable[int] = ()) -> dict[str, int]:
    """The faces that a card which the lens does not show can have, with how many of each can still be there. `fixed`: hidden cards
    that have been told, and so are not to be had."""
    counts, names, held = _untold(game, state), _texts(game.name), set(fixed)
    for card in unseen(game, state, lens):
        if (text := names[state.face[card]]) in counts and card not in held:
            counts[text] += 1
    return {face: n for face, n in counts.items() if n > 0}


class Told(NamedTuple):
    """A card that was given a face on the scratch table."""

    card: int
    face: str


def assign(game: Game, state: Any, facts: Sequence[str], lens: Lens, fixed: Iterable[int] = ()) -> list[Told]:
    """Give hidden cards faces, changing the state: "draw:1=7", "hand1:2=SB", "grid0:r1c2=-2", "draw:1=?" to leave it unknown. All places
    are those of the state as it comes. A card of that face that is hidden as well takes the old face, the deepest in the draw pile
    first, so that no card is added or lost; `fixed` cards keep theirs. FactError where the card is seen, or no such face is left."""
    hidden = unseen(game, state, lens)
    known, numbers = set(hidden), _numbers(game.name)
    chosen: dict[int, tuple[str, str]] = {}
    for fact in facts:
        card, face = find_card(game, state, fact)
        if card not in known:
            raise FactError(fact, "that card lies open, and what everybody has seen cannot be otherwise")
        if face not in numbers:
            raise FactError(fact, f"unknown card {face!r}; known: {', '.join(game.faces)}, ? for unknown")
        if card in chosen:
            raise FactError(fact, "the same card is named twice")
        chosen[card] = fact, face
    held = set(fixed) | set(chosen)
    free = [card for card in hidden if card not in held]
    later = dict.fromkeys(chosen)
    for card, (fact, face) in chosen.items():
        del later[card]
        if face == UNKNOWN:
            state.face[card] = numbers[UNKNOWN]
        elif state.face[card] != numbers[face]:
            _take(game, state, fact, card, face, [*free, *later])  # what a later one is by now does not stay with it
    return [Told(card, face) for card, (_, face) in chosen.items()]


def _take(game: Game, state: Any, fact: str, card: int, face: str, pool: Sequence[int]) -> None:
    wanted = _numbers(game.name)[face]
    other = next((one for one in pool if state.face[one] == wanted), None)
    if other is not None:
        state.face[card], state.face[other] = wanted, state.face[card]
    elif _untold(game, state)[face] > 0:
        state.face[card] = wanted
    else:
        raise FactError(fact, f"no {face} is left that can be there: the pack has {game.copies[face]}, and all are elsewhere")


def rest_at_random(game: Game, state: Any, seed: int, lens: Lens, fixed: Iterable[int] = ()) -> list[str]:
    """The facts that deal all hidden cards anew among themselves, those not told before drawn from what can still be; `fixed` cards
    stay. Nothing is changed. The same seed gives the same facts."""
    held = set(fixed)
    cards = sorted(card for card in unseen(game, state, lens) if card not in held)
    pool = sorted((face for face, n in possible(game, state, lens, held).items() for _ in range(n)), key=list(game.faces).index)
    faces = Random(f"rest/{seed}").sample(pool, min(len(cards), len(pool)))
    where = places(game, state)
    return [f"{where[card]}={face}" for card, face in zip(cards, faces, strict=False)]


def places(game: Game, state: Any) -> dict[int, str]:
    """By id of a card where it lies, as facts name it: "draw:1", "hand1:2", "grid0:r1c2"."""
    found: dict[int, str] = {}
    for zone in game.zones(state.options, state.seats):
        cards = game.pile(state, zone.id)
        for index, card in enumerate(cards):
            if card < 0:
                continue
            if zone.layout == "grid":
                row, col = divmod(index, max(1, len(cards) // zone.rows))
                found[card] = f"{zone.id}:r{row + 1}c{col + 1}"
            else:
                found[card] = f"{zone.id}:{len(cards) - index if zone.layout in ('pile', 'cascade') else index + 1}"
    return found
