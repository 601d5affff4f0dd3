"""Writes dist/site: the plain pages with their own runtime beside them, for any static host and sub-path."""

import hashlib
import json
import os
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from publish import notices
from publish.environment import ROOT
from publish.failure import Failure
from publish.fetch import CACHE
from publish.lock import LockedFile
from publish.media_types import MEDIA_TYPES
from publish.wheels import trimmed

SITE = ROOT / "dist" / "site"
INTERPRETER = Path(__file__).with_name("interpreter.mjs")
TOP_FILES = ("index.html", "pyscript.toml", "LICENSE")
TOP_FOLDERS = ("lesson", "src")
OPENED, CLOSED = "<!-- runtime -->", "<!-- /runtime -->"


class SiteError(Failure):
    """A page or file of the project cannot be built; names it."""


def build_site(files: Iterable[LockedFile], project: Path = ROOT, runtime: Path = CACHE, site: Path = SITE) -> Path:
    """Builds the site from the project's pages and the fetched runtime, and returns its folder.

    The old site stands until the new one is whole, and nothing of it is left. The same input gives the
    same bytes. Raises SiteError naming what is missing or wrong.
    """
    settings = page_settings(project)
    content = _runtime(tuple(files), runtime, settings["packages"])
    home = f"runtime/{_build_id(content)}"
    site.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="site-", dir=site.parent) as beside:
        new, old = Path(beside, "new"), Path(beside, "old")
        for name, data in content.items():
            _write(new / home / name, data)
        _write(new / notices.NOTICES, notices.notices(files, content, home).encode())
        for name in _project_files(project):
            data = (project / name).read_bytes()
            if name.endswith(".html"):
                text = _decode(data, name)
                data = with_runtime(text, name, home, settings["interpreter"]).encode()
            _write(new / name, data)
        if site.exists():
            os.replace(site, old)
        try:
            os.replace(new, site)
        except OSError:
            if old.exists():
                os.replace(old, site)
            raise
    return site


def with_runtime(page: str, name: str, home: str, interpreter: str) -> str:
    """The page with its marked runtime block turned from the CDN's addresses to the site's own files.

    `name` is the page's path in the site, `home` the runtime's, `interpreter` the address that PyScript
    will ask for. Raises SiteError unless there is exactly one block.
    """
    if page.count(OPENED) != 1 or page.count(CLOSED) != 1 or page.index(OPENED) > page.index(CLOSED):
        raise SiteError(f"{name}: expected one {OPENED} ... {CLOSED} block")
    before, _, rest = page.partition(OPENED)
    _, _, after = rest.partition(CLOSED)
    up = "../" * (len(PurePosixPath(name).parts) - 1) or "./"
    imports = json.dumps({"imports": {interpreter: f"{up}{home}/interpreter.mjs"}}, indent=2)
    # A page's words decide its line ends, also where git gives Windows its own.
    block = f"""{OPENED}
<script type="importmap">
{imports}
</script>
<script type="module" src="{up}{home}/core/core.js"></script>
{CLOSED}""".replace("\n", "\r\n" if "\r\n" in page else "\n")
    return before + block + after


def page_settings(project: Path = ROOT) -> Mapping[str, Any]:
    """What pyscript.toml says. Raises SiteError when it is missing, broken, or lacks what a build needs."""
    path = project / "pyscript.toml"
    if not path.is_file():
        raise SiteError("pyscript.toml is missing")
    try:
        settings = tomllib.loads(_decode(path.read_bytes(), path.name))
    except tomllib.TOMLDecodeError as broken:
        raise SiteError(f"pyscript.toml is not TOML: {broken}") from broken
    for field, kind in (("interpreter", str), ("packages", list)):
        if not isinstance(settings.get(field), kind):
            raise SiteError(f"pyscript.toml: {field} is {settings.get(field)!r}, expected a {kind.__name__}")
    return settings


def _runtime(files: Iterable[LockedFile], folder: Path, packages: Iterable[str]) -> dict[str, bytes]:
    """All files of the runtime folder by their names in it."""
    content = {}
    for file in files:
        path = folder / file.name
        if not path.is_file():
            raise SiteError(f"{file.name} has not been fetched into {folder}")
        content[file.name] = path.read_bytes()
    lock = json.loads(content["pyodide/pyodide-lock.json"])
    content["pyodide/pyodide-lock.json"] = json.dumps(trimmed(lock, packages), sort_keys=True).encode()
    content["interpreter.mjs"] = INTERPRETER.read_bytes().replace(b"\r\n", b"\n")
    content |= notices.licences_in_wheels(content)
    return dict(sorted(content.items()))


def _build_id(content: Mapping[str, bytes]) -> str:
    total = hashlib.sha256()
    for name, data in content.items():
        total.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return total.hexdigest()[:12]


def _project_files(project: Path) -> Iterable[str]:
    for name in TOP_FILES:
        if not (project / name).is_file():
            raise SiteError(f"{name} is missing")
        yield name
    for folder in TOP_FOLDERS:
        for path in sorted((project / folder).rglob("*")):
            name = path.relative_to(project).as_posix()
            if path.is_file() and path.suffix in MEDIA_TYPES and "/." not in name:
                yield name


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as broken:
        raise SiteError(f"{name} is not UTF-8: {broken}") from broken


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
