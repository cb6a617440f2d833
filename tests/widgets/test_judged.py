"""A replay judged by another preset, as it reaches the browser: whole where all may be known, and without what the lens hides."""

import json
from random import Random

import pytest

import cardlab
from cardlab import paths
from cardlab.lens import Lens
from cardlab.replay.make import play_match
from cardlab.text import LANGUAGES
from cardlab.widgets.judged import judge, judged

WORKED = paths.replays() / "skyjo" / "worked-example.jsonl"
EVERYTHING = Lens()


def data(replay, preset, lens=EVERYTHING):
    return json.loads(judged(judge(replay, preset, lens.ply), cardlab.rulebook(replay.game.name), lens))


@pytest.fixture(scope="module")
def worked():
    return cardlab.load(WORKED)


def test_holds_the_verdicts_of_the_judgement(worked):
    """The plies that differ, with what Python says of them, in every language; the scores are the judgement's."""
    judgement, found = worked.under("skyjo-es"), data(worked, "skyjo-es")
    assert [(ply["n"], ply["v"]) for ply in found["plies"]] == [(v.ply, v.verdict) for v in judgement.differing]
    for ply, verdict in zip(found["plies"], judgement.differing, strict=True):
        text = found["texts"][ply["t"]] if "t" in ply else dict.fromkeys(LANGUAGES, "")
        assert text == {lang: verdict.effect(lang) for lang in LANGUAGES}
        matter = found["matters"][ply["m"]]
        assert matter["disputes"] == [d.id for d in verdict.disagreements]
        assert [side["source"] for side in matter["sides"]] == [source.id for source in verdict.sources]
    assert found["final"]["scores"] == [[20, 24, 10], [10, 28, 14]]
    assert [text["nl"] for _, texts in found["final"]["said"] for text in texts] == list(judgement.rounds[0].told("nl"))


@pytest.mark.parametrize("file", sorted(paths.replays().glob("*/*.jsonl")), ids=lambda file: file.stem)
def test_every_side_has_something_to_mark(file):
    """Each rule to mark has a passage in its source; where a source takes a stand there is one, with its line."""
    replay = cardlab.load(file)
    book = cardlab.rulebook(replay.game.name)
    passages = {(p.source.id, p.rule) for rule in book.values() for p in rule.passages}
    stands = {d.id: d for d in book.disagreements}
    for preset in replay.game.presets:
        try:
            replay.under(preset)
        except cardlab.errors.OptionsError:  # the table is too large for the other rules
            continue
        for matter in data(replay, preset)["matters"]:
            assert matter["disputes"]
            for side in matter["sides"]:
                assert all((side["source"], rule) in passages for rule in side["rules"])
                for dispute, lines in zip(matter["disputes"], side["lines"], strict=True):
                    assert bool(lines) == (side["source"] in stands[dispute].says)
                    assert side["rules"] or not lines


# -- the lens


def test_a_seat_is_not_told_what_lies_face_down(worked):
    """Under skyjo-es the round is counted at the closing ply, with cards that the record turns up four plies later. A seat's view is
    told that this ply has another effect and by which disagreement, and no sum; the scores it sees once the record has them."""
    for lens in (Lens(1), Lens(spoilers=False)):
        found = data(worked, "skyjo-es", lens)
        closing = next(ply for ply in found["plies"] if ply["n"] == 72)
        assert "t" not in closing and found["matters"][closing["m"]]["disputes"] == ["D01"]
        assert "28" not in json.dumps([found["texts"], found["matters"]])
        assert found["final"]["scores"] == [[20, 24, 10], [10, 28, 14]]
        upto = data(worked, "skyjo-es", Lens(lens.seat, 73, lens.spoilers))
        assert upto["final"] is None and [ply["n"] for ply in upto["plies"]] == [22, 27, 72, 73]


def test_what_lies_behind_the_last_ply_is_not_judged(worked):
    found = data(worked, "skyjo-es", Lens(ply=72))
    assert [ply["n"] for ply in found["plies"]] == [22, 27, 72]
    assert found["final"]["scores"] == [[0, 0, 0], [10, 28, 14]]


CLOSINGS = [(seed, seat) for seed in range(4) for seat in (0, 2)]


@pytest.mark.parametrize(("seed", "seat"), CLOSINGS)
def test_dealing_hidden_cards_anew_changes_no_verdict_of_a_seat(seed, seat):
    """Cut off where somebody has closed the first round, and cards still lie face down: another deal of what the seat never came to see
    changes not one byte of the judgement that its view gets, though who sees everything gets another one."""
    text = play_match("skyjo", 3, seed=seed)
    replay = cardlab.loads(text)
    closing = next(v.ply for v in replay.under("skyjo-es").differing if v.reveals)
    hidden = replay.game.hidden(replay.at(closing).state, seat)
    deal = next(n for n in range(1, closing) if replay.action(n).startswith("deal "))
    faces = replay.action(deal).split()[1:]
    whole = set()
    for again in range(6):
        dealt = list(faces)
        picked = [dealt[card] for card in hidden]
        Random(again).shuffle(picked)
        for card, face in zip(hidden, picked, strict=True):
            dealt[card] = face
        other = cardlab.loads(text.replace(str(replay.action(deal)), f"deal {' '.join(dealt)}", 1))
        assert data(other, "skyjo-es", Lens(seat, closing)) == data(replay, "skyjo-es", Lens(seat, closing))
        whole.add(json.dumps(data(other, "skyjo-es", Lens(None, closing))))
    assert len(whole) > 1


# -- the widget


def test_judged_by_brings_and_takes_the_judgement(worked):
    viewer = worked.show()
    assert (viewer.judged_by, viewer.judged) == (None, b"")
    viewer.judged_by = "skyjo-es"
    assert json.loads(viewer.judged) == data(worked, "skyjo-es")
    viewer.judged_by = "skyoo"
    assert (viewer.judged_by, viewer.judged) == (None, b"")


def test_another_seat_brings_another_judgement(worked):
    viewer = worked.show()
    viewer.judged_by = "skyjo-es"
    viewer.seat = 1
    assert json.loads(viewer.judged) == data(worked, "skyjo-es", Lens(1))
    viewer.seat = None
    assert json.loads(viewer.judged) == data(worked, "skyjo-es")


def test_a_request_to_judge_never_raises(worked):
    viewer = worked.show()
    assert viewer._judge({"preset": "skyjo-es"}, []) == ({}, [])
    assert json.loads(viewer.judged)["preset"] == "skyjo-es"
    for wrong in ({"preset": "house"}, {"preset": None}, {}, "nonsense"):
        answer, _ = viewer._judge(wrong, [])
        assert answer["error"]
    assert viewer.judged_by == "skyjo-es"
    assert viewer._judge({"preset": "skyoo"}, []) == ({}, [])
    assert viewer.judged == b""


def test_a_preset_by_which_the_table_cannot_play_is_refused():
    """Seven at Skip-Bo under the Dutch text, which allows six."""
    replay = cardlab.loads(play_match("skipbo", 7, seed=1, cap=20, tell=lambda sentence: None, options={"variant.short": True}))
    viewer = replay.show()
    answer, _ = viewer._judge({"preset": "nl"}, [])
    assert "at most 6 players" in answer["error"]
    assert (viewer.judged_by, viewer.judged) == (None, b"")


def test_the_words_of_python_alone_do_not_travel(worked):
    words = json.loads(worked.show().words)
    assert "under" not in words and "judged_by" in words["ui"]
