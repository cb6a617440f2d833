"""The options of Skip-Bo and the presets, each of which follows one source (ids and values: the table of disagreements).

What a preset's source does not say is taken from the official text; penalties are known only where that text states them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from cardlab.errors import OptionsError
from cardlab.game import Setting

PACK: Final = 162
HAND: Final = 5
TARGETS: Final = (1, 100_000)
WORDS: Final[Mapping[str, tuple[Any, ...]]] = {
    "deal.dealer_method": ("high_card", "free"),
    "deal.rotation": ("left_each_game", "redraw", "winner"),
    "turn.start_draw": ("top_up_to_5", "draw_5"),
    "turn.refill": ("on_empty", "off"),
    "turn.refill_timing": ("immediate", "on_demand"),
    "turn.must_play": (False, True),
    "wild.consecutive_max": ("unlimited", 2, 1),
    "wild.as_twelve": (True, False),
    "partners.mode": ("off", "pairs"),
    "partners.piles": ("stock_and_discards", "stock_only", "discards_only"),
    "partners.requests": ("turn_player", "forbidden"),
    "partners.communication": ("no_advice", "partner_silent", "no_strategy_aloud", "none"),
    "partners.win": ("both_stocks", "first_stock"),
    "partners.after_stock": ("full_turns", "discards_only", "sits_out"),
    "penalty.cheating": ("two_to_stock", "none"),
    "penalty.cheating_scope": ("all_games", "partners_only"),
    "irregular.overdraw": ("to_stock", "back_to_draw"),
    "irregular.overdraw_mix": ("surplus_only", "whole_pile"),
    "irregular.oot_trigger": ("draw", "draw_or_play", "draw_and_play"),
    "irregular.oot_penalty": ("no_draw_next_turn", "none"),
    "irregular.oot_next": ("left_of_offender", "original_order"),
    "score.enabled": (False, True),
    "variant.short": (False, True),
    "variant.short_label": ("official", "house"),
}
"""The words an option may hold."""
NUMBERS: Final[Mapping[str, tuple[int, int, str | None]]] = {
    "players.max": (2, 26, "none"),
    "deal.stock_size": (1, 78, "table_30_20"),
    "variant.short_size": (10, 15, None),
    "score.target": (*TARGETS, None),
    "score.bonus": (0, 10_000, None),
    "score.per_card": (0, 1_000, None),
}
"""The limits of the options that hold a whole number, and the word that may stand instead."""


@dataclass(frozen=True, slots=True)
class SkipBoOptions:
    """Every option of the game; its dotted name has a point for the first underscore (`turn.start_draw`)."""

    preset: str = "official"
    players_max: int | str = "none"
    """D01. With "none" the pack alone sets the limit (E34)."""
    deal_stock_size: int | str = "table_30_20"
    """D02. 30 up to four players, 20 from five; or one number for every table."""
    deal_dealer_method: str = "high_card"
    """D03."""
    deal_rotation: str = "left_each_game"
    """D05, E35: who deals after a round."""
    turn_start_draw: str = "top_up_to_5"
    """D06."""
    turn_refill: str = "on_empty"
    """D07: five new cards when the hand is played out."""
    turn_refill_timing: str = "immediate"
    """D09, E09: whether they are due before anything else is done."""
    turn_must_play: bool = False
    """D10, E13: whether a card that fits has to be laid before a discard."""
    wild_consecutive_max: int | str = "unlimited"
    """D17, E23: wilds lying in a row on one pile, whoever laid them."""
    wild_as_twelve: bool = True
    """E24: whether a wild may complete a pile."""
    partners_mode: str = "off"
    """Pairs: the partner sits half the table away."""
    partners_piles: str = "stock_and_discards"
    """D25: which piles of the partner are open."""
    partners_requests: str = "turn_player"
    """D24."""
    partners_communication: str = "no_advice"
    """D23: it names the rule that refuses a request."""
    partners_win: str = "both_stocks"
    """D22."""
    partners_after_stock: str = "full_turns"
    """D27, E38: what a seat does whose stock is gone."""
    penalty_cheating: str = "two_to_stock"
    """D29."""
    penalty_cheating_scope: str = "all_games"
    """D30, E47."""
    irregular_overdraw: str = "to_stock"
    """D31."""
    irregular_overdraw_mix: str = "surplus_only"
    """D32, E51."""
    irregular_oot_trigger: str = "draw"
    """D33, E53: what makes an out-of-turn fault that has its price."""
    irregular_oot_penalty: str = "no_draw_next_turn"
    """D34."""
    irregular_oot_next: str = "left_of_offender"
    """D35, E58: who is next after a fault that nobody noticed in time."""
    score_enabled: bool = False
    """D36: rounds are played until the target; without it a match is one round."""
    score_target: int = 500
    score_bonus: int = 25
    score_per_card: int = 5
    variant_short: bool = False
    """The short game."""
    variant_short_size: int = 10
    """D37."""
    variant_short_label: str = "official"
    """D38: whether the short game counts as official or as a house rule."""

    def __post_init__(self) -> None:
        for name, words in WORDS.items():
            value = getattr(self, name.replace(".", "_"))
            if not any(value == word and type(value) is type(word) for word in words):
                raise OptionsError(f"{name} cannot be {value!r}; known: {', '.join(map(_json, words))}", name)
        for name, (low, high, word) in NUMBERS.items():
            value = getattr(self, name.replace(".", "_"))
            if value == word and word is not None:
                continue
            if type(value) is not int or not low <= value <= high:
                either = f" or {word!r}" if word else ""
                raise OptionsError(f"{name} cannot be {value!r}; expected a whole number from {low} to {high}{either}", name)
        if self.variant_short and self.deal_stock_size != "table_30_20":
            why = "the short game has a stock size of its own (variant.short_size)"
            raise OptionsError(f"deal.stock_size cannot be {self.deal_stock_size} with variant.short: {why}", "deal.stock_size")

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, field) for name, field in zip(NAMES, FIELDS, strict=True)}

    def changed(self, changes: Mapping[str, Any]) -> "SkipBoOptions":
        for name in changes:
            if name not in NAMES:
                raise OptionsError(f"unknown option {name!r}; known: {', '.join(NAMES)}", name if isinstance(name, str) else None)
        return self if not changes else replace(self, **{name.replace(".", "_", 1): value for name, value in changes.items()})

    def changes(self) -> dict[str, Any]:
        preset = PRESETS[self.preset].as_dict()
        return {name: value for name, value in self.as_dict().items() if value != preset[name]}

    def stock_size(self, seats: int) -> int:
        """Stock cards for each of that many seats."""
        if self.variant_short:
            return self.variant_short_size
        if isinstance(self.deal_stock_size, int):
            return self.deal_stock_size
        return 30 if seats <= 4 else 20

    def check_seats(self, seats: int) -> None:
        """OptionsError where so many seats cannot play: too few, too many, no pairs, or a pack too small (E34)."""
        if type(seats) is not int or seats < 2:
            raise OptionsError(f"Skip-Bo needs at least 2 players, not {seats!r} [skipbo.players.minimum]")
        if isinstance(self.players_max, int) and seats > self.players_max:
            raise OptionsError(f"at most {self.players_max} players (players.max), not {seats} [skipbo.players.count]", "players.max")
        if self.partners_mode == "pairs" and seats not in (4, 6):
            raise OptionsError(f"pairs play with 4 or 6 players, not {seats} [skipbo.partners.group_size]", "partners.mode")
        size = self.stock_size(seats)
        if seats * (size + HAND) > PACK:
            left = f"{seats} x {size} = {seats * size} stock cards leave {PACK - seats * size} of {PACK}"
            raise OptionsError(f"{left} for {seats} x {HAND} = {seats * HAND} first draws [skipbo.E34]", "deal.stock_size")


def _dotted(name: str) -> str:
    return name.replace("_", ".", 1)


def _json(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


FIELDS: Final = tuple(f.name for f in fields(SkipBoOptions) if f.name != "preset")
NAMES: Final = tuple(map(_dotted, FIELDS))
"""The dotted names of all options."""

_OFFICIAL = SkipBoOptions()
PRESETS: Final[Mapping[str, SkipBoOptions]] = {
    "official": _OFFICIAL,
    "machine-es": replace(
        _OFFICIAL,
        preset="machine-es",
        partners_communication="partner_silent",
        irregular_overdraw_mix="whole_pile",
        irregular_oot_trigger="draw_and_play",
    ),
    "nl": replace(
        _OFFICIAL,
        preset="nl",
        players_max=6,
        deal_dealer_method="free",
        partners_communication="no_strategy_aloud",
        partners_requests="forbidden",
        penalty_cheating="none",
        irregular_overdraw="back_to_draw",
        irregular_oot_trigger="draw_or_play",
        irregular_oot_penalty="none",
        variant_short_label="house",
    ),
    "guide": replace(
        _OFFICIAL,
        preset="guide",
        players_max=6,
        penalty_cheating="none",
        irregular_overdraw="back_to_draw",
        irregular_oot_trigger="draw_or_play",
        irregular_oot_penalty="none",
    ),
    "faq": replace(
        _OFFICIAL,
        preset="faq",
        players_max=6,
        partners_communication="none",
        partners_requests="forbidden",
        penalty_cheating="none",
        irregular_oot_trigger="draw_or_play",
        irregular_oot_penalty="none",
    ),
}
USUAL: Final = (
    "variant.short", "variant.short_size", "deal.stock_size", "partners.mode", "score.enabled", "score.target", "turn.must_play",
)  # fmt: skip
"""What people agree on before they begin."""
RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "variant.short": ("skipbo.variant.short", "skipbo.variant.short_replaces"),
    "partners.mode": ("skipbo.partners.official_variant", "skipbo.partners.group_size", "skipbo.partners.teams"),
    "wild.as_twelve": ("skipbo.wild.finish_pile", "skipbo.E24"),
    "score.target": ("skipbo.match.500",),
    "score.bonus": ("skipbo.score.winner_bonus",),
    "score.per_card": ("skipbo.score.per_card",),
}
"""Rules that an option comes from, where no rule in `seeds/` names that option."""


def _setting(name: str) -> Setting:
    main, rules = name in USUAL, RULES.get(name, ())
    if name in NUMBERS:
        low, high, word = NUMBERS[name]
        return Setting(name, "number", (word,) if word else (), low, high, main, rules)
    words = WORDS[name]
    return Setting(name, "switch" if set(map(type, words)) == {bool} else "choice", words, main=main, rules=rules)


SETTINGS: Final = tuple(map(_setting, dict.fromkeys([*USUAL, *NAMES])))
SOURCES: Final[Mapping[str, str]] = {
    "official": "000-official",
    "machine-es": "001",
    "nl": "004",
    "guide": "000-guide",
    "faq": "000-faq",
}
"""The source that each preset follows."""


def make(preset: str, changes: Mapping[str, Any]) -> SkipBoOptions:
    """The preset's options with some changed."""
    if preset not in PRESETS:
        raise OptionsError(f"unknown preset {preset!r}; known: {', '.join(PRESETS)}", "preset")
    return PRESETS[preset].changed(changes)
