"""What a page gets: every try with its places and, where it is refused, the sentence; the tree; what chance asks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import cardlab
from cardlab.scratch.view import beyond, hidden_view, trial_view
from cardlab.text import LANGUAGES

VERSIONS = sorted((Path(__file__).parent / "versions").glob("*.jsonl"))


def test_every_try_is_what_the_engine_says(played):
    """Legal tries are the legal actions, no more and no fewer; each refusal is the one that playing gives; places are on the table."""
    for ply in range(5, len(played), 9):
        table = cardlab.scratch(played.at(ply))
        view = table.view()
        msgspec.json.encode(view)
        assert [one["action"] for one in view["tries"] if one["legal"]] == table.legal_actions()
        zones = {zone.id: cards for zone, cards in zip(view["zones"], view["cards"], strict=True)}
        for one in view["tries"]:
            for end in ("from", "to"):
                if end in one:
                    assert all(place < len(zones[one[end]["zone"]].codes) for place in one[end].get("places", ()))
            if not one["legal"]:
                trial = table.ruling(one["action"])
                refusal = view["refusals"][one["no"]]
                assert refusal["rule"] == trial.rules[0]
                assert refusal["why"] == {lang: trial.ruling.refusal(lang) for lang in LANGUAGES}


def test_what_chance_asks_comes_with_its_counts():
    table = cardlab.scratch("skyjo skyoo | phase=turn seat=A discard=-2x5 | A grid=1,?x3/?x4/?x4 | B grid=1,?x3/?x4/?x4")
    table.play("draw")
    view = table.view()
    assert view["tries"] == []
    assert view["asked"]["word"] == "reveal"
    assert view["asked"]["left"]["12"] == 10
    assert "-2" not in view["asked"]["left"]
    assert view["why"]["text"]["en"]


def test_a_refused_try_for_the_page(skipbo):
    view = trial_view(skipbo.ruling("H9>B2"))
    assert view["legal"] is False
    assert view["rules"] == ["skipbo.build.start"]
    assert set(view["text"]) == set(LANGUAGES)
    assert {passage["source"] for passage in view["passages"]} >= {"000-official"}
    assert {other["preset"] for other in view["others"]} == set(skipbo.game.presets) - {"official"}
    msgspec.json.encode(view)


def test_the_tree_for_the_page(skyjo):
    skyjo.play("draw")
    skyjo.play("swap r1c1")
    skyjo.name("the plan")
    skyjo.home()
    skyjo.suppose("draw:1=12")
    skyjo.play_out(3, seed=1)
    tree = skyjo.tree_view()
    assert [(n["id"], n["parent"], n["kind"]) for n in tree["nodes"][:4]] == [
        (0, None, "origin"),
        (1, 0, "play"),
        (2, 1, "play"),
        (3, 0, "faces"),
    ]
    assert tree["nodes"][2]["name"] == "the plan"
    assert tree["nodes"][3]["facts"] == ["draw:1=12"]
    assert tree["at"] == skyjo.node.id
    assert next(n for n in tree["nodes"] if n.get("folded"))["by"] == "sensible"
    msgspec.json.encode(tree)


def test_the_picker_of_faces(skyjo):
    view = hidden_view(skyjo)
    assert view["places"][:2] == ["draw:1", "draw:2"]
    assert "grid0:r1c1" in view["places"] and "grid0:r1c2" not in view["places"]
    assert sum(view["possible"].values()) >= len(view["places"])


def test_a_supposed_card_that_is_turned_says_so(skyjo):
    skyjo.suppose("draw:1=12")
    skyjo.play("draw")
    assert beyond(skyjo, skyjo.node) == [{"place": "draw:1", "face": "12", "how": "supposed"}]
    skyjo.home()
    skyjo.rest_at_random(2)
    skyjo.play("draw")
    assert [mark["how"] for mark in beyond(skyjo, skyjo.node)] == ["random"]
    skyjo.home()
    skyjo.play("take")
    assert beyond(skyjo, skyjo.node) == [], "the discard lay open"


@pytest.mark.parametrize("file", VERSIONS, ids=lambda file: file.stem)
def test_scratch_files_of_every_version_open(file, tmp_path):
    """One file for each version that was ever written; they are never changed."""
    copy = tmp_path / file.name
    copy.write_bytes(file.read_bytes())
    table = cardlab.scratch(copy)
    assert table.problems == []
    assert len(table) > 5
    assert {node.kind for node in table.tree.nodes} == {"origin", "play", "faces", "edit"}
    table.close()
    assert copy.read_bytes().startswith(file.read_bytes())
