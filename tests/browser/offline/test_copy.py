"""The copy is the reader's: it can be removed, takes nothing else along, mends itself, and no page depends on it."""

import pytest
from playwright.sync_api import expect

from publish.serve import Server
from publish.site import SITE
from tests.browser.faults import Fault, FaultyServer
from tests.browser.offline.deployed import KEPT, load, until_kept
from tests.browser.opened import EN, INDEX, KO

SWITCH, STATE = "[data-offline-switch]:visible", "[data-offline-state]:visible"
FOREIGN = {"of somebody else", "checkpointing-lab:/a/:x/:0123456789ab"}  # the second is of a site at /a/:x/


def words(opened, name: str) -> str:
    return opened.one(f'main:visible template[data-offline="{name}"]').evaluate("t => t.content.textContent")


def caches(opened) -> set[str]:
    """All caches of the origin but those of kept.js, which every start may fill anew."""
    return {name for name in opened.page.evaluate("caches.keys()") if not name.endswith(":start")}


HAS_START = "caches.has('checkpointing-lab:/a/:start')"


def test_removing_the_copy_of_one_site_leaves_everything_else(visit, reader, place):
    place.deploy(below=("a", "b"))
    with Server(place.folder) as server:
        a, b = (until_kept(visit(INDEX, reader, f"{server.address}{path}/").until_ready()) for path in "ab")
        a.page.evaluate("names => Promise.all(names.map(name => caches.open(name)))", list(FOREIGN))
        a.page.evaluate("""localStorage["checkpointing-lab:/a/:blocks"] = '{"version": 1, "learned": true}'""")
        of_b = {name for name in caches(a) if name.startswith("checkpointing-lab:/b/:")}
        expect(a.one(STATE)).to_have_text(words(a, "kept"))
        expect(a.one(SWITCH)).to_have_text(words(a, "remove"))
        a.until(HAS_START)
        a.one(SWITCH).click()
        expect(a.one(STATE)).to_have_text(words(a, "removed"))
        assert caches(a) == of_b | FOREIGN
        assert not a.page.evaluate(HAS_START)
        assert "checkpointing-lab:/a/:blocks" in a.stored()
        assert b.page.evaluate(KEPT, ["/b/", None])
        load(a)
        expect(a.one(STATE)).to_have_text(words(a, "removed"))
        assert caches(a) == of_b | FOREIGN, "what was removed does not come back by itself"
        a.one(SWITCH).click()
        until_kept(a)
        expect(a.one(SWITCH)).to_have_text(words(a, "remove"))
    load(a)
    load(b)
    assert a.said == b.said == []


def test_what_is_looked_for_when_the_copy_is_removed_does_not_bring_it_back(visit, reader):
    reader.add_init_script("""
        window.told = [];
        navigator.serviceWorker.addEventListener("message", ({data}) => told.push(data.kept));
    """)
    with FaultyServer(SITE, quiet_seconds=None) as server:
        opened = until_kept(visit(INDEX, reader, server.address).until_ready())
        opened.until("told.length >= 2")  # when it was taken, and when the page asked
        opened.page.evaluate("told.length = 0")
        server.worsen(Fault(r"release\.json$", wait=1))
        server.asked.clear()
        opened.page.evaluate("dispatchEvent(new Event('online'))")
        while "release.json" not in server.asked:
            opened.page.wait_for_timeout(20)
        opened.one(SWITCH).click()
        opened.until("told.length >= 2")  # of the removal, and of what was looked for
        assert not any(opened.page.evaluate("told"))
        assert caches(opened) == set()
        expect(opened.one(STATE)).to_have_text(words(opened, "removed"))
        opened.one(SWITCH).click()
        until_kept(opened)


def test_removing_the_copy_does_not_wait_for_a_release_that_does_not_come(visit, reader, place, second):
    place.deploy(patient=False)
    with FaultyServer(place.folder, quiet_seconds=None) as server:
        opened = until_kept(visit(INDEX, reader, server.address).until_ready())
        place.deploy(second, patient=False)
        server.worsen(Fault(r"python\.packed$", wait=float("inf")))
        server.asked.clear()
        opened.page.evaluate("dispatchEvent(new Event('online'))")
        while not any(name.endswith("python.packed") for name in server.asked):
            opened.page.wait_for_timeout(20)
        opened.one(SWITCH).click()
        expect(opened.one(STATE)).to_have_text(words(opened, "removed"))
        assert caches(opened) == set()


