"""The viewer in JupyterLab: what it says is what Python says, what the lens hides is not there, all of it by keyboard."""

import json

import pytest
from playwright.sync_api import expect

import cardlab
from cardlab import paths

LESSON = "../replays/skyjo/worked-example.jsonl"
MATCH = "../replays/skipbo/wilds-and-a-full-pile.jsonl"


def sample(path):
    return cardlab.load(paths.replays().parent / path.removeprefix("../"))


def cells(path, show="replay.show()"):
    return [f"import cardlab\nreplay = cardlab.load({path!r})", f"viewer = {show}\nviewer"]


@pytest.fixture
def opened(open_notebook):
    """`opened(path, show)` gives the page's notebook and its viewer, focused."""

    def open_one(path=LESSON, show="replay.show()", **size):
        notebook = open_notebook(cells=cells(path, show), **size)
        notebook.run_all()
        viewer = notebook.viewer()
        viewer.focus()
        return notebook, viewer

    return open_one


READ = """(root) => [
  root.dataset.ply,
  root.querySelector('.cardlab-sentence').textContent.replace(/\\s+/g, ' ').trim(),
  [...root.querySelectorAll('.cardlab-passage[data-governs]')].map((passage) => [passage.dataset.rule, passage.dataset.governs]),
]"""


def go_to(notebook, viewer, ply):
    """Type a ply, as a person does: g, the number, Enter."""
    viewer.focus()
    notebook.page.keyboard.press("g")
    notebook.page.keyboard.type(str(ply))
    notebook.page.keyboard.press("Enter")
    expect(viewer).to_have_attribute("data-ply", str(ply))


@pytest.mark.parametrize("path", [LESSON, MATCH], ids=["skyjo", "skipbo"])
def test_sentences_and_passages_are_pythons(opened, path):
    """At every ply of a sample, in each language, the sentence on the page is `explain(ply).text(lang)`; the highlighted passages
    of the open source are the governing ones, in order."""
    replay = sample(path)
    notebook, viewer = opened(path, "replay.show(lang='en')")
    said = viewer.locator(".cardlab-sentence")
    source = replay.game.preset_sources[replay.header.preset]  # whose tab is open at first
    for ply in range(1, len(replay) + 1):
        notebook.page.keyboard.press("ArrowRight")
        # the panel's text follows the table
        notebook.page.wait_for_function("(ply) => document.querySelector('.cardlab-viewer').dataset.followed === ply", arg=str(ply))
        why = replay.explain(ply)
        shown, sentence, marked = viewer.evaluate(READ)
        assert (shown, sentence) == (str(ply), why.text("en"))
        stated = {passage.rule for passage in why.passages if passage.source.id == source} | {rule.id for rule in why.rulings}
        assert {rule: int(order) for rule, order in marked} == {r: i for i, r in enumerate(why.rules, 1) if r in stated}, f"ply {ply}"
        if ply % 16 == 0:
            for lang in ("es", "nl", "en"):
                viewer.locator(".cardlab-lang").select_option(lang)
                expect(said).to_have_text(why.text(lang))
            viewer.focus()
    assert notebook.errors == []


def test_a_whole_game_by_keyboard(opened):
    """Notes, turns, rounds, ends and back, without the mouse; no cell of the notebook is touched."""
    replay = sample(MATCH)
    notebook, viewer = opened(MATCH)
    press = notebook.page.keyboard.press
    press("End")
    expect(viewer).to_have_attribute("data-ply", str(len(replay)))
    press("Home")
    expect(viewer).to_have_attribute("data-ply", "0")
    noted = sorted({note.ply for note in replay.notes if note.ply > 0})
    press("n")
    expect(viewer).to_have_attribute("data-ply", str(noted[0]))
    press("n")
    expect(viewer).to_have_attribute("data-ply", str(noted[1]))
    press("Shift+N")
    expect(viewer).to_have_attribute("data-ply", str(noted[0]))
    for _ in range(3):
        before = int(viewer.get_attribute("data-ply"))
        press("ArrowDown")
        expect(viewer).not_to_have_attribute("data-ply", str(before))
        after = int(viewer.get_attribute("data-ply"))
        assert after > before and replay.at(after).turn > replay.at(before).turn
    go_to(notebook, viewer, 20)
    press("b")
    expect(viewer).not_to_have_attribute("data-ply", "20")
    press("?")
    expect(notebook.page.get_by_role("dialog")).to_be_visible()
    press("Escape")
    expect(notebook.page.get_by_role("dialog")).to_have_count(0)
    assert notebook.cells() == 2
    assert notebook.errors == []


