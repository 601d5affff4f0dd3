"""Pages of a site that fails."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from publish.site import SITE
from tests.browser.conftest import Visits
from tests.browser.faults import Fault, FaultyServer
from tests.browser.opened import INDEX, Opened

Faulty = Callable[..., tuple[Opened, FaultyServer]]


@pytest.fixture
def faulty(visit: Visits) -> Iterator[Faulty]:
    """Opens a page (the course page, which holds both languages, unless another is named) of a site with faults."""
    with ExitStack() as servers:

        def open_page(
            *faults: Fault,
            path: str = INDEX,
            quiet_seconds: int = 20,
            folder: Path = SITE,
            prefix: str = "/",
            context: BrowserContext | None = None,
        ) -> tuple[Opened, FaultyServer]:
            server = servers.enter_context(FaultyServer(folder, *faults, prefix=prefix, quiet_seconds=quiet_seconds))
            return visit(path, context, server.address), server

        yield open_page
