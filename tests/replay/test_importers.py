"""Importers: score sheets as people keep them, game histories of the simulator; what is lost and what differs is told with its rule."""

import copy
import json

import pytest
from click.testing import CliRunner

import cardlab
from cardlab.cli import cli
from cardlab.replay.check import check_files
from cardlab.replay.importers import FORMS, ImportFault, import_file
from tests.replay.histories import FOLDER, camel, history_of, match

# -- score sheets


@pytest.fixture
def csv(tmp_path):
    """Imports the text of a sheet."""

    def read(text, **more):
        path = tmp_path / "sheet.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return import_file(path, "scores-csv", **more)

    return read


PLAIN = [((12, 25, 7), 1), ((-3, 0, 14), 1), ((40, 30, 55), 0)]


@pytest.mark.parametrize(
    "text",
    [
        "round,Ana,Leo,Mía\n1,12,25*,7\n2,-3,0*,14\n3,*40,30,55\n",
        "ronda;Ana;Leo;Mía\n1;12,0;25,00*;7\n2;-3;0*;14\n3;40*;30;55,0\n",
        "\ufeffAna\tLeo\tMía\r\n12\t25*\t7\r\n\r\n−3\t0 *\t14\r\n40*\t30\t55",
        'sep=;\nronde;Ana;Leo;Mía;afsluiter\n1;12;25;7;leo\n2;-3;0;14;Leo\n"3";40;30;55;Ana\n;;;;\n',
        'round,Ana,Leo,Mía\n1,"12,0","25,0*",7\n2,-3.0,0*,14\n3,40*,30,55\n',
        "#;Ana;Leo;Mía;Ana anotado;Leo anotado;Mía anotado;Leo total\n1;12;25*;7;12;50;7;50\n2;-3;0*;14;;;;50\n3;40*;30;55;80;30;55;80\n",
        "round,Ana,Leo,Mía\n1,12,25*=50,7\n2,-3,0*→0,14\n3,40* -> 80,30,55\nTotal:,89,80,76\n",
        "round,Ana,Leo,Mía\n1,12,25*,7\n2,-3,0*,14\n3,40*,30,55\n".encode("cp1252"),
        "round,Ana,Leo,Mía\n1,12,25*,7\n2,-3,0*,14\n3,40*,30,55\n".encode("utf-16"),
    ],
    ids=["plain", "semicolons", "tabs", "excel", "quoted", "credited", "marked", "windows", "utf-16"],
)
def test_sheets_as_people_keep_them(csv, text):
    imported = csv(text)
    sheet = imported.replay.sheet
    assert sheet.names == ("Ana", "Leo", "Mía")
    assert [(r.raw, r.finisher) for r in sheet.rounds] == PLAIN
    assert sheet.totals == (89, 80, 76)
    assert imported.replay.problems == []
    assert {loss.kind for loss in imported.losses} <= {"lost"}  # totals of Leo alone


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "sheet.csv: the file is empty: expected the players' names in the first line"),
        ("round,Ana,Leo\n", "sheet.csv: the sheet has no rounds"),
        ("1,12,25\n", "sheet.csv:1: column 1: expected the players' names in the first line, got '1'"),
        ("round,Ana,Leo\n1,12,x\n", "sheet.csv:2: column 3: Leo: expected a whole number, got 'x'"),
        ("round,Ana,Leo\n1,12,25*\n2,12,\n", "sheet.csv:3: column 3: Leo: expected a whole number, got ''"),
        ("round;Ana;Leo\n1;12,5;25*\n", "sheet.csv:2: column 2: Ana: scores are whole numbers, got '12,5'"),
        (
            "round,Ana,Leo\n1,12,0,25,0\n",
            "sheet.csv:2: 5 cells, but the first line has 3; a file with decimal commas has to be parted by semicolons",
        ),
        ("round,Ana,Leo\n1,12*,25*\n", "sheet.csv:2: column 3: Leo: a second star; Ana has one already"),
        ("round,Ana,Leo,finisher\n1,12,25,Eva\n", "sheet.csv:2: column 4: unknown player 'Eva'; known: Ana, Leo"),
        ("round,Ana,Leo,finisher\n1,12*,25,Leo\n", "sheet.csv:2: column 4: Leo closed the round here, but the star stands with Ana"),
        ("round,Ana,Leo\ntotal,1,2\n1,1,2*\n", "sheet.csv:3: a row behind the totals"),
        ("round,Ana,Leo\n1,12,200*\n", "sheet.csv:2: round 1 cannot have ended so: scores 12, 200 [skyjo.deck.composition]"),
        ('round,Ana,Leo\n1,"12,25*\n', "sheet.csv:2: no CSV: unexpected end of data"),
        ("round,Ana,Leo\n1,9999999,2*\n", "sheet.csv:2: column 2: Ana: expected a whole number, got '9999999'"),
    ],
)
def test_a_bad_sheet_is_refused_with_line_and_column(csv, text, what):
    with pytest.raises(ImportFault) as caught:
        csv(text)
    assert str(caught.value).endswith(what)
    assert caught.value.line == (int(what.split(":")[1]) if what.split(":")[1].strip().isdigit() else None)
    assert str(caught.value.column) in what or caught.value.column is None


