"""The engines the lesson is tried in: which of them this machine has, and what a test may ask of one."""

import os
import shutil
from collections.abc import Mapping
from typing import Protocol

from publish.browser import starts
from tests.browser.engines.page import Page

CHROMIUM, FIREFOX, WEBKITGTK = ENGINES = ("Chromium", "Firefox", "WebKitGTK")
FIREFOX_PROGRAMS = ("firefox-esr", "firefox")
WEBKITGTK_PROGRAM = "WebKitWebDriver"


class Engine(Protocol):
    name: str
    version: str

    def open(self, *, storage: bool = True, webassembly: bool = True) -> Page:
        """A page in a fresh profile, which may be one whose user allows no storage or has turned WebAssembly off."""

    def close(self) -> None:
        """Ends the engine; its pages must be closed by then."""


def firefox() -> str | None:
    """The path of an installed Firefox that starts, or None."""
    paths = map(shutil.which, FIREFOX_PROGRAMS)
    return next((path for path in paths if path and starts(path)), None)


def webkitgtk(variables: Mapping[str, str] = os.environ) -> str | None:
    """The path of WebKitGTK's driver, or None where it is not installed or has no screen to show a page on."""
    screen = shutil.which("Xvfb") or variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY")
    return shutil.which(WEBKITGTK_PROGRAM) if screen else None


def present() -> list[str]:
    """The engines of this machine. Chromium is always one: without it tests fail, they are not left out."""
    found = {CHROMIUM: True, FIREFOX: firefox(), WEBKITGTK: webkitgtk()}
    return [name for name in ENGINES if found[name]]
