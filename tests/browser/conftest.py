"""One JupyterLab and one Chromium for all browser tests; their pages are used again, empty."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn
from uuid import uuid4

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from cardlab import lab

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
FOLDERS = (
    "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR",
)  # fmt: skip
START = 60.0
"""Seconds that JupyterLab may take to answer."""

READY = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  const panel = app.shell.currentWidget;
  if (!panel || !panel.context || !panel.sessionContext) return false;
  await panel.context.ready;
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session && panel.sessionContext.session.kernel;
  return !!kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
USES = 20
"""Notebooks that one page shows: it grows with each."""
THEMES = ("JupyterLab Light", "JupyterLab Dark")
SETTLED = """async () => {
  const moves = (each) => each.playState === 'running' && each.effect.getComputedTiming().endTime !== Infinity;
  const end = performance.now() + 10000;
  for (let calm = 0; calm < 2; calm++) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    if (document.getAnimations().some(moves)) calm = -1;
    if (performance.now() > end) throw new Error('something on the page moves for ever');
  }
}"""
OPEN = """async (path) => {
  const app = window.jupyterapp;
  await app.restored;
  await app.commands.execute('docmanager:open', { path, factory: 'Notebook' });
  // the Launcher and whatever else a page opens of itself
  for (const other of [...app.shell.widgets('main')]) if (other !== app.shell.currentWidget) other.dispose();
}"""
CLEAR = """async () => {
  const app = window.jupyterapp;
  for (const open of document.querySelectorAll('.jp-Dialog')) open.remove();
  for (const widget of [...app.shell.widgets('main')]) widget.dispose();
  await app.serviceManager.sessions.shutdownAll();
  await app.commands.execute('apputils:change-theme', { theme: 'JupyterLab Light' });
  app.shell.expandLeft();
  localStorage.clear();
  sessionStorage.clear();
  return document.querySelectorAll('.cardlab-viewer, .jp-Dialog').length;
}"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


def chromium() -> str | None:
    """The browser to drive: the one that CARDLAB_CHROMIUM names, or the system's."""
    return os.environ.get("CARDLAB_CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)


def refuse(why: str) -> NoReturn:
    """Skip for want of a browser, with the reason; fail where CARDLAB_REQUIRE_BROWSER says that it has to be there."""
    if os.environ.get("CARDLAB_REQUIRE_BROWSER"):
        pytest.fail(f"CARDLAB_REQUIRE_BROWSER is set, and {why}")
    pytest.skip(why)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = chromium()
    if path is None:
        refuse("no Chromium was found: install it (`apt-get install chromium`), or name one in CARDLAB_CHROMIUM")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


class Server(NamedTuple):
    """A running JupyterLab."""

    url: str
    root: Path
    """The folder it shows: copies of the notebooks and of the sample games."""


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab as `cardlab lab` starts it, on copies, with settings of its own and no token."""
    root, home = tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("jupyter")
    lab.copy_samples(root)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = lab.environment({**os.environ, **{name: str(home / name.lower()) for name in FOLDERS}})
    # `expose_app_in_browser` gives the tests `window.jupyterapp`
    command = [*lab.command(root, False, port), "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
    log = home / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=env, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(url, process, log)
        yield Server(url, root)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until the server answers; its own words when it does not."""
    end = time.monotonic() + START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/api/status", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start within {START:.0f} s:\n{log.read_text(errors='replace')[-3000:]}")


class Notebook:
    """A notebook open in JupyterLab. `.page` is its page, `.errors` what scripts on it threw."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def wait_for_kernel(self) -> None:
        """The idle light lies before there is a kernel, and running the cells then does nothing: ask the session itself."""
        end = time.monotonic() + START
        while not self.page.evaluate(READY):
            assert time.monotonic() < end, "the kernel did not become ready"
            self.page.wait_for_timeout(50)

    def run_all(self) -> None:
        """Run every cell, to the end."""
        self.page.evaluate("async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
        assert not self.page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']").all_inner_texts()

    def viewer(self, number: int = 0) -> Locator:
        """The number-th viewer on the page, drawn."""
        found = self.page.locator(".cardlab-viewer").nth(number)
        found.wait_for(timeout=20_000)
        return found

    def settle(self) -> None:
        """Until nothing moves or changes its colour any more."""
        self.page.evaluate(SETTLED)

    def set_theme(self, theme: str) -> None:
        """JupyterLab's light or dark theme."""
        self.page.evaluate("async (theme) => { await window.jupyterapp.commands.execute('apputils:change-theme', { theme }); }", theme)
        self.page.wait_for_function("(dark) => (document.body.dataset.jpThemeLight === 'false') === dark", arg=theme.endswith("Dark"))

    def accessible(self, context: str = ".cardlab-viewer", when: object = "") -> None:
        """axe finds nothing wrong in that part of the page, as it stands."""
        self.settle()  # colours that are still on their way between two themes are no finding
        found = Axe().run(self.page, context=context)
        assert found.violations_count == 0, f"{when}: {found.generate_report()}"

    def accessible_in_both_themes(self, context: str = ".cardlab-viewer", when: object = "") -> None:
        """As `accessible`, in the theme of JupyterLab that is on, then in the other, which stays on."""
        dark = bool(self.page.evaluate("() => document.body.dataset.jpThemeLight === 'false'"))
        for theme in reversed(THEMES) if dark else THEMES:
            self.set_theme(theme)
            self.accessible(context, f"{theme}, {when}")

    def cells(self) -> int:
        """How many cells the notebook has."""
        return int(self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.model.cells.length"))


class Labs:
    """Pages that show JupyterLab. Loading one takes seconds, so a page whose test is over is cleared and shows the next notebook."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.free: list[Page] = []
        self.busy: list[Page] = []
        self.used: dict[Page, int] = {}

    def take(self, width: int, height: int) -> Page:
        """A page without a notebook, of this size."""
        if self.free:
            page = self.free.pop()
            page.set_viewport_size({"width": width, "height": height})
        else:
            page = self.browser.new_context(viewport={"width": width, "height": height}).new_page()
            page.goto(f"{self.url}/lab/workspaces/{uuid4().hex}")  # a workspace of its own: no tab of another page is restored
            page.wait_for_function("() => window.jupyterapp !== undefined", timeout=60_000)
        self.busy.append(page)
        return page

    def give_back(self) -> None:
        """Clear the pages of a test that is over; one that cannot be cleared is closed."""
        while self.busy:
            page = self.busy.pop()
            try:
                left = page.evaluate(CLEAR)
            except Error as why:
                left = str(why)
            used = self.used[page] = self.used.get(page, 0) + 1
            if left or used >= USES:
                page.context.close()
            else:
                page.mouse.move(0, 0)
                self.free.append(page)


@pytest.fixture(scope="package")
def labs(browser: Browser, server: Server) -> Labs:
    """The pages of all tests of this worker."""
    return Labs(browser, server.url)


@pytest.fixture
def open_notebook(labs: Labs, server: Server) -> Iterator[Callable[..., Notebook]]:
    """`open_notebook("notebooks/01-….ipynb")` opens that file; `open_notebook(cells=[…])` a new one with these cells."""

    def open_one(path: str = "", *, cells: list[str] | None = None, width: int = 1280, height: int = 900) -> Notebook:
        if cells is not None:
            path = f"notebooks/made-{uuid4().hex[:8]}.ipynb"
            notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
            notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
            nbformat.write(notebook, server.root / path)
        opened = Notebook(labs.take(width, height))
        opened.page.evaluate(OPEN, path)
        opened.wait_for_kernel()
        return opened

    yield open_one
    labs.give_back()
