"""The bench's arithmetic and its table; what it measures is measured by running it."""

import itertools

import pytest

from lesson.blocks.respond import CONTROLS
from lesson.kit.controls import Choice, from_address, read
from lesson.schedules.plans import chosen_plans
from lesson.schedules.respond import CONTROLS as SCHEDULE_CONTROLS
from publish.bench.moves import SIZES, mixed_moves, settle
from publish.bench.plans import PLANS
from publish.bench.readings import Reading, exponent, percentile, spread, table
from publish.bench.schedules import LENGTHS, ORDERS, new_settings


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([7], 0.95, 7),
        ([3, 1, 2], 0.5, 2),
        ([4, 3, 2, 1], 0.5, 2),
        ([4, 3, 2, 1], 1, 4),
        (range(1, 21), 0.95, 19),
        (range(1, 101), 0.95, 95),
    ],
)
def test_a_percentile_is_the_smallest_value_not_exceeded_by_that_share(values, share, expected):
    assert percentile(values, share) == expected


@pytest.mark.parametrize(("values", "share"), [([], 0.5), ([1], 0), ([1], 1.01), ([1], float("nan"))])
def test_a_percentile_of_nothing_or_beyond_all_is_refused(values, share):
    with pytest.raises(ValueError, match=f"share is {share!r} of {len(values)} values; expected"):
        percentile(values, share)


@pytest.mark.parametrize("power", [-1, 0, 0.5, 1, 2])
def test_the_fit_finds_the_power_that_times_were_made_with(power):
    sizes = [250, 500, 1000, 4000]
    assert exponent(sizes, [0.3 * size**power for size in sizes]) == pytest.approx(power, abs=1e-12)


def test_the_fit_is_the_one_of_least_squares():
    # Logarithms to base 2: (0, 0), (1, 0), (2, 3). The best line through them rises by 3 / 2.
    assert exponent([1, 2, 4], [1, 1, 8]) == pytest.approx(1.5, abs=1e-12)


@pytest.mark.parametrize(("sizes", "times"), [([], []), ([1], [1]), ([2, 2], [1, 3]), ([1, 2], [1]), ([1, 2], [0, 1])])
def test_what_cannot_be_fitted_is_refused(sizes, times):
    with pytest.raises(ValueError, match="cannot fit times"):
        exponent(sizes, times)


@pytest.mark.parametrize(
    ("value", "target", "met"), [(8, 8, True), (7.9, 8, True), (8.1, 8, False), (0, 0, True), (1, None, None)]
)
def test_a_target_is_met_up_to_and_with_its_value(value, target, met):
    reading = Reading("event to the numbers", value, "ms", target)
    assert reading.met is met
    assert reading.as_json()["met"] is met


def test_json_keeps_zero_and_leaves_out_what_was_not_measured():
    reading = Reading("growth", 0.0, "MB", 5, details={"runs": 3})
    expected = {"name": "growth", "value": 0.0, "unit": "MB", "target": 5, "details": {"runs": 3}, "met": True}
    assert reading.as_json() == expected


def test_many_times_are_judged_by_the_95th_percentile():
    reading = spread("event to the numbers", [*[2.0] * 18, 9.0, 50.0], 8)
    assert (reading.value, reading.median, reading.met) == (9.0, 2.0, False)


def test_the_table_puts_each_figure_beside_its_target_and_the_plain_way():
    readings = [
        Reading("to the figure", 20.25, "ms", 25, median=15.0, plain=90.0, plain_median=60.0, note="slowest: width"),
        Reading("runs", 300, "", 199),
        Reading("first visit", 7.5, "ms"),
    ]
    lines = [line.split("  ") for line in table(readings).splitlines()]
    cells = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    assert cells == [
        ["figure", "measured", "median", "target", "plain way", "median", "of ours"],
        ["to the figure", "20.25 ms", "15", "<= 25", "met", "90", "60", "4.0 times", "slowest: width"],
        ["runs", "300", "<= 199", "missed"],
        ["first visit", "7.50 ms"],
    ]


@pytest.mark.parametrize("shape", [shape for shape, _ in SIZES.values()])
def test_the_mix_moves_every_control_and_only_to_values_it_takes(shape):
    texts = {name: text for name, text in settle(*shape)}
    read(CONTROLS, texts)
    moves = list(itertools.islice(mixed_moves(*shape), 600))
    last = dict(texts)
    for name, text in moves:
        last[name] = text
        read(CONTROLS, last)
    for control in CONTROLS:
        values = [text for name, text in moves if name == control.name]
        assert len(values) == 100
        assert all(one != other for one, other in itertools.pairwise(values)), control.name
        assert len(set(values)) >= (2 if isinstance(control, Choice) else 4)


def test_the_second_lesson_s_settings_all_work_and_bring_every_strategy():
    texts, _ = from_address(SCHEDULE_CONTROLS, {"layers": "64", "states": "16"})
    shown = {"plan-a": set(), "plan-b": set()}
    for name, text in itertools.islice(new_settings(), 300):
        texts[name] = text
        for side, chosen in chosen_plans(read(SCHEDULE_CONTROLS, texts), texts).items():
            shown[f"plan-{side}"].add(str(chosen.strategy))
    for control in SCHEDULE_CONTROLS:
        if control.name == "plan-a":
            assert set(control.options) == shown["plan-a"] | shown["plan-b"]


@pytest.mark.parametrize("name", ORDERS)
def test_the_actions_of_a_plan_grow_in_the_stated_order(name):
    _, growth = ORDERS[name]
    counted = [sum(1 for _ in PLANS[name](layers)) for layers in LENGTHS]
    assert exponent(LENGTHS, counted) <= exponent(LENGTHS, [growth(layers) for layers in LENGTHS]) + 0.02
