"""Skip-Bo: the game that the rest of cardlab sees. Everything is done in the modules beside this file."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from cardlab.game import Asked, Counted, Event, Game, Log, Move, Outcome, Places, PositionField, Weight
from cardlab.games.skipbo import (
    asked,
    doubts,
    notation,
    options,
    places,
    planner,
    players,
    position_reading,
    position_text,
    referee,
    rules,
    scoring,
    setup,
    sheet,
    smaller,
    telling,
    turns,
    view,
)  # fmt: skip
from cardlab.games.skipbo.options import SkipBoOptions
from cardlab.games.skipbo.state import COPIES, FACES, UNKNOWN, State
from cardlab.lens import Lens
from cardlab.line import Fault, Watch
from cardlab.table import Cards, SeatInfo, Zone


class SkipBo(Game):
    """See `cardlab.game.Game` for what each method promises."""

    name = "skipbo"
    aliases = ("skip-bo",)
    title = "Skip-Bo"
    faces: Mapping[str, int] = {**{str(n): (1, 2, 4)[(n - 1) // 4] for n in range(1, 13)}, "SB": 5}
    turn_phase = "draw"
    spent = "completed"
    position_fields = (
        PositionField("total", of_seat=True, usual="0"),
        PositionField("round", usual="1"),
        PositionField("turn"),
        PositionField("dealer", names_seat=True),
        *(PositionField(key, usual="0") for key in position_text.COUNTS),
    )
    copies: Mapping[str, int] = {face: n for face, n in zip(FACES, COPIES, strict=True) if n}
    unknown = UNKNOWN
    presets: Mapping[str, SkipBoOptions] = options.PRESETS
    preset_sources = options.SOURCES
    marks = frozenset(
        {"round_over", "reshuffle", "complete", "void", "penalty", "overdraw", "out_of_turn", "noticed", "next_round", "match_over"}
    )
    bots = {  # noqa: RUF012
        "random": players.random_bot, "first": players.first_bot, "sensible": players.sensible_bot, "planning": planner.planning_bot,
    }  # fmt: skip

    settings = options.SETTINGS

    def options(self, preset: str, changes: Mapping[str, Any]) -> SkipBoOptions:
        return options.make(preset, changes)

    def start(self, options: SkipBoOptions, seats: int) -> State:
        options.check_seats(seats)
        return State(options, seats)

    def candidates(self, state: State) -> list[int]:
        return rules.candidates(state)

    def forbids(self, state: State, player: int, move: Move, trace: list[str] | None = None) -> str | None:
        return rules.forbids(state, player, move, trace)

    def apply(self, state: State, player: int, move: Move, log: Log | None = None) -> None:
        turns.apply(state, player, move, log)

    def sample(self, state: State, random: Random) -> Move:
        return setup.sample(state, random)

    def deal_from(self, state: State, deck: list[str], starter: int | None) -> Move:
        return setup.deal_from(state, deck, starter)

    def asked(self, state: State) -> Asked:
        return asked.asked(state)

    def unjudged(self, state: State, player: int, move: Move) -> tuple[str, ...]:
        return asked.unjudged(state, player, move)

    def is_referee(self, move: Move) -> bool:
        return not isinstance(move, int) and move[0] in notation.REFEREE_WORDS

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def score_limit(self, options: SkipBoOptions) -> int | None:
        return options.score_target if options.score_enabled else None

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
        return notation.read(state, text)

    def write(self, state: State, move: Move) -> str:
        return notation.write(state, move)

    def label(self, state: State, player: int, move: Move) -> str:
        return telling.label(state, player, move)

    def phrase(self, state: State, player: int, move: Move) -> str:
        return telling.phrase(state, player, move)

    def facts(self, state: State, player: int, move: Move) -> dict[str, Any]:
        return telling.facts(state, player, move)

    def zones(self, options: SkipBoOptions, seats: int) -> tuple[Zone, ...]:
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
        return view.phase(state)

    def doubts(self, state: State, watch: Watch) -> None:
        doubts.doubts(state, watch)

    def field(self, zone: str) -> tuple[int | None, str]:
        if zone.startswith("discard"):
            seat, _, pile = zone.removeprefix("discard").partition(".")
            return int(seat), f"D{pile}"
        kind = zone.rstrip("0123456789")
        return (int(zone.removeprefix(kind)), kind) if kind in ("stock", "hand") else (None, zone)

    def write_position(self, state: State) -> str:
        return position_text.write(state)

    def read_position(self, text: str, faults: list[Fault] | None = None) -> State:
        return position_reading.read(text, faults)

    def weigh(self, state: State, player: int, move: Move) -> Weight:
        return smaller.weigh(state, player, move)

    def smaller(self, text: str, action: str, player: int) -> Iterator[tuple[str, str, int]]:
        return smaller.smaller(text, action, player)


SKIPBO = SkipBo()

__all__ = ["SKIPBO", "SkipBo"]
