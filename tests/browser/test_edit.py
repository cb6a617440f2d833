"""Writing notes in the viewer: by keyboard alone, by mouse, in layers; what was written is in the file, and there again after reopening."""

import json
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import cardlab

GAME = "../replays/skyjo/worked-example.jsonl"
SKIPBO = "../replays/skipbo/wilds-and-a-full-pile.jsonl"


class Folder:
    """A folder beside the notebooks with a copy of a sample game, and the code that opens it."""

    def __init__(self, root, game):
        self.name = f"edit-{uuid4().hex[:8]}"
        self.path = root / self.name
        self.path.mkdir()
        self.game = self.path / "match.jsonl"
        self.game.write_bytes((root / "notebooks" / game).read_bytes())

    def layer(self, name):
        return self.path / f"match.notes.{name}.jsonl"

    def notes(self, *layers):
        """The notes as Python reads them from the files."""
        return cardlab.load(self.game).annotations(*map(self.layer, layers))

    def cells(self, show):
        opening = f"import cardlab\nfolder = '../{self.name}/'\nreplay = cardlab.load(folder + 'match.jsonl')"
        return [opening, f"viewer = replay.show({show})\nviewer"]

    def lines(self, name):
        return self.layer(name).read_text(encoding="utf-8").splitlines()


@pytest.fixture
def folder(server):
    return Folder(server.root, GAME)


@pytest.fixture
def desk(open_notebook, folder):
    """`desk("ply=12")` opens the viewer for Ana to write in her layer, and gives the page's notebook, the viewer, focused, and its keys."""

    def open_one(more="ply=12, lang='en'", show="edit=folder + 'match.notes.ana.jsonl', author='Ana'", **size):
        notebook = open_notebook(cells=folder.cells(f"{show}, {more}"), **size)
        notebook.run_all()
        viewer = notebook.viewer()
        viewer.focus()
        return notebook, viewer, notebook.page.keyboard

    return open_one


def saved(viewer, told="saved"):
    expect(viewer.locator(".cardlab-deskend .cardlab-outcome")).to_have_attribute("data-status", told)


def test_a_note_by_keyboard_alone(desk, folder):
    """Text, glyph, arrow, highlight, bookmark, rule and scope, saved, changed, deleted and undone without the mouse; every save is one line
    of the layer, and the notebook's cells stay as they are."""
    notebook, viewer, keys = desk()
    keys.press("e")
    keys.press("t")
    keys.type("Why not the other card? e 1 a d d")
    keys.press("Escape")
    keys.press("5")  # ?!
    keys.press("a")
    expect(viewer).to_have_attribute("data-mode", "pick")
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("Enter")
    expect(viewer).to_have_attribute("data-mode", "edit")
    keys.press("m")
    keys.press("Enter")
    keys.press("k")
    keys.press("r")
    keys.type("skyjo.turn.one_of_two")
    keys.press("Enter")
    keys.press("Control+Enter")
    saved(viewer)
    (note,) = [remark.note for remark in folder.notes("ana") if remark.author == "Ana"]
    assert (note.ply, note.text, note.glyph, note.rule) == (12, "Why not the other card? e 1 a d d", "dubious", "skyjo.turn.one_of_two")
    assert (note.bookmark, note.language, len(note.arrows), len(note.marks)) == (True, "en", 1, 1)
    start, end = note.arrows[0].split(">")
    assert start != end and note.marks[0] == start
    assert len(folder.lines("ana")) == 2

    mine = viewer.locator(".cardlab-note", has_text="Why not the other card?")
    expect(mine).to_have_count(1)
    expect(viewer.locator(".cardlab-overlay path")).to_have_count(1)
    keys.press("i")  # change the note of this ply
    keys.press("Control+A")
    keys.type("Why not the other one?")
    keys.press("Control+Enter")
    saved(viewer)
    expect(viewer.locator(".cardlab-note", has_text="Why not the other one?")).to_have_count(1)
    keys.press("Control+z")
    saved(viewer, "undone")
    expect(mine).to_have_count(1)
    keys.press("Control+Shift+Z")
    saved(viewer, "redone")
    expect(mine).to_have_count(0)
    keys.press("y")
    expect(notebook.page.get_by_role("dialog").locator("li")).to_have_count(4 + len(folder.notes()))
    keys.press("Escape")
    keys.press("i")
    keys.press("Escape")
    keys.press("Delete")
    saved(viewer, "deleted")
    expect(viewer.locator(".cardlab-note", has_text="Why not")).to_have_count(0)
    assert [json.loads(line)["kind"] for line in folder.lines("ana")] == ["layer", "note", "note", "withdraw", "withdraw", "delete"]
    assert notebook.cells() == 2 and notebook.errors == []


