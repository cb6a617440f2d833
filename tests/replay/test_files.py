"""What happens to bytes: texts come back as they were, damage of any kind costs no good line, hostile files are bounded."""

import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardlab
from cardlab.replay import dumps, loads
from cardlab.replay import reader as limits

quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def with_end(match: str) -> str:
    """The match with a note behind it whose last characters are of several bytes."""
    n = match.count("\n")
    note = {"kind": "note", "seq": n, "ply": 2, "author": "Zoë", "text": "¡Ojo! één 7 😀 שלום </script> {}"}
    return match + json.dumps(note, ensure_ascii=False) + "\n"


# -- the text comes back


HARMLESS = {
    "as it is": lambda text: text,
    "byte-order mark": lambda text: "\ufeff" + text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "no last newline": lambda text: text[:-1],
    "blank lines": lambda text: text.replace("\n", "\n\n"),
    "blank lines before": lambda text: "\n \n" + text,
    "blank lines after": lambda text: text + "\n\t\n",
    "all of them": lambda text: "\ufeff\r\n" + text.replace("\n", " \r\n")[:-3],
    "spaces": lambda text: text.replace('":', '" :  '),
    "escapes": lambda text: text.replace('"kind":"action"', '"\\u006bind":"\\u0061ction"'),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_harmless_forms_tell_the_same_and_stay_as_they_are(match, same, change):
    text = change(with_end(match))
    replay = loads(text)
    assert replay.problems == []
    same(replay, loads(with_end(match)))
    assert dumps(replay) == text
    assert bytes(replay) == text.encode()


@quick
@given(data=st.data())
def test_unknown_kinds_and_fields_stay(short, data):
    """Any JSON may stand anywhere behind the header; the plies are the same, and so are the bytes."""
    lines = short.splitlines(keepends=True)
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")), lambda v: st.lists(v, max_size=3)
    )
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(1, len(lines) - 1))
        fields = data.draw(st.dictionaries(st.text(st.characters(codec="utf-8")).map("x-{}".format), values, max_size=3))
        if data.draw(st.booleans()):
            lines.insert(place, json.dumps({"kind": "zebra", "seq": 0, **fields}) + "\n")
        else:
            lines[place] = json.dumps(json.loads(lines[place]) | fields, ensure_ascii=data.draw(st.booleans())) + "\n"
    renumbered = [json.dumps(json.loads(line) | {"seq": seq}) + "\n" for seq, line in enumerate(lines)]
    text = "".join(renumbered)
    replay = loads(text)
    assert replay.problems == []
    assert replay.moves == loads(short).moves
    assert dumps(replay) == text


@quick
@given(st.binary(max_size=300))
def test_any_bytes_open_or_are_refused(data):
    try:
        replay = loads(data)
    except cardlab.ReplayError as error:
        assert str(error)
    else:
        assert bytes(replay) == data


@quick
@given(data=st.data())
def test_any_damage_opens_or_is_refused_with_a_reason(short, data):
    """Bytes changed, taken out and put in: never another error, and the bytes stay."""
    text = bytearray(short.encode())
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=40))
    try:
        replay = loads(bytes(text))
    except cardlab.ReplayError as error:
        assert str(error)
    else:
        assert bytes(replay) == bytes(text)
        replay.at(len(replay)) if replay.playable else None
        assert dumps(replay).encode("utf-8", "surrogateescape") == bytes(text)


