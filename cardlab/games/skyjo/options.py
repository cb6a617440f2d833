"""Skyjo's options and the two presets: `skyoo` follows source 002, `skyjo-es` source 003.

A field's name is the option's dotted name with the dot written as an underscore: `match.final_score` is `match_final_score`.
What no source and no player would change is fixed in the engine and is no option (E07, E18, E31, E33-E37, E51, E54).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from cardlab.errors import OptionsError, UnknownName
from cardlab.game import Setting

DECK_SIZE: Final = 150

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "column_removal": ("automatic", "optional", "off"),
    "column_removal_window": ("on_completion", "own_turn", "until_round_end"),
    "column_after_removal": ("leave_gap", "close_up"),
    "column_at_reveal": ("as_in_play", "keep"),
    "column_at_setup": ("remove", "keep"),
    "row_removal": ("off", "automatic", "optional"),
    "discard_column_order": ("on_top", "beneath"),
    "deck_exhausted": ("reshuffle", "end_round"),
    "round_last_turns": ("one_each", "none"),
    "round_trigger_check": ("end_of_turn", "immediate"),
    "score_finisher_tie": ("penalised", "safe"),
    "score_finisher_exempt": ("zero_or_negative", "none"),
    "score_finisher_penalty": ("factor", "flat", "factor_then_flat", "flat_then_factor", "none"),
    "start_player": ("highest_sum", "random", "host"),
    "start_next_rounds": ("same_rule", "finisher", "winner", "rotate"),
    "start_tie_break": ("highest_card_then_random", "random", "seat_order"),
    "deal_dealer": ("automatic", "rotate"),
    "ui_round_score": ("live", "after_round"),
    "solo_mode": ("bots", "single_grid"),
}
"""The known words of every option that takes a word."""

LIMITS: Final[dict[str, tuple[int, int]]] = {
    "match_final_score": (1, 10_000),
    "grid_rows": (1, DECK_SIZE - 2),
    "grid_cols": (1, DECK_SIZE - 2),
    "deal_initial_flips": (0, DECK_SIZE - 3),
    "score_finisher_factor": (1, 100),
    "score_finisher_flat": (0, 1_000),
    "turn_time_limit_s": (0, 86_400),
}
"""The least and the greatest value of every option that takes a number."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match, frozen when it starts (E51)."""

    preset: str = "skyoo"
    """The preset these options began from."""
    match_final_score: int = 100
    """The total that ends the match, once a round has been scored (skyjo.match.end, skyjo.settings.final_score)."""
    grid_rows: int = 3
    grid_cols: int = 4
    """The size of every grid (skyjo.deal.grid, skyjo.settings.grid_size); the deck limits it (E43)."""
    deal_initial_flips: int = 2
    """Cards each player turns up in the set-up, at most all but one (E16)."""
    deal_dealer: str = "automatic"
    """`rotate`: the deal starts left of a dealer, who is the last seat in round one and the next seat in each later round (E20)."""
    column_removal: str = "automatic"
    """Whether a column of equal open cards goes by itself, may be kept by its owner, or always stays."""
    column_removal_window: str = "on_completion"
    """For optional removal of columns and rows: until when a kept line may still go. `on_completion`: the answer is final (E30);
    `own_turn`: in any later turn of its owner; `until_round_end`: that, and once more at the final reveal."""
    column_after_removal: str = "leave_gap"
    """`leave_gap`: empty places stay; `close_up`: the line leaves the grid and later lines take its number."""
    column_at_reveal: str = "as_in_play"
    """Whether a line completed by the final reveal still goes (E04)."""
    column_at_setup: str = "remove"
    """Whether a line completed by the opening flips goes (E17)."""
    row_removal: str = "off"
    """Whether rows of equal open cards go too (skyjo.settings.identical_rows)."""
    discard_column_order: str = "on_top"
    """Where a removed line lies with regard to the card discarded by the same action (E01, E02)."""
    deck_exhausted: str = "reshuffle"
    """`reshuffle`: a draw from an empty pile has the discards below the top shuffled first; `end_round`: the round ends with the
    turn that has emptied the pile (E11)."""
    round_last_turns: str = "one_each"
    """Turns the others have after the finisher."""
    round_trigger_check: str = "end_of_turn"
    """When a complete grid is looked for. A turn is one action and the removal it earns, which comes first both ways (E05), so the
    value decides which rule is named for the end, and nothing else."""
    score_finisher_tie: str = "penalised"
    """Whether a finisher who shares the lowest score is penalised."""
    score_finisher_exempt: str = "zero_or_negative"
    """Whether a finisher's score of zero or below is never penalised, whatever the kind of penalty."""
    score_finisher_penalty: str = "factor"
    """What happens to the score of a finisher who is not lowest (skyjo.settings.finisher_penalty)."""
    score_finisher_factor: int = 2
    """What the score is multiplied by."""
    score_finisher_flat: int = 10
    """What is added to the score."""
    start_player: str = "highest_sum"
    """Who takes the first turn; `host` is seat 0."""
    start_next_rounds: str = "same_rule"
    """Who takes the first turn in later rounds (E19): as in round one, the last finisher, whoever was credited the fewest points
    (lots among equals), or the seat after the last starter. Where a round ended without a finisher, the sums serve."""
    start_tie_break: str = "highest_card_then_random"
    """What parts equal opening sums (E13); `seat_order`: the first of them in seat order."""
    turn_time_limit_s: int = 0
    """Seconds a turn may take, 0 for no limit. The engine keeps no clock: the referee calls `timeout` (E38)."""
    ui_round_score: str = "after_round"
    """`live`: the sum of a grid's open cards stands beside the seat during play (E52)."""
    solo_mode: str = "bots"
    """`single_grid`: one seat plays alone (E42); `bots`: at least two seats, bots counted (E41)."""

    def __post_init__(self) -> None:
        for name, words in CHOICES.items():
            if (value := getattr(self, name)) not in words:
                raise OptionsError(f"{dotted(name)} cannot be {value!r}; known: {', '.join(words)}", dotted(name))
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise OptionsError(f"{dotted(name)} takes a whole number from {low} to {high}, not {value!r}", dotted(name))
        cells = self.grid_rows * self.grid_cols
        if self.deal_initial_flips >= cells:
            raise OptionsError(
                f"deal.initial_flips can be at most {cells - 1}, one less than the {self.grid_rows} x {self.grid_cols} = {cells} "
                f"cards of a grid, not {self.deal_initial_flips}: else the round would be over before any turn [skyjo.E16]",
                "deal.initial_flips",
            )
        self.check_seats(1 if self.solo_mode == "single_grid" else 2)

    def check_seats(self, seats: int) -> None:
        """OptionsError where so many seats cannot play: two to eight, one alone on a single grid, and a card to spare (E43)."""
        single = self.solo_mode == "single_grid"
        if type(seats) is not int or (seats != 1 if single else not 2 <= seats <= 8):
            takes = "one seat with solo.mode single_grid" if single else "two to eight seats, or one with solo.mode single_grid"
            rule = "skyjo.settled.one_seat" if single else "skyjo.E41" if seats == 1 else "skyjo.players.count"
            raise OptionsError(f"skyjo takes {takes}, not {seats!r} [{rule}]", "players")
        cells = self.grid_rows * self.grid_cols
        need = seats * cells + 1 + seats
        if need > DECK_SIZE:
            most = (DECK_SIZE - 1 - seats) // seats
            raise OptionsError(
                f"{seats} x {self.grid_rows} x {self.grid_cols} grid cards + 1 discard + {seats} to draw = {need} cards, but the deck "
                f"has {DECK_SIZE}; a grid can have at most {most} cards with {seats} seats [skyjo.E43]",
                "grid.rows",
            )

    def as_dict(self) -> dict[str, Any]:
        """Every option by its dotted name, the preset left out."""
        return {dotted(name): getattr(self, name) for name in NAMES}

    def changed(self, changes: Mapping[str, Any]) -> Options:
        """These options with some changed, by dotted name; OptionsError names the known names, the limits and the reason."""
        for name in changes:
            if name not in DOTTED:
                raise OptionsError(f"unknown option {name!r}; known: {', '.join(DOTTED)}", str(name))
        return self if not changes else replace(self, **{DOTTED[name]: value for name, value in changes.items()})

    def changes(self) -> dict[str, Any]:
        """What differs from the preset, by dotted name."""
        base = PRESETS[self.preset]
        return {d: getattr(self, name) for d, name in DOTTED.items() if getattr(self, name) != getattr(base, name)}


