"""What recording takes: a line made to last, and what the page is sent after it."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from figures import GAMES, Figure, percentile

import cardlab
from cardlab.replay.recorder import Recorder

LINES = 300
"""Actions of a run."""


def append(runs: int) -> Iterator[Figure]:
    """ms from an action to its line on the disk (checked, written, fsync), with and without a widget that follows; beside it the
    least that the disk takes for a write of that size."""
    for game in GAMES:
        alone, p95, followed, bare = [], [], [], []
        for run in range(runs):
            with tempfile.TemporaryDirectory(prefix="cardlab-bench-", dir=Path.cwd()) as folder:
                found = _play(game, Path(folder) / "alone.jsonl", run, lambda _recorder: None)
                alone.append(percentile(found, 0.5))
                p95.append(percentile(found, 0.95))
                followed.append(percentile(_play(game, Path(folder) / "followed.jsonl", run, lambda recorder: recorder.show()), 0.5))
                bare.append(percentile(_bare(Path(folder) / "bare"), 0.5))
        yield Figure(f"append.{game}", "ms", alone)
        yield Figure(f"append.{game}.p95", "ms", p95)
        yield Figure(f"append.{game}.with_widget", "ms", followed)
        yield Figure(f"append.{game}.disk_alone", "ms", bare)


def _play(game: str, file: Path, seed: int, follow: Callable[[Recorder], object]) -> list[float]:
    """ms of each action of a match between bots, chance drawn here."""
    taken, random = [], Random(seed)
    with cardlab.record(game, file=file, seed=seed) as match:
        follow(match)
        while not match.over and len(taken) < LINES:
            state = match.position.state
            action = match.game.write(state, match.game.bots["sensible"](state, state.player, random))
            before = time.perf_counter()
            match.play(action)
            taken.append(1000 * (time.perf_counter() - before))
    return taken


def _bare(file: Path) -> list[float]:
    taken = []
    with open(file, "wb", buffering=0) as out:
        for _ in range(LINES):
            before = time.perf_counter()
            out.write(b"x" * 60 + b"\n")
            os.fsync(out.fileno())
            taken.append(1000 * (time.perf_counter() - before))
    return taken
