"""Blocks as JAX, PyTorch and TensorFlow run them: a block keeps its input alone and runs again whole.

Measured on this chain with JAX 0.10.2, PyTorch 2.14.1 and TensorFlow 2.21, all on a CPU: every block size
runs all layers again. (PyTorch may stop a block early, with another order of the operations in a layer.)
"""

from collections.abc import Iterator

from checkpointing import check
from checkpointing.blocks import cut
from checkpointing.convention import Convention, PlanCost
from checkpointing.schedule import Action, advance, drop, forward, reverse_and_drop


def framework_blocks(layers: int, block: int) -> Iterator[Action]:
    """Keep h_0, h_B, h_2B, ... (B = block) but not h_L; from the back, run each block again, its end too.

    The last block may be short, and a block longer than the chain is the whole chain. Every layer runs
    twice, whatever the block: at most 5 * layers actions.

    Raises ValueError unless layers and block are whole numbers from 1 to check.MOST_LAYERS.
    """
    return _framework_blocks(check.layers(layers), check.block(block))


def framework_cost(layers: int, block: int) -> PlanCost:
    """What framework_blocks(layers, block) costs; raises ValueError as it does."""
    layers, block = check.layers(layers), check.block(block)
    whole, last = cut(layers, block)
    # While the last block is open all inputs are kept; then all but the last one.
    peak_states = max(whole + 1 + last, whole + block if whole else 0)
    return PlanCost(Convention.INPUTS_ONLY, layers, 2 * layers, peak_states)


def restore_whole(start: int, end: int) -> Iterator[Action]:
    """With h_start and h_end there, run the layers between them again, the last one too, and reverse them."""
    yield drop(end)
    yield from map(forward, range(start + 1, end + 1))
    yield from reverse_and_drop(end, start)


def _framework_blocks(layers, block):
    starts = range(0, layers, block)
    for start in starts:
        yield from advance(start, min(start + block, layers))
    for start in reversed(starts):
        yield from restore_whole(start, min(start + block, layers))
