"""Edited positions: every card, whose turn, piles, scores and options; what cannot be, in words; kept unchecked."""

from __future__ import annotations

from random import Random

import pytest

import cardlab
from cardlab.errors import InvalidPosition
from cardlab.games import GAMES
from cardlab.position import faults_of, read_position
from cardlab.scratch.draft import Draft
from cardlab.scratch.tree import ScratchError
from cardlab.scratch.view import hidden_view
from cardlab.text import LANGUAGES, words

SKYJO = "skyjo skyoo | phase=turn seat=A discard=5 | A grid=9,5,?x2/?x4/?x4 | B grid=1,1,?x2/?x4/?x4"
SKIPBO = "skipbo official | phase=play seat=A B1=4 | A stock=?x29,4 hand=3,5,9,9 D1=8,4 | B stock=?x29,7 hand=?x5"

FAULTS = [
    # text, key, rule, what the words hold
    (SKYJO.replace("discard=5", "discard=5x11"), "too_many", "skyjo.deck.composition", ("12", "10")),
    (SKYJO.replace("discard=5", "discard="), "no_discard", "skyjo.E12", ()),
    (SKYJO.replace("discard=5", "discard=1,?"), "top_unknown", "skyjo.discard.face_up", ()),
    (SKYJO.replace("9,5,?x2/", "9,-,?x2/"), "gap", "skyjo.column.identical", ("2",)),
    (SKYJO.replace("9,5,?x2/?x4/?x4", "9,5,?/?x3/?x3"), "grid_size", "skyjo.deal.grid", ("3", "4")),
    (SKYJO.replace("skyoo", "skyjo-es").replace("9,5,?x2/", "9,-,?x2/"), "grid_closes_up", "skyjo.column.shrinks_grid", ()),
    (SKYJO.replace("seat=A", "seat=A finisher=A"), "finisher_to_act", "skyjo.E08", ()),
    (SKYJO.replace("| A ", "| A total=120 "), "total_ends", "skyjo.match.end", ("100",)),
    (SKYJO.replace("phase=turn", "phase=over"), "over_too_early", "skyjo.match.end", ("100",)),
    (SKYJO.replace("phase=turn", "phase=turn held=3"), "card_in_hand", "skyjo.turn.one_of_two", ()),
    (SKYJO.replace("phase=turn", "phase=place"), "no_card_in_hand", "", ()),
    (SKYJO.replace("discard=5", "discard=?x149,5"), "deck_sum_open", "skyjo.deck.total", ("174", "150")),
    (SKYJO.replace("discard=5", "discard=5 draw=?x150"), "deck_sum", "skyjo.deck.total", ("25", "150", "175")),
    (SKYJO.replace("9,5,?x2/?x4/?x4", "-x4/-x4/-x4"), "empty_grid_to_act", "skyjo.settled.empty_grid_passes", ("A",)),
    (SKYJO.replace("9,5,?x2/", "9,5,?!,?/"), "chosen", "skyjo.deal.initial_flips", ("1", "0")),
    (SKIPBO.replace("hand=3,", "hand=SBx19,3,"), "too_many", "skipbo.deck.composition", ("19", "18")),
    (SKIPBO.replace("B1=4", "B1=4 draw=?x10"), "pack_sum", "skipbo.deck.full_pack", ("162",)),
    (SKIPBO.replace("B1=4", "B1=1,3"), "misfit", "skipbo.build.sequence", ("3", "2")),
    (SKIPBO.replace("B1=4", "B1=4x1"), "misfit", "skipbo.build.start", ("4", "1")),
    (SKIPBO.replace("B1=4", "completed=1,2,3"), "completed_dozen", "skipbo.build.complete", ("3", "12")),
    (SKIPBO.replace("hand=3,5,9,9 ", ""), "wrong_phase", "skipbo.turn.phases", ("play", "refill")),
]  # fmt: skip


