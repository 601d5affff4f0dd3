"""The second lesson's pages: what Python looks for stands there, and the fixed numbers are the core's."""

import re

import pytest

from checkpointing.blocks import nested_cost
from checkpointing.check import BudgetError
from checkpointing.frameworks import framework_cost
from checkpointing.strategy import Strategy, plan
from lesson.schedules.plans import PLANS
from tests.pages.document import SCHEDULES_EN, SCHEDULES_KO, read

SECTIONS = ["concept", "theory", "clock", "plane", "game", "breaking", "code", "check"]
LEGENDS = {
    "clock": "state again used now side-a side-b budget",
    "plane": "revolve uniform-blocks nested-blocks sqrt-blocks bisection frameworks full-tape side-a side-b",
}
NOW = ("forward", "recomputed", "states", "vectors", "peak")
lessons = pytest.mark.parametrize("page", [SCHEDULES_KO, SCHEDULES_EN])


@lessons
def test_sections_stand_in_their_order_and_are_led_to(page):
    root = read(page)
    order = [s["id"] for s in root.one("main").all("section") if s["id"] in SECTIONS]
    assert order == [name for name in SECTIONS if name in order]
    assert {"concept", "theory", "clock", "plane", "check"} <= set(order)
    links = [a["href"] for a in root.one("nav", **{"class": "parts"}).all("a")]
    assert links == [f"#{name}" for name in order]


@lessons
def test_figures_have_their_words_and_legends(page):
    root = read(page)
    for name, marks in LEGENDS.items():
        figure = root.one("figure", data_figure=name)
        assert figure["data-update"] == "0"
        legend = figure.one("ul", **{"class": "legend"}).all("li")
        assert [item["class"] for item in legend] == [f"mark-{mark}" for mark in marks.split()]
        drawn = {g["class"] for g in figure.one("div", data_drawing=None).all("g", **{"class": None})}
        assert {item["class"] for item in legend} <= drawn
        assert figure.one("figcaption").text()
    words = root.one("figure", data_figure="clock").attributes
    for strategy in Strategy:
        assert "{value}" in words[f"data-word-{strategy}"]


@lessons
def test_a_strategy_has_one_name_wherever_it_stands(page):
    root = read(page)
    titles = root.one("figure", data_figure="clock").attributes
    legend = root.one("figure", data_figure="plane").one("ul")
    for choice in PLANS:
        options = {o["value"]: o.text() for o in root.one("select", name=choice.name).all("option")}
        assert list(options) == list(Strategy)
        for strategy, name in options.items():
            assert titles[f"data-word-{strategy}"] == f"{{value}}: {name}"
            if strategy != Strategy.REVOLVE:  # in the plane it is a line of many schedules
                assert legend.one("li", **{"class": f"mark-{strategy}"}).text() == name


@lessons
def test_the_clock_has_its_scrubber_counters_sentences_and_table(page):
    player = read(page).one("div", data_player="clock")
    moments = player.one("data", data_slot="moments")["value"]
    scrubber = player.one("input", name="moment")
    assert (scrubber["type"], scrubber["min"], scrubber["max"], scrubber["value"]) == ("range", "1", moments, "1")
    assert [b["data-by"] for b in player.all("button", data_by=None)] == ["-1", "1"]
    assert player.one("button", data_play=None)["aria-pressed"] == "false"
    assert [e["data-says"] for e in player.all(data_says=None)] == ["a", "b"]
    assert all(e.text() for e in player.all(data_says=None))
    slots = {e["data-slot"] for e in player.all("data", data_slot=None)}
    assert slots == {"moment", "moments", *(f"{side}-now-{name}" for side in "ab" for name in NOW)}
    assert player.one("p", data_player_status=None)["role"] == "status"
    rows = player.one("table", data_frames="clock").one("tbody").all("tr")
    assert len(rows) == int(moments)
    assert [r.get("aria-current") for r in rows] == ["true", *[None] * (len(rows) - 1)]


@lessons
def test_what_eight_states_buy_is_what_the_core_says(page):
    rows = read(page).one("table", data_fixed="buys").one("tbody").all("tr")
    assert {row["data-plan"] for row in rows} == set(Strategy)
    for row in rows:
        cost = plan(row["data-plan"], 16, 8).cost
        peak, recomputed = (int(cell.text()) for cell in row.all("td")[:2])
        assert (peak, recomputed) == (cost.peak_states, cost.recomputed_layers)
    assert plan("uniform-blocks", 16, 8).sizes == (3,)
    assert plan("sqrt-blocks", 16, 8).sizes == (4,)


@lessons
def test_the_numbers_in_the_text_are_the_core_s(page):
    text = read(page).one("section", id="concept").text()
    with pytest.raises(BudgetError):
        plan("uniform-blocks", 64, 13)
    said = [int(number) for number in re.findall(r"\d+", text[text.index("64") :])][:4]
    best = [plan(name, 64, 13).cost.recomputed_layers for name in ("nested-blocks", "revolve")]
    assert said == [64, 13, *best]
    kept = [a for a in plan("revolve", 16, 8).actions()][:16]
    ends = [a.layer - 1 for a in kept if not a.overwrite]
    assert ends == [0, 7, 11, 12, 13, 14, 15], "h_0, h_7, h_11, and the last five layers as a tape"


@lessons
def test_the_measured_table_agrees_with_the_frameworks_way(page):
    rows = read(page).one("table", data_fixed="measured").one("tbody").all("tr", data_block=None)
    for row in rows:
        block = int(row["data-block"])
        saved, peak, recomputed = (int(cell.text()) for cell in row.all("td"))
        cost = framework_cost(16, block)
        assert (peak, recomputed) == (cost.peak_states + 2, cost.recomputed_layers)
        assert saved == -(-16 // block), "a block's input each"


@pytest.mark.parametrize("root", [2, 3, 4, 5])
def test_the_formula_for_two_nested_sizes(root):
    cost = nested_cost(root**3, (root**2, root))
    assert (cost.peak_states, cost.recomputed_layers) == (3 * root - 1, 2 * (root**3 - root**2))
