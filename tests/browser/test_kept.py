"""What a start keeps for the next: Python's memory is taken up again, and nothing kept ever stands in the way."""

import pytest

from tests.browser.failures.told import until_settled
from tests.browser.kept import STORE, until_kept
from tests.browser.opened import EN, KO


def packed(opened) -> list[str]:
    return [address for address in opened.asked if address.endswith(".packed")]


@pytest.fixture
def first(visit):
    """A first visit that has kept what it could."""
    opened = visit(KO).until_ready()
    until_kept(opened)
    return opened


def check_same(opened, first):
    assert opened.slots() == first.slots()
    assert opened.table("blocks") == first.table("blocks")
    assert opened.drawings() == first.drawings()
    assert opened.said == []


def test_the_next_start_fetches_no_python_and_shows_the_same(visit, first):
    assert len(packed(first)) == 2
    again = visit(KO, first.context).until_ready()
    assert packed(again) == []
    check_same(again, first)
    until_kept(again)
    for name, value in {"layers": 9, "block": 3, "x": -0.25}.items():
        first.set_control(name, value)
        again.set_control(name, value)
    check_same(again, first)


def test_both_editions_take_up_what_one_has_kept(visit, first):
    english = visit(EN, first.context).until_ready()
    assert packed(english) == []
    assert english.slots() == first.slots()


def test_python_taken_up_imports_collects_and_tells_errors_as_any(visit, first):
    again = visit(KO, first.context).until_ready()
    again.run_python("""
import gc, sys, traceback
import numpy as np
assert gc.isenabled() and gc.collect() >= 0
assert np.linalg.solve(np.eye(3) * 2, np.ones(3)).tolist() == [0.5] * 3
import lesson.taste.respond  # no page here has asked for it yet
try:
    from checkpointing.chain import first_state
    first_state(0, 1)
except ValueError:
    assert "chain.py" in traceback.format_exc() and "raise ValueError" in traceback.format_exc()
else:
    raise AssertionError
""")
    assert again.said == []


@pytest.mark.parametrize(
    "broken",
    [
        "new Response('nonsense')",
        "new Response(new Uint8Array([2, 0, 0, 0, 123, 125]))",
        "new Response((await (await kept.match(address)).arrayBuffer()).slice(0, 20_000_000))",
        "new Response(JSON.stringify({browser: navigator.userAgent}))",
    ],
    ids=["nonsense", "no description", "cut off", "without its length"],
)
def test_a_broken_memory_is_left_for_a_start_anew(visit, first, broken):
    first.page.evaluate(f"""async () => {{
        const kept = await {STORE};
        const address = (await kept.keys()).map(({{url}}) => url).find((url) => url.endsWith("/snapshot"));
        await kept.put(address, {broken});
    }}""")
    again = visit(KO, first.context).until_ready()
    check_same(again, first)
    until_kept(again)
    third = visit(KO, first.context).until_ready()
    assert packed(third) == []
    check_same(third, first)


MARK = "`checkpointing-lab:${new URL('../../', location).pathname}:start-used`"


def test_a_start_that_took_the_tab_down_is_not_repeated(visit, first):
    first.context.add_init_script("sessionStorage.setItem('checkpointing-lab:/:start-used', '{\"version\":1}')")
    again = visit(KO, first.context).until_ready()
    assert len(packed(again)) == 2
    check_same(again, first)
    until_kept(again)
    assert again.page.evaluate(f"sessionStorage.getItem({MARK})") is None


def test_nothing_is_kept_for_a_reader_who_has_removed_the_copy(visit, first):
    first.page.evaluate("localStorage.setItem('checkpointing-lab:/:offline', '{\"version\":1,\"wanted\":false}')")
    first.page.evaluate("kept.keep({[startPython.home + 'python']: new Blob(['new'])})")
    assert first.page.evaluate("caches.keys()") == []


def test_what_is_kept_outlives_a_page_left_while_it_starts_and_a_second_tab(visit, first):
    again = visit(KO, first.context)
    again.page.reload(wait_until="domcontentloaded")
    other = visit(EN, first.context)
    assert packed(again.until_ready()) == packed(other.until_ready()) == []


@pytest.mark.parametrize("part", ["python", "pyodide.asm.wasm"])
def test_a_file_cut_off_in_the_store_is_fetched_again(visit, first, part):
    first.page.evaluate(f"""async () => {{
        const kept = await {STORE};
        const address = (await kept.keys()).map(({{url}}) => url).find((url) => url.endsWith("/{part}"));
        const whole = await kept.match(address);
        await kept.put(address, new Response((await whole.arrayBuffer()).slice(0, 1000), {{headers: whole.headers}}));
    }}""")
    again = visit(KO, first.context).until_ready()
    assert [address.rpartition("/")[2] for address in packed(again)] == [f"{part}.packed"]
    check_same(again, first)


def test_another_browser_does_not_take_up_what_this_one_has_kept(visit, first):
    first.context.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'userAgent', {get: () => 'Mozilla/5.0 another'})"
    )
    again = visit(KO, first.context).until_ready()
    check_same(again, first)
    assert any("it fits Mozilla/5.0 (" in line for line in again.console)


@pytest.mark.parametrize(
    "denied",
    [
        "delete globalThis.caches; delete Window.prototype.caches",
        "CacheStorage.prototype.open = () => { throw new DOMException('denied', 'SecurityError') }",
        "CacheStorage.prototype.open = () => new Promise(() => {})",
        "Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))",
    ],
    ids=["absent", "denied", "silent", "full"],
)
def test_without_a_store_every_start_is_a_first_one(visit, denied):
    context = visit.context()
    context.add_init_script(denied)
    opened = visit(KO, context)
    assert until_settled(opened) == "ready"
    assert opened.slots()["average"] == "0.20685562042553912"
    assert opened.said == []
