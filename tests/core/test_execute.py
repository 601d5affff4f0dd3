"""Execution does what the schedule says, holds what is alive and no more, and counts what it does."""

import tracemalloc

import numpy as np
import pytest

from checkpointing import execute as execute_module
from checkpointing.chain import Chain, first_state, random_base, uniform_base
from checkpointing.execute import execute, largest_difference
from checkpointing.frameworks import framework_blocks
from checkpointing.referee import Law, ScheduleError
from checkpointing.schedule import Forward, full_tape, uniform_blocks


def test_what_is_held_is_what_the_referee_sees_alive():
    chain, first = Chain(random_base(3, seed=1), 1.0), first_state(3, 0.5)
    for layers in range(1, 20):
        for block in range(1, layers + 1):
            for plan in (uniform_blocks, framework_blocks):
                execution = execute(plan(layers, block), layers, chain, first)
                assert execution.live_vectors == execution.report.live_vectors


def test_an_execution_that_does_not_drop_is_noticed(monkeypatch):
    monkeypatch.setattr(execute_module._Run, "drop", lambda run, action: None)
    execution = execute(full_tape(4), 4, Chain(uniform_base(3), 1.0), first_state(3, 0.5))
    assert execution.live_vectors != execution.report.live_vectors


def test_other_plans_run_on_the_same_actions_and_recompute_what_they_say():
    chain, first = Chain(random_base(5, seed=2), 1.2), first_state(5, 0.5)
    tape = execute(full_tape(16), 16, chain, first)
    for block in range(1, 17):
        execution = execute(framework_blocks(16, block), 16, chain, first)
        assert execution.recomputed_layers == 16
        assert execution.matvecs == tape.matvecs + 16
        assert largest_difference(tape, execution) == 0


def test_the_first_broken_law_stops_the_run_before_the_action_is_done():
    chain = Chain(uniform_base(2), 1.0)
    with pytest.raises(ScheduleError) as caught:
        execute([Forward(1), Forward(3), Forward(2)], 3, chain, first_state(2, 0.5))
    assert (caught.value.law, caught.value.index) == (Law.LIVE_INPUT, 1)
    assert chain.matvecs == 1
    with pytest.raises(ScheduleError) as caught:
        execute(full_tape(9), 9, chain, first_state(2, 0.5), budget_vectors=11)
    assert caught.value.law is Law.BUDGET
    with pytest.raises(ScheduleError) as caught:
        execute(full_tape(8), 9, chain, first_state(2, 0.5))
    assert caught.value.law is Law.ORDER


def test_the_callers_arrays_are_left_as_they_are():
    base, first = random_base(4, seed=3), first_state(4, 0.5)
    base_before, first_before = base.copy(), first.copy()
    execution = execute(uniform_blocks(9, 3), 9, Chain(base, 0.7), first)
    execution.gradient_input[:] = 0
    assert np.array_equal(base, base_before)
    assert np.array_equal(first, first_before)


def test_one_chain_can_run_many_schedules_each_counted_for_itself():
    chain, first = Chain(random_base(4, seed=3), 0.7), first_state(4, 0.5)
    one = execute(uniform_blocks(9, 3), 9, chain, first)
    gradient = one.gradient_input.copy()
    other = execute(uniform_blocks(9, 3), 9, chain, first)
    assert (one.matvecs, one.multiplications) == (other.matvecs, other.multiplications) == (24, 24 * 16)
    assert np.array_equal(one.gradient_input, gradient)
    assert chain.matvecs == 48


def test_overwriting_uses_the_very_storage_of_the_input():
    chain, state = Chain(random_base(4, seed=3), 0.7), first_state(4, 0.5)
    expected = chain.forward(state, layer=1)
    assert expected is not state
    assert chain.forward(state, out=state, layer=1) is state
    assert np.array_equal(state, expected)


def test_actions_are_read_one_at_a_time():
    chain, seen = Chain(uniform_base(2), 1.0), []

    def watched():
        for action in full_tape(3):
            seen.append(chain.matvecs)
            yield action

    execute(watched(), 3, chain, first_state(2, 0.5))
    assert seen == [0, 1, 2, 3, 4, 4, 5, 5, 6]


def bytes_taken(actions, layers, chain, first):
    tracemalloc.start()
    try:
        execution = execute(actions, layers, chain, first)
        return tracemalloc.get_traced_memory()[1], execution
    finally:
        tracemalloc.stop()


def vectors_taken(plan, layers):
    """How many vectors' worth of memory a run takes, and the execution."""
    width = 500
    narrow_chain, narrow_first = Chain(uniform_base(1), 1.0), first_state(1, 0.5)
    wide_chain, wide_first = Chain(uniform_base(width), 1.0), first_state(width, 0.5)
    execute(plan(layers), layers, narrow_chain, narrow_first)  # so that both runs below find the actions made
    # With vectors of one value only the books take memory: what a wide run takes beside them is vectors.
    books, _ = bytes_taken(plan(layers), layers, narrow_chain, narrow_first)
    wide, execution = bytes_taken(plan(layers), layers, wide_chain, wide_first)
    return (wide - books) / (8 * width), execution


def blocks_of_ten(layers):
    return uniform_blocks(layers, 10)


@pytest.mark.parametrize(("plan", "peak"), [(full_tape, 103), (blocks_of_ten, 22)])
def test_memory_is_that_of_the_schedules_peak(plan, peak):
    vectors, execution = vectors_taken(plan, 100)
    assert execution.peak_vectors == peak
    assert abs(vectors - peak) < 2


def test_a_run_that_secretly_keeps_what_it_drops_is_noticed(monkeypatch):
    hoard = []
    monkeypatch.setattr(execute_module._Run, "drop", lambda run, a: hoard.append(run.states.pop(a.state)))
    vectors, execution = vectors_taken(blocks_of_ten, 100)
    assert execution.live_vectors == execution.report.live_vectors
    assert vectors > execution.peak_vectors + 50


def test_5000_layers():
    layers = 5000
    chain, first = Chain(random_base(2, seed=4), 1.0), first_state(2, 0.5)
    tape = execute(full_tape(layers), layers, chain, first)
    replay = execute(uniform_blocks(layers, 71), layers, chain, first)
    assert tape.peak_vectors == layers + 3
    assert replay.peak_vectors == 71 + 71 + 1
    assert replay.recomputed_layers == layers - 71
    assert largest_difference(tape, replay) == 0


def test_a_gradient_beyond_float64_is_refused_by_name():
    with pytest.raises(ValueError, match=r"adjoint of h_\d+ must stay within float64.*alpha = 1000000\.0"):
        execute(full_tape(64), 64, Chain(uniform_base(2), 1e6), first_state(2, 0.0))
    with pytest.raises(ValueError, match="derivative for alpha must stay within float64"):
        execute(full_tape(1), 1, Chain([[1e308]], 0), [1e10])
