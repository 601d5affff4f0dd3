"""The referee finds the first broken law and its place, and tells when each vector lived."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkpointing.count import block_peak_vectors, count_peak_vectors
from checkpointing.referee import Law, ScheduleError, watch
from checkpointing.report import Life
from checkpointing.schedule import Drop, Forward, Reverse, full_tape, uniform_blocks

F, D, R = Forward, Drop, Reverse
OVER = Forward(2, overwrite=True)

BROKEN = [  # on a chain of two layers: what, actions, law, index of the action that breaks it
    ("forward from a state not made", [F(2)], Law.LIVE_INPUT, 0),
    ("forward onto a live state", [F(1), F(1)], Law.NEW_OUTPUT, 1),
    ("overwriting onto a live state", [F(1), F(2), OVER], Law.NEW_OUTPUT, 2),
    ("forward from a dropped state", [F(1), D(1), F(2)], Law.DROPPED_ONCE, 2),
    ("forward from an overwritten state", [F(1), OVER, D(2), F(2)], Law.DROPPED_ONCE, 3),
    ("dropped twice", [F(1), D(1), D(1)], Law.DROPPED_ONCE, 2),
    ("dropped after being overwritten", [F(1), OVER, D(1)], Law.DROPPED_ONCE, 2),
    ("dropped before it is made", [D(2)], Law.DROPPED_ONCE, 0),
    ("reversed with the layer's input dropped", [F(1), F(2), D(1), R(2)], Law.DROPPED_ONCE, 3),
    ("reversed with the layer's input overwritten", [F(1), OVER, R(2)], Law.DROPPED_ONCE, 2),
    ("reversed with the layer's output dropped", [F(1), F(2), D(2), R(2)], Law.DROPPED_ONCE, 3),
    ("reversed with the layer's output not made", [F(1), R(2)], Law.REVERSE_INPUTS, 1),
    ("reversed with nothing made", [R(2)], Law.REVERSE_INPUTS, 0),
    ("reversed without its adjoint: too early", [F(1), F(2), R(1)], Law.ORDER, 2),
    ("reversed twice", [F(1), F(2), R(2), R(2)], Law.ORDER, 3),
    ("reversed after the last", [F(1), F(2), R(2), D(2), R(1), R(1)], Law.ORDER, 5),
    ("a layer never reversed", [F(1), F(2), R(2), D(2), D(1)], Law.ORDER, 5),
    ("nothing done", [], Law.ORDER, 0),
    ("a state left alive", [F(1), F(2), R(2), D(2), R(1)], Law.END, 5),
    ("the output left alive", [F(1), F(2), R(2), R(1), D(1)], Law.END, 5),
    ("h_0 dropped at the end", [*full_tape(2), D(0)], Law.FIRST_STATE, 6),
    ("h_0 dropped in between", [F(1), D(0)], Law.FIRST_STATE, 1),
    ("h_0 overwritten", [Forward(1, overwrite=True)], Law.FIRST_STATE, 0),
    ("a state made again after the end", [*full_tape(2), F(1)], Law.END, 7),
    ("a layer beyond the chain", [F(1), F(2), F(3)], Law.ACTIONS, 2),
    ("a layer before the chain", [F(0)], Law.ACTIONS, 0),
    ("a state before the chain", [D(-1)], Law.ACTIONS, 0),
    ("a reversal beyond the chain", [R(3)], Law.ACTIONS, 0),
    ("a layer that is a bool", [F(True)], Law.ACTIONS, 0),
    ("a layer that is a float", [F(1.0)], Law.ACTIONS, 0),
    ("a layer that is no number", [F(1), R(None)], Law.ACTIONS, 1),
    ("a layer of thousands of digits", [F(10**5000)], Law.ACTIONS, 0),
    ("a layer of thousands of letters", [F("9" * 10_000)], Law.ACTIONS, 0),
    ("no action at all", [F(1), "Forward(2)"], Law.ACTIONS, 1),
]


@pytest.mark.parametrize(("what", "actions", "law", "index"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_law_broken_once_is_named_with_its_place(what, actions, law, index):
    with pytest.raises(ScheduleError) as caught:
        watch(actions, 2)
    error = caught.value
    action = actions[index] if index < len(actions) else None
    assert (error.law, error.index, error.action) == (law, index, action)
    place = "the end" if action is None else repr(action)
    assert f"at action {index}, {place}" in str(error)
    assert str(law) in str(error)
    assert len(str(error)) < 250


def test_every_law_is_broken_once_in_the_table_or_by_a_budget():
    assert {row[2] for row in BROKEN} == set(Law) - {Law.BUDGET}


def test_the_budget_is_kept_or_the_action_that_exceeds_it_named():
    report = watch(uniform_blocks(16, 4), 16, budget_vectors=10)
    assert report.peak_vectors == 10
    with pytest.raises(ScheduleError) as caught:
        watch(uniform_blocks(16, 4), 16, budget_vectors=9)
    assert caught.value.law is Law.BUDGET
    assert caught.value.action == Reverse(16)  # two adjoints beside the restored block
    with pytest.raises(ScheduleError) as caught:
        watch(full_tape(16), 16, budget_vectors=10)
    assert caught.value.action == Forward(10)


def test_a_budget_of_states_counts_no_adjoints():
    assert watch(uniform_blocks(16, 4), 16, budget_states=8).peak_states == 8
    with pytest.raises(ScheduleError, match="8 states would be alive, the budget is 7 states") as caught:
        watch(uniform_blocks(16, 4), 16, budget_states=7)
    assert (caught.value.law, caught.value.action) == (Law.BUDGET, Forward(15))


MISSING = [  # on a chain of two layers: actions, the state that the last one misses or meets
    ([F(2)], 1),
    ([F(1), F(1)], 1),
    ([F(1), OVER, F(2)], 1),
    ([F(1), OVER, R(2)], 1),
    ([F(1), R(2)], 2),
    ([D(2)], 2),
    ([D(0)], 0),
    ([R(1)], None),
]


@pytest.mark.parametrize(("actions", "state"), MISSING, ids=[str(row[0]) for row in MISSING])
def test_the_state_that_is_missing_or_in_the_way_is_named(actions, state):
    with pytest.raises(ScheduleError) as caught:
        watch(actions, 2)
    assert caught.value.state == state


def test_a_broken_schedule_is_stopped_at_once_however_long_it_goes_on():
    def endless():
        yield Forward(1)
        while True:
            yield Forward(1)

    with pytest.raises(ScheduleError, match="at action 1"):
        watch(endless(), 2)


def is_lawful(actions, layers):
    """The laws once more, as sets and without places or words."""
    states, reversed_ = {0}, []
    for action in actions:
        match action:
            case Forward(layer, overwrite):
                if layer - 1 not in states or layer in states:
                    return False
                states = states - {layer - 1} if overwrite else states
                states = states | {layer}
            case Drop(state):
                if state not in states:
                    return False
                states = states - {state}
            case Reverse(layer):
                if not {layer - 1, layer} <= states or layer != layers - len(reversed_):
                    return False
                reversed_.append(layer)
    return states == {0} and len(reversed_) == layers


@settings(max_examples=300, deadline=None)
@given(layers=st.integers(1, 7), block=st.integers(1, 7), data=st.data())
def test_the_referee_and_a_second_judge_agree_on_spoilt_schedules(layers, block, data):
    actions = list(uniform_blocks(layers, block))
    place, other = (data.draw(st.integers(0, len(actions) - 1)) for _ in range(2))
    match data.draw(st.sampled_from(["leave", "remove", "repeat", "swap", "overwrite"])):
        case "remove":
            del actions[place]
        case "repeat":
            actions.insert(other, actions[place])
        case "swap":
            actions[place], actions[other] = actions[other], actions[place]
        case "overwrite":
            actions[place] = Forward(data.draw(st.integers(1, layers)), overwrite=True)
    try:
        watch(actions, layers)
        admitted = True
    except ScheduleError:
        admitted = False
    assert admitted == is_lawful(actions, layers)


def test_lives_of_two_layers_in_one_block():
    report = watch(uniform_blocks(2, 2), 2)
    # steps: 0 Forward(1)  1 Forward(2) over h_1  2 Forward(1) again  3 Reverse(2)  4 Reverse(1)
    assert set(report.lives) == {
        Life("state", 0, 0, 5, False),
        Life("state", 1, 0, 1, False),
        Life("state", 2, 1, 4, False),
        Life("state", 1, 2, 5, True),
        Life("adjoint", 2, 3, 4, False),
        Life("adjoint", 1, 3, 5, False),
        Life("adjoint", 0, 4, 5, False),
    }
    assert report.live_vectors == (2, 2, 3, 5, 4)
    assert (report.peak_vectors, report.peak_step, report.peak_states) == (5, 3, 3)
    assert (report.forward_layers, report.recomputed_layers) == (3, 1)


def test_counting_the_lives_at_each_step_gives_the_live_vectors():
    for layers in range(1, 18):
        for block in range(1, layers + 1):
            report = watch(uniform_blocks(layers, block), layers)
            alive = [
                sum(life.born <= step < life.died for life in report.lives) for step in range(len(report.live_vectors))
            ]
            assert tuple(alive) == report.live_vectors
            assert report.peak_step == alive.index(max(alive))
            states = [life for life in report.lives if life.kind == "state"]
            at = [sum(s.born <= step < s.died for s in states) for step in range(len(alive))]
            assert report.peak_states == max(at)


def test_the_quick_count_is_the_referees():
    for layers in range(1, 41):
        assert count_peak_vectors(full_tape(layers)) == watch(full_tape(layers), layers).peak_vectors
        for block in range(1, layers + 1):
            peak = watch(uniform_blocks(layers, block), layers).peak_vectors
            assert count_peak_vectors(uniform_blocks(layers, block)) == peak
            assert block_peak_vectors(layers, block) == peak


def test_keeping_every_restored_block_costs_the_peak_of_the_full_tape():
    def keep_restored_blocks(layers, block):
        """The mistake the lesson warns of: blocks are restored on the way back, but nothing is dropped."""
        yield from (action for action in uniform_blocks(layers, block) if not isinstance(action, Drop))
        yield from (Drop(state) for state in range(1, layers + 1))

    kept = list(keep_restored_blocks(16, 4))
    assert watch(kept, 16).peak_vectors == count_peak_vectors(kept) == 19
    assert watch(uniform_blocks(16, 4), 16).peak_vectors == 10
