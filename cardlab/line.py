"""The grammar that position texts of all games share (`replays/FORMAT.md`).

    GAME PRESET [option=value …] | key=value … | A key=value … | B key=value …

Sections are parted by " | "; the second holds the middle of the table, each later one a seat (letters in turn order). A list of
cards is `7,9,SB`, bottom to top; `?` is a card whose face is not known; `x3` behind a card repeats it: `?x29,4`.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from cardlab.errors import InvalidPosition

SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Fault(NamedTuple):
    """Something about a position that cannot be."""

    key: str
    """The key of its words, in the table `faults` of the game."""
    facts: dict[str, str]
    """What its words tell."""
    rule: str
    """The id of the rule by which it cannot be; empty where the arithmetic says so."""
    column: int | None
    """Where it stands in the text, counted from 1."""
    game: str

    def text(self, lang: str = "en") -> str:
        """What is wrong, in a clause; the rule id behind it."""
        from cardlab.text import fill, word

        told = fill(word("faults", self.key, lang, self.game), self.facts)
        return f"{told} [{self.rule}]" if self.rule else told

    def __str__(self) -> str:
        return self.text()


class Watch:
    """Is told what is wrong about a position while it is read. It raises it, or collects it, where the position is to be kept as it is."""

    def __init__(self, game: str, faults: list[Fault] | None = None) -> None:
        self.game, self.faults = game, faults

    def wrong(self, key: str, at: "Field | int | None", rule: str = "", **facts: object) -> None:
        """Something cannot be: InvalidPosition that points at the field or column, or one more in `faults` (the last of several that
        differ in their numbers alone)."""
        column = at.column if isinstance(at, Field) else at
        fault = Fault(key, {name: str(value) for name, value in facts.items()}, rule, column, self.game)
        if self.faults is None:
            raise at.wrong(fault.text()) if isinstance(at, Field) else InvalidPosition(fault.text(), column)
        self.faults[:] = [other for other in self.faults if (other.key, other.facts.get("card")) != (key, fault.facts.get("card"))]
        self.faults.append(fault)


class Field(NamedTuple):
    """One `key=value`, and where its value stands (columns count from 1)."""

    key: str
    value: str
    column: int

    def wrong(self, why: str) -> InvalidPosition:
        """An error that points at this value."""
        return InvalidPosition(f"{self.key}={self.value}: {why}", self.column)

    def number(self, low: int, high: int) -> int:
        """The value as a whole number from `low` to `high`."""
        if not re.fullmatch(r"-?\d{1,9}", self.value) or not low <= int(self.value) <= high:
            raise self.wrong(f"expected a whole number from {low} to {high}")
        return int(self.value)

    def seat(self, seats: int) -> int:
        """The value as a seat letter."""
        if len(self.value) != 1 or self.value not in SEATS[:seats]:
            raise self.wrong(f"expected a seat, one of {', '.join(SEATS[:seats])}")
        return SEATS.index(self.value)

    def word(self, known: Iterable[str]) -> str:
        """The value as one of the known words."""
        if self.value not in (words := list(known)):
            raise self.wrong(f"expected one of {', '.join(words)}")
        return self.value


class Section(NamedTuple):
    """One part of the line: its bare words first, then its fields by key."""

    words: list[str]
    fields: dict[str, Field]
    column: int

    def take(self, key: str) -> Field | None:
        """The field of that key, which is then used up."""
        return self.fields.pop(key, None)

    def finish(self, known: Iterable[str]) -> None:
        """Refuse what was not used up."""
        for field in self.fields.values():
            raise InvalidPosition(f"unknown key {field.key!r}; known: {', '.join(known)}", field.column - len(field.key) - 1)


def read_sections(text: str) -> list[Section]:
    """The sections of a line. InvalidPosition where a key stands twice, or a bare word after a field."""
    sections = []
    start = 0
    for part in text.split("|"):
        words: list[str] = []
        fields: dict[str, Field] = {}
        for match in re.finditer(r"\S+", part):
            column = start + match.start() + 1
            key, equals, value = match.group().partition("=")
            if not equals:
                if fields:
                    raise InvalidPosition(f"expected key=value, got {key!r}", column)
                words.append(key)
            elif key in fields:
                raise InvalidPosition(f"{key!r} stands twice", column)
            else:
                fields[key] = Field(key, value, column + len(key) + 1)
        sections.append(Section(words, fields, start + 1))
        start += len(part) + 1
    return sections


def read_cards(field: Field, face: Callable[[str], int | None], most: int = 400) -> list[int]:
    """The faces of a card list; `face` turns one card's text into its number (0 for "?" is its own affair) or None."""
    cards: list[int] = []
    column = field.column
    for item in field.value.split(",") if field.value else []:
        match = re.fullmatch(r"([^,x]+)(?:x(\d{1,3}))?", item)
        number = face(match[1]) if match else None
        if match is None or number is None:
            raise InvalidPosition(f"{item!r} is no card", column)
        cards += [number] * int(match[2] or 1)
        if len(cards) > most:
            raise InvalidPosition(f"more than {most} cards", column)
        column += len(item) + 1
    return cards


def write_cards(cards: Iterable[str]) -> str:
    """A card list; runs of two or more equal cards that would be longer written out are written with x."""
    items: list[tuple[str, int]] = []
    for card in cards:
        if items and items[-1][0] == card:
            items[-1] = (card, items[-1][1] + 1)
        else:
            items.append((card, 1))
    return ",".join(card if n == 1 else f"{card}x{n}" for card, n in items)