def test_arrows_and_highlights_by_hand(desk, folder):
    """Dragging from card to card draws an arrow, pressing a card highlights it, once more takes it away; an arrow dropped beside the table
    is none."""
    notebook, viewer, keys = desk()
    keys.press("e")
    mouse, place = notebook.page.mouse, viewer.locator('[data-zone="grid1"] [data-at]')
    pile = viewer.locator('[data-zone="discard"] [data-at]').first

    def middle(of):
        box = of.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(start, end):
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=4)
        mouse.up()

    drag(middle(pile), middle(place.nth(1)))
    expect(viewer.locator('.cardlab-overlay [data-drawn="discard>grid1:r1c2"]')).to_have_count(1)
    drag(middle(pile), (5, 5))
    expect(viewer.locator(".cardlab-overlay path")).to_have_count(1)
    place.nth(4).click()
    place.nth(5).click()
    place.nth(5).click()
    expect(viewer.locator(".cardlab-overlay rect")).to_have_count(1)
    viewer.get_by_role("button", name="save").click()
    saved(viewer)
    (note,) = [remark.note for remark in folder.notes("ana") if remark.author == "Ana"]
    assert (note.arrows, note.marks) == (["discard>grid1:r1c2"], ["grid1:r2c1"])
    assert notebook.errors == []


def test_reopened_it_is_there_again(desk, folder, open_notebook):
    """Re-running the cell, and another notebook, show what was written; what was typed and not saved is still in the field."""
    notebook, viewer, keys = desk()
    for key in ("e", "1", "Control+Enter"):
        keys.press(key)
    saved(viewer)
    keys.press("t")
    keys.type("half a thou")
    notebook.page.wait_for_timeout(500)
    notebook.run_all()
    viewer = notebook.viewer()
    expect(viewer.locator(".cardlab-notes .cardlab-glyph").first).to_have_text("!")
    viewer.focus()
    keys.press("e")
    expect(viewer.locator(".cardlab-draft")).to_have_value("half a thou")
    other = open_notebook(cells=folder.cells("layers=[folder + 'match.notes.ana.jsonl'], ply=12"))
    other.run_all()
    expect(other.viewer().locator(".cardlab-note", has_text="Ana")).to_have_count(1)
    assert notebook.errors == other.errors == []


def test_what_could_not_be_written_stays_in_the_field(desk, folder):
    """Where the file cannot be written the page says so, and the text is still there; once it can be, saving goes on."""
    notebook, viewer, keys = desk()
    keys.press("e")
    keys.press("t")
    keys.type("precious")
    hidden = folder.layer("ana").rename(folder.path / "away")
    keys.press("Control+Enter")
    expect(viewer.locator(".cardlab-failure")).to_contain_text("not done:")
    expect(viewer.locator(".cardlab-draft")).to_have_value("precious")
    hidden.rename(folder.layer("ana"))
    keys.press("Control+Enter")
    saved(viewer)
    expect(viewer.locator(".cardlab-draft")).to_have_value("")
    assert [remark.text for remark in folder.notes("ana") if remark.author == "Ana"] == ["precious"]
    assert notebook.errors == []


def test_what_was_typed_outlives_the_kernel(desk, folder):
    """The kernel is restarted under a note that is being written: the text stays in the field, and is there again when the cell has run."""
    notebook, viewer, keys = desk()
    keys.press("e")
    keys.press("t")
    keys.type("not to be lost")
    notebook.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    notebook.wait_for_kernel()
    keys.type(", ever")
    expect(viewer.locator(".cardlab-draft")).to_have_value("not to be lost, ever")
    notebook.page.wait_for_timeout(500)
    notebook.run_all()
    again = notebook.viewer()
    again.focus()
    keys.press("e")
    expect(again.locator(".cardlab-draft")).to_have_value("not to be lost, ever")
    keys.press("Control+Enter")
    saved(again)
    assert [remark.text for remark in folder.notes("ana").filter(author="Ana")] == ["not to be lost, ever"]


HOSTILE = '</script><img src=x onerror="window.hit=1">{{braces}} ${x} \u202eright אבג 🂡 &amp;'


def test_hostile_text_is_text(desk, folder):
    """Markup, braces, right-to-left marks and emoji come back as they were typed, and nothing of them runs; so does a long text."""
    folder_pen = cardlab.load(folder.game).annotate(folder.layer("ana"), "Ana", "en")
    folder_pen.add("x" * 900_000 + "END", ply=13)
    notebook, viewer, keys = desk()
    keys.press("e")
    keys.press("t")
    keys.insert_text(HOSTILE)
    keys.press("Control+Enter")
    saved(viewer)
    assert [r.text for r in folder.notes("ana").filter(author="Ana") if r.ply == 12] == [HOSTILE]
    expect(viewer.locator(".cardlab-notetext", has_text="braces")).to_have_text(HOSTILE)
    assert notebook.page.evaluate("() => window.hit === undefined && !document.querySelector('.cardlab-notes img')")
    keys.press("ArrowRight")
    long = viewer.locator(".cardlab-note", has_text="xxx")
    assert len(long.locator("bdi").inner_text()) < 2000
    long.get_by_role("button", name="show all of it").click()
    expect(long.locator("bdi")).to_contain_text("END")
    assert notebook.errors == []


