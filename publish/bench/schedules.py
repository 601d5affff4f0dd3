"""The second lesson: a step of its clock, a new setting of both strategies, and how its plans grow with the chain."""

import itertools
import math
from collections.abc import Callable, Iterator

from playwright.sync_api import Browser

from checkpointing.binomial import GriewankWaltherCost
from publish.bench.lesson import open_lesson
from publish.bench.readings import Reading, exponent, percentile, spread

LAYERS = 64
SCRUB_TARGET_MS, SETTING_TARGET_MS = 17, 150
REVOLVE_LAYERS, REVOLVE_TARGET_MS = 1000, 300
MOVES = 96
LENGTHS = (500, 1000, 2000, 4000)
PLANE_LENGTHS = (32, 64, 128, 256, 512)
REPEATS = 8  # the fastest of these counts: other work on the machine can only add to it
FIT = 0.1  # a fit of measured times is never the stated power to the last digit


def _repeats(layers: int) -> int:
    return GriewankWaltherCost(layers, 10).repeats


# How the number of actions grows, as the core states it; r is the most often that Revolve passes a layer.
ORDERS: dict[str, tuple[str, Callable[[int], float]]] = {
    "full tape": ("L", float),
    "uniform blocks": ("L", float),
    "square-root rule": ("L", float),
    "nested blocks": ("L", float),
    "bisection": ("L log L", lambda layers: layers * math.log2(layers)),
    "revolve": ("L r", lambda layers: layers * _repeats(layers)),
    "as frameworks do": ("L", float),
}


def new_settings() -> Iterator[tuple[str, str]]:
    """Moves of the controls in turn, endlessly, around chains of 64 layers: every strategy, and budgets for all."""
    walks = {
        "states": range(16, 26),
        "plan-a": ("nested-blocks", "full-tape", "frameworks", "sqrt-blocks", "uniform-blocks"),
        "plan-b": ("bisection", "uniform-blocks", "revolve"),
        "layers": range(LAYERS - 3, LAYERS + 1),
        "alpha": [step / 20 for step in range(10, 31)],
    }
    turns = zip(*(itertools.cycle(walk) for walk in walks.values()), strict=True)
    return ((name, str(value)) for turn in turns for name, value in zip(walks, turn, strict=True))


def measure(browser: Browser, site: str) -> list[Reading]:
    with open_lesson(browser, site, "schedules", in_sight="clock") as lesson:
        lesson.call("moves", [("states", "16"), ("layers", str(LAYERS))])
        folded = lesson.call("scrub", "moment")
        moves = new_settings()
        lesson.call("moves", list(itertools.islice(moves, 10)))
        part = list(itertools.islice(moves, MOVES))
        settings = list(zip((name for name, _ in part), lesson.call("moves", part), strict=True))
        revolve = [lesson.python("plan_time", "revolve", REVOLVE_LAYERS, 1) for _ in range(20)]
        plans = {name: [lesson.python("plan_time", name, layers, REPEATS) for layers in LENGTHS] for name in ORDERS}
        plane = [lesson.python("plane_time", layers, REPEATS) for layers in PLANE_LENGTHS]
        lesson.call("unfold", "#clock .results details, #plane details")
        lesson.call("moves", [("states", "16"), ("plan-a", "bisection"), ("layers", str(LAYERS))])
        unfolded = lesson.call("scrub", "moment")
        part = list(itertools.islice(moves, 30))
        wide = lesson.call("moves", part)
    return [
        spread(f"scrub step, L = {LAYERS}", folded, SCRUB_TARGET_MS),
        spread(f"scrub step, L = {LAYERS}, table of all moments open", unfolded, SCRUB_TARGET_MS),
        *_settings(settings),
        spread(f"new setting to all figures, L = {LAYERS}, tables open", [at["all"] for at in wide]),
        spread(f"revolve plan, L = {REVOLVE_LAYERS:,}, 12 states", revolve, REVOLVE_TARGET_MS),
        *(_growth(f"plan: {name}", *ORDERS[name], LENGTHS, times) for name, times in plans.items()),
        _growth("plane and its table", "L^2", lambda layers: layers**2, PLANE_LENGTHS, plane),
    ]


def _settings(moves: list[tuple[str, dict[str, float]]]) -> Iterator[Reading]:
    of_control: dict[str, list[float]] = {}
    for control, at in moves:
        of_control.setdefault(control, []).append(at["all"])
    medians = {name: percentile(ms, 0.5) for name, ms in of_control.items()}
    slowest = max(medians, key=medians.get)
    for what, name in (("slots", "to the numbers"), ("clock", "to the clock's figure"), ("all", "to all figures")):
        yield spread(
            f"new setting {name}, L = {LAYERS}",
            [at[what] for _, at in moves],
            SETTING_TARGET_MS if what == "all" else None,
            note=f"slowest: {slowest}, median {medians[slowest]:.0f} ms" if what == "all" else "",
            details={"medians of controls": medians} if what == "all" else {},
        )


def _growth(
    name: str, order: str, growth: Callable[[int], float], sizes: tuple[int, ...], times: list[float]
) -> Reading:
    stated = exponent(sizes, [growth(size) for size in sizes])
    return Reading(
        f"{name}: time grows as L to the power",
        exponent(sizes, times),
        "",
        round(stated + FIT, 2),
        note=f"stated {order}, here {stated:.2f}; {times[0]:.1f} ms at {sizes[0]}, {times[-1]:.1f} ms at {sizes[-1]}",
        details={"ms": dict(zip(sizes, times, strict=True))},
    )
