"""Questions answered in JupyterLab: by clicks and by keys alone, after a restart, in a replay that is held back; before a class."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

SKYJO = """import cardlab
replay = cardlab.load("../replays/skyjo/column.jsonl")
ply = next(n for n in range(1, len(replay)) if replay.action(n) == "draw" and replay.at(n).phase == "place")
seat = replay.at(ply).player
asked = [
    cardlab.ask(replay, "play", ply, id="place", seat=seat, tries=3, hints=["Look up.", "Look down."], text="Where does it go?"),
    cardlab.ask(replay, "legal", ply, id="legal", seat=seat, action="draw", text="May another card be drawn?"),
    cardlab.ask(replay, "rule", ply, id="rule", seat=seat, action="draw", choices=["skyjo.turn.draw_look", "skyjo.round.last_turns"],
                accept=["forbids"], text="Which rule is it?"),
]
quiz = cardlab.quiz(asked, student="Ana", answers={answers!r}, lang="en")
"""
SKIPBO = """import cardlab
replay = cardlab.load("../replays/skipbo/three-players.jsonl")
ply = next(n for n in range(1, len(replay)) if replay.at(n).phase == "play")
asked = [cardlab.ask(replay, "play", ply, id="lay", tries=2, hints=["A 1 opens a pile."], text="What goes?"),
         cardlab.ask(replay, "next", ply + 4, id="then", accept=["played"], text="And then?")]
