"""Nothing is dropped in silence: every kind of fault is told with its line, and all good lines still open."""

import json

import pytest

import cardlab
from cardlab.replay import loads
from cardlab.replay.check import check_files
from cardlab.replay.judge import MAX_BRANCHES


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def record(**fields) -> str:
    return json.dumps(fields) + "\n"


def test_a_whole_match_has_no_problem(match, skyjo_match, problems):
    assert problems(match) == []
    assert problems(skyjo_match) == []


# -- lines that cannot be read


def test_a_line_of_nonsense_between_good_ones_costs_nothing(match, problems, same):
    lines = lines_of(match)
    text = "".join([*lines[:40], "nonsense\n", *lines[40:]])
    assert problems(text) == ["f.jsonl:41: bad JSON: expecting value at column 1"]
    same(loads(text), loads(match))


def test_an_action_that_cannot_be_read_stops_the_main_line(match, edit, line_of, problems):
    number = line_of(match, 30)
    text = edit(match, number, action=7)
    assert problems(text) == [
        f"f.jsonl:{number}: expected str at $.action, got 7",
        f"f.jsonl:{line_of(match, 31)}: the main line stops after 29 plies: 200 later plies are kept as lines and not played",
    ]
    assert len(loads(text)) == 29


def test_a_note_that_cannot_be_read_stops_nothing(match, problems):
    lines = lines_of(match)
    text = "".join([*lines, record(kind="note", seq=len(lines), ply="two", author="Eva", text="?")])
    assert problems(text) == [f"f.jsonl:{len(lines) + 1}: expected int at $.ply, got 'two'"]
    assert len(loads(text)) == len(loads(match))


def test_invalid_utf8_is_told_also_where_no_field_is_known(match):
    lines = match.encode().splitlines(keepends=True)
    for bad in (
        b'{"kind":"note","seq":9,"ply":0,"author":"\xff","text":""}\n',
        b'{"kind":"note","seq":9,"ply":0,"author":"","text":"","x":"\xff"}\n',
    ):
        place = bad.index(b"\xff") + 1
        replay = loads(b"".join([*lines[:9], bad, *lines[9:]]), "f.jsonl")
        assert [str(p) for p in replay.problems] == [f"f.jsonl:10: bad JSON: invalid UTF-8 at byte {place}"]
        assert len(replay) == len(loads(match))


# -- seq


def test_a_doubled_line_does_not_count(match, problems, same):
    lines = lines_of(match)
    text = "".join([*lines[:20], lines[19], *lines[20:]])
    assert problems(text) == ["f.jsonl:21: seq 19 stands twice: a copy of line 20, which does not count"]
    same(loads(text), loads(match))


def test_a_doubled_seq_is_told(match, problems):
    lines = lines_of(match)
    text = "".join([*lines, record(kind="note", seq=3, ply=1, author="Eva", text="!")])
    assert problems(text) == [f"f.jsonl:{len(lines) + 1}: seq 3 stands twice: first in line 4"]
    assert [note.text for note in loads(text).notes] == ["!"]


@pytest.mark.parametrize(("seq", "what"), [(1, "seq {0} is missing before seq {1}"), (3, "seq {0} to {2} are missing before seq {3}")])
def test_a_gap_in_seq_is_told(match, problems, seq, what):
    n = len(lines_of(match))
    text = match + record(kind="zebra", seq=n + seq)
    assert problems(text) == [f"f.jsonl:{n + 1}: {what.format(n, n + 1, n + 2, n + 3)}"]


def test_seq_out_of_order_is_told(match, problems):
    n = len(lines_of(match))
    text = match + record(kind="zebra", seq=n + 1) + record(kind="zebra", seq=n) + record(kind="zebra", seq=n + 2)
    assert problems(text) == [
        f"f.jsonl:{n + 1}: seq {n} is missing before seq {n + 1}",
        f"f.jsonl:{n + 2}: seq {n} is out of order: expected {n + 2}",
    ]


