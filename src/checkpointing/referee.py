"""The laws a schedule must obey: the first one broken and where, action by action or for a whole schedule."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NoReturn

from checkpointing import check
from checkpointing.report import Life, Report
from checkpointing.schedule import Action, Drop, Forward, Reverse


class Law(StrEnum):
    """What a schedule must not break, in the words that an error message uses."""

    ACTIONS = "a schedule consists of Forward, Drop and Reverse, with layers and states of the chain"
    LIVE_INPUT = "a layer runs forward only from a live state"
    NEW_OUTPUT = "a layer never runs forward onto a live state"
    FIRST_STATE = "h_0 is neither dropped nor overwritten: no layer makes it again"
    DROPPED_ONCE = "nothing is used after its drop, and nothing is dropped twice or before it is made"
    REVERSE_INPUTS = "layer l is reversed only with h_{l-1}, h_l and the adjoint of h_l there"
    ORDER = "the layers L, ..., 1 are reversed once each, in this order"
    BUDGET = "no more vectors are alive together than the budget allows"
    END = "nothing is alive at the end but h_0 and its adjoint"


class ScheduleError(ValueError):
    """A broken law: `law`, the `index` of the `action` that broke it, counted from 0, and why.

    `state` is the state that is missing or in the way, None where the law is about something else. What
    shows only when the schedule has ended has the number of actions as index and None as action.
    """

    def __init__(self, law: Law, index: int, action: Action | None, why: str, state: int | None = None):
        self.law, self.index, self.action, self.state = law, index, action, state
        # Actions print in full; what is no action may be anything.
        shown = repr(action) if isinstance(action, Action) else check.shown(action)
        where = "the end" if action is None else shown
        super().__init__(f"at action {index}, {where}: {why}. The law: {law}")


class Referee:
    """Watches a schedule action by action: admit() each before it is done, close() after the last.

    layers: of the chain. budget_vectors: most vectors alive together, adjoints included. budget_states:
    most states alive together, adjoints not counted. None is no limit. Raises ValueError if one of them
    is not a whole number in range.
    """

    def __init__(self, layers: int, budget_vectors: int | None = None, budget_states: int | None = None):
        self._layers = self._next_reverse = check.layers(layers)
        self._budget_vectors = self._budget("budget_vectors", budget_vectors)
        self._budget_states = self._budget("budget_states", budget_states)
        self._index = 0
        self._born: dict[int, int] = {0: 0}  # live state: step
        self._ended_by: dict[int, int] = {}  # state: index of the action that last dropped or overwrote it
        self._adjoints_between = 0  # adjoints alive between two reversals: the one of h_{next_reverse}
        self._adjoint_born = 0
        self._lives: list[Life] = []
        self._live_vectors: list[int] = []
        self._peak_states = 1

    @property
    def next_reverse(self) -> int:
        """The layer to be reversed next; 0 when all are."""
        return self._next_reverse

    @property
    def live_states(self) -> tuple[int, ...]:
        """The states alive now, from h_0 on."""
        return tuple(sorted(self._born))

    def judge(self, action: Action) -> None:
        """Raises ScheduleError if the action would break a law now; it is not taken as done."""
        try:
            judge, _ = self._rules[type(action)]
        except KeyError:
            self._broken(Law.ACTIONS, action, f"{type(action).__name__} is none of them")
        judge(self, action)

    def admit(self, action: Action) -> None:
        """Let the action happen on the books; raises ScheduleError, and changes nothing, if it breaks a law."""
        self.judge(action)
        self._rules[type(action)][1](self, action)
        self._index += 1

    def close(self) -> Report:
        """The report on the whole schedule; raises ScheduleError if it ended too early or left too much."""
        if self._next_reverse:
            self._broken(Law.ORDER, None, f"layer {self._next_reverse} is not reversed")
        if len(self._born) > 1:
            left = min(state for state in self._born if state)
            self._broken(Law.END, None, f"h_{left} is still alive", left)
        return self.so_far()

    def so_far(self) -> Report:
        """The report as of now, finished or not: what is alive is taken to end here."""
        end = len(self._live_vectors)
        alive = [Life("state", s, born, end, s in self._ended_by) for s, born in sorted(self._born.items())]
        if self._adjoints_between:
            alive.append(Life("adjoint", self._next_reverse, self._adjoint_born, end, False))
        return Report((*self._lives, *alive), tuple(self._live_vectors), self._peak_states)

    def _judge_forward(self, action):
        layer, born = action.layer, self._born
        if type(layer) is not int or not 1 <= layer <= self._layers:
            self._outside(action, layer, 1)
        if layer - 1 not in born:
            self._missing(Law.LIVE_INPUT, action, layer - 1)
        if layer in born:
            self._broken(Law.NEW_OUTPUT, action, f"h_{layer} is alive", layer)
        if action.overwrite:
            self._keep_first(action, layer - 1)
        self._count(action, len(born) + (not action.overwrite), self._adjoints_between)

    def _forward(self, action):
        step = len(self._live_vectors)
        if action.overwrite:
            self._end(action.layer - 1, step)
        self._born[action.layer] = step
        self._pass_step(self._adjoints_between)

    def _judge_drop(self, action):
        state = action.state
        if type(state) is not int or not 0 <= state <= self._layers:
            self._outside(action, state, 0)
        if state not in self._born:
            self._missing(Law.DROPPED_ONCE, action, state)
        self._keep_first(action, state)

    def _drop(self, action):
        self._end(action.state, len(self._live_vectors))

    def _judge_reverse(self, action):
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
        self._count(action, len(born), 2)

    def _reverse(self, action):
        layer, step = action.layer, len(self._live_vectors)
        adjoint_born = step if layer == self._layers else self._adjoint_born
        self._lives.append(Life("adjoint", layer, adjoint_born, step + 1, False))
        self._adjoint_born = step
        self._adjoints_between = 1
        self._next_reverse = layer - 1
        self._pass_step(2)

    _rules = {  # noqa: RUF012 (never written)
        Forward: (_judge_forward, _forward),
        Drop: (_judge_drop, _drop),
        Reverse: (_judge_reverse, _reverse),
    }

    @staticmethod
    def _budget(name, value):
        return None if value is None else check.whole(name, value, 1, 2 * check.MOST_LAYERS)

    def _count(self, action, states, adjoints):
        budget, vectors = self._budget_vectors, states + adjoints
        if budget is not None and vectors > budget:
            held = f"{states} states and {adjoints} adjoints would be alive, the budget is {budget} vectors"
            self._broken(Law.BUDGET, action, held)
        budget = self._budget_states
        if budget is not None and states > budget:
            self._broken(Law.BUDGET, action, f"{states} states would be alive, the budget is {budget} states")

    def _pass_step(self, adjoints):
        states = len(self._born)
        if states > self._peak_states:
            self._peak_states = states
        self._live_vectors.append(states + adjoints)

    def _end(self, state, step):
        again = state in self._ended_by
        self._lives.append(Life("state", state, self._born.pop(state), step, again))
        self._ended_by[state] = self._index

    def _keep_first(self, action, state):
        if state == 0:
            self._broken(Law.FIRST_STATE, action, "h_0 would be gone", 0)

    def _outside(self, action, number, least) -> NoReturn:
        why = f"{check.shown(number)} is no whole number from {least} to {self._layers}"
        self._broken(Law.ACTIONS, action, why)

    def _missing(self, law, action, state) -> NoReturn:
        if state in self._ended_by:
            why = f"h_{state} was dropped or overwritten by action {self._ended_by[state]}"
            self._broken(Law.DROPPED_ONCE, action, why, state)
        self._broken(law, action, f"h_{state} has not been made", state)

    def _broken(self, law, action, why, state=None) -> NoReturn:
        raise ScheduleError(law, self._index, action, why, state)


def watch(
    actions: Iterable[Action], layers: int, budget_vectors: int | None = None, budget_states: int | None = None
) -> Report:
    """Judge a whole schedule without executing it; raises ScheduleError at the first broken law."""
    referee = Referee(layers, budget_vectors, budget_states)
    for action in actions:
        referee.admit(action)
    return referee.close()
