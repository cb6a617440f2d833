"""Branches in JupyterLab, by keyboard: what is drawn and said on a branch is what Python says of it."""

import json

import pytest
from playwright.sync_api import expect

import cardlab
from cardlab.replay.make import play_match

FACES = {"skyjo": "12", "skipbo": "SB"}


def legal(position):
    return [str(action) for action in position.legal_actions()]


@pytest.fixture(params=["skyjo", "skipbo"])
def path(request, server):
    """A game with a branch that supposes the next card to be another one and draws it, one that leaves that branch, and one beside it."""
    name = f"branches-{request.param}.jsonl"
    path = server.root / name
    path.write_text(play_match(request.param, 2, seed=5, cap=80, tell=lambda sentence: None), encoding="utf-8")
    pen = cardlab.load(path).annotate(None, "Ana")
    ply = next(n for n in range(30, 80) if "draw" in legal(pen.replay.at(n)))
    supposed = pen.branch("another card", ply, facts=[f"draw:1={FACES[request.param]}"], id="supposed")
    pen.play(supposed, "draw")
    for _ in range(2):
        track = pen.notes.branches[supposed]
        pen.play(supposed, legal(track.at(len(track)))[0])
    below = pen.branch("deeper", 1, supposed, id="below")
    pen.play(below, legal(pen.notes.branches[supposed].at(1))[-1])
    pen.branch("beside", ply, id="beside")
    return path


@pytest.fixture
def opened(open_notebook, path):
    def open_one(show="", **size):
        replay = cardlab.load(path)
        ply = replay.branch("supposed").fork
        cells = [f"import cardlab\nreplay = cardlab.load({str(path)!r})", f"viewer = replay.show(ply={ply}{show})\nviewer"]
        cells += ["print('at', viewer.line, viewer.ply)"]
        notebook = open_notebook(cells=cells, **size)
        notebook.run_all()
        viewer = notebook.viewer()
        viewer.focus()
        return replay, notebook, viewer

    return open_one


def stands(viewer, line, ply):
    expect(viewer).to_have_attribute("data-line", line or "")
    expect(viewer).to_have_attribute("data-ply", str(ply))


def faces(viewer, table, zone):
    """The cards of a zone on the page, and as that table has them."""
    place = [one.id for one in table.zones].index(zone)
    shown = viewer.locator(f'[data-zone="{zone}"] .cardlab-card').evaluate_all("all => all.map((e) => e.dataset.card)")
    return shown, [code.rstrip("!").removeprefix("?") if not code.startswith("?") else "?" for code in table.cards[place].codes]


def test_into_a_branch_along_it_and_out(opened):
    """Each step shows the sentence and the cards that Python has for that ply of that branch; a nested one, its sibling, and back."""
    replay, notebook, viewer = opened()
    press = notebook.page.keyboard.press
    fork = replay.branch("supposed").fork
    expect(viewer.locator("[data-branch]")).to_have_count(2)
    press(">")
    stands(viewer, "supposed", 0)
    expect(viewer.locator(".cardlab-branchbar")).to_contain_text("another card")
    for ply in (1, 2, 3):
        press("ArrowRight")
        stands(viewer, "supposed", ply)
        expect(viewer.locator(".cardlab-sentence")).to_have_text(replay.branch("supposed").explain(ply).text("en"))
    press("ArrowRight")
    stands(viewer, "supposed", 3)  # the end
    press("ArrowLeft")
    press("ArrowLeft")
    stands(viewer, "supposed", 1)
    press(">")
    stands(viewer, "below", 0)
    press("ArrowRight")
    expect(viewer.locator(".cardlab-sentence")).to_have_text(replay.branch("below").explain(1).text("en"))
    press("<")
    stands(viewer, "supposed", 1)
    press("v")
    stands(viewer, "beside", 0)
    press("<")
    stands(viewer, None, fork)
    assert notebook.errors == []


def test_a_supposed_card_changes_what_is_drawn(opened):
    """The card that comes after drawing is the supposed one; on the main line it is the one of the record."""
    replay, notebook, viewer = opened()
    game = replay.game.name
    branch = replay.branch("supposed")
    zone = "drawn" if game == "skyjo" else f"hand{replay.at(branch.fork).player}"
    notebook.page.keyboard.press(">")
    notebook.page.keyboard.press("ArrowRight")
    stands(viewer, "supposed", 1)
    shown, told = faces(viewer, branch.at(1).table(), zone)
    assert shown == told and FACES[game] in shown
    state = branch.parent.at(branch.fork).state
    assert cardlab.load(replay.path).branch("supposed").facts == (f"draw:1={FACES[game]}",)
    assert state.face != branch.at(0).state.face
    assert notebook.errors == []


def test_folding_by_key_and_by_press(opened):
    _, notebook, viewer = opened()
    press = notebook.page.keyboard.press
    expect(viewer.locator('[data-branch="below"]')).to_have_count(0)
    press("z")
    expect(viewer.locator('[data-branch="below"]')).to_have_count(1)
    expect(viewer.locator('[data-fold="supposed"]')).to_have_attribute("aria-expanded", "true")
    press("z")
    expect(viewer.locator('[data-branch="below"]')).to_have_count(0)
    viewer.locator('[data-fold="supposed"]').click()
    expect(viewer.locator('[data-branch="below"]')).to_have_count(1)
    viewer.locator('.cardlab-move[data-of="supposed"][data-ply="2"]').click()
    stands(viewer, "supposed", 2)
    assert notebook.cells() == 3
    assert notebook.errors == []


