"""The one-way direction of imports, and how light `import cardlab` is."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardlab

PACKAGE = Path(cardlab.__file__).parent

# Each layer may import those below it, and itself. DEVELOP.md draws the same picture.
LAYERS = [
    (
        "face",
        [
            f"cardlab{name}"
            for name in ("", ".api", ".cli", ".cli_class", ".cli_notes", ".cli_play", ".cli_record", ".cli_smallest", ".lab")
        ],
    ),
    ("widgets", ["cardlab.widgets"]),
    ("quiz", ["cardlab.quiz"]),
    ("replay", ["cardlab.replay", "cardlab.scratch", "cardlab.playing"]),
    ("positions", ["cardlab.position", "cardlab.explain", "cardlab.draw", "cardlab.svg", "cardlab.cases"]),
    ("games", ["cardlab.games"]),
    (
        "contract",
        [f"cardlab.{name}" for name in ("game", "table", "lens", "line", "edits", "shrink", "rulebook", "text", "paths", "errors")],
    ),
]
HEAVY = {"pandas", "ipywidgets", "anywidget", "IPython", "traitlets"}


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def layer(name: str) -> int:
    """The number of the layer a module stands in, 0 on top; the longest name that fits decides."""
    fits = [
        (len(prefix), number)
        for number, (_, prefixes) in enumerate(LAYERS)
        for prefix in prefixes
        if name == prefix or (name.startswith(f"{prefix}.") and prefix != "cardlab")
    ]
    assert fits, f"{name} stands in no layer of LAYERS: give it a place"
    return max(fits)[1]


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """What a module imports by full name, and whether while it is itself imported (not in a function, not for types alone)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
        for inner in ast.walk(node)
    }
    known = modules()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node not in late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write out the whole name in imports"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield (full if full in known else str(node.module)), node not in late


@pytest.mark.parametrize("name", sorted(modules()))
def test_imports_run_one_way(name):
    """A module imports only what stands in its own layer or below. Two doors lead up, and open only when they are used: a
    position that draws itself in a notebook, and a replay that shows itself as a widget."""
    for target, early in imports(modules()[name]):
        if target.partition(".")[0] != "cardlab":
            assert target.partition(".")[0] not in HEAVY or not early or name.startswith("cardlab.widgets"), f"{name} imports {target}"
        elif early or layer(name) >= layer("cardlab.games"):
            assert layer(target) >= layer(name), f"{name} imports {target}, which stands above it"


def test_games_know_no_other_game():
    """No game imports another one."""
    for name, path in modules().items():
        parts = name.split(".")
        if parts[:2] == ["cardlab", "games"] and len(parts) > 2:
            for target, _ in imports(path):
                there = target.split(".")
                assert there[:2] != ["cardlab", "games"] or there[2:3] == parts[2:3], f"{name} imports {target}"


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("cardlab", {"pandas", "IPython", "ipywidgets", "anywidget", "traitlets", "msgspec", "numpy", "click"}),
        ("cardlab.cli", {"pandas", "IPython", "ipywidgets", "anywidget", "traitlets", "msgspec", "numpy"}),
        ("cardlab.replay", {"pandas", "IPython", "ipywidgets", "anywidget", "traitlets", "numpy"}),
    ],
)
def test_importing_stays_light(module, forbidden):
    """Nothing heavy is loaded before it is used."""
    code = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not forbidden & {name.partition(".")[0] for name in loaded}
