"""Mixed checkpointing: a unit of memory holds either a state to restart from or one step's data for its reversal.

J. R. Maddison: Step-based checkpointing with high-level algorithmic differentiation. Journal of
Computational Science 82 (2024), doi 10.1016/j.jocs.2024.102405.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from checkpointing import check


@dataclass(frozen=True, slots=True)
class MaddisonCost:
    """The least cost of reversing `steps` steps with `units` units of memory, as Maddison counts it.

    All runs forward are counted. A state to restart from and a step's data for its reversal take one
    unit each, whatever their sizes. Raises ValueError unless both are whole numbers from 1 to 1,000.
    """

    steps: int
    units: int

    def __post_init__(self):
        object.__setattr__(self, "steps", check.whole("steps", self.steps, 1, 1_000))
        object.__setattr__(self, "units", check.whole("units", self.units, 1, 1_000))

    @property
    def forward_steps(self) -> int:
        """The paper's recursion, tabulated: about steps**2 * units operations."""
        return self.steps if self.steps <= self.units + 1 else _forward_steps(self.steps, self.units)


@lru_cache(maxsize=256)
def _forward_steps(most_steps, most_units):
    steps = np.arange(most_steps + 1)
    row = steps * (steps + 1) // 2 - 1  # with one unit; row[n] is for n steps
    row[1] = 1
    for units in range(2, most_units + 1):
        fewer, row = row, steps.copy()
        for n in range(units + 2, most_steps + 1):
            restart = (steps[1:n] + row[1:n] + fewer[n - 1 : 0 : -1]).min()
            row[n] = min(restart, 1 + fewer[n - 1])
    return int(row[most_steps])
