"""Every plan, whatever its settings: lawful, as cheap as its closed form says, and of the full tape's gradients."""

from itertools import combinations
from math import log2

import pytest

from checkpointing.binomial import GriewankWaltherCost
from checkpointing.bisection import bisection, bisection_cost
from checkpointing.blocks import nested_blocks, nested_cost, sqrt_block, sqrt_blocks
from checkpointing.chain import Chain, first_state, random_base
from checkpointing.execute import execute, largest_difference
from checkpointing.frameworks import framework_blocks, framework_cost
from checkpointing.referee import watch
from checkpointing.revolve import least_states, optimal_cost, revolve
from checkpointing.schedule import full_tape
from checkpointing.strategy import Strategy, plan

DEPTHS = (1, 2, 3)


def every_plan(layers, depths=DEPTHS):
    """(plan, its cost from a closed form) with all its settings; blocks may be longer than the chain."""
    blocks = range(layers + 1, 0, -1)
    for sizes in (sizes for depth in depths for sizes in combinations(blocks, depth)):
        yield nested_blocks(layers, sizes), nested_cost(layers, sizes)
    for block in blocks:
        yield framework_blocks(layers, block), framework_cost(layers, block)
    for states in range(least_states(layers), layers + 3):
        yield revolve(layers, states), optimal_cost(layers, states)
    yield sqrt_blocks(layers), nested_cost(layers, (sqrt_block(layers),))
    yield bisection(layers), bisection_cost(layers)


def counted(report):
    return report.forward_layers, report.recomputed_layers, report.peak_states


def promised(cost):
    return cost.forward_layers, cost.recomputed_layers, cost.peak_states


@pytest.mark.parametrize("layers", range(1, 13))
def test_gradients_are_the_full_tapes_to_the_last_bit_and_costs_are_as_promised(layers):
    chain, first = Chain(random_base(3, seed=layers), 1.2), first_state(3, 0.5)
    tape = execute(full_tape(layers), layers, chain, first)
    for actions, cost in every_plan(layers):
        execution = execute(actions, layers, chain, first)
        assert largest_difference(tape, execution) == 0
        assert counted(execution.report) == promised(cost)
        assert execution.live_vectors == execution.report.live_vectors


def test_costs_are_as_promised_at_sizes_that_do_not_divide():
    for layers in (13, 20, 23, 30, 37):
        for actions, cost in every_plan(layers, depths=(1, 2)):
            assert counted(watch(actions, layers, budget_vectors=cost.peak_states + 2)) == promised(cost)


@pytest.mark.parametrize(
    "sizes", [(90, 41, 7, 3, 2), (64, 32, 16, 8, 4, 2), (99, 98, 97, 50, 1), tuple(range(60, 0, -1))]
)
def test_nested_blocks_of_any_depth(sizes):
    for layers in (1, 50, 99, 100, 101, 128, 200):
        assert counted(watch(nested_blocks(layers, sizes), layers)) == promised(nested_cost(layers, sizes))


LONG = {
    "uniform": (lambda n: nested_blocks(n, (71,)), lambda n: nested_cost(n, (71,))),
    "nested": (lambda n: nested_blocks(n, (289, 17)), lambda n: nested_cost(n, (289, 17))),
    "nested four deep": (lambda n: nested_blocks(n, (1000, 180, 32, 6)), lambda n: nested_cost(n, (1000, 180, 32, 6))),
    "frameworks": (lambda n: framework_blocks(n, 71), lambda n: framework_cost(n, 71)),
    "bisection": (bisection, bisection_cost),
    "Revolve, few states": (lambda n: revolve(n, 8), lambda n: optimal_cost(n, 8)),
    "Revolve, as many as bisection": (lambda n: revolve(n, 15), lambda n: optimal_cost(n, 15)),
    "Revolve, all states": (lambda n: revolve(n, n + 1), lambda n: optimal_cost(n, n + 1)),
}


@pytest.fixture(scope="module")
def long_tape():
    chain, first = Chain(random_base(2, seed=4), 1.0), first_state(2, 0.5)
    return chain, first, execute(full_tape(5000), 5000, chain, first)


@pytest.mark.parametrize("name", LONG)
def test_5000_layers(name, long_tape):
    chain, first, tape = long_tape
    actions, cost = (make(5000) for make in LONG[name])
    execution = execute(actions, 5000, chain, first)
    assert largest_difference(tape, execution) == 0
    assert counted(execution.report) == promised(cost)


def test_blocks_nested_5000_deep_and_a_tape_of_5000_splits_take_no_recursion():
    sizes = range(5000, 0, -1)
    assert promised(nested_cost(50, sizes)) == counted(watch(nested_blocks(50, sizes), 50))
    assert list(revolve(5000, 5001)) == list(full_tape(5000))


# The most actions for n layers, as the docstrings have it. Each plan reverses and drops every state once.
MOST_ACTIONS = {
    "full tape": (full_tape, lambda n: 3 * n),
    "sqrt rule": (sqrt_blocks, lambda n: 4 * n),
    "nested": (lambda n: nested_blocks(n, (n // 2, n // 5, 1)), lambda n: 6 * n),
    "frameworks": (lambda n: framework_blocks(n, 1), lambda n: 5 * n),
    "bisection": (bisection, lambda n: (log2(n) / 2 + 2) * n + 1),
    "Revolve, 2 snapshots": (lambda n: revolve(n, 4), lambda n: ((2 * n) ** 0.5 + 2) * n),
    "Revolve, 3 snapshots": (lambda n: revolve(n, 5), lambda n: ((6 * n) ** (1 / 3) + 2) * n),
    "Revolve, log2(n) snapshots": (lambda n: revolve(n, int(log2(n)) + 2), lambda n: (log2(n) + 2) * n),
}


@pytest.mark.parametrize("layers", [10, 100, 1000, 3000])
@pytest.mark.parametrize("name", MOST_ACTIONS)
def test_no_plan_grows_faster_than_it_says(name, layers):
    make, most = MOST_ACTIONS[name]
    assert sum(1 for _ in make(layers)) <= most(layers)


@pytest.mark.parametrize("states", [3, 4, 5, 8, 12])
def test_revolves_actions_are_counted_by_its_repeats(states):
    for layers in (2, 10, 100, 300):
        repeats = GriewankWaltherCost(layers, states - 2).repeats
        assert sum(1 for _ in revolve(layers, states)) == optimal_cost(layers, states).forward_layers + 2 * layers
        assert optimal_cost(layers, states).forward_layers <= repeats * layers


def test_plans_are_read_one_action_at_a_time():
    for actions in (bisection(10**6), revolve(10**6, 3), nested_blocks(10**6, (1000, 10)), framework_blocks(10**6, 2)):
        assert next(actions) == next(full_tape(2))


@pytest.mark.parametrize("strategy", Strategy)
def test_a_plan_by_its_name_costs_what_it_says(strategy):
    chain, first = Chain(random_base(3, seed=1), 1.2), first_state(3, 0.5)
    for layers, states in [(1, 3), (2, 3), (7, 6), (16, 8), (37, 15), (128, 40)]:
        tape = execute(full_tape(layers), layers, chain, first)
        found = plan(strategy, layers, states)
        execution = execute(found.actions(), layers, chain, first)
        assert counted(execution.report) == promised(found.cost)
        assert largest_difference(tape, execution) == 0
        assert list(found.actions()) == list(found.actions())
        assert (found.strategy, found.layers, found.states) == (strategy, layers, states)
        assert found.exceeds_budget == (execution.report.peak_states > states)