quiz = cardlab.quiz(asked, student="Leo", answers={answers!r}, lang="en")
"""


class Asked:
    """A quiz, or a replay that asks, on the page."""

    def __init__(self, notebook):
        self.notebook, self.page, self.root = notebook, notebook.page, notebook.viewer()
        self.ask, self.verdict = self.root.locator(".cardlab-ask"), self.root.locator(".cardlab-verdict")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            expect(self.root).to_have_attribute("aria-busy", "false")

    def card(self, zone, place=0):
        return self.root.locator(f"[data-zone='{zone}'] [data-at]").nth(place)

    def judged(self, kind, text=""):
        expect(self.verdict).to_have_attribute("data-verdict", kind)
        expect(self.verdict).to_contain_text(text)

    def spoken(self, *parts):
        """The live region tells these, in this order."""
        live = self.root.locator(".cardlab-live")
        for part in parts:
            expect(live).to_contain_text(part)
        places = [live.inner_text().index(part) for part in parts]
        assert places == sorted(places)


@pytest.fixture
def asking(open_notebook):
    """`asking(SKYJO, "quiz.show()")` shows that in a new notebook, with a new file of answers."""

    def begin(first, show="quiz", answers="", **page):
        notebook = open_notebook(cells=[first.replace("{answers!r}", repr(answers or f"answers-{uuid4().hex[:8]}.jsonl")), show], **page)
        notebook.run_all()
        return Asked(notebook)

    return begin


def test_a_scratch_table_asks_before_anything_is_tried_on_it(asking):
    """By keys alone: a refused play goes back with its passage, a right one is made, and then the table is free."""
    quiz = asking(SKYJO, "cardlab.scratch(replay, ply, quiz=quiz, language='en')")
    expect(quiz.ask).to_contain_text("Where does it go?")
    expect(quiz.root.locator("[data-tool=edit]")).to_be_disabled()
    quiz.notebook.accessible_in_both_themes(when="a question on a scratch table")
    quiz.root.focus()
    quiz.press("/")
    quiz.page.keyboard.type("draw")
    quiz.press("Enter")
    quiz.judged("wrong", "The move is taken back.")
    quiz.page.wait_for_function("""() => {
      const [text, passage] = [".cardlab-doc", "[data-governs]"].map((one) => document.querySelector(one)?.getBoundingClientRect());
      return passage && passage.top >= text.top && passage.bottom <= text.bottom + 1;
    }""")
    quiz.press("/")
    quiz.page.keyboard.type("swap r1c1")
    quiz.press("Enter")
    quiz.judged("right")
    expect(quiz.root.locator("[data-tool=edit]")).to_be_enabled()
    expect(quiz.root.locator(".cardlab-leaf")).to_have_count(2)
    quiz.press("Q", "n")
    expect(quiz.ask).to_contain_text("May another card be drawn?")
    expect(quiz.root.locator("[data-tool=edit]")).to_be_disabled()
    assert not quiz.notebook.errors


def test_a_link_opens_a_game_at_its_ply(open_notebook):
    """The step as text gives a link to this notebook; a viewer of that game goes to the ply that the address names, into sight."""
    notebook = open_notebook(
        cells=["import cardlab", "replay = cardlab.load('../replays/skyjo/column.jsonl')", "\n" * 60, "replay.show(ply=2)"]
    )
    notebook.run_all()
    viewer, page = notebook.viewer(), notebook.page
    viewer.focus()
    page.keyboard.press("T")
    link = viewer.locator(".cardlab-twin code").last
    expect(link).to_contain_text(page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path"))
    code = link.inner_text().rpartition("#")[2]
    assert code.startswith("cardlab=") and code.endswith("-2")
    page.keyboard.press("Escape")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.content.node.querySelector('.jp-Cell').scrollIntoView()")
    page.evaluate("(code) => { location.hash = code; }", code.replace("-2", "-7"))
    expect(viewer).to_have_attribute("data-ply", "7")
    expect(viewer.locator(".cardlab-title")).to_be_in_viewport()
    assert not notebook.errors


def test_wrong_then_hints_then_right_by_clicks(asking):
    """A refused play goes back with the reason and its passage; hints come one by one; a right play is shown on the table."""
    quiz = asking(SKYJO)
    expect(quiz.ask).to_contain_text("Where does it go?")
    held = quiz.card("drawn").get_attribute("data-card")
    quiz.card("draw").click()
    quiz.judged("wrong", "The move is taken back.")
    expect(quiz.verdict).to_have_attribute("data-undone", "true")
    expect(quiz.ask.locator(".cardlab-tries")).to_have_text("tries left: 2")
    expect(quiz.card("drawn")).to_have_attribute("data-card", held)
    expect(quiz.root.locator(".cardlab-doc [data-governs]").first).to_be_visible()
    for shown in (1, 2):
        quiz.ask.locator("button", has_text="hint").click()
        expect(quiz.ask.locator(".cardlab-hints li")).to_have_count(shown)
    expect(quiz.ask.locator("button", has_text="hint")).to_have_count(0)
    quiz.card("drawn").click()
    expect(quiz.root).to_have_attribute("data-taken", "true")
    seat = quiz.root.locator(".cardlab-acts").get_attribute("data-seat")
    quiz.card(f"grid{seat}", 0).click()
    quiz.judged("right", "Right.")
    expect(quiz.card(f"grid{seat}", 0)).to_have_attribute("data-card", held)
    expect(quiz.ask.locator(".cardlab-points-so-far")).to_have_text("1 of 3 right")
    assert quiz.notebook.errors == []


def test_a_whole_quiz_by_keys_alone(asking):
    """Arrows and Enter, letters, typed answers, hints and the way between questions; no shortcut of the notebook fires; what is told comes
    in order: question, hint, verdict, rules."""
    quiz = asking(SKYJO)
    cells = quiz.notebook.cells()
    quiz.root.focus()
    quiz.press("h")
    quiz.spoken("Question 1 of 3: Where does it go?", "Hint 1 of 2: Look up.")
    quiz.press("/")
    quiz.page.keyboard.type("draw")
    quiz.press("Enter")
    quiz.judged("wrong")
    quiz.spoken("Where does it go?", "Hint 1 of 2", "Not so.", "the rules behind it: turn.draw_look")
    quiz.press("/")
    quiz.page.keyboard.type("juggle")
    quiz.press("Enter")
    expect(quiz.root.locator(".cardlab-trouble")).to_contain_text("invalid action 'juggle'")
    quiz.press("/")
    quiz.page.keyboard.type("swap r1c1")
    quiz.press("Enter")
    quiz.judged("right")
    quiz.press("n")
    expect(quiz.ask).to_contain_text("May another card be drawn?")
    quiz.press("ArrowDown", "Enter")
    quiz.judged("right")
    quiz.press("n", "a")
    expect(quiz.ask.locator(".cardlab-points-so-far")).to_have_text("3 of 3 right")
    quiz.press("p", "p")
    expect(quiz.ask).to_contain_text("Where does it go?")
    quiz.press("?", "Escape", "l")
    expect(quiz.ask).to_contain_text("Pregunta 1 de 3")
    expect(quiz.root).to_be_focused()
    assert quiz.notebook.cells() == cells and quiz.notebook.errors == []


def test_a_restart_and_the_same_score(asking):
    """The kernel goes; the cells are run again: the score, the verdicts and the hints are those of before."""
    quiz = asking(SKYJO, "quiz.show(number=0)")
    quiz.root.focus()
    quiz.press("h", "/")
    quiz.page.keyboard.type("swap r1c1")
    quiz.press("Enter")
    quiz.judged("right")
    said, score = quiz.verdict.inner_text(), quiz.ask.locator(".cardlab-points-so-far").inner_text()
    quiz.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }")
    quiz.notebook.wait_for_kernel()
    quiz.notebook.run_all()
    again = Asked(quiz.notebook)
    again.judged("right")
    assert again.verdict.inner_text() == said and again.ask.locator(".cardlab-points-so-far").inner_text() == score == "1 of 3 right"
    expect(again.ask.locator(".cardlab-hints li")).to_have_count(1)


def test_a_replay_is_held_back_until_its_question_is_answered(asking):
    """By keys alone: the last known ply is that of the question, the arrow goes to it; answered, the game goes on; the rest is not in the
    page before."""
    lesson = asking(SKIPBO, "replay.show(quiz=quiz, lang='en')")
    lesson.root.focus()
    for _ in range(30):
        lesson.press("ArrowRight")
    expect(lesson.ask).to_be_focused()
    held = int(lesson.root.get_attribute("data-ply"))
    expect(lesson.ask).to_contain_text("What goes?")
    expect(lesson.root.locator(".cardlab-moves [data-ply]").last).to_be_visible()
    lesson.press("/")
    lesson.page.keyboard.type("pass")
    lesson.press("Enter")
    lesson.judged("wrong")
    lesson.press("ArrowRight", "ArrowRight")
    expect(lesson.root).to_have_attribute("data-ply", str(held))
    options = lesson.ask.locator(".cardlab-option")
    assert options.count() > 1
    lesson.press("/")
    lesson.page.keyboard.type("pass")
    lesson.press("Enter", "/")
    lesson.page.keyboard.type("H1>B1")
    lesson.press("Enter")
    expect(lesson.ask).to_have_attribute("data-closed", "true")
    lesson.press("n")
    expect(lesson.root).to_have_attribute("data-ply", str(held + 1))
    expect(lesson.root).to_be_focused()
    for _ in range(10):
        lesson.press("ArrowRight")
    expect(lesson.ask).to_contain_text("And then?")
    expect(lesson.root).to_have_attribute("data-ply", str(held + 4))
    assert lesson.notebook.errors == []


def test_guess_first(asking):
    """The next move is held back until something was chosen; then it is played, and the next guess waits."""
    guess = asking(SKYJO, "replay.show(guess=True, lang='en')")
    guess.root.focus()
    guess.press("ArrowRight", "ArrowRight", "ArrowRight", "q")
    expect(guess.ask).to_be_focused()
    held = int(guess.root.get_attribute("data-ply"))
    guess.press("a")
    expect(guess.verdict).to_be_visible()
    guess.press("n")
    expect(guess.root).to_have_attribute("data-ply", str(held + 1))
    guess.spoken(":", "Choose first")
    assert guess.notebook.errors == []


def test_before_a_class(asking):
    """Large and with few words; each hand is hidden until its key is pressed; the step as text, with the code that opens it again."""
    viewer = asking(SKIPBO, "replay.show(projector=True, ply=ply, lang='en')")
    viewer.root.focus()
    hand = viewer.root.locator("[data-zone='hand1'] [data-at]")
    hidden = viewer.root.locator(".cardlab-hands button[aria-pressed=true]")
    expect(hidden).to_have_count(0)
    expect(viewer.root.locator(".cardlab-panel")).to_be_hidden()
    closed = hand.first.get_attribute("data-card")
    viewer.press("2")
    expect(hidden).to_have_count(1)
    expect(hand.first).to_have_attribute("data-card", "3")
    viewer.press("2")
    expect(hidden).to_have_count(0)
    assert closed == hand.first.get_attribute("data-card") != "3"
    viewer.press("T")
    twin = viewer.root.locator(".cardlab-twin")
    expect(twin.locator("pre")).to_contain_text("skipbo.")
    code = twin.locator("code").first.inner_text()
    viewer.press("Escape", "W")
    expect(viewer.root.locator(".cardlab-panel")).to_be_visible()
    expect(viewer.root.locator(".cardlab-hands")).to_have_count(0)
    again = asking(SKIPBO, f"replay.show(at={code!r}, lang='en')")
    expect(again.root).to_have_attribute("data-ply", viewer.root.get_attribute("data-ply"))
    assert viewer.notebook.errors == again.notebook.errors == []


@pytest.mark.parametrize(
    ("first", "show", "moments"),
    [
        (SKYJO, "quiz.show()", [["h"], ["a"], ["?"], ["Escape", "W"], ["W", "n", "a"]]),
        (SKIPBO, "replay.show(quiz=quiz, ply=ply, lang='en')", [["q"], ["a"], ["Escape", "T"]]),
        (SKIPBO, "replay.show(projector=True, ply=ply, lang='nl')", [["2"], ["T"]]),
    ],
    ids=["quiz", "lesson", "projector"],
)
def test_axe_finds_nothing(asking, first, show, moments):
    """Questions, hints, verdicts, the list of keys, the projector, the step as text: in both themes."""
    quiz = asking(first, show)
    for keys in moments:
        if keys[0] not in ("a", "Escape"):
            quiz.root.focus()
        quiz.press(*keys)
        quiz.notebook.accessible_in_both_themes(when=keys)
    assert quiz.notebook.errors == []
