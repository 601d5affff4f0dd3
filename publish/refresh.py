"""Writes into the pages what they show before Python starts: default numbers, rows and drawings, from the core itself.

Everything else in a page stays as its author wrote it. A test holds the pages to what `refreshed` would make of them.
"""

import re
from collections.abc import Callable
from pathlib import Path

from lesson.blocks import respond as blocks
from lesson.blocks.reference import reference
from lesson.kit.answer import Answer
from lesson.kit.controls import from_address
from lesson.kit.figure import Drawing
from lesson.kit.markup import machine, people, rows
from lesson.taste import respond as taste
from publish.environment import ROOT

PAGES = {
    "index.html": taste,
    "lesson/blocks/ko.html": blocks,
    "lesson/blocks/en.html": blocks,
}
_ROOT = re.compile(r'<main id="([\w-]+)".*?</main>', re.DOTALL)
_SLOT = re.compile(r'(<data data-slot="([\w-]+)" data-format="([^"]*)") value="[^"]*">[^<]*</data>')
_FIGURE = re.compile(r'(<figure data-figure="([\w-]+)"([^>]*)>.*?<div data-drawing>).*?(</div>)', re.DOTALL)
_TABLE = re.compile(r'(<table data-table="([\w-]+)".*?<tbody>).*?(</tbody>)', re.DOTALL)
_COLUMN = re.compile(r'data-column="([\w-]+)"(?: data-format="([^"]*)")?')
_WORD = re.compile(r'data-word-([\w-]+)="([^"]*)"')
_FLAG = re.compile(r'<template data-message="flag-([\w-]+)">([^<]*)</template>')


def refreshed(page: str, lesson) -> str:
    """The page's text with the lesson's answer to the default settings in it.

    `lesson` has CONTROLS and respond, as a page's script gives them to `mount`.
    """
    texts, _ = from_address(lesson.CONTROLS, {})
    live, fixed = lesson.respond(texts), reference()
    return _ROOT.sub(lambda root: _filled(root[0], live, fixed), page)


def main() -> None:
    """Refreshes every page and says which changed."""
    for name, lesson in PAGES.items():
        path = Path(ROOT, name)
        old = path.read_text(encoding="utf-8")
        new = refreshed(old, lesson)
        if new != old:
            path.write_text(new, encoding="utf-8", newline="\n")
        print(name, "refreshed" if new != old else "as it was")


def _filled(page: str, live: Answer, fixed: Answer) -> str:
    pictures = {**live.pictures, **fixed.pictures}
    tables = {**live.tables, **fixed.tables}
    flags = dict(_FLAG.findall(page))

    def slot(found: re.Match) -> str:
        start, name, spec = found.groups()
        if name not in live.slots:  # the reader's own, such as progress
            return found[0]
        return f'{start} value="{machine(live.slots[name])}">{people(live.slots[name], spec)}</data>'

    def figure(found: re.Match) -> str:
        start, name, attributes, end = found.groups()
        return start + Drawing(dict(_WORD.findall(attributes))).svg(pictures[name]) + end

    def table(found: re.Match) -> str:
        start, name, end = found.groups()
        body = rows(tables[name], _COLUMN.findall(start), flags).replace("<tr", "\n<tr")
        return f"{start}{body}\n{end}"

    steps: tuple[tuple[re.Pattern, Callable], ...] = ((_SLOT, slot), (_FIGURE, figure), (_TABLE, table))
    for pattern, fill in steps:
        page = pattern.sub(fill, page)
    return page
