"""Why: the rules that allowed, forced, forbade or scored an action, the facts that made them apply, and one sentence.

Nothing is guessed here: the rule ids are those that the engine's checks and events gave (`Game.forbids` with a trace, `Game.apply`
with a log)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlab import text
from cardlab.errors import IllegalAction
from cardlab.game import Event, Game, Move
from cardlab.rulebook import Passage, Rule, Rulebook, read_rulebook
from cardlab.text import Clause


@dataclass(frozen=True)
class Explanation:
    """Why an action could or could not be taken, and what followed."""

    game: str
    names: tuple[str, ...]
    player: int | None
    action: str
    """As everybody at the table may know it."""
    rules: tuple[str, ...]
    """Ids in order: what allowed or forced it first, then what followed; the one that forbids it, when it is illegal."""
    facts: Mapping[str, Any]
    """The facts of the position that made the rules apply."""
    phrase: str
    """Key of the words that tell the action."""
    facts_of: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By rule id: the facts of the event that it made happen, where they are others than those above (one move may remove two
    columns, or make another seat's card known)."""
    legal: bool = True
    allowed: int = 0
    """How many of the rules, from the first, allowed or forced the action; the others made what followed."""
    events: tuple[Event, ...] = field(default=(), repr=False)
    unjudged: tuple[str, ...] = ()
    """Ids of rules that bear on it and could not be checked, as faces of cards are not known."""

    @property
    def rulebook(self) -> Rulebook:
        return read_rulebook(self.game)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Where the sources state these rules, in the order of the rules; a ruling has none."""
        return tuple(p for rule in self.rules for p in self.rulebook[rule].passages)

    @property
    def rulings(self) -> tuple[Rule, ...]:
        """Those of the rules that no source states: here it is ruled."""
        return tuple(rule for r in self.rules if (rule := self.rulebook[r]).kind == "ruling")

    def text(self, lang: str = "en") -> str:
        """One readable sentence in en, es or nl."""
        facts = text.fact_texts(self.facts, self.names)
        told = text.fill(text.word("phrases", self.phrase, lang, self.game), facts)
        if not self.legal:
            told = text.fill(text.word("ui", "not_allowed", lang), {"what": told})
            return text.sentence(told, [Clause("plain", "{why}", {"why": self.refusal(lang)})], [])
        clauses = [
            Clause(rule.voice, rule.why[lang], facts | text.fact_texts(self.facts_of.get(rule.id, {}), self.names)) if rule.why else None
            for rule in map(self.rulebook.__getitem__, self.rules)
        ]
        whys, follows = clauses[: self.allowed], clauses[self.allowed :]
        said = text.sentence(told, [why for why in whys if why], [follow for follow in follows if follow])
        return f"{said} {self.not_judged(lang)}" if self.unjudged else said

    def not_judged(self, lang: str = "en") -> str:
        """The sentence that says what could not be checked, by the first rule of `unjudged`; empty where all was."""
        if not self.unjudged:
            return ""
        return text.fill(text.word("ui", "not_judged", lang), {"rule": self.rulebook[self.unjudged[0]].text[lang]})

    def refusal(self, lang: str = "en") -> str:
        """The clause that says why not; empty when it is legal."""
        if self.legal:
            return ""
        rule = self.rulebook[self.rules[0]]
        clause = rule.refusal or rule.text
        return text.fill(clause[lang], text.fact_texts(self.facts, self.names)).rstrip(".")

    def __str__(self) -> str:
        return self.text("en")


@dataclass(frozen=True)
class Ruling(Explanation):
    """Whether an action may be taken, before it is: `.legal`, `.rules`, `.facts`. True when legal."""

    def __bool__(self) -> bool:
        return self.legal


def rule(game: Game, names: tuple[str, ...], state: Any, player: int, move: Move) -> Ruling:
    """The engine's ruling on an action in a state."""
    trace: list[str] = []
    forbidden = game.forbids(state, player, move, trace)
    rules = (forbidden,) if forbidden else tuple(dict.fromkeys(trace))
    facts = game.facts(state, player, move)
    phrase = game.phrase(state, player, move)
    written = game.write(state, move)
    unjudged = () if forbidden else game.unjudged(state, player, move)
    return Ruling(game.name, names, player, written, rules, facts, phrase, legal=not forbidden, allowed=len(rules), unjudged=unjudged)


def take(game: Game, names: tuple[str, ...], state: Any, player: int, move: Move) -> Explanation:
    """Carry out an action, changing `state`, and say why it could be done and what followed. IllegalAction, with the ruling and
    with `state` as it was, when a rule forbids it."""
    trace: list[str] = []
    if game.forbids(state, player, move, trace) is not None:
        refused = rule(game, names, state, player, move)
        raise IllegalAction(refused.action, player, refused.rules[0], refused.refusal(), refused)
    rules: dict[str, Event | None] = dict.fromkeys(trace)
    allowed = len(rules)
    facts, label, phrase = game.facts(state, player, move), game.label(state, player, move), game.phrase(state, player, move)
    unjudged = game.unjudged(state, player, move)
    events: list[Event] = []
    game.apply(state, player, move, events)
    facts_of = _gather(events, rules, facts)
    phrase = _done(game, phrase, facts)
    return Explanation(game.name, names, player, label, tuple(rules), facts, phrase, facts_of, True, allowed, tuple(events), unjudged)


def happened(game: Game, names: tuple[str, ...], action: str, phrase: str, facts: dict[str, Any], events: Sequence[Event]) -> Explanation:
    """Why something came about that is no action of anybody's: the rules and facts of the events that it is made of."""
    rules: dict[str, Event | None] = {}
    facts_of = _gather(events, rules, facts)
    return Explanation(game.name, names, None, action, tuple(rules), facts, phrase, facts_of, True, 0, tuple(events))


def _gather(events: Sequence[Event], rules: dict[str, Event | None], facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Add the rules and facts of events; by rule the facts that are others than those told before."""
    for event in events:
        for made in event.rules:
            rules.setdefault(made, event)
        for key, value in event.facts.items():
            facts.setdefault(key, value)
    return {made: own for made, event in rules.items() if event and (own := _others(event.facts, facts))}


def _others(own: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in own.items() if facts[key] != value}


def _done(game: Game, phrase: str, facts: Mapping[str, Any]) -> str:
    """The words for an action that has been taken, where there are such: they may name a card that only the action made known."""
    known = text.words(game.name)["phrases"]
    done = f"{phrase}_done"
    return done if done in known and text.names_in(known[done]["en"]) <= facts.keys() else phrase
