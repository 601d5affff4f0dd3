"""On a touch screen, a swipe over a slider scrolls the page and leaves the slider alone."""

import pytest

from tests.browser.opened import KO


@pytest.fixture
def phone(visit):
    """A page on a phone (sliders are native, so Python need not have started), and a finger that swipes."""
    opened = visit.unstarted(KO, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    session = opened.context.new_cdp_session(opened.page)
    slider = opened.field("layers")
    slider.evaluate("slider => slider.scrollIntoView({block: 'center', behavior: 'instant'})")
    box = slider.bounding_box()
    start = box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2

    def swipe(across, down):
        def touch(kind, *points):
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
            )

        touch("touchStart", start)
        for part in range(1, 11):
            touch("touchMove", (start[0] + across * part / 10, start[1] + down * part / 10))
        touch("touchEnd")
        opened.page.wait_for_timeout(300)  # for the browser to decide what the finger meant
        return slider.input_value(), opened.page.evaluate("scrollY")

    return swipe, slider.input_value(), opened.page.evaluate("scrollY")


def test_a_swipe_up_scrolls(phone):
    swipe, value, top = phone
    after = swipe(0, -250)
    assert after[1] > top + 100
    assert after[0] == value


def test_a_swipe_along_the_slider_moves_it(phone):
    swipe, value, top = phone
    after = swipe(-100, 0)
    assert after[0] != value
    assert after[1] == top
