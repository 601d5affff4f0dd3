"""What the page's Python takes to compute, without drawing: one answer, and how the passes grow with the chain."""

from playwright.sync_api import Browser

from publish.bench.lesson import open_lesson
from publish.bench.readings import Reading, exponent, percentile

LARGEST = 64
RESPOND_TARGET_MS = 5
LENGTHS, AT_WIDTH = (250, 500, 1000, 2000, 4000), 8
WIDTHS, AT_LENGTH = (16, 32, 64, 128, 256, 512), 16
REPEATS = 5  # the fastest of these counts: other work on the machine can only add to it


def measure(browser: Browser, site: str) -> list[Reading]:
    with open_lesson(browser, site) as lesson:
        lesson.python("respond_sweep", LARGEST, LARGEST, 1)
        swept = lesson.python("respond_sweep", LARGEST, LARGEST, 3)
        first = lesson.python("respond_first", LARGEST, LARGEST, 24)
        lengths = {length: lesson.python("passes", length, AT_WIDTH, REPEATS) for length in LENGTHS}
        widths = {width: lesson.python("passes", AT_LENGTH, width, REPEATS) for width in WIDTHS}
    return [
        _middle(f"respond, L = W = {LARGEST}, block swept", swept, RESPOND_TARGET_MS),
        _middle("respond, a length not seen before", first),
        # A fit of measured times is never 1 to the last digit.
        _growth(f"time grows as L to the power, W = {AT_WIDTH}", lengths, 1.1),
        _growth(f"time grows as W to the power, L = {AT_LENGTH}", widths, 2),
    ]


def _middle(name: str, times: list[float], target: float | None = None) -> Reading:
    """The median is judged: what one answer takes, not what else the machine did meanwhile."""
    return Reading(name, percentile(times, 0.5), "ms", target, note=f"95th percentile {percentile(times, 0.95):.1f} ms")


def _growth(name: str, times: dict[int, float], target: float) -> Reading:
    sizes = list(times)
    note = f"{times[sizes[0]]:.1f} ms at {sizes[0]}, {times[sizes[-1]]:.1f} ms at {sizes[-1]}"
    return Reading(name, exponent(sizes, list(times.values())), "", target, note=note, details={"ms": times})
