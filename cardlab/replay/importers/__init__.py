"""Files of other kinds made into replay files, with a report of what could not be carried over and of what differs.

    imported = import_file("history.json", "skyjo-json")
    print(imported.report)        # what was lost, what differs, with the rule behind it
    imported.write("match.jsonl")
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from cardlab.errors import ReplayError, UnknownName
from cardlab.replay.reader import MAX_BYTES

if TYPE_CHECKING:
    from cardlab.replay.replay import Replay

FORMS: Final = {
    "scores-csv": "a score sheet: players in columns, rounds in rows",
    "skyjo-json": "a game history of a Skyjo simulator, as one JSON object",
}
"""What can be imported, and what it is."""


class ImportFault(ReplayError):
    """A file that cannot be imported: `.path`, `.line` and `.column` (both from 1, or None where they tell nothing), `.why`."""

    def __init__(self, path: object, line: int | None, why: str, column: int | None = None) -> None:
        super().__init__(path, line, why if column is None else f"column {column}: {why}")
        self.column = column


@dataclass(frozen=True)
class Loss:
    """Something that the replay does not have as the file has it."""

    kind: str
    """`lost`: the replay has no place for it; `differs`: the file says otherwise than the rules; `unjudged`: the file tells too
    little to judge it; `stopped`: from here on nothing could be carried over."""
    where: str
    """The place in the file: "line 4", "round 2, turn 17"."""
    what: str
    rule: str | None = None
    """Id of the rule that explains it."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.what}{f' [{self.rule}]' if self.rule else ''}"


@dataclass(frozen=True)
class Imported:
    """What an import made: the text of a replay file, and what it does not have as the file has it."""

    text: str
    losses: tuple[Loss, ...]
    source: str

    @property
    def replay(self) -> Replay:
        """The replay that was made."""
        from cardlab.replay.replay import loads

        return loads(self.text)

    @property
    def report(self) -> str:
        """What was carried over in one line, then a line for each loss."""
        replay = self.replay
        carried = f"{len(replay)} plies, " if len(replay) else ""
        carried += f"{len(replay.sheet)} round{'' if len(replay.sheet) == 1 else 's'}" if replay.playable else "nothing playable"
        counts = {kind: sum(loss.kind == kind for loss in self.losses) for kind in ("lost", "differs", "unjudged", "stopped")}
        told = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "nothing lost, nothing differs"
        return "\n".join([f"{self.source}: {carried} carried over; {told}", *map(str, self.losses)])

    def write(self, path: str | PathLike[str]) -> None:
        """Write the replay file, in one step."""
        from cardlab.replay.writer import write_file

        write_file(path, self.text.encode("utf-8"))


def import_file(
    path: str | PathLike[str],
    form: str,
    *,
    game: str = "skyjo",
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] | None = None,
    credited: bool = False,
    number: int | None = None,
) -> Imported:
    """The file made into a replay. `form` is one of FORMS. ImportFault where it cannot be read, with line and column.

    `game`, `preset`, `options` (changes by dotted name): the rules to judge it by, as in `Game.options`; a history of the simulator
    is Skyjo, and by itself judged by the simulator's own rules. `names`: by seat, instead of those in the file. `credited`: the
    numbers of a score sheet are the points as credited, penalties in them. `number`: which game, from 1, of a file with several."""
    if form not in FORMS:
        raise UnknownName("form", form, list(FORMS))
    name = os.fspath(path)
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ImportFault(name, None, f"the file is larger than {MAX_BYTES} bytes, the most that is read")
    if form == "scores-csv":
        from cardlab.replay.importers.scores_csv import read_csv

        return read_csv(data, str(name), game, preset, options or {}, names, credited)
    from cardlab.replay.importers.skyjo_json import read_history

    return read_history(data, str(name), preset, options, names, number)
