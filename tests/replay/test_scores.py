"""Score sheets: counted by the engines, explained by rule id, in and out as CSV, shown as a table and a chart."""

import json
import re
from html import escape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlab
from cardlab.game import Counted, Outcome
from cardlab.games import find_game
from cardlab.replay import chart, loads
from cardlab.replay.counting import SheetCounter
from cardlab.replay.importers import import_file
from cardlab.replay.make import header, play_match
from cardlab.replay.records import Result, RoundScores
from cardlab.replay.scores import ScoreSheet
from cardlab.replay.writer import write_lines
from cardlab.rulebook import read_rulebook

SKYJO = find_game("skyjo")
SKIPBO = find_game("skipbo")


def sheet_file(rounds, names=("Ana", "Leo", "Mia"), game=SKYJO, preset=None, more=(), **options):
    """The text of a score sheet without moves; a round is (scores, finisher) or (scores, finisher, credited, totals)."""
    chosen = game.options(preset or next(iter(game.presets)), options)
    records = [RoundScores(0, list(scores), *more_of) for scores, *more_of in rounds]
    return write_lines([header(game, chosen, names), *records, *more]).decode()


# -- the penalty, by the game's own functions


@pytest.mark.parametrize(
    ("scores", "finisher", "options", "credited", "rule"),
    [
        ((12, 25, 7), 1, {}, (12, 50, 7), "skyjo.score.finisher_double"),
        ((12, 25, 30), 0, {}, (12, 25, 30), "skyjo.score.finisher_strict"),
        ((12, 12, 30), 0, {}, (24, 12, 30), "skyjo.score.finisher_double"),
        ((12, 12, 30), 0, {"score.finisher_tie": "safe"}, (12, 12, 30), "skyjo.score.finisher_no_one_lower"),
        ((0, -3, 8), 0, {}, (0, -3, 8), "skyjo.score.finisher_exempt"),
        ((-2, -3, 8), 0, {}, (-2, -3, 8), "skyjo.score.finisher_exempt"),
        ((-2, -3, 8), 0, {"score.finisher_exempt": "none"}, (-4, -3, 8), "skyjo.score.finisher_double"),
        ((12, 3, 8), 0, {"score.finisher_penalty": "flat"}, (22, 3, 8), "skyjo.settled.flat_penalty"),
        ((12, 3, 8), 0, {"score.finisher_factor": 3}, (36, 3, 8), "skyjo.settled.factor_penalty"),
        ((12, 3, 8), 0, {"score.finisher_penalty": "flat_then_factor"}, (44, 3, 8), "skyjo.settled.penalty_kinds"),
        ((12, 3, 8), 0, {"score.finisher_penalty": "none"}, (12, 3, 8), "skyjo.settings.finisher_penalty"),
    ],
)
def test_a_round_is_credited_by_the_options_penalty(scores, finisher, options, credited, rule):
    replay = loads(sheet_file([(scores, finisher)], **options))
    played = replay.sheet[1]
    assert replay.problems == []
    assert played.credited == credited
    assert rule in played.rules
    assert replay.sheet.game.score_rule(_counted(played), "credited", finisher) == rule
    assert all(id in read_rulebook("skyjo") for id in played.rules)
    for lang in ("en", "es", "nl"):
        assert "{" not in played.explanation.text(lang)


def _counted(played):
    return Counted(played.raw, played.finisher, played.credited, played.totals, played.explanation.events)


def test_the_match_ends_and_is_compared():
    end = Result(0, "match_score", [1], [104, 20, 35])
    rounds = [((2, 10, 20), 0), ((51, 10, 15), 0)]
    replay = loads(sheet_file(rounds, more=[end]))
    assert replay.problems == []
    assert replay.sheet.outcome == Outcome("match_score", (1,), (104, 20, 35))
    assert "skyjo.match.winner" in replay.sheet[2].rules
    wrong = loads(sheet_file(rounds, more=[Result(0, "match_score", [0], [53, 20, 35])]))
    assert ["the result differs" in problem.what for problem in wrong.problems] == [True]
    more = loads(sheet_file([*rounds, ((1, 2, 3), 0), ((1, 2, 3), 0)]))
    told = [problem.what for problem in more.problems]
    assert "[skyjo.match.end]" in told[0]
    assert told[1] == "the sheet stops after 2 rounds: 1 later round is kept as lines and not counted"


def test_what_a_sheet_says_otherwise_is_told_once_with_the_rule():
    """A forgotten doubling is one slip: later totals carry it on and are not told again; an error of addition is."""
    rounds = [((12, 25, 7), 1, [12, 25, 7], [12, 25, 7]), ((5, 6, 7), 0, [5, 6, 7], [17, 31, 14]), ((5, 6, 7), 0, None, [22, 38, 21])]
    text = sheet_file(rounds)
    replay = loads(text, "s.jsonl")
    assert list(map(str, replay.problems)) == [
        "s.jsonl:2: round 1: the sheet credits Leo 25, the rules 50 [skyjo.score.finisher_double]",
        "s.jsonl:4: round 3: the sheet totals Leo 38, its rounds add up to 37 [skyjo.score.cumulative]",
    ]
    assert replay.sheet.totals == (22, 62, 21)
    assert "The sheet credits Leo 25, the rules 50 [skyjo.score.finisher_double]." in str(replay.sheet)


