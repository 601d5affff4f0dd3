"""A new release is taken whole or not at all, and the reader hears of it and loses nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser.faults import Fault, FaultyServer
from tests.browser.offline.deployed import first_marks, load, marks, second_marks, until_kept, with_old, without
from tests.browser.opened import EN, INDEX, KO

NEWS = "[data-offline-news]:visible"


def test_a_reload_after_a_deploy_shows_all_of_the_new_release_and_nothing_of_the_old_one_stays(
    visit, reader, served, place, second
):
    opened = until_kept(visit(KO, reader, served).until_ready())
    assert marks(opened) == first_marks()
    place.deploy(second)
    assert marks(load(opened)) == second_marks(second)
    until_kept(opened, second)
    assert opened.one(NEWS).count() == 0
    opened.until("async () => (await caches.keys()).filter(name => /:[0-9a-f]{12}$/.test(name)).length === 1")
    place.deploy()
    assert marks(load(opened)) == first_marks(), "a release that was taken back is shown again"
    assert opened.said == []


def test_an_open_page_stays_as_it_is_and_is_told_of_the_new_release(visit, reader, served, place, second):
    first = until_kept(visit(KO, reader, served).until_ready())
    first.one('[data-question="count-is-time"] input[value="no"]').check()
    first.field("block-typed").fill("8")
    first.field("two-ends").fill("both ends")
    first.until("new URL(location).searchParams.get('block') === '8'")
    place.deploy(second)
    other = visit(EN, reader, served).until_ready()
    assert marks(other) == second_marks(second)
    told = first.one('template[data-offline="news"]').evaluate("t => t.content.querySelector('p').textContent")
    expect(first.one(f"{NEWS} p").first).to_have_text(told)
    assert first.one(NEWS).get_attribute("role") == "status"
    style = first.page.evaluate("fetch(document.querySelector('link[rel=stylesheet]').href).then(r => r.text())")
    assert "--mark" not in style, "what an open page asks for is of its own release"
    first.one("[data-offline-later]").click()
    expect(first.one(NEWS)).to_have_count(0)
    assert marks(load(first)) == second_marks(second)
    assert first.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"
    assert first.field("two-ends").input_value() == "both ends"
    assert first.slots()["block"] == "8"
    assert first.said == other.said == []


def test_a_tab_that_comes_back_into_view_hears_of_a_release_and_its_button_brings_it(
    visit, reader, served, place, second
):
    opened = until_kept(visit(INDEX, reader, served).until_ready())
    place.deploy(second)
    opened.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    with opened.page.expect_navigation(wait_until="domcontentloaded"):
        opened.one(f"{NEWS} [data-offline-reload]").click()
    assert marks(opened.until_ready()) == second_marks(second)
    expect(opened.one(NEWS)).to_have_count(0)


STYLE, PYTHON = "lesson/kit/lesson.css", "runtime/*/python.packed"
# None of these brings the new style sheet: what one deploy has is kept for the next, and together they could be whole.
FAULTS = [
    [without("release.json")],
    [without("lesson/blocks/en.html"), without(STYLE)],
    [without(PYTHON), with_old(STYLE)],
    [with_old(STYLE)],
]


def test_a_release_that_is_not_whole_is_not_taken(visit, reader, served, place, second):
    opened = until_kept(visit(KO, reader, served).until_ready())
    for faults in FAULTS:
        place.deploy(second, faults=faults)
        assert marks(load(opened)) == first_marks()
        assert opened.one(NEWS).count() == 0
    assert marks(load(opened, served + EN)) == first_marks()
    assert opened.said == []
    place.deploy(second)
    assert marks(load(opened)) == second_marks(second)


def test_a_server_that_does_not_answer_is_not_waited_for(visit, reader, place):
    place.deploy(patient=False)
    with FaultyServer(place.folder, quiet_seconds=None) as server:
        opened = until_kept(visit(KO, reader, server.address).until_ready())
        server.worsen(Fault("", wait=float("inf")))
        assert marks(load(opened)) == first_marks()
        assert opened.said == []


@pytest.mark.parametrize("follower", [None, "<!doctype html><title>Another course</title><h1>Another course</h1>"])
def test_a_course_that_was_taken_down_is_gone_from_browsers_too(visit, reader, served, place, follower):
    opened = until_kept(visit(KO, reader, served).until_ready())
    place.replace(follower)
    opened.page.goto(served)
    assert opened.one("h1").text_content() == ("Another course" if follower else "404")
    opened.until("async () => (await caches.keys()).length === 0")
    assert opened.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


def set_room(opened, more_bytes: int):
    """Leaves so much room for what the site keeps, beside what it has."""
    used = opened.page.evaluate("navigator.storage.estimate().then(({usage}) => usage)")
    session = opened.context.new_cdp_session(opened.page)
    origin = opened.page.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": used + more_bytes})


def test_where_there_is_no_room_for_two_releases_the_new_one_is_shown_and_kept(visit, reader, served, place, second):
    opened = until_kept(visit(KO, reader, served).until_ready())
    set_room(opened, 4_000_000)
    place.deploy(second)
    assert marks(load(opened)) == second_marks(second)
    until_kept(opened, second)


def test_where_there_is_no_room_at_all_nothing_of_a_copy_is_left(visit, reader, served):
    opened = visit(INDEX, reader, served)
    set_room(opened, 5_000_000)
    opened.until_ready()
    removed = opened.one('main:visible template[data-offline="removed"]').evaluate("t => t.content.textContent")
    expect(opened.one("[data-offline-state]:visible")).to_have_text(removed)
    assert [name for name in opened.page.evaluate("caches.keys()") if not name.endswith(":start")] == []
