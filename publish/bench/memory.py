"""What stays behind after many updates: in the interpreter, in the JS heap, in the document."""

import itertools

from playwright.sync_api import Browser

from publish.bench.lesson import open_lesson
from publish.bench.moves import mixed_moves, settle
from publish.bench.readings import Reading

UPDATES, WARM_UP = 1000, 100
DEFAULT = (16, 8)
MEGABYTE = 1e6
TARGET_MB = 5


def measure(browser: Browser, site: str) -> list[Reading]:
    with open_lesson(browser, site) as lesson:
        moves = mixed_moves(*DEFAULT)
        # Both readings are taken in the same settings: the tables' rows and the drawings are as large.
        lesson.call("churn", [*itertools.islice(moves, WARM_UP), *settle(*DEFAULT)])
        before = lesson.memory()
        lesson.call("churn", [*itertools.islice(moves, UPDATES), *settle(*DEFAULT)])
        after = lesson.memory()
    grown = {name: after[name] - before[name] for name in before}
    return [
        Reading(
            f"growth over {UPDATES} updates: interpreter",
            grown["wasm"] / MEGABYTE,
            "MB",
            TARGET_MB,
            note=f"of {after['wasm'] / MEGABYTE:.0f} MB",
        ),
        Reading(
            f"growth over {UPDATES} updates: JS heap",
            grown["heap"] / MEGABYTE,
            "MB",
            TARGET_MB,
            note=f"of {after['heap'] / MEGABYTE:.0f} MB",
        ),
        Reading(
            f"growth over {UPDATES} updates: document",
            grown["nodes"],
            "nodes",
            0,
            note=f"of {after['nodes']} nodes",
        ),
    ]
