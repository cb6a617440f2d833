"""What a scratch table takes in JupyterLab: from the key that takes a card up to the paint of where it may go, which asks no kernel; and
from the key that plays a card which is seen to the paint of the table after it, in a small tree and in one of 5,000 nodes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from figures import AT_MOST, CannotMeasure, Figure, percentile
from lab_page import Notebook, open_lab

PRESSES: Final = 40
PACE: Final = (250, 350)
"""Between two presses, in ms."""
CHOOSING: Final = 16.0
MOVING: Final = 100.0
"""Bounds, in ms."""
BEGIN: Final = """
import cardlab
table = cardlab.scratch("skipbo official | phase=play seat=A turn=3 draw=?x133 B1=4 | A stock=?x9,7 hand=5,6,9,12,SB | B stock=?x9,8")
"""
GROW: Final = """
while len(table.tree.nodes) < 5_000:
    table.home()
    table.play_out(500, seed=len(table.tree.nodes))
table.home()
None
"""


def scratch_to_paint(runs: int) -> Iterator[Figure]:
    """ms at Skip-Bo, with a hand of five: `a` takes the first card up, `b` lays it where it may go second."""
    taken: dict[str, list[list[float]]] = {"": [[], []], ".5000_nodes": [[], []]}
    with open_lab() as lab:
        for run in range(runs):
            with lab.notebook([BEGIN, "table", GROW]) as notebook:
                notebook.run(0)
                notebook.run(1)
                for name, (choosing, moving) in taken.items():
                    if name:
                        notebook.run(2)
                        notebook.page.wait_for_timeout(1500)
                    choosing.append(percentile(_choose(notebook, Random(run)), 0.5))
                    moving.append(percentile(_move(notebook, Random(run)), 0.5))
    for name, (choosing, moving) in taken.items():
        yield Figure(f"scratch_choose_to_paint.skipbo{name}", "ms", choosing, CHOOSING, AT_MOST)
        yield Figure(f"scratch_move_to_paint.skipbo{name}", "ms", moving, MOVING, AT_MOST)


def _choose(notebook: Notebook, random: Random) -> list[float]:
    """A card is taken up, and let go again."""
    notebook.page.locator(".cardlab-scratch .cardlab-option").first.wait_for()
    notebook.page.evaluate("() => cardlabBench.watchKeys(document.querySelector('.cardlab-scratch'), 'a', 'taken')")
    for _ in range(PRESSES):
        for key in ("a", "Escape"):
            notebook.page.keyboard.press(key)
            notebook.page.wait_for_timeout(random.uniform(*PACE))
    return _samples(notebook)


def _move(notebook: Notebook, random: Random) -> list[float]:
    """A card is played, and then the table steps back."""
    notebook.page.evaluate("() => cardlabBench.watchKeys(document.querySelector('.cardlab-scratch'), 'b', 'drawn')")
    for _ in range(PRESSES):
        for key in ("a", "b", ","):
            notebook.page.keyboard.press(key)
            notebook.page.wait_for_timeout(random.uniform(*PACE))
    return _samples(notebook)


def _samples(notebook: Notebook) -> list[float]:
    samples: list[float] = notebook.page.evaluate("() => cardlabBench.samples()")
    if len(samples) != PRESSES or None in samples:
        raise CannotMeasure(f"{PRESSES} keys were pressed, and {sum(s is not None for s in samples)} of them changed the table")
    return samples
