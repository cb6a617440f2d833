"""Run in a process of its own, so that no run helps or hinders another: `python child.py load|memory FILE` prints one JSON object.

Times are CPU times: other work on the machine does not count.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from time import process_time


def peak() -> float:
    """The most memory this process had at a time, in MB."""
    status = Path("/proc/self/status")
    if status.is_file():
        # ru_maxrss would do, but on Linux a process starts with that of the one that started it
        kilobytes = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(kilobytes) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1024**2 if sys.platform == "darwin" else most / 1024


def load(path: str) -> dict[str, float]:
    """Seconds of CPU for loading the file, for re-running its plies alone, and for walking it with every explanation."""
    import cardlab
    import cardlab.replay  # imported when first used; that is no part of loading a file

    start = process_time()
    replay = cardlab.load(path)
    loaded = process_time() - start
    if replay.problems:
        raise SystemExit(f"{replay.problems[0]}")

    game, state = replay.game, replay.start_state()
    forbids, apply = game.forbids, game.apply
    start = process_time()
    for player, move in replay.moves:
        if forbids(state, player, move) is not None:
            raise SystemExit(f"{path}: a ply that was legal is not any more")
        apply(state, player, move)
    return {"plies": len(replay), "load": loaded, "rerun": process_time() - start}


def memory(path: str) -> dict[str, float]:
    """Peak memory after a bare import, and after loading a file and walking it with the position and the explanation of every ply."""
    import cardlab

    bare = peak()
    replay = cardlab.load(path)
    loaded = peak()
    for ply in replay.plies():
        ply.rules  # noqa: B018
    return {"bare": bare, "load": loaded, "walk": peak()}


if __name__ == "__main__":
    print(json.dumps({"load": load, "memory": memory}[sys.argv[1]](sys.argv[2])))
