"""Whatever is typed: a clear message in the page's words, the last good state, nothing foreign in the page."""

import pytest

from lesson.kit.markup import shorten

MARKUP = '<img src=x onerror="window.hurt = 1">'
REFUSED = [
    ("layers", "", "empty"),
    ("layers", "   ", "empty"),
    ("layers", "NaN", "not-a-number"),
    ("layers", "Infinity", "not-a-number"),
    ("layers", "1e400", "out-of-range"),
    ("layers", "0", "out-of-range"),
    ("layers", "65", "out-of-range"),
    ("layers", "1.5", "not-whole"),
    ("layers", "1,024", "not-a-number"),
    ("layers", "4²", "not-a-number"),
    ("layers", MARKUP, "not-a-number"),
    ("layers", "{value} & &amp;", "not-a-number"),
    ("layers", "9" * 10_000, "out-of-range"),
    ("layers", "x" * 10_000, "not-a-number"),
    ("x", "-2.0001", "out-of-range"),
    ("x", "0,5", "not-a-number"),
    ("alpha", "-1e400", "out-of-range"),
]
RANGES = {"layers": ("1", "64"), "width": ("1", "64"), "x": ("-2", "2"), "alpha": ("0", "2")}


def what_stands(opened):
    return opened.slots(), opened.drawings(), opened.table("blocks")


def error_of(opened, name):
    return opened.one(f'[data-error="{name}"]')


@pytest.mark.parametrize(("name", "text", "reason"), REFUSED, ids=lambda value: value[:20])
def test_what_cannot_be_taken_is_told_and_changes_nothing(edition, name, text, reason):
    edition.set_control("layers", 20)
    before = what_stands(edition)
    edition.refuse_control(f"{name}-typed", text)
    low, high = RANGES[name]
    told = error_of(edition, name)
    assert told.is_visible()
    assert told.text_content() == edition.message(reason, value=shorten(text), low=low, high=high)
    assert edition.field(f"{name}-typed").get_attribute("aria-invalid") == "true"
    assert edition.field(f"{name}-typed").input_value() == text
    assert what_stands(edition) == before
    assert edition.one("img, [onerror], .error *").count() == 0
    assert edition.page.evaluate("typeof hurt") == "undefined"

    edition.set_control(f"{name}-typed", "2")
    assert told.is_hidden()
    assert edition.field(f"{name}-typed").get_attribute("aria-invalid") == "false"
    assert edition.field(name).input_value() == "2"
    assert what_stands(edition) != before


@pytest.mark.parametrize("text", ["20", " 20 ", "２０", "2e1", "+20", "20.0"])
def test_a_number_may_be_written_in_more_ways_than_one(lesson, text):
    lesson.set_control("layers-typed", text)
    assert lesson.slots()["layers"] == "20"
    assert lesson.field("layers").input_value() == "20"


def test_the_slider_heals_what_was_typed(lesson):
    lesson.refuse_control("layers-typed", "many")
    lesson.set_control("layers", 30)
    assert lesson.field("layers-typed").input_value() == "30"
    assert error_of(lesson, "layers").is_hidden()


def test_of_two_mistakes_each_is_told_and_each_can_be_mended(lesson):
    lesson.refuse_control("layers-typed", "0")
    lesson.refuse_control("width-typed", "0")
    assert error_of(lesson, "layers").is_visible()
    lesson.refuse_control("layers-typed", "9")
    assert error_of(lesson, "width").is_visible()
    lesson.set_control("width-typed", "9")
    assert error_of(lesson, "layers").is_hidden()
    assert error_of(lesson, "width").is_hidden()


def test_the_button_back_to_the_reference_heals_everything(lesson):
    lesson.refuse_control("layers-typed", "0")
    lesson.refuse_control("x-typed", "")
    lesson.to_reference()
    assert lesson.one(".error:not(:empty)").count() == 0
    assert lesson.one('[aria-invalid="true"]').count() == 0


def test_a_choice_that_is_not_on_the_list_is_refused(lesson):
    lesson.field("bytes").evaluate("select => select.add(new Option('16', '16'))")
    before = what_stands(lesson)
    lesson.refuse_control("bytes", "16")
    assert error_of(lesson, "bytes").text_content() == lesson.message("not-a-choice", value="16")
    assert what_stands(lesson) == before
    lesson.field("bytes").evaluate("select => select.remove(2)")


def test_the_course_page_refuses_too(course):
    before = course.slots()
    course.refuse_control("block-typed", "17")
    expected = course.message("out-of-range", value="17", low="1", high="16")
    assert course.one('#ko [data-error="block"]').text_content() == expected
    assert course.slots() == before
