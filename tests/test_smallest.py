"""The smallest position for a rule: each is decided by its rule, none can be made smaller by one step, and none is missing unexplained."""

from __future__ import annotations

import re

import pytest

import cardlab
from cardlab import cases
from cardlab.cli import main
from cardlab.errors import CardlabError, InvalidPosition, UnknownName
from cardlab.game import CHANCE, REFEREE
from cardlab.games import GAMES, find_game
from cardlab.rulebook import read_rulebook
from cardlab.shrink import SCORED, VERDICTS, Case, shrink, smaller, weigh
from cardlab.text import LANGUAGES

NAMES = [game.name for game in GAMES]


def case_of(kept: cases.Kept) -> Case:
    """The kept case, who acts filled in."""
    player = cardlab.position(kept.text).ruling(kept.action).player if kept.player is None else kept.player
    assert player is not None
    return Case(kept.text, kept.action, player)


@pytest.mark.parametrize("game", NAMES)
def test_each_kept_case_is_decided_by_its_rule(game):
    """Through the public face alone: the ruling refuses by the rule, or the explanation of the action names it where it should."""
    for kept in cases.kept_cases(game):
        position = cardlab.position(kept.text)
        assert position.text == kept.text, kept
        ruling = position.ruling(kept.action, kept.player)
        if kept.verdict == "forbids":
            assert not ruling.legal and ruling.rules == (kept.rule,), kept
            continue
        why = position.play(kept.action, kept.player).explanation
        assert ruling.legal and kept.rule in why.rules, kept
        assert (kept.rule in why.rules[: why.allowed]) == (kept.verdict == "allows"), kept
        if kept.verdict != "allows":
            event = next(event for event in why.events if kept.rule in event.rules)
            assert bool(SCORED & event.facts.keys()) == (kept.verdict == "scores"), kept


@pytest.mark.parametrize("game", NAMES)
def test_no_single_step_makes_a_case_smaller(game):
    """Looked at under the first preset of each entry: the others have the very same position."""
    engine, looked = find_game(game), set()
    for kept in cases.kept_cases(game):
        entry = kept.rule, kept.verdict, kept.text.partition(" | ")[2], kept.options
        if entry not in looked:
            looked.add(entry)
            found = next(smaller(engine, case_of(kept), kept.rule, kept.verdict), None)
            assert found is None, f"{kept}: {found}"


@pytest.mark.parametrize("game", NAMES)
def test_every_enforced_rule_has_a_position_or_a_reason(game):
    """None is without both, and what is enforced and has none is told by name."""
    without = set()
    for rule in read_rulebook(game).values():
        there = cases.chosen(rule.id, game)
        why = {lang: cases.why_none(rule.id, None, lang) for lang in LANGUAGES}
        assert all((reason is None) == bool(there) for reason in why.values()), rule.id
        assert there or len(set(why.values())) == len(LANGUAGES), rule.id
        if rule.by == "none":
            assert not there and why == dict(rule.reason), rule.id
        elif rule.by == "option":
            assert not there, rule.id
        elif not there:
            without.add(rule.id)
    assert without == ({"skyjo.E12"} if game == "skyjo" else set())


def test_the_rule_that_only_the_reader_enforces():
    """skyjo.E12: a position in which the discard pile is empty, with no card taken from it, is refused by that rule."""
    with pytest.raises(InvalidPosition, match=r"\[skyjo\.E12\]"):
        cardlab.position("skyjo skyoo | phase=turn | A | B")


@pytest.mark.parametrize("game", NAMES)
def test_a_preset_without_a_position_is_told_what_it_takes(game):
    """Where a rule takes more changed options than under another preset it has no position there, and the error names the options."""
    engine = find_game(game)
    left_out = 0
    for rule in read_rulebook(game):
        there = cases.chosen(rule, game)
        for preset in engine.presets if there else ():
            why = cases.why_none(rule, preset)
            assert (why is None) == (preset in there), (rule, preset)
            if why is None:
                continue
            left_out += 1
            with pytest.raises(CardlabError) as error:
                cardlab.smallest(rule, preset)
            assert str(error.value) == f"no position to show: {why} [{rule}]"
            needed = [one for one in cases.kept_cases(game) if (one.rule, one.preset) == (rule, preset)]
            if needed:
                least = min((one.options for one in needed), key=lambda options: (len(options.split()), options))
                assert least and all(option in why for option in least.split()), (rule, preset)
                assert len(least.split()) > len(next(iter(there.values())).options.split()), (rule, preset)
    assert left_out


