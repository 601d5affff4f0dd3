"""Starts an engine by its name."""

from collections.abc import Callable

from tests.browser.engines import engine as engines
from tests.browser.engines.engine import Engine
from tests.browser.engines.firefox_engine import Firefox
from tests.browser.engines.webkitgtk_engine import WebKitGtk


def start(name: str, chromium: Callable[[], Engine]) -> Engine:
    """Starts one of the engines that are present; `chromium` starts that one, for it needs Playwright."""
    if name == engines.FIREFOX:
        return Firefox(engines.firefox())
    if name == engines.WEBKITGTK:
        return WebKitGtk(engines.webkitgtk())
    return chromium()
