"""Supposing that hidden cards are others: a branch may start from "what if the next card had been a 7?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cardlab.errors import CardlabError, InvalidAction, InvalidPosition
from cardlab.game import Game
from cardlab.table import Zone

_FACT: Final = re.compile(r"(?P<zone>[\w.]+):(?:r(?P<row>\d{1,3})c(?P<col>\d{1,3})|(?P<nth>\d{1,3}))=(?P<face>\S+)")
_PLACE: Final = re.compile(r"(?P<zone>[\w.]+)(?::(?:r(?P<row>\d{1,3})c(?P<col>\d{1,3})|(?P<nth>\d{1,3})))?")


class FactError(CardlabError):
    """A supposed card that cannot be; `.fact` is the text as given."""

    def __init__(self, fact: str, why: str) -> None:
        super().__init__(f"cannot suppose {fact!r}: {why}")
        self.fact = fact


def suppose(game: Game, state: Any, facts: Sequence[str], told: set[int] | None = None) -> Any:
    """This state, changed in place, with some hidden cards being others: "draw:1=7" (the next card of the draw pile), "hand1:2=SB" (the
    second card of that hand as the table shows it), "grid0:r1c2=-2".

    A card changes places with another hidden one of that face, the deepest in the draw pile first, so that no card is added or lost.
    FactError where nobody would be surprised (the card is open), or where no card of that face is left. `told`: cards that facts before
    these were about; those of these facts are added."""
    told = set() if told is None else told
    for fact in facts:
        card, face = find_card(game, state, fact)
        if not any(card in game.hidden(state, seat) for seat in range(state.seats)):
            raise FactError(fact, "that card lies open, and what everybody has seen cannot be otherwise")
        _become(game, state, fact, card, face, told)
        told.add(card)
    return state


@dataclass(frozen=True, slots=True)
class Supposed:
    """A supposed card, read: where it lies, what it is said to be, and what it is."""

    zone: str
    nth: int | None
    """Its place, counted from 1: from the top of a pile, from the left of a fan; None in a grid."""
    row: int | None
    col: int | None
    """In a grid, counted from 1."""
    face: str
    was: str | None
    """The face it has in that state; None where nobody knows it."""
    card: int
    """The card's id in the engine."""


def supposed(game: Game, state: Any, fact: str) -> Supposed | None:
    """What a fact says of a card of this state, which stays as it is; None where it says nothing that could be."""
    match = _FACT.fullmatch(fact)
    try:
        card = _card(game, state, fact, match) if match is not None else None
    except FactError:
        card = None
    if match is None or card is None:
        return None
    faces = {_number(game, state, face): face for face in game.faces}
    nth, row, col = (None if match[part] is None else int(match[part]) for part in ("nth", "row", "col"))
    return Supposed(match["zone"], nth, row, col, match["face"], faces.get(state.face[card]), card)

def find_card(game: Game, state: Any, fact: str) -> tuple[int, str]:
    """The card that a fact is about, by its id, and the face that it gives it (any text). FactError where the fact cannot be read, or
    where no card lies there."""
    match = _FACT.fullmatch(fact)
    if match is None:
        raise FactError(fact, "expected ZONE:PLACE=FACE, as 'draw:1=7' or 'grid0:r1c2=-2'")
    return _card(game, state, fact, match), match["face"]


def _card(game: Game, state: Any, fact: str, match: re.Match[str]) -> int:
    """The card at that place."""
    zones = {zone.id: zone for zone in game.zones(state.options, state.seats)}
    zone = zones.get(match["zone"])
    if zone is None:
        raise FactError(fact, f"unknown zone {match['zone']!r}; known: {', '.join(zones)}")
    cards = game.pile(state, zone.id)
    index = _index(zone, len(cards), match)
    if index is None or not 0 <= index < len(cards) or cards[index] < 0:
        raise FactError(fact, f"no card lies there (cards in {zone.id}: {sum(card >= 0 for card in cards)})")
    return cards[index]


def _index(zone: Zone, count: int, match: re.Match[str]) -> int | None:
    """The place of a card in its zone: from the top of a pile, from the left of a fan, by row and column of a grid."""
    if zone.layout == "grid":
        if match["row"] is None:
            return None
        row, col, cols = int(match["row"]) - 1, int(match["col"]) - 1, count // zone.rows
        return row * cols + col if 0 <= row < zone.rows and 0 <= col < cols else None
    if match["nth"] is None or match["nth"] == "0":
        return None
    return count - int(match["nth"]) if zone.layout in ("pile", "cascade") else int(match["nth"]) - 1


def _number(game: Game, state: Any, face: str) -> int:
    """The engine's number of a face."""
    _, (number, *_) = game.read(state, f"reveal {face}")  # type: ignore[misc]
    return int(number)


def _become(game: Game, state: Any, fact: str, card: int, face: str, told: set[int]) -> None:
    try:
        wanted = _number(game, state, face)
    except InvalidAction:
        raise FactError(fact, f"unknown card {face!r}; known: {', '.join(game.faces)}") from None
    if face not in game.faces:
        raise FactError(fact, f"unknown card {face!r}; known: {', '.join(game.faces)}")
    if state.face[card] == wanted:
        return
    hidden = dict.fromkeys(game.pile(state, "draw"))  # bottom first
    for seat in range(state.seats):
        hidden |= dict.fromkeys(game.hidden(state, seat))
    other = next((one for one in hidden if one not in told and one != card and state.face[one] == wanted), None)
    if other is not None:
        state.face[card], state.face[other] = state.face[other], state.face[card]
        return
    before, state.face[card] = state.face[card], wanted
    try:
        game.read_position(game.write_position(state))
    except InvalidPosition as error:
        state.face[card] = before
        raise FactError(fact, f"no {face} is left that nobody has seen ({str(error).partition(': ')[2]})") from None


def check_place(game: Game, state: Any, text: str) -> str | None:
    """What is wrong with a place that a note points at ("B1", "hand0:2", "grid1:r1c2"); None where it can be."""
    match = _PLACE.fullmatch(text)
    if match is None:
        return f"expected a place as 'B1', 'hand0:2' or 'grid1:r1c2', got {text!r}"
    zones = {zone.id: zone for zone in game.zones(state.options, state.seats)}
    zone = zones.get(match["zone"])
    if zone is None:
        return f"unknown zone {match['zone']!r}; known: {', '.join(zones)}"
    if zone.layout == "grid" and match["nth"] is not None:
        return f"a place of {zone.id} is written as '{zone.id}:r1c2', got {text!r}"
    if zone.layout != "grid" and match["row"] is not None:
        return f"a card of {zone.id} is written as '{zone.id}:1', got {text!r}"
    return None
