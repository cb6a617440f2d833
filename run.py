"""Set up and run cardlab from a fresh clone, with nothing but Python 3.11 or newer: `python3 run.py lab`, `python3 run.py test`.

Makes `.venv` beside this file (again whenever what is to be installed has changed) and installs cardlab into it, which builds the
front end with the system's Node or with Node from PyPI. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "cardlab-setup.txt"
NBGRADER = VENV / "nbgrader"
"""What its one test needs, apart from the environment: its extensions of JupyterLab stay out of every other test."""

sys.path.insert(0, str(ROOT / "scripts"))

import frontend

NOTEBOOKS = ("--nbval", "--nbval-current-env", "--nbval-cell-timeout=60")

USAGE = """usage: python3 run.py COMMAND

  lab [OPTIONS]      open JupyterLab on the first notebook (options as for `cardlab lab`)
  test [OPTIONS]     run every check and test (options go to pytest: `-k viewer`, `-x` …)
  notebooks          make the lessons, run the notebooks and write their outputs
  watch              rebuild the front end whenever a source of it changes
"""


def say(text: str) -> None:
    print(f"run.py: {text}", flush=True)


def call(*command: str | Path) -> int:
    """Run a command in the clone; its exit code."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode


def need(*command: str | Path) -> None:
    """Run a command without which nothing else makes sense."""
    if code := call(*command):
        sys.exit(f"run.py: `{' '.join(str(part) for part in command)}` failed (exit code {code}); its own words stand above")


def become(*command: str | Path) -> NoReturn:
    """Run a command in place of this one, so that Ctrl-C reaches it alone."""
    parts = [str(part) for part in command]
    os.chdir(ROOT)
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(parts[0], parts)
    sys.exit(subprocess.run(parts, check=False).returncode)


def wanted() -> str:
    """What the environment depends on, as a digest."""
    digest = hashlib.sha256(sys.version.encode())
    for name in ("pyproject.toml", "hatch_build.py", "scripts/frontend.py"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def set_up(tests: bool) -> None:
    """Bring `.venv` and the front end's bundle up to date; does nothing where they are."""
    made, _, extra = STAMP.read_text().partition(" ") if STAMP.is_file() else ("", "", "")
    if made != wanted():
        say(f"making {VENV} (half a minute to two minutes)")
        shutil.rmtree(VENV, ignore_errors=True)
        need(sys.executable, "-m", "venv", VENV)
    elif extra == "test" or not tests:
        if frontend.stale():
            say("building the front end")
            need(PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--editable", ".")
        return
    else:
        say(f"adding what the tests need to {VENV}")
    with_node = [frontend.NODE_FROM_PYPI] if tests and frontend.system_npm() is None else []
    # what is imported is compiled as it is imported; compiling all of JupyterLab takes longer than installing it
    need(PYTHON, "-m", "pip", "install", "--quiet", "--no-compile", "--editable", ".[test]" if tests else ".", *with_node)
    if tests:
        import tomllib  # not there before 3.11, of which `main` tells

        shutil.rmtree(NBGRADER, ignore_errors=True)
        extra = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]["nbgrader"]
        need(PYTHON, "-m", "pip", "install", "--quiet", "--no-compile", "--no-deps", "--target", NBGRADER, *extra)
    STAMP.write_text(f"{wanted()} {'test' if tests else 'lab'}")


def check(name: str, command: tuple[str | Path, ...]) -> bool:
    """Run a check whose words are told when it is over, so that two can run at a time; whether it found nothing."""
    began = time.monotonic()
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    good = done.returncode == 0
    if not good:
        sys.stdout.buffer.write(done.stdout)
    say(f"{name} {'passed' if good else 'FAILED'} in {time.monotonic() - began:.0f} s")
    return good


def test(options: list[str]) -> None:
    """Every check, then every test; pytest's closing line is the last one where all else is well."""
    checks: dict[str, tuple[str | Path, ...]] = {
        "mypy": (BIN / "mypy",),
        "vitest": (PYTHON, "scripts/frontend.py", "test"),
        "ruff": (BIN / "ruff", "check", "."),
        "tsc": (PYTHON, "scripts/frontend.py", "check"),
    }
    say(f"{', '.join(checks)} …")
    need(PYTHON, "scripts/frontend.py", "install")  # once, before two of them would
    with ThreadPoolExecutor(2) as two:
        good = dict(zip(checks, two.map(check, checks, checks.values()), strict=True))
    say("pytest …")
    # nbval runs each notebook and compares its outputs with those it was saved with; a file stays with one worker, so that each
    # worker starts JupyterLab at most once
    began = time.monotonic()
    good["pytest"] = call(PYTHON, "-m", "pytest", "-n", "auto", "--dist", "loadfile", *NOTEBOOKS, *options) == 0
    if not good["pytest"]:
        say(f"pytest FAILED in {time.monotonic() - began:.0f} s")
    if failed := [name for name, well in good.items() if not well]:
        sys.exit(f"run.py: failed: {', '.join(failed)}")


def main(arguments: list[str]) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is run by whatever Python a person has
        sys.exit(f"run.py: cardlab needs Python 3.11 or newer, and this is {sys.version.split()[0]}")
    command, options = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command not in ("lab", "test", "notebooks", "watch"):
        sys.exit(USAGE)
    os.environ.update(PYTHONNOUSERSITE="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
    set_up(tests=command != "lab")
    if command == "test":
        test(options)
    elif command == "lab":
        become(PYTHON, "-m", "cardlab.cli", "lab", *options)
    elif command == "notebooks":
        become(PYTHON, "scripts/notebooks.py", *options)
    else:
        become(PYTHON, "scripts/frontend.py", "watch")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