def test_python_hears_of_the_line_and_can_change_it(opened):
    _, notebook, _ = opened()
    notebook.page.keyboard.press(">")
    notebook.page.keyboard.press("ArrowRight")
    notebook.page.wait_for_timeout(500)  # the browser tells the kernel once the stepping rests
    run_last(notebook)
    expect(notebook.page.locator(".jp-OutputArea-output").last).to_contain_text("at supposed 1", timeout=10_000)
    assert notebook.errors == []


def run_last(notebook):
    notebook.page.evaluate(
        """async () => {
          const { content } = window.jupyterapp.shell.currentWidget;
          content.activeCellIndex = content.widgets.length - 1;
          await window.jupyterapp.commands.execute('notebook:run-cell');
        }"""
    )


def test_what_leaves_a_later_ply_is_not_in_the_page(open_notebook, path):
    """With `upto`, no branch that leaves a later ply is among what the page was given; from a seat, no face that it cannot see."""
    fork = cardlab.load(path).branch("supposed").fork
    show = f"viewer = replay.show(upto={fork - 1})\nviewer"
    notebook = open_notebook(cells=[f"import cardlab\nreplay = cardlab.load({str(path)!r})", show])
    notebook.run_all()
    viewer = notebook.viewer()
    viewer.focus()
    notebook.page.keyboard.press("End")
    stands(viewer, None, fork - 1)
    expect(viewer.locator("[data-branch], .cardlab-fork")).to_have_count(0)
    assert "another card" not in viewer.inner_text()
    assert notebook.errors == []


def said(viewer, text):
    expect(viewer.locator(".cardlab-branchdesk .cardlab-outcome")).to_have_text(text)


def test_written_by_keyboard_alone_and_there_when_it_is_opened_again(opened, path):
    """Begun with a supposed card, played, refused with its rule, renamed, put first, deleted and brought back: each is one line."""
    replay, notebook, viewer = opened(", edit=True, author='Leo'")
    press, type_ = notebook.page.keyboard.press, notebook.page.keyboard.type
    fork = replay.branch("supposed").fork
    start = len(path.read_text(encoding="utf-8").splitlines())

    def written():
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[start:]]

    press("e")
    press("Shift+B")
    type_("Mine")
    press("Tab")
    type_(f"draw:1={FACES[replay.game.name]}")
    press("Enter")
    said(viewer, "branch begun")
    mine = written()[-1]["id"]
    stands(viewer, mine, 0)
    offered = viewer.locator("[data-action]").evaluate_all("all => all.map((e) => e.dataset.action)")
    assert offered == legal(cardlab.load(path).branch(mine).at(0))
    press("Shift+A")
    type_("draw")
    press("Enter")
    stands(viewer, mine, 1)
    end = cardlab.load(path).branch(mine).at(1)
    refused = next(text for text in ("draw", "flip r1c1", "H12>D9") if not end.ruling(text))
    type_(refused)
    press("Enter")
    expect(viewer.locator(".cardlab-refused")).to_contain_text(end.ruling(refused).text("en"))
    expect(viewer.locator(".cardlab-refused button")).to_have_text(end.ruling(refused).rules[0].partition(".")[2])
    stands(viewer, mine, 1)
    press("Escape")
    press("Shift+R")
    type_("Better")
    press("Enter")
    said(viewer, "renamed")
    expect(viewer.locator(f'[data-branch="{mine}"] .cardlab-branchname')).to_have_text("Better")
    press("Shift+P")
    said(viewer, "put before the others")
    expect(viewer.locator("[data-branch]").first).to_have_attribute("data-branch", mine)
    press("Shift+D")
    said(viewer, "branch deleted; undo brings it back")
    stands(viewer, None, fork)
    expect(viewer.locator(f'[data-branch="{mine}"]')).to_have_count(0)
    press("Control+z")
    expect(viewer.locator(f'[data-branch="{mine}"]')).to_have_count(1)
    assert [line["kind"] for line in written()] == ["branch", "action", "rename", "promote", "delete", "withdraw"]
    again = cardlab.load(path)
    assert (again.branch(mine).name, len(again.branch(mine)), again.branch(mine).author) == ("Better", 1, "Leo")
    run_all_again(notebook)
    viewer = notebook.viewer()
    expect(viewer.locator(f'[data-branch="{mine}"] .cardlab-branchname')).to_have_text("Better")
    assert notebook.cells() == 3
    assert notebook.errors == []


def run_all_again(notebook):
    notebook.page.evaluate("async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }")


@pytest.mark.parametrize(("theme", "width"), [("light", 1300), ("dark", 1300), ("light", 480)])
def test_accessible_and_within_its_width(opened, theme, width):
    _, notebook, viewer = opened(f", theme={theme!r}, edit=True, author='Ana'", width=width)
    notebook.page.evaluate("async () => { await window.jupyterapp.commands.execute('application:toggle-left-area'); }")
    for key in (">", "End", "z", "z", "e"):
        notebook.page.keyboard.press(key)
    stands(viewer, "supposed", 3)
    expect(viewer.locator("[data-action]").first).to_be_visible()
    notebook.page.keyboard.press("Shift+R")
    expect(viewer.locator(".cardlab-branchfield")).to_be_focused()
    notebook.page.keyboard.press("Escape")
    notebook.accessible()
    wide = viewer.evaluate("(e) => [e.scrollWidth, e.clientWidth]")
    assert wide[0] <= wide[1] + 1, wide
    assert notebook.errors == []
