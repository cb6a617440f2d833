"""Nothing done on a scratch table can alter the record: whatever sequence of operations, its bytes and its positions stay the same."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlab
from cardlab.errors import CardlabError
from cardlab.replay.make import play_match
from cardlab.scratch.tree import Node
from cardlab.scratch.view import hidden_view, trial_view

WORDS = ("draw", "take", "discard", "swap r1c1", "flip r2c2", "clear c1", "keep c1", "S>B1", "HSB>B1", "H1>B1", "H5>D1", "pass",
         "deal ?x150", "reveal 5", "reveal ?", "leave 0", "timeout", "penalty 1", "noticed", "starter 0", "nonsense", "")  # fmt: skip

OPERATIONS = st.one_of(
    st.tuples(st.just("legal"), st.integers(0, 40)),
    st.tuples(st.just("try"), st.sampled_from(WORDS)),
    st.tuples(st.just("roll"), st.integers(0, 3)),
    st.tuples(st.just("suppose"), st.integers(0, 40), st.sampled_from(["1", "5", "12", "SB", "-2", "?", "x"])),
    st.tuples(st.just("rest"), st.integers(0, 3)),
    st.tuples(st.just("forget")),
    st.tuples(st.just("edit"), st.sampled_from([("total", 90, 0), ("round", 3, None), ("seat", 1, None), ("phase", "play", None)])),
    st.tuples(st.just("put"), st.integers(0, 40), st.sampled_from(["1", "12", "?", "h3", "SB"])),
    st.tuples(st.just("out"), st.integers(1, 12), st.integers(0, 2)),
    st.tuples(st.just("insert"), st.integers(0, 40), st.booleans()),
    st.tuples(st.sampled_from(["undo", "redo", "back", "forth", "sibling", "home", "where_i_was", "delete", "promote", "fold"])),
    st.tuples(st.just("go"), st.integers(0, 60)),
    st.tuples(st.just("say"), st.text(max_size=5)),
    st.tuples(st.just("look")),
    st.tuples(st.just("spoil")),
    st.tuples(st.just("keep")),
)


def carry_out(table, operation, folder):
    """One operation; what cannot be done is refused as a CardlabError, and by nothing else."""
    what, *more = operation
    if what == "legal" and (actions := table.legal_actions()):
        table.play(actions[more[0] % len(actions)])
    elif what == "try":
        tried = table.attempt(more[0])
        assert isinstance(tried, Node) or trial_view(tried)["legal"] is False
    elif what == "roll":
        table.roll(more[0])
    elif what == "suppose" and (places := table.hidden_places()):
        table.suppose(f"{places[more[0] % len(places)]}={more[1]}")
    elif what == "rest":
        table.rest_at_random(more[0])
    elif what == "edit":
        table.edit(table.draft().set(more[0][0], more[0][1], more[0][2]), checked=False)
    elif what == "put" and (places := table.hidden_places()):
        table.edit(table.draft().put(places[more[0] % len(places)], more[1]), checked=False)
    elif what == "out":
        table.play_out(more[0], seed=more[1])
    elif what == "insert" and (actions := table.legal_actions()):
        table.insert(actions[more[0] % len(actions)], replace=more[1]).text("nl")
    elif what == "go":
        table.go(more[0])
    elif what == "say":
        table.name(more[0])
        table.note(more[0])
    elif what == "look":
        msgspec.json.encode(table.view())
        json.dumps([table.tree_view(), hidden_view(table), table.svg(), str(table), repr(table), table.compare().text("es")])
        table.compare_record().text()
    elif what == "spoil":
        spoil(table)
    elif what == "keep":
        table.to_replay()
        table.to_branch("kept", folder / "match.notes.ana.jsonl", author="Ana")
    elif hasattr(table, what):
        getattr(table, what)()


def spoil(table):
    """What a careless reader might do with what the table gives away: none of it is the record's own."""
    for position in (table.position, table.at(0)):
        state = position.state
        state.face[:] = state.face[::-1]
        state.totals[0] += 100
        state.player = None
    if table.left is not None:
        state = table.left.track.state_at(table.left.ply)
        state.face[:] = []
        table.left.rest(table.lens).clear()


@pytest.fixture(scope="module", params=["skyjo", "skipbo"])
def record(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    path = folder / "match.jsonl"
    preset = {"skyjo": "skyjo-es", "skipbo": "official"}[request.param]
    path.write_text(play_match(request.param, ["Ana", "Leo"], preset, seed=9, cap=70, tell=lambda _: None), encoding="utf-8")
    return cardlab.load(path)


def everything(replay):
    """The positions of a record at one ply in seven, from its own states and run again from its bytes."""
    return [(r.at(n).text, r.at(n).table()) for r in (replay, cardlab.loads(bytes(replay))) for n in range(0, len(replay) + 1, 7)]


@settings(max_examples=40)
@given(st.data())
def test_no_sequence_of_operations_alters_the_record(record, data):
    before, inside = bytes(record), everything(record)
    with open(record.path, "rb") as file:
        written = file.read()
    folder = Path(record.path).parent
    ply = data.draw(st.integers(0, len(record)))
    table = cardlab.scratch(record.at(ply), seat=data.draw(st.sampled_from([None, 0, 1])), spoilers=data.draw(st.booleans()))
    start = table.at(0).text
    for operation in data.draw(st.lists(OPERATIONS, max_size=12)):
        with suppress(CardlabError):
            carry_out(table, operation, folder)
        assert table.at(0).text == start
    assert bytes(record) == before
    assert everything(record) == inside
    with open(record.path, "rb") as file:
        assert file.read() == written
    # and everything can be taken back, one change at a time, without ever leaving the table
    for _ in range(400):
        if table.undo() is None:
            break
    assert len(table) == 1 and table.node is table.origin


@settings(max_examples=25)
@given(st.data())
def test_a_file_says_what_the_table_says_whatever_was_done(record, tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("tree")
    table = cardlab.scratch(record.at(data.draw(st.integers(0, len(record)))), seat=data.draw(st.sampled_from([None, 0])))
    path = folder / "tree.jsonl"
    table.save(path)
    for operation in data.draw(st.lists(OPERATIONS.filter(lambda o: o[0] not in ("keep", "look", "spoil")), max_size=10)):
        with suppress(CardlabError):
            carry_out(table, operation, folder)
    told = [(n.id, n.kind, n.name, n.note, n.folded, n.checked, table.at(n).text) for n in table.origin.below()], table.node.id
    table.close()
    again = cardlab.scratch(path)
    assert again.problems == [] or all("not beside" in problem.what for problem in again.problems)
    assert ([(n.id, n.kind, n.name, n.note, n.folded, n.checked, again.at(n).text) for n in again.origin.below()], again.node.id) == told
    again.close()
