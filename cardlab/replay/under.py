"""One game under another source: each recorded ply judged under other options, and what the rounds would have counted.

The verdict on a ply is asked from the recorded position before it, carried over into the other options, so every ply has one, also
behind one that the other source forbids. Scores come from runs of the recorded rounds (`rerun.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from cardlab import explain
from cardlab.errors import OptionsError, UnknownName
from cardlab.explain import Explanation
from cardlab.game import Action, Game, Move, Outcome
from cardlab.replay.carry import Carrier, carrier, changed
from cardlab.replay.rerun import Rerun, Round, who
from cardlab.rulebook import Disagreement, Passage, Rulebook, Source, read_rulebook

if TYPE_CHECKING:
    import pandas

    from cardlab.replay.replay import Replay

LEGAL: Final = "legal"
ILLEGAL: Final = "illegal"
DIFFERENT: Final = "different"

T = TypeVar("T")
Parted: TypeAlias = Callable[[Carrier, Carrier, Any, int, Move], bool]


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
    """The rules that make the difference: named on one side only. Empty where the ply is legal with the same effect."""
    options: tuple[str, ...] = ()
    """The options whose values make the difference."""
    disagreements: tuple[Disagreement, ...] = ()
    """The disagreements of the sources about these options."""
    changed: tuple[str, ...] = ()
    """The parts of the state that come out differently; empty when the ply is illegal."""
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

    def __str__(self) -> str:
        return self.text()


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
        return next(self.differing, None)

    @property
    def differing(self) -> Iterator[Verdict]:
        """The plies that are not simply legal, in order."""
        return (verdict for verdict in self.plies if verdict.differs)

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
        counts = ", ".join(f"{self.count(verdict)} {verdict}" for verdict in (LEGAL, DIFFERENT, ILLEGAL))
        lines = [f"{self.title}: {self.presets.recorded} judged under {self.presets.other}", f"plies: {counts}"]
        if (first := self.first) is None:
            lines.append("no ply differs")
        else:
            lines += [f"first: {self.line(first)}", *(f"  {line}" for line in first.text(lang).split("\n"))]
        for played in self.rounds:
            recorded = self._points(played.recorded, "not over")
            other = self._points(played.other, "not over" if played.known else "not known")
            lines.append(f"round {played.number}: {recorded}; under {self.preset}: {other}")
            lines += [f"  {sentence}" for sentence in played.said]
        lines.append(f"final: {self._points(self.scores.recorded)}; under {self.preset}: {self._points(self.scores.other)}")
        lines.append(f"match: {self._end(0)}; under {self.preset}: {self._end(1)}")
        return "\n".join(lines)

    def line(self, verdict: Verdict) -> str:
        """A verdict in one line."""
        marks = [*verdict.rules, *(dispute.id for dispute in verdict.disagreements)]
        actor = who(verdict.action.player, self.names)
        told = f"ply {verdict.ply} (round {verdict.round}, turn {verdict.turn}), {actor}: {verdict.recorded.action}, {verdict.verdict}"
        return f"{told} [{', '.join(marks)}]" if marks else told

    def _points(self, points: tuple[int, ...] | None, without: str = "not known") -> str:
        return without if points is None else ", ".join(f"{name} {n}" for name, n in zip(self.names, points, strict=True))

    def _end(self, side: int) -> str:
        outcome, number = self.outcome[side], self.match_end[side]
        if outcome is None:
            return "not known" if self.scores[side] is None else "not over"
        winners = " and ".join(self.names[seat] for seat in outcome.winners) or "nobody"
        return f"over after round {number}, won by {winners}"

    def __str__(self) -> str:
        return self.text()


def under(replay: Replay, preset: str, options: Mapping[str, Any]) -> Judgement:
    """See `Replay.under`."""
    return _Judging(replay, preset, options).judge()


def other_options(game: Game, recorded: Any, seats: int, preset: str, options: Mapping[str, Any]) -> Any:
    """The options of that preset with what the table chose apart from its own preset, and `options` over both. OptionsError where
    they do not go together, or where so many seats cannot play; UnknownName for the preset."""
    if preset not in game.presets:
        raise UnknownName("preset", preset, list(game.presets))
    chosen = game.options(preset, {**recorded.changes(), **options})
    game.start(chosen, seats)
    return chosen


class _Judging:
    def __init__(self, replay: Replay, preset: str, options: Mapping[str, Any]) -> None:
        self.replay, self.game, self.names = replay, replay.game, replay.names
        self.state = replay.start_state()
        recorded = self.state.options
        other = other_options(self.game, recorded, self.state.seats, preset, options)
        self.here, self.there = carrier(self.game, recorded), carrier(self.game, other)
        book: Rulebook = read_rulebook(self.game.name)
        self.book = book
        self.sources = Sides(*(book.source(self.game.preset_sources[options.preset]) for options in (recorded, other)))
        values = recorded.as_dict(), other.as_dict()
        self.differ = {name: (value, values[1][name]) for name, value in values[0].items() if value != values[1][name]}
        self.disputes = [d for d in book.disagreements if d.option in self.differ]
        self.single: dict[str, tuple[Carrier | None, Carrier | None]] = {}
        self.rounds: list[Round] = []
        self.totals: tuple[int, ...] | None = tuple(self.state.totals)
        self.outcome: Outcome | None = None
        self.last_round: int | None = None

    # -- the plies

    def judge(self) -> Judgement:
        verdicts = []
        rerun: Rerun | None = None
        state = self.state
        for n, (player, move) in enumerate(self.replay.moves, 1):
            number, turn = state.round, state.turn
            if rerun is not None:
                rerun.step(n, state, player, move)
            verdicts.append(self._verdict(n, player, move))
            if rerun is not None:
                rerun.after(n, state)
                if self.here.over(state, rerun.number):
                    self._finish(rerun, True)
                    rerun = None
            if state.turn and (not turn or state.round != number) and not self.here.over(state, state.round):
                rerun = self._start()
        if rerun is not None:
            self._finish(rerun, False)
        recorded = self.game.outcome(state)
        ends = Sides(state.round if recorded else None, self.last_round)
        return Judgement(
            self.replay.title, self.names, Sides(self.here.options.preset, self.there.options.preset),
            Sides(self.here.options, self.there.options), tuple(verdicts), tuple(self.rounds), Sides(recorded, self.outcome), ends,
            Sides(tuple(state.totals), self.totals),
        )  # fmt: skip

    def _verdict(self, n: int, player: int, move: Move) -> Verdict:
        """Judge a ply and carry it out on the recorded state."""
        game, names, state, there = self.game, self.names, self.state, self.there
        action, number, turn = Action(game.write(state, move), player), state.round, state.turn
        carried = there.carry(state, move)
        forbidden = there.forbids(carried, player, move)
        before = state.copy() if self.differ else state
        if forbidden is not None:
            other: Explanation = explain.rule(game, names, carried, player, move)
            if other.legal or other.rules != (forbidden,):
                other = replace(other, legal=False, rules=(forbidden,), allowed=1)
            recorded = explain.take(game, names, state, player, move)
            return self._told(Verdict(n, number, turn, action, ILLEGAL, recorded, other, sources=self.sources), before, move)
        other = explain.take(game, names, carried, player, move)
        recorded = explain.take(game, names, state, player, move)
        parts = changed(state, carried)
        plain = Verdict(n, number, turn, action, DIFFERENT if parts else LEGAL, recorded, other, changed=parts, sources=self.sources)
        return self._told(plain, before, move) if parts else plain

    # -- what makes the difference

    def _told(self, verdict: Verdict, before: Any, move: Move) -> Verdict:
        """The verdict with the options, the disagreements and the rules that make the difference."""
        mattering = _parted if verdict.verdict == DIFFERENT else _refused_once
        options = tuple(name for name in self.differ if self._matters(name, mattering, before, verdict.action.player, move))
        disputes = tuple(d for d in self.disputes if d.option in options)
        here, there = verdict.recorded.rules, verdict.other.rules
        one_sided = [rule for rule in (*here, *there) if (rule in here) != (rule in there)]
        disputed = {rule for dispute in disputes for rule in dispute.rules}
        rules = [rule for rule in one_sided if rule in disputed]
        if verdict.verdict == ILLEGAL:
            rules = list(dict.fromkeys((*there, *rules)))
        return replace(verdict, rules=tuple(rules or one_sided), options=options, disagreements=disputes)

    def _matters(self, name: str, parted: Parted, before: Any, player: int, move: Move) -> bool:
        """Whether the value of that one option makes the difference: set alone on the recorded side, or alone set back on the
        other. What is only worded by another source makes none."""
        if name not in self.single:
            mine, theirs = self.differ[name]
            self.single[name] = self._with(self.here, name, theirs), self._with(self.there, name, mine)
        pairs = zip((self.here, self.there), self.single[name], strict=True)
        return any(single is not None and parted(side, single, before, player, move) for side, single in pairs)

    def _with(self, side: Carrier, name: str, value: Any) -> Carrier | None:
        try:
            return carrier(self.game, side.options.changed({name: value}))
        except OptionsError:  # the two values do not go together
            return None

    # -- the rounds

    def _start(self) -> Rerun:
        """A run of the round that begins now."""
        rerun = Rerun(self.there, self.state, self.totals, self.names)
        if self.outcome is not None:
            rerun.not_played()
        elif dealt := [name for name in self.there.deals if name in self.differ]:
            rerun.stop(f"the cards would be dealt otherwise ({', '.join(dealt)})")
        return rerun

    def _finish(self, rerun: Rerun, over: bool) -> None:
        played = rerun.finish(self.state, over)
        self.rounds.append(played)
        if self.outcome is None:
            self.totals, self.outcome = played.totals, rerun.outcome()
            self.last_round = played.number if self.outcome else None


def _refused_once(one: Carrier, other: Carrier, before: Any, player: int, move: Move) -> bool:
    """Whether one set of options forbids this ply and the other does not."""
    refused = [side.forbids(side.carry(before, move), player, move) is not None for side in (one, other)]
    return refused[0] is not refused[1]


def _parted(one: Carrier, other: Carrier, before: Any, player: int, move: Move) -> bool:
    """Whether two sets of options part at this ply: one forbids it and the other does not, or another state comes of it."""
    if _refused_once(one, other, before, player, move):
        return True
    states = [side.carry(before, move) for side in (one, other)]
    if one.forbids(states[0], player, move) is not None:
        return False
    for state in states:
        one.game.apply(state, player, move)
    return bool(changed(*states))
