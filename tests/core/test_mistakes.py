"""Mistakes people make are lawful schedules: their gradients are right, and their peak is counted, not claimed."""

import pytest

from checkpointing.chain import Chain, first_state, random_base
from checkpointing.execute import execute, largest_difference
from checkpointing.frameworks import framework_blocks, framework_cost
from checkpointing.mistakes import keep_restored, last_unwrapped, last_unwrapped_cost
from checkpointing.referee import watch
from checkpointing.schedule import Drop, full_tape, uniform_blocks
from checkpointing.strategy import Strategy, plan


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("layers", [1, 2, 7, 16, 33])
def test_kept_restored_states_cost_the_full_tapes_peak_whatever_the_plan(strategy, layers):
    budget = max(10, layers // 2)
    right = watch(plan(strategy, layers, budget).actions(), layers)
    kept = watch(keep_restored(plan(strategy, layers, budget).actions()), layers)
    assert kept.peak_vectors == watch(full_tape(layers), layers).peak_vectors == layers + 3
    assert kept.recomputed_layers == right.recomputed_layers
    assert kept.peak_vectors >= right.peak_vectors


def test_what_is_kept_is_what_the_schedule_would_drop_for_good():
    right = list(uniform_blocks(16, 4))
    kept = list(keep_restored(right))
    assert sorted(map(repr, kept)) == sorted(map(repr, right))
    assert [a for a in kept if not isinstance(a, Drop)] == [a for a in right if not isinstance(a, Drop)]
    assert all(isinstance(action, Drop) for action in kept[-16:])


def test_what_must_be_made_again_is_dropped_first_all_the_same():
    right, kept = list(framework_blocks(16, 4)), list(keep_restored(framework_blocks(16, 4)))
    assert sum(isinstance(a, Drop) for a in kept[:-16]) == sum(isinstance(a, Drop) for a in right) - 16 == 4


@pytest.mark.parametrize("layers", [1, 2, 5, 12, 16, 23])
def test_the_last_block_unwrapped_costs_what_its_closed_form_says(layers):
    chain, first = Chain(random_base(3, seed=layers), 1.2), first_state(3, 0.5)
    tape = execute(full_tape(layers), layers, chain, first)
    for block in range(1, layers + 2):
        execution = execute(last_unwrapped(layers, block), layers, chain, first)
        cost = last_unwrapped_cost(layers, block)
        assert largest_difference(tape, execution) == 0
        assert execution.recomputed_layers == cost.recomputed_layers
        assert execution.report.peak_states == cost.peak_states == framework_cost(layers, block).peak_states


# L = 16: layers run again and states kept after the forward pass, of blocks that divide the chain, as
# PyTorch's checkpoint_sequential was measured with 1, 2, 4, 8 and 16 segments.
SEQUENTIAL = [(16, 0, 17), (8, 8, 10), (4, 12, 8), (2, 14, 10), (1, 15, 17)]


@pytest.mark.parametrize(("block", "recomputed", "kept"), SEQUENTIAL)
def test_the_last_block_unwrapped_is_pytorchs_checkpoint_sequential(block, recomputed, kept):
    report = watch(last_unwrapped(16, block), 16)
    assert report.recomputed_layers == recomputed
    assert report.live_vectors[15] == kept


def test_one_block_for_all_unwrapped_is_the_full_tape_and_wrapped_is_worse():
    assert list(last_unwrapped(16, 16)) == list(last_unwrapped(16, 99)) == list(full_tape(16))
    wrapped = watch(framework_blocks(16, 16), 16)
    assert (wrapped.peak_vectors, wrapped.recomputed_layers, wrapped.live_vectors[15]) == (19, 16, 2)


def test_every_layer_wrapped_keeps_everything_and_runs_everything_again():
    report = watch(framework_blocks(16, 1), 16)
    assert (report.peak_vectors, report.recomputed_layers, report.live_vectors[15]) == (19, 16, 17)


@pytest.mark.parametrize(("layers", "block"), [(0, 1), (4, 0), (2.0, 1), (None, 1), (4, True), (4, "2")])
def test_bad_sizes_are_refused_at_the_call(layers, block):
    for refuses in (last_unwrapped, last_unwrapped_cost):
        with pytest.raises(ValueError, match="must be a whole number"):
            refuses(layers, block)


def test_5000_layers():
    report = watch(last_unwrapped(5000, 71), 5000)
    assert report.recomputed_layers == last_unwrapped_cost(5000, 71).recomputed_layers == 5000 - 30
    assert watch(keep_restored(uniform_blocks(5000, 71)), 5000).peak_vectors == 5003
