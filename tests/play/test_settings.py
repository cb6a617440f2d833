"""The settings as data: every option of every game, and nothing that the engine refuses."""

from __future__ import annotations

import json
import re

import pytest

import cardlab
from cardlab.errors import OptionsError
from cardlab.games import GAMES
from cardlab.playing.asking import ask_settings
from cardlab.playing.settings import form, seats, settings
from cardlab.rulebook import read_rulebook
from cardlab.text import LANGUAGES, words

EVERY = [pytest.param(game, preset, id=f"{game.name}-{preset}") for game in GAMES for preset in game.presets]

# What 002 lets the host change (L49), and the solo game; the numbers that a penalty of another kind needs stand with it.
HOST = {
    "match.final_score": "skyjo.settings.final_score",
    "turn.time_limit_s": "skyjo.settings.turn_time",
    "grid.rows": "skyjo.settings.grid_size",
    "grid.cols": "skyjo.settings.grid_size",
    "deal.initial_flips": "skyjo.settings.initial_flips",
    "row.removal": "skyjo.settings.identical_rows",
    "ui.round_score": "skyjo.settings.show_round_score",
    "score.finisher_penalty": "skyjo.settings.finisher_penalty",
    "score.finisher_factor": "skyjo.settled.factor_penalty",
    "score.finisher_flat": "skyjo.settled.flat_penalty",
    "solo.mode": "skyjo.solo",
}


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_every_option_is_a_setting_and_its_default_is_the_presets(game, preset):
    told = settings(game, preset)
    assert {setting["name"]: setting["default"] for setting in told} == game.presets[preset].as_dict()
    assert len(told) == len(game.settings)
    json.dumps(told)


def test_the_settings_of_the_host():
    """skyjo.settings.host: each stands first, and names the rule it comes from."""
    told = cardlab.game("skyjo").settings
    assert [setting["name"] for setting in told if setting["main"]] == list(HOST)
    for setting in told[: len(HOST)]:
        assert HOST[setting["name"]] in setting["rules"], setting["name"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_setting_has_words_rules_and_disagreements(game):
    """In every language; the rules stand in the book, and every disagreement about the option is there."""
    book = read_rulebook(game.name)
    for setting in settings(game):
        assert setting["rules"] and all(rule in book for rule in setting["rules"])
        assert {dispute["id"] for dispute in setting["disagreements"]} == {d.id for d in book.disagreements if d.option == setting["name"]}
        for label in (setting["label"], *(choice["label"] for choice in setting["choices"])):
            assert set(label) == set(LANGUAGES) and all(text.strip() for text in label.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_word_is_left_over(game):
    """The words of settings and choices are those of options that are there."""
    texts = words(game.name)
    told = settings(game)
    assert set(texts["settings"]) == {setting["name"] for setting in told}
    keys = {f"{setting['name']}.{choice['value']}" for setting in told for choice in setting["choices"]}
    assert set(texts["choices"]) - {"yes", "no"} <= keys


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_form_offers_is_what_the_engine_takes(game):
    """Each choice and both limits of a number can be set (alone, or the refusal is about another option too, and names one); what lies
    beyond is refused by the very option."""
    preset = next(iter(game.presets))
    for setting in settings(game):
        name = setting["name"]
        fine = [choice["value"] for choice in setting["choices"]] + [n for n in (setting["low"], setting["high"]) if n is not None]
        for value in fine:
            try:
                assert game.options(preset, {name: value}).as_dict()[name] == value
            except OptionsError as error:
                assert re.search(r"\[\w+\.E\d+\]$", str(error)), f"{name}={value}: {error}"  # it does not go with the others
        beyond = ["no such word", None] + [n for n in (setting["low"] and setting["low"] - 1, setting["high"] and setting["high"] + 1) if n]
        for value in beyond:
            with pytest.raises(OptionsError) as caught:
                game.options(preset, {name: value})
            assert caught.value.option == name


def test_how_many_may_play():
    skyjo, skipbo = GAMES[1], GAMES[0]
    assert (skyjo.name, skipbo.name) == ("skyjo", "skipbo")
    assert seats(skyjo, "skyoo", {}) == [2, 3, 4, 5, 6, 7, 8]
    assert seats(skyjo, "skyoo", {"solo.mode": "single_grid"}) == [1]
    assert seats(skyjo, "skyoo", {"grid.rows": 6, "grid.cols": 6}) == [2, 3, 4]  # 5 x 36 + 1 + 5 cards are more than 150
    assert seats(skipbo, "official", {"partners.mode": "pairs"}) == [4, 6]
    assert seats(skipbo, "nl", {}) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_form_has_all_that_is_chosen(game):
    told = form(game)
    json.dumps(told)
    assert [one["value"] for one in told["presets"]] == list(game.presets)
    assert {one["value"] for one in told["bots"]} == set(game.bots)
    assert all(set(one["label"]) == set(LANGUAGES) for one in (*told["presets"], *told["bots"]))
    assert form(game, list(game.presets)[-1])["preset"] == list(game.presets)[-1]


def asked(game, preset, options, seats, *lines, lang="en"):
    """What the questions come to, with these answers and then none; what was said; what was asked."""
    said, questions, left = [], [], list(lines)

    def read(question):
        questions.append(question)
        return left.pop(0) if left else None

    return ask_settings(game, preset, options, seats, read, said.append, lang), said, questions


def test_the_settings_are_asked_one_by_one():
    """An empty line keeps; what cannot be is told and asked again; at the end of the lines the rest stays."""
    skyjo = cardlab.game("skyjo").engine
    chosen, said, questions = asked(skyjo, "skyoo", {"grid.rows": 4}, 3, "50", "", "13", "40", "3", "4", "12", "11")
    assert chosen == {"match.final_score": 50, "grid.rows": 3, "grid.cols": 4, "deal.initial_flips": 11}
    assert questions[:6] == [
        "match.final_score [100] ", "turn.time_limit_s [0] ", "grid.rows [4] ", "grid.rows [4] ", "grid.rows [4] ", "grid.cols [4] ",
    ]  # fmt: skip
    assert sum(text.endswith("[skyjo.E43]") for text in said) == 2  # 3 x 13 x 4 and 3 x 40 x 4 cards are more than 150
    assert any("[skyjo.E16]" in text for text in said)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_main_setting_is_asked_in_every_language(game, lang):
    main = [setting for setting in settings(game) if setting["main"]]
    chosen, said, questions = asked(game, next(iter(game.presets)), {}, 2, *[""] * len(main), lang=lang)
    assert chosen == {}
    assert [question.split()[0] for question in questions] == [setting["name"] for setting in main]
    assert [text.startswith(setting["label"][lang]) for text, setting in zip(said[1:], main, strict=True)] == [True] * len(main)


def test_a_single_grid_is_asked_for_one_seat():
    skyjo = cardlab.game("skyjo").engine
    chosen, said, _ = asked(skyjo, "skyoo", {}, 2, *[""] * 10, "single_grid")
    assert chosen == {} and any("[skyjo.settled.one_seat]" in text for text in said)
