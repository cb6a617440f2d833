"""Checks replay files by re-running them: everything wrong, one line each, as `path:line: what`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import Any

from cardlab.errors import ReplayError, UnknownName
from cardlab.replay.layers import game_of, is_game, is_layer, layers_beside, read_layer
from cardlab.replay.reader import Problem, read_file
from cardlab.replay.records import Note
from cardlab.replay.replay import Replay, load
from cardlab.rulebook import read_rulebook

MANY = 3
"""From this number of files on a terminal sees a progress bar."""


def check_files(paths: Sequence[str | PathLike[str]], echo: Callable[[str], object] = print, progress: bool | None = None) -> int:
    """Re-run each file and `echo` every problem; how many there were. A file that cannot be opened is one problem. What cannot be
    judged, as cards are not known, is told too, and is no problem.

    `progress`: a bar on the error stream; by itself where that is a terminal and the files are many."""
    if progress is None:
        progress = len(paths) >= MANY and sys.stderr.isatty()
    later: list[str] = []
    say = later.append if progress else echo  # with a bar: once it is off the screen
    count = 0
    with _bar(paths, progress) as files:
        for path in files:
            for problem in check_file(path, say):
                say(problem)
                count += 1
    for text in later:
        echo(text)
    return count


def _bar(paths: Sequence[str | PathLike[str]], progress: bool) -> Any:
    if not progress:
        return nullcontext(paths)
    import click

    return click.progressbar(paths, label="checking", file=sys.stderr, item_show_func=lambda path: os.fspath(path) if path else "")


def check_file(path: str | PathLike[str], remark: Callable[[str], object] = lambda text: None) -> Iterator[str]:
    """Everything wrong with one file, one text each; `remark` is told what could not be judged. A note layer is held against the
    game that it stands beside."""
    try:
        if is_layer(path):
            yield from map(str, check_layer(path))
            return
        if not is_game(path):  # answers and keys: what they say is held against a game when they are graded
            yield from map(str, read_file(path).problems)
            return
        replay = load(path)
    except ReplayError as error:
        yield str(error)
    except OSError as error:
        yield f"{os.fspath(path)}: {error.strerror or error}"
    else:
        yield from map(str, sorted([*replay.problems, *note_rules(replay)], key=lambda problem: problem.line))
        if replay.unjudged:
            remark(f"{os.fspath(path)}: {not_judged(replay)}")


def not_judged(replay: Replay) -> str:
    """One line that says which rules could not be checked on how many plies; empty where all could."""
    counts = Counter(rule for rules in replay.unjudged.values() for rule in rules)
    if not counts:
        return ""
    plies = len(replay.unjudged)
    told = ", ".join(rule if n == 1 else f"{rule} ({n} times)" for rule, n in counts.most_common())
    return f"not wholly judged, as cards are not known: {plies} {'ply' if plies == 1 else 'plies'} ({told})"


def check_layer(path: str | PathLike[str]) -> list[Problem]:
    """Everything wrong with a note layer: with its lines, and with what they say of the game beside it."""
    game = game_of(path)
    if not game.is_file():
        return [Problem(os.fspath(path), 1, f"the game of this layer is not beside it: no file {game.name!r}")]
    replay = load(game)
    beside = [other for other in layers_beside(game) if other.name != Path(path).name and _opens(other, replay)]
    notes = replay.annotations(path, *beside)  # it may speak of what the others say
    layer = notes.layers[0]
    spoken = [(line, record) for line, record in layer.document.records if isinstance(record, Note)]
    own = [problem for problem in notes.problems if problem.path == layer.path]
    return sorted([*own, *_note_rules(replay, layer.path, spoken)], key=lambda problem: problem.line)


def _opens(path: Path, replay: Replay) -> bool:
    try:
        read_layer(path, replay)
    except (ReplayError, OSError):
        return False
    return True


def note_rules(replay: Replay) -> list[Problem]:
    """Notes that name a rule which the rulebook does not have."""
    return _note_rules(replay, replay.path, replay.numbered_notes())


def _note_rules(replay: Replay, path: str, notes: Sequence[tuple[int, Note]]) -> list[Problem]:
    problems: list[Problem] = []
    spoken = [(line, note) for line, note in notes if note.rule is not None]
    if not spoken or not replay.playable:
        return problems
    book = read_rulebook(replay.game.name)
    for line, note in spoken:
        try:
            book[note.rule or ""]
        except UnknownName as error:
            problems.append(Problem(path, line, str(error)))
    return problems
