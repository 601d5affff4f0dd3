"""Independent ways to the same numbers: nothing here calls the code under test.

Each oracle takes (base, alpha, first, layers) and returns output, d/d alpha, d/d h_0.
"""

import autograd.numpy as anp
import mpmath
import numpy as np
from autograd import grad, value_and_grad


def output(base, alpha, first, layers, numpy=np):
    state = first
    for _ in range(layers):
        state = numpy.tanh(numpy.dot(alpha * base, state))
    return numpy.mean(state)


def by_autograd(base, alpha, first, layers):
    value, of_alpha = value_and_grad(lambda a: output(base, a, first, layers, anp))(alpha)
    of_input = grad(lambda h: output(base, alpha, h, layers, anp))(first)
    return float(value), float(of_alpha), of_input


def by_differences(base, alpha, first, layers, step=1e-5):
    def slope(f):
        return (f(step) - f(-step)) / (2 * step)

    of_alpha = slope(lambda d: output(base, alpha + d, first, layers))
    units = np.eye(len(first))
    of_input = np.array([slope(lambda d, u=u: output(base, alpha, first + d * u, layers)) for u in units])
    return output(base, alpha, first, layers), of_alpha, of_input


def by_mpmath(layers, width, alpha, x, digits=40):
    """The lesson's dense chain in `digits` digits, differentiated forward: no reverse pass at all."""
    with mpmath.workdps(digits):
        alpha, x = mpmath.mpf(alpha), mpmath.mpf(x)
        base = mpmath.ones(width) / width
        state = mpmath.matrix([x * (i + 1) / width for i in range(width)])
        of_alpha, of_input = mpmath.zeros(width, 1), mpmath.eye(width)
        for _ in range(layers):
            before = base * state
            of_alpha, of_input = before + alpha * (base * of_alpha), alpha * (base * of_input)
            state = (alpha * before).apply(mpmath.tanh)
            slopes = mpmath.diag([1 - h**2 for h in state])
            of_alpha, of_input = slopes * of_alpha, slopes * of_input
        mean = mpmath.ones(1, width) / width
        return (mean * state)[0], (mean * of_alpha)[0], list(mean * of_input)


def agrees(execution, oracle, relative):
    """Whether output and both gradients are the oracle's, each within `relative` times its own size."""

    def close(ours, theirs):
        theirs = np.array([float(t) for t in np.atleast_1d(theirs)])
        return bool(np.all(np.abs(ours - theirs) <= relative * np.abs(theirs).max()))

    ours = execution.output, execution.gradient_alpha, execution.gradient_input
    return all(close(a, b) for a, b in zip(ours, oracle, strict=True))
