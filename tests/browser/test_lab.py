"""`cardlab lab` in a real browser: the first notebook opens, runs and is stepped through."""

from playwright.sync_api import expect

from cardlab.lab import first_notebook

TWO = [
    "import cardlab\nfrom cardlab.replay.make import play_match\nreplay = cardlab.loads(play_match('skyjo', 3, seed=4))",
    "replay.show()",
    "replay.show(lang='es')",
]


def test_the_first_notebook_steps(open_notebook, server):
    """Arrow keys step, the rule panel follows, and no script fails."""
    notebook = open_notebook(first_notebook(server.root))
    notebook.run_all()
    viewer = notebook.viewer()
    begin = int(viewer.get_attribute("data-ply"))
    viewer.focus()
    for _ in range(3):
        notebook.page.keyboard.press("ArrowRight")
    expect(viewer).to_have_attribute("data-ply", str(begin + 3))
    notebook.page.keyboard.press("ArrowLeft")
    expect(viewer).to_have_attribute("data-ply", str(begin + 2))
    assert viewer.locator(".cardlab-card[data-card]").count() > 0
    assert viewer.locator(".cardlab-passage[data-rule]").count() > 0
    assert notebook.errors == []


def test_only_the_focused_viewer_steps_and_no_shortcut_fires(open_notebook):
    """Two viewers on one page: the other one stands still; `d d`, which deletes a cell in JupyterLab, deletes none here."""
    notebook = open_notebook(cells=TWO)
    notebook.run_all()
    first, second = notebook.viewer(0), notebook.viewer(1)
    second.focus()
    notebook.page.keyboard.press("ArrowRight")
    notebook.page.keyboard.press("ArrowRight")
    expect(second).to_have_attribute("data-ply", "2")
    expect(first).to_have_attribute("data-ply", "0")
    for key in ("d", "d", "a", "b", "x", "0", "0"):
        notebook.page.keyboard.press(key)
    assert notebook.cells() == len(TWO)
    assert notebook.errors == []


def test_the_viewer_has_no_accessibility_fault(open_notebook):
    """axe finds nothing wrong in the widget, at the start and after a few steps, in both themes."""
    notebook = open_notebook(cells=TWO[:2])
    notebook.run_all()
    viewer = notebook.viewer()
    viewer.focus()
    for steps in (0, 4, 4):
        for _ in range(steps):
            notebook.page.keyboard.press("ArrowRight")
        notebook.accessible_in_both_themes(when=f"at ply {viewer.get_attribute('data-ply')}")
    assert notebook.errors == []


def test_no_news_is_asked_for(open_notebook, server):
    """`cardlab lab` turns the announcements off without touching anybody's settings."""
    notebook = open_notebook(cells=["1 + 1"])
    listed = notebook.page.evaluate("() => JSON.parse(document.getElementById('jupyter-config-data').textContent).disabledExtensions")
    assert "@jupyterlab/apputils-extension:announcements" in listed
