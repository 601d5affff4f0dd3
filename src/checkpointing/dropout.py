"""The chain with dropout, where a layer that runs again must draw the same mask again.

N. Srivastava, G. Hinton, A. Krizhevsky, I. Sutskever, R. Salakhutdinov: Dropout: a simple way to prevent
neural networks from overfitting. JMLR 15 (2014). Kept entries are divided by the probability of keeping.
"""

from collections import Counter
from functools import lru_cache
from random import Random

import numpy as np

from checkpointing import check
from checkpointing.chain import Chain


class DropoutChain(Chain):
    """h_l = mask_l * tanh(A h_{l-1}) / keep: entries of mask_l are 1 with the probability `keep`, else 0.

    same_masks: a layer that runs again draws the mask of its first run, as a framework that puts the
    random state back. Otherwise it draws a new one, and is reversed with that. Each layer has masks of
    its own, drawn from `seed`. Runs are counted from the making of the chain, so one chain is for one
    schedule.

    Raises ValueError as Chain does, unless 0 < keep <= 1, and unless seed is in 0..2**32 - 1.
    """

    def __init__(self, base: np.ndarray, alpha: float, keep: float, seed: int, same_masks: bool = True):
        super().__init__(base, alpha)
        self.keep = check.finite("keep", keep)
        if not 0 < self.keep <= 1:
            raise ValueError(f"keep must be a number above 0 and at most 1; got {check.shown(keep)}")
        self.seed = check.whole("seed", seed, 0, 2**32 - 1)
        self.same_masks = same_masks
        self._runs = Counter()  # layer: how often it ran
        self._scales = {}  # layer: mask / keep of its last run

    def forward(self, state, out=None, *, layer):
        run = 0 if self.same_masks else self._runs[layer]
        self._runs[layer] += 1
        self._scales[layer] = scale = _scale(self.seed, layer, run, self.width, self.keep)
        state = super().forward(state, out, layer=layer)
        return np.multiply(state, scale, state)

    def reverse(self, before, after, adjoint, out=None, *, layer):
        # after * keep is tanh(A before) where the mask is 1; where it is 0, the adjoint becomes 0.
        return super().reverse(before, after * self.keep, adjoint * self._scales[layer], out, layer=layer)


@lru_cache(maxsize=8192)  # a page asks for the same masks at every move of a slider
def _scale(seed, layer, run, width, keep):
    # Python's own generator: a text is a seed of its own, and the draws stay the same from version to version.
    draw = Random(f"{seed} {layer} {run}").random
    scale = np.array([draw() < keep for _ in range(width)]) / keep
    scale.flags.writeable = False
    return scale