def test_without_a_finisher_the_penalty_is_unjudged_not_passed():
    played = loads(sheet_file([((12, 25, 7), None), ((1, 2, 3), None, [1, 4, 3])])).sheet.rounds
    assert [round.judged for round in played] == [False, False]
    assert played[1].raw == (1, 2, 3) and played[1].credited == (1, 4, 3)  # the sheet's own word stands
    assert "no penalty is judged" in played[0].explanation.text()
    assert not any("finisher" in rule for round in played for rule in round.rules)


@pytest.mark.parametrize(
    ("round", "what"),
    [
        (((1, 2), 0), "expected 3 scores, one a seat, got 2"),
        (((1, 2, 3), 3), "unknown seat 3; seats are 0 to 2"),
        (((1, 2, 3), 0, [1]), "expected 3 credited, one a seat, got 1"),
        (((1, 2, 145), 0), "cannot have ended so: scores 1, 2, 145 [skyjo.deck.composition]"),
        (((1, 2, 10**30), 0), "skyjo.deck.composition"),
        (((-18, 2, 3), 0), "skyjo.deck.composition"),
    ],
)
def test_a_round_that_cannot_be_stops_the_sheet(round, what):
    replay = loads(sheet_file([((1, 2, 3), 0), round, ((1, 2, 3), 0)]))
    assert what in replay.problems[0].what
    assert len(replay.sheet) == 1


def test_skip_bo_sheets_count_stock_cards():
    options = {"score.enabled": True}
    replay = loads(sheet_file([((0, 7, 3), 0), ((4, 5, 6), None), ((9, 0, 1), 1)], game=SKIPBO, **options))
    assert replay.problems == []
    assert [played.credited for played in replay.sheet.rounds] == [(75, 0, 0), (0, 0, 0), (0, 75, 0)]
    assert replay.sheet.totals == (75, 75, 0)
    assert "skipbo.score.per_card" in replay.sheet[1].rules and "skipbo.E04" in replay.sheet[2].rules
    for scores, finisher, rule in [((1, 2, 3), 0, "skipbo.win.stock_empty"), ((0, 0, 3), 0, "skipbo.win.round_ends_at_once")]:
        assert rule in loads(sheet_file([(scores, finisher)], game=SKIPBO, **options)).problems[0].what
    one = loads(sheet_file([((0, 7, 3), 0), ((0, 7, 3), 0)], game=SKIPBO))
    assert one.sheet.outcome is not None and "skipbo.match.single_rounds" in one.problems[0].what


# -- from games with moves


GAMES = [("skyjo", {}), ("skyjo", {"score.finisher_penalty": "flat"}), ("skipbo", {"score.enabled": True, "score.target": 200})]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_sheet_of_a_game_is_what_was_played(game, options):
    """The same rounds written down without moves are counted to the same points, by the same rules."""
    replay = loads(play_match(game, 3, seed=4, options=options))
    sheet = replay.sheet
    assert sheet.totals == replay.at(len(replay)).scores
    assert sheet.outcome == replay.at(len(replay)).outcome
    for played in sheet.rounds:
        assert set(played.rules) <= set(replay.explain(played.ply).rules)
    rounds = [(r.raw, r.finisher, list(r.credited), list(r.totals)) for r in sheet.rounds]
    alone = loads(sheet_file(rounds, replay.names, replay.game, **options))
    assert alone.problems == []
    assert alone.is_sheet and not replay.is_sheet
    assert [(r.raw, r.finisher, r.credited, r.totals, r.rules) for r in alone.sheet.rounds] == [
        (r.raw, r.finisher, r.credited, r.totals, r.rules) for r in sheet.rounds
    ]
    assert alone.sheet.outcome == sheet.outcome


def test_rounds_beside_moves_are_compared(skyjo_match):
    sheet = loads(skyjo_match).sheet
    seq = skyjo_match.count("\n")
    said = [
        json.dumps({"kind": "round", "seq": seq + n, "scores": r.raw, "finisher": r.finisher, "credited": r.credited, "totals": r.totals})
        for n, r in enumerate(sheet.rounds)
    ]
    assert loads(skyjo_match + "\n".join(said)).problems == []
    off = json.loads(said[0])
    off["credited"][off["finisher"]] += 1
    told = loads(skyjo_match + "\n".join([json.dumps(off), *said[1:]])).problems
    assert len(told) == 2 and "the sheet credits" in told[0].what and "the sheet totals" in told[1].what


scores = st.lists(st.integers(-17, 140), min_size=3, max_size=3)


