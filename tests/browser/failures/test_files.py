"""Files that are missing, changed, cut off, of the wrong type or never come: named, in Korean and in English."""

import shutil

import pytest

from publish.site import SITE
from tests.browser.failures.told import check_told, details, until_failed, until_settled
from tests.browser.faults import Fault
from tests.browser.opened import EN, INDEX, KO

WASM, PYTHON, CORE = "pyodide.asm.wasm.packed", "python.packed", "core.js"
CHUNK = next(SITE.glob("runtime/*/core/core-*.js")).name if SITE.is_dir() else ""
MODULES = ("interpreter.mjs", "lock.mjs", "pyodide.asm.mjs", "pyodide.mjs")
FILES = tuple(path.name for path in SITE.glob("runtime/*/**/*.*"))
NEVER = float("inf")

AT_ONCE = {
    "core missing": (Fault(r"core/core\.js", status=404), "file-missing", CORE),
    "chunk missing": (Fault(CHUNK, status=404), "file-missing", CHUNK),
    "module missing": (Fault(r"interpreter\.mjs", status=404), "file-missing", "interpreter.mjs"),
    "wasm missing": (Fault(WASM, status=404), "file-missing", WASM),
    "pack forbidden": (Fault(PYTHON, status=403), "file-missing", PYTHON),
    "server broken": (Fault(PYTHON, status=500), "file-missing", PYTHON),
    "settings missing": (Fault(r"pyscript\.toml", status=404), "file-missing", "pyscript.toml"),
    ".js is text": (Fault(r"core/.*\.js$", media_type="text/plain"), "file-type", FILES),
    ".mjs is text": (Fault(r"\.mjs$", media_type="text/plain"), "file-type", MODULES),
    ".mjs is unknown": (Fault(r"\.mjs$", media_type="application/octet-stream"), "file-type", MODULES),
    "wasm shorter": (Fault(WASM, keep=1_000_000), "file-changed", WASM),
    "wasm cut off": (Fault(WASM, cut=1_000_000), "file-changed", WASM),
    "wasm is a login page": (Fault(WASM, login=True), "file-changed", WASM),
    "pack shorter": (Fault(PYTHON, keep=1_000_000), "file-changed", PYTHON),
    "pack changed": (Fault(PYTHON, change=True), "file-changed", PYTHON),
    "pack nearly empty": (Fault(PYTHON, keep=1), "file-changed", PYTHON),
    "core is a login page": (Fault(r"core/core\.js", login=True), "file-changed", CORE),
    "chunk shorter": (Fault(CHUNK, keep=60_000), "file-changed", CHUNK),
    "chunk changed": (Fault(CHUNK, change=True), "file-changed", CHUNK),
    "lock is a login page": (Fault(r"lock\.mjs", login=True), "file-changed", "lock.mjs"),
    "settings are a login page": (Fault(r"pyscript\.toml", login=True), "file-changed", "pyscript.toml"),
    "all of it is a login page": (Fault("^runtime/", login=True), "file-changed", FILES),
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_file_that_comes_wrong_is_named_at_once(faulty, name):
    fault, reason, files = AT_ONCE[name]
    opened, server = faulty(fault)
    check_told(opened, reason, files)
    assert server.asked.count(INDEX) == 1, "a page never loads itself again"


@pytest.mark.parametrize("file", [PYTHON, WASM, CHUNK, "interpreter.mjs", "pyscript.toml"])
def test_a_file_that_never_comes_is_named_when_nothing_has_moved_for_a_while(faulty, file):
    opened, server = faulty(Fault(file, wait=NEVER), quiet_seconds=2)
    if file == "pyscript.toml":
        check_told(opened, "stalled", seconds=2)
    else:
        check_told(opened, "no-answer", file)
    assert server.asked.count(INDEX) == 1


CURED = {
    "changed, cut off": (Fault(PYTHON, change=True, only=1), Fault(WASM, cut=100_000, only=1)),
    "shorter, busy": (Fault(PYTHON, keep=100_000, only=1), Fault(WASM, status=503, only=1)),
    "of the wrong type": (Fault(r"\.packed$", media_type="text/plain"),),
}


@pytest.mark.parametrize("name", CURED)
def test_what_can_be_cured_is_cured(faulty, name):
    opened, server = faulty(*CURED[name], path=KO)
    assert until_settled(opened) == "ready"
    asked = [path for path in server.asked if path.endswith(".packed")]
    assert len(asked) == (2 if len(CURED[name]) == 1 else 4)


def test_a_wrong_file_is_asked_for_twice_and_no_more(faulty):
    opened, server = faulty(Fault(PYTHON, change=True))
    until_failed(opened)
    assert len([path for path in server.asked if path.endswith(PYTHON)]) == 2


@pytest.mark.parametrize("path", [KO, EN, INDEX])
def test_a_page_that_lies_where_its_runtime_is_not_says_which_file_it_misses(faulty, tmp_path, path):
    shutil.copytree(SITE / "lesson", tmp_path / "elsewhere" / "lesson")
    shutil.copy(SITE / INDEX, tmp_path / "elsewhere")
    opened, _ = faulty(path=f"elsewhere/{path}", folder=tmp_path)
    check_told(opened, "file-missing", FILES)


def test_without_a_network_the_page_says_so(faulty, visit):
    context = visit.context()
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'onLine', {get: () => false})")
    context.route("**/*.packed", lambda route: route.abort("internetdisconnected"))
    opened, _ = faulty(context=context)
    check_told(opened, "offline")


def test_a_network_that_goes_while_files_come_is_told(faulty):
    opened, _ = faulty(Fault(PYTHON, wait=float("inf")), Fault(WASM, wait=float("inf")), quiet_seconds=5)
    opened.context.set_offline(True)
    check_told(opened, "offline")


def test_details_hold_what_a_teacher_needs(faulty):
    opened, server = faulty(Fault(PYTHON, status=403))
    lines = details(until_failed(opened)).splitlines()
    assert lines[0].startswith(f"{server.address}runtime/")
    assert lines[1:] == ["Error: HTTP 403", opened.page.evaluate("navigator.userAgent")]
