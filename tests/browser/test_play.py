"""A real game in JupyterLab: the form, a round by keys alone, a turn by clicks and by dragging, a refusal, the clock, the kernel gone."""

import json
import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from cardlab.replay.check import check_files

SMALL = "options={'grid.rows': 2, 'grid.cols': 2, 'match.final_score': 1, 'deal.initial_flips': 1}"
"""A match of Skyjo that a few turns bring to its end."""


class Match:
    """A match on the page, and its file."""

    def __init__(self, notebook, file):
        self.notebook, self.page, self.file = notebook, notebook.page, file
        self.root = notebook.viewer()

    def records(self):
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]

    def own(self, seat=0):
        return [record["action"] for record in self.records() if record.get("seat") == seat and "action" in record]

    def rest(self):
        """Skips what the others do, until the person is to act or the match is over."""
        expect(self.root).to_have_attribute("aria-busy", "false")
        if self.root.get_attribute("data-showing") == "true":
            self.root.focus()
            self.page.keyboard.press(" ")
        expect(self.root).to_have_attribute("data-showing", "false")

    def key(self, key):
        """Presses a key; the next finds the others' moves shown."""
        self.page.keyboard.press(key)
        self.rest()

    def type(self, text):
        self.root.focus()
        self.page.keyboard.press("/")
        self.page.keyboard.type(text)
        self.key("Enter")

    def card(self, zone, place=0):
        return self.root.locator(f"[data-zone='{zone}'] [data-at]").nth(place)


@pytest.fixture
def play(open_notebook, server):
    """`play("skyjo", "preset='skyoo'")` begins a match in a new file, shown in a new notebook."""

    def begin(game, more="preset='skyoo'", *, seed=3, **page):
        name = f"match-{uuid4().hex[:8]}.jsonl"
        notebook = open_notebook(cells=[f"import cardlab\ncardlab.play({game!r}, file={name!r}, seed={seed}, {more})"], **page)
        notebook.run_all()
        return Match(notebook, server.root / "notebooks" / name)

    return begin


def test_a_match_of_skyjo_by_keys_alone(play):
    """From the form to the result and back into the match: nothing but keys; no shortcut of the notebook fires."""
    match = play("skyjo", "")
    cells = match.notebook.cells()
    form = match.root
    expect(form.locator(".cardlab-form")).to_be_visible()
    form.focus()
    wanted = {"match.final_score": "1", "grid.rows": "2", "grid.cols": "2", "deal.initial_flips": "1"}
    for _ in range(40):
        match.page.keyboard.press("Tab")
        name = match.page.evaluate("() => document.activeElement.name || document.activeElement.className")
        if name in wanted:
            match.page.keyboard.press("Control+a")
            match.page.keyboard.type(wanted.pop(name))
        elif "cardlab-begin" in name:
            match.page.keyboard.press("Enter")
            break
    assert not wanted
    expect(match.page.locator(".cardlab-form")).to_have_count(0)
    expect(match.root).to_be_focused()
    ended = match.root.locator(".cardlab-ended")
    for _ in range(60):
        match.rest()
        if ended.count():
            break
        match.key("a")
    expect(ended.locator(".cardlab-outcome")).to_have_text("You win!" if match.records()[-1]["winners"] == [0] else "Leo wins.")
    expect(ended.locator(".cardlab-scores li")).to_have_count(2)
    assert (match.records()[0]["options"]["grid.rows"], match.records()[-1]["kind"]) == (2, "result")
    assert check_files([match.file], lambda _: None) == 0
    ended.locator(".cardlab-lookback").focus()
    match.page.keyboard.press("Enter")
    back = match.notebook.viewer(1)
    expect(back.locator(".cardlab-seatselect")).to_have_value("0")
    assert match.notebook.cells() == cells
    assert match.notebook.errors == []


def test_a_turn_of_skipbo_by_clicks_and_by_dragging(play):
    """The draw pile is clicked, a hand card dragged onto a discard pile; the others' moves are seen one by one, each in the log."""
    match = play("skipbo", "preset='official', players=3")
    match.rest()
    match.card("draw").click()
    match.rest()
    assert match.own()[0].startswith("draw")
    face = match.card("hand0").get_attribute("data-card")
    match.card("hand0").drag_to(match.root.locator("[data-zone='discard0.2']"))
    expect(match.root).to_have_attribute("data-showing", "true")
    shown = int(match.root.get_attribute("data-shown"))
    match.page.wait_for_function("(ply) => Number(document.querySelector('.cardlab-play').dataset.shown) > ply", arg=shown + 1)
    match.root.locator(".cardlab-skip").click()
    match.rest()
    assert match.own()[:2] == [match.own()[0], f"H{face}>D2"]
    expect(match.root.locator(".cardlab-log .cardlab-own").first).to_contain_text(f"H{face}>D2")
    expect(match.root.locator("[data-zone='hand1'] [data-card='?']").first).to_be_visible()
    assert check_files([match.file], lambda _: None) == 0
    assert match.notebook.errors == []


