"""Every word that the script of the offline copy asks a page for stands in it, and every place it writes to."""

import re

import pytest

from tests.pages.document import INDEX, PAGES, ROOT, Element, read

SCRIPT = (ROOT / "publish/offline/page.js").read_text(encoding="utf-8")
COPY = {"kept", "removed", "remove", "keep"}


def mains(page: str) -> list[Element]:
    return read(page).all("main")


def asked(script: str) -> set[str]:
    calls = re.findall(r"say\(\w+, ([^)]*)\)", script)
    return {name for call in calls for name in re.findall(r'"([\w-]+)"', call)}


def test_the_words_asked_for_are_noticed():
    assert asked('say(place, "a"); say(button, isKept ? "b" : "c"); all("d")') == {"a", "b", "c"}
    assert asked(SCRIPT) == COPY | {"news"}


@pytest.mark.parametrize("page", PAGES)
def test_every_page_can_tell_of_a_new_release(page):
    for main in mains(page):
        place = main.one("div", data_offline_news=None)
        assert (place["role"], place.children) == ("status", [])
        news = main.one("template", data_offline="news")
        assert news.one("button", data_offline_reload=None).text()
        assert news.one("button", data_offline_later=None).text()


@pytest.mark.parametrize("page", PAGES)
def test_the_course_page_can_remove_the_copy_and_no_other_speaks_of_it(page):
    for main in mains(page):
        words = {t["data-offline"] for t in main.all("template", data_offline=None) if t.text()}
        assert words == {"news"} | (COPY if page == INDEX else set())
        boxes = main.all("div", data_offline_copy=None)
        assert len(boxes) == (page == INDEX)
        for box in boxes:
            assert "hidden" in box.attributes
            assert box.one("p", data_offline_state=None)["role"] == "status"
            assert box.one("button", data_offline_switch=None)["type"] == "button"
