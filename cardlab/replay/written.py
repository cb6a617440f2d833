"""The last lines of a file that is being written, to be looked at."""

from typing import Final, NamedTuple

from cardlab.replay.coding import BadLine, decode
from cardlab.replay.records import Record, Unknown

MOST: Final = 40
"""Lines that are kept."""


class Written(NamedTuple):
    """A line of the file."""

    line: int
    """Its number, counted from 1."""
    record: Record


def last_lines(data: bytes) -> list[Written]:
    """The last lines of a file, as far as they can be read."""
    lines = data.split(b"\n")
    found = []
    for number in range(max(1, len(lines) - MOST), len(lines)):
        try:
            record = decode(lines[number - 1])
        except BadLine:
            continue
        if not isinstance(record, Unknown):
            found.append(Written(number, record))
    return found
