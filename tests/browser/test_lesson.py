"""A lesson as a student walks it: in JupyterLab, by keys alone, from the first step to the score."""

import json
import re

import pytest
from playwright.sync_api import expect

KEYS = {
    "practice": [["b"], ["a"], ["/", "S>B3", "Enter"], ["b"], ["b"]],
    "closing": [["/", "S>B2", "Enter"], ["a"], ["c"], ["a"], ["b"]],
}
"""What is pressed to answer each question of lesson 10 rightly: the letter of a choice, or an action in the field."""


@pytest.fixture
def lesson(server, open_notebook):
    """Lesson 10 in Spanish with a student's name in it, run."""
    path = server.root / "notebooks" / "10-skipbo-from-zero.es.ipynb"
    named = path.with_name("lesson-of-ana.ipynb")
    data = json.loads(path.read_text(encoding="utf-8").replace('STUDENT = \\"\\"', 'STUDENT = \\"Ana\\"'))
    named.write_text(json.dumps(data), encoding="utf-8")
    opened = open_notebook(f"notebooks/{named.name}")
    opened.run_all()
    return opened


def reach(page, titled):
    """That widget, scrolled to and focused."""
    found = page.locator(".cardlab-viewer").filter(has=page.locator(".cardlab-title", has_text=titled)).first
    found.scroll_into_view_if_needed()
    found.focus()
    expect(found).to_be_focused()
    return found


def test_a_whole_lesson_by_keys_alone(lesson, server):
    """The first turn is stepped through, every question is answered rightly, and the last cell tells the score; a key that answers
    never reaches the notebook."""
    page, cells = lesson.page, lesson.cells()
    viewer = reach(page, re.compile(r"^Los primeros turnos"))
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(viewer.locator(".cardlab-sentence")).to_contain_text("el descarte cierra el turno")
    for part, titled in (("practice", "ejercicios"), ("closing", "cuestionario final")):
        quiz = reach(page, titled)
        for number, keys in enumerate(KEYS[part]):
            expect(quiz.locator(".cardlab-ask")).to_contain_text(f"Pregunta {number + 1} de 5", ignore_case=True)
            for key in keys:
                page.keyboard.type(key) if ">" in key else page.keyboard.press(key)
                expect(quiz).to_have_attribute("aria-busy", "false")
            expect(quiz.locator(".cardlab-points-so-far")).to_have_text(f"{number + 1} de 5 correctas")
            page.keyboard.press("n")
    page.keyboard.press("Escape")
    page.evaluate("""async () => {
      const panel = window.jupyterapp.shell.currentWidget;
      const cells = [...panel.content.model.cells];
      panel.content.activeCellIndex = cells.findIndex((cell) => cell.sharedModel.getSource().startsWith("print(closing"));
      panel.content.activate();
    }""")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".jp-OutputArea-output", has_text="5 de 5 correctas").last).to_be_visible()
    assert lesson.cells() == cells
    assert lesson.errors == []
    answers = server.root / "notebooks" / "answers"
    assert {file.name for file in answers.iterdir()} >= {"10-practice-Ana.jsonl", "10-closing-Ana.jsonl"}
