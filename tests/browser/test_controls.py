"""Each control moves what depends on it, and nothing else."""

import pytest

GRADIENTS = {"gradient-alpha-full", "gradient-alpha-checkpoint"}
BYTES = {"full-bytes", "checkpoint-bytes"}
OF_BLOCK = {
    "checkpoint-multiplications", "boundary-vectors", "recomputed-layers", "storage-ratio", "multiplication-ratio",
    "formula-vectors", "peak-vectors",
}  # fmt: skip
OF_LAYERS = {"layers", "average", "full-multiplications", "framework-recomputed-layers", "full-peak-vectors"}
RUN = {"average"} | GRADIENTS
# control: a value, the slots, figures and tables that it moves away from the reference
MOVES = {
    "layers": (21, OF_LAYERS | OF_BLOCK | BYTES | GRADIENTS, "ratios timeline gradients", "blocks input-gradient"),
    "width": (
        5,
        RUN | BYTES | {"full-multiplications", "checkpoint-multiplications"},
        "gradients",
        "blocks input-gradient",
    ),
    "block": (8, OF_BLOCK | {"block", "checkpoint-bytes"}, "ratios timeline", "blocks"),
    "alpha": (1.5, RUN, "gradients", "input-gradient"),
    "x": (-1, RUN, "gradients", "input-gradient"),
    "bytes": (8, BYTES, "", "blocks"),
}
FIELDS = [(name, name) for name in MOVES] + [(name, f"{name}-typed") for name in MOVES if name != "bytes"]


def what_stands(opened):
    tables = {
        name: (opened.table(name), opened.one(f'[data-table="{name}"] tbody').inner_html())  # values, and marked rows
        for name in ("blocks", "input-gradient")
    }
    return opened.slots(), opened.drawings(), tables


def moved(before, after):
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_control_moves_what_depends_on_it_and_nothing_else(lesson, name, field):
    value, slots, figures, tables = MOVES[name]
    before = what_stands(lesson)
    lesson.set_control(field, value)
    after = what_stands(lesson)
    assert moved(before[0], after[0]) - ({"average"} | GRADIENTS if name == "x" else set()) <= slots
    assert moved(before[0], after[0]) >= slots - ({"gradient-alpha-full"} if name == "x" else set())
    assert moved(before[1], after[1]) == set(figures.split())
    assert moved(before[2], after[2]) == set(tables.split())


@pytest.mark.parametrize("name", [name for name in MOVES if name != "bytes"])
def test_the_slider_and_the_typed_value_follow_each_other(lesson, name):
    value = str(MOVES[name][0])
    lesson.set_control(name, value)
    assert lesson.field(f"{name}-typed").input_value() == value
    lesson.set_control(f"{name}-typed", "1")
    assert lesson.field(name).input_value() == "1"
    assert lesson.field(name).get_attribute("aria-valuetext") == "1"


def test_eight_bytes_double_the_bytes(lesson):
    before = lesson.slots()
    lesson.set_control("bytes", 8)
    after = lesson.slots()
    for name in BYTES:
        assert int(after[name]) == 2 * int(before[name])


def test_a_block_may_be_longer_than_the_chain(lesson):
    lesson.set_control("layers", 5)
    lesson.set_control("block", 64)
    slots = lesson.slots()
    assert slots["block"] == "64"
    assert (slots["boundary-vectors"], slots["recomputed-layers"], slots["storage-ratio"]) == ("2", "4", "1")
    assert lesson.one('[data-table="blocks"] [aria-current]').get_attribute("data-block") == "5"


def test_the_current_row_is_marked(lesson):
    lesson.set_control("block", 7)
    assert lesson.one('[data-table="blocks"] tr[aria-current="true"]').get_attribute("data-block") == "7"


def test_the_reference_table_and_figure_follow_no_control(lesson):
    def fixed():
        return lesson.one('[data-table="reference"]').inner_html(), lesson.drawing("reference")

    before = fixed()
    for name, (value, *_) in MOVES.items():
        lesson.set_control(name, value)
    assert fixed() == before


def test_a_button_leads_back_to_the_reference(lesson):
    before = what_stands(lesson)
    for name, (value, *_) in MOVES.items():
        lesson.set_control(name, value)
    assert moved(before[0], lesson.slots())
    lesson.one('button[name="reference"]').click()
    lesson.until_quiet()
    assert what_stands(lesson) == before


@pytest.mark.parametrize(("step", "block", "target"), [
    (1, "1", "experiment"), (2, "4", "experiment"), (3, "4", "timeline"), (4, "4", "gradients"),
])  # fmt: skip
def test_a_step_of_the_concept_leads_to_its_settings(lesson, step, block, target):
    for name, (value, *_) in MOVES.items():
        lesson.set_control(name, value)
    lesson.one(f'[name="step"][value="{step}"]').check()
    lesson.one(f'[data-step="{step}"] a[data-settings]').click()
    lesson.until_quiet()
    slots = lesson.slots()
    assert (slots["block"], slots["layers"], slots["full-bytes"]) == (block, "16", "608")
    lesson.until("id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < innerHeight / 2", target)


def test_the_status_line_says_in_words_what_was_computed(edition):
    edition.set_control("layers", 20)
    slots = {name.replace("-", "_"): value for name, value in edition.slots().items()}
    said = edition.message("updated", **slots).split(":")[0]
    edition.until("said => document.querySelector('[data-status]').textContent.startsWith(said)", said)


def test_the_taste_of_the_course_page_moves_in_both_languages(course):
    for language in ("ko", "en"):
        course.one(f'button[data-language="{language}"]').click()
        before = course.slots(), course.drawing("ratios")
        course.set_control("block", 8)
        after = course.slots(), course.drawing("ratios")
        assert moved(before[0], after[0]) == {"block", "storage-ratio", "multiplication-ratio"}
        assert before[1] != after[1]
        course.set_control("block-typed", 4)
        assert (course.slots(), course.drawing("ratios")) == before
    course.one('button[data-language="ko"]').click()
