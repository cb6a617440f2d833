"""What a crash leaves: killed recorders, full disks, files cut anywhere, lines doubled and missing, strange notes, large files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cardlab
from cardlab.errors import ReplayError
from cardlab.replay import writer
from cardlab.replay.reader import MAX_BYTES, MAX_LINE, read_bytes
from cardlab.replay.recorder import Recorder
from cardlab.replay.records import Note
from cardlab.replay.writer import Appender

HERE = Path(__file__).parent
ENV = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(HERE.parent.parent), os.environ.get("PYTHONPATH")]))}
posix = pytest.mark.skipif(os.name != "posix", reason="signals, limits and mounts of POSIX")


def python(code: str, *arguments: object) -> str:
    """What a Python of its own prints."""
    done = subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, env=ENV, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def recording(tmp_path):
    """A short recording, with its lines: plies, chance, a note, an undo."""
    path = tmp_path / "match.jsonl"
    with cardlab.record("skyjo", ["Ana", "Leo"], file=path, seed=4, author="Eva") as match:
        for action in ("flip r1c1", "flip r2c2", "flip r1c1", "flip r3c3"):
            match.play(action)
        match.note("één 😀")
        match.play("draw")
        match.undo()
        match.play("take")
    return path


@pytest.fixture
def hasty(monkeypatch):
    """Without waiting for the disk, where a test writes very often and kills nobody."""
    monkeypatch.setattr(writer.os, "fsync", lambda descriptor: None)


# -- killed


@posix
def test_recorders_killed_at_random_moments_lose_no_line(tmp_path, record_property, capsys):
    """200 times SIGKILL: every line that had been appended is there, byte for byte, and at most the one being written is not."""
    done = subprocess.run(
        [sys.executable, HERE / "crash_runs.py", "200", "4", tmp_path], capture_output=True, text=True, env=ENV, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["runs"] == 200 and told["lost"] == 0 and sum(told["line being written"].values()) == 200
    assert told["lines"] > 200
    record_property("crash runs", told)
    with capsys.disabled():
        written = told["line being written"]
        print(f"\n  kill -9: {told['runs']} runs, {told['lines']} lines kept, {told['lost']} lost; the one being written: {written}")


# -- a full disk

FULL = """
import os, resource, sys
from cardlab.replay.recorder import Recorder
path = sys.argv[1]
refused = written = 0
with Recorder(path, seed=4) as match:
    for room in [*range(0, 120), 300]:
        before, position = open(path, "rb").read(), match.position
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, resource.RLIM_INFINITY))
        try:
            match.note("één 😀")
        except OSError:
            refused += 1
            assert open(path, "rb").read() == before and match.position == position
        else:
            written += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before), resource.RLIM_INFINITY))
        try:
            match.play(match.legal()[0])
        except OSError:
            refused += 1
            assert match.position == position
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    match.play(match.legal()[0])
print(refused, written)
"""


@posix
def test_a_file_that_may_grow_no_more(recording):
    """A size limit on the process, at every byte of a line: the file and the position stay as they were, and later it goes on."""
    before = recording.read_bytes()
    refused, written = map(int, python(FULL, recording).split())
    assert refused > 200 and written > 0
    assert recording.read_bytes().startswith(before)
    assert cardlab.load(recording).problems == []


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 64 kB, where one may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


@posix
def test_a_disk_that_is_full(small_disk, recording):
    """ENOSPC: refused notes leave the file as it was, and with room again the recording goes on."""
    path = small_disk / "match.jsonl"
    path.write_bytes(recording.read_bytes())
    with Recorder(path, seed=4) as match:
        ballast = small_disk / "ballast"
        ballast.write_bytes(b"x" * 32_000)
        refused = 0
        while refused < 3:
            before = path.read_bytes()
            try:
                match.note("x" * 5_000)
            except OSError as error:
                assert error.errno == 28
                assert path.read_bytes() == before
                refused += 1
        ballast.unlink()
        match.note("room again")
        match.play(match.legal()[0])
    assert cardlab.load(path).problems == []


@posix
def test_a_new_recording_on_a_full_disk_leaves_no_half_file(tmp_path):
    code = """
import os, resource, sys, cardlab
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
try:
    cardlab.record("skyjo", file=sys.argv[1] + "/match.jsonl")
