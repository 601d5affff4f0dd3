"""Blocks of every kind and bisection: small schedules word for word, and the numbers known of them."""

import pytest

from checkpointing.bisection import bisection, bisection_cost
from checkpointing.blocks import nested_blocks, nested_cost, sqrt_block, sqrt_blocks
from checkpointing.convention import Convention
from checkpointing.cost import BlockCost
from checkpointing.frameworks import framework_blocks, framework_cost
from checkpointing.referee import watch
from checkpointing.schedule import Drop, Forward, Reverse, full_tape, uniform_blocks


def over(layer):
    return Forward(layer, overwrite=True)


def test_nested_blocks_of_four_and_two_in_seven_layers():
    assert list(nested_blocks(7, (4, 2))) == [
        Forward(1), over(2), over(3), over(4), Forward(5), over(6), over(7),
        Forward(5), over(6), Reverse(7), Drop(7), Forward(5), Reverse(6), Drop(6), Reverse(5), Drop(5),
        Forward(1), over(2), Forward(3), Reverse(4), Drop(4), Reverse(3), Drop(3),
        Forward(1), Reverse(2), Drop(2), Reverse(1), Drop(1),
    ]  # fmt: skip


def test_framework_blocks_of_two_in_three_layers():
    assert list(framework_blocks(3, 2)) == [
        Forward(1), over(2), Forward(3),
        Drop(3), Forward(3), Reverse(3), Drop(3),
        Drop(2), Forward(1), Forward(2), Reverse(2), Drop(2), Reverse(1), Drop(1),
    ]  # fmt: skip


def test_bisection_of_five_layers():
    assert list(bisection(5)) == [
        Forward(1), over(2), Forward(3), Forward(4), Forward(5), Reverse(5), Drop(5),
        Reverse(4), Drop(4), Reverse(3), Drop(3), Forward(1), Reverse(2), Drop(2), Reverse(1), Drop(1),
    ]  # fmt: skip


def test_one_size_is_uniform_blocks():
    for layers in range(1, 30):
        for block in range(1, layers + 3):
            assert list(nested_blocks(layers, [block])) == list(uniform_blocks(layers, block))


@pytest.mark.parametrize(
    ("block", "states", "recomputed"),
    [(1, 17, 0), (2, 10, 8), (3, 9, 10), (4, 8, 12), (5, 9, 12), (6, 9, 13), (8, 10, 14), (16, 17, 15)],
)
def test_uniform_blocks_at_16_layers(block, states, recomputed):
    cost, counted = nested_cost(16, (block,)), BlockCost(16, 1, block, 8)
    assert counted.peak_vectors - 2 == states
    assert cost.peak_states == (8 if block in (3, 5, 6) else states) == counted.tight_peak_vectors - 2
    assert cost.recomputed_layers == counted.recomputed_layers == recomputed


def test_closed_forms_of_one_size_are_the_lessons():
    for layers in range(1, 50):
        for block in range(1, layers + 3):
            lesson, cost = BlockCost(layers, 1, block, 8), nested_cost(layers, (block,))
            assert cost.peak_states == lesson.tight_peak_vectors - 2
            assert cost.recomputed_layers == lesson.recomputed_layers
            assert framework_cost(layers, block).recomputed_layers == lesson.framework_recomputed_layers


# Measured with PyTorch 2.14.1: layers run again and peak vectors, the two adjoints among them. There the
# innermost blocks run again whole; here they stop before their last layer. So the peaks are comparable as
# they are, the layers after taking away one for each innermost block.
PYTORCH_NESTED = [
    (64, (8,), 64, 18),
    (64, (16, 4), 112, 13),
    (64, (8, 2), 112, 15),
    (64, (32, 16, 8, 4, 2), 192, 10),
    (16, (4,), 16, 10),
    (16, (4, 2), 24, 9),
    (16, (8, 4, 2), 32, 8),
]


@pytest.mark.parametrize(("layers", "sizes", "recomputed", "peak_vectors"), PYTORCH_NESTED)
def test_nested_blocks_as_measured(layers, sizes, recomputed, peak_vectors):
    report = watch(nested_blocks(layers, sizes), layers)
    assert report.peak_vectors == peak_vectors
    assert report.recomputed_layers == recomputed - layers // sizes[-1]


@pytest.mark.parametrize(("block", "peak_vectors"), [(1, 19), (2, 12), (3, 10), (4, 10), (8, 12), (16, 19)])
def test_framework_blocks_as_measured_with_pytorch_at_16_layers(block, peak_vectors):
    report = watch(framework_blocks(16, block), 16)
    assert (report.recomputed_layers, report.peak_vectors) == (16, peak_vectors)


@pytest.mark.parametrize(("block", "kept"), [(1, 16), (2, 8), (3, 6), (4, 4), (8, 2), (16, 1)])
def test_frameworks_keep_block_inputs_alone_after_the_way_forward(block, kept):
    actions = list(framework_blocks(16, block))
    forward = actions[: actions.index(Drop(16))]
    # Every layer that overwrites nothing leaves one state more. h_0 was there before; h_16 is dropped.
    assert sum(not action.overwrite for action in forward) + 1 - 1 == kept


def test_each_cost_names_its_convention():
    assert framework_cost(16, 4).convention is Convention.INPUTS_ONLY
    for cost in (nested_cost(16, (4,)), bisection_cost(16)):
        assert cost.convention is Convention.ENDS_STORED


@pytest.mark.parametrize(("layers", "states", "recomputed"), [(16, 6, 17), (64, 8, 129), (1, 2, 0), (2, 3, 0)])
def test_bisection(layers, states, recomputed):
    cost, report = bisection_cost(layers), watch(bisection(layers), layers)
    assert (cost.peak_states, cost.recomputed_layers) == (states, recomputed)
    assert (report.peak_states, report.recomputed_layers) == (states, recomputed)


def test_bisection_of_powers_of_two():
    for exponent in range(20):
        layers = 2**exponent
        cost = bisection_cost(layers)
        assert cost.peak_states == exponent + 2
        assert 2 * cost.forward_layers == layers * exponent + 2


def test_bisections_steps_solve_their_recursion():
    steps = [0, 0]
    for layers in range(2, 2000):
        steps.append(layers // 2 + steps[layers // 2] + steps[layers - layers // 2])
        assert bisection_cost(layers).forward_layers == steps[layers] + 1


@pytest.mark.parametrize(
    ("layers", "block"), [(1, 1), (2, 1), (3, 2), (4, 2), (12, 3), (15, 4), (16, 4), (25, 5), (64, 8), (100, 10)]
)
def test_the_block_of_the_square_root_rule(layers, block):
    assert sqrt_block(layers) == block
    assert list(sqrt_blocks(layers)) == list(uniform_blocks(layers, block))


def test_no_block_has_a_formula_peak_below_that_of_the_square_root_rule():
    for layers in range(1, 200):
        peaks = [BlockCost(layers, 1, block, 8).peak_vectors for block in range(1, layers + 1)]
        assert peaks[sqrt_block(layers) - 1] == min(peaks)


def test_blocks_of_one_recompute_nothing_here_and_everything_in_a_framework():
    assert list(nested_blocks(9, (1,))) == list(full_tape(9))
    assert nested_cost(9, (1,)).recomputed_layers == 0
    assert framework_cost(9, 1).recomputed_layers == 9
    assert framework_cost(9, 1).peak_states == nested_cost(9, (1,)).peak_states
