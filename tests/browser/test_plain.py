"""The repository's own pages run from any static host with a network: served as they are, Python comes from the CDN."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from publish.plain import answer_cdn, plain_site
from tests.browser.opened import EN, INDEX, KO

CDN = "cdn.jsdelivr.net"
GOLDEN = {  # what the page computes for a block size
    KO: {"block": "8", "checkpoint-bytes": "384", "recomputed-layers": "14", "gradient-difference": "0"},
    EN: {"block": "8", "checkpoint-bytes": "384", "recomputed-layers": "14", "gradient-difference": "0"},
    INDEX: {"block": "8", "storage-ratio": "0.631578947368421", "multiplication-ratio": "1.4375"},
}


@pytest.fixture(scope="module")
def plain() -> Iterator[str]:
    with plain_site() as address:
        yield address


@pytest.mark.parametrize("path", GOLDEN)
def test_a_plain_page_starts_from_the_cdn_and_computes(visit, plain, path):
    context = visit.context()
    answer_cdn(context)
    opened = visit(path, context, plain).until_ready()
    opened.set_control("block", 8)
    slots = opened.slots()
    assert {name: slots[name] for name in GOLDEN[path]} == GOLDEN[path]
    assert opened.said == []
    assert opened.failed == []
    hosts = {urlsplit(address).hostname for address in opened.asked if urlsplit(address).scheme in ("http", "https")}
    assert hosts == {"127.0.0.1", CDN}
