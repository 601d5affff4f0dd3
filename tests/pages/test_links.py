"""Links lead somewhere, controls have labels, and nothing but the runtime comes from outside."""

from itertools import pairwise
from urllib.parse import urldefrag, urljoin, urlparse

import pytest

from tests.pages.document import INDEX, PAGES, ROOT, Element, editions, parse, read

RUNTIME = "https://cdn.jsdelivr.net/npm/@pyscript/core@0.7.31/dist/core.js"
REFERENCES = ("for", "aria-describedby", "aria-labelledby", "aria-controls")


def faults(root: Element, page: str) -> list[str]:
    """All that is wrong with ids, references, links and outside resources, one sentence each."""
    ids = [e["id"] for e in root.all(id=None)]
    found = [f"id {name!r} stands twice" for name in sorted(set(ids)) if ids.count(name) > 1]
    for element in root.walk():
        place = f"line {element.line}: <{element.tag}>"
        found += [f"{place} has an inline handler {n}" for n in element.attributes if n.startswith("on")]
        for name in REFERENCES:
            found += [f"{place} {name} names no id: {i}" for i in (element.get(name) or "").split() if i not in ids]
        if element.tag == "a":
            found += [f"{place} {fault}" for fault in broken(element["href"], page, ids)]
        outside = [element.get("src") or "", element["href"] if element.tag == "link" else ""]
        outside = [u for u in outside if urlparse(u).scheme not in ("", "data") or u.startswith("//")]
        found += [f"{place} takes {u} from outside" for u in outside if u != RUNTIME]
        if element.tag in ("input", "select", "textarea") and not named(root, element):
            found.append(f"{place} {element.get('name')!r} has no label")
    return found


def named(root: Element, control: Element) -> bool:
    ancestor = control.parent
    while ancestor is not None and ancestor.tag != "label":
        ancestor = ancestor.parent
    return bool(
        (ancestor and ancestor.text())
        or control.get("aria-label")
        or [label for label in root.all("label", **{"for": control.get("id") or "-"}) if label.text()]
    )


def broken(href: str, page: str, ids: list[str]) -> list[str]:
    if urlparse(href).scheme == "https":
        return []
    target, anchor = urldefrag(urljoin(page, href))
    target = target.split("?")[0]
    if not (ROOT / target).is_file():
        return [f"leads to no file: {href}"]
    here = ids if target == page else [e["id"] for e in read(target).all(id=None)] if anchor else []
    return [] if not anchor or anchor in here else [f"leads to no anchor: {href}"]


@pytest.mark.parametrize("page", PAGES)
def test_links_labels_and_resources(page):
    assert faults(read(page), page) == []


@pytest.mark.parametrize("edition", [e for both in editions() for e in both if e.page != INDEX], ids=lambda e: e.page)
def test_the_course_page_leads_to_every_lesson_in_its_language(edition):
    links = [a["href"] for a in read(INDEX).one("main", id=edition.language).all("a")]
    led_to = {urldefrag(link)[0].partition("?")[0] for link in links}
    assert edition.page in led_to, f"{INDEX}, {edition.language}: no link to {edition.page}"


@pytest.mark.parametrize("page", PAGES)
def test_headings_go_down_one_step_at_a_time(page):
    root = read(page)
    for main in root.all("main"):
        levels = [int(e.tag[1]) for e in main.walk() if e.tag in ("h1", "h2", "h3", "h4")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(b - a <= 1 for a, b in pairwise(levels)), levels


@pytest.mark.parametrize("page", PAGES)
def test_the_runtime_is_one_marked_block_before_all_that_its_policy_is_to_cover(page):
    html = (ROOT / page).read_text(encoding="utf-8")
    kit = "lesson/kit" if page == "index.html" else "../kit"
    start = f'<script src="{kit}/start.js"></script>'
    block = f'<!-- runtime -->\n{start}\n<script type="module" src="{RUNTIME}"></script>\n<!-- /runtime -->'
    assert html.count(block) == 1
    assert html.index('<meta charset="utf-8">\n' + block) < html.index("<title>")
    assert html.count("https://cdn.") == 1
    assert html.count("start.js") == 1


def test_every_page_has_the_same_head_so_that_one_can_take_the_place_of_another():
    heads = set()
    for page in PAGES:
        root = read(page)
        links = [e["href"] for e in root.all("link") if e["rel"] == "stylesheet"]
        scripts = [e["src"] for e in root.all("script", src=None)]
        assert root.one("html")["data-root"] == ("../" * page.count("/") or "./")
        heads.add(tuple(urljoin(page, address) for address in (*links, *scripts)))
    assert [name.rpartition("/")[2] for name in heads.pop()] == [
        "lesson.css", "start.js", "core.js", "asked.js", "reading.js", "router.js",
    ]  # fmt: skip
    assert heads == set()


@pytest.mark.parametrize(
    ("html", "word"),
    [
        ('<p id="a"></p><p id="a"></p>', "twice"),
        ('<label for="gone">x</label>', "names no id"),
        ('<a href="#gone">x</a>', "no anchor"),
        ('<a href="gone.html">x</a>', "no file"),
        ('<a href="lesson/blocks/ko.html#gone">x</a>', "no anchor"),
        ('<button onclick="x()">x</button>', "inline handler"),
        ('<img src="https://example.org/x.png">', "from outside"),
        ('<link rel="icon" href="//example.org/x.png">', "from outside"),
        ('<input name="a">', "no label"),
        ('<label for="a"></label><input id="a" name="a">', "no label"),
    ],
)
def test_a_fault_is_noticed(html, word):
    assert any(word in fault for fault in faults(parse(html), "index.html")), html
