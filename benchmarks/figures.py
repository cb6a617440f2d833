"""What a benchmark gives: figures, each with its runs and the bound it is meant to keep. Nothing here judges them."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from statistics import median
from typing import Any, Final, Literal

GAMES: Final = ("skipbo", "skyjo")
AT_MOST: Final = "at most"
AT_LEAST: Final = "at least"


class CannotMeasure(Exception):
    """A figure could not be taken: the sentence says why. A figure that misses its bound is no such thing."""


def load() -> float | None:
    """The load average of the last minute, where the system tells it."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


@dataclass(frozen=True)
class Figure:
    """One figure of several runs; its value is their median."""

    name: str
    unit: str
    runs: Sequence[float]
    """The value of each run."""
    bound: float | None = None
    """What the value is meant to keep; None for a figure that only helps to understand another."""
    kind: Literal["at most", "at least"] = "at most"
    load: float | None = field(default_factory=load)
    """The machine's load average when it was taken, for whoever compares two runs."""

    @property
    def value(self) -> float:
        return median(self.runs)

    @property
    def kept(self) -> bool | None:
        """Whether the value keeps its bound; None where there is none."""
        if self.bound is None:
            return None
        return self.value <= self.bound if self.kind == AT_MOST else self.value >= self.bound

    def as_dict(self) -> dict[str, Any]:
        """The figure as one JSON object."""
        return {
            "name": self.name,
            "value": rounded(self.value),
            "unit": self.unit,
            "bound": self.bound,
            "bound_kind": self.kind if self.bound is not None else None,
            "runs": len(self.runs),
            "min": rounded(min(self.runs)),
            "median": rounded(median(self.runs)),
            "max": rounded(max(self.runs)),
            "load": self.load,
        }

    def line(self) -> str:
        return json.dumps(self.as_dict())


def rounded(value: float) -> float:
    """To four significant digits, or to whole units: no benchmark here is more exact."""
    return round(value) if abs(value) >= 1000 else float(f"{value:.4g}")


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least that part of all does not exceed."""
    return sorted(values)[max(0, ceil(len(values) * part) - 1)]


def table(figures: Sequence[Figure]) -> str:
    """The figures for people."""
    rows = [("figure", "value", "", "bound", "", "min", "max", "runs")]
    for figure in figures:
        bound = "" if figure.bound is None else f"{figure.kind} {rounded(figure.bound):g}"
        kept = {None: "", True: "kept", False: "MISSED"}[figure.kept]
        low, value, high = (f"{rounded(v):g}" for v in (min(figure.runs), figure.value, max(figure.runs)))
        rows.append((figure.name, value, figure.unit, bound, kept, low, high, str(len(figure.runs))))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    right = {1, 5, 6, 7}
    lines = []
    for row in rows:
        cells = [cell.rjust(width) if i in right else cell.ljust(width) for i, (cell, width) in enumerate(zip(row, widths, strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
