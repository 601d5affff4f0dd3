"""The cost model: what a schedule needs, from closed forms, without running it.

Counted: vectors of `width` values that are alive together, and the scalar multiplications of dense
matrix-vector products. Not counted: parameters, optimizer state, a kernel's temporaries; activations,
local derivatives, the parameter gradient. None of it is a time.
"""

from dataclasses import dataclass
from functools import lru_cache

from checkpointing import check


@dataclass(frozen=True, slots=True)
class FullTapeCost:
    """The full tape: every state kept until its layer is reversed.

    Raises ValueError unless all are whole numbers in range (bytes_per_value: 1 to 16).
    """

    layers: int
    width: int
    bytes_per_value: int

    def __post_init__(self):
        _clean(self, layers=check.layers(self.layers))

    @property
    def peak_vectors(self) -> int:
        """layers + 1 states and two adjoints."""
        return self.layers + 3

    @property
    def peak_values(self) -> int:
        return self.peak_vectors * self.width

    @property
    def peak_bytes(self) -> int:
        return self.peak_values * self.bytes_per_value

    @property
    def multiplications(self) -> int:
        """One product forward and one back for every layer."""
        return 2 * self.layers * self.width**2


@dataclass(frozen=True, slots=True)
class BlockCost:
    """Uniform blocks: boundaries kept, one block at a time restored from the back.

    A block longer than the chain is the whole chain. Raises ValueError unless all are whole numbers in
    range (bytes_per_value: 1 to 16).
    """

    layers: int
    width: int
    block: int
    bytes_per_value: int

    def __post_init__(self):
        _clean(self, layers=check.layers(self.layers), block=check.block(self.block))

    @property
    def blocks(self) -> int:
        return -(-self.layers // self.block)

    @property
    def boundary_vectors(self) -> int:
        return self.blocks + 1

    @property
    def recomputed_layers(self) -> int:
        """All but each block's last layer, whose result is a boundary."""
        return self.layers - self.blocks

    @property
    def framework_recomputed_layers(self) -> int:
        """JAX, PyTorch and TensorFlow keep a block's input only and run the block again whole."""
        return self.layers

    @property
    def peak_vectors(self) -> int:
        """All boundaries, the inside of the largest block, two adjoints: exact or one too high."""
        return self.boundary_vectors + min(self.block, self.layers) - 1 + 2

    @property
    def tight_peak_vectors(self) -> int:
        """The exact peak: if the last block is short, its end is dropped before a full block is restored."""
        last_is_short = self.block < self.layers and self.layers % self.block != 0
        return self.peak_vectors - last_is_short

    @property
    def peak_values(self) -> int:
        return self.peak_vectors * self.width

    @property
    def peak_bytes(self) -> int:
        return self.peak_values * self.bytes_per_value

    @property
    def multiplications(self) -> int:
        """Each layer forward and back once, and the recomputed ones forward once more."""
        return (2 * self.layers + self.recomputed_layers) * self.width**2

    @property
    def full_tape(self) -> FullTapeCost:
        return _full_tape(self.layers, self.width, self.bytes_per_value)

    @property
    def storage_ratio(self) -> float:
        """Peak bytes over those of the full tape."""
        return self.peak_bytes / self.full_tape.peak_bytes

    @property
    def multiplication_ratio(self) -> float:
        """Multiplications over those of the full tape."""
        return self.multiplications / self.full_tape.multiplications


def _clean(cost, **numbers):
    numbers["width"] = check.width(cost.width)
    numbers["bytes_per_value"] = check.whole("bytes_per_value", cost.bytes_per_value, 1, 16)
    for name, number in numbers.items():
        object.__setattr__(cost, name, number)


_full_tape = lru_cache(maxsize=64)(FullTapeCost)