def test_an_unknown_kind_without_seq_is_told(match, problems):
    n = len(lines_of(match))
    assert problems(match + '{"kind":"zebra"}\n') == [f"f.jsonl:{n + 1}: missing field $.seq (expected {n})"]


# -- plies


def test_an_unknown_seat(match, edit, line_of, problems):
    number = line_of(match, 50)
    text = edit(match, number, kind="action", seat=3, action="draw")
    assert problems(text)[0] == f"f.jsonl:{number}: unknown seat 3; seats are 0 to 2"
    assert len(loads(text)) == 49


def seat_ply(replay: cardlab.replay.Replay, first: int) -> int:
    """The next ply from `first` on that a seat acts in."""
    return next(n for n in range(first, len(replay)) if replay.action(n).player >= 0)


def test_a_seat_that_is_not_to_act(match, edit, line_of, problems):
    replay = loads(match)
    ply = seat_ply(replay, 40)
    action = replay.action(ply)
    other = (action.player + 1) % 3
    text = edit(match, line_of(match, ply), seat=other)
    with pytest.raises(cardlab.IllegalAction) as caught:
        replay.at(ply - 1).play(action, other)
    assert problems(text)[0] == f"f.jsonl:{line_of(match, ply)}: {caught.value}"
    assert f"by seat {other}: " in str(caught.value)
    assert len(loads(text)) == ply - 1


@pytest.mark.parametrize("kind", ["chance", "referee"])
def test_an_action_of_a_seat_by_somebody_else(match, edit, line_of, problems, kind):
    replay = loads(match)
    ply = seat_ply(replay, 40)
    text = edit(match, line_of(match, ply), kind=kind, seat=...)
    by = "chance" if kind == "chance" else "the referee"
    first = problems(text)[0]
    assert first.startswith(f"f.jsonl:{line_of(match, ply)}: illegal action '{replay.action(ply)}' by {by}: ")
    assert len(loads(text)) == ply - 1


def test_an_illegal_action_is_told_with_its_rule(match, edit, line_of, problems):
    replay = loads(match)
    said = [str(replay.action(n)) for n in range(1, len(replay)) if replay.action(n).player >= 0]
    for ply in range(20, 120):
        position = replay.at(ply - 1)
        if position.player is None or position.player < 0:
            continue
        illegal = [action for action in said if not position.ruling(action)]
        if illegal:
            break
    action = illegal[0]
    ruling = position.ruling(action)
    text = edit(match, line_of(match, ply), action=action)
    told = f"illegal action {action!r} by seat {position.player}: {ruling.refusal()} [{ruling.rules[0]}]"
    later = f"{len(replay) - ply} later plies are kept as lines and not played"
    assert problems(text) == [
        f"f.jsonl:{line_of(match, ply)}: {told}",
        f"f.jsonl:{line_of(match, ply + 1)}: the main line stops after {ply - 1} plies: {later}",
    ]
    assert cardlab.replay.dumps(loads(text)) == text


def test_an_action_that_says_nothing(match, edit, line_of, problems):
    text = edit(match, line_of(match, 60), action="fly to the moon")
    first = problems(text)[0]
    assert first.startswith(f"f.jsonl:{line_of(match, 60)}: invalid action 'fly to the moon': ")
    assert len(loads(text)) == 59


def test_chance_that_cannot_be(match, edit, line_of, problems):
    """A deal in which one card is another: more copies than the box holds."""
    replay = loads(match)
    ply = next(n for n in range(1, 20) if replay.action(n).startswith("deal "))
    word, *faces = replay.action(ply).split(" ")
    spoiled = " ".join([word, *(["7"] * len(faces))])
    text = edit(match, line_of(match, ply), action=spoiled)
    first = problems(text)[0]
    assert first.startswith(f"f.jsonl:{line_of(match, ply)}: illegal action 'deal 7 7 7")
    assert first.endswith(("]", "…"))
    assert len(loads(text)) == ply - 1


