"""The laws a schedule must obey: the first one broken and where, and each vector's time of life.

Every Forward and every Reverse takes one step of time; a Drop takes none. A life is half-open: a vector
born at step 3 that died at 7 was alive at steps 3, 4, 5, 6. h_0 is there from step 0 on. A state
dropped after step t died at t + 1; an overwritten one died at the step at which its successor was
born. The adjoint of h_L is born at the step of Reverse(L).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NoReturn

from checkpointing import check
from checkpointing.schedule import Action, Drop, Forward, Reverse


class Law(StrEnum):
    """What a schedule must not break, in the words that an error message uses."""

    ACTIONS = "a schedule consists of Forward, Drop and Reverse, with layers and states of the chain"
    LIVE_INPUT = "a layer runs forward only from a live state"
    NEW_OUTPUT = "a layer never runs forward onto a live state"
    DROPPED_ONCE = "nothing is used after its drop, and nothing is dropped twice or before it is made"
    REVERSE_INPUTS = "layer l is reversed only with h_{l-1}, h_l and the adjoint of h_l there"
    ORDER = "the layers L, ..., 1 are reversed once each, in this order"
    BUDGET = "no more vectors are alive together than the budget allows"
    END = "nothing is alive at the end but h_0 and its adjoint"


class ScheduleError(ValueError):
    """A broken law: `law`, the `index` of the `action` that broke it, counted from 0, and why.

    What shows only when the schedule has ended has the number of actions as index and None as action.
    """

    def __init__(self, law: Law, index: int, action: Action | None, why: str):
        self.law, self.index, self.action = law, index, action
        # Actions print in full; what is no action may be anything.
        shown = repr(action) if isinstance(action, Action) else check.shown(action)
        where = "the end" if action is None else shown
        super().__init__(f"at action {index}, {where}: {why}. The law: {law}")


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
    """What a lawful schedule did: lives in the order in which they ended, and live vectors at every step."""

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


class Referee:
    """Watches a schedule action by action: admit() each before it is done, close() after the last.

    layers: of the chain. budget_vectors: most vectors alive together, adjoints included; None for no
    limit. Raises ValueError if either is not a whole number in range.
    """

    def __init__(self, layers: int, budget_vectors: int | None = None):
        self._layers = self._next_reverse = check.layers(layers)
        if budget_vectors is not None:
            budget_vectors = check.whole("budget_vectors", budget_vectors, 1, 2 * check.MOST_LAYERS)
        self._budget = budget_vectors
        self._index = 0
        self._born: dict[int, int] = {0: 0}  # live state: step
        self._ended_by: dict[int, int] = {}  # state: index of the action that last dropped or overwrote it
        self._adjoints_between = 0  # adjoints alive between two reversals: the one of h_{next_reverse}
        self._adjoint_born = 0
        self._lives: list[Life] = []
        self._live_vectors: list[int] = []
        self._peak_states = 0

    def admit(self, action: Action) -> None:
        """Let the action happen on the books; raises ScheduleError if it breaks a law."""
        try:
            rule = self._rules[type(action)]
        except KeyError:
            self._broken(Law.ACTIONS, action, f"{type(action).__name__} is none of them")
        rule(self, action)
        self._index += 1

    def close(self) -> Report:
        """The report on the whole schedule; raises ScheduleError if it ended too early or left too much."""
        if self._next_reverse:
            self._broken(Law.ORDER, None, f"layer {self._next_reverse} is not reversed")
        if 0 not in self._born:
            self._broken(Law.END, None, "h_0 is gone")
        if len(self._born) > 1:
            self._broken(Law.END, None, f"h_{min(state for state in self._born if state)} is still alive")
        end = len(self._live_vectors)
        last = Life("state", 0, 0, end, False), Life("adjoint", 0, self._adjoint_born, end, False)
        return Report((*self._lives, *last), tuple(self._live_vectors), self._peak_states)

    def _forward(self, action):
        layer, born = action.layer, self._born
        if type(layer) is not int or not 1 <= layer <= self._layers:
            self._outside(action, layer, 1)
        if layer - 1 not in born:
            self._missing(Law.LIVE_INPUT, action, layer - 1)
        if layer in born:
            self._broken(Law.NEW_OUTPUT, action, f"h_{layer} is alive")
        step = len(self._live_vectors)
        if action.overwrite:
            self._end(layer - 1, step)
        born[layer] = step
        self._count(action, len(born), self._adjoints_between)

    def _drop(self, action):
        state = action.state
        if type(state) is not int or not 0 <= state <= self._layers:
            self._outside(action, state, 0)
        if state not in self._born:
            self._missing(Law.DROPPED_ONCE, action, state)
        self._end(state, len(self._live_vectors))

    def _reverse(self, action):
        layer, born = action.layer, self._born
        if type(layer) is not int or not 1 <= layer <= self._layers:
            self._outside(action, layer, 1)
        if layer != self._next_reverse:
            expected = f"layer {self._next_reverse} is next" if self._next_reverse else "all are reversed"
            self._broken(Law.ORDER, action, expected)
        # In this order the adjoint of h_l is always there: the step before made it, or the output did.
        if layer - 1 not in born:
            self._missing(Law.REVERSE_INPUTS, action, layer - 1)
        if layer not in born:
            self._missing(Law.REVERSE_INPUTS, action, layer)
        step = len(self._live_vectors)
        adjoint_born = step if layer == self._layers else self._adjoint_born
        self._lives.append(Life("adjoint", layer, adjoint_born, step + 1, False))
        self._adjoint_born = step
        self._adjoints_between = 1
        self._next_reverse = layer - 1
        self._count(action, len(born), 2)

    _rules = {Forward: _forward, Drop: _drop, Reverse: _reverse}  # noqa: RUF012 (never written)

    def _count(self, action, states, adjoints):
        vectors = states + adjoints
        if self._budget is not None and vectors > self._budget:
            held = f"{states} states and {adjoints} adjoints are alive, the budget is {self._budget} vectors"
            self._broken(Law.BUDGET, action, held)
        if states > self._peak_states:
            self._peak_states = states
        self._live_vectors.append(vectors)

    def _end(self, state, step):
        again = state in self._ended_by
        self._lives.append(Life("state", state, self._born.pop(state), step, again))
        self._ended_by[state] = self._index

    def _outside(self, action, number, least) -> NoReturn:
        why = f"{check.shown(number)} is no whole number from {least} to {self._layers}"
        self._broken(Law.ACTIONS, action, why)

    def _missing(self, law, action, state) -> NoReturn:
        if state in self._ended_by:
            why = f"h_{state} was dropped or overwritten by action {self._ended_by[state]}"
            self._broken(Law.DROPPED_ONCE, action, why)
        self._broken(law, action, f"h_{state} has not been made")

    def _broken(self, law, action, why) -> NoReturn:
        raise ScheduleError(law, self._index, action, why)


def watch(actions: Iterable[Action], layers: int, budget_vectors: int | None = None) -> Report:
    """Judge a whole schedule without executing it; raises ScheduleError at the first broken law."""
    referee = Referee(layers, budget_vectors)
    for action in actions:
        referee.admit(action)
    return referee.close()
