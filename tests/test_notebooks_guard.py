"""What nbval lets pass: notebooks whose outputs were never made, were made out of order, or are not compared."""

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
UNCOMPARED: dict[str, str] = {}
"""Cells (`notebook:number from 1`) whose output nbval may leave uncompared, each with its reason."""
MARKS = ("nbval_skip", "nbval_ignore_output", "nbval_raises_exception", "raises_exception")

pytestmark = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def code_cells(path):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_every_cell_was_run_in_order(path):
    """Counts are 1..n: a notebook is saved as it was run from top to bottom, once, and holds no empty cell."""
    cells = code_cells(path)
    assert cells
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert all("".join(cell["source"]).strip() for cell in cells)


def test_no_cell_failed(path):
    """An error is shown by catching it, never by a cell that ends in a traceback."""
    for number, cell in enumerate(code_cells(path), 1):
        for output in cell["outputs"]:
            assert output["output_type"] != "error", f"cell {number} failed"
            assert output.get("name") != "stderr", f"cell {number} wrote to the error stream"


def test_no_widget_state_is_saved(path):
    """With state saved, an exported page loses the picture that needs no kernel, and asks the web for scripts."""
    assert "widgets" not in json.loads(path.read_text(encoding="utf-8"))["metadata"]


def test_a_widget_has_its_picture_beside_it(path):
    """Every widget output has a text and an HTML twin."""
    for number, cell in enumerate(code_cells(path), 1):
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "application/vnd.jupyter.widget-view+json" in data:
                assert {"text/plain", "text/html"} <= set(data), f"cell {number}: a widget without its picture"


def test_no_output_is_left_uncompared(path):
    """A mark that tells nbval to look away needs its reason in UNCOMPARED."""
    for number, cell in enumerate(code_cells(path), 1):
        said = ("".join(cell["source"]) + " ".join(cell["metadata"].get("tags", []))).lower().replace("-", "_")
        assert not any(mark in said for mark in MARKS) or f"{path.name}:{number}" in UNCOMPARED
