"""The scratch table in JupyterLab: branched off from the viewer, refused with the passage, hidden cards, editing, keeping; by mouse, by
finger and by keys alone, and the record never changed."""

import json
import re
import shutil
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import cardlab

SKIPBO = "../replays/skipbo/first-turn.jsonl"
SKYJO = "../replays/skyjo/column.jsonl"


class Table:
    """A scratch table on the page."""

    def __init__(self, notebook, number=0):
        self.notebook, self.page = notebook, notebook.page
        self.root = notebook.page.locator(".cardlab-scratch").nth(number)
        self.root.wait_for(timeout=20_000)

    def keys(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            expect(self.root).to_have_attribute("aria-busy", "false")

    def card(self, zone, place=0):
        return self.root.locator(f".cardlab-left [data-zone='{zone}'] [data-at]").nth(place)

    def face(self, face):
        return self.root.locator(f".cardlab-facebutton[data-face='{face}']")

    def plies(self, count):
        """Until the node on the table is so many plies behind the start."""
        expect(self.root).to_have_attribute("data-ply", str(count))

    def line(self):
        """The nodes as the tree shows them."""
        return self.root.locator(".cardlab-leaf").all_inner_texts()

    def sentence(self):
        return self.root.locator(".cardlab-why .cardlab-sentence")


@pytest.fixture
def scratch(open_notebook):
    """`scratch("….jsonl", 5)` opens a scratch table after that ply, named `table` in the notebook."""

    def begin(path, ply, more="language='en'", cells=(), **page):
        code = f"import cardlab\nreplay = cardlab.load({path!r})\ntable = cardlab.scratch(replay, {ply}, {more})\ntable"
        notebook = open_notebook(cells=[code, *cells], **page)
        notebook.run_all()
        return Table(notebook)

    return begin


@pytest.fixture
def copy(server):
    """A copy of a sample game, to be opened from a notebook and compared byte for byte."""

    def make(path):
        file = server.root / "notebooks" / f"game-{uuid4().hex[:8]}.jsonl"
        file.write_bytes((server.root / "notebooks" / path).resolve().read_bytes())
        return file

    return make


def test_from_the_viewer_and_back(open_notebook, copy):
    """`w` opens a table for the ply shown, in the viewer's language, with the focus; a branch saved there stands in the viewer at once;
    Escape returns to the viewer, where one was; what was tried is there again, and the record is the same byte for byte."""
    file = copy(SKIPBO)
    before = file.read_bytes()
    notebook = open_notebook(cells=[f"import cardlab\nviewer = cardlab.load({file.name!r}).show(lang='es', ply=5)\nviewer"])
    notebook.run_all()
    viewer = notebook.viewer()
    viewer.focus()
    cells = notebook.cells()
    notebook.page.keyboard.press("w")
    table = Table(notebook)
    expect(table.root).to_be_focused()
    expect(table.root.locator(".cardlab-whatif")).to_contain_text("esto no es la partida registrada")
    expect(table.root.locator(".cardlab-sub")).to_contain_text("tras la jugada 5")
    notebook.accessible(when="viewer and table on one page")
    table.keys("a", "a")
    table.plies(1)
    expect(table.card("B1")).to_have_attribute("data-card", "2")
    table.keys("S")
    form = table.root.locator("form[data-keep=branch]")
    for name, value in {"name": "el 2", "author": "Ana", "file": f"{file.stem}.notes.ana.jsonl"}.items():
        form.locator(f"[name={name}]").fill(value)
    table.keys("Enter")
    expect(viewer.locator("[data-branch] .cardlab-branchname")).to_have_text("el 2")
    table.keys("Escape")
    table.page.keyboard.press("Escape")
    expect(table.root).to_have_count(0)
    expect(viewer).to_be_focused()
    expect(viewer).to_have_attribute("data-ply", "5")
    expect(viewer.locator("[data-zone='B1'] [data-at]").first).to_have_attribute("data-card", "1")
    viewer.get_by_role("button", name="¿y si…?").click()
    table = Table(notebook)
    table.plies(1)
    table.root.get_by_role("button", name="volver a la partida").click()
    expect(viewer).to_be_focused()
    notebook.page.keyboard.press("ArrowRight")
    expect(viewer).to_have_attribute("data-ply", "6")
    assert notebook.cells() == cells, "no shortcut of the notebook fired"
    assert file.read_bytes() == before
    assert notebook.errors == []


def test_a_seat_that_looks_knows_no_more(open_notebook):
    """A viewer that looks as a seat opens a table that asks for what that seat cannot see."""
    notebook = open_notebook(cells=[f"import cardlab\ncardlab.load({SKYJO!r}).show(lang='en', seat=0, ply=12)"])
    notebook.run_all()
    notebook.viewer().focus()
    notebook.page.keyboard.press("w")
    table = Table(notebook)
    expect(table.root.locator(".cardlab-sub")).to_contain_text("as ")
    assert table.root.locator("[data-known]").count() == 0
    assert notebook.errors == []


def test_an_illegal_try_moves_nothing_and_shows_the_passage(scratch):
    """Refused without the kernel (skipbo.build.start): the sentence, the passage in sight; then what the other rules say of it, and one
    press judges by theirs."""
    table = scratch(SKIPBO, 5)
    table.card("hand0", 1).click()
    table.root.locator(".cardlab-left [data-zone='B2']").click()
    expect(table.root.locator(".cardlab-refused .cardlab-sentence")).to_contain_text("an empty place takes a 1 or a Skip-Bo, not the 6")
    expect(table.root.locator(".cardlab-doc [data-rule='skipbo.build.start'][data-governs='1']").first).to_be_in_viewport()
    other = table.root.locator(".cardlab-others [data-preset='nl']")
    other.click()
    expect(table.root.locator(".cardlab-bythat")).not_to_be_empty()
    expect(table.root.locator(".cardlab-tab[aria-selected=true]")).to_have_attribute("data-source", "004")
    table.plies(0)
    expect(table.card("hand0", 1)).to_have_attribute("data-card", "6")
    assert table.notebook.errors == []


def test_dragged_and_typed(scratch):
    """A card dragged to where it may go is played; dragged where it may not, it is refused and lies where it was; a typed action plays,
    and a typed one that is forbidden is refused by its rule."""
    table = scratch(SKIPBO, 5)
    table.card("hand0", 1).drag_to(table.root.locator(".cardlab-left [data-zone='B2']"))
    expect(table.root.locator(".cardlab-refused .cardlab-sentence")).to_contain_text("not the 6")
    table.root.focus()
    table.keys("Escape", "Escape")
    table.card("hand0", 0).drag_to(table.root.locator(".cardlab-left [data-zone='B1']"))
    table.plies(1)
    expect(table.card("B1")).to_have_attribute("data-card", "2")
    entry = table.root.locator(".cardlab-entry")
    entry.fill("S>B1")
    entry.press("Enter")
    table.plies(2)
    expect(table.root).to_be_focused()
    entry.fill("H6>B1")
    entry.press("Enter")
    expect(table.root.locator(".cardlab-refused")).to_contain_text("H6>B1")
    table.plies(2)
    assert table.notebook.errors == []


class Finger:
    """A finger on the page, while it is used with `with`."""

    def __init__(self, page):
        self.page, self.cdp = page, page.context.new_cdp_session(page)

    def __enter__(self):
        self.cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        return self

    def __exit__(self, *_):
        self.cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.cdp.detach()

    def touch(self, kind, *points):
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def tap(self, card):
        self.touch("touchStart", middle(card))
        self.touch("touchEnd")

    def drag(self, card, to):
        (x, y), (u, v) = middle(card), middle(to)
        self.touch("touchStart", (x, y))
        for step in range(1, 9):
            self.touch("touchMove", (x + (u - x) * step / 8, y + (v - y) * step / 8))
            self.page.wait_for_timeout(16)
        self.touch("touchEnd")


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_by_finger(scratch):
    """Taps choose a card and its place; a card is drawn to its place; one that may go nowhere does not scroll the page, but is refused."""
    table = scratch(SKIPBO, 5)
    hand, stock = table.card("hand0"), table.card("stock0")
    piles = [table.root.locator(f".cardlab-left [data-zone='B{n}']") for n in (1, 2)]
    piles[0].scroll_into_view_if_needed()
    with Finger(table.page) as finger:
        finger.drag(stock, piles[0])
        expect(table.root.locator(".cardlab-refused .cardlab-sentence")).to_contain_text("B1 wants 2 next, so the 3 does not fit")
        table.plies(0)
        finger.tap(hand)
        expect(table.root).to_have_attribute("data-taken", "true")
        finger.tap(piles[1])
        expect(table.root.locator(".cardlab-refused .cardlab-sentence")).to_contain_text("not the 2")
        finger.drag(hand, piles[0])
        table.plies(1)
        finger.tap(stock)
        finger.tap(piles[0])
        table.plies(2)
    expect(table.card("B1")).to_have_attribute("data-card", "3")
    assert table.notebook.errors == []


def test_a_tree_of_what_was_tried(scratch):
    """Back and another move make a branch; it is named, stepped to, put first, deleted, and undone: all by keys."""
    table = scratch(SKIPBO, 5)
    table.root.focus()
    table.keys("a", "a")
    table.plies(1)
    table.keys(",")
    table.plies(0)
    table.keys("b", "a")
    table.plies(1)
    assert table.line() == ["start", "Ana H2>B1", "Ana H6>D1"]
    table.keys("V")
    expect(table.root.locator(".cardlab-leaf[aria-current]")).to_have_text("Ana H2>B1")
    table.keys("V", "N")
    table.page.keyboard.type("waste it")
    table.keys("Enter")
    expect(table.root.locator(".cardlab-twig .cardlab-name")).to_have_text("waste it")
    table.keys("P")
    table.keys("Delete")
    table.plies(0)
    assert table.line() == ["start", "Ana H2>B1"]
    table.keys("Control+z")
    assert len(table.line()) == 3
    table.keys("Control+z", "Control+z", "Control+z", "Control+z")
    assert table.line() == ["start"], "undo never leaves the table"
    table.keys("Control+z", "Control+Shift+z")
    expect(table.root.locator(".cardlab-leaf")).to_have_count(2)
    assert table.notebook.errors == []


def test_a_changed_hidden_card_changes_what_is_drawn(scratch):
    """The top card of the draw pile is pointed at and said to be a 12, with the counts shown; then it is drawn, and marked as supposed."""
    table = scratch(SKYJO, 12)
    table.root.focus()
    table.keys("H")
    table.card("draw").click()
    expect(table.face("12").locator("small")).to_contain_text("×")
    table.face("12").click()
    table.keys("Escape")
    table.root.focus()
    expect(table.root.locator(".cardlab-leaf[aria-current]")).to_contain_text("draw:1=12")
    table.card("draw").click()
    expect(table.card("drawn")).to_have_attribute("data-card", "12")
    expect(table.root.locator(".cardlab-beyond")).to_contain_text("12 (supposed)")
    assert table.notebook.errors == []


def test_an_unknown_card_is_asked_for(scratch):
    """Left unknown, the table asks when the card is turned; a key answers."""
    table = scratch(SKYJO, 12)
    table.root.focus()
    table.keys("H")
    table.root.get_by_role("button", name="leave all unknown").click()
    table.keys("Escape")
    table.root.focus()
    table.card("draw").click()
    expect(table.root.locator(".cardlab-question")).to_contain_text("which card is it?")
    table.root.locator(".cardlab-option[data-face='-2']").click()
    expect(table.card("drawn")).to_have_attribute("data-card", "-2")
    assert table.notebook.errors == []


def test_an_edited_position_is_checked(scratch):
    """A 12 where a 1 lies cannot be: said in words with the rule and the arithmetic; kept unchecked it says so; a good one is kept."""
    table = scratch(SKIPBO, 5)
    table.root.focus()
    table.keys("E")
    table.card("B1").click()
    table.face("12").click()
    expect(table.root.locator(".cardlab-faults")).to_contain_text("skipbo.build.start")
    expect(table.root.get_by_role("button", name="put it on the table")).to_be_disabled()
    expect(table.card("B1")).to_have_attribute("data-card", "12")
    table.root.get_by_role("button", name="keep it unchecked").click()
    expect(table.root.locator(".cardlab-whatif")).to_contain_text("kept unchecked")
    table.root.focus()
    table.keys("Control+z", "E")
    expect(table.root.locator(".cardlab-faults")).to_contain_text("this position can be")
    table.card("hand0", 1).click()
    table.face("1").click()
    expect(table.card("hand0", 0)).to_have_attribute("data-card", "1")
    table.root.get_by_role("button", name="put it on the table").click()
    expect(table.root.locator(".cardlab-leaf[aria-current]")).to_have_text("edited position")
    table.root.locator(".cardlab-left [data-zone='hand0'] [data-card='1']").click()
    table.root.locator(".cardlab-left [data-zone='B2']").click()
    expect(table.card("B2")).to_have_attribute("data-card", "1")
    # another beginning, by keys: a deal with its seed; then the draw pile by itself, with the numbers, and a score
    table.root.focus()
    table.keys("T")
    expect(table.root.locator("[data-begin=deal] input")).to_be_focused()
    table.keys("9", "Enter")
    expect(table.root.locator(".cardlab-faults")).to_contain_text("this position can be")
    dealt = cardlab.game("skipbo").start(players=3, preset="official", seed=9).text
    expect(table.root.locator(".cardlab-textform .cardlab-text")).to_have_value(dealt)
    table.card("draw").click()
    size = table.root.locator("[data-form=size] input")
    size.fill("60")
    size.press("Enter")
    expect(table.root.locator(".cardlab-tally")).to_contain_text("draw pile 60 + completed 12 + elsewhere 90 = 162 cards")
    table.root.locator(".cardlab-settings summary").first.click()
    points = table.root.locator("[data-field=total][data-seat='1']")
    points.fill("30")
    points.press("Enter")
    expect(table.root.locator(".cardlab-textform .cardlab-text")).to_have_value(re.compile(r" total=30 \| C"))
    assert table.notebook.errors == []


def test_kept_and_opened_again(scratch, copy, server):
    """The tree is saved as a file of its own, goes on being written, and opens again; the way is saved as a game, which checks clean; a
    branch goes into a layer; the record is the same byte for byte."""
    file = copy(SKIPBO)
    before = file.read_bytes()
    tree, game, layer = (f"{file.stem}.{kind}.jsonl" for kind in ("tree", "line", "notes.ana"))
    table = scratch(file.name, 5)
    table.root.focus()
    table.keys("a", "a", "S")
    branch = {"name": "my way", "author": "Ana", "file": layer}
    for keep, fields in (("tree", {"file": tree}), ("replay", {"file": game}), ("branch", branch)):
        form = table.root.locator(f"form[data-keep={keep}]")
        for name, value in fields.items():
            form.locator(f"[name={name}]").fill(value)
        form.locator("button").click()
        expect(table.root.locator(".cardlab-done")).to_contain_text(fields["file"])
    table.root.focus()
    table.keys("a")
    table.plies(2)
    folder = server.root / "notebooks"
    kinds = [json.loads(line)["kind"] for line in (folder / tree).read_text(encoding="utf-8").splitlines()]
    assert kinds[0] == "scratch" and kinds.count("play") == 2, "what was tried since then as well"
    again = shutil.copy(folder / tree, folder / f"again-{tree}")  # the kernel still holds the other
    reader = cardlab.scratch(again)
    assert [node.action for node in reader.origin.below()][1] == "H2>B1" and reader.left.ply == 5
    assert str(cardlab.load(folder / game).action(6)) == "H2>B1"
    assert [branch.name for branch in cardlab.load(file).annotations(folder / layer).branches.values()] == ["my way"]
    assert file.read_bytes() == before
    assert table.notebook.errors == []


def test_inserted_compared_and_played_out(scratch):
    """A move is inserted and what followed is marked; record and branch stand side by side; bots play on as a folded branch."""
    table = scratch(SKIPBO, 5)
    table.root.focus()
    table.keys("I")
    table.root.locator("[data-open=insert] input[name=text]").fill("H2>D1")
    table.root.get_by_role("button", name="insert and play on").click()
    expect(table.root.locator(".cardlab-later li").first).to_have_attribute("data-mark", "illegal")
    table.root.focus()
    table.keys("C")
    expect(table.root.locator(".cardlab-compare .cardlab-table")).to_have_count(2)
    expect(table.root.locator(".cardlab-differences li").first).to_contain_text("moment")
    table.keys("C", "O")
    table.root.locator("[data-open=bots] [name=plies]").fill("7")
    table.root.locator("[data-open=bots] button").first.click()
    expect(table.root.locator(".cardlab-saidhere")).to_contain_text("the bots played 7 plies")
    expect(table.root.locator(".cardlab-twighead .cardlab-size")).to_contain_text("7")
    assert table.notebook.errors == []


def test_all_by_keyboard_alone(scratch):
    """A try, a refusal, a hidden card, an edit and its check, without the mouse."""
    table = scratch(SKIPBO, 5)
    page, root = table.page, table.root
    cells = table.notebook.cells()
    root.focus()
    table.keys("b", "ArrowLeft", "Enter")
    expect(root.locator(".cardlab-refused")).to_be_visible()
    table.keys("Escape", "Escape", "H")
    expect(root.locator(".cardlab-placeselect")).to_be_focused()
    page.keyboard.press("Tab")
    expect(table.face("1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(root.locator(".cardlab-leaf[aria-current]")).to_contain_text("draw:1=1")
    root.focus()
    table.keys("Escape", "E")
    expect(root.locator(".cardlab-placeselect")).to_be_visible()
    root.locator(".cardlab-placeselect").focus()
    page.keyboard.type("building piles 2")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(table.face("1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.card("B2")).to_have_attribute("data-card", "1")
    expect(root.locator(".cardlab-faults")).to_contain_text("can be")
    root.locator(".cardlab-keepit").focus()
    page.keyboard.press("Enter")
    expect(root.locator(".cardlab-leaf[aria-current]")).to_have_text("edited position")
    root.locator("[data-tool=save]").focus()
    for key in "bddx":
        page.keyboard.press(key)
    assert table.notebook.cells() == cells, "no shortcut of the notebook fires where a button has the focus"
    assert table.notebook.errors == []


def test_without_a_kernel_the_page_says_so(scratch):
    table = scratch(SKYJO, 12)
    table.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    expect(table.root.locator(".cardlab-gone")).to_contain_text("The kernel is gone", timeout=15_000)
    expect(table.root.locator(".cardlab-option")).to_have_count(0)
    assert table.notebook.errors == []


@pytest.mark.parametrize(("path", "ply"), [(SKIPBO, 5), (SKYJO, 12)])
def test_axe_finds_nothing(scratch, path, ply):
    """At the start, with a card taken up, with every tool open, with the list of keys: in both themes."""
    table = scratch(path, ply)
    for keys in ([], ["a"], ["Escape", "H"], ["H", "I"], ["C"], ["O"], ["S"], ["E"], ["E", "?"]):
        table.root.focus()
        table.keys(*keys)
        table.notebook.accessible_in_both_themes(".cardlab-scratch", when=keys)
    assert table.notebook.errors == []
