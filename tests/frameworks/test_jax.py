"""The JAX programs really run: their gradients are the core's, and they keep and run again what the page says.

`python -m publish test-jax` installs JAX for it; nothing else in the project needs it.
"""

import jax
import pytest

from lesson.schedules.programs import programs, recomputed_layers
from tests.frameworks.measured import TABLE, VERSIONS
from tests.frameworks.plans import MEASURED, PLANS, expected


def run(program):
    """What the program leaves behind."""
    left = {}
    exec(compile(program, "program", "exec"), left)
    return left


def program_of(plan):
    return programs(plan, width=8, alpha=1.0, x=0.5)["jax"]


def layers_run(left):
    """How often the gradient that the program takes runs a layer forward, as JAX traces it."""
    return tanhs(jax.make_jaxpr(jax.grad(left["output"], (0, 1)))(1.0, left["first"]).jaxpr)


def tanhs(jaxpr):
    """How often a traced computation takes a tanh, in all that it calls: once for each layer run forward."""
    here = sum(equation.primitive.name == "tanh" for equation in jaxpr.eqns)
    return here + sum(tanhs(called) for equation in jaxpr.eqns for called in called_by(equation))


def called_by(equation):
    for value in equation.params.values():
        for part in value if isinstance(value, (tuple, list)) else (value,):
            part = getattr(part, "jaxpr", part)
            if hasattr(part, "eqns"):
                yield part


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_gradients_are_the_cores_and_layers_run_again_as_said(plan):
    left = run(program_of(plan))
    output, of_alpha, of_first = expected(plan.layers)
    assert float(left["value"]) == pytest.approx(output, rel=1e-12)
    assert float(left["of_alpha"]) == pytest.approx(of_alpha, rel=1e-12)
    assert left["of_first"].tolist() == pytest.approx(of_first, rel=1e-12)
    assert layers_run(left) - plan.layers == recomputed_layers(plan)


@pytest.mark.parametrize("name", MEASURED)
def test_the_stored_measurements_are_what_this_version_does(name):
    assert jax.__version__ == VERSIONS["jax"]
    left = run(program_of(MEASURED[name]))
    # What the reverse pass takes over from the forward pass; vectors of the chain among it.
    _, back = jax.vjp(left["output"], 1.0, left["first"])
    kept = sum(leaf.shape == (8,) for leaf in jax.tree.leaves(back))
    assert (kept, layers_run(left) - 16) == (TABLE[name].jax_kept, TABLE[name].recomputed)


def test_a_program_that_wraps_nothing_is_noticed():
    program = program_of(MEASURED["block-4"])
    assert layers_run(run(program)) == 32
    assert layers_run(run(program.replace("wrapped = jax.checkpoint", "wrapped = lambda function: function"))) == 16
