"""From opening the one file to its first live figure, beside the site's cold start in the same browser."""

import os
from statistics import median

from playwright.sync_api import Browser

from publish.bench.readings import Reading
from publish.bench.startup import LESSON, profile, start
from publish.single_file import write_single_file

STARTS = 5


def measure(browser: Browser, site: str) -> list[Reading]:
    """Starts in turn, each in a browser of its own: what disturbs one disturbs all."""
    path = write_single_file()
    served, opened = [], []
    for _ in range(STARTS):
        with profile(browser) as context:
            served.append(start(context, f"{site}{LESSON}")["figure"])
        with profile(browser) as context:
            opened.append(start(context, f"{path.as_uri()}#/{LESSON}")["figure"])
    note = f"{median(opened) / 1000:.2f} s and {median(served) / 1000:.2f} s, medians of {STARTS}"
    details = {"file_ms": opened, "site_ms": served}
    return [
        Reading(
            "one file: first live figure / site's", median(opened) / median(served), "", 1.6, note=note, details=details
        ),
        Reading("one file: size", os.path.getsize(path) / 1e6, "MB", 18),
    ]
