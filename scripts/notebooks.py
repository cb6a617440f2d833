"""Make the lessons, run the notebooks from top to bottom and write their outputs: `python run.py notebooks [FILE…]`."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

import lessons

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"


def refresh(path: Path) -> None:
    """Run one notebook where it lies. Widget state is not saved: a reader without a kernel gets each widget's table instead."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, timeout=120, store_widget_state=False, resources={"metadata": {"path": str(path.parent)}})
    client.execute()
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times of day: they would differ at every run
    nbformat.write(notebook, path)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    anew = lessons.write()
    asked = [Path(name).resolve() for name in sys.argv[1:]]
    for path in sorted({*asked, *anew}) if asked else sorted(FOLDER.glob("*.ipynb")):
        print(path.name, flush=True)
        refresh(path)
    lessons.fill_teachers()
