"""A file is there whole and right, or not at all and it is said why."""

import hashlib
import io
import socket
import tarfile
import zipfile

import pytest

from publish.download import SourceError
from publish.fetch import FetchError, fetch
from publish.lock import Address, LockedFile, Member
from publish.progress import Progress

CONTENT = bytes(range(256)) * 1200  # several chunks of a download


def locked(*sources, name="core/file.bin", content=CONTENT):
    digest = hashlib.sha256(content).hexdigest()
    return LockedFile(name, "a package", "1.0", "MIT", len(content), digest, sources)


def whole(content=CONTENT, kind="application/octet-stream"):
    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def breaks_off(bytes_a_go, ranges):
    """Promises all, sends some; goes on from a Range, or ignores it."""

    def answer(handler):
        asked = handler.headers.get("Range") if ranges else None
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        handler.send_response(206 if asked else 200)
        if asked:
            handler.send_header("Content-Range", f"bytes {start}-{len(CONTENT) - 1}/{len(CONTENT)}")
        handler.send_header("Content-Length", str(len(CONTENT) - start))
        handler.end_headers()
        handler.wfile.write(CONTENT[start : start + bytes_a_go])

    return answer


def status(code):
    return lambda handler: handler.send_error(code)


def run(files, folder, clients=None):
    """Fetches quietly and returns what was said."""
    said = io.StringIO()
    fetch(files, folder, clients or {}, Progress(sum(file.size for file in files), said), seconds=5)
    return said.getvalue()


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_whole_file_arrives_and_is_not_asked_for_again(web, tmp_path):
    web.answers["/f"] = whole()
    file = locked(Address(web.address("/f")))
    said = run([file], tmp_path / "r")
    assert (tmp_path / "r/core/file.bin").read_bytes() == CONTENT
    assert "core/file.bin" in said
    assert run([file], tmp_path / "r") == ""
    assert web.asked == [("/f", None)]


def test_a_spoilt_cached_file_is_fetched_anew(web, tmp_path):
    web.answers["/f"] = whole()
    target = tmp_path / "core/file.bin"
    target.parent.mkdir()
    target.write_bytes(CONTENT[:-1] + b"!")
    run([locked(Address(web.address("/f")))], tmp_path)
    assert target.read_bytes() == CONTENT


def test_a_broken_line_is_gone_on_from_by_range(web, tmp_path):
    web.answers["/f"] = breaks_off(120_000, ranges=True)
    run([locked(Address(web.address("/f")))], tmp_path)
    assert (tmp_path / "core/file.bin").read_bytes() == CONTENT
    assert [range_ for _, range_ in web.asked] == [None, "bytes=120000-", "bytes=240000-"]


def test_the_rest_of_an_earlier_run_is_gone_on_from(web, tmp_path):
    web.answers["/f"] = breaks_off(len(CONTENT), ranges=True)
    (tmp_path / "core").mkdir()
    (tmp_path / "core/file.bin.part").write_bytes(CONTENT[:1000])
    run([locked(Address(web.address("/f")))], tmp_path)
    assert web.asked == [("/f", "bytes=1000-")]
    assert names(tmp_path) == ["core/file.bin"]


def test_the_rest_of_another_file_is_noticed_and_thrown_away(web, tmp_path):
    web.answers["/f"] = breaks_off(len(CONTENT), ranges=True)
    (tmp_path / "core").mkdir()
    (tmp_path / "core/file.bin.part").write_bytes(b"of an older version")
    run([locked(Address(web.address("/f")))], tmp_path)
    assert [range_ for _, range_ in web.asked] == ["bytes=19-", None]
    assert (tmp_path / "core/file.bin").read_bytes() == CONTENT


def test_a_server_that_ignores_range_is_read_from_the_start(web, tmp_path):
    web.answers["/f"] = whole()
    (tmp_path / "core").mkdir()
    (tmp_path / "core/file.bin.part").write_bytes(CONTENT[:1000])
    run([locked(Address(web.address("/f")))], tmp_path)
    assert (tmp_path / "core/file.bin").read_bytes() == CONTENT


def test_a_line_that_always_breaks_says_how_far_it_came_and_keeps_the_rest(web, tmp_path):
    web.answers["/f"] = breaks_off(50_000, ranges=False)
    with pytest.raises(FetchError, match=rf"core/file\.bin.*after 50000 of {len(CONTENT)} bytes"):
        run([locked(Address(web.address("/f")))], tmp_path)
    assert names(tmp_path) == ["core/file.bin.part"]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (status(404), "answered 404"),
        (status(503), "answered 503"),
        (whole(CONTENT[::-1]), "refused, its SHA-256 is"),
        (whole(CONTENT + b"more"), f"holds {len(CONTENT) + 4} bytes"),
        (whole(b"<!doctype html>log in", "text/html"), "(text/html), the lock says"),
        (whole(CONTENT, "text/html"), "an HTML page came"),
    ],
    ids=["404", "503", "wrong hash", "too long", "HTML with 200", "HTML of the same size"],
)
def test_what_is_not_the_file_is_refused_by_name_and_leaves_nothing(web, tmp_path, answer, reason):
    web.answers["/f"] = answer
    with pytest.raises(FetchError) as refused:
        run([locked(Address(web.address("/f")))], tmp_path)
    text = str(refused.value)
    assert "core/file.bin" in text
    assert web.address("/f") in text
    assert reason in text
    assert "\n" not in text
    assert names(tmp_path) == []


