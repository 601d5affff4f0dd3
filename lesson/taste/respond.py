"""The course page's taste of the experiment: the reference chain, and one control, the block size."""

from collections.abc import Mapping

from checkpointing.cost import BlockCost
from lesson.blocks.pictures import ratios
from lesson.blocks.reference import BYTES_PER_VALUE, LAYERS, WIDTH
from lesson.kit.answer import Answer
from lesson.kit.controls import Number, read

CONTROLS = (Number("block", 1, LAYERS, default=4, whole=True),)


def respond(controls: Mapping[str, str]) -> Answer:
    """Both ratios at this block size, and the figure over all of them. Raises ControlError."""
    block = read(CONTROLS, controls)["block"]
    costs = [BlockCost(LAYERS, WIDTH, b, BYTES_PER_VALUE) for b in range(1, LAYERS + 1)]
    cost = costs[block - 1]
    return Answer(
        slots={
            "block": block,
            "storage-ratio": cost.storage_ratio,
            "multiplication-ratio": cost.multiplication_ratio,
            "recomputed-layers": cost.recomputed_layers,
            "checkpoint-bytes": cost.peak_bytes,
            "full-bytes": cost.full_tape.peak_bytes,
        },
        tables={},
        pictures={"ratios": ratios(costs, block)},
    )
