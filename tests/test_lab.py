"""`cardlab lab` without a browser: what is copied, what is kept, and the command that is run."""

import json
import os

import pytest

from cardlab import lab, paths
from cardlab.errors import CardlabError


@pytest.fixture
def packaged(tmp_path, monkeypatch):
    """Notebooks and replays as a wheel holds them; no clone around."""
    top = tmp_path / "data"
    for name, text in {"notebooks/01-one.ipynb": "one", "notebooks/02-two.ipynb": "two", "replays/skyjo/a.jsonl": "a"}.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text, encoding="utf-8")
    (top / "notebooks" / ".ipynb_checkpoints").mkdir()
    (top / "notebooks" / ".ipynb_checkpoints" / "01-one-checkpoint.ipynb").write_text("old", encoding="utf-8")
    monkeypatch.setattr(paths, "clone", lambda: None)
    monkeypatch.setattr(paths, "notebooks", lambda: top / "notebooks")
    monkeypatch.setattr(paths, "replays", lambda: top / "replays")
    return top


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "lab"


def test_everything_is_copied_once(packaged, folder):
    assert lab.copy_samples(folder) == (("notebooks/01-one.ipynb", "notebooks/02-two.ipynb", "replays/skyjo/a.jsonl"), ())
    assert lab.copy_samples(folder) == ((), ())
    assert (folder / "notebooks" / "02-two.ipynb").read_text(encoding="utf-8") == "two"


def test_a_changed_file_is_never_overwritten(packaged, folder):
    """Not by the next version, nor by the one after it; what was not changed is renewed, and what was deleted comes back."""
    lab.copy_samples(folder)
    (folder / "notebooks" / "01-one.ipynb").write_text("my own work", encoding="utf-8")
    (folder / "replays" / "skyjo" / "a.jsonl").unlink()
    for version in ("second", "third"):
        for name in ("01-one", "02-two"):
            (packaged / "notebooks" / f"{name}.ipynb").write_text(version, encoding="utf-8")
        done = lab.copy_samples(folder)
        assert done.kept == ("notebooks/01-one.ipynb",)
        assert (folder / "notebooks" / "01-one.ipynb").read_text(encoding="utf-8") == "my own work"
        assert (folder / "notebooks" / "02-two.ipynb").read_text(encoding="utf-8") == version
    assert (folder / "replays" / "skyjo" / "a.jsonl").read_text(encoding="utf-8") == "a"


def test_a_file_that_was_there_before_is_kept(packaged, folder):
    (folder / "notebooks").mkdir(parents=True)
    (folder / "notebooks" / "01-one.ipynb").write_text("somebody's", encoding="utf-8")
    assert lab.copy_samples(folder).kept == ("notebooks/01-one.ipynb",)
    assert (folder / "notebooks" / "01-one.ipynb").read_text(encoding="utf-8") == "somebody's"


@pytest.mark.parametrize("torn", ['{"notebooks/01-one.ipynb": "', "[]", ""])
def test_a_torn_manifest_keeps_what_differs(packaged, folder, torn):
    lab.copy_samples(folder)
    (folder / lab.MANIFEST).write_text(torn, encoding="utf-8")
    (packaged / "notebooks" / "01-one.ipynb").write_text("second", encoding="utf-8")
    assert lab.copy_samples(folder).kept == ("notebooks/01-one.ipynb",)


def test_the_command_opens_the_first_notebook(packaged, folder):
    lab.copy_samples(folder)
    command = lab.command(folder, False, 8123)
    assert f"--ServerApp.root_dir={folder}" in command
    assert "--LabApp.default_url=/lab/workspaces/cardlab/tree/notebooks/01-one.ipynb" in command
    assert {"--no-browser", "--ServerApp.port=8123", "--ServerApp.port_retries=0"} <= set(command)
    assert "--no-browser" not in lab.command(folder, True, None)


def test_no_notebook_is_said(tmp_path):
    with pytest.raises(CardlabError, match="no notebook"):
        lab.first_notebook(tmp_path)


def test_our_settings_come_before_the_users_and_leave_them_there():
    ours, theirs = lab.environment({"JUPYTER_CONFIG_PATH": "/theirs", "HOME": "/h"})["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert theirs == "/theirs"
    config = json.loads((lab.CONFIG / "labconfig" / "page_config.json").read_text(encoding="utf-8"))
    assert ours == str(lab.CONFIG)
    assert config["disabledExtensions"] == {"@jupyterlab/apputils-extension:announcements": True}
