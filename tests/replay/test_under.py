"""One game under another source: the disagreements that change a result, on small games; values from the notes, not from the output."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlab
from cardlab import paths
from cardlab.errors import OptionsError, ReplayError, UnknownName
from cardlab.games import GAMES
from cardlab.games.skyjo.state import DECK
from cardlab.replay import Replay, loads
from cardlab.replay.make import Composer, play_match

FILES = sorted(paths.replays().rglob("*.jsonl"))
SAMPLES = [pytest.param(file, id=f"{file.parent.name}/{file.name}") for file in FILES]
GAMES_AND_PRESETS = [(game.name, preset) for game in GAMES for preset in game.presets]

PACK = [str(face) for face in range(1, 13) for _ in range(12)] + ["SB"] * 18


# -- small games


def skyjo(preset: str, grids: list[str], discard: int, draws: str, plays: str, *, rows: int = 1, **options: object) -> Replay:
    """A game on small grids, seat 0 beginning: `grids` in reading order, then the first discard and the cards drawn."""
    cells = [grid.split() for grid in grids]
    first = [cells[seat][i] for i in range(len(cells[0])) for seat in range(len(cells))] + [str(discard), *draws.split()]
    rest = [str(face) for face in DECK]
    for face in first:
        rest.remove(face)
    changes = {"grid.rows": rows, "grid.cols": len(cells[0]) // rows, "start.player": "host", **options}
    game = Composer("skyjo", preset, ["Ana", "Leo", "Zoe"][: len(grids)], deck=first + rest, options=changes)
    game.play(*plays.split(", "))
    return loads(game.text())


OPENING = "flip r1c1, flip r1c2, "
CLOSES = "draw, discard, flip r1c3"
LAST = ", draw, swap r1c3"
"""A last turn that changes no score: the card drawn is equal to the hidden one."""


def close(preset: str, ana: str, leo: str, zoe: str, draws: str, **options: object) -> Replay:
    """Ana closes in the first turn, with an 11 to throw away. Under skyoo the others then draw what they hide."""
    last = LAST * 2 if preset == "skyoo" else ""
    return skyjo(preset, [ana, leo, zoe], 12, f"11 {draws}", OPENING * 3 + CLOSES + last, **options)


def worked_example(preset: str, leo: str = "8 8 8", **options: object) -> Replay:
    """S13 to S16: Ana closes with 10, Leo has 24, Zoe 10; no last turn changes that."""
    return close(preset, "3 3 4", leo, "3 3 4", f"{leo.split()[2]} 4", **options)


def skipbo(preset: str, seats: int = 2, tops: str = "", **options: object) -> Composer:
    """A game that is dealt, Ana to begin; `tops` are the open stock cards, from Ana's left round."""
    names = ["Ana", "Leo", "Zoe", "Tom", "Mia", "Eva", "Jan", "Pau"][:seats]
    pack = list(PACK)
    for face in tops.split():
        pack.remove(face)
    size = 10 if options.get("variant.short") else 30 if seats <= 4 else 20
    open_cards = seats * (size - 1)
    deck = pack[:open_cards] + tops.split() + pack[open_cards:] if tops else pack
    return Composer("skipbo", preset, names, deck=deck, starter=0, options=options)


# -- the scores


def test_the_worked_example():
    """S15 and S16: a tie doubles the finisher's 10 under skyoo, and leaves it under skyjo-es."""
    judged = worked_example("skyoo").under("skyjo-es")
    assert judged.scores == ((20, 24, 10), (10, 24, 10))
    (played,) = judged.rounds
    assert (played.recorded, played.other, played.known) == ((20, 24, 10), (10, 24, 10), True)
    assert "Ana 20, Leo 24, Zoe 10; under skyjo-es: Ana 10, Leo 24, Zoe 10" in str(judged)


def test_the_worked_example_the_other_way():
    judged = worked_example("skyjo-es").under("skyoo", **{"round.last_turns": "none"})
    assert judged.scores == ((10, 24, 10), (20, 24, 10))
    assert {d.option for d in judged.first.disagreements} == {"score.finisher_tie"}
    assert set(judged.first.rules) == {"skyjo.score.finisher_double", "skyjo.score.finisher_strict", "skyjo.score.finisher_no_one_lower"}


