"""The gradients are right: judged by 25 digits, by autograd, by differences; and the judges can say no."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkpointing.chain import Chain, first_state, random_base, uniform_base
from checkpointing.execute import execute, largest_difference
from checkpointing.schedule import full_tape, uniform_blocks
from tests.core.oracles import agrees, by_autograd, by_differences, by_mpmath

# L, W, alpha, x, output, d/d alpha, d/d h_0[i] (the same for every i, because the base has rank one)
DIGITS = [
    (16, 8, 1, 0.5,
     "0.2068556204255392387052607", "2.499491416618070999044253", "0.04954881275633542567082207"),
    (16, 8, 1, 1,
     "0.2674748413971276678054622", "2.512879544636662525113662", "0.01309881429747360511752996"),
    (16, 8, 1.5, 0.5,
     "0.858557917486874933685108", "0.372669851049583244305197", "0.000001939856176158100012763354"),
    (1, 1, 1, 0.5,
     "0.4621171572600097585023185", "0.3932238664829637050748495", "0.7864477329659274101496989"),
    (2, 3, 1.5, 0.5,
     "0.6000182750981285274559638", "0.547399497180466186357176", "0.3774819764581086422497161"),
]  # fmt: skip


def run(base, alpha, first, layers, block=None, chain=Chain):
    actions = full_tape(layers) if block is None else uniform_blocks(layers, block)
    return execute(actions, layers, chain(base, alpha), first)


@pytest.mark.parametrize("row", DIGITS, ids=str)
def test_table_of_25_digits_is_what_mpmath_says(row):
    layers, width, alpha, x, *digits = row
    output, of_alpha, of_input = by_mpmath(layers, width, alpha, x)
    for text, exact in zip(digits, (output, of_alpha, of_input[0]), strict=True):
        with mpmath.workdps(40):
            assert abs(mpmath.mpf(text) - exact) <= mpmath.mpf("1e-24") * exact
    assert max(of_input) - min(of_input) <= mpmath.mpf("1e-35")


@pytest.mark.parametrize("block", [None, 1, 3, 16])
@pytest.mark.parametrize("row", DIGITS, ids=str)
def test_both_passes_have_the_digits_of_the_table(row, block):
    layers, width, alpha, x, output, of_alpha, of_input = row
    execution = run(uniform_base(width), alpha, first_state(width, x), layers, block)
    assert agrees(execution, (output, of_alpha, [of_input] * width), relative=1e-13)


def test_a_wrong_digit_would_be_noticed():
    layers, width, alpha, x, output, of_alpha, of_input = DIGITS[0]
    execution = run(uniform_base(width), alpha, first_state(width, x), layers)
    wrong = "2.499491416619" + of_alpha[14:]
    assert agrees(execution, (output, of_alpha, [of_input] * width), relative=1e-13)
    assert not agrees(execution, (output, wrong, [of_input] * width), relative=1e-13)


CHAINS = [
    (uniform_base(8), 1.0, 16),
    (uniform_base(5), 0.0, 1),
    (uniform_base(1), -2.0, 3),
    (random_base(6, seed=1), 1.0, 12),
    (random_base(9, seed=2), 1.7, 20),
    (random_base(4, seed=3), 0.0, 1),
    (random_base(4, seed=3), 0.0, 2),
    (random_base(7, seed=4), -0.6, 5),
]


@pytest.mark.parametrize(("oracle", "relative"), [(by_autograd, 1e-13), (by_differences, 1e-7)])
@pytest.mark.parametrize("block", [None, 2, 5])
@pytest.mark.parametrize(("base", "alpha", "layers"), CHAINS)
def test_autograd_and_differences_agree(base, alpha, layers, block, oracle, relative):
    first = first_state(len(base), 0.5)
    expected = oracle(base, alpha, first, layers)
    assert agrees(run(base, alpha, first, layers, block), expected, relative)


class TransposedChain(Chain):
    """Wrong: goes back through the matrix itself instead of its transpose."""

    def reverse(self, before, after, adjoint, out=None, *, layer):
        return Chain(self.base.T, self.alpha).reverse(before, after, adjoint, out, layer=layer)


class LinearChain(Chain):
    """Wrong: forgets the derivative of tanh."""

    def reverse(self, before, after, adjoint, out=None, *, layer):
        return super().reverse(before, 0 * after, adjoint, out, layer=layer)


class WrongAlphaChain(Chain):
    """Wrong: takes the derivative for alpha with the state after the layer."""

    def reverse(self, before, after, adjoint, out=None, *, layer):
        of_alpha = super().reverse(after, after, adjoint, layer=layer)[1]
        return super().reverse(before, after, adjoint, out, layer=layer)[0], of_alpha


@pytest.mark.parametrize(("oracle", "relative"), [(by_autograd, 1e-13), (by_differences, 1e-7)])
@pytest.mark.parametrize("lie", [TransposedChain, LinearChain, WrongAlphaChain])
def test_a_wrong_reverse_step_is_noticed_on_a_full_rank_matrix(lie, oracle, relative):
    base, first = random_base(6, seed=1), first_state(6, 0.5)
    expected = oracle(base, 1.0, first, 12)
    assert not agrees(run(base, 1.0, first, 12, chain=lie), expected, relative)


def test_the_uniform_matrix_could_not_notice_a_transposed_one():
    base, first = uniform_base(6), first_state(6, 0.5)
    assert agrees(run(base, 1.0, first, 12, chain=TransposedChain), by_autograd(base, 1.0, first, 12), 1e-13)


def test_random_base_is_full_rank_seeded_and_not_symmetric():
    base = random_base(30, seed=7)
    assert np.linalg.matrix_rank(base) == 30
    assert np.array_equal(base, random_base(30, seed=7))
    assert not np.array_equal(base, random_base(30, seed=8))
    assert not np.allclose(base, base.T)
    assert np.linalg.matrix_rank(uniform_base(30)) == 1


@pytest.mark.parametrize("base", [uniform_base(3), random_base(3, seed=5)], ids=["uniform", "full rank"])
def test_two_passes_differ_by_exactly_zero_for_every_small_size(base):
    first = first_state(3, 0.5)
    for layers in range(1, 25):
        tape = run(base, 1.1, first, layers)
        for block in range(1, layers + 1):
            replay = run(base, 1.1, first, layers, block)
            assert largest_difference(tape, replay) == 0
            assert (replay.output, replay.adjoint_sizes) == (tape.output, tape.adjoint_sizes)


@settings(max_examples=40, deadline=None)
@given(
    layers=st.integers(25, 200),
    block=st.integers(1, 250),
    width=st.integers(1, 70),
    alpha=st.floats(0, 2),
    x=st.floats(-2, 2),
    seed=st.one_of(st.none(), st.integers(0, 99)),
)
def test_two_passes_differ_by_exactly_zero_for_larger_ones(layers, block, width, alpha, x, seed):
    base = uniform_base(width) if seed is None else random_base(width, seed)
    first = first_state(width, x)
    tape, replay = run(base, alpha, first, layers), run(base, alpha, first, layers, block)
    assert largest_difference(tape, replay) == 0


def test_largest_difference_looks_at_alpha_and_at_every_entry():
    base = random_base(3, seed=5)
    one = run(base, 1.0, first_state(3, 0.5), 1)
    other = run(base, 1.0, first_state(3, 0.7), 1)
    of_alpha = abs(one.gradient_alpha - other.gradient_alpha)
    of_input = [abs(a - b) for a, b in zip(one.gradient_input, other.gradient_input, strict=True)]
    assert largest_difference(one, other) == max(of_alpha, *of_input) > 0


def test_adjoint_sizes_are_norms_from_the_input_to_the_output():
    base, first = random_base(5, seed=6), first_state(5, 0.5)
    sizes = run(base, 1.3, first, 4).adjoint_sizes
    assert len(sizes) == 5
    assert sizes[4] == pytest.approx(np.sqrt(5) / 5, rel=1e-15)
    for layer in range(4):  # what is left of the chain above h_layer, as a chain of its own
        state = first
        for _ in range(layer):
            state = np.tanh(1.3 * base @ state)
        of_state = by_autograd(base, 1.3, state, 4 - layer)[2]
        assert sizes[layer] == pytest.approx(np.linalg.norm(of_state), rel=1e-12)


def test_adjoints_smaller_than_the_root_of_float64s_range_keep_their_size():
    execution = run(np.array([[1.0]]), 1e-4, [0.5], 64)
    assert execution.adjoint_sizes[0] == pytest.approx(1e-256, rel=1e-6)
    assert execution.gradient_input[0] == pytest.approx(1e-256, rel=1e-6)
