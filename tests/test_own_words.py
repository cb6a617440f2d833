"""The sources are other people's texts: the project says what they say in words of its own."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from cardlab.games import GAMES
from cardlab.rulebook import original, read_rulebook

RUN = 8
"""So many words in a row are somebody's sentence; fewer are a fact that can hardly be said otherwise."""
KINDS = {".py", ".ts", ".md", ".toml", ".jsonl", ".json", ".ipynb", ".css", ".html", ".svg", ".txt"}
MADE = {".git", ".venv", "node_modules", "static", "build", "dist", "__pycache__", ".cache"}


def runs(line: str) -> Iterator[tuple[str, ...]]:
    """Every run of words of a line, without accents, case and punctuation."""
    plain = "".join(c for c in unicodedata.normalize("NFD", line.lower()) if not unicodedata.combining(c))
    words = re.findall(r"\w+", plain)
    yield from (tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1))


def texts(root: Path) -> Iterator[Path]:
    """Every text of the clone, but for what was made in it and the documents themselves, which git ignores."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if path.suffix in KINDS and not MADE.intersection(inside.parts) and not inside.match("seeds/*.txt") and path.is_file():
            yield path


def test_words_are_found_whatever_stands_around_them():
    eight = ("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho")
    assert list(runs("Uno dos, TRES: cuatro — cinco seis síete ocho.")) == [eight]
    assert list(runs("one two three four five six seven")) == []


def test_no_sentence_of_a_source_stands_in_the_project(root, originals):
    theirs = {}
    for game in GAMES:
        for source in read_rulebook(game.name).sources:
            for number, line in enumerate(original(source).lines or (), 1):
                theirs.update(dict.fromkeys(runs(line), f"{source.id}:{number}"))
    assert len(theirs) > 1000
    found = [
        f"{path.relative_to(root)}:{number}: {' '.join(run)} ({theirs[run]})"
        for path in texts(root)
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1)
        for run in runs(line)
        if run in theirs
    ]
    assert found == []
