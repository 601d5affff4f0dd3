"""What a count counts. The literature's conventions differ, so every cost of a plan says which is its own."""

from dataclasses import dataclass
from enum import StrEnum


class Convention(StrEnum):
    """What a plan keeps of a block, and so how much of it runs again.

    In both a layer l is reversed with h_{l-1} and h_l, and a forward step may overwrite its input.
    Griewank and Walther's counting is neither: `binomial.GriewankWaltherCost` has its own type.
    """

    ENDS_STORED = "a block's end is stored beside its input, so its last layer does not run again"
    INPUTS_ONLY = "a block's input alone is stored, and the block runs again whole"


@dataclass(frozen=True, slots=True)
class PlanCost:
    """A plan's cost from a closed form: what the referee counts on its schedule, without the schedule.

    forward_layers: how often a layer runs forward. peak_states: most states alive together, adjoints
    not counted (at most two are alive beside them).
    """

    convention: Convention
    layers: int
    forward_layers: int
    peak_states: int

    @property
    def recomputed_layers(self) -> int:
        return self.forward_layers - self.layers