DOUBTS = [
    # text, key, rule, what the words hold: whole positions that no match comes to
    (SKYJO.replace("9,5,?x2/?x4/?x4", "9,?x3/?x4/?x4"), "too_few_open", "skyjo.deal.initial_flips", ("A", "1", "2")),
    (SKYJO.replace("9,5,?x2/?x4/?x4", "9,5,?x2/9,?x3/9,?x3"), "line_lies", "skyjo.column.automatic", ("A c1",)),
    (SKYJO.replace("9,5,?x2/?x4/?x4", "1,2,3,4/2,3,4,6/3,4,6,7"), "grid_complete", "skyjo.round.trigger", ("A",)),
    (SKYJO.replace("seat=A", "seat=A finisher=B"), "finisher_hidden", "skyjo.round.trigger", ("B",)),
    (SKIPBO.replace("| A stock=?x29,4", "| A stock="), "stock_gone", "skipbo.win.stock_empty", ("A",)),
    (SKIPBO.replace("hand=3,", "hand=3x3,"), "hand_size", "skipbo.turn.draw_to_five", ("A", "6")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "key", "rule", "told"), DOUBTS)
def test_what_no_match_comes_to(text, key, rule, told):
    """It can be read, and an edit is told of it all the same: refused as checked, kept as unchecked."""
    (fault,) = faults_of(text)
    assert (fault.key, fault.rule) == (key, rule)
    assert all(part in fault.text(lang) for part in told for lang in LANGUAGES)
    assert len({fault.text(lang) for lang in LANGUAGES}) == 3
    table = cardlab.scratch(text, checked=False)
    assert not table.origin.checked
    table = cardlab.scratch(SKYJO if text.startswith("skyjo") else SKIPBO)
    with pytest.raises(InvalidPosition, match=rule.replace(".", r"\.")):
        table.edit(text)
    assert not table.edit(text, checked=False).checked


def test_every_rule_that_a_fault_names_is_there():
    for _, _, rule, _ in FAULTS + DOUBTS:
        assert not rule or rule in cardlab.rulebook(rule.partition(".")[0])


@pytest.mark.parametrize(
    ("game", "preset", "options"),
    [
        ("skyjo", "skyoo", {}),
        ("skyjo", "skyjo-es", {"column.removal_window": "until_round_end"}),
        ("skyjo", "skyoo", {"row.removal": "automatic", "column.after_removal": "close_up"}),
        ("skyjo", "skyoo", {"row.removal": "optional", "deal.initial_flips": 9}),
        ("skyjo", "skyoo", {"grid.rows": 2, "deal.initial_flips": 0}),
        ("skipbo", "official", {}),
        ("skipbo", "nl", {"deal.stock_size": 2}),
        ("skipbo", "machine-es", {"partners.mode": "pairs"}),
        ("skipbo", "official", {"turn.start_draw": "draw_5"}),
    ],
)  # fmt: skip
def test_no_position_of_a_match_is_doubted(game, preset, options):
    """Whatever is played, nothing about the positions on the way is told to be impossible."""
    engine = cardlab.game(game).engine
    state, random = engine.start(engine.options(preset, options), 4), Random(6)
    for _ in range(700):
        if state.player is None:
            break
        move = engine.sample(state, random) if state.player < 0 else engine.bots["random"](state, state.player, random)
        engine.apply(state, state.player, move)
        assert faults_of(engine.write_position(state)) == ()


@pytest.mark.parametrize(("text", "key", "rule", "told"), FAULTS)
def test_faults_in_words(text, key, rule, told):
    """Each problem with its arithmetic and its rule, in three languages; the strict reading refuses it with the same words."""
    (fault,) = [fault for fault in faults_of(text) if fault.key == key]
    assert fault.rule == rule
    for lang in LANGUAGES:
        said = fault.text(lang)
        assert all(part in said for part in told), said
        assert said.endswith(f"[{rule}]") or not rule
    assert len({fault.text(lang) for lang in LANGUAGES}) == 3
    with pytest.raises(InvalidPosition) as caught:
        read_position(text)
    first = faults_of(text)[0]
    assert str(caught.value).endswith(f"[{first.rule}]") or not first.rule
    assert caught.value.column == first.column


def test_every_fault_is_known_in_every_language():
    for game in GAMES:
        for key, texts in words(game.name)["faults"].items():
            assert set(texts) == set(LANGUAGES), key