def test_no_text_and_too_few_players_are_refused(csv):
    with pytest.raises(ImportFault, match="no text"):
        csv(b"\xff\xfe\x00\xd8\x00")
    with pytest.raises(cardlab.OptionsError, match=r"two to eight seats.*\[skyjo\.E41\]"):
        csv("round,Ana\n1,12*\n")
    with pytest.raises(ImportFault, match="2 names were given, but the sheet has 3 players"):
        csv("A,B,C\n1,2,3*\n", names=["x", "y"])
    assert csv("A,B\n1,2*\n", names=["Ana", "Leo"]).replay.names == ("Ana", "Leo")


def test_points_as_credited_give_back_what_was_counted(csv):
    """The finisher's own sum is found from the rules; a doubling that was forgotten shows as a difference."""
    imported = csv("round,Ana,Leo\n1,12,50*\n2,5*,9\n3,14,25*\n", credited=True)
    assert [r.raw for r in imported.replay.sheet.rounds] == [(12, 25), (5, 9), (14, 25)]
    assert list(map(str, imported.losses)) == [
        "differs: line 4: round 3: the sheet credits Leo 25, the rules 50 [skyjo.score.finisher_double]"
    ]
    flat = csv("round,Ana,Leo\n1,12,35*\n", credited=True, options={"score.finisher_penalty": "flat"})
    assert flat.replay.sheet[1].raw == (12, 25)


def test_a_credited_score_of_two_readings_asks_which(csv):
    """Without the exemption -4 is what -4 gives when it is lowest, and what -2 gives when it is not."""
    text = "Ana,Leo\n-3,-4*\n"
    options = {"score.finisher_exempt": "none"}
    with pytest.raises(ImportFault, match=r"sheet.csv:2: Leo may have had -4 or -2: write which, as in -4\*=-4$"):
        csv(text, credited=True, options=options)
    assert csv("Ana,Leo\n-3,-2*=-4\n", options=options).losses == ()


def test_rounds_behind_the_end_are_not_carried_over(csv):
    imported = csv("round,Ana,Leo\n1,100,2*\n2,1,1*\n3,1,1*\ntotal,102,4\n")
    assert imported.replay.problems == [] and imported.replay.result.scores == [100, 2]
    what = "by the rules the match is over at 100 points (an option says so); 2 rounds are not carried over"
    assert list(map(str, imported.losses)) == [f"stopped: line 3: {what} [skyjo.match.end]"]


