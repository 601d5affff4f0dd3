"""Unit 263: what the page shows for the experiment's settings, as plain numbers, rows and pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.cost import BlockCost
from checkpointing.count import block_peak_vectors
from checkpointing.execute import Execution, execute, largest_difference
from checkpointing.schedule import full_tape, uniform_blocks
from lesson.blocks.pictures import gradients, ratios, timeline
from lesson.kit.answer import Answer, Row, Table
from lesson.kit.controls import Choice, Number, read

CONTROLS = (
    Number("layers", 1, 64, default=16, whole=True),
    Number("width", 1, 64, default=8, whole=True),
    Number("block", 1, 64, default=4, whole=True),
    Number("alpha", 0, 2, default=1),
    Number("x", -2, 2, default=0.5),
    Choice("bytes", (4, 8), default=4),
)


def respond(controls: Mapping[str, str]) -> Answer:
    """Everything the page shows. Raises ControlError for the first control that cannot be read."""
    said = read(CONTROLS, controls)
    layers, width, block = said["layers"], said["width"], said["block"]
    full = _run_full_tape(layers, width, said["alpha"], said["x"])
    replay = _run(uniform_blocks(layers, block), layers, width, said["alpha"], said["x"])
    costs = _costs(layers, width, said["bytes"])
    chosen = BlockCost(layers, width, block, said["bytes"])
    return Answer(
        slots={**said, **_slots(chosen, full, replay)},
        tables={
            "blocks": _block_table(_block_rows(layers, width, said["bytes"]), min(block, layers)),
            "input-gradient": _input_gradient_table(full, replay),
        },
        pictures={
            "ratios": ratios(costs, block),
            "timeline": timeline(layers, full, replay),
            "gradients": gradients(full, replay),
        },
    )


def _run(plan, layers: int, width: int, alpha: float, x: float) -> Execution:
    return execute(plan, layers, Chain(uniform_base(width), alpha), first_state(width, x))


@lru_cache(maxsize=1)  # the block control, the one moved most, leaves this run as it was
def _run_full_tape(layers: int, width: int, alpha: float, x: float) -> Execution:
    return _run(full_tape(layers), layers, width, alpha, x)


def _slots(cost: BlockCost, full: Execution, replay: Execution) -> dict[str, float]:
    return {
        "average": full.output,
        "full-bytes": cost.full_tape.peak_bytes,
        "checkpoint-bytes": cost.peak_bytes,
        "full-multiplications": full.multiplications,
        "checkpoint-multiplications": replay.multiplications,
        "boundary-vectors": cost.boundary_vectors,
        "recomputed-layers": replay.recomputed_layers,
        "framework-recomputed-layers": cost.framework_recomputed_layers,
        "storage-ratio": cost.storage_ratio,
        "multiplication-ratio": cost.multiplication_ratio,
        "gradient-alpha-full": full.gradient_alpha,
        "gradient-alpha-checkpoint": replay.gradient_alpha,
        "gradient-difference": largest_difference(full, replay),
        "formula-vectors": cost.peak_vectors,
        "peak-vectors": replay.peak_vectors,
        "full-peak-vectors": full.peak_vectors,
    }


# Like the full tape, all that follows from the other controls stays as it was while the block moves.


@lru_cache(maxsize=1)
def _costs(layers: int, width: int, bytes_per_value: int) -> tuple[BlockCost, ...]:
    return tuple(BlockCost(layers, width, block, bytes_per_value) for block in range(1, layers + 1))


@lru_cache(maxsize=1)
def _block_rows(layers: int, width: int, bytes_per_value: int) -> tuple[Row, ...]:
    costs = _costs(layers, width, bytes_per_value)
    counted = [block_peak_vectors(cost.layers, cost.block) for cost in costs]
    least_counted, least_by_formula = min(counted), min(cost.peak_vectors for cost in costs)
    rows = []
    for cost, peak in zip(costs, counted, strict=True):
        flags = {
            "cheapest-formula": cost.peak_vectors == least_by_formula,
            "cheapest-counted": peak == least_counted,
        }
        cells = {
            "block": cost.block,
            "boundary-vectors": cost.boundary_vectors,
            "recomputed-layers": cost.recomputed_layers,
            "checkpoint-bytes": cost.peak_bytes,
            "checkpoint-multiplications": cost.multiplications,
            "storage-ratio": cost.storage_ratio,
            "multiplication-ratio": cost.multiplication_ratio,
            "formula-vectors": cost.peak_vectors,
            "peak-vectors": peak,
        }
        rows.append(Row(cost.block, cells, tuple(name for name, holds in flags.items() if holds)))
    return tuple(rows)


def _block_table(rows: Sequence[Row], current: int) -> Table:
    return Table(tuple(replace(row, flags=("current", *row.flags)) if row.key == current else row for row in rows))


def _input_gradient_table(full: Execution, replay: Execution) -> Table:
    pairs = zip(full.gradient_input.tolist(), replay.gradient_input.tolist(), strict=True)
    return Table(
        tuple(
            Row(i, {"component": i, "full": one, "checkpoint": other, "difference": abs(one - other)}, ())
            for i, (one, other) in enumerate(pairs)
        )
    )
