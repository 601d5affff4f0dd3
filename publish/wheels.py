"""What Pyodide's own lock file says about the wheels."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from publish.failure import Failure


def needed_packages(lock: Mapping[str, Any], names: Iterable[str]) -> list[Mapping[str, Any]]:
    """The entries of pyodide-lock.json for these packages and all they depend on, sorted by name.

    Raises Failure when one of them is not in it.
    """
    needed: dict[str, Mapping[str, Any]] = {}
    todo = [_normal(name) for name in names]
    while todo:
        name = todo.pop()
        if name not in lock["packages"]:
            raise Failure(f"pyodide-lock.json knows no package {name!r}")
        if name not in needed:
            needed[name] = lock["packages"][name]
            todo += map(_normal, needed[name]["depends"])
    return [needed[name] for name in sorted(needed)]


def trimmed(lock: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The same lock file with those packages only."""
    kept = {_normal(package["name"]): dict(package) for package in needed_packages(lock, names)}
    return {"info": dict(lock["info"]), "packages": kept}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
