"""With dropout a layer that runs again must draw its mask again: another one makes another gradient."""

from functools import partial

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import value_and_grad
from autograd.differential_operators import make_vjp

from checkpointing.chain import Chain, first_state, random_base, uniform_base
from checkpointing.dropout import DropoutChain
from checkpointing.execute import execute, largest_difference
from checkpointing.frameworks import framework_blocks
from checkpointing.schedule import full_tape, uniform_blocks
from checkpointing.strategy import Strategy, plan
from tests.core.oracles import agrees

KEEP, SEED = 0.9, 263
CHAINS = [(uniform_base(8), 1.0, 16), (random_base(5, seed=1), 1.2, 12), (random_base(4, seed=2), 0.0, 2)]


def run(actions, base, alpha, layers, same_masks=True, keep=KEEP, seed=SEED):
    chain = DropoutChain(base, alpha, keep, seed, same_masks)
    return execute(actions, layers, chain, first_state(len(base), 0.5))


def masks(base, layers, run_number=0, keep=KEEP, seed=SEED):
    """The masks of all layers' runs of that number, read off from what a chain makes of a state of ones."""
    chain = DropoutChain(np.eye(len(base)), 1.0, keep, seed, same_masks=False)
    ones = np.ones(len(base))
    made = {}
    for layer in range(1, layers + 1):
        for _ in range(run_number + 1):
            made[layer] = chain.forward(ones, layer=layer) > 0
    return made


def block_of(base, keep, drawn, start, end):
    """The layers start + 1, ..., end with these masks, as autograd can differentiate it."""

    def through(alpha, state):
        for layer in range(start + 1, end + 1):
            state = drawn[layer] * anp.tanh(anp.dot(alpha * base, state)) / keep
        return state

    return through


@pytest.mark.parametrize(("base", "alpha", "layers"), CHAINS)
@pytest.mark.parametrize("keep", [1.0, 0.9, 0.5])
def test_autograd_agrees_on_the_chain_with_its_masks(base, alpha, layers, keep):
    through = block_of(base, keep, masks(base, layers, keep=keep), 0, layers)
    first = first_state(len(base), 0.5)
    value, of_alpha = value_and_grad(lambda a: anp.mean(through(a, first)))(alpha)
    of_input = value_and_grad(lambda h: anp.mean(through(alpha, h)))(first)[1]
    execution = run(full_tape(layers), base, alpha, layers, keep=keep)
    assert agrees(execution, (float(value), float(of_alpha), of_input), relative=1e-13)
    if keep < 1 and alpha:
        assert not agrees(
            run(full_tape(layers), base, alpha, layers, keep=keep, seed=1), (value, of_alpha, of_input), 0.01
        )


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize(("base", "alpha", "layers"), CHAINS)
def test_the_same_masks_again_give_the_gradients_to_the_last_bit(strategy, base, alpha, layers):
    tape = run(full_tape(layers), base, alpha, layers)
    replay = run(plan(strategy, layers, 8).actions(), base, alpha, layers)
    assert largest_difference(tape, replay) == 0
    assert replay.output == tape.output


@pytest.mark.parametrize("strategy", [s for s in Strategy if s is not Strategy.FULL_TAPE])
def test_other_masks_give_another_gradient_and_nothing_else_tells(strategy):
    base, layers = uniform_base(8), 16
    tape = run(full_tape(layers), base, 1.0, layers)
    same = run(plan(strategy, layers, 8).actions(), base, 1.0, layers)
    other = run(plan(strategy, layers, 8).actions(), base, 1.0, layers, same_masks=False)
    assert largest_difference(tape, other) > 0.01
    assert (other.output, other.report) == (tape.output, same.report)


@pytest.mark.parametrize("block", [1, 3, 4, 16])
def test_other_masks_give_the_gradient_of_the_blocks_as_they_ran_the_second_time(block):
    """The oracle takes the block inputs of the first run and the masks of the second, block by block."""
    base, alpha, layers, first = random_base(5, seed=1), 1.2, 16, first_state(5, 0.5)
    drawn, again = masks(base, layers), masks(base, layers, run_number=1)
    starts = range(0, layers, block)
    states = [first]
    for start in starts:
        states.append(block_of(base, KEEP, drawn, start, min(start + block, layers))(alpha, states[-1]))
    of_alpha, adjoint = 0.0, np.full(5, 1 / 5)
    for state, start in zip(reversed(states[:-1]), reversed(starts), strict=True):
        through = block_of(base, KEEP, again, start, min(start + block, layers))
        of_alpha += make_vjp(partial(through, state=state))(alpha)[0](adjoint)
        adjoint = make_vjp(partial(through, alpha))(state)[0](adjoint)
    other = run(framework_blocks(layers, block), base, alpha, layers, same_masks=False)
    assert agrees(other, (states[-1].mean(), of_alpha, adjoint), relative=1e-13)


def test_where_nothing_runs_again_or_nothing_is_dropped_new_masks_change_nothing():
    base = random_base(5, seed=1)
    tape = run(full_tape(9), base, 1.1, 9)
    assert largest_difference(tape, run(full_tape(9), base, 1.1, 9, same_masks=False)) == 0
    plain = execute(uniform_blocks(9, 3), 9, Chain(base, 1.1), first_state(5, 0.5))
    for same in (True, False):
        assert largest_difference(plain, run(uniform_blocks(9, 3), base, 1.1, 9, same, keep=1)) == 0


def test_about_so_many_entries_are_kept_and_each_layer_and_run_has_masks_of_its_own():
    drawn = [*masks(np.eye(100), 50).values(), *masks(np.eye(100), 50, run_number=1).values()]
    assert abs(np.mean(drawn) - KEEP) < 4 * np.sqrt(KEEP * (1 - KEEP) / 10_000)
    assert len({mask.tobytes() for mask in drawn}) == 100


@pytest.mark.parametrize("keep", [0, -0.5, 1.1, float("nan"), None, "0.9"])
def test_a_probability_that_is_none_is_refused(keep):
    with pytest.raises(ValueError, match=r"^keep must be a"):
        DropoutChain(uniform_base(2), 1.0, keep, SEED)


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5, None])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(ValueError, match=r"^seed must be a whole number"):
        DropoutChain(uniform_base(2), 1.0, KEEP, seed)
