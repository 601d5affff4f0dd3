"""Finds a Chromium for the tests, or gets one; never goes without."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from publish.failure import Failure

VARIABLE = "CHECKPOINTING_LAB_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Debian's `chromium` on the PATH is a script that adds options of its own; this is what it starts.
DEBIAN = "/usr/lib/chromium/chromium"
MACOS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Chromium\Application\chrome.exe")


class BrowserError(Failure):
    """There is no browser for the tests and none can be got; says what was tried."""


def starts(path: str) -> bool:
    """Whether the program is there and is a browser (a stub that tells to install one is not)."""
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        return False
    if sys.platform == "win32":
        return True  # asked for its version, Chrome opens a window there
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def usual_places(
    variables: Mapping[str, str] = os.environ, which: Callable[[str], str | None] = shutil.which
) -> Iterable[str]:
    """Where an installed Chromium or Chrome may be, the best first."""
    yield DEBIAN
    for name in NAMES:
        if found := which(name):
            yield found
    yield from MACOS
    yield str(Path.home()) + MACOS[0]
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if variable in variables:
            yield from (f"{variables[variable]}\\{place}" for place in WINDOWS)


def find(variables: Mapping[str, str] = os.environ, places: Iterable[str] | None = None) -> str | None:
    """An installed browser's path, or None. Raises BrowserError when the variable names none."""
    if chosen := variables.get(VARIABLE):
        if not starts(chosen):
            raise BrowserError(f"{VARIABLE} is {chosen!r}, which is no browser that starts")
        return chosen
    return next(filter(starts, usual_places(variables) if places is None else places), None)


def provide(python: Path) -> str:
    """The path of a browser: an installed one, else Playwright's, else the system's package manager's.

    `python` is an interpreter that has Playwright. Raises BrowserError with what was tried.
    """
    found = find() or _playwrights(python) or _packaged()
    if not found:
        raise BrowserError(
            "no Chromium or Chrome is installed, Playwright could not download one, and apt-get could not "
            f"install one or may not be used (not root); install one, or name it in {VARIABLE}"
        )
    return found


def _playwrights(python: Path) -> str | None:
    print("no browser is installed: asking Playwright for Chromium", file=sys.stderr, flush=True)
    if subprocess.run([str(python), "-m", "playwright", "install", "chromium"], check=False).returncode:
        return None
    ask = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
    )
    answer = subprocess.run([str(python), "-X", "utf8", "-c", ask], capture_output=True, check=False)
    path = answer.stdout.decode("utf-8", "replace").strip()
    return path if starts(path) else None


def _packaged() -> str | None:
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    print("asking apt-get for chromium", file=sys.stderr, flush=True)
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium", "fonts-nanum"]):
        if subprocess.run([apt, *words], env=quiet, stdin=subprocess.DEVNULL, check=False).returncode:
            return None
    return find()