@pytest.mark.parametrize("text", [SKYJO, SKIPBO])
def test_a_good_position_has_no_fault(text):
    assert faults_of(text) == ()
    assert read_position(text, checked=False) == read_position(text)


def test_all_faults_at_once():
    text = SKYJO.replace("discard=5", "discard=5x11,-2x6").replace("seat=A", "seat=A finisher=A")
    assert {(fault.key, fault.facts.get("card")) for fault in faults_of(text)} == {
        ("finisher_to_act", None), ("too_many", "5"), ("too_many", "-2"),
    }  # fmt: skip


def test_a_draft_puts_cards_anywhere():
    draft = Draft(SKYJO, ["Ana", "Leo"])
    draft.put("grid0:r1c1", "-2").put("grid1:r3c4", "h7").add("discard", "12").set("total", 30, seat=1).set("match.final_score", 50)
    draft.to_act(1)
    position = draft.position()
    table = position.table()
    assert position.player == 1
    assert table["grid0"].codes[0] == "-2"
    assert table["grid1"].codes[11] == "?7"
    assert table["discard"].codes == ("12",) and table["discard"].count == 2
    assert table["draw"].count == 150 - 24 - 2
    assert position.scores == (0, 30)
    assert position.options.match_final_score == 50
    assert draft.check() == []


def test_a_draft_of_skipbo():
    draft = Draft(SKIPBO)
    assert draft.cards("B1") == ["1", "2", "3", "4"]
    draft.move("hand0:2", "B1").move("discard0.1:1", "discard0.2").size("stock1", 3)
    position = draft.position()
    table = position.table()
    assert table["B1"].codes == ("1", "2", "3", "4", "5")
    assert table["hand0"].codes == ("3", "9", "9")
    assert (table["discard0.1"].codes, table["discard0.2"].codes) == (("8",), ("4",))
    assert table["stock1"].count == 3 and table["stock1"].codes[-1] == "7"
    assert table["draw"].count == 162 - 5 - 3 - 2 - 30 - 3 - 5, "the draw pile is all the rest"
    for _ in range(19):
        draft.add("hand0", "SB")
    assert "19" in draft.check("es")[0] and "[skipbo.deck.composition]" in draft.check("es")[0]
    for _ in range(19):
        assert draft.take("hand0:4") == "SB"
    assert draft.put("draw:1", "SB").cards("draw")[-1] == "SB"
    assert draft.check() == []


def test_the_draw_pile_takes_a_size_of_its_own():
    """What it gives goes beneath the discard pile as it lay, and comes back as it was; no other pile changes, and no card is lost."""
    draft = Draft(SKYJO.replace("discard=5", "discard=5 draw=11,3"))
    before = draft.text
    assert draft.tally() == "draw pile 125 + discard pile 1 + elsewhere 24 = 150 cards"
    draft.size("draw", 1)
    assert draft.cards("draw") == ["3"]
    assert draft.cards("discard") == ["?"] * 123 + ["11", "5"]
    assert {draft.tally(lang) for lang in LANGUAGES} == {
        "draw pile 1 + discard pile 125 + elsewhere 24 = 150 cards",
        "mazo 1 + descarte 125 + en otros sitios 24 = 150 cartas",
        "trekstapel 1 + aflegstapel 125 + elders 24 = 150 kaarten",
    }
    assert draft.check() == []
    assert draft.position().table()["draw"].count == 1
    draft.size("draw", 125)
    assert (draft.cards("draw")[-2:], draft.cards("discard"), draft.check()) == (["11", "3"], ["5"], [])
    assert read_position(draft.text) == read_position(before)
    with pytest.raises(ScratchError, match=r"125 cards in draw \+ 1 in discard = 126, but draw wants 127"):
        draft.size("draw", 127)
    assert {fault.key for fault in draft.size("draw", 126).faults} == {"no_discard"}


