"""The clock shows what was executed: every frame, bar and curve against the referee and the run."""

from dataclasses import dataclass

import pytest

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.execute import Execution, execute
from checkpointing.strategy import Strategy, plan
from lesson.kit.picture import Area, Bars, Cursor, Line
from lesson.schedules.clock import Clock, happens, state, steps_of
from lesson.schedules.pictures import Side, clock, plane
from lesson.schedules.points import Point, all_points

SIZES = [(1, 3), (2, 3), (16, 8), (16, 17), (23, 9)]
cases = pytest.mark.parametrize(
    ("strategy", "layers", "states"),
    [(strategy, *size) for strategy in Strategy for size in SIZES],
)


@dataclass(frozen=True)
class Executed(Side):
    """A side with the execution behind it."""

    run: Execution


def side(strategy, layers, states, letter="a"):
    actions = list(plan(strategy, layers, states).actions())
    run = execute(actions, layers, Chain(uniform_base(2), 1.0), first_state(2, 0.5))
    return Executed(letter, str(strategy), run.report.lives, steps_of(actions), run)


@cases
def test_at_every_step_as_many_are_alive_as_were_held_while_executing(strategy, layers, states):
    shown = side(strategy, layers, states)
    assert [step.states + step.adjoints for step in shown.steps] == list(shown.run.live_vectors)
    last = shown.steps[-1]
    assert (last.forward_layers, last.recomputed_layers) == (shown.run.forward_layers, shown.run.recomputed_layers)
    assert last.peak_states == shown.run.report.peak_states == max(step.states for step in shown.steps)
    assert sum(step.kind == "again" for step in shown.steps) == shown.run.recomputed_layers
    assert [step.layer for step in shown.steps if step.kind == "reverse"] == list(range(layers, 0, -1))


def alive(panel, step):
    bars = [drawn for drawn in panel.drawn if isinstance(drawn, Bars) and drawn.name in ("state", "again")]
    return sum(start <= step < stop for drawn in bars for start, stop, _ in drawn.spans)


@cases
def test_the_grid_s_bars_are_the_live_states_and_the_curve_counts_them(strategy, layers, states):
    one, other = side(strategy, layers, states), side(Strategy.REVOLVE, layers, states, "b")
    *grids, live = clock(layers, states, (one, other)).panels
    for grid, shown in zip(grids, (one, other), strict=True):
        assert [alive(grid, t) for t in range(len(shown.steps))] == [step.states for step in shown.steps]
        named = {drawn.name: drawn for drawn in grid.drawn}
        assert len(named["again"].spans) == shown.run.recomputed_layers
        for start, stop, row in named["used"].spans:
            assert stop == start + 1
            assert shown.steps[start].kind == "reverse"
            assert row in (shown.steps[start].layer, shown.steps[start].layer - 1)
        assert len(named["used"].spans) == 2 * layers
        assert grid.title == f"{shown.strategy}|{shown.letter.upper()}"
        (line,) = [drawn for drawn in live.drawn if drawn.name == f"side-{shown.letter}"]
        assert list(line.y[:-1]) == [step.states for step in shown.steps]
    for panel in (*grids, live):
        assert isinstance(panel.drawn[0], Cursor), "below all else"
        assert panel.x.low == 0, "where a cursor's own 0 is"
    assert len({(panel.x.low, panel.x.high) for panel in (*grids, live)}) == 1


def test_a_frame_says_what_happens_on_both_sides_and_counts_it():
    one, other = side(Strategy.UNIFORM_BLOCKS, 16, 8), side(Strategy.FULL_TAPE, 16, 8, "b")
    frames = Clock({"a": one.steps, "b": other.steps})
    assert len(frames) == len(one.steps) == 42
    assert len(list(frames)) == 42
    first = frames[0]
    assert first.slots["moment"] == 1
    assert first.says["a"] == (("step-forward", {"layer": 1, "before": "h₀", "after": "h₁"}),)
    assert frames[1].says["a"] == (("step-forward-overwriting", {"layer": 2, "before": "h₁", "after": "h₂"}),)
    assert frames[16].says["a"][1] == ("step-dropped", {"states": "h₁₆"})
    assert frames[41].slots["a-now-recomputed"] == 10
    assert frames[41].says["b"] == (("ended", {"steps": 32}),)
    counted = {name: frames[41].slots[f"b-now-{name}"] for name in ("forward", "recomputed", "peak")}
    assert counted == {"forward": 16, "recomputed": 0, "peak": 17}
    assert (frames[31].slots["b-now-states"], frames[31].slots["b-now-vectors"]) == (2, 4)
    assert (frames[32].slots["b-now-states"], frames[32].slots["b-now-vectors"]) == (0, 0)
    for outside in (42, -1):
        with pytest.raises(IndexError):
            frames[outside]


def test_what_frameworks_drop_before_they_run_a_block_again_is_told():
    steps = side(Strategy.FRAMEWORKS, 4, 4).steps
    assert any(name == "step-dropped" for step in steps if step.kind == "forward" for name, _ in happens(step))
    assert state(12) == "h₁₂"


@pytest.mark.parametrize("layers", [1, 2, 16, 64])
def test_the_plane_shows_every_point_it_has_room_for_and_shades_what_is_dominated(layers):
    chosen = {"a": (layers + 1, 0), "b": (layers + 1, 0)}
    (panel,) = plane(all_points(layers), chosen).panels
    named = {(type(drawn), drawn.name, getattr(drawn, "dots", "")): drawn for drawn in panel.drawn}
    for strategy in Strategy:
        dots = named[Line, str(strategy), "only"]
        shown = list(zip(dots.x, dots.y, strict=True))
        wanted = [(p.peak_states, p.recomputed_layers) for p in all_points(layers) if p.strategy is strategy]
        assert set(shown) <= set(wanted)
        assert {place for place in wanted if place not in shown} == {w for w in wanted if w[1] > panel.y.high}
        if strategy is not Strategy.REVOLVE:
            assert len(shown) == len(wanted), "only the optimum goes on above the picture"
        assert all(panel.x.low < x < panel.x.high and panel.y.low < y < panel.y.high for x, y in shown)
    edge, area = named[Line, "revolve", ""], named[Area, "dominated", ""]
    assert list(area.x[:-1]) == list(edge.x)
    assert list(area.y[:-1]) == list(edge.y)
    frontier = [p for p in all_points(layers) if p.strategy is Strategy.REVOLVE]
    assert all(
        (p.peak_states, p.recomputed_layers) in zip(edge.x, edge.y, strict=True)
        for p in frontier
        if p.recomputed_layers < panel.y.high
    )


def test_a_chosen_point_far_above_is_still_in_the_picture():
    points = (*all_points(16), Point(Strategy.REVOLVE, 3, 105))
    (panel,) = plane(points, {"a": (3, 105), "b": (8, 9)}).panels
    assert panel.y.high > 105
