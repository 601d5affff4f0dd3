"""A page in a frame that may keep nothing, as learning platforms have them: it works and says so, or says why not."""

import shutil

import pytest

from publish.serve import Server
from publish.single_file import ONE_FILE
from tests.browser.engines.engine import WEBKITGTK
from tests.browser.opened import EN

QUESTION = '[data-question="count-is-time"]'


@pytest.fixture
def classroom(tmp_path, visit):
    """Another host, with a page that has a frame in it and notes what that tells; hands out the one file, too."""
    shutil.copy(ONE_FILE, tmp_path / "one.html")
    with Server(tmp_path) as server:

        def show(source):
            (tmp_path / "index.html").write_text(
                f"""<!doctype html><html lang="en"><title>Class</title>
                <script>window.told = []; addEventListener("message", ({{data}}) => told.push(data));</script>
                <iframe src="{source}" sandbox="allow-scripts" width="800" height="500"></iframe>""",
                encoding="utf-8",
            )
            return visit(server.address)

        yield show


def check_works(page):
    page.until("() => told.length > 0")
    (told,) = page.evaluate("() => told.slice(-1)")
    assert told["checkpointing-lab"]["height"] > 500
    page.enter("iframe")
    page.until_ready()
    assert page.text("[data-storage-note]") == page.words("message", "storage-denied")
    page.click(f'{QUESTION} input[value="no"]')
    assert page.attribute(QUESTION, "data-result") == "right"
    page.set_controls(block=8)
    assert page.slots()["boundary-vectors"] == "3"


def test_the_one_file_works_in_a_sandboxed_frame(classroom):
    check_works(classroom(f"one.html?embed=1#/{EN}"))


def test_the_site_works_in_a_sandboxed_frame_where_the_engine_lets_it_have_its_own_scripts(engine, classroom, site):
    page = classroom(f"{site}{EN}?embed=1")
    if engine.name != WEBKITGTK:
        return check_works(page)
    # To WebKit, 'self' in the policy of a page of no origin is nobody: no script file of the site runs.
    page.enter("iframe")
    assert page.until_settled() == "failed"
    assert page.text("[data-start-reason]") == page.words("start", "policy")