def test_chance_when_it_is_not_due(match, edit, line_of, problems):
    replay = loads(match)
    deal = next(replay.action(n) for n in range(1, 20) if replay.action(n).startswith("deal "))
    ply = seat_ply(replay, 40)
    text = edit(match, line_of(match, ply), kind="chance", seat=..., action=str(deal))
    assert problems(text)[0].startswith(f"f.jsonl:{line_of(match, ply)}: illegal action 'deal ")
    assert len(loads(text)) == ply - 1


def test_a_ply_after_the_result(skyjo_match, problems):
    n = len(lines_of(skyjo_match))
    text = skyjo_match + record(kind="action", seq=n, seat=0, action="draw")
    found = problems(text)
    assert found[0] == f"f.jsonl:{n + 1}: a ply after the result (line {n})"
    assert found[1].startswith(f"f.jsonl:{n + 1}: illegal action 'draw' by seat 0: ")


# -- what the file claims


def test_a_checkpoint_that_differs(match, edit, problems):
    number, line = next((i, line) for i, line in enumerate(lines_of(match), 1) if '"checkpoint"' in line)
    true = json.loads(line)
    text = edit(match, number, state="0123456789abcdef")
    assert problems(text) == [
        f"f.jsonl:{number}: checkpoint on ply {true['ply']} differs: the file says 0123456789abcdef, re-running gives {true['state']}"
    ]


def test_a_checkpoint_beyond_the_end(match, problems):
    n = len(lines_of(match))
    text = match + record(kind="checkpoint", seq=n, ply=999, state="0123456789abcdef")
    assert problems(text) == [f"f.jsonl:{n + 1}: checkpoint on ply 999, beyond the end: the main line has 230 plies"]


def test_a_result_that_differs(skyjo_match, edit, problems):
    n = len(lines_of(skyjo_match))
    true = json.loads(lines_of(skyjo_match)[-1])
    text = edit(skyjo_match, n, winners=[0, 1], scores=[1, -2])
    told = f"{true['reason']}, winners {true['winners'][0]}, scores {true['scores'][0]}, {true['scores'][1]}"
    assert problems(text) == [
        f"f.jsonl:{n}: the result differs: the file says {true['reason']}, winners 0, 1, scores 1, -2, re-running gives {told}"
    ]


def test_a_result_before_the_end(match, problems):
    n = len(lines_of(match))
    text = match + record(kind="result", seq=n, reason="void", winners=[], scores=[])
    assert problems(text) == [
        f"f.jsonl:{n + 1}: the result differs: the file says void, winners nobody, scores none, re-running gives no end yet"
    ]


def test_a_result_behind_a_stop_is_not_compared(skyjo_match, edit, line_of, problems):
    n = len(lines_of(skyjo_match))
    text = edit(skyjo_match, line_of(skyjo_match, 9), action="?")
    assert problems(text)[-1] == f"f.jsonl:{n}: the result is not compared: the main line stops after 8 plies"
    assert loads(text).result is not None


def test_a_second_result_and_a_second_header(skyjo_match, problems):
    n = len(lines_of(skyjo_match))
    head = json.loads(lines_of(skyjo_match)[0]) | {"seq": n + 1}
    text = skyjo_match + record(kind="result", seq=n, reason="void", winners=[], scores=[]) + record(**head)
    assert problems(text) == [
        f"f.jsonl:{n + 1}: a second result: the first is in line {n}",
        f"f.jsonl:{n + 2}: a second header; only the first counts",
    ]


# -- notes and branches


