"""Reversing by splitting: what recursive bisection and Revolve have in common."""

from collections.abc import Callable, Iterator

from checkpointing.schedule import Action, advance, drop, forward, reverse


def reverse_by_splitting(layers: int, snapshots: int, split: Callable[[int, int], int]) -> Iterator[Action]:
    """Advance to the split, keep that state, reverse what lies behind it, then what lies before it.

    split(length, snapshots), from 1 to length - 1, says how far to advance in a part of `length` layers,
    of whose states `snapshots` may be kept, the first one included. Parts still to be reversed wait on a
    stack, so a long chain needs no recursion.
    """
    waiting = [(0, layers, snapshots)]
    while waiting:
        start, end, snapshots = waiting.pop()
        while end - start > 1:
            middle = start + split(end - start, snapshots)
            yield from advance(start, middle)
            waiting.append((start, middle, snapshots))
            start, snapshots = middle, snapshots - 1
        # Every other h_end is there: reversing the layer after it needed it too.
        if end == layers:
            yield forward(end)
        yield reverse(end)
        yield drop(end)
