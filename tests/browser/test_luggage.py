"""Progress leaves the browser as a file and comes back, in another browser, too; a file of others changes nothing."""

import json

import pytest

from publish.single_file import ONE_FILE
from tests.browser.opened import EN, KO

NAME = "checkpointing-lab-progress.json"


def take(opened):
    with opened.page.expect_download() as download:
        opened.one('button[name="take-along"]:visible').click()
    assert download.value.suggested_filename == NAME
    assert opened.one("[data-luggage-status]:visible").text_content() == opened.message("taken", file=NAME)
    return json.loads(download.value.path().read_text(encoding="utf-8"))


def bring(opened, content, name=NAME):
    text = content if isinstance(content, str) else json.dumps(content)
    place = opened.one("[data-luggage-status]:visible")
    opened.one('input[name="bring-back"]:visible').set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    )
    opened.until("place => place.textContent !== ''", place.element_handle())
    return place.text_content()


@pytest.mark.parametrize("form", ["site", "file"])
def test_what_was_done_is_taken_along_and_brought_back(visit, form):
    where = {"path": KO} if form == "site" else {"path": f"#/{KO}", "site": ONE_FILE.as_uri()}
    opened = visit(**where).until_ready()
    opened.one('[data-question="count-is-time"] input[value="no"]').check()
    opened.field("two-ends").fill("두 끝")
    opened.field("two-ends").blur()
    opened.one('button[name="learned"]').click()
    kept = take(opened)
    done = {"version": 1, "answers": {"count-is-time": "no"}, "texts": {"two-ends": "두 끝"}, "learned": True}
    assert kept == {"version": 1, "course": "checkpointing-lab", "kept": {"blocks": done}}

    another = visit(EN, locale="en-US").until_ready()
    another.field("two-ends").fill("mine")
    assert bring(another, kept, "mine.json") == another.message("brought", file="mine.json")
    assert another.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"
    assert another.field("two-ends").input_value() == "mine\n두 끝"
    assert another.one('button[name="learned"]').get_attribute("aria-pressed") == "true"
    assert another.said == []


def test_where_nothing_is_kept_it_can_still_be_taken_along(visit):
    context = visit.context()
    context.add_init_script("""
        Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no", "SecurityError"); }});
    """)
    opened = visit(KO, context).until_ready()
    opened.one('[data-question="count-is-time"] input[value="yes"]').check()
    assert take(opened)["kept"] == {"blocks": {"version": 1, "answers": {"count-is-time": "yes"}}}
    assert opened.said == []


def test_the_course_page_shows_at_once_what_came(course):
    kept = {"version": 1, "answers": {"count-is-time": "no"}, "learned": True}
    bring(course, {"version": 1, "course": "checkpointing-lab", "kept": {"blocks": kept}})
    assert course.one('section:not([data-part]) [data-slot="progress-right"]:visible').text_content() == "1"
    assert course.one('[data-progress="learned"]:visible').count() == 1


@pytest.mark.parametrize("text", ["", "{", "[" * 5000, '{"version":1}', "x" * 2_000_000, "<script>hurt = 1</script>"])
def test_a_file_of_others_is_refused_and_nothing_is_lost(lesson, text):
    lesson.one('[data-question="count-is-time"] input[value="no"]').check()
    before = lesson.stored()
    assert bring(lesson, text, "<b>.json") == lesson.message("not-brought", file="<b>.json")
    assert lesson.stored() == before
    lesson.one("[data-luggage-status]").evaluate("place => { place.textContent = ''; }")
