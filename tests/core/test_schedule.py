"""Plans yield the actions they promise, and actions print as the calls that make them."""

import pytest

from checkpointing.schedule import Drop, Forward, Reverse, full_tape, uniform_blocks


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Forward(5), "Forward(5)"),
        (Forward(5, overwrite=True), "Forward(5, overwrite=True)"),
        (Drop(0), "Drop(0)"),
        (Reverse(5), "Reverse(5)"),
    ],
)
def test_an_action_prints_as_the_call_that_makes_it(action, text):
    assert repr(action) == text
    assert eval(text) == action


def test_actions_of_different_kinds_are_never_equal():
    assert len({Forward(1), Forward(1, overwrite=True), Drop(1), Reverse(1)}) == 4


def test_full_tape_of_three_layers():
    assert list(full_tape(3)) == [
        Forward(1), Forward(2), Forward(3),
        Reverse(3), Drop(3), Reverse(2), Drop(2), Reverse(1), Drop(1),
    ]  # fmt: skip


def test_uniform_blocks_of_two_in_five_layers():
    assert list(uniform_blocks(5, 2)) == [
        Forward(1), Forward(2, overwrite=True), Forward(3), Forward(4, overwrite=True), Forward(5),
        Reverse(5), Drop(5),
        Forward(3), Reverse(4), Drop(4), Reverse(3), Drop(3),
        Forward(1), Reverse(2), Drop(2), Reverse(1), Drop(1),
    ]  # fmt: skip


def test_blocks_of_one_are_the_full_tape_and_a_longer_block_is_the_whole_chain():
    for layers in range(1, 20):
        assert list(uniform_blocks(layers, 1)) == list(full_tape(layers))
        assert list(uniform_blocks(layers, layers + 7)) == list(uniform_blocks(layers, layers))
