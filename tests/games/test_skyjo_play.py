"""Whole games under many options: they end, cards are conserved, texts are lossless, nothing hidden shows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.game import CHANCE, REFEREE
from cardlab.games.skyjo import SKYJO
from cardlab.games.skyjo.options import CHOICES, dotted
from cardlab.games.skyjo.state import COPIES, DECK, UNKNOWN
from cardlab.lens import EVERYTHING, Lens

MATCHES = [
    ("skyoo", 2, {}),
    ("skyjo-es", 3, {}),
    ("skyoo", 8, {}),
    ("skyjo-es", 8, {"column.removal_window": "own_turn"}),
    ("skyjo-es", 4, {"column.removal_window": "until_round_end", "row.removal": "optional"}),
    ("skyoo", 3, {"row.removal": "automatic", "column.after_removal": "close_up", "discard.column_order": "beneath"}),
    ("skyjo-es", 3, {"deal.initial_flips": 6, "row.removal": "optional", "column.after_removal": "leave_gap"}),
    ("skyoo", 2, {"deal.initial_flips": 0, "start.next_rounds": "winner", "ui.round_score": "live"}),
    ("skyoo", 4, {"grid.rows": 5, "grid.cols": 7, "start.next_rounds": "rotate"}),
    ("skyoo", 4, {"grid.rows": 5, "grid.cols": 7, "deck.exhausted": "end_round"}),
    ("skyoo", 2, {"grid.rows": 1, "grid.cols": 73, "match.final_score": 300}),
    ("skyoo", 1, {"solo.mode": "single_grid"}),
    ("skyjo-es", 3, {"start.player": "random", "start.next_rounds": "finisher", "score.finisher_penalty": "factor_then_flat"}),
]


def walk(preset, seats, changes, seed, bot="random", cap=4000, unknown=False):
    """States of a game, each with the action about to be taken: (state, player, move)."""
    random = Random(seed)
    state = SKYJO.start(SKYJO.options(preset, changes), seats)
    for _ in range(cap):
        if state.player is None:
            return
        player = state.player
        if player == CHANCE:
            move = SKYJO.sample(state, random)
            if unknown and move[0] in ("deal", "reshuffle"):
                move = move[0], tuple(UNKNOWN for _ in move[1])
        else:
            move = SKYJO.bots[bot](state, player, random)
        yield state, player, move
        state = state.copy()
        SKYJO.apply(state, player, move)
    raise AssertionError(f"not over after {cap} plies: {SKYJO.write_position(state)}")


@pytest.mark.parametrize(("preset", "seats", "changes"), MATCHES)
@pytest.mark.parametrize("unknown", [False, True])
def test_random_games_end(preset, seats, changes, unknown):
    """Every ply is legal, names a rule, conserves the cards, and leaves a position whose text is lossless."""
    for ply, (state, player, move) in enumerate(walk(preset, seats, changes, 1, cap=12000, unknown=unknown)):
        trace, log = [], []
        assert SKYJO.forbids(state, player, move, trace) is None
        facts = SKYJO.facts(state, player, move)
        after = state.copy()
        SKYJO.apply(after, player, move, log)
        assert trace or any(event.rules for event in log)
        assert all(event.rules for event in log)
        assert player < 0 or trace
        assert SKYJO.phrase(state, player, move)
        assert all(value is not None for value in facts.values())
        held = [after.held] if after.held >= 0 else []
        cards = [card for pile in (*after.grid, after.draw, after.discard, held) for card in pile if card >= 0]
        assert sorted(cards) == list(range(150))
        assert all(after.face.count(face) <= COPIES[face] for face in COPIES)
        if seats * len(state.grid[0]) > 60 and ply % 10:
            continue  # long lines, and many of them
        text = SKYJO.write_position(after)
        again = SKYJO.read_position(text)
        assert SKYJO.write_position(again) == text
        assert again.player == after.player
        assert SKYJO.seat_infos(again, EVERYTHING) == SKYJO.seat_infos(after, EVERYTHING)
        for lens in (EVERYTHING, Lens(0)):
            assert SKYJO.cards(again, lens) == SKYJO.cards(after, lens)


@pytest.mark.parametrize(("preset", "seats", "changes"), MATCHES)
def test_read_positions_play_on_alike(preset, seats, changes):
    """From a text the same actions are legal, and the same action leads to the same text."""
    for i, (state, player, move) in enumerate(walk(preset, seats, changes, 2, cap=12000)):
        if i % 7:
            continue
        again = SKYJO.read_position(SKYJO.write_position(state))
        assert SKYJO.candidates(again) == SKYJO.candidates(state)
        assert [SKYJO.forbids(again, player, m) for m in SKYJO.candidates(again)] == [
            SKYJO.forbids(state, player, m) for m in SKYJO.candidates(state)
        ]
        after = state.copy()
        SKYJO.apply(after, player, move)
        SKYJO.apply(again, player, move)
        assert SKYJO.write_position(again) == SKYJO.write_position(after)


@pytest.mark.parametrize("bot", ["first", "sensible"])
@pytest.mark.parametrize(("preset", "seats", "changes"), MATCHES)
def test_bots_finish(preset, seats, changes, bot):
    for state, player, move in walk(preset, seats, changes, 3, bot=bot, cap=12000):
        assert SKYJO.forbids(state, player, move) is None


def test_the_sensible_bot_beats_chance():
    """Over some matches it is credited clearly fewer points than a random player."""
    wins = 0
    for seed in range(12):
        random = Random(seed)
        state = SKYJO.start(SKYJO.options("skyoo", {}), 2)
        while state.player is not None:
            player = state.player
            bot = "sensible" if player == seed % 2 else "random"
            SKYJO.apply(state, player, SKYJO.sample(state, random) if player == CHANCE else SKYJO.bots[bot](state, player, random))
        wins += SKYJO.outcome(state).winners == (seed % 2,)
    assert wins >= 11


@pytest.mark.parametrize("preset", ["skyoo", "skyjo-es"])
def test_bots_look_only_at_what_they_may_know(preset):
    """Dealing the hidden cards anew changes no choice of the sensible bot."""
    shuffle = Random(4)
    for state, player, move in walk(preset, 3, {}, 4, bot="sensible"):
        if player < 0:
            continue
        hidden = SKYJO.hidden(state, player)
        faces = [state.face[card] for card in hidden]
        shuffle.shuffle(faces)
        other = state.copy()
        for card, face in zip(hidden, faces, strict=True):
            other.face[card] = face
        assert SKYJO.bots["sensible"](state, player, Random(9)) == SKYJO.bots["sensible"](other, player, Random(9))
        assert SKYJO.cards(other, Lens(player)) == SKYJO.cards(state, Lens(player))
        assert SKYJO.facts(other, player, move) == SKYJO.facts(state, player, move)
        assert SKYJO.label(other, player, move) == SKYJO.label(state, player, move)


def test_copies_share_nothing():
    for state, player, move in walk("skyjo-es", 3, {}, 5):
        text, copied = SKYJO.write_position(state), state.copy()
        SKYJO.apply(copied, player, move)
        assert SKYJO.write_position(state) == text


WORDED = {dotted(name): st.sampled_from(words) for name, words in CHOICES.items() if name != "solo_mode"}
OPTIONS = st.fixed_dictionaries({}, optional=WORDED)


@settings(max_examples=30)
@given(
    preset=st.sampled_from(["skyoo", "skyjo-es"]),
    seats=st.integers(2, 5),
    changes=OPTIONS,
    rows=st.integers(1, 4),
    cols=st.integers(2, 5),
    seed=st.integers(0, 2**32),
)
def test_any_options(preset, seats, changes, rows, cols, seed):
    """Under any mixture of options a game of random actions, time-outs and leavers goes on, and its texts stay lossless."""
    changes = {**changes, "grid.rows": rows, "grid.cols": cols, "deal.initial_flips": min(3, rows * cols - 1)}
    random = Random(seed)
    state = SKYJO.start(SKYJO.options(preset, changes), seats)
    for _ in range(120):
        if state.player is None:
            break
        player = state.player
        move = SKYJO.sample(state, random) if player == CHANCE else SKYJO.bots["random"](state, player, random)
        called = ("timeout", ()) if random.random() < 0.5 else ("leave", (random.randrange(seats),))
        if random.random() < 0.05 and SKYJO.forbids(state, REFEREE, called) is None:
            player, move = REFEREE, called
        assert SKYJO.forbids(state, player, move) is None
        assert SKYJO.read(state, SKYJO.write(state, move)) == move
        SKYJO.apply(state, player, move, [])
        text = SKYJO.write_position(state)
        assert SKYJO.write_position(SKYJO.read_position(text)) == text


def test_the_deck():
    """skyjo.deck.composition: 5 of -2, 10 of -1, 15 of 0, 10 of each from 1 to 12."""
    assert len(DECK) == 150
    assert [DECK.count(face) for face in range(-2, 13)] == [5, 10, 15] + [10] * 12
