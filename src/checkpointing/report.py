"""What a schedule did: each vector's time of life, and how many were alive at every step.

Every Forward and every Reverse takes one step of time; a Drop takes none. A life is half-open: a vector
born at step 3 that died at 7 was alive at steps 3, 4, 5, 6. h_0 is there from step 0 on. A state
dropped after step t died at t + 1; an overwritten one died at the step at which its successor was
born. The adjoint of h_L is born at the step of Reverse(L).
"""

from dataclasses import dataclass
from typing import NamedTuple


class Life(NamedTuple):
    """One vector in memory during steps born <= t < died; `again` says that the state was made before.

    A tuple rather than a dataclass: a run of 5,000 layers makes some 20,000 of them.
    """

    kind: str  # "state" or "adjoint"
    layer: int
    born: int
    died: int
    again: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Lives in the order in which they ended, live vectors at every step, and the most states alive together.

    peak_vectors and peak_step ask for one step at least.
    """

    lives: tuple[Life, ...]
    live_vectors: tuple[int, ...]
    peak_states: int

    @property
    def peak_vectors(self) -> int:
        """Most vectors alive together, states and adjoints."""
        return max(self.live_vectors)

    @property
    def peak_step(self) -> int:
        """The first step at which that many are alive."""
        return self.live_vectors.index(self.peak_vectors)

    @property
    def forward_layers(self) -> int:
        """How often a layer ran forward: every state but h_0 was made by one run."""
        return sum(life.kind == "state" for life in self.lives) - 1

    @property
    def recomputed_layers(self) -> int:
        """How many of these runs made a state again."""
        return sum(life.again for life in self.lives)
