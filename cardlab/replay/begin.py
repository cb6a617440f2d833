"""A new file for a recording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any
from uuid import uuid4

from cardlab.game import Game
from cardlab.games import find_game
from cardlab.replay.make import header
from cardlab.replay.recorder import Recorder, seat_number
from cardlab.replay.writer import create_file, write_lines


def record(
    game: Game | str,
    seats: Sequence[str] = ("Ana", "Leo"),
    preset: str | None = None,
    *,
    file: str | PathLike[str],
    options: Mapping[str, Any] | None = None,
    title: str = "",
    language: str = "en",
    sees: Iterable[int | str] | None = None,
    tags: Sequence[str] = (),
    **more: Any,
) -> Recorder:
    """Begin a new file and record a match into it: see `cardlab.record`."""
    game = find_game(game) if isinstance(game, str) else game
    chosen = game.options(preset or next(iter(game.presets)), dict(options or {}))
    game.start(chosen, len(seats))  # refuses so many seats before there is a file
    names = list(seats)
    seen = None if sees is None else sorted({seat_number(one, names) for one in sees})
    first = header(
        game, chosen, names, title=title, language=language, id=str(uuid4()), date=datetime.now().astimezone().date().isoformat(),
        source="recorded", tags=tags, sees=seen,
    )  # fmt: skip
    data = write_lines([first])
    create_file(file, data)
    try:
        return Recorder(file, **more)
    except ValueError:  # nothing has been recorded: the next try finds no file in its way
        if Path(file).read_bytes() == data:
            Path(file).unlink()
        raise
