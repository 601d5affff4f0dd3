"""Starts that are slow, late, left, tried again: no failure where there is none, and nothing goes round in circles."""

import pytest

from tests.browser.failures.told import check_told, until_failed, until_settled
from tests.browser.faults import Fault
from tests.browser.opened import EN, INDEX, KO

PYTHON, WASM = "python.packed", "pyodide.asm.wasm.packed"
STATES = """
    window.states = [];
    new MutationObserver(() => states.push(document.documentElement?.dataset.python))
        .observe(document, {subtree: true, childList: true, attributeFilter: ["data-python"]});
"""


def states(opened) -> list[str]:
    """The states the page has been in, in order, without repeats."""
    seen = opened.page.evaluate("states")
    return [state for i, state in enumerate(seen) if i == 0 or state != seen[i - 1]]


@pytest.fixture
def watched(visit):
    context = visit.context()
    context.add_init_script(STATES)
    return context


def test_a_slow_line_is_no_failure(faulty, watched):
    watched.add_init_script("addEventListener('python-step', ({detail}) => states.push(detail))")
    slow = Fault(r"\.packed$", rate=50_000, slow_seconds=8)
    opened, _ = faulty(slow, path=KO, quiet_seconds=3, context=watched)
    opened.one('html[data-python="ready"]').wait_for(state="attached")
    assert states(opened)[:2] == ["loading", "starting"]  # much more than the quiet time, and yet no failure


@pytest.mark.parametrize("path", [KO, INDEX])
def test_a_page_that_itself_comes_slowly_starts_when_it_is_whole(faulty, watched, path):
    opened, _ = faulty(Fault(r"\.html$", rate=40_000), path=path, context=watched)
    assert until_settled(opened) == "ready"
    assert states(opened) == ["loading", "ready"]
    assert opened.failed == []


def test_a_slow_computer_is_no_failure(site, watched):
    page = watched.new_page()
    watched.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.goto(site + KO, wait_until="domcontentloaded")
    page.locator('html:not([data-python="loading"])').wait_for(state="attached", timeout=240_000)
    assert set(page.evaluate("states")) == {"loading", "ready"}


def test_a_start_that_comes_late_still_becomes_ready(faulty, watched):
    opened, _ = faulty(Fault(PYTHON, wait=5), path=EN, quiet_seconds=2, context=watched)
    check_told(opened, "no-answer", PYTHON)
    opened.one('html[data-python="ready"]').wait_for(state="attached")
    assert states(opened) == ["loading", "failed", "ready"]
    assert opened.one('[data-when="failed"]').first.is_hidden()
    opened.set_control("block", 8)
    assert opened.slots()["block"] == "8"


def press_again(opened) -> None:
    with opened.page.expect_navigation(wait_until="domcontentloaded"):
        opened.one("[data-start-again]:visible").click()


def test_after_two_failed_starts_the_page_opens_without_python_and_offers_it(faulty):
    opened, server = faulty(Fault(PYTHON, status=404))
    check_told(opened, "file-missing", PYTHON)
    press_again(opened)
    check_told(opened, "file-missing", PYTHON)
    press_again(opened)
    server.asked.clear()
    check_told(opened, "asks-first", button="go")
    server.mend()
    assert [path for path in server.asked if path.startswith("runtime/")] == []
    opened.one("[data-start-again]:visible").click()
    assert until_settled(opened) == "ready"
    assert "index.html" not in server.asked
    opened.page.reload(wait_until="domcontentloaded")
    assert until_settled(opened) == "ready"


def test_trying_again_works_when_the_fault_is_gone(faulty):
    opened, server = faulty(Fault(r"core/core-.*\.js", change=True), path=KO)
    until_failed(opened)
    server.mend()
    press_again(opened)
    assert until_settled(opened) == "ready"


def test_leaving_while_python_is_on_its_way_is_no_failed_start(faulty):
    opened, server = faulty(Fault(PYTHON, wait=float("inf")))
    for path in (KO, EN, INDEX, KO):
        opened.page.goto(server.address + path, wait_until="domcontentloaded")
        assert opened.state == "loading"


def test_a_tab_that_crashed_twice_while_starting_asks_first(faulty, visit):
    context = visit.context()
    context.add_init_script("addEventListener('pagehide', event => event.stopImmediatePropagation(), true)")
    opened, server = faulty(Fault(PYTHON, wait=float("inf")), path=KO, context=context)
    for _ in range(2):
        assert opened.state == "loading"
        opened.page.reload(wait_until="domcontentloaded")
    check_told(opened, "asks-first", button="go")
    assert server.asked.count(KO) == 3
