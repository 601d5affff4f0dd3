"""What Python and start.js look for on a page stands there, under the promised names."""

import pytest

from lesson.blocks.questions import QUIZ
from lesson.kit.quiz import LONGEST_TEXT
from lesson.schedules import questions as schedules
from tests.pages.document import EN, INDEX, KO, read

CONTROLS = {  # name: lowest, highest, step, default
    "layers": ("1", "64", "1", "16"),
    "width": ("1", "64", "1", "8"),
    "block": ("1", "64", "1", "4"),
    "alpha": ("0", "2", "any", "1"),
    "x": ("-2", "2", "any", "0.5"),
}
SLOTS = """
    average full-bytes checkpoint-bytes full-multiplications checkpoint-multiplications boundary-vectors
    recomputed-layers storage-ratio multiplication-ratio gradient-alpha-full gradient-alpha-checkpoint
    gradient-difference formula-vectors peak-vectors full-peak-vectors framework-recomputed-layers
"""
WORDS = {  # the texts inside each drawing
    "reference": "block ratio current",
    "ratios": "block ratio current",
    "timeline": "full-tape block-replay layer step live peak",
    "gradients": "layer size component input-gradient",
}
LEGENDS = {  # the marks of each drawing that the legend beside it explains
    "reference": "storage multiplication",
    "ratios": "storage multiplication",
    "timeline": "state again adjoint full checkpoint peak",
    "gradients": "full checkpoint",
}
COLUMNS = {
    "reference": "block boundary-vectors recomputed-layers checkpoint-bytes checkpoint-multiplications",
    "blocks": "block boundary-vectors recomputed-layers checkpoint-bytes checkpoint-multiplications "
    "storage-ratio multiplication-ratio formula-vectors peak-vectors note",
    "input-gradient": "component full checkpoint difference",
}
lessons = pytest.mark.parametrize("page", [KO, EN])


@lessons
def test_controls_have_their_ranges_defaults_typed_companions_and_error_places(page):
    form = read(page).one("form", data_lab="blocks")
    assert (form["data-updates"], form["aria-busy"]) == ("0", "true")
    for name, expected in CONTROLS.items():
        control = form.one("input", name=name)
        assert tuple(control[key] for key in ("min", "max", "step", "value")) == expected, name
        typed = form.one("input", name=f"{name}-typed")
        assert (typed["inputmode"], typed["value"]) == ("decimal", expected[3])
        assert form.one("p", data_error=name).children == [], "an error place starts empty"
    options = form.one("select", name="bytes").all("option")
    assert [(o["value"], "selected" in o.attributes) for o in options] == [("4", True), ("8", False)]
    assert {b["name"] for b in form.all("button")} == {"reference", "copy-address"}


@lessons
def test_every_slot_stands_with_a_format_a_number_and_a_text(page):
    slots = read(page).one("main").all("data", data_slot=None)
    assert {s["data-slot"] for s in slots} == set(SLOTS.split()) | {"block", "layers"}
    for slot in slots:
        number = float(slot["value"]) if "." in slot["value"] else int(slot["value"])
        assert slot.text() == format(number, slot["data-format"]), slot["data-slot"]


@lessons
def test_figures_have_words_a_place_for_the_drawing_and_a_caption(page):
    root = read(page)
    assert [f["data-figure"] for f in root.all("figure")] == list(WORDS)
    for figure in root.all("figure"):
        words = {n.removeprefix("data-word-") for n in figure.attributes if n.startswith("data-word-")}
        assert words == set(WORDS[figure["data-figure"]].split())
        assert all(("{value}" in figure[f"data-word-{word}"]) == (word == "peak") for word in words)
        legend = figure.one("ul", **{"class": "legend"}).all("li")
        assert [item["class"] for item in legend] == [f"mark-{m}" for m in LEGENDS[figure["data-figure"]].split()]
        assert all(item.text() for item in legend)
        drawing = figure.one("div", data_drawing=None)
        drawn = {e["class"] for e in drawing.all("g", **{"class": None})}
        assert {item["class"] for item in legend} <= drawn
        assert figure.one("figcaption").text()
        assert figure.get("data-update") == (None if figure["data-figure"] == "reference" else "0")


@lessons
def test_tables_have_their_columns_in_order(page):
    root = read(page)
    for name, columns in COLUMNS.items():
        heads = root.one("table", data_table=name).one("thead").all("th")
        assert [h["data-column"] for h in heads] == columns.split(), name


