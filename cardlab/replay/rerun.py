"""A recorded round run once more under other options, to see what it would have counted.

Nothing is guessed: where the other options ask for something that the record does not hold, the round cannot be known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.game import CHANCE, REFEREE, Move, Outcome
from cardlab.replay.carry import Carrier


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
    said: tuple[str, ...]
    """What was assumed, and why something cannot be known, in whole sentences."""
    known: bool = True
    """Whether the run went through: False where the round cannot be known or is not played; `said` gives the reason."""
    rule: str | None = None
    """The rule by which the run stops, where one does."""


def who(player: int, names: tuple[str, ...]) -> str:
    """A player's name as sentences have it."""
    return names[player] if player >= 0 else {CHANCE: "chance", REFEREE: "the referee"}[player]


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
        self.said: list[str] = []

    @property
    def preset(self) -> str:
        return str(self.carrier.options.preset)

    @property
    def done(self) -> bool:
        return self.last is not None

    def stop(self, why: str, rule: str | None = None) -> None:
        """From here on the round cannot be known."""
        self.stopped, self.rule = True, rule
        self.said.append(f"cannot be known: {why}")

    def not_played(self) -> None:
        """The match was over before this round."""
        self.stopped = True
        self.said.append(f"not played: under {self.preset} the match is over")

    def step(self, n: int, before: Any, player: int, move: Move) -> None:
        """Take recorded ply `n`, which was taken in `before`, in the run too."""
        if self.stopped or self.done:
            self.skipped += self.done
            return
        carrier, game = self.carrier, self.carrier.game
        told = f"ply {n} ({who(player, self.names)}, {game.label(before, player, move)})"
        if carrier.settled_by_itself(before, self.state, player, move):
            self.said.append(f"{told} is left out: under {self.preset} that happens by itself")
            return
        here = carrier.same(before, self.state, player, move)
        if here is None:
            rule = carrier.forbids(carrier.carry(before, move), player, move)
            why = f"{told} is not legal [{rule}]" if rule else f"{told} would be about other cards than those recorded"
            self.stop(why, rule)
            return
        if (rule := carrier.forbids(self.state, player, here)) is not None:
            self.stop(f"{told} is not legal [{rule}]", rule)
            return
        game.apply(self.state, player, here)

    def after(self, n: int, recorded: Any) -> None:
        """Recorded ply `n` led to `recorded`: see whether the run's round is over, and answer what the record answered otherwise."""
        carrier = self.carrier
        while not self.stopped and not self.done and carrier.question(self.state) is not None and not carrier.asked(recorded):
            if carrier.at_the_end(self.state) and not carrier.over(recorded, self.number):
                self.last = n  # nobody has a turn left; the answer is looked up at the end of the recorded round
            else:
                self._answer(recorded, f" (ply {n})")
        if not self.stopped and not self.done and carrier.over(self.state, self.number):
            self.last = n

    def _answer(self, recorded: Any, when: str) -> None:
        carrier = self.carrier
        asked = carrier.question(self.state)
        assert asked is not None
        seat, line, _ = asked
        answer = carrier.answer(recorded, self.state)
        if answer is None:
            self.stop(f"{self.names[seat]} may clear or keep {line}, and the record does not tell which")
            return
        move, gone = answer
        if (rule := carrier.forbids(self.state, seat, move)) is not None:
            self.stop(f"{line} of {self.names[seat]} cannot be answered [{rule}]", rule)
            return
        told = f"clears {line}, as it went" if gone else f"keeps {line}, as it stayed"
        self.said.append(f"assumed: {self.names[seat]} {told} in the record{when}")
        carrier.game.apply(self.state, seat, move)

    def finish(self, recorded: Any, over: bool) -> Round:
        """The round as it came out; `over`: whether the recorded round was counted with `recorded`."""
        carrier = self.carrier
        while not self.stopped and self.done and carrier.question(self.state) is not None:
            if over:
                self._answer(recorded, " (final reveal)")
            else:
                self.stop("a removal is offered at the final reveal, and the record stops before its own")
        counted = not self.stopped and carrier.over(self.state, self.number)
        if not counted and not self.stopped and over:
            self.stop(f"under {self.preset} the round is not over with the recorded plies")
        if self.skipped:
            plies = "ply of the round is" if self.skipped == 1 else "plies of the round are"
            self.said.append(f"the round ends with ply {self.last}; {self.skipped} later {plies} skipped")
        after = tuple(self.state.totals)
        return Round(
            self.number,
            tuple(now - then for now, then in zip(recorded.totals, self.base, strict=True)) if over else None,
            tuple(now - then for now, then in zip(after, self._before, strict=True)) if counted else None,
            self.totals if not counted and not over and not self.stopped else after if counted and self.totals is not None else None,
            self.last if counted else None,
            self.skipped,
            tuple(self.said),
            not self.stopped,
            self.rule,
        )

    def outcome(self) -> Outcome | None:
        """How the match ended under the other options with this round, or None."""
        return self.carrier.game.outcome(self.state) if self.done and not self.stopped and self.totals is not None else None
