"""Every page can be looked at: any width, light and dark, before and after the start, on screen and on paper.

Each picture is left in left-behind/looks/ for a person to judge what no test can.
"""

from pathlib import Path

import pytest

from publish.environment import ROOT
from publish.pages import page_names
from tests.browser.conftest import LEFT_BEHIND
from tests.browser.game_table import EN as SCHEDULES_EN
from tests.browser.game_table import KO as SCHEDULES_KO
from tests.browser.opened import EN, INDEX, KO

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
LOOKS = LEFT_BEHIND / "looks"
FIXTURES = {
    KO: "lesson",
    EN: "english",
    INDEX: "course",
    SCHEDULES_KO: "korean_schedules",
    SCHEDULES_EN: "schedules",
}
WIDTHS, SCHEMES = (360, 768, 1280), ("light", "dark")
EXTREMES = [
    {"layers": 64, "width": 64, "block": 64, "alpha": 2, "x": -2},
    {"layers": 1, "width": 1, "block": 1, "alpha": 0, "x": 0},
    {"layers": 64, "width": 64, "block": 31, "alpha": 1, "x": 0.001},
]


def named(path: str) -> str:
    return path.removeprefix("lesson/").removesuffix(".html").replace("/", "-")


def measured(opened):
    found = opened.page.evaluate(MEASURE)
    assert found["texts"] > 30
    return {what: found[what] for what in ("faint", "cut", "crossing", "wide", "sideways")}


NOTHING = {"faint": [], "cut": [], "crossing": [], "wide": [], "sideways": 0}


def open_everything(opened):
    """Model answers, tables behind a summary, explanations, a message of each kind: all of it in sight."""
    opened.page.evaluate("""() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
        for (const radio of document.querySelectorAll("[data-question] input")) radio.checked = true;
        const step = document.querySelector("[name=step][value='4']");
        if (step) step.checked = true;
        document.getAnimations().forEach(animation => animation.finish());
    }""")


def look_at(opened, name):
    """Measures the page at every width and scheme, and leaves a picture of each."""
    LOOKS.mkdir(parents=True, exist_ok=True)
    complaints = {}
    for scheme in SCHEMES:
        opened.page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            opened.page.set_viewport_size({"width": width, "height": 800})
            found = measured(opened)
            if found != NOTHING:
                complaints[scheme, width] = found
            opened.page.screenshot(path=LOOKS / f"{name}-{width}-{scheme}.png", full_page=True, animations="disabled")
    assert not complaints, complaints


@pytest.mark.parametrize("path", page_names(ROOT))
def test_a_page_before_its_start(visit, path):
    opened = visit.unstarted(path, locale="en-US")
    assert opened.state == "loading"
    look_at(opened, f"{named(path)}-before")


@pytest.mark.parametrize("path", FIXTURES)
def test_a_started_page(request, path):
    opened = request.getfixturevalue(FIXTURES[path])
    open_everything(opened)
    if path != INDEX:
        opened.refuse_control("layers-typed", "x" * 100)
    look_at(opened, f"{named(path)}-after")


@pytest.mark.parametrize("step", ["1", "2", "3"])
def test_the_steps_of_the_concept_stay_readable(lesson, step):
    lesson.one(f'[name="step"][value="{step}"]').check()
    lesson.page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    assert measured(lesson) == NOTHING


@pytest.mark.parametrize("values", EXTREMES, ids=lambda values: "-".join(map(str, values.values())))
@pytest.mark.parametrize("width", [360, 1280])
def test_the_texts_of_figures_stay_apart_at_the_ends_of_every_range(edition, width, values):
    edition.page.set_viewport_size({"width": width, "height": 800})
    for name, value in values.items():
        edition.fire(name, value)
    edition.until_quiet()
    assert measured(edition) == NOTHING


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize(("layers", "states"), [(128, 129), (128, 3), (1, 3)])
def test_the_texts_of_the_clock_and_the_plane_stay_apart_too(korean_schedules, width, layers, states):
    korean_schedules.page.set_viewport_size({"width": width, "height": 800})
    for name, value in {"plan-a": "revolve", "plan-b": "bisection", "states": states, "layers": layers}.items():
        korean_schedules.set_control(name, value)
    assert measured(korean_schedules) == NOTHING


@pytest.mark.parametrize("scheme", SCHEMES)
def test_paper_is_white_with_readable_ink(edition, scheme):
    open_everything(edition)
    edition.page.emulate_media(media="print", color_scheme=scheme)
    edition.page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    assert edition.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert measured(edition)["faint"] == []


def test_the_measure_complains_where_an_eye_would(visit):
    opened = visit.unstarted(EN)
    opened.page.evaluate("""() => {
        document.querySelector(".lead").style.color = "#999";
        const [one, other, third] = document.querySelectorAll("figure svg text");
        for (const axis of ["x", "y"]) other.setAttribute(axis, one.getAttribute(axis));
        other.setAttribute("transform", one.getAttribute("transform") ?? "");
        third.textContent = "far too long ".repeat(20);
        document.querySelector("h1").style.width = "3000px";
        document.querySelector("h1").style.maxWidth = "none";
    }""")
    found = measured(opened)
    assert any("To take the gradient" in text for text in found["faint"])
    assert found["cut"]
    assert found["crossing"]
    assert found["sideways"] > 0
    assert any(element.startswith("h1") for element in found["wide"])
