"""What a page says of a start that failed, in every language it holds."""

import re

from tests.browser.engines.page import Page


def check_told(page: Page, reason: str, files: str | tuple[str, ...] = "") -> None:
    """The start has failed for this reason, and every language says so in its own words, with one of the files."""
    assert page.until_settled() == "failed"
    names = [files] if isinstance(files, str) else files
    said = page.evaluate("""() => [...document.querySelectorAll("main")].map(
        main => [main.lang, main.querySelector("[data-start-reason]").textContent])""")
    assert [language for language, _ in said] == ["ko", "en"]
    for language, text in said:
        assert text in [page.words("start", reason, language, file=name) for name in names], (text, page.details)
        assert bool(re.search("[가-힣]", text)) == (language == "ko")
    assert any(name in page.details for name in names)
    assert page.text('[data-when="failed"] strong'), "the failure is in sight"
    assert page.text("[data-start-again]")
