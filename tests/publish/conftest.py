"""A web server on 127.0.0.1 whose every answer a test decides, faults included; a small project to build."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from publish.site import build_site
from tests.publish.small import pack, write_project, write_runtime


class Web:
    """`answers` maps a path to what to do with the request; `asked` is each path and Range asked for."""

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[BaseHTTPRequestHandler], None]] = {}
        self.asked: list[tuple[str, str | None]] = []
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                web.asked.append((self.path, self.headers.get("Range")))
                web.answers[self.path](self)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"

    def address(self, path: str) -> str:
        return f"http://{self.host}{path}"


@pytest.fixture
def web() -> Iterator[Web]:
    web = Web()
    thread = threading.Thread(target=web.server.serve_forever, args=(0.02,))
    thread.start()
    yield web
    web.server.shutdown()
    thread.join()
    web.server.server_close()


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "수업 자료"
    write_project(root)
    return root


@pytest.fixture
def files(tmp_path):
    return write_runtime(tmp_path / "runtime")


@pytest.fixture
def build(project, files, tmp_path):
    return lambda: build_site(files, project, tmp_path / "runtime", project / "dist" / "site", pack)
