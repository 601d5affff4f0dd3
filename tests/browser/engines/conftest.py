"""Every test below runs in each engine this machine has; a line at the end says which those were."""

from collections.abc import Iterator

import pytest

from tests.browser.engines import cut_off
from tests.browser.engines import engine as engines
from tests.browser.engines.chromium_engine import Chromium
from tests.browser.engines.engine import Engine
from tests.browser.engines.page import Page
from tests.browser.engines.starting import start
from tests.browser.opened import EN, KO

RAN = pytest.StashKey[dict[str, str]]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    ran = config.stash.get(RAN, {})
    absent = [name for name in engines.ENGINES if name not in engines.present()]
    told = "engines: " + (", ".join(f"{name} {version}" for name, version in ran.items()) or "none")
    told += "".join(f"; {name} is not installed" for name in absent)
    if ran and not cut_off.prefix():
        told += "; the one file had a network, for this machine lets no program do without"
    terminalreporter.write_line(told)


@pytest.fixture(scope="session", params=engines.present())
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    def chromium() -> Engine:
        playwright = request.getfixturevalue("playwright")
        return Chromium(playwright.chromium, **request.getfixturevalue("chromium_options"))

    engine = start(request.param, chromium)
    yield engine
    request.config.stash.setdefault(RAN, {})[engine.name] = engine.version
    engine.close()


class Visits:
    """Opens pages, each in a fresh profile, and closes them together."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.pages: list[Page] = []

    def __call__(self, address: str, **settings: bool) -> Page:
        page = self._engine.open(**settings)
        self.pages.append(page)
        page.goto(address)
        return page

    def close(self) -> None:
        for page in self.pages:
            page.close()


@pytest.fixture
def visit(engine: Engine) -> Iterator[Visits]:
    visits = Visits(engine)
    yield visits
    visits.close()


@pytest.fixture(scope="module", params=[KO, EN], ids=["ko", "en"])
def edition(request: pytest.FixtureRequest, engine: Engine, site: str) -> Iterator[Page]:
    """Either lesson, started once for all tests of a file: starting Python is what takes the time."""
    visits = Visits(engine)
    yield visits(site + request.param).until_ready()
    visits.close()