except OSError:
    print(os.listdir(sys.argv[1]))
"""
    assert python(code, tmp_path) == "[]\n"


# -- cut


def test_cut_at_every_byte_it_goes_on_where_it_stopped(recording, hasty):
    """Cut anywhere behind the header: all whole lines stay, what is torn is kept aside, and the recording goes on from there."""
    data = recording.read_bytes()
    first = data.index(b"\n") + 1
    folder = recording.parent
    for cut in range(first, len(data) + 1):
        for left in folder.iterdir():
            left.unlink()
        recording.write_bytes(data[:cut])
        start = data.rfind(b"\n", 0, cut) + 1
        tail = data[start:cut]
        with Recorder(recording, seed=4) as match:
            whole = data[: start + len(tail)] + b"\n" if data[cut : cut + 1] == b"\n" else data[:start]
            if cut == len(data):
                whole = data
            if tail and match.torn is None:  # the line wanted its newline only
                assert data[cut : cut + 1] == b"\n"
            elif tail:
                assert match.torn.read_bytes() == tail
            if not match.over and match.legal():
                match.play(match.legal()[0])
        assert recording.read_bytes().startswith(whole)
        assert cardlab.load(recording).problems == []


def test_cut_in_its_header_it_is_refused_and_left_alone(recording):
    header = recording.read_bytes().partition(b"\n")[0]
    for cut in range(len(header)):
        recording.write_bytes(header[:cut])
        with pytest.raises(ReplayError, match="no header"):
            Recorder(recording)
        assert recording.read_bytes() == header[:cut]
    recording.write_bytes(header)
    with Recorder(recording, seed=4) as match:
        assert match.plies > 0  # set up anew


# -- lines doubled, missing, wrong; other versions


def test_a_doubled_and_a_missing_line_are_told_and_do_not_stop_it(recording):
    lines = recording.read_text(encoding="utf-8").splitlines(keepends=True)
    note = next(i for i, line in enumerate(lines) if '"note"' in line)
    recording.write_text("".join([*lines[: note + 1], lines[note], *lines[note + 1 :]]), encoding="utf-8")
    with Recorder(recording, seed=4) as match:
        match.play("swap r1c1")
    assert [p.what for p in cardlab.load(recording).problems] == [
        f"seq {note} stands twice: a copy of line {note + 1}, which does not count"
    ]
    recording.write_text("".join([*lines[:note], *lines[note + 1 :]]), encoding="utf-8")
    with Recorder(recording, seed=4) as match:
        match.play("swap r1c1")
    assert [p.what for p in cardlab.load(recording).problems] == [f"seq {note} is missing before seq {note + 1}"]


def test_behind_a_ply_that_cannot_be_played_nothing_is_added(recording):
    lines = recording.read_text(encoding="utf-8").splitlines(keepends=True)
    wrong = next(i for i, line in enumerate(lines) if "flip r2c2" in line)
    text = "".join([*lines[:wrong], lines[wrong].replace("r2c2", "r1c1"), *lines[wrong + 1 :]])
    recording.write_text(text, encoding="utf-8")
    with pytest.raises(ReplayError, match=rf":{wrong + 1}: cannot be resumed, as \d+ of its plies cannot be played; `cardlab check` tells"):
        Recorder(recording)
    assert recording.read_text(encoding="utf-8") == text
    assert os.listdir(recording.parent) == [recording.name]


def test_versions(recording):
    text = recording.read_text(encoding="utf-8")
    recording.write_text(text.replace('"version":"1.2"', '"version":"1.99"'), encoding="utf-8")
    with Recorder(recording, seed=4) as match:
        match.play("swap r1c1")
        assert ["newer version 1.99" in problem.what for problem in match.replay.problems] == [True]
    recording.write_text(text.replace('"version":"1.2"', '"version":"2.0"'), encoding="utf-8")
    with pytest.raises(ReplayError, match=r"install a newer cardlab \(pip install --upgrade cardlab\)"):
        Recorder(recording)


# -- what notes may hold

STRANGE = [
    "</script><script>alert(1)</script>",
    '{"kind":"action","seq":3,"seat":0,"action":"draw"}',
    "{{{[[[ }}} ]]] \\ \" ' %s {name} ${x} \\u0041",
    "שלום עולם \u202e txet \u200f",
    "👩‍👩‍👧‍👦 🃏 é e\u0301 \u00a0\u2028\u2029",
    "line\nbreak\r\nand\ttab \x00\x07\x1b[31m",
    "",
]


@pytest.mark.parametrize("text", STRANGE)
def test_strange_notes_are_text_and_stay_as_they_are(recording, text):
    lines = recording.read_bytes().count(b"\n")
    with Recorder(recording, seed=4) as match:
        match.note(text, author=text)
        match.play("swap r1c1")
    assert recording.read_bytes().count(b"\n") == lines + 2  # one line each, whatever it holds
    replay = cardlab.load(recording)
    assert replay.problems == []
    assert (replay.notes[-1].text, replay.notes[-1].author) == (text, text)


def test_a_note_of_a_megabyte(recording):
    text = "ha! " * 250_000
    with Recorder(recording, seed=4) as match:
        match.note(text)
        with pytest.raises(ReplayError, match=rf"the line would be \d+ bytes long, and at most {MAX_LINE} are read"):
            match.note(text + "x" * 100_000)
        match.play("swap r1c1")
    replay = cardlab.load(recording)
    assert replay.problems == [] and replay.notes[-1].text == text


def test_half_a_surrogate_pair_is_refused_before_it_is_written(recording):
    before = recording.read_bytes()
    with Recorder(recording, seed=4) as match, pytest.raises(ValueError, match="surrogate"):
        match.note("\ud83d")
    assert recording.read_bytes() == before


# -- large files

MEASURED = """
import resource, sys, time
import cardlab.replay.recorder
def peak():
    try:  # what getrusage tells begins with the memory of the process that started this one
        status = open("/proc/self/status").read()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before, started = peak(), time.perf_counter()
