# ruff: noqa: E501 (tables: a row a case)
"""Skip-Bo: actions and positions as text, options and presets, what is seen."""

import pytest

from cardlab.errors import InvalidAction, InvalidPosition, OptionsError
from cardlab.games.skipbo import SKIPBO
from cardlab.lens import Lens
from tests.games.skipbo_helpers import at, do, start

TEXTS = [
    "skipbo official | phase=dealer draw=?x162 | A stock= | B stock=",
    "skipbo official | phase=dealer draw=?x162 drawn=-,?,12 | A stock= | B stock= | C stock=",
    "skipbo official | phase=play seat=A draw=?x88 B1=4 B3=1,SB,3 | A stock=?x29,4 hand=3,7,9x2,12 D1=8,4 | B stock=?x30",
    "skipbo nl turn.must_play=true | phase=draw seat=B dealer=A turn=1 draw=?x102 | A stock=?x29,7 | B stock=?x29,SB",
    "skipbo official deal.stock_size=12 | phase=play seat=A draw=?x148 laid=2 from_hand=1 done=flip,no_draw | A stock=5 hand=?x2 | B stock=?x11",
    "skipbo official | phase=refill seat=A draw=?x132 | A stock=?x29,4 | B stock=",
    "skipbo official | phase=reshuffle seat=A draw= completed=?x12 task=penalty for=B due=2 took=0 | A stock=1 hand=3x3 | B stock=?x57,3 hand=?x88",
    "skipbo official | phase=mix seat=A draw=?x147 for=A took=2 mix=2 | A stock=?x2,7x12 hand=1 | B stock=",
    "skipbo official | phase=reveal seat=A draw=?x101 reveal=2 | A stock=?x29,1 hand=3,?x2 | B stock=?x27,2",
    "skipbo official | phase=reveal seat=A draw=?x101 reveal=A | A stock=?x30 hand=3 | B stock=?x30",
    "skipbo official | phase=over seat=A draw=?x131 winner=A reason=stock_empty | A total=60 stock= | B stock=?x31",
    "skipbo official score.enabled=true | phase=deal round=2 draw=?x161 | A total=60 stock= | B stock=4",
    "skipbo official | phase=play seat=B draw=?x130 B2=1 laid=1 oot=A saved=1,0,0,0,0,0,5 undo=H1>B2 | A stock=?x28,1 | B stock=1 hand=6",
]


@pytest.mark.parametrize("text", TEXTS)
def test_positions_read_back(text):
    assert SKIPBO.write_position(SKIPBO.read_position(text)) == text


@pytest.mark.parametrize(
    ("text", "why", "column"),
    [
        ("skipbo official | seat=A B1=3,4 | A stock=1 | B", "3 cannot lie as 1", 29),
        ("skipbo official | seat=A B1=12 | A stock=1 | B", "whole number from 1 to 11", 29),
        ("skipbo official | seat=C | A stock=1 | B", "expected a seat, one of A, B", 24),
        ("skipbo official | seat=A draw=?x20 | A stock=1 | B", "31 cards elsewhere and 20 in the draw pile make 51, the pack has 162", 31),
        ("skipbo official | seat=A | A stock=1 hand=7x13 | B", "7 stands 13 times, the pack has 12", 51),
        ("skipbo official | seat=A | A stock=1 hand=7,X | B", "'X' is no card", 45),
        ("skipbo official | seat=A | A stock=1 D1=? | B", "'?' is no card", 41),
        ("skipbo official | seat=A completed=?x11 | A stock=1 | B", "12 cards each", 36),
        ("skipbo official | seat=A | B stock=1 | B", "expected seat A", 27),
        ("skipbo official | seat=A | A stock=1 hands=3 | B", "unknown key 'hands'", 38),
        ("skipbo official | seat=A | A stock=1", "expected: skipbo PRESET", 37),
        ("skipbo offcial | seat=A | A stock=1 | B", "unknown preset 'offcial'; known: official, machine-es, nl, guide, faq", None),
        ("skipbo official turn.refil=off | seat=A | A | B", "unknown option 'turn.refil'; known: players.max", None),
        ("skipbo official turn.refill=of | seat=A | A | B", "turn.refill cannot be 'of'; known: on_empty, off", 29),
        ("skipbo official | phase=draw seat=A | A stock=1 hand=3x5 | B", "by the cards it is play", 61),
        ("skipbo official | phase=play seat=A | A stock=1 | B", "by the cards it is refill", 52),
        ("skipbo official | phase=reveal seat=A | A stock=1 | B", "reveal", 54),
        ("skipbo official | phase=reshuffle seat=A | A stock=1 | B", "completed piles", 57),
        ("skipbo official | seat=B oot=A undo=H1>B2 B1=1 | A stock=1 | B stock=1 hand=6", "H1>B2 cannot be taken back: B2 holds 0 cards", 37),
        ("skipbo official | seat=B oot=A undo=S>B1,full>B1 | A stock=1 | B stock=1 hand=6", "0 are completed", 37),
        ("skipbo official | seat=B oot=A undo=P.S>B1 B1=1 | A stock=1 | B stock=1 hand=6", "nobody has a partner", 37),
        ("skipbo official | seat=B oot=A undo=B2>B1 B1=1 | A stock=1 | B stock=1 hand=6", "is no play on a building pile", 37),
    ],
)
def test_impossible_positions(text, why, column):
    with pytest.raises(InvalidPosition) as caught:
        SKIPBO.read_position(text)
    assert why in str(caught.value)
    assert column is None or caught.value.column == column


