"""The second lesson: what two strategies do with the same number of states, as plain numbers, rows and pictures."""

from collections.abc import Mapping

from checkpointing.execute import Execution, largest_difference
from checkpointing.revolve import optimal_cost
from checkpointing.strategy import Plan, Strategy
from lesson.kit.answer import Answer
from lesson.kit.controls import Number, read
from lesson.schedules import breaking
from lesson.schedules.breaking import MISTAKE, Mistake
from lesson.schedules.clock import Clock, steps_of
from lesson.schedules.pictures import Side, clock, plane
from lesson.schedules.plans import LAYERS, PLANS, SIZES, STATES, chosen_plans
from lesson.schedules.points import all_points, budgets, spots
from lesson.schedules.programs import programs, recomputed_layers
from lesson.schedules.runs import run_full_tape, run_plan

CONTROLS = (
    LAYERS,
    STATES,
    *PLANS,
    *SIZES.values(),
    Number("width", 1, 64, default=8, whole=True),
    Number("alpha", 0, 2, default=1),
    Number("x", -2, 2, default=0.5),
    MISTAKE,
)
NUMBERS = tuple(control.name for control in CONTROLS if isinstance(control, Number))


def respond(controls: Mapping[str, str]) -> Answer:
    """Everything the page shows.

    Raises ControlError for the first control that cannot be read, and for a budget too small for a strategy.
    """
    said = read(CONTROLS, controls)
    layers, states = said["layers"], said["states"]
    plans = chosen_plans(said, controls)
    chain = layers, said["width"], said["alpha"], said["x"]
    full = run_full_tape(*chain)
    runs = {side: run_plan(chosen, *chain[1:]) for side, chosen in plans.items()}
    mistake = Mistake(said["mistake"])
    broken = breaking.broken(mistake, plans["a"], *chain[1:])
    sides = [
        Side(s, str(chosen.strategy), runs[s].report.lives, steps_of(chosen.actions())) for s, chosen in plans.items()
    ]
    places = {side: (run.report.peak_states, run.recomputed_layers) for side, run in runs.items()}
    return Answer(
        slots={
            **{name: said[name] for name in NUMBERS},
            **_slots(plans, runs),
            "optimal-recomputed": optimal_cost(layers, states).recomputed_layers,
            "gradient-difference": max(largest_difference(full, run) for run in runs.values()),
            "gradient-alpha": full.gradient_alpha,
            "program-recomputed": recomputed_layers(plans["a"]),
            **breaking.slots(broken),
        },
        tables={"budgets": budgets(said)},
        pictures={
            "clock": clock(layers, states, sides),
            "plane": plane(all_points(layers), places),
            "breaking": breaking.picture(broken),
        },
        reels={"clock": Clock({side.letter: side.steps for side in sides})},
        spots={"plane": spots(said)},
        notes=frozenset(
            (
                *(note for side, chosen in plans.items() for note in _notes(side, chosen)),
                *breaking.notes(mistake, broken),
                *(("code-revolve",) if plans["a"].strategy is Strategy.REVOLVE else ()),
            )
        ),
        programs=programs(plans["a"], *chain[1:]),
    )


def _slots(plans: Mapping[str, Plan], runs: Mapping[str, Execution]) -> dict[str, float]:
    slots = {}
    for side, run in runs.items():
        outer, inner = (*plans[side].sizes, 0, 0)[:2]
        slots |= {
            f"{side}-recomputed": run.recomputed_layers,
            f"{side}-peak-states": run.report.peak_states,
            f"{side}-peak-vectors": run.peak_vectors,
            f"{side}-forward": run.forward_layers,
            f"{side}-outer": outer,
            f"{side}-inner": inner,
        }
    return slots


def _notes(side: str, chosen: Plan) -> tuple[str, ...]:
    """What the page says of a side: its blocks, if it has some, and whether it exceeds the budget."""
    blocks = {1: (f"{side}-one-size",), 2: (f"{side}-two-sizes",)}.get(len(chosen.sizes), ())
    return (*blocks, f"{side}-exceeds") if chosen.exceeds_budget else blocks
