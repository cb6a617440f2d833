"""What a simulator's game history says of its turns and rounds, held against what our rules make of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cardlab.game import Counted, Event, Game
from cardlab.replay.importers.skyjo_shape import Clear, Round, Turn

Tell: TypeAlias = Callable[[str, str], None]
"""Told of a difference: the sentence, and the id of the rule behind our side of it."""


def at_reveal(event: Event) -> bool:
    """Whether a column went because of the final reveal."""
    return "skyjo.E04" in event.rules


class Comparing:
    """Compares, turn by turn and round by round, and tells each difference once."""

    def __init__(self, game: Game, names: Sequence[str], tell: Tell) -> None:
        self.game, self.names, self.tell = game, names, tell
        self.off = [0] * len(names)
        """By seat how far the file's total is from ours by what has been told already."""

    def _name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"player {seat}"

    def turn(self, turn: Turn, displaced: int | None, events: Sequence[Event], finisher: int) -> None:
        """The replaced card, the columns that went, and whether the player has closed the grid."""
        replaced = next((int(event.facts["replaced"]) for event in events if event.kind == "swapped"), None)
        if displaced != replaced:
            said, ours = ("no card" if card is None else f"a {card}" for card in (displaced, replaced))
            self.tell(f"{said} was replaced in the file, {ours} by the rules", "skyjo.turn.swap_reveals")
        self.clears(turn.column_clears, [event for event in events if not at_reveal(event)])
        if turn.went_out and finisher < 0:
            self.tell(f"{self._name(turn.player_index)} has closed in the file, but a hidden card is left", "skyjo.round.trigger")

    def clears(self, said: Sequence[Clear], events: Sequence[Event]) -> None:
        """The columns that went."""
        file = {(clear.player_index, f"c{clear.column + 1}") for clear in said}
        ours = {(event.facts["seat"], event.facts["column"]): event for event in events if event.kind == "column"}
        for seat, column in sorted(file - ours.keys()):
            self.tell(f"the file removes {column} of {self._name(seat)}, the rules do not", "skyjo.column.identical")
        for (seat, column), event in ours.items():
            if (seat, column) not in file:
                self.tell(f"the rules remove {column} of {self._name(seat)}, the file does not", event.rules[1])

    def scores(self, played: Round, counted: Counted) -> None:
        """Who closed the round, the raw and the credited scores, the totals."""
        if played.going_out_player is not None and played.going_out_player != counted.finisher:
            ours = "nobody" if counted.finisher is None else self.names[counted.finisher]
            self.tell(f"{self._name(played.going_out_player)} closed the round in the file, {ours} by the rules", "skyjo.round.trigger")
        self._numbers("raw", "counts", played.raw_round_scores, counted.raw, counted)
        self._numbers("credited", "credits", played.round_scores, counted.credited, counted)
        for seat, value in enumerate(played.round_scores or ()):
            self.off[seat] += value - counted.credited[seat]
        expected = [total + off for total, off in zip(counted.totals, self.off, strict=True)]
        self._numbers("totals", "totals", played.cumulative_scores, expected, counted)
        for seat, value in enumerate(played.cumulative_scores or ()):
            self.off[seat] = value - counted.totals[seat]

    def _numbers(self, what: str, verb: str, said: Sequence[int] | None, ours: Sequence[int], counted: Counted) -> None:
        by = "its rounds add up to" if what == "totals" else "the rules"
        for seat, value in enumerate(said or ()):
            if value != ours[seat]:
                self.tell(f"the file {verb} {self.names[seat]} {value}, {by} {ours[seat]}", self.game.score_rule(counted, what, seat))