@lessons
def test_wide_tables_scroll_in_a_named_place_the_keyboard_reaches(page):
    for table in read(page).all("table"):
        around = table.parent
        assert (around.get("class") or "").startswith("scroll")
        assert (around["role"], around["tabindex"]) == ("region", "0")
        assert around["aria-labelledby"] == table.one("caption")["id"]


@lessons
def test_each_option_of_each_question_has_its_explanation(page):
    questions = read(page).all("fieldset", data_question=None)
    assert [q["data-question"] for q in questions] == list(QUIZ.questions)
    for question in questions:
        name = question["data-question"]
        choices, _ = QUIZ.questions[name]
        assert [i["value"] for i in question.all("input", type="radio", name=name)] == list(choices)
        assert [p["data-when"] for p in question.all("p", data_when=None)] == list(choices)
        assert question.one("button", data_retry=name).text()


@lessons
def test_four_steps_of_the_concept_with_a_formula_and_a_way_to_the_experiment(page):
    root = read(page)
    assert [i["value"] for i in root.one("fieldset", data_steps=None).all("input", name="step")] == list("1234")
    articles = root.all("article", data_step=None)
    for number, article in enumerate(articles, start=1):
        assert article["data-step"] == str(number)
        assert f"{number} / 4" in article.text()
        assert article.all("math", display="block")
        assert "layers=16" in article.one("a", data_settings=None)["href"]
    assert [b["data-step-by"] for b in root.all("button", data_step_by=None)] == ["-1", "1"]


@lessons
def test_writing_learning_and_storage_have_their_places(page):
    root = read(page)
    assert [area["name"] for area in root.all("textarea")] == list(QUIZ.texts)
    assert all(int(area["maxlength"]) == LONGEST_TEXT for area in root.all("textarea"))
    assert root.one("button", name="learned")["aria-pressed"] == "false"
    assert root.one("button", name="start-over").text()
    assert "hidden" in root.one("p", data_storage_note=None).attributes


@pytest.mark.parametrize(
    "root", [read(KO), read(EN), *read(INDEX).all("main")], ids=["ko", "en", "index-ko", "index-en"]
)
def test_progress_can_be_taken_along_and_brought_back(root):
    assert root.one("button", name="take-along").text()
    assert root.one("input", name="bring-back")["type"] == "file"
    assert root.one("p", data_luggage_status=None)["role"] == "status"


@pytest.mark.parametrize("page", [KO, EN, INDEX])
def test_the_state_of_python_is_told_in_three_sentences(page):
    root = read(page)
    assert root.one("html")["data-python"] == "loading"
    for state in root.all("p", data_python_state=None):
        assert [s["data-when"] for s in state.all("span")] == ["loading", "ready", "failed"]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_course_page_has_the_taste_and_the_progress(language):
    root = read(INDEX)
    main = root.one("main", id=language)
    block = main.one("form", data_lab="taste").one("input", name="block")
    assert (block["min"], block["max"], block["value"]) == ("1", "16", "4")
    slots = {s["data-slot"] for s in main.all("data", data_slot=None)}
    assert slots == {"block", "storage-ratio", "multiplication-ratio", "progress-right", "progress-total"}
    totals = [e.text() for e in main.all("data", data_slot="progress-total")]
    assert totals == [str(len(quiz.questions)) for quiz in (QUIZ, schedules.QUIZ)]
    assert [e["data-progress"] for e in main.all(data_progress=None)] == ["learned", "not-learned"] * 2
    assert len(main.one("section", data_part="schedules").all("data", data_slot="progress-total")) == 1
    assert len(main.all("a", href=f"lesson/schedules/{language}.html#clock")) == 1
    assert len(main.all("a", href=f"lesson/blocks/{language}.html#experiment")) == 1
    assert root.one("button", data_language=language)["lang"] == language
    assert root.one("html")["data-both-languages"] == ""


@pytest.mark.parametrize(("page", "other"), [(KO, "en"), (EN, "ko")])
def test_the_way_to_the_other_language_is_one_that_is_remembered(page, other):
    link = read(page).one("a", data_language=other)
    assert (link["href"], link["lang"], link["hreflang"]) == (f"{other}.html", other, other)
    assert "data-both-languages" not in read(page).one("html").attributes