@pytest.mark.parametrize("game", NAMES)
def test_options_are_changed_only_where_the_rule_comes_up_in_no_preset_without(game):
    for rule in read_rulebook(game):
        for preset, kept in cases.chosen(rule, game).items():
            changed = find_game(game).read_position(kept.text).options.changes()
            assert len(changed) == len(kept.options.split())
            if changed:
                plain = [one for one in cases.kept_cases(game) if one.rule == rule and not one.options]
                assert plain == [], (rule, preset)


@pytest.mark.parametrize(
    ("rule", "preset", "verdict"),
    [
        ("skipbo.build.max_four", "official", "forbids"),
        ("skipbo.deal.dealer_method_free", "nl", "follows"),
        ("skipbo.penalty.cheating", "nl", "forbids"),
        ("skipbo.penalty.cheating", "official", "follows"),
        ("skipbo.score.per_card", "official", "scores"),
        ("skipbo.partners.requests", "official", "allows"),  # asking is forbidden there by one more changed option only
        ("skyjo.turn.take_discard_must_swap", "skyoo", "forbids"),
        ("skyjo.score.finisher_double", "skyoo", "scores"),
        ("skyjo.column.shrinks_grid", "skyjo-es", "follows"),
    ],
)
def test_what_comes_back(rule, preset, verdict):
    """The verdict a rule is shown by, worked out from the rule texts; the case shows itself in every way it promises."""
    found = cardlab.smallest(rule, preset)
    assert (found.rule, found.preset, found.verdict) == (rule, preset, verdict)
    assert found.text == found.position.text and found.player == found.action.player
    assert found.ruling.legal == (verdict != "forbids") == (found.after is not None)
    assert rule in found.explanation.rules
    assert eval(repr(found), {"cardlab": cardlab}) == found
    bundle = found._repr_mimebundle_()
    assert bundle["text/plain"] == str(found)
    for part in (rule, found.text, read_rulebook(found.game)[rule].text["en"]):
        assert part in str(found)
    assert "<table" in bundle["text/html"] and rule in bundle["text/html"]


def test_the_fifth_building_pile():
    """skipbo.build.max_four: four piles lie there, one card each, and the open stock card would begin a fifth."""
    found = cardlab.smallest("skipbo.build.max_four")
    assert found.action == "S>B5" and found.position.seats == 2
    assert [len(pile) for pile in found.position.state.builds] == [1, 1, 1, 1]
    assert [len(stock) for stock in found.position.state.stocks] == [1, 1]


def test_who_acts_is_told():
    """A deal is chance's, a penalty the referee's, a play out of turn the other seat's."""
    assert cardlab.smallest("skipbo.deal.forms_stock").player == CHANCE
    assert cardlab.smallest("skipbo.penalty.cheating_to_stock").player == REFEREE
    early = cardlab.smallest("skipbo.turn.play_on_turn")
    assert early.player != early.position.player and early.verdict == "forbids"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_the_language(lang):
    found = cardlab.smallest("skyjo.turn.take_discard_must_swap", lang=lang)
    assert read_rulebook("skyjo")[found.rule].text[lang] in str(found)
    assert found.ruling.text(lang) in str(found)
    assert eval(repr(found), {"cardlab": cardlab}).lang == lang


