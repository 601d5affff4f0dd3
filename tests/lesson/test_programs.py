"""The programs of the lesson are whole, of the settings asked for, tidy, and say truly what runs again.

That they run, and count what is said here, is tested with the frameworks themselves: see tests/frameworks.
"""

import ast
import subprocess
import sys

import pytest

from checkpointing.binomial import GriewankWaltherCost
from checkpointing.check import BudgetError
from checkpointing.strategy import Strategy, plan
from lesson.schedules.programs import FRAMEWORKS, programs, recomputed_layers
from publish.frameworks import PACKAGES
from tests.frameworks.measured import TABLE, VERSIONS
from tests.frameworks.plans import MEASURED, PLANS, blocks


def settings_of(program: str) -> dict[str, object]:
    """The values that the program gives to names in capitals."""
    found = {}
    for node in ast.parse(program).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).strip("(").isupper():
            names, values = ast.unparse(node.targets[0]).strip("()").split(", "), ast.literal_eval(node.value)
            found |= zip(names, values, strict=True) if len(names) > 1 else {names[0]: values}
    return found


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize(("layers", "states", "width", "alpha", "x"), [(16, 8, 8, 1, 0.5), (33, 12, 3, 0.7, -1.25)])
def test_a_program_has_the_settings_asked_for_and_is_python(framework, strategy, layers, states, width, alpha, x):
    chosen = plan(strategy, layers, states)
    program = programs(chosen, width, alpha, x)[framework]
    compile(program, "program", "exec")
    found = settings_of(program)
    assert [found.pop(name) for name in ("LAYERS", "WIDTH", "ALPHA", "X")] == [layers, width, alpha, x]
    assert found == (
        {"SIZES": list(chosen.sizes)}
        if chosen.sizes
        else {"SNAPSHOTS": states - 2}
        if strategy is Strategy.REVOLVE
        else {}
    )


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("strategy", ["full-tape", "uniform-blocks", "bisection", "revolve"])
def test_a_program_reads_as_ruff_would_write_it(framework, strategy):
    program = programs(plan(strategy, 16, 8), 8, 1.0, 0.5)[framework]
    ruff = [sys.executable, "-m", "ruff"]
    for words in (
        ["format", "--check", "--line-length", "88", "-"],
        ["check", "--isolated", "--select=E,F,I,B,UP", "-"],
    ):
        ended = subprocess.run([*ruff, *words], input=program, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize("name", MEASURED)
def test_what_runs_again_is_what_was_measured(name):
    assert recomputed_layers(MEASURED[name]) == TABLE[name].recomputed
    assert MEASURED.keys() == TABLE.keys()


def test_the_versions_installed_are_those_measured():
    assert {"jax": f"jax=={VERSIONS['jax']}", "pytorch": f"torch=={VERSIONS['pytorch']}"} == PACKAGES


# 64 layers in nested blocks, as measured with PyTorch.
@pytest.mark.parametrize(("sizes", "recomputed"), [((8,), 64), ((16, 4), 112), ((8, 2), 112), ((32, 16, 8, 4, 2), 192)])
def test_nested_blocks_run_again_up_to_their_last_inner_block(sizes, recomputed):
    assert recomputed_layers(blocks(*sizes, layers=64)) == recomputed


def test_revolve_in_a_framework_runs_again_what_griewank_and_walther_count():
    for layers in (2, 9, 16, 50):
        for states in range(3, layers + 2):
            steps = GriewankWaltherCost(layers, states - 2).advance_steps
            assert recomputed_layers(plan("revolve", layers, states)) == steps


def test_no_framework_runs_fewer_layers_again_than_the_lessons_own_convention():
    for layers in (1, 2, 9, 16, 50):
        for strategy in Strategy:
            for states in (8, layers + 1):
                try:
                    chosen = plan(strategy, layers, states)
                except BudgetError:
                    continue
                assert recomputed_layers(chosen) >= chosen.cost.recomputed_layers


def test_the_plans_of_the_frameworks_tests_have_every_strategy():
    assert {chosen.strategy for chosen in PLANS} == set(Strategy)
