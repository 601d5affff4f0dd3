"""The lesson's pictures show what was counted: every bar, line and mark against the execution behind it."""

import itertools

import pytest

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.cost import BlockCost
from checkpointing.execute import execute
from checkpointing.schedule import full_tape, uniform_blocks
from lesson.blocks.pictures import gradients, ratios, timeline
from lesson.blocks.reference import reference
from lesson.kit.picture import Bars, Line, Mark

SIZES = [(16, 4), (16, 5), (16, 16), (1, 1), (2, 1), (7, 3), (64, 8), (64, 64), (5, 64)]
sizes = pytest.mark.parametrize(("layers", "block"), SIZES)


def runs(layers, block, width=3, alpha=1.0, x=0.5):
    def run(plan):
        return execute(plan, layers, Chain(uniform_base(width), alpha), first_state(width, x))

    return run(full_tape(layers)), run(uniform_blocks(layers, block))


def named(panel, kind, name):
    (found,) = [drawn for drawn in panel.drawn if isinstance(drawn, kind) and drawn.name == name]
    return found


def alive(panel, step):
    """How many bars of the panel are crossed by an upright line in the middle of the step."""
    return sum(start <= step < stop for bars in panel.drawn if isinstance(bars, Bars) for start, stop, _ in bars.spans)


@sizes
def test_the_mark_of_the_peak_crosses_as_many_bars_as_were_alive(layers, block):
    full, replay = runs(layers, block)
    upper, middle, _ = timeline(layers, full, replay).panels
    for panel, run in ((upper, full), (middle, replay)):
        mark = named(panel, Mark, "peak")
        assert mark.label == f"peak|{run.peak_vectors}"
        assert alive(panel, int(mark.x)) == run.peak_vectors == max(run.live_vectors)


@sizes
def test_at_every_step_the_bars_are_the_counted_vectors(layers, block):
    full, replay = runs(layers, block)
    upper, middle, counts = timeline(layers, full, replay).panels
    for panel, run, name in ((upper, full, "full"), (middle, replay, "checkpoint")):
        assert [alive(panel, step) for step in range(len(run.live_vectors))] == list(run.live_vectors)
        line = named(counts, Line, name)
        assert (list(line.x), list(line.y[:-1])) == (list(range(len(line.y))), list(run.live_vectors))
        assert line.y[-1] == line.y[-2]
        assert line.steps


@sizes
def test_no_two_bars_lie_on_each_other(layers, block):
    for panel in timeline(layers, *runs(layers, block)).panels[:2]:
        spans = sorted(
            (row, start, stop) for bars in panel.drawn if isinstance(bars, Bars) for start, stop, row in bars.spans
        )
        for (row, _, stop), (next_row, start, _) in itertools.pairwise(spans):
            assert row != next_row or stop <= start


@sizes
def test_states_computed_again_are_the_recomputed_layers(layers, block):
    full, replay = runs(layers, block)
    upper, middle, _ = timeline(layers, full, replay).panels
    assert named(upper, Bars, "again").spans == []
    assert len(named(middle, Bars, "again").spans) == replay.recomputed_layers
    assert len(named(middle, Bars, "adjoint").spans) == layers + 1


@sizes
def test_all_three_panels_share_the_axis_of_time_whatever_the_block(layers, block):
    axes = {(p.x.low, p.x.high) for b in (block, 1, layers) for p in timeline(layers, *runs(layers, b)).panels}
    assert len(axes) == 1
    assert axes.pop()[1] >= max(len(run.live_vectors) for b in (1, block, layers) for run in runs(layers, b))


def test_the_ratios_of_the_reference_example():
    (panel,) = reference().pictures["reference"].panels
    assert (panel.x.low, panel.x.high) == (0.4, 16.6)
    assert (panel.y.low, panel.y.high) == (-0.059, 1.528)
    storage, multiplication = named(panel, Line, "storage"), named(panel, Line, "multiplication")
    assert list(storage.x) == list(multiplication.x) == list(range(1, 17))
    assert storage.y == [
        b / 608 for b in (608, 384, 352, 320, 352, 352, 384, 384, 416, 448, 480, 512, 544, 576, 608, 608)
    ]
    counts = (2048, 2560, 2688, 2816, 2816, 2880, 2880, *[2944] * 8, 3008)
    assert multiplication.y == [count / 2048 for count in counts]
    assert named(panel, Mark, "current").x == 4


@pytest.mark.parametrize(("layers", "block", "place"), [(16, 4, 4), (16, 64, 16), (1, 1, 1), (64, 64, 64)])
def test_the_current_block_is_marked_inside_the_picture(layers, block, place):
    (panel,) = ratios([BlockCost(layers, 2, b, 4) for b in range(1, layers + 1)], block).panels
    mark = named(panel, Mark, "current")
    assert (mark.x, mark.label) == (place, f"current|{block}")


@pytest.mark.parametrize("layers", [1, 2, 3, 16, 64])
def test_every_ratio_is_inside_the_drawn_range(layers):
    (panel,) = ratios([BlockCost(layers, 2, b, 4) for b in range(1, layers + 1)], 1).panels
    for line in panel.drawn:
        if isinstance(line, Line):
            assert all(panel.y.low < y < panel.y.high for y in line.y)
            assert all(panel.x.low < x < panel.x.high for x in line.x)


@pytest.mark.parametrize("alpha", [0.0, 1e-300, 0.5, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("x", [-2.0, 0.0, 0.5])
@pytest.mark.parametrize(("layers", "width"), [(1, 1), (16, 8), (64, 3)])
def test_gradients_lie_inside_their_panels(layers, width, alpha, x):
    full, replay = runs(layers, 4, width, alpha, x)
    picture = gradients(full, replay)
    for panel, values in zip(picture.panels, (full.adjoint_sizes, full.gradient_input), strict=True):
        assert panel.y.low <= 0 <= panel.y.high
        for name in ("full", "checkpoint"):
            line = named(panel, Line, name)
            assert list(line.y) == list(values)
            assert all(panel.y.low <= y <= panel.y.high for y in line.y)
            assert all(panel.x.low < x < panel.x.high for x in line.x)


def test_one_pass_is_a_line_and_the_other_dots_on_it():
    for panel in gradients(*runs(6, 2)).panels:
        assert [(line.name, line.dots) for line in panel.drawn] == [("full", ""), ("checkpoint", "only")]
