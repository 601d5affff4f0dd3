"""Chromium, driven by Playwright."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, BrowserType, ConsoleMessage

from tests.browser.engines.engine import CHROMIUM
from tests.browser.engines.page import LONGEST_SECONDS, Page

LIKE_A_PUPIL = {"locale": "ko-KR", "reduced_motion": "reduce"}


class PlaywrightPage(Page):
    def __init__(self, context: BrowserContext, *ends: Callable[[], None]) -> None:
        """`ends` are called, in order, when the page is closed."""
        self._said: list[str] = []
        self._ends = (context.close, *ends)
        self._page = page = context.new_page()
        self._frame = page.main_frame
        page.set_default_timeout(LONGEST_SECONDS * 1000)
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._said.append(f"uncaught: {error}"))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._said.append(f"{message.type}: {message.text}")

    def goto(self, address: str) -> None:
        self._page.goto(address, wait_until="domcontentloaded")

    def reload(self) -> None:
        self._page.reload(wait_until="domcontentloaded")

    def _enter(self, selector: str) -> None:
        self._frame = self._page.locator(selector).element_handle().content_frame()

    def evaluate(self, function: str, *arguments: object) -> object:
        return self._frame.evaluate(f"given => ({function})(...given)", list(arguments))

    def click(self, selector: str) -> None:
        self._frame.locator(selector).locator("visible=true").click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def write(self, text: str) -> None:
        self._page.keyboard.type(text)

    def screenshot(self, path: Path) -> None:
        self._page.screenshot(path=path)

    def close(self) -> None:
        for end in self._ends:
            end()

    @property
    def said(self) -> list[str]:
        return self._said


class Chromium:
    """One Chromium, whose contexts are the fresh profiles; one with other settings is a Chromium of its own."""

    name = CHROMIUM

    def __init__(self, browser_type: BrowserType, **options: object) -> None:
        """`options` are how Playwright starts it."""
        self._type, self._options = browser_type, options
        self._browser = browser_type.launch(**options)
        self.version = self._browser.version

    def open(self, *, storage: bool = True, webassembly: bool = True) -> Page:
        if storage and webassembly:
            return PlaywrightPage(self._browser.new_context(**LIKE_A_PUPIL))
        profile = TemporaryDirectory(ignore_cleanup_errors=True)
        if not storage:  # "block all cookies", as Chromium itself writes it down
            preferences = Path(profile.name, "Default", "Preferences")
            preferences.parent.mkdir()
            blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
            preferences.write_text(json.dumps(blocked), encoding="utf-8")
        more = [] if webassembly else ["--js-flags=--jitless"]
        options = self._options | {"args": [*self._options["args"], *more]}
        context = self._type.launch_persistent_context(profile.name, **options, **LIKE_A_PUPIL)
        return PlaywrightPage(context, profile.cleanup)

    def close(self) -> None:
        self._browser.close()
