"""Set-up and turns: what a rule allows, what it forbids, and what comes of it. Rows by rule id; S numbers are the notes' scenarios."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.games.skyjo import SKYJO
from cardlab.games.skyjo.state import FACE_TEXT
from cardlab.lens import Lens

from .skyjo_helpers import S03, deal_text, legal, play, ruling

TURN = f"skyjo skyoo | phase=turn seat=A discard=2 draw=7 | A grid={S03} | B"
DRAWN = f"skyjo skyoo | phase=place seat=A held=7 discard=2 | A grid={S03} | B"
TAKEN = f"skyjo skyoo | phase=place seat=A taken=2 discard=5 | A grid={S03} | B"
THROWN = f"skyjo skyoo | phase=flip seat=A discard=2,7 | A grid={S03} | B"
GAP = "skyjo skyoo | {} | A grid=h9,-,h1,h4/h6,-,h3,h8/11,-,h10,h12 | B"
OPENING = f"skyjo skyoo | phase=opening seat=A discard=2 | A grid={S03.replace('5', 'h5').replace('11', 'h11')} | B"
SET_UP = f"skyjo skyjo-es | phase=deal | {'A | B | C'}"

FORBIDDEN = [
    # rule, position, action, by whom (None: who is to act)
    ("skyjo.turn.take_discard_must_swap", TAKEN, "discard", None),  # S04
    ("skyjo.turn.take_discard_must_swap", TAKEN, "draw", None),  # S04, E22
    ("skyjo.turn.take_discard_must_swap", TAKEN, "flip r1c1", None),  # taken is taken
    ("skyjo.turn.draw_discard_flip", THROWN, "draw", None),  # S06
    ("skyjo.turn.draw_discard_flip", THROWN, "swap r1c1", None),
    ("skyjo.turn.draw_discard_flip", THROWN, "flip r1c2", None),  # E26: an open card
    ("skyjo.turn.order", THROWN, "draw", 1),
    ("skyjo.turn.no_peek", DRAWN, "reveal 9", None),  # S07
    ("skyjo.turn.no_peek", DRAWN, "reveal 9", 0),
    ("skyjo.deal.secret", OPENING, "reveal 9", None),
    ("skyjo.turn.draw_look", DRAWN, "draw", None),
    ("skyjo.E25", DRAWN, "take", None),
    ("skyjo.turn.draw_discard_order", DRAWN, "flip r1c1", None),
    ("skyjo.turn.draw_discard_order", TURN, "flip r1c1", None),
    ("skyjo.turn.one_of_two", TURN, "swap r1c2", None),
    ("skyjo.turn.draw_discard", TURN, "discard", None),
    ("skyjo.start.highest_sum", TURN, "draw", 1),  # S02: the first turn of the round is A's
    ("skyjo.turn.order", TURN.replace("seat=A", "seat=A turn=2"), "draw", 1),
    ("skyjo.turn.order", TURN.replace("seat=A", "seat=A turn=2"), "draw", -1),
    ("skyjo.deal.grid", DRAWN, "swap r4c1", None),
    ("skyjo.deal.grid", THROWN, "flip r1c5", None),
    ("skyjo.column.no_refill", GAP.format("phase=place held=1 discard=2"), "swap r1c2", None),  # S12, E28
    ("skyjo.E28", GAP.format("phase=flip discard=2,1"), "flip r2c2", None),
    ("skyjo.E27", "skyjo skyoo | phase=place seat=B held=7 finisher=A discard=2 | A grid=1,2,3,4/2,3,4,5/3,4,5,6 | B grid=1,2,3,4/2,3,4,5/3,4,5,6", "discard", None),  # noqa: E501
    ("skyjo.deal.initial_flips_timing", OPENING, "draw", None),
    ("skyjo.deal.initial_flips_timing", OPENING, "draw", 1),
    ("skyjo.turn.order", OPENING, "flip r1c1", 1),
    ("skyjo.deal.initial_flips", OPENING.replace("h9,", "h9!,"), "flip r1c1", None),
    ("skyjo.deal.grid", OPENING, "flip r9c9", None),
    ("skyjo.deal.order", "skyjo skyoo | phase=deal | A | B", "draw", 0),
    ("skyjo.deal.order", OPENING, "deal ?x150", None),
    ("skyjo.round.continues", TURN, "deal ?x150", None),
    ("skyjo.deal.shuffle", "skyjo skyoo | phase=deal | A | B", "deal ?x150", 0),
    ("skyjo.deck.total", "skyjo skyoo | phase=deal | A | B", "deal ?x149", None),
    ("skyjo.deck.composition", "skyjo skyoo | phase=deal | A | B", "deal -2 -2 -2 -2 -2 -2 ?x144", None),
    ("skyjo.deck.composition", "skyjo skyoo | phase=reveal_draw discard=-2,-2,-2,-2,-2 | A | B", "reveal -2", None),
    ("skyjo.turn.draw_look", "skyjo skyoo | phase=reveal_draw discard=2 | A | B", "reveal 3 4", None),
    ("skyjo.turn.draw_look", "skyjo skyoo | phase=reveal_draw discard=2 | A | B", "swap r1c1", 0),
    ("skyjo.deal.first_discard", "skyjo skyoo | phase=reveal_first discard=? | A | B", "reveal ?", None),
    ("skyjo.deal.order", "skyjo skyoo | phase=reveal_first discard=? | A | B", "flip r1c1", 0),
    ("skyjo.turn.swap_reveals", "skyjo skyoo | phase=reveal_swap at=r1c1 discard=2,? | A grid=7,?x3/?x4/?x4 | B", "draw", 1),
    ("skyjo.E11", "skyjo skyoo | phase=turn discard=2,3 | A | B", "reshuffle 2", None),
    ("skyjo.column.automatic", TURN, "clear c1", None),
    ("skyjo.settings.identical_rows", TURN, "clear r1", None),
    ("skyjo.settings.turn_time", TURN, "timeout", 0),
    ("skyjo.deal.order", "skyjo skyoo | phase=deal | A | B", "timeout", None),
    ("skyjo.E55", TURN, "leave 1", 1),
    ("skyjo.E55", TURN + " left=yes", "leave 1", None),
    ("skyjo.players.count", TURN, "leave 2", None),
    ("skyjo.match.end", "skyjo skyoo | phase=over discard=2 | A total=100 | B", "draw", 0),
    ("skyjo.match.end", "skyjo skyoo | phase=over discard=2 | A total=100 | B", "deal ?x150", None),
    ("skyjo.match.end", "skyjo skyoo | phase=over discard=2 | A total=100 | B", "leave 0", None),
    ("skyjo.settings.grid_size", "skyjo skyoo grid.rows=4 | phase=place held=1 discard=2 | A | B", "swap r5c1", None),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "position", "action", "player"), FORBIDDEN)
def test_forbidden(rule, position, action, player):
    assert ruling(position, action, player)[0] == rule


ALLOWED = [
    # rules that are among those named, position, action
    ({"skyjo.turn.take_discard", "skyjo.turn.take_discard_top", "skyjo.turn.one_of_two", "skyjo.turn.must_act"}, TURN, "take"),  # S03
    ({"skyjo.turn.take_discard_must_swap", "skyjo.turn.take_discard_target", "skyjo.turn.no_peek"}, TAKEN, "swap r1c1"),
    ({"skyjo.turn.take_discard_target", "skyjo.turn.own_grid"}, TAKEN, "swap r1c2"),
    ({"skyjo.turn.draw", "skyjo.turn.one_of_two", "skyjo.turn.draw_look", "skyjo.settled.draw_is_a_ply"}, TURN, "draw"),  # S05
    ({"skyjo.turn.draw_discard", "skyjo.turn.draw_two_uses", "skyjo.discard.on_top", "skyjo.discard.face_up"}, DRAWN, "discard"),
    ({"skyjo.turn.draw_discard_flip", "skyjo.turn.draw_discard_order", "skyjo.turn.own_grid"}, THROWN, "flip r2c3"),
    ({"skyjo.turn.draw_swap", "skyjo.turn.draw_swap_target", "skyjo.turn.draw_swap_replaced", "skyjo.E24"}, DRAWN, "swap r3c1"),  # S08
    ({"skyjo.turn.draw_swap", "skyjo.turn.no_peek", "skyjo.turn.swap_reveals"}, DRAWN, "swap r1c1"),
    ({"skyjo.turn.take_discard_replaced", "skyjo.discard.on_top", "skyjo.turn.swap_reveals"}, TAKEN, "swap r1c1"),
    ({"skyjo.turn.next_player", "skyjo.turn.order", "skyjo.round.continues"}, THROWN, "flip r2c3"),
    ({"skyjo.E23"}, TAKEN.replace("taken=2", "taken=5"), "swap r1c2"),
    ({"skyjo.deal.initial_flips", "skyjo.deal.initial_flips_choice", "skyjo.E18"}, OPENING, "flip r3c3"),
    ({"skyjo.deal.shuffle", "skyjo.deal.twelve_cards", "skyjo.deal.grid", "skyjo.deal.grid_place", "skyjo.deal.face_down",
      "skyjo.deal.secret", "skyjo.deal.first_discard", "skyjo.deal.draw_pile", "skyjo.deal.order"}, SET_UP, deal_text([])),
    ({"skyjo.deck.total", "skyjo.deck.composition", "skyjo.deck.range", "skyjo.deck.count_minus2", "skyjo.deck.count_minus1",
      "skyjo.deck.count_zero", "skyjo.deck.count_positive", "skyjo.deck.negatives", "skyjo.deck.zeros"}, SET_UP, deal_text([])),
    ({"skyjo.settings.defaults"}, "skyjo skyoo match.final_score=60 | phase=deal | A | B", deal_text([])),
    ({"skyjo.E22"}, TAKEN, "swap r1c2"),
    ({"skyjo.E26"}, THROWN, "flip r2c3"),
    ({"skyjo.deal.first_discard"}, "skyjo skyoo | phase=reveal_first discard=? | A | B", "reveal 5"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "position", "action"), ALLOWED)
def test_allowed(rules, position, action):
    assert rules <= set(play(position, action).rules)


def test_s01_deal():
    """3 x 12 hidden cards, one discard, 113 to draw; dealt round the table one at a time, each grid in reading order."""
    first = [str(n) for n in (9, 8, 7, 6, 5, 4)]
    done = play(SET_UP, deal_text(first))
    state = done.state
    assert [len(cards) for cards in state.grid] == [12, 12, 12]
    assert (len(state.discard), len(state.draw)) == (1, 113)
    assert done.phase == "opening"
    # skyjo-es: the last seat deals first, so seat 0 gets the first card (E20).
    assert [done.grid(seat).split(",")[:2] for seat in range(3)] == [["h9", "h6"], ["h8", "h5"], ["h7", "h4"]]
    faces = SKYJO.read(state, deal_text(first))[1]
    assert state.face[state.discard[0]] == faces[36]
    assert state.face[state.draw[-1]] == faces[37]
    for seat in range(3):
        assert set(SKYJO.cards(state, Lens(seat))[3 + seat].codes) == {"?"}


def test_s02_highest_sum_starts():
    """skyjo.start.sum, skyjo.start.highest_sum: 15, 14, 10; A begins, and B is refused."""
    rest = "?x2/?x4/?x4"
    text = f"skyjo skyjo-es | phase=opening seat=C discard=2 | A grid=h12!,h3!,{rest} | B grid=h7!,h7!,{rest} | C grid=h11!,h-1,{rest}"
    done = play(text, "flip r1c2")
    assert done.event("opening").facts["sums"] == [15, 14, 10]
    assert done.event("starter").facts["starter"] == 0
    assert {"skyjo.start.sum", "skyjo.start.highest_sum", "skyjo.E14", "skyjo.deal.initial_flips_timing"} <= set(done.rules)
    assert (done.state.player, done.phase, done.state.turn) == (0, "turn", 1)
    assert ruling(done.state, "take", 1)[0] == "skyjo.start.highest_sum"
    after = play(done.state, "take", "swap r1c1")
    assert after.state.player == 1


def test_opening_is_recorded_seat_by_seat_and_turned_together():
    """skyjo.deal.initial_flips_timing, E18: nothing shows before the last seat has chosen."""
    done = play("skyjo skyoo | phase=deal | A | B", deal_text(["9", "8"]), "flip r1c1", "flip r2c2", "flip r1c1")
    assert done.state.player == 1
    for seat in (0, 1):
        codes = {code for cards in SKYJO.cards(done.state, Lens(seat))[3:] for code in cards.codes}
        assert codes == {"?", "?!"}
    assert SKYJO.cards(done.state, Lens())[3].codes[0] == "?9!"
    turned = play(done.state, "flip r3c4")
    assert turned.phase == "turn"
    assert "skyjo.settled.flips_together" in turned.event("opening").rules
    assert SKYJO.cards(turned.state, Lens(1))[3].codes[0] == "9"
    assert SKYJO.cards(turned.state, Lens(0))[4].codes[0] == "8"


@pytest.mark.parametrize("preset", ["skyoo", "skyjo-es"])
class TestScenarios:
    """S03, S05 and S08 hold under both presets."""

    def text(self, preset, drawn):
        return f"skyjo {preset} | phase=turn seat=A discard=2 draw={drawn} | A grid={S03} | B"

    def test_s03(self, preset):
        done = play(self.text(preset, "7"), "take", "swap r1c1")
        assert done.grid(0) == "2,5,h1,h4/h6,h0,h3,h8/11,h2,h10,h12"
        assert done.discard == "9"
        assert len(done.state.draw) == 150 - 24 - 1
        assert done.state.player == 1

    def test_s05(self, preset):
        done = play(self.text(preset, "7"), "draw", "discard", "flip r2c3")
        assert done.grid(0) == "h9,5,h1,h4/h6,h0,3,h8/11,h2,h10,h12"
        assert done.discard == "2,7"
        assert done.state.player == 1

    def test_s08(self, preset):
        done = play(self.text(preset, "-2"), "draw", "swap r3c1")
        assert done.grid(0) == "h9,5,h1,h4/h6,h0,h3,h8/-2,h2,h10,h12"
        assert done.discard == "2,11"
        assert done.event("swapped").facts == {"seat": 0, "place": "r3c1", "card": "-2", "replaced": "11"}


def test_only_the_drawer_sees_the_drawn_card():
    """skyjo.turn.draw_look; a taken card is open to all; no fact tells a hidden face."""
    drawn = play(TURN, "draw").state
    zone = [z.id for z in SKYJO.zones(drawn.options, 2)].index("drawn")
    assert SKYJO.cards(drawn, Lens(0))[zone].codes == ("7",)
    assert SKYJO.cards(drawn, Lens(1))[zone].codes == ("?",)
    assert SKYJO.cards(drawn, Lens())[zone].codes == ("7",)
    taken = play(TURN, "take").state
    assert SKYJO.cards(taken, Lens(1))[zone].codes == ("2",)
    for action in ("swap r1c1", "discard"):
        told = SKYJO.facts(drawn, 0, SKYJO.read(drawn, action))
        assert "7" not in told.values()
        assert "9" not in told.values()


def test_legal_actions_in_each_phase():
    assert legal(SKYJO.read_position(TURN)) == ["draw", "take"]
    assert legal(SKYJO.read_position(TAKEN)) == [f"swap r{r}c{c}" for r in (1, 2, 3) for c in (1, 2, 3, 4)]
    assert legal(SKYJO.read_position(DRAWN))[0] == "discard"
    assert len(legal(SKYJO.read_position(THROWN))) == 10
    assert len(legal(SKYJO.read_position(GAP.format("phase=place held=1 discard=2")))) == 10


def test_unknown_faces_are_named_by_chance():
    """A physical game: nothing is known until it is turned; every face that becomes visible is asked for."""
    done = play("skyjo skyoo | phase=deal | A | B", "deal ?x150")
    assert done.phase == "reveal_first"
    done = play(done.state, "reveal 5", "flip r1c1", "flip r1c2", "flip r1c1", "flip r1c2")
    assert done.phase == "reveal_opening"
    done = play(done.state, "reveal 9 3 12 4")
    assert done.event("opening").facts["sums"] == [12, 16]
    done = play(done.state, "draw")
    assert (done.phase, done.state.actor) == ("reveal_draw", 1)
    seen = play(done.state, "reveal 7", "swap r2c1")
    assert seen.phase == "reveal_swap"
    placed = play(seen.state, "reveal 11")
    assert placed.event("swapped").facts == {"seat": 1, "place": "r2c1", "card": "7", "replaced": "11"}
    assert placed.state.player == 0
    # Whoever records the game may not know the drawn card until it is placed.
    unseen = play(done.state, "reveal ?", "discard")
    assert unseen.phase == "reveal_discard"
    flipped = play(unseen.state, "reveal 7", "flip r3c4", "reveal 1")
    assert flipped.grid(1) == "12,4,?,?/?,?,?,?/?,?,?,1"
    swapped = play(done.state, "reveal ?", "swap r1c1")
    assert play(swapped.state, "reveal 6").grid(1).startswith("6,4,")


def test_impossible_faces_are_refused_with_the_count():
    """All copies seen: the facts tell how many there can still be."""
    state = SKYJO.read_position("skyjo skyoo | phase=reveal_draw discard=-2,-2,-2,-2,-2 | A | B")
    told = SKYJO.facts(state, -1, SKYJO.read(state, "reveal -2"))
    assert (told["card"], told["copies"], told["wanted"]) == ("-2", 0, 1)


@pytest.mark.parametrize(
    ("position", "action", "label"),
    [
        ("skyjo skyoo | phase=deal | A | B", deal_text([]), "deal"),
        ("skyjo skyoo | phase=reveal_draw discard=2 | A | B", "reveal 7", "reveal ?"),
        ("skyjo skyoo | phase=reveal_first discard=? | A | B", "reveal 7", "reveal 7"),
        (DRAWN, "swap r2c3", "swap r2c3"),
        ("skyjo skyoo | phase=reveal_final discard=2 | A grid=1,?x3/?x4/?x4 | B grid=?x3,2/?x4/?x4", "reveal ?x22", "reveal ×22"),
    ],
)
def test_labels_tell_no_hidden_face(position, action, label):
    state = SKYJO.read_position(position)
    move = SKYJO.read(state, action)
    assert SKYJO.label(state, -1, move) == label
    assert SKYJO.read(state, SKYJO.write(state, move)) == move


def test_the_top_discard_alone_shows():
    """E54."""
    state = SKYJO.read_position("skyjo skyoo | phase=turn discard=1,2,3 | A | B")
    for lens in (Lens(), Lens(0), Lens(None, None, False)):
        assert SKYJO.cards(state, lens)[1] == (("3",), 3)
        assert SKYJO.cards(state, lens)[0].codes == ("?",)


def test_bands():
    """E53: blue below 1, green to 4, yellow to 8, red to 12."""
    assert [SKYJO.faces[str(n)] for n in (-2, -1, 0, 1, 4, 5, 8, 9, 12)] == [0, 0, 1, 2, 2, 3, 3, 4, 4]
    assert set(SKYJO.faces) == set(FACE_TEXT.values()) - {"?"}


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_a_card_that_was_taken_is_not_called_drawn(lang):
    """Putting it back is refused; the sentence says of which card."""
    taken, drawn = (cardlab.position(text).ruling("discard") for text in (TAKEN, DRAWN))
    assert not taken.legal and drawn.legal
    assert {"en": "just taken", "es": "que ha tomado", "nl": "zojuist genomen"}[lang] in taken.text(lang)
    assert {"en": "drawn", "es": "robada", "nl": "getrokken"}[lang] in drawn.text(lang)
