"""Writes dist/site: the plain pages with their own runtime beside them, for any static host and sub-path."""

import gzip
import json
import os
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from publish import notices, offline
from publish.environment import ROOT
from publish.failure import Failure
from publish.fetch import CACHE
from publish.hashes import build_id, integrity
from publish.lock import LockedFile
from publish.media_types import MEDIA_TYPES
from publish.pack import packed
from publish.policy import site_policy

SITE = ROOT / "dist" / "site"
OWN_MODULES = ("interpreter.mjs", "snapshot.mjs")
TOP_FILES = ("index.html", "pyscript.toml", "LICENSE")
TOP_FOLDERS = ("lesson", "src")
OPENED, CLOSED = "<!-- runtime -->", "<!-- /runtime -->"
ENTRY, WASM, PYTHON, LOCK = "core/core.js", "pyodide/pyodide.asm.wasm", "python", "pyodide/pyodide-lock.json"
PACKED = ".packed"  # gzip under a name that no server gives a Content-Encoding, so its bytes come as they are
LOADER = "pyodide/pyodide.asm.mjs"
KEPT = ("core/", "licences/", "pyodide/pyodide.mjs", LOADER)  # as fetched; the rest is packed
START = ("lesson/kit/kept.js", "lesson/kit/unzip.js", "lesson/kit/start.js")
MEMORY_ASKED = b"var getMemory=size=>{"


class SiteError(Failure):
    """A page or file of the project cannot be built; names it."""


Pack = Callable[[Path, Path, list[str], Mapping[str, str]], bytes]  # as publish.pack.packed


def build_site(
    files: Iterable[LockedFile],
    project: Path = ROOT,
    runtime: Path = CACHE,
    site: Path = SITE,
    pack: Pack = packed,
) -> Path:
    """Builds the site from the project's pages and the fetched runtime, and returns its folder.

    `pack` makes the one file that holds all the pages' Python. The old site stands until the new one is whole, and
    nothing of it is left. The same input gives the same bytes. Raises SiteError naming what is missing or wrong.
    """
    files = tuple(files)
    settings = page_settings(project)
    script = "".join(_decode(_read(project, name), name) for name in START)
    content = _runtime(files, runtime, settings)
    content[f"{PYTHON}{PACKED}"] = pack(runtime, project, settings["packages"], _places(settings))
    home = f"runtime/{build_id(content)}"
    start_of = Start(content, home, settings["interpreter"], script)
    built = {f"{home}/{name}": data for name, data in content.items()}
    built[notices.NOTICES] = notices.notices(files, content, home).encode()
    for name in _project_files(project):
        data = (project / name).read_bytes()
        if name.endswith(".html"):
            data = with_runtime(_decode(data, name), name, start_of(name)).encode()
        elif name == "pyscript.toml":
            data = _built_settings(settings).encode()
        built[name] = data
    offline.add_release(built)
    _replace(site, built)
    return site


def _replace(site: Path, files: Mapping[str, bytes]) -> None:
    """Writes the files to where the site was, which stands until they are all there."""
    site.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="site-", dir=site.parent) as beside:
        new, old = Path(beside, "new"), Path(beside, "old")
        for name, data in files.items():
            _write(new / name, data)
        if site.exists():
            os.replace(site, old)
        try:
            os.replace(new, site)
        except OSError:
            if old.exists():
                os.replace(old, site)
            raise


def with_runtime(page: str, name: str, start: str) -> str:
    """The page with `start` in place of its marked runtime block. `name` is the page's path in the site.

    Raises SiteError unless there is exactly one block.
    """
    if page.count(OPENED) != 1 or page.count(CLOSED) != 1 or page.index(OPENED) > page.index(CLOSED):
        raise SiteError(f"{name}: expected one {OPENED} ... {CLOSED} block")
    before, _, rest = page.partition(OPENED)
    _, _, after = rest.partition(CLOSED)
    # A page's words decide its line ends, also where git gives Windows its own.
    block = f"{OPENED}\n{start}\n{CLOSED}".replace("\n", "\r\n" if "\r\n" in page else "\n")
    return before + block + after


