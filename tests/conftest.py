"""What all tests share: the clone's folders, the source documents where they are, and plain words on what was skipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from cardlab.games import GAMES
from cardlab.rulebook import original, read_rulebook

ROOT = Path(__file__).resolve().parent.parent

# On a shared machine a slow example is no finding; in CI the same examples are tried at every run.
settings.register_profile("person", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "person")


@pytest.fixture(scope="session")
def root() -> Path:
    """The clone."""
    return ROOT


@pytest.fixture
def originals() -> None:
    """For tests that read the true text of the sources: skipped where a document is not there or is another one."""
    missing = [s.file for game in GAMES for s in read_rulebook(game.name).sources if original(s).lines is None]
    if missing:
        pytest.skip(f"the source documents are not here ({len(set(missing))} of them; CARDLAB_SEEDS names their folder)")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in plain words, once, that the browser tests did not run."""
    skipped = [report for report in terminalreporter.getreports("skipped") if "tests/browser/" in report.nodeid]
    if skipped:
        reason = skipped[0].longrepr[2] if isinstance(skipped[0].longrepr, tuple) else str(skipped[0].longrepr)
        terminalreporter.write_line(f"{len(skipped)} browser tests did NOT run. {reason}", yellow=True, bold=True)
