"""Runs inside Pyodide: does the pages' work, sees which files it took, and writes those as one pack.

`job` (JSON: the project's files and the reviewed lists of pack.toml) and `out` (a path) are given.
"""

import glob
import gzip
import importlib._bootstrap_external as bootstrap
import importlib.metadata
import importlib.util
import io
import json
import os
import shutil
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


def leave_out() -> None:
    """Puts stand-ins in the places of modules, and of all that lies in packages, that nothing here will use."""
    shutil.copy("/pack/left_out.py", SITE)
    distributions = importlib.metadata.packages_distributions()
    places = {name: SITE + name.replace(".", "/") for name in JOB["left_out"]}
    for name, place in places.items():
        if not glob.glob(place) + glob.glob(f"{place}.*"):
            raise FileNotFoundError(f"pack.toml leaves out {name}, which is not there")
    for name, place in places.items():
        for extension in glob.glob(f"{place}.*.so"):
            os.remove(extension)
        if os.path.isdir(place):
            shutil.rmtree(place)
        if any(other.startswith(f"{name}.") for other in JOB["left_out"]):
            os.makedirs(place)
            place += "/__init__"
        with open(f"{place}.py", "w", encoding="utf-8") as file:
            file.write("import left_out\n\n__getattr__ = left_out.names(__name__)\n")
            if name in distributions:  # matplotlib asks whether what it needs is new enough
                file.write(f"__version__ = {importlib.metadata.version(distributions[name][0])!r}\n")
            for function in JOB["called"].get(name, []):
                file.write(f"def {function}(*_): pass\n")


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


def main() -> None:
    own = place_project()
    leave_out()
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
