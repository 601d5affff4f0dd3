"""Writes into the pages what they show before Python starts: default numbers, rows and drawings, from the core itself.

Everything else in a page stays as its author wrote it. A test holds the pages to what `refreshed` would make of them.
"""

import html
import re
from collections.abc import Callable
from pathlib import Path

from lesson.blocks import respond as blocks
from lesson.blocks.reference import reference
from lesson.kit.answer import Answer
from lesson.kit.controls import from_address
from lesson.kit.figure import Drawing
from lesson.kit.markup import frame_rows, machine, people, rows, sentences
from lesson.kit.player import MOST_ROWS
from lesson.schedules import game_lab
from lesson.schedules import respond as schedules
from lesson.schedules.questions import QUIZ as SCHEDULES
from lesson.taste import respond as taste
from publish.environment import ROOT

# The labs of each page, the page's own one first.
PAGES = {
    "index.html": (taste,),
    "lesson/blocks/ko.html": (blocks,),
    "lesson/blocks/en.html": (blocks,),
    "lesson/schedules/ko.html": (schedules, game_lab),
    "lesson/schedules/en.html": (schedules, game_lab),
}
QUIZZES = {"schedules": SCHEDULES}  # of a part of the course page
_ROOT = re.compile(r'<main id="([\w-]+)".*?</main>', re.DOTALL)
_SLOT = re.compile(r'(<data data-slot="([\w-]+)" data-format="([^"]*)") value="[^"]*">[^<]*</data>')
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


def refreshed(page: str, *labs) -> str:
    """The page's text with the answers of its labs to their default settings in it.

    Each of `labs` has CONTROLS and respond, as a page's script gives them to `mount`.
    """
    live = _together([lab.respond(from_address(lab.CONTROLS, {})[0]) for lab in labs])
    return _ROOT.sub(lambda root: _filled(root[0], live, reference()), page)


def main() -> None:
    """Refreshes every page and says which changed."""
    for name, labs in PAGES.items():
        path = Path(ROOT, name)
        old = path.read_text(encoding="utf-8")
        new = refreshed(old, *labs)
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


def _filled(page: str, live: Answer, fixed: Answer) -> str:
    pictures = {**live.pictures, **fixed.pictures}
    tables = {**live.tables, **fixed.tables}
    messages = {name: html.unescape(text) for name, text in _MESSAGE.findall(page)}
    flags = {name.removeprefix("flag-"): text for name, text in messages.items() if name.startswith("flag-")}
    numbers, says = dict(live.slots), {}
    for reel in live.reels.values():  # before Python starts a player stands at its first frame
        numbers |= reel[0].slots
        says |= reel[0].says

    def slot(found: re.Match) -> str:
        start, name, spec = found.groups()
        if name not in numbers:  # the reader's own, such as progress
            return found[0]
        return f'{start} value="{machine(numbers[name])}">{people(numbers[name], spec)}</data>'

    def note(found: re.Match) -> str:
        return f"{found[1]}{'' if found[2] in live.notes else ' hidden'}>"

    def said(found: re.Match) -> str:
        start, name, end = found.groups()
        return f"{start}{html.escape(sentences(says.get(name, ()), messages))}{end}"

    def program(found: re.Match) -> str:
        start, name, end = found.groups()
        return f"{start}{html.escape(live.programs[name], quote=False)}{end}"

    def frames(found: re.Match) -> str:
        start, name, end = found.groups()
        first = [frame for frame, _ in zip(live.reels[name], range(MOST_ROWS), strict=False)]
        body = frame_rows(first, _COLUMN.findall(start), messages, current=0).replace("<tr", "\n<tr")
        return f"{start}{body}\n{end}"

    def player(found: re.Match) -> str:
        return f"{found[1]}{len(live.reels[found[2]])}" if found[2] in live.reels else found[0]

    def figure(found: re.Match) -> str:
        start, name, attributes, end = found.groups()
        return start + Drawing(dict(_WORD.findall(attributes))).svg(pictures[name]) + end

    def table(found: re.Match) -> str:
        start, name, end = found.groups()
        body = rows(tables[name], _COLUMN.findall(start), flags).replace("<tr", "\n<tr")
        return f"{start}{body}\n{end}"

    def total(found: re.Match) -> str:
        questions = len(QUIZZES[found[2]].questions)
        return f'{found[1]}{questions}">{questions}'

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
