"""A new match against the bots, or one that goes on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from cardlab.errors import OptionsError, UnknownName
from cardlab.game import Game
from cardlab.games import find_game
from cardlab.playing.match import Match
from cardlab.replay.make import BOT_NAMES, header
from cardlab.replay.recorder import seat_number
from cardlab.replay.writer import create_file, write_lines


def play(
    game: Game | str | None = None,
    preset: str | None = None,
    *,
    seat: int | str = 0,
    players: int | Sequence[str] = 2,
    options: Mapping[str, Any] | None = None,
    bots: str | Sequence[str] = "sensible",
    seed: int | None = None,
    file: str | PathLike[str] | None = None,
    title: str = "",
    language: str = "en",
    resume: str | PathLike[str] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Match:
    """Begin a match against the bots, or go on with one: see `cardlab.play`."""
    if resume is not None:
        fixed = {"game": game, "preset": preset, "options": options, "file": file, "seed": seed, "title": title}
        if given := [name for name, value in fixed.items() if value]:
            raise OptionsError(f"a match that goes on keeps what its file says; it takes no {' and no '.join(given)}", given[0])
        return Match(resume, clock=clock)
    if game is None:
        raise OptionsError("name a game to begin, or a file to go on with (resume)", "game")
    game = find_game(game) if isinstance(game, str) else game
    data = opening(game, preset, seat=seat, players=players, options=options, bots=bots, seed=seed, title=title, language=language)
    path = _create(game.name, data) if file is None else Path(file)
    if file is not None:
        create_file(path, data)
    try:
        match = Match(path, clock=clock)
    except ValueError:  # nothing has been played: the next try finds no file in its way
        if path.read_bytes() == data:
            path.unlink()
        raise
    match.asks = preset is None and not options
    return match


def opening(
    game: Game,
    preset: str | None = None,
    *,
    seat: int | str = 0,
    players: int | Sequence[str] = 2,
    options: Mapping[str, Any] | None = None,
    bots: str | Sequence[str] = "sensible",
    seed: int | None = None,
    title: str = "",
    language: str = "en",
) -> bytes:
    """The file of a match before its first ply. OptionsError and UnknownName where it cannot be."""
    chosen = game.options(preset or next(iter(game.presets)), dict(options or {}))
    names = player_names(players) if isinstance(players, int) else list(players)
    game.start(chosen, len(names))  # refuses so many seats before there is a file
    own = seat_number(seat, names)
    kinds = _bots(game, bots, len(names), own)
    if seed is None:
        seed = secrets.randbits(48)
    first = header(
        game, chosen, names, title=title, language=language, id=str(uuid4()), date=datetime.now().astimezone().date().isoformat(),
        source="played against bots", sees=[own],
    )  # fmt: skip
    return write_lines([msgspec.structs.replace(first, bots=kinds, seed=seed)])


def player_names(players: int) -> list[str]:
    """Names for so many seats."""
    return [BOT_NAMES[i] if i < len(BOT_NAMES) else f"Bot {i + 1}" for i in range(players)]


def _bots(game: Game, bots: str | Sequence[str], seats: int, own: int) -> list[str]:
    """By seat the bot that plays it, "" for the person's."""
    kinds = [bots] * (seats - 1) if isinstance(bots, str) else list(bots)
    if len(kinds) != seats - 1:
        raise OptionsError(f"expected one bot for all, or {seats - 1}, one for each other seat in their order; got {len(kinds)}", "bots")
    for kind in kinds:
        if kind not in game.bots:
            raise UnknownName("bot", kind, list(game.bots))
    return [*kinds[:own], "", *kinds[own:]]


def _create(name: str, data: bytes) -> Path:
    """A file of a name of its own in the current folder: `skyjo-2026-11-30-1.jsonl`."""
    day, number = datetime.now().astimezone().date().isoformat(), 1
    while True:
        path = Path(f"{name}-{day}-{number}.jsonl")
        try:
            create_file(path, data)
        except FileExistsError:
            number += 1
        else:
            return path
