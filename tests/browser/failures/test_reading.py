"""What a page is like while Python starts, and when it never does: all there is to read can be read."""

import pytest
from playwright.sync_api import expect

from publish.site import SITE
from tests.browser.failures.told import until_failed, until_settled, words
from tests.browser.faults import Fault
from tests.browser.opened import EN, INDEX, KO

MISSING = Fault(r"core/core\.js", status=404)


@pytest.mark.parametrize("path", [KO, EN])
def test_everything_that_needs_no_python_is_usable_when_it_failed(faulty, path):
    opened, _ = faulty(MISSING, path=path)
    until_failed(opened)
    for name in ("reference", "ratios", "timeline", "gradients"):
        expect(opened.one(f'figure[data-figure="{name}"] svg')).to_be_visible()
    expect(opened.one('table[data-table="reference"] tbody tr')).to_have_count(16)
    for section in ("concept", "theory", "experiment", "check"):
        expect(opened.one(f"#{section} h2")).to_be_visible()

    opened.one('[data-step-by="1"]').click()
    expect(opened.one('article[data-step="2"]')).to_be_visible()
    expect(opened.one('article[data-step="1"]')).to_be_hidden()

    for question in opened.one("fieldset[data-question]").all():
        choice = question.locator("input").first
        choice.check()
        shown = question.locator("[data-when]:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("data-when", choice.get_attribute("value"))
        assert shown.inner_text().strip()

    for summary in opened.one("section details > summary").all():
        summary.click()
        expect(summary.locator("xpath=following-sibling::*[1]")).to_be_visible()


def test_the_language_of_the_course_page_can_be_changed_when_python_failed(faulty):
    opened, _ = faulty(MISSING)
    until_failed(opened)
    for language in ("en", "ko"):
        opened.one(f"button[data-language={language}]").click()
        expect(opened.one(f"main[lang={language}] [data-start-reason]")).to_be_visible()
    assert opened.one("[data-start-reason]:visible").count() == 1


OBSERVE = """
    window.shift = 0;
    new PerformanceObserver(list => list.getEntries().forEach(e => (shift += e.value)))
        .observe({type: "layout-shift", buffered: true});
    window.announced = [];
    window.bars = [];
    addEventListener("DOMContentLoaded", () => {
        const said = document.querySelector("main:not([hidden]) [data-start-said]");
        new MutationObserver(() => announced.push(said.textContent)).observe(said, {childList: true});
        const bar = document.querySelector("[data-start-bar]");
        new MutationObserver(() => bars.push(bar.value)).observe(bar, {attributeFilter: ["value"]});
    });
"""


@pytest.mark.parametrize(("path", "width"), [(KO, 1280), (INDEX, 390)], ids=["lesson", "course page on a phone"])
def test_a_start_moves_nothing_and_is_announced_once_a_step(faulty, visit, path, width):
    context = visit.context(viewport={"width": width, "height": 800})
    context.add_init_script(OBSERVE)
    opened, _ = faulty(Fault(r"\.packed$", rate=4_000_000), path=path, context=context)
    assert until_settled(opened) == "ready"
    opened.until_quiet()
    assert opened.page.evaluate("shift") <= 0.02
    main = opened.page.locator("main").first
    steps = [words(main, f"step-{name}") for name in ("fetching", "starting", "libraries")]
    assert opened.page.evaluate("announced") == [*steps, main.locator('[data-when="ready"]').first.text_content()]
    bars = opened.page.evaluate("bars")
    assert len(bars) > 5
    assert bars == sorted(bars)
    assert opened.one("[data-start-bar]:visible").count() == 0
    assert opened.one("[data-start-said]").first.get_attribute("role") == "status"


def test_the_step_tells_how_many_bytes_have_come_of_how_many(faulty):
    opened, _ = faulty(Fault(r"\.packed$", rate=200_000), path=EN)
    step = opened.one("[data-start-step]:visible")
    total = sum(file.stat().st_size for file in SITE.glob("runtime/*/**/*.packed"))
    for least in (0.3, 0.6):
        read = "least => parseFloat(document.querySelector('[data-start-step]').textContent.match(/[0-9.]+/)) >= least"
        opened.until(read, least)
        assert step.text_content().endswith(f"of {total / 1e6:.1f} MB")
    assert opened.state == "loading"
