"""The figures of unit 263, as plain pictures."""

import math
from collections.abc import Sequence

from checkpointing.cost import BlockCost
from checkpointing.execute import Execution
from lesson.kit.picture import Axis, Bars, Line, Mark, Panel, Picture


def ratios(costs: Sequence[BlockCost], current: int) -> Picture:
    """Storage and multiplications of every block size, as ratios to the full tape; `costs[i]` has block i + 1.

    The drawn range of the ratio holds 0 and every ratio there can be: storage stays at or below 1, multiplications
    below 1.5.
    """
    blocks = [cost.block for cost in costs]
    lines = (
        Line("storage", blocks, [cost.storage_ratio for cost in costs], dots="also"),
        Line("multiplication", blocks, [cost.multiplication_ratio for cost in costs], dots="also"),
    )
    # A block longer than the chain is the whole chain.
    mark = (Mark("current", min(current, len(costs)), f"current|{current}"),) if current else ()
    panel = Panel(Axis("block", 0.4, len(costs) + 0.6, whole=True), Axis("ratio", -0.059, 1.528), (*mark, *lines))
    return Picture((panel,))


def timeline(layers: int, full: Execution, replay: Execution) -> Picture:
    """Every vector's time in memory for both passes, and below them how many are alive at each step.

    A bar is one vector from birth to drop, its row the layer; the two adjoints alternate on two rows on top.
    """
    last = 3 * layers - 1  # the longest replay there is, so that time keeps its scale while the block changes
    # Above the layers: the adjoints' two rows, and room for the peak's label.
    rows = Axis("layer", -0.8, (layers + 4) * 1.18, whole=True, last_tick=layers)
    lives = [
        Panel(Axis("", 0, last, whole=True), rows, _lives(run, layers), title)
        for run, title in ((full, "full-tape"), (replay, "block-replay"))
    ]
    counts = Panel(
        Axis("step", 0, last, whole=True),
        Axis("live", 0, (layers + 3) * 1.15, whole=True),
        (
            Line("full", *_stairs(full.live_vectors), steps=True),
            Line("checkpoint", *_stairs(replay.live_vectors), steps=True),
        ),
    )
    return Picture((*lives, counts), height=640)


def _stairs(counts: Sequence[int]) -> tuple[list[int], list[int]]:
    return list(range(len(counts) + 1)), [*counts, counts[-1]]


def _lives(run: Execution, layers: int) -> tuple[Bars | Mark, ...]:
    kinds: dict[str, list[tuple[float, float, float]]] = {"state": [], "again": [], "adjoint": []}
    for life in run.report.lives:
        row = life.layer if life.kind == "state" else layers + 2 + life.layer % 2
        kinds["again" if life.again else life.kind].append((life.born, life.died, row))
    peak = run.report.peak_step
    bars = tuple(Bars(name, spans) for name, spans in kinds.items())
    return (*bars, Mark("peak", peak + 0.5, f"peak|{run.peak_vectors}"))


def gradients(full: Execution, replay: Execution) -> Picture:
    """The size of the adjoint at every layer, and every component of the input gradient, from both passes."""
    layers = range(len(full.adjoint_sizes))
    components = range(len(full.gradient_input))
    # Full tape as a line, replay as dots on it: where they agree, each dot sits on the line.
    sizes = (
        Line("full", layers, full.adjoint_sizes),
        Line("checkpoint", layers, replay.adjoint_sizes, dots="only"),
    )
    inputs = (
        Line("full", components, full.gradient_input.tolist()),
        Line("checkpoint", components, replay.gradient_input.tolist(), dots="only"),
    )
    return Picture(
        (
            Panel(Axis("layer", -0.4, len(layers) - 0.6, whole=True), _from_zero("size", full.adjoint_sizes), sizes),
            Panel(
                Axis("component", -0.4, len(components) - 0.6, whole=True),
                _from_zero("input-gradient", full.gradient_input),
                inputs,
            ),
        ),
        height=440,
    )


def _from_zero(name: str, values: Sequence[float]) -> Axis:
    """An axis from 0, or through it, to the next round number beyond all values; 0 to 1 where all are 0."""
    low, high = _rounded_away(min(0.0, *values)), _rounded_away(max(0.0, *values))
    return Axis(name, low, high) if low < high else Axis(name, 0, 1)


def _rounded_away(value: float) -> float:
    """The next of 0, 1, 2, 3, 4, 5, 6, 8, 10 times a power of ten that is farther from 0, with some air."""
    if abs(value) < 1e-280:  # smaller, matplotlib takes for nothing
        return 0.0
    power = 10.0 ** math.floor(math.log10(abs(value) * 1.05))
    digit = abs(value) * 1.05 / power
    return math.copysign(next(d for d in (1, 2, 3, 4, 5, 6, 8, 10) if digit <= d) * power, value)