def test_differences_and_what_is_unjudged_are_reported(csv):
    imported = csv("round,Ana,Leo,Ana total,Leo total\n1,12,25*,12,25\n2,3,4,15,29\ntotal,15,30\n")
    assert imported.report.splitlines() == [
        f"{imported.source}: 2 rounds carried over; 2 differs, 1 unjudged",
        "differs: line 2: round 1: the sheet totals Leo 25, its rounds add up to 50 [skyjo.score.cumulative]",
        "unjudged: line 3: round 2: nobody is marked as having closed it, so no penalty is judged",
        "differs: totals: the sheet totals Leo 30, its rounds add up to 29 [skyjo.score.cumulative]",
    ]


def test_skip_bo_sheets(csv):
    imported = csv("round,Ana,Leo\n1,0*,7\n2,4,0*\n", game="skipbo", options={"score.enabled": True})
    assert imported.replay.sheet.totals == (60, 45)
    assert imported.losses == ()


# -- histories of the simulator


@pytest.fixture(scope="module")
def games():
    return {"two": match(2, 1), "reshuffled": match(8, 1, "random", **{"match.final_score": 60}), "three": match(3, 9, "random")}


@pytest.fixture
def read(tmp_path):
    """Imports a history, given as what JSON holds or as text."""

    def imported(history, **more):
        path = tmp_path / "history.json"
        path.write_text(history if isinstance(history, str) else json.dumps(history), encoding="utf-8")
        return import_file(path, "skyjo-json", **more)

    return imported


def told(result):
    """A result without the number of its line."""
    return result.reason, result.winners, result.scores


LIMIT = {"match.final_score": 60}


@pytest.mark.parametrize("form", [lambda value: value, camel], ids=["snake", "camel"])
def test_a_game_goes_there_and_back(games, read, form):
    """Without a reshuffle the same game comes back, ply by ply."""
    for name in ("two", "three"):
        imported = read(form(history_of(games[name])))
        replay = imported.replay
        assert replay.problems == []
        assert replay.moves == games[name].moves
        assert replay.names == games[name].names
        assert told(replay.result) == told(games[name].result)
        assert {loss.kind for loss in imported.losses} == {"lost", "differs"}
        assert [loss.rule for loss in imported.losses if loss.kind == "differs"] == ["skyjo.deal.twelve_cards"]


def test_after_a_reshuffle_the_cards_are_unknown_until_drawn(games, read):
    imported = read(history_of(games["reshuffled"]), options=LIMIT)
    replay, before = imported.replay, games["reshuffled"]
    assert replay.problems == []
    chance = [text for _, text in _actions(replay) if text.startswith(("reshuffle", "reveal"))]
    assert chance[0].startswith("reshuffle ?x") and len(chance) > 10
    assert all(text.startswith("reveal ") for text in chance[1:])
    assert [move for move in replay.moves if move[0] >= 0] == [move for move in before.moves if move[0] >= 0]
    assert replay.sheet.totals == before.sheet.totals
    told = [loss for loss in imported.losses if loss.rule == "skyjo.E11"]
    assert {loss.kind for loss in told} == {"lost", "differs"}
    note = next(note for note in replay.notes if note.rule == "skyjo.E11")
    assert note.author == "import" and _actions(replay)[note.ply - 1][1] == "draw"


def test_a_card_that_can_only_have_been_shuffled_in_there_stops_it(games, read):
    """More copies of a card after the reshuffle than are left: the pack has five of -2."""
    history = history_of(games["reshuffled"])
    after = next(int(loss.where.split()[-1]) for loss in read(history, options=LIMIT).losses if loss.rule == "skyjo.E11")
    for later in history["rounds"][0]["turns"][after - 1 :]:
        if (drew := later["action"].get("DrewFromDeck")) is not None:
            drew["drawn_card"] = -2
    imported = read(history, options=LIMIT)
    assert imported.losses[-1].kind == "stopped" and imported.losses[-1].rule == "skyjo.deck.composition"
    assert imported.replay.problems == []