def test_what_may_be_left_out():
    """Stocks of the usual size, the draw pile, the phase: unknown, the rest, play."""
    state = at("| seat=A | A hand=3 stock=?x29,1 | B")
    assert (len(state.stocks[1]), len(state.draw), SKIPBO.phase(state)) == (30, 101, "play")


@pytest.mark.parametrize("action", ["draw", "pass", "S>B1", "H7>B2", "HSB>B4", "D3>B1", "P.S>B1", "P.D2>B1", "H9>D3", "ask P.S>B1", "S>D1"])
def test_seat_actions_read_back(action):
    state = at("| seat=A | A stock=?x29,1 hand=3 | B")
    assert SKIPBO.write(state, SKIPBO.read(state, action)) == action


@pytest.mark.parametrize(
    "action",
    ["dealer_draw 3 SB", "dealer 2", "deal 3 7 ?", "reshuffle 5 5 12", "reveal ? 7", "penalty 1", "overdraw 1 2", "out_of_turn 3", "noticed", "take_back H7>B2"],
)
def test_words_read_back(action):
    state = at("| seat=A | A stock=?x29,1 hand=3 | B")
    assert SKIPBO.write(state, SKIPBO.read(state, action)) == action


@pytest.mark.parametrize(
    "action",
    ["", "s>b1", "S>B6", "H13>B1", "H0>B1", "S > B1", "draw 5", "deal", "deal 13", "deal 0", "reveal x", "deal 3x0", "deal 3x200", "penalty", "penalty -1", "penalty 01", "take_back draw", "take_back 3", "noticed 1", "H7>B2 "],
)
def test_nonsense_is_refused(action):
    with pytest.raises(InvalidAction, match=r"can be read|is no face|expected 1 to"):
        SKIPBO.read(at("| seat=A | A stock=?x29,1 hand=3 | B"), action)


def test_faces_may_be_counted():
    state = start(2)
    assert SKIPBO.read(state, "deal 3x2 ?x160") == ("deal", (3, 3) + (0,) * 160)


# -- options


@pytest.mark.parametrize(
    ("preset", "values"),
    [
        ("official", {"players.max": "none", "penalty.cheating": "two_to_stock", "partners.requests": "turn_player", "irregular.oot_trigger": "draw"}),
        ("machine-es", {"players.max": "none", "partners.communication": "partner_silent", "irregular.overdraw_mix": "whole_pile", "irregular.oot_trigger": "draw_and_play"}),
        ("nl", {"players.max": 6, "deal.dealer_method": "free", "partners.requests": "forbidden", "penalty.cheating": "none", "irregular.overdraw": "back_to_draw", "irregular.oot_penalty": "none", "variant.short_label": "house"}),
        ("guide", {"players.max": 6, "deal.dealer_method": "high_card", "penalty.cheating": "none", "irregular.overdraw": "back_to_draw", "turn.start_draw": "top_up_to_5"}),
        ("faq", {"players.max": 6, "partners.communication": "none", "partners.requests": "forbidden", "irregular.overdraw": "to_stock", "irregular.oot_penalty": "none"}),
    ],
)
def test_presets_follow_their_sources(preset, values):
    options = SKIPBO.options(preset, {})
    assert {name: options.as_dict()[name] for name in values} == values
    assert (options.changes(), options.preset) == ({}, preset)


def test_options_tell_what_was_changed():
    options = SKIPBO.options("nl", {"turn.refill": "off", "players.max": 6})
    assert (options.changes(), options.changed({"turn.refill": "on_empty"}).changes()) == ({"turn.refill": "off"}, {})


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"turn.refil": "off"}, "unknown option 'turn.refil'; known: players.max, deal.stock_size"),
        ({"turn.refill": "never"}, "known: on_empty, off"),
        ({"turn.must_play": 1}, "known: false, true"),
        ({"wild.consecutive_max": 3}, "known: unlimited, 2, 1"),
        ({"variant.short_size": 9}, "from 10 to 15"),
        ({"score.target": 0}, "from 1 to"),
        ({"score.bonus": True}, "whole number"),
        ({"deal.stock_size": "30"}, "or 'table_30_20'"),
        ({"variant.short": True, "deal.stock_size": 12}, "variant.short_size"),
    ],
)
def test_options_have_limits(changes, why):
    with pytest.raises(OptionsError, match=why):
        SKIPBO.options("official", changes)