def test_sizes_in_skipbo():
    """The draw pile gives dozens to the completed piles, and what is no dozen is told with the numbers; a building pile grows and shrinks
    on top; every other pile takes what it gets out of the draw pile."""
    draft = Draft(SKIPBO)
    draft.size("draw", 86)
    assert [fault.text() for fault in draft.faults] == ["completed piles hold 12 cards each, 1 is no multiple [skipbo.build.complete]"]
    draft.size("draw", 75)
    assert (len(draft.cards("completed")), draft.check()) == (12, [])
    draft.size("B1", 6)
    assert draft.cards("B1") == ["1", "2", "3", "4", "5", "6"] and draft.check() == []
    draft.size("B1", 2)
    assert draft.cards("B1") == ["1", "2"] and draft.check() == []
    draft.size("completed", 24).size("hand1", 2).size("stock0", 5)
    table = draft.position().table()
    assert [table[zone].count for zone in ("completed", "hand1", "stock0")] == [24, 2, 5]
    assert sum(cards.count for cards in table.cards) == 162


@pytest.mark.parametrize("preset", [preset for game in GAMES for preset in game.presets])
def test_a_deal_is_a_beginning(preset):
    """The same seed deals as `start` does, by the options that were chosen."""
    (game,) = [game for game in GAMES if preset in game.presets]
    draft = Draft.deal(game, 7, preset, ["Ana", "Leo", "Mia", "Zoe"])
    assert draft.text == cardlab.game(game.name).start(players=4, preset=preset, seed=7).text != Draft.deal(game, 8, preset, "ABCD").text
    assert draft.check() == [] and draft.position().names == ("Ana", "Leo", "Mia", "Zoe")


def test_a_beginning_keeps_the_options():
    for draft in (Draft.deal("skyjo", 7, options={"grid.rows": 2}), Draft.empty("skyjo", options={"grid.rows": 2})):
        assert len(draft.cards("grid0")) == 8
        assert draft.position(checked=False).options.grid_rows == 2


def test_every_field_has_a_label_and_can_be_set():
    """What is offered beside cards and options is a key of the position text, in three languages; each value is read back."""
    for text in (SKYJO, SKIPBO):
        draft = Draft(text)
        for field, seat, _ in draft.fields():
            assert set(words(draft.game.name)["fields"][field.key]) == set(LANGUAGES)
            changed = Draft(text).set(field.key, 1 if field.names_seat else 2, seat)
            assert ("B" if field.names_seat else "2") in [told for one, of, told in changed.fields() if (one, of) == (field, seat)]
            changed.position(checked=False)


def test_a_traded_card_comes_from_the_draw_pile():
    draft = Draft(SKYJO.replace("discard=5", "discard=5 draw=11,3"))
    draft.put("grid0:r1c1", "11", trade=True)
    assert draft.cards("grid0")[0] == "11"
    assert draft.cards("draw")[-2:] == ["9", "3"]


def test_an_empty_table_is_filled():
    for name in ("skyjo", "skipbo"):
        draft = Draft.empty(name)
        table = draft.table()
        assert sum(cards.count for cards in table.cards) == table["draw"].count == sum(draft.game.copies.values())
    draft = Draft.empty("skyjo", names=["Ana", "Leo", "Mia"])
    assert {fault.key for fault in draft.faults} == {"no_discard", "empty_grid_to_act"}
    draft.add("discard", "5")
    assert {fault.key for fault in draft.faults} == {"empty_grid_to_act"}
    draft.set("grid", None, seat=0).put("grid0:r1c1", "1").put("grid0:r1c2", "2")
    assert {fault.key for fault in draft.faults} == {"grid_complete"}, "grids without a card are complete"
    for seat in (1, 2):
        draft.set("grid", None, seat=seat).put(f"grid{seat}:r1c1", "1").put(f"grid{seat}:r1c2", "2")
    assert draft.check() == []
    assert draft.position().names == ("Ana", "Leo", "Mia")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: d.put("grid0:r9c9", "1"), "nothing lies at"),
        (lambda d: d.put("attic:1", "1"), "unknown zone 'attic'"),
        (lambda d: d.put("grid0 r1c1", "1"), "expected a place"),
        (lambda d: d.add("grid0", "1"), "is a grid"),
        (lambda d: d.move("grid0:r1c1", "grid1"), "is a grid"),
        (lambda d: d.size("grid0", 3), "is an option"),
        (lambda d: d.size("discard", 500), "0 to 400"),
        (lambda d: d.set("seat", 7), "no seat 7"),
        (lambda d: d.set("round", "a b"), "cannot be"),
        (lambda d: Draft("skyjo"), "expected a position text"),
    ],
)
def test_what_a_draft_refuses(change, why):
    draft = Draft(SKYJO)
    with pytest.raises(ScratchError, match=why):
        change(draft)
    assert draft.position() == read_position(SKYJO), "nothing has changed"


