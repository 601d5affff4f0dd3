"""What a schedule does at each tick of the clock: one more reader of its actions.

As for the referee, every Forward and every Reverse takes one step, and a Drop none: it belongs to the step before it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checkpointing.schedule import Action, Drop, Reverse
from lesson.kit.answer import Frame

_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
Say = tuple[str, dict[str, object]]


@dataclass(slots=True)
class Step:
    """One step: what runs, what is alive while it runs, what has been done by then, and what is dropped right after.

    kind: "forward", "again" (a layer run forward before) or "reverse". states counts states alone; adjoints are 0
    before the reverse pass, 2 in a reverse step, and 1 between two of them.
    """

    kind: str
    layer: int
    overwrites: bool
    states: int
    adjoints: int
    forward_layers: int
    recomputed_layers: int
    peak_states: int
    dropped: tuple[int, ...] = ()


def steps_of(actions: Iterable[Action]) -> tuple[Step, ...]:
    """The steps of a schedule known to be lawful, in one pass over its actions."""
    steps: list[Step] = []
    states, adjoints, made, again, peak = 1, 0, 0, 0, 1
    furthest = 0  # the first sweep makes h_1, h_2, ... in turn: whatever is not beyond it was made before
    for action in actions:
        if type(action) is Drop:
            states -= 1
            steps[-1].dropped += (action.state,)
            continue
        layer = action.layer
        if type(action) is Reverse:
            kind, overwrites, during, adjoints = "reverse", False, 2, 1
        else:
            kind, overwrites, during = "again" if layer <= furthest else "forward", action.overwrite, adjoints
            furthest = max(furthest, layer)
            states += not overwrites
            made += 1
            again += kind == "again"
        peak = max(peak, states)
        steps.append(Step(kind, layer, overwrites, states, during, made, again, peak))
    return tuple(steps)


class Clock(Sequence[Frame]):
    """The frames of schedules that run beside each other, by the names of their sides; the longest one decides the end.

    Of a schedule that has ended nothing is alive any more, as in its grid; what was counted stands, and it says so.
    The slot `moment` counts from 1 to `moments`.
    """

    def __init__(self, sides: dict[str, Sequence[Step]], moment: str = "moment"):
        self._sides, self._moment = sides, moment
        self._length = max(map(len, sides.values()))

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, moment: int) -> Frame:
        if not 0 <= moment < self._length:
            raise IndexError(f"moment {moment} of {self._length}")
        slots: dict[str, float] = {self._moment: moment + 1, f"{self._moment}s": self._length}
        says = {}
        for side, steps in self._sides.items():
            ended = moment >= len(steps)
            step = steps[-1] if ended else steps[moment]
            slots |= {
                f"{side}-now-forward": step.forward_layers,
                f"{side}-now-recomputed": step.recomputed_layers,
                f"{side}-now-states": 0 if ended else step.states,
                f"{side}-now-vectors": 0 if ended else step.states + step.adjoints,
                f"{side}-now-peak": step.peak_states,
            }
            says[side] = (("ended", {"steps": len(steps)}),) if ended else happens(step)
        return Frame(slots, says)


def happens(step: Step) -> tuple[Say, ...]:
    """What happens in a step, as messages of the page."""
    does = {"layer": step.layer, "before": state(step.layer - 1), "after": state(step.layer)}
    says: list[Say] = [(f"step-{step.kind}{'-overwriting' if step.overwrites else ''}", does)]
    if step.dropped:
        says.append(("step-dropped", {"states": ", ".join(map(state, step.dropped))}))
    return tuple(says)


def state(number: int) -> str:
    """The name of a state in running text: h₁₂."""
    return "h" + str(number).translate(_SUBSCRIPT)
