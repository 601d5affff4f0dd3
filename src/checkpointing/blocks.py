"""Blocks beyond a given uniform size: the square root rule, and blocks within blocks to any depth.

T. Chen, B. Xu, C. Zhang, C. Guestrin: Training deep nets with sublinear memory cost, arXiv:1604.06174
(2016), has both. There a block runs again whole; here its end is kept, so its last layer does not.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isqrt

from checkpointing import check
from checkpointing.convention import Convention, PlanCost
from checkpointing.schedule import Action, advance, forward, reverse_and_drop, uniform_blocks


def sqrt_block(layers: int) -> int:
    """Of floor(sqrt(layers)) and the next number, the block with the lower peak, then the fewer layers run again.

    Raises ValueError unless layers is a whole number from 1 to check.MOST_LAYERS.
    """
    root = isqrt(check.layers(layers))

    def cost(block):
        found = nested_cost(layers, (block,))
        return found.peak_states, found.forward_layers

    return min(root, root + 1, key=cost)


def sqrt_blocks(layers: int) -> Iterator[Action]:
    """Uniform blocks of sqrt_block(layers): about 2 sqrt(layers) states, at most 4 * layers actions.

    Raises ValueError unless layers is a whole number from 1 to check.MOST_LAYERS.
    """
    return uniform_blocks(layers, sqrt_block(layers))


def cut(length, size):
    """How many blocks of this size come before the last one, and the last one's length: whole numbers or arrays."""
    whole = (length - 1) // size
    return whole, length - whole * size


def nested_blocks(layers: int, sizes: Sequence[int]) -> Iterator[Action]:
    """Cut the chain into blocks of sizes[0], restore one at a time, cut it into blocks of sizes[1], and so on.

    Every cut starts at the front of what is cut; sizes need not divide, so last blocks may be short. The
    ends of every block are stored. One size is uniform_blocks(layers, sizes[0]). With d sizes a layer
    runs forward at most d + 1 times: at most (d + 3) * layers actions.

    Raises ValueError unless layers is a whole number from 1 to check.MOST_LAYERS, and sizes are such
    numbers, at least one, each smaller than the one before.
    """
    return _nested_blocks(check.layers(layers), check.sizes(sizes))


def nested_cost(layers: int, sizes: Sequence[int]) -> PlanCost:
    """What nested_blocks(layers, sizes) costs: at most len(sizes)**2 operations, however long the chain.

    Raises ValueError as nested_blocks does.
    """
    layers, sizes = check.layers(layers), check.sizes(sizes)
    cuts = [Counter({layers: 1})]  # at each depth, how many blocks there are of which length
    for size in sizes:
        blocks = Counter()
        for length, times in cuts[-1].items():
            whole, last = cut(length, size)
            blocks[last] += times
            if whole:
                blocks[size] += whole * times
        cuts.append(blocks)
    # The innermost blocks restore all between their ends; the others the starts of all their parts.
    forward_layers = layers + sum((length - 1) * times for length, times in cuts[-1].items())
    for blocks, size in zip(cuts[1:-1], sizes[1:], strict=True):
        forward_layers += sum(cut(length, size)[0] * size * times for length, times in blocks.items())
    peaks = {length: length + 1 for length in cuts[-1]}  # both ends included
    for blocks, size in zip(reversed(cuts[:-1]), reversed(sizes), strict=True):
        inner, peaks = peaks, {}
        for length in blocks:
            whole, last = cut(length, size)
            # While the last part is open the starts of all whole ones are kept; then those of all but one.
            peaks[length] = max(whole + inner[last], whole - 1 + inner[size] if whole else 0)
    return PlanCost(Convention.ENDS_STORED, layers, forward_layers, peaks[layers])


def _nested_blocks(layers, sizes):
    for start in range(0, layers, sizes[0]):
        yield from advance(start, min(start + sizes[0], layers))
    # Blocks still to be reversed, the next one on top: where they lie, and how many sizes were used to cut them.
    waiting = [(start, min(start + sizes[0], layers), 1) for start in range(0, layers, sizes[0])]
    while waiting:
        start, end, depth = waiting.pop()
        if depth == len(sizes):
            yield from map(forward, range(start + 1, end))
            yield from reverse_and_drop(end, start)
            continue
        size = sizes[depth]
        *whole, last = range(start, end, size)
        for part in whole:
            yield from advance(part, part + size)
            waiting.append((part, part + size, depth + 1))
        waiting.append((last, end, depth + 1))
