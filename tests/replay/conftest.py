"""A short match of each game, made once, and helpers to spoil it."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cardlab.games import GAMES
from cardlab.replay import Replay, load, loads
from cardlab.replay.annotate import Annotator
from cardlab.replay.layers import layer_path
from cardlab.replay.make import play_match

PLIES = 230


@pytest.fixture(scope="session", params=[game.name for game in GAMES])
def match(request) -> str:
    """The text of a match that bots began, cut off after some plies."""
    return play_match(request.param, 3, seed=5, cap=PLIES, tell=lambda sentence: None)


@pytest.fixture(scope="session")
def short(match) -> str:
    """The first lines of the match, for tests that read it many times."""
    return "".join(match.splitlines(keepends=True)[:50])


@pytest.fixture(scope="session")
def skyjo_match() -> str:
    """The text of a whole match of Skyjo, with its result."""
    return play_match("skyjo", 2, seed=11)


@pytest.fixture
def problems() -> Callable[[str | bytes], list[str]]:
    """What is wrong with a text, one sentence each, as `check` tells it."""
    return lambda text: [str(problem) for problem in loads(text, "f.jsonl").problems]


@pytest.fixture
def edit() -> Callable[..., str]:
    """A text with the line of one number (from 1) changed field by field; a field set to `...` is taken out."""

    def edited(text: str, number: int, **fields) -> str:
        lines = text.splitlines(keepends=True)
        record = json.loads(lines[number - 1]) | fields
        record = {key: value for key, value in record.items() if value is not ...}
        lines[number - 1] = json.dumps(record, ensure_ascii=False) + "\n"
        return "".join(lines)

    return edited


@pytest.fixture
def line_of() -> Callable[[str, int], int]:
    """The line (from 1) on which a ply of the main line stands."""

    def find(text: str, ply: int) -> int:
        plies = 0
        for number, line in enumerate(text.splitlines(), 1):
            record = json.loads(line)
            if record["kind"] in ("action", "chance", "referee") and "branch" not in record:
                plies += 1
                if plies == ply:
                    return number
        raise AssertionError(f"no ply {ply}")

    return find


@pytest.fixture
def same() -> Callable[[Replay, Replay], None]:
    """Asserts that two replays tell the same story."""

    def compare(one: Replay, other: Replay) -> None:
        assert one.header == other.header
        assert one.moves == other.moves
        assert one.notes == other.notes
        assert one.result == other.result

    return compare


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
def game(short, tmp_path) -> Path:
    """The file of a game that was broken off, with an id."""
    path = tmp_path / "match.jsonl"
    path.write_text(short, encoding="utf-8")
    return path


@pytest.fixture
def pen(game, clock) -> Callable[..., Annotator]:
    """Somebody who writes into a layer beside the game, or into its own file."""

    def begin(author: str, *, own: bool = False, others: Sequence[str] = (), **more) -> Annotator:
        target = None if own else layer_path(game, author)
        return load(game).annotate(target, author, layers=[layer_path(game, other) for other in others], clock=clock, **more)

    return begin
