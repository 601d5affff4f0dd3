"""python -m publish bench: measures the built site in Chromium, prints the figures, writes dist/bench.json.

A part is a module whose `measure(browser, site)` gives readings; `browser` is Playwright's, `site` the address.
A missed target is printed and is no failure: machines differ. What could not be measured at all is one.
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from publish import browser
from publish.bench import computing, memory, moves, one_file, schedules, startup
from publish.bench.readings import Reading, table
from publish.environment import ROOT
from publish.failure import Failure
from publish.fetch import fetch
from publish.lock import read_lock
from publish.serve import Server
from publish.site import build_site

OUTPUT = ROOT / "dist" / "bench.json"
PARTS: dict[str, Callable[[Browser, str], Iterable[Reading]]] = {
    "the start of the page": startup.measure,
    "the start of the one file": one_file.measure,
    "moves of the controls": moves.measure,
    "what Python computes": computing.measure,
    "the second lesson": schedules.measure,
    "memory over many updates": memory.measure,
}


class BenchError(Failure):
    """Something could not be measured; says what the browser said."""


def main() -> None:
    """Builds the site and measures it. Raises BenchError when a measurement could not be made."""
    files = read_lock()
    fetch(files)
    site = build_site(files)
    program = browser.provide(Path(sys.executable))
    try:
        with Server(site) as server, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=program)
            machine = {"browser": f"Chromium {chromium.version}", "cores": os.cpu_count(), "system": platform.system()}
            readings = []
            for name, measure in PARTS.items():
                print(f"measuring {name}", file=sys.stderr, flush=True)
                readings += measure(chromium, server.address)
    except Error as error:
        raise BenchError(f"the page could not be measured: {error}") from error
    print(
        f"{machine['browser']}, {machine['cores']} cores; measured is the 95th percentile where a median stands beside"
    )
    print(table(readings))
    document = {"machine": machine, "readings": [reading.as_json() for reading in readings]}
    OUTPUT.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    missed = sum(reading.met is False for reading in readings)
    print(f"{missed} of {sum(reading.met is not None for reading in readings)} targets missed; {OUTPUT}")
