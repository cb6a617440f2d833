"""The pictures that need no widget: of any table, in any language, with nothing hidden shown and nothing open left out."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest

from cardlab.draw import draw_html, draw_text
from cardlab.game import CHANCE
from cardlab.games import GAMES
from cardlab.lens import Lens
from cardlab.replay import loads
from cardlab.replay.make import play_match
from cardlab.table import Cards, SeatInfo, Table, Zone
from cardlab.text import LANGUAGES

EVERY = pytest.mark.parametrize("match", GAMES, indirect=True, ids=lambda game: game.name)


def table(zones: list[tuple[Zone, Cards]], player: int | None = 0, names: tuple[str, ...] = ("Ana", "Leo")) -> Table:
    shapes, cards = zip(*zones, strict=True)
    return Table(shapes, cards, tuple(SeatInfo(None) for _ in names), names, player, 1, 2, "play")


@pytest.fixture(scope="module")
def match(request):
    return loads(play_match(request.param, ["Ana", "Leo", "Mia"], seed=8, cap=120, tell=len))


@pytest.mark.parametrize(
    ("zone", "cards", "drawn"),
    [
        (Zone("draw", "draw", None, "pile"), Cards(("?",), 61), "## x61"),
        (Zone("draw", "draw", None, "pile"), Cards((), 0), ".."),
        (Zone("draw", "draw", None, "pile"), Cards(("7",), 1), "7"),
        (Zone("hand", "hand", None, "fan"), Cards(("3", "?", "?7", "SB=4"), 4), "3  ##  #7  SB=4"),
        (Zone("hand", "hand", None, "fan"), Cards(("3",), 5), "3  +4"),
        (Zone("B1", "build", None, "pile", hint="1"), Cards((), 0), "(1)"),
        (Zone("discard", "discard", None, "cascade"), Cards(("10", "4"), 2), "10  4"),
        (Zone("grid", "grid", None, "grid", 2), Cards(("-1", "?!", "", "12"), 3), "-1  ##!\n..   12"),
    ],
)
def test_every_layout(zone, cards, drawn):
    """What stands under the heading of a zone."""
    below = draw_text(table([(zone, cards)])).splitlines()[3:]
    shown = below[: drawn.count("\n") + 1]
    assert [line.split() for line in shown] == [line.split() for line in drawn.splitlines()]


def test_piles_of_one_kind_stand_in_one_row():
    zones = [(Zone(f"B{i}", "build", None, "pile"), Cards((str(i),), 1)) for i in range(1, 5)]
    assert any(line.split() == ["1", "2", "3", "4"] for line in draw_text(table(zones)).splitlines())


def test_who_is_to_act_is_marked():
    zone = [(Zone("hand0", "hand", 0, "fan"), Cards(("3",), 1)), (Zone("hand1", "hand", 1, "fan"), Cards(("4",), 1))]
    assert re.search(r"> Leo", draw_text(table(zone, player=1)))
    assert not re.search(r"> Ana", draw_text(table(zone, player=1)))
    assert "to act: chance" in draw_text(table(zone, player=CHANCE))
    assert ">" not in draw_text(table(zone, player=None))


@EVERY
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_it_may_be(match, width):
    for ply in range(0, len(match), 20):
        position = match.at(ply)
        for line in draw_text(position.table(), "en", width, position.game.name).splitlines():
            assert len(line) <= width


@EVERY
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_known_in_every_language(match, lang):
    """With the game named, no key of a table of words is shown in place of its word."""
    for ply in range(len(match)):
        shown = match.at(ply).table()
        text = draw_text(shown, lang, game=match.game.name)
        assert shown.names[0] in text
        assert not re.search(r"\w_\w|[{}]", text)


@EVERY
@pytest.mark.parametrize("draw", [draw_text, draw_html])
def test_nothing_hidden_is_shown(match, draw):
    """A seat's picture is the same whatever the faces are that it does not see."""
    backs = 0
    for ply in range(0, len(match), 7):
        shown = match.at(ply).table(lens=Lens(1))
        text = html.unescape(re.sub("<[^>]*>", " ", draw(shown, "en", game=match.game.name)))
        assert not re.search(r"#-?\d", text)
        backs += text.count("##")
    assert backs > 0


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.depth = 0

    def handle_starttag(self, tag, attrs):
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.depth += 1

    def handle_endtag(self, tag):
        self.depth -= 1


@EVERY
def test_the_html_is_a_plain_table(match):
    """Only what sanitizers let through: table elements with inline styles, all closed."""
    tags = _Tags()
    tags.feed(draw_html(match.at(60).table(), "es", game=match.game.name))
    assert tags.found == {"table", "caption", "tbody", "tr", "th", "td"}
    assert tags.attributes <= {"style", "rowspan", "scope"}
    assert tags.depth == 0


def test_names_are_escaped():
    zone = [(Zone("hand0", "hand", 0, "fan"), Cards(("3",), 1))]
    drawn = draw_html(table(zone, names=("<script>alert(1)</script>", "Leo & Mia")))
    assert "<script" not in drawn
    assert "&lt;script&gt;" in drawn


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="unknown language 'fr'; known: en, es, nl"):
        draw_text(table([(Zone("draw", "draw", None, "pile"), Cards((), 0))]), "fr")
