"""What the licences of the third-party files ask to be told and shown."""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping

from publish.lock import Address, LockedFile

NOTICES = "THIRD_PARTY_NOTICES.txt"
TABLE = "THIRD-PARTY.md"
_LICENCE = re.compile(r"(?:licen[cs]es?|copying|notice)(?:[._-][\w.-]*)?", re.IGNORECASE)


def licences_in_wheels(content: Mapping[str, bytes]) -> dict[str, bytes]:
    """The licence texts inside the wheels of a runtime, by the names they get beside it."""
    found = {}
    for name, data in content.items():
        if name.endswith(".whl"):
            package = name.rpartition("/")[2].partition("-")[0]
            with zipfile.ZipFile(io.BytesIO(data)) as wheel:
                for path in wheel.namelist():
                    last = path.rpartition("/")[2]
                    if _LICENCE.fullmatch(last) and not last.endswith(".py"):
                        found[f"licences/{package}/{_short(path)}"] = wheel.read(path)
    return found


def notices(files: Iterable[LockedFile], content: Mapping[str, bytes], home: str) -> str:
    """The notices of a built site: each package, its licence, its source, and where the texts lie in it."""
    lines = [
        "This site contains files of these projects. The .js and .mjs files below core/ and pyodide/ are unchanged,",
        "but for one place in pyodide.asm.mjs (search for placed), which lets kept memory be taken up again.",
        "The Python files of Python, Pyodide and the packages are compiled to byte code and, with the packages' own",
        "compiled parts, repacked into python.packed, only those that the pages use. pyodide.asm.wasm is compressed.",
        "",
    ]
    for package, version, licence, source in _packages(files):
        lines += [f"{package} {version}", f"  licence: {licence}", f"  from: {source}", ""]
    lines += [
        "lock.mjs holds what pyodide-lock.json says of Pyodide itself.",
        "The source code of Pyodide: https://github.com/pyodide/pyodide",
        "",
        "Licence texts:",
    ]
    lines += [f"  {home}/{name}" for name in sorted(content) if name.startswith("licences/")]
    return "\n".join(lines) + "\n"


def table(files: Iterable[LockedFile]) -> str:
    """THIRD-PARTY.md: the same for readers of the repository."""
    lines = [
        "# Third-party files",
        "",
        "None of these is in this repository: `python -m publish fetch` brings them. A built site has them, compiled",
        "and repacked where they are Python, and their licence texts. Written by `python -m publish lock` from",
        "`publish/runtime.lock`.",
        "",
        "| package | version | licence | where from |",
        "|---|---|---|---|",
    ]
    lines += [f"| {' | '.join((*row[:3], f'`{row[3]}`'))} |" for row in _packages(files)]
    return "\n".join(lines) + "\n"


def _packages(files: Iterable[LockedFile]) -> list[tuple[str, str, str, str]]:
    """Package, version, licence and the place of its first source, once each, sorted."""
    rows: dict[str, tuple[str, str, str, str]] = {}
    for file in files:
        first = file.sources[0]
        place = first.url.rpartition("/")[0] if isinstance(first, Address) else str(first).partition("!")[0]
        rows.setdefault(file.package, (file.package, file.version, file.licence, place))
    return sorted(rows.values(), key=lambda row: row[0].lower())


def _short(path: str) -> str:
    return re.sub(r"^[^/]*\.dist-info/(?:licenses/)?", "", path)