@quick
@given(data=st.data())
def test_any_action_texts_are_played_or_refused(short, data):
    """Texts of actions drawn from the real ones and from noise, by anybody, anywhere."""
    lines = short.splitlines()
    words = st.sampled_from([json.loads(line).get("action", "") for line in lines[1:]])
    noise = (
        st.text(st.characters(codec="utf-8"), max_size=20) | words | words.map(lambda w: w[: len(w) // 2]) | words.map(lambda w: w + " 7")
    )
    place = data.draw(st.integers(1, len(lines) - 1))
    who = data.draw(st.sampled_from([{"kind": "chance"}, {"kind": "referee"}, *({"kind": "action", "seat": s} for s in range(3))]))
    lines[place] = json.dumps(who | {"seq": place, "action": data.draw(noise)})
    replay = loads("\n".join(lines) + "\n")
    assert all(problem.what for problem in replay.problems)


# -- torn files


def test_a_file_cut_at_every_byte_of_its_last_three_lines(short, same):
    """Whatever is left of the last line, the lines before it open, and the tear is told unless the line is whole."""
    data = with_end(short).encode()
    ends = [i for i, byte in enumerate(data) if byte == 10]
    header = json.loads(data[: ends[0]])
    for cut in range(ends[-4] + 1, len(data) + 1):
        replay = loads(data[:cut], "f.jsonl")
        whole = data[:cut].count(b"\n")
        tail = data[data[:cut].rfind(b"\n") + 1 : cut]
        assert replay.header.seats == header["seats"]
        assert bytes(replay) == data[:cut]
        if not tail or cut in ends:
            assert replay.problems == []
            continue
        (problem,) = replay.problems
        assert problem.line == whole + 1
        assert problem.what.startswith("torn last line: bad JSON: ")
        same(replay, loads(data[: ends[whole - 1] + 1]))


def test_a_cut_inside_a_character_is_told(match):
    data = with_end(match).encode()
    place = data.index("😀".encode()) + 2
    (problem,) = loads(data[:place]).problems
    column = place - data.rfind(b"\n", 0, place) - 2
    assert problem.what == f"torn last line: bad JSON: invalid UTF-8 at byte {column}"


def test_a_whole_last_line_without_newline_counts(match):
    assert loads(with_end(match)[:-1]).notes[-1].author == "Zoë"


# -- limits


def test_a_file_that_is_too_large_is_refused(match, tmp_path, monkeypatch):
    assert limits.MAX_BYTES == 64 * 2**20
    file = tmp_path / "large.jsonl"
    file.write_bytes(match.encode())
    with open(file, "r+b") as handle:
        handle.truncate(limits.MAX_BYTES + 1)
    with pytest.raises(
        cardlab.ReplayError, match=r"large\.jsonl: the file is larger than 67108864 bytes, the most that is read; split it$"
    ):
        cardlab.load(file)


def test_a_file_of_too_many_lines_is_refused(match):
    text = match + "\n" * (limits.MAX_LINES - match.count("\n"))
    assert len(loads(text)) == len(loads(match))
    with pytest.raises(cardlab.ReplayError, match=r"^f: the file has 200001 lines, and at most 200000 are read; split it$"):
        loads(text + "\n", "f")


def test_a_line_that_is_too_long_is_kept_but_not_read(match):
    n = match.count("\n")

    def note(length: int) -> str:
        line = {"kind": "note", "seq": n, "ply": 0, "author": "Eva", "text": ""}
        line["text"] = "x" * (length - len(json.dumps(line)))
        return json.dumps(line)

    assert len(loads(match + note(limits.MAX_LINE) + "\n").notes) == 1
    text = match + note(limits.MAX_LINE + 1) + "\n"
    replay = loads(text, "f.jsonl")
    assert [str(p) for p in replay.problems] == [f"f.jsonl:{n + 1}: the line is 1048577 bytes long, and at most 1048576 are read"]
    assert len(replay) == len(loads(match))
    assert dumps(replay) == text


def test_a_header_that_is_too_long_is_refused(match):
    with pytest.raises(cardlab.ReplayError, match=r"^f:1: no header: the line is \d+ bytes long, and at most 1048576 are read$"):
        loads(match.replace('"rulebook":"', '"rulebook":"' + "x" * limits.MAX_LINE), "f")


def test_a_line_nested_too_deep_is_kept_but_not_read(match):
    n = match.count("\n")
    text = match + f'{{"kind":"zebra","seq":{n},"x":{"[" * 64}{"]" * 64}}}\n'
    assert [str(p) for p in loads(text, "f").problems] == [f"f:{n + 1}: nested deeper than 64 levels"]
    assert dumps(loads(text)) == text
    with pytest.raises(cardlab.ReplayError, match=r"^f:1: no header: "):
        loads("[" * 1_000_000, "f")


HOSTILE = {
    "many notes": lambda n, k: {"kind": "note", "seq": n + k, "ply": 5, "author": "Eva", "text": "x" * 100},
    "many checkpoints": lambda n, k: {"kind": "checkpoint", "seq": n + k, "ply": k % 145, "state": "0" * 16},
    "many bad lines": lambda n, k: {"kind": "note", "seq": n + k, "ply": "x"},
    "many gaps": lambda n, k: {"kind": "zebra", "seq": n + 2 * k},
    "many unknown branches": lambda n, k: {"kind": "action", "seq": n + k, "seat": 0, "action": "draw", "branch": str(k)},
    "many illegal plies": lambda n, k: {"kind": "action", "seq": n + k, "seat": 0, "action": "fly"},
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_open_in_bounded_time(skyjo_match, kind):
    match = "".join(skyjo_match.splitlines(keepends=True)[:150])
    n = match.count("\n")
    text = match + "".join(json.dumps(HOSTILE[kind](n, k)) + "\n" for k in range(30_000))
    began = time.process_time()
    replay = loads(text)
    assert time.process_time() - began < 10
    assert len(replay) == len(loads(match))


def test_branches_to_any_depth_open_in_bounded_time(match):
    """Each of the many branches leaves the one before it."""
    n = match.count("\n")
    text = match + "".join(
        json.dumps({"kind": "branch", "seq": n + k, "id": str(k), "from": 0 if k else 100, **({"parent": str(k - 1)} if k else {})}) + "\n"
        for k in range(5000)
    )
    began = time.process_time()
    replay = loads(text)
    assert time.process_time() - began < 20
    assert replay.problems == []
    assert replay.branch("4999").at(0).text == replay.at(100).text


def test_plies_on_branches_that_all_start_late_open_in_bounded_time(match):
    n = match.count("\n")
    lines = []
    for k in range(5000):
        lines.append({"kind": "branch", "seq": n + 2 * k, "id": str(k), "from": 191})
        lines.append({"kind": "action", "seq": n + 2 * k + 1, "seat": 0, "action": "fly", "branch": str(k)})
    began = time.process_time()
    replay = loads(match + "".join(json.dumps(line) + "\n" for line in lines))
    assert time.process_time() - began < 20
    assert len(replay.problems) == 5000
