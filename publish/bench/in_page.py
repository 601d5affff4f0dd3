"""Runs in the measured page's own Python, after plans.py; JavaScript calls `benchPython(name, ...)` and gets JSON."""

import collections
import gc
import io
import json
import math
import time

import pyodide_js
from pyscript import document, window
from pyscript.ffi import create_proxy

from checkpointing import count, settings
from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.cost import BlockCost
from checkpointing.execute import execute
from checkpointing.schedule import full_tape, uniform_blocks
from lesson.blocks import respond as blocks
from lesson.schedules import points


def _milliseconds(do, *arguments) -> float:
    start = time.perf_counter()
    do(*arguments)
    return (time.perf_counter() - start) * 1000


def _settings(layers: int, width: int, block: int) -> dict[str, str]:
    return {"layers": f"{layers}", "width": f"{width}", "block": f"{block}", "alpha": "1", "x": "0.5", "bytes": "4"}


def respond_sweep(layers: int, width: int, rounds: int) -> list[float]:
    """Times of `respond` while the block goes through all sizes: what a drag of the block slider costs."""
    blocks.respond(_settings(layers, width, 1))
    sizes = [block for _ in range(rounds) for block in range(1, layers + 1)]
    return [_milliseconds(blocks.respond, _settings(layers, width, block)) for block in sizes]


def respond_first(longest: int, width: int, lengths: int) -> list[float]:
    """Times of `respond` for chain lengths not visited before: nothing it remembers helps."""
    times = []
    for layers in range(longest - lengths + 1, longest + 1):
        count.block_peak_vectors.cache_clear()
        blocks._run_full_tape.cache_clear()
        times.append(_milliseconds(blocks.respond, _settings(layers, width, 8)))
    return times


def passes(layers: int, width: int, repeats: int) -> float:
    """The fastest of some runs of both reverse passes, in milliseconds."""
    chain, first = Chain(uniform_base(width), 1.0), first_state(width, 0.5)

    def both() -> None:
        execute(full_tape(layers), layers, chain, first)
        execute(uniform_blocks(layers, math.isqrt(layers)), layers, chain, first)

    return min(_milliseconds(both) for _ in range(repeats))


LISTINGS = 10  # at one go: a page's clock ticks in tenths of a millisecond


def plan_time(name: str, layers: int, repeats: int) -> float:
    """The fastest of some listings of all actions of a plan, in milliseconds."""

    def list_all() -> None:
        for _ in range(LISTINGS):
            collections.deque(PLANS[name](layers), maxlen=0)  # noqa: F821 (of plans.py)

    return min(_milliseconds(list_all) for _ in range(repeats)) / LISTINGS


def plane_time(layers: int, repeats: int) -> float:
    """The fastest of some searches of all points of the plane and all rows of its table, in milliseconds."""

    def search() -> None:
        for remembered in (
            settings._nested_settings,
            settings._uniform_settings,
            settings._framework_settings,
            points.all_points,
            points._best,
        ):
            remembered.cache_clear()
        points._best(layers)

    return min(_milliseconds(search) for _ in range(repeats))


def yardstick() -> float:
    """The time of a fixed sum: how even the machine's speed was shows in its spread."""
    return _milliseconds(lambda: sum(i * i for i in range(50_000)))


def wasm_bytes() -> int:
    """Size of the interpreter's memory after a collection; it never shrinks."""
    gc.collect()
    return pyodide_js._module.HEAPU8.length


def plain_start(layers: int, width: int) -> None:
    """A slider drawn the plain way: a new pyplot figure for each event, written as SVG and put in the page.

    It draws only the two curves of the `ratios` figure and computes nothing else.
    """
    import matplotlib.pyplot as plt

    place = document.getElementById("plain") or document.createElement("div")
    place.id = "plain"
    place.innerHTML = '<input id="plain-block" type="range" min="1" max="64"><div id="plain-drawing"></div>'
    document.body.append(place)
    field, drawing = document.getElementById("plain-block"), document.getElementById("plain-drawing")

    def draw(_event) -> None:
        costs = [BlockCost(layers, width, block, 4) for block in range(1, layers + 1)]
        sizes = [cost.block for cost in costs]
        figure, axes = plt.subplots()
        axes.plot(sizes, [cost.storage_ratio for cost in costs], "o-", label="storage")
        axes.plot(sizes, [cost.multiplication_ratio for cost in costs], "o-", label="multiplications")
        axes.axvline(int(field.value), linestyle="--")
        axes.set_xlabel("block size")
        axes.set_ylabel("ratio to the full tape")
        axes.legend()
        paper = io.StringIO()
        figure.savefig(paper, format="svg")
        plt.close(figure)
        drawing.innerHTML = paper.getvalue()

    field.addEventListener("input", create_proxy(draw))


_OFFERED = {
    f.__name__: f
    for f in (respond_sweep, respond_first, passes, plan_time, plane_time, yardstick, wasm_bytes, plain_start)
}
window.benchPython = create_proxy(lambda name, *arguments: json.dumps(_OFFERED[name](*arguments)))
