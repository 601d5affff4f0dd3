"""Runs inside Pyodide: does the pages' work, sees which files it took, and writes those as one pack.

`job` (JSON: the project's files and the reviewed lists of pack.toml) and `out` (a path) are given.
"""

import gzip
import importlib._bootstrap_external as bootstrap
import importlib.util
import io
import json
import os
import sys
import zipfile

JOB = json.loads(job)  # noqa: F821 (given from outside)
HOME = "/home/pyodide/"
STDLIB = "/lib/python3.14/"
SITE = STDLIB + "site-packages/"


def compiled(source: bytes, path: str, optimize: int) -> bytes:
    """Byte code that Python takes without looking at a source file or its time."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=optimize)
    return bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def place_project() -> dict[str, bytes]:
    """Puts the project's Python where the pages will find it, and returns it by path."""
    placed = {}
    for name, target in JOB["files"].items():
        path = os.path.normpath(HOME + target)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open("/project/" + name, "rb") as file:
            placed[path] = file.read()
        with open(path, "wb") as file:
            file.write(placed[path])
    sys.path.insert(0, HOME)
    return placed


def do_the_work() -> None:
    for name in JOB["imports"]:
        importlib.import_module(name)
    with open("/pack/work.py", encoding="utf-8") as file:
        exec(compile(file.read(), "work.py", "exec"), {})


def taken() -> set[str]:
    """The files of all modules that are loaded now, below the standard library or site-packages."""
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    # Modules frozen into the interpreter name files that are nowhere.
    return {f for f in files if f.startswith("/lib/python314.zip/") or (f.startswith(STDLIB) and os.path.exists(f))}


def font_list() -> tuple[str, bytes]:
    """matplotlib's list of fonts for exactly the fonts that are packed, so that it builds none in the page."""
    from matplotlib import font_manager

    manager = font_manager.fontManager
    shipped = {name.rpartition("/")[2] for name in JOB["data"]}
    manager.ttflist = [font for font in manager.ttflist if font.fname.rpartition("/")[2] in shipped]
    manager.afmlist = []
    path = "fontlist.json"
    font_manager.json_dump(manager, path)
    with open(path, "rb") as file:
        # Pyodide's matplotlib looks beside its own module, and the page says so if that ever changes.
        return os.path.dirname(font_manager.__file__) + "/fontlist.json", file.read()


def main() -> None:
    own = place_project()
    do_the_work()
    stdlib = zipfile.ZipFile("/runtime/python_stdlib.zip")
    entries: dict[str, bytes] = {}
    for file in sorted(taken()):
        if file.startswith("/lib/python314.zip/"):
            name = file.removeprefix("/lib/python314.zip/")
            source, path = stdlib.read(name), STDLIB + name
        else:
            with open(file, "rb") as opened:
                source, path = opened.read(), file
        if path.endswith(".py"):
            entries[path + "c"] = compiled(source, path, JOB["optimize"])
        else:
            entries[path] = source
    for name in JOB["data"]:
        with open(SITE + name, "rb") as opened:
            entries[SITE + name] = opened.read()
    for path, source in own.items():
        entries[path] = source
        entries[importlib.util.cache_from_source(path)] = compiled(source, path, -1)
    path, data = font_list()
    entries[path] = data
    # Like beside like compresses better.
    order = sorted(entries, key=lambda path: (path.rpartition(".")[2], path))
    head = json.dumps([[path, len(entries[path])] for path in order], separators=(",", ":")).encode()
    body = io.BytesIO()
    body.write(len(head).to_bytes(4, "little") + head)
    for path in order:
        body.write(entries[path])
    with open(out, "wb") as file:  # noqa: F821
        file.write(gzip.compress(body.getvalue(), 9, mtime=0))


main()
