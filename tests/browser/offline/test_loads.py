"""From the second visit on the site opens without a network; the first one is no slower for it."""

import json

from publish.serve import Server
from tests.browser.offline.deployed import load, until_kept
from tests.browser.opened import EN, INDEX, KO

GOLDEN = {"full-bytes": "608", "checkpoint-bytes": "320", "recomputed-layers": "12", "gradient-difference": "0"}


def check(opened):
    opened.set_control("layers", 17)
    opened.set_control("layers", 16)
    slots = opened.slots()
    assert {name: slots[name] for name in GOLDEN} == GOLDEN
    assert opened.said == []
    assert opened.failed == []


def test_three_loads_online_and_two_offline(visit, reader, place):
    place.deploy()
    with Server(place.folder, "/course/") as server:
        opened = visit(KO, reader, server.address).until_ready()
        check(until_kept(opened))
        check(load(opened))
        check(load(opened, server.address + EN))
        opened.one('[data-question="count-is-time"] input[value="no"]').check()
    reader.set_offline(True)  # and the server is gone
    check(load(opened))
    assert opened.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"
    check(load(opened, f"{server.address}{KO}?layers=16&block=4"))
    load(opened, server.address)
    opened.set_control("block", 8)
    assert opened.slots()["block"] == "8"
    assert opened.page.locator('a[href="LICENSE"]:visible').evaluate("link => fetch(link).then(r => r.status)") == 200


def test_the_worker_is_called_when_python_is_ready_and_not_before(visit, reader, served):
    reader.add_init_script("""
        const {register} = ServiceWorkerContainer.prototype;
        ServiceWorkerContainer.prototype.register = function (...what) {
            globalThis.calledWhen = document.documentElement.dataset.python;
            return register.apply(this, what);
        };
    """)
    opened = until_kept(visit(INDEX, reader, served).until_ready())
    assert opened.page.evaluate("calledWhen") == "ready"


def test_the_browser_understands_the_manifest(visit, reader, served):
    opened = visit(KO, reader, served)
    answer = reader.new_cdp_session(opened.page).send("Page.getAppManifest")
    assert answer["url"] == f"{served}manifest.webmanifest"
    assert answer["errors"] == []
    assert json.loads(answer["data"])["name"] == opened.one(".bar a").first.inner_text()
