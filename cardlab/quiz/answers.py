"""A student's answers: each one line, appended to a file of his own at once, and read back as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, overload

import msgspec

from cardlab.errors import ReplayError
from cardlab.replay.coding import encode
from cardlab.replay.reader import Document, Problem, read_file
from cardlab.replay.records import ANSWERS_FORMAT, VERSION, Answer, AnswersHeader, Hint
from cardlab.replay.writer import append, create_file

if TYPE_CHECKING:
    import pandas

Line: TypeAlias = Answer | Hint
COLUMNS: Final = ("question", "answer", "right", "time")


def _now() -> datetime:
    return datetime.now(UTC)


class Answers(Sequence[Answer]):
    """The answers of one student in the order in which they were given; `hints` are those that were asked for.

    With a path they stand in that file, which is begun with the first answer; each is on the disk before anything else is done. One
    program writes at a time (FileHeld); what another program appended is seen by the next `read`."""

    def __init__(
        self, path: str | PathLike[str] | None = None, student: str = "", title: str = "", *, clock: Callable[[], datetime] = _now
    ) -> None:
        self.path = None if path is None else Path(path)
        self.student, self.title = student, title
        self._clock = clock
        self._lines: list[Line] = []
        self.problems: list[Problem] = []
        """What is wrong with lines of the file."""
        if self.path is not None and self.path.exists():
            self.read()

    def read(self) -> None:
        """Read the file again. ReplayError where it is no file of answers, or another student's."""
        if self.path is None or not self.path.exists():
            return
        document = read_file(self.path)
        head = answers_head(document)
        if self.student and head.student and head.student != self.student:
            raise ReplayError(document.path, document.header_line, f"these are the answers of {head.student!r}, not of {self.student!r}")
        self.student, self.title = self.student or head.student, head.title or self.title
        self._lines = [record for _, record in document.records if isinstance(record, (Answer, Hint))]
        self.problems = document.problems

    @property
    def lines(self) -> tuple[Line, ...]:
        """Answers and hints together, in order."""
        return tuple(self._lines)

    @property
    def hints(self) -> tuple[Hint, ...]:
        return tuple(line for line in self._lines if isinstance(line, Hint))

    def to(self, question: str) -> list[Answer]:
        """The answers to one question."""
        return [answer for answer in self if answer.question == question]

    def add(self, line: Line) -> Line:
        """Append a line, with its time; it counts once it is written. OSError and ReplayError as `writer.append`."""
        time = self._clock().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        line = msgspec.structs.replace(line, seq=len(self._lines) + 1, time=time)
        if self.path is not None:
            if not self.path.exists():
                self._begin(self.path)
            written = append(self.path, line)
            assert isinstance(written, (Answer, Hint))
            line = written
        self._lines.append(line)
        return line

    def _begin(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        version = f"{VERSION[0]}.{VERSION[1]}"
        head = AnswersHeader(seq=0, format=ANSWERS_FORMAT, version=version, student=self.student, title=self.title)
        try:
            create_file(path, encode(head))
        except FileExistsError:  # begun by another program just now
            self.read()

    # -- as a sequence of answers

    def _answers(self) -> list[Answer]:
        return [line for line in self._lines if isinstance(line, Answer)]

    def __len__(self) -> int:
        return len(self._answers())

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | Sequence[Answer]:
        return self._answers()[index]

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._answers())

    def to_frame(self) -> pandas.DataFrame:
        """One row an answer, in the order in which they were given: question, answer, right (as it was told then, missing where it was
        not judged) and time."""
        import pandas

        rows = [[getattr(answer, column) for column in COLUMNS] for answer in self]
        frame = pandas.DataFrame(rows, columns=list(COLUMNS)).astype({"right": "boolean"})
        frame["time"] = pandas.to_datetime(frame["time"], utc=True)
        return frame

    def __repr__(self) -> str:
        where = f" in {str(self.path)!r}" if self.path is not None else ""
        return f"<cardlab answers of {self.student or 'nobody named'!r}{where}: {len(self)}>"


def answers_head(document: Document) -> AnswersHeader:
    """The first line of a file of answers. ReplayError where it is another kind of file."""
    if not isinstance(document.head, AnswersHeader):
        why = "no file of answers: one begins with a line of the kind 'answers'"
        raise ReplayError(document.path, document.header_line, why)
    return document.head
