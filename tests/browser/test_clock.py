"""The clock: one scrubber that moves both strategies, all counters and the table, by hand, by keys or by itself."""

import pytest

from checkpointing.check import BudgetError
from checkpointing.strategy import plan
from tests.browser.clock_face import COUNTS, Counted, shown
from tests.browser.opened import Opened

CASES = [  # layers, states, plan A, plan B
    (16, 8, "uniform-blocks", "revolve"),
    (9, 12, "frameworks", "full-tape"),
    (20, 6, "nested-blocks", "bisection"),
    (1, 3, "sqrt-blocks", "revolve"),
]
PLAYER = '[data-player="clock"]'


def choose(opened: Opened, layers: int, states: int, plan_a: str, plan_b: str) -> None:
    """By a link, as the page's own links do: all settings at once."""
    query = f"?layers={layers}&states={states}&plan-a={plan_a}&plan-b={plan_b}#clock"
    before = opened.updates
    opened.page.evaluate(
        """query => {
            const link = Object.assign(document.createElement("a"), {href: query});
            link.dataset.settings = "";
            document.querySelector("main").append(link);
            link.click();
            link.remove();
        }""",
        query,
    )
    opened.until("n => Number(document.querySelector('form[data-lab=schedules]').dataset.updates) > n", before)
    opened.until_quiet()


def moment(opened: Opened) -> int:
    return int(opened.one("#moment").input_value())


def to_moment(opened: Opened, number: int) -> None:
    opened.one("#moment").evaluate(
        "(field, n) => { field.value = n; field.dispatchEvent(new Event('input', {bubbles: true})); }", number
    )


def is_playing(opened: Opened) -> bool:
    return opened.one(f"{PLAYER} [data-play]").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}-{case[3]}")
def test_at_every_moment_grids_counters_sentences_and_table_are_what_the_core_counts(schedules, case):
    layers, states, *strategies = case
    schedules.one(f"{PLAYER} details").evaluate("details => details.open = true")
    choose(schedules, *case)
    sides = dict(zip("ab", (Counted.of(strategy, layers, states) for strategy in strategies), strict=True))
    moments = range(max(side.steps for side in sides.values()))
    assert schedules.one("#moment").get_attribute("max") == str(len(moments))
    for number, seen in zip(moments, shown(schedules, moments), strict=True):
        assert seen["moment"] == number
        assert seen["slots"]["moments"] == len(moments)
        assert seen["told"] == schedules.message("moment", step=str(number + 1), steps=str(len(moments)))
        for letter, side in sides.items():
            assert tuple(seen["slots"][f"{letter}-{name}"] for name in COUNTS) == side.counts(number)
            ended = schedules.message("ended", steps=str(side.steps))
            assert (seen["says"][letter] == ended) == (number >= side.steps)
        running = [side.alive(number) for side in sides.values()]
        assert seen["alive"] == running
        a, b = (str(len(side.alive(number))) for side in sides.values())
        assert seen["row"] == [str(number + 1), seen["says"]["a"], a, seen["says"]["b"], b]


