"""The repository's pages as any static host serves them, with the CDN's addresses answered from the fetched files."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Route

from publish.environment import ROOT
from publish.fetch import CACHE
from publish.lock import Address, read_lock
from publish.media_types import MEDIA_TYPES
from publish.serve import Server


@contextmanager
def plain_site() -> Iterator[str]:
    """The address of the repository, served as it is on 127.0.0.1."""
    with Server(ROOT) as server:
        yield server.address


def answer_cdn(context: BrowserContext) -> None:
    """Gives pages of this context what the CDN would: the locked files, whose hashes were checked when they came."""
    names = {str(s): file.name for file in read_lock() for s in file.sources if isinstance(s, Address)}

    def answer(route: Route) -> None:
        name = names.get(route.request.url)
        if name is None:
            route.abort()
            return
        path = CACHE / name
        headers = {"content-type": MEDIA_TYPES.get(path.suffix, "application/octet-stream")}
        route.fulfill(body=path.read_bytes(), headers=headers | {"access-control-allow-origin": "*"})

    context.route("https://cdn.jsdelivr.net/**", answer)
