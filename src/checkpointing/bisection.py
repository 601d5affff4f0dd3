"""Recursive bisection: keep the middle, reverse the second half, then the first, each in the same way.

The documentation of jax.checkpoint shows it as recursive checkpointing. A. Griewank: Achieving
logarithmic growth of temporal and spatial complexity in reverse automatic differentiation. Optimization
Methods and Software 1 (1992).
"""

from collections.abc import Iterator

from checkpointing import check
from checkpointing.convention import Convention, PlanCost
from checkpointing.schedule import Action
from checkpointing.splitting import reverse_by_splitting


def bisection(layers: int) -> Iterator[Action]:
    """Split every part of n layers after its first n // 2; ceil(log2(layers)) + 2 states are alive at most.

    About layers * log2(layers) / 2 layers run forward: at most (log2(layers) / 2 + 2) * layers + 1 actions.
    Raises ValueError unless layers is a whole number from 1 to check.MOST_LAYERS.
    """
    return reverse_by_splitting(check.layers(layers), layers, lambda length, snapshots: length // 2)


def bisection_cost(layers: int) -> PlanCost:
    """What bisection(layers) costs, in about log2(layers) operations; raises ValueError as it does.

    A part of n layers costs floor(n/2) steps and its two halves. So does writing 0, ..., n - 1 in binary
    cost ones: the odd numbers have a last one, and the rest is the even and the odd numbers halved.
    Hence the steps are the ones in 0, ..., layers - 1, and one more that makes h_L. For a power of two
    these are layers * log2(layers) / 2 + 1.
    """
    layers = check.layers(layers)
    ones, bit = 0, 1
    while bit < layers:
        ones += layers // (2 * bit) * bit + max(0, layers % (2 * bit) - bit)
        bit *= 2
    # ceil(log2(layers)) middles wait, beside both ends.
    peak_states = (layers - 1).bit_length() + 2
    return PlanCost(Convention.ENDS_STORED, layers, ones + 1, peak_states)
