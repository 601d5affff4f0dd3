"""The second lesson's answers: each plan against its closed form, what is refused, and the points of the plane."""

import itertools

import pytest

from checkpointing.referee import watch
from checkpointing.revolve import optimal_cost
from checkpointing.strategy import Strategy, plan
from lesson.kit.controls import ControlError, from_address, text_of
from lesson.schedules.breaking import MISTAKE
from lesson.schedules.plans import SIDES
from lesson.schedules.points import all_points, settings_for
from lesson.schedules.respond import CONTROLS, respond

IGNORING = {Strategy.FULL_TAPE, Strategy.SQRT_BLOCKS, Strategy.BISECTION}
CHAINS = [(1, 3), (2, 3), (3, 3), (7, 4), (16, 3), (16, 8), (16, 17), (16, 129), (33, 12), (64, 18), (128, 24)]


def settings(**said):
    texts = {name.replace("_", "-"): text_of(value) for name, value in said.items()}
    return from_address(CONTROLS, {})[0] | texts


def answer(**said):
    return respond(settings(**said))


def answered(**said):
    """The answer, or the error that stands for it."""
    try:
        return answer(**said)
    except ControlError as error:
        return error


def test_the_defaults_are_the_contract_s():
    defaults = {control.name: control.default for control in CONTROLS if control is not MISTAKE}
    assert defaults == {
        **{"layers": 16, "states": 8, "plan-a": "uniform-blocks", "plan-b": "revolve"},
        **{"outer-a": 0, "inner-a": 0, "outer-b": 0, "inner-b": 0, "width": 8, "alpha": 1, "x": 0.5},
    }
    slots = answer().slots
    assert (slots["a-recomputed"], slots["a-peak-states"], slots["a-outer"]) == (10, 8, 3)
    assert (slots["b-recomputed"], slots["b-peak-states"]) == (9, 8)
    assert (slots["optimal-recomputed"], slots["gradient-difference"]) == (9, 0)
    assert slots["gradient-alpha"] == pytest.approx(2.499491416618070999, rel=1e-13)


@pytest.mark.parametrize(("layers", "states"), CHAINS)
@pytest.mark.parametrize("strategy", Strategy)
def test_every_strategy_runs_as_its_closed_form_says_or_names_the_budget_it_needs(strategy, layers, states):
    said = {"layers": layers, "states": states, "width": 3, "plan_a": "full-tape", "plan_b": strategy}
    found = answered(**said)
    if isinstance(found, ControlError):
        assert (found.name, found.reason) == ("states", f"too-few-{strategy}")
        least = found.more["least"]
        assert states < least
        assert answer(**said | {"states": least}).slots["b-peak-states"] == least
        with pytest.raises(ControlError):
            answer(**said | {"states": least - 1})
        return
    slots, cost = found.slots, plan(strategy, layers, states).cost
    assert slots["b-recomputed"] == cost.recomputed_layers
    assert slots["b-peak-states"] == cost.peak_states
    assert slots["b-forward"] == layers + slots["b-recomputed"]
    assert slots["gradient-difference"] == 0
    assert slots["optimal-recomputed"] == optimal_cost(layers, states).recomputed_layers
    exceeds = slots["b-peak-states"] > states
    assert ("b-exceeds" in found.notes) == exceeds
    assert not exceeds or strategy in IGNORING
    assert exceeds or slots["b-recomputed"] >= slots["optimal-recomputed"]


def test_a_budget_too_small_for_both_is_answered_with_one_that_is_enough_for_both():
    with pytest.raises(ControlError) as refused:
        answer(layers=64, states=5, plan_a="nested-blocks", plan_b="uniform-blocks")
    assert (refused.value.reason, refused.value.more) == ("too-few-uniform-blocks", {"least": 16, "layers": 64})
    assert answer(layers=64, states=16, plan_a="nested-blocks", plan_b="uniform-blocks").slots["a-peak-states"] <= 16


@pytest.mark.parametrize("side", SIDES)
def test_sizes_by_hand_are_taken_as_they_are(side):
    slots = answer(**{f"plan_{side}": "uniform-blocks", f"outer_{side}": 4}).slots
    assert (slots[f"{side}-outer"], slots[f"{side}-peak-states"], slots[f"{side}-recomputed"]) == (4, 8, 12)
    # 5 does not divide 16, and 2 does not divide 5.
    found = answer(**{f"plan_{side}": "nested-blocks", f"outer_{side}": 5, f"inner_{side}": 2, "states": 17})
    assert (found.slots[f"{side}-outer"], found.slots[f"{side}-inner"]) == (5, 2)
    assert f"{side}-two-sizes" in found.notes
    assert found.slots["gradient-difference"] == 0
    whole = answer(**{f"plan_{side}": "frameworks", f"outer_{side}": 1, "states": 17}).slots
    assert (whole[f"{side}-peak-states"], whole[f"{side}-recomputed"]) == (17, 16)
    beyond = answer(**{f"plan_{side}": "uniform-blocks", f"outer_{side}": 100, "states": 17}).slots
    assert (beyond[f"{side}-peak-states"], beyond[f"{side}-recomputed"]) == (17, 15)


