"""Keys as WebDriver sends them."""

import re

from selenium.webdriver import Keys


def character(key: str) -> str:
    """The character that stands for a key: a letter for itself, "ArrowRight" for one of the private ones."""
    if len(key) == 1:
        return key
    return getattr(Keys, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).upper())
