"""The lesson's page while it is measured: open it, move its controls, run Python in it, read its memory."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from publish.plain import answer_cdn

SCRIPT = Path(__file__).with_name("in_page.js").read_text(encoding="utf-8")
PYTHON = "".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("plans.py", "in_page.py"))
START_LIMIT_MS = 120_000

Moves = list[tuple[str, str]]


class Lesson:
    """A live lesson page with the measuring scripts in it."""

    def __init__(self, page: Page, developer: CDPSession):
        self._page, self._developer = page, developer

    def call(self, function: str, *arguments: Any) -> Any:
        """Calls one of in_page.js's functions and waits for what it promises."""
        return self._page.evaluate(f"words => bench.{function}(...words)", list(arguments))

    def python(self, function: str, *arguments: Any) -> Any:
        """Calls one of in_page.py's functions."""
        return json.loads(self._page.evaluate("words => benchPython(...words)", [function, *arguments]))

    def show(self, figure: str) -> None:
        """Scrolls the figure to the middle of the window."""
        self._page.evaluate(
            "name => document.querySelector(`[data-figure=${name}]`).scrollIntoView({block: 'center'})", figure
        )
        self.call("rest")

    def memory(self) -> dict[str, int]:
        """Bytes of the interpreter and of the JS heap, and DOM nodes, all after a collection."""
        wasm = self.python("wasm_bytes")
        self._page.wait_for_timeout(1000)  # the status line is written a moment after the last update
        for _ in range(2):  # what the first frees may hold more
            self._developer.send("HeapProfiler.collectGarbage")
        heap = self._developer.send("Runtime.getHeapUsage")["usedSize"]
        nodes = self._developer.send("Memory.getDOMCounters")["nodes"]
        return {"wasm": wasm, "heap": int(heap), "nodes": nodes}


@contextmanager
def open_lesson(browser: Browser, site: str, name: str = "blocks", in_sight: str = "ratios") -> Iterator[Lesson]:
    """The English edition of that lesson in a window of its own, ready and at rest, with a figure in sight."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    answer_cdn(context)  # asked by plain pages only: built ones ask nothing of it
    page = context.new_page()
    page.goto(f"{site}lesson/{name}/en.html")
    page.wait_for_selector("html[data-python=ready]", timeout=START_LIMIT_MS)
    page.evaluate(SCRIPT)
    page.evaluate(
        "code => document.body.append(Object.assign(document.createElement('script'), {type: 'py', text: code}))",
        PYTHON,
    )
    page.wait_for_function("!!window.benchPython", timeout=START_LIMIT_MS)
    lesson = Lesson(page, context.new_cdp_session(page))
    lesson.show(in_sight)
    yield lesson
    context.close()
