"""Small edits of position texts that hold for every game: a field less, a seat less, a shorter pile, a lower number, a lower face.

An edit does not ask whether what it says can be: the game's reader refuses what cannot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cardlab.line import SEATS, read_sections, write_cards

Run = tuple[str, int]
"""A face and how many times it stands in a row."""
MapGrid = Callable[[str, Mapping[str, str]], str]
"""What gives the value of a key "grid" with faces changed."""


@dataclass
class Line:
    """A position text taken apart, and an action in it."""

    head: list[str]
    options: dict[str, str]
    middle: dict[str, str]
    seats: list[dict[str, str]]
    action: str
    player: int

    @classmethod
    def read(cls, text: str, action: str, player: int) -> Line:
        parts = read_sections(text)
        head, middle, *seats = ({key: found.value for key, found in section.fields.items()} for section in parts)
        return cls(parts[0].words, head, middle, seats, action, player)

    def copy(self) -> Line:
        return Line(self.head, dict(self.options), dict(self.middle), [dict(seat) for seat in self.seats], self.action, self.player)

    def write(self) -> tuple[str, str, int]:
        """The text, the action and who takes it."""
        parts = [" ".join([*self.head, *_fields(self.options)]), " ".join(_fields(self.middle))]
        parts += [" ".join([SEATS[number], *_fields(seat)]) for number, seat in enumerate(self.seats)]
        return " | ".join(parts), self.action, self.player


def _fields(fields: Mapping[str, str]) -> Iterator[str]:
    return (f"{key}={value}" for key, value in fields.items())


class Grammar(NamedTuple):
    """What the keys of a game's position texts hold."""

    cards: frozenset[str]
    """Lists of cards, or one card."""
    one: frozenset[str]
    """A seat."""
    many: frozenset[str]
    """Seats, one letter behind the other or parted by commas."""
    parted: frozenset[str]
    """Other things parted by commas."""
    faces: tuple[str, ...]
    """All faces, the lowest first."""
    face_words: tuple[str, ...]
    """Actions that name faces, parted by blanks."""
    seat_words: tuple[str, ...]
    """Actions whose first number is a seat."""
    action_face: str
    """A regular expression for a face within the text of any other action."""
    keep: frozenset[str] = frozenset({"phase"})
    """Keys that are never left out."""


def runs_of(text: str) -> list[Run]:
    """A card list as runs."""
    found = []
    for item in text.split(",") if text else []:
        face, _, times = item.partition("x")
        found.append((face, int(times or 1)))
    return found


def list_of(runs: Iterable[Run]) -> str:
    """Runs as a card list."""
    return write_cards(face for face, times in runs for _ in range(times))


