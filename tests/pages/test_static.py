"""What stands in the pages before Python starts is what the core computes for the default settings."""

import itertools
from pathlib import Path

import pytest

from checkpointing.strategy import Strategy
from lesson.blocks import respond as blocks
from lesson.kit.controls import Choice, Text, from_address, text_of
from lesson.kit.markup import people
from publish.refresh import PAGES, refreshed
from tests.pages.document import EN, KO, ROOT, read

OUTPUT = 0.206855620425539
LESSONS = {name: (read(name), labs[0]) for name, labs in PAGES.items()}
lessons = pytest.mark.parametrize("page", [KO, EN])


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_as_the_core_would_write_them(page):
    text = Path(ROOT, page).read_text(encoding="utf-8")
    # Not compared by pytest: its difference of two pages is longer than this test's whole point.
    as_it_should_be = refreshed(text, *PAGES[page]) == text
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
    text = Path(ROOT, EN).read_text(encoding="utf-8")
    assert old in text
    stale = text.replace(old, new, 1)
    assert refreshed(stale, blocks) != stale


@pytest.mark.parametrize("page", PAGES)
def test_controls_have_the_names_ranges_and_defaults_that_python_reads(page):
    root, _ = LESSONS[page]
    for form, lesson in zip(root.all("form", data_lab=None), itertools.cycle(PAGES[page]), strict=False):
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
    root, _ = LESSONS[page]
    answers = [lab.respond(from_address(lab.CONTROLS, {})[0]) for lab in PAGES[page]]
    numbers = {name: value for answer in answers for name, value in answer.slots.items()}
    numbers |= {n: v for answer in answers for reel in answer.reels.values() for n, v in reel[0].slots.items()}
    slots = [s for s in root.all("data", data_slot=None) if not s["data-slot"].startswith("progress-")]
    assert slots
    for slot in slots:
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
    root, _ = LESSONS[page]
    figures = root.all("figure", data_figure=None)
    assert figures
    for figure in figures:
        svg = figure.one("div", data_drawing=None).one("svg")
        texts = [t.text() for t in svg.all("text")]
        words = [
            value.split("{value}")
            for name, value in figure.attributes.items()
            if name.startswith("data-word-") and name.removeprefix("data-word-") not in TITLES
        ]
        missing = [word for word in words if not any(all(part in text for part in word) for text in texts)]
        assert missing == []
