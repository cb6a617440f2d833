"""RecorderWidget without a browser: what it sends, what it writes and when, what it refuses, what it never shows."""

import json
import re
from random import Random

import pytest

import cardlab
from cardlab.game import CHANCE
from cardlab.games import find_game
from cardlab.lens import Lens
from cardlab.position import start
from cardlab.replay.lock import FileHeld
from cardlab.replay.records import KINDS
from cardlab.rulebook import read_rulebook
from cardlab.text import LANGUAGES, words
from cardlab.widgets.moment import as_seen, moment


@pytest.fixture
def begin(tmp_path):
    """`begin("skyjo", sees=[0])` gives a recorder and its widget; all are closed in the end."""
    made = []

    def one(game, file="match.jsonl", **more):
        made.append(cardlab.record(game, file=tmp_path / file, **more))
        return made[-1], made[-1].show()

    yield one
    for recorder in made:
        recorder.close()


def now(widget):
    return json.loads(widget.moment)


def enter(widget, text):
    """As the page does: what is entered at the moment that it shows."""
    answer, _ = widget._enter({"text": text, "at": now(widget)["at"]}, [])
    return answer


def lines(recorder):
    return recorder.path.read_text(encoding="utf-8").splitlines()


def legal(widget):
    return [move[0] for move in now(widget)["moves"] if move[6] < 0]


@pytest.mark.parametrize("game", ["skyjo", "skipbo"])
def test_the_page_gets_just_what_is_legal(begin, game):
    """At every moment of a recording the legal actions are the recorder's, each with zones that are on the table."""
    recorder, widget = begin(game, sees=[0])
    random = Random(3)
    for _ in range(40):
        told = now(widget)
        assert legal(widget) == [str(action) for action in recorder.legal()]
        zones = len(json.loads(widget.frames)["zones"])
        assert all(spot is None or 0 <= spot[0] < zones for move in told["moves"] for spot in move[1:3])
        if (asked := recorder.asked) is None:
            assert told["asked"] is None
            assert enter(widget, random.choice(legal(widget))) == {"lines": len(lines(recorder))}
        else:
            assert told["asked"]["left"] == dict(asked.left) and told["asked"]["number"] == asked.number
            assert "error" not in enter(widget, str(recorder.position.sample(random)))


def test_a_line_is_in_the_file_before_the_answer(begin, monkeypatch):
    """The answer names the line, and the line has been made last (fsync) by then."""
    import os

    recorder, widget = begin("skyjo", sees=[0])
    enter(widget, "12")
    synced = []
    true = os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: (true(descriptor), synced.append(os.fstat(descriptor).st_size))[0])
    answer = enter(widget, "flip r1c1")
    assert answer == {"lines": 4} and json.loads(lines(recorder)[3])["action"] == "flip r1c1"
    assert synced == [recorder.path.stat().st_size]
    assert now(widget)["lines"][-1] == [4, "action", 0, "flip r1c1"] and now(widget)["count"] == 4


