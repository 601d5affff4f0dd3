"""Carries a schedule out on a chain: gradients, what was held in memory, counted products."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from checkpointing import check
from checkpointing.chain import Chain
from checkpointing.referee import Referee
from checkpointing.report import Report
from checkpointing.schedule import Action, Drop, Forward, Reverse


@dataclass(frozen=True, slots=True, eq=False)
class Execution:
    """What came out of a run, and what it took.

    gradient_alpha and gradient_input, shape (width,), are the derivatives of the output. adjoint_sizes[l]
    is the Euclidean norm of the adjoint of h_l, l = 0..L. live_vectors[t] is the number of vectors held
    at step t, counted in the containers that held them. report is the referee's view of the same run.
    """

    output: float
    gradient_alpha: float
    gradient_input: np.ndarray
    adjoint_sizes: tuple[float, ...]
    live_vectors: tuple[int, ...]
    matvecs: int
    multiplications: int
    report: Report

    @property
    def peak_vectors(self) -> int:
        return max(self.live_vectors)

    @property
    def forward_layers(self) -> int:
        return self.report.forward_layers

    @property
    def recomputed_layers(self) -> int:
        return self.report.recomputed_layers


def execute(
    actions: Iterable[Action],
    layers: int,
    chain: Chain,
    first: np.ndarray,
    budget_vectors: int | None = None,
) -> Execution:
    """Run the schedule on the chain from h_0 = `first`, shape (width,), which is copied and left as it is.

    Actions are read one at a time, and each is refereed before it is done. Only what the schedule keeps
    alive is held: memory is that of peak_vectors vectors, beside a few numbers for each action.

    Raises ScheduleError at the first broken law, and ValueError for a bad argument or if the gradient
    leaves the range of float64.
    """
    referee = Referee(layers, budget_vectors)
    run = _Run(layers, chain, check.finite_array("first", first, (chain.width,)))
    do = {Forward: run.forward, Drop: run.drop, Reverse: run.reverse}
    matvecs_before = chain.matvecs
    # What overflows shows in the size of an adjoint, which is refused with its layer's name.
    with np.errstate(over="ignore", invalid="ignore"):
        for action in actions:
            referee.admit(action)
            do[type(action)](action)
    report = referee.close()
    if not math.isfinite(run.gradient_alpha):
        raise ValueError(f"the derivative for alpha must stay within float64; got {run.gradient_alpha}")
    matvecs = chain.matvecs - matvecs_before
    return Execution(
        output=run.output,
        gradient_alpha=run.gradient_alpha,
        gradient_input=run.adjoints[0],
        adjoint_sizes=tuple(run.adjoint_sizes),
        live_vectors=tuple(run.live_vectors),
        matvecs=matvecs,
        multiplications=matvecs * chain.width**2,
        report=report,
    )


def largest_difference(one: Execution, other: Execution) -> float:
    """Largest absolute difference of two gradients, over alpha and every entry of the input vector."""
    of_alpha = abs(one.gradient_alpha - other.gradient_alpha)
    return max(of_alpha, float(np.abs(one.gradient_input - other.gradient_input).max()))


class _Run:
    """The vectors held and the sums so far; the referee has admitted whatever is asked of it."""

    def __init__(self, layers, chain, first):
        self.layers, self.chain = layers, chain
        self.states = {0: first}
        self.adjoints = {}
        self.spare = []  # storage of dropped vectors, used again before any new is taken
        self.live_vectors = []
        self.adjoint_sizes = [0.0] * (layers + 1)
        self.output = math.nan
        self.gradient_alpha = 0.0

    def forward(self, action):
        layer, states = action.layer, self.states
        if action.overwrite:
            state = out = states.pop(layer - 1)
        else:
            state, out = states[layer - 1], self.storage()
        states[layer] = self.chain.forward(state, out, layer=layer)
        if layer == self.layers and math.isnan(self.output):  # h_L made again is the output no more
            self.output = self.chain.output(states[layer])
        self.live_vectors.append(len(states) + len(self.adjoints))

    def drop(self, action):
        self.spare.append(self.states.pop(action.state))

    def reverse(self, action):
        layer, states, adjoints = action.layer, self.states, self.adjoints
        if layer == self.layers:
            adjoints[layer] = self.chain.output_adjoint(self.storage())
            self.adjoint_sizes[layer] = self.size(layer)
        adjoints[layer - 1], of_alpha = self.chain.reverse(
            states[layer - 1], states[layer], adjoints[layer], self.storage(), layer=layer
        )
        self.gradient_alpha += of_alpha
        self.adjoint_sizes[layer - 1] = self.size(layer - 1)
        self.live_vectors.append(len(states) + len(adjoints))
        self.spare.append(adjoints.pop(layer))

    def storage(self):
        return self.spare.pop() if self.spare else np.empty(self.chain.width)

    def size(self, layer):
        adjoint = self.adjoints[layer]
        square = float(adjoint.dot(adjoint))
        # Squares leave the range of float64 long before the numbers do.
        size = math.sqrt(square) if 1e-290 < square < math.inf else math.hypot(*adjoint.tolist())
        if not size < math.inf:
            raise ValueError(
                f"the adjoint of h_{layer} must stay within float64; got the size {size} with "
                f"alpha = {self.chain.alpha!r}, too large for {self.layers} layers of this base matrix"
            )
        return size