def test_notes_that_cannot_stand(match, problems):
    n = len(lines_of(match))
    said = [
        {"ply": 231, "text": "late"},
        {"ply": 1, "text": "lost", "branch": "b9"},
        {"ply": 2, "text": "odd", "glyph": "great"},
        {"ply": 3, "text": "fine", "glyph": "good"},
    ]
    text = match + "".join(record(kind="note", seq=n + i, author="Eva", **note) for i, note in enumerate(said))
    known = "good, mistake, blunder, brilliant, dubious, interesting, forced, unclear, question"
    assert problems(text) == [
        f"f.jsonl:{n + 1}: note on ply 231, beyond the end: the main line has 230 plies",
        f"f.jsonl:{n + 2}: note on the unknown branch 'b9'",
        f"f.jsonl:{n + 3}: unknown glyph 'great'; known: {known}",
    ]
    assert [note.text for note in loads(text).notes] == ["odd", "fine", "late"]
    assert [note.text for note in loads(text).all_notes] == ["late", "lost", "odd", "fine"]


def test_a_note_with_an_unknown_rule_is_found_by_check(match, tmp_path):
    n = len(lines_of(match))
    file = tmp_path / "f.jsonl"
    file.write_text(match + record(kind="note", seq=n, ply=1, author="Eva", text="?", rule="no.such_rule"))
    told: list[str] = []
    assert check_files([file], told.append) == 1
    assert told[0].startswith(f"{file}:{n + 1}: unknown rule 'no.such_rule'; known: ")


def test_branches_that_cannot_be(match, problems):
    n = len(lines_of(match))
    said = [
        record(kind="branch", seq=n, id="a", **{"from": 231}),
        record(kind="branch", seq=n + 1, id="b", **{"from": 3}),
        record(kind="branch", seq=n + 2, id="b", **{"from": 4}),
        record(kind="branch", seq=n + 3, id="c", parent="zz", **{"from": 0}),
        record(kind="branch", seq=n + 4, id="d", parent="e", **{"from": 0}),
        record(kind="branch", seq=n + 5, id="e", parent="d", **{"from": 0}),
        record(kind="branch", seq=n + 6, id="f", parent="a", **{"from": 0}),
        record(kind="chance", seq=n + 7, branch="nowhere", action="x"),
        record(kind="action", seq=n + 8, branch="b", seat=0, action="x"),
    ]
    text = match + "".join(said)
    found = problems(text)
    assert found[:-1] == [
        f"f.jsonl:{n + 1}: branch 'a' starts on ply 231, beyond the end: the main line has 230 plies",
        f"f.jsonl:{n + 3}: branch 'b' stands twice: first in line {n + 2}",
        f"f.jsonl:{n + 4}: branch 'c' leaves the unknown branch 'zz'",
        f"f.jsonl:{n + 5}: branch 'd' leaves a branch that leaves it in turn ('e')",
        f"f.jsonl:{n + 6}: branch 'e' leaves a branch that leaves it in turn ('d')",
        f"f.jsonl:{n + 7}: branch 'f' leaves branch 'a', which cannot be played",
        f"f.jsonl:{n + 8}: unknown branch 'nowhere': 1 ply is kept and not played",
    ]
    assert found[-1].startswith(f"f.jsonl:{n + 9}: invalid action 'x': ")
    assert list(loads(text).branches) == ["b"]


# -- headers


HEADERS = [
    ({"preset": "nonesuch"}, "preset", "unknown preset 'nonesuch'"),
    ({"game": "skyjoo"}, "game", "unknown game 'skyjoo'; known: skipbo, skyjo"),
    ({"options": {"no.such": 1}}, "option", "no.such"),
    ({"seats": []}, "seats", ""),
    ({"seats": ["Ana"] * 99}, "seats", "99"),
]


@pytest.mark.parametrize(("change", "_", "told"), HEADERS, ids=[what for _, what, _ in HEADERS])
def test_a_header_that_cannot_be_played_still_opens(match, edit, problems, change, _, told):
    text = edit(match, 1, **change)
    replay = loads(text, "f.jsonl")
    (problem,) = problems(text)
    assert problem.startswith("f.jsonl:1: nothing can be played: ")
    assert told in problem
    assert (len(replay), replay.notes, replay.playable) == (0, [], False)
    assert cardlab.replay.dumps(replay) == text
    with pytest.raises(cardlab.ReplayError) as caught:
        replay.at(0)
    assert str(caught.value) == problem


