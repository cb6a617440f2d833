"""The sample games: clean, annotated, and governed at every ply by what the engine logged."""

import pytest

import cardlab
from cardlab import paths
from cardlab.game import Event
from cardlab.replay.check import check_files
from cardlab.text import LANGUAGES

FILES = sorted(paths.replays().rglob("*.jsonl"))
SAMPLES = [pytest.param(file, id=f"{file.parent.name}/{file.name}") for file in FILES]


def test_there_are_enough():
    """Seven games or more, sixty notes or more, each language somewhere."""
    replays = [cardlab.load(file) for file in FILES]
    assert len(replays) >= 7
    assert sum(len(replay.notes) for replay in replays) >= 60
    assert {note.language for replay in replays for note in replay.notes} == set(LANGUAGES)
    assert {replay.game.name for replay in replays} == {"skipbo", "skyjo"}


@pytest.mark.parametrize("file", SAMPLES)
def test_checks_clean(file):
    said = []
    assert check_files([file], said.append) == 0, said


@pytest.mark.parametrize("file", SAMPLES)
def test_every_ply_is_governed_by_what_the_engine_logged(file):
    """Each ply has a rule that a source states, or a ruling; the rules told are exactly those of checks and events, in order."""
    replay = cardlab.load(file)
    game, book, state = replay.game, cardlab.rulebook(replay.game.name), replay.start_state()
    for ply, (who, move) in enumerate(replay.moves, 1):
        trace: list[str] = []
        events: list[Event] = []
        assert game.forbids(state, who, move, trace) is None
        game.apply(state, who, move, events)
        logged = tuple(dict.fromkeys([*trace, *(rule for event in events for rule in event.rules)]))
        why = replay.explain(ply)
        assert why.rules == logged
        assert any(book[rule].passages or book[rule].kind == "ruling" for rule in logged), f"ply {ply}: {why.action}"


@pytest.mark.parametrize("file", SAMPLES)
def test_notes_speak_of_what_is_there(file):
    """Each note is tied to a ply of the game, and names a rule of the book where it names one."""
    replay = cardlab.load(file)
    book = cardlab.rulebook(replay.game.name)
    assert replay.notes
    for note in replay.notes:
        assert 0 <= note.ply <= len(replay)
        assert note.text.strip() and note.author
        assert note.rule is None or note.rule in book


@pytest.mark.parametrize("file", SAMPLES)
def test_round_trip(file):
    data = file.read_bytes()
    assert bytes(cardlab.loads(data)) == data
