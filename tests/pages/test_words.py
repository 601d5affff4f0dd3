"""Numbers, words and colours: what a reader sees is right, consistent and legible."""

import re

import pytest

from tests.pages.document import EN, KO, PAGES, ROOT, Element, parse, read

# The course's own table for 16 layers, width 8, 4 bytes:
# block size, boundary vectors, recomputed layers, bytes, multiplications.
REFERENCE = """
1 17 0 608 2,048 | 2 9 8 384 2,560 | 3 7 10 352 2,688 | 4 5 12 320 2,816 | 5 5 12 352 2,816 | 6 4 13 352 2,880
7 4 13 384 2,880 | 8 3 14 384 2,944 | 9 3 14 416 2,944 | 10 3 14 448 2,944 | 11 3 14 480 2,944
12 3 14 512 2,944 | 13 3 14 544 2,944 | 14 3 14 576 2,944 | 15 3 14 608 2,944 | 16 2 15 608 3,008
"""
KOREAN = [page for page in PAGES if not page.endswith("/en.html")]  # the course page speaks both
SILENT = frozenset({"script", "style", "template"})


@pytest.mark.parametrize("page", [KO, EN])
def test_the_reference_table_is_the_course_s(page):
    rows = read(page).one("table", data_table="reference").one("tbody").all("tr")
    assert [[c.text() for c in r.children] for r in rows] == [r.split() for r in re.split(r"[|\n]", REFERENCE.strip())]
    for row in rows:
        assert row["data-block"] == row.one("th", scope="row").text()
        for cell in row.all("td"):
            assert cell.text().replace(",", "") == cell.one("data")["value"]


@pytest.mark.parametrize("page", [KO, EN])
@pytest.mark.parametrize(
    "number",
    ["0.207", "0.206855620425539", "2.49949141661807", "0.0495488127563354", "608", "320", "2,048", "2,816"],
)
def test_the_worked_numbers_stand_in_the_text(page, number):
    prose = " ".join(p.text() for p in read(page).all() if p.tag in ("p", "td"))
    assert re.search(rf"(?<![\d.,]){re.escape(number)}(?!\d)", prose)


def unwanted() -> dict[str, list[str]]:
    """Variants that terms.md rules out, Korean and English apart."""
    lines = (ROOT / "lesson/terms.md").read_text(encoding="utf-8").splitlines()
    rows = [[c.strip() for c in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]
    words = [w.strip() for row in rows for w in row[3].split(",")]
    return {
        "ko": [w for w in words if re.search("[가-힣]", w)],
        "en": [w for w in words if not re.search("[가-힣]", w)],
    }


def used(text: str, words: list[str]) -> list[str]:
    return [w for w in words if w.casefold() in text.casefold()]


@pytest.mark.parametrize("page", PAGES)
def test_one_word_for_one_thing(page):
    assert len(unwanted()["ko"]) > 20
    assert len(unwanted()["en"]) > 3
    words = [w for both in unwanted().values() for w in both]
    assert used(read(page).text(), words) == []


def test_an_unwanted_word_is_noticed():
    assert used("역전파로 그래디언트를", unwanted()["ko"]) == ["역전파", "그래디언트"]


# A particle whose form depends on the sound before it, right behind a value nobody knows yet.
PARTICLE = re.compile(r"\}(은|는|이|가|을|를|와|과|로|으로|이에요|예요|이라|라)(?![가-힣])")


@pytest.mark.parametrize("page", KOREAN)
def test_no_korean_particle_depends_on_a_value(page):
    for template in read(page).all("template"):
        assert PARTICLE.search(template.text()) is None, template.text()


@pytest.mark.parametrize("text", ["{value}은 안 돼요", "{low}와 {high}", "{value}로 바꿨어요"])
def test_such_a_particle_is_noticed(text):
    assert PARTICLE.search(text)


def polite(root: Element) -> list[str]:
    """Korean sentences that do not end in 해요체."""
    blocks = [
        e.text(SILENT)
        for e in root.walk()
        if e.tag in ("p", "figcaption", "template") and "small" not in (e.get("class") or "")
    ]
    sentences = [s for b in blocks for s in re.findall(r"[^.?!]*[가-힣)][.?!](?=\s|$)", b)]
    return [s.strip() for s in sentences if re.search("(니다|한다|이다|했다|된다)[.?!]$", s.strip())]


@pytest.mark.parametrize("page", KOREAN)
def test_korean_speaks_one_way(page):
    assert polite(read(page)) == []


def test_another_way_of_speaking_is_noticed():
    assert polite(parse("<p>층을 계산해요. 값을 버립니다.</p>")) == ["값을 버립니다."]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """WCAG 2.2 contrast ratio of two #rrggbb colours, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def palettes() -> list[dict[str, str]]:
    """The colours of light, dark and print, in the order of the style sheet."""
    css = (ROOT / "lesson/kit/lesson.css").read_text(encoding="utf-8")
    found = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)) for block in re.findall(r":root \{[^}]*\}", css)]
    return [p for p in found if p]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "raised", "wash", "blue-wash"])
@pytest.mark.parametrize("ink", ["ink", "soft", "blue", "orange", "green", "red", "violet"])
def test_every_text_and_mark_stands_out(scheme, ground, ink):
    colours = palettes()[scheme]
    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_pressed_buttons_and_edges_stand_out(scheme):
    colours = palettes()[scheme]
    assert contrast(colours["on-blue"], colours["blue"]) >= 4.5
    assert contrast(colours["edge"], colours["raised"]) >= 3


def test_contrast_agrees_with_the_known_extremes():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
