"""Where the data files are: the clone's own folders in a clone or an editable install, the packaged ones otherwise."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def clone() -> Path | None:
    """The clone this package runs from, or None where it was installed from a wheel."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "seeds" / "sources.toml").is_file() else None


def seeds() -> Path:
    """The folder of the rulebooks: `sources.toml` and one file a game."""
    return _folder("seeds")


def notebooks() -> Path:
    """The folder of the notebooks, `NN-topic.ipynb`."""
    return _folder("notebooks")


def replays() -> Path:
    """The folder of the sample games, one folder a game, and of `FORMAT.md`."""
    return _folder("replays")


def _folder(name: str) -> Path:
    return (clone() or _PACKAGE / "data") / name
