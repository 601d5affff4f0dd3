"""From opening the page to its first live figure, beside bare Pyodide, cold and with a warm cache."""

import gzip
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from publish import browser as browsers
from publish.bench.lesson import START_LIMIT_MS
from publish.bench.readings import Reading
from publish.fetch import CACHE
from publish.serve import Server

HERE = Path(__file__).parent
NOTES = (HERE / "in_start.js").read_text(encoding="utf-8")
LESSON = "lesson/blocks/ko.html"
STARTS = 7
# Both that a returning reader has: Python's memory, and the offline copy with the worker that answers from it.
KEPT = """async () => {
    const find = async (ending) => {
        const name = (await caches.keys()).find((name) => ending.test(name));
        return name ? (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname) : [];
    };
    const [memory, copy] = [await find(/:start$/), await find(/:[0-9a-f]{12}$/)];
    return memory.length === 3 && copy.some((path) => path.endsWith("/release.json"));
}"""
COMPRESSED_BY_HOSTS = {".html", ".css", ".js", ".mjs", ".json", ".toml", ".svg", ".py"}


def measure(browser: Browser, site: str) -> list[Reading]:
    """Starts in turn, each cold one in a browser of its own: what disturbs one disturbs all."""
    yard, cold, warm = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(CACHE / "pyodide", Path(folder, "pyodide"))
        shutil.copy(HERE / "yardstick.html", folder)
        with Server(Path(folder)) as plain:
            for _ in range(STARTS):
                with profile(browser) as context:
                    yard.append(start(context, f"{plain.address}yardstick.html")["ready"])
                with profile(browser) as context:
                    cold.append(start(context, f"{site}{LESSON}", stay=True))
                    warm.append(start(context, f"{site}{LESSON}")["figure"])
    return [*_ratios(yard, [notes["figure"] for notes in cold], warm), *_starts(cold), _transfer(browser, site)]


@contextmanager
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A context in a browser started for it, so that no cache of any kind is shared."""
    fresh = browser.browser_type.launch(executable_path=browsers.find())
    yield fresh.new_context(viewport={"width": 1280, "height": 800})
    fresh.close()


def start(context: BrowserContext, address: str, stay: bool = False) -> dict[str, Any]:
    """Times of one start. A reader who stays is there until the browser keeps what the next start takes up."""
    page = context.new_page()
    page.add_init_script(NOTES)
    page.goto(address, wait_until="commit")
    page.wait_for_function("globalThis.noted?.ready", timeout=START_LIMIT_MS)
    page.wait_for_timeout(300)  # entries of the last moments are given out late
    notes = page.evaluate("noted")
    notes["files"] = _last_arrival(page)
    if stay:
        until = time.monotonic() + START_LIMIT_MS / 1000
        while not page.evaluate(KEPT) and time.monotonic() < until:
            page.wait_for_timeout(200)
    page.close()
    return notes


def _last_arrival(page: Page) -> float:
    """When the last file of the runtime had come, in milliseconds."""
    return page.evaluate(
        "Math.max(0, ...performance.getEntriesByType('resource').filter(e => e.name.includes('/runtime/'))"
        ".map(e => e.responseEnd))"
    )


def _ratios(yard: list[float], cold: list[float], warm: list[float]) -> list[Reading]:
    base = median(yard)
    details = {"yardstick_ms": yard, "cold_ms": cold, "warm_ms": warm}
    return [
        Reading(
            "first live figure / bare Pyodide's",
            median(cold) / base,
            "",
            0.33,
            note=f"goal 0.25; {median(cold) / 1000:.2f} s and {base / 1000:.2f} s, medians of {STARTS}",
            details=details,
        ),
        Reading("the same, warm cache", median(warm) / base, "", 0.20, note=f"{median(warm) / 1000:.2f} s"),
    ]


def _starts(cold: list[dict[str, Any]]) -> Iterator[Reading]:
    def middle(take) -> float:
        return median(take(notes) for notes in cold)

    yield Reading("first contentful paint", middle(lambda n: n["first-contentful-paint"]), "ms", 300)
    yield Reading("layout shift (CLS)", middle(lambda n: n["shift"]), "", 0.02)
    yield Reading("  files there", middle(lambda n: n["files"]), "ms")
    yield Reading("  Python starts", middle(lambda n: n["steps"]["libraries"] - n["steps"]["starting"]), "ms")
    yield Reading("  imports, first update and figure", middle(lambda n: n["figure"] - n["steps"]["libraries"]), "ms")
    yield Reading(
        "main thread blocked while starting",
        middle(lambda n: sum(max(0, duration - 50) for start, duration in n["tasks"] if start < n["ready"])),
        "ms",
        note=f"longest task {middle(lambda n: max((t[1] for t in n['tasks']), default=0)):.0f} ms",
    )


def _transfer(browser: Browser, site: str) -> Reading:
    """Bytes of all that a cold start asks for, with gzip where hosts compress by themselves."""
    sizes: dict[str, int] = {}

    def count(response) -> None:
        path = PurePosixPath(urlsplit(response.url).path)
        if response.url.startswith(site):
            body = response.body()
            sizes[path.name] = len(gzip.compress(body, 6) if path.suffix in COMPRESSED_BY_HOSTS else body)

    context = browser.new_context()
    page = context.new_page()
    page.on("requestfinished", lambda request: count(request.response()))
    page.goto(f"{site}{LESSON}")
    page.wait_for_selector("html[data-python=ready]", timeout=START_LIMIT_MS)
    context.close()
    return Reading("bytes to transfer", sum(sizes.values()) / 1e6, "MB", 10, details={"bytes": sizes})
