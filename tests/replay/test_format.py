"""The format page and the schema say what the program does."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

import cardlab
from cardlab.errors import InvalidAction
from cardlab.games import find_game
from cardlab.paths import replays
from cardlab.replay import coding, judge, loads, reader, records, schema
from cardlab.replay.check import check_files
from cardlab.rulebook import read_rulebook

PAGE = (replays() / "FORMAT.md").read_text(encoding="utf-8")
SCHEMA = json.loads((replays() / "schema.json").read_text(encoding="utf-8"))
EXAMPLE = re.search(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)[1]


def part(*headings: str) -> str:
    """What stands under a heading, and under a heading within it."""
    text = PAGE
    for level, heading in enumerate(headings, 2):
        text = re.search(rf"^{'#' * level} {heading}\n(.*?)(?=^#{{2,{level}}} |\Z)", text, re.DOTALL | re.MULTILINE)[1]
    return text


def first_cells(text: str) -> list[str]:
    """Every `code` in the first cells of the tables."""
    return [code for line in text.splitlines() if line.startswith("| `") for code in re.findall(r"`([^`]+)`", line.split(" | ")[0])]


# -- the schema


def test_schema_and_tables_are_those_of_the_structs():
    again = "run: python -m cardlab.replay.schema replays"
    assert (replays() / "schema.json").read_text(encoding="utf-8") == schema.text(), again
    assert schema.with_tables(PAGE) == PAGE, again


def test_every_field_is_told():
    for struct, told in schema.field_docs().items():
        assert set(told) == set(getattr(records, struct).__struct_encode_fields__)


def test_the_schema_takes_what_the_reader_takes(match):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    more = [{"kind": "zebra", "seq": 4, "x": []}, {"kind": "note", "seq": 1, "ply": 0, "author": "", "text": "", "x-novelty": {}}]
    for line in [*match.splitlines(), *EXAMPLE.splitlines(), *map(json.dumps, more)]:
        validator.validate(json.loads(line))


@pytest.mark.parametrize("line", [
    {"seq": 1}, {"kind": "zebra"}, {"kind": "action", "seq": 1, "seat": "x", "action": "draw"}, {"kind": "action", "seq": 1, "action": ""},
    {"kind": "note", "seq": -1, "ply": 0, "author": "", "text": ""}, {"kind": "checkpoint", "seq": 1, "ply": 0, "state": "x"},
    {"kind": "note", "seq": 1, "ply": 0, "author": "", "text": "", "glyph": "great"}, {"kind": "chance", "seq": 1, "action": "x" * 2001},
])  # fmt: skip
def test_the_schema_refuses_what_the_reader_reports(line):
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(line)


# -- the page


def test_the_example_checks_clean(tmp_path):
    file = tmp_path / "example.jsonl"
    file.write_text(EXAMPLE, encoding="utf-8")
    assert check_files([file], print) == 0
    replay = cardlab.load(file)
    assert (len(replay), len(replay.notes), list(replay.branches)) == (9, 2, ["first-card"])
    for line in EXAMPLE.splitlines():
        assert coding.encode(coding.decode(line.encode())).decode() == line + "\n"
    assert f"version {records.VERSION[0]}.{records.VERSION[1]} of the format" in PAGE
    assert replay.header.options == replay.at(0).options.as_dict()


def test_the_limits_are_those_of_the_reader():
    limits = part("Limits")
    for value in (reader.MAX_BYTES, reader.MAX_LINES, reader.MAX_LINE, judge.MAX_BRANCHES, records.MAX_DEPTH, 2000, 2**53 - 1):
        assert f"{value:,}" in limits


def test_every_kind_has_its_table():
    assert re.findall(r"^### `(.*)`$", part("Kinds"), re.MULTILINE) == list(records.KINDS)


def test_the_hash_of_a_checkpoint_is_as_it_says():
    from hashlib import blake2b

    text = loads(EXAMPLE).at(9).text
    assert blake2b(text.encode("utf-8"), digest_size=8).hexdigest() in EXAMPLE


@pytest.mark.parametrize(("heading", "game"), [("Skip-Bo", "skipbo"), ("Skyjo", "skyjo")])
def test_the_actions_it_lists_can_be_read(heading, game):
    """Each text reads and writes back; and every word that the game's own refusal lists is on the page."""
    position = cardlab.game(game).start(2)
    engine = find_game(game)
    texts = [text.removesuffix(" …") for text in first_cells(part("Action texts", heading))]
    assert len(texts) > 10
    for text in texts:
        assert engine.write(position.state, engine.read(position.state, text)) == text
    with pytest.raises(InvalidAction) as caught:
        engine.read(position.state, "no such action")
    words = set(re.findall(r"[a-z_]{4,}", str(caught.value)))
    assert {word for word in words if _is_action(engine, position.state, word)} <= {text.split()[0] for text in texts}


def _is_action(engine, state, word: str) -> bool:
    """Whether a word begins an action, with nothing or with plausible numbers behind it."""
    for more in ("", " 1", " 1 1", " r1c1", " c1", " H7>B2"):
        try:
            engine.read(state, word + more)
        except InvalidAction:
            continue
        return True
    return False


@pytest.mark.parametrize(("heading", "game"), [("Skip-Bo", "skipbo"), ("Skyjo", "skyjo")])
def test_the_position_it_shows_can_be_read(heading, game):
    text = re.search(r"```position\n(.*)\n```", part("Position texts", heading))[1]
    position = cardlab.position(text)
    assert position.game.name == game
    assert cardlab.position(position.text).text == position.text


@pytest.mark.parametrize("heading", ["Skip-Bo", "Skyjo"])
def test_every_key_of_a_position_is_told(heading):
    """The keys on the page are those that the reader's own refusal of an unknown one lists."""
    text = part("Position texts", heading)
    sections = re.search(r"```position\n(.*)\n```", text)[1].split(" | ")
    known: set[str] = set()
    for place in (1, 2):
        with pytest.raises(cardlab.InvalidPosition, match="unknown key 'nonesuch'; known: ") as caught:
            cardlab.position(" | ".join(part + " nonesuch=1" * (i == place) for i, part in enumerate(sections)))
        known.update(str(caught.value).partition("known: ")[2].split(", "))
    told = set()
    for line in text.splitlines():
        if line.startswith("| `"):
            cell = line.split(" | ")[0]
            told.update(re.findall(r"`([^`]+)`", cell))
            if span := re.search(r"`([BD])1` to `[BD]4`", cell):
                told.update(f"{span[1]}{i}" for i in (2, 3))
    assert told == known


def test_the_rules_that_the_example_names_are_there():
    book = read_rulebook("skyjo")
    assert all(note.rule in book for note in loads(EXAMPLE).all_notes if note.rule)


# -- every version stays readable

VERSIONS = sorted((Path(__file__).parent / "versions").glob("*.jsonl"))


@pytest.mark.parametrize("file", VERSIONS, ids=lambda file: file.stem)
def test_files_of_every_version_open(file):
    """One file for each version that was ever written; they are never changed."""
    text = file.read_bytes()
    replay = cardlab.load(file)
    assert replay.problems == []
    assert len(replay) > 0 or len(replay.sheet) > 0
    assert bytes(replay) == text
    assert file.stem.startswith(f"v{replay.header.version}")


def test_the_version_that_is_written_has_its_file():
    assert f"v{records.VERSION[0]}.{records.VERSION[1]}" in {file.stem.partition("-")[0] for file in VERSIONS}
