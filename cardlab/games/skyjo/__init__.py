"""Skyjo, with the host settings and the solo grid of Skyoo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from cardlab.game import Asked, Counted, Event, Game, Log, Move, Outcome, Places, PositionField, TimeLimit, Weight
from cardlab.games.skyjo import (
    asked,
    chance,
    doubts,
    notation,
    places,
    players,
    position_text,
    referee,
    rules,
    sheet,
    smaller,
    telling,
    view,
)
from cardlab.games.skyjo.options import PRESETS, SETTINGS, SOURCES, Options, make_options
from cardlab.games.skyjo.state import COPIES, FACES, PHASES, UNKNOWN, State, start
from cardlab.lens import Lens
from cardlab.line import Fault, Watch
from cardlab.table import Cards, SeatInfo, Zone


class Skyjo(Game):
    """Skyjo as a game of cardlab; every method hands over to the module that knows."""

    name = "skyjo"
    aliases = ("skyoo",)
    title = "Skyjo"
    faces: Mapping[str, int] = {str(face): (0 if face < 0 else 1 if face == 0 else 2 + (face - 1) // 4) for face in FACES}
    """Two blues below 1, then green, yellow and red (E53)."""
    turn_phase = "turn"
    spent = "discard"
    position_fields = (
        PositionField("total", of_seat=True, usual="0"),
        PositionField("scored", of_seat=True, usual=None),
        PositionField("sum", of_seat=True, usual=None),
        PositionField("round", usual="1"),
        PositionField("turn"),
        PositionField("starter", names_seat=True),
        PositionField("finisher", names_seat=True),
    )
    copies: Mapping[str, int] = {str(face): COPIES[face] for face in FACES}
    unknown = UNKNOWN
    presets: Mapping[str, Options] = PRESETS
    preset_sources = SOURCES
    marks = frozenset({"column", "row", "finisher", "second_out", "reshuffled", "reveal", "penalty", "exempt", "left", "match_over"})
    bots: Mapping[str, Callable[[Any, int, Random], int]] = players.BOTS

    settings = SETTINGS

    def time_limit(self, options: Options) -> TimeLimit | None:
        return TimeLimit(options.turn_time_limit_s, "timeout") if options.turn_time_limit_s else None

    def options(self, preset: str, changes: Mapping[str, Any]) -> Options:
        return make_options(preset, changes)

    def start(self, options: Options, seats: int) -> State:
        return start(options, seats)

    def candidates(self, state: State) -> list[int]:
        return rules.candidates(state)

    def forbids(self, state: State, player: int, move: Move, trace: list[str] | None = None) -> str | None:
        return rules.forbids(state, player, move, trace)

    def apply(self, state: State, player: int, move: Move, log: Log | None = None) -> None:
        rules.apply(state, player, move, log)

    def sample(self, state: State, random: Random) -> Move:
        return chance.sample(state, random)

    def deal_from(self, state: State, deck: list[str], starter: int | None) -> Move:
        return chance.deal_from(state, [notation.read_face(face) for face in deck], starter)

    def asked(self, state: State) -> Asked:
        return asked.asked(state)

    def unjudged(self, state: State, player: int, move: Move) -> tuple[str, ...]:
        return asked.unjudged(move)

    def is_referee(self, move: Move) -> bool:
        return not isinstance(move, int) and move[0] in referee.WORDS

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def score_limit(self, options: Options) -> int | None:
        return options.match_final_score

    def counted(self, state: State, events: list[Event]) -> Counted | None:
        return sheet.counted(state, events)

    def forbids_count(self, state: State, raw: list[int], finisher: int | None) -> str | None:
        return sheet.forbids(state, raw, finisher)

    def count(self, state: State, raw: list[int], finisher: int | None, log: Log | None = None) -> None:
        sheet.count(state, raw, finisher, log)

    def raw_of(self, state: State, credited: list[int], finisher: int | None) -> list[int]:
        return sheet.raw_of(state, credited, finisher)

    def score_rule(self, counted: Counted, what: str, seat: int) -> str:
        return sheet.rule(counted, what, seat)

    def places(self, state: State, player: int, move: Move) -> Places:
        return places.places(state, player, move)

    def tries(self, state: State) -> list[int]:
        return places.tries(state)

    def calls(self, state: State) -> list[Move]:
        return referee.calls(state)

    def read(self, state: State, text: str) -> Move:
        return notation.read(text)

    def write(self, state: State, move: Move) -> str:
        return notation.write(move)

    def label(self, state: State, player: int, move: Move) -> str:
        return telling.label(state, move)

    def phrase(self, state: State, player: int, move: Move) -> str:
        return telling.phrase(state, move)

    def facts(self, state: State, player: int, move: Move) -> dict[str, Any]:
        return telling.facts(state, player, move)

    def zones(self, options: Options, seats: int) -> tuple[Zone, ...]:
        return view.zones(options, seats)

    def cards(self, state: State, lens: Lens) -> list[Cards]:
        return view.cards(state, lens)

    def seat_infos(self, state: State, lens: Lens) -> list[SeatInfo]:
        return view.seat_infos(state, lens)

    def hidden(self, state: State, seat: int) -> list[int]:
        return view.hidden(state, seat)

    def pile(self, state: State, zone: str) -> list[int]:
        return view.pile(state, zone)

    def phase(self, state: State) -> str:
        return PHASES[state.phase]

    def doubts(self, state: State, watch: Watch) -> None:
        doubts.doubts(state, watch)

    def field(self, zone: str) -> tuple[int | None, str]:
        if zone.startswith("grid"):
            return int(zone.removeprefix("grid")), "grid"
        return None, "held" if zone == "drawn" else zone

    def write_position(self, state: State) -> str:
        return position_text.write(state)

    def read_position(self, text: str, faults: list[Fault] | None = None) -> State:
        return position_text.read(text, faults)

    def weigh(self, state: State, player: int, move: Move) -> Weight:
        return smaller.weigh(state, player, move)

    def smaller(self, text: str, action: str, player: int) -> Iterator[tuple[str, str, int]]:
        return smaller.smaller(text, action, player)


SKYJO = Skyjo()
