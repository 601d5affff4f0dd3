"""The server tells right types, stays in its folder and below its prefix."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from publish.environment import ROOT
from publish.media_types import MEDIA_TYPES
from publish.serve import ServeError, Server

FILES = {
    "index.html": "<h1>수업</h1>",
    "lesson/blocks/ko.html": "<p>ko</p>",
    "lesson/blocks/한글.txt": "한글",
    "runtime/0123456789ab/core/core.js": "export {}",
    "runtime/notahash/core.js": "export {}",
}


@pytest.fixture
def folder(tmp_path):
    site = tmp_path / "수업 자료" / "site"
    for name, text in FILES.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, encoding="utf-8")
    (tmp_path / "수업 자료" / "secret.txt").write_text("secret", encoding="utf-8")
    return site


def ask(server, target, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request(method, target, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_every_kind_of_file_has_its_type_whatever_the_machine_thinks(folder):
    for suffix in MEDIA_TYPES:
        (folder / f"file{suffix}").write_bytes(b"x")
    (folder / "FILE.WASM").write_bytes(b"x")
    with Server(folder) as server:
        types = {name: ask(server, f"/{name}")[1]["Content-Type"] for name in os.listdir(folder) if "." in name}
    assert {types[f"file{suffix}"]: None for suffix in (".js", ".mjs")} == {"text/javascript; charset=utf-8": None}
    assert types["file.wasm"] == types["FILE.WASM"] == "application/wasm"
    assert types["file.html"] == "text/html; charset=utf-8"
    assert types["file.py"] == "text/plain; charset=utf-8"
    assert types["file.whl"] == types["file.zip"] == "application/octet-stream"


def test_a_file_comes_whole_with_its_length(folder):
    with Server(folder) as server:
        status, headers, body = ask(server, "/")
        assert (status, body.decode()) == (200, FILES["index.html"])
        assert headers["Content-Length"] == str(len(body))
        assert headers["Access-Control-Allow-Origin"] == "*", "sandboxed frames are of no origin"
        assert ask(server, "/lesson/blocks/%ED%95%9C%EA%B8%80.txt?layers=16")[2].decode() == "한글"


def test_head_is_get_without_a_body(folder):
    with Server(folder) as server:
        head, get = ask(server, "/index.html", "HEAD"), ask(server, "/index.html")
    assert head[2] == b""
    for same in ("Content-Length", "Content-Type", "ETag", "Last-Modified", "Cache-Control"):
        assert head[1][same] == get[1][same]


@pytest.mark.parametrize(
    "target",
    [
        "/nothing.html",
        "/lesson/",
        "/lesson",
        "/index.html/",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/lesson/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00.txt",
        "/link.txt",
        "/%ff%fe",
        "/" + "a" * 10_000,
    ],
)
def test_what_is_not_in_the_folder_is_not_found(folder, target):
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    with Server(folder) as server:
        status, headers, body = ask(server, target)
    assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert b"secret" not in body.replace(b"secret.txt", b"")


def test_markup_in_an_address_stays_text(folder):
    with Server(folder) as server:
        body = ask(server, "/%3Cscript%3E")[2]
    assert b"&lt;script&gt;" in body
    assert b"<script>" not in body


def test_below_a_prefix_only(folder):
    with Server(folder, "/repo/") as server:
        assert server.address == f"http://127.0.0.1:{server.port}/repo/"
        assert ask(server, "/repo/")[0] == 200
        assert ask(server, "/repo/lesson/blocks/ko.html")[0] == 200
        assert ask(server, "/index.html")[0] == 404
        assert ask(server, "/")[0] == 404


def test_a_folder_with_a_page_gets_its_slash(folder):
    (folder / "lesson" / "index.html").write_text("lessons", encoding="utf-8")
    with Server(folder, "/repo/") as server:
        status, headers, _ = ask(server, "/repo/lesson")
        assert (status, headers["Location"]) == (301, "/repo/lesson/")
        assert ask(server, "/repo/lesson/")[2] == b"lessons"


@pytest.mark.parametrize(
    ("name", "control"),
    [
        ("index.html", "no-cache"),
        ("lesson/blocks/ko.html", "no-cache"),
        ("runtime/notahash/core.js", "no-cache"),
        ("runtime/0123456789ab/core/core.js", "public, max-age=31536000, immutable"),
    ],
)
def test_only_what_can_never_change_may_be_kept_unasked(folder, name, control):
    with Server(folder) as server:
        assert ask(server, f"/{name}")[1]["Cache-Control"] == control


def test_what_the_browser_has_is_not_sent_again_until_it_changes(folder):
    page = folder / "index.html"
    with Server(folder) as server:
        _, headers, _ = ask(server, "/")
        tag, date = headers["ETag"], headers["Last-Modified"]
        for known in (
            {"If_None_Match": tag},
            {"If_None_Match": f'"x", W/{tag}'},
            {"If_Modified_Since": date},
        ):
            status, _, body = ask(server, "/", **known)
            assert (status, body) == (304, b"")
        assert ask(server, "/", If_None_Match='"other"')[0] == 200
        assert ask(server, "/", If_Modified_Since="no date")[0] == 200
        os.utime(page, (time.time() + 5, time.time() + 5))
        assert ask(server, "/", If_None_Match=tag, If_Modified_Since=date)[0] == 200


def test_a_taken_port_is_one_clear_line(folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=rf"^port {port} cannot be used .*PORT="):
            Server(folder, port=port)


def test_a_kept_connection_ends_with_the_server(folder):
    with Server(folder) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", "/")
        connection.getresponse().read()
        kept = connection.sock
        assert kept is not None
    assert kept.recv(1) == b"", "as long as it stands, a browser is answered by a server that is gone"
    connection.close()


def test_ctrl_c_ends_it_cleanly(folder):
    program = "import sys, pathlib; from publish.serve import serve; serve(pathlib.Path(sys.argv[1]), 0)"
    command = [sys.executable, "-c", program, str(folder)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job does not hear it
    try:
        running = subprocess.Popen(command, cwd=ROOT, **pipes)
    finally:
        signal.signal(signal.SIGINT, heard)
    with running:
        try:
            assert running.stdout.readline().startswith(b"http://127.0.0.1:")
            running.send_signal(signal.SIGINT)
            _, said = running.communicate(timeout=30)
        finally:
            running.kill()
    assert (running.returncode, said) == (0, b"")


@pytest.mark.parametrize("prefix", ["", "repo", "/repo", "repo/"])
def test_a_prefix_has_slashes_at_both_ends(folder, prefix):
    with pytest.raises(ServeError, match="start and end with /"):
        Server(folder, prefix)