def test_of_a_long_schedule_the_table_has_the_hundred_around_the_moment(schedules):
    choose(schedules, 64, 16, "bisection", "revolve")
    schedules.one(f"{PLAYER} summary").click()
    length = Counted.of("bisection", 64, 16).steps
    schedules.until("document.querySelector('[data-frames] tr[aria-current]') !== null")
    for number, first, last in ((99, 1, 100), (100, 101, 200), (length - 1, (length - 1) // 100 * 100 + 1, length)):
        (seen,) = shown(schedules, range(number, number + 1))
        read = "rows => rows.map(row => Number(row.cells[0].querySelector('data').value))"
        assert schedules.one("[data-frames] tbody tr").evaluate_all(read) == list(range(first, last + 1))
        assert seen["row"][0] == str(number + 1)


def test_by_keys_alone_and_told_where_it_stopped(schedules):
    slider = schedules.one("#moment")
    to_moment(schedules, 1)
    slider.focus()
    for key, at in (("ArrowRight", 2), ("ArrowUp", 3), ("ArrowLeft", 2), ("End", 42), ("Home", 1), ("PageUp", 5)):
        schedules.page.keyboard.press(key)
        assert (at <= moment(schedules) <= 8) if key == "PageUp" else moment(schedules) == at, key
    told = slider.get_attribute("aria-valuetext")
    said = [schedules.one(f'{PLAYER} [data-says="{side}"]').text_content() for side in "ab"]
    whole = f"{told} A {said[0]} B {said[1]}"
    schedules.until("said => document.querySelector('[data-player-status]').textContent === said", whole)
    assert schedules.one(f"{PLAYER} [data-player-status][role=status]").count() == 1
    for _ in range(3):
        schedules.page.keyboard.press("Shift+Tab")
    assert schedules.one(f'{PLAYER} [data-by="-1"]').evaluate("b => b === document.activeElement")
    before = moment(schedules)
    schedules.page.keyboard.press("Enter")
    assert moment(schedules) == before - 1
    schedules.page.keyboard.press("Tab")
    schedules.page.keyboard.press("Tab")
    schedules.page.keyboard.press("Space")
    assert moment(schedules) == before


def test_a_long_schedule_plays_in_steps_so_wide_that_its_end_is_reached(schedules):
    choose(schedules, 128, 3, "revolve", "revolve")
    steps = int(schedules.one("#moment").get_attribute("max"))
    assert steps == Counted.of("revolve", 128, 3).steps > 8_000
    to_moment(schedules, 1)
    schedules.one(f"{PLAYER} [data-play]").click()
    schedules.until("Number(document.querySelector('#moment').value) > 1")
    first = moment(schedules) - 1
    schedules.one(f"{PLAYER} [data-play]").click()
    assert first % round(steps * 0.04 / 15) == 0 < first


def test_it_plays_to_its_end_from_where_it_stands_and_from_the_start_when_it_stands_at_the_end(schedules):
    to_moment(schedules, 41)
    schedules.one("#moment").focus()
    schedules.page.keyboard.press("Space")
    assert is_playing(schedules)
    schedules.until("document.querySelector('#moment').value === '42'")
    schedules.until("document.querySelector('[data-player=clock] [data-play]').ariaPressed === 'false'")
    told = schedules.one("#moment").get_attribute("aria-valuetext")
    assert schedules.one(f"{PLAYER} [data-player-status]").text_content().startswith(told)
    schedules.one(f"{PLAYER} [data-play]").click()
    assert is_playing(schedules)
    assert moment(schedules) == 1
    schedules.one(f"{PLAYER} [data-play]").click()
    assert not is_playing(schedules)
    stopped = moment(schedules)
    schedules.page.wait_for_timeout(1500)  # longer than a step takes
    assert moment(schedules) == stopped


def test_steps_by_buttons_stop_at_both_ends_and_a_hand_stops_the_play(schedules):
    to_moment(schedules, 42)
    schedules.one(f'{PLAYER} [data-by="1"]').click()
    assert moment(schedules) == 42
    schedules.one(f'{PLAYER} [data-by="-1"]').click()
    assert moment(schedules) == 41
    to_moment(schedules, 1)
    schedules.one(f'{PLAYER} [data-by="-1"]').click()
    assert moment(schedules) == 1
    schedules.one(f"{PLAYER} [data-play]").click()
    schedules.one(f'{PLAYER} [data-by="1"]').click()
    assert not is_playing(schedules)


def test_who_listens_is_told_names_and_roles(schedules):
    player = schedules.one(PLAYER)
    assert schedules.page.get_by_role("group", name=player.get_attribute("aria-label"), exact=True).count() == 1
    label = player.locator('label[for="moment"]').text_content()
    slider = player.get_by_role("slider", name=label, exact=True)
    assert slider.get_attribute("aria-describedby") == "moment-hint"
    assert player.get_by_role("button").count() == 3
    for button in player.get_by_role("button").all():
        assert button.get_attribute("aria-label") or button.text_content().strip()
    assert player.locator("[data-drawing] svg").get_attribute("aria-hidden") == "true"
    caption = player.locator("[data-frames] caption").text_content()
    player.locator("summary").click()
    assert player.get_by_role("table", name=caption, exact=True).count() == 1
    heads = player.locator("[data-frames] thead").get_by_role("columnheader")
    assert heads.count() == 5
    assert player.locator("[data-frames] tbody").get_by_role("rowheader").count() == 42


def least_states(strategy: str, layers: int) -> int:
    with pytest.raises(BudgetError) as raised:
        plan(strategy, layers, 1)
    return raised.value.least_states


@pytest.mark.parametrize(("strategy", "layers"), [("uniform-blocks", 16), ("nested-blocks", 64), ("frameworks", 25)])
def test_a_budget_that_is_too_small_is_told_with_the_smallest_that_works(schedules, strategy, layers):
    least = least_states(strategy, layers)
    choose(schedules, layers, 30, strategy, "revolve")
    before = schedules.slots(), schedules.drawing("clock"), schedules.drawing("plane")
    schedules.refuse_control("states-typed", least - 1)
    error = schedules.one('[data-error="states"]')
    values = {"value": str(least - 1), "layers": str(layers), "least": str(least)}
    assert error.text_content() == schedules.message(f"too-few-{strategy}", **values)
    assert error.get_attribute("role") == "alert"
    assert schedules.field("states-typed").get_attribute("aria-invalid") == "true"
    assert (schedules.slots(), schedules.drawing("clock"), schedules.drawing("plane")) == before
    schedules.set_control("states-typed", least)
    assert error.is_hidden()
    assert schedules.slots()["a-peak-states"] == str(least)


def test_an_address_whose_settings_do_not_go_together_is_told_and_the_first_settings_stand(visit):
    least = str(least_states("uniform-blocks", 40))
    opened = visit("lesson/schedules/en.html?layers=40&states=5&plan-a=uniform-blocks").until_ready()
    told = opened.message("too-few-uniform-blocks", value="5", layers="40", least=least)
    assert opened.one('[data-error="states"]').text_content() == told
    assert (opened.field("layers").input_value(), opened.field("states").input_value()) == ("40", "5")
    assert opened.slots()["layers"] == "16"
    assert opened.updates == 1
    to_moment(opened, 42)
    assert opened.slots()["a-now-states"] == str(len(Counted.of("uniform-blocks", 16, 8).alive(41)))
    opened.set_control("states-typed", least)
    assert opened.slots()["layers"] == "40"
    assert opened.slots()["a-peak-states"] == least
    assert opened.said == []


def test_what_is_wrong_with_a_folded_control_unfolds_it(visit):
    query = "layers=24&states=20&plan-a=nested-blocks&outer-a=5&inner-a=5"
    opened = visit(f"lesson/schedules/en.html?{query}").until_ready()
    error = opened.one('[data-error="inner-a"]')
    assert error.text_content() == opened.message("inner-too-large", value="5", outer="5")
    assert error.is_visible()


def test_sizes_by_hand_that_do_not_fit_the_budget_are_named(schedules):
    schedules.set_control("outer-a", 4)
    schedules.refuse_control("outer-a", 8)
    error = schedules.one('[data-error="states"]')
    assert error.text_content() == schedules.message("too-few-sizes-a", value="8", least="10")
    schedules.set_control("outer-a", 3)
    assert error.is_hidden()


def test_new_numbers_are_not_told_beside_a_refusal_that_came_after_them(schedules):
    status = "document.querySelector('#schedules-form [data-status]').textContent"
    schedules.set_control("layers", 18)
    schedules.until(f"{status}.includes('18')")
    told = schedules.page.evaluate(status)
    schedules.set_control("layers", 17)
    schedules.refuse_control("states-typed", 5)
    schedules.page.wait_for_timeout(1_500)  # longer than it takes to tell
    assert schedules.page.evaluate(status) == told
