"""What could be asked about a game: candidates for questions, ply by ply, with wrong choices that are plausible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cardlab.errors import OptionsError
from cardlab.explain import Explanation, Ruling
from cardlab.game import Action, Game
from cardlab.position import Position
from cardlab.quiz import tempting
from cardlab.quiz.ask import SHOWN, name_of
from cardlab.quiz.exercise import place_of
from cardlab.replay.carry import Carrier, carrier
from cardlab.replay.records import Question
from cardlab.replay.tracks import Ply
from cardlab.replay.under import other_options
from cardlab.rulebook import Rule, Rulebook, read_rulebook

if TYPE_CHECKING:
    from cardlab.replay import Replay

CHOICES: Final = 4
PLIES: Final = 120
"""So many moves of a long game are looked at, drawn from all of it; every round that was counted is."""


@dataclass(frozen=True)
class Candidate:
    """A question that may be asked; `about` is what it is chiefly about, so that those drawn differ."""

    record: Question
    about: str
    weight: int = 0
    """What makes a better question comes first."""


class Finder:
    """Walks a game once and gathers what could be asked."""

    def __init__(self, replay: Replay, seat: int | None, random: Random) -> None:
        self.replay, self.seat, self.random = replay, seat, random
        self.game: Game = replay.game
        self.book: Rulebook = read_rulebook(self.game.name)
        self.source = self.game.preset_sources[replay.header.preset]
        self.plies: list[Ply] = list(replay.plies())
        self.follow: dict[str, None] = {}
        """Rules by which something followed from a seat's move in this game, in their order: what else could follow."""
        for ply in self.plies:
            if ply.player >= 0:
                self.follow.update(dict.fromkeys(rule for rule in ply.rules[ply.explanation.allowed :] if self._effect(rule)))
        self.others: dict[str, Carrier] = {}
        """The presets that so many seats can play by, but for the game's own."""
        for preset in self.game.presets:
            if preset != replay.header.preset:
                try:
                    options = other_options(self.game, replay.at(0).options, len(replay.names), preset, {})
                except OptionsError:
                    continue
                self.others[preset] = carrier(self.game, options)
        self._near_rules: dict[str, list[str]] = {}
        self._first_lines = {rule: next(self._lines(rule), 10_000) for rule in self.book}

    def _telling(self, rule: Rule) -> bool:
        """Whether a rule says something that a question can be about."""
        return rule.kind in ("rule", "ruling") and rule.voice != "quiet"

    def _effect(self, rule: str) -> bool:
        """Whether what follows by a rule can be told by its statement: a ruling answers a question of its own."""
        return self.book[rule].kind == "rule" and self._telling(self.book[rule])

    def candidates(self, kinds: Sequence[str]) -> dict[str, list[Candidate]]:
        makers: Mapping[str, Callable[[Position, Ply], Iterator[Candidate]]] = {
            "play": self._play, "legal": self._legal, "rule": self._rule, "next": self._next,
        }  # fmt: skip
        found: dict[str, list[Candidate]] = {kind: [] for kind in kinds}
        positions = [self.replay.at(0), *(ply.position for ply in self.plies)]
        moves = [ply for ply in self.plies if self._askable(positions[ply.number - 1], ply)]
        for ply in sorted(self.random.sample(moves, min(PLIES, len(moves))), key=lambda ply: ply.number):
            before = positions[ply.number - 1]
            self.refused = tempting.refused(before, self.plies, ply.number)
            for kind in found:
                if kind != "score":
                    found[kind] += makers[kind](before, ply)
        if "score" in found:
            found["score"] = [candidate for ply in self.plies for candidate in self._score(ply)]
        return found

    def _askable(self, before: Position, ply: Ply) -> bool:
        """Whether it is a seat's own move, and the seat's cards are known."""
        player = ply.player
        if player < 0 or player != before.player or (self.seat is not None and player != self.seat):
            return False
        state = before.state
        if ply.explanation.unjudged or not state.face:
            return False
        hidden = set(self.game.hidden(state, player))
        lying = {card for zone in self.game.zones(state.options, state.seats) for card in self.game.pile(state, zone.id) if card >= 0}
        return all(state.face[card] != self.game.unknown for card in lying - hidden)

    def _make(self, kind: str, ply: int, seat: int | None, **fields: Any) -> Question:
        shown = {name: value for name, value in fields.items() if name in SHOWN}
        asked = [text for text in fields.get("accept", ()) if text.startswith("rule=")]  # the question itself names this rule
        name = name_of(kind, ply, shown | {"asked": asked})
        return Question(seq=0, id=name, ply=ply, ask=kind, seat=seat, **fields)

    def _shuffled(self, answers: Sequence[str]) -> dict[str, dict[str, str]]:
        """Choices in an order that tells nothing."""
        mixed = list(dict.fromkeys(answers))
        self.random.shuffle(mixed)
        return {answer: {} for answer in mixed}

    # -- what would you play?

    def _play(self, before: Position, ply: Ply) -> Iterator[Candidate]:
        """A move that is forced, with tempting ones beside it; or one of few that make a rule apply."""
        legal, at, seat = before.legal_actions(), ply.number - 1, ply.player
        refused = self.refused
        if len(legal) == 1 and refused:
            rule = before.ruling(legal[0]).rules[0]
            others = self._some(list(refused), CHOICES - 1)
            record = self._make("play", at, seat, accept=["legal"], choices=self._shuffled([str(legal[0]), *others]), rules=[rule], tries=2)
            yield Candidate(record, rule, 1 if len(refused) >= CHOICES - 1 else 0)
        elif len(legal) > 1:
            yield from self._by_effect(before, legal, at, seat)

    def _by_effect(self, before: Position, legal: Sequence[Action], at: int, seat: int) -> Iterator[Candidate]:
        effects: dict[str, list[str]] = {}
        for action in legal[:40]:
            why = before.play(action).explanation
            assert why is not None  # a played position has one
            for rule in why.rules[why.allowed :]:
                effects.setdefault(rule, []).append(str(action))
        for rule, actions in effects.items():
            if len(actions) <= max(1, min(3, len(legal) // 2)) and self._effect(rule):
                yield Candidate(self._make("play", at, seat, accept=["legal", f"rule={rule}"], rules=[rule], tries=3), rule, 1)

    def _some(self, answers: Sequence[str], most: int) -> list[str]:
        return self.random.sample(list(answers), min(most, len(answers)))

    # -- is it legal?

    def _legal(self, before: Position, ply: Ply) -> Iterator[Candidate]:
        """What is tempting and refused, what is played and looks doubtful, and what the sources judge differently."""
        at, seat = ply.number - 1, ply.player
        refused = self.refused
        for action, ruling in refused.items():
            rule = ruling.rules[0]
            record = self._make("legal", at, seat, action=action, accept=["ruling"], rules=[rule], tries=1)
            yield Candidate(record, rule, 1 if self._telling(self.book[rule]) else 0)
        why = ply.explanation
        doubtful = [rule for rule in why.rules[: why.allowed] if self._telling(self.book[rule])]
        if doubtful and refused:
            rule = min(doubtful, key=lambda rule: (self.book[rule].voice != "loud", why.rules.index(rule)))
            record = self._make("legal", at, seat, action=str(ply.action), accept=["ruling"], rules=[rule], tries=1)
            yield Candidate(record, f"yes/{rule}", 1)
        yield from self._disputed(before, [str(ply.action), *refused], at, seat)

    def _disputed(self, before: Position, actions: Sequence[str], at: int, seat: int) -> Iterator[Candidate]:
        """Actions that another source judges otherwise."""
        for preset, other in self.others.items():
            for action in actions[:8]:
                state = before.state
                move = self.game.read(state, action)
                here, there = self.game.forbids(state, seat, move), other.forbids(other.carry(state, move), seat, move)
                if (here is None) != (there is None):
                    rule = here or there or ""
                    record = self._make("legal", at, seat, action=action, preset=preset, accept=["ruling"], rules=[rule], tries=1)
                    yield Candidate(record, f"{preset}/{rule}", 3)

    # -- which rule governs it?

    def _rule(self, before: Position, ply: Ply) -> Iterator[Candidate]:
        """The rule that allows a move, or refuses a tempting one, among those that stand near it in the source."""
        at, seat = ply.number - 1, ply.player
        why = ply.explanation
        for rule in why.rules[: why.allowed][:3]:
            if self._telling(self.book[rule]):
                yield from self._near(rule, why, ["governs"], self._make_rule(at, seat, str(ply.action)), 0)
        for action, ruling in self.refused.items():
            yield from self._near(ruling.rules[0], ruling, ["forbids"], self._make_rule(at, seat, action), 1)

    def _make_rule(self, at: int, seat: int, action: str) -> Callable[..., Question]:
        return lambda **fields: self._make("rule", at, seat, action=action, **fields)

    def _near(
        self, rule: str, why: Explanation | Ruling, accept: list[str], make: Callable[..., Question], weight: int
    ) -> Iterator[Candidate]:
        """The rule among others of its section, by their words; and its passage among others, where the source of the game states it."""
        governing = set(why.rules)
        others = [near for near in self._neighbours(rule) if near not in governing]
        if len(others) >= CHOICES - 1:
            chosen = self._some(others[: 2 * CHOICES], CHOICES - 1)
            yield Candidate(make(choices=self._shuffled([rule, *chosen]), accept=accept, rules=[rule], tries=2), rule, weight)
        places = {place_of(p) for one in governing for p in self.book[one].passages}
        lines = {line for one in governing for line in self._lines(one)}
        here = [p for p in self.book[rule].passages if p.source.id == self.source]
        near_places = [
            place_of(p)
            for near in others
            for p in self.book[near].passages
            if p.source.id == self.source and place_of(p) not in places and not lines & set(range(p.locator.first, p.locator.last + 1))
        ]
        near_places = list(dict.fromkeys(near_places))
        if here and len(near_places) >= CHOICES - 1:
            chosen = self._some(near_places[: 2 * CHOICES], CHOICES - 1)
            record = make(choices=self._shuffled([place_of(here[0]), *chosen]), accept=accept, rules=[rule], tries=2)
            yield Candidate(record, f"passage/{rule}", weight)

    def _lines(self, rule: str) -> Iterator[int]:
        for passage in self.book[rule].passages:
            if passage.source.id == self.source:
                yield from range(passage.locator.first, passage.locator.last + 1)

    def _neighbours(self, rule: str) -> list[str]:
        """Rules that one could take for it: of the same part of the rulebook, then those near it in the source of the game."""
        part = rule.rpartition(".")[0]
        if rule not in self._near_rules:
            part, own = rule.rpartition(".")[0], self._first_lines[rule]

            def far(other: str) -> tuple[bool, int, str]:
                return not other.startswith(part), abs(self._first_lines[other] - own), other

            self._near_rules[rule] = sorted(
                (r.id for r in self.book.values() if r.id != rule and r.kind == "rule" and r.by != "none"), key=far
            )
        return self._near_rules[rule]

    # -- what does it score?

    def _score(self, ply: Ply) -> Iterator[Candidate]:
        """The points of a round that has just been counted, for the seats whose points say most."""
        state = ply.position.state
        counted = self.game.counted(state, list(ply.position.events))
        if counted is None or any("?" in code for code in self._codes(ply.position)):
            return
        for seat in range(len(self.replay.names)):
            rule = self.game.score_rule(counted, "credited", seat)
            penalised = counted.credited[seat] != counted.raw[seat]
            numbers = [counted.credited[seat], counted.raw[seat], 2 * counted.raw[seat], counted.totals[seat], counted.raw[seat] + 10]
            wrong = [value for value in dict.fromkeys(numbers[1:]) if value != numbers[0]][: CHOICES - 1]
            if len(wrong) < CHOICES - 1 or counted.credited[seat] == 0:
                continue
            choices = self._shuffled([str(value) for value in (numbers[0], *wrong)])
            record = self._make("score", ply.number, None, about=seat, accept=["credited"], rules=[rule], choices=choices, tries=2)
            yield Candidate(record, rule, 2 if penalised else 0)

    def _codes(self, position: Position) -> Iterator[str]:
        """The cards of the grids or stocks as everybody sees them once a round is over."""
        table = position.table()
        for zone, cards in zip(table.zones, table.cards, strict=True):
            if zone.layout == "grid":
                yield from cards.codes

    # -- what happens next?

    def _next(self, before: Position, ply: Ply) -> Iterator[Candidate]:
        """What a move brings about, among what other moves bring about."""
        at, seat, why = ply.number - 1, ply.player, ply.explanation
        effects = [rule for rule in why.rules[why.allowed :] if self._effect(rule)]
        others = [rule for rule in self.follow if rule not in why.rules and rule in self.book]
        if not effects or len(others) < CHOICES - 1:
            return
        for rule in effects[:3]:
            chosen = self._some(others, CHOICES - 1)
            choices = self._shuffled([rule, *chosen])
            record = self._make("next", at, seat, action=str(ply.action), accept=["follows"], choices=choices, rules=[rule], tries=2)
            yield Candidate(record, rule, 2 if self.book[rule].voice == "loud" else 0)
