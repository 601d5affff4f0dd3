"""Drawings: well-formed SVG without ids and colours, with the page's words, inside its frame."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lesson.blocks.respond import CONTROLS, respond
from lesson.kit.controls import from_address
from lesson.kit.figure import Drawing
from lesson.kit.picture import Axis, Bars, Line, Mark, Panel, Picture

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
EXTREMES = [
    {},
    {"layers": "1"},
    {"layers": "1", "width": "1", "block": "64"},
    {"layers": "64", "block": "8"},
    {"layers": "64", "width": "64", "block": "64"},
    {"layers": "64", "block": "1"},
    {"width": "1"},
    {"alpha": "0"},
    {"alpha": "1e-300"},
    {"alpha": "2", "x": "-2", "layers": "64"},
    {"x": "0"},
]
NAMES = ("ratios", "timeline", "gradients")
each = pytest.mark.parametrize("name", NAMES)
every_extreme = pytest.mark.parametrize("settings", EXTREMES, ids=lambda s: " ".join(f"{n}={v}" for n, v in s.items()))


def picture(name, settings=None):
    return respond(from_address(CONTROLS, {})[0] | (settings or {})).pictures[name]


def tree(svg):
    return ElementTree.fromstring(svg)


def sketch(*drawn, x="", title=""):
    return Picture((Panel(Axis(x, 0, 10), Axis("", 0, 1), drawn, title),))


def texts(svg):
    return [element.text for element in tree(svg).iter(f"{SVG}text")]


def points(svg):
    """Every pair of coordinates in paths and places of texts, in units of the viewBox."""
    for element in tree(svg).iter():
        if element.tag == f"{SVG}path":
            yield from re.findall(r"[ML] (-?[\d.e+-]+) (-?[\d.e+-]+)", element.get("d"))
        yield from re.findall(r"translate\((-?[\d.]+) (-?[\d.]+)\)", element.get("transform", ""))


@each
@every_extreme
def test_everything_is_drawn_inside_the_frame(name, settings):
    svg = Drawing({}).svg(picture(name, settings))
    _, _, width, height = map(float, tree(svg).get("viewBox").split())
    found = [(float(x), float(y)) for x, y in points(svg)]
    assert len(found) > 10
    assert [(x, y) for x, y in found if not (0 <= x <= width and 0 <= y <= height)] == []
    letters = re.findall(r'd="([^"]*)"', svg)
    assert set(re.sub(r"[\d.\s-]", "", "".join(letters))) <= {"M", "L"}, "commands that points() does not read"


@each
@every_extreme
def test_drawings_hold_no_ids_no_scripts_and_no_colour_of_their_own(name, settings):
    svg = Drawing({}).svg(picture(name, settings))
    allowed = {f"{SVG}{tag}" for tag in ("svg", "g", "path", "text", "defs")}
    for element in tree(svg).iter():
        assert element.tag in allowed
        assert {"id", "href", "clip-path"} & set(element.attrib) == set()
        assert not any(n.startswith("on") or "href" in n for n in element.attrib)
    assert set(re.findall(r"(?:fill|stroke|color): ([^;\"]+)", svg)) <= {"none", "currentColor"}
    assert re.search(r"#[0-9a-fA-F]{3,8}\b|rgb|url\(", svg) is None


@each
def test_what_is_named_can_be_coloured_by_its_class(name):
    shown = picture(name)
    names = {f"mark-{drawn.name}" for panel in shown.panels for drawn in panel.drawn if not empty(drawn)}
    classes = {e.get("class") for e in tree(Drawing({}).svg(shown)).iter(f"{SVG}g")} - {None}
    assert classes == names | {"mark-axis", "mark-text"}


def empty(drawn):
    return isinstance(drawn, Bars) and not drawn.spans


@each
def test_a_drawing_used_again_is_the_same_as_a_new_one(name):
    used = Drawing({})
    for settings in [*EXTREMES, *reversed(EXTREMES)]:
        shown = picture(name, settings)
        assert used.svg(shown) == Drawing({}).svg(shown)
        assert used.svg(shown) == used.svg(shown)


def test_a_drawing_takes_another_shape_of_picture():
    drawing = Drawing({})
    for name in (*NAMES, *NAMES):
        assert drawing.svg(picture(name)) == Drawing({}).svg(picture(name))


def test_keys_become_words_and_other_texts_stay():
    svg = Drawing({"block": "블록", "peak": "최대: {value}개"}).svg(
        sketch(Mark("peak", 1, "peak|19"), Mark("other", 2, "other"), x="block", title="no-such-key")
    )
    assert {"블록", "최대: 19개", "other", "no-such-key"} <= set(texts(svg))
    assert {"block", "peak|19"} & set(texts(svg)) == set()


def test_a_word_without_a_place_leaves_the_value_out():
    assert "now" in texts(Drawing({"current": "now"}).svg(sketch(Mark("current", 1, "current|4"))))


@pytest.mark.parametrize(
    "word", ["<script>alert(1)</script>", "\"quoted\" & 'so'", "&lt;", "</text></svg>", "]]>", "\\1 \\g<0>", "{low}"]
)
def test_words_are_text_and_never_markup(word):
    svg = Drawing({"block": word}).svg(sketch(x="block"))
    assert word in texts(svg)
    assert [e.tag for e in tree(svg).iter() if "script" in e.tag] == []


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_any_word_gives_well_formed_svg(word):
    found = texts(Drawing({"block": word}).svg(sketch(x="block")))
    assert word.replace("{value}", "") in [text or "" for text in found]


def test_bars_run_from_birth_to_drop_on_their_row():
    svg = Drawing({}).svg(sketch(Bars("state", [(0, 5, 0.5), (5, 10, 1)])))
    (group,) = [g for g in tree(svg).iter(f"{SVG}g") if g.get("class") == "mark-state"]
    strokes = re.findall(r"M ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+)", group.find(f"{SVG}path").get("d"))
    (a, y, b, _), (c, top, d, _) = [tuple(map(float, stroke)) for stroke in strokes]
    assert b - a == pytest.approx(d - c)
    assert b == c
    assert a < b < d
    assert top < y, "upward in the picture is a smaller y in SVG"


def test_a_line_goes_through_its_points_in_proportion():
    svg = Drawing({}).svg(sketch(Line("full", [0, 5, 10], [0, 1, 0.25])))
    (group,) = [g for g in tree(svg).iter(f"{SVG}g") if g.get("class") == "mark-full"]
    xs, ys = zip(
        *[map(float, p) for p in re.findall(r"[ML] ([\d.]+) ([\d.]+)", group.find(f"{SVG}path").get("d"))], strict=True
    )
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.02)
    assert (ys[0] - ys[2]) / (ys[0] - ys[1]) == pytest.approx(0.25, abs=0.001)


def test_drawing_needs_neither_pyplot_nor_a_backend_with_a_window():
    code = "import sys, lesson.kit.figure as f; f.Drawing({}); print([m for m in sys.modules if 'pyplot' in m])"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
