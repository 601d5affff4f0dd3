"""A place that sites are deployed to, a server of it, and a reader whose browser has service workers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from publish.serve import Server
from tests.browser.conftest import Visits
from tests.browser.offline.deployed import Place, build_second


@pytest.fixture(scope="session")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second release of the site, of which every part differs from the first."""
    return build_second(tmp_path_factory.mktemp("second"))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def served(place: Place) -> Iterator[str]:
    """The address of the first release, deployed below a path."""
    place.deploy()
    with Server(place.folder, "/course/") as server:
        yield server.address


@pytest.fixture
def reader(visit: Visits) -> BrowserContext:
    return visit.context(workers=True)
