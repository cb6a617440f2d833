"""Try an installed wheel outside the clone: run by `.ci/run` with the environment the wheel was installed into."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import cardlab
from cardlab import lab, paths
from cardlab.widgets.bundle import bundle

COMMAND = Path(sys.executable).with_name("cardlab")


def run(*arguments: str, cwd: str) -> str:
    """What a cardlab command prints; it has to end well."""
    done = subprocess.run([COMMAND, *arguments], cwd=cwd, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, f"cardlab {' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def main() -> None:
    """Every command once, the bundle, and the notebooks and games that travel in the wheel."""
    clone = Path(os.environ["CARDLAB_CLONE"])
    here = Path(cardlab.__file__)
    assert clone not in here.parents, f"{here} lies in the clone: the wheel is not what was tried"
    assert paths.clone() is None
    assert all(bundle(name).stat().st_size > 1000 for name in ("viewer.js", "recorder.js", "quiz.js", "scratch.js", "play.js"))
    for name, pattern in (("notebooks", "*.ipynb"), ("notebooks", "teachers/*.*"), ("replays", "**/*.jsonl"), ("seeds", "*.toml")):
        packed = {path.relative_to(paths.seeds().parent).as_posix() for path in (paths.seeds().parent / name).glob(pattern)}
        there = {path.relative_to(clone).as_posix() for path in (clone / name).glob(pattern)}
        assert packed == there, f"{name}: {sorted(packed ^ there)} are not in both the wheel and the clone"
    assert not list(paths.seeds().glob("*.txt")), "a source document travels in the wheel"
    with tempfile.TemporaryDirectory() as folder:
        assert "Commands:" in run("--help", cwd=folder)
        for game in ("skipbo", "skyjo"):
            run("play", game, "--players", "2", "--seed", "1", "-o", f"{game}.jsonl", cwd=folder)
            assert "1 file checked, 0 problems" in run("check", f"{game}.jsonl", cwd=folder)
            assert run("show", f"{game}.jsonl", "--ply", "5", "--lang", "nl", cwd=folder).strip()
        assert "skipbo.build.start" in run("explain", "skipbo.build.start", cwd=folder)
        lab.copy_samples(Path(folder) / "lab")
        assert lab.first_notebook(Path(folder) / "lab").startswith("notebooks/01-")
    print("the wheel works outside the clone")


if __name__ == "__main__":
    main()
