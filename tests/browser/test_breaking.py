"""Switches that break the schedule, programs to copy, and questions whose reasons can be looked at, in the page."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from checkpointing.strategy import plan
from lesson.kit.controls import from_address
from lesson.kit.markup import machine
from lesson.schedules.breaking import Mistake
from lesson.schedules.programs import programs
from lesson.schedules.questions import QUIZ
from lesson.schedules.respond import CONTROLS, respond
from tests.browser.opened import Opened

COUNTS = ("kept", "peak-vectors", "recomputed")


def expected(**query: str) -> dict[str, float]:
    return dict(respond(from_address(CONTROLS, query)[0]).slots)


def counted(opened: Opened) -> dict[str, str]:
    """The counts that the section of the switches shows."""
    read = "all => Object.fromEntries(all.map(slot => [slot.dataset.slot, slot.value]))"
    return opened.one("#breaking data[data-slot]").evaluate_all(read)


def after(opened: Opened, do) -> None:
    """Does what moves the lab, and waits until its update is finished."""
    before = opened.updates
    do()
    opened.until("n => Number(document.querySelector('form[data-lab=schedules]').dataset.updates) > n", before)
    opened.until_quiet()


def switch(opened: Opened, mistake: str) -> None:
    after(opened, opened.one(f'input[name="mistake"][value="{mistake}"]').check)


def chosen(opened: Opened) -> str:
    return opened.one('input[name="mistake"]:checked').get_attribute("value")


@pytest.mark.parametrize("mistake", [m for m in Mistake if m is not Mistake.KEEP_RESTORED])
def test_a_switch_shows_what_it_breaks_and_gets_into_the_address(schedules, mistake):
    drawn = schedules.drawing("breaking")
    switch(schedules, mistake)
    found, wanted = counted(schedules), expected(mistake=str(mistake))
    for side in ("right", "broken"):
        for name in COUNTS:
            assert found[f"{side}-{name}"] == machine(wanted[f"{side}-{name}"])
    assert (float(found["broken-difference"]) > 0) == (mistake is Mistake.OTHER_MASKS)
    assert float(found["right-difference"]) == 0
    assert schedules.drawing("breaking") != drawn
    assert dict(parse_qsl(urlsplit(schedules.page.url).query))["mistake"] == mistake
    note = schedules.one('[data-note="broken-harmless"]')
    assert note.is_visible() == (mistake is Mistake.LAST_UNWRAPPED)


def test_arrow_keys_go_from_switch_to_switch(schedules):
    schedules.one('input[name="mistake"]:checked').focus()
    for mistake in list(Mistake)[1:]:
        after(schedules, lambda: schedules.page.keyboard.press("ArrowDown"))
        assert chosen(schedules) == mistake
        assert schedules.page.evaluate("document.activeElement.value") == mistake


def test_the_first_settings_set_the_switch_back(schedules):
    switch(schedules, "one-block")
    after(schedules, schedules.one('button[name="reference"]').click)
    assert chosen(schedules) == "keep-restored"


def test_an_address_sets_the_switch(visit):
    opened = visit("lesson/schedules/ko.html?mistake=every-layer&layers=9&states=9").until_ready()
    assert chosen(opened) == "every-layer"
    assert counted(opened)["broken-peak-vectors"] == "12"


@pytest.mark.parametrize("framework", ["jax", "pytorch"])
def test_programs_follow_the_settings_and_can_be_copied(visit, framework):
    opened = visit("lesson/schedules/en.html", visit.context(permissions=["clipboard-read", "clipboard-write"]))
    opened.until_ready()
    wanted = programs(plan("uniform-blocks", 16, 8), 8, 1.0, 0.5)[framework]
    place = opened.one(f'[data-program="{framework}"]')
    assert place.locator("code").text_content() == wanted
    place.locator("[data-copy]").click()
    said = opened.message("program-copied")
    opened.until(
        "([f, said]) => document.querySelector(`[data-program=${f}] [data-copied]`).textContent === said",
        [framework, said],
    )
    assert opened.page.evaluate("navigator.clipboard.readText()") == wanted
    opened.set_control("plan-a", "revolve")
    opened.set_control("layers", 20)
    assert place.locator("code").text_content() == programs(plan("revolve", 20, 8), 8, 1.0, 0.5)[framework]
    assert place.locator("[data-copied]").text_content() == ""
    assert opened.one('[data-note="code-revolve"]').is_visible()


def test_where_copying_is_not_allowed_the_page_says_so(schedules):
    refusing = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }"
    schedules.page.evaluate(refusing)
    schedules.one('[data-program="jax"] [data-copy]').click()
    said = schedules.message("program-not-copied")
    schedules.until("said => document.querySelector('[data-program=jax] [data-copied]').textContent === said", said)
    schedules.page.evaluate("() => { delete navigator.clipboard.writeText; }")


@pytest.mark.parametrize("question", QUIZ.questions)
def test_each_question_tells_right_from_wrong_and_leads_to_where_its_reason_shows(schedules, question):
    choices, right = QUIZ.questions[question]
    fieldset = schedules.one(f'[data-question="{question}"]')
    assert not fieldset.locator("[data-there]").is_visible()
    for choice in choices:
        fieldset.locator(f'input[value="{choice}"]').check()
        assert fieldset.get_attribute("data-result") == ("right" if choice == right else "wrong")
        open_ = [p.get_attribute("data-when") for p in fieldset.locator("[data-when]").all() if p.is_visible()]
        assert open_ == [choice]
    link = fieldset.locator("[data-there] a")
    query, place = urlsplit(link.get_attribute("href")).query, urlsplit(link.get_attribute("href")).fragment
    after(schedules, link.click)
    settings = dict(parse_qsl(query))
    for name in ("plan-a", "plan-b", "layers", "states"):
        assert schedules.field(name).input_value() == settings[name]
    assert chosen(schedules) == settings.get("mistake", "keep-restored")
    assert schedules.page.evaluate("document.activeElement.id") == place
    wanted = expected(**settings)
    for name in ("a-recomputed", "b-recomputed", "optimal-recomputed", "program-recomputed", "broken-peak-vectors"):
        assert schedules.slots()[name] == machine(wanted[name])
