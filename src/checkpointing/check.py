"""Arguments as the core wants them: each function returns the clean value or raises ValueError.

The message names the argument, what is allowed, and the value that came.
"""

import math
import operator
import reprlib
from itertools import pairwise

import numpy as np

MOST_LAYERS = 1_000_000
MOST_WIDTH = 10_000


class BudgetError(ValueError):
    """`states` states are too few; `least_states` is the smallest budget that works."""

    def __init__(self, states: int, least_states: int, purpose: str):
        self.states, self.least_states = states, least_states
        super().__init__(f"states must be at least {least_states:,} {purpose}; got {states:,}")


def whole(name, value, least, most):
    """`value` as a Python int from `least` to `most`; numpy integers pass, bools and floats do not."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise ValueError(f"{name} must be a whole number from {least:,} to {most:,}; got {shown(value)}")
    return number


def layers(value):
    return whole("layers", value, 1, MOST_LAYERS)


def block(value):
    return whole("block", value, 1, MOST_LAYERS)


def sizes(value):
    """`value` as a tuple of whole numbers of layers, each smaller than the one before; at least one."""
    try:
        found = tuple(whole("each of sizes", size, 1, MOST_LAYERS) for size in value)
    except TypeError:
        found = ()
    if not found or any(inner >= outer for outer, inner in pairwise(found)):
        law = "at least one whole number, each smaller than the one before"
        raise ValueError(f"sizes must be {law}; got {shown(value)}")
    return found


def states(value, least, purpose):
    """`value` as a whole number of states; BudgetError if it is less than `least`, which the purpose needs."""
    number = whole("states", value, 1, MOST_LAYERS + 1)
    if number < least:
        raise BudgetError(number, least, purpose)
    return number


def width(value):
    return whole("width", value, 1, MOST_WIDTH)


def finite(name, value):
    """`value` as a finite float; bools, text and complex numbers do not pass."""
    try:
        # Multiplying turns down what float() alone would parse: text.
        number = math.nan if isinstance(value, (bool, np.bool_)) else float(operator.mul(value, 1.0))
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a finite number; got {shown(value)}")
    return number


def finite_array(name, value, shape):
    """A copy of `value` as a float64 array of this shape; None in `shape` stands for any positive size."""
    try:
        found = np.asarray(value)
        array = found.astype(np.float64, casting="safe") if found.dtype.kind in "iuf" else None
    except (TypeError, ValueError, OverflowError):
        array = None
    if array is None:
        raise ValueError(f"{name} must be an array of real numbers; got {shown(value)}")
    fits = len(shape) == array.ndim and all(
        size > 0 and wanted in (None, size) for wanted, size in zip(shape, array.shape, strict=True)
    )
    if not fits:
        wanted = "(" + ", ".join("any" if size is None else str(size) for size in shape) + ")"
        raise ValueError(f"{name} must have the shape {wanted}; got {array.shape}")
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name} must hold finite numbers; got {array[place]} at {place}")
    return array


def shown(value):
    """`value` as an error message can print it: short, whatever it is."""
    # Python refuses to print whole numbers of thousands of digits.
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a whole number of {value.bit_length():,} bits"
    return reprlib.repr(value)