def test_what_sizes_by_hand_cannot_be():
    with pytest.raises(ControlError) as refused:
        answer(plan_b="nested-blocks", outer_b=4, inner_b=4, states=17)
    assert (refused.value.name, refused.value.reason) == ("inner-b", "inner-too-large")
    with pytest.raises(ControlError) as refused:
        answer(plan_a="uniform-blocks", outer_a=1)
    assert (refused.value.name, refused.value.reason) == ("states", "too-few-sizes-a")
    assert refused.value.more["least"] == 17
    # One size of two, or sizes of a strategy that has none, leave the choice where it was.
    assert answer(plan_a="nested-blocks", outer_a=4).slots == answer(plan_a="nested-blocks").slots | {"outer-a": 4}
    assert answer(outer_b=4).slots == answer().slots | {"outer-b": 4}


@pytest.mark.parametrize("layers", [1, 2, 5, 16])
def test_every_point_of_the_plane_is_shown_by_its_settings(layers):
    said = {control.name: control.default for control in CONTROLS} | {"layers": layers}
    for point in all_points(layers):
        slots = respond(from_address(CONTROLS, {})[0] | settings_for(point, said)).slots
        assert slots["b-peak-states"] == point.peak_states
        assert slots["b-recomputed"] == point.recomputed_layers


@pytest.mark.parametrize(
    ("plan_a", "outer", "inner", "peak", "kept"),
    [
        ("uniform-blocks", 2, 0, 10, ("uniform-blocks", "2", "0")),
        ("uniform-blocks", 2, 0, 9, ("uniform-blocks", "0", "0")),
        ("uniform-blocks", 2, 0, 7, ("revolve", "0", "0")),
        ("nested-blocks", 4, 2, 7, ("nested-blocks", "4", "2")),
        ("nested-blocks", 8, 4, 6, ("nested-blocks", "0", "0")),
        ("frameworks", 1, 0, 8, ("frameworks", "0", "0")),
        ("full-tape", 5, 0, 4, ("full-tape", "5", "0")),
    ],
)
def test_a_keeps_its_sizes_by_hand_in_the_budget_of_a_chosen_point_as_long_as_they_fit(
    plan_a, outer, inner, peak, kept
):
    said = {control.name: control.default for control in CONTROLS}
    said |= {"plan-a": plan_a, "outer-a": outer, "inner-a": inner, "states": 17}
    point = next(p for p in all_points(16) if (p.strategy, p.peak_states) == ("revolve", peak))
    texts = settings_for(point, said)
    assert (texts["plan-a"], texts["outer-a"], texts["inner-a"]) == kept
    slots = respond(from_address(CONTROLS, {})[0] | texts).slots
    assert slots["a-peak-states"] <= peak or plan_a == "full-tape"


@pytest.mark.parametrize("layers", [1, 2, 7, 16, 40, 64])
def test_the_plane_has_every_setting_and_nothing_lies_below_the_optimum(layers):
    points = all_points(layers)
    assert len(set(points)) == len(points)
    places = {(p.strategy, p.peak_states, p.recomputed_layers) for p in points}
    assert {p.strategy for p in points} == set(Strategy)
    for states, strategy in itertools.product(range(2, layers + 2), Strategy):
        try:
            cost = plan(strategy, layers, states).cost
        except ValueError:
            continue
        assert (strategy, cost.peak_states, cost.recomputed_layers) in places
    for point in points:
        assert point.recomputed_layers >= optimal_cost(layers, point.peak_states).recomputed_layers


def test_pointing_finds_the_optimum_where_points_lie_on_each_other():
    spots = answer().spots["plane"]
    assert len({(spot.x, spot.y) for spot in spots}) == len(spots)
    (full,) = [spot for spot in spots if spot.y == 0]
    assert full.settings()["plan-b"] == "revolve"
    (square,) = [spot for spot in spots if (spot.x, spot.y) == (8, 12)]
    assert square.settings()["states"] == "8"


def test_a_becomes_the_optimum_where_it_cannot_keep_to_the_budget_of_the_point():
    spots = {(spot.x, spot.y): spot.settings() for spot in answer().spots["plane"]}
    assert spots[9, 8]["plan-a"] == "uniform-blocks"
    assert spots[5, 18]["plan-a"] == "revolve"


@pytest.mark.parametrize(("layers", "states"), [(1, 3), (2, 3), (16, 8), (40, 9)])
def test_the_table_of_budgets_is_each_strategy_at_its_best(layers, states):
    rows = answer(layers=layers, states=states, plan_a="revolve").tables["budgets"].rows
    assert [row.key for row in rows] == list(range(3, max(3, layers + 1) + 1))
    for row in rows:
        assert ("current" in row.flags) == (row.key == states)
        for strategy in (Strategy.REVOLVE, Strategy.UNIFORM_BLOCKS, Strategy.NESTED_BLOCKS, Strategy.FRAMEWORKS):
            try:
                best = plan(strategy, layers, row.key).cost.recomputed_layers
            except ValueError:
                assert row.cells[strategy] is None
                assert strategy not in row.links
                continue
            assert row.cells[strategy] == best
            shown = respond(settings() | row.links[strategy]()).slots
            assert (shown["states"], shown["b-recomputed"]) == (row.key, best)


@pytest.mark.parametrize("layers", [3, 16])
def test_points_are_what_the_referee_counts(layers):
    for states in range(3, layers + 2):
        chosen = plan(Strategy.REVOLVE, layers, states)
        report = watch(chosen.actions(), layers)
        assert (report.peak_states, report.recomputed_layers) in {
            (p.peak_states, p.recomputed_layers) for p in all_points(layers) if p.strategy is Strategy.REVOLVE
        }
