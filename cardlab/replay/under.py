"""One game under another source: each recorded ply judged under other options, and what the rounds would have counted.

The verdict on a ply is asked from the recorded position before it, carried over into the other options, so every ply has one, also
behind one that the other source forbids. Scores come from runs of the recorded rounds (`rerun.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from cardlab import explain
from cardlab.errors import OptionsError, UnknownName
from cardlab.explain import Explanation
from cardlab.game import Action, Game, Move, Outcome
from cardlab.replay.carry import Carrier, carrier, changed
from cardlab.replay.rerun import Rerun, Round
from cardlab.replay.verdict import DIFFERENT, ILLEGAL, LEGAL, Judgement, Sides, Verdict
from cardlab.rulebook import read_rulebook

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay

Parted: TypeAlias = Callable[[Carrier, Carrier, Any, int, Move], bool]


def under(replay: Replay, preset: str, options: Mapping[str, Any], upto: int | None = None) -> Judgement:
    """See `Replay.under`. `upto`: the record counts up to that ply alone, as if it stopped there."""
    return _Judging(replay, preset, options, upto).judge()


def other_options(game: Game, recorded: Any, seats: int, preset: str, options: Mapping[str, Any]) -> Any:
    """The options of that preset with what the table chose apart from its own preset, and `options` over both. OptionsError where
    they do not go together, or where so many seats cannot play; UnknownName for the preset."""
    if preset not in game.presets:
        raise UnknownName("preset", preset, list(game.presets))
    chosen = game.options(preset, {**recorded.changes(), **options})
    game.start(chosen, seats)
    return chosen


class _Judging:
    def __init__(self, replay: Replay, preset: str, options: Mapping[str, Any], upto: int | None) -> None:
        self.replay, self.game, self.names = replay, replay.game, replay.names
        self.moves = replay.moves[:upto]
        self.state = replay.start_state()
        recorded = self.state.options
        other = other_options(self.game, recorded, self.state.seats, preset, options)
        self.here, self.there = carrier(self.game, recorded), carrier(self.game, other)
        book = read_rulebook(self.game.name)
        self.sources = Sides(*(book.source(self.game.preset_sources[options.preset]) for options in (recorded, other)))
        values = recorded.as_dict(), other.as_dict()
        self.differ = {name: (value, values[1][name]) for name, value in values[0].items() if value != values[1][name]}
        self.disputes = [d for d in book.disagreements if d.option in self.differ]
        self.single: dict[str, tuple[Carrier | None, Carrier | None]] = {}
        self.rounds: list[Round] = []
        # a round that the record begins in the midst of cannot be counted the other way
        self.totals: tuple[int, ...] | None = None if self.state.turn else tuple(self.state.totals)
        self.outcome: Outcome | None = None
        self.last_round: int | None = None

    # -- the plies

    def judge(self) -> Judgement:
        verdicts = []
        rerun: Rerun | None = None
        state = self.state
        for n, (player, move) in enumerate(self.moves, 1):
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
        if not parts:
            return plain
        if _uncovers(game, state, carried):
            reveals = tuple(name for name in self.differ if self._matters(name, _uncovered, before, player, move))
            plain = replace(plain, reveals=reveals)
        return self._told(plain, before, move)

    # -- what makes the difference

    def _told(self, verdict: Verdict, before: Any, move: Move) -> Verdict:
        """The verdict with the options, the disagreements and the rules that make the difference."""
        mattering = _parted if verdict.verdict == DIFFERENT else _refused_once
        options = tuple(name for name in self.differ if self._matters(name, mattering, before, verdict.action.player, move))
        disputes = tuple(d for d in self.disputes if d.option in options)
        here, there = verdict.recorded.rules, verdict.other.rules
        one_sided = [rule for rule in (*here, *there) if (rule in here) != (rule in there)]
        disputed = {rule for dispute in disputes for rule in dispute.rules}
        rules = [rule for rule in one_sided or (*here, *there) if rule in disputed]
        if verdict.verdict == ILLEGAL:
            rules = list(dict.fromkeys((*there, *rules)))
        return replace(verdict, rules=tuple(dict.fromkeys(rules or one_sided)), options=options, disagreements=disputes)

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
            rerun.stop("other_deal", options=", ".join(dealt))
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


def _uncovers(game: Game, recorded: Any, other: Any) -> bool:
    """Whether somebody sees a card in the other state that is hidden from them in the recorded one."""
    return any(set(game.hidden(recorded, seat)) - set(game.hidden(other, seat)) for seat in range(recorded.seats))


def _uncovered(one: Carrier, other: Carrier, before: Any, player: int, move: Move) -> bool:
    """Whether two sets of options that both allow this ply leave other cards hidden after it. No face has a say in this."""
    states = [side.carry(before, move) for side in (one, other)]
    for side, state in zip((one, other), states, strict=True):
        if side.forbids(state, player, move) is not None:
            return False
        side.game.apply(state, player, move)
    return any(set(one.game.hidden(states[0], seat)) != set(one.game.hidden(states[1], seat)) for seat in range(before.seats))


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
