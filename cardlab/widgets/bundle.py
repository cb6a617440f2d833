"""Where the built front end lies."""

from pathlib import Path

from cardlab.errors import CardlabError

STATIC = Path(__file__).parent.parent / "static"


def bundle(name: str) -> Path:
    """The built file of that name. CardlabError says how to build it where it is missing."""
    file = STATIC / name
    if not file.is_file():
        raise CardlabError(f"the front end is not built ({file.name} is missing); build it: python scripts/frontend.py build")
    return file