def test_a_removal_that_was_cut_off_is_finished_at_the_next_visit(visit, reader):
    with Server(SITE) as server:
        opened = until_kept(visit(INDEX, reader, server.address).until_ready())
        assert caches(opened)
        opened.page.evaluate("localStorage['checkpointing-lab:/:offline'] = '{\"version\": 1, \"wanted\": false}'")
        load(opened)
        expect(opened.one(STATE)).to_have_text(words(opened, "removed"))
        opened.until("caches.keys().then(names => !names.length)")
        assert opened.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
        load(opened)
        assert caches(opened) == set()


def test_a_copy_whose_worker_is_gone_is_removed_and_not_the_copy_of_the_site_around_it(visit, reader, place):
    place.deploy(below=("a", "a/b"))
    with Server(place.folder) as server:
        a, b = (until_kept(visit(INDEX, reader, f"{server.address}{path}/").until_ready()) for path in ("a", "a/b"))
        of_a = {name for name in caches(a) if name.startswith("checkpointing-lab:/a/:")}
        b.until("navigator.serviceWorker.controller.scriptURL.endsWith('/a/b/worker.js')")
        b.page.evaluate("navigator.serviceWorker.getRegistration().then(own => own.unregister())")
        b.one(SWITCH).click()
        expect(b.one(STATE)).to_have_text(words(b, "removed"))
        assert caches(a) == of_a
        expect(a.one(STATE)).to_have_text(words(a, "kept"))
        assert a.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.map(r => r.scope))") == [
            f"{server.address}a/"
        ]


# Files that came wrong: start.js sees it, and what it asks for past every cache mends the copy.
SPOIL = """async ending => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
            if (request.url.endsWith(ending)) {
                const {headers} = await cache.match(request);
                await cache.put(request, new Response("spoilt", {headers}));
            }
    }
}"""
FIND = """async ending => {
    const requests = (await Promise.all((await caches.keys()).map(async n => (await caches.open(n)).keys()))).flat();
    return (await caches.match(requests.find(r => r.url.endsWith(ending)))).text().then(text => text.length);
}"""


def test_a_spoilt_file_of_the_copy_is_mended_in_passing(visit, reader, served):
    opened = until_kept(visit(KO, reader, served).until_ready())
    opened.page.evaluate(SPOIL, "/python.packed")
    opened.page.evaluate("caches.delete('checkpointing-lab:/course/:start')")  # what is kept ready-made needs no file
    load(opened)
    assert opened.page.evaluate(FIND, "/python.packed") > 1_000_000
    reader.set_offline(True)
    load(opened)
    assert opened.said == []


def test_a_spoilt_script_of_the_copy_is_told_and_mended_when_the_reader_tries_again(visit, reader, served):
    opened = until_kept(visit(KO, reader, served).until_ready())
    opened.page.evaluate(SPOIL, "/core.js")
    opened.page.reload(wait_until="domcontentloaded")
    opened.one('html[data-python="failed"]').wait_for(state="attached")
    with opened.page.expect_navigation(wait_until="domcontentloaded"):
        opened.one("[data-start-again]:visible").click()
    opened.until_ready()


def test_a_copy_that_was_half_deleted_is_completed(visit, reader, served):
    opened = until_kept(visit(KO, reader, served).until_ready())
    opened.page.evaluate("""async () => {
        for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys())
                if (/lesson.css|core.js|ko.html/.test(request.url)) await (await caches.open(name)).delete(request);
    }""")
    load(opened)
    assert opened.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')")
    assert opened.said == []


def test_a_worker_that_is_not_there_is_not_missed(visit, reader):
    with FaultyServer(SITE, Fault(r"worker\.js$", status=404), quiet_seconds=None) as server:
        opened = visit(INDEX, reader, server.address).until_ready()
        while "worker.js" not in server.asked or not opened.said:
            opened.page.wait_for_timeout(20)
        opened.set_control("block", 8)
        # The browser itself names a file that is missing; of the page nothing is heard.
        assert set(opened.said) == {"error: A bad HTTP response code (404) was received when fetching the script."}
        expect(opened.one(SWITCH)).to_have_count(0)


DENIALS = {
    "denied": "Object.defineProperty(Navigator.prototype, 'serviceWorker', {get() { throw new DOMException('no'); }})",
    "refused": "ServiceWorkerContainer.prototype.register = async () => { throw new TypeError('no'); }",
    "never": "ServiceWorkerContainer.prototype.register = () => new Promise(() => {})",
}


@pytest.mark.parametrize("denial", DENIALS.values(), ids=DENIALS)
def test_where_workers_are_refused_nothing_is_said(visit, reader, denial):
    reader.add_init_script(denial)
    opened = visit(EN, reader).until_ready()
    opened.page.evaluate("dispatchEvent(new Event('online'))")
    opened.set_control("block", 8)
    assert opened.said == []