def dotted(name: str) -> str:
    """A field's name as an option's: "match_final_score" is "match.final_score"."""
    return name.replace("_", ".", 1)


NAMES: Final = tuple(field.name for field in fields(Options) if field.name != "preset")
DOTTED: Final = {dotted(name): name for name in NAMES}

PRESETS: Final[dict[str, Options]] = {
    "skyoo": Options(),
    "skyjo-es": Options(
        preset="skyjo-es",
        deal_dealer="rotate",
        column_removal="optional",
        column_after_removal="close_up",
        round_last_turns="none",
        round_trigger_check="immediate",
        score_finisher_tie="safe",
        score_finisher_exempt="none",
    ),
}

HOST: Final = (
    "match.final_score", "turn.time_limit_s", "grid.rows", "grid.cols", "deal.initial_flips", "row.removal", "ui.round_score",
    "score.finisher_penalty", "score.finisher_factor", "score.finisher_flat", "solo.mode",
)  # fmt: skip
"""What Skyoo lets the host of a match change (skyjo.settings.host), in the order of its text; the solo game last."""

RULES: Final = {"grid.cols": ("skyjo.deal.grid", "skyjo.settings.grid_size"), "solo.mode": ("skyjo.solo",)}
"""Rules that an option comes from, where no rule in `seeds/` names that option."""


def _setting(name: str) -> Setting:
    rules = RULES.get(name, ())
    if (field := DOTTED[name]) in LIMITS:
        return Setting(name, "number", (), *LIMITS[field], name in HOST, rules)
    return Setting(name, "choice", CHOICES[field], main=name in HOST, rules=rules)


SETTINGS: Final = tuple(map(_setting, dict.fromkeys([*HOST, *DOTTED])))

SOURCES: Final = {"skyoo": "002", "skyjo-es": "003"}
"""The source that each preset follows."""


def make_options(preset: str, changes: Mapping[str, Any]) -> Options:
    """The preset's options with some changed."""
    if preset not in PRESETS:
        raise UnknownName("preset", preset, list(PRESETS))
    return PRESETS[preset].changed(changes)


def read_value(name: str, text: str) -> Any:
    """An option's value out of a text: a whole number where the option takes one, else the word itself."""
    if DOTTED.get(name) in LIMITS and text.lstrip("-").isdigit():
        return int(text)
    return text
