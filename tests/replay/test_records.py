"""The lines of a file: what is written is read back, unknown things are kept, and what is wrong is said exactly."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.replay.coding import BadLine, decode, depth, encode, kind_of
from cardlab.replay.records import ASKS, DISPUTES, GLYPHS, KINDS, MAX_DEPTH, SPEAKS_OF, Unknown

counts = st.integers(0, 2**53 - 1)
texts = st.text(st.characters(codec="utf-8"), max_size=30)
maybe = st.none() | texts
points = st.lists(st.integers(-1000, 1000), max_size=3)
by_language = st.dictionaries(st.sampled_from(["en", "es", "nl"]), texts, max_size=2)
by_answer = st.dictionaries(texts, by_language, max_size=2)
tries = st.none() | st.integers(1, 1000)
refs = counts | st.from_regex(r"\A[0-9a-f]{16}\Z")
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | texts, lambda inner: st.lists(inner, max_size=3), max_leaves=5
)

FIELDS = {
    "seq": counts, "seat": counts, "ply": counts, "format": texts, "version": texts, "game": texts, "preset": texts,
    "seats": st.lists(texts, max_size=3), "options": st.dictionaries(texts, values, max_size=3), "title": texts, "language": texts,
    "rulebook": texts, "id": texts, "date": maybe, "source": maybe, "tags": st.lists(texts, max_size=3), "action": texts,
    "branch": maybe, "clock": st.none() | st.floats(0, 1e6), "author": texts, "text": texts, "glyph": st.none() | st.sampled_from(GLYPHS),
    "rule": maybe, "card": maybe, "time": maybe, "name": texts, "parent": maybe,
    "state": st.from_regex(r"\A[0-9a-f]{16}\Z"), "reason": texts, "winners": st.lists(counts, max_size=3),
    "scores": points, "finisher": st.none() | counts, "credited": st.none() | points, "totals": st.none() | points,
    "on": st.sampled_from(SPEAKS_OF), "arrows": st.lists(texts, max_size=2), "marks": st.lists(texts, max_size=2),
    "bookmark": st.booleans(), "written": st.none() | counts, "of": refs, "keep": st.lists(refs, max_size=3),
    "about": st.sampled_from(DISPUTES),
    "facts": st.lists(texts, max_size=2), "plies": counts, "hash": st.from_regex(r"\A[0-9a-f]{16}\Z"),
    "Settle.of": st.lists(refs, max_size=3), "Note.of": st.none() | refs, "Undo.of": counts,
    "sees": st.none() | st.lists(counts, max_size=2), "bots": st.none() | st.lists(texts, max_size=2),
    "seed": st.none() | counts,
    "ask": st.sampled_from(ASKS), "Question.text": by_language, "Question.seat": st.none() | counts, "Question.action": maybe,
    "Question.about": st.none() | counts, "Question.preset": maybe, "position": maybe, "choices": by_answer,
    "Question.right": st.lists(texts, max_size=2), "accept": st.lists(texts, max_size=2), "rules": st.lists(texts, max_size=2),
    "hints": st.lists(by_language, max_size=2), "feedback": by_answer, "tries": tries, "trying": st.booleans(),
    "hashes": st.lists(st.from_regex(r"\A[0-9a-f]{32}\Z"), max_size=2), "salt": texts, "Question.of": st.none() | refs,
    "student": texts, "question": texts, "answer": texts, "Answer.right": st.none() | st.booleans(), "step": counts,
    "Key.right": st.lists(texts, max_size=2),
}  # fmt: skip

records = st.one_of(
    *(
        st.builds(struct, **{name: FIELDS.get(f"{struct.__name__}.{name}", FIELDS.get(name)) for name in struct.__struct_fields__})
        for struct in KINDS.values()
    )
)


@given(records)
def test_what_is_written_is_read_back(record):
    line = encode(record)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert decode(line) == record
    assert encode(decode(line)) == line


@given(records, st.dictionaries(texts.map(lambda key: "x-" + key), values, min_size=1, max_size=3))
def test_unknown_fields_do_not_matter(record, more):
    line = json.dumps(json.loads(encode(record)) | more).encode()
    assert decode(line) == record


@given(texts.filter(lambda kind: kind not in KINDS and not set('"\\') & set(kind) and kind.isprintable()), st.none() | counts)
def test_unknown_kinds_are_kept_as_such(kind, seq):
    fields = {"kind": kind, "more": [1, {"a": None}]} | ({} if seq is None else {"seq": seq})
    assert decode(json.dumps(fields, ensure_ascii=False).encode()) == Unknown(kind, seq)


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(line):
    try:
        decode(line)
    except BadLine as error:
        assert str(error)


@given(records, st.data())
def test_any_damage_is_read_or_refused(record, data):
    line = bytearray(encode(record))
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] = data.draw(st.integers(0, 255))
    try:
        decode(bytes(line))
    except BadLine as error:
        assert str(error)


WRONG = [
    ('{"kind":"action","seq":1,"seat":"three","action":"draw"}', "expected int at $.seat, got 'three'"),
    ('{"kind":"action","seq":1,"seat":true,"action":"draw"}', "expected int at $.seat, got True"),
    ('{"kind":"action","seq":1,"seat":-1,"action":"draw"}', "expected int >= 0 at $.seat, got -1"),
    ('{"kind":"action","seq":1.5,"seat":1,"action":"draw"}', "expected int at $.seq, got 1.5"),
    ('{"kind":"action","seq":1,"seat":1}', "missing field $.action"),
    ('{"kind":"action","seq":1,"seat":1,"action":7}', "expected str at $.action, got 7"),
    ('{"kind":"action","seq":1,"seat":1,"action":"draw","clock":"soon"}', "expected float | null at $.clock, got 'soon'"),
    ('{"kind":"action","seq":1,"seat":1,"action":"draw","clock":-2}', "expected float >= 0.0 at $.clock, got -2"),
    ('{"kind":"header","seq":0,"format":"f","version":"1","game":"g","preset":"p","seats":["Ana",2]}', "expected str at $.seats[1], got 2"),
    ('{"kind":"checkpoint","seq":1,"ply":0,"state":"x"}', "expected str matching regex '^[0-9a-f]{16}$' at $.state, got 'x'"),
    ('{"seq":1}', "missing field $.kind"),
    ('{"kind":7,"seq":1}', "expected str at $.kind, got 7"),
    ('{"kind":"zebra","seq":"x"}', "expected int | null at $.seq, got 'x'"),
    ("[1]", "expected object, got [1]"),
    ("3", "expected object, got 3"),
    ('"action"', "expected object, got 'action'"),
    ('{"kind":"zebra","seq":99999999999999999999}', "expected int <= 9007199254740991 at $.seq, got 99999999999999999999"),
    ('{"kind":"action","seq":1', "bad JSON: expecting ',' delimiter at column 25"),
    ('{"kind":"act', "bad JSON: unterminated string at column 9"),
    ("nonsense", "bad JSON: expecting value at column 1"),
    ('{"kind":"note","seq":1,"text":"\\ud800"}', "bad JSON: a character that is no character (half of a surrogate pair)"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_what_is_wrong_is_said_exactly(line, why):
    with pytest.raises(BadLine) as caught:
        decode(line.encode())
    assert str(caught.value) == why


def test_nesting_is_limited():
    def nested(levels: int) -> bytes:
        return b'{"kind":"zebra","seq":1,"x":' + b"[" * (levels - 1) + b"]" * (levels - 1) + b"}"

    assert decode(nested(MAX_DEPTH)) == Unknown("zebra", 1)
    with pytest.raises(BadLine, match=f"^nested deeper than {MAX_DEPTH} levels$"):
        decode(nested(MAX_DEPTH + 1))
    with pytest.raises(BadLine, match=r"^nested deeper"):
        decode(b'{"kind":"zebra","seq":1,"x":' + b"[" * 500_000)


@given(values)
def test_brackets_in_strings_are_no_nesting(value):
    def deep(inner) -> int:
        return 1 + max(map(deep, inner), default=0) if isinstance(inner, list) else 0

    assert depth(json.dumps([value]).encode()) == deep([value])


def test_a_line_made_to_hang_the_reader_does_not():
    for inside in (b'\\"' * 500_000, b'"' * 999_999, b"\\" * 999_999, b'"kind"  ' * 120_000, b'"branch":' * 120_000):
        for end in (b"", b'"', b"[" * 65, b'"' + b"[" * 65):
            with pytest.raises(BadLine):
                decode(b'{"seq":1,"x":"' + inside + end)


def test_many_brackets_in_a_text_are_no_nesting():
    line = {"kind": "note", "seq": 1, "ply": 0, "author": "Eva", "text": "[{" * 200 + '\\"[' * 100}
    assert decode(json.dumps(line).encode()).text == line["text"]


def test_canonical_lines_leave_out_what_is_default():
    note = KINDS["note"](seq=3, ply=2, author="Eva", text="¡Ojo! </script>")
    assert encode(note) == '{"kind":"note","seq":3,"ply":2,"author":"Eva","text":"¡Ojo! </script>"}\n'.encode()


def test_every_kind_says_its_kind():
    assert all(kind_of(b'{"seq":1,"kind" : "' + kind.encode() + b'", ') == kind for kind in KINDS)
    assert kind_of(b"{}") is None


def test_records_are_frozen():
    note = KINDS["note"](seq=3, ply=2, author="Eva", text="x")
    with pytest.raises(AttributeError):
        note.text = "y"
    assert msgspec.structs.replace(note, seq=4).seq == 4
