"""The bots as opponents: better than chance, the same under the same seed, and blind to what their seats cannot know."""

from __future__ import annotations

from random import Random

import pytest

from cardlab.game import CHANCE
from cardlab.games import GAMES

SEEDS = 16


def outcome(game, kinds, seed):
    """How a match between these bots ends; chance and bots drawn from the seed."""
    state, random = game.start(game.options(next(iter(game.presets)), {}), len(kinds)), Random(seed)
    while (player := state.player) is not None:
        move = game.sample(state, random) if player == CHANCE else game.bots[kinds[player]](state, player, random)
        game.apply(state, player, move)
    return game.outcome(state)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_sensible_bot_beats_chance_clearly(game):
    """From either seat, over fixed seeds: it wins at least fourteen of sixteen matches."""
    wins = 0
    for seed in range(SEEDS):
        kinds = ["sensible", "random"] if seed % 2 == 0 else ["random", "sensible"]
        wins += outcome(game, kinds, seed).winners == (kinds.index("sensible"),)
    assert wins >= 14


def test_the_planning_bot_beats_the_sensible_one():
    """Skip-Bo from either seat, over fixed seeds: at least sixty in a hundred."""
    skipbo = next(game for game in GAMES if game.name == "skipbo")
    wins = 0
    for seed in range(60):
        kinds = ["planning", "sensible"] if seed % 2 == 0 else ["sensible", "planning"]
        wins += outcome(skipbo, kinds, seed).winners == (kinds.index("planning"),)
    assert wins >= 36


@pytest.mark.parametrize("preset", ["official", "nl", "faq"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"turn.must_play": True},
        {"wild.consecutive_max": 1},
        {"partners.mode": "pairs"},
        {"turn.refill": "off"},
        {"wild.as_twelve": False},
    ],
)
def test_the_planning_bot_plays_legally_to_the_end(preset, options):
    """Whatever the options, each of its actions is legal, and a match of four ends."""
    skipbo = next(game for game in GAMES if game.name == "skipbo")
    state, random = skipbo.start(skipbo.options(preset, options), 4), Random(3)
    for _ in range(6000):
        if (player := state.player) is None:
            break
        move = skipbo.sample(state, random) if player == CHANCE else skipbo.bots["planning"](state, player, random)
        assert skipbo.forbids(state, player, move) is None
        skipbo.apply(state, player, move)
    assert skipbo.outcome(state) is not None


@pytest.mark.parametrize(("game", "bot"), [pytest.param(game, bot, id=f"{game.name}-{bot}") for game in GAMES for bot in game.bots])
def test_a_bot_is_the_same_under_the_same_seed_and_sees_no_hidden_card(game, bot):
    """Dealing anew what its seat cannot know changes none of its choices."""
    state, random, shuffle = game.start(game.options(next(iter(game.presets)), {}), 3), Random(2), Random(3)
    for n in range(150):
        player = state.player
        if player is None:
            break
        if player == CHANCE:
            game.apply(state, player, game.sample(state, random))
            continue
        move, other = game.bots[bot](state, player, Random(n)), state.copy()
        hidden = game.hidden(state, player)
        for card, face in zip(hidden, shuffle.sample([state.face[card] for card in hidden], len(hidden)), strict=True):
            other.face[card] = face
        assert game.bots[bot](state, player, Random(n)) == move
        assert game.bots[bot](other, player, Random(n)) == move
        game.apply(state, player, move)
