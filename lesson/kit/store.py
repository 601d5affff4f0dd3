"""A named JSON object in the reader's browser, which survives whatever it finds there.

The storage is any mapping of str to str; three of its operations are used: `storage[key]` (KeyError where
there is nothing), `storage[key] = text`, `del storage[key]`. Each may fail with any Exception at any time:
storage may be denied, full, or gone between two calls. Nothing of that is raised; `Store.state` says what it
means.

What cannot be stored is remembered as one JSON merge patch (RFC 7396) and put on top of what is stored when
reading. Every write reads first and changes only what was changed here, so that two tabs do not undo each
other's changes.
"""

import copy
import json
import math
import re
from collections.abc import MutableMapping
from enum import StrEnum

VERSION = 1
# Far above what a lesson stores, far below what makes reading noticeable.
LARGEST_TEXT = 1_000_000
DEEPEST_NESTING = 8

_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[][{}]', re.DOTALL)


class State(StrEnum):
    """Whether what the reader does is kept, and if not, why it lives only as long as the page."""

    KEPT = "kept"
    DENIED = "memory-denied"  # the storage cannot be read
    FULL = "memory-full"  # it can be read, but not written
    FOREIGN = "memory-foreign"  # it holds something that is not ours and cannot be moved aside


class Store:
    """One JSON object, kept under `checkpointing-lab:<root>:<name>`; `root` is the path of the site's root.

    Content that is broken, has another version or is no object is moved to the key's `...:aside`, after what
    already lies there, so that nothing is destroyed; `put_aside` then says that this happened.
    """

    def __init__(self, storage: MutableMapping[str, str], root: str, name: str):
        self.key = f"checkpointing-lab:{root}:{name}"
        self.aside = f"{self.key}:aside"
        self.state = State.KEPT
        self.put_aside = False
        self._storage = storage
        self._stored = {}  # the last content known to be in storage
        self._unstored = {}  # a merge patch: what is not there yet

    def read(self) -> dict:
        """A copy of the content, `{"version": 1}` at least, with what could not be stored yet."""
        state = self._look()
        if state is not State.KEPT or not self._unstored:
            self.state = state
        return copy.deepcopy(self._content())

    def update(self, patch: dict) -> dict:
        """Change the fields that the merge patch names (None removes one), and return the new content.

        Brings in what earlier updates could not store.
        Raises TypeError or ValueError if the patch is not JSON.
        """
        patch = json.loads(json.dumps(patch, allow_nan=False))
        self._unstored = _merged(self._unstored, patch, keep_none=True)
        self.state = self._look()
        if self.state is State.KEPT:
            self.state = self._write(self._content())
        return copy.deepcopy(self._content())

    def clear(self) -> None:
        """Remove the content, and what was put aside, from storage and memory."""
        self._stored, self._unstored, self.put_aside = {}, {}, False
        self.state = State.KEPT
        for key in (self.key, self.aside):
            try:
                del self._storage[key]
            except KeyError:
                pass
            except Exception:
                self.state = State.DENIED

    def _content(self) -> dict:
        return {"version": VERSION} | _merged(self._stored, self._unstored)

    def _look(self) -> State:
        """Take in what the storage holds now; KEPT if it may be written."""
        try:
            text = self._storage[self.key]
        except KeyError:
            self._stored = {}
            return State.KEPT
        except Exception:
            return State.DENIED
        try:
            self._stored = parsed(text)
            return State.KEPT
        except ValueError:
            return State.KEPT if self._move_aside(text) else State.FOREIGN

    def _write(self, content: dict) -> State:
        text = json.dumps(content)
        if len(text) > LARGEST_TEXT:
            return State.FULL
        try:
            self._storage[self.key] = text
        except Exception:
            return State.FULL
        self._stored, self._unstored = content, {}
        return State.KEPT

    def _move_aside(self, text: str) -> bool:
        try:
            try:
                earlier = self._storage[self.aside]
            except KeyError:
                self._storage[self.aside] = text
            else:
                # It is there already if it could be copied before but not removed.
                if not f"\n{earlier}".endswith(f"\n{text}"):
                    self._storage[self.aside] = f"{earlier}\n{text}"
            # Removed only once it is safe elsewhere.
            del self._storage[self.key]
        except Exception:
            return False
        # What this page knew before somebody overwrote it comes back with the next update. Not at once: two
        # tabs of different versions would overwrite each other for ever.
        self._unstored = _merged(self._stored, self._unstored, keep_none=True)
        self.put_aside = True
        return True


def parsed(text: str) -> dict:
    """The content that the text holds. Raises ValueError if it is broken, too large, too deep or of another version."""
    if len(text) > LARGEST_TEXT:
        raise ValueError(f"{len(text)} characters, expected at most {LARGEST_TEXT}")
    # Before parsing: too deep a nesting does not raise RecursionError in Pyodide, it ends Python.
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        depth += (match[0] in "[{") - (match[0] in "]}")
        if depth > DEEPEST_NESTING:
            raise ValueError(f"nested deeper than {DEEPEST_NESTING}")
    content = json.loads(text, parse_float=_finite, parse_constant=_finite)
    version = content.get("version") if isinstance(content, dict) else None
    if type(version) is not int or version != VERSION:
        raise ValueError(f"expected an object of version {VERSION}")
    return content


def _finite(text: str) -> float:
    """What Python would read as infinity or NaN could not be written as JSON again."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is not finite")
    return number


def _merged(base: dict, patch: dict, keep_none: bool = False) -> dict:
    """`base` with a merge patch applied; with `keep_none`, two patches as one."""
    merged = dict(base)
    for name, value in patch.items():
        if isinstance(value, dict):
            below = merged.get(name)
            merged[name] = _merged(below if isinstance(below, dict) else {}, value, keep_none)
        elif value is None and not keep_none:
            merged.pop(name, None)
        else:
            merged[name] = value
    return merged