def _actions(replay):
    return [(replay.action(n).player, str(replay.action(n))) for n in range(1, len(replay) + 1)]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_the_samples_import_clean(file, tmp_path):
    imported = import_file(file, "skyjo-json", options=LIMIT if "reshuffled" in file.stem else None)
    imported.write(tmp_path / "match.jsonl")
    assert check_files([tmp_path / "match.jsonl"], print) == 0
    assert imported.replay.result is not None
    assert not any(loss.kind == "stopped" for loss in imported.losses)


def test_the_samples_are_what_our_games_make(games):
    samples = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.json")}
    assert samples == {"two-players": history_of(games["two"]), "eight-players-reshuffled": history_of(games["reshuffled"])}


@pytest.fixture
def history(games):
    return copy.deepcopy(history_of(games["two"]))


def differing(imported):
    return [(loss.where, loss.what, loss.rule) for loss in imported.losses if loss.kind == "differs"][1:]


def test_credited_scores_are_compared_and_explained(read, history):
    """A simulator that triples, one that forgets the penalty, one that adds wrongly: each with the rule behind our number."""
    n = next(n for n, played in enumerate(history["rounds"]) if played["round_scores"] != played["raw_round_scores"])
    played = history["rounds"][n]
    seat = played["going_out_player"]
    raw, name = played["raw_round_scores"][seat], history["strategy_names"][seat]
    played["round_scores"][seat] = raw
    for later in history["rounds"][n:]:
        later["cumulative_scores"][seat] -= raw
    imported = read(history)
    told = (f"round {n + 1}", f"the file credits {name} {raw}, the rules {2 * raw}", "skyjo.score.finisher_double")
    assert differing(imported) == [told]
    note = next(note for note in imported.replay.notes if note.rule == "skyjo.score.finisher_double")
    assert note.text == f"The file credits {name} {raw}, the rules {2 * raw}."
    assert imported.replay.explain(note.ply).events[-1].kind == "next_round"
    played["raw_round_scores"][seat] += 1
    played["cumulative_scores"][1 - seat] += 5
    rules = [rule for _, _, rule in differing(read(history))]
    assert rules[:3] == ["skyjo.score.sum", "skyjo.score.finisher_double", "skyjo.score.cumulative"]


def test_other_differences_are_explained(read, history):
    first = history["rounds"][0]
    first["turns"][0]["column_clears"] = [{"player_index": 0, "column": 2, "card_value": 5, "displaced_card": None}]
    swap = next(turn for turn in first["turns"] if "DrewFromDiscard" in turn["action"])
    swap["action"]["DrewFromDiscard"]["displaced_card"] += 1 if swap["action"]["DrewFromDiscard"]["displaced_card"] < 12 else -1
    first["going_out_player"] = 1 - first["going_out_player"]
    first["turns"][3]["went_out"] = True
    history["winners"] = [0, 1]
    history["final_scores"] = [1, 2]
    rules = {rule for _, _, rule in differing(read(history))}
    assert rules == {
        "skyjo.column.identical", "skyjo.turn.swap_reveals", "skyjo.round.trigger", "skyjo.match.winner", "skyjo.score.cumulative"
    }  # fmt: skip


def test_a_column_that_the_file_keeps_is_told(read, history):
    turn = next(turn for played in history["rounds"] for turn in played["turns"] if turn["column_clears"])
    turn["column_clears"] = []
    assert [rule for _, _, rule in differing(read(history))] == ["skyjo.column.automatic"]


def first(history):
    return history["rounds"][0]


def turn(history, number):
    return first(history)["turns"][number]


