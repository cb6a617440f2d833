"""One writer at a time: a lock on a replay file that dies with its process, and who holds it.

The lock is the operating system's own (`filelock`: flock on POSIX, a locked byte on Windows), so that no crash leaves a file locked.
It lies on `.<file>.lock` beside the file, never on the file itself, which others read while it is written. Who holds it stands in
`.<file>.holder.lock`, which is only ever read to tell a person: it locks nothing, and one left behind by a crash means nothing.
"""

from __future__ import annotations

import json
import os
import socket
import time
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from cardlab.errors import ReplayError


class Holder(NamedTuple):
    """Who holds a lock."""

    pid: int
    host: str
    since: str
    """When it was taken, ISO 8601."""

    @property
    def here(self) -> bool:
        """Whether it is this very process."""
        return self.pid == os.getpid() and self.host == socket.gethostname()

    def __str__(self) -> str:
        if self.here:
            return f"this very process (pid {self.pid}) since {self.since}: close what writes it first"
        return f"process {self.pid} on {self.host} since {self.since}"


class FileHeld(ReplayError):
    """The file is being written by somebody else. `.holder` tells who, None where that cannot be told."""

    def __init__(self, path: object, holder: Holder | None) -> None:
        super().__init__(path, None, f"the file is being written by {holder or 'another process'}")
        self.holder = holder


class WriteLock:
    """Held from when it is made until `release()`, or until its process ends however it ends. FileHeld where another holds it, in
    this process or any other; OSError where the folder cannot be written to."""

    def __init__(self, path: str | PathLike[str]) -> None:
        from filelock import FileLock, Timeout

        true = Path(os.path.realpath(path))  # two names of one file have one lock
        self._holder = true.with_name(f".{true.name}.holder.lock")
        self._lock: Any = FileLock(true.with_name(f".{true.name}.lock"), timeout=0, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise FileHeld(path, _holder(self._holder)) from None
        me = Holder(os.getpid(), socket.gethostname(), datetime.now(UTC).isoformat(timespec="seconds"))
        try:
            self._holder.write_text(json.dumps(me._asdict()), encoding="utf-8")
        except OSError:  # a full disk: that is for the write itself to tell; the lock holds all the same
            self._holder.unlink(missing_ok=True)

    def release(self) -> None:
        """Let others write, and leave nothing beside the file."""
        if self._lock.is_locked:
            self._holder.unlink(missing_ok=True)
            if os.name != "nt":  # there it goes by itself. Who has opened it already finds it gone and opens anew (filelock >= 3.20.4)
                Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


def _holder(path: Path) -> Holder | None:
    """Who holds the lock. What is told of a process that is gone is left over: its follower may be about to write its own."""
    for _ in range(10):
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            holder = Holder(int(told["pid"]), str(told["host"]), str(told["since"]))
        except (OSError, ValueError, LookupError, TypeError):
            holder = None
        if holder is not None and _lives(holder):
            return holder
        time.sleep(0.02)
    return None


def _lives(holder: Holder) -> bool:
    if holder.host != socket.gethostname() or os.name == "nt":  # nothing is known of other machines; os.kill ends processes there
        return True
    try:
        os.kill(holder.pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