def test_the_next_source_helps_and_the_refusal_is_said(web, tmp_path):
    web.answers |= {"/bad": whole(CONTENT[::-1]), "/good": whole()}
    said = run([locked(Address(web.address("/bad")), Address(web.address("/good")))], tmp_path)
    assert (tmp_path / "core/file.bin").read_bytes() == CONTENT
    assert f"{web.address('/bad')}: refused" in said


def test_a_host_that_does_not_answer_is_asked_once_a_run(tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # bound, not listening: connections are refused
        host = f"127.0.0.1:{closed.getsockname()[1]}"
        files = [
            locked(Address(f"http://{host}/{n}"), Member("npm", "kit@1.0", "file.bin"), name=f"core/{n}") for n in "abc"
        ]
        said = run(files, tmp_path / "r", {"npm": npm({"kit@1.0": {"file.bin": CONTENT}}, [])})
    assert said.count("cannot be reached") == 1
    assert names(tmp_path / "r") == ["core/a", "core/b", "core/c"]


def npm(archives, asked):
    """What `npm pack` does, from archives in memory; notes what it is asked for."""

    def pack(archive, folder):
        asked.append(archive)
        if archive not in archives:
            raise SourceError("npm pack failed: E404")
        with tarfile.open(folder / "kit.tgz", "w:gz") as tgz:
            for name, content in archives[archive].items():
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size = len(content)
                tgz.addfile(entry, io.BytesIO(content))

    return pack


def pip(archives, asked):
    """What `pip download` does."""

    def download(archive, folder):
        asked.append(archive)
        with zipfile.ZipFile(folder / "carrier-1.0-py3-none-any.whl", "w") as wheel:
            for name, content in archives[archive].items():
                wheel.writestr(name, content)

    return download


def test_an_archive_is_asked_for_once_and_not_kept(tmp_path):
    asked = []
    inside = {"in/a.whl": b"a wheel", "in/b.whl": b"another"}
    files = [
        locked(Member("pypi", "carrier==1.0", path), name=f"pyodide/{path[3:]}", content=content)
        for path, content in inside.items()
    ]
    run(files, tmp_path / "r", {"pypi": pip({"carrier==1.0": inside}, asked)})
    assert asked == ["carrier==1.0"]
    assert names(tmp_path) == ["r/pyodide/a.whl", "r/pyodide/b.whl"]


def test_only_what_is_missing_is_asked_for(tmp_path):
    asked = []
    clients = {"npm": npm({"kit@1.0": {"a": CONTENT}, "kit@2.0": {"b": CONTENT}}, asked)}
    one, two = (locked(Member("npm", f"kit@{v}.0", n), name=n) for v, n in [(1, "a"), (2, "b")])
    run([one], tmp_path / "r", clients)
    run([one, two], tmp_path / "r", clients)
    assert asked == ["kit@1.0", "kit@2.0"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (Member("npm", "nothing@1.0", "file.bin"), "npm pack failed: E404"),
        (Member("npm", "kit@1.0", "other.bin"), "holds no other.bin"),
        (Member("npm", "kit@1.0", "short.bin"), "holds 5 bytes"),
        (Member("npm", "kit@1.0", "lie.bin"), "refused, its SHA-256"),
    ],
)
def test_what_an_archive_lacks_is_said_and_leaves_nothing(tmp_path, source, reason):
    kit = {"file.bin": CONTENT, "short.bin": b"short", "lie.bin": CONTENT[::-1]}
    with pytest.raises(FetchError) as refused:
        run([locked(source)], tmp_path / "r", {"npm": npm({"kit@1.0": kit}, [])})
    assert str(source) in str(refused.value)
    assert reason in str(refused.value)
    assert names(tmp_path) == []


def test_a_broken_archive_is_said(tmp_path):
    clients = {
        "npm": lambda _, folder: (folder / "kit.tgz").write_bytes(b"no archive"),
        "pypi": lambda _, folder: (folder / "kit.whl").write_bytes(b"no archive"),
    }
    for source in (Member("npm", "kit@1.0", "a"), Member("pypi", "kit==1.0", "a")):
        with pytest.raises(FetchError, match="is broken"):
            run([locked(source)], tmp_path / "r", clients)
