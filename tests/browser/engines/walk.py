"""A walk through the whole course in one document, and what its pages showed on the way.

As a program it walks through the one file in an engine of its own and prints what it saw, for whoever has to start it
apart: where there is no network.
"""

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.engines.chromium_engine import Chromium
from tests.browser.engines.cut_off import is_cut_off, raise_loop
from tests.browser.engines.page import Page
from tests.browser.engines.starting import start
from tests.browser.opened import EN, INDEX, KO

SCHEDULES_KO, SCHEDULES_EN = "lesson/schedules/ko.html", "lesson/schedules/en.html"
# What is pressed, which page it brings, and in which language; the first page stands there already.
STEPS = (
    ('button[data-language="ko"]', INDEX, "ko"),
    ('button[data-language="en"]', INDEX, "en"),
    ('a[href$="blocks/en.html#concept"]', EN, "en"),
    ("header a[data-language]", KO, "ko"),
    ('a[href$="schedules/ko.html"]', SCHEDULES_KO, "ko"),
    ("header a[data-language]", SCHEDULES_EN, "en"),
    ('.bar a[href$="index.html"]', INDEX, "en"),
)
SETTINGS = {
    INDEX: {"block": 8},
    EN: {"layers_typed": 17, "width_typed": 5, "alpha_typed": 1.25, "x_typed": -0.75, "bytes": 8},
    KO: {"layers_typed": 16, "block_typed": 5},
    SCHEDULES_KO: {"layers_typed": 20},
    SCHEDULES_EN: {"layers_typed": 31},
}
QUESTION = '[data-question="count-is-time"]'
_ARRIVED = """(path, language) => {
    const seen = element => element.checkVisibility();
    const form = [...document.querySelectorAll("form[data-lab]")].find(seen);
    return location.href.includes(path) && form?.closest("[lang]").lang === language && form.dataset.updates > 0;
}"""


def walk(page: Page, address: Callable[[str], str]) -> dict[str, object]:
    """Walks by links through a course that is open nowhere yet; `address` tells where its page of some path is."""
    page.goto(address(INDEX))
    page.until_ready().evaluate("() => { window.same = true; }")
    seen = []
    for pressed, path, language in STEPS:
        page.click(pressed)
        page.until(_ARRIVED, path, language)
        page.until_ready().until_quiet()
        seen.append(_shown(page) | {"path": path, "language": language, "changed": False})
        page.set_controls(**SETTINGS[path])
        seen.append(_shown(page) | {"path": path, "language": language, "changed": True})
        if path == KO:
            page.click(f'{QUESTION} input[value="no"]')
    same = page.evaluate("() => window.same === true")
    return {"pages": seen, "same document": same, "after reload": _reload(page, address(KO)), "said": page.said}


def _shown(page: Page) -> dict[str, object]:
    return {
        "title": page.evaluate("() => document.title"),
        "controls": page.controls(),
        "slots": page.slots(),
        "tables": page.tables(),
        "drawings": page.drawings(),
    }


def _reload(page: Page, address: str) -> dict[str, object]:
    page.goto("about:blank")  # from part to part of a file no browser would load it anew
    page.goto(address)
    page.until_ready()
    return {
        "result": page.attribute(QUESTION, "data-result"),
        "note": page.text("[data-storage-note]"),
        "same document": page.evaluate("() => window.same === true"),
    }


def main(engine: str, file: str, chromium_options: str, leave_behind: str) -> None:
    """Prints as JSON what a walk through the one file showed, and whether there was no network meanwhile."""
    cut_off = is_cut_off()
    if cut_off:
        raise_loop()
    with ExitStack() as stack:

        def chromium() -> Chromium:
            return Chromium(stack.enter_context(sync_playwright()).chromium, **json.loads(chromium_options))

        started = stack.enter_context(closing(start(engine, chromium)))
        page = stack.enter_context(closing(started.open()))
        try:
            seen = walk(page, lambda path: f"{file}#/{path}")
        except Exception:
            page.leave_behind(Path(leave_behind))
            raise
    print(json.dumps(seen | {"cut off": cut_off}))


if __name__ == "__main__":
    main(*sys.argv[1:])
