"""What stands in the pages before Python starts is what the core computes for the default settings."""

from pathlib import Path

import pytest

from checkpointing.strategy import Strategy
from lesson.blocks import respond as blocks
from lesson.kit.controls import Choice, Text, from_address, text_of
from lesson.kit.markup import people
from publish.failure import Failure
from publish.pages import lab, labs
from publish.refresh import PageError, refreshed
from tests.pages.document import EN, KO, PAGES, ROOT, read

OUTPUT = 0.206855620425539
lessons = pytest.mark.parametrize("page", [KO, EN])


def source(page: str) -> str:
    return Path(ROOT, page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_as_the_core_would_write_them(page):
    text = source(page)
    # Not compared by pytest: its difference of two pages is longer than this test's whole point.
    as_it_should_be = refreshed(text, *labs(page, text)) == text
    assert as_it_should_be, f"{page} is out of date; run: python -m publish refresh"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('value="0.5263157894736842">0.526</data>', 'value="0.5263157894736842">0.527</data>'),
        ('value="1.375">1.375</data>', 'value="1.4">1.375</data>'),
        ('data-word-ratio="ratio to the full tape"', 'data-word-ratio="something else"'),
        ('<path d="M 44 32', '<path d="M 45 32'),
        ('<tr data-block="16">', '<tr data-block="17">'),
        ('data-column="peak-vectors"><data value="10"', 'data-column="peak-vectors"><data value="11"'),
    ],
)
def test_a_page_out_of_date_is_noticed(old, new):
    text = source(EN)
    assert old in text
    stale = text.replace(old, new, 1)
    assert refreshed(stale, blocks) != stale


@pytest.mark.parametrize("place", ["", ' value="7"'], ids=["new", "old"])
def test_a_place_for_a_number_is_filled_whether_or_not_one_stood_there(place):
    page = f'<main id="x"><data data-slot="full-bytes" data-format=",d"{place}></data></main>'
    filled = '<main id="x"><data data-slot="full-bytes" data-format=",d" value="608">608</data></main>'
    assert refreshed(page, blocks) == filled


@pytest.mark.parametrize(
    ("inside", "named"),
    [
        ('<data data-slot="full-byte" data-format=",d"></data>', r'data-slot="full-byte".*full-bytes'),
        ('<data data-slot="storage-ratio" data-format=",d"></data>', r'data-slot="storage-ratio".*",d".*0\.526'),
        ('<figure data-figure="gone"><div data-drawing></div></figure>', r'data-figure="gone".*ratios'),
        ('<table data-table="gone"><tbody></tbody></table>', r'data-table="gone".*blocks'),
        ('<table data-frames="gone"><tbody></tbody></table>', r'data-frames="gone".*none'),
        ('<div data-program="gone"><code></code></div>', r'data-program="gone".*none'),
    ],
)
def test_what_no_lab_answers_is_named(inside, named):
    with pytest.raises(PageError, match=named):
        refreshed(f'<main id="x">{inside}</main>', blocks)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("<form></form>", r"lesson/blocks/ko\.html has no <form data-lab"),
        ('<form data-lab="gone"></form>', r'"gone".* lesson/gone/respond\.py nor lesson/blocks/gone_lab\.py'),
        ('<form data-lab="kit"></form>', r"lesson/kit/respond\.py"),
    ],
)
def test_a_form_without_its_python_is_named(text, named):
    with pytest.raises(Failure, match=named):
        labs("lesson/blocks/ko.html", text)


