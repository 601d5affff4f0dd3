"""No schedule does better than Revolve, and its closed form, its count and trying everything agree."""

import pytest

from checkpointing.check import BudgetError
from checkpointing.convention import Convention
from checkpointing.referee import ScheduleError, watch
from checkpointing.revolve import least_states, optimal_cost, revolve
from tests.core.search import fewest_forward_layers

# L = 16: layers run again with 3, 4, ..., 17 states. An independent table, not made with this package.
RECOMPUTED_AT_16 = [105, 30, 18, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_the_optimum_at_16_layers():
    assert [optimal_cost(16, states).recomputed_layers for states in range(3, 18)] == RECOMPUTED_AT_16
    assert [watch(revolve(16, states), 16).recomputed_layers for states in range(3, 18)] == RECOMPUTED_AT_16


@pytest.mark.parametrize(("layers", "states", "recomputed"), [(16, 8, 9), (100, 13, 110), (64, 11, 63)])
def test_the_optimum_elsewhere(layers, states, recomputed):
    assert optimal_cost(layers, states).recomputed_layers == recomputed


@pytest.mark.parametrize("layers", range(1, 9))
def test_trying_everything_finds_nothing_better(layers):
    for states in range(1, layers + 3):
        fewest = fewest_forward_layers(layers, states)
        if fewest is None:
            with pytest.raises(BudgetError):
                revolve(layers, states)
        else:
            assert optimal_cost(layers, states).forward_layers == fewest
            assert watch(revolve(layers, states), layers, budget_vectors=states + 2).forward_layers == fewest


@pytest.mark.parametrize(
    ("layers", "states", "together", "overwriting"), [(4, 3, 8, 7), (6, 3, 19, 16), (9, 4, 19, 18)]
)
def test_the_search_knows_whether_a_step_may_overwrite_its_input(layers, states, together, overwriting):
    assert fewest_forward_layers(layers, states, overwrite=False) == together
    assert fewest_forward_layers(layers, states) == overwriting == optimal_cost(layers, states).forward_layers


def test_the_search_by_hand():
    assert fewest_forward_layers(1, 1) is None  # a layer is reversed with two states
    assert fewest_forward_layers(1, 2) == 1
    assert fewest_forward_layers(2, 2) is None  # h_0 must stay, h_1 and h_2 reverse layer 2
    assert fewest_forward_layers(2, 3) == 2
    # h_0 h_1 | h_2 over h_1, h_3 | reverse 3 | h_1 again | reverse 2, 1: four layers
    assert fewest_forward_layers(3, 3) == 4
    assert fewest_forward_layers(3, 4) == 3


def test_closed_form_and_schedule_agree_and_use_the_whole_budget():
    for layers in [*range(1, 34), 64, 100]:
        for states in range(least_states(layers), layers + 4):
            cost = optimal_cost(layers, states)
            report = watch(revolve(layers, states), layers)
            assert (report.forward_layers, report.peak_states) == (cost.forward_layers, cost.peak_states)
            assert cost.peak_states == min(states, layers + 1)
            assert cost.convention is Convention.ENDS_STORED


def test_a_schedule_for_more_states_breaks_the_smaller_budget():
    with pytest.raises(ScheduleError):
        watch(revolve(16, 8), 16, budget_vectors=9)


def test_fewest_states_for_a_number_of_layers_run_again():
    for layers in [*range(1, 20), 100]:
        most = optimal_cost(layers, least_states(layers)).recomputed_layers
        for limit in range(min(most, 150) + 2):
            states = least_states(layers, limit)
            assert optimal_cost(layers, states).recomputed_layers <= limit
            if states > least_states(layers):
                assert optimal_cost(layers, states - 1).recomputed_layers > limit
    assert [least_states(16, limit) for limit in (0, 8, 9, 10, 17, 18, 105, 10**12)] == [17, 9, 8, 7, 6, 5, 3, 3]
    assert (least_states(1), least_states(1, 0), least_states(2), least_states(1_000_000)) == (2, 2, 3, 3)


@pytest.mark.parametrize(("layers", "states", "least"), [(1, 1, 2), (2, 2, 3), (16, 2, 3), (5000, 1, 3)])
@pytest.mark.parametrize("ask", [revolve, optimal_cost])
def test_too_few_states_are_refused_with_the_smallest_number_that_works(ask, layers, states, least):
    with pytest.raises(
        BudgetError, match=f"^states must be at least {least} to reverse {layers:,} layers; got"
    ) as caught:
        ask(layers, states)
    assert (caught.value.states, caught.value.least_states) == (states, least)
    assert optimal_cost(layers, least).peak_states == least
