"""The two plans that the controls ask for, or what to say where a budget or a size does not allow one."""

from collections.abc import Mapping
from functools import partial

from checkpointing.blocks import nested_blocks, nested_cost
from checkpointing.check import BudgetError
from checkpointing.frameworks import framework_blocks, framework_cost
from checkpointing.strategy import Plan, Strategy, plan
from lesson.kit.controls import Choice, ControlError, Number

SIDES = ("a", "b")
MOST_LAYERS = 128
STRATEGIES = tuple(map(str, Strategy))
LAYERS = Number("layers", 1, MOST_LAYERS, default=16, whole=True)
STATES = Number("states", 3, MOST_LAYERS + 1, default=8, whole=True)
PLANS = (
    Choice("plan-a", STRATEGIES, default=str(Strategy.UNIFORM_BLOCKS)),
    Choice("plan-b", STRATEGIES, default=str(Strategy.REVOLVE)),
)
# By hand; 0 leaves the choice to the budget.
SIZES = {
    f"{which}-{side}": Number(f"{which}-{side}", 0, MOST_LAYERS, default=0, whole=True)
    for side in SIDES
    for which in ("outer", "inner")
}


def chosen_plans(said: Mapping[str, int | str], typed: Mapping[str, str]) -> dict[str, Plan]:
    """The plans of both sides, by side. `typed` are the texts that `said` was read from.

    Raises ControlError: for an inner size that is not smaller than the outer one, and for a budget that is too small
    for one of the strategies or its sizes by hand, with the smallest budget that works for both sides.
    """
    plans, refused = {}, []
    for side in SIDES:
        try:
            plans[side] = _plan(side, said, typed)
        except BudgetError as error:
            reason = f"too-few-sizes-{side}" if _by_hand(side, said) else f"too-few-{said[f'plan-{side}']}"
            refused.append((error.least_states, reason))
    if refused:
        least, reason = max(refused)
        raise ControlError(STATES, typed["states"], reason, least=least, layers=said["layers"])
    return plans


def keeps_to(states: int, side: str, said: Mapping[str, int | str]) -> bool:
    """Whether what is chosen for a side, its sizes by hand included, can be had in that budget."""
    try:
        _plan(side, {**said, "states": states}, said)
    except BudgetError:
        return False
    return True


def _plan(side: str, said: Mapping, typed: Mapping[str, str]) -> Plan:
    strategy, layers, states = Strategy(said[f"plan-{side}"]), said["layers"], said["states"]
    sizes = _by_hand(side, said)
    if not sizes:
        return plan(strategy, layers, states)
    outer, *inner = sizes
    if inner and inner[0] >= outer:
        raise ControlError(SIZES[f"inner-{side}"], typed[f"inner-{side}"], "inner-too-large", outer=outer)
    is_frameworks = strategy is Strategy.FRAMEWORKS
    of_sizes, actions_of = (_framework_cost, _framework_blocks) if is_frameworks else (nested_cost, nested_blocks)
    cost = of_sizes(layers, sizes)
    if cost.peak_states > states:
        raise BudgetError(states, cost.peak_states, f"for {strategy} of the sizes {sizes}")
    return Plan(strategy, layers, states, sizes, cost, partial(actions_of, layers, sizes))


def _by_hand(side: str, said: Mapping) -> tuple[int, ...]:
    """The sizes by hand that count: as many as the strategy has, or none."""
    outer, inner = said[f"outer-{side}"], said[f"inner-{side}"]
    match said[f"plan-{side}"]:
        case Strategy.NESTED_BLOCKS if outer and inner:
            return outer, inner
        case Strategy.UNIFORM_BLOCKS | Strategy.FRAMEWORKS if outer:
            return (outer,)
    return ()


def _framework_cost(layers, sizes):
    return framework_cost(layers, *sizes)


def _framework_blocks(layers, sizes):
    return framework_blocks(layers, *sizes)
