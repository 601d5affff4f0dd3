"""The settings chosen under a budget are the best of all, and what no setting can keep to is refused with what can."""

import numpy as np
import pytest

from checkpointing.blocks import nested_blocks, nested_cost
from checkpointing.check import BudgetError
from checkpointing.frameworks import framework_blocks, framework_cost
from checkpointing.referee import watch
from checkpointing.settings import MOST_LAYERS_IN_PAIRS, framework_settings, nested_settings, uniform_settings
from checkpointing.strategy import Strategy, plan

ALL = {
    "uniform": (uniform_settings, nested_blocks, nested_cost, 1),
    "nested": (nested_settings, nested_blocks, nested_cost, 2),
    "frameworks": (
        framework_settings,
        lambda n, sizes: framework_blocks(n, *sizes),
        lambda n, s: framework_cost(n, *s),
        1,
    ),
}


@pytest.mark.parametrize("name", ALL)
def test_every_setting_is_there_with_its_cost(name):
    make, _, cost_of, depth = ALL[name]
    for layers in [*range(1, 26), 64, 100]:
        settings = make(layers)
        sizes = [tuple(row) for row in settings.sizes.tolist()]
        longest = max(depth, layers)
        assert len(set(sizes)) == len(sizes) == (longest if depth == 1 else longest * (longest - 1) // 2)
        costs = [cost_of(layers, row) for row in sizes]
        assert settings.peak_states.tolist() == [cost.peak_states for cost in costs]
        assert settings.recomputed_layers.tolist() == [cost.recomputed_layers for cost in costs]


@pytest.mark.parametrize("name", ALL)
def test_the_best_is_the_best_of_all_counted(name):
    make, actions_of, _, _ = ALL[name]
    for layers in (1, 2, 3, 9, 16, 23):
        settings = make(layers)
        counted = []
        for sizes in settings.sizes.tolist():
            report = watch(actions_of(layers, sizes), layers)
            counted.append((report.recomputed_layers, report.peak_states, tuple(sizes)))
        least = min(peak for _, peak, _ in counted)
        assert settings.least_states == least
        for states in range(least, layers + 3):
            assert settings.best(states) == min(row for row in counted if row[1] <= states)[2]
        for states in range(1, least):
            with pytest.raises(BudgetError, match=f"^states must be at least {least} for .* on {layers} layers; got"):
                settings.best(states)


@pytest.mark.parametrize(
    ("strategy", "layers", "states", "sizes", "peak_states", "recomputed"),
    [
        ("uniform-blocks", 16, 8, (3,), 8, 10),
        ("uniform-blocks", 16, 17, (1,), 17, 0),
        ("uniform-blocks", 100, 20, (8,), 20, 87),
        ("sqrt-blocks", 16, 3, (4,), 8, 12),
        ("sqrt-blocks", 100, 20, (10,), 20, 90),
        ("frameworks", 16, 8, (3,), 8, 16),
        ("revolve", 16, 8, (), 8, 9),
        ("revolve", 100, 13, (), 13, 110),
        ("full-tape", 16, 8, (), 17, 0),
        ("bisection", 16, 3, (), 6, 17),
    ],
)
def test_what_a_budget_buys(strategy, layers, states, sizes, peak_states, recomputed):
    found = plan(strategy, layers, states)
    assert (found.sizes, found.cost.peak_states, found.cost.recomputed_layers) == (sizes, peak_states, recomputed)
    assert found.exceeds_budget == (peak_states > states)


def test_no_strategy_beats_revolve_at_equal_memory():
    for layers in (5, 16, 40, 100):
        for states in range(3, layers + 2):
            optimal = plan("revolve", layers, states).cost.recomputed_layers
            for strategy in Strategy:
                try:
                    found = plan(strategy, layers, states)
                except BudgetError:
                    continue
                assert found.exceeds_budget or found.cost.recomputed_layers >= optimal


@pytest.mark.parametrize("strategy", ["uniform-blocks", "nested-blocks", "revolve", "frameworks"])
@pytest.mark.parametrize("layers", [1, 2, 16, 100])
def test_the_smallest_budget_works_and_one_less_is_refused_with_it(strategy, layers):
    with pytest.raises(BudgetError) as caught:
        plan(strategy, layers, 1)
    least = caught.value.least_states
    assert plan(strategy, layers, least).cost.peak_states == least
    with pytest.raises(BudgetError) as caught:
        plan(strategy, layers, least - 1)
    assert (caught.value.states, caught.value.least_states) == (least - 1, least)
    assert not any(plan(strategy, layers, states).exceeds_budget for states in range(least, layers + 9))


@pytest.mark.parametrize("strategy", ["full-tape", "sqrt-blocks", "bisection"])
def test_who_has_nothing_to_choose_ignores_the_budget_and_says_so(strategy):
    peak = plan(strategy, 16, 17).cost.peak_states
    assert [plan(strategy, 16, states).exceeds_budget for states in range(1, 20)] == [n < peak for n in range(1, 20)]
    assert len({plan(strategy, 16, states).cost for states in range(1, 20)}) == 1


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("uniform-blocks", "states must be at least 8 for uniform blocks on 16 layers; got 3"),
        ("nested-blocks", "states must be at least 6 for blocks of two nested sizes on 16 layers; got 3"),
        ("frameworks", "states must be at least 8 for framework blocks on 16 layers; got 3"),
    ],
)
def test_the_smallest_budget_is_named(strategy, message):
    with pytest.raises(BudgetError) as caught:
        plan(strategy, 16, 3)
    assert str(caught.value) == message


def test_settings_of_one_chain_are_made_once_and_cannot_be_spoilt():
    assert nested_settings(np.int64(12)) is nested_settings(12)
    for name in ("sizes", "peak_states", "recomputed_layers"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(nested_settings(12), name)[0] = 0


def test_pairs_of_a_very_long_chain_are_refused():
    with pytest.raises(ValueError, match=r"^layers must be a whole number from 1 to 1,000; got 1001$"):
        nested_settings(MOST_LAYERS_IN_PAIRS + 1)


@pytest.mark.parametrize("bad", ["", "Revolve", "revolve ", None, 3, "<b>" * 1000])
def test_a_strategy_that_there_is_not_is_refused_with_those_there_are(bad):
    with pytest.raises(
        ValueError, match=r"^strategy must be one of full-tape, uniform-blocks, .*, frameworks; got "
    ) as caught:
        plan(bad, 16, 8)
    assert len(str(caught.value)) < 250
