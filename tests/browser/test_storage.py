"""Storage that is denied, full or full of nonsense: the page works, says so, and destroys nothing."""

import json

import pytest

from tests.browser.opened import EN, INDEX, KO

KEY = "checkpointing-lab:/:blocks"
ASIDE = KEY + ":aside"
BROKEN = {
    "cut off": '{"version":1,',
    "null": "null",
    "a list": "[]",
    "empty": "",
    "another version": '{"version":2,"answers":{"count-is-time":"no"}}',
    "deep": "[" * 5000 + "]" * 5000,
    "2 MB": "x" * 2_000_000,
    "infinity": '{"version":1,"answers":{"count-is-time":1e400}}',
    "markup": "<img src=x onerror='window.hurt = 1'>",
}
SENSELESS = {
    "answers are a list": {"version": 1, "answers": ["no"]},
    "an answer is a number": {"version": 1, "answers": {"count-is-time": 7, "model-file": None}},
    "a choice not offered": {"version": 1, "answers": {"count-is-time": "perhaps"}},
    "a text is an object": {"version": 1, "texts": {"two-ends": {"a": 1}}, "learned": "yes"},
}


def note(opened):
    place = opened.one("[data-storage-note]:visible")
    return place.text_content() if place.count() else None


def answer(opened, choice="no"):
    """Answers a question; the page must show it, whatever the storage does."""
    opened.one(f'[data-question="count-is-time"] input[value="{choice}"]').check()
    expected = "right" if choice == "no" else "wrong"
    assert opened.one('[data-question="count-is-time"]').get_attribute("data-result") == expected


def put(opened, text):
    """Puts a text where the lesson keeps its own, as another tab would."""
    opened.page.evaluate(
        """([key, text]) => {
            localStorage.setItem(key, text);
            dispatchEvent(new StorageEvent("storage", {key}));
        }""",
        [KEY, text],
    )


@pytest.mark.parametrize("path", [KO, INDEX])
def test_denied_storage_is_told_and_the_page_works(visit, path):
    context = visit.context()
    context.add_init_script("""
        Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no", "SecurityError"); }});
    """)
    opened = visit(path, context).until_ready()
    assert note(opened) == opened.message("storage-denied")
    opened.set_control("block", 8)
    if path == KO:
        answer(opened)
        opened.one('button[name="learned"]').click()
        assert opened.one('button[name="learned"]').get_attribute("aria-pressed") == "true"
        assert note(opened) == opened.message("storage-denied")
    assert opened.said == []


def test_storage_that_is_really_full_is_told_and_used_again_when_there_is_room(edition):
    edition.page.evaluate("""() => {
        for (let size = 1 << 22; size >= 1; size /= 2)
            for (let n = 0; ; n++)
                try { localStorage.setItem(`filler ${size} ${n}`, "x".repeat(size)); } catch { break; }
    }""")
    answer(edition)
    assert note(edition) == edition.message("storage-full")
    assert KEY not in edition.stored()
    edition.one('button[name="learned"]').click()
    assert edition.one('button[name="learned"]').get_attribute("aria-pressed") == "true"
    edition.page.evaluate(
        "Object.keys(localStorage).filter(k => k.startsWith('filler')).forEach(k => localStorage.removeItem(k))"
    )
    edition.one('[data-question="model-file"] input[value="no"]').check()
    assert note(edition) is None
    kept = json.loads(edition.stored()[KEY])
    assert kept == {"version": 1, "answers": {"count-is-time": "no", "model-file": "no"}, "learned": True}


def test_a_write_that_is_refused_is_told(lesson):
    lesson.page.evaluate("""() => {
        window.setItem = Storage.prototype.setItem;
        Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    }""")
    try:
        answer(lesson)
        assert note(lesson) == lesson.message("storage-full")
    finally:
        lesson.page.evaluate("() => { Storage.prototype.setItem = window.setItem; }")


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_broken_content_is_put_aside_and_told(edition, text):
    edition.page.evaluate("localStorage.setItem('of somebody else', '{')")
    put(edition, text)
    assert note(edition) == edition.message("storage-aside")
    assert edition.stored() == {ASIDE: text, "of somebody else": "{"}
    answer(edition)
    stored = edition.stored()
    assert json.loads(stored[KEY]) == {"version": 1, "answers": {"count-is-time": "no"}}
    assert stored[ASIDE] == text
    assert edition.page.evaluate("typeof hurt") == "undefined"
    edition.one('button[name="start-over"]').click()
    edition.one('button[name="start-over"]').click()
    assert note(edition) is None


@pytest.mark.parametrize("content", SENSELESS.values(), ids=SENSELESS)
def test_senseless_fields_count_as_absent(lesson, content):
    put(lesson, json.dumps(content))
    assert lesson.one("[data-result]").count() == 0
    assert lesson.field("two-ends").input_value() == ""
    assert lesson.one('button[name="learned"]').get_attribute("aria-pressed") == "false"
    assert note(lesson) is None
    answer(lesson)


def test_content_too_big_to_move_stays_where_it_is(lesson):
    text = "x" * 5_000_000
    put(lesson, text)
    assert note(lesson) == lesson.message("storage-foreign")
    answer(lesson)
    assert lesson.stored() == {KEY: text}


@pytest.mark.parametrize(("path", "text"), [(EN, BROKEN["deep"]), (INDEX, BROKEN["cut off"])])
def test_a_page_starts_whatever_lies_in_its_storage(visit, path, text):
    context = visit.context(locale="en-US")
    context.add_init_script(f"localStorage.getItem('{ASIDE}') ?? localStorage.setItem('{KEY}', '{text}')")
    opened = visit(path, context).until_ready()
    assert note(opened) == opened.message("storage-aside")
    assert opened.stored()[ASIDE] == text
    assert opened.said == []
