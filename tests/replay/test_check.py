"""The checker tells every problem of every file, one line each, and counts them."""

import pytest

from cardlab.replay.check import check_files


@pytest.fixture
def files(match, skyjo_match, edit, tmp_path):
    good, bad, ugly = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "ugly.jsonl"
    good.write_text(skyjo_match)
    bad.write_text(match + "?\n!\n")
    ugly.write_text("no replay\n")
    return good, bad, ugly, tmp_path / "none.jsonl"


@pytest.mark.parametrize("progress", [None, True, False])
def test_everything_is_told_and_counted(files, match, progress, capsys):
    _, bad, ugly, none = files
    n = match.count("\n")
    told: list[str] = []
    assert check_files(files, told.append, progress) == 4
    assert told == [
        f"{bad}:{n + 1}: bad JSON: expecting value at column 1",
        f"{bad}:{n + 2}: bad JSON: expecting value at column 1",
        f"{ugly}:1: no header: bad JSON: expecting value at column 1",
        f"{none}: No such file or directory",
    ]
    assert capsys.readouterr().out == ""


def test_good_files_have_nothing_to_tell(files):
    told: list[str] = []
    assert check_files([str(files[0])], told.append) == 0
    assert told == []
    assert check_files([], told.append) == 0