@given(st.lists(st.tuples(scores, st.none() | st.integers(0, 2)), min_size=1, max_size=6))
@settings(max_examples=40)
def test_csv_goes_out_and_comes_in(tmp_path_factory, rounds):
    """Whatever a sheet holds; up to the round that ends the match."""
    sheet = ScoreSheet(SKYJO, SKYJO.presets["skyoo"], ("Ana", "Leo; the 2nd", 'M"ia'))
    counter = SheetCounter(sheet)
    for said in rounds:
        if counter.add(RoundScores(0, *said)) is not None:
            break
    for delimiter, full in ((",", False), (";", True), ("\t", True)):
        path = tmp_path_factory.mktemp("csv") / "s.csv"
        text = sheet.to_csv(path, delimiter=delimiter, full=full)
        imported = import_file(path, "scores-csv")
        again = imported.replay.sheet
        assert [(r.raw, r.finisher, r.totals) for r in again.rounds] == [(r.raw, r.finisher, r.totals) for r in sheet.rounds]
        assert all(loss.kind == "unjudged" for loss in imported.losses)
        assert again.to_csv(delimiter=delimiter, full=full) == text


# -- how it is shown


@pytest.fixture
def sheet():
    return loads(sheet_file([((12, 25, 7), 1), ((-3, 0, 14), 1), ((40, 30, 55), 0)], names=("Ana", "<b>Leo</b>", "Mia & Co"))).sheet


def test_frame_and_plot_data(sheet):
    frame = sheet.to_frame()
    assert list(frame.columns) == ["round", "seat", "name", "raw", "credited", "total", "finisher", "rules"]
    assert len(frame) == 9
    totals = frame.pivot(index="round", columns="seat", values="total")
    assert totals.loc[3].tolist() == list(sheet.totals) == [89, 80, 76]
    assert frame[frame.finisher].seat.tolist() == [1, 1, 0]
    data = sheet.plot_data()
    assert data["rounds"] == [0, 1, 2, 3] and data["limit"] == 100
    assert data["series"][0] == {"name": "Ana", "totals": [0, 12, 9, 89], "finished": [3]}
    json.dumps(data)


@pytest.mark.parametrize("lang", ["en", "es", "nl"])
def test_table_and_chart_need_no_script(sheet, lang):
    """Well formed, names as text, no script, no style element, no address from outside."""
    picture = chart.sheet_svg(sheet, lang)
    tree = ElementTree.fromstring(picture)
    assert tree.find("{*}title").text and "<b>Leo</b>: 50, 50, 80" in tree.find("{*}desc").text
    assert len(tree.findall("{*}polyline")) == 3
    shown = sheet.show(lang)._repr_html_()
    assert ElementTree.fromstring(shown).find("table") is not None
    assert picture in shown
    assert not re.search(r"<script|<style|href|<b>Leo|url\(|javascript:| on\w+=", shown)
    assert "25* → 50" in shown and "skyjo.score.finisher_double" in shown
    assert escape(sheet.explain(1).text(lang)) in shown
    assert "svg" not in sheet._repr_html_()


def test_a_sheet_is_shown_instead_of_a_viewer(sheet):
    text = sheet_file([((12, 25, 7), 1)])
    replay = loads(text)
    assert type(replay.show()).__name__ == "SheetView"
    assert str(replay).endswith("Ana, Leo, Mia; 1 round")
    assert "25* → 50" in str(replay.show(lang="es"))
    assert repr(replay.show()) == "SheetView(<ScoreSheet 'Skyjo: Ana, Leo, Mia', 1 round: Ana 12, Leo 50, Mia 7>, lang='en')"
    with pytest.raises(cardlab.UnknownName, match="unknown language 'fr'"):
        replay.show(lang="fr")
    with pytest.raises(IndexError, match="round 2 is not on the sheet: it has rounds 1 to 1"):
        replay.sheet.explain(2)


def _contrast(colour, ground):
    def light(text):
        parts = [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    bright, dark = sorted((light(colour), light(ground)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", chart.COLOURS)
def test_lines_are_told_from_light_and_from_dark(colour):
    assert _contrast(colour, "#ffffff") >= 3
    assert _contrast(colour, "#111111") >= 3


@pytest.mark.parametrize("heights", [[5.0] * 8, [300.0] * 8, [10, 12, 200, 201, 90, 90], [float(i * 40) for i in range(7)]])
def test_names_beside_the_lines_do_not_lie_on_one_another(heights):
    placed = sorted(chart._spread(heights))
    assert all(b - a >= chart.LEAST_GAP - 1e-6 for a, b in pairwise(placed))
    assert placed[0] >= 0 and placed[-1] <= chart.HEIGHT


def test_the_chart_holds_any_totals():
    """Below zero, far above the limit, one round, none."""
    for rounds in ([], [((-17, -17, -17), 0)], [((144, 140, 1), 2)] * 1, [((0, 0, 0), 0)] * 30):
        ElementTree.fromstring(chart.sheet_svg(loads(sheet_file(rounds)).sheet, "en"))
