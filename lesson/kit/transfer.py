"""A reader's progress as a file, to be taken along and brought back, in this browser or in another.

The file is {"version": 1, "course": "checkpointing-lab", "kept": {name: content}}, each content as a `Store` of that
name has it. What is brought in is judged as strictly as what lies in storage, and takes no text from what is there.
"""

import json
import re
from collections.abc import Iterable, Mapping

from lesson.kit.store import VERSION, parsed

COURSE = "checkpointing-lab"
FILE_NAME = f"{COURSE}-progress.json"
_NAME = re.compile("[a-z][a-z-]{0,40}")
OF_THE_DEVICE = ("language", "offline")  # kept under our keys, but no progress


class ForeignFile(ValueError):
    """A file that holds no progress of this course; says why."""


def names(keys: Iterable[str], root: str) -> list[str]:
    """The names of all progress kept under these keys of a storage by the site at `root`."""
    start = f"{COURSE}:{root}:"
    found = (key.removeprefix(start) for key in keys if key.startswith(start))
    return sorted(name for name in found if name not in OF_THE_DEVICE and ":" not in name)


def to_file(contents: Mapping[str, dict]) -> str:
    """The text of a file with these contents of stores, by their names."""
    return json.dumps({"version": VERSION, "course": COURSE, "kept": dict(contents)}, indent=1)


def from_file(text: str) -> dict[str, dict]:
    """The contents in a file. Raises ForeignFile if it is none of ours, or holds what a store would not take."""
    try:
        content = parsed(text)
        kept = content.get("kept")
        if content.get("course") != COURSE or not isinstance(kept, dict):
            raise ForeignFile(f"expected a file of {COURSE}")
        for name, each in kept.items():
            if not _NAME.fullmatch(name) or name in OF_THE_DEVICE:
                raise ForeignFile(f"{name[:40]!r} is no name of progress")
            parsed(json.dumps(each))
    except ValueError as error:
        raise ForeignFile(str(error)) from error
    return kept


def addition(kept: Mapping, brought: Mapping) -> dict:
    """The merge patch that brings in one store's content. Where both hold a written text, both stay."""
    patch = _something(brought)
    old, new = kept.get("texts"), patch.get("texts")
    if isinstance(old, dict) and isinstance(new, dict):
        patch["texts"] = {name: _both(old.get(name), text) for name, text in new.items()}
    return patch


def _both(old: object, new: object) -> object:
    if not (isinstance(old, str) and isinstance(new, str)) or old in new:
        return new
    return old if new in old else f"{old}\n{new}"


def _something(content: Mapping) -> dict:
    """Without null, which in a merge patch would erase."""
    found = {name: _something(value) if isinstance(value, dict) else value for name, value in content.items()}
    return {name: value for name, value in found.items() if value is not None}
