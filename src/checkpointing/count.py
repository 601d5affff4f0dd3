"""Counting a lawful schedule's peak in little time: one more reader of the actions, without the books."""

from collections.abc import Iterable
from functools import lru_cache

from checkpointing.schedule import Action, Drop, Reverse, uniform_blocks


def count_peak_vectors(actions: Iterable[Action]) -> int:
    """Most vectors alive together, adjoints included, in a schedule that is known to be lawful.

    It judges nothing: on an unlawful schedule the count means nothing. Who does not know asks the referee.
    """
    states, adjoints, peak = 1, 0, 0
    for action in actions:
        kind = type(action)
        if kind is Drop:
            states -= 1
            continue
        if kind is Reverse:
            adjoints = 1  # what is left after the step
            live = states + 2
        else:
            if not action.overwrite:
                states += 1
            live = states + adjoints
        if live > peak:
            peak = live
    return peak


@lru_cache(maxsize=8192, typed=True)  # typed: True and 1.0 are refused also when 1 is remembered
def block_peak_vectors(layers: int, block: int) -> int:
    """The peak of uniform_blocks(layers, block), counted from its actions and remembered."""
    return count_peak_vectors(uniform_blocks(layers, block))
