"""Brings the files that the lock names into .cache/runtime, each checked by size and SHA-256."""

import hashlib
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from publish.download import SourceError, Unreachable, download
from publish.environment import ROOT
from publish.failure import Failure
from publish.lock import Address, LockedFile, Member
from publish.progress import Progress
from publish.registries import CLIENTS, Client, read_member

CACHE = ROOT / ".cache" / "runtime"


class Refused(SourceError):
    """What came is not the file that the lock names; it has been thrown away."""


class FetchError(Failure):
    """A file could be had from none of its sources; says which file, which sources and why."""


def fetch(
    files: Iterable[LockedFile],
    folder: Path = CACHE,
    clients: Mapping[str, Client] = CLIENTS,
    progress: Progress | None = None,
    seconds: float = 8.0,
) -> None:
    """Makes the folder hold every file; what is there and right is left alone.

    A file appears under its name only when whole and right. Raises FetchError.
    """
    missing = [file for file in files if not is_whole(folder / file.name, file)]
    if not missing:
        return
    folder.mkdir(parents=True, exist_ok=True)
    progress = progress or Progress(sum(file.size for file in missing))
    with tempfile.TemporaryDirectory(prefix="archives-", dir=folder.parent) as archives:
        sources = _Sources(Path(archives), clients, progress, seconds)
        try:
            for file in missing:
                _fetch_one(file, folder / file.name, sources)
                progress.done(file.name, file.size)
        finally:
            progress.close()


def is_whole(path: Path, file: LockedFile) -> bool:
    """Whether the path holds the very bytes that the lock names."""
    return path.is_file() and path.stat().st_size == file.size and _sha256(path) == file.sha256


def _fetch_one(file: LockedFile, target: Path, sources: "_Sources") -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    reasons = []
    for source in file.sources:
        resumed = part.exists()
        try:
            try:
                sources.write(source, part, file)
                _accept(part, target, file)
            except Refused:
                if not resumed:
                    raise
                # The rest of an earlier, other file was gone on from: once more from nothing.
                sources.write(source, part, file)
                _accept(part, target, file)
            return
        except SourceError as error:
            reasons.append(f"{source}: {error}")
            if source is not file.sources[-1] and not isinstance(error, Unreachable):
                sources.progress.say(f"{file.name} from {reasons[-1]}")
    raise FetchError(f"cannot fetch {file.name} from any of its sources; " + "; ".join(reasons))


def _accept(part: Path, target: Path, file: LockedFile) -> None:
    found = _sha256(part)
    if found != file.sha256:
        part.unlink()
        raise Refused(f"refused, its SHA-256 is {found}, the lock says {file.sha256}")
    os.replace(part, target)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class _Sources:
    """What one run has learned: hosts that do not answer, archives already there or not to be had."""

    def __init__(self, archives: Path, clients: Mapping[str, Client], progress: Progress, seconds: float) -> None:
        self.archives, self.clients, self.progress, self.seconds = archives, clients, progress, seconds
        self.silent_hosts: set[str] = set()
        self.known: dict[tuple[str, str], Path | SourceError] = {}

    def write(self, source: Address | Member, part: Path, file: LockedFile) -> None:
        if isinstance(source, Member):
            content = read_member(self._archive(source), source.path)
            if len(content) != file.size:
                raise SourceError(f"it holds {len(content)} bytes, the lock says {file.size}")
            part.write_bytes(content)
            return
        host = urlsplit(source.url).netloc
        if host in self.silent_hosts:
            raise Unreachable("cannot be reached, as before")
        try:
            download(
                source.url,
                part,
                file.size,
                lambda here: self.progress.at(file.name, file.size, here),
                self.seconds,
            )
        except Unreachable as error:
            self.silent_hosts.add(host)
            self.progress.say(f"{host} {error}; going on without it")
            raise

    def _archive(self, source: Member) -> Path:
        key = (source.registry, source.archive)
        if key not in self.known:
            self.progress.say(f"asking {source.registry} for {source.archive} (all of it has to come, however big)")
            try:
                self.known[key] = self._download(source)
            except SourceError as error:
                self.known[key] = error
        known = self.known[key]
        if isinstance(known, SourceError):
            raise known
        return known

    def _download(self, source: Member) -> Path:
        folder = Path(tempfile.mkdtemp(dir=self.archives))
        self.clients[source.registry](source.archive, folder)
        found = sorted(folder.iterdir())
        if len(found) != 1:
            raise SourceError(f"expected one archive, got {[path.name for path in found]}")
        return found[0]
