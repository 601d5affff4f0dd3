"""The numbers on an axis, as they are drawn, say where its ticks are."""

import itertools
import re

import pytest

from lesson.blocks.respond import respond
from lesson.kit.figure import Drawing
from lesson.kit.picture import Axis, Line, Panel, Picture

SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
ROOM = 36  # SVG units left of the axis
UNITS_A_CHARACTER = 9  # of the widest texts, on phones


def y_labels(low: float, high: float) -> tuple[list[str], float]:
    panel = Panel(Axis("", 0, 1, last_tick=-1), Axis("", low, high), (Line("one", [0, 1], [low, high]),))
    texts = re.findall(r">([^<>]+)</text>", Drawing({}).svg(Picture((panel,))))
    factor = next((10.0 ** int(t.removeprefix("×10").translate(SUPERSCRIPT)) for t in texts if t.startswith("×")), 1.0)
    return [text for text in texts if not text.startswith("×")], factor


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 1), (0, 0.02), (0, 0.005), (0, 2e-6), (0, 6e-280), (-0.059, 1.528), (-3e-4, 0), (0, 40_000), (0, 76.7)],
)
def test_labels_are_all_different_evenly_spaced_and_inside_the_axis(low, high):
    labels, factor = y_labels(low, high)
    values = [float(label.replace("\N{MINUS SIGN}", "-")) * factor for label in labels]
    assert len(values) >= 2
    assert len(set(values)) == len(values)
    steps = [b - a for a, b in itertools.pairwise(values)]
    assert steps == pytest.approx([steps[0]] * len(steps), rel=1e-6)
    assert all(low <= value <= high * (1 + 1e-9) for value in values)


@pytest.mark.parametrize("high", [0.02, 0.005, 2e-6, 40_000, 0.3, 1.528])
def test_labels_fit_beside_the_axis_on_a_phone_too(high):
    labels, _ = y_labels(0, high)
    assert max(len(label) for label in labels) * UNITS_A_CHARACTER <= ROOM


@pytest.mark.parametrize(("alpha", "layers", "width"), [("7e-162", "2", "8"), ("1e-323", "1", "1"), ("1.5", "64", "8")])
def test_gradients_too_small_to_see_are_drawn_all_the_same(alpha, layers, width):
    texts = {"layers": layers, "width": width, "block": "1", "alpha": alpha, "x": "0.5", "bytes": "4"}
    assert "<svg" in Drawing({}).svg(respond(texts).pictures["gradients"])
