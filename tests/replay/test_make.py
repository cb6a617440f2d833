"""Games made by bots and by hand check clean, and say what they are."""

import json

import pytest

import cardlab
from cardlab.games import GAMES
from cardlab.replay import loads
from cardlab.replay.check import check_files
from cardlab.replay.make import EVERY, Composer, play_match
from cardlab.rulebook import read_rulebook

PRESETS = [pytest.param(game, preset, id=f"{game.name}-{preset}") for game in GAMES for preset in game.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.parametrize("bots", ["sensible", "random", "first"])
def test_matches_of_bots_check_clean(game, preset, bots):
    told: list[str] = []
    text = play_match(game, 2, preset, seed=3, bots=bots, cap=1500, tell=told.append)
    replay = loads(text)
    assert replay.problems == []
    assert (replay.header.preset, replay.header.rulebook) == (preset, read_rulebook(game.name).version)
    assert replay.header.options == replay.at(0).options.as_dict()
    plies = [json.loads(line)["ply"] for line in text.splitlines() if '"checkpoint"' in line]
    assert plies[: len(replay) // EVERY] == list(range(EVERY, len(replay) + 1, EVERY))
    if told:
        assert told == ["no end after 1500 plies (the cap): the game has no result"]
        assert replay.header.source == f"played by bots ({bots}), seed 3; stopped at the cap of 1500 plies"
        assert replay.result is None
    else:
        assert replay.result is not None
        assert replay.at(len(replay)).outcome.reason == replay.result.reason
        assert replay.header.source == f"played by bots ({bots}), seed 3"


def test_the_same_seed_gives_the_same_text():
    assert play_match("skyjo", 2, seed=11) == play_match("skyjo", 2, seed=11)
    assert play_match("skyjo", 2, seed=11) != play_match("skyjo", 2, seed=12)


def test_a_cap_that_is_hit_is_a_warning_where_nobody_is_told():
    with pytest.warns(UserWarning, match=r"^no end after 30 plies \(the cap\): the game has no result$"):
        play_match("skipbo", ["Eva", "Tom"], seed=1, cap=30)


def test_bots_may_differ_by_seat_and_unknown_ones_are_refused():
    assert loads(play_match("skyjo", 2, seed=1, bots=["random", "sensible"])).header.source == "played by bots (random, sensible), seed 1"
    with pytest.raises(cardlab.UnknownName, match=r"unknown bot 'genius'; known: "):
        play_match("skyjo", 2, bots="genius")
    with pytest.raises(ValueError, match=r"^expected one bot for all or 2, one a seat; got 1$"):
        play_match("skyjo", 2, bots=["random"])


def test_progress_is_told():
    seen: list[int] = []
    play_match("skyjo", 2, seed=11, progress=seen.append)
    assert seen == list(range(EVERY, seen[-1] + 1, EVERY))


# -- by hand


@pytest.fixture
def composer(match):
    """A composer that has the match's first 20 plies."""
    source = loads(match)
    header = source.header
    game = Composer(header.game, header.preset, header.seats, title="A lesson", language="es", author="Eva", options=header.options)
    for n in range(1, 21):
        action = source.action(n)
        (game.chance if action.player < 0 else game.play)(str(action))
    return game, source


def test_a_composed_game_checks_clean(composer, tmp_path):
    game, source = composer
    game.note("Mira.", glyph="good").note("Kijk.", author="Tom", language="nl", ply=3)
    game.branch("what-if", 15, "otra vez").play(*[str(source.action(n)) for n in range(16, 19)]).note("aquí").main()
    file = tmp_path / "lesson.jsonl"
    game.write(file)
    assert check_files([file], print) == 0
    replay = cardlab.load(file)
    assert (len(replay), replay.title, replay.header.language, replay.header.source) == (20, "A lesson", "es", "composed")
    assert [(n.ply, n.author, n.language, n.text) for n in replay.notes] == [(3, "Tom", "nl", "Kijk."), (20, "Eva", "es", "Mira.")]
    (note,) = replay.branch("what-if").notes
    assert (note.ply, note.text) == (3, "aquí")
    assert replay.branch("what-if").at(3).text == replay.at(18).text
    assert replay.at(20).text == source.at(20).text
    assert game.text() == file.read_text(encoding="utf-8")
    assert len(replay.header.id) == 36


def test_wrong_things_are_refused_as_they_are_said(composer):
    game, _ = composer
    with pytest.raises(cardlab.InvalidAction):
        game.play("fly")
    with pytest.raises(cardlab.IllegalAction):
        game.chance("deal 7")
    with pytest.raises(cardlab.UnknownName, match=r"unknown glyph 'great'"):
        game.note("x", glyph="great")
    with pytest.raises(cardlab.UnknownName, match=r"unknown rule 'no.such'"):
        game.note("x", rule="no.such")
    with pytest.raises(IndexError, match=r"^ply 21 is not there yet: the line has the plies 0 to 20$"):
        game.note("x", ply=21)
    with pytest.raises(IndexError, match=r"ply 21 is not there yet"):
        game.branch("b", 21)
    game.branch("b", 3).main()
    with pytest.raises(ValueError, match="branch 'b' is there already"):
        game.branch("b", 3)
    assert len(loads(game.text())) == 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_deck_sets_the_table(game):
    """With a deck the set-up is played: the same cards lie on the table as when a position is started with it."""
    source = loads(play_match(game, 2, seed=4, cap=60, tell=lambda sentence: None))
    deal = next(action for n in range(1, 20) if (action := source.action(n)).startswith("deal "))
    deck = deal.split(" ")[1:]
    lesson = Composer(game, seats=["Ana", "Leo"], deck=deck, starter=1)
    assert lesson.position.text == cardlab.game(game.name).start(["Ana", "Leo"], deck=deck, starter=1).text
    replay = loads(lesson.text())
    assert replay.problems == []
    assert replay.at(len(replay)).text == lesson.position.text


def test_the_composer_takes_actions_as_positions_list_them():
    """`legal_actions` and `sample` give texts with a player; they are written as the texts they are."""
    composer = Composer("skyjo", "skyoo", ["Ana", "Leo"]).sample(3)
    composer.play(composer.position.legal_actions()[0])
    replay = loads(composer.text())
    assert replay.problems == []
    assert len(replay) == 2
