"""The chosen plan as a complete program in JAX and in PyTorch, and what either runs again by it.

Both mark a function to be run again on the way back; which functions, and one inside which other, is the
plan. So both programs share the text between their heads and tails.
"""

from checkpointing.blocks import cut
from checkpointing.strategy import Plan, Strategy

_HEADS = {
    "jax": """\
import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
tanh = jnp.tanh
# Keeps a function's inputs alone, and runs it again on the way back.
wrapped = jax.checkpoint

""",
    "pytorch": '''\
import torch
from torch.utils.checkpoint import checkpoint

torch.set_default_dtype(torch.float64)
tanh = torch.tanh


def wrapped(function):
    """Keeps the function's inputs alone, and runs it again on the way back."""
    return lambda *inputs: checkpoint(function, *inputs, use_reentrant=False)


''',
}

_SETTINGS = "LAYERS, WIDTH, ALPHA, X = {layers}, {width}, {alpha!r}, {x!r}\n"

_DEEP = """\
# A long chain in few states nests its parts deeper than Python goes by itself.
sys.setrecursionlimit(20_000)
"""

_RUN = '''

def run(start, end):
    """The layers start + 1, ..., end as one function."""

    def through(matrix, state):
        for _ in range(start, end):
            state = tanh(matrix @ state)
        return state

    return through

'''

_TAPE = """
chain = run(0, LAYERS)
"""

_BLOCKS = '''
def blocks(start, end, sizes):
    """Blocks of sizes[0] layers, each wrapped, cut by the further sizes inside."""
    if not sizes:
        return run(start, end)
    size, *inner = sizes

    def through(matrix, state):
        for begin in range(start, end, size):
            block = blocks(begin, min(begin + size, end), inner)
            state = wrapped(block)(matrix, state)
        return state

    return through


chain = blocks(0, LAYERS, SIZES)
'''

_BISECTION = '''
def halves(start, end):
    """The first half is wrapped, so it runs again when the second is done."""
    if end - start == 1:
        return run(start, end)
    middle = start + (end - start) // 2
    front, back = wrapped(halves(start, middle)), halves(middle, end)
    return lambda matrix, state: back(matrix, front(matrix, state))


chain = halves(0, LAYERS)
'''

_REVOLVE = '''
def split(length, snapshots):
    """How far to run before the next state is kept (Griewank and Walther, 2000)."""
    repeats = 1
    while comb(snapshots + repeats, snapshots) < length:
        repeats += 1
    before = comb(snapshots + repeats - 1, snapshots)
    return min(before, length - comb(snapshots + repeats - 2, snapshots - 1))


def parts(start, end, snapshots):
    """What lies before the split is wrapped, so it runs again when the rest is done."""
    if end - start == 1:
        return run(start, end)
    middle = start + split(end - start, snapshots)
    front = wrapped(parts(start, middle, snapshots))
    back = parts(middle, end, snapshots - 1)
    return lambda matrix, state: back(matrix, front(matrix, state))


chain = parts(0, LAYERS, SNAPSHOTS)
'''

_TAILS = {
    "jax": """

def output(alpha, first):
    matrix = alpha * jnp.full((WIDTH, WIDTH), 1 / WIDTH)
    return chain(matrix, first).mean()


first = X * jnp.arange(1, WIDTH + 1) / WIDTH
value, (of_alpha, of_first) = jax.value_and_grad(output, (0, 1))(ALPHA, first)
print(value, of_alpha, of_first)
""",
    "pytorch": """
alpha = torch.tensor(ALPHA, requires_grad=True)
first = (X * torch.arange(1, WIDTH + 1) / WIDTH).requires_grad_()
matrix = alpha * torch.full((WIDTH, WIDTH), 1 / WIDTH)
value = chain(matrix, first).mean()
value.backward()
of_alpha, of_first = alpha.grad, first.grad
print(value.item(), of_alpha.item(), of_first.numpy())
""",
}

FRAMEWORKS = tuple(_HEADS)


def programs(plan: Plan, width: int, alpha: float, x: float) -> dict[str, str]:
    """For each of FRAMEWORKS a program that prints output, d/d alpha and d/d h_0 of the lesson's chain."""
    imports, settings, shape = _shape(plan)
    settings = _SETTINGS.format(layers=plan.layers, width=width, alpha=float(alpha), x=float(x)) + settings
    return {name: imports + _HEADS[name] + settings + _RUN + shape + _TAILS[name] for name in FRAMEWORKS}


def recomputed_layers(plan: Plan) -> int:
    """How many layers both programs run again: measured with JAX and PyTorch, see `tests/frameworks`.

    A wrapped part runs again whole; where it ends in a part that is wrapped itself, up to where that begins.
    Split as Revolve splits, that is Griewank and Walther's own count: their steps forward, without those that reverse.
    """
    match plan.strategy:
        case Strategy.FULL_TAPE:
            return 0
        case Strategy.BISECTION | Strategy.REVOLVE:
            return plan.cost.forward_layers - 1
    whole, last = cut(plan.layers, plan.sizes[0])
    return whole * _rerun(plan.sizes[0], plan.sizes[1:]) + _rerun(last, plan.sizes[1:])


def _rerun(length, sizes):
    """Layers that run until a wrapped part, wrapped inside again by these sizes, is reversed."""
    if not sizes:
        return length
    whole, last = cut(length, sizes[0])
    return whole * sizes[0] + whole * _rerun(sizes[0], sizes[1:]) + _rerun(last, sizes[1:])


def _shape(plan):
    """The imports, the settings and the text that say how the plan wraps the chain."""
    match plan.strategy:
        case Strategy.FULL_TAPE:
            return "", "", _TAPE
        case Strategy.BISECTION:
            return "", "", _BISECTION
        case Strategy.REVOLVE:
            return "import sys\nfrom math import comb\n\n", f"SNAPSHOTS = {max(1, plan.states - 2)}\n" + _DEEP, _REVOLVE
    return "", f"SIZES = {list(plan.sizes)}\n", _BLOCKS
