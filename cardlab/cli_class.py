"""The commands for a class: `cardlab handout` and `cardlab grade`. Each imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
NEW_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--seat", metavar="SEAT", help="Whose cards the students see: a number from 0, or a name; no hand at all if left out.")
@click.option("--upto", type=click.IntRange(0), metavar="N", help="The last ply that the students know; the last of all if left out.")
@click.option("-o", "--output", required=True, type=NEW_FILE, metavar="OUT", help="File to write for the students.")
@click.option(
    "--key", type=NEW_FILE, help="File to write for the teacher, with the right answers; OUT with .key before its end if left out."
)
@click.option(
    "--keys", type=click.Choice(["file", "hashes"]), default="file", show_default=True,
    help="Right answers in the key alone (answers are judged by cardlab grade), or also in the handout as salted hashes (judged at once).",
)  # fmt: skip
@click.option("--layer", "layers", multiple=True, type=FILE, help="A note layer whose notes and questions go along, once or more.")
@click.option("--notes/--no-notes", default=True, help="Whether the notes that may be read by then go along.")
@click.option("--title", help="Another title; that of the game if left out.")
def handout(
    file: Path, seat: str | None, upto: int | None, output: Path, key: Path | None, keys: str, layers: tuple[Path, ...], notes: bool,
    title: str | None,
) -> None:  # fmt: skip
    """Write a student's file of a game.

    It holds what SEAT knows after N plies and nothing else: no later move, no result, no other hand, no deck order, no later note, no
    right answer.
    """
    import cardlab
    from cardlab.quiz.handout import handout as make
    from cardlab.replay.recorder import seat_number

    replay = cardlab.load(file)
    for problem in replay.problems:
        click.echo(f"cardlab handout: {problem}", err=True)
    number = None if seat is None else seat_number(int(seat) if seat.isdigit() else seat, replay.names)
    made = make(replay, number, upto, keys=keys, notes=replay.annotations(*layers), with_notes=notes, title=title)
    key = key or output.with_name(f"{output.stem}.key{output.suffix}")
    made.write(output, key)
    click.echo(f"{output}: {len(made.plies) - 1} plies of the game, {made.questions} questions, {made.notes} notes")
    if made.questions:
        click.echo(f"{key}: the right answers; keep it from the students")
    for why in made.left_out:
        click.echo(f"cardlab handout: {why}", err=True)
    if made.notes:
        click.echo("cardlab handout: read the notes once more: what their words tell of hidden cards cannot be checked", err=True)


@click.command()
@click.argument("answers", nargs=-1, required=True, metavar="ANSWERS...")
@click.option("--key", required=True, type=FILE, help="The key of the handout, or the game with its questions.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="OUT",
    help="Folder to write the tables and the picture into.",
)
@click.option(
    "--mastered", type=click.IntRange(1, 100), default=60, show_default=True, metavar="PERCENT",
    help="From which share of right answers on the class counts as knowing a rule.",
)  # fmt: skip
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="Language of the tables: en, es or nl.")
def grade(answers: tuple[str, ...], key: Path, output: Path | None, mastered: int, lang: str) -> None:
    """Grade the answers of a class.

    Prints a table by student, by question and by rule, and which rules the class does not yet master. A folder stands for all .jsonl files
    in it that hold answers.
    """
    from cardlab.quiz.class_table import grade_class
    from cardlab.text import check_language

    check_language(lang)
    table = grade_class(_answer_files(answers), key, mastered / 100)
    click.echo(table.text(lang))
    for problem in table.problems:
        click.echo(f"cardlab grade: {problem}", err=True)
    if output is not None:
        for path in table.write(output, lang):
            click.echo(f"{path}", err=True)


def _answer_files(names: tuple[str, ...]) -> list[Path]:
    """The files named; of a folder, or of a pattern that the shell left alone, those that hold answers."""
    from cardlab.replay.coding import kind_of

    paths: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir() or (not path.exists() and any(mark in name for mark in "*?[")):
            base, pattern = (path, "**/*.jsonl") if path.is_dir() else (Path(path.anchor), name.removeprefix(path.anchor))
            for found in sorted(base.glob(pattern)):
                with open(found, "rb") as file:
                    if kind_of(file.readline(200)) == "answers":
                        paths.append(found)
        else:
            paths.append(path)
    if not paths:
        raise click.UsageError(f"no answers in {', '.join(names)}")
    return list(dict.fromkeys(paths))


@click.command()
@click.argument("what", metavar="FILE_OR_TEXT")
@click.option("--ply", type=click.IntRange(0), help="The position after so many plies, instead of the file's questions.")
@click.option("--seat", metavar="SEAT", help="Whose cards are seen in that position: a number from 0, or a name; everybody's if left out.")
@click.option("--layer", "layers", multiple=True, type=FILE, help="A note layer whose questions are asked too, once or more.")
@click.option("--lang", metavar="LANG", help="Language of the sheet: en, es or nl; that of the game if left out.")
@click.option("--answers/--no-answers", default=False, help="Whether the right answers follow, on a page of their own.")
@click.option("-o", "--output", required=True, type=NEW_FILE, metavar="OUT", help="HTML file to write.")
def sheet(what: str, ply: int | None, seat: str | None, layers: tuple[Path, ...], lang: str | None, answers: bool, output: Path) -> None:
    """Write a page to print: the questions of a game file, or a position.

    A file without questions, and one with --ply, gives its position; so does a position text.
    """
    import cardlab
    from cardlab.quiz.quiz import Quiz
    from cardlab.quiz.sheet import sheet as make
    from cardlab.replay.recorder import seat_number

    if " | " in what or not Path(what).is_file():
        position, names, language, title = cardlab.position(what), None, "en", None
        quiz = None
    else:
        replay = cardlab.load(what)
        for problem in replay.problems:
            click.echo(f"cardlab sheet: {problem}", err=True)
        notes = replay.annotations(*layers)
        quiz = Quiz(notes) if notes.questions and ply is None else None
        if ply is not None and ply > len(replay):
            raise click.UsageError(f"{what} has plies 0 to {len(replay)}, not {ply}")
        position, names = replay.at(len(replay) if ply is None else ply), replay.names
        language, title = replay.header.language, replay.title
    number = None if seat is None else seat_number(int(seat) if seat.isdigit() else seat, names or position.names)
    made = make(quiz or position, lang or language, answers, seat=number, title=title)
    made.write(output)
    click.echo(f"{output}: {'a position' if quiz is None else f'{len(quiz)} questions'}")
