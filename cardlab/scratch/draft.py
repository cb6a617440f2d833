"""A position taken apart so that it can be edited: the position text, field by field, and its cards zone by zone.

Nothing is forbidden while it is edited. `faults` says at any time what about it cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cardlab.errors import CardlabError
from cardlab.game import Game, PositionField
from cardlab.games import find_game
from cardlab.lens import EVERYTHING, Lens
from cardlab.line import SEATS, Fault, read_sections, write_cards
from cardlab.position import Position, faults_of, read_position, start
from cardlab.scratch.tree import ScratchError
from cardlab.table import Table, Zone
from cardlab.text import fill, word

MOST: Final = 400
"""Cards that a zone takes (`line.read_cards`)."""
_PLACE: Final = re.compile(r"(?P<zone>[\w.]+)(?::(?:r(?P<row>\d{1,3})c(?P<col>\d{1,3})|(?P<nth>\d{1,3})))?")


class Draft:
    """A position that is being edited. Cards are named by their places as facts name them ("grid0:r1c2", "hand1:2", "draw:1" from the
    top), faces as the position text has them: "7", "SB", "?" not known; in a grid "h7" for a hidden one, "-" for an empty place. The draw
    pile is always all the rest of the pack: cards that are laid elsewhere come out of its unknown ones, and where it is made smaller
    (`size`), its lowest cards go beneath the pile that it is made from again. Methods that change something return the draft."""

    def __init__(self, text: str, names: Iterable[str] = (), lens: Lens = EVERYTHING) -> None:
        sections = read_sections(text)
        if len(sections) < 3 or len(sections[0].words) != 2:
            raise ScratchError("expected a position text: the game and a preset, the middle and the seats, parted by |")
        self.game: Game = find_game(sections[0].words[0])
        self.preset = sections[0].words[1]
        self.options: dict[str, str] = {name: field.value for name, field in sections[0].fields.items()}
        """What differs from the preset."""
        self.middle: dict[str, str] = {name: field.value for name, field in sections[1].fields.items()}
        self.seats: list[dict[str, str]] = [{name: field.value for name, field in s.fields.items()} for s in sections[2:]]
        self.names, self.lens = tuple(names), lens
        self._dealt = bool(sum(len(self.game.pile(self.game.read_position(text, []), zone.id)) for zone in self.zones()))

    @classmethod
    def of(cls, position: Position, lens: Lens = EVERYTHING) -> Draft:
        """The draft of a position."""
        return cls(position.text, position.names, lens)

    @classmethod
    def deal(
        cls,
        game: Game | str,
        seed: int,
        preset: str | None = None,
        names: Iterable[str] = ("Ana", "Leo"),
        options: Mapping[str, Any] | None = None,
    ) -> Draft:
        """A match up to the first choice of a seat, dealt by `seed` as `cardlab.game(…).start(seed=…)` deals it. `options`: what differs
        from the preset, by dotted name."""
        return cls.of(start(game, list(names), preset, options=options, seed=seed))

    @classmethod
    def empty(
        cls,
        game: Game | str,
        preset: str | None = None,
        names: Iterable[str] = ("Ana", "Leo"),
        options: Mapping[str, Any] | None = None,
    ) -> Draft:
        """An empty table: every card is in the draw pile, unknown. `options`: what differs from the preset, by dotted name."""
        game = find_game(game) if isinstance(game, str) else game
        people = list(names)
        chosen = preset or next(iter(game.presets))
        draft = cls.__new__(cls)
        draft.game, draft.preset, draft.names, draft.lens = game, chosen, tuple(people), EVERYTHING
        draft.options = {name: draft._value(name, value) for name, value in (options or {}).items()}
        draft.middle, draft.seats = {"phase": game.turn_phase, "seat": "A"}, [{} for _ in people]
        draft._dealt = True
        by = game.options(chosen, dict(options or {}))
        game.start(by, len(people))
        for zone in game.zones(by, len(people)):
            if zone.kind != "draw" and zone.kind != "drawn":
                draft._write(zone, ["-"] * len(draft._blank(zone)) if zone.layout == "grid" else [])
        return draft

    # -- what it is

    @property
    def text(self) -> str:
        """The position in one line."""
        head = " ".join([self.game.name, self.preset, *(f"{name}={value}" for name, value in sorted(self.options.items()))])
        parts = [head, " ".join(f"{key}={value}" for key, value in self._middle().items())]
        parts += [" ".join([SEATS[i], *(f"{key}={value}" for key, value in fields.items())]) for i, fields in enumerate(self.seats)]
        return " | ".join(parts)

    def _middle(self) -> dict[str, str]:
        """The middle as it is written, the draw pile with all the rest."""
        middle = dict(self.middle)
        for zone in self.zones():
            if zone.kind == "draw" and (self._dealt or "draw" in middle):
                middle["draw"] = write_cards(self._read(zone))
        return middle

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything about it that cannot be. InvalidPosition or OptionsError where it cannot be read at all."""
        return faults_of(self.text)

    def check(self, lang: str = "en") -> list[str]:
        """What cannot be, in words, each with its arithmetic or the rule; also where it cannot be read. Empty where all is well."""
        try:
            return [fault.text(lang) for fault in self.faults]
        except CardlabError as error:
            return [str(error)]

    def position(self, checked: bool = True) -> Position:
        """The position. InvalidPosition where something about it cannot be and `checked` is left as it is."""
        return read_position(self.text, self.names or None, checked=checked)

    def table(self) -> Table:
        """The table as it stands, good or not."""
        return self.position(checked=False).table(lens=self.lens)

    # -- cards

    def cards(self, zone: str) -> list[str]:
        """The cards of a zone in the order in which the table shows them. UnknownZone names the zones."""
        return self._read(self._zone(zone))

    def put(self, place: str, face: str, trade: bool = False) -> Draft:
        """Lay another face at a place; the card that lay there is gone. `trade`: it goes to the draw pile, for the deepest card of that
        face there, where there is one."""
        zone, index, cards = self._find(place)
        if trade:
            self._trade(cards[index].strip("!").removeprefix("h"), face.removeprefix("h"))
        cards[index] = face
        return self._write(zone, cards)

    def add(self, zone: str, face: str, nth: int = 1) -> Draft:
        """Lay a card on a zone: on top of a pile (`nth` 1), or so many cards beneath; as the last of a fan."""
        found = self._zone(zone)
        if found.layout == "grid":
            raise ScratchError(f"{zone} is a grid: a card is laid at a place of it, as {zone}:r1c1")
        cards = self._read(found)
        cards.insert(max(0, len(cards) - nth + 1), face)
        return self._write(found, cards)

    def take(self, place: str) -> str:
        """Take the card at a place away, and give back its face."""
        zone, index, cards = self._find(place)
        face = cards[index]
        if zone.layout == "grid":
            cards[index] = "-"
        else:
            del cards[index]
        self._write(zone, cards)
        return face

    def move(self, place: str, to: str) -> Draft:
        """Move a card to another place of a grid, or onto another zone. Out of a grid it comes open; what lay at the place is gone."""
        self._target(to)
        face = self.take(place).strip("!").removeprefix("h")
        if ":" in to:
            return self.put(to, face)
        return self.add(to, face)

    def size(self, zone: str, count: int) -> Draft:
        """Make a pile or a hand so many cards. Unknown ones come beneath, out of the draw pile, or the lowest go into it; on a building
        pile the next numbers come on top, or the topmost go. The draw pile itself gives its lowest cards to the bottom of the pile that
        it is made from again (Skyjo's discard pile, Skip-Bo's completed piles), or gets them from there; ScratchError with the
        arithmetic where that has too few."""
        found = self._zone(zone)
        if found.layout == "grid":
            raise ScratchError("the size of a grid is an option: set grid.rows and grid.cols")
        if isinstance(count, bool) or not 0 <= count <= MOST:
            raise ScratchError(f"a zone takes 0 to {MOST} cards, not {count!r}")
        cards = self._read(found)
        if found.kind == "draw":
            return self._deepen(found, count, cards)
        if found.kind == "build":
            return self._write(found, cards[:count] + [str(n) for n in range(len(cards) + 1, count + 1)])
        return self._write(found, ["?"] * (count - len(cards)) + cards[max(0, len(cards) - count) :])

    def _deepen(self, pile: Zone, count: int, cards: list[str]) -> Draft:
        """The draw pile with so many cards."""
        if not self._dealt and "draw" not in self.middle:
            raise ScratchError("nothing has been dealt: there is no draw pile yet")
        spent = self._zone(self.game.spent)
        there, more = self._read(spent), count - len(cards)
        if more > len(there):
            raise ScratchError(
                f"{len(cards)} cards in {pile.id} + {len(there)} in {spent.id} = {len(cards) + len(there)}, but {pile.id} wants {count}: "
                "take cards away elsewhere first"
            )
        if more > 0:
            cards, there = there[:more] + cards, there[more:]
        else:
            cards, there = cards[-more:], cards[:-more] + there
        self._write(spent, there)
        return self._write(pile, cards)

    def tally(self, lang: str = "en") -> str:
        """How many cards lie where: in the draw pile, in the pile that it is made from again, elsewhere, and together."""
        counts = {zone.id: sum(1 for card in self._read(zone) if card != "-") for zone in self.zones()}
        names = {zone.id: word("zones", zone.kind, lang, self.game.name) for zone in self.zones()}
        draw, spent = (next(zone.id for zone in self.zones() if zone.kind == "draw"), self.game.spent)
        total = sum(counts.values())
        facts = {"pile": names[draw], "draw": str(counts[draw]), "others": names[spent], "spent": str(counts[spent]), "sum": str(total)}
        facts["elsewhere"] = str(total - counts[draw] - counts[spent])
        return fill(word("scratch", "tally", lang), facts)

    def _trade(self, face: str, wanted: str) -> None:
        pile = self._zone("draw")
        cards = self._read(pile)
        if wanted in cards and face != wanted and face not in ("-", ""):
            cards[cards.index(wanted)] = face
            self._write(pile, cards)

    # -- everything else

    def set(self, key: str, value: Any, seat: int | None = None) -> Draft:
        """Set a field: one of the middle ("phase", "seat", "round" …), with `seat` one of a seat ("total" …), or an option by its dotted
        name ("match.final_score"). None leaves it out. Whose turn it is may be given as a number or a letter."""
        if key == "preset":
            return self._judged_by(str(value))
        fields = self.options if "." in key else self.middle if seat is None else self._seat(seat)
        if value is None:
            fields.pop(key, None)
        else:
            fields[key] = self._value(key, value)
        return self

    def fields(self) -> list[tuple[PositionField, int | None, str]]:
        """What can be set beside cards, options and whose turn it is: each field, the seat it is of (None: the middle), and what holds;
        "" where that follows from the rest."""
        found = []
        for field in self.game.position_fields:
            for seat in range(len(self.seats)) if field.of_seat else [None]:
                told = (self.middle if seat is None else self.seats[seat]).get(field.key, field.usual)
                if told is not None:
                    found.append((field, seat, told))
        return found

    def to_act(self, seat: int) -> Draft:
        """Let it be the beginning of that seat's turn."""
        self._seat(seat)
        for key in ("held", "taken", "at", "lots", "forced", "reveal"):
            self.middle.pop(key, None)
        return self.set("seat", seat).set("phase", self.game.turn_phase)

    def _value(self, key: str, value: Any) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if key in ("seat", "starter", "finisher", "dealer", "winner", "for", "oot") and isinstance(value, int):
            self._seat(value)
            return SEATS[value]
        text = str(value)
        if not text or re.search(r"[\s|=]", text):
            raise ScratchError(f"{key} cannot be {text!r}: a value has no blank, no | and no =")
        return text

    def _judged_by(self, preset: str) -> Draft:
        self.game.options(preset, {})
        self.preset = preset
        return self

    def _seat(self, seat: int) -> dict[str, str]:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(self.seats):
            raise ScratchError(f"no seat {seat!r}; seats are 0 to {len(self.seats) - 1}")
        return self.seats[seat]

    # -- zones and fields

    def _chosen(self) -> Any:
        values: Mapping[str, Any] = {name: _plain(value) for name, value in self.options.items()}
        return self.game.options(self.preset, values)

    def zones(self) -> tuple[Zone, ...]:
        """The zones of the table."""
        return self.game.zones(self._chosen(), len(self.seats))

    def _zone(self, id: str) -> Zone:
        zones = {zone.id: zone for zone in self.zones()}
        if id not in zones:
            raise ScratchError(f"unknown zone {id!r}; known: {', '.join(zones)}")
        return zones[id]

    def _fields(self, zone: Zone) -> tuple[dict[str, str], str]:
        seat, key = self.game.field(zone.id)
        fields = self.middle if seat is None else self.seats[seat]
        if zone.kind == "drawn" and "taken" in fields and fields["taken"] != "yes":
            key = "taken"
        return fields, key

    def _blank(self, zone: Zone) -> list[str]:
        """A grid that the text does not tell: all hidden, unknown."""
        table = Position(self.game, self.game.start(self._chosen(), len(self.seats)))
        options = table.options.as_dict()
        return ["?"] * (zone.rows * int(options.get("grid.cols", 0)))

    def _read(self, zone: Zone) -> list[str]:
        fields, key = self._fields(zone)
        value = fields.get(key)
        if zone.kind == "draw":
            return self._pile(value or "")
        if value is None:
            return self._blank(zone) if zone.layout == "grid" else []
        if zone.kind == "build" and value.isdigit():
            return [str(n) for n in range(1, int(value) + 1)]
        cards = [card for row in value.split("/") for item in row.split(",") if item for card in _cards(item)]
        if zone.layout == "fan":
            order = ["?", *self.game.faces]
            cards.sort(key=lambda card: order.index(card) if card in order else len(order))
        return cards

    def _pile(self, value: str) -> list[str]:
        """The draw pile: unknown cards at its bottom come and go, so that it holds all the rest."""
        told = [card for item in value.split(",") if item for card in _cards(item)]
        while told[:1] == ["?"]:
            del told[0]
        others = sum(1 for zone in self.zones() if zone.kind != "draw" for card in self._read(zone) if card != "-")
        return ["?"] * max(0, sum(self.game.copies.values()) - others - len(told)) + told

    def _write(self, zone: Zone, cards: list[str]) -> Draft:
        fields, key = self._fields(zone)
        if len(cards) > MOST:
            raise ScratchError(f"a zone takes at most {MOST} cards")
        if zone.layout == "grid":
            cols = max(1, len(cards) // zone.rows)
            fields[key] = "/".join(write_cards(cards[i : i + cols]) for i in range(0, len(cards), cols))
        elif zone.kind == "drawn" and not cards:
            fields.pop(key, None)
        elif zone.kind == "build" and len(cards) == 1 and cards[0].isdigit():
            fields[key] = f"{cards[0]}x1"  # a number alone stands for the cards from 1 up to it
        elif zone.kind == "build" and not cards:
            fields.pop(key, None)
        else:
            fields[key] = write_cards(cards)
        return self

    def _find(self, place: str) -> tuple[Zone, int, list[str]]:
        match = _PLACE.fullmatch(place)
        if match is None:
            raise ScratchError(f"expected a place as 'B1:1', 'hand0:2' or 'grid1:r1c2', got {place!r}")
        zone = self._zone(match["zone"])
        cards = self._read(zone)
        if zone.layout == "grid":
            cols = max(1, len(cards) // zone.rows)
            row, col = int(match["row"] or 0) - 1, int(match["col"] or 0) - 1
            index = row * cols + col if 0 <= row < zone.rows and 0 <= col < cols else -1
        else:
            nth = int(match["nth"] or 1)
            index = len(cards) - nth if zone.layout in ("pile", "cascade") else nth - 1
        if not 0 <= index < len(cards):
            raise ScratchError(f"nothing lies at {place!r} (cards in {zone.id}: {len(cards)})")
        return zone, index, cards

    def _target(self, to: str) -> None:
        """Refuse a place that is none before anything is taken up."""
        if ":" in to:
            self._find(to)
        elif self._zone(to).layout == "grid":
            raise ScratchError(f"{to} is a grid: a card is laid at a place of it, as {to}:r1c1")

    def __repr__(self) -> str:
        return f"<draft {self.text!r}>"


def _cards(item: str) -> list[str]:
    card, x, times = item.partition("x")
    return [card] * (int(times) if x and times.isdigit() else 1)


def _plain(value: str) -> Any:
    """An option's value out of a text."""
    return {"true": True, "false": False}.get(value, int(value) if value.lstrip("-").isdigit() else value)
