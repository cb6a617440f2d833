"""The settings of a game as plain data, for the small form before a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.errors import OptionsError
from cardlab.game import Game, Setting
from cardlab.games import find_game
from cardlab.rulebook import Rulebook, read_rulebook
from cardlab.text import words

MOST_SEATS = 26


def settings(game: Game | str, preset: str | None = None) -> list[dict[str, Any]]:
    """Every option of the game in the order of a form.

    `name` (dotted), `kind` (choice, switch or number), `label` in every language, `choices`: for a choice each `value` with its
    `label`, for a number the words that may stand instead of one; `low` and `high` of a number, `default` in that preset (the game's
    first if left out), `main` (whether a small form shows it at once), `rules`: ids of the rules that it comes from, and
    `disagreements`: for each on which the sources differ its `id`, `topic` and what each `says`."""
    game = find_game(game) if isinstance(game, str) else game
    defaults = game.options(preset or next(iter(game.presets)), {}).as_dict()
    book, texts = read_rulebook(game.name), words(game.name)
    return [_setting(setting, defaults[setting.name], book, texts) for setting in game.settings]


def _setting(setting: Setting, default: Any, book: Rulebook, texts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    disputes = [disagreement for disagreement in book.disagreements if disagreement.option == setting.name]
    ruled = [rule.id for rule in book.values() if rule.option == setting.name]
    rules = dict.fromkeys([*setting.rules, *(rule for dispute in disputes for rule in dispute.rules), *ruled])
    return {
        "name": setting.name,
        "kind": setting.kind,
        "label": dict(texts["settings"][setting.name]),
        "choices": [{"value": value, "label": dict(texts["choices"][choice_key(setting.name, value)])} for value in setting.choices],
        "low": setting.low,
        "high": setting.high,
        "default": default,
        "main": setting.main,
        "rules": list(rules),
        "disagreements": [
            {
                "id": dispute.id,
                "topic": dict(dispute.topic),
                "says": {source: {"value": stand.value, "text": dict(stand.text)} for source, stand in dispute.says.items()},
            }
            for dispute in disputes
        ],
    }


def choice_key(name: str, value: Any) -> str:
    """The key of a choice's label in the game's words: the name of the option and the value, but for plain yes and no."""
    return ("yes" if value else "no") if isinstance(value, bool) else f"{name}.{value}"


def form(game: Game | str, preset: str | None = None) -> dict[str, Any]:
    """All that is chosen before a match: `presets` and `bots` with their labels, `seats` (how many there can be under the preset), and
    the `settings`."""
    game = find_game(game) if isinstance(game, str) else game
    chosen, texts = preset or next(iter(game.presets)), words(game.name)
    return {
        "game": game.name,
        "title": game.title,
        "preset": chosen,
        "presets": [{"value": name, "label": dict(texts["presets"][name])} for name in game.presets],
        "seats": seats(game, chosen, {}),
        "bots": [{"value": name, "label": dict(texts["bots"][name])} for name in game.bots],
        "settings": settings(game, chosen),
    }


def seats(game: Game, preset: str, options: Mapping[str, Any]) -> list[int]:
    """How many seats can play by these options. OptionsError where the options themselves cannot be."""
    chosen, found = game.options(preset, options), []
    for number in range(1, MOST_SEATS + 1):
        try:
            game.start(chosen, number)
        except OptionsError:
            continue
        found.append(number)
    return found
