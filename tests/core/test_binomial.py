"""The literature's counts, against its tables, its recursions and another implementation."""

from functools import cache
from math import factorial

import pytest
from checkpoint_schedules import Forward, MultistageCheckpointSchedule
from checkpoint_schedules.mixed import optimal_steps_mixed
from checkpoint_schedules.multistage import optimal_steps_binomial

from checkpointing.binomial import GriewankWaltherCost, longest_chain, split
from checkpointing.mixed import MaddisonCost

ADVANCE_STEPS = [  # steps, snapshots, t
    (2, 1, 1), (3, 1, 3), (3, 2, 2), (4, 1, 6), (4, 2, 4), (4, 3, 3), (5, 2, 6),
    (10, 1, 45), (10, 2, 20), (10, 3, 15), (10, 4, 14), (10, 5, 13), (10, 9, 9),
    (16, 1, 120), (16, 2, 45), (16, 3, 33), (16, 4, 27), (16, 5, 25), (16, 8, 22), (16, 15, 15),
    (20, 3, 45), (30, 5, 62), (50, 7, 105), (100, 5, 316), (100, 10, 222), (1000, 10, 3636),
]  # fmt: skip

MIXED_STEPS = [  # steps, units, p
    (10, 2, 26), (10, 3, 19), (10, 4, 17), (10, 5, 15),
    (16, 1, 135), (16, 2, 56), (16, 3, 40), (16, 4, 33), (16, 5, 29), (16, 8, 24),
    (30, 5, 70), (50, 7, 116), (1000, 10, 3921),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "snapshots", "advanced"), ADVANCE_STEPS)
def test_advance_steps(steps, snapshots, advanced):
    cost = GriewankWaltherCost(steps, snapshots)
    assert cost.advance_steps == advanced
    assert cost.forward_steps == advanced + steps


@pytest.mark.parametrize(("steps", "units", "total"), MIXED_STEPS)
def test_mixed_steps(steps, units, total):
    assert MaddisonCost(steps, units).forward_steps == total


@cache
def by_the_recursion(steps, snapshots):
    """Griewank and Walther's equation (2), word for word."""
    if steps == 1:
        return 0
    if snapshots == 1:
        return steps * (steps - 1) // 2
    return min(i + by_the_recursion(i, snapshots) + by_the_recursion(steps - i, snapshots - 1) for i in range(1, steps))


def test_the_closed_form_solves_the_recursion_and_every_split_attains_it():
    for steps in range(2, 61):
        for snapshots in range(1, steps + 3):
            advanced = GriewankWaltherCost(steps, snapshots).advance_steps
            assert advanced == by_the_recursion(steps, snapshots)
            first = split(steps, snapshots)
            rest = by_the_recursion(steps - first, snapshots - 1) if snapshots > 1 else 0
            assert snapshots > 1 or steps - first == 1
            assert first + by_the_recursion(first, snapshots) + rest == advanced


def test_the_longest_chain_is_the_longest():
    assert longest_chain(1, 0) == 1
    assert [longest_chain(3, repeats) for repeats in range(5)] == [1, 4, 10, 20, 35]
    for snapshots in range(1, 8):
        for repeats in range(8):
            steps = longest_chain(snapshots, repeats)
            assert steps * factorial(snapshots) * factorial(repeats) == factorial(snapshots + repeats)
            assert GriewankWaltherCost(steps, snapshots).repeats == repeats
            assert GriewankWaltherCost(steps + 1, snapshots).repeats == repeats + 1


def test_another_implementation_counts_the_same():
    for steps in range(1, 26):
        for snapshots in range(1, steps):
            assert GriewankWaltherCost(steps, snapshots).forward_steps == optimal_steps_binomial(steps, snapshots)
            assert MaddisonCost(steps, snapshots).forward_steps == optimal_steps_mixed(steps, snapshots)


@pytest.mark.parametrize(("steps", "snapshots"), [(2, 1), (10, 3), (16, 6), (50, 7), (100, 10)])
def test_another_implementations_schedule_runs_as_many_steps(steps, snapshots):
    # Where its snapshots lie is its own affair: the optimum is not unique.
    schedule = MultistageCheckpointSchedule(steps, snapshots, 0)
    ran = sum(len(action) for action in schedule if isinstance(action, Forward))
    assert GriewankWaltherCost(steps, snapshots).forward_steps == ran
