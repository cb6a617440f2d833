"""Writing replay files so that nothing written before is lost: whole files in one step, single lines by appending."""

import errno
import os
import secrets
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from cardlab.errors import ReplayError
from cardlab.replay.coding import BadLine, decode, encode
from cardlab.replay.lock import WriteLock
from cardlab.replay.reader import MAX_BYTES, MAX_LINE, MAX_LINES, read_bytes
from cardlab.replay.records import Record


def write_lines(records: Iterable[Record]) -> bytes:
    """The file that holds these records in this order, their `seq` counted from 0."""
    return b"".join(encode(msgspec.structs.replace(record, seq=seq)) for seq, record in enumerate(records))


def write_file(path: str | PathLike[str], data: bytes) -> None:
    """Make `data` the file at `path`, in one step: a reader sees the old file or the new one, and a failure leaves the old one."""
    target = Path(os.path.realpath(path))
    spare = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        mode = target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mode = None
    try:
        with open(spare, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if mode is not None:
                os.chmod(spare, mode)
        os.replace(spare, target)
    except BaseException:
        spare.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def create_file(path: str | PathLike[str], data: bytes) -> None:
    """Make a new file, in one step: it is there whole or not at all. FileExistsError where there is one already."""
    target = Path(path)
    spare = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(spare, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(spare, target)  # unlike a renaming it never takes the place of another file
        except FileExistsError:
            raise FileExistsError(errno.EEXIST, "the file is there already", str(path)) from None
        except OSError:  # a file system without links
            with open(target, "xb") as file:
                file.write(data)
                os.fsync(file.fileno())
    finally:
        spare.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make a new or renamed entry of a folder last; systems that cannot open folders have no need of it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


class Appender:
    """Appends lines to a replay file, each at once and for good. One at a time: FileHeld where another writes the file.

    Opening mends a torn end: a last line without a newline is completed with one if it can be read, else it is kept aside in
    `<file>.torn-<n>` (`.torn` names it) and cut. ReplayError where the file has no usable header or is full."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self.torn: Path | None = None
        """Where a torn last line was put."""
        self.path.stat()  # no lock is laid beside a file that is not there
        self._lock = WriteLock(self.path)
        try:
            self._file = open(self.path, "r+b", buffering=0)  # noqa: SIM115 - closed by close()
        except BaseException:
            self._lock.release()
            raise
        try:
            data = self._file.read(MAX_BYTES + 1)
            self.next_seq = self._next_seq(data)
            """The seq that the next line gets."""
            self._size = self._mend(data)
            self.lines = data.count(b"\n", 0, self._size) + (self._size > len(data))
            """Lines in the file, the last one's newline included."""
        except BaseException:
            self.close()
            raise

    def _next_seq(self, data: bytes) -> int:
        return read_bytes(data, str(self.path)).next_seq

    def _mend(self, data: bytes) -> int:
        """Complete or cut a last line without a newline; the size of the file afterwards."""
        if data.endswith(b"\n"):
            return len(data)
        start = data.rfind(b"\n") + 1
        try:
            decode(data[start:])
        except BadLine as error:
            if not error.torn:
                return self._add(len(data), b"\n")  # whole JSON, though not a line we understand: kept as it is
            self.torn = self._put_aside(data[start:])
            self._file.truncate(start)
            os.fsync(self._file.fileno())
            self.next_seq = self._next_seq(data[:start])
            return start
        return self._add(len(data), b"\n")

    def _put_aside(self, tail: bytes) -> Path:
        n = 1
        while True:
            aside = self.path.with_name(f"{self.path.name}.torn-{n}")
            try:
                with open(aside, "xb") as file:
                    file.write(tail)
                    file.flush()
                    os.fsync(file.fileno())
            except FileExistsError:
                n += 1
                continue
            _sync_folder(aside.parent)
            return aside

    def append(self, record: Record) -> Record:
        """Write one line behind the last and make it last (fsync). The record as written, with its `seq`. Where the disk is full or
        the write fails otherwise, OSError, and the file is as it was before. ReplayError where a limit would be passed, or where the
        file was replaced, removed or changed by somebody who did not ask for the lock: nothing is written into the void."""
        if self.closed:
            raise ReplayError(self.path, None, "the file is closed: open it again to write more")
        record = msgspec.structs.replace(record, seq=self.next_seq)
        line = encode(record)
        if len(line) > MAX_LINE:
            raise ReplayError(self.path, None, f"the line would be {len(line)} bytes long, and at most {MAX_LINE} are read")
        if self._size + len(line) > MAX_BYTES or self.lines + 1 >= MAX_LINES:
            raise ReplayError(self.path, None, f"the file is full: at most {MAX_BYTES} bytes and {MAX_LINES} lines are read")
        self._check_file()
        self._size = self._add(self._size, line)
        self.lines += 1
        self.next_seq += 1
        return record

    def _check_file(self) -> None:
        mine = os.fstat(self._file.fileno())
        try:
            there = self.path.stat()
        except FileNotFoundError:
            raise ReplayError(self.path, None, "the file was removed or renamed while it was being written; nothing was appended") from None
        if not os.path.samestat(mine, there):
            raise ReplayError(self.path, None, "the file was replaced by another while it was being written; nothing was appended")
        if mine.st_size != self._size:
            sizes = f"{mine.st_size} bytes, not {self._size}"
            raise ReplayError(
                self.path, None, f"the file was changed by another while it was being written ({sizes}); nothing was appended"
            )

    def _add(self, at: int, data: bytes) -> int:
        """One write at the end; the size afterwards. What was half written is cut again."""
        self._file.seek(at)
        try:
            written = self._file.write(data)
            if written != len(data):
                why = f"only {written} of {len(data)} bytes could be written"
                raise OSError(errno.ENOSPC, why, str(self.path))
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(at)
            raise
        return at + len(data)

    @property
    def closed(self) -> bool:
        return self._file.closed

    def close(self) -> None:
        """Let others write the file. Nothing is pending: every line was made last when it was appended."""
        self._file.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def append(path: str | PathLike[str], record: Record) -> Record:
    """Append one line to the file; see `Appender`."""
    with Appender(path) as file:
        return file.append(record)