@pytest.mark.parametrize(
    ("spoil", "where", "rule"),
    [
        (lambda h: turn(h, 4).update(player_index=1 - turn(h, 4)["player_index"]), "round 1, turn 5", "skyjo.turn.order"),
        (lambda h: first(h).update(starting_player=1 - first(h)["starting_player"]), "round 1", "skyjo.start.highest_sum"),
        (lambda h: h["rounds"][1]["turns"].pop(), "round 2", "skyjo.round.continues"),
        (lambda h: h["rounds"][1].update(turns=[]), "round 2", "skyjo.round.continues"),
        (lambda h: first(h)["initial_deck_order"].pop(0), "round 1", "skyjo.deck.total"),
        (lambda h: first(h)["setup_flips"].__setitem__(0, [3, 3]), "round 1", "skyjo.deal.initial_flips"),
        (lambda h: [hand.pop() for hand in first(h)["dealt_hands"]], "round 1", "skyjo.deal.grid"),
        (lambda h: h["rounds"].append(first(h)), "round 5", "skyjo.match.end"),
        (lambda h: _takes(h)[0].update(pile_index=1), "round 1, turn 1", "skyjo.turn.take_discard_top"),
        (lambda h: _takes(h)[0].update(drawn_card=(_takes(h)[0]["drawn_card"] + 3) % 12), "round 1, turn 1", "skyjo.discard.on_top"),
        (lambda h: (first(h).update(truncated=True), first(h)["turns"].pop()), "round 1", "skyjo.round.continues"),
    ],
    ids=["order", "starter", "unfinished", "no-turns", "deck", "flips", "grid", "over", "pile", "top", "truncated"],
)
def test_what_the_rules_forbid_stops_it_there(read, history, spoil, where, rule):
    """Everything before is carried over and opens clean; the report says where it stopped, by which rule, and how much is left."""
    spoil(history)
    imported = read(history)
    stop = [loss for loss in imported.losses if loss.kind == "stopped"]
    assert len(stop) == 1 and stop[0].rule == rule
    assert stop[0].where == where
    assert imported.replay.problems == []
    assert (imported.replay.result is None) == (where != "round 5")
    assert imported.replay.header.seats == ["Ana", "Leo"]


def _takes(history):
    return [turn["action"]["DrewFromDiscard"] for turn in history["rounds"][0]["turns"] if "DrewFromDiscard" in turn["action"]]


def test_a_deck_order_that_contradicts_the_turns_is_dropped(read, history, games):
    """The cards that were drawn stand in the turns: the round is carried over with the draw pile unknown."""
    order = history["rounds"][1]["initial_deck_order"]
    draws = len(order) - 24 - 1
    order[:draws] = order[:draws][::-1]
    imported = read(history)
    assert imported.replay.problems == []
    assert told(imported.replay.result) == told(games["two"].result)
    lost = [loss for loss in imported.losses if loss.where == "round 2"]
    assert len(lost) == 1 and "the draw pile is carried over as unknown" in lost[0].what
    assert "?x" in next(text for _, text in _actions(imported.replay)[60:] if text.startswith("deal"))


def test_judged_by_another_source(read, history):
    """Columns that may be kept go as the file says; a source that knows no last turns stops the round where it ends by it."""
    options = {"round.last_turns": "one_each", "column.after_removal": "leave_gap", "deal.dealer": "automatic"}
    imported = read(history, preset="skyjo-es", options=options)
    assert imported.replay.problems == []
    assert imported.replay.header.preset == "skyjo-es"
    assert "clear" in {text.split()[0] for _, text in _actions(imported.replay)}
    assert not [loss for loss in imported.losses if loss.kind == "stopped"]
    del options["round.last_turns"]
    stopped = [loss for loss in read(history, preset="skyjo-es", options=options).losses if loss.kind == "stopped"]
    assert [loss.rule for loss in stopped] == ["skyjo.deal.order"]


