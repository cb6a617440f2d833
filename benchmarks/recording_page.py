"""What recording takes in JupyterLab: from the key that chooses an action to the paint of the table after it, its line on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from figures import CannotMeasure, Figure, percentile
from lab_page import open_lab

PRESSES: Final = 60
PACE: Final = (250, 350)
"""Between two presses, in ms."""


def record_to_paint(runs: int) -> Iterator[Figure]:
    """ms at Skyjo, where the first action offered can be taken at every moment by one key; the kernel is asked once for each."""
    medians, p95 = [], []
    with open_lab() as lab:
        for run in range(runs):
            begin = f"import cardlab\nmatch = cardlab.record('skyjo', file='bench-{run}.jsonl', seed={run})"
            with lab.notebook([begin, "match"]) as notebook:
                notebook.run(0)
                notebook.run(1)
                page, random = notebook.page, Random(run)
                page.locator(".cardlab-recorder .cardlab-option").first.wait_for()
                page.evaluate("() => cardlabBench.watchKeys(document.querySelector('.cardlab-recorder'), 'a')")
                for _ in range(PRESSES):
                    page.keyboard.press("a")
                    page.wait_for_timeout(random.uniform(*PACE))
                samples = page.evaluate("() => cardlabBench.samples()")
                if len(samples) != PRESSES or None in samples:
                    raise CannotMeasure(f"{PRESSES} keys were pressed, and {sum(s is not None for s in samples)} of them recorded a ply")
                medians.append(percentile(samples, 0.5))
                p95.append(percentile(samples, 0.95))
    yield Figure("record_to_paint.skyjo", "ms", medians)
    yield Figure("record_to_paint.skyjo.p95", "ms", p95)
