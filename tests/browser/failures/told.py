"""What a page says of a start that failed, read as a person reads it, in every language the page holds.

Read through locators only: code evaluated in the page would itself break the policies that are tested here.
"""

import html
import re

from playwright.sync_api import Locator, expect

from tests.browser.opened import LONGEST_MS, Opened


def state(opened: Opened) -> str:
    return opened.one("html").get_attribute("data-python")


def until_settled(opened: Opened) -> str:
    opened.one('html:not([data-python="loading"])').wait_for(state="attached", timeout=LONGEST_MS)
    return state(opened)


def until_failed(opened: Opened) -> Opened:
    assert until_settled(opened) == "failed", opened.console
    return opened


def words(main: Locator, name: str, **values: object) -> str:
    """The page's own words of that name, with their places filled."""
    text = html.unescape(main.locator(f'template[data-start="{name}"]').inner_html())
    return re.sub(r"\{(\w+)\}", lambda place: str(values[place[1]]), text)


def language(opened: Opened, main: Locator) -> str:
    return main.get_attribute("lang") or opened.one("html").get_attribute("lang")


def details(opened: Opened) -> str:
    return opened.one("[data-start-details]").first.text_content()


def check_told(opened: Opened, reason: str, files: str | tuple[str, ...] = "", button: str = "again", **values) -> None:
    """The start has failed for this reason, and the page says so: in words, with the file and a button, details folded.

    `files` are the names of which one must stand in the message.
    """
    until_failed(opened)
    names = [files] if isinstance(files, str) else files
    for main in opened.page.locator("main").all():
        said = main.locator("[data-start-reason]").text_content()
        assert said in [words(main, reason, file=name, **values) for name in names], (said, details(opened))
        assert bool(re.search("[가-힣]", said)) == (language(opened, main) == "ko")
        assert main.locator("[data-start-again]").text_content() == words(main, button)
    assert any(name in details(opened) for name in names)
    box = opened.one('[data-python-state] > [data-when="failed"]:visible')
    expect(box).to_have_count(1)
    expect(box).to_have_attribute("role", "alert")
    expect(box.locator("[data-start-again]")).to_be_visible()
    expect(box.locator("[data-start-details]")).to_be_hidden()
    expect(opened.one('[data-python-state] > [data-when="loading"]:visible')).to_have_count(0)
