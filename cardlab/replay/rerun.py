"""A recorded round run once more under other options, to see what it would have counted.

Nothing is guessed: where the other options ask for something that the record does not hold, the round cannot be known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.game import CHANCE, Move, Outcome
from cardlab.replay.carry import Carrier
from cardlab.text import fill, word


class Remark(NamedTuple):
    """Something to say of a round."""

    key: str
    """Of the words (table `under`)."""
    facts: dict[str, Any]
    """`who` may be CHANCE or REFEREE; all others are shown as they are."""

    def text(self, lang: str = "en") -> str:
        shown = {name: who(fact, (), lang) if name == "who" and isinstance(fact, int) else str(fact) for name, fact in self.facts.items()}
        return fill(word("under", self.key, lang), shown)


@dataclass(frozen=True, slots=True)
class Round:
    """One recorded round, and the same round under the other options."""

    number: int
    recorded: tuple[int, ...] | None
    """What it brought each seat; None where the record stops before its end."""
    other: tuple[int, ...] | None
    """The same under the other options; None where that cannot be known, or where the round would not be over or not be played."""
    totals: tuple[int, ...] | None
    """The totals of the run under the other options after this round; None where they cannot be known."""
    last: int | None
    """The ply that ends the round under the other options; None where none does."""
    skipped: int
    """Recorded plies of this round behind that one."""
    remarks: tuple[Remark, ...]
    """What was assumed, and why something cannot be known."""
    known: bool = True
    """Whether the run went through: False where the round cannot be known or is not played; `remarks` give the reason."""
    rule: str | None = None
    """The rule by which the run stops, where one does."""

    @property
    def said(self) -> tuple[str, ...]:
        """The remarks in English."""
        return self.told("en")

    def told(self, lang: str) -> tuple[str, ...]:
        """The remarks in that language, each a sentence."""
        return tuple(remark.text(lang) for remark in self.remarks)


def who(player: int, names: tuple[str, ...], lang: str = "en") -> str:
    """A player's name as sentences have it."""
    return names[player] if player >= 0 else word("under", "chance" if player == CHANCE else "referee", lang)


class Rerun:
    """One round on its way: `step` before each recorded ply, `after` behind it, `finish` at the end of the recorded round."""

    def __init__(self, carrier: Carrier, start: Any, totals: tuple[int, ...] | None, names: tuple[str, ...]) -> None:
        """`start`: the recorded state after the set-up; `totals`: of the run so far, None where they cannot be known."""
        self.carrier, self.names, self.number = carrier, names, start.round
        self.base: tuple[int, ...] = tuple(start.totals)
        """The recorded totals before this round."""
        self.totals = totals
        self.state = carrier.carry(start)
        self.state.totals = list(totals) if totals is not None else [0] * start.seats
        self._before = tuple(self.state.totals)
        self.stopped = False
        self.rule: str | None = None
        self.last: int | None = None
        self.skipped = 0
        self.remarks: list[Remark] = []

    @property
    def preset(self) -> str:
        return str(self.carrier.options.preset)

    @property
    def done(self) -> bool:
        return self.last is not None

    def say(self, key: str, **facts: Any) -> None:
        self.remarks.append(Remark(key, facts))

    def stop(self, why: str, rule: str | None = None, **facts: Any) -> None:
        """From here on the round cannot be known; `why` is the key of the words that say so."""
        self.stopped, self.rule = True, rule
        self.say(why, rule=rule, **facts)

    def not_played(self) -> None:
        """The match was over before this round."""
        self.stopped = True
        self.say("not_played", preset=self.preset)

    def step(self, n: int, before: Any, player: int, move: Move) -> None:
        """Take recorded ply `n`, which was taken in `before`, in the run too."""
        if self.stopped or self.done:
            self.skipped += self.done
            return
        carrier, game = self.carrier, self.carrier.game
        told = {"n": n, "who": self.names[player] if player >= 0 else player, "action": game.label(before, player, move)}
        if carrier.settled_by_itself(before, self.state, player, move):
            self.say("left_out", preset=self.preset, **told)
            return
        here = carrier.same(before, self.state, player, move)
        if here is None:
            rule = carrier.forbids(carrier.carry(before, move), player, move)
            self.stop("ply_not_legal" if rule else "other_cards", rule, **told)
            return
        if (rule := carrier.forbids(self.state, player, here)) is not None:
            self.stop("ply_not_legal", rule, **told)
            return
        game.apply(self.state, player, here)

    def after(self, n: int, recorded: Any) -> None:
        """Recorded ply `n` led to `recorded`: see whether the run's round is over, and answer what the record answered otherwise."""
        carrier = self.carrier
        while not self.stopped and not self.done and carrier.question(self.state) is not None and not carrier.asked(recorded):
            if carrier.at_the_end(self.state) and not carrier.over(recorded, self.number):
                self.last = n  # nobody has a turn left; the answer is looked up at the end of the recorded round
            else:
                self._answer(recorded, n)
        if not self.stopped and not self.done and carrier.over(self.state, self.number):
            self.last = n

    def _answer(self, recorded: Any, n: int | None = None) -> None:
        """Take the answer from the record after ply `n`, or from its final reveal."""
        carrier = self.carrier
        asked = carrier.question(self.state)
        assert asked is not None
        seat, line, _ = asked
        about = {"who": self.names[seat], "line": line}
        answer = carrier.answer(recorded, self.state)
        if answer is None:
            self.stop("no_answer", **about)
            return
        move, gone = answer
        if (rule := carrier.forbids(self.state, seat, move)) is not None:
            self.stop("answer_not_legal", rule, **about)
            return
        self.say(("clears" if gone else "keeps") + ("_at_ply" if n else "_at_reveal"), n=n, **about)
        carrier.game.apply(self.state, seat, move)

    def finish(self, recorded: Any, over: bool) -> Round:
        """The round as it came out; `over`: whether the recorded round was counted with `recorded`."""
        carrier = self.carrier
        while not self.stopped and self.done and carrier.question(self.state) is not None:
            if over:
                self._answer(recorded)
            else:
                self.stop("no_reveal")
        counted = not self.stopped and carrier.over(self.state, self.number)
        if not counted and not self.stopped and over:
            self.stop("round_goes_on", preset=self.preset)
        if self.skipped:
            self.say("skipped_one" if self.skipped == 1 else "skipped", n=self.last, count=self.skipped)
        after = tuple(self.state.totals)
        return Round(
            self.number,
            tuple(now - then for now, then in zip(recorded.totals, self.base, strict=True)) if over else None,
            tuple(now - then for now, then in zip(after, self._before, strict=True)) if counted else None,
            self.totals if not counted and not over and not self.stopped else after if counted and self.totals is not None else None,
            self.last if counted else None,
            self.skipped,
            tuple(self.remarks),
            not self.stopped,
            self.rule,
        )

    def outcome(self) -> Outcome | None:
        """How the match ended under the other options with this round, or None."""
        return self.carrier.game.outcome(self.state) if self.done and not self.stopped and self.totals is not None else None
