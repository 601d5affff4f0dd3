"""Figures: what is in them, when they are drawn, and that drawing them for hours leaves nothing behind."""

import re

import pytest

MARKS = {
    "ratios": {"axis", "storage", "multiplication", "current"},
    "timeline": {"axis", "state", "again", "adjoint", "peak", "full", "checkpoint"},
    "gradients": {"axis", "full", "checkpoint"},
}
NUMBER = re.compile(r"−?\d+(\.\d+)?")


@pytest.mark.parametrize("name", MARKS)
def test_a_figure_is_one_svg_with_its_marks(lesson, name):
    lesson.set_control("layers", 17)
    figure = lesson.one(f'figure[data-figure="{name}"]')
    assert figure.locator("svg").count() == 1
    marks = figure.locator('svg [class^="mark-"]').evaluate_all("all => all.map(g => g.getAttribute('class'))")
    assert set(marks) == {f"mark-{mark}" for mark in MARKS[name] | {"text"}}
    for mark in MARKS[name]:
        assert figure.locator(f"svg .mark-{mark} path").first.get_attribute("d").startswith("M ")
    assert figure.locator("figcaption").inner_text().strip()


def test_replay_has_a_dot_at_every_layer_and_every_component(lesson):
    lesson.set_control("layers", 17)
    lesson.set_control("width", 5)
    dots = lesson.one('[data-figure="gradients"] svg .mark-checkpoint path').evaluate_all(
        "paths => paths.map(path => path.getAttribute('d').split('M').length - 1)"
    )
    assert dots == [17 + 1, 5]


@pytest.mark.parametrize("name", MARKS)
def test_the_text_of_a_figure_is_numbers_and_the_words_of_the_page(edition, name):
    edition.set_control("block", 3)
    figure = edition.one(f'figure[data-figure="{name}"]')
    words = figure.evaluate("f => Object.entries(f.dataset).filter(([n]) => n.startsWith('word')).map(([, w]) => w)")
    texts = figure.locator("svg text").all_text_contents()
    assert any(NUMBER.fullmatch(text) for text in texts)
    for text in texts:
        pattern = NUMBER.sub("{value}", text)
        assert NUMBER.fullmatch(text) or text in words or pattern in words, text


def test_the_current_block_is_marked_where_it_lies(lesson):
    def place(block):
        lesson.set_control("block", block)
        box = lesson.one('[data-figure="ratios"] svg .mark-current path').first.bounding_box()
        return box["x"] + box["width"] / 2

    places = {block: place(block) for block in (2, 5, 8, 16)}
    assert places[5] - places[2] == pytest.approx(places[8] - places[5], abs=0.5)
    assert place(64) == pytest.approx(places[16], abs=0.5)  # a longer block is the whole chain


def test_figures_carry_the_number_of_their_update(lesson):
    before = lesson.updates
    lesson.set_control("layers", 18)
    assert lesson.updates == before + 1
    for name in MARKS:
        figure = lesson.one(f'figure[data-figure="{name}"]')
        assert figure.get_attribute("data-update") == str(before + 1)
        assert figure.get_attribute("data-stale") is None


@pytest.mark.parametrize(("at", "late"), [("concept", set(MARKS)), ("ratios", {"gradients"})])
def test_figures_out_of_sight_are_stale_until_they_are_drawn(lesson, at, late):
    selector = "#concept" if at == "concept" else '[data-figure="ratios"]'
    lesson.one(selector).evaluate("element => element.scrollIntoView({behavior: 'instant', block: 'start'})")
    lesson.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
    lesson.page.evaluate("""() => {
        window.stale = [];
        const names = () => [...document.querySelectorAll("figure[data-stale]")].map(f => f.dataset.figure);
        window.watch = new MutationObserver(() => stale.push(names()));
        watch.observe(document.querySelector("form"), {attributeFilter: ["data-updates"]});
    }""")
    lesson.set_control("layers", 19)
    lesson.page.evaluate("watch.disconnect()")
    seen = lesson.page.evaluate("stale")
    assert len(seen) == 1
    assert set(seen[0]) >= late
    assert ("ratios" in seen[0]) == ("ratios" in late)
    assert lesson.one("figure[data-stale]").count() == 0


def test_of_two_hundred_events_in_a_second_the_last_one_wins_after_few_runs(lesson):
    lesson.set_control("block", 2)
    before = lesson.updates
    lesson.page.evaluate("""async () => {
        const slider = document.querySelector("[name=layers]");
        for (let burst = 0; burst < 20; burst++) {
            for (let event = 0; event < 10; event++) {
                slider.value = 1 + (burst * 10 + event) % 64;
                slider.dispatchEvent(new Event("input", {bubbles: true}));
            }
            await new Promise(done => setTimeout(done, 50));
        }
        slider.value = 23;
        slider.dispatchEvent(new Event("input", {bubbles: true}));
    }""")
    lesson.until_quiet()
    assert lesson.slots()["layers"] == "23"
    assert lesson.slots()["full-bytes"] == str((23 + 3) * 8 * 4)
    assert 1 <= lesson.updates - before <= 50


def test_hundreds_of_redraws_leave_nothing_behind(lesson):
    session = lesson.context.new_cdp_session(lesson.page)

    def counts():
        lesson.set_control("block", 4)
        session.send("HeapProfiler.collectGarbage")
        counters = session.send("Memory.getDOMCounters")
        return (
            lesson.page.evaluate("document.querySelectorAll('*').length"),
            counters["nodes"],
            counters["jsEventListeners"],
        )

    run = """async times => {
        const form = document.querySelector("form"), slider = form.elements.namedItem("block");
        for (let i = 0; i < times; i++) {
            slider.value = 1 + i % 16;
            slider.dispatchEvent(new Event("input", {bubbles: true}));
            while (form.ariaBusy === "true") await new Promise(done => setTimeout(done));
        }
    }"""
    lesson.page.evaluate(run, 10)
    before, updates = counts(), lesson.updates
    lesson.page.evaluate(run, 110)
    after = counts()
    assert lesson.updates - updates >= 110  # three figures each
    assert after[0] == before[0]
    assert after[1] <= before[1] * 1.02
    assert after[2] == before[2]
