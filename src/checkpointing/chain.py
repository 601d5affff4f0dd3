"""The chain h_l = tanh(A h_{l-1}), output = mean(h_L), with A = alpha * base: one step at a time.

It knows nothing of schedules: who calls decides which states are kept. Each step is told its layer, for
chains whose layers differ (see `dropout`); here they are all alike.
"""

import numpy as np

from checkpointing import check


def uniform_base(width: int) -> np.ndarray:
    """ones(width, width) / width: symmetric and of rank one. Raises ValueError if width is out of range."""
    width = check.width(width)
    return np.full((width, width), 1 / width)


def random_base(width: int, seed: int) -> np.ndarray:
    """A (width, width) matrix of independent normal numbers of variance 1/width: of full rank, not symmetric.

    On the uniform base a reverse pass with the matrix the wrong way round would pass every check; on
    this one it does not. Raises ValueError if width is out of range or seed not in 0..2**32 - 1.
    """
    width = check.width(width)
    seed = check.whole("seed", seed, 0, 2**32 - 1)
    return np.random.default_rng(seed).standard_normal((width, width)) / np.sqrt(width)


def first_state(width: int, x: float) -> np.ndarray:
    """h_0[i] = x * (i + 1) / width, shape (width,). Raises ValueError if width or x is out of range."""
    width = check.width(width)
    return check.finite("x", x) * (np.arange(1, width + 1) / width)


class Chain:
    """One chain; vectors are float64 arrays of shape (width,), and one work vector serves all steps.

    base: any square matrix of finite numbers; alpha: a finite number, 0 too. Both are shared by all
    layers. Raises ValueError for anything else, or if alpha * base is not finite.

    matvecs counts the dense matrix-vector products done so far, each of width**2 multiplications.
    """

    def __init__(self, base: np.ndarray, alpha: float):
        self.base = check.finite_array("base", base, (None, None))
        self.width = len(self.base)
        if self.base.shape != (self.width, self.width):
            raise ValueError(f"base must be a square matrix; got the shape {self.base.shape}")
        check.width(self.width)
        self.alpha = check.finite("alpha", alpha)
        with np.errstate(over="ignore"):
            self._matrix = check.finite_array("alpha * base", self.alpha * self.base, self.base.shape)
        self._base_transposed = self.base.T
        self._work = np.empty(self.width)
        self._ones = np.ones(self.width)
        self._alphas = np.full(self.width, self.alpha)
        self.matvecs = 0

    def forward(self, state: np.ndarray, out: np.ndarray | None = None, *, layer: int) -> np.ndarray:
        """h_l from `state` = h_{l-1}, l = `layer`, written to `out`, which may be `state` itself."""
        self.matvecs += 1
        return np.tanh(np.matmul(self._matrix, state, self._work), out)

    def reverse(
        self,
        before: np.ndarray,
        after: np.ndarray,
        adjoint: np.ndarray,
        out: np.ndarray | None = None,
        *,
        layer: int,
    ) -> tuple[np.ndarray, float]:
        """The adjoint of `before` = h_{l-1}, and this layer's part of the derivative with respect to alpha.

        `after` = h_l, l = `layer`; `adjoint` is that of h_l; the result is written to `out`.
        """
        if out is None:
            out = np.empty(self.width)
        # tanh' is taken from the output: 1 - h_l ** 2.
        slope = np.multiply(after, after, self._work)
        np.subtract(self._ones, slope, slope)
        np.multiply(adjoint, slope, out)
        # One product serves both derivatives. With local = adjoint * slope, alpha gets
        # local . (base h_{l-1}) = (base^T local) . h_{l-1}, and h_{l-1} gets alpha * (base^T local):
        # dividing the second by alpha would give the first, but not at alpha = 0.
        self.matvecs += 1
        pulled = np.matmul(self._base_transposed, out, self._work)
        np.multiply(self._alphas, pulled, out)
        return out, float(pulled.dot(before))

    def output(self, last: np.ndarray) -> float:
        """mean(h_L)."""
        return float(last.mean())

    def output_adjoint(self, out: np.ndarray) -> np.ndarray:
        """The adjoint of h_L, written to `out`: the mean has the derivative 1 / width in every entry."""
        out.fill(1 / self.width)
        return out
