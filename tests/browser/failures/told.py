"""What a page says of a start that failed, read as a person reads it, in every language the page holds."""

import re

from tests.browser.opened import Opened

LANGUAGES = "[...document.querySelectorAll('main')].map(main => main.lang || document.documentElement.lang)"
READ = """(main, name) => {
    const word = main.querySelector(`template[data-start="${name}"]`);
    return word && word.content.textContent;
}"""


def words(main, name: str, **values: object) -> str:
    text = main.evaluate(READ, name)
    assert text, f"the page has no words for {name}"
    return re.sub(r"\{(\w+)\}", lambda place: str(values[place[1]]), text)


def until_failed(opened: Opened) -> Opened:
    opened.until("document.documentElement.dataset.python !== 'loading'")
    assert opened.state == "failed", (opened.state, opened.console)
    return opened


def told(opened: Opened) -> dict[str, str]:
    """The reason the page gives, by language; the folded details under the name `details`."""
    languages = opened.page.evaluate(LANGUAGES)
    reasons = opened.one("[data-start-reason]").all_text_contents()
    assert len(languages) == len(reasons)
    return dict(zip(languages, reasons, strict=True)) | {
        "details": opened.one("[data-start-details]").first.text_content()
    }


def check_told(opened: Opened, reason: str, files: str | tuple[str, ...] = "", button: str = "again", **values) -> None:
    """The start has failed for this reason, and the page says so: in words, with the file and a button, details folded.

    `files` are the names of which one must stand in the message.
    """
    until_failed(opened)
    said = told(opened)
    for main in opened.page.locator("main").all():
        language = main.evaluate("main => main.lang || document.documentElement.lang")
        names = [files] if isinstance(files, str) else files
        assert said[language] in [words(main, reason, file=name, **values) for name in names], said
        assert bool(re.search("[가-힣]", said[language])) == (language == "ko")
        assert main.locator("[data-start-again]").text_content() == words(main, button)
    box = opened.one('[data-python-state] > [data-when="failed"]:visible')
    assert box.count() == 1
    assert box.get_attribute("role") == "alert"
    assert box.locator("[data-start-again]").is_visible()
    assert box.locator("[data-start-details]").is_hidden()
    assert opened.one('[data-python-state] > [data-when="loading"]').first.is_hidden()
    if files:
        assert any(name in said["details"] for name in ([files] if isinstance(files, str) else files))
