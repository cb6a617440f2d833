"""Two writers at once: the second is refused and told who writes, and a lock dies with its process."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from cardlab.errors import ReplayError
from cardlab.replay.lock import FileHeld, WriteLock
from cardlab.replay.records import Note
from cardlab.replay.writer import Appender

NOTE = Note(seq=0, ply=0, author="Eva", text="x")

HOLD = """
import sys
from cardlab.replay.writer import Appender
lines = Appender(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""
TRY = """
import sys
from cardlab.replay.lock import FileHeld
from cardlab.replay.writer import Appender
try:
    Appender(sys.argv[1])
except FileHeld as error:
    print(error)
"""


@pytest.fixture
def file(short, tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(short.encode())
    return path


@pytest.fixture
def holder(file):
    """Another process that writes the file."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_the_second_writer_is_refused_and_told_who_writes(file, holder):
    with pytest.raises(FileHeld) as refused:
        Appender(file)
    told = refused.value.holder
    assert (told.pid, told.host) == (holder.pid, socket.gethostname())
    assert str(refused.value) == (f"{file}: the file is being written by process {holder.pid} on {socket.gethostname()} since {told.since}")
    assert isinstance(refused.value, ReplayError)


def test_a_process_that_ends_lets_go(file, holder):
    holder.communicate("")  # ends without closing
    with Appender(file) as lines:
        lines.append(NOTE)


def test_the_lock_dies_with_its_process(file, holder):
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    with Appender(file) as lines:
        lines.append(NOTE)


def test_in_one_process_too(file):
    with Appender(file) as first:
        with pytest.raises(FileHeld, match=rf"by this very process \(pid {os.getpid()}\) since .*: close what writes it first"):
            Appender(file)
        first.append(NOTE)
    Appender(file).close()


def test_another_name_of_the_file_is_the_same_file(file, tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(file)
    with Appender(file), pytest.raises(FileHeld):
        Appender(link)


def test_nothing_is_left_beside_the_file(file):
    with Appender(file) as lines:
        assert sorted(os.listdir(file.parent)) == [".match.jsonl.holder.lock", ".match.jsonl.lock", "match.jsonl"]
        lines.append(NOTE)
    assert os.listdir(file.parent) == ["match.jsonl"]


def test_a_failed_opening_lets_go(tmp_path):
    other = tmp_path / "diary.txt"
    other.write_text("dear diary")
    for _ in range(2):
        with pytest.raises(ReplayError, match="no header"):
            Appender(other)
    assert os.listdir(tmp_path) == ["diary.txt"]


@pytest.mark.parametrize("told", [None, "", "{", "[]", json.dumps({"pid": "x", "host": 1, "since": 2}), json.dumps({"pid": 2**40})])
def test_who_holds_it_may_be_unreadable(file, told):
    """The lock holds all the same, and the refusal says what it can."""
    with WriteLock(file):
        told_by = file.with_name(".match.jsonl.holder.lock")
        told_by.unlink()
        if told is not None:
            told_by.write_text(told)
        with pytest.raises(FileHeld, match=r"the file is being written by another process$") as refused:
            WriteLock(file)
        assert refused.value.holder is None


def test_what_a_dead_process_left_is_no_lock_and_names_nobody(file):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = {"pid": gone.pid, "host": socket.gethostname(), "since": "2026-01-01T00:00:00+00:00"}
    file.with_name(".match.jsonl.holder.lock").write_text(json.dumps(left))
    file.with_name(".match.jsonl.lock").write_text("")
    with WriteLock(file):
        file.with_name(".match.jsonl.holder.lock").write_text(json.dumps(left))
        with pytest.raises(FileHeld, match=r"another process$"):
            WriteLock(file)


def test_many_processes_and_one_writer(file):
    """Of several that begin at once, all but the one that holds the lock are refused."""
    with Appender(file):
        tries = [subprocess.Popen([sys.executable, "-c", TRY, file], stdout=subprocess.PIPE, text=True) for _ in range(3)]
        said = [process.communicate()[0] for process in tries]
    assert all(f"process {os.getpid()} on" in text for text in said)


@pytest.mark.parametrize(
    ("meddle", "why"),
    [
        (lambda path: path.unlink(), "was removed or renamed"),
        (lambda path: path.rename(path.with_name("other.jsonl")), "was removed or renamed"),
        (lambda path: (path.rename(path.with_name("old")), path.write_text("new")), "was replaced by another"),
        (lambda path: path.write_bytes(path.read_bytes() + b"{}\n"), r"was changed by another .* \(\d+ bytes, not \d+\)"),
    ],
)  # fmt: skip
def test_nothing_is_written_into_a_file_that_somebody_took_away(file, meddle, why):
    """Not everybody asks for the lock: an editor that saves, a folder that is synchronised."""
    with Appender(file) as lines:
        meddle(file)
        with pytest.raises(ReplayError, match=f"the file {why}.*; nothing was appended$"):
            lines.append(NOTE)


def test_a_closed_file_takes_no_more(file):
    lines = Appender(file)
    lines.close()
    lines.close()
    with pytest.raises(ReplayError, match="the file is closed"):
        lines.append(NOTE)
