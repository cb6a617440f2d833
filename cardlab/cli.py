"""The command line. Each command imports what it needs when it runs, so that `cardlab --help` answers at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardlab.cli_class import grade, handout, sheet
from cardlab.cli_notes import anonymise, notes, search
from cardlab.cli_play import play
from cardlab.cli_record import option_value, record
from cardlab.cli_smallest import smallest
from cardlab.errors import CardlabError, OptionsError, UnknownName

if TYPE_CHECKING:
    from cardlab.position import Position

LANG = click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the answer: en, es or nl.")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="cardlab", message="%(package)s %(version)s")
def cli() -> None:
    """Step through annotated card games, with the rule behind every move."""


@cli.command()
@click.option("--browser/--no-browser", default=True, help="Open a browser window, or only print the address.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on; 8888, or the next free one, if left out.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Work on copies in this folder.")
def lab(browser: bool, port: int | None, folder: Path | None) -> None:
    """Open JupyterLab on the first notebook.

    In a clone the notebooks are opened in place. Elsewhere they are copied into ./cardlab-lab first; a file that you changed
    there is never overwritten.
    """
    from cardlab.lab import open_lab

    open_lab(folder, browser, port, lambda text: click.echo(f"cardlab lab: {text}"))


@cli.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def check(files: tuple[str, ...]) -> None:
    """Run game files again and report every problem.

    Each is told as `path:line: what`. A folder stands for all .jsonl files in it. Exit code 1 when there was a problem.
    """
    from cardlab.replay.check import check_files

    paths = _expand(files)
    problems = check_files(paths, click.echo)
    click.echo(f"{_count(len(paths), 'file')} checked, {_count(problems, 'problem')}")
    if problems:
        raise click.exceptions.Exit(1)


@cli.command()
@click.argument("what", metavar="FILE_OR_TEXT")
@click.option("--ply", type=click.IntRange(0), help="How many plies have been taken; the last one if left out.")
@click.option("--seat", metavar="SEAT", help="Whose cards may be seen: a number from 0, or a name; everybody's if left out.")
@LANG
def show(what: str, ply: int | None, seat: str | None, lang: str) -> None:
    """Draw a position of a game file, or a position text."""
    from cardlab.draw import draw_text
    from cardlab.text import check_language

    check_language(lang)
    position = _position(what, ply)
    table = position.table(None if seat is None else _seat(seat, position.names))
    click.echo(draw_text(table, lang, game=position.game.name))
    if position.explanation is not None:
        click.echo(f"\n{position.explanation.text(lang)}")
        click.echo("  " + "  ".join(position.explanation.rules))


@cli.command()
@click.argument("rule", metavar="RULE-ID")
@LANG
def explain(rule: str, lang: str) -> None:
    """Say what a rule says, and where each source says it."""
    from difflib import get_close_matches

    from cardlab.games import GAMES
    from cardlab.rulebook import explain_rule, read_rulebook

    rules = {known: found for game in GAMES for known, found in read_rulebook(game.name).items()}
    if rule not in rules:
        raise UnknownName("rule", rule, get_close_matches(rule, rules, 8, 0.5) or list(rules)[:8])
    click.echo(explain_rule(rules[rule], lang))


@cli.command()
@click.argument("file", metavar="FILE")
@click.option("--preset", "presets", multiple=True, metavar="PRESET", help="Named options to judge it by, once or more; all if left out.")
@click.option("--plies", is_flag=True, help="List every ply that differs, not the first alone.")
@LANG
def diff(file: str, presets: tuple[str, ...], plies: bool, lang: str) -> None:
    """Hold a game against the rules of other sources.

    Tells the first ply that would be illegal or have another effect, with the passages of either source, and the scores side by side.
    """
    import cardlab
    from cardlab.text import check_language

    check_language(lang)
    replay = cardlab.load(file)
    for problem in replay.problems:
        click.echo(f"cardlab diff: {problem}", err=True)
    told = [replay.under(preset) for preset in presets or replay.game.presets]
    for number, judgement in enumerate(told):
        click.echo(("\n" if number else "") + judgement.text(lang))
        if plies:
            for verdict in judgement.differing:
                click.echo(f"  {judgement.line(verdict, lang)}")


@cli.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@LANG
def coverage(paths: tuple[str, ...], lang: str) -> None:
    """Tell which rules governed how many plies of games.

    Most exercised first, then the rules that no game shows. A folder stands for all .jsonl files in it.
    """
    from cardlab.replay import coverage as rules
    from cardlab.replay.layers import is_game
    from cardlab.text import check_language

    check_language(lang)
    found = rules.coverage([path for path in _expand(paths) if is_game(path)])
    click.echo(found.text(lang))
    if found.problems:
        raise click.exceptions.Exit(1)


@cli.command("import")
@click.argument("file", metavar="FILE")
@click.option("--form", required=True, metavar="FORM", help="What the file is: scores-csv or skyjo-json.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write; the standard output if left out.")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
@click.option("--game", default="skyjo", show_default=True, help="The game of a score sheet.")
@click.option("--preset", help="Named options to judge it by; the game's first if left out.")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Change one option of the preset.")
@click.option("--credited", is_flag=True, help="The numbers of the score sheet are points as credited, penalties in them.")
@click.option("--number", type=click.IntRange(1), help="Which game of a file with several.")
def import_(
    file: str, form: str, output: Path | None, force: bool, game: str, preset: str | None, options: tuple[str, ...], credited: bool,
    number: int | None,
) -> None:  # fmt: skip
    """Make a game file of a score sheet or a simulator's history.

    Tells what could not be carried over and what differs from the rules, each with the rule that explains it. Without -o the game
    file goes to the standard output and the report to the standard error.
    """
    from cardlab.replay.importers import import_file

    if output is not None and output.exists() and not force:
        raise click.UsageError(f"{output} is there already; --force overwrites it")
    changes = dict(map(option_value, options))
    imported = import_file(file, form, game=game, preset=preset, options=changes, credited=credited, number=number)
    click.echo(imported.report, err=output is None)
    if output is None:
        click.echo(imported.text, nl=False)
    else:
        imported.write(output)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _expand(files: Sequence[str]) -> list[Path]:
    """The files named: folders and patterns (which not every shell expands) stand for the game files in them."""
    paths: list[Path] = []
    for name in files:
        path = Path(name)
        if path.is_dir():
            paths += sorted(path.rglob("*.jsonl"))
        elif not path.exists() and any(mark in name for mark in "*?["):
            base = Path(path.anchor) if path.anchor else Path()
            paths += sorted(base.glob(str(path.relative_to(base) if path.anchor else path)))
        else:
            paths.append(path)
    if not paths:
        raise click.UsageError(f"no game files in {', '.join(files)}")
    return list(dict.fromkeys(paths))


def _position(what: str, ply: int | None) -> Position:
    import cardlab

    if " | " in what:  # sections of a position text; its length may be more than a path can have
        if ply is not None:
            raise click.UsageError("a position text is one position: --ply is for game files")
        return cardlab.position(what)
    if not Path(what).is_file():
        raise click.UsageError(f"no file {what!r}, and no position text either")
    replay = cardlab.load(what)
    for problem in replay.problems:
        click.echo(f"cardlab show: {problem}", err=True)
    if ply is not None and ply > len(replay):
        raise click.UsageError(f"{what} has plies 0 to {len(replay)}, not {ply}")
    return replay.at(len(replay) if ply is None else ply)


def _seat(seat: str, names: tuple[str, ...]) -> int:
    """The seat a person means: its number from 0, or its player's name."""
    if seat.isdigit() and int(seat) < len(names):
        return int(seat)
    for number, name in enumerate(names):
        if name.casefold() == seat.casefold():
            return number
    raise UnknownName("seat", seat, [f"{number} ({name})" for number, name in enumerate(names)])


for command in (play, record, notes, search, anonymise, handout, grade, sheet, smallest):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0, 1 for problems, 2 for wrong usage; every error is one line on standard error."""
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        code = cli.main(given, prog_name="cardlab", standalone_mode=False)
    except click.ClickException as error:
        where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "cardlab"
        _fail(f"{where}: {error.format_message()}", 2 if isinstance(error, click.UsageError) else 1)
    except (UnknownName, OptionsError) as error:
        _fail(f"cardlab: {error}", 2)
    except CardlabError as error:
        _fail(str(error), 1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else f"cardlab: {error}", 1)
    except click.Abort:
        _fail("cardlab: stopped", 130)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(text: str, code: int) -> None:
    click.echo(" ".join(text.split()), err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
