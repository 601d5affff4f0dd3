"""A user who allows no storage, or no WebAssembly: the page does what can be done, and says what cannot."""

from tests.browser.engines.told import check_told
from tests.browser.opened import INDEX, KO


def test_without_storage_the_lesson_works_and_says_that_nothing_is_kept(visit, site):
    page = visit(site + KO, storage=False).until_ready()
    assert page.text("[data-storage-note]") == page.words("message", "storage-denied")
    page.set_controls(block=8)
    assert page.slots()["boundary-vectors"] == "3"
    page.click('[data-question="count-is-time"] input[value="no"]')
    assert page.attribute('[data-question="count-is-time"]', "data-result") == "right"
    assert page.said == []


def test_without_webassembly_the_page_says_so_in_both_languages(visit, site):
    page = visit(site + INDEX, webassembly=False)
    check_told(page, "no-webassembly")
