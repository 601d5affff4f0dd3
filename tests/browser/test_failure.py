"""An error in a calculation or a drawing is told beside it; what stood there stays, and the next move works."""

import pytest

# Replaces one function of the page's modules by one that raises, and puts it back.
BREAK = """
import {module} as broken
kept = broken.{name}
def fail(*_, **__): raise ArithmeticError("broken <b>on purpose</b>")
broken.{name} = fail
"""
MEND = "broken.{name} = kept"


@pytest.fixture
def broken(edition):
    """Breaks a function of the page's Python and mends it, after the test at the latest."""
    open_ends = []

    def breaks(module, name):
        edition.run_python(BREAK.format(module=module, name=name))
        open_ends.append(name)

    def mend():
        while open_ends:
            edition.run_python(MEND.format(name=open_ends.pop()))

    yield breaks, mend
    mend()


def test_a_calculation_that_fails_is_told_in_its_form(edition, broken):
    breaks, mend = broken
    before = edition.slots(), edition.drawings()
    breaks("lesson.blocks.respond", "execute")
    edition.refuse_control("layers", 9)
    failure = edition.one("form .failure")
    assert failure.get_attribute("role") == "alert"
    assert failure.locator("p").inner_text() == edition.message("calculation-failed")
    assert "ArithmeticError: broken <b>on purpose</b>" in failure.locator("pre").text_content()
    assert failure.locator("b").count() == 0
    assert (edition.slots(), edition.drawings()) == before
    edition.refuse_control("layers", 10)
    assert failure.count() == 1
    mend()
    edition.set_control("layers", 11)
    assert failure.count() == 0
    assert edition.slots()["layers"] == "11"


def test_a_drawing_that_fails_is_told_beside_its_figure(edition, broken):
    breaks, mend = broken
    before = edition.drawings()
    breaks("lesson.kit.panel", "_strokes")
    edition.set_control("layers", 9)
    failures = edition.one("figure .failure")
    told = {f.evaluate("f => f.closest('figure').dataset.figure") for f in failures.all()}
    assert "timeline" in told
    assert edition.one("form .failure").count() == 0
    assert edition.slots()["layers"] == "9"
    after = edition.drawings()
    for name in before:
        assert (after[name] == before[name]) == (name in told), name
    mend()
    edition.set_control("layers", 10)
    assert failures.count() == 0
    assert edition.drawings()["timeline"] != before["timeline"]
