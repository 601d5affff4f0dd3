"""Every setting of the plans that have settings of their own, with what it costs; and the best under a budget."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from checkpointing import check
from checkpointing.blocks import cut

MOST_LAYERS_IN_PAIRS = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """Row i is one setting: sizes[i], outermost first, its peak_states[i] and its recomputed_layers[i].

    plan: what they are settings of, for messages. sizes has the shape (settings, sizes of one setting),
    the others (settings,); whole numbers, not writeable.
    """

    plan: str
    layers: int
    sizes: np.ndarray
    peak_states: np.ndarray
    recomputed_layers: np.ndarray

    def __post_init__(self):
        for array in (self.sizes, self.peak_states, self.recomputed_layers):
            array.flags.writeable = False

    @property
    def least_states(self) -> int:
        """The smallest budget that any of the settings keeps to."""
        return int(self.peak_states.min())

    def best(self, states: int) -> tuple[int, ...]:
        """The sizes with the fewest layers run again of all whose peak is at most `states`.

        Of several the one with the lowest peak, then the one with the smallest sizes, outermost first.
        Raises BudgetError if there is none, and ValueError unless states is a whole number in range.
        """
        states = check.states(states, self.least_states, f"for {self.plan} on {self.layers:,} layers")
        fitting = np.flatnonzero(self.peak_states <= states)
        # Stable in both keys, and the settings stand in the order of their sizes.
        first = np.lexsort((self.peak_states[fitting], self.recomputed_layers[fitting]))[0]
        return tuple(self.sizes[fitting[first]].tolist())


def uniform_settings(layers: int) -> Settings:
    """uniform_blocks with every block from 1 to layers. Raises ValueError unless layers is in range."""
    return _uniform_settings(check.layers(layers))


def framework_settings(layers: int) -> Settings:
    """framework_blocks with every block from 1 to layers. Raises ValueError unless layers is in range."""
    return _framework_settings(check.layers(layers))


def nested_settings(layers: int) -> Settings:
    """nested_blocks with every two sizes, the outer at most `layers`: about layers**2 / 2 of them.

    A single layer has the sizes 2 and 1, as two layers do. Raises ValueError unless layers is a whole
    number from 1 to MOST_LAYERS_IN_PAIRS.
    """
    return _nested_settings(check.whole("layers", layers, 1, MOST_LAYERS_IN_PAIRS))


# A page asks for the same chain again at every move of the budget's slider.


@lru_cache(maxsize=8)
def _uniform_settings(layers):
    blocks = np.arange(1, layers + 1)
    return Settings("uniform blocks", layers, blocks[:, np.newaxis], _peak(layers, blocks), _insides(layers, blocks))


@lru_cache(maxsize=8)
def _framework_settings(layers):
    blocks = np.arange(1, layers + 1)
    return Settings("framework blocks", layers, blocks[:, np.newaxis], _peak(layers, blocks), np.full(layers, layers))


@lru_cache(maxsize=4)
def _nested_settings(layers):
    most = max(2, layers)
    outer, inner = (index + 1 for index in np.tril_indices(most, -1))
    whole, last = cut(layers, outer)
    # While the last outer block is open the starts of all whole ones are kept; then those of all but one.
    peak = np.maximum(whole + _peak(last, inner), np.where(whole > 0, whole - 1 + _peak(outer, inner), 0))
    recomputed = whole * _reopened(outer, inner) + _reopened(last, inner)
    return Settings("blocks of two nested sizes", layers, np.column_stack((outer, inner)), peak, recomputed)


# The closed forms of `blocks` and `frameworks` for arrays of sizes: one by one, pairs would take seconds.


def _peak(length, size):
    """Most states alive, both ends included, while `length` layers are reversed in blocks of this size."""
    whole, last = cut(length, size)
    return np.maximum(whole + last + 1, np.where(whole > 0, whole + size, 0))


def _insides(length, size):
    """Layers run again to restore all states that are no block's end."""
    return length - (cut(length, size)[0] + 1)


def _reopened(length, size):
    """Layers run again in a block of which its ends alone are stored: to its last part's start, and the insides."""
    return cut(length, size)[0] * size + _insides(length, size)
