"""The page's Python computes what CPython computes, digit for digit."""

import mpmath
import pytest

from lesson.blocks.respond import respond
from lesson.kit.markup import machine
from tests.core.test_gradients import DIGITS

NAMES = ("layers", "width", "block", "alpha", "x", "bytes")
COMPUTED = {"average", "gradient-alpha-full", "gradient-alpha-checkpoint", "full", "checkpoint"}
SETTINGS = [
    (16, 8, 4, 1, 0.5, 4),
    (17, 5, 4, 1.25, -0.75, 8),
    (1, 1, 1, 0, 0, 4),
    (7, 3, 64, 2, 2, 8),
    (64, 64, 7, 0.9, -2, 4),
]


def set_all(opened, *values):
    for name, value in zip(NAMES, values, strict=True):
        opened.fire(name, value)
        typed = opened.field(f"{name}-typed")
        if typed.count():
            opened.fire(f"{name}-typed", value)
    opened.until_quiet()


@pytest.mark.parametrize("row", DIGITS, ids=str)
def test_the_page_has_the_digits_of_the_table(lesson, row):
    layers, width, alpha, x, *digits = row
    set_all(lesson, layers, width, 4, alpha, x, 4)
    slots, gradients = lesson.slots(), lesson.table("input-gradient")
    pairs = [
        (slots["average"], digits[0]),
        (slots["gradient-alpha-full"], digits[1]),
        (slots["gradient-alpha-checkpoint"], digits[1]),
        *((row[name], digits[2]) for row in gradients for name in ("full", "checkpoint")),
    ]
    assert len(gradients) == width
    with mpmath.workdps(40):
        for ours, exact in pairs:
            assert abs(mpmath.mpf(ours) - mpmath.mpf(exact)) <= mpmath.mpf("1e-13") * abs(mpmath.mpf(exact))
    assert slots["gradient-difference"] == "0"


def agree(ours: str, expected: float, computed: bool) -> bool:
    """Counts are the same; what went through tanh and sums may differ in the last digits, as machines do."""
    if not computed:
        return ours == machine(expected)
    return abs(float(ours) - expected) <= 1e-13 * abs(expected)


def test_a_wrong_number_would_be_noticed():
    assert agree("0.5", 0.5, computed=False)
    assert not agree("0.5000000000000001", 0.5, computed=False)
    assert agree("0.5000000000000001", 0.5, computed=True)
    assert not agree("0.5000000000001", 0.5, computed=True)


@pytest.mark.parametrize("values", SETTINGS, ids=str)
def test_the_page_says_what_cpython_says(edition, values):
    set_all(edition, *values)
    expected = respond({name: str(value) for name, value in zip(NAMES, values, strict=True)})
    slots = edition.slots()
    for name, ours in slots.items():
        assert agree(ours, expected.slots[name], name in COMPUTED), name
    assert slots["gradient-difference"] == "0"
    for name, table in expected.tables.items():
        shown = edition.table(name)
        assert len(shown) == len(table.rows)
        for cells, row in zip(shown, table.rows, strict=True):
            for column, value in row.cells.items():
                assert agree(cells[column], value, column in COMPUTED), (name, row.key, column)
