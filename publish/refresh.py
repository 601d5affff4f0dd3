"""Writes into the pages what they show before Python starts: default numbers, rows and drawings, from the core itself.

Everything else in a page stays as its author wrote it. A test holds the pages to what `refreshed` would make of them.
"""

import html
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lesson.blocks.reference import reference
from lesson.kit.answer import Answer
from lesson.kit.controls import from_address
from lesson.kit.figure import Drawing
from lesson.kit.markup import frame_rows, machine, people, rows, sentences
from lesson.kit.player import MOST_ROWS
from publish.environment import ROOT
from publish.failure import Failure
from publish.pages import labs, page_names, questions

_ROOT = re.compile(r'<main id="([\w-]+)".*?</main>', re.DOTALL)
_SLOT = re.compile(r'(<data data-slot="([\w-]+)" data-format="([^"]*)")(?: value="[^"]*")?>[^<]*</data>')
_FIGURE = re.compile(r'(<figure data-figure="([\w-]+)"([^>]*)>.*?<div data-drawing>).*?(</div>)', re.DOTALL)
_TABLE = re.compile(r'(<table data-table="([\w-]+)".*?<tbody>).*?(</tbody>)', re.DOTALL)
_COLUMN = re.compile(r'data-column="([\w-]+)"(?: data-format="([^"]*)")?')
_WORD = re.compile(r'data-word-([\w-]+)="([^"]*)"')
_MESSAGE = re.compile(r'<template data-message="([\w-]+)">([^<]*)</template>')
_NOTE = re.compile(r'(<\w+ [^>]*data-note="([\w-]+)")(?: hidden)?>')
_SAYS = re.compile(r'(<\w+ data-says="([\w-]+)">)[^<]*(</)')
_PROGRAM = re.compile(r'(<div [^>]*data-program="([\w-]+)".*?<code>)[^<]*(</code>)', re.DOTALL)
_FRAMES = re.compile(r'(<table data-frames="([\w-]+)".*?<tbody>).*?(</tbody>)', re.DOTALL)
_TOTAL = re.compile(
    r'(<section [^>]*data-part="([\w-]+)"(?:(?!</section>).)*?<data data-slot="progress-total" value=")\d+">\d+',
    re.DOTALL,
)
_PLAYER = re.compile(r'(<div [^>]*data-player="([\w-]+)".*?<input type="range" [^>]*max=")\d+', re.DOTALL)


class PageError(Failure):
    """A page asks for something that its labs do not answer; names it."""


def refreshed(page: str, *labs_of_page) -> str:
    """The page's text with the answers of its labs to their default settings in it.

    Each lab has CONTROLS and respond, as a page's script gives them to `mount`. Raises PageError for what no lab
    answers, and for a format that does not fit its number.
    """
    live = _together([lab.respond(from_address(lab.CONTROLS, {})[0]) for lab in labs_of_page])
    return _ROOT.sub(lambda root: _filled(root[0], live, reference()), page)


def main() -> None:
    """Refreshes every page and says which changed. Raises Failure naming a page and what in it nobody answers."""
    for name in page_names(ROOT):
        path = Path(ROOT, name)
        old = path.read_text(encoding="utf-8")
        try:
            new = refreshed(old, *labs(name, old))
        except PageError as wrong:
            raise Failure(f"{name}: {wrong}") from wrong
        if new != old:
            path.write_text(new, encoding="utf-8", newline="\n")
        print(name, "refreshed" if new != old else "as it was")


def _together(answers: list[Answer]) -> Answer:
    """The answers as one: names differ between the labs of a page."""
    return Answer(
        slots={name: value for answer in answers for name, value in answer.slots.items()},
        tables={name: table for answer in answers for name, table in answer.tables.items()},
        pictures={name: picture for answer in answers for name, picture in answer.pictures.items()},
        reels={name: reel for answer in answers for name, reel in answer.reels.items()},
        notes=frozenset().union(*(answer.notes for answer in answers)),
        programs={name: text for answer in answers for name, text in answer.programs.items()},
    )


def _answered(attribute: str, name: str, answers: Mapping[str, Any]) -> Any:
    if name not in answers:
        known = ", ".join(sorted(answers)) or "none"
        raise PageError(f'{attribute}="{name}" is answered by no lab of the page; answered are: {known}')
    return answers[name]


def _filled(page: str, live: Answer, fixed: Answer) -> str:
    pictures = {**fixed.pictures, **live.pictures}
    tables = {**fixed.tables, **live.tables}
    messages = {name: html.unescape(text) for name, text in _MESSAGE.findall(page)}
    flags = {name.removeprefix("flag-"): text for name, text in messages.items() if name.startswith("flag-")}
    numbers, says = dict(live.slots), {}
    for reel in live.reels.values():  # before Python starts a player stands at its first frame
        numbers |= reel[0].slots
        says |= reel[0].says

    def slot(found: re.Match) -> str:
        start, name, spec = found.groups()
        if name.startswith("progress-"):  # the reader's own
            return found[0]
        value = _answered("data-slot", name, numbers)
        try:
            return f'{start} value="{machine(value)}">{people(value, spec)}</data>'
        except ValueError as wrong:
            raise PageError(f'data-slot="{name}": data-format="{spec}" does not fit {value!r}: {wrong}') from wrong

    def note(found: re.Match) -> str:
        return f"{found[1]}{'' if found[2] in live.notes else ' hidden'}>"

    def said(found: re.Match) -> str:
        start, name, end = found.groups()
        return f"{start}{html.escape(sentences(says.get(name, ()), messages))}{end}"

    def program(found: re.Match) -> str:
        start, name, end = found.groups()
        return start + html.escape(_answered("data-program", name, live.programs), quote=False) + end

    def frames(found: re.Match) -> str:
        start, name, end = found.groups()
        first = [frame for frame, _ in zip(_answered("data-frames", name, live.reels), range(MOST_ROWS), strict=False)]
        body = frame_rows(first, _COLUMN.findall(start), messages, current=0).replace("<tr", "\n<tr")
        return f"{start}{body}\n{end}"

    def player(found: re.Match) -> str:
        return f"{found[1]}{len(live.reels[found[2]])}" if found[2] in live.reels else found[0]

    def figure(found: re.Match) -> str:
        start, name, attributes, end = found.groups()
        return start + Drawing(dict(_WORD.findall(attributes))).svg(_answered("data-figure", name, pictures)) + end

    def table(found: re.Match) -> str:
        start, name, end = found.groups()
        body = rows(_answered("data-table", name, tables), _COLUMN.findall(start), flags).replace("<tr", "\n<tr")
        return f"{start}{body}\n{end}"

    def total(found: re.Match) -> str:
        if not (quiz := questions(found[2])):
            raise PageError(f'data-part="{found[2]}" counts questions, and lesson/{found[2]}/questions.py is not there')
        return f'{found[1]}{len(quiz.QUIZ.questions)}">{len(quiz.QUIZ.questions)}'

    steps: tuple[tuple[re.Pattern, Callable], ...] = (
        (_SLOT, slot),
        (_FIGURE, figure),
        (_TABLE, table),
        (_NOTE, note),
        (_SAYS, said),
        (_FRAMES, frames),
        (_PLAYER, player),
        (_PROGRAM, program),
        (_TOTAL, total),
    )
    for pattern, fill in steps:
        page = pattern.sub(fill, page)
    return page
