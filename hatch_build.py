"""Build hook: makes the front end's bundle, and lays seeds, notebooks and replays beside the packaged modules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))

import frontend

# Named one by one: the source documents that a person drops into seeds/ are other people's and must not travel.
DATA = {
    "seeds": ("*.toml",),
    "notebooks": ("*.ipynb", "teachers/*.ipynb", "teachers/*.jsonl"),
    "replays": ("**/*.jsonl", "**/*.md", "**/*.json"),
}


class Hook(BuildHookInterface[BuilderConfig]):
    """Runs for the wheel, the sdist and an editable install alike."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, where something must be built and the system has none."""
        return [frontend.NODE_FROM_PYPI] if frontend.stale() and frontend.system_npm() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects files. An editable install reads the clone's own data folders."""
        frontend.build()
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"].update(data_files(Path(self.root)))


def data_files(root: Path) -> dict[str, str]:
    """Where each data file of the clone goes in the wheel."""
    return {
        str(file): f"cardlab/data/{file.relative_to(root).as_posix()}"
        for folder, patterns in DATA.items()
        for pattern in patterns
        for file in sorted((root / folder).glob(pattern))
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(root).parts)
    }
