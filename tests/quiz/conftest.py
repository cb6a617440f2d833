"""Games with rounds that end, and quizzes on them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import cardlab
from cardlab.games import GAMES
from cardlab.replay import Replay, loads
from cardlab.replay.make import play_match

PRESETS = [(game.name, preset) for game in GAMES for preset in game.presets]


def bots(game: str, preset: str | None = None, players: int = 2, seed: int = 4, cap: int = 260) -> str:
    """The text of a match that bots play."""
    return play_match(game, players, preset, seed=seed, cap=cap, tell=lambda sentence: None)


@pytest.fixture(scope="session")
def skyjo_text() -> str:
    """A match of Skyjo, over its first round."""
    return bots("skyjo", players=3)


@pytest.fixture(scope="session")
def skyjo(skyjo_text) -> Replay:
    return loads(skyjo_text)


@pytest.fixture(scope="session")
def skipbo() -> Replay:
    """Of Skip-Bo, to its end."""
    return loads(bots("skipbo", cap=900))


@pytest.fixture(scope="session", params=PRESETS, ids="-".join)
def every_preset(request) -> Replay:
    return loads(bots(*request.param))


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """A clock that goes on by a second whenever it is read."""
    now = datetime(2026, 11, 1, tzinfo=UTC)

    def tick() -> datetime:
        nonlocal now
        now += timedelta(seconds=1)
        return now

    return tick


@pytest.fixture
def lesson(skyjo_text, tmp_path, clock) -> Path:
    """A game of Skyjo with four questions: a play with hints, one with choices, a ruling and a rule."""
    path = tmp_path / "lesson.jsonl"
    path.write_text(skyjo_text, encoding="utf-8")
    replay = cardlab.load(path)
    pen = replay.annotate(author="Eva", language="en", clock=clock)
    place = drawn(replay)
    hints = [{"en": "It must end on the table.", "es": "Tiene que acabar en la mesa."}, "Your own grid."]
    seat = replay.at(place).player
    cardlab.ask(
        pen, "play", place, id="place", seat=seat, hints=hints, feedback={"draw": {"en": "One a turn.", "es": "Una por turno."}}, tries=2
    )
    cardlab.ask(pen, "play", place - 1, id="begin", choices=["draw", "discard", "flip r1c1"], rules=["skyjo.turn.one_of_two"])
    cardlab.ask(pen, "legal", place, id="twice", action="draw")
    choices = ["skyjo.turn.draw_look", "skyjo.turn.take_discard", "skyjo.round.last_turns"]
    cardlab.ask(pen, "rule", place, id="why-not", action="draw", accept=["forbids"], choices=choices, tries=3)
    return path


def drawn(replay: Replay) -> int:
    """A ply after which a seat holds a card that it has drawn."""
    return next(n for n in range(1, len(replay)) if replay.action(n) == "draw" and replay.at(n).phase == "place")
