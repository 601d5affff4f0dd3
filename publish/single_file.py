"""Writes dist/checkpointing-lab.html: the whole built site in one file, which opens by double-click without a network.

First stands what to say if the rest never comes, then the pages, so that they can be read before anything is decoded,
then the scripts that show one of them, then the runtime's files as texts, and a mark of the end. A page is the text of
a <noscript>: `router.js` takes it from there, and where scripts are off the browser shows them all, one by one.
"""

import base64
import gzip
import hashlib
import html
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from publish.environment import ROOT
from publish.failure import Failure
from publish.pages import COURSE, page_names
from publish.policy import file_policy
from publish.site import CLOSED, ENTRY, OPENED, SITE, START, seal

ONE_FILE = ROOT / "dist" / "checkpointing-lab.html"
EMBEDDED, DAMAGED = (Path(__file__).with_name(name) for name in ("embedded.js", "damaged.js"))
HOME = "https://course.invalid/"  # as in embedded.js; behind it stands the build, for what browsers keep of it
KIT = "lesson/kit"
SCRIPTS = (f"{KIT}/asked.js", f"{KIT}/reading.js", f"{KIT}/router.js")
STYLE = f"{KIT}/lesson.css"
LICENCE = "LICENSE"

_BLOCK = re.compile(f"{OPENED}.*?{CLOSED}\n?", re.DOTALL)
_TABLE = re.compile(r"<script>startPython\((.*?)\);</script>")
_MAP = re.compile(r'<script type="importmap">(.*?)</script>')
_LINKED = re.compile(r"<link rel=\"stylesheet\"[^>]*>\n?|<script src=[^>]*></script>\n?")
_NOTE = re.compile(r"<noscript>(.*?)</noscript>\n?", re.DOTALL)
_CONFIG = re.compile(r'(<script type="py" config=")[./]*(pyscript\.toml")')
_DAMAGED = re.compile(r'<main [^>]*lang="(\w+)".*?<template data-start="damaged">(.*?)</template>', re.DOTALL)
_TOP = re.compile(r"<html[^>]*>")


class SingleFileError(Failure):
    """The site holds something that cannot stand in one file; names it."""


def write_single_file(site: Path = SITE, to: Path = ONE_FILE) -> Path:
    """Writes the file from the built site and returns its path; the old one stands until the new one is whole.

    The same site gives the same bytes. Raises SingleFileError.
    """
    new = to.with_name(f"{to.name}.new")
    new.write_text(single_file(site), encoding="utf-8", newline="\n")
    os.replace(new, to)
    return to


def single_file(site: Path) -> str:
    """The text of the one file."""
    pages = {name: _read(site, name) for name in page_names(site)}
    first = pages[COURSE]
    known, modules = (json.loads(pattern.search(first)[1]) for pattern in (_TABLE, _MAP))
    runtime = site / known["home"]
    home = f"{HOME}{runtime.name}/"
    texts = json.dumps({name: _in_one_place(_read(runtime, name), name, home, known) for name in known["scripts"]})
    data = {place["from"]: (runtime / place["from"]).read_bytes() for place in known["packed"].values()}
    data["modules.packed"] = gzip.compress(texts.encode(), 9, mtime=0)
    packed = known["packed"] | {
        "modules": {"from": "modules.packed", "type": "application/json", **seal(data["modules.packed"])}
    }
    table = {"home": home, "interpreter": next(iter(modules["imports"])), "first": ENTRY, "packed": packed}
    nonce = hashlib.sha256(repr((sorted(pages.items()), table)).encode()).hexdigest()[:32]
    damaged = "".join(f'<p lang="{language}">{words}</p>' for language, words in _DAMAGED.findall(first))
    watch = f"<script>\n{DAMAGED.read_text(encoding='utf-8')}</script>"
    show = [f"<script>\n{_read(site, name)}</script>" for name in SCRIPTS]
    start = [
        f'<script nonce="{nonce}">\n{EMBEDDED.read_text(encoding="utf-8")}</script>',
        *(f"<script>\n{_read(site, name)}</script>" for name in START),
        f"<script>startFromHere({json.dumps(table)});</script>",
    ]
    data["pyscript.toml"] = (site / "pyscript.toml").read_bytes()
    parts = [
        "<!doctype html>",
        _TOP.search(first)[0].replace("<html", "<html data-one-file", 1),
        '<head>\n<meta charset="utf-8">',
        file_policy("\n".join([watch, *show, *start]), nonce),
        f'<template data-damaged><div class="note" role="alert">{damaged}</div></template>',
        watch,
        *re.findall(r'<meta name="viewport"[^>]*>|<title>.*?</title>|<meta name="description"[^>]*>', first),
        *re.findall(r'<link rel="icon"[^>]*>', first),
        f"<style>\n{_read(site, STYLE)}</style>\n</head>\n<body>",
        f'<noscript><div class="note" data-cut>{damaged}</div></noscript>',
        *(f"<noscript>{note}</noscript>" for note in _NOTE.findall(first)),
        *(_held(name, page, home) for name, page in pages.items()),
        _held(LICENCE, _licences(site), home),
        *show,
        *start,
        *(_data(name, content) for name, content in data.items()),
        "<noscript data-whole><style>[data-cut] { display: none; }</style></noscript>",
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _held(name: str, page: str, home: str) -> str:
    """A page as a text that waits to be shown, without what the file has for all of them."""
    for pattern in (_BLOCK, _LINKED, _NOTE):
        page = pattern.sub("", page)
    page = _CONFIG.sub(rf"\g<1>{home}\2", page)
    if "noscript" in page:
        raise SingleFileError(f"{name}: a noscript that is not plain stands in it")
    language = re.search(r'<html[^>]* lang="([^"]*)"', page)[1]
    return f'<noscript data-page="{name}" lang="{language}">{page}</noscript>'


def _licences(site: Path) -> str:
    """A page of all licences and notices: whoever hands out the file hands them out, too."""
    names = [LICENCE, "THIRD_PARTY_NOTICES.txt"]
    names += sorted(
        path.relative_to(site).as_posix() for path in site.glob("runtime/*/licences/**/*") if path.is_file()
    )
    texts = "\n".join(f"<h2>{html.escape(name)}</h2>\n<pre>{html.escape(_read(site, name))}</pre>" for name in names)
    return (
        f'<!doctype html>\n<html lang="en">\n<head><title>{LICENCE}</title></head>\n<body>\n'
        f'<header class="bar"><a href="{COURSE}">Checkpointing Lab</a></header>\n'
        f"<main>\n<h1>{LICENCE}</h1>\n{texts}\n</main>\n</body>\n</html>\n"
    )


def _in_one_place(text: str, name: str, home: str, known: Mapping) -> str:
    """A module with the modules beside it under addresses that hold for a blob."""
    folder = home + name.rpartition("/")[0]

    def absolute(found: re.Match) -> str:
        quote, path = found.groups()
        address = f"{folder.rstrip('/')}/{path}"
        return f"{quote}{address}{quote}" if address.removeprefix(home) in known["scripts"] else found[0]

    return re.sub(r"""(["'])\./([\w./-]+\.m?js)\1""", absolute, text)


def _data(name: str, content: bytes) -> str:
    return f'<script type="text/plain" data-file="{name}">{base64.b64encode(content).decode()}</script>'


def _read(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")
