"""A browser is found where it is, and its absence is told."""

import sys

import pytest

from publish.browser import DEBIAN, NAMES, VARIABLE, BrowserError, find, starts, usual_places


@pytest.fixture
def program(tmp_path):
    """Makes a program that ends with the given exit code, in a folder with a space and Hangul."""

    def make(name, code=0):
        path = tmp_path / "수업 자료" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    return make


def test_the_variable_comes_first(program):
    chosen = program("mine")
    assert find({VARIABLE: chosen}, [program("chromium")]) == chosen


def test_a_variable_that_names_no_browser_is_an_error_and_not_passed_over(program):
    for wrong in ("/nowhere/chromium", program("broken", code=1)):
        with pytest.raises(BrowserError, match=f"{VARIABLE} is "):
            find({VARIABLE: wrong}, [program("chromium")])


def test_the_first_that_starts_is_taken(program, tmp_path):
    stub, real = program("stub", code=1), program("real")
    assert find({}, [str(tmp_path / "nothing"), str(tmp_path), stub, real]) == real
    assert find({}, [stub]) is None


def test_a_file_that_may_not_be_run_is_none(program, tmp_path):
    path = tmp_path / "plain"
    path.write_text("no program", encoding="utf-8")
    assert not starts(str(path))


def test_debians_own_binary_comes_before_the_script_on_the_path():
    places = list(usual_places({}, {"chromium": "/usr/bin/chromium", "chrome": "/opt/chrome"}.get))
    assert places[:3] == [DEBIAN, "/usr/bin/chromium", "/opt/chrome"]


def test_every_system_has_its_usual_places():
    asked = []
    places = list(usual_places({"PROGRAMFILES": r"C:\Program Files"}, lambda name: asked.append(name)))
    assert tuple(asked) == NAMES
    assert any(place.startswith("/Applications/") for place in places)
    assert r"C:\Program Files\Google\Chrome\Application\chrome.exe" in places


def test_the_one_in_use_starts():
    assert sys.platform == "win32" or find(), "no browser here: run the tests by python -m publish test"