def test_a_full_disk_is_told_and_nothing_counts(begin, monkeypatch):
    recorder, widget = begin("skyjo", sees=[0])
    enter(widget, "12")
    before = now(widget)

    def full(_at, _data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(recorder._lines, "_add", full)
    assert "No space left" in enter(widget, "flip r1c1")["error"]
    assert now(widget) == before and recorder.plies == 2


def test_a_recording_from_python_shows(begin):
    """Play and undo in a cell: every widget of the recorder follows; what is asked for at the old moment is not done."""
    recorder, widget = begin("skyjo", sees=[0])
    other = recorder.show(lang="nl")
    old = now(widget)["at"]
    recorder.enter("12")
    recorder.play("flip r1c1")
    assert now(widget)["plies"] == now(other)["plies"] == 3
    assert widget._enter({"text": "flip r1c2", "at": old}, [])[0] == {"error": "stale"}
    assert recorder.plies == 3
    recorder.undo()
    assert now(other)["plies"] == 2 and now(other)["lines"][-1][1] == "undo"


def test_a_failure_in_one_widget_stops_no_recording(begin, monkeypatch):
    recorder, widget = begin("skyjo", sees=[0])
    monkeypatch.setattr("cardlab.widgets.recorder.frames_from", lambda *_: 1 / 0)
    recorder.enter("12")
    assert recorder.plies == 2 and "division" in widget.error


REFUSED = [
    ("skyjo", ["12"], "draw", "skyjo.deal.initial_flips_timing"),
    ("skyjo", ["12"], "flip r9c1", "skyjo.deal.grid"),
    ("skyjo", ["12", "flip r1c1"], "flip r1c1", "skyjo.deal.initial_flips"),
    ("skipbo", ["3 12", "4 1", "draw", "3 7 9 11 12"], "S>B2", "skipbo.build.start"),
    ("skipbo", ["3 12", "4 1", "draw", "3 7 9 11 12"], "pass", "skipbo.turn.discard_mandatory"),
    ("skipbo", ["3 12"], "?", "skipbo.E27"),
]


@pytest.mark.parametrize(("game", "entered", "action", "rule"), REFUSED)
def test_a_refusal_names_the_rule(begin, game, entered, action, rule):
    """What is refused comes with its rule, phrase and facts, and nothing is written."""
    recorder, widget = begin(game, sees=[0])
    for text in entered:
        assert "lines" in enter(widget, text)
    before = lines(recorder)
    answer = enter(widget, action)
    assert answer["rules"] == [rule] and answer["refused"][2] == 0
    assert rule in read_rulebook(game) and answer["phrases"][0] in words(game)["phrases"]
    assert lines(recorder) == before


def test_a_try_that_is_refused_carries_its_reason(begin):
    """skipbo.build.start: the page can say by itself why the 4 of the stock goes on no empty place."""
    _, widget = begin("skipbo", sees=[0])
    for text in ("3 12", "4 1", "draw", "3 7 9 11 12"):
        enter(widget, text)
    told = now(widget)
    tries = {move[0]: move for move in told["moves"]}
    assert told["rules"][tries["S>B2"][6]] == "skipbo.build.start"
    assert tries["S>B2"][5] == {"seat": "Ana", "card": "4", "pile": "B2"}
    assert tries["H3>D1"][6] == -1


def test_faces_that_cannot_be_are_told_with_the_count(begin):
    """All five -2 lie open: the picker says so (skyjo.deck.composition), and naming one is refused."""
    recorder, widget = begin("skyjo", seats=["Ana", "Leo", "Zoe"], sees=[0, 1, 2])
    enter(widget, "-2")
    for _ in range(3):
        enter(widget, "flip r1c1")
        enter(widget, "flip r1c2")
    assert now(widget)["asked"]["number"] == 6
    answer = enter(widget, "-2 -2 -2 -2 -2 1")
    assert answer["rules"] == ["skyjo.deck.composition"] and answer["refused"][1]["copies"] == "4"
    enter(widget, "-2 -2 -2 -2 12 1")
    enter(widget, "draw")
    asked, rules = now(widget)["asked"], now(widget)["rules"]
    assert "-2" not in asked["left"] and asked["left"]["12"] == 9
    _, facts, rule = asked["none"]["-2"]
    assert rules[rule] == "skyjo.deck.composition" and (facts["copies"], facts["card"]) == ("0", "-2")
    assert enter(widget, "-2")["rules"] == ["skyjo.deck.composition"]
    assert asked["unknown"] and asked["owner"] == recorder.position.state.actor


@pytest.mark.parametrize("wrong", [{}, {"text": 3}, {"text": None, "seat": "Zoe"}, {"seat": 9}, "nonsense", None, {"text": "x" * 5000}])
def test_a_request_from_the_page_never_raises(begin, wrong):
    """It is answered with an error, and nothing is written."""
    recorder, widget = begin("skyjo", sees=[0])
    message = {**wrong, "at": now(widget)["at"]} if isinstance(wrong, dict) else wrong
    for command in (widget._enter, widget._leave, widget._see):
        assert command(message, [])[0]["error"]
    for command in (widget._undo, widget._note, widget._clock, widget._open):
        assert command("nonsense", [])[0]["error"]
    assert recorder.lines == 2


def test_undo_leave_note_and_clock_are_lines(begin):
    """Each is one new line, and the last action comes off by a line that withdraws it."""
    recorder, widget = begin("skipbo", sees=[0])
    for text in ("3 12", "4 1", "draw", "3 7 9 11 12"):
        enter(widget, text)
    for command, message, kind in (
        (widget._leave, {"seat": 1}, "leave"),
        (widget._note, {"text": "</script>"}, "note"),
        (widget._clock, {"on": True}, "note"),
        (widget._undo, {}, "undo"),
    ):
        answer, _ = command({**message, "at": now(widget)["at"]}, [])
        assert answer == {"lines": len(lines(recorder))}
        assert json.loads(lines(recorder)[-1])["kind"] == now(widget)["lines"][-1][1] == kind
    assert now(widget)["clock"] is True
    enter(widget, "3 7 9 11 12")
    enter(widget, "H3>D1")
    written = [json.loads(line) for line in lines(recorder)]
    assert [line["clock"] >= 0 for line in written if "clock" in line] == [True]


def test_calls_of_the_referee_are_offered_and_written(begin):
    recorder, widget = begin("skyjo", preset="skyoo", sees=[0])
    enter(widget, "12")
    calls = [call[0] for call in now(widget)["calls"]]
    assert calls == ["timeout", "leave 0", "leave 1"]
    assert enter(widget, "leave 1") == {"lines": 4}
    assert json.loads(lines(recorder)[3])["kind"] == "referee"


def test_a_closed_recording_takes_nothing(begin):
    recorder, widget = begin("skyjo", sees=[0])
    recorder.close()
    told = now(widget)
    assert told["closed"] and told["moves"] == [] and told["asked"] is None and told["calls"] == []
    assert "closed" in enter(widget, "12")["error"]


def test_a_held_file_names_its_holder(begin, tmp_path):
    recorder, _ = begin("skyjo", sees=[0])
    with pytest.raises(FileHeld, match=r"being written by this very process \(pid \d+\)"):
        cardlab.resume(recorder.path)


def test_resumed_it_goes_on_where_it_stopped(begin):
    recorder, widget = begin("skyjo", sees=[0])
    enter(widget, "12")
    enter(widget, "flip r1c1")
    shown = now(widget)
    recorder.close()
    with cardlab.resume(recorder.path) as again:
        resumed = now(again.show())
        assert [resumed[key] for key in ("plies", "count", "moves", "lines")] == [
            shown[key] for key in ("plies", "count", "moves", "lines")
        ]
    assert cardlab.load(recorder.path).problems == []


def test_a_seats_view_is_the_same_for_all_hidden_cards():
    """Dealing what a seat cannot see anew changes no byte of what its page gets: not the tries, not the counts."""
    random = Random(1)
    for name in ("skipbo", "skyjo"):
        game = find_game(name)
        position = start(game, 3, seed=5)
        for _ in range(60):
            state = position.state
            faces = [state.face[card] for card in game.hidden(state, 0)]
            random.shuffle(faces)
            for card, face in zip(game.hidden(state, 0), faces, strict=True):
                state.face[card] = face
            shown = [json.dumps(moment(game, position.names, one, Lens(0))) for one in (position.state, state)]
            assert shown[0] == shown[1], position.text
            if position.player is None:
                break
            position = position.play(random.choice(position.legal_actions()))


def test_another_seats_hand_is_played_from_as_unknown(begin):
    """Seen by Leo, Ana's hand may hold anything, and the file's lines do not tell it either."""
    recorder, widget = begin("skipbo", sees=[0])
    for text in ("3 12", "4 1", "draw", "3 7 9 11 12"):
        enter(widget, text)
    assert {move[0] for move in now(widget)["moves"] if move[6] < 0 and move[0].startswith("H8")} == set()
    widget._see({"seat": 1, "at": now(widget)["at"]}, [])
    assert {move[0] for move in now(widget)["moves"] if move[6] < 0 and move[0].startswith("H8")} == {f"H8>D{n}" for n in range(1, 5)}
    assert now(widget)["lines"][-1] == [6, "chance", CHANCE, "reveal"]
    assert '"7"' not in json.dumps(json.loads(widget.frames)["cards"])
    assert as_seen(recorder.game, recorder.position.state, Lens(1)).face.count(0) > recorder.position.state.face.count(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_kernel_it_stands_as_text_and_table(begin, lang):
    recorder, _ = begin("skyjo", sees=[0])
    recorder.enter("12")
    recorder.play("flip r1c1")
    data, _ = recorder.show(lang=lang)._repr_mimebundle_()
    assert recorder.explanation.text(lang) in data["text/plain"]
    assert "<table" in data["text/html"] and "<script" not in data["text/html"] and "<style" not in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data and " at 0x" not in data["text/plain"]


def test_a_recorder_shows_itself(begin):
    """As its widget, one for all cells; its repr opens it again."""
    recorder, _ = begin("skyjo", sees=[0])
    first, second = recorder._repr_mimebundle_(), recorder._repr_mimebundle_()
    key = "application/vnd.jupyter.widget-view+json"
    assert first[0][key] == second[0][key]
    assert repr(recorder) == f"cardlab.resume({str(recorder.path)!r})"
    assert repr(recorder.show(lang="es", seat="Leo")) == f"{recorder!r}.show(lang='es', seat=1)"


def test_open_in_viewer_is_the_file(begin):
    _, widget = begin("skyjo", sees=[0])
    enter(widget, "12")
    assert widget._open({"at": now(widget)["at"]}, [])[0] == {"lines": 3}
    assert widget.viewer.ply == 2


@pytest.mark.parametrize(("asked", "why"), [({"seat": 7}, "unknown seat 7"), ({"lang": "fr"}, "unknown language 'fr'")])
def test_refuses_what_is_not_there(begin, asked, why):
    recorder, _ = begin("skyjo")
    with pytest.raises(ValueError, match=why):
        recorder.show(**asked)


def test_the_words_of_the_recorder_are_those_that_it_uses(root):
    """Each word of the table is used by the front end, and each that is used stands in it or among those of every widget."""
    folder = root / "frontend" / "src"
    code = "\n".join(
        (folder / name).read_text(encoding="utf-8")
        for name in ("record.ts", "entry.ts", "options.ts", "view/recording.ts", "view/due.ts", "view/why.ts", "view/keylist.ts")
    )
    table, shared = words()["recorder"], words()["ui"]
    used = set(re.findall(r'\bui\(state, "(\w+)"', code))
    assert used <= table.keys() | shared.keys()
    # the field of a setting is shared by a game's form and by the scratch table, and both lie over these words
    fields = (folder / "view" / "playform.ts").read_text(encoding="utf-8")
    shared_words = {key for key in table if re.search(rf'\bwords\(state, "{key}"', fields)}
    named = {key for key in table if f'"{key}"' in code} | shared_words | {key for key in table if key.startswith("line_")}
    assert set(table) == named
    kinds = {key.removeprefix("line_") for key in table if key.startswith("line_")}
    written_here = {"header", "action", "chance", "referee", "undo", "leave", "note", "checkpoint", "result"}
    assert written_here <= kinds <= KINDS.keys()
    for text in table.values():
        assert set(text) == set(LANGUAGES) and len({tuple(sorted(re.findall(r"\{\w+\}", one))) for one in text.values()}) == 1