@pytest.mark.parametrize(
    ("preset", "other", "recorded", "judged"),
    [("skyoo", "skyjo-es", (-1, -3, 4), (-2, -3, 4)), ("skyjo-es", "skyoo", (-2, -3, 4), (-1, -3, 4))],
)
def test_a_finisher_below_zero(preset, other, recorded, judged):
    """S17: a finisher with -1 who is not lowest is exempt under skyoo, and doubled to -2 under skyjo-es (E46)."""
    game = close(preset, "-1 0 0", "-1 -1 -1", "1 1 2", "-1 2")
    options = {"round.last_turns": "none"} if preset == "skyjo-es" else {}
    found = game.under(other, **options)
    assert found.scores == (recorded, judged)
    assert "score.finisher_exempt" in {d.option for verdict in found.differing for d in verdict.disagreements}


@pytest.mark.parametrize("own", [0, 3])
def test_zero_and_a_lowest_finisher_count_alike(own):
    """E45: zero is zero doubled or exempt; and whoever is strictly lowest is never doubled."""
    game = close("skyoo", f"0 0 {own}", "4 4 4" if own else "-1 0 0", "2 2 3", "4 3" if own else "0 3")
    assert len(set(game.under("skyjo-es").scores)) == 1


def test_the_doubling_may_end_the_match():
    """E47: the doubled score counts against the limit; without the doubling the match goes on."""
    judged = worked_example("skyoo", leo="4 4 4", **{"match.final_score": 15}).under("skyjo-es")
    assert judged.match_end == (1, None)
    assert judged.outcome.recorded.winners == (2,)
    assert (judged.outcome.other, judged.scores.other) == (None, (10, 12, 10))
    assert "match: over after round 1, won by Zoe; under skyjo-es: not over" in str(judged)