def shorter(runs: list[Run]) -> Iterator[list[Run]]:
    """The runs with less in them, then with less known of them: nothing, the ends, and run by run."""
    if not runs:
        return
    yield []
    first, last = runs[0], runs[-1]
    yield [(last[0], 1)]
    yield [(first[0], 1)]
    for at, (face, times) in enumerate(runs):
        before, after = runs[:at], runs[at + 1 :]
        yield before + after
        for less in (times // 2, times - 1):
            if 0 < less < times:
                yield [*before, (face, less), *after]
        if face != "?":
            yield [*before, ("?", times), *after]


def rename(line: Line, order: list[int], grammar: Grammar) -> Line | None:
    """The line with these seats of old, in this order. None where one that is left out is spoken of."""
    new = line.copy()
    place = {old: number for number, old in enumerate(order)}
    letters = {SEATS[old]: SEATS[number] for old, number in place.items()}
    new.seats = [dict(line.seats[old]) for old in order]
    for key, value in line.middle.items():
        if key in grammar.one or key in grammar.many:
            if key in grammar.one and value not in letters:
                return None
            new.middle[key] = (
                "".join(letters.get(letter, letter if letter == "," else "") for letter in value).strip(",").replace(",,", ",")
            )
        elif key == "drawn":
            new.middle[key] = ",".join(value.split(",")[old] for old in order)
    word, *rest = line.action.split(" ")
    if word in grammar.seat_words and rest:
        if int(rest[0]) not in place:
            return None
        new.action = " ".join([word, str(place[int(rest[0])]), *rest[1:]])
    elif word == "dealer_draw" and len(rest) == len(line.seats):
        new.action = " ".join([word, *(rest[old] for old in order)])
    if line.player >= 0:
        if line.player not in place:
            return None
        new.player = place[line.player]
    return new


def map_faces(
    line: Line, change: Mapping[str, str], grammar: Grammar, extra: Callable[[str, Mapping[str, str]], str] | None = None
) -> Line:
    """The line with faces changed wherever they stand, in the action too. `extra` changes the value of a key "grid"."""
    new = line.copy()
    for part in (new.middle, *new.seats):
        for key, value in part.items():
            if key in grammar.cards:
                part[key] = list_of((change.get(face, face), times) for face, times in runs_of(value))
            elif key == "grid" and extra is not None:
                part[key] = extra(value, change)
    word, *rest = new.action.split(" ")
    if word in grammar.face_words:
        items = [item.partition("x") for item in rest]
        new.action = " ".join([word, *(change.get(face, face) + x + times for face, x, times in items)])
    else:
        new.action = (
            re.sub(grammar.action_face, lambda found: change.get(found[0], found[0]), new.action) if grammar.action_face else new.action
        )
    return new


def steps(line: Line, grammar: Grammar) -> Iterator[Line]:
    """What can be said with less, large steps first."""
    yield from _fewer_options(line)
    yield from _fewer_seats(line, grammar)
    yield from fewer_fields(line, grammar)
    yield from fewer_cards(line, grammar)
    yield from lower_numbers(line, grammar)
    yield from _parted(line, grammar)
    yield from fewer_named(line, grammar)


def _fewer_options(line: Line) -> Iterator[Line]:
    for key in line.options:
        new = line.copy()
        del new.options[key]
        yield new


def _fewer_seats(line: Line, grammar: Grammar) -> Iterator[Line]:
    """One seat less, two less; then the same seats beginning with another one."""
    seats = list(range(len(line.seats)))
    outs = [(a,) for a in reversed(seats)] + [(a, b) for a in reversed(seats) for b in reversed(seats) if a < b]
    orders = [[seat for seat in seats if seat not in out] for out in outs if len(out) < len(seats)]
    orders += [seats[start:] + seats[:start] for start in seats[1:]]
    for order in orders:
        if (new := rename(line, order, grammar)) is not None:
            yield new


def _parts(line: Line) -> Iterator[tuple[int, dict[str, str]]]:
    yield -1, line.middle
    yield from enumerate(line.seats)


def _put(line: Line, part: int, key: str, value: str | None) -> Line:
    new = line.copy()
    there = new.middle if part < 0 else new.seats[part]
    if value is None:
        del there[key]
    else:
        there[key] = value
    return new


def fewer_fields(line: Line, grammar: Grammar) -> Iterator[Line]:
    for part, fields in _parts(line):
        for key in fields:
            if key not in grammar.keep:
                yield _put(line, part, key, None)


def fewer_cards(line: Line, grammar: Grammar) -> Iterator[Line]:
    for part, fields in _parts(line):
        for key, value in fields.items():
            if key in grammar.cards:
                for runs in shorter(runs_of(value)):
                    yield _put(line, part, key, list_of(runs))


def lower_numbers(line: Line, grammar: Grammar) -> Iterator[Line]:
    for part, fields in _parts(line):
        for key, value in fields.items():
            if key not in grammar.cards and re.fullmatch(r"-?\d+", value):
                number = int(value)
                sign = -1 if number < 0 else 1
                for less in sorted({0, 1, abs(number) // 2, abs(number) - 1}):
                    if less < abs(number):
                        yield _put(line, part, key, str(sign * less))


def _parted(line: Line, grammar: Grammar) -> Iterator[Line]:
    """One thing less in a field that holds several; a number among them lower."""
    for part, fields in _parts(line):
        for key, value in fields.items():
            if key in grammar.many and "," not in value and len(value) > 1:
                items, comma = list(value), ""
            elif key in grammar.many or key in grammar.parted:
                items, comma = value.split(","), ","
            else:
                continue
            for at, item in enumerate(items):
                if len(items) > 1:
                    yield _put(line, part, key, comma.join(items[:at] + items[at + 1 :]))
                if item.isdigit() and item != "0":
                    for less in ("0", str(int(item) - 1)):
                        yield _put(line, part, key, comma.join([*items[:at], less, *items[at + 1 :]]))


def named(line: Line, grammar: Grammar) -> list[Run] | None:
    """The faces that the action names, as runs; None where it names none in this way."""
    word, *rest = line.action.split(" ")
    return runs_of(",".join(rest)) if word in grammar.face_words and rest else None


def name(line: Line, runs: list[Run]) -> Line:
    """The line, its action naming these faces."""
    new = line.copy()
    word = line.action.split(" ")[0]
    new.action = " ".join([word, *(face if times == 1 else f"{face}x{times}" for face, times in runs)])
    return new


def fewer_named(line: Line, grammar: Grammar) -> Iterator[Line]:
    """An action that names faces: all unknown, fewer, and fewer together with a card or a number less in the position."""
    runs = named(line, grammar)
    if runs is None:
        return
    yield name(line, [("?", sum(times for _, times in runs))])
    known = {face: at for at, face in enumerate(sorted(grammar.faces, key=lambda face: int(face) if face.lstrip("-").isdigit() else 99))}
    ordered = sorted((face for face, times in runs for _ in range(times)), key=lambda face: known.get(face, 100))
    yield name(line, runs_of(write_cards(ordered)))
    for fewer in shorter(runs):
        if fewer:
            yield name(line, fewer)
            if len(runs) < 16:
                for base in (*fewer_cards(line, grammar), *lower_numbers(line, grammar)):
                    yield name(base, fewer)


def lower_faces(line: Line, grammar: Grammar, extra: MapGrid | None = None) -> Iterator[Line]:
    """One face for another, lower one, wherever it stands."""
    for at, face in enumerate(grammar.faces):
        for lower in grammar.faces[:at]:
            if (new := map_faces(line, {face: lower}, grammar, extra)) != line:
                yield new
