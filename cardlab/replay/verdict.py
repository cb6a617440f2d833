"""What a judgement of one game under other options holds: a verdict for each ply, the rounds, the scores side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from cardlab.explain import Explanation
from cardlab.game import Action, Outcome
from cardlab.replay.rerun import Round, who
from cardlab.rulebook import Disagreement, Passage, Source
from cardlab.text import Clause, fact_texts, fill, sentence, word

if TYPE_CHECKING:
    import pandas

LEGAL: Final = "legal"
ILLEGAL: Final = "illegal"
DIFFERENT: Final = "different"

T = TypeVar("T")


class Sides(NamedTuple, Generic[T]):
    """The same thing under the recorded options and under the others."""

    recorded: T
    other: T


@dataclass(frozen=True)
class Verdict:
    """What the other options say of one recorded ply."""

    ply: int
    round: int
    turn: int
    action: Action
    verdict: str
    """legal: allowed, and the same comes of it. different: allowed, and something else comes of it. illegal: forbidden."""
    recorded: Explanation
    """Why it could be done, and what followed."""
    other: Explanation
    """The same under the other options; what forbids it, when it is illegal."""
    rules: tuple[str, ...] = ()
    """The rules that make the difference, those in dispute where the sources disagree on it: named on one side only, or on both where
    the same rule has another effect. Empty where the ply is legal with the same effect."""
    options: tuple[str, ...] = ()
    """The options whose values make the difference."""
    disagreements: tuple[Disagreement, ...] = ()
    """The disagreements of the sources about these options."""
    changed: tuple[str, ...] = ()
    """The parts of the state that come out differently; empty when the ply is illegal."""
    reveals: tuple[str, ...] = ()
    """The options by which cards are turned up under the other options that stay hidden in the record; mostly empty. Where there are
    some, what is said of the other side may tell of these cards."""
    sources: Sides[Source] | None = None

    @property
    def differs(self) -> bool:
        return self.verdict != LEGAL

    @property
    def passages(self) -> Sides[tuple[Passage, ...]]:
        """Where the source of either side states what makes the difference; empty where it takes no stand."""
        assert self.sources is not None
        return Sides(self._passages(self.sources.recorded), self._passages(self.sources.other))

    def _passages(self, source: Source) -> tuple[Passage, ...]:
        stated = [
            Passage(dispute.rules[0], source, place)
            for dispute in self.disagreements
            if source.id in dispute.says
            for place in dispute.says[source.id].locators
        ]
        book = self.recorded.rulebook
        stated += [passage for rule in self.rules for passage in book[rule].passages if passage.source == source]
        return tuple({passage.locator: passage for passage in reversed(stated)}.values())[::-1]

    def text(self, lang: str = "en") -> str:
        """Either side in a sentence, and what the two sources say of the matter, where they differ; else the one sentence."""
        if not self.differs:
            return self.recorded.text(lang)
        assert self.sources is not None
        sides = zip(self.sources, (self.recorded, self.other), self.passages, strict=True)
        lines = [f"{source.short[lang]}: {why.text(lang)}{_places(places)}" for source, why, places in sides]
        for dispute in self.disagreements:
            stands = [f"{source.short[lang]} {dispute.says[source.id].text[lang]}" for source in self.sources if source.id in dispute.says]
            lines.append(f"{dispute.id} {dispute.topic[lang]}{': ' if stands else ''}{'; '.join(stands)}")
        return "\n".join(lines)

    def effect(self, lang: str = "en") -> str:
        """What the other side alone says: the clause that refuses the ply, or the sentence of what follows there and not in the record.
        Empty where nothing is said there that is not said in the record, or where the ply is simply legal."""
        if self.verdict == ILLEGAL:
            return self.other.refusal(lang)
        if not self.differs:
            return ""
        said = list(_follows(self.recorded, lang).values())
        return sentence("", [], [clause for clause in _follows(self.other, lang).values() if clause not in said])

    def __str__(self) -> str:
        return self.text()


def _follows(why: Explanation, lang: str) -> dict[str, Clause]:
    """What followed, by rule, each a clause with its facts put in."""
    facts = fact_texts(why.facts, why.names)
    found = {}
    for rule in map(why.rulebook.__getitem__, why.rules[why.allowed :]):
        if rule.why:
            own = facts | fact_texts(why.facts_of.get(rule.id, {}), why.names)
            found[rule.id] = Clause(rule.voice, fill(rule.why[lang], own), {})
    return found


def _said(key: str, lang: str, **facts: Any) -> str:
    return fill(word("under", key, lang), {name: str(fact) for name, fact in facts.items()})


def _places(passages: Sequence[Passage]) -> str:
    lines = dict.fromkeys(f"L{p.locator.first}" + (f"-{p.locator.last}" if p.locator.last > p.locator.first else "") for p in passages)
    return f" ({', '.join(lines)})" if lines else ""


@dataclass(frozen=True)
class Judgement:
    """A replay held against other options, ply by ply and round by round."""

    title: str
    names: tuple[str, ...]
    presets: Sides[str]
    options: Sides[Any]
    """All options of either side. What the table had chosen apart from its preset holds on both."""
    plies: tuple[Verdict, ...]
    """One verdict a ply of the main line, in order; ply n is `plies[n - 1]`."""
    rounds: tuple[Round, ...]
    outcome: Sides[Outcome | None]
    """How the match ended on either side; None where it goes on, or cannot be known."""
    match_end: Sides[int | None]
    """The round after which the match was over; None where it goes on, or cannot be known."""
    scores: Sides[tuple[int, ...] | None]
    """Final totals by seat; None on the other side where they cannot be known."""

    @property
    def preset(self) -> str:
        """The preset it was judged under."""
        return self.presets.other

    @property
    def first(self) -> Verdict | None:
        """The first ply that is illegal, or legal with another effect; None where there is none."""
        return next(iter(self.differing), None)

    @property
    def differing(self) -> tuple[Verdict, ...]:
        """The plies that are not simply legal, in order."""
        return tuple(verdict for verdict in self.plies if verdict.differs)

    def count(self, verdict: str) -> int:
        """How many plies got that verdict."""
        return sum(ply.verdict == verdict for ply in self.plies)

    def to_frame(self) -> pandas.DataFrame:
        """One row a ply: round, turn, seat, name, action, verdict, rules, disagreements, and the sentence of either side; the index
        is the ply, from 1."""
        import pandas

        rows = [
            (
                v.ply, v.round, v.turn, v.action.player, who(v.action.player, self.names), str(v.action), v.verdict, v.rules,
                tuple(dispute.id for dispute in v.disagreements), str(v.recorded), str(v.other),
            )
            for v in self.plies
        ]  # fmt: skip
        columns = ["ply", "round", "turn", "seat", "name", "action", "verdict", "rules", "disagreements", "recorded", "other"]
        return pandas.DataFrame(rows, columns=columns).set_index("ply")

    def text(self, lang: str = "en") -> str:
        """The judgement in some lines, its sentences in that language."""
        counts = {verdict: self.count(verdict) for verdict in (LEGAL, DIFFERENT, ILLEGAL)}
        lines = [
            _said("judged", lang, title=self.title, recorded=self.presets.recorded, preset=self.preset),
            _said("plies", lang, **counts),
        ]
        if (first := self.first) is None:
            lines.append(_said("no_difference", lang))
        else:
            lines += [_said("first", lang, line=self.line(first, lang)), *(f"  {line}" for line in first.text(lang).split("\n"))]
        for played in self.rounds:
            recorded = self._points(played.recorded, lang, "not_over")
            other = self._points(played.other, lang, "not_over" if played.known else "not_known")
            lines.append(_said("round", lang, n=played.number, recorded=recorded, preset=self.preset, other=other))
            lines += [f"  {remark}" for remark in played.told(lang)]
        points, ends = ([side(n, lang) for n in (0, 1)] for side in (self._final, self._end))
        lines.append(_said("final", lang, recorded=points[0], preset=self.preset, other=points[1]))
        lines.append(_said("match", lang, recorded=ends[0], preset=self.preset, other=ends[1]))
        return "\n".join(lines)

    def line(self, verdict: Verdict, lang: str = "en") -> str:
        """A verdict in one line."""
        marks = [*verdict.rules, *(dispute.id for dispute in verdict.disagreements)]
        told = _said(
            "line", lang, ply=verdict.ply, round=verdict.round, turn=verdict.turn, who=who(verdict.action.player, self.names, lang),
            action=verdict.recorded.action, verdict=_said(verdict.verdict, lang),
        )  # fmt: skip
        return f"{told} [{', '.join(marks)}]" if marks else told

    def _points(self, points: tuple[int, ...] | None, lang: str, without: str = "not_known") -> str:
        return _said(without, lang) if points is None else ", ".join(f"{name} {n}" for name, n in zip(self.names, points, strict=True))

    def _final(self, side: int, lang: str) -> str:
        return self._points(self.scores[side], lang)

    def _end(self, side: int, lang: str) -> str:
        outcome, number = self.outcome[side], self.match_end[side]
        if outcome is None:
            return _said("not_known" if self.scores[side] is None else "not_over", lang)
        winners = f" {_said('and', lang)} ".join(self.names[seat] for seat in outcome.winners) or _said("nobody", lang)
        return _said("over", lang, n=number, winners=winners)

    def __str__(self) -> str:
        return self.text()
