"""Browsers, policies and addresses in which Python cannot start, and stores that are denied, in which it can."""

import os

import pytest

from publish.browser import find
from publish.site import SITE
from tests.browser.failures.told import check_told, until_settled
from tests.browser.faults import Fault
from tests.browser.opened import INDEX, KO, Opened


@pytest.mark.parametrize(
    "policy",
    [
        "default-src 'self' 'wasm-unsafe-eval'",
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
        "script-src 'self' 'unsafe-inline'",
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'none'",
    ],
)
def test_a_policy_against_python_is_named(faulty, policy):
    opened, _ = faulty(Fault(r"\.html$", headers={"Content-Security-Policy": policy}))
    check_told(opened, "policy")


def test_the_policy_that_is_needed_is_enough_and_one_that_only_reports_stops_nothing(faulty):
    policy = "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"
    headers = {
        "Content-Security-Policy": policy + "; connect-src 'self' data:; img-src data:",
        "Content-Security-Policy-Report-Only": "script-src 'self'",
    }
    opened, _ = faulty(Fault(r"\.html$", headers=headers), path=KO)
    assert until_settled(opened) == "ready"


def test_a_page_opened_from_disk_says_so(visit):
    check_told(visit(INDEX, site=SITE.as_uri() + "/"), "opened-as-file")


def without(expression: str) -> str:
    return f"delete globalThis.{expression}"


@pytest.mark.parametrize(
    ("missing", "reason"), [("DecompressionStream", "old-browser"), ("WebAssembly", "no-webassembly")]
)
def test_what_the_browser_lacks_is_told(faulty, visit, missing, reason):
    context = visit.context()
    context.add_init_script(without(missing))
    opened, server = faulty(context=context)
    check_told(opened, reason)
    assert [path for path in server.asked if path.startswith("runtime/")] == []


def test_a_browser_that_compiles_nothing_says_so(site, chromium):
    path, root = find(os.environ, places=()), getattr(os, "geteuid", int)() == 0
    arguments = ["--js-flags=--jitless", *(["--no-sandbox"] if root else [])]
    browser = chromium.browser_type.launch(executable_path=path, args=arguments)
    check_told(Opened(browser.new_context(), site + INDEX), "no-webassembly")
    browser.close()


NEVER = "new Promise(() => {})"


@pytest.mark.parametrize(
    ("compiling", "reason", "values"),
    [(NEVER, "stalled", {"seconds": 2}), ("Promise.reject(new RangeError('out of memory'))", "unknown", {})],
    ids=["never ends", "fails"],
)
def test_a_start_that_stops_inside_the_browser_is_told(faulty, visit, compiling, reason, values):
    context = visit.context()
    context.add_init_script(f"WebAssembly.instantiate = WebAssembly.instantiateStreaming = () => {compiling}")
    opened, _ = faulty(context=context, quiet_seconds=2)
    check_told(opened, reason, **values)


STORES = {
    "getter throws": "get() { throw new DOMException('denied', 'SecurityError'); }",
    "open throws": "value: {open() { throw new DOMException('denied', 'SecurityError'); }}",
    "open never answers": "value: {open() { return {}; }}",
}


@pytest.mark.parametrize("store", STORES)
def test_a_store_that_is_denied_or_hangs_stops_nothing(faulty, visit, store):
    context = visit.context()
    context.add_init_script(f"Object.defineProperty(globalThis, 'indexedDB', {{configurable: true, {STORES[store]}}});")
    opened, _ = faulty(context=context, path=KO)
    opened.until_ready()
