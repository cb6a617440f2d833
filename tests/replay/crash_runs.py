"""Kills recorders with SIGKILL at random moments and looks at what is left of their files. Run by test_crash.py, and by hand:

    python tests/replay/crash_runs.py 200 4 FOLDER

Each recorder is a process of its own, forked from this one so that it starts at once. It tells every line through a pipe when
the line has been appended; whatever was told must be in the file, byte for byte, and at most one line more.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from pathlib import Path
from random import Random

import filelock  # noqa: F401 - so that no child has to import it
import msgspec

import cardlab
from cardlab.replay.begin import record
from cardlab.replay.coding import encode
from cardlab.replay.recorder import Recorder
from cardlab.replay.replay import load

LONGEST = 0.07
"""Seconds after which a recorder is killed at the latest."""


def play_on(path: Path, pipe: int, seed: str) -> None:
    """Go on with a recording as fast as can be: actions, undos and notes."""
    random = Random(seed)
    recorder = Recorder(path, seed=1)
    append = recorder._lines.append

    def told(line):
        written = append(line)
        os.write(pipe, encode(written))
        return written

    recorder._lines.append = told
    while True:
        legal = recorder.legal()
        if not legal or (recorder.plies > 5 and random.random() < 0.15):
            recorder.undo()
        elif random.random() < 0.15:
            recorder.note("geen woord gaat verloren 😀" * random.randint(1, 40), author="Eva")
        else:
            recorder.play(random.choice(legal))


def start(path: Path, seed: str) -> tuple[int, int, bytearray]:
    """A recorder as a process of its own: its number, and the pipe in which it tells what it has appended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            play_on(path, writing, seed)
        finally:
            os._exit(3)
    os.close(writing)
    os.set_blocking(reading, False)
    return child, reading, bytearray()


def drain(reading: int, into: bytearray) -> None:
    while select.select([reading], [], [], 0)[0]:
        data = os.read(reading, 1 << 16)
        if not data:
            return
        into += data


class File:
    """One recording that is killed over and over."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.random = path, Random(seed)
        record("skyjo", ["Ana", "Leo", "Mia"], file=path, seed=1).close()
        self.sound = path.read_bytes()
        self.runs = 0

    def launch(self) -> None:
        self.runs += 1
        self.child, self.pipe, self.told = start(self.path, f"{self.path.name}/{self.runs}")
        self.due = time.monotonic() + self.random.uniform(0, LONGEST)

    def kill(self) -> str:
        """Kill it, look at the file, and say what became of the line that was being written."""
        os.kill(self.child, signal.SIGKILL)
        _, status = os.waitpid(self.child, 0)
        drain(self.pipe, self.told)
        os.close(self.pipe)
        assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, f"the recorder ended by itself: {status}"
        told, data = bytes(self.told), self.path.read_bytes()
        told = told[: told.rfind(b"\n") + 1]  # the pipe may have been cut; the file then has that line whole
        assert data.startswith(self.sound + told), f"{self.path}: a line that had been appended is missing or changed"
        more = data[len(self.sound) + len(told) :]
        assert more.count(b"\n") <= 1 and not more.partition(b"\n")[2], f"{self.path}: more than one line was not told: {more!r}"
        what = "none" if not more else "whole" if more.endswith(b"\n") else "torn"
        with Recorder(self.path, seed=1) as recorder:  # the lock is free, a torn line is put aside
            assert (recorder.torn is not None) == (what == "torn")
        assert not load(self.path).problems, load(self.path).problems
        self.sound = self.path.read_bytes()
        assert self.sound.startswith(data if what != "torn" else data[: len(data) - len(more)])
        return what


def main(runs: int, at_once: int, folder: Path) -> dict[str, object]:
    files = [File(folder / f"match-{n}.jsonl", n) for n in range(at_once * 4)]
    found = {"none": 0, "whole": 0, "torn": 0}
    busy: list[File] = []
    started = time.perf_counter()
    left = runs
    while left or busy:
        while left and len(busy) < at_once:
            idle = min((file for file in files if file not in busy), key=lambda file: file.runs)
            idle.launch()
            busy.append(idle)
            left -= 1
        for file in list(busy):
            drain(file.pipe, file.told)
            if time.monotonic() >= file.due:
                busy.remove(file)
                found[file.kill()] += 1
        time.sleep(0.0005)
    lines = sum(file.sound.count(b"\n") for file in files)
    plies = sum(len(load(file.path)) for file in files)
    return {"runs": runs, "lines": lines, "plies": plies, "lost": 0, "line being written": found, "seconds": time.perf_counter() - started}


if __name__ == "__main__":
    assert msgspec and cardlab
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
