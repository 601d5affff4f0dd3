"""Which engines take part: Chromium always, the others where they are installed."""

import pytest

from tests.browser.engines.engine import CHROMIUM, FIREFOX, WEBKITGTK, present, webkitgtk


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with no programs and no screen; returns a function that installs a program, which ends with a code."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for screen in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(screen, raising=False)

    def install(name, code=0):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
        path.chmod(0o755)

    return install


def test_chromium_takes_part_wherever_the_tests_run(machine):
    assert present() == [CHROMIUM]


def test_what_is_installed_takes_part(machine):
    for program in ("firefox", "WebKitWebDriver", "Xvfb"):
        machine(program)
    assert present() == [CHROMIUM, FIREFOX, WEBKITGTK]


def test_a_stub_that_tells_to_install_firefox_is_none(machine):
    machine("firefox", code=1)
    assert present() == [CHROMIUM]


def test_webkitgtk_needs_a_screen(machine):
    machine("WebKitWebDriver")
    assert webkitgtk({}) is None
    assert webkitgtk({"DISPLAY": ":0"})
