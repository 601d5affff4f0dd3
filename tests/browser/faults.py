"""A server of the site that fails in the ways schools, hosts and networks do."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from threading import Event, Lock
from urllib.parse import unquote, urlsplit

from publish.serve import Handler, Server

LOGIN = b"<!doctype html><title>Log in</title><h1>Log in to the network</h1>"
CHUNK_SECONDS = 0.05


@dataclass
class Fault:
    """What happens to the files whose path in the site matches `path`, a regular expression for a part of it.

    `only` is for the first so many answers. Sizes and rates are in bytes and bytes a second.
    """

    path: str
    status: int = HTTPStatus.OK
    media_type: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    login: bool = False  # an HTML page with status 200 in place of the file
    keep: int | None = None  # a shorter file, whole as far as anyone can see
    cut: int | None = None  # the connection ends after so many bytes
    change: bool = False  # one byte is another one
    wait: float = 0  # seconds before the answer; infinity for none at all
    rate: int | None = None
    slow_seconds: float = float("inf")  # the rate holds for so long, counted from the server's start
    only: int | None = None


class FaultyHandler(Handler):
    site: "FaultyServer"

    def send(self, status: HTTPStatus, headers: dict[str, str], content: bytes | None, body: bool = True) -> None:
        path = unquote(urlsplit(self.path).path).removeprefix(self.prefix)
        self.site.asked.append(path)
        if content is not None and path.endswith(".html") and self.site.quiet_seconds is not None:
            content = content.replace(b"<html ", f'<html data-start-quiet="{self.site.quiet_seconds}" '.encode(), 1)
        fault = self.site.next_fault(path) or Fault("")
        if fault.wait and self.site.closing.wait(None if fault.wait == float("inf") else fault.wait):
            self.close_connection = True
            return
        if fault.status != HTTPStatus.OK:
            status, content, headers = HTTPStatus(fault.status), b"", {"Cache-Control": "no-store"}
        if fault.login:
            content, headers = LOGIN, {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
        if content and fault.change:
            middle = len(content) // 2
            content = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        if content and fault.keep is not None:
            content = content[: fault.keep]
        headers = headers | ({"Content-Type": fault.media_type} if fault.media_type else {}) | dict(fault.headers)
        super().send(status, headers, content, body=False)
        if not body or not content:
            return
        if fault.cut is not None:
            content, self.close_connection = content[: fault.cut], True
        if fault.rate:
            content = self._slowly(content, fault)
        self.wfile.write(content)

    def _slowly(self, content: bytes, fault: Fault) -> bytes:
        """Writes while it must be slow and returns what is left."""
        step = max(1, int(fault.rate * CHUNK_SECONDS))
        while content and time.monotonic() < self.site.began + fault.slow_seconds:
            self.wfile.write(content[:step])
            content = content[step:]
            time.sleep(CHUNK_SECONDS)
        return content


class FaultyServer(Server):
    """Serves a site with faults, the first that matches for each answer; `asked` lists the paths asked for.

    Pages it gives out wait `quiet_seconds` without progress before a start counts as failed; None leaves them as they
    are, byte for byte.
    """

    def __init__(self, folder: Path, *faults: Fault, prefix: str = "/", quiet_seconds: int | None = 20) -> None:
        self.handler = type("FaultyHandler", (FaultyHandler,), {"site": self})
        self.quiet_seconds = quiet_seconds
        self.asked: list[str] = []
        self.closing = Event()
        self.began = time.monotonic()
        self._faults, self._lock = list(faults), Lock()
        super().__init__(folder, prefix)

    def next_fault(self, path: str) -> Fault | None:
        with self._lock:
            for fault in self._faults:
                if re.search(fault.path, path) and fault.only != 0:
                    if fault.only is not None:
                        fault.only -= 1
                    return fault
        return None

    def worsen(self, *faults: Fault) -> None:
        """From now on there are these faults, too."""
        with self._lock:
            self._faults.extend(faults)

    def mend(self) -> None:
        """From now on everything is answered as it should be."""
        with self._lock:
            self._faults.clear()

    def __exit__(self, *what: object) -> None:
        self.closing.set()
        super().__exit__(*what)
