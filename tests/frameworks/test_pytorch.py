"""The PyTorch programs really run: their gradients are the core's, and they keep and run again what the page says.

`python -m publish test-pytorch` installs PyTorch for it; nothing else in the project needs it.
"""

import pytest
import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.checkpoint import checkpoint_sequential

from checkpointing.strategy import Strategy
from lesson.schedules.programs import programs, recomputed_layers
from tests.frameworks.measured import SEQUENTIAL, TABLE, VERSIONS
from tests.frameworks.plans import MEASURED, PLANS, expected


class Watch(TorchDispatchMode):
    """Counts how often a layer runs forward, and how many of its results are in memory."""

    def __init__(self):
        super().__init__()
        self.forward_layers = self.peak = 0
        self._made = []

    def __torch_dispatch__(self, function, types, arguments=(), named=None):
        result = function(*arguments, **(named or {}))
        if function is torch.ops.aten.tanh.default:
            self.forward_layers += 1
            self._made.append(StorageWeakRef(result.untyped_storage()))
        if function in (torch.ops.aten.tanh.default, torch.ops.aten.tanh_backward.default):
            self.peak = max(self.peak, self.live())
        return result

    def live(self):
        self._made = [made for made in self._made if not made.expired()]
        return len({made.cdata for made in self._made})


def run(program):
    """What the program leaves behind, the states kept after its forward pass, most states alive, layers run forward."""
    forward, backward = program.split("value.backward()")
    left = {}
    with Watch() as watch:
        exec(compile(forward, "program", "exec"), left)
        kept = watch.live() + 1  # the first state is no layer's result, and always there
        exec(compile(f"value.backward(){backward}", "program", "exec"), left)
    return left, kept, watch.peak + 1, watch.forward_layers


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_gradients_are_the_cores_and_layers_run_again_as_said(plan):
    left, _, peak, forward_layers = run(programs(plan, width=8, alpha=1.0, x=0.5)["pytorch"])
    output, of_alpha, of_first = expected(plan.layers)
    assert left["value"].item() == pytest.approx(output, rel=1e-12)
    assert left["of_alpha"].item() == pytest.approx(of_alpha, rel=1e-12)
    assert left["of_first"].tolist() == pytest.approx(of_first, rel=1e-12)
    assert forward_layers - plan.layers == recomputed_layers(plan)
    if plan.strategy is Strategy.REVOLVE:
        assert peak <= plan.states


@pytest.mark.parametrize("name", MEASURED)
def test_the_stored_measurements_are_what_this_version_does(name):
    assert torch.__version__.split("+")[0] == VERSIONS["pytorch"]
    plan = MEASURED[name]
    _, kept, peak, forward_layers = run(programs(plan, width=8, alpha=1.0, x=0.5)["pytorch"])
    row = TABLE[name]
    # Two adjoints are alive beside the states when a layer is reversed.
    assert (kept, peak + 2, forward_layers - 16) == (row.pytorch_kept, row.pytorch_peak, row.recomputed)


def test_a_program_that_wraps_nothing_is_noticed():
    program = programs(MEASURED["block-4"], width=8, alpha=1.0, x=0.5)["pytorch"]
    bare = program.replace("checkpoint(function, *inputs, use_reentrant=False)", "function(*inputs)")
    assert run(program)[1:] == (4, 8, 32)
    assert run(bare)[1:] == (17, 17, 16)


@pytest.mark.parametrize("segments", SEQUENTIAL)
def test_checkpoint_sequential_leaves_its_last_segment_unwrapped(segments):
    matrix = torch.full((8, 8), 1 / 8, dtype=torch.float64, requires_grad=True)
    first = torch.ones(8, dtype=torch.float64, requires_grad=True)
    layers = [lambda state: torch.tanh(matrix @ state)] * 16
    with Watch() as watch:
        value = checkpoint_sequential(layers, segments, first, use_reentrant=False).mean()
        kept = watch.live() + 1
        value.backward()
    assert (watch.forward_layers - 16, kept) == SEQUENTIAL[segments]
