"""Hosts that leave ".html" out of addresses: a page knows where it stands, with a network and without."""

import pytest

from publish.serve import Handler, Server
from tests.browser.offline.deployed import load, until_kept

EN = "lesson/blocks/en"


class BareHandler(Handler):
    """Sends readers from `en.html` to `en`, which holds the page."""

    def _answer(self, body):
        path, mark, settings = self.path.partition("?")
        if path.endswith(".html"):
            bare = path.removesuffix(".html").removesuffix("index")
            self.send(308, {"Location": bare + mark + settings}, b"")
            return
        if self._find(path) is None and self._find(f"{path}.html"):
            self.path = f"{path}.html{mark}{settings}"
        super()._answer(body)


class BareServer(Server):
    handler = BareHandler


@pytest.fixture
def bare(place):
    place.deploy()
    with BareServer(place.folder, "/course/") as server:
        yield server.address


def test_links_swap_pages_and_back_leads_back(visit, bare):
    opened = visit(EN + ".html", site=bare, locale="en-US").until_ready()
    assert opened.page.url == bare + EN
    title = opened.page.title()
    opened.page.evaluate("window.same = true")
    opened.one('[data-step="1"] a[data-settings]').evaluate("link => link.click()")
    opened.until("document.querySelector('[data-slot=block]').value === '1'")
    opened.one(".bar a").first.click()
    opened.until("title => document.title !== title", title)
    assert opened.until_ready().one("main:visible").get_attribute("lang") == "en"
    opened.page.go_back()
    opened.until("title => document.title === title", title)
    opened.until_ready()
    assert "block=1" in opened.page.url
    assert opened.page.evaluate("window.same") is True
    assert opened.said == []


def test_the_copy_answers_for_the_bare_address(visit, reader, bare):
    opened = until_kept(visit(EN, reader, bare).until_ready())
    reader.set_offline(True)
    load(opened)
    load(opened, f"{bare}{EN}?block=8")
    assert opened.slots()["block"] == "8"
    assert opened.said == []
