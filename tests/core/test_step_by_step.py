"""The referee can be asked action by action: what is alive, what is next, what it would refuse."""

from hypothesis import given, settings
from hypothesis import strategies as st

from checkpointing.referee import Referee, ScheduleError, watch
from checkpointing.report import Life
from checkpointing.schedule import Drop, Forward, Reverse, full_tape, uniform_blocks

F, D, R = Forward, Drop, Reverse
OVER = Forward(2, overwrite=True)


def test_a_referee_can_be_asked_action_by_action():
    referee = Referee(1)
    for action in full_tape(1):
        referee.admit(action)
    assert referee.close() == referee.so_far() == watch(full_tape(1), 1)


def test_what_is_alive_and_what_is_next_can_be_asked_between_two_actions():
    referee, seen = Referee(2), []
    for action in uniform_blocks(2, 2):
        referee.admit(action)
        seen.append((repr(action), referee.live_states, referee.next_reverse))
    assert seen == [
        ("Forward(1)", (0, 1), 2),
        ("Forward(2, overwrite=True)", (0, 2), 2),
        ("Forward(1)", (0, 1, 2), 2),
        ("Reverse(2)", (0, 1, 2), 1),
        ("Drop(2)", (0, 1), 1),
        ("Reverse(1)", (0, 1), 0),
        ("Drop(1)", (0,), 0),
    ]


def test_a_report_in_between_lets_what_is_alive_end_now():
    referee = Referee(2)
    for action in [F(1), OVER, F(1), R(2)]:
        referee.admit(action)
    report = referee.so_far()
    assert set(report.lives) == {
        Life("state", 0, 0, 4, False),
        Life("state", 1, 0, 1, False),
        Life("state", 2, 1, 4, False),
        Life("state", 1, 2, 4, True),
        Life("adjoint", 2, 3, 4, False),
        Life("adjoint", 1, 3, 4, False),
    }
    assert (report.forward_layers, report.recomputed_layers, report.peak_states) == (3, 1, 3)
    assert Referee(2).so_far().lives == (Life("state", 0, 0, 0, False),)


EVERY_ACTION = [*map(F, range(5)), *(F(layer, True) for layer in range(5)), *map(D, range(5)), *map(R, range(5)), None]


def refusal(ask, action):
    """What the referee says against the action; empty if it may happen."""
    try:
        ask(action)
    except ScheduleError as error:
        return str(error)
    return ""


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(EVERY_ACTION), max_size=40), st.integers(2, 4))
def test_what_is_refused_changes_nothing_and_judging_changes_nothing_either(tries, states):
    asked, spared = Referee(3, budget_states=states), Referee(3, budget_states=states)
    for action in tries:
        before = asked.live_states, asked.next_reverse, asked.so_far()
        judged = refusal(asked.judge, action)
        assert (asked.live_states, asked.next_reverse, asked.so_far()) == before
        assert refusal(asked.admit, action) == judged
        if judged:
            assert (asked.live_states, asked.next_reverse, asked.so_far()) == before
        else:
            spared.admit(action)  # never sees what is refused
    assert asked.so_far() == spared.so_far()
