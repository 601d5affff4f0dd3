"""From the second visit on the site opens without a network, in every engine."""

from publish.serve import Server
from publish.site import SITE
from tests.browser.offline.deployed import KEPT
from tests.browser.offline.test_loads import GOLDEN
from tests.browser.opened import EN, INDEX, KO

BELOW = "/course/"
QUESTION = '[data-question="count-is-time"]'


def check(page):
    page.until_ready().set_controls(layers=17)
    page.set_controls(layers=16)
    slots = page.slots()
    assert {name: slots[name] for name in GOLDEN} == GOLDEN
    assert page.said == []


def test_three_loads_online_and_two_offline(visit):
    with Server(SITE, BELOW) as server:
        page = visit(server.address + KO).until_ready()
        page.until(KEPT, [BELOW, None])
        page.until("() => navigator.serviceWorker.controller !== null")
        check(page)
        page.reload()
        check(page)
        page.goto(server.address + EN)
        check(page)
        page.click(f'{QUESTION} input[value="no"]')
    # The server is gone, and with it all there is of a network.
    page.reload()
    check(page)
    assert page.attribute(QUESTION, "data-result") == "right"
    page.goto(server.address + INDEX)
    page.until_ready().set_controls(block=8)
    assert page.slots()["multiplication-ratio"] == "1.4375"
    assert page.said == []
    assert page.evaluate("() => fetch('not-kept').then(() => 'answered', () => 'no answer')") == "no answer"
