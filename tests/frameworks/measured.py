"""What the frameworks were measured to do with the lesson's chain of 16 layers, by the lesson's programs.

Measured in 2026-11 on a CPU, in float64, with the versions below; `python -m publish test-jax` and
`test-pytorch` measure again.
"""

from dataclasses import dataclass

DATE = "2026-11"
VERSIONS = {"jax": "0.10.2", "pytorch": "2.14.1"}


@dataclass(frozen=True, slots=True)
class Measured:
    """One plan: layers run again, the same in both; vectors of the chain's width that each keeps from the forward to
    the reverse pass; and PyTorch's most vectors alive, states and two adjoints.

    Where a layer is not wrapped JAX keeps 1 - h_l ** 2 beside h_l, so there its count is no count of states.
    """

    recomputed: int
    pytorch_kept: int
    pytorch_peak: int
    jax_kept: int


TABLE = {
    "full-tape": Measured(0, 17, 19, 33),
    "block-1": Measured(16, 16, 19, 16),
    "block-2": Measured(16, 8, 12, 8),
    "block-3": Measured(16, 6, 10, 6),
    "block-4": Measured(16, 4, 10, 4),
    "block-8": Measured(16, 2, 12, 2),
    "block-16": Measured(16, 1, 19, 1),
    "nested-4-2": Measured(24, 4, 9, 4),
    "bisection": Measured(32, 6, 8, 7),
    "revolve-8": Measured(24, 8, 10, 9),
}

# PyTorch's checkpoint_sequential, by its number of segments: layers run again, states kept after the forward pass.
SEQUENTIAL = {1: (0, 17), 2: (8, 10), 3: (10, 9), 4: (12, 8), 5: (12, 9), 8: (14, 10), 16: (15, 17)}