def test_a_refusal_shows_its_passage_and_changes_nothing(play):
    """skyjo.turn.take_discard_must_swap: who took the discard must exchange it; typed, it is refused with the passage marked."""
    match = play("skyjo", "preset='skyoo', options={'deal.initial_flips': 0, 'start.player': 'host'}")
    match.rest()
    match.card("discard").click()
    match.rest()
    lines = match.file.read_bytes()
    match.type("discard")
    refused = match.root.locator(".cardlab-refused")
    expect(refused.locator("[data-rule='skyjo.turn.take_discard_must_swap']")).to_be_visible()
    expect(match.root.locator(".cardlab-doc [data-rule='skyjo.turn.take_discard_must_swap'][data-governs]").first).to_be_in_viewport()
    assert match.file.read_bytes() == lines
    match.key("Escape")
    expect(refused).to_have_count(0)
    match.page.keyboard.press("Control+z")
    expect(match.root.locator(".cardlab-trouble")).to_contain_text("takes nothing back")
    assert match.file.read_bytes() == lines
    assert match.notebook.errors == []


def test_the_time_of_a_turn_runs_out_before_the_eyes(play):
    """skyjo.settings.turn_time: the clock counts down, then the time-out action is played and told, and the others go on."""
    match = play("skyjo", "preset='skyoo', options={'deal.initial_flips': 0, 'start.player': 'host', 'turn.time_limit_s': 4}")
    match.rest()
    clock = match.root.locator(".cardlab-clock")
    expect(clock).to_have_text(re.compile("[34] s"))
    expect(clock).to_have_text("2 s")
    expect(match.root.locator(".cardlab-log")).to_contain_text("Time is up for Ana", timeout=10_000)
    assert "timeout" in [record.get("action") for record in match.records()]
    assert match.own() == []
    match.rest()
    expect(clock).to_have_text(re.compile("[34] s"))
    assert match.notebook.errors == []


def test_the_kernel_goes_and_the_match_is_resumed(play, open_notebook):
    """A page without its kernel takes nothing more and says how to go on; resumed, the table is as it was."""
    match = play("skyjo")
    match.rest()
    match.root.focus()
    match.key("a")
    match.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    gone = match.root.locator(".cardlab-gone")
    expect(gone).to_contain_text(f'cardlab.play(resume="{match.file.name}")', timeout=15_000)
    expect(match.root.locator(".cardlab-option")).to_have_count(0)
    notebook = open_notebook(cells=["import cardlab\n" + gone.locator("code").inner_text()])
    notebook.run_all()
    again = Match(notebook, match.file)
    expect(again.root).to_have_attribute("data-showing", "false")
    again.root.focus()
    again.key("a")
    assert again.own() == ["flip r1c1", "flip r1c2"]
    assert check_files([match.file], lambda _: None) == 0
    assert notebook.errors == []


def test_what_cannot_be_set_is_told_and_the_rule_is_shown(play):
    """skyjo.E16: twelve opening cards of twelve; the form says why not, and takes one less. The rule of a setting opens beside it."""
    match = play("skyjo", "")
    match.root.locator("[data-setting='deal.initial_flips'] button").click()
    expect(match.root.locator("[data-setting='deal.initial_flips'] [data-rule='skyjo.deal.initial_flips']")).to_be_visible()
    flips = match.root.locator("input[name='deal.initial_flips']")
    flips.fill("12")
    flips.press("Tab")
    expect(match.root.locator(".cardlab-trouble")).to_contain_text("[skyjo.E16]")
    expect(match.root.locator(".cardlab-begin")).to_be_disabled()
    flips.fill("3")
    flips.press("Tab")
    expect(match.root.locator(".cardlab-begin")).to_be_enabled()
    match.root.locator("select[name=players]").select_option("4")
    match.root.locator(".cardlab-lang").select_option("es")
    match.root.locator(".cardlab-begin").click()
    expect(match.root.locator(".cardlab-turn").first).to_be_visible()
    head = match.records()[0]
    assert (len(head["seats"]), head["options"]["deal.initial_flips"]) == (4, 3)
    expect(match.root).to_have_attribute("lang", "es")
    assert match.notebook.errors == []


@pytest.mark.parametrize(
    ("game", "more", "does"),
    [
        ("skyjo", "", []),
        (
            "skyjo",
            "preset='skyoo', options={'turn.time_limit_s': 500, 'deal.initial_flips': 0, 'start.player': 'host'}",
            ["take", "discard"],
        ),
        ("skipbo", "preset='official'", ["draw", "S>B5"]),
        ("skyjo", f"preset='skyoo', {SMALL}", ["leave"]),
    ],
)
def test_axe_finds_nothing(play, game, more, does):
    """The form with a rule open, a moment, a refusal, the end: in both themes."""
    match = play(game, more)
    form = match.root.locator(".cardlab-form")
    if form.count():
        match.root.locator("[data-setting] button").first.click()
        match.root.locator("summary").click()
    else:
        match.rest()
    for deed in [None, *does]:
        if deed == "leave":
            match.root.get_by_role("button", name="leave …").click()
            match.root.locator(".cardlab-leave").click()
            match.rest()
            expect(match.root.locator(".cardlab-ended")).to_be_visible()
        elif deed:
            match.type(deed)
        match.notebook.accessible_in_both_themes(when=deed)
    assert match.notebook.errors == []
