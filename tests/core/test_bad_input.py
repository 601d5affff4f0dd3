"""Bad arguments are refused with a ValueError that names the argument, the allowed range and the value."""

import numpy as np
import pytest

from checkpointing.binomial import GriewankWaltherCost, longest_chain
from checkpointing.bisection import bisection, bisection_cost
from checkpointing.blocks import nested_blocks, nested_cost, sqrt_block, sqrt_blocks
from checkpointing.chain import Chain, first_state, random_base, uniform_base
from checkpointing.cost import BlockCost, FullTapeCost
from checkpointing.execute import execute
from checkpointing.frameworks import framework_blocks, framework_cost
from checkpointing.mixed import MaddisonCost
from checkpointing.referee import Referee, watch
from checkpointing.revolve import least_states, optimal_cost, revolve
from checkpointing.schedule import full_tape, uniform_blocks
from checkpointing.settings import framework_settings, nested_settings, uniform_settings
from checkpointing.strategy import plan

NOT_WHOLE = [
    True,
    False,
    2.0,
    float("nan"),
    float("inf"),
    1e400,
    -1,
    0,
    10**9,
    10**400,
    10**5000,
    -(10**5000),
]
NOT_WHOLE += ["3", "", "<b>", "9" * 10_000, None, [3], (), 1j, np.True_, np.float64(3), np.array([1, 2])]

NOT_FINITE = [
    float("nan"),
    float("inf"),
    -1e400,
    10**400,
    "1",
    "",
    "<b>",
    "9" * 10_000,
    None,
    [1.0],
    True,
    1j,
]
NOT_FINITE += [np.True_, np.nan, np.array([1.0, 2.0])]

WHOLE_ARGUMENTS = [
    ("layers", full_tape),
    ("layers", lambda bad: uniform_blocks(bad, 2)),
    ("block", lambda bad: uniform_blocks(4, bad)),
    ("layers", Referee),
    ("layers", lambda bad: watch([], bad)),
    ("layers", lambda bad: execute([], bad, Chain(uniform_base(2), 1.0), first_state(2, 0.5))),
    ("width", uniform_base),
    ("width", lambda bad: random_base(bad, 1)),
    ("width", lambda bad: first_state(bad, 0.5)),
    ("layers", lambda bad: FullTapeCost(bad, 8, 4)),
    ("width", lambda bad: FullTapeCost(16, bad, 4)),
    ("bytes_per_value", lambda bad: FullTapeCost(16, 8, bad)),
    ("layers", lambda bad: BlockCost(bad, 8, 4, 4)),
    ("width", lambda bad: BlockCost(16, bad, 4, 4)),
    ("block", lambda bad: BlockCost(16, 8, bad, 4)),
    ("bytes_per_value", lambda bad: BlockCost(16, 8, 4, bad)),
    *(("layers", ask) for ask in (sqrt_block, sqrt_blocks, bisection, bisection_cost, least_states)),
    *(("layers", ask) for ask in (uniform_settings, nested_settings, framework_settings)),
    *(("layers", lambda bad, ask=ask: ask(bad, (3, 2))) for ask in (nested_blocks, nested_cost)),
    *(("layers", lambda bad, ask=ask: ask(bad, 3)) for ask in (framework_blocks, framework_cost)),
    *(("block", lambda bad, ask=ask: ask(16, bad)) for ask in (framework_blocks, framework_cost)),
    *(("layers", lambda bad, ask=ask: ask(bad, 3)) for ask in (revolve, optimal_cost)),
    *(("states", lambda bad, ask=ask: ask(16, bad)) for ask in (revolve, optimal_cost)),
    ("layers", lambda bad: plan("bisection", bad, 8)),
    ("states", lambda bad: plan("bisection", 16, bad)),
    ("states", lambda bad: uniform_settings(16).best(bad)),
    ("each of sizes", lambda bad: nested_blocks(16, (bad,))),
    ("each of sizes", lambda bad: nested_cost(16, (8, bad))),
    ("snapshots", lambda bad: longest_chain(bad, 3)),
    ("steps", lambda bad: GriewankWaltherCost(bad, 3)),
    ("snapshots", lambda bad: GriewankWaltherCost(16, bad)),
    ("steps", lambda bad: MaddisonCost(bad, 3)),
    ("units", lambda bad: MaddisonCost(16, bad)),
]


@pytest.mark.parametrize("bad", NOT_WHOLE, ids=lambda bad: f"{type(bad).__name__}")
@pytest.mark.parametrize(("name", "call"), WHOLE_ARGUMENTS)
def test_whole_numbers(name, call, bad):
    with pytest.raises(ValueError, match=rf"^{name} must be a whole number from 1 to [\d,]+; got ") as caught:
        call(bad)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("bad", [bad for bad in NOT_WHOLE if bad is not None], ids=lambda bad: type(bad).__name__)
