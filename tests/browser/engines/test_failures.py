"""A start that fails says why, in Korean and in English, in every engine."""

import pytest

from publish.site import SITE
from tests.browser.engines.told import check_told
from tests.browser.faults import Fault, FaultyServer
from tests.browser.opened import INDEX

WASM, PYTHON = "pyodide.asm.wasm.packed", "python.packed"
MODULES = ("interpreter.mjs", "lock.mjs", "pyodide.asm.mjs", "pyodide.mjs")

FAULTS = {
    "wasm missing": (Fault(WASM, status=404), "file-missing", WASM),
    "module missing": (Fault(r"interpreter\.mjs", status=404), "file-missing", "interpreter.mjs"),
    "modules of the wrong type": (Fault(r"\.mjs$", media_type="text/plain"), "file-type", MODULES),
    "pack changed": (Fault(PYTHON, change=True), "file-changed", PYTHON),
    "a login page": (Fault("^runtime/.*packed", login=True), "file-changed", (WASM, PYTHON)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_file_that_comes_wrong_is_named(visit, name):
    fault, reason, files = FAULTS[name]
    with FaultyServer(SITE, fault) as server:
        check_told(visit(server.address + INDEX), reason, files)
        assert server.asked.count(INDEX) == 1, "a page never loads itself again"


def test_a_file_that_never_comes_is_named_when_nothing_has_moved_for_a_while(visit):
    with FaultyServer(SITE, Fault(PYTHON, wait=float("inf")), quiet_seconds=2) as server:
        check_told(visit(server.address + INDEX), "no-answer", PYTHON)


def test_a_start_that_failed_is_tried_again_and_works(visit):
    with FaultyServer(SITE, Fault(PYTHON, status=404)) as server:
        page = visit(server.address + INDEX)
        check_told(page, "file-missing", PYTHON)
        server.mend()
        page.evaluate("() => { window.old = true; }")
        page.click("[data-start-again]")
        page.until("() => !window.old && document.readyState !== 'loading'")
        page.until_ready()
