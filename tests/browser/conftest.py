"""A Chromium, the built site on 127.0.0.1, and what a failed test leaves in left-behind/."""

import os
import re
import shutil
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from publish.browser import VARIABLE, BrowserError, find
from publish.serve import Server
from publish.site import SITE
from tests.browser import game_table
from tests.browser.opened import EN, INDEX, KO, Opened

LEFT_BEHIND = Path(__file__).with_name("left-behind")
RUN_BY = "run the tests by python -m publish test"


def pytest_sessionstart() -> None:
    shutil.rmtree(LEFT_BEHIND, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    report = yield
    if report.failed:
        name = re.sub(r"[^\w-]+", "_", item.nodeid.partition("browser/")[2])[:120]
        values = item.funcargs.values()
        pages = [page for value in values for page in getattr(value, "pages", [value]) if hasattr(page, "leave_behind")]
        for number, page in enumerate(pages):
            folder = LEFT_BEHIND / f"{name}-{number}"
            try:
                page.leave_behind(folder)
            except Exception:  # a page that crashed shows nothing, and the other tests go on
                (folder / "not-shown.txt").write_text(traceback.format_exc(), encoding="utf-8")
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium_options() -> dict[str, object]:
    """How Playwright starts the Chromium of the tests."""
    try:
        path = find(os.environ, places=())
    except BrowserError as error:
        pytest.fail(str(error), pytrace=False)
    if path is None:
        pytest.fail(f"{VARIABLE} names no browser: {RUN_BY}", pytrace=False)
    arguments = ["--disable-background-networking", "--disable-component-update"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return {"executable_path": path, "args": arguments}


@pytest.fixture(scope="session")
def chromium(playwright: Playwright, chromium_options: dict[str, object]) -> Iterator[Browser]:
    browser = playwright.chromium.launch(**chromium_options)
    yield browser
    browser.close()


def _served(prefix: str) -> Iterator[str]:
    if not (SITE / "index.html").is_file():
        pytest.fail(f"{SITE} is missing: {RUN_BY}", pytrace=False)
    with Server(SITE, prefix) as server:
        yield server.address


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the built site at the root of a host."""
    yield from _served("/")


@pytest.fixture(scope="session")
def site_below() -> Iterator[Callable[[str], str]]:
    """The address of the built site below a path, as project pages on shared hosts have it."""
    opened = {}

    def below(prefix: str) -> str:
        if prefix not in opened:
            served = _served(prefix)
            opened[prefix] = next(served), served
        return opened[prefix][0]

    yield below
    for _, served in opened.values():
        next(served, None)


class Visits:
    """Opens pages, each in a fresh context unless one is given, and closes them after the test."""

    def __init__(self, browser: Browser, site: str):
        self._browser, self._site = browser, site
        self._contexts: list[BrowserContext] = []
        self.pages: list[Opened] = []

    def context(self, workers: bool = False, **options) -> BrowserContext:
        """A context without service workers unless told otherwise, so that each load asks the server."""
        context = self._browser.new_context(**({"locale": "ko-KR", "reduced_motion": "reduce"} | options))
        if not workers:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        self._contexts.append(context)
        return context

    def __call__(self, path: str = KO, context: BrowserContext | None = None, site: str = "", **options) -> Opened:
        opened = Opened(context or self.context(**options), (site or self._site) + path)
        self.pages.append(opened)
        return opened

    def unstarted(self, path: str, context: BrowserContext | None = None, **options) -> Opened:
        """Opens a page whose Python is on its way for ever."""
        context = context or self.context(**options)
        context.route("**/interpreter.mjs", lambda _: None)
        return self(path, context)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Visits]:
    visits = Visits(chromium, site)
    yield visits
    visits.close()


@pytest.fixture(scope="session")
def started(chromium: Browser, site: str) -> Iterator[Callable[[str], Opened]]:
    """Gives a page that is started once and shared: starting Python is what takes the time."""
    visits = Visits(chromium, site)
    opened: dict[str, Opened] = {}

    def start(path: str) -> Opened:
        if path not in opened:
            opened[path] = visits(path, locale="en-US" if path == EN else "ko-KR").until_ready()
        return opened[path]

    yield start
    visits.close()


def _shared(opened: Opened) -> Iterator[Opened]:
    opened.as_new()
    yield opened
    opened.until_quiet()
    assert opened.said == [], "a page stays silent, whatever a test does with it"


@pytest.fixture
def lesson(started: Callable[[str], Opened]) -> Iterator[Opened]:
    """The Korean lesson, shared, as if nothing had been done with it."""
    yield from _shared(started(KO))


@pytest.fixture
def english(started: Callable[[str], Opened]) -> Iterator[Opened]:
    """The English lesson, shared, as if nothing had been done with it."""
    yield from _shared(started(EN))


@pytest.fixture
def schedules(started: Callable[[str], Opened]) -> Iterator[Opened]:
    """The second lesson, in English, shared, as if nothing had been done with it."""
    yield from _shared(started("lesson/schedules/en.html"))


@pytest.fixture
def korean_schedules(started: Callable[[str], Opened]) -> Iterator[Opened]:
    """The second lesson, in Korean, shared, as if nothing had been done with it."""
    yield from _shared(started("lesson/schedules/ko.html"))


@pytest.fixture
def course(started: Callable[[str], Opened]) -> Iterator[Opened]:
    """The course page, shared, as if nothing had been done with it."""
    yield from _shared(started(INDEX))


@pytest.fixture(params=["ko", "en"])
def edition(request: pytest.FixtureRequest) -> Opened:
    """Either lesson, one after the other."""
    return request.getfixturevalue({"ko": "lesson", "en": "english"}[request.param])


@pytest.fixture(params=[game_table.KO, game_table.EN], ids=["ko", "en"])
def table(request: pytest.FixtureRequest, started: Callable[[str], Opened]) -> Iterator[game_table.Table]:
    """The pebble game of either edition, shared, with the first puzzle on the board."""
    opened = started(request.param)
    opened.page.set_viewport_size({"width": 1280, "height": 900})
    table = game_table.Table(opened)
    table.open(game_table.START)
    table.until(game_table.START)
    yield table
    opened.until_quiet()
    assert opened.said == [], "a page stays silent, whatever a test does with it"
