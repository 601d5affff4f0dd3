"""The fixed reference example of unit 263: it stands in the pages and follows no control."""

from checkpointing.cost import BlockCost
from lesson.blocks.pictures import ratios
from lesson.kit.answer import Answer, Row, Table

LAYERS, WIDTH, BLOCK, BYTES_PER_VALUE = 16, 8, 4, 4
ALPHA, X = 1.0, 0.5


def reference() -> Answer:
    """The table of all block sizes and the figure of both ratios."""
    costs = [BlockCost(LAYERS, WIDTH, block, BYTES_PER_VALUE) for block in range(1, LAYERS + 1)]
    rows = (
        Row(
            cost.block,
            {
                "boundary-vectors": cost.boundary_vectors,
                "recomputed-layers": cost.recomputed_layers,
                "checkpoint-bytes": cost.peak_bytes,
                "checkpoint-multiplications": cost.multiplications,
            },
        )
        for cost in costs
    )
    return Answer(slots={}, tables={"reference": Table(tuple(rows))}, pictures={"reference": ratios(costs, BLOCK)})
