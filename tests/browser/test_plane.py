"""The Pareto plane: every point in its place, the chosen and the dominated marked, each point a schedule to load."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from checkpointing.revolve import optimal_cost
from checkpointing.strategy import Strategy, plan
from lesson.schedules.points import Point, all_points
from tests.browser.opened import Opened

LAYERS = 16
FIGURE = 'figure[data-figure="plane"]'
FAMILIES = [str(strategy) for strategy in Strategy]
_DOTS = r"""(figure, name) => {
    const paths = [...figure.querySelectorAll(`svg .mark-${name} path`)];
    const at = d => [...d.matchAll(/M ([\d.]+) ([\d.]+) L \1 \2(?= |$)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    return paths.map(path => at(path.getAttribute("d"))).at(-1);
}"""
# In SVG units: is a place a little to the right and above, or to the left and below, in the shaded region?
_SHADED = r"""(figure, [places, across, up]) => {
    const path = figure.querySelector("svg .mark-dominated path"), svg = figure.querySelector("svg");
    const point = svg.createSVGPoint();
    return places.map(([x, y]) => {
        [point.x, point.y] = [x + across, y - up];
        return path.isPointInFill(point);
    });
}"""


def dots(opened: Opened, name: str) -> list[list[float]]:
    return opened.one(FIGURE).evaluate(_DOTS, name)


def scale(opened: Opened):
    """Where a point of the plane is to lie, in SVG units, judged by the full tape's dot and bisection's."""
    full, halves = (
        next(p for p in all_points(LAYERS) if str(p.strategy) == name) for name in ("full-tape", "bisection")
    )
    ((right, low),), ((left, high),) = dots(opened, "full-tape"), dots(opened, "bisection")
    across = (right - left) / (full.peak_states - halves.peak_states)
    up = (high - low) / (halves.recomputed_layers - full.recomputed_layers)
    return lambda peak, again: (
        left + (peak - halves.peak_states) * across,
        low + (again - full.recomputed_layers) * up,
    )


def press(opened: Opened, place: tuple[float, float], off: float = 0) -> None:
    """Presses the drawing at a place in SVG units, and so many units beside it."""
    svg = opened.one(f"{FIGURE} svg")
    svg.scroll_into_view_if_needed()
    unit = svg.evaluate("svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width")
    svg.click(position={"x": (place[0] + off) * unit, "y": place[1] * unit})


def until_shown(opened: Opened, before: int) -> None:
    opened.until("n => Number(document.querySelector('form[data-lab=schedules]').dataset.updates) > n", before)
    opened.until_quiet()


def check_chosen(opened: Opened, strategy: str, states: int, peak: int, recomputed: int) -> None:
    """B is that strategy in that budget, with these costs: in controls, counts, address and the plane."""
    assert opened.field("plan-b").input_value() == strategy
    assert opened.field("states").input_value() == str(states)
    slots = opened.slots()
    assert (slots["b-peak-states"], slots["b-recomputed"]) == (str(peak), str(recomputed))
    query = dict(parse_qsl(urlsplit(opened.page.url).query))
    assert (query["plan-b"], query["states"]) == (strategy, str(states))
    ((x, y),) = dots(opened, "side-b")
    assert (x, y) == pytest.approx(scale(opened)(peak, recomputed), abs=0.02)


def test_every_point_lies_where_its_costs_are_and_all_but_the_frontier_is_shaded(schedules):
    place, top = scale(schedules), 32  # the optimum goes on beyond the picture's top
    frontier = {(s, optimal_cost(LAYERS, s).recomputed_layers) for s in range(3, LAYERS + 2)}
    shaded = {True: [], False: []}
    for family in FAMILIES:
        costs = [(p.peak_states, p.recomputed_layers) for p in all_points(LAYERS) if str(p.strategy) == family]
        expected = {place(*cost): cost not in frontier for cost in costs if place(*cost)[1] > top}
        found = dots(schedules, family)
        assert len(found) == len(expected) >= 1
        for one, other in zip(sorted(found), sorted(expected), strict=True):
            assert one == pytest.approx(other, abs=0.02)
        for there, dominated in expected.items():
            shaded[dominated].append(there)
    inside, outside = shaded[True], shaded[False]
    assert len(inside) > 50
    assert len(outside) >= 10
    assert all(schedules.one(FIGURE).evaluate(_SHADED, [inside, 0.5, 0.5]))
    assert not any(schedules.one(FIGURE).evaluate(_SHADED, [outside, -0.5, -0.5]))


def test_a_and_b_are_marked_where_their_counts_are(schedules):
    slots, place = schedules.slots(), scale(schedules)
    for side in "ab":
        ((x, y),) = dots(schedules, f"side-{side}")
        counted = int(slots[f"{side}-peak-states"]), int(slots[f"{side}-recomputed"])
        assert (x, y) == pytest.approx(place(*counted), abs=0.02)


def one_of(family: str, peak: int) -> Point:
    """A point of that strategy and peak that no other strategy shares."""
    points = all_points(LAYERS)
    where = [(p.peak_states, p.recomputed_layers) for p in points]
    return next(
        p
        for p in points
        if (str(p.strategy), p.peak_states) == (family, peak) and where.count((p.peak_states, p.recomputed_layers)) == 1
    )


@pytest.mark.parametrize(
    ("family", "peak", "off"),
    [("nested-blocks", 9, 0), ("frameworks", 12, 6), ("bisection", 6, -6), ("revolve", 5, 0), ("revolve", 13, 0)],
)
def test_a_press_on_a_point_or_near_it_loads_its_schedule(schedules, family, peak, off):
    point, before = one_of(family, peak), schedules.updates
    costs = point.peak_states, point.recomputed_layers
    press(schedules, scale(schedules)(*costs), off)
    until_shown(schedules, before)
    check_chosen(schedules, family, peak, *costs)
    keeps = peak >= 8  # what A, uniform blocks, needs for 16 layers
    assert schedules.field("plan-a").input_value() == ("uniform-blocks" if keeps else "revolve")
    assert schedules.slots()["gradient-difference"] == "0"


def test_a_press_beside_all_points_changes_nothing(schedules):
    before = schedules.updates, schedules.slots()
    press(schedules, (70, 300))
    schedules.page.wait_for_timeout(100)
    assert (schedules.updates, schedules.slots()) == before


def test_every_budget_and_strategy_is_a_link_by_keyboard_and_the_focus_stays(schedules):
    page = schedules.page
    summary = schedules.one("#plane summary")
    summary.focus()
    page.keyboard.press("Enter")
    schedules.until("document.querySelector('[data-table=budgets] tr[data-states=\"12\"] a') !== null")
    page.keyboard.press("Tab")  # the table, which scrolls
    assert page.evaluate("document.activeElement.getAttribute('role')") == "region"
    link = schedules.one('[data-table="budgets"] tr[data-states="12"] [data-column="frameworks"] a')
    order = "(all, link) => all.indexOf(link)"
    reached = page.locator('[data-table="budgets"] a').evaluate_all(order, link.element_handle())
    for _ in range(reached + 1):
        page.keyboard.press("Tab")
    assert link.evaluate("a => a === document.activeElement")
    before, seen = schedules.updates, link.bounding_box()["y"]
    page.keyboard.press("Enter")
    until_shown(schedules, before)
    best = plan("frameworks", LAYERS, 12).cost
    check_chosen(schedules, "frameworks", 12, best.peak_states, best.recomputed_layers)
    assert link.evaluate("a => a === document.activeElement"), "the reader goes on from there"
    assert link.bounding_box()["y"] == pytest.approx(seen, abs=60), "where it was, or a row beside it"
    again = {f"{what}_recomputed": schedules.slots()[f"{what}-recomputed"] for what in ("a", "b", "optimal")}
    told = schedules.message("updated", layers="16", states="12", **again)
    schedules.until("told => document.querySelector('[data-status]').textContent === told", told)


def test_the_table_is_the_plane_in_words_and_marks_the_present_budget(schedules):
    table = schedules.one('[data-table="budgets"]')
    schedules.one("#plane summary").click()
    schedules.set_control("states", 9)
    assert table.locator("tr[aria-current]").evaluate_all("rows => rows.map(row => row.dataset.states)") == ["9"]
    assert schedules.page.get_by_role("table", name=table.locator("caption").text_content(), exact=True).count() == 1
    for row in schedules.table("budgets"):
        for family in ("revolve", "uniform-blocks", "nested-blocks", "frameworks"):
            fitting = [p for p in all_points(LAYERS) if p.strategy == family and p.peak_states <= int(row["states"])]
            best = min((p.recomputed_layers for p in fitting), default=None)
            assert row[family] == (None if best is None else str(best)), (row["states"], family)
    schedules.one("#plane summary").click()
    schedules.set_control("layers", 12)
    schedules.one("#plane summary").click()
    schedules.until("document.querySelectorAll('[data-table=budgets] tbody tr').length === 11")
