"""From a control's event to the numbers and figures in the document, beside the plain way to redraw a figure."""

import itertools
from collections.abc import Iterator, Sequence

from playwright.sync_api import Browser

from publish.bench.lesson import Lesson, Moves, open_lesson
from publish.bench.readings import Reading, percentile, spread
from publish.plain import plain_site

TARGETS_MS = {"slots": 8, "ratios": 25, "all": 60}
NAMES = {"slots": "event to the numbers", "ratios": "event to the ratios figure", "all": "event to all figures"}
# Chain length and width; at the largest, twice the time is allowed.
SIZES = {"default size": ((16, 8), 1), "L = W = 64": ((64, 64), 2)}
ROUNDS, MOVES_A_ROUND = 5, 24  # 120 moves of each size, in turn with the plain way: what disturbs one disturbs all
FLOOD_EVENTS, FLOOD_MS, FLOOD_LAST = 200, 1000, 7


def mixed_moves(layers: int, width: int) -> Iterator[tuple[str, str]]:
    """Moves of every control in turn, endlessly, around a chain of that size: small steps, as a hand makes them."""
    walks = {
        "block": range(1, layers + 1),
        "layers": range(layers - 3, layers + 1),
        "width": range(width - 3, width + 1),
        "alpha": [step / 20 for step in range(10, 31)],
        "x": [step / 10 for step in range(-12, 13)],
        "bytes": (8, 4),
    }
    turns = zip(*(itertools.cycle(walk) for walk in walks.values()), strict=True)
    return ((name, str(value)) for turn in turns for name, value in zip(walks, turn, strict=True))


def settle(layers: int, width: int) -> Moves:
    """The moves that bring every control to that size and its default."""
    texts = {"layers": layers, "width": width, "block": 4, "alpha": 1, "x": 0.5, "bytes": 4}
    return [(name, str(value)) for name, value in texts.items()]


def measure(browser: Browser, site: str) -> list[Reading]:
    with (
        plain_site() as plain_address,
        open_lesson(browser, site) as lesson,
        open_lesson(browser, plain_address) as plain_page,  # pyplot is not in the built site's pack
    ):
        made: dict[str, list[tuple[str, dict[str, float]]]] = {size: [] for size in SIZES}
        plain: dict[str, list[float]] = {size: [] for size in SIZES}
        yardstick = []
        moves = {size: mixed_moves(*shape) for size, (shape, _) in SIZES.items()}
        for _ in range(ROUNDS):
            for size, (shape, _) in SIZES.items():
                yardstick += [lesson.python("yardstick") for _ in range(4)]
                part = list(itertools.islice(moves[size], MOVES_A_ROUND))
                lesson.call("moves", settle(*shape))
                made[size] += zip((name for name, _ in part), lesson.call("moves", part), strict=True)
                plain[size] += _plain_moves(plain_page, *shape)
        lesson.call("moves", settle(*SIZES["default size"][0]))
        flood = lesson.call("flood", "block", FLOOD_EVENTS, FLOOD_MS, FLOOD_LAST)
    readings = [
        reading for size, (_, times) in SIZES.items() for reading in _readings(size, times, made[size], plain[size])
    ]
    return [*readings, *_flood_readings(flood), spread("yardstick: one fixed sum in Python", yardstick)]


def _plain_moves(lesson: Lesson, layers: int, width: int) -> list[float]:
    lesson.python("plain_start", layers, width)
    blocks = [1 + step % layers for step in range(MOVES_A_ROUND + 1)]
    return lesson.call("plainMoves", blocks)[1:]  # the first one loads what it needs


def _readings(
    size: str, times: int, made: Sequence[tuple[str, dict[str, float]]], plain: Sequence[float]
) -> Iterator[Reading]:
    for what, target in TARGETS_MS.items():
        of_control: dict[str, list[float]] = {}
        for control, at in made:
            of_control.setdefault(control, []).append(at[what])
        controls = {
            name: {"median": percentile(ms, 0.5), "p95": percentile(ms, 0.95)} for name, ms in of_control.items()
        }
        slowest = max(controls, key=lambda name: controls[name]["median"])
        yield spread(
            f"{NAMES[what]}, {size}",
            [at[what] for _, at in made],
            target * times,
            plain=percentile(plain, 0.95) if what == "ratios" else None,
            plain_median=percentile(plain, 0.5) if what == "ratios" else None,
            note=f"slowest: {slowest}, median {controls[slowest]['median']:.1f} ms",
            details={"moves": len(made), "controls": controls},
        )


def _flood_readings(flood: dict[str, float]) -> Iterator[Reading]:
    name = f"{FLOOD_EVENTS} events in {FLOOD_MS / 1000:.0f} s"
    yield Reading(
        f"{name}: updates made",
        flood["updates"],
        "",
        FLOOD_EVENTS - 1,
        note=f"sent in {flood['sent_ms']:.0f} ms, all figures {flood['settled_ms']:.0f} ms later",
        details=flood,
    )
    yield Reading(f"{name}: off the last value by", abs(flood["shown"] - FLOOD_LAST), "", 0)
