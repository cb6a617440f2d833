"""`cardlab play`: bots among themselves, or with `--seat` a real game against them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardlab.cli_record import FILE, NEW_FILE, option_value

if TYPE_CHECKING:
    from cardlab.playing.match import Match


@click.command()
@click.argument("game", required=False)
@click.option("--seat", metavar="SEAT", help="Play yourself, from this seat: a number from 0, or a name.")
@click.option("--players", type=click.IntRange(1), help="How many seats; 2 if left out.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A player, in turn order; once for each.")
@click.option("--seed", type=click.IntRange(0), help="The same seed plays the same match; 0 between bots, else one of its own.")
@click.option("--preset", help="Named options to play by; the game's first if left out.")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Change one option of the preset.")
@click.option("--ask", is_flag=True, help="With --seat: ask for the settings one by one before the match.")
@click.option("--settings", is_flag=True, help="List the options that can be set, and stop.")
@click.option("--bots", default="sensible", show_default=True, metavar="BOT", help="sensible, random or first; in Skip-Bo also planning.")
@click.option("--cap", type=click.IntRange(1), default=20_000, show_default=True, help="Between bots: stop after this many plies.")
@click.option("-o", "--output", type=NEW_FILE, help="File to write; left out: standard output, or with --seat a file named by the day.")
@click.option("--force", is_flag=True, help="Between bots: overwrite the file if it is there.")
@click.option("--resume", type=FILE, metavar="FILE", help="Go on with your match in this file.")
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the answer: en, es or nl.")
def play(
    game: str | None, seat: str | None, players: int | None, names: tuple[str, ...], seed: int | None, preset: str | None,
    options: tuple[str, ...], ask: bool, settings: bool, bots: str, cap: int, output: Path | None, force: bool, resume: Path | None,
    lang: str,
) -> None:  # fmt: skip
    """Let bots play a match, or play against them.

    Without --seat bots play a whole match, which is written as a game file. With --seat it is a real game: you see what your seat may
    see, the bots answer, and every ply is written at once; --resume goes on. A list of actions, one a line, may be piped in.
    """
    from cardlab.text import check_language

    check_language(lang)
    if players is not None and names and players != len(names):
        raise click.UsageError(f"--players says {players}, and {len(names)} names are given")
    if resume is not None:
        fixed = {
            "GAME": game, "--seat": seat, "-o": output, "--preset": preset, "--set": options, "--seed": seed is not None, "--name": names,
            "--players": players,
        }  # fmt: skip
        if given := [name for name, value in fixed.items() if value]:
            raise click.UsageError(f"--resume goes on as the file says; it takes no {' and no '.join(given)}")
    elif game is None:
        raise click.UsageError("name a game, or a match to go on with: --resume FILE")
    changes = dict(map(option_value, options))
    if settings and game is not None:
        _list_settings(game, preset, changes, lang)
    elif seat is None and resume is None:
        assert game is not None  # told above
        _bot_match(game, list(names) or players or 2, preset, changes, seed or 0, bots, cap, output, force)
    else:
        import cardlab

        own = int(seat) if seat is not None and seat.isdecimal() else seat or 0
        if resume is not None:
            match = cardlab.play(resume=resume)
        else:
            seats = list(names) or players or 2
            if ask:
                changes = _asked(game, preset, changes, seats, lang)
            match = cardlab.play(
                game, preset, seat=own, players=seats, options=changes, bots=bots, seed=seed, file=output, language=lang,
            )  # fmt: skip
        with match:
            _converse(match, lang, resumed=resume is not None)


def _asked(game: str | None, preset: str | None, changes: dict[str, Any], seats: int | list[str], lang: str) -> dict[str, Any]:
    from cardlab.games import find_game
    from cardlab.playing.asking import ask_settings

    def read(question: str) -> str | None:
        try:
            return input(question)
        except EOFError:
            return None

    engine = find_game(game or "")
    number = seats if isinstance(seats, int) else len(seats)
    return ask_settings(engine, preset or next(iter(engine.presets)), changes, number, read, click.echo, lang)


def _bot_match(
    game: str, players: int | list[str], preset: str | None, options: Mapping[str, Any], seed: int, bots: str, cap: int,
    output: Path | None, force: bool,
) -> None:  # fmt: skip
    from cardlab.games import find_game
    from cardlab.replay.make import play_match
    from cardlab.replay.writer import write_file

    if output is not None and output.exists() and not force:
        raise click.UsageError(f"{output} is there already; --force overwrites it")
    engine = find_game(game)
    # no length is known beforehand: the bar fills towards the cap, and a match that ends is over before
    with click.progressbar(length=cap, label="playing", file=sys.stderr, show_eta=False, hidden=not sys.stderr.isatty()) as bar:
        text = play_match(
            engine, players, preset, seed, bots, cap, options=options,
            tell=lambda sentence: click.echo(f"cardlab play: {sentence}", err=True), progress=lambda plies: bar.update(plies - bar.pos),
        )  # fmt: skip
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode("utf-8"))


def _list_settings(game: str, preset: str | None, changes: Mapping[str, Any], lang: str) -> None:
    """Every option, its value by the preset and what it can be."""
    from cardlab.games import find_game
    from cardlab.playing.asking import plain
    from cardlab.playing.settings import form, seats
    from cardlab.text import fill, word

    engine = find_game(game)
    told = form(engine, preset)
    label = next(one["label"][lang] for one in told["presets"] if one["value"] == told["preset"])
    values = engine.options(told["preset"], changes).as_dict()
    click.echo(fill(word("match", "settings", lang), {"game": told["title"], "preset": label}))
    click.echo(fill(word("match", "players", lang), {"seats": ", ".join(map(str, seats(engine, told["preset"], changes)))}))
    for setting in told["settings"]:
        name = setting["name"]
        click.echo(f"{'*' if setting['main'] else ' '} {name}={plain(values[name])}  {setting['label'][lang]}")
        for choice in setting["choices"]:
            click.echo(f"      {plain(choice['value'])}: {choice['label'][lang]}")
        if setting["low"] is not None:
            click.echo(f"      {fill(word('match', 'from_to', lang), {'low': str(setting['low']), 'high': str(setting['high'])})}")


def _converse(match: Match, lang: str, resumed: bool) -> None:
    """Talk with a person at a terminal, or follow the list of actions that is piped in; then tell where it stops."""
    from cardlab.playing.prompt import MatchPrompt

    prompt = MatchPrompt(match, click.echo, lang)
    if match.torn is not None:
        click.echo(prompt.say("torn", file=match.torn), err=True)
    if resumed:
        click.echo(prompt.say("resumed", file=match.path, plies=match.plies), err=True)
    try:
        if sys.stdin.isatty():
            prompt.converse(_ask)
        else:
            prompt.follow(sys.stdin)
    finally:
        if not match.ended:
            click.echo(prompt.say("kept", file=match.path), err=True)


def _ask(seconds: float | None) -> str | None:
    """A line from the terminal, with its line editing; TimeUp after so many seconds. Where the system has no such alarm, the time is
    looked at when a line has come."""
    from cardlab.playing.prompt import TimeUp

    def ring(*_: object) -> None:
        raise TimeUp

    alarm = seconds is not None and hasattr(signal, "setitimer")
    if alarm:
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, max(seconds or 0.0, 0.001))
    try:
        return input("> ")
    except (EOFError, KeyboardInterrupt):
        click.echo()
        return None
    except TimeUp:
        click.echo()
        raise
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
