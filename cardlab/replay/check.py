"""Checks replay files by re-running them: everything wrong, one line each, as `path:line: what`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from os import PathLike
from typing import Any

from cardlab.errors import ReplayError, UnknownName
from cardlab.replay.reader import Problem
from cardlab.replay.replay import Replay, load
from cardlab.rulebook import read_rulebook

MANY = 3
"""From this number of files on a terminal sees a progress bar."""


def check_files(paths: Sequence[str | PathLike[str]], echo: Callable[[str], object] = print, progress: bool | None = None) -> int:
    """Re-run each file and `echo` every problem; how many there were. A file that cannot be opened is one problem.

    `progress`: a bar on the error stream; by itself where that is a terminal and the files are many."""
    if progress is None:
        progress = len(paths) >= MANY and sys.stderr.isatty()
    found: list[str] = []
    with _bar(paths, progress) as files:
        for path in files:
            for problem in check_file(path):
                if progress:
                    found.append(problem)  # told once the bar is off the screen
                else:
                    echo(problem)
                    found.append("")
    for problem in filter(None, found):
        echo(problem)
    return len(found)


def _bar(paths: Sequence[str | PathLike[str]], progress: bool) -> Any:
    if not progress:
        return nullcontext(paths)
    import click

    return click.progressbar(paths, label="checking", file=sys.stderr, item_show_func=lambda path: os.fspath(path) if path else "")


def check_file(path: str | PathLike[str]) -> Iterator[str]:
    """Everything wrong with one file, one text each."""
    try:
        replay = load(path)
    except ReplayError as error:
        yield str(error)
    except OSError as error:
        yield f"{os.fspath(path)}: {error.strerror or error}"
    else:
        yield from map(str, sorted([*replay.problems, *note_rules(replay)], key=lambda problem: problem.line))


def note_rules(replay: Replay) -> list[Problem]:
    """Notes that name a rule which the rulebook does not have."""
    problems: list[Problem] = []
    spoken = [(line, note) for line, note in replay.numbered_notes() if note.rule is not None]
    if not spoken or not replay.playable:
        return problems
    book = read_rulebook(replay.game.name)
    for line, note in spoken:
        try:
            book[note.rule or ""]
        except UnknownName as error:
            problems.append(Problem(replay.path, line, str(error)))
    return problems
