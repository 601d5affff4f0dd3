"""An error in the lesson's own Python, while the reader works: where it was, in our file and line, folded away."""

import re

from playwright.sync_api import expect

from publish.environment import ROOT

# One function that the lesson calls raises; the traceback goes through our own files to it.
BREAK = """
import lesson.blocks.respond as broken
kept = broken.execute
def fail(*_, **__): raise ArithmeticError("broken on purpose")
broken.execute = fail
"""
PLACE = re.compile(r'File "/home/pyodide/(lesson/blocks/respond\.py)", line (\d+), in \w+\n    (.+)\n')


def test_an_error_names_our_file_and_line_and_the_next_move_works(edition):
    edition.run_python(BREAK)
    edition.refuse_control("layers", 9)
    failure = edition.one("form .failure")
    expect(failure.locator("p")).to_be_visible()
    expect(failure.locator("pre")).to_be_hidden()
    places = PLACE.findall(failure.locator("pre").text_content())
    assert places
    for name, line, text in places:
        assert (ROOT / name).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip() == text.strip()
    edition.run_python("broken.execute = kept")
    edition.set_control("layers", 10)
    assert failure.count() == 0
    assert edition.state == "ready"
