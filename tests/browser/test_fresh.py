"""An address with ?fresh=1, for a shared computer: what was answered before is gone, once, and it is said."""

import json

import pytest

from tests.browser.opened import INDEX, KO

ANSWERED = {
    "checkpointing-lab:/:blocks": json.dumps({"version": 1, "answers": {"count-is-time": "no"}, "learned": True}),
    "checkpointing-lab:/:blocks:aside": "{",
    "checkpointing-lab:/:language": json.dumps({"version": 1, "language": "en"}),
}
OTHERS = {
    "checkpointing-lab:/other/:blocks": "{}",
    "checkpointing-lab:/:offline": json.dumps({"version": 1, "wanted": False}),
    "of somebody else": "1",
}


@pytest.fixture
def used(visit):
    """A browser that somebody has used before."""
    context = visit.context()
    before = visit.unstarted(INDEX, context)
    before.page.evaluate("kept => { for (const k in kept) localStorage.setItem(k, kept[k]); }", ANSWERED | OTHERS)
    context.unroute("**/interpreter.mjs")
    return context


def test_old_answers_are_gone_and_nothing_else_and_it_is_said(visit, used):
    opened = visit(f"{KO}?layers=20&fresh=1", used).until_ready()
    assert opened.stored() == OTHERS
    assert opened.one("[data-result]").count() == 0
    assert opened.one("[data-storage-note]:visible").text_content() == opened.message("storage-fresh")
    assert opened.slots()["layers"] == "20"
    opened.one('[data-question="count-is-time"] input[value="no"]').check()
    assert "fresh" not in opened.page.url
    opened.page.reload()
    opened.until_ready()
    assert opened.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"
    assert opened.one("[data-storage-note]").is_hidden()


@pytest.mark.parametrize("query", ["", "?fresh", "?fresh=0", "?refresh=1"])
def test_no_other_address_erases(visit, used, query):
    opened = visit(KO + query, used).until_ready()
    assert opened.stored().items() >= ANSWERED.items()
    assert opened.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"