class Start:
    """What stands in the runtime block of built pages: a policy, the start script, and where its files are."""

    def __init__(self, content: Mapping[str, bytes], home: str, interpreter: str, script: str):
        self._home, self._script, self._interpreter = home, script, interpreter
        modules = sorted((name for name in content if name.endswith((".js", ".mjs"))), key=lambda name: name != ENTRY)
        types = {WASM: "application/wasm", PYTHON: "application/octet-stream"}
        self._table = {
            "scripts": {name: seal(content[name]) for name in modules},
            "packed": {
                name: {"from": f"{name}{PACKED}", "type": media_type, **seal(content[f"{name}{PACKED}"])}
                for name, media_type in types.items()
            },
        }

    def __call__(self, page: str) -> str:
        up = "../" * (len(PurePosixPath(page).parts) - 1) or "./"
        home = f"{up}{self._home}/"
        modules = {
            "imports": {self._interpreter: f"{home}interpreter.mjs"},
            "integrity": {f"{home}{name}": seal["integrity"] for name, seal in self._table["scripts"].items()},
        }
        table = json.dumps({"home": home, **self._table})
        scripts = (
            f'<script type="importmap">{json.dumps(modules)}</script>\n'
            f"<script>\n{self._script}</script>\n<script>startPython({table});</script>\n"
            f"{offline.block(up)}"
        )
        return f"{site_policy(scripts)}\n{scripts}"


def seal(data: bytes) -> dict[str, int | str]:
    """What a page knows of a file before it comes, its hash as browsers write it."""
    return {"bytes": len(data), "integrity": integrity(data)}


def page_settings(project: Path = ROOT) -> Mapping[str, Any]:
    """What pyscript.toml says. Raises SiteError when it is missing, broken, or lacks what a build needs."""
    try:
        settings = tomllib.loads(_decode(_read(project, "pyscript.toml"), "pyscript.toml"))
    except tomllib.TOMLDecodeError as broken:
        raise SiteError(f"pyscript.toml is not TOML: {broken}") from broken
    for field, kind in (("interpreter", str), ("packages", list), ("files", dict)):
        if not isinstance(settings.get(field), kind):
            raise SiteError(f"pyscript.toml: {field} is {settings.get(field)!r}, expected a {kind.__name__}")
    return settings


def _runtime(files: Iterable[LockedFile], folder: Path, settings: Mapping[str, Any]) -> dict[str, bytes]:
    """All files of the runtime folder but the pack, by their names in it."""
    found = {}
    for file in files:
        path = folder / file.name
        if not path.is_file():
            raise SiteError(f"{file.name} has not been fetched into {folder}")
        found[file.name] = path.read_bytes()
    content = {name: data for name, data in found.items() if name.startswith(KEPT)}
    lock = json.loads(found[LOCK])
    content[f"{WASM}{PACKED}"] = gzip.compress(found[WASM], 9, mtime=0)
    content["lock.mjs"] = f"export default {json.dumps({'info': lock['info'], 'packages': {}})};\n".encode()
    content[LOADER] = with_places(content[LOADER])
    for name in OWN_MODULES:
        content[name] = Path(__file__).with_name(name).read_bytes().replace(b"\r\n", b"\n")
    return content | notices.licences_in_wheels(found)


def with_places(loader: bytes) -> bytes:
    """Pyodide's loader, which then asks snapshot.mjs, if that has an answer, where to put an extension module's data.

    Raises SiteError if this is not the loader the change was made for.
    """
    if loader.count(MEMORY_ASKED) != 1:
        raise SiteError(f"{LOADER}: expected one {MEMORY_ASKED.decode()}")
    return loader.replace(MEMORY_ASKED, MEMORY_ASKED + b'if(Module["placed"])return Module["placed"];')


def _places(settings: Mapping[str, Any]) -> dict[str, str]:
    """Where the pages' Python files lie in the project, and below the folder that Python imports from."""
    return {name.removeprefix("./"): place.removeprefix("./") for name, place in settings["files"].items()}


def _built_settings(settings: Mapping[str, Any]) -> str:
    """pyscript.toml without the packages and files, which are in the pack; JSON's strings and lists are TOML's."""
    kept = ("interpreter", "packages_cache", "plugins")
    return "".join(f"{name} = {json.dumps(settings[name])}\n" for name in kept if name in settings)


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


def _read(project: Path, name: str) -> bytes:
    if not (project / name).is_file():
        raise SiteError(f"{name} is missing")
    return (project / name).read_bytes()


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as broken:
        raise SiteError(f"{name} is not UTF-8: {broken}") from broken


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
