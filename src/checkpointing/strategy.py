"""The plans under one roof: a strategy, a chain's length and a budget of states make a plan with its cost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from checkpointing import check
from checkpointing.bisection import bisection, bisection_cost
from checkpointing.blocks import nested_blocks, nested_cost, sqrt_block
from checkpointing.convention import Convention, PlanCost
from checkpointing.frameworks import framework_blocks, framework_cost
from checkpointing.revolve import optimal_cost, revolve
from checkpointing.schedule import Action, full_tape
from checkpointing.settings import framework_settings, nested_settings, uniform_settings


class Strategy(StrEnum):
    """The strategies, by the names they go by in a page's address."""

    FULL_TAPE = "full-tape"
    UNIFORM_BLOCKS = "uniform-blocks"
    SQRT_BLOCKS = "sqrt-blocks"
    NESTED_BLOCKS = "nested-blocks"
    BISECTION = "bisection"
    REVOLVE = "revolve"
    FRAMEWORKS = "frameworks"

    @classmethod
    def _missing_(cls, value):
        raise ValueError(f"strategy must be one of {', '.join(cls)}; got {check.shown(value)}")


@dataclass(frozen=True, slots=True)
class Plan:
    """A strategy with all its settings chosen.

    states: the budget. sizes: of its blocks, outermost first; empty where there are none. cost: from
    closed forms. actions(): the schedule, from its first action, each time anew; all else decides it, so
    plans are equal where all else is.
    """

    strategy: Strategy
    layers: int
    states: int
    sizes: tuple[int, ...]
    cost: PlanCost
    actions: Callable[[], Iterator[Action]] = field(compare=False)

    @property
    def exceeds_budget(self) -> bool:
        """Whether more states are alive than the budget allows: full tape, sqrt rule and bisection ask for none."""
        return self.cost.peak_states > self.states


def plan(strategy: Strategy | str, layers: int, states: int) -> Plan:
    """The strategy at its best with at most `states` states alive, adjoints not counted.

    Block sizes are those with the fewest layers run again, then the lowest peak (see `settings`). Full
    tape, sqrt rule and bisection have nothing to choose and ignore the budget.

    Raises BudgetError, which knows the smallest budget that works, if the strategy cannot keep to this
    one; and ValueError for a strategy that there is not, and numbers that are not whole or out of range.
    """
    layers, states = check.layers(layers), check.whole("states", states, 1, check.MOST_LAYERS + 1)
    strategy, sizes = Strategy(strategy), ()
    match strategy:
        case Strategy.FULL_TAPE:
            cost = PlanCost(Convention.ENDS_STORED, layers, forward_layers=layers, peak_states=layers + 1)
            actions = partial(full_tape, layers)
        case Strategy.UNIFORM_BLOCKS | Strategy.SQRT_BLOCKS | Strategy.NESTED_BLOCKS:
            if strategy is Strategy.SQRT_BLOCKS:
                sizes = (sqrt_block(layers),)
            else:
                settings = nested_settings if strategy is Strategy.NESTED_BLOCKS else uniform_settings
                sizes = settings(layers).best(states)
            cost, actions = nested_cost(layers, sizes), partial(nested_blocks, layers, sizes)
        case Strategy.BISECTION:
            cost, actions = bisection_cost(layers), partial(bisection, layers)
        case Strategy.REVOLVE:
            cost, actions = optimal_cost(layers, states), partial(revolve, layers, states)
        case Strategy.FRAMEWORKS:
            sizes = framework_settings(layers).best(states)
            cost, actions = framework_cost(layers, *sizes), partial(framework_blocks, layers, *sizes)
    return Plan(strategy, layers, states, sizes, cost, actions)
