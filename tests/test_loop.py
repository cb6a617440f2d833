"""The loop is closed: rule id, passage, what the engine does with it, a row in the tests, a sample game.

An id counts as named where a string of the code holds it; docstrings and comments do not count."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import cardlab
import cardlab.games
from cardlab import paths
from cardlab.errors import CardlabError
from cardlab.games import GAMES
from cardlab.rulebook import BY, _read_rule, read_rulebook
from cardlab.text import LANGUAGES
from tests.games.test_skipbo_rules import LEGAL
from tests.games.test_skyjo_turns import ALLOWED

NAMES = [game.name for game in GAMES]
PLAYED = ("outcome", "event", "check")
"""The values of `by` that show in play."""


def ids(text: str) -> frozenset[str]:
    return frozenset(text.split())


REFUSES_ONLY = ids(
    """
    skipbo.E09 skipbo.E10 skipbo.E15 skipbo.E21 skipbo.E30 skipbo.E33 skipbo.E40 skipbo.E47 skipbo.E57 skipbo.build.max_four
    skipbo.discard.top_only skipbo.partners.no_advice skipbo.partners.no_communication skipbo.partners.no_strategy_talk
    skipbo.partners.partner_silent skipbo.pile.stock.no_peeking skipbo.pile.stock.one_each skipbo.play.own_discards_only
    skipbo.play.sources skipbo.play.target skipbo.settled.draw_is_a_ply skipbo.settled.reshuffle_committed skipbo.settled.surplus
    skipbo.setup.reserve_space skipbo.turn.discard_from_hand skipbo.turn.discard_mandatory skipbo.turn.discard_own_pile
    skipbo.turn.play_on_turn
    skyjo.E12 skyjo.E25 skyjo.E27 skyjo.E28 skyjo.E30 skyjo.E33 skyjo.E36 skyjo.players.count skyjo.settled.line_needs_three
    skyjo.settled.optional_offer
    """
)
"""Rules that only ever refuse: no ply of a game rests on them, so that no sample game can show them."""

KNOWN_UNEXERCISED = ids("skyjo.settled.empty_grid_passes")
"""Rules on which no ply of a sample game rests. An entry that a game shows has to go.

A seat always starts its turn with a hidden card, and whoever turns the last one is the finisher or has just had the last turn: a
turn with an empty grid comes up only in positions written by hand."""


def strings(file: Path) -> set[str]:
    """The string literals of a Python file, the parts of f-strings too, without its docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    }  # fmt: skip


@cache
def named(game: str) -> frozenset[str]:
    """Every rule id in the code of a game's engine."""
    rule = re.compile(rf"\b{game}(?:\.\w+)+")
    texts = [text for file in (Path(cardlab.games.__file__).parent / game).glob("*.py") for text in strings(file)]
    return frozenset(found for text in texts for found in rule.findall(text) if found != f"{game}.toml")


@cache
def tabled(game: str) -> frozenset[str]:
    """Every rule id in the tables and assertions of the games' tests."""
    texts = [text for file in (Path(__file__).parent / "games").glob("*.py") for text in strings(file)]
    return frozenset(word.strip("[]*\\.") for text in texts for word in text.split() if f"{game}." in word)


@cache
def shown(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """The rules on which plies of the sample games of that name rest: those that allowed them, those that made what followed."""
    reasons: set[str] = set()
    events: set[str] = set()
    for file in sorted(paths.replays().rglob("*.jsonl")):
        replay = cardlab.load(file)
        if replay.game.name == game:
            for why in map(replay.explain, range(1, len(replay) + 1)):
                reasons.update(why.rules[: why.allowed])
                events.update(rule for event in why.events for rule in event.rules)
    return frozenset(reasons), frozenset(events)


def exercised(game: str) -> frozenset[str]:
    reasons, events = shown(game)
    return reasons | events


def played(game: str) -> set[str]:
    return {rule.id for rule in read_rulebook(game).values() if rule.by in PLAYED}


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_that_the_code_names_is_in_the_rulebook(game):
    assert named(game)
    assert sorted(named(game) - set(read_rulebook(game))) == []


@pytest.mark.parametrize("game", NAMES)
def test_the_rulebook_says_what_the_code_does(game):
    """A rule is named in the code if and only if the rulebook does not give a reason why it is not."""
    by = {rule.id: rule.by for rule in read_rulebook(game).values()}
    assert set(by.values()) == set(BY)
    assert [rule for rule in by if (by[rule] != "none") != (rule in named(game))] == []


@pytest.mark.parametrize("game", NAMES)
def test_the_rulebook_says_what_the_sample_games_show(game):
    """What an event names is no mere check; what a ply rests on is in play."""
    book, (reasons, events) = read_rulebook(game), shown(game)
    assert [rule for rule in sorted(events) if book[rule].by not in ("outcome", "event")] == []
    assert [rule for rule in sorted(reasons) if book[rule].by not in PLAYED] == []


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_that_is_played_has_a_row_in_the_tests(game):
    assert sorted(played(game) - tabled(game)) == []


@pytest.mark.parametrize("game", NAMES)
def test_rules_have_passages_rulings_have_questions_the_rest_has_reasons(game):
    for rule in read_rulebook(game).values():
        if rule.kind == "ruling":
            assert rule.question and set(rule.question) == set(LANGUAGES), rule.id
        else:
            assert rule.passages, rule.id
        assert (rule.reason is not None) == (rule.by == "none"), rule.id
        if rule.reason:
            assert all(rule.reason[lang].strip() for lang in LANGUAGES), rule.id
            assert not any(rule.reason[lang].endswith(".") for lang in LANGUAGES), rule.id


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_that_is_played_is_shown_by_a_sample_game(game):
    """What is not shown yet is listed, and nothing else."""
    missing = played(game) - exercised(game) - REFUSES_ONLY
    assert sorted(missing) == sorted(rule for rule in KNOWN_UNEXERCISED if rule.startswith(f"{game}."))


def test_rules_that_only_refuse_do_nothing_else():
    """The list hides no rule on which a legal action rests: not in a sample game, not in a row of the tests."""
    legal = {rule for rules, *_ in LEGAL for rule in rules.split()} | {rule for rules, *_ in ALLOWED for rule in rules}
    assert sorted(REFUSES_ONLY & legal) == []
    for game in NAMES:
        mine = {rule for rule in REFUSES_ONLY if rule.startswith(f"{game}.")}
        assert sorted(mine & exercised(game)) == []
        assert {read_rulebook(game)[rule].by for rule in mine} == {"check"}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"by": "magic"}, "skyjo.x: by is 'magic'; known: outcome, event, check, option, none"),
        ({}, "skyjo.x: by is None; known: "),
        ({"by": "none"}, "skyjo.x: by is 'none', so a reason is needed"),
        ({"by": "event", "reason": {"en": "a", "es": "b", "nl": "c"}}, "by is 'event', so there is no reason to give"),
        ({"by": "none", "reason": {"en": "a", "es": "b"}}, r"skyjo.x.reason: no text in 'nl'"),
    ],
)
def test_a_rule_without_its_place_in_the_loop_is_refused(changes, why):
    with pytest.raises(CardlabError, match=why):
        _read_rule("skyjo.x", {"kind": "rule", "en": "A.", "es": "B.", "nl": "C."} | changes, ())
