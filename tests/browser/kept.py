"""What a page has kept for its next start."""

import time

from tests.browser.opened import LONGEST_MS, Opened

STORE = "caches.open(`checkpointing-lab:${new URL(document.documentElement.dataset.root, location).pathname}:start`)"
PARTS = ["pyodide.asm.wasm", "python", "snapshot"]


def addresses(opened: Opened) -> list[str]:
    return opened.page.evaluate(f"{STORE}.then(async kept => (await kept.keys()).map(({{url}}) => url))")


def parts(opened: Opened) -> list[str]:
    """The last parts of the addresses under which something is kept."""
    return sorted(address.rpartition("/")[2] for address in addresses(opened))


def until_kept(opened: Opened) -> None:
    """Waits for the files and the memory."""
    until = time.monotonic() + LONGEST_MS / 1000
    while (there := parts(opened)) != PARTS:
        assert time.monotonic() < until, there
        opened.page.wait_for_timeout(100)
