"""The Korean and the English edition are one page in two languages: only words differ."""

import re

import pytest

from tests.pages.document import INDEX, LANGUAGES, LESSONS, PAGES, Element, editions, parse

# What may differ between editions: words for people, and the language itself.
WORDS = {"lang", "hreflang", "aria-label", "content", "title"}


TIE = {"class": "tie"}


def outside_sentences(root: Element) -> list[Element]:
    """All elements but the formulas that stand inside sentences."""
    inside = {id(e) for tie in root.all("span", **TIE) for e in tie.walk()}
    return [e for e in root.walk() if id(e) not in inside]


def skeleton(root: Element, language: str) -> list[str]:
    """Every element with all that is not words, one line each, in document order.

    Formulas inside a sentence stand in its word order, so they count as a set of their parent.
    """
    lines = []
    for element in outside_sentences(root):
        inline = sorted({c.one("math").text() for c in element.all("span", **TIE) if c.parent is element})
        kept = [f"formulas={inline}"] if inline else []
        for name, value in sorted(element.attributes.items()):
            if name in WORDS or name.startswith("data-word-"):
                value = "words" if value.strip() else "missing"
            elif name == "data-language":
                value = "own" if value == language else "other"
            elif name in ("id", "for", "href", "aria-labelledby", "aria-describedby"):
                value = " ".join(re.sub(rf"(^|-){language}$", r"\1LANGUAGE", part) for part in value.split())
                value = value.replace(f"{language}.html", "LANGUAGE.html")
                value = value.replace({"ko": "en", "en": "ko"}[language] + ".html", "OTHER.html")
            kept.append(f'{name}="{value}"')
        lines.append(" ".join([element.tag, *kept]))
    return lines


def difference(ko: Element, en: Element) -> str:
    """The first place where the editions part, in words; empty when they do not."""
    left, right = skeleton(ko, "ko"), skeleton(en, "en")
    for number, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            lines = [outside_sentences(root)[number].line for root in (ko, en)]
            return f"ko line {lines[0]}: <{a}>; en line {lines[1]}: <{b}>"
    return "" if len(left) == len(right) else f"ko has {len(left)} elements, en has {len(right)}"


def places(text: str) -> list[str]:
    return sorted(part.split("}")[0] for part in text.split("{")[1:])


each = pytest.mark.parametrize(
    ("ko", "en"), [(ko.root, en.root) for ko, en in editions()], ids=[ko.page for ko, _ in editions()]
)


def test_every_lesson_has_its_two_pages_and_no_other():
    assert len(LESSONS) >= 2
    assert sorted(PAGES) == sorted(
        [INDEX, *(f"{folder}/{language}.html" for folder in LESSONS for language in LANGUAGES)]
    )


@each
def test_editions_differ_in_words_only(ko, en):
    assert difference(ko, en) == ""


@each
def test_messages_have_the_same_places(ko, en):
    for kind in ("data-message", "data-start"):
        left, right = ([(t[kind], places(t.text())) for t in root.all("template", **{kind: None})] for root in (ko, en))
        assert left == right


@each
def test_nothing_was_left_untranslated(ko, en):
    """A Korean sentence on the English page is a forgotten one, and so is a long text, no title, that both have."""
    hangul = [c for e in en.all("main") or [en] for c in e.text() if "가" <= c <= "힣"]
    assert hangul == []
    for a, b in zip(outside_sentences(ko), outside_sentences(en), strict=True):
        own = "".join(c for c in a.children if isinstance(c, str)).strip()
        other = "".join(c for c in b.children if isinstance(c, str)).strip()
        if len(own.split()) > 8 and a.tag not in ("script", "code") and "hreflang" not in a.attributes:
            assert own != other, f"line {a.line}: the same words in both editions: {own}"


@pytest.mark.parametrize(
    ("ko", "en"),
    [
        ("<p>가</p><p>나</p>", "<p>a</p>"),
        ('<input name="x" max="2">', '<input name="x" max="3">'),
        ('<figure data-word-block="블록"></figure>', "<figure></figure>"),
        ('<figure data-word-block="블록"></figure>', '<figure data-word-block=" "></figure>'),
        (
            '<p><span class="tie"><math>L</math></span></p>',
            '<p><span class="tie"><math>W</math></span></p>',
        ),
        ('<a href="en.html"></a>', '<a href="en.html"></a>'),
        ("<ul><li>가</li></ul>", "<ul>a<li></li><li></li></ul>"),
    ],
)
def test_a_page_out_of_step_is_noticed(ko, en):
    assert difference(parse(ko), parse(en)) != ""