def test_an_edit_is_a_node(skyjo):
    draft = skyjo.draft().put("grid0:r1c2", "12")
    node = skyjo.edit(draft)
    assert (node.kind, node.checked) == ("edit", True)
    assert skyjo.table()["grid0"].codes[1] == "12"
    assert skyjo.names == ("Ana", "Leo")
    skyjo.play("draw")
    skyjo.undo()
    skyjo.undo()
    assert skyjo.node is skyjo.origin


def test_kept_unchecked_and_says_so(skyjo):
    draft = skyjo.draft()
    for _ in range(9):
        draft.add("discard", "5")
    with pytest.raises(InvalidPosition, match="11 of 5, but the deck has 10"):
        skyjo.edit(draft)
    assert len(skyjo) == 1
    node = skyjo.edit(draft, checked=False)
    assert not node.checked
    assert "unchecked" in skyjo.banner()
    assert skyjo.view()["checked"] is False
    assert not skyjo.play("draw").checked, "so is whatever comes of it"
    good = skyjo.edit(SKYJO, checked=False)
    assert not good.checked, "what came of an unchecked position stays unchecked"
    skyjo.home()
    assert skyjo.edit(SKYJO, checked=False).checked, "what is good needs no excuse"
    again = cardlab.scratch(draft.text, checked=False)
    assert not again.origin.checked
    assert again.text == skyjo.at(node).text, "the text holds an impossible position too"


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("text", [text for text, *_ in FAULTS + DOUBTS])
def test_an_impossible_position_never_breaks_the_table(text, seat):
    """Whatever is wrong, the table can be shown, asked and played; what the engine cannot do is refused in words."""
    table = cardlab.scratch(text, checked=False, seat=seat, spoilers=seat is not None)
    view = table.view()
    assert view["checked"] is False
    assert table.svg() and str(table) and table.draft().text
    assert faults_of(table.text) == faults_of(cardlab.scratch(table.text, checked=False).text), "its text says the same"
    assert faults_of(table.text), "and it says what cannot be"

    def first():
        return [one["action"] for one in table.view()["tries"] if one["legal"]][:1] or ["draw"]

    for do in (
        lambda: [table.attempt(action) for action in first()],
        lambda: table.insert(*first()),
        lambda: table.rest_at_random(1),
        lambda: table.play_out(5),
        lambda: table.roll(3),
        table.forget,
        lambda: hidden_view(table),
        lambda: table.compare().text("es"),
        table.to_replay,
    ):
        try:
            do()
        except cardlab.CardlabError as error:
            assert str(error)
        assert not table.node.checked
        table.view()


@pytest.mark.parametrize("text", [text for text, *_ in FAULTS + DOUBTS])
def test_the_text_of_an_impossible_position_is_read_back(text):
    """All that cannot be is still so in the canonical text."""
    position = read_position(text, checked=False)
    again = read_position(position.text, checked=False)
    assert again.text == position.text
    assert again.table() == position.table()
    assert [(f.key, f.facts, f.rule) for f in faults_of(position.text)] == [(f.key, f.facts, f.rule) for f in faults_of(text)]


def test_another_game_wants_another_table(skyjo):
    with pytest.raises(ScratchError, match="table of its own"):
        skyjo.edit(SKIPBO)


def test_options_are_edited(skyjo):
    draft = skyjo.draft().set("preset", "skyjo-es")
    skyjo.edit(draft)
    assert skyjo.position.options.preset == "skyjo-es"
    with pytest.raises(cardlab.OptionsError):
        skyjo.edit(skyjo.draft().set("match.final_score", -5))
