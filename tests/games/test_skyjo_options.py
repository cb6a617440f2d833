"""Options: presets, limits with their reasons (E16, E41, E43), and what cannot be changed (E51)."""

from __future__ import annotations

import dataclasses

import pytest

from cardlab.errors import OptionsError, UnknownName
from cardlab.games.skyjo import SKYJO
from cardlab.games.skyjo.options import CHOICES, DOTTED, LIMITS, NAMES, dotted

# The columns "preset skyoo" and "preset skyjo-es" of the notes, for the options there are.
PRESETS = {
    "match.final_score": (100, 100),
    "grid.rows": (3, 3),
    "grid.cols": (4, 4),
    "deal.initial_flips": (2, 2),
    "deal.dealer": ("automatic", "rotate"),
    "column.removal": ("automatic", "optional"),
    "column.removal_window": ("on_completion", "on_completion"),
    "column.after_removal": ("leave_gap", "close_up"),
    "column.at_reveal": ("as_in_play", "as_in_play"),
    "column.at_setup": ("remove", "remove"),
    "row.removal": ("off", "off"),
    "discard.column_order": ("on_top", "on_top"),
    "deck.exhausted": ("reshuffle", "reshuffle"),
    "round.last_turns": ("one_each", "none"),
    "round.trigger_check": ("end_of_turn", "immediate"),
    "score.finisher_tie": ("penalised", "safe"),
    "score.finisher_exempt": ("zero_or_negative", "none"),
    "score.finisher_penalty": ("factor", "factor"),
    "score.finisher_factor": (2, 2),
    "score.finisher_flat": (10, 10),
    "start.player": ("highest_sum", "highest_sum"),
    "start.next_rounds": ("same_rule", "same_rule"),
    "start.tie_break": ("highest_card_then_random", "highest_card_then_random"),
    "turn.time_limit_s": (0, 0),
    "ui.round_score": ("after_round", "after_round"),
    "solo.mode": ("bots", "bots"),
}


def test_presets_are_those_of_the_notes():
    skyoo, skyjo_es = (SKYJO.options(preset, {}).as_dict() for preset in ("skyoo", "skyjo-es"))
    assert {name: (skyoo[name], skyjo_es[name]) for name in skyoo} == PRESETS


def test_names_and_limits_cover_every_option():
    assert set(NAMES) == set(CHOICES) | set(LIMITS)
    assert set(DOTTED) == {dotted(name) for name in NAMES} == set(PRESETS)


@pytest.mark.parametrize("preset", ["skyoo", "skyjo-es"])
def test_changes(preset):
    options = SKYJO.options(preset, {"match.final_score": 60, "column.removal": "off"})
    assert options.changes() == {"match.final_score": 60, "column.removal": "off"}
    assert options.changed({"match.final_score": 100}).changes() == {"column.removal": "off"}
    assert options.preset == preset


REFUSED = [
    ({"match.final": 3}, "unknown option 'match.final'; known: match.final_score, "),
    ({"column.removal": "maybe"}, "column.removal cannot be 'maybe'; known: automatic, optional, off"),
    ({"match.final_score": 0}, "match.final_score takes a whole number from 1 to 10000, not 0"),
    ({"match.final_score": "100"}, "not '100'"),
    ({"match.final_score": True}, "not True"),
    ({"grid.rows": 0}, "grid.rows takes a whole number"),
    ({"deal.initial_flips": 12}, "at most 11, one less than the 3 x 4 = 12 cards of a grid, not 12.*E16"),
    ({"grid.rows": 1, "grid.cols": 2}, "at most 1, one less than the 1 x 2 = 2.*E16"),
    ({"grid.rows": 10, "grid.cols": 10}, r"2 x 10 x 10 grid cards \+ 1 discard \+ 2 to draw = 203 cards, but the deck has 150.*E43"),
]


@pytest.mark.parametrize(("changes", "why"), REFUSED)
def test_refused(changes, why):
    with pytest.raises(OptionsError, match=why) as caught:
        SKYJO.options("skyoo", changes)
    assert caught.value.option


def test_unknown_preset():
    with pytest.raises(UnknownName, match="unknown preset 'skyju'; known: skyoo, skyjo-es"):
        SKYJO.options("skyju", {})


@pytest.mark.parametrize(
    ("seats", "changes", "fits"),
    [
        (8, {}, True),  # 8 x 12 = 96
        (8, {"grid.rows": 1, "grid.cols": 17}, True),
        (8, {"grid.rows": 3, "grid.cols": 6}, False),
        (2, {"grid.rows": 1, "grid.cols": 73}, True),
        (3, {"grid.rows": 7, "grid.cols": 7}, False),
    ],
)
def test_e43_cards_for_all(seats, changes, fits):
    """players x cells + 1 + players <= 150; eight players may have at most 17 cells each."""
    options = SKYJO.options("skyoo", changes)
    if fits:
        assert SKYJO.start(options, seats).seats == seats
    else:
        with pytest.raises(OptionsError, match="E43"):
            SKYJO.start(options, seats)


@pytest.mark.parametrize(
    ("seats", "changes", "rule"),
    [
        (0, {}, "players.count"),
        (9, {}, "players.count"),
        (1, {}, "E41"),
        (2, {"solo.mode": "single_grid"}, "settled.one_seat"),
    ],
)
def test_e41_seats(seats, changes, rule):
    with pytest.raises(OptionsError, match=rf"not {seats} \[skyjo\.{rule}\]"):
        SKYJO.start(SKYJO.options("skyoo", changes), seats)


def test_e51_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        SKYJO.options("skyoo", {}).match_final_score = 50


def test_turn_time_is_carried():
    """The engine keeps no clock; the referee calls `timeout` (E38)."""
    assert SKYJO.options("skyoo", {"turn.time_limit_s": 30}).turn_time_limit_s == 30