def test_a_pack_too_small_is_refused_with_the_arithmetic():
    with pytest.raises(OptionsError, match="7 x 20 = 140 stock cards leave 22 of 162 for 7 x 5 = 35 first draws"):
        start(7)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_pairs_need_four_or_six_players(players):
    """skipbo.partners.group_size: the sources know partners for four or six people only."""
    with pytest.raises(OptionsError, match=r"pairs play with 4 or 6 players.*\[skipbo\.partners\.group_size\]"):
        start(players, partners__mode="pairs")
    assert [start(n, partners__mode="pairs").seats for n in (4, 6)] == [4, 6]


# -- what is seen and said


def test_who_sees_what():
    """E59, E60: a hand is its owner's, of a stock the top is open, discards lie open, the draw pile has no order."""
    state = at("| seat=A draw=?x92,3 B1=1,SB,3 | A stock=?x28,7,4 hand=9,3 D1=8,4 | B stock=?x29,6 hand=5,?")
    seen = {zone.id: cards for zone, cards in zip(SKIPBO.zones(state.options, 2), SKIPBO.cards(state, Lens(0)), strict=True)}
    assert (seen["hand0"].codes, seen["hand1"].codes) == (("3", "9"), ("?", "?"))
    assert (seen["stock0"].codes[-2:], seen["stock0"].count) == (("?", "4"), 30)
    assert (seen["draw"].codes, seen["draw"].count, seen["B1"].codes, seen["B2"].count) == (("?",), 93, ("1", "SB=2", "3"), 0)
    assert seen["discard0.1"].codes == ("8", "4")
    everything = dict(zip([zone.id for zone in SKIPBO.zones(state.options, 2)], SKIPBO.cards(state, Lens()), strict=True))
    assert (everything["hand1"].codes, everything["stock0"].codes[-2:], everything["draw"].codes) == (("?", "5"), ("?7", "4"), ("?",))
    careful = dict(zip([zone.id for zone in SKIPBO.zones(state.options, 2)], SKIPBO.cards(state, Lens(spoilers=False)), strict=True))
    assert careful["stock0"].codes[-2:] == ("?", "4")


def test_an_empty_building_place_wants_a_1():
    assert [zone.hint for zone in SKIPBO.zones(SKIPBO.options("official", {}), 2) if zone.kind == "build"] == ["1"] * 4


def test_marks():
    state = at("| seat=A owes=B | A stock=?x9,1 hand=3 | B | C stock=1 | D", "official partners.mode=pairs score.enabled=true")
    infos = SKIPBO.seat_infos(state, Lens())
    assert infos[1] == (0, (("partner", "D"), ("no_draw", "")))
    assert infos[3] == (0, (("dealer", ""), ("partner", "B")))


@pytest.mark.parametrize(
    ("text", "action", "label"),
    [
        ("| seat=A B1=3 | A stock=?x29,4 hand=3 D1=4 | B", "S>B1", "S4>B1"),
        ("| seat=A B1=3 | A stock=?x29,4 hand=3 D1=4 | B", "D1>B1", "D1:4>B1"),
        ("| seat=A B1=3 | A stock=?x29,4 hand=3 D1=4 | B", "H3>D1", "H3>D1"),
        ("| phase=draw seat=A | A stock=?x29,4 hand=3 | B", "draw", "draw 4"),
        ("| phase=deal | A | B", "deal ?x162", "deal"),
        ("| phase=reveal seat=A reveal=A | A hand=3 | B", "reveal 4", "reveal 4"),
        ("| phase=reveal seat=A reveal=1 | A stock=?x29,1 hand=3,? | B", "reveal 4", "reveal"),
    ],
)
def test_labels_hide_what_not_all_may_know(text, action, label):
    state = at(text)
    assert SKIPBO.label(state, 0, SKIPBO.read(state, action)) == label


def test_facts_of_plays_and_draws():
    state = at("| seat=A B1=3 | A stock=?x29,SB hand=3 | B")
    assert SKIPBO.facts(state, 0, SKIPBO.read(state, "S>B1")) == {"seat": 0, "card": "Skip-Bo", "pile": "B1", "wants": 4, "value": 4}
    state = at("| phase=draw seat=A draw=?x3 | A stock=?x29,4 hand=3 | B stock=?x127,3")
    assert SKIPBO.facts(state, 0, SKIPBO.read(state, "draw")) == {"seat": 0, "hand": 1, "drawn": 3, "draw_pile": 3}
    state = at("| phase=reveal seat=A reveal=A | A hand=3x12 | B")
    assert SKIPBO.facts(state, -1, SKIPBO.read(state, "reveal 3")) == {"cards": 1, "face": "3", "copies": 12, "known": 12, "wanted": 1}


def test_events_hide_what_a_seat_draws():
    done = do(at("| phase=draw seat=A draw=?x93,1,2,3,4 | A stock=?x29,4 hand=7 | B stock=?x33,1"), "draw")
    assert all("7" not in str(event.facts) for event in done.events)
    assert done.facts == {"seat": 0, "hand": 1, "drawn": 4, "draw_pile": 97}
