"""The pages there are, found where they lie, and the Python that each of them runs.

A lesson is a folder `lesson/NAME` with its pages `ko.html` and `en.html`. What `<form data-lab="NAME">` sets is
answered by `lesson/NAME/respond.py`, or by `NAME_lab.py` beside the page where a part of it has a lab of its own.
"""

import importlib
import importlib.util
import re
from pathlib import Path, PurePosixPath
from types import ModuleType

from publish.failure import Failure

COURSE = "index.html"
_LAB = re.compile(r'<form\b[^>]*\bdata-lab="([\w-]+)"')


def page_names(folder: Path) -> list[str]:
    """Every page of the project or of a built site, the course page first, by their paths from `folder`."""
    return [COURSE, *sorted(path.relative_to(folder).as_posix() for path in Path(folder, "lesson").rglob("[!.]*.html"))]


def labs(page: str, text: str) -> list[ModuleType]:
    """The modules, each with CONTROLS and respond, that answer the forms of a page, in the order of the forms.

    `page` is its path in the project. Raises Failure for a page without a lab and for a lab without its Python.
    """
    names = dict.fromkeys(_LAB.findall(text))
    if not names:
        raise Failure(f'{page} has no <form data-lab="...">')
    return [lab(page, name) for name in names]


def lab(page: str, name: str) -> ModuleType:
    """The module that answers the form of that name in a page. Raises Failure if there is none."""
    lesson = PurePosixPath(page).parent.name
    places = (f"lesson.{name}.respond", f"lesson.{lesson}.{name}_lab")
    for place in places:
        if module := _found(place):
            return module
    files = " nor ".join(f"{place.replace('.', '/')}.py" for place in places)
    raise Failure(f'{page}: <form data-lab="{name}"> has neither {files}')


def questions(lesson: str) -> ModuleType | None:
    """The module with the QUIZ of a lesson, if it has questions."""
    return _found(f"lesson.{lesson}.questions")


def _found(module: str) -> ModuleType | None:
    try:
        there = importlib.util.find_spec(module)
    except ModuleNotFoundError:  # not even the folder
        return None
    return importlib.import_module(module) if there else None
