"""Measure cardlab: `python benchmarks/run.py [NAMES…] [--runs N] [--json FILE]`.

One JSON line a figure on the standard output (and in FILE), a table for people on the standard error. It measures and does not judge:
a figure that misses its bound is no failure. Exit code 1 says that something could not be measured.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from figures import CannotMeasure, Figure, load, table


def _browser(name: str, module: str = "browser_side") -> Callable[[int], Iterator[Figure]]:
    """A benchmark that needs Playwright, which the others do without."""

    def measure(runs: int) -> Iterator[Figure]:
        try:
            side = import_module(module)
        except ImportError as error:
            raise CannotMeasure(f"{error}; the browser is driven with what the extra `test` installs") from None
        yield from getattr(side, name)(runs)

    return measure


def benchmarks() -> dict[str, Callable[[int], Iterator[Figure]]]:
    """What can be measured, by name: each is given the number of runs."""
    import python_side
    import recording
    import scratching

    return {
        "import": python_side.import_time,
        "rerun": python_side.rerun,
        "memory": python_side.memory,
        "sent": python_side.sent,
        "append": recording.append,
        "scratch": scratching.scratch,
        "record_to_paint": _browser("record_to_paint", "recording_page"),
        "scratch_to_paint": _browser("scratch_to_paint", "scratching_page"),
        "first_paint": _browser("first_paint"),
        "key_to_paint": _browser("key_to_paint"),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    known = benchmarks()
    parser = argparse.ArgumentParser(description="Measure cardlab, and print one JSON line a figure.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure, by itself all: {', '.join(known)}")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="runs of each figure, whose median is its value (5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the JSON lines there too")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.names if name not in known]:
        parser.error(f"unknown benchmark {unknown[0]!r}; known: {', '.join(known)}")
    if asked.runs < 1:
        parser.error("--runs: expected at least 1")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that servers and folders are cleaned up then, too

    figures: list[Figure] = []
    failures: list[str] = []
    print(f"load average {load()}", file=sys.stderr)
    for name in asked.names or known:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        try:
            for figure in known[name](asked.runs):
                figures.append(figure)
                print(figure.line(), flush=True)
        except Exception as error:  # whatever it is, the other benchmarks are still worth having
            failures.append(f"{name}: {type(error).__name__}: {error}")
    if asked.json is not None:
        asked.json.write_text("".join(f"{figure.line()}\n" for figure in figures), encoding="utf-8")
    print(f"\n{table(figures)}\n", file=sys.stderr)
    for failure in failures:
        print(f"could not be measured: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
