"""Writing loses nothing: whole files change in one step, lines are appended for good, torn ends are put aside."""

import errno
import os
import stat

import pytest

import cardlab
from cardlab.replay import loads
from cardlab.replay import writer as writer_module
from cardlab.replay.records import ActionPly, Note
from cardlab.replay.writer import Appender, append, write_file, write_lines

NOTE = Note(seq=0, ply=1, author="Eva", text="één 😀")


@pytest.fixture
def file(short, tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(short.encode())
    return path


def test_write_lines_counts_them():
    text = write_lines([NOTE, NOTE]).decode()
    assert [line[:22] for line in text.splitlines()] == ['{"kind":"note","seq":0', '{"kind":"note","seq":1']


# -- whole files


def test_a_file_is_replaced_in_one_step(file):
    os.chmod(file, 0o640)
    write_file(file, b"new")
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(file.parent) == [file.name]


def test_a_new_file_has_the_usual_rights(tmp_path):
    (tmp_path / "usual").touch()
    write_file(tmp_path / "new", b"x")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_stays_a_link(file, tmp_path):
    link = tmp_path / "link.jsonl"
    link.symlink_to(file)
    write_file(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file(file, short, monkeypatch, step):
    def fail(*arguments):
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(writer_module.os, step, fail)
    with pytest.raises(OSError, match="no space left"):
        write_file(file, b"new")
    assert file.read_bytes() == short.encode()
    assert os.listdir(file.parent) == [file.name]


# -- appending


def test_lines_are_appended_with_their_seq(file, short):
    n = short.count("\n")
    with Appender(file) as lines:
        assert lines.append(NOTE).seq == n
        assert file.read_bytes().endswith('"text":"één 😀"}\n'.encode())  # at once, not when closed
        assert lines.append(NOTE).seq == n + 1
    assert append(file, NOTE).seq == n + 2
    replay = cardlab.load(file)
    assert replay.problems == []
    assert len(replay.notes) == 3
    assert file.read_text(encoding="utf-8").startswith(short)


def test_a_whole_last_line_is_completed(file, short):
    file.write_bytes(short.encode()[:-1])
    with Appender(file) as lines:
        assert lines.torn is None
        lines.append(NOTE)
    assert file.read_text(encoding="utf-8").startswith(short)
    assert cardlab.load(file).problems == []


def test_a_torn_end_is_put_aside_at_every_byte(file, short):
    """Cut anywhere in the last line: nothing before it is lost, what was left of it is kept aside, and the file is sound again."""
    append(file, NOTE)
    data = file.read_bytes()
    start = data.rstrip().rfind(b"\n") + 1
    for cut in range(start + 1, len(data) - 1):
        file.write_bytes(data[:cut])
        with Appender(file) as lines:
            assert lines.torn is not None
            assert lines.torn.read_bytes() == data[start:cut]
            lines.append(NOTE)
        assert file.read_bytes() == data
        assert cardlab.load(file).problems == []
        lines.torn.unlink()


def test_torn_ends_do_not_overwrite_each_other(file, short):
    for n, tail in enumerate((b'{"kind', b'{"kind":"note","seq"'), 1):
        file.write_bytes(short.encode() + tail)
        with Appender(file) as lines:
            assert lines.torn == file.with_name(f"match.jsonl.torn-{n}")
    assert file.with_name("match.jsonl.torn-1").read_bytes() == b'{"kind'
    assert file.read_bytes() == short.encode()


def test_a_last_line_that_is_json_but_not_ours_stays(file, short):
    n = short.count("\n")
    for tail in (f'{{"kind":"zebra","seq":{n}}}', f'{{"kind":"note","seq":{n},"ply":"x"}}', "[1]"):
        file.write_bytes((short + tail).encode())
        with Appender(file) as lines:
            assert lines.torn is None
            lines.append(NOTE)
        assert file.read_text(encoding="utf-8").startswith(short + tail + "\n")
        assert [note.text for note in cardlab.load(file).notes] == [NOTE.text]


def test_a_file_with_byte_order_mark_and_crlf_is_appended_to(file, short):
    before = ("\ufeff" + short.replace("\n", "\r\n")).encode()
    file.write_bytes(before)
    append(file, NOTE)
    assert file.read_bytes().startswith(before)
    assert cardlab.load(file).problems == []


def test_what_is_no_replay_is_not_appended_to(tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("dear diary")
    with pytest.raises(cardlab.ReplayError, match="no header"):
        append(other, NOTE)
    assert other.read_text() == "dear diary"
    with pytest.raises(FileNotFoundError):
        append(tmp_path / "none.jsonl", NOTE)
    assert os.listdir(tmp_path) == ["other.txt"]


def test_a_line_beyond_the_limits_is_refused(file, short):
    with pytest.raises(cardlab.ReplayError, match=r"the line would be \d+ bytes long, and at most 1048576 are read$"):
        append(file, Note(seq=0, ply=0, author="Eva", text="x" * 2**20))
    assert file.read_bytes() == short.encode()


class HalfWritten:
    """A file on a disk that fills up after a few bytes of a write."""

    def __init__(self, file, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: bytes) -> int:
        written = self.file.write(data[: self.room])
        if self.room <= 0:
            raise OSError(errno.ENOSPC, "no space left on device")
        return written

    def __getattr__(self, name: str):
        return getattr(self.file, name)


@pytest.mark.parametrize("room", [0, 1, 20])
def test_a_full_disk_leaves_the_file_as_it_was(file, short, room):
    with Appender(file) as lines:
        lines.append(NOTE)
        before = file.read_bytes()
        whole = lines._file
        lines._file = HalfWritten(whole, room)
        with pytest.raises(OSError, match=r"no space left|only \d+ of \d+ bytes"):
            lines.append(NOTE)
        assert file.read_bytes() == before
        lines._file = whole
        lines.append(NOTE)
    replay = cardlab.load(file)
    assert replay.problems == []
    assert len(replay.notes) == 2


def test_a_ply_can_be_appended(skyjo_match, tmp_path):
    """A recording that was broken off goes on."""
    whole = loads(skyjo_match)
    lines = skyjo_match.splitlines(keepends=True)
    file = tmp_path / "broken.jsonl"
    file.write_text("".join(lines[:60]))
    n = len(cardlab.load(file)) + 1
    while whole.action(n).player < 0:
        n += 1
        file.write_text("".join(lines[: 60 + n]))
        n = len(cardlab.load(file)) + 1
    append(file, ActionPly(seq=0, seat=whole.action(n).player, action=str(whole.action(n))))
    replay = cardlab.load(file)
    assert replay.problems == []
    assert replay.at(n).text == whole.at(n).text
