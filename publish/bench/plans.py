"""The plans whose growth is measured in the page and counted in tests, each as its actions for a number of layers."""

from checkpointing.bisection import bisection
from checkpointing.blocks import nested_blocks, sqrt_blocks
from checkpointing.frameworks import framework_blocks
from checkpointing.revolve import revolve
from checkpointing.schedule import full_tape, uniform_blocks

PLANS = {
    "full tape": full_tape,
    "uniform blocks": lambda layers: uniform_blocks(layers, 32),
    "square-root rule": sqrt_blocks,
    "nested blocks": lambda layers: nested_blocks(layers, (64, 8)),
    "bisection": bisection,
    "revolve": lambda layers: revolve(layers, 12),
    "as frameworks do": lambda layers: framework_blocks(layers, 32),
}