@pytest.mark.parametrize("page", PAGES)
def test_controls_have_the_names_ranges_and_defaults_that_python_reads(page):
    root = read(page)
    for form in root.all("form", data_lab=None):
        lesson = lab(page, form["data-lab"])
        inside = [e for e in form.walk() if e.tag in ("input", "select") and not e["name"].endswith("-typed")]
        outside = root.all("input", form=form["id"]) if form.get("id") else []
        fields = {e["name"]: e for e in (*inside, *outside)}
        assert list(fields) == [control.name for control in lesson.CONTROLS]
        for field, control in zip(fields.values(), lesson.CONTROLS, strict=True):
            default = text_of(control.default)
            if field.get("type") == "radio":
                options = {o["value"]: "checked" in o.attributes for o in outside if o["name"] == control.name}
                assert options == {text_of(o): text_of(o) == default for o in control.options}
            elif isinstance(control, Choice):
                options = {o["value"]: "selected" in o.attributes for o in field.all("option")}
                assert options == {text_of(o): text_of(o) == default for o in control.options}
            elif isinstance(control, Text):
                assert (field["type"], field["value"]) == ("text", default)
            else:
                expected = (text_of(control.low), text_of(control.high), "1" if control.whole else "any", default)
                assert tuple(field[name] for name in ("min", "max", "step", "value")) == expected, control.name
                assert form.one("input", name=f"{control.name}-typed")["value"] == default


@pytest.mark.parametrize("page", PAGES)
def test_every_slot_is_answered_and_holds_the_answer(page):
    root = read(page)
    answers = [each.respond(from_address(each.CONTROLS, {})[0]) for each in labs(page, source(page))]
    numbers = {name: value for answer in answers for name, value in answer.slots.items()}
    numbers |= {n: v for answer in answers for reel in answer.reels.values() for n, v in reel[0].slots.items()}
    slots = [s for s in root.all("data", data_slot=None) if not s["data-slot"].startswith("progress-")]
    assert slots
    for slot in slots:
        assert slot["data-slot"] in numbers, f"line {slot.line}"
        value = numbers[slot["data-slot"]]
        assert float(slot["value"]) == value
        assert slot.text() == people(value, slot["data-format"])


@lessons
def test_the_worked_numbers_of_the_default_settings(page):
    shown = {s["data-slot"]: s["value"] for s in read(page).all("data", data_slot=None)}
    expected = {
        "full-bytes": "608",
        "checkpoint-bytes": "320",
        "full-multiplications": "2048",
        "checkpoint-multiplications": "2816",
        "boundary-vectors": "5",
        "recomputed-layers": "12",
        "framework-recomputed-layers": "16",
        "formula-vectors": "10",
        "peak-vectors": "10",
        "full-peak-vectors": "19",
        "gradient-difference": "0",
        "multiplication-ratio": "1.375",
    }
    assert {name: shown[name] for name in expected} == expected
    assert float(shown["storage-ratio"]) == 320 / 608
    assert float(shown["average"]) == pytest.approx(OUTPUT, rel=1e-14)
    assert float(shown["gradient-alpha-full"]) == pytest.approx(2.499491416618071, rel=1e-13)


@lessons
def test_the_input_gradient_before_python(page):
    rows = read(page).one("table", data_table="input-gradient").one("tbody").all("tr")
    assert [row["data-component"] for row in rows] == [str(i) for i in range(8)]
    for row in rows:
        full, replay, difference = [float(row.one("td", data_column=c).one("data")["value"]) for c in COLUMNS]
        assert full == replay == pytest.approx(0.04954881275633543, rel=1e-13)
        assert difference == 0


COLUMNS = ("full", "checkpoint", "difference")
TITLES = set(Strategy)  # of which a drawing shows the chosen ones


@pytest.mark.parametrize("page", PAGES)
def test_each_drawing_has_the_words_of_its_figure_in_it(page):
    for figure in read(page).all("figure", data_figure=None):
        svg = figure.one("div", data_drawing=None).one("svg")
        texts = [t.text() for t in svg.all("text")]
        words = [
            value.split("{value}")
            for name, value in figure.attributes.items()
            if name.startswith("data-word-") and name.removeprefix("data-word-") not in TITLES
        ]
        missing = [word for word in words if not any(all(part in text for part in word) for text in texts)]
        assert missing == []
