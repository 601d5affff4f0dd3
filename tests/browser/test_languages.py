"""The course page speaks the reader's language; the lessons lead to each other. None of it needs Python."""

import pytest

from tests.browser.opened import EN, INDEX, KO

KEY = "checkpointing-lab:/:language"


def shown(opened):
    return [m.get_attribute("lang") for m in opened.one("main").all() if m.is_visible()]


@pytest.mark.parametrize(("locale", "language"), [("ko-KR", "ko"), ("en-GB", "en"), ("fr-FR", "ko")])
def test_the_first_visit_goes_by_the_browsers_language(visit, locale, language):
    opened = visit.unstarted(INDEX, locale=locale)
    assert shown(opened) == [language]
    assert opened.page.evaluate("document.documentElement.lang") == language
    assert opened.stored() == {}, "nothing was chosen yet"


def test_the_language_chosen_is_remembered(visit):
    opened = visit.unstarted(INDEX)
    opened.one('button[data-language="en"]').click()
    assert shown(opened) == ["en"]
    assert opened.one('button[data-language="en"]').get_attribute("aria-pressed") == "true"
    assert list(opened.stored()) == [KEY]
    opened.page.reload(wait_until="domcontentloaded")
    assert shown(opened) == ["en"]
    opened.one('button[data-language="ko"]').click()
    assert shown(opened) == ["ko"]


@pytest.mark.parametrize(
    "kept", ["", "{", "null", "[]", '{"version":2,"language":"en"}', '{"version":1,"language":"xx"}']
)
def test_a_broken_memory_of_the_language_is_as_none(visit, kept):
    context = visit.context(locale="en-US")
    context.add_init_script(f"localStorage.setItem({KEY!r}, {kept!r})")
    opened = visit.unstarted(INDEX, context)
    assert shown(opened) == ["en"]
    assert opened.said == []


def test_without_scripts_both_languages_show(visit):
    opened = visit(INDEX, java_script_enabled=False)
    assert shown(opened) == ["ko", "en"]


@pytest.mark.parametrize(("here", "there"), [(KO, EN), (EN, KO)])
def test_the_lessons_lead_to_each_other_by_keyboard(visit, here, there):
    opened = visit.unstarted(here)
    opened.one("header a[hreflang]").focus()
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_url(f"**/{there}")
    assert opened.one("main").first.is_visible()


@pytest.mark.parametrize(("language", "path"), [("ko", KO), ("en", EN)])
def test_the_course_page_leads_to_the_lesson_of_its_language(visit, language, path):
    opened = visit.unstarted(INDEX, locale=language)
    opened.one(".cards a:visible").first.click()
    opened.page.wait_for_url(f"**/{path}#concept")
