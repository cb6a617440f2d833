"""One game judged by another source, in JupyterLab: what differs, on which passages, and the scores side by side."""

import pytest
from playwright.sync_api import expect

import cardlab
from cardlab import paths

WORKED = "../replays/skyjo/worked-example.jsonl"
LAST_TURNS = ["73", "74", "75", "76"]
"""The plies that skyjo-es does not allow: Ana has closed, and it knows no last turns."""


@pytest.fixture
def opened(open_notebook):
    """`opened(show)` gives the page's notebook and its viewer, focused."""

    def open_one(show="replay.show(lang='en', ply=70)", path=WORKED):
        notebook = open_notebook(cells=[f"import cardlab\nreplay = cardlab.load({path!r})", f"viewer = {show}\nviewer"])
        notebook.run_all()
        viewer = notebook.viewer()
        viewer.focus()
        return notebook, viewer

    return open_one


def judge(viewer, preset):
    viewer.locator(".cardlab-presetselect").select_option(preset)
    expect(viewer).to_have_attribute("aria-busy", "false")
    expect(viewer.locator(".cardlab-judgement")).to_have_count(0 if preset == "skyoo" else 1)
    viewer.focus()


def plies(marks):
    return [mark.evaluate("(e) => e.closest('[data-ply]').dataset.ply") for mark in marks.all()]


def test_the_worked_example_under_the_other_source(opened):
    """The last turns are marked as not allowed, with both passages; the scores are the judgement's; and back again."""
    judgement = cardlab.load(paths.replays() / "skyjo" / "worked-example.jsonl").under("skyjo-es")
    notebook, viewer = opened()
    judge(viewer, "skyjo-es")
    assert plies(viewer.locator(".cardlab-moves [data-verdict=illegal]")) == LAST_TURNS
    assert viewer.locator(".cardlab-line .cardlab-judged").count() == len(judgement.differing)

    for verdict in judgement.differing[-5:]:
        notebook.page.keyboard.press("j")
        expect(viewer).to_have_attribute("data-ply", str(verdict.ply))
        expect(viewer.locator(".cardlab-verdict")).to_contain_text(verdict.effect("en"))
        assert [d.get_attribute("data-dispute") for d in viewer.locator(".cardlab-dispute").all()] == [d.id for d in verdict.disagreements]
    stands = viewer.locator(".cardlab-stand").all_inner_texts()
    assert "L33" in stands[0] and "002" in stands[0] and "L12, L18" in stands[1] and "003" in stands[1]
    for source, rule in (("002", "skyjo.round.last_turns"), ("003", "skyjo.round.ends_at_once")):
        viewer.locator(f".cardlab-stand[data-source='{source}'] button").click()
        expect(viewer.locator(f".cardlab-tab[data-source='{source}']")).to_have_attribute("aria-selected", "true")
        passage = viewer.locator(f".cardlab-doc [data-differs][data-rule='{rule}']").first
        expect(passage).to_be_in_viewport()

    rows = [row.split() for row in viewer.locator(".cardlab-final tbody tr").all_inner_texts()]
    assert rows == [["Ana", "20", "10"], ["Leo", "24", "28"], ["Zoe", "10", "14"]]
    viewer.focus()
    notebook.page.keyboard.press("u")
    expect(viewer.locator(".cardlab-judgement")).to_have_count(0)
    expect(viewer.locator(".cardlab-presetselect")).to_have_value("skyoo")
    left = ".cardlab-judged, .cardlab-verdict, .cardlab-final, .cardlab-dispute, [data-differs]"
    expect(viewer.locator(left)).to_have_count(0)
    expect(viewer).to_have_attribute("data-ply", "76")
    assert notebook.errors == []


def test_what_comes_later_stays_hidden(opened):
    """Where later things are hidden, no later verdict, number of them or score is on the page, and j does not lead there."""
    notebook, viewer = opened("replay.show(lang='en', ply=30, spoilers=False)")
    judge(viewer, "skyjo-es")
    assert set(plies(viewer.locator(".cardlab-moves .cardlab-judged"))) <= {"22", "27"}
    assert viewer.locator(".cardlab-line .cardlab-judged").count() == 2
    assert not any(sign.isdigit() for sign in viewer.locator(".cardlab-judgement").inner_text())
    notebook.page.keyboard.press("j")
    notebook.page.wait_for_timeout(200)
    expect(viewer).to_have_attribute("data-ply", "30")
    notebook.page.keyboard.press("Shift+J")
    expect(viewer).to_have_attribute("data-ply", "27")
    assert notebook.errors == []


def test_a_seat_is_told_no_sum_of_cards_that_lie_face_down(opened):
    """At the closing ply everybody's view tells what the other source would count; a seat's view does not."""
    notebook, viewer = opened("replay.show(lang='en', ply=72)")
    judge(viewer, "skyjo-es")
    expect(viewer.locator(".cardlab-verdict")).to_contain_text("Leo 28")
    viewer.locator(".cardlab-seatselect").select_option("0")
    expect(viewer.locator(".cardlab-verdict")).not_to_contain_text("28")
    expect(viewer.locator(".cardlab-dispute")).to_have_attribute("data-dispute", "D01")
    assert notebook.errors == []


def test_a_preset_that_cannot_judge_says_why(opened):
    """The reason stands on the page, and the select shows the game's own preset again."""
    show = (
        "cardlab.loads(cardlab.replay.make.play_match('skipbo', 7, cap=20, tell=lambda text: None, options={'variant.short': True})).show()"
    )
    notebook, viewer = opened(f"__import__('cardlab.replay.make') and {show}")
    viewer.locator(".cardlab-presetselect").select_option("nl")
    expect(viewer.locator(".cardlab-error")).to_contain_text("at most 6 players")
    expect(viewer.locator(".cardlab-presetselect")).to_have_value("official")
    assert notebook.errors == []


def test_a_judged_viewer_has_no_accessibility_fault(opened):
    """axe finds nothing wrong with the judgement shown, at a ply that differs and at the end, in both themes."""
    notebook, viewer = opened()
    judge(viewer, "skyjo-es")
    for keys in (["Home", "j"], ["End"]):
        viewer.focus()
        for key in keys:
            notebook.page.keyboard.press(key)
        notebook.accessible_in_both_themes(when=keys)
    assert notebook.errors == []
