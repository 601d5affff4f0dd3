"""Schedules: a reverse pass over a chain, written as a stream of three atomic actions.

State l, for l = 0..L, is the vector h_l; layer l, for l = 1..L, makes h_l out of h_{l-1}; the adjoint
of h_l is the derivative of the output with respect to h_l. A plan is a function that returns an
iterator of actions. A schedule is data: whoever draws, counts, referees or executes it reads the same
actions. The two plans of unit 263 stand here; each other one has a module of its own.

A. Griewank, A. Walther: Algorithm 799: Revolve. ACM TOMS 26 (2000): reversing a chain as a sequence
of advancing, storing and reversing.
T. Chen, B. Xu, C. Zhang, C. Guestrin: Training deep nets with sublinear memory cost, arXiv:1604.06174
(2016): uniform blocks. There a block runs again whole; here its end is kept, so it does not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from checkpointing import check


@dataclass(frozen=True, slots=True)
class Forward:
    """Read `Forward(5)` as "run layer 5: make h_5 out of h_4, and keep h_4".

    Read `Forward(5, overwrite=True)` as "run layer 5 and put h_5 where h_4 was": h_4 is gone, and the
    two are never alive together.
    """

    layer: int
    overwrite: bool = False

    def __repr__(self):
        return f"Forward({check.shown(self.layer)}{', overwrite=True' if self.overwrite else ''})"


@dataclass(frozen=True, slots=True)
class Drop:
    """Read `Drop(5)` as "h_5 is needed no longer: forget it"."""

    state: int

    def __repr__(self):
        return f"Drop({check.shown(self.state)})"


@dataclass(frozen=True, slots=True)
class Reverse:
    """Read `Reverse(5)` as "with h_4, h_5 and the adjoint of h_5, make the adjoint of h_4".

    Both adjoints are alive during the step; after it the adjoint of h_5 is gone.
    """

    layer: int

    def __repr__(self):
        return f"Reverse({check.shown(self.layer)})"


Action = Forward | Drop | Reverse

# Equal actions are the same value, so one object can stand for all of them. Looking one up takes a
# fraction of the time of making it, and a page reads thousands at every move of a slider.
forward = lru_cache(maxsize=8192)(Forward)
overwrite = lru_cache(maxsize=8192)(partial(Forward, overwrite=True))
drop = lru_cache(maxsize=8192)(Drop)
reverse = lru_cache(maxsize=8192)(Reverse)


def advance(start: int, end: int) -> Iterator[Action]:
    """Make h_end out of h_start, start < end, and keep these two alone."""
    yield forward(start + 1)
    yield from map(overwrite, range(start + 2, end + 1))


def reverse_and_drop(end: int, start: int) -> Iterator[Action]:
    """With h_start, ..., h_end there, reverse the layers end, ..., start + 1 and keep h_start alone."""
    for layer in range(end, start, -1):
        yield reverse(layer)
        yield drop(layer)


def full_tape(layers: int) -> Iterator[Action]:
    """Keep every state until its layer is reversed; nothing is computed twice. 3 * layers actions.

    Raises ValueError unless layers is a whole number from 1 to check.MOST_LAYERS.
    """
    return _full_tape(check.layers(layers))


def uniform_blocks(layers: int, block: int) -> Iterator[Action]:
    """Keep the boundaries h_0, h_B, h_2B, ..., h_L (B = block); restore one block at a time from the back.

    The last block may be short, and a block longer than the chain is the whole chain. A block's end is
    stored, so its last layer does not run again: layers - ceil(layers / block) layers run twice. Every
    state, boundaries included, is dropped as soon as the layers on both sides of it are reversed. At
    most 4 * layers actions.

    Raises ValueError unless layers and block are whole numbers from 1 to check.MOST_LAYERS.
    """
    return _uniform_blocks(check.layers(layers), check.block(block))


# Generators apart from the public functions, so that a bad argument is refused at the call and not at
# the first action read.


def _full_tape(layers):
    yield from map(forward, range(1, layers + 1))
    yield from reverse_and_drop(layers, 0)


def _uniform_blocks(layers, block):
    starts = range(0, layers, block)
    for start in starts:
        yield from advance(start, min(start + block, layers))
    for start in reversed(starts):
        end = min(start + block, layers)
        yield from map(forward, range(start + 1, end))
        yield from reverse_and_drop(end, start)
