"""What is measured in JupyterLab in a real browser: from a key to the paint, and from `replay.show()` to the first table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from figures import GAMES, CannotMeasure, Figure, percentile
from lab_page import PATIENCE, Lab, Notebook, open_lab
from long_games import VIEWED, long_game

PRESSES: Final = 200
CALM: Final = (160, 240)
"""Between two presses of a person who looks at each move, in ms: long enough for cards to fly."""
RAPID: Final = (30, 60)
"""As a key held down repeats, in ms."""
OPENED: Final = 100
"""The ply a viewer is opened at: a table with cards on it, which there is none of before the deal."""
WARM: Final = 3
"""How often a viewer is opened again in the same notebook."""


def cells(game: str, root: Lab) -> list[str]:
    """Load the game; open the viewer and remember when."""
    file = root.root / f"{game}.jsonl"
    file.write_text(long_game(game, VIEWED), encoding="utf-8")
    return [
        f"import time, cardlab\nreplay = cardlab.load({str(file)!r})\nply = {OPENED}",
        "cpu = time.process_time()\nstarted = time.time()\nviewer = replay.show(ply=ply)\n"
        "made = time.time()\ncpu = time.process_time() - cpu\nviewer",
    ]


def press(notebook: Notebook, target: str, pace: tuple[int, int], seed: int, what: str = "ply") -> list[float]:
    """ms from each press of the right arrow to the paint of what it changed on the element that `target` (JavaScript) gives: `data-ply`,
    or another data attribute."""
    page, random = notebook.page, Random(seed)
    page.evaluate(f"() => cardlabBench.watchKeys({target}, 'ArrowRight', '{what}')")
    page.wait_for_timeout(500)
    for _ in range(PRESSES):
        page.keyboard.press("ArrowRight")
        # uneven, so that presses do not keep step with the frames
        page.wait_for_timeout(random.uniform(*pace))
    page.wait_for_timeout(500)
    samples = page.evaluate("() => cardlabBench.samples()")
    if len(samples) != PRESSES or None in samples:
        seen = sum(sample is not None for sample in samples)
        raise CannotMeasure(f"{PRESSES} keys were pressed, and {seen} of them changed the {what}")
    return [float(sample) for sample in samples]


def key_to_paint(runs: int) -> Iterator[Figure]:
    """From the key event to the frame that shows its ply, each run in another part of the game. `cpu` is what the page's main thread
    worked for a press in all, flights and what follows the paint included: other work on the machine does not lengthen it. `panel` is the
    time to the frame that shows the governing passages and the move list as well, which follow the table."""
    viewer = "document.querySelector('.cardlab-viewer')"
    with open_lab() as lab:
        for game in GAMES:
            calm, rapid, work, panel = [], [], [], []
            with lab.notebook(cells(game, lab)) as notebook:
                notebook.run(0)
                for run in range(runs):
                    notebook.ask(f"globals().update(ply={OPENED + run * (VIEWED - 3 * PRESSES - 200) // max(runs - 1, 1)})")
                    notebook.run(1)
                    notebook.page.locator(".cardlab-card").first.wait_for()
                    notebook.page.wait_for_timeout(1000)
                    before = notebook.busy()
                    calm.append(press(notebook, viewer, CALM, run))
                    work.append((notebook.busy() - before) / PRESSES)
                    rapid.append(press(notebook, viewer, RAPID, run))
                    panel.append(press(notebook, viewer, CALM, run, "followed"))
            yield Figure(f"key_to_paint.{game}", "ms", [percentile(one, 0.5) for one in calm], 16)
            yield Figure(f"key_to_paint.{game}.p95", "ms", [percentile(one, 0.95) for one in calm])
            yield Figure(f"key_to_paint.{game}.cpu", "ms", work)
            yield Figure(f"key_to_paint.{game}.panel", "ms", [percentile(one, 0.5) for one in panel])
            yield Figure(f"key_to_paint.{game}.rapid", "ms", [percentile(one, 0.5) for one in rapid], 16)
            yield Figure(f"key_to_paint.{game}.rapid.p95", "ms", [percentile(one, 0.95) for one in rapid])
        with lab.notebook(["1"]) as notebook:
            bare = [press(notebook, "cardlabBench.bare()", RAPID, run) for run in range(runs)]
        yield Figure("key_to_paint.bare_element", "ms", [percentile(one, 0.5) for one in bare])


def first_paint(runs: int) -> Iterator[Figure]:
    """From the call of `replay.show()` to the first painted table. Cold: the first viewer of a new kernel in a new page, which also
    imports the widgets and reads the rulebook; warm: another one in the same notebook."""
    with open_lab() as lab:
        for game in GAMES:
            cold: list[tuple[float, ...]] = []
            warm: list[tuple[float, ...]] = []
            for _ in range(runs):
                with lab.notebook(cells(game, lab)) as notebook:
                    notebook.run(0)
                    cold.append(open_viewer(notebook))
                    warm += [open_viewer(notebook) for _ in range(WARM)]
            for name, found in (("cold", cold), ("warm", warm)):
                painted, made, cpu, whole = zip(*found, strict=True)
                yield Figure(f"first_paint.{game}.{name}", "s", painted, 0.5)
                yield Figure(f"first_paint.{game}.{name}.in_python", "s", made)
                yield Figure(f"first_paint.{game}.{name}.in_python_cpu", "s", cpu)
                yield Figure(f"first_paint.{game}.{name}.whole", "s", whole)


def open_viewer(notebook: Notebook) -> tuple[float, float, float, float]:
    """Seconds from `replay.show()` to the first paint of its table, until it returned in Python, of CPU up to there, and until all plies of
    the game are in the page."""
    page = notebook.page
    page.wait_for_timeout(1000)
    page.evaluate(f"() => {{ cardlabBench.painted = cardlabBench.firstPaint({PATIENCE * 1000}); }}")
    notebook.run(1)
    painted, whole = page.evaluate("() => cardlabBench.painted")
    if whole is None:
        raise CannotMeasure(f"no table was painted within {PATIENCE:.0f} s")
    started, made, cpu = (float(notebook.ask(name)) for name in ("started", "made", "cpu"))
    return painted / 1000 - started, made - started, cpu, whole / 1000 - started
