"""The rulebook: every rule of the catalogue, locators that fit the originals, honest words where an original is missing."""

import re
import tomllib
from string import Formatter

import pytest

from cardlab import paths
from cardlab.errors import UnknownName
from cardlab.games import GAMES
from cardlab.rulebook import Locator, LocatorError, explain_rule, original, read_locators, read_rulebook
from cardlab.text import LANGUAGES

BOOKS = [pytest.param(read_rulebook(game.name), id=game.name) for game in GAMES]
CATALOGUE = {"skipbo": (168, 61, 42), "skyjo": (118, 56, 32)}


@pytest.mark.parametrize("book", BOOKS)
def test_catalogue_is_whole(book):
    """As many rows as the concordance has: rules of the sources, edge rulings E01…, disagreements D01…"""
    stated, rulings, disagreements = CATALOGUE[book.game]
    assert sum(rule.kind != "ruling" for rule in book.values()) == stated
    assert sorted(r for r in book if re.search(r"\.E\d\d$", r)) == [f"{book.game}.E{n:02}" for n in range(1, rulings + 1)]
    assert [d.id for d in book.disagreements] == [f"D{n:02}" for n in range(1, disagreements + 1)]


@pytest.mark.parametrize("book", BOOKS)
def test_rules_have_passages_and_rulings_have_questions(book):
    for rule in book.values():
        if rule.kind == "ruling":
            assert not rule.passages
            assert all(near in book for near in rule.near)
        else:
            assert rule.passages, rule.id
            assert rule.kind in {"rule", "component", "advice"}


@pytest.mark.parametrize("book", BOOKS)
def test_words_say_the_same_facts_in_every_language(book):
    """A fact that one language names, all name; no sentence is empty, and statements end with a full stop, clauses do not."""
    for rule in book.values():
        for text in filter(None, (rule.text, rule.why, rule.refusal, rule.question)):
            assert set(text) == set(LANGUAGES)
            named = {lang: {name for _, name, _, _ in Formatter().parse(text[lang]) if name is not None} for lang in LANGUAGES}
            assert named["en"] == named["es"] == named["nl"], rule.id
            assert all(text[lang].strip() == text[lang] != "" for lang in LANGUAGES), rule.id
        assert all(rule.text[lang].endswith((".", ")", "?")) for lang in LANGUAGES), rule.id
        for clause in filter(None, (rule.why, rule.refusal)):
            assert not any(clause[lang].endswith(".") for lang in LANGUAGES), rule.id


@pytest.mark.parametrize("book", BOOKS)
def test_reading_view_holds_every_passage_in_line_order(book):
    for source in book.sources:
        view = book.reading_view(source.id)
        lines = [p.locator.first for _, passages in view for p in passages]
        assert lines == sorted(lines)
        assert len(lines) == sum(p.source is source for rule in book.values() for p in rule.passages)


@pytest.mark.parametrize("book", BOOKS)
def test_disagreements_name_rules_and_sources(book):
    sources = {source.id for source in book.sources}
    for d in book.disagreements:
        assert d.rules and all(rule in book for rule in d.rules), d.id
        assert set(d.says) <= sources, d.id
        assert all(d in book.disagreements_on(rule) for rule in d.rules)


@pytest.mark.parametrize("book", BOOKS)
def test_locators_fit_the_originals(book, originals):
    """Every locator of every rule marks a stretch of the true text that begins and ends with its words."""
    for rule in book.values():
        for passage in rule.passages:
            true = original(passage.source)
            assert true.lines is not None
            marked = [true.lines[line - 1][start:end] for line, start, end in true.spans(passage)]
            assert "".join(marked).strip(), f"{rule.id} {passage.locator.text}"
            assert marked[0].startswith(passage.locator.head) and marked[-1].endswith(passage.locator.tail)


def test_locator_grammar():
    assert read_locators("L12;L3-5;L7[one two … three four]") == (
        Locator(12, 12),
        Locator(3, 5),
        Locator(7, 7, "one two", "three four"),
    )
    assert [place.text for place in read_locators("L12;L3-5;L7[a b … c d]")] == ["L12", "L3-5", "L7[a b … c d]"]
    with pytest.raises(LocatorError, match="locator 'M3' is none"):
        read_locators("L1;M3")


@pytest.mark.parametrize(
    ("line", "head", "tail", "span"),
    [
        ("a b c d e", "b c", "d e", (2, 9)),
        ("a b c", "a b", "b c", (0, 5)),  # head and tail share a word
        ("x y … x y z", "x y", "x y", (0, 3)),  # the first tail that ends no earlier than the head
        ("y z a b y z", "a b", "y z", (4, 11)),  # a tail before the head does not count
    ],
)
def test_span(line, head, tail, span):
    assert Locator(1, 1, head, tail).span(line) == span


def test_span_that_does_not_fit():
    with pytest.raises(LocatorError, match="does not fit"):
        Locator(1, 1, "a b", "x y").span("a b c d")


def test_originals_missing_and_wrong_are_told(tmp_path, monkeypatch):
    """A file of the right name and other bytes is refused with the reason; a missing one is no problem, only missing."""
    source = read_rulebook("skyjo").source("002")
    monkeypatch.setenv("CARDLAB_SEEDS", str(tmp_path))
    monkeypatch.setattr(paths, "seeds", lambda: tmp_path)
    assert original(source).lines is None and original(source).problem == ""
    (tmp_path / source.file).write_text("something else", encoding="utf-8")
    assert original(source).lines is None
    assert "sha256" in original(source).problem


def test_unknown_rule_names_close_ones():
    with pytest.raises(UnknownName, match=r"skipbo\.build\.start"):
        read_rulebook("skipbo")["skipbo.start"]


def test_explain_rule_says_where():
    said = explain_rule(read_rulebook("skipbo")["skipbo.build.start"], "es")
    assert said.startswith("skipbo.build.start (rule)")
    assert "L50[" in said and "000 oficial" in said


def test_seeds_hold_no_original_text():
    """The data files stay data: no line in them is longer than prose in our own words needs to be."""
    for file in paths.seeds().glob("*.toml"):
        tomllib.loads(file.read_text(encoding="utf-8"))
        assert max(map(len, file.read_text(encoding="utf-8").splitlines())) < 700, file.name
