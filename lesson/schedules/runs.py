"""Schedules carried out on the lesson's chain; remembered a while, for one control moves at a time."""

from functools import lru_cache

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.execute import Execution, execute
from checkpointing.schedule import full_tape
from checkpointing.strategy import Plan


@lru_cache(maxsize=4)
def run_plan(plan: Plan, width: int, alpha: float, x: float) -> Execution:
    return execute(plan.actions(), plan.layers, Chain(uniform_base(width), alpha), first_state(width, x))


@lru_cache(maxsize=1)
def run_full_tape(layers: int, width: int, alpha: float, x: float) -> Execution:
    return execute(full_tape(layers), layers, Chain(uniform_base(width), alpha), first_state(width, x))
