"""What the second lesson's pages hold beside the kit's common parts: switches, programs, measurements, questions."""

import pytest

from lesson.schedules.breaking import Mistake
from lesson.schedules.questions import QUIZ
from tests.frameworks.measured import TABLE, VERSIONS
from tests.pages.document import read

KO, EN = "lesson/schedules/ko.html", "lesson/schedules/en.html"
pages = pytest.mark.parametrize("page", [KO, EN])


@pages
def test_every_switch_stands_once_with_its_story_and_the_public_report(page):
    root = read(page)
    boxes = root.one("section", id="breaking").all("input", name="mistake")
    assert [box["value"] for box in boxes] == [str(mistake) for mistake in Mistake]
    assert [box["value"] for box in boxes if "checked" in box.attributes] == ["keep-restored"]
    form = root.one("form", data_lab="schedules")
    for box in boxes:
        assert (box["type"], box["form"]) == ("radio", form["id"])
        story = root.one("p", id=box["aria-describedby"])
        assert story.all("a")
        assert all(a["href"].startswith("https://github.com/") for a in story.all("a"))


@pages
def test_measured_numbers_are_the_stored_ones_with_their_versions(page):
    section = read(page).one("section", id="code")
    rows = {
        row["data-measured"]: [int(d["value"]) for d in row.all("data")]
        for row in section.all("tr", data_measured=None)
    }
    assert rows == {
        name: [row.recomputed, row.pytorch_kept, row.pytorch_peak, row.jax_kept] for name, row in TABLE.items()
    }
    assert all(d.text() == d["value"] for d in section.all("tr", data_measured=None)[0].all("data"))
    assert VERSIONS["jax"] in section.text()
    assert VERSIONS["pytorch"] in section.text()
    assert "2026" in section.text()


@pages
def test_each_program_can_be_copied_and_reached_by_the_keyboard(page):
    programs = read(page).all("div", data_program=None)
    assert [p["data-program"] for p in programs] == ["jax", "pytorch"]
    for program in programs:
        assert program.one("button", data_copy=None).text()
        assert program.one("span", data_copied=None)["role"] == "status"
        assert program.one("pre")["tabindex"] == "0"
        assert "print(value" in program.one("code").text()


@pages
def test_each_option_of_each_question_has_its_reason_and_a_way_to_see_it(page):
    root = read(page)
    questions = root.all("fieldset", data_question=None)
    assert [q["data-question"] for q in questions] == list(QUIZ.questions)
    for question in questions:
        name = question["data-question"]
        choices, _ = QUIZ.questions[name]
        assert [i["value"] for i in question.all("input", type="radio", name=name)] == list(choices)
        assert [p["data-when"] for p in question.all("p", data_when=None)] == list(choices)
        assert question.one("button", data_retry=name).text()
        assert question.one("a", data_settings=None).text()
