"""The binomial counts behind Revolve, in the convention of those who found them.

A. Griewank, A. Walther: Algorithm 799: Revolve. ACM TOMS 26 (2000).
"""

from dataclasses import dataclass
from math import comb

from checkpointing import check


def longest_chain(snapshots: int, repeats: int) -> int:
    """The most steps that this many snapshots reverse with no step advanced over more than `repeats` times.

    The paper's beta(s, r) = C(s + r, s). The initial state occupies one of the snapshots. Raises
    ValueError unless snapshots is a whole number from 1, repeats from 0, to 10,000.
    """
    snapshots = check.whole("snapshots", snapshots, 1, 10_000)
    return _beta(snapshots, check.whole("repeats", repeats, 0, 10_000))


@dataclass(frozen=True, slots=True)
class GriewankWaltherCost:
    """The least cost of reversing `steps` steps with `snapshots` snapshots, as Griewank and Walther count it.

    The initial state occupies a snapshot. Reversing a step runs it forward once more, and that run is
    not counted among the advance steps. Raises ValueError unless both are whole numbers from 1 to
    check.MOST_LAYERS.
    """

    steps: int
    snapshots: int

    def __post_init__(self):
        object.__setattr__(self, "steps", check.whole("steps", self.steps, 1, check.MOST_LAYERS))
        object.__setattr__(self, "snapshots", check.whole("snapshots", self.snapshots, 1, check.MOST_LAYERS))

    @property
    def repeats(self) -> int:
        """The fewest repeats with which the chain is not too long: the paper's r."""
        return _repeats(self.steps, self.snapshots)

    @property
    def advance_steps(self) -> int:
        """The paper's t(l, s) = r l - beta(s + 1, r - 1)."""
        repeats = self.repeats
        return repeats * self.steps - _beta(self.snapshots + 1, repeats - 1) if repeats else 0

    @property
    def forward_steps(self) -> int:
        """All runs forward: those that advance, and one for each step reversed."""
        return self.advance_steps + self.steps


def split(steps: int, snapshots: int) -> int:
    """How far to advance before the next snapshot is taken, for the least cost; steps >= 2.

    Any part of the chain with beta(s, r-2) to beta(s, r-1) steps before the snapshot and beta(s-1, r-1)
    to beta(s-1, r) behind it will do; this is the longest such advance. It takes r operations, so all
    splits of a chain take no more than the order of its advance steps.
    """
    repeats = _repeats(steps, snapshots)
    return min(_beta(snapshots, repeats - 1), steps - _beta(snapshots - 1, repeats - 1))


def _beta(snapshots, repeats):
    return comb(snapshots + repeats, snapshots)


def _repeats(steps, snapshots):
    if snapshots == 1:  # beta(1, r) = r + 1; counting up to it would take as long as a whole schedule's steps
        return steps - 1
    repeats, reach = 0, 1
    while reach < steps:
        repeats += 1
        reach = reach * (snapshots + repeats) // repeats
    return repeats