def test_two_layers_filtered_and_a_disagreement_settled(desk, folder):
    """Two people's different glyphs on one ply: side by side, an open disagreement, filtered by author, settled by a third's remark."""
    replay = cardlab.load(folder.game)
    replay.annotate(folder.layer("leo"), "Leo", "en").add("Too early.", 40, glyph="dubious")
    replay.annotate(folder.layer("ana"), "Ana", "es").add("La única.", 40, glyph="good")
    layers = "layers=[folder + 'match.notes.leo.jsonl', folder + 'match.notes.ana.jsonl']"
    notebook, viewer, keys = desk("ply=40, lang='en'", f"{layers}, edit=folder + 'match.notes.zoe.jsonl', author='Zoe'")
    move = viewer.locator('.cardlab-move[data-ply="40"]')
    expect(viewer.locator('.cardlab-differ[data-open="true"]')).to_contain_text("they disagree: the judgement")
    expect(move.locator(".cardlab-glyph")).to_have_text(["?!", "!"])
    expect(move.locator(".cardlab-clash")).to_have_count(1)
    keys.press("f")
    viewer.locator(".cardlab-filters select").first.select_option("Leo")
    expect(viewer.locator(".cardlab-note")).to_have_count(1)
    expect(move.locator(".cardlab-glyph")).to_have_text(["?!"])
    viewer.focus()
    keys.press("p")  # Leo has no other note
    expect(viewer).to_have_attribute("data-ply", "40")
    viewer.get_by_role("button", name="show all notes").click()
    viewer.focus()
    keys.press("e")
    expect(viewer.locator(".cardlab-layers > div")).to_have_count(2)
    viewer.get_by_role("button", name="settle", exact=True).click()
    viewer.get_by_label("Ana: ! good").check()
    keys.press("Tab")
    keys.press("Tab")
    viewer.locator(".cardlab-reason").fill("Nothing else stops Zoe.")
    keys.press("Control+Enter")
    saved(viewer, "settled")
    expect(viewer.locator('.cardlab-differ[data-open="false"]')).to_contain_text("settled by Zoe – Ana holds: Nothing else stops Zoe.")
    expect(move.locator(".cardlab-clash")).to_have_count(0)
    expect(move.locator(".cardlab-glyph")).to_have_text(["!"])
    (dispute,) = folder.notes("leo", "ana", "zoe").disagreements
    assert not dispute.open and dispute.settled.author == "Zoe"
    assert notebook.errors == []


def test_where_nothing_can_be_written_it_says_how(open_notebook, folder):
    notebook = open_notebook(cells=folder.cells("ply=12, lang='en'"))
    notebook.run_all()
    viewer = notebook.viewer()
    viewer.focus()
    notebook.page.keyboard.press("e")
    expect(viewer.locator(".cardlab-how")).to_contain_text('replay.show(edit="….jsonl", author="…")')
    assert viewer.locator(".cardlab-draft").count() == 0
    notebook.page.keyboard.press("Escape")
    expect(viewer.locator(".cardlab-how")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_for_axe_to_say(desk, folder, theme):
    """The desk, the filters, a disagreement and the history, in both themes, also narrow."""
    replay = cardlab.load(folder.game)
    held = {"glyph": "dubious", "arrows": ["draw>grid0:r1c1 red"], "rule": "skyjo.turn.one_of_two"}
    replay.annotate(folder.layer("leo"), "Leo", "en").add("Too early.", 12, **held)
    replay.annotate(folder.layer("ana"), "Ana", "en").add("The one.", 12, glyph="good", bookmark=True, marks=["draw yellow"])
    for width in (1280, 520):
        notebook, viewer, keys = desk(
            f"ply=12, theme='{theme}', lang='en'",
            "layers=[folder + 'match.notes.leo.jsonl'], edit=folder + 'match.notes.ana.jsonl', author='Ana'",
            width=width,
        )
        notebook.page.evaluate("async () => { await window.jupyterapp.commands.execute('application:toggle-left-area'); }")
        keys.press("f")
        viewer.focus()
        keys.press("e")
        keys.press("a")
        expect(viewer).to_have_attribute("data-mode", "pick")
        wide = viewer.evaluate("(e) => [e.scrollWidth, e.clientWidth]")
        assert wide[0] <= wide[1] + 1, wide
        for open_history in (False, True):
            if open_history:
                keys.press("Escape")
                keys.press("y")
                expect(notebook.page.get_by_role("dialog").locator("li").first).to_be_visible()
            notebook.accessible(when=f"{width} px, history open: {open_history}")
        assert notebook.errors == []
