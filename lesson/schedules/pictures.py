"""The figures of the second lesson, as plain pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checkpointing.report import Life
from lesson.kit.picture import Area, Axis, Bars, Cursor, Drawn, Line, Panel, Picture
from lesson.schedules.clock import Step
from lesson.schedules.points import Point


@dataclass(frozen=True)
class Side:
    """One of the schedules that run beside each other: its letter, its strategy, its vectors' lives and its steps."""

    letter: str
    strategy: str
    lives: Sequence[Life]
    steps: Sequence[Step]


def clock(layers: int, states: int, sides: Sequence[Side], least_steps: int = 1) -> Picture:
    """A state grid for each side and, below, how many states are alive in each; all on one axis of time.

    The axis has room for `least_steps` steps, so that it stays as it is while a schedule grows.
    """
    last = max(least_steps, *(len(side.steps) for side in sides))
    highest = max((step.states for side in sides for step in side.steps), default=1)
    grids = [
        state_grid(side.lives, side.steps, layers, last, f"{side.strategy}|{side.letter.upper()}") for side in sides
    ]
    live = Panel(
        Axis("step", 0, last, whole=True),
        Axis("live", 0, (max(highest, min(states, layers + 1)) + 1) * 1.15, whole=True),
        (
            Cursor("now"),
            Line("budget", (0, last), (states, states)) if states <= layers + 1 else Line("budget", (), ()),
            *(
                Line(f"side-{side.letter}", *_stairs([step.states for step in side.steps]), steps=True)
                for side in sides
            ),
        ),
        share=0.7,
    )
    return Picture((*grids, live), height=190 * len(sides) + 200)


def state_grid(lives, steps: Sequence[Step], layers: int, last: int, title: str = "") -> Panel:
    """Time across, states upward: each state from its birth to its end, and what reads it on the way back.

    lives: the referee's, of the same schedule as the steps. last: the end of the axis of time, in steps.
    """
    kinds: dict[str, list[tuple[float, float, float]]] = {"state": [], "again": []}
    for life in lives:
        if life.kind == "state":
            kinds["again" if life.again else "state"].append((life.born, life.died, life.layer))
    used = [
        (time, time + 1, row)
        for time, step in enumerate(steps)
        if step.kind == "reverse"
        for row in (step.layer - 1, step.layer)
    ]
    drawn: tuple[Drawn, ...] = (
        Cursor("now"),
        *(Bars(name, spans) for name, spans in kinds.items()),
        Bars("used", used, thickness=0.3),
    )
    rows = Axis("layer", -0.8, layers * 1.02 + 0.8, whole=True, last_tick=layers)
    return Panel(Axis("", 0, last, whole=True), rows, drawn, title)


def plane(points: Sequence[Point], chosen: Mapping[str, tuple[int, int]]) -> Picture:
    """Peak states against recomputed layers: every point of every strategy, and the chosen ones by their letters.

    All that lies on the optimum's line or above it, but its own points, is dominated by one of these. The line goes on
    upwards where the picture ends: the last of its budgets cost many times what everything else does.
    """
    families: dict[str, list[tuple[int, int]]] = {}
    for point in points:
        families.setdefault(str(point.strategy), []).append((point.peak_states, point.recomputed_layers))
    frontier = families["revolve"]
    others = [place for name, places in families.items() if name != "revolve" for place in places]
    top = max(again for _, again in [*others, *chosen.values(), (0, 4)]) * 1.12
    right = max(peak for peak, _ in [*others, *frontier]) + 1
    peaks, again = _edge(frontier, top, right)
    drawn: list[Drawn] = [Area("dominated", [*peaks, right], [*again, top]), Line("revolve", peaks, again)]
    drawn += [
        Line(f"side-{letter}", [peak], [recomputed], dots="only") for letter, (peak, recomputed) in chosen.items()
    ]
    for name, places in families.items():
        shown = [(peak, again) for peak, again in places if again <= top]
        drawn.append(Line(name, *zip(*shown, strict=True), dots="only"))
    # The upward axis begins below 0, so that dots on it are whole.
    recomputed = Axis("recomputed", -top * 0.05, top, whole=True)
    return Picture((Panel(Axis("peak", 1.2, right, whole=True), recomputed, tuple(drawn)),), height=380)


def _stairs(counts: Sequence[int]) -> tuple[list[int], list[int]]:
    heights = [*counts, *counts[-1:]]
    return list(range(len(heights))), heights


def _edge(frontier: Sequence[tuple[int, int]], top: float, right: float) -> tuple[list[float], list[float]]:
    """The lower edge of what the frontier dominates, from the picture's top to its right."""
    shown = [(peak, again) for peak, again in frontier if again <= top]
    xs, ys = [shown[0][0]], [top]
    for peak, again in shown:
        xs += [peak, peak]
        ys += [ys[-1], again]
    return [*xs, right], [*ys, ys[-1]]
