"""The small form before a match, as questions at a prompt: one setting after the other, an empty line keeps what is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardlab.errors import OptionsError
from cardlab.game import Game
from cardlab.playing.settings import settings
from cardlab.text import fill, word


def ask_settings(
    game: Game,
    preset: str,
    options: Mapping[str, Any],
    seats: int,
    read: Callable[[str], str | None],
    echo: Callable[[str], object],
    lang: str = "en",
) -> dict[str, Any]:
    """The options changed from the preset, once each main setting has been asked for. `read` gets the question and gives a line, None at
    the end of all lines: the rest stays as it is. What cannot be is told with its reason and asked again; what goes with other
    settings only is judged with those that are chosen by then."""
    chosen = dict(options)
    echo(word("match", "ask", lang))
    for setting in settings(game, preset):
        if not setting["main"]:
            continue
        echo(_described(setting, lang))
        while True:
            now = chosen.get(setting["name"], setting["default"])
            line = read(f"{setting['name']} [{plain(now)}] ")
            if line is None:
                return chosen
            if not line.strip():
                break
            try:
                value = value_of(line.strip())
                game.start(game.options(preset, {**chosen, setting["name"]: value}), seats)
            except OptionsError as error:
                echo(str(error))
                continue
            chosen[setting["name"]] = value
            break
    return chosen


def _described(setting: Mapping[str, Any], lang: str) -> str:
    """A setting in words, with what it can be."""
    can = [f"{plain(choice['value'])} ({choice['label'][lang]})" for choice in setting["choices"]]
    if setting["low"] is not None:
        can.append(fill(word("match", "from_to", lang), {"low": str(setting["low"]), "high": str(setting["high"])}))
    return f"{setting['label'][lang]}: {', '.join(can)}"


def plain(value: Any) -> str:
    """A value as it is written: true and false as in a file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_of(text: str) -> Any:
    """The value that a text says: a number or true and false where it is one, else the word."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() else text
