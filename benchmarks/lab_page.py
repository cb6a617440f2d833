"""A JupyterLab and a Chromium of one's own, in temporary folders, and notebooks opened in them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from figures import CannotMeasure
from playwright.sync_api import Browser, Error, sync_playwright

from cardlab import lab

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
FOLDERS: Final = (
    "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR",
)  # fmt: skip
PROBE: Final = Path(__file__).with_name("probe.js")
PATIENCE: Final = 120.0
"""Seconds that a server, a page or a kernel may take to be ready on a busy machine."""
READY: Final = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  const panel = app.shell.currentWidget;
  if (!panel || !panel.context || !panel.sessionContext) return false;
  await panel.context.ready;
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session && panel.sessionContext.session.kernel;
  return !!kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
RUN_CELL: Final = """async (place) => {
  const panel = window.jupyterapp.shell.currentWidget;
  panel.content.activeCellIndex = place;
  await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
ASK: Final = """async (expression) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const asked = kernel.requestExecute({ code: '', silent: true, store_history: false, user_expressions: { it: expression } });
  const { content } = await asked.done;
  return content.user_expressions.it.data['text/plain'];
}"""


def chromium() -> str:
    """The browser: the one that CARDLAB_CHROMIUM names, or the system's."""
    found = os.environ.get("CARDLAB_CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise CannotMeasure("no Chromium was found: install it, or name one in CARDLAB_CHROMIUM")
    return found


def write_notebook(path: Path, cells: list[str]) -> None:
    """A notebook file of code cells, none of them run."""
    made: list[dict[str, Any]] = [
        {"cell_type": "code", "id": f"cell-{i}", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
        for i, cell in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path.write_text(json.dumps({"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8")


class Notebook:
    """A notebook open in JupyterLab, with a kernel of its own."""

    def __init__(self, lab_page: Lab, cells: list[str]) -> None:
        name = f"notebooks/{uuid4().hex}.ipynb"
        write_notebook(lab_page.root / name, cells)
        self._context = lab_page.browser.new_context(viewport={"width": 1280, "height": 900})
        self.page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.goto(f"{lab_page.url}/lab/workspaces/{uuid4().hex}/tree/{name}")
        self.page.wait_for_function("() => window.jupyterapp !== undefined")
        end = time.monotonic() + PATIENCE
        while not self.page.evaluate(READY):
            if time.monotonic() > end:
                raise CannotMeasure("the kernel did not become ready")
            self.page.wait_for_timeout(100)
        self._cdp = self._context.new_cdp_session(self.page)
        self._cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.page.evaluate(PROBE.read_text(encoding="utf-8"))

    def run(self, place: int) -> None:
        """Run one cell, to its end."""
        self.page.evaluate(RUN_CELL, place)
        if said := self.page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']").all_inner_texts():
            raise CannotMeasure(f"a cell said: {said[0].strip().splitlines()[-1]}")

    def ask(self, expression: str) -> str:
        """The `repr` of an expression in the kernel."""
        return str(self.page.evaluate(ASK, expression))

    def busy(self) -> float:
        """ms of CPU that the page's main thread has worked so far."""
        metrics = {one["name"]: one["value"] for one in self._cdp.send("Performance.getMetrics")["metrics"]}
        return 1000 * float(metrics["TaskDuration"])

    def close(self) -> None:
        """Close the page and end its kernel."""
        try:
            self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        finally:
            self._context.close()


class Lab:
    """A running JupyterLab and a running browser."""

    def __init__(self, browser: Browser, url: str, root: Path) -> None:
        self.browser, self.url, self.root = browser, url, root

    @contextmanager
    def notebook(self, cells: list[str]) -> Iterator[Notebook]:
        """A new notebook of these cells, none of them run yet."""
        opened = Notebook(self, cells)
        try:
            yield opened
        except Error as error:
            raise CannotMeasure(f"the browser says: {str(error).splitlines()[0]}") from error
        finally:
            opened.close()


@contextmanager
def open_lab() -> Iterator[Lab]:
    """JupyterLab as `cardlab lab` starts it, and a headless browser; both are ended, and their folders deleted."""
    path = chromium()
    with tempfile.TemporaryDirectory(prefix="cardlab-bench-", ignore_cleanup_errors=True) as folder:
        root = Path(folder) / "lab"
        (root / "notebooks").mkdir(parents=True)
        write_notebook(root / "notebooks" / "01-first.ipynb", [])
        with sync_playwright() as playwright, _server(Path(folder), root) as url:
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            try:
                yield Lab(browser, url, root)
            finally:
                browser.close()


@contextmanager
def _server(folder: Path, root: Path) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own: dict[str, Any] = {name: str(folder / name.lower()) for name in FOLDERS}
    command = [*lab.command(root, False, port), "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, env=lab.environment({**os.environ, **own}), stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_for(url, process, log)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/api/status", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise CannotMeasure(f"JupyterLab did not start: {log.read_text(errors='replace')[-500:]}")
