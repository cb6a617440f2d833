"""What is measured without a browser: re-running, memory, the import, and how much is sent to a viewer."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from figures import AT_LEAST, GAMES, CannotMeasure, Figure
from long_games import FILED, VIEWED, long_game

CHILD = Path(__file__).with_name("child.py")


def environment() -> dict[str, str]:
    """Ours, with byte code kept: a person's second start is what counts."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def python(*arguments: str) -> tuple[str, float]:
    """What a new interpreter printed, and the CPU seconds it took in all."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *arguments], env=environment(), capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise CannotMeasure(f"{' '.join(arguments)}: {done.stderr.strip().splitlines()[-1:] or done.returncode}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def child(what: str, file: Path) -> dict[str, Any]:
    """What `child.py` measured."""
    found: dict[str, Any] = json.loads(python(str(CHILD), what, str(file))[0])
    return found


@contextmanager
def long_file(game: str) -> Iterator[Path]:
    """A long game in a file."""
    with tempfile.TemporaryDirectory(prefix="cardlab-bench-") as folder:
        file = Path(folder) / f"{game}.jsonl"
        file.write_text(long_game(game, FILED), encoding="utf-8")
        yield file


def rerun(runs: int) -> Iterator[Figure]:
    """Plies a second: loading a file (reading, checking every action and checkpoint), and the engine alone, legality and effect."""
    for game in GAMES:
        with long_file(game) as file:
            child("load", file)  # keeps the byte code
            found = [child("load", file) for _ in range(runs)]
        for what in ("load", "rerun"):
            speeds = [one["plies"] / one[what] for one in found]
            yield Figure(f"rerun.{game}.{'load' if what == 'load' else 'engine'}", "plies/s", speeds, 30_000, AT_LEAST)


def memory(runs: int) -> Iterator[Figure]:
    """Peak memory above a bare import: a file loaded, and then walked ply by ply with every position and explanation."""
    for game in GAMES:
        with long_file(game) as file:
            found = [child("memory", file) for _ in range(runs)]
        yield Figure(f"memory.{game}", "MB", [one["walk"] - one["bare"] for one in found], 200)
        yield Figure(f"memory.{game}.load", "MB", [one["load"] - one["bare"] for one in found])


def import_time(runs: int) -> Iterator[Figure]:
    """CPU time of `import cardlab`: the import itself, and the interpreter with it from start to end."""
    timed = "from time import process_time as t; a = t(); import cardlab; print(t() - a)"
    python("-c", timed)  # keeps the byte code
    found = [python("-c", timed) for _ in range(3 * runs)]
    yield Figure("import", "s", [float(said) for said, _ in found], 0.15)
    yield Figure("import.with_interpreter", "s", [whole for _, whole in found])
    yield Figure("import.bare_interpreter", "s", [python("-c", "pass")[1] for _ in range(3 * runs)])


def sent(_runs: int) -> Iterator[Figure]:
    """Bytes a ply that a viewer is sent (no run differs from another), the first plies counted that go ahead and come again with all, and
    all that it is sent at the opening."""
    import msgspec

    import cardlab
    from cardlab.lens import Lens
    from cardlab.widgets.frames import Walk
    from cardlab.widgets.viewer import AHEAD

    for game in GAMES:
        replay = cardlab.loads(long_game(game, VIEWED))
        viewer, ahead = replay.show(), msgspec.json.encode(Walk(replay, Lens()).to(AHEAD))
        yield Figure(f"sent.{game}", "bytes/ply", [(len(ahead) + len(viewer.frames)) / VIEWED], 250)
        whole = sum(map(len, (ahead, viewer.frames, viewer.notes, viewer.branches, viewer.book, viewer.words, str(viewer._esm).encode())))
        yield Figure(f"sent.{game}.opening", "kB", [whole / 1000])
