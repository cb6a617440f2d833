"""Many games as one pandas frame."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardlab.errors import CardlabError
from cardlab.replay.layers import is_game
from cardlab.replay.replay import load

if TYPE_CHECKING:
    import pandas

MANY: Final = 10
"""From this number of games on a terminal sees a progress bar."""


def load_all(paths: str | PathLike[str] | Iterable[str | PathLike[str]], progress: bool | None = None) -> pandas.DataFrame:
    """One row a ply of the main line of each game, in the order of the files: those of `Replay.to_frame`, with `file`, `game` and
    `preset` before them; the index is (file, ply). `paths`: files, or folders, which stand for all `.jsonl` files in them but note layers.

    What is wrong with files and lines stands in `frame.attrs["problems"]`, as texts; all that is good is in the frame all the same.
    FileNotFoundError where there is no such file or folder. `progress`: a bar on the error stream; by itself where that is a terminal
    and the games are many."""
    import pandas

    files = list(dict.fromkeys(_games([paths] if isinstance(paths, (str, PathLike)) else paths)))
    problems: list[str] = []
    frames = []
    if progress is None:
        progress = len(files) >= MANY and sys.stderr.isatty()
    with _bar(files, progress) as shown:
        for path in shown:
            try:
                replay = load(path)
                problems += map(str, replay.problems)
                frame = replay.to_frame() if replay.playable else None
            except (CardlabError, OSError) as error:
                problems.append(str(error))
                continue
            if frame is not None and len(frame):
                header = {"file": str(path), "game": replay.header.game, "preset": replay.header.preset}
                frames.append(frame.reset_index().assign(**header).set_index(["file", "ply"]))
    if not frames:
        columns = ["game", "preset", "round", "turn", "seat", "name", "action", "rules", "scores", "clock"]
        index = pandas.MultiIndex.from_arrays([[], []], names=["file", "ply"])
        found = pandas.DataFrame(columns=columns, index=index)
    else:
        found = pandas.concat(frames)
        found = found[["game", "preset", *(column for column in found.columns if column not in ("game", "preset"))]]
    found.attrs["problems"] = problems
    return found


def _bar(files: list[Path], progress: bool) -> Any:
    if not progress:
        return nullcontext(files)
    import click

    return click.progressbar(files, label="reading", file=sys.stderr, item_show_func=lambda path: str(path) if path else "")


def _games(paths: Iterable[str | PathLike[str]]) -> Iterator[Path]:
    for name in paths:
        path = Path(name)
        if path.is_dir():
            yield from (one for one in sorted(path.rglob("*.jsonl")) if is_game(one))
        elif path.exists():
            yield path
        else:
            raise FileNotFoundError(2, "no such file or folder", str(path))
