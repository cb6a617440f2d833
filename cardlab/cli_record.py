"""The command `cardlab record`: a plain prompt, or a list of actions piped in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from cardlab.replay.recorder import Recorder

NEW_FILE = click.Path(path_type=Path, dir_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command()
@click.argument("game", required=False)
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="A player, in turn order; once for each.")
@click.option("-o", "--output", type=NEW_FILE, help="New file to record into.")
@click.option("--resume", type=FILE, metavar="FILE", help="Go on with this recording.")
@click.option("--preset", help="Named options to play by; the game's first if left out.")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Change one option of the preset.")
@click.option("--sees", multiple=True, metavar="NAME", help="A seat whose hand you can see; other hands stay unknown until played.")
@click.option("--author", default="", help="Who writes notes and takes back.")
@click.option("--title", default="", help="A line that names the game.")
@click.option("--clock", is_flag=True, help="Store how long each action took.")
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the answer: en, es or nl.")
def record(
    game: str | None, seats: tuple[str, ...], output: Path | None, resume: Path | None, preset: str | None, options: tuple[str, ...],
    sees: tuple[str, ...], author: str, title: str, clock: bool, lang: str,
) -> None:  # fmt: skip
    """Record a match as it happens, with a plain prompt.

    Every action is checked and written to the file at once. A list of actions, one a line, may be piped in; it stops at the first
    that cannot be done.
    """
    from cardlab.replay.begin import record as begin
    from cardlab.replay.recorder import Recorder
    from cardlab.text import check_language

    check_language(lang)
    if resume is not None:
        fixed = {"GAME": game, "--seat": seats, "-o": output, "--preset": preset, "--set": options, "--title": title}
        if given := [name for name, value in fixed.items() if value]:
            raise click.UsageError(f"--resume goes on as the file says; it takes no {' and no '.join(given)}")
        match = Recorder(resume, author=author, sees=sees or None, clock=clock)
    else:
        if not game or not output:
            raise click.UsageError("to begin: a game and -o FILE; to go on: --resume FILE")
        match = begin(
            game, seats or ("Ana", "Leo"), preset, file=output, options=dict(map(option_value, options)), title=title, language=lang,
            sees=sees or None, author=author, clock=clock,
        )  # fmt: skip
    with match:
        _converse(match, lang)


def option_value(text: str) -> tuple[str, object]:
    """OPTION=VALUE as a name and a value: a number or true and false where it is one, else the word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"expected OPTION=VALUE, got {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.removeprefix("-").isdigit() else value


def _converse(match: Recorder, lang: str) -> None:
    """Talk with a person at a terminal, or follow the list of actions that is piped in; then tell where it stops."""
    from cardlab.replay.prompt import Prompt
    from cardlab.text import fill, word

    def say(key: str, **facts: object) -> None:
        click.echo(fill(word("record", key, lang), {name: str(fact) for name, fact in facts.items()}), err=True)

    def ask() -> str | None:
        try:
            return input("> ")  # with the line editing of the terminal
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None

    if match.torn is not None:
        say("torn", file=match.torn)
    if match.plies:
        say("resumed", file=match.path, plies=match.plies)
    prompt = Prompt(match, click.echo, lang)
    try:
        if sys.stdin.isatty():
            prompt.converse(ask)
        else:
            prompt.follow(sys.stdin)
    finally:
        if not match.over:
            say("kept", file=match.path, plies=match.plies)
