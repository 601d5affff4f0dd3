"""The second lesson: what two strategies do with the same number of states, as plain numbers, rows and pictures."""

from collections.abc import Mapping
from functools import lru_cache

from checkpointing.bisection import bisection_cost
from checkpointing.blocks import nested_cost, sqrt_block
from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.check import BudgetError
from checkpointing.execute import Execution, execute, largest_difference
from checkpointing.revolve import least_states, optimal_cost
from checkpointing.schedule import full_tape
from checkpointing.settings import Settings, framework_settings, nested_settings, uniform_settings
from checkpointing.strategy import Plan, Strategy, plan
from lesson.kit.answer import Answer
from lesson.kit.controls import Choice, ControlError, Number, read
from lesson.schedules import breaking
from lesson.schedules.breaking import MISTAKE, Mistake
from lesson.schedules.clock import Clock, steps_of
from lesson.schedules.pictures import Side, clock, plane
from lesson.schedules.programs import programs, recomputed_layers

STRATEGIES = tuple(str(strategy) for strategy in Strategy)
STATES = Number("states", 3, 129, default=8, whole=True)
CONTROLS = (
    Number("layers", 1, 128, default=16, whole=True),
    STATES,
    Choice("plan-a", STRATEGIES, default="uniform-blocks"),
    Choice("plan-b", STRATEGIES, default="revolve"),
    Number("width", 1, 64, default=8, whole=True),
    Number("alpha", 0, 2, default=1),
    Number("x", -2, 2, default=0.5),
    MISTAKE,
)


def respond(controls: Mapping[str, str]) -> Answer:
    """Everything the page shows. Raises ControlError for the first control that cannot be read, and for `states` where
    a strategy cannot keep to so few."""
    said = read(CONTROLS, controls)
    layers, states = said["layers"], said["states"]
    plans = _plans(said, controls["states"])
    chain = layers, said["width"], said["alpha"], said["x"]
    runs = {letter: _run(p.actions(), *chain) for letter, p in plans.items()}
    full = _run_full_tape(*chain)
    mistake = Mistake(said["mistake"])
    broken = breaking.broken(mistake, plans["a"], *chain[1:])
    sides = [
        Side(letter, str(p.strategy), runs[letter].report.lives, steps_of(p.actions())) for letter, p in plans.items()
    ]
    chosen = {letter: (run.report.peak_states, run.recomputed_layers) for letter, run in runs.items()}
    return Answer(
        slots={
            **{name: said[name] for name in ("layers", "states", "width", "alpha", "x")},
            **_slots(plans, runs),
            "optimal-recomputed": optimal_cost(layers, states).recomputed_layers,
            "gradient-difference": max(largest_difference(full, run) for run in runs.values()),
            "gradient-alpha": full.gradient_alpha,
            "program-recomputed": recomputed_layers(plans["a"]),
            **breaking.slots(broken),
        },
        pictures={
            "clock": clock(layers, states, sides),
            "plane": plane(families(layers), chosen),
            "breaking": breaking.picture(broken),
        },
        reels={"clock": Clock({side.letter: side.steps for side in sides})},
        notes=frozenset(
            (
                *(note for letter, p in plans.items() for note in _notes(letter, p)),
                *breaking.notes(mistake, broken),
                *(("code-revolve",) if plans["a"].strategy is Strategy.REVOLVE else ()),
            )
        ),
        programs=programs(plans["a"], *chain[1:]),
    )


def _plans(said: Mapping, typed_states: str) -> dict[str, Plan]:
    """Both plans. Raises ControlError that names the smallest budget that works for both."""
    plans, least = {}, None
    for letter in "ab":
        strategy = said[f"plan-{letter}"]
        try:
            plans[letter] = plan(strategy, said["layers"], said["states"])
        except BudgetError as error:
            if least is None or error.least_states > least[0]:
                least = error.least_states, strategy
    if least:
        raise ControlError(STATES, typed_states, f"too-few-{least[1]}", least=least[0], layers=said["layers"])
    return plans


def _run(actions, layers: int, width: int, alpha: float, x: float) -> Execution:
    return execute(actions, layers, Chain(uniform_base(width), alpha), first_state(width, x))


@lru_cache(maxsize=1)  # budget and strategies, the controls moved most, leave this run as it was
def _run_full_tape(layers: int, width: int, alpha: float, x: float) -> Execution:
    return _run(full_tape(layers), layers, width, alpha, x)


def _slots(plans: Mapping[str, Plan], runs: Mapping[str, Execution]) -> dict[str, float]:
    slots = {}
    for letter, run in runs.items():
        sizes = (*plans[letter].sizes, 0, 0)
        slots |= {
            f"{letter}-recomputed": run.recomputed_layers,
            f"{letter}-peak-states": run.report.peak_states,
            f"{letter}-peak-vectors": run.peak_vectors,
            f"{letter}-forward": run.forward_layers,
            f"{letter}-outer": sizes[0],
            f"{letter}-inner": sizes[1],
        }
    return slots


def _notes(letter: str, chosen: Plan) -> tuple[str, ...]:
    """What the page says of a side: how its strategy works, and whether it exceeds the budget."""
    return f"{letter}-{chosen.strategy}", *((f"{letter}-exceeds",) if chosen.exceeds_budget else ())


@lru_cache(maxsize=2)
def families(layers: int) -> dict[str, list[tuple[int, int]]]:
    """Every point of the plane, (peak states, recomputed layers), by strategy; each point once."""
    sqrt, halves = nested_cost(layers, (sqrt_block(layers),)), bisection_cost(layers)
    optimum = [optimal_cost(layers, states) for states in range(least_states(layers), layers + 2)]
    return {
        "nested-blocks": _points(nested_settings(layers)),
        "uniform-blocks": _points(uniform_settings(layers)),
        "frameworks": _points(framework_settings(layers)),
        "sqrt-blocks": [(sqrt.peak_states, sqrt.recomputed_layers)],
        "bisection": [(halves.peak_states, halves.recomputed_layers)],
        "full-tape": [(layers + 1, 0)],
        "revolve": [(cost.peak_states, cost.recomputed_layers) for cost in optimum],
    }


def _points(settings: Settings) -> list[tuple[int, int]]:
    return sorted(set(zip(settings.peak_states.tolist(), settings.recomputed_layers.tolist(), strict=True)))