def test_budgets(bad):
    with pytest.raises(ValueError, match=r"^budget_vectors must be a whole number from 1 to [\d,]+; got "):
        watch(full_tape(4), 4, budget_vectors=bad)


@pytest.mark.parametrize("bad", [(), [], None, 4, (2, 2), (2, 4), (8, 4, 5), "", {}])
@pytest.mark.parametrize("ask", [nested_blocks, nested_cost])
def test_nested_sizes(ask, bad):
    with pytest.raises(
        ValueError, match=r"^sizes must be at least one whole number, each smaller than the one before; got "
    ):
        ask(16, bad)


@pytest.mark.parametrize("bad", [-1, 1.5, True, "1"])
def test_numbers_that_may_be_zero(bad):
    with pytest.raises(ValueError, match=r"^recomputed_layers must be a whole number from 0 to [\d,]+; got "):
        least_states(16, bad)
    with pytest.raises(ValueError, match=r"^repeats must be a whole number from 0 to [\d,]+; got "):
        longest_chain(3, bad)


@pytest.mark.parametrize("bad", [-1, 2**32, 1.5, True, "1", None])
def test_seeds(bad):
    with pytest.raises(ValueError, match=r"^seed must be a whole number from 0 to 4,294,967,295; got "):
        random_base(3, bad)


@pytest.mark.parametrize("bad", NOT_FINITE, ids=lambda bad: type(bad).__name__)
@pytest.mark.parametrize(
    ("name", "call"),
    [("x", lambda bad: first_state(3, bad)), ("alpha", lambda bad: Chain(uniform_base(3), bad))],
)
def test_finite_numbers(name, call, bad):
    with pytest.raises(ValueError, match=f"^{name} must be a finite number; got ") as caught:
        call(bad)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (np.ones((2, 3)), r"square matrix; got the shape \(2, 3\)"),
        (np.ones(4), r"shape \(any, any\); got \(4,\)"),
        (np.ones((2, 2, 2)), r"shape \(any, any\); got \(2, 2, 2\)"),
        (np.ones((0, 0)), r"shape \(any, any\); got \(0, 0\)"),
        (3.0, r"shape \(any, any\); got \(\)"),
        ([[1.0, np.nan], [1.0, 1.0]], r"finite numbers; got nan at \(0, 1\)"),
        ([[1.0, 1.0], [-np.inf, 1.0]], r"finite numbers; got -inf at \(1, 0\)"),
        ([[1.0, 2.0], [3.0]], "array of real numbers"),
        ([["a", "b"], ["c", "d"]], "array of real numbers"),
        ([[1j, 1], [1, 1]], "array of real numbers"),
        ([[True, False], [False, True]], "array of real numbers"),
        ([[10**400]], "array of real numbers"),
        (None, "array of real numbers"),
    ],
)
def test_base_matrices(bad, says):
    with pytest.raises(ValueError, match=f"^base must .*{says}"):
        Chain(bad, 1.0)


def test_a_matrix_that_alpha_makes_too_large():
    with pytest.raises(ValueError, match=r"^alpha \* base must hold finite numbers; got inf at \(0, 0\)"):
        Chain([[1e300]], 1e300)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (np.ones(2), r"shape \(3\); got \(2,\)"),
        (np.ones((3, 1)), r"shape \(3\); got \(3, 1\)"),
        ([0.0, np.nan, 0.0], r"finite numbers; got nan at \(1,\)"),
        ("abc", "array of real numbers"),
        (None, "array of real numbers"),
    ],
)
def test_first_states(bad, says):
    with pytest.raises(ValueError, match=f"^first must .*{says}"):
        execute(full_tape(2), 2, Chain(uniform_base(3), 1.0), bad)


def test_plans_refuse_at_the_call_not_at_the_first_action():
    with pytest.raises(ValueError, match="layers"):
        full_tape(0)
    with pytest.raises(ValueError, match="block"):
        uniform_blocks(4, 0)
    with pytest.raises(ValueError, match="sizes"):
        nested_blocks(4, (2, 3))
    with pytest.raises(ValueError, match="states"):
        revolve(4, 2)


def test_numpy_integers_are_whole_numbers_and_leave_python_ints_behind():
    assert list(uniform_blocks(np.int64(5), np.int8(2))) == list(uniform_blocks(5, 2))
    cost = BlockCost(np.int32(16), np.int8(8), np.int64(4), np.uint8(4))
    assert cost == BlockCost(16, 8, 4, 4)
    assert type(cost.multiplications) is int
    assert cost.storage_ratio == 320 / 608