def test_another_verdict_can_be_asked_for():
    """skipbo.build.sequence refuses a card that does not follow, and allows one that does."""
    refused, allowed = (cardlab.smallest("skipbo.build.sequence", verdict=verdict) for verdict in ("forbids", "allows"))
    assert not refused.ruling and allowed.ruling
    assert eval(repr(allowed), {"cardlab": cardlab}) == allowed
    with pytest.raises(UnknownName, match=r"unknown verdict of skipbo\.build\.sequence 'scores'; known: allows, forbids"):
        cardlab.smallest("skipbo.build.sequence", verdict="scores")


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (("skipbo.build.max_fuor",), UnknownName, "unknown rule 'skipbo.build.max_fuor'; known: skipbo.build.max_four"),
        (("max_four",), UnknownName, "unknown rule 'max_four'; known: "),
        (("skipbo.build.max_four", "skyoo"), UnknownName, "unknown preset 'skyoo'; known: official, machine-es, nl, guide, faq"),
        (("skipbo.build.max_four", None, "fr"), UnknownName, "unknown language 'fr'; known: en, es, nl"),
        (("skipbo.players.minimum",), CardlabError, "no position to show: it is checked when a match is set up"),
        (("skyjo.E12",), CardlabError, "no position to show: a position that breaks it cannot be read"),
    ],
)
def test_what_cannot_be_shown_is_said(arguments, error, says):
    with pytest.raises(error, match=re.escape(says)):
        cardlab.smallest(*arguments)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_that_nothing_enforces_gives_its_reason(game, lang):
    rule = next(rule for rule in read_rulebook(game).values() if rule.by == "none")
    with pytest.raises(CardlabError) as error:
        cardlab.smallest(rule.id, lang=lang)
    assert rule.reason[lang] in str(error.value)
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize(
    ("text", "action", "rule", "verdict"),
    [
        ("skipbo official | seat=A B1=6 B2=3 | A stock=?x29,1 hand=2,5,7,9,11 D1=4,8 | B stock=?x20,12 hand=?x4 | C", "H5>B1",
         "skipbo.build.sequence", "forbids"),
        ("skipbo official | seat=A B3=11 | A stock=12 hand=2,2,3 | B", "S>B3", "skipbo.win.stock_empty", "follows"),
        ("skyjo skyoo | phase=place seat=A taken=2 discard=5 | A grid=h9,5,h1,h4/h6,h0,h3,h8/11,h2,h10,h12 | B | C", "discard",
         "skyjo.turn.take_discard_must_swap", "forbids"),
    ],
)  # fmt: skip
def test_shrinking_gives_the_same_case_always_and_a_smaller_one(text, action, rule, verdict):
    game = find_game(text.split()[0])
    start = weigh(game, Case(text, action, 0))
    assert start is not None
    once, again = (shrink(game, start.case, rule, verdict) for _ in range(2))
    least = weigh(game, once)
    assert once == again and least is not None and least.size < start.size
    assert least.verdicts[rule] == verdict and game.read_position(once.text).seats == 2


def test_shrinking_wants_a_case_that_the_rule_decides():
    game = find_game("skipbo")
    start = cardlab.position("skipbo official | seat=A | A stock=1 hand=1 | B stock=1").text
    with pytest.raises(ValueError, match=r"skipbo\.build\.max_four has not the verdict 'forbids' on 'S>B1'"):
        shrink(game, Case(start, "S>B1", 0), "skipbo.build.max_four", "forbids")


def test_what_is_kept_is_well_formed():
    """Known verdicts only, one entry for a rule, a verdict and a preset, no option that does nothing."""
    for game in NAMES:
        kept = cases.kept_cases(game)
        assert {one.verdict for one in kept} == set(VERDICTS)
        keys = [(one.rule, one.verdict, one.preset) for one in kept]
        assert len(keys) == len(set(keys))


@pytest.fixture
def run(capsys):
    def command(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["smallest", *arguments])
        out, err = capsys.readouterr()
        return stop.value.code, out, err

    return command


def test_the_command_draws_and_says(run):
    code, out, err = run("skyjo.turn.take_discard_must_swap", "--preset", "skyjo-es", "--lang", "nl")
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == str(cardlab.smallest("skyjo.turn.take_discard_must_swap", "skyjo-es", "nl"))


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((), 2, "name a rule, or ask for the --list"),
        (("skipbo.build.max_four", "--list"), 2, "name a rule, or ask for the --list"),
        (("skipbo.build.max_fuor",), 2, "unknown rule 'skipbo.build.max_fuor'; known: skipbo.build.max_four"),
        (("--list", "--preset", "x"), 2, "unknown preset 'x'; known: official"),
        (("skyjo.E12",), 1, "no position to show"),
    ],
)
def test_the_command_refuses(run, arguments, code, says):
    stopped, out, err = run(*arguments)
    assert (stopped, out) == (code, "") and says in err and err.count("\n") == 1


def test_the_list_names_every_rule_and_counts(run):
    code, out, _ = run("--list")
    lines = out.splitlines()
    assert code == 0
    for game in NAMES:
        for rule in read_rulebook(game):
            (line,) = [line for line in lines if line.split()[0] == rule]
            assert ("–" in line) == (not cases.chosen(rule, game)), line
        counts = cases.counts(game)
        enforced = [rule for rule in read_rulebook(game).values() if rule.by != "none"]
        assert counts["enforced"] == str(len(enforced))
        assert any(line.startswith(f"{game}: {counts['count']} of {len(enforced)}") for line in lines)
