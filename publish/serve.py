"""A static server for 127.0.0.1 that never asks the machine what a file's type is."""

import contextlib
import html
import os
import re
import socket
import sys
import threading
from email.utils import formatdate, parsedate_to_datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self
from urllib.parse import quote, unquote, urlsplit

from publish.failure import Failure
from publish.media_types import MEDIA_TYPES

HOST = "127.0.0.1"
# The folder's name is a hash of what is in it.
_IMMUTABLE = re.compile(r"runtime/[0-9a-f]{12}/.+")


class ServeError(Failure):
    """The server cannot be started; says why."""


def serve(folder: Path, port: int) -> None:
    """Serves the folder, says where, and ends with Ctrl-C. Raises ServeError when the port is taken."""
    server = Server(folder, port=port, quiet=False)
    try:
        print(f"{server.address} (Ctrl-C ends)", flush=True)
        server.run()
    except KeyboardInterrupt:
        print()


class Handler(BaseHTTPRequestHandler):
    """Answers with the files of a folder; every answer leaves through `send`."""

    folder: Path
    prefix: str
    quiet: bool
    protocol_version = "HTTP/1.1"
    server_version = "checkpointing-lab"
    sys_version = ""
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        address = unquote(urlsplit(self.path).path)
        path = self._find(address)
        if path is None:
            self._not_found(address, body)
        elif path.is_dir():
            self.send(HTTPStatus.MOVED_PERMANENTLY, {"Location": quote(address) + "/"}, b"")
        else:
            self._file(path, address, body)

    def _find(self, address: str) -> Path | None:
        """The file (or the folder whose address lacks its slash) in the served folder, links resolved."""
        if not address.startswith(self.prefix) or "\\" in address or "\0" in address:
            return None
        root = self.folder.resolve()
        try:
            path = (root / ("./" + address.removeprefix(self.prefix))).resolve()
            if not path.is_relative_to(root):
                return None
            if path.is_dir() and (path / "index.html").is_file():
                return (path / "index.html") if address.endswith("/") else path
            return path if path.is_file() and not address.endswith("/") else None
        except OSError:  # a name that no file of this system can have
            return None

    def _file(self, path: Path, address: str, body: bool) -> None:
        state = path.stat()
        tag = f'"{state.st_mtime_ns:x}-{state.st_size:x}"'
        lasting = _IMMUTABLE.fullmatch(address.removeprefix(self.prefix))
        headers = {
            "ETag": tag,
            "Last-Modified": formatdate(state.st_mtime, usegmt=True),
            "Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-cache",
        }
        if self._is_known(tag, int(state.st_mtime)):
            self.send(HTTPStatus.NOT_MODIFIED, headers, None)
            return
        headers["Content-Type"] = MEDIA_TYPES.get(path.suffix.lower() or ".txt", "application/octet-stream")
        self.send(HTTPStatus.OK, headers, path.read_bytes(), body)

    def _is_known(self, tag: str, modified: int) -> bool:
        asked = self.headers.get("If-None-Match")
        if asked is not None:
            return asked.strip() == "*" or tag in [each.strip().removeprefix("W/") for each in asked.split(",")]
        since = self.headers.get("If-Modified-Since")
        try:
            return since is not None and modified <= parsedate_to_datetime(since).timestamp()
        except ValueError:  # no date: as if it had not been asked
            return False

    def _not_found(self, address: str, body: bool) -> None:
        page = f"<!doctype html><title>404</title><h1>404</h1><p><code>{html.escape(address)}</code></p>"
        headers = {"Content-Type": MEDIA_TYPES[".html"], "Cache-Control": "no-cache"}
        self.send(HTTPStatus.NOT_FOUND, headers, page.encode("utf-8", "replace"), body)

    def send(self, status: HTTPStatus, headers: dict[str, str], content: bytes | None, body: bool = True) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("X-Content-Type-Options", "nosniff")
        # A sandboxed frame is of no origin: modules and files come to it only where everybody may have them.
        self.send_header("Access-Control-Allow-Origin", "*")
        if content is not None:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if body and content:
            self.wfile.write(content)

    def log_message(self, form: str, *values: object) -> None:
        if not self.quiet:
            super().log_message(form, *values)


class Server:
    """Serves a folder while a `with` block lasts; `address` is where. Port 0 takes any free one.

    A `prefix` such as `/repo/` puts the folder below it, as project pages on shared hosts are.
    """

    handler = Handler

    def __init__(self, folder: Path, prefix: str = "/", port: int = 0, quiet: bool = True) -> None:
        if not (prefix.startswith("/") and prefix.endswith("/")):
            raise ServeError(f"prefix is {prefix!r}, expected it to start and end with /")
        handler = type("Handler", (self.handler,), {"folder": folder, "prefix": prefix, "quiet": quiet})
        try:
            self._server = _Threads((HOST, port), handler)
        except OSError as error:
            raise ServeError(f"port {port} cannot be used ({error.strerror}); choose one with PORT=") from error
        self.port: int = self._server.server_address[1]
        self.address = f"http://{HOST}:{self.port}{prefix}"

    def run(self) -> None:
        """Serves until interrupted."""
        with self._server:
            self._server.serve_forever()

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Threads(ThreadingHTTPServer):
    daemon_threads = True
    # On Windows this flag would let a second server take the same port unnoticed.
    allow_reuse_address = os.name == "posix"

    def __init__(self, *given: object) -> None:
        self._connections: set[socket.socket] = set()
        super().__init__(*given)

    def get_request(self) -> tuple[socket.socket, object]:
        connection, address = super().get_request()
        self._connections.add(connection)
        return connection, address

    def shutdown_request(self, request: socket.socket) -> None:
        self._connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Ends the connections that browsers keep for their next request, too: nothing is answered from now on."""
        super().server_close()
        for connection in self._connections.copy():
            with contextlib.suppress(OSError):  # ended meanwhile
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle is no news; anything else is."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)