from cardlab.replay.recorder import Recorder
with Recorder(sys.argv[1]) as match:
    opened = time.perf_counter() - started
    started = time.perf_counter()
    for _ in range(20):
        match.note("x")
    print(len(match.actions), peak() - before, opened, (time.perf_counter() - started) / 20)
"""


def measured(path: Path) -> tuple[int, int]:
    """Opened for recording by a process of its own: plies, and the memory it took."""
    plies, memory, opened, line = python(MEASURED, path).split()
    size, took = path.stat().st_size, f"{float(opened):.2f} s and {int(memory) / 1e6:.0f} MB"
    print(f"{size / 1e6:.1f} MB, {plies} plies: opened in {took}, {float(line) * 1e3:.1f} ms a line")
    return int(plies), int(memory)


@posix
def test_ten_thousand_plies(tmp_path, hasty):
    """A recording of 10,000 plies, as a long evening may have, opens and goes on in little memory."""
    path = tmp_path / "long.jsonl"
    with cardlab.record("skyjo", ["Ana", "Leo"], file=path, seed=1) as match:
        while match.position.phase == "opening":
            match.play(match.legal()[0])
        for n in range(5_100):
            match.play("take")
            match.play("swap r1c1")  # nobody will ever close the round
            if n % 50 == 49:
                match.undo()
                match.play("swap r1c2")
    plies, memory = measured(path)
    assert plies >= 10_000
    assert memory < 200e6


@posix
def test_fifty_megabytes(recording, hasty):
    """50 MB of notes are within the limits: they open, in memory that goes with the size of the file; over the limit it is refused."""
    note = Note(seq=0, ply=3, author="Eva", text="x" * 500_000)
    with Appender(recording) as lines:
        while recording.stat().st_size < 50e6:
            lines.append(note)
    _, memory = measured(recording)
    assert memory < 8 * recording.stat().st_size
    with Appender(recording) as lines:
        while recording.stat().st_size + 510_000 < MAX_BYTES:
            lines.append(note)
        with pytest.raises(ReplayError, match=f"the file is full: at most {MAX_BYTES} bytes"):
            lines.append(note)
        assert recording.stat().st_size <= MAX_BYTES
    with open(recording, "ab") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(ReplayError, match="the file is larger than"):
        Recorder(recording)


@posix
def test_many_small_lines(recording):
    """40 MB of small lines: more than a recording may have, refused before they are read one by one."""
    data = recording.read_bytes() + b"{}\n" * 14_000_000
    with pytest.raises(ReplayError, match="lines, and at most 200000 are read"):
        read_bytes(data, "f.jsonl")
