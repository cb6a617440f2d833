"""What travels in the package, when the front end is built again, and that the version stands everywhere alike."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import cardlab
from cardlab import lab, paths


def script(root: Path, name: str) -> ModuleType:
    """A script of the clone as a module."""
    spec = importlib.util.spec_from_file_location(Path(name).stem, root / name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def frontend(root, tmp_path, monkeypatch) -> ModuleType:
    """scripts/frontend.py on a front end of two files, built."""
    module = script(root, "scripts/frontend.py")
    monkeypatch.setattr(module, "FRONTEND", tmp_path)
    monkeypatch.setattr(module, "STATIC", tmp_path)
    (tmp_path / "src").mkdir()
    for number, name in enumerate(["package-lock.json", "src/main.ts", *module.BUNDLES]):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (number, number))
    return module


def test_no_source_document_travels(root, tmp_path):
    """A document that a person dropped into seeds/ stays at home; seeds, notebooks and games go along."""
    sent_along = ("seeds/skyjo.toml", "notebooks/01-a.ipynb", "replays/skyjo/a.jsonl")
    for name in (*sent_along, "seeds/000_a.txt", "notebooks/.ipynb_checkpoints/01-a.ipynb"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    sent = script(root, "hatch_build.py").data_files(tmp_path)
    assert set(sent.values()) == {f"cardlab/data/{name}" for name in sent_along}


def test_every_sample_travels_and_is_copied(root):
    """What `cardlab lab` copies from a wheel is what it would copy from the clone."""
    sent = {name.removeprefix("cardlab/data/") for name in script(root, "hatch_build.py").data_files(root).values()}
    copied = {name for name, _ in lab.samples()}
    assert copied == {name for name in sent if not name.startswith("seeds/")}


def test_a_fresh_bundle_is_not_built_again(frontend):
    assert not frontend.stale()


@pytest.mark.parametrize("name", ["package-lock.json", "src/main.ts"])
def test_a_newer_source_makes_the_bundle_stale(frontend, tmp_path, name):
    os.utime(tmp_path / name, (9, 9))
    assert frontend.stale()


@pytest.mark.parametrize("name", ["viewer.js", "recorder.js", "quiz.js", "scratch.js", "play.js"])
def test_a_missing_bundle_is_stale(frontend, tmp_path, name):
    (tmp_path / name).unlink()
    assert frontend.stale()


def test_the_bundles_are_those_that_the_build_makes(root, frontend):
    """One list here, one in the build: they name the same widgets."""
    made = re.search(r"const WIDGETS = \{(.*)\}", (root / "frontend/build.mjs").read_text(encoding="utf-8"))
    assert {f"{name}.js" for name in re.findall(r"(\w+):", made[1])} == set(frontend.BUNDLES)


def test_an_old_or_missing_node_is_not_used(frontend, tmp_path, monkeypatch):
    """Then Node comes from PyPI, and where that is not there either the error says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert frontend.system_npm() is None
    for name, said in (("node", "v18.20.0"), ("npm", "10.0.0")):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    assert frontend.system_npm() is None
    (tmp_path / "node").write_text("#!/bin/sh\necho v20.1.0\n", encoding="utf-8")
    assert frontend.system_npm() == str(tmp_path / "npm")


def test_the_version_stands_everywhere_alike(root):
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert cardlab.__version__ == version
    assert json.loads((root / "frontend" / "package.json").read_text(encoding="utf-8"))["version"] == version
    assert f"## {version}" in (root / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_clone_uses_its_own_folders(root):
    assert paths.clone() == root
    assert (paths.seeds(), paths.notebooks(), paths.replays()) == (root / "seeds", root / "notebooks", root / "replays")
