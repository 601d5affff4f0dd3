"""Packs that lack something, packs of another build, and no pack at all: the plain pages."""

import gzip
import json
import shutil

import pytest

from publish.environment import ROOT
from publish.fetch import CACHE
from publish.lock import read_lock
from publish.serve import Server
from publish.site import SITE, build_site
from tests.browser.failures.told import check_told, details, until_settled
from tests.browser.kept import addresses, until_kept
from tests.browser.opened import INDEX, KO

PYTHON = "python.packed"
CDN = "https://cdn.jsdelivr.net/"
FOLDERS = {"npm/@pyscript/core@": "core", "pyodide/v": "pyodide"}


def repacked(without: str = "", level: int = 1) -> bytes:
    """The pack of the built site, written anew, less the files whose path ends so."""
    (pack,) = SITE.glob(f"runtime/*/{PYTHON}")
    raw = gzip.decompress(pack.read_bytes())
    at = 4 + int.from_bytes(raw[:4], "little")
    listed, body = [], b""
    for path, size in json.loads(raw[4:at]):
        if not (without and path.endswith(without)):
            listed.append([path, size])
            body += raw[at : at + size]
        at += size
    head = json.dumps(listed).encode()
    return gzip.compress(len(head).to_bytes(4, "little") + head + body, level, mtime=0)


def build(folder, pack: bytes):
    return build_site(read_lock(), site=folder, pack=lambda *_: pack)


@pytest.mark.parametrize(
    ("lacking", "names"),
    [
        ("matplotlib/lines.pyc", "ModuleNotFoundError: No module named 'matplotlib.lines'"),
        ("/asyncio/tasks.pyc", "asyncio"),
    ],
)
def test_a_module_missing_from_the_pack_is_named(faulty, tmp_path, lacking, names):
    opened, _ = faulty(folder=build(tmp_path / "site", repacked(without=lacking)))
    check_told(opened, "python")
    assert names in details(opened)


@pytest.fixture
def releases(tmp_path):
    """One address at which the first build lies, and what puts the second in its place."""
    place, first, second = tmp_path / "site", SITE, build(tmp_path / "second", repacked())
    shutil.copytree(first, place)

    def release() -> str:
        shutil.rmtree(place)
        shutil.copytree(second, place)
        return home(second)

    return place, home(first), release


def home(site) -> str:
    (folder,) = (site / "runtime").iterdir()
    return folder.name


def runtimes(asked: list[str]) -> set[str]:
    return {path.split("/")[1] for path in asked if path.startswith("runtime/")}


def test_after_a_new_release_a_reload_takes_the_new_build_and_nothing_of_the_old(faulty, releases):
    place, old, release = releases
    opened, server = faulty(path=KO, folder=place)
    assert until_settled(opened) == "ready"
    assert runtimes(server.asked) == {old}
    before = opened.slots()
    new = release()
    assert new != old
    opened.set_control("block", 8)  # the open page goes on with what it has
    opened.set_control("block", 4)
    server.asked.clear()
    opened.page.goto(server.address + KO, wait_until="domcontentloaded")
    assert until_settled(opened) == "ready"
    assert runtimes(server.asked) == {new}
    assert opened.slots() == before


def test_what_a_build_has_kept_is_not_taken_up_by_the_next(faulty, releases):
    place, old, release = releases
    opened, server = faulty(path=KO, folder=place)
    assert until_settled(opened) == "ready"
    until_kept(opened)
    assert all(f"/runtime/{old}/" in address for address in addresses(opened))
    new = release()
    server.asked.clear()
    opened.page.reload(wait_until="domcontentloaded")
    assert until_settled(opened) == "ready"
    assert f"runtime/{new}/{PYTHON}" in server.asked
    assert runtimes(server.asked) == {new}
    opened.page.wait_for_timeout(500)
    until_kept(opened)
    assert all(f"/runtime/{new}/" in address for address in addresses(opened))


def test_an_old_page_whose_build_is_gone_says_so_and_takes_nothing_of_the_new(faulty, releases):
    place, old, release = releases
    page = (place / INDEX).read_bytes()
    release()
    (place / INDEX).write_bytes(page)  # as a cache on the way would give it
    opened, server = faulty(folder=place)
    check_told(opened, "file-missing", tuple(path.name for path in SITE.glob("runtime/*/**/*.*")))
    assert runtimes(server.asked) == {old}


def test_an_old_page_with_half_its_build_in_the_cache_never_mixes(faulty, releases, visit):
    place, old, release = releases
    page = (place / INDEX).read_bytes()
    context = visit.context()
    opened, server = faulty(folder=place, context=context)
    assert until_settled(opened) == "ready"
    release()
    (place / INDEX).write_bytes(page)
    server.asked.clear()
    opened.page.goto(server.address, wait_until="domcontentloaded")
    until_settled(opened)
    assert runtimes(server.asked) <= {old}
    shutil.copytree(SITE / "runtime" / old / "core", place / "runtime" / old / "core")  # half of it came back
    opened, server = faulty(folder=place)
    check_told(opened, "file-missing", tuple(path.name for path in SITE.glob("runtime/*/**/*.*")))
    assert runtimes(server.asked) == {old}


def answer_for_the_cdn(route) -> None:
    """Gives the fetched, verified file for an address of the CDN."""
    rest = route.request.url.removeprefix(CDN)
    folder = next((folder for start, folder in FOLDERS.items() if rest.startswith(start)), None)
    path = CACHE / str(folder) / rest.rpartition("/")[2]
    if path.is_file():
        route.fulfill(path=path, headers={"Access-Control-Allow-Origin": "*", "Content-Type": kind(path.suffix)})
    else:
        route.fulfill(status=404)


def kind(suffix: str) -> str:
    """The types of a server that knows scripts but not WebAssembly."""
    return "text/javascript" if suffix in (".js", ".mjs") else "application/octet-stream"


def test_plain_pages_and_built_ones_show_the_same_numbers(visit, started):
    context = visit.context()
    context.route(CDN + "**", answer_for_the_cdn)
    built = started(KO)
    with Server(ROOT) as server:
        plain = visit(KO, context, server.address)
        assert until_settled(plain) == "ready"
        for settings in ({}, {"layers": 37, "width": 5, "block": 6, "alpha": 1.5, "x": -0.75, "bytes": 8}):
            for opened in (plain, built):
                opened.as_new()
                for name, value in settings.items():
                    opened.set_control(name, value)
            assert plain.slots() == built.slots()
            for table in ("blocks", "input-gradient"):
                assert plain.table(table) == built.table(table)
        assert any(address.startswith(CDN + "pyodide/") for address in plain.asked)