def test_an_option_outside_its_limits(skyjo_match, edit, problems):
    head = json.loads(lines_of(skyjo_match)[0])
    (problem,) = problems(edit(skyjo_match, 1, options=head["options"] | {"match.final_score": -5}))
    assert problem == "f.jsonl:1: nothing can be played: match.final_score takes a whole number from 1 to 10000, not -5"


def test_an_option_of_the_wrong_type(skyjo_match, edit, problems):
    head = json.loads(lines_of(skyjo_match)[0])
    for name in head["options"]:
        for value in (None, [], {}, {"a": 1}, 1.5, "x", True, [1]):
            found = problems(edit(skyjo_match, 1, options=head["options"] | {name: value}))
            assert found, f"{name} = {value!r} was taken"


NEWER = "of the format, and this cardlab reads versions 1.x: install a newer cardlab (pip install --upgrade cardlab)"
REFUSED = [
    ({"version": "2.0"}, f"written in version 2.0 {NEWER}"),
    ({"version": "7.12", "seats": "a newer idea of seats"}, f"written in version 7.12 {NEWER}"),
    ({"version": "one"}, "expected a version like '1.2', got 'one'"),
    ({"version": "0.9"}, "expected a version like '1.2', got '0.9'"),
    ({"version": "1.²"}, "expected a version like '1.2', got '1.²'"),
    ({"format": "pgn"}, "expected the format 'cardlab-replay', got 'pgn'"),
    ({"seats": ...}, "no header: missing field $.seats"),
    ({"seats": "Ana"}, "no header: expected array at $.seats, got 'Ana'"),
    ({"kind": "action", "seat": 0, "action": "draw"}, "no header: expected the kind 'header' in the first line, got 'action'"),
    ({"kind": "zebra"}, "no header: expected the kind 'header' in the first line, got 'zebra'"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "why"), REFUSED)
def test_what_is_no_header_is_refused(match, edit, change, why):
    with pytest.raises(cardlab.ReplayError) as caught:
        loads(edit(match, 1, **change), "f.jsonl")
    assert str(caught.value) == f"f.jsonl:1: {why}"
    assert (caught.value.path, caught.value.line, caught.value.why) == ("f.jsonl", 1, why)


@pytest.mark.parametrize("text", ["", "\n", " \r\n\t\n", "\ufeff", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_refused(text):
    with pytest.raises(cardlab.ReplayError, match=r"^<text>: no header: the file holds no line$"):
        loads(text)


def test_other_encodings_are_refused(match):
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        with pytest.raises(cardlab.ReplayError, match=r"^f:1: no header: "):
            loads(match.encode(encoding), "f")
    with pytest.raises(cardlab.ReplayError, match=r"^f: character 3 cannot be written as UTF-8"):
        loads("ab\ud800", "f")


def test_a_newer_minor_version_opens_with_a_warning(match, edit, problems):
    text = edit(match, 1, version="1.7", novelty={"a": 1})
    assert problems(text) == [
        "f.jsonl:1: written in the newer version 1.7 of the format (this cardlab knows 1.2): what is new in it is kept but not understood"
    ]
    assert len(loads(text)) == len(loads(match))


def test_too_many_branches_are_refused(match):
    n = len(lines_of(match))
    text = match + "".join(record(kind="branch", seq=n + i, id=str(i), **{"from": 0}) for i in range(MAX_BRANCHES + 1))
    with pytest.raises(cardlab.ReplayError, match=r"^f: the file has 5001 branches, and at most 5000 are read$"):
        loads(text, "f")


def test_messages_are_one_printable_line(match):
    n = len(lines_of(match))
    text = match + record(kind="branch", seq=n, id="a\n\u202e\x1b[31m" + "z" * 5000, parent="p", **{"from": 0})
    (problem,) = loads(text).problems
    assert problem.what.isprintable()
    assert problem.what.startswith("branch 'a\\n\\u202e\\x1b[31mzzz")
    assert len(problem.what) < 1100
