"""Writes runtime.lock anew from the versions at its head: change them there, `python -m publish lock`."""

import email
import hashlib
import io
import json
import re
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

from publish.environment import ROOT
from publish.failure import Failure
from publish.lock import LOCK, LockedFile, read_lock, source
from publish.notices import TABLE, table
from publish.registries import npm_pack, pip_download
from publish.site import page_settings
from publish.wheels import needed_packages

CDN = "https://cdn.jsdelivr.net"
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
# PyScript core's own dynamic imports for editors and for archives unpacked by MicroPython.
UNUSED_CHUNKS = ("codemirror", "zip-")
# Older wheels say their licence in prose only.
LICENCES = {
    "contourpy": "BSD-3-Clause",
    "cycler": "BSD-3-Clause",
    "kiwisolver": "BSD-3-Clause",
    "matplotlib": "PSF-2.0",
    "python-dateutil": "Apache-2.0 OR BSD-3-Clause",
    "fonttools": "MIT",
    "pytz": "MIT",
    "six": "MIT",
}
HEAD = """\
# Every third-party file of a built page. Written by `python -m publish lock` from these versions,
# which belong together: `carrier` is a wheel that holds the Pyodide wheels of this very version,
# `python-licence` one that holds the text of Python's own licence.
"""


def main() -> None:
    """Downloads the packages once, hashes what pages need of them, rewrites lock and THIRD-PARTY.md."""
    with LOCK.open("rb") as stream:
        versions = tomllib.load(stream)["versions"]
    packages = page_settings()["packages"]
    files = [*_pyodide(versions, packages), *_core(versions), *_licences(versions)]
    LOCK.write_text(_toml(versions, files), encoding="utf-8", newline="\n")
    (ROOT / TABLE).write_text(table(read_lock()), encoding="utf-8", newline="\n")
    print(f"{LOCK.name}: {len(read_lock())} files, {sum(file.size for file in files):,} bytes")


def _pyodide(versions: dict[str, str], packages: Iterable[str]) -> Iterable[LockedFile]:
    version = versions["pyodide"]
    base, spec = f"{CDN}/pyodide/v{version}/full/", f"pyodide@{version}"
    core = _npm(spec)
    for path in PYODIDE_FILES:
        yield _file(f"pyodide/{path}", "Pyodide", version, "MPL-2.0", core[path], base + path, f"npm:{spec}!{path}")
    carried = _wheel(versions["carrier"])
    for package in needed_packages(json.loads(core["pyodide-lock.json"]), packages):
        name = package["file_name"]
        (inside,) = [path for path in carried if path.endswith("/" + name)]
        content = carried[inside]
        if hashlib.sha256(content).hexdigest() != package["sha256"]:
            raise Failure(f"{versions['carrier']} holds another {name} than pyodide-lock.json names")
        yield _file(
            f"pyodide/{name}",
            package["name"],
            package["version"],
            _licence(package["name"], content),
            content,
            base + name,
            f"pypi:{versions['carrier']}!{inside}",
        )


def _core(versions: dict[str, str]) -> Iterable[LockedFile]:
    spec = f"@pyscript/core@{versions['core']}"
    content = _npm(spec)
    needed, todo = [], ["core.js"]
    while todo:
        chunk = todo.pop()
        if chunk in needed or chunk.startswith(UNUSED_CHUNKS):
            continue
        needed.append(chunk)
        # Every plugin is loaded with every page; what a plugin imports later is for pages that use it.
        kinds = r"from|import\(" if chunk.startswith("core") else "from"
        todo += re.findall(rf'\b(?:{kinds})"\./([\w.-]+\.js)"', content[f"dist/{chunk}"].decode())
    wanted = {f"core/{chunk}": f"dist/{chunk}" for chunk in sorted(needed)}
    wanted["licences/pyscript-core/LICENSE"] = "LICENSE"
    for name, path in wanted.items():
        yield _file(
            name,
            "PyScript core",
            versions["core"],
            "Apache-2.0",
            content[path],
            f"{CDN}/npm/{spec}/{path}",
            f"npm:{spec}!{path}",
        )


def _licences(versions: dict[str, str]) -> Iterable[LockedFile]:
    """The texts that no other package here brings along."""
    polyscript = f"polyscript@{versions['polyscript']}"
    yield _file(
        "licences/polyscript/LICENSE",
        "polyscript",
        versions["polyscript"],
        "Apache-2.0",
        _npm(polyscript)["LICENSE"],
        f"{CDN}/npm/{polyscript}/LICENSE",
        f"npm:{polyscript}!LICENSE",
    )
    for name, package, version, licence, spec in (
        ("licences/pyodide/LICENSE", "Pyodide", versions["pyodide"], "MPL-2.0", versions["pyodide-licence"]),
        ("licences/python/LICENSE", "Python", versions["python"], "PSF-2.0", versions["python-licence"]),
    ):
        content = _wheel(spec)
        (path,) = [path for path in content if path.endswith(".dist-info/licenses/LICENSE")]
        yield _file(name, package, version, licence, content[path], f"pypi:{spec}!{path}")


def _licence(package: str, wheel: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        (path,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        stated = email.message_from_bytes(archive.read(path))["License-Expression"]
    return stated or LICENCES[package]


def _file(name: str, package: str, version: str, licence: str, content: bytes, *sources: str) -> LockedFile:
    digest = hashlib.sha256(content).hexdigest()
    return LockedFile(name, package, version, licence, len(content), digest, tuple(map(source, sources)))


def _npm(spec: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        npm_pack(spec, Path(folder))
        (archive,) = Path(folder).iterdir()
        with tarfile.open(archive) as tgz:
            return {e.name.partition("/")[2]: tgz.extractfile(e).read() for e in tgz if e.isfile()}


def _wheel(spec: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        pip_download(spec, Path(folder))
        (archive,) = Path(folder).iterdir()
        with zipfile.ZipFile(archive) as wheel:
            wanted = [n for n in wheel.namelist() if "/pyodide/" in n or ".dist-info/" in n]
            return {name: wheel.read(name) for name in wanted if not name.endswith("/")}


def _toml(versions: dict[str, str], files: Iterable[LockedFile]) -> str:
    lines = [HEAD + "[versions]", *(f'{name} = "{version}"' for name, version in versions.items())]
    for file in files:
        lines += ["", "[[file]]"]
        for field in ("name", "package", "version", "licence"):
            lines.append(f'{field} = "{getattr(file, field)}"')
        lines += [f"size = {file.size}", f'sha256 = "{file.sha256}"', "sources = ["]
        lines += [*(f'    "{source}",' for source in file.sources), "]"]
    return "\n".join(lines) + "\n"
