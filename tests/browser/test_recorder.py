"""A match recorded in JupyterLab: by clicks, by keys alone, by typed text; refused, taken back, resumed after the kernel has gone."""

import json
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import cardlab
from cardlab.replay.check import check_files

FACES_OPEN = ["-2", "5", "12", "7"]
"""What the opening cards turn out to be in these tests."""


class Recording:
    """A recorder on the page, and its file."""

    def __init__(self, notebook, file):
        self.notebook, self.page, self.file = notebook, notebook.page, file
        self.root = notebook.viewer()

    def records(self):
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]

    def actions(self):
        return [record["action"] for record in self.records() if "action" in record]

    def wait(self, lines):
        """Until the page says that so many lines are saved."""
        expect(self.root.locator(".cardlab-file")).to_contain_text(f"lines: {lines}")
        expect(self.root.locator(".cardlab-saved")).to_have_text("saved")

    def card(self, zone, place=0):
        return self.root.locator(f"[data-zone='{zone}'] [data-at]").nth(place)

    def face(self, face):
        return self.root.locator(f".cardlab-option[data-face='{face}']")

    def keys(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            expect(self.root).to_have_attribute("aria-busy", "false")

    def question(self, text):
        expect(self.root.locator(".cardlab-question")).to_contain_text(text)


@pytest.fixture
def record(open_notebook, server):
    """`record("skyjo", "sees=['Ana']")` records into a new file, shown in a new notebook."""

    def begin(game, more="sees=['Ana']", *, show="match", cells=(), **page):
        name = f"match-{uuid4().hex[:8]}.jsonl"
        first = f"import cardlab\nmatch = cardlab.record({game!r}, file={name!r}, {more})"
        notebook = open_notebook(cells=[first, show, *cells], **page)
        notebook.run_all()
        return Recording(notebook, server.root / "notebooks" / name)

    return begin


def test_a_skyjo_start_by_clicks(record):
    """Cards of the table and faces of the list are clicked; the file holds just that, and checks clean."""
    match = record("skyjo")
    match.question("which card is it?")
    match.face("10").click()
    match.wait(3)
    for seat, lines in ((0, 4), (1, 6)):
        for n, place in enumerate((0, 5)):
            match.card(f"grid{seat}", place).click()
            match.wait(lines + n)
    for face in FACES_OPEN[:3]:
        match.face(face).click()
    expect(match.root.locator(".cardlab-asked li.cardlab-next")).to_contain_text("Leo: r2c2")
    match.face(FACES_OPEN[3]).click()
    match.wait(8)
    expect(match.card("grid0", 0)).to_have_attribute("data-card", "-2")
    match.question("Leo – draw or take")
    match.card("discard").click()
    match.wait(9)
    match.card("grid1", 3).click()
    match.wait(10)
    match.question("which card is it?")
    match.face("0").click()
    match.wait(11)
    assert match.actions() == [
        "deal ?x150", "reveal 10", "flip r1c1", "flip r2c2", "flip r1c1", "flip r2c2", "reveal -2 5 12 7", "take", "swap r1c4", "reveal 0",
    ]  # fmt: skip
    assert check_files([match.file], lambda _: None) == 0
    assert match.notebook.errors == []


def test_a_skyjo_start_by_keys_alone(record):
    """The same with the letters that stand on the cards, arrows and Enter, and typed faces; no shortcut of the notebook fires."""
    match = record("skyjo")
    cells = match.notebook.cells()
    match.root.focus()
    match.keys("m")  # the 10
    match.keys("a", "f")
    match.wait(5)
    for _ in range(2):
        match.page.keyboard.press("ArrowRight")
    expect(match.root.locator(".cardlab-option[aria-selected=true]")).to_have_text("cflip r1c3")
    match.keys("Enter", "a")
    match.wait(7)
    match.page.keyboard.type("-2 5 12 7")
    match.page.keyboard.press("Enter")
    match.wait(8)
    expect(match.root).to_be_focused()
    match.question("Leo – draw or take")
    match.keys("a")
    match.wait(10)
    assert match.actions()[-2:] == ["draw", "reveal ?"], "what only Leo sees is not asked for"
    match.question("Leo – place the card: where to?")
    assert match.notebook.cells() == cells
    assert match.notebook.errors == []


def test_a_face_that_cannot_be_is_refused_with_its_count(record):
    """skyjo.deck.composition: four -2 are named at once and one lies open, so the fifth is struck out and refused in words."""
    match = record("skyjo", "seats=['Ana', 'Leo', 'Zoe'], sees=['Ana', 'Leo', 'Zoe']")
    match.root.focus()
    match.keys("a", *"ababab")
    match.keys(*"aaaa")
    gone = match.face("-2")
    expect(gone).to_have_attribute("aria-disabled", "true")
    expect(gone).to_contain_text("×0")
    match.page.keyboard.type("-2 -2 -2 -2 -2 1")
    match.page.keyboard.press("Enter")
    refused = match.root.locator(".cardlab-refused")
    expect(refused).to_contain_text("why it may not be done", ignore_case=True)
    expect(refused.locator("[data-rule='skyjo.deck.composition']")).to_be_visible()
    expect(match.root.locator(".cardlab-doc [data-rule='skyjo.deck.composition'][data-governs], .cardlab-silent").first).to_be_visible()
    assert len(match.records()) == 9, "a refusal writes nothing"
    match.keys("Escape")
    expect(refused).to_have_count(0)
    assert match.notebook.errors == []


def test_undo_is_a_line_and_python_goes_on(record):
    """Ctrl+Z withdraws the last action by a new line; what a cell plays shows in the widget."""
    match = record("skyjo", cells=["if match.plies > 1:\n    match.play('flip r3c4')"])
    match.root.focus()
    match.keys("m", "a")
    match.wait(4)
    match.keys("Control+z")
    match.wait(5)
    assert match.records()[-1]["kind"] == "undo" and match.records()[-1]["of"] == 3
    expect(match.card("grid0", 0).locator(".cardlab-tick")).to_have_count(0)
    match.page.evaluate(
        """async () => {
        const notebook = window.jupyterapp.shell.currentWidget.content;
        notebook.activeCellIndex = 2;
        await window.jupyterapp.commands.execute('notebook:run-cell');
    }"""
    )
    match.wait(6)
    expect(match.card("grid0", 11).locator(".cardlab-tick")).to_have_count(1)
    assert match.records()[-1]["action"] == "flip r3c4"


def test_the_kernel_goes_and_the_recording_is_resumed(record, open_notebook):
    """A page without its kernel takes nothing more and says where the lines are; resumed, it goes on with the next."""
    match = record("skyjo")
    match.root.focus()
    match.keys("m", "a")
    match.wait(4)
    match.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    expect(match.root.locator(".cardlab-gone")).to_contain_text("4 lines are safe", timeout=15_000)
    match.root.focus()
    match.page.keyboard.press("b")
    match.page.keyboard.press("Control+z")
    expect(match.root.locator(".cardlab-option")).to_have_count(0)
    assert len(match.records()) == 4
    notebook = open_notebook(cells=[f"import cardlab\ncardlab.resume({match.file.name!r})"])
    notebook.run_all()
    again = Recording(notebook, match.file)
    again.wait(4)
    again.root.focus()
    again.keys("b")
    again.wait(5)
    assert again.actions()[-2:] == ["flip r1c1", "flip r1c3"], "b is the second card that may still be chosen"
    assert check_files([match.file], lambda _: None) == 0
    assert notebook.errors == []


def test_a_held_file_is_refused_with_its_holder(record, open_notebook):
    match = record("skyjo")
    resume = f"try:\n    cardlab.resume({match.file.name!r})\nexcept ValueError as error:\n    print(error)"
    notebook = open_notebook(cells=["import cardlab", resume])
    notebook.run_all()
    expect(notebook.page.locator(".jp-OutputArea-output").first).to_contain_text("is being written by process")


def test_skipbo_with_a_hand_that_nobody_sees(record):
    """An unknown hand card is clicked, then the pile, then the face that it turned out to be; a stock card that does not fit is
    refused with the passage (skipbo.build.start)."""
    match = record("skipbo")
    match.root.focus()
    match.keys("c", "l")
    match.keys("d", "a")
    match.question("Ana – draw")
    match.card("draw").click()
    match.question("which 5 cards")
    match.keys(*"cgikl")
    match.wait(6)
    match.card("stock0").click()
    match.root.locator("[data-zone=B2]").click()
    expect(match.root.locator(".cardlab-refused .cardlab-sentence")).to_contain_text("an empty place takes a 1 or a Skip-Bo, not the 4")
    expect(match.root.locator(".cardlab-doc [data-rule='skipbo.build.start'][data-governs='1']").first).to_be_in_viewport()
    match.card("hand0", 0).click()
    match.root.locator("[data-zone='discard0.1']").click()
    match.wait(7)
    match.keys("a")
    match.wait(9)
    match.card("hand1", 2).click()
    match.root.locator("[data-zone='discard1.2']").click()
    match.question("which one is it?")
    match.face("SB").click()
    match.wait(10)
    assert match.actions()[-4:] == ["H3>D1", "draw", "reveal ?x5", "HSB>D2"]
    assert check_files([match.file], lambda _: None) == 0
    assert match.notebook.errors == []


def test_what_is_unjudged_is_said(record):
    """With an unknown hand nobody can say whether a card had to be played: said on the page, and in the viewer opened from it."""
    match = record("skipbo", "sees=['Ana'], options={'turn.must_play': True}")
    match.root.focus()
    match.keys("l", "c")
    match.keys("d", "b", "a")
    match.question("Leo – play")
    match.page.keyboard.type("/H9>D1")
    match.page.keyboard.press("Enter")
    expect(match.root.locator(".cardlab-unjudged")).to_contain_text("Not judged, as cards are not known")
    match.root.get_by_role("button", name="open in viewer").click()
    viewer = match.notebook.viewer(1)
    expect(viewer.locator("p.cardlab-unjudged")).to_contain_text("Not judged")
    assert viewer.locator(".cardlab-move .cardlab-unjudged").count() == 2, "the deal, and the discard"
    assert match.notebook.errors == []


def test_only_the_focused_recorder_takes_keys(record):
    """Two views of one recording show the same; a key is taken once, and typing into the field chooses nothing."""
    match = record("skyjo", cells=["match.show(lang='es')"])
    other = match.notebook.viewer(1)
    match.root.focus()
    match.keys("m", "a")
    match.wait(4)
    expect(other.locator(".cardlab-file")).to_contain_text("líneas: 4")
    match.root.locator(".cardlab-entry").focus()
    match.page.keyboard.type("bcd")
    match.page.wait_for_timeout(200)
    assert len(match.records()) == 4
    assert match.notebook.errors == []


@pytest.mark.parametrize(
    ("game", "moments"), [("skyjo", [[], ["m"], ["a"], ["?"]]), ("skipbo", [[], ["c", "l"], ["d", "a", "a", *"cgikl"], ["a"]])]
)
def test_axe_finds_nothing(record, game, moments):
    """Asked for a face, offered actions, a card taken up, the list of keys: in both themes."""
    match = record(game)
    for keys in moments:
        match.root.focus()
        match.keys(*keys)
        match.notebook.accessible_in_both_themes(when=keys)
    assert match.notebook.errors == []


def test_the_end_of_a_match_shows_its_result(record):
    """The last action of a match is recorded: the result stands in the file and on the page, and nothing more is asked."""
    script = """
from random import Random
match = cardlab.record('skyjo', file=match.path.with_suffix('.over.jsonl'), seed=4, options={'match.final_score': 40})
while not match.over:
    state = match.position.state
    match.play(match.game.write(state, match.game.bots['sensible'](state, state.player, Random(1))))
match
"""
    match = record("skyjo", show=script)
    expect(match.root.locator(".cardlab-result")).to_contain_text("winner")
    match.question("the match is over")
    expect(match.root.locator(".cardlab-option")).to_have_count(0)
    assert cardlab.load(match.file.with_suffix(".over.jsonl")).result is not None
    assert match.notebook.errors == []
