"""A page as a tree of elements, read with the standard library: enough to ask what stands in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from publish.pages import page_names

ROOT = Path(__file__).resolve().parents[2]
VOID = {"meta", "link", "input", "br", "img", "hr", "source", "wbr"}


@dataclass
class Element:
    """One element; `children` holds elements and strings in document order."""

    tag: str
    attributes: dict[str, str]
    line: int
    parent: "Element | None" = None
    children: list["Element | str"] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        if name not in self.attributes:
            raise KeyError(f"<{self.tag}> in line {self.line} has no attribute {name!r}")
        return self.attributes[name]

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)

    def walk(self) -> Iterator["Element"]:
        """This element and everything below it, in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(c for c in reversed(element.children) if isinstance(c, Element))

    def all(self, tag: str | None = None, **attributes: str | None) -> list["Element"]:
        """Descendants with this tag and these attributes; `data_slot=None` asks only that it is there."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [
            e
            for e in self.walk()
            if (tag is None or e.tag == tag)
            and all(n in e.attributes and v in (None, e.attributes[n]) for n, v in wanted.items())
        ]

    def one(self, tag: str | None = None, **attributes: str | None) -> "Element":
        found = self.all(tag, **attributes)
        if len(found) != 1:
            raise LookupError(f"expected one <{tag or '*'}> with {attributes}, found {len(found)}")
        return found[0]

    def text(self, without: frozenset[str] = frozenset()) -> str:
        """All text inside, with runs of white space made one space; elements in `without` are passed over."""
        parts: list[str] = []
        stack: list[Element | str] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                parts.append(node)
            elif node.tag not in without:
                stack.extend(reversed(node.children))
        return " ".join("".join(parts).split())


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("document", {}, 0)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        names = [name for name, _ in attributes]
        if len(set(names)) < len(names):
            raise ValueError(f"line {line}: <{tag}> has an attribute twice: {names}")
        element = Element(tag, {n: v or "" for n, v in attributes}, line, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if not self._inside_svg():
            raise ValueError(f"line {self.getpos()[0]}: <{tag}/> is not HTML; write the end tag")
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def _inside_svg(self) -> bool:
        element = self.open
        while element and element.tag != "svg":
            element = element.parent
        return element is not None

    def handle_endtag(self, tag: str) -> None:
        if tag != self.open.tag:
            raise ValueError(f"line {self.getpos()[0]}: </{tag}> closes <{self.open.tag}> of line {self.open.line}")
        self.open = self.open.parent or self.root

    def handle_data(self, text: str) -> None:
        self.open.children.append(text)


def parse(html: str) -> Element:
    """The tree of a page in which every element is closed; ValueError names the line where one is not."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    if builder.open is not builder.root:
        raise ValueError(f"<{builder.open.tag}> of line {builder.open.line} is never closed")
    return builder.root


def read(page: str) -> Element:
    """The tree of a page of the project, by its path from the root."""
    return parse((ROOT / page).read_text(encoding="utf-8"))


KO, EN, INDEX = "lesson/blocks/ko.html", "lesson/blocks/en.html", "index.html"
SCHEDULES_KO, SCHEDULES_EN = "lesson/schedules/ko.html", "lesson/schedules/en.html"
PAGES = tuple(page_names(ROOT))
LANGUAGES = ("ko", "en")
LESSONS = tuple(dict.fromkeys(page.rpartition("/")[0] for page in PAGES if page != INDEX))  # their folders


@dataclass(frozen=True)
class Edition:
    """A page in one language, or that language's half of the course page."""

    page: str
    language: str
    root: Element


def editions() -> list[tuple[Edition, Edition]]:
    """The Korean and the English edition of every lesson and of the course page."""
    course = read(INDEX)
    halves = [Edition(INDEX, language, course.one("main", id=language)) for language in LANGUAGES]
    pages = [[(f"{folder}/{language}.html", language) for language in LANGUAGES] for folder in LESSONS]
    return [tuple(halves), *(tuple(Edition(page, lang, read(page)) for page, lang in both) for both in pages)]
