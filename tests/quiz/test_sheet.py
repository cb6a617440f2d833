"""Sheets to print: what stands on them, what does not, and the command."""

from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

import cardlab
from cardlab.cli import cli
from cardlab.errors import UnknownName
from cardlab.quiz.criteria import right_answers
from cardlab.quiz.exercise import place_of, rules_at
from cardlab.quiz.sheet import LONG


class Read(HTMLParser):
    """The text of a page; tags that are not closed, or closed in another order, are faults."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.texts, self.open, self.faults = "", [], [], []
        self.feed(page)
        self.faults += self.open

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        self.text += data
        self.texts.append(data)


@pytest.fixture
def exercises(skyjo):
    return cardlab.questions(skyjo, n=6, seed=2)


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_a_quiz_on_paper(exercises, lang):
    """Every prompt and every choice in the language, a picture of each table, and one page that needs nothing else."""
    page = cardlab.sheet(cardlab.quiz(exercises), lang).html
    read = Read(page)
    assert read.faults == [] and page.count("<svg") == len(exercises) and f'<html lang="{lang}">' in page
    for exercise in exercises:
        assert exercise.prompt(lang) in read.text
        for _, text in exercise.choices(lang):
            assert text in read.text
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_the_answers_stand_on_a_page_of_their_own(exercises):
    """Without them the sheet tells no rule and no answer that is not a choice; with them each with its rule and its place."""
    quiz = cardlab.quiz(exercises)
    blank, full = cardlab.sheet(quiz, "en").html, cardlab.sheet(quiz, "en", answers=True).html
    assert 'class="key"' not in blank and full.startswith(blank[: blank.index("</main>")][:200])
    for exercise in exercises:
        told = exercise.answer_text(right_answers(exercise)[0], "en")
        if len(told) > LONG:  # it stands among the choices, and is named here by its letter and its place
            told = right_answers(exercise)[0].partition(":L")[2]
        assert told in Read(full[full.index('class="key"') :]).text
    assert "skyjo." not in Read(blank).text and "[skyjo." in Read(full).text


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_passages_as_choices_are_named_and_the_answers_name_them_alone(skipbo, lang):
    """Each with its letter, its source and its line before what it says; set small, where it is long. The answers need not say it again."""
    ply = next(n for n in range(len(skipbo)) if skipbo.at(n).phase == "play")
    book = cardlab.rulebook("skipbo")
    start, other = (place_of(book[rule].passages[0]) for rule in ("skipbo.build.start", "skipbo.turn.draw_first"))
    exercise = cardlab.ask(
        skipbo, "rule", ply, action="S>B1" if not skipbo.at(ply).ruling("S>B1").legal else "S>B2", choices=[other, start], right=start
    )
    page = cardlab.sheet(exercise, lang, answers=True).html
    read = Read(page)
    short = book.source(start.partition(":")[0]).short[lang]
    says = " ".join(book[rule].statement(lang) for rule in rules_at(book, start))
    assert read.faults == [] and len(says) > 160 and 'class="choices long"' in page
    line = {"en": "line", "es": "línea", "nl": "regel"}[lang]
    assert f"☐ B{short}, {line} {start.partition(':L')[2]}. {says}" in read.text
    key = Read(page[page.index('class="key"') :]).text
    assert f"B – {short}, {line} {start.partition(':L')[2]}" in key and says not in key


def test_one_exercise_and_a_position(exercises, skyjo):
    one = cardlab.sheet(exercises[0], "es")
    assert exercises[0].prompt("es") in Read(one.html).text and Read(one._repr_html_()).faults == []
    position = cardlab.sheet(skyjo.at(30), "nl", title="Bord 3")
    assert "Bord 3" in position.html and skyjo.at(30).explanation.text("nl") in Read(position.html).text
    with pytest.raises(UnknownName, match="unknown language"):
        cardlab.sheet(exercises[0], "fr")


def test_a_hidden_hand_is_not_on_paper(skipbo):
    """A position seen by a seat shows that seat's hand and no other: the other faces are those that lie open for all."""
    position = skipbo.at(next(n for n in range(20, len(skipbo)) if len(skipbo.at(n).table(0)["hand0"].codes) == 5))
    own, other = (Read(cardlab.sheet(position, seat=seat).html).texts for seat in (0, 1))
    hands = [list(position.table()[f"hand{seat}"].codes) for seat in (0, 1)]
    for face in {*hands[0], *hands[1]}:
        assert own.count(face) - other.count(face) == hands[0].count(face) - hands[1].count(face)


def test_the_command_writes_the_questions_of_a_file(lesson, tmp_path):
    """The questions of the game, in its language or another; a position with --ply; a position text."""
    out = tmp_path / "sheet.html"
    ran = CliRunner().invoke(cli, ["sheet", str(lesson), "--lang", "es", "--answers", "-o", str(out)])
    assert ran.exit_code == 0 and "4 questions" in ran.output, ran.output
    assert "Soluciones" in out.read_text(encoding="utf-8") and "¿" in out.read_text(encoding="utf-8")
    ran = CliRunner().invoke(cli, ["sheet", str(lesson), "--ply", "12", "-o", str(out)])
    assert ran.exit_code == 0 and "a position" in ran.output and out.read_text(encoding="utf-8").count("<svg") == 1
    text = cardlab.load(lesson).at(12).text
    assert CliRunner().invoke(cli, ["sheet", text, "-o", str(out)]).exit_code == 0
    assert CliRunner().invoke(cli, ["sheet", str(lesson), "--ply", "9999", "-o", str(out)]).exit_code != 0
