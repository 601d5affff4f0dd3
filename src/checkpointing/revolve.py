"""Revolve: the fewest forward layers that a given number of states allows, and the fewest states for given layers.

The optimum of Griewank and Walther (see `binomial`) in the convention of this package, where memory is
counted in states: of M states M - 2 are their snapshots; one is the state being advanced, one is h_l,
with which layer l is reversed and which is there already, from reversing layer l + 1. So where they run
a step forward once more to reverse it, here nothing runs, but for the last layer, which makes h_L.
"""

from bisect import bisect_left
from collections.abc import Iterator

from checkpointing import check
from checkpointing.binomial import GriewankWaltherCost, split
from checkpointing.convention import Convention, PlanCost
from checkpointing.schedule import Action
from checkpointing.splitting import reverse_by_splitting


def revolve(layers: int, states: int) -> Iterator[Action]:
    """At most `states` states alive, adjoints not counted, and no schedule runs fewer layers forward.

    More than layers + 1 states are of no further use: that many are the full tape. With r the repeats of
    GriewankWaltherCost(layers, states - 2), at most (r + 2) * layers actions, and never fewer than 3 * layers.
    With k + 2 states r is about (k! layers)**(1 / k); with about log2(layers) states it is no more than that.

    Raises ValueError unless layers is a whole number from 1 to check.MOST_LAYERS and states from 1 to
    one more, and BudgetError if states are fewer than least_states(layers).
    """
    layers, snapshots = _checked(layers, states)
    return reverse_by_splitting(layers, snapshots, split)


def optimal_cost(layers: int, states: int) -> PlanCost:
    """What revolve(layers, states) costs, in about r operations; raises ValueError as it does."""
    layers, snapshots = _checked(layers, states)
    forward_layers = GriewankWaltherCost(layers, snapshots).advance_steps + 1
    return PlanCost(Convention.ENDS_STORED, layers, forward_layers, min(snapshots + 2, layers + 1))


def least_states(layers: int, recomputed_layers: int | None = None) -> int:
    """The fewest states with which `layers` layers can be reversed, running at most so many layers again.

    Without a limit to what runs again 3 states are enough (2 for a single layer). Raises ValueError
    unless layers is a whole number from 1 to check.MOST_LAYERS, and recomputed_layers from 0 to
    check.MOST_LAYERS**2, or None.
    """
    layers = check.layers(layers)
    least = min(3, layers + 1)
    if recomputed_layers is None:
        return least
    limit = check.whole("recomputed_layers", recomputed_layers, 0, check.MOST_LAYERS**2)
    # More states never run more layers again, and layers + 1 run none again.
    budgets = range(least, layers + 2)
    return budgets[bisect_left(budgets, -limit, key=lambda states: -optimal_cost(layers, states).recomputed_layers)]


def _checked(layers, states):
    """layers, and the snapshots of Griewank and Walther that so many states give."""
    layers = check.layers(layers)
    states = check.states(states, least_states(layers), f"to reverse {layers:,} layers")
    # A single layer has no use for more than its own two states.
    return layers, max(1, states - 2)
