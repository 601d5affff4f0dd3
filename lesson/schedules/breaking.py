"""One switch at a time that breaks the chosen schedule: what it costs, counted, beside the right one."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from checkpointing.blocks import sqrt_block
from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.dropout import DropoutChain
from checkpointing.execute import Execution, execute, largest_difference
from checkpointing.frameworks import framework_blocks
from checkpointing.mistakes import keep_restored, last_unwrapped
from checkpointing.schedule import Action, full_tape
from checkpointing.strategy import Plan
from lesson.kit.controls import Choice
from lesson.kit.picture import Axis, Line, Panel, Picture
from lesson.schedules.runs import run_full_tape, run_plan

KEEP, SEED = 0.9, 263  # of the random masks


class Mistake(StrEnum):
    """The switches, by the names they go by in a page's address."""

    KEEP_RESTORED = "keep-restored"
    ONE_BLOCK = "one-block"
    EVERY_LAYER = "every-layer"
    LAST_UNWRAPPED = "last-unwrapped"
    OTHER_MASKS = "other-masks"


MISTAKE = Choice("mistake", tuple(map(str, Mistake)), default=str(Mistake.KEEP_RESTORED))


@dataclass(frozen=True, slots=True, eq=False)
class Broken:
    """Three runs on the same chain: the right schedule, the broken one, and the full tape, which judges both.

    block: the size of the right schedule's blocks where it is the frameworks', 0 where it is the plan itself.
    same: whether the right schedule is the broken one.
    """

    right: Execution
    broken: Execution
    full: Execution
    block: int = 0
    same: bool = False

    @property
    def harmless(self) -> bool:
        """Whether the switch costs nothing here: no vector, no layer, and the gradient is right."""
        costs = self.broken.peak_vectors, self.broken.recomputed_layers
        right = self.right.peak_vectors, self.right.recomputed_layers
        return costs[0] <= right[0] and costs[1] <= right[1] and largest_difference(self.full, self.broken) == 0


@lru_cache(maxsize=2)  # the controls of the other strategy leave it as it was
def broken(mistake: Mistake, plan: Plan, width: int, alpha: float, x: float) -> Broken:
    """The plan with the mistake made. Mistakes in wrapping blocks are made as a framework would run them: with
    blocks of the plan's outer size, or of the square root rule where it has none.
    """
    layers, first = plan.layers, first_state(width, x)

    def run(actions: Iterable[Action], same_masks: bool = True) -> Execution:
        base = uniform_base(width)
        dropout = mistake is Mistake.OTHER_MASKS
        chain = DropoutChain(base, alpha, KEEP, SEED, same_masks) if dropout else Chain(base, alpha)
        return execute(actions, layers, chain, first)

    if mistake is Mistake.OTHER_MASKS:
        return Broken(run(plan.actions()), run(plan.actions(), same_masks=False), run(full_tape(layers)))
    full = run_full_tape(layers, width, alpha, x)
    if mistake is Mistake.KEEP_RESTORED:
        return Broken(run_plan(plan, width, alpha, x), run(keep_restored(plan.actions())), full)
    block = min(plan.sizes[0] if plan.sizes else sqrt_block(layers), layers)
    right = tuple(framework_blocks(layers, block))
    wrapped = {
        Mistake.ONE_BLOCK: framework_blocks(layers, layers),
        Mistake.EVERY_LAYER: framework_blocks(layers, 1),
        Mistake.LAST_UNWRAPPED: last_unwrapped(layers, block),
    }
    wrong = tuple(wrapped[mistake])
    return Broken(run(right), run(wrong), full, block, same=right == wrong)


def slots(runs: Broken) -> dict[str, float]:
    """The numbers of both schedules. Every plan runs to h_L first, so states kept are those alive at that step."""
    found: dict[str, float] = {"right-block": runs.block, "full-peak-vectors": runs.full.peak_vectors}
    for name, run in (("right", runs.right), ("broken", runs.broken)):
        found |= {
            f"{name}-kept": run.live_vectors[len(run.adjoint_sizes) - 2],
            f"{name}-peak-vectors": run.peak_vectors,
            f"{name}-recomputed": run.recomputed_layers,
            f"{name}-gradient-alpha": run.gradient_alpha,
            f"{name}-difference": largest_difference(runs.full, run),
        }
    return found


def notes(mistake: Mistake, runs: Broken) -> tuple[str, ...]:
    """What the page says about it."""
    right = "right-blocks" if runs.block else "right-masks" if mistake is Mistake.OTHER_MASKS else "right-plan"
    compared = ("broken-same",) if runs.same else ("broken-harmless",) if runs.harmless else ()
    return f"broken-{mistake}", right, *compared


def picture(runs: Broken) -> Picture:
    """Vectors alive at every step, beside the full tape's peak; and the size of the adjoint at every layer."""
    last = max(len(runs.right.live_vectors), len(runs.broken.live_vectors))
    top = max(run.peak_vectors for run in (runs.right, runs.broken, runs.full))
    sizes = runs.right.adjoint_sizes, runs.broken.adjoint_sizes
    layers = range(len(sizes[0]))
    alive = Panel(
        Axis("step", 0, last, whole=True),
        Axis("vectors", 0, top * 1.15, whole=True),
        (
            Line("full-peak", (0, last), (runs.full.peak_vectors,) * 2),
            Line("right", *_stairs(runs.right.live_vectors), steps=True),
            Line("broken", *_stairs(runs.broken.live_vectors), steps=True),
        ),
    )
    adjoints = Panel(
        Axis("layer", -0.4, len(layers) - 0.6, whole=True),
        Axis("size", 0, (max(map(max, sizes)) or 1) * 1.1),
        (Line("right", layers, sizes[0]), Line("broken", layers, sizes[1], dots="only")),
    )
    return Picture((alive, adjoints), height=480)


def _stairs(counts):
    return range(len(counts) + 1), [*counts, counts[-1]]