def test_a_round_after_the_end_of_the_match_is_not_played():
    one = worked_example("skyjo-es", leo="4 4 4", **{"match.final_score": 15})
    deal = str(one.at(len(one)).sample(Random(1)))
    two = [{"kind": "chance", "action": deal}, *({"kind": "action", "seat": i // 2, "action": f"flip r1c{i % 2 + 1}"} for i in range(6))]
    two += [{"kind": "action", "seat": 0, "action": "draw"}]
    lines = [line for line in bytes(one).decode().splitlines() if "checkpoint" not in line]
    replay = loads("\n".join([*lines, *(json.dumps({**ply, "seq": len(lines) + i}) for i, ply in enumerate(two))]) + "\n")
    assert not replay.problems
    judged = replay.under("skyoo", **{"round.last_turns": "none"})
    assert judged.match_end == (None, 1)
    assert [played.known for played in judged.rounds] == [True, False]
    assert judged.rounds[1].other is None
    assert judged.rounds[1].said == ("not played: under skyoo the match is over",)
    assert judged.scores.other == (20, 12, 10)


@pytest.mark.parametrize("seed", range(4))
def test_without_a_penalty_the_sums_are_credited(seed):
    """What a round brings under another penalty is what the grids summed to at the recorded count, round by round."""
    replay = loads(play_match("skyjo", 3, "skyoo", seed, "random", options={"match.final_score": 400}))
    sums = [tuple(event.facts["scores"]) for ply in replay.plies() for event in ply.position.events if event.kind == "count"]
    judged = replay.under("skyoo", **{"score.finisher_penalty": "none"})
    assert [played.other for played in judged.rounds] == sums
    assert [played.recorded for played in judged.rounds] != sums
    assert judged.scores.other == tuple(map(sum, zip(*sums, strict=True)))
    assert {d.id for verdict in judged.differing for d in verdict.disagreements} == {"D11"}


# -- the end of a round


def test_last_turns_are_illegal_where_there_are_none():
    """S13 and S14: after A has closed, B and C have one turn each under skyoo and none under skyjo-es."""
    judged = worked_example("skyoo").under("skyjo-es")
    closing = len(judged.plies) - 4
    assert [v.ply for v in judged.differing] == [closing, closing + 1, closing + 2, closing + 3, closing + 4]
    assert judged.first.verdict == "different"
    assert [d.id for d in judged.first.disagreements] == ["D01", "D09"]
    assert {"skyjo.round.last_turns", "skyjo.round.ends_at_once"} <= set(judged.first.rules)
    for verdict in judged.plies[closing:]:
        assert (verdict.verdict, verdict.rules[0]) == ("illegal", "skyjo.round.ends_at_once")
        assert [d.option for d in verdict.disagreements] == ["round.last_turns"]
        assert not verdict.other.legal and verdict.other.text("nl")
    (played,) = judged.rounds
    assert (played.last, played.skipped) == (closing, 4)
    assert f"the round ends with ply {closing}; 4 later plies of the round are skipped" in played.said


def test_both_passages_of_the_first_difference():
    """The notes: 002 L33 gives the last turns, 003 L12 and L18 end the round."""
    first = worked_example("skyoo", leo="4 4 4").under("skyjo-es", **{"score.finisher_tie": "penalised"}).first
    assert {(p.source.id, p.locator.first) for p in first.passages.recorded} == {("002", 33)}
    assert {(p.source.id, p.locator.first) for p in first.passages.other} == {("003", 12), ("003", 18)}
    assert "002" in str(first) and "003" in str(first) and "D01" in str(first)


def test_a_last_turn_that_helped_is_taken_back():
    """Leo gets rid of a 9 in his last turn under skyoo; under skyjo-es it is counted."""
    game = skyjo("skyoo", ["1 1 1", "2 2 9"], 12, "11 0", OPENING * 2 + CLOSES + LAST)
    assert game.under("skyjo-es").scores == ((3, 4), (3, 13))


def test_a_round_without_its_last_turns_cannot_be_known():
    judged = worked_example("skyjo-es").under("skyoo")
    (played,) = judged.rounds
    assert (played.recorded, played.other, played.totals, played.known) == ((10, 24, 10), None, None, False)
    assert played.said == ("cannot be known: under skyoo the round is not over with the recorded plies",)
    assert judged.scores == ((10, 24, 10), None)
    assert [d.id for d in judged.first.disagreements] == ["D01", "D09"]


def test_what_is_only_worded_otherwise_is_no_difference():
    """D02: 002 looks at the end of the turn, 003 at once. The value decides which rule is named, and nothing else."""
    game = worked_example("skyoo")
    judged = game.under("skyoo", **{"round.trigger_check": "immediate"})
    assert judged.first is None
    closing = next(v for v in judged.plies if v.recorded.rules != v.other.rules)
    assert "skyjo.round.trigger_turn_end" in closing.recorded.rules
    assert (closing.rules, closing.disagreements, closing.options) == ((), (), ())


# -- columns


def column(preset: str, answer: str = "", leo: str = "5 5 4 4 3 7", end: str = "draw, swap r3c2", last: str = "7") -> Replay:
    """S11: Ana's first column becomes -1 -1 -1 in her first turn; three turns later she closes with 1 2 3 in the second."""
    gone = preset == "skyjo-es" and answer.startswith("clear")
    places = [f"r{row}c{1 if gone else 2}" for row in (1, 2, 3)]
    plays = ["flip r1c1, flip r2c1, flip r1c1, flip r2c1, draw, swap r3c1"] + ([answer] if answer else [])
    for place, leos in zip(places, ("r3c1", "r1c2", "r2c2"), strict=True):
        plays.append(f"draw, discard, flip {leos}, draw, discard, flip {place}")
    draws = f"-1 11 11 10 10 9 9 {last}"
    return skyjo(preset, ["-1 1 -1 2 6 3", leo], 12, draws, ", ".join([*plays, end] if end else plays), rows=3)


def test_a_column_that_went_by_itself_is_cleared_where_it_is_optional():
    """S11: the record answers no offer, so it is taken as it went, and that is said; places close up (D07), cards stay the same."""
    game = column("skyoo")
    judged = game.under("skyjo-es")
    assert judged.scores == ((6, 28), (6, 28))
    assert judged.rounds[0].said[0] == "assumed: Ana clears c1, as it went in the record (ply 7)"
    assert (judged.first.ply, judged.first.action) == (7, "swap r3c1")
    assert [d.id for d in judged.first.disagreements] == ["D04", "D07"]
    assert "skyjo.column.automatic" in judged.first.rules


def test_an_answer_that_is_not_asked_for_is_left_out():
    judged = column("skyjo-es", "clear c1", end="").under("skyoo", **{"round.last_turns": "none"})
    assert judged.scores == ((6, 28), (6, 28))
    assert judged.rounds[0].said == ("ply 8 (Ana, clear c1) is left out: under skyoo that happens by itself",)
    assert (judged.plies[7].verdict, judged.plies[7].rules[0]) == ("illegal", "skyjo.column.automatic")


def test_a_kept_column_goes_where_it_is_automatic():
    """S11: kept, it counts -3. Under skyoo nobody can keep it, and what would have followed is not guessed."""
    judged = column("skyjo-es", "keep c1", end="").under("skyoo")
    assert judged.scores == ((3, 28), None)
    assert judged.plies[7].rules[0] == "skyjo.column.automatic"
    assert [d.id for d in judged.plies[7].disagreements] == ["D04"]
    assert judged.rounds[0].rule == "skyjo.column.automatic"
    assert judged.rounds[0].said == ("cannot be known: ply 8 (Ana, keep c1) is not legal [skyjo.column.automatic]",)


def test_a_column_of_the_final_reveal():
    """S10, E04: Leo's 7s meet in his last turn under skyoo, and at the reveal under skyjo-es: there he may clear them."""
    judged = column("skyoo", leo="5 7 4 7 3 7", end="draw, discard, flip r3c2").under("skyjo-es")
    assert judged.scores == ((6, 12), (6, 12))
    assert "assumed: Leo clears c2, as it went in the record (final reveal)" in judged.rounds[0].said


def test_a_removal_that_the_record_cannot_answer():
    """Leo swaps the third 7 away in a last turn that skyjo-es does not give."""
    judged = column("skyoo", leo="5 7 4 7 3 7", end="draw, swap r3c2", last="1").under("skyjo-es")
    assert judged.scores == ((6, 27), None)
    assert judged.rounds[0].said[-2] == "cannot be known: Leo may clear or keep c2, and the record does not tell which"


@pytest.mark.parametrize(
    ("option", "value"), [("grid.rows", 2), ("grid.cols", 4), ("deal.initial_flips", 1), ("column.at_setup", "keep")]
)  # fmt: skip
def test_another_deal_is_another_round(option, value):
    judged = worked_example("skyoo").under("skyoo", **{option: value})
    assert judged.scores == ((20, 24, 10), None)
    assert judged.rounds[0].said == (f"cannot be known: the cards would be dealt otherwise ({option})",)


# -- Skip-Bo


def penalty() -> Replay:
    """S25: B is caught, and two unseen cards go into its stock."""
    return loads(skipbo("official").play("draw").referee("penalty 1").text())


def request() -> Replay:
    """S21: A asks the partner to lay an open card."""
    return loads(skipbo("official", 4, "12 12 1 12", **{"partners.mode": "pairs"}).play("draw", "ask P.S>B1").text())


def overdraw() -> Replay:
    """S08: A draws two too many."""
    return loads(skipbo("official").play("draw").referee("overdraw 0 2").text())


def drawn_out_of_turn() -> Replay:
    """S23, E53: B draws while it is A's turn, and lays nothing; it is noticed."""
    return loads(skipbo("official").play("draw").referee("out_of_turn 1").play("draw").referee("noticed").text())


def free_dealer() -> Replay:
    """D03: under 004 drawing is just one way of choosing the dealer."""
    return loads(skipbo("nl").play("draw").text())


def short_game() -> Replay:
    """S14: ten cards each, a house rule for 004 and official elsewhere."""
    return loads(skipbo("official", **{"variant.short": True}).play("draw").text())


@pytest.mark.parametrize(
    ("game", "ply", "preset", "verdict", "rule", "dispute"),
    [
        (penalty, 4, "machine-es", "legal", None, None),
        (penalty, 4, "nl", "illegal", "skipbo.penalty.cheating", "D29"),
        (penalty, 4, "guide", "illegal", "skipbo.penalty.cheating", "D29"),
        (penalty, 4, "faq", "illegal", "skipbo.penalty.cheating", "D29"),
        (request, 4, "machine-es", "legal", None, None),
        (request, 4, "guide", "legal", None, None),
        (request, 4, "nl", "illegal", "skipbo.partners.no_strategy_talk", "D24"),
        (request, 4, "faq", "illegal", "skipbo.partners.no_communication", "D24"),
        (overdraw, 4, "faq", "legal", None, None),
        (overdraw, 4, "machine-es", "different", "skipbo.irregular.overdraw", "D32"),
        (overdraw, 4, "nl", "different", "skipbo.irregular.overdraw", "D31"),
        (overdraw, 4, "guide", "different", "skipbo.irregular.overdraw", "D31"),
        (drawn_out_of_turn, 6, "machine-es", "different", "skipbo.irregular.out_of_turn_no_draw", "D33"),
        (drawn_out_of_turn, 6, "faq", "different", "skipbo.irregular.out_of_turn_no_draw", "D34"),
        (drawn_out_of_turn, 6, "nl", "different", "skipbo.irregular.out_of_turn_no_draw", "D34"),
        (free_dealer, 1, "official", "illegal", "skipbo.deal.dealer_draw", "D03"),
        (free_dealer, 1, "faq", "illegal", "skipbo.deal.dealer_draw", "D03"),
        (short_game, 2, "nl", "legal", None, None),
        (short_game, 2, "faq", "legal", None, None),
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value),
)
def test_skip_bo_under_other_sources(game, ply, preset, verdict, rule, dispute):
    judged = game().under(preset)
    found = judged.plies[ply - 1]
    assert found.verdict == verdict
    if rule is None:
        assert judged.first is None
        assert (found.rules, found.disagreements) == ((), ())
        return
    assert judged.first is found
    assert dispute in {d.id for d in found.disagreements}
    if found.verdict == "illegal":
        assert found.other.rules == (rule,) and found.rules[0] == rule
        assert found.recorded.legal and not found.other.legal
    else:
        assert rule in (*found.rules, *found.recorded.rules)
        assert found.changed


def test_the_label_of_the_short_game_is_told():
    """D38: 004 counts ten cards as a house rule; the play is the same."""
    deal = short_game().under("nl").plies[1]
    assert set(deal.recorded.rules) != set(deal.other.rules)
    assert "skipbo.variant.short_house_size" in deal.other.rules


def test_an_illegal_ply_ends_the_run():
    judged = penalty().under("nl")
    assert judged.scores.other is None
    assert judged.rounds[0].rule == "skipbo.penalty.cheating"


def test_other_cards_drawn_end_the_run():
    """S08: under nl the surplus goes back, so that the next draws bring other cards than those recorded."""
    game = skipbo("official").play("draw").referee("overdraw 0 2")
    game.chance(str(game.position.sample(Random(1))))
    discard = next(str(action) for action in game.position.legal_actions() if action.endswith(">D1"))
    judged = loads(game.play(discard, "draw").text()).under("nl")
    assert [v.verdict for v in judged.plies[3:5]] == ["different", "illegal"]  # nothing is mixed where the surplus goes back
    assert judged.rounds[0].known is False and judged.scores.other is None


def test_all_the_table_chose_stays():
    """Pairs and the short game are options of every preset; the preset's own values change."""
    judged = request().under("nl")
    assert judged.options.other.partners_mode == "pairs"
    assert judged.options.other.partners_requests == "forbidden"
    assert judged.presets == ("official", "nl") and judged.preset == "nl"


# -- its own preset


def agrees(replay: Replay) -> None:
    """A game held against its own preset."""
    judged = replay.under(replay.header.preset)
    assert len(judged.plies) == len(replay)
    assert judged.first is None and judged.count("legal") == len(replay)
    assert all(played.known and played.recorded == played.other and not played.said for played in judged.rounds)
    assert judged.scores.recorded == judged.scores.other == replay.at(len(replay)).scores
    assert judged.outcome.recorded == judged.outcome.other == replay.at(len(replay)).outcome
    assert judged.match_end.recorded == judged.match_end.other


@pytest.mark.parametrize("file", SAMPLES)
def test_a_sample_agrees_with_itself(file):
    agrees(cardlab.load(file))


@settings(max_examples=12)
@given(st.sampled_from(GAMES_AND_PRESETS), st.integers(0, 9999), st.integers(2, 5), st.sampled_from(["random", "sensible"]))
def test_any_game_agrees_with_itself_and_can_be_judged(named, seed, players, bots):
    name, preset = named
    replay = loads(play_match(name, players, preset, seed, bots, 250, tell=lambda sentence: None))
    agrees(replay)
    for other in replay.game.presets:
        judged = replay.under(other)
        assert judged.scores.recorded == replay.at(len(replay)).scores
        assert [v.ply for v in judged.plies] == list(range(1, len(replay) + 1))
        assert all(v.options and v.rules and v.disagreements for v in judged.differing)
        assert all(v.recorded.legal for v in judged.plies)


@pytest.mark.parametrize("file", SAMPLES)
def test_explanations_are_those_of_the_replay(file):
    replay = cardlab.load(file)
    for preset in reversed(replay.game.presets):  # the own preset seats the game in any case
        with suppress(OptionsError):
            judged = replay.under(preset)
            break
    for n in {1, len(replay) // 2, len(replay)}:
        assert judged.plies[n - 1].recorded == replay.explain(n)


@pytest.mark.parametrize(
    ("name", "bots", "options", "other"),
    [
        ("skipbo", "sensible", {"score.enabled": True, "score.target": 5000}, "nl"),
        ("skyjo", "random", {"match.final_score": 10_000}, "skyjo-es"),
    ],
)
def test_a_long_game_is_judged_in_a_few_seconds(name, bots, options, other):
    replay = loads(play_match(name, 4, seed=3, bots=bots, cap=3000, tell=lambda sentence: None, options=options))
    assert len(replay) == 3000
    began = time.process_time()
    replay.under(other)
    assert time.process_time() - began < 6


# -- forms, and what is refused


def test_as_a_frame():
    frame = worked_example("skyoo").under("skyjo-es").to_frame()
    assert frame.index.name == "ply" and frame.index[0] == 1
    assert list(frame.columns) == [
        "round", "turn", "seat", "name", "action", "verdict", "rules", "disagreements", "recorded", "other",
    ]  # fmt: skip
    last = frame.iloc[-1]
    assert (last["verdict"], last["name"], last["disagreements"]) == ("illegal", "Zoe", ("D01",))


@pytest.mark.parametrize(
    ("lang", "counted", "first", "final"),
    [
        ("en", "1 illegal", "ply 4 (round 1, turn 1), the referee: penalty 1, illegal", "cannot be known: ply 4 (the referee, "),
        ("es", "1 no permitidas", "jugada 4 (ronda 1, turno 1), el árbitro: penalty 1, no permitida", "no se puede saber: la jugada 4 ("),
        ("nl", "1 niet toegestaan", "zet 4 (ronde 1, beurt 1), de scheidsrechter: penalty 1, niet toegestaan", "niet te weten: zet 4 ("),
    ],
)
def test_as_text(lang, counted, first, final):
    """Nothing of it stays English in another language: counts, the first difference, what is said of the rounds."""
    text = penalty().under("nl").text(lang)
    assert counted in text and first in text and final in text
    assert lang == "en" or not any(word in text for word in ("under", "not known", "round", "plies"))


def test_an_illegal_ply_has_the_refusal_as_its_effect_and_another_what_follows():
    """The clause that refuses; or what follows on the other side alone, which says nothing of what follows on both."""
    judged = worked_example("skyoo").under("skyjo-es")
    closing, forbidden = judged.differing[:2]
    assert closing.effect("en").startswith("The grid is complete, so the round is over at once")
    assert "sets off the end" not in closing.effect("en")
    assert forbidden.effect("nl") == forbidden.other.refusal("nl") != ""
    assert judged.plies[0].effect() == ""


def test_options_that_turn_cards_up():
    """Under skyjo-es the closing ply turns all cards up; that is the doing of D01 and of no score."""
    judged = worked_example("skyoo").under("skyjo-es")
    assert [v.reveals for v in judged.differing] == [("round.last_turns",), (), (), (), ()]
    assert "score.finisher_tie" in judged.first.options


def test_unknown_names_and_tables_that_cannot_be():
    game = penalty()
    with pytest.raises(UnknownName, match=r"unknown preset 'skyoo'; known: official, machine-es, nl, guide, faq"):
        game.under("skyoo")
    with pytest.raises(OptionsError, match=r"unknown option 'wilds'; known: players\.max, "):
        game.under("nl", wilds=2)
    seven = loads(skipbo("official", 7, **{"variant.short": True}).text())
    with pytest.raises(OptionsError, match=r"at most 6 players \(players\.max\), not 7"):
        seven.under("nl")


def test_a_game_that_cannot_be_played_cannot_be_judged():
    with pytest.raises(ReplayError):
        loads(bytes(penalty()).replace(b'"official"', b'"house"')).under("nl")
