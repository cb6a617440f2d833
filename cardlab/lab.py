"""Open JupyterLab on the notebooks: in place in a clone, in a folder of copies where cardlab was installed from a wheel."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, NoReturn

from cardlab import paths
from cardlab.errors import CardlabError

FOLDER = "cardlab-lab"
"""Where the copies go by themselves, in the current folder."""
MANIFEST = ".cardlab-copied.json"
"""Remembers the sha256 of each file as it was copied, so that a file which a person changed is known from one that is merely old."""
KINDS = (".ipynb", ".jsonl", ".json", ".md")
"""What a notebook or a sample game is kept in."""
ANSWERS = "answers"
"""The folder beside the notebooks that students' answers to the lessons go to: they are nobody else's."""
CONFIG = Path(__file__).resolve().parent / "jupyter"
"""Settings laid over JupyterLab's for this run alone: no announcements. The user's own settings are not touched."""


class Copied(NamedTuple):
    """What became of the files, by their path in the folder."""

    written: tuple[str, ...]
    """New here, or older copies that nobody had changed."""
    kept: tuple[str, ...]
    """Changed by a person and therefore left alone, although the packaged file differs."""


def copy_samples(folder: Path) -> Copied:
    """Copy notebooks and sample games into `folder`; a file that is not as it was copied is never written to."""
    manifest = folder / MANIFEST
    known = _read_manifest(manifest)
    written, kept = [], []
    for name, source in samples():
        target, data = folder / name, source.read_bytes()
        new, old = _digest(data), _digest(target.read_bytes()) if target.is_file() else None
        if old is None or old == known.get(name):
            if new != old:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
                written.append(name)
            known[name] = new
        elif old == new:
            known[name] = new
        else:
            kept.append(name)
    folder.mkdir(parents=True, exist_ok=True)
    manifest.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return Copied(tuple(written), tuple(kept))


def samples() -> Iterator[tuple[str, Path]]:
    """Each notebook and sample game: its path in the folder of copies, and where it lies here."""
    for top in (paths.notebooks(), paths.replays()):
        for file in sorted(top.rglob("*")):
            inside = file.relative_to(top)
            own = any(part.startswith(".") or part == ANSWERS for part in inside.parts)
            if file.is_file() and file.suffix in KINDS and not own:
                yield f"{top.name}/{inside.as_posix()}", file


def _read_manifest(manifest: Path) -> dict[str, str]:
    """What was copied before. A manifest that cannot be read counts as none: then every file that differs is kept."""
    try:
        known = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(digest) for name, digest in known.items()} if isinstance(known, dict) else {}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def first_notebook(root: Path) -> str:
    """The notebook to open, relative to `root`. CardlabError where there is none."""
    found = sorted((root / "notebooks").glob("[0-9]*.ipynb"))
    if not found:
        raise CardlabError(f"{root / 'notebooks'}: no notebook NN-topic.ipynb to open")
    return found[0].relative_to(root).as_posix()


def command(root: Path, browser: bool, port: int | None) -> list[str]:
    """The command that starts JupyterLab on the first notebook of that folder."""
    # a workspace of its own: the tabs of other projects are neither opened here nor lost
    parts = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={root}"]
    parts.append(f"--LabApp.default_url=/lab/workspaces/cardlab/tree/{first_notebook(root)}")
    if not browser:
        parts.append("--no-browser")
    if port is not None:
        parts += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        parts.append("--allow-root")  # JupyterLab refuses root otherwise, and in a container there is nobody else
    return parts


def environment(base: Mapping[str, str]) -> dict[str, str]:
    """The environment JupyterLab runs in: `base`, with our settings before the user's."""
    theirs = base.get("JUPYTER_CONFIG_PATH")
    return {**base, "JUPYTER_CONFIG_PATH": f"{CONFIG}{os.pathsep}{theirs}" if theirs else str(CONFIG)}


def open_lab(folder: Path | None, browser: bool, port: int | None, say: Callable[[str], None]) -> NoReturn:
    """Start JupyterLab and become it. `folder`: work on copies there; None is the clone itself, or `cardlab-lab`."""
    root = paths.clone()
    if folder is not None or root is None:
        root = (folder or Path(FOLDER)).resolve()
        done = copy_samples(root)
        say(f"{root}: {len(done.written)} files copied")
        for name in done.kept:
            say(f"{root / name}: kept, since you changed it (delete or rename it to get the one of this version)")
    say(f"opening {root / first_notebook(root)}; Ctrl-C ends JupyterLab")
    parts, env = command(root, browser, port), environment(os.environ)
    if os.name != "nt":
        sys.stdout.flush()
        os.execve(parts[0], parts, env)  # so that Ctrl-C asks JupyterLab, and it alone
    sys.exit(subprocess.run(parts, env=env, check=False).returncode)