def test_a_seat_gets_no_hidden_face(opened):
    """Choosing a seat brings other data: what that seat cannot see is not in the page's frames, not merely covered."""
    replay = sample(MATCH)
    notebook, viewer = opened(MATCH, "replay.show(ply=6)")
    viewer.locator(".cardlab-seatselect").select_option("1")
    lens = {"seat": 1, "spoilers": True, "ply": None}
    notebook.page.wait_for_function(
        "(seat) => document.querySelector('.cardlab-viewer .cardlab-seatselect').value === String(seat)", arg=lens["seat"]
    )
    expect(viewer.locator("[aria-busy=true], .cardlab-busy")).to_have_count(0)
    table = replay.at(6).table(1)
    zone = [zone.id for zone in table.zones].index("hand0")
    shown = viewer.locator(f'.cardlab-card[data-at^="{zone}."]').evaluate_all("all => all.map((e) => e.dataset.card)")
    assert shown == list(table.cards[zone].codes) and set(shown) == {"?"}
    expect(viewer).to_have_attribute("data-ply", "6")
    assert notebook.errors == []


def test_what_comes_later_can_be_hidden(opened):
    """No later move, note, mark or length is shown, while stepping on goes as before."""
    replay = sample(LESSON)
    notebook, viewer = opened(LESSON, "replay.show(ply=10, spoilers=False)")
    text = viewer.inner_text()
    assert str(len(replay)) not in [word.strip(".,;:/") for word in text.split()]
    later = [note.text for note in replay.notes if note.ply > 10]
    assert later and not any(note in text for note in later)
    notebook.page.keyboard.press("ArrowRight")
    expect(viewer).to_have_attribute("data-ply", "11")
    assert notebook.errors == []


def test_python_and_browser_share_the_ply(open_notebook):
    """Stepping sets `viewer.ply` in the kernel; two outputs of one viewer step together."""
    notebook = open_notebook(cells=[*cells(LESSON), "viewer", "print('ply', viewer.ply)"])
    notebook.run_all()
    first, second = notebook.viewer(0), notebook.viewer(1)
    first.focus()
    for _ in range(5):
        notebook.page.keyboard.press("ArrowRight")
    expect(second).to_have_attribute("data-ply", "5")
    notebook.page.wait_for_timeout(500)  # the browser tells the kernel once the stepping rests
    notebook.page.evaluate(
        """async () => {
          const { content } = window.jupyterapp.shell.currentWidget;
          content.activeCellIndex = content.widgets.length - 1;
          await window.jupyterapp.commands.execute('notebook:run-cell');
        }"""
    )
    expect(notebook.page.locator(".jp-OutputArea-output").last).to_contain_text("ply 5", timeout=10_000)
    assert notebook.errors == []


def test_a_saved_notebook_shows_the_position_without_a_kernel(opened, server):
    """What is saved beside the widget holds the table and the sentence, so that a reader without a kernel is not left blank."""
    replay = sample(LESSON)
    notebook, _ = opened(LESSON, "replay.show(lang='es', ply=12)")
    notebook.page.evaluate("async () => { await window.jupyterapp.commands.execute('docmanager:save'); }")
    path = notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
    saved = json.loads((server.root / path).read_text(encoding="utf-8"))
    data = saved["cells"][1]["outputs"][0]["data"]
    assert replay.explain(12).text("es") in "".join(data["text/plain"])
    assert "<table" in "".join(data["text/html"])


def test_narrow_and_wide_fit(opened):
    """Nothing of the viewer sticks out sideways, on a narrow page as on a wide one."""
    notebook, viewer = opened(MATCH, "replay.show(ply=20)", width=480)
    notebook.page.evaluate("async () => { await window.jupyterapp.commands.execute('application:toggle-left-area'); }")
    for width in (480, 800, 1600):
        notebook.page.set_viewport_size({"width": width, "height": 900})
        notebook.settle()
        wide = viewer.evaluate("(e) => [e.scrollWidth, e.clientWidth]")
        assert wide[0] <= wide[1] + 1, f"at {width}: {wide}"
        assert notebook.errors == []
