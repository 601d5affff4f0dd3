"""Everything can be reached, seen and done with the keyboard alone, and is named for those who listen."""

import pytest

from tests.browser.opened import FORM

NAME = 'e => [e.localName, e.name ?? "", e.getAttribute("href") ?? "", e.id, e.textContent.trim()].join("|")'
# What can be reached: of a group of radio buttons one, the checked one or the first.
REACHABLE = f"""() => {{
    const can = "a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex='0']";
    return [...document.querySelectorAll(can)].filter(e => {{
        if (e.tabIndex < 0 || !e.checkVisibility({{visibilityProperty: true}})) return false;
        if (e.type !== "radio") return true;
        const group = [...document.getElementsByName(e.name)];
        return e === (group.find(radio => radio.checked) ?? group[0]);
    }}).map({NAME});
}}"""
FOCUSED = """() => {
    const e = document.activeElement;
    if (e === document.body) return null;
    const outlined = [e, e.nextElementSibling ?? e].some(o => {
        const style = getComputedStyle(o);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    });
    const box = e.getBoundingClientRect();
    return {
        name: (NAME)(e),
        outlined,
        inSight: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
}""".replace("NAME", NAME)


def press(opened, *keys):
    for key in keys:
        opened.page.keyboard.press(key)


def check_tab_order(opened):
    expected = opened.page.evaluate(REACHABLE)
    met = []
    for _ in range(len(expected) + 5):
        press(opened, "Tab")
        focused = opened.page.evaluate(FOCUSED)
        if focused is None:
            break
        met.append(focused)
    assert [f["name"] for f in met] == expected
    assert [f["name"] for f in met if not f["outlined"]] == []
    assert [f["name"] for f in met if not f["inSight"]] == []
    opened.one(".bar a, .bar button").first.focus()
    press(opened, "Tab", "Tab", "Shift+Tab", "Shift+Tab")
    assert opened.one(".bar a:focus, .bar button:focus").count() == 1, "back again the same way"


def test_tab_reaches_everything_in_order_and_nothing_holds_it(edition):
    edition.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    for details in edition.one("details").all():
        details.evaluate("details => details.open = true")
    check_tab_order(edition)


def test_tab_reaches_everything_on_the_course_page(course):
    check_tab_order(course)


def test_before_everything_else_a_link_offers_to_skip_to_the_lesson(edition):
    edition.one(".bar a").first.focus()
    press(edition, "Shift+Tab")
    link = edition.one("a.skip")
    assert link.evaluate("a => a === document.activeElement")
    box = link.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    press(edition, "Enter")
    assert edition.page.evaluate("location.hash") == "#lesson"
    press(edition, "Tab")
    assert edition.page.evaluate("document.activeElement.closest('main') !== null")


def test_the_steps_of_the_concept_by_arrows_and_by_buttons(lesson):
    def shown():
        return [a.get_attribute("data-step") for a in lesson.one("article[data-step]").all() if a.is_visible()]

    lesson.one('[name="step"]:checked').focus()
    assert shown() == ["1"]
    press(lesson, "ArrowRight")
    assert shown() == ["2"]
    press(lesson, "ArrowDown", "ArrowDown")
    assert shown() == ["4"]
    lesson.one('[data-step-by="-1"]').focus()
    press(lesson, "Enter")
    assert shown() == ["3"]
    lesson.one('[data-step-by="1"]').focus()
    press(lesson, "Space", "Space")
    assert shown() == ["4"]


@pytest.mark.parametrize(("name", "more"), [("layers", 17), ("width", 9), ("block", 5), ("alpha", 1.01), ("x", 0.54)])
def test_a_slider_by_arrows(lesson, name, more):
    before = float(lesson.field(name).input_value())
    lesson.field(name).focus()
    press(lesson, "ArrowRight")
    lesson.until_quiet()
    value = lesson.field(name).input_value()
    assert before < float(value) <= before + 1
    assert round(float(value), 2) == float(value), "a hand on a slider means hundredths"
    assert float(value) == pytest.approx(more, abs=0.05)
    assert lesson.field(f"{name}-typed").input_value() == value
    assert lesson.field(name).get_attribute("aria-valuetext") == value
    press(lesson, "ArrowLeft")
    lesson.until_quiet()
    assert float(lesson.field(name).input_value()) == before


def test_a_typed_value_and_a_choice(lesson):
    lesson.field("layers-typed").focus()
    press(lesson, "Control+a", "2", "0")
    lesson.until_quiet()
    assert lesson.slots()["layers"] == "20"
    lesson.field("bytes").focus()
    press(lesson, "ArrowDown")
    lesson.until_quiet()
    assert lesson.slots()["full-bytes"] == str((20 + 3) * 8 * 8)
    press(lesson, "ArrowUp")
    lesson.field("layers-typed").focus()
    press(lesson, "Enter")  # a form that is sent would load the page anew
    assert lesson.field("layers-typed").input_value() == "20"
    lesson.one('button[name="reference"]').focus()
    press(lesson, "Enter")
    lesson.until_quiet()
    assert lesson.slots()["layers"] == "16"


def test_questions_writing_and_the_learned_mark(lesson):
    question = lesson.one('[data-question="smallest-storage"]')
    question.locator('input[value="a"]').focus()
    press(lesson, "Space")
    assert question.get_attribute("data-result") == "wrong"
    press(lesson, "ArrowDown")
    assert question.get_attribute("data-result") == "right"
    question.locator("[data-retry]").focus()
    press(lesson, "Enter")
    assert question.get_attribute("data-result") is None
    assert question.locator("input:focus").count() == 1, "the focus goes where the next answer is given"
    area = lesson.field("two-ends")
    area.focus()
    lesson.page.keyboard.type("a")
    assert area.input_value() == "a"
    press(lesson, "Tab")
    assert not area.evaluate("area => area === document.activeElement")
    learned = lesson.one('button[name="learned"]')
    learned.focus()
    press(lesson, "Space")
    assert learned.get_attribute("aria-pressed") == "true"
    press(lesson, "Enter")
    assert learned.get_attribute("aria-pressed") == "false"
    model_answer = lesson.one("#theory details")
    model_answer.locator("summary").focus()
    press(lesson, "Enter")
    assert model_answer.get_attribute("open") is not None


def test_every_field_has_a_name_and_a_slider_says_its_value(edition):
    for field in edition.page.locator(FORM).locator("input, select").all():
        named = "f => f.getAttribute('aria-label') || [...f.labels].map(l => l.textContent.trim()).join('')"
        assert field.evaluate(named), field.get_attribute("name")
        described = field.get_attribute("aria-describedby").split()
        assert all(edition.one(f"#{part}").count() == 1 for part in described)
    for slider in edition.one('input[type="range"]').all():
        assert slider.get_attribute("aria-valuetext") == slider.input_value()
    assert edition.one('[data-status][role="status"]').count() == 1
