"""What the pages say is true: their Python runs, their commands and names exist."""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import re
import sys
from pathlib import Path

import pytest
from click import Group, Option
from click.testing import CliRunner

import cardlab
from cardlab.cli import cli

ROOT = Path(__file__).parent.parent
PATH = r"`((?:cardlab|frontend|notebooks|replays|seeds|tests|scripts)/[\w./-]*|\w+\.(?:md|py))`"
PAGES = [path for name in ("README.md", "DEVELOP.md", "replays/FORMAT.md") if (path := ROOT / name).is_file()]


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(blocks("README.md", "python"))))
def test_the_python_of_the_readme_runs(number, monkeypatch):
    """As a person would run it: from the clone."""
    monkeypatch.chdir(ROOT)
    code = blocks("README.md", "python")[number]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, f"README.md, python block {number + 1}", "exec"), {})
    assert out.getvalue().strip()


@pytest.mark.parametrize("page", ["README.md", "DEVELOP.md"])
def test_the_commands_listed_are_the_commands(page):
    """Every command of `cardlab --help` is named on the page, and no other."""
    said = re.findall(r"`cardlab ([a-z]+)", (ROOT / page).read_text(encoding="utf-8"))
    assert set(said) == set(cli.commands)


def test_the_help_names_every_command_and_option():
    """Each command has a line of help, and each of its options too."""
    for name, command in cli.commands.items():
        assert command.get_short_help_str(), name
        assert all(param.help for param in command.params if isinstance(param, Option)), name
        for sub in command.commands.values() if isinstance(command, Group) else []:
            assert sub.get_short_help_str(), f"{name} {sub.name}"
            assert all(param.help for param in sub.params if isinstance(param, Option)), f"{name} {sub.name}"
        shown = CliRunner().invoke(cli, [name, "--help"])
        assert shown.exit_code == 0
        assert name in CliRunner().invoke(cli, ["--help"]).output


def test_options_named_in_the_pages_exist():
    """`cardlab COMMAND … --option` on any page."""
    for page in PAGES:
        for command, rest in re.findall(r"cardlab (\w+)([^`\n]*)", page.read_text(encoding="utf-8")):
            if command in cli.commands:
                params = [*cli.commands[command].params]
                if isinstance(group := cli.commands[command], Group):  # `cardlab notes merge … -o`
                    params += group.commands[rest.split()[0]].params if rest.split() else []
                known = {flag for param in params for flag in (*param.opts, *param.secondary_opts)}
                said = set(re.findall(r"(?<!\S)(--?[a-z][a-z-]*)", rest))
                assert said <= known | {"--help"}, f"{page.name}: cardlab {command} {rest}"


def test_set_up_commands_exist():
    """Every `run.py COMMAND` on a page is one that run.py knows, and the other way round."""
    script = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))
    usage = next(n.value.value for n in script.body if isinstance(n, ast.Assign) and n.targets[0].id == "USAGE")
    known = set(re.findall(r"^  (\w+) ", usage, flags=re.MULTILINE))
    said = {name for page in PAGES for name in re.findall(r"run\.py (\w+)", page.read_text(encoding="utf-8"))}
    assert said == known


def test_public_names_in_the_pages_exist():
    """`cardlab.name` in prose or code."""
    for page in PAGES:
        for path in re.findall(r"\bcardlab((?:\.[a-z_]+)+)\b(?!\.toml|\.md)", page.read_text(encoding="utf-8")):
            thing, parts = cardlab, path.strip(".").split(".")
            for i, part in enumerate(parts):
                if not hasattr(thing, part):
                    importlib.import_module(".".join(["cardlab", *parts[: i + 1]]))
                thing = getattr(thing, part)


def test_files_and_folders_named_in_the_pages_exist():
    """Paths in backticks that look like paths of the clone."""
    made = {"cardlab/static/"}  # by the build
    for page in PAGES:
        for path in re.findall(PATH, page.read_text(encoding="utf-8")):
            inside = [ROOT / path, ROOT / "cardlab" / path, *(ROOT / "cardlab" / "games").glob(f"*/{path}")]
            example = re.search("NAME|NN|FILE", path)
            assert path in made or example or any(there.exists() for there in inside), f"{page.name} names {path}"


def test_every_public_name_is_told():
    """`cardlab.__all__` is what the package's own page of contents promises; each name has its docstring."""
    for name in cardlab.__all__:
        thing = getattr(cardlab, name)
        assert not callable(thing) or thing.__doc__, name
    assert sys.modules["cardlab"].__doc__
