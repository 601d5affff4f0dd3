"""Every schedule of a chain as a point, (peak states, recomputed layers), and the settings that show it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from checkpointing.bisection import bisection_cost
from checkpointing.blocks import nested_cost, sqrt_block
from checkpointing.revolve import least_states, optimal_cost
from checkpointing.settings import Settings, framework_settings, nested_settings, uniform_settings
from checkpointing.strategy import Strategy
from lesson.kit.answer import Row, Spot, Table
from lesson.kit.controls import text_of
from lesson.schedules.plans import STATES, keeps_to

UNDER_BUDGET = (Strategy.REVOLVE, Strategy.UNIFORM_BLOCKS, Strategy.NESTED_BLOCKS, Strategy.FRAMEWORKS)


@dataclass(frozen=True, slots=True)
class Point:
    """A schedule in the plane. sizes: of its blocks where it has some, outermost first."""

    strategy: Strategy
    peak_states: int
    recomputed_layers: int
    sizes: tuple[int, ...] = ()


@lru_cache(maxsize=2)
def all_points(layers: int) -> tuple[Point, ...]:
    """Of each strategy every point there is, once each: with several sizes at one point, the smallest of them."""
    sqrt, halves = nested_cost(layers, (sqrt_block(layers),)), bisection_cost(layers)
    optimum = (optimal_cost(layers, states) for states in range(least_states(layers), layers + 2))
    return (
        *_of_settings(Strategy.NESTED_BLOCKS, nested_settings(layers)),
        *_of_settings(Strategy.FRAMEWORKS, framework_settings(layers)),
        *_of_settings(Strategy.UNIFORM_BLOCKS, uniform_settings(layers)),
        Point(Strategy.SQRT_BLOCKS, sqrt.peak_states, sqrt.recomputed_layers),
        Point(Strategy.BISECTION, halves.peak_states, halves.recomputed_layers),
        Point(Strategy.FULL_TAPE, layers + 1, 0),
        *(Point(Strategy.REVOLVE, cost.peak_states, cost.recomputed_layers) for cost in optimum),
    )


def spots(said: Mapping[str, int | float | str]) -> list[Spot]:
    """All points as places to point at; where several lie on each other, the optimum is taken."""
    best = {(p.peak_states, p.recomputed_layers): p for p in all_points(said["layers"])}
    return [Spot(*place, partial(settings_for, point, said)) for place, point in best.items()]


def settings_for(point: Point, said: Mapping[str, int | float | str]) -> dict[str, str]:
    """The controls' texts that show the point as B, in a budget of its own peak."""
    return _settings(point.strategy, max(STATES.low, point.peak_states), point.sizes, said)


def budgets(said: Mapping[str, int | float | str]) -> Table:
    """For every budget the layers that each strategy at its best recomputes, each with the settings that show it."""
    rows = []
    for states, best in _best(said["layers"]).items():
        links = {name: partial(_settings, name, states, (), said) for name, again in best.items() if again is not None}
        flags = ("current",) if states == said["states"] else ()
        rows.append(Row(states, {"states": states, **best}, flags, links))
    return Table(tuple(rows))


@lru_cache(maxsize=2)
def _best(layers: int) -> dict[int, dict[Strategy, int | None]]:
    """For every budget the fewest layers that each strategy with a choice recomputes; None if it has too few states."""
    best = {}
    fewest: dict[Strategy, int | None] = dict.fromkeys(UNDER_BUDGET)
    waiting = sorted((p for p in all_points(layers) if p.strategy in fewest), key=lambda p: -p.peak_states)
    for states in range(STATES.low, max(STATES.low, layers + 1) + 1):
        while waiting and waiting[-1].peak_states <= states:
            point = waiting.pop()
            known = fewest[point.strategy]
            fewest[point.strategy] = point.recomputed_layers if known is None else min(known, point.recomputed_layers)
        best[states] = dict(fewest)
    return best


def _settings(strategy: Strategy, states: int, sizes: tuple[int, ...], said: Mapping) -> dict[str, str]:
    """A stays as it is if it can; if its sizes by hand are too many they go, and if none fit it is the optimum."""
    outer, inner = (*sizes, 0, 0)[:2]
    texts = {name: text_of(said[name]) for name in ("layers", "plan-a", "outer-a", "inner-a", "width", "alpha", "x")}
    if said["outer-a"] and not keeps_to(states, "a", said):
        texts |= {"outer-a": "0", "inner-a": "0"}
    if texts["outer-a"] == "0" and _best(said["layers"])[states].get(said["plan-a"], 0) is None:
        texts["plan-a"] = str(Strategy.REVOLVE)
    return texts | {
        "states": text_of(states),
        "plan-b": str(strategy),
        **{"outer-b": text_of(outer), "inner-b": text_of(inner)},
    }


def _of_settings(strategy: Strategy, settings: Settings) -> Iterator[Point]:
    columns = (settings.peak_states, settings.recomputed_layers, settings.sizes)
    found: dict[tuple[int, int], list[int]] = {}
    for peak, recomputed, sizes in zip(*(column.tolist() for column in columns), strict=True):
        found.setdefault((peak, recomputed), sizes)
    yield from (Point(strategy, *place, tuple(sizes)) for place, sizes in found.items())
