"""runtime.lock: every third-party file a built page needs, with its size, hash and sources."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from publish.failure import Failure

LOCK = Path(__file__).with_name("runtime.lock")


class LockError(Failure):
    """runtime.lock says something that cannot be so; names the entry and the field."""


@dataclass(frozen=True)
class Address:
    """A file at an https address."""

    url: str

    def __str__(self) -> str:
        return self.url


@dataclass(frozen=True)
class Member:
    """A file inside an archive that a registry's own client (npm, or pip for pypi) can download.

    `archive` is what the client is asked for: `pyodide@314.0.3`, `open-webui==0.12.4`.
    """

    registry: str
    archive: str
    path: str

    def __str__(self) -> str:
        return f"{self.registry}:{self.archive}!{self.path}"


@dataclass(frozen=True)
class LockedFile:
    """A file by its name inside the runtime folder; `size` in bytes, `sources` in the order to try them."""

    name: str
    package: str
    version: str
    licence: str
    size: int
    sha256: str
    sources: tuple[Address | Member, ...]


_PATH = r"[A-Za-z0-9_+@][A-Za-z0-9._+@-]*(?:/[A-Za-z0-9_+@][A-Za-z0-9._+@-]*)*"
_VERSION = r"[0-9A-Za-z][0-9A-Za-z.+-]*"
_TEXT_FIELDS = {
    "name": (_PATH, "a relative path with / and without .. or hidden parts"),
    "package": (r"[A-Za-z0-9@][A-Za-z0-9@._/ -]*", "a package's name"),
    "version": (_VERSION, "a version such as 314.0.3"),
    "licence": (r"[A-Za-z0-9][A-Za-z0-9.+() -]*", "an SPDX licence expression"),
    "sha256": (r"[0-9a-f]{64}", "64 lower-case hexadecimal digits"),
}
_ADDRESS = re.compile(r"https://[a-z0-9.-]+/[A-Za-z0-9._~/@+%-]+")
_ARCHIVES = {
    "npm": re.compile(rf"(?P<archive>(?:@[a-z0-9-]+/)?[a-z0-9][a-z0-9._-]*@{_VERSION})!(?P<path>{_PATH})"),
    "pypi": re.compile(rf"(?P<archive>[A-Za-z0-9][A-Za-z0-9._-]*=={_VERSION})!(?P<path>{_PATH})"),
}


def read_lock(path: Path = LOCK) -> tuple[LockedFile, ...]:
    """The files the lock names, in its order. Raises LockError naming the entry and the field."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        raise LockError(f"{path.name} is not TOML: {broken}") from broken
    entries = document.get("file")
    if not isinstance(entries, list) or not entries:
        raise LockError(f"{path.name} holds no [[file]] entries")
    files = tuple(_file(entry, number) for number, entry in enumerate(entries, start=1))
    seen: dict[str, str] = {}
    for file in files:
        # Two names that differ only in case are one file on Windows and macOS.
        if seen.setdefault(file.name.lower(), file.name) is not file.name:
            raise LockError(f"{path.name}: file {file.name!r}: name stands twice")
    return files


def _file(entry: Any, number: int) -> LockedFile:
    if not isinstance(entry, Mapping):
        raise LockError(f"runtime.lock: file {number} is no table")
    label = f"runtime.lock: file {str(entry.get('name', number))[:80]!r}"
    wanted = [*_TEXT_FIELDS, "size", "sources"]
    for field in wanted:
        if field not in entry:
            raise LockError(f"{label}: {field} is missing")
    for field in entry:
        if field not in wanted:
            raise LockError(f"{label}: {field} is not known, expected only {', '.join(wanted)}")
    for field, (pattern, expected) in _TEXT_FIELDS.items():
        value = entry[field]
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise LockError(f"{label}: {field} is {str(value)[:80]!r}, expected {expected}")
    size = entry["size"]
    if type(size) is not int or size < 1:
        raise LockError(f"{label}: size is {str(size)[:80]}, expected a whole number of bytes, at least 1")
    sources = entry["sources"]
    if not isinstance(sources, list) or not sources:
        raise LockError(f"{label}: sources is {str(sources)[:80]}, expected a list of at least one")
    return LockedFile(
        **{field: entry[field] for field in _TEXT_FIELDS},
        size=size,
        sources=tuple(source(text, label) for text in sources),
    )


def source(text: Any, label: str = "source") -> Address | Member:
    """Reads one source as the lock writes it. Raises LockError, beginning with the label."""
    if isinstance(text, str):
        if _ADDRESS.fullmatch(text):
            return Address(text)
        registry, _, rest = text.partition(":")
        match = registry in _ARCHIVES and _ARCHIVES[registry].fullmatch(rest)
        if match:
            return Member(registry, match["archive"], match["path"])
    raise LockError(
        f"{label}: sources has {str(text)[:120]!r}, expected https://host/path, "
        "npm:name@version!path or pypi:name==version!path"
    )
