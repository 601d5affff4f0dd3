"""The plans that the frameworks' programs are run with, and the core's own numbers for them."""

from dataclasses import replace

from checkpointing.blocks import nested_cost
from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.execute import execute
from checkpointing.schedule import full_tape
from checkpointing.strategy import Plan, Strategy, plan


def blocks(*sizes: int, layers: int = 16) -> Plan:
    """The plan with these sizes, whatever is best under a budget."""
    strategy = Strategy.UNIFORM_BLOCKS if len(sizes) == 1 else Strategy.NESTED_BLOCKS
    return replace(plan(strategy, layers, layers + 1), sizes=sizes, cost=nested_cost(layers, sizes))


MEASURED = {
    "full-tape": plan("full-tape", 16, 17),
    **{f"block-{size}": blocks(size) for size in (1, 2, 3, 4, 8, 16)},
    "nested-4-2": blocks(4, 2),
    "bisection": plan("bisection", 16, 8),
    "revolve-8": plan("revolve", 16, 8),
}

PLANS = [
    *MEASURED.values(),
    *(plan(strategy, layers, states) for strategy in Strategy for layers, states in ((16, 8), (23, 11), (40, 17))),
    blocks(8, 4, 2),
    blocks(16, 4, layers=64),
    blocks(8, 2, layers=64),
    blocks(32, 16, 8, 4, 2, 1, layers=64),
    *(plan("revolve", 16, states) for states in range(3, 18)),
    plan("revolve", 1, 3),
    plan("bisection", 1, 3),
    plan("revolve", 128, 10),
    plan("revolve", 64, 3),
]


def expected(layers: int) -> tuple[float, float, list[float]]:
    """Output, d/d alpha and d/d h_0 with width 8, alpha 1 and x 0.5."""
    full = execute(full_tape(layers), layers, Chain(uniform_base(8), 1.0), first_state(8, 0.5))
    return full.output, full.gradient_alpha, full.gradient_input.tolist()