def test_wrapped_histories(read, history):
    plain = read(history).text
    assert read({"stats": {}, "history": history}).text == plain
    assert read([history]).text == read({"format": "x", "histories": [{}, history]}, number=2).text == plain
    one = {"seed": 7, "num_players": 2, **history["rounds"][0]}
    assert len(read(one).replay.sheet) == 1
    with pytest.raises(ImportFault, match="the file has 2 games; say which, from 1 to 2"):
        read([history, history])
    with pytest.raises(ImportFault, match="no game 3: the file has 2"):
        read([history, history], number=3)
    twins = {**history, "strategy_names": ["Greedy", "Greedy"], "note": {"x": 1}}
    twins["rounds"][0]["turns"][0]["thinkingTime"] = 3
    imported = read(twins)
    assert imported.replay.names == ("Greedy 1", "Greedy 2")
    assert [loss.where for loss in imported.losses if "means nothing" in loss.what] == ["$.note", "$.rounds.turns.thinking_time"]
    assert read(history, names=["Ana", "Eva"]).replay.names == ("Ana", "Eva")


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda h: h.pop("rounds"), "no game history: object missing required field rounds"),
        (lambda h: h.update(rounds=[]), "no game history: expected array of length >= 1 at $.rounds"),
        (lambda h: turn(h, 2).update(player_index="x"), "expected int, got str at $.rounds[0].turns[2].player_index"),
        (lambda h: turn(h, 2).update(action={}), "expected one of DrewFromDeck and DrewFromDiscard at $.rounds[0].turns[2].action"),
        (
            lambda h: turn(h, 0).update(action={"DrewFromDeck": {"drawn_card": 1, "action": {}}}),
            "expected one of Keep and DiscardAndFlip at $.rounds[0].turns[0].action.DrewFromDeck.action",
        ),
        (lambda h: first(h)["dealt_hands"][0].__setitem__(0, 13), "expected int <= 12 at $.rounds[0].dealt_hands[0][0]"),
        (lambda h: h.update(num_players=3), "$.num_players says 3 players, $.rounds[0].dealt_hands has 2"),
        (lambda h: first(h)["round_scores"].pop(), "expected 2 values at $.rounds[0].round_scores, got 1"),
    ],
    ids=["rounds", "empty", "type", "action", "deck-action", "card", "players", "scores"],
)
def test_unknown_shapes_are_refused(read, history, spoil, what):
    spoil(history)
    with pytest.raises(ImportFault) as caught:
        read(history)
    assert what in str(caught.value)


def test_what_is_no_history_is_refused(read):
    with pytest.raises(ImportFault, match=r"history\.json:2: column \d+: bad JSON"):
        read('{"seed": 1,\n x}')
    for text in ("", "[" * 100_000, "3", "[]", "null", '"x"', "{}", '{"history": 3}'):
        with pytest.raises(ImportFault):
            read(text)
    with pytest.raises(cardlab.UnknownName, match="unknown form 'csv'; known: scores-csv, skyjo-json"):
        import_file("x", "csv")


# -- the command


def test_the_command_prints_the_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text("round;Ana;Leo\n1;12,0;25*\n2;3;4\n", encoding="utf-8")
    run = CliRunner().invoke
    result = run(cli, ["import", "s.csv", "--form", "scores-csv", "-o", "s.jsonl", "--set", "score.finisher_factor=3"])
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0] == "s.csv: 2 rounds carried over; 1 unjudged"
    assert cardlab.load("s.jsonl").sheet.totals == (15, 79)
    again = run(cli, ["import", "s.csv", "--form", "scores-csv", "-o", "s.jsonl"])
    assert again.exit_code == 2 and "--force overwrites it" in again.output
    out = run(cli, ["import", str(FOLDER / "two-players.json"), "--form", "skyjo-json"])
    assert out.exit_code == 0 and "carried over" in out.stderr and out.stdout.startswith('{"kind":"header"')
    bad = run(cli, ["import", "s.csv", "--form", "scores-csv", "--set", "x"])
    assert bad.exit_code == 2 and "expected OPTION=VALUE, got 'x'" in bad.output
    for form, what in FORMS.items():
        assert form in run(cli, ["import", "--help"]).output and what
