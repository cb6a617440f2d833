"""The commands about notes: `cardlab notes`, `cardlab search`, `cardlab anonymise`. Each imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from cardlab.replay.notes import Notes

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
NEW_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def notes() -> None:
    """Read the notes of a game and of the note layers beside it, and merge layers."""


def _read(game: Path, layers: tuple[Path, ...]) -> Notes:
    """The notes of a game with these layers, or with all those beside it; what is wrong is told on the error stream."""
    import cardlab

    replay = cardlab.load(game)
    found = replay.annotations(*layers, beside=not layers)
    for problem in [*replay.problems, *found.problems]:
        click.echo(f"cardlab notes: {problem}", err=True)
    return found


@notes.command("list")
@click.argument("game", type=FILE)
@click.argument("layers", nargs=-1, type=FILE)
@click.option("--author", help="Only what this person wrote.")
@click.option("--kind", help="Only notes that hold this: text, glyph, rule, card, arrow, mark or bookmark.")
@click.option("--language", help="Only notes in this language (en, es, nl …).")
@click.option("--history", is_flag=True, help="Every line ever written, what was edited, deleted and withdrawn too.")
def list_notes(game: Path, layers: tuple[Path, ...], author: str | None, kind: str | None, language: str | None, history: bool) -> None:
    """List the notes of GAME as they stand, and what people disagree about.

    Without LAYERS, those beside the game are read (match.notes.ana.jsonl beside match.jsonl).
    """
    found = _read(game, layers)
    if history:
        for statement in found.log:
            click.echo(f"{statement}{'' if found.fold.stands(statement.key) else ' (withdrawn)'}")
        return
    for remark in found.filter(author=author, kind=kind, language=language):
        click.echo(str(remark))
    for disagreement in found.disagreements:
        click.echo(f"disagreement: {disagreement}")


@notes.command("merge")
@click.argument("layers", nargs=-1, required=True, type=FILE)
@click.option("-o", "--output", required=True, type=NEW_FILE, help="File to write.")
@click.option("--game", type=FILE, help="The game that the layers are about, to hold them against.")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
def merge_notes(layers: tuple[Path, ...], output: Path, game: Path | None, force: bool) -> None:
    """Merge note layers into one, losing nothing.

    What stands in several stands once; what people said differently stays side by side. Exit code 1 where a line could not be read.
    """
    import cardlab
    from cardlab.replay.merge import merge
    from cardlab.replay.writer import write_file

    if output.exists() and not force:
        raise click.UsageError(f"{output} is there already; --force overwrites it")
    merged = merge(layers, None if game is None else cardlab.load(game))
    write_file(output, merged.data)
    for problem in merged.problems:
        click.echo(f"cardlab notes: {problem}", err=True)
    click.echo(f"{output}: {merged.lines} lines from {len(layers)} layers, {merged.copies} of them in more than one")
    if merged.problems:
        raise click.exceptions.Exit(1)


@notes.command("export")
@click.argument("game", type=FILE)
@click.argument("layers", nargs=-1, type=FILE)
@click.option("-o", "--output", type=NEW_FILE, help="File to write; the standard output if left out.")
@click.option("--form", type=click.Choice(["csv", "md"]), default="csv", show_default=True, help="A table, or a page to be read.")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
def export_notes(game: Path, layers: tuple[Path, ...], output: Path | None, form: str, force: bool) -> None:
    """Write the notes of GAME as they stand as a table or as a page."""
    from cardlab.replay.export import to_csv, to_markdown
    from cardlab.replay.writer import write_file

    if output is not None and output.exists() and not force:
        raise click.UsageError(f"{output} is there already; --force overwrites it")
    found = _read(game, layers)
    text = to_csv(found) if form == "csv" else to_markdown(found)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text.encode("utf-8"))


@click.command()
@click.argument("text", metavar="TEXT")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@click.option("--author", default="", help="Only notes by this person.")
@click.option("--rule", default="", metavar="RULE-ID", help="Notes that link this rule and moves it governed; * stands for anything.")
@click.option("--action", default="", metavar="PATTERN", help="Moves of this form: 'swap r1c*'.")
@click.option("--language", default="", help="Only notes in this language; sentences and rules in it.")
@click.option("--kind", default="", help="Only notes that hold this: text, glyph, rule, card, arrow, mark or bookmark.")
@click.option("--what", default="", help="Only hits of this kind: move, note or rule.")
def search(text: str, paths: tuple[str, ...], author: str, rule: str, action: str, language: str, kind: str, what: str) -> None:
    """Search moves, notes and rules of games for TEXT.

    A folder stands for all .jsonl files in it; note layers are read with their game. TEXT may be '' where an option says what is
    looked for. Hits are told as `path:line: ply`. Exit code 1 when there is none.
    """
    from cardlab.replay.search import search as find

    missing = [path for path in paths if not Path(path).exists()]
    if missing:
        raise click.UsageError(f"no file {missing[0]!r}")
    found = find(paths, text, author=author, rule=rule, action=action, language=language, kind=kind, what=what)
    for hit in found:
        click.echo(str(hit))
    for problem in found.problems:
        click.echo(f"cardlab search: {problem}", err=True)
    if not found.hits:
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@click.option("-o", "--output", required=True, type=NEW_FILE, help="File to write; the layers go beside it.")
@click.option("--layer", "layers", multiple=True, type=FILE, help="A note layer, once or more; those beside the game if left out.")
@click.option("--name", "names", multiple=True, metavar="NAME=ALIAS", help="Another form of a name, or an alias of your choice.")
def anonymise(file: Path, output: Path, layers: tuple[Path, ...], names: tuple[str, ...]) -> None:
    """Make the people of a game unknown, to hand it on.

    Seats and authors become "Player 1", "Author 1" in the header, the notes and the note layers, wherever they stand as whole words.
    What was played, ids and line numbers stay. What was changed is told, and what may still be a name.
    """
    from cardlab.replay.anonymise import anonymise as make_unknown

    aliases = {}
    for text in names:
        name, equals, alias = text.partition("=")
        if not (name and equals and alias):
            raise click.UsageError(f"expected NAME=ALIAS, got {text!r}")
        aliases[name] = alias
    click.echo(str(make_unknown(file, output, aliases, layers or None)))
