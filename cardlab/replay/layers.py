"""Note layers: notes on a game in a file of their own, bound to it, so that several people can write without touching its file."""

from __future__ import annotations

import json
import os
import re
import secrets
import unicodedata
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardlab.errors import ReplayError
from cardlab.replay.coding import encode, kind_of
from cardlab.replay.keys import digest
from cardlab.replay.parts import Parts
from cardlab.replay.reader import Document, Problem, Unread, read_file
from cardlab.replay.records import NOTES_FORMAT, VERSION, ActionPly, ChancePly, LayerHeader, RefereePly, Undo
from cardlab.replay.writer import write_file

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay

MARK: Final = ".notes."
"""In the names of layers, between the name of the game's file and that of who writes: `match.notes.ana.jsonl`."""

_PEEK: Final = 200
"""So many bytes of a file tell its kind."""
_PLIES: Final = ("action", "chance", "referee")

@dataclass
class Layer:
    """A note layer as it was read."""

    document: Document
    name: str
    """What tells it from the others: "ana" of match.notes.ana.jsonl."""
    warnings: list[Problem] = field(default_factory=list)
    """Where the game is not quite the one that the layer was begun for."""

    _parts: Parts | None = None

    def parts(self, seats: int) -> Parts:
        """Its lines by what they are, for a game of so many seats."""
        if self._parts is None:
            self._parts = Parts(self.document, seats)
        return self._parts

    @property
    def header(self) -> LayerHeader:
        return self.document.layer

    @property
    def path(self) -> str:
        return self.document.path


def game_hash(game: Document, plies: int | None = None) -> tuple[int, str]:
    """How many plies of the main line the game's file holds, `plies` at most, and the hash of the game up to there: of its name, its
    preset, its options, how many play, and the plies, those that were taken back too. Names and notes are not in it, so that a
    layer still fits a game that was annotated, or whose players were made unknown."""
    header = game.header
    parts = [header.game, header.preset, json.dumps(header.options, sort_keys=True), str(len(header.seats))]
    if header.position is not None:
        parts.append(header.position)
    count = 0
    for _, record in game.records:
        if count == plies:
            break
        if isinstance(record, (ActionPly, ChancePly, RefereePly)) and record.branch is None:
            parts.append(f"{record.player} {record.action}")
        elif isinstance(record, Unread) and record.kind in _PLIES and record.branch is None:
            parts.append("?")
        else:
            continue
        count += 1
    return count, digest(*parts)


def layer_path(game: str | PathLike[str], name: str) -> Path:
    """The file of the layer that this person writes beside a game: `match.jsonl`, "Ana" -> `match.notes.ana.jsonl`."""
    path = Path(game)
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or digest(name)[:8]
    return path.with_name(f"{path.stem}{MARK}{slug}{path.suffix or '.jsonl'}")


def is_layer(path: str | PathLike[str]) -> bool:
    """Whether a file is a note layer: by its name, or by its first line."""
    if MARK in Path(path).name:
        return True
    try:
        with open(path, "rb") as file:
            return kind_of(file.readline(_PEEK)) == "layer"
    except OSError:
        return False


def is_game(path: str | PathLike[str]) -> bool:
    """Whether a file is taken for a game: it is no layer, holds no student's answers and is no key."""
    if is_layer(path):
        return False
    try:
        with open(path, "rb") as file:
            return kind_of(file.readline(_PEEK)) not in ("answers", "keys")
    except OSError:
        return True


def game_of(path: str | PathLike[str]) -> Path:
    """The file of the game that a layer stands beside, by its name: "match.jsonl" of "match.notes.ana.jsonl"; "all.game.jsonl" of a
    layer named otherwise."""
    there = Path(path)
    game, mark, _ = there.name.partition(MARK)
    return there.with_name(f"{game}{there.suffix}" if mark else f"{there.stem}.game{there.suffix}")


def layers_beside(game: str | PathLike[str]) -> list[Path]:
    """The layers that stand beside a game, by name."""
    path = Path(game)
    return sorted(found for found in path.parent.glob("*.jsonl") if MARK in found.name and game_of(found).name == path.name)


def new_layer(path: str | PathLike[str], replay: Replay, author: str = "", language: str = "") -> None:
    """Begin a layer for this game. FileExistsError where the file is there already."""
    plies, hash = game_hash(replay.document)
    header = LayerHeader(
        seq=0, format=NOTES_FORMAT, version=f"{VERSION[0]}.{VERSION[1]}", game=replay.header.id, plies=plies, hash=hash,
        title=replay.title, author=author, language=language,
    )  # fmt: skip
    _create(Path(path), encode(header))


def _create(path: Path, data: bytes) -> None:
    """Make a new file in one step: nobody sees half of its first line, and a file that is there stays."""
    spare = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    write_file(spare, data)
    try:
        os.link(spare, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with open(path, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    finally:
        spare.unlink(missing_ok=True)


def read_layer(path: str | PathLike[str], replay: Replay) -> Layer:
    """The layer in that file. ReplayError where it is about another game; where it is about this one as it was otherwise, the layer
    opens with a warning. What is wrong with single lines stands in its document's problems."""
    document = read_file(path)
    there = Path(path)
    name = there.stem.partition(MARK)[2] or there.stem
    layer = Layer(document, name)
    _bind(layer, replay)
    _strays(document)
    return layer


def _bind(layer: Layer, replay: Replay) -> None:
    header, game, line = layer.header, replay.header, layer.document.header_line
    plies, hash = game_hash(replay.document, header.plies)
    fits = (plies, hash) == (header.plies, header.hash)
    if header.game and game.id and header.game != game.id:
        told = f"{header.title!r} (id {header.game})" if header.title else f"the game with the id {header.game}"
        raise ReplayError(layer.path, line, f"this layer is about {told}, and {replay.path} is {replay.title!r} (id {game.id})")
    if fits:
        return
    if not (header.game and game.id):
        raise ReplayError(layer.path, line, f"this layer is about another game than {replay.path}: neither an id nor its plies bind them")
    if plies < header.plies:
        why = f"it was begun when the game had {header.plies} plies, and {replay.path} has {plies}: a shorter copy"
    else:
        why = f"its first {header.plies} plies, or its options, are not those that the layer was begun for: notes may speak of other moves"
    layer.warnings.append(Problem(layer.path, line, f"the game is not as it was: {why}"))


def _strays(document: Document) -> None:
    """A layer says something about a game; it plays none."""
    for line, record in document.records:
        kind = record.kind if isinstance(record, Unread) else str(record.__struct_config__.tag)
        on_branch = getattr(record, "branch", None) is not None
        if isinstance(record, Undo) or (kind in _PLIES and on_branch):
            continue
        if kind in (*_PLIES, "checkpoint", "result", "round"):
            document.report(line, f"a layer holds notes and branches; this line ({kind}) is kept and does not count")
