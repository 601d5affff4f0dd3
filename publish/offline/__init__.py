"""What makes a built site open without a network: a service worker with the list of what it keeps, the script of the
pages that calls it, and a manifest.

A release is the whole site as one build left it. Its id is a hash of every file and stands in every page. The worker
takes a release whole or not at all, so that a page never meets files of another build.
"""

import json
from pathlib import Path

from publish.hashes import build_id, integrity

FOLDER = Path(__file__).parent
FILES = ("worker.js", "manifest.webmanifest", "icon.svg")
LIST = "release.json"
BUILD = b'<meta name="build" content="%s">'


def block(up: str) -> str:
    """What the head of every page holds; `up` leads from the page to the site's root."""
    build, script = (BUILD % b"").decode(), _text("page.js").decode()
    return f'{build}\n<link rel="manifest" href="{up}manifest.webmanifest">\n<script>\n{script}</script>'


def add_release(site: dict[str, bytes]) -> None:
    """Adds the worker and all it needs to a site's files, and writes the release's id into its pages."""
    site |= {name: _text(name) for name in FILES}
    release = build_id(site)
    for name in site:
        if name.endswith(".html"):
            site[name] = site[name].replace(BUILD % b"", BUILD % release.encode(), 1)
    kept = {name: integrity(data) for name, data in sorted(site.items()) if _is_asked_for(name)}
    site[LIST] = json.dumps({"release": release, "files": kept}, indent=1).encode() + b"\n"


def _text(name: str) -> bytes:
    return (FOLDER / name).read_bytes().replace(b"\r\n", b"\n")


def _is_asked_for(name: str) -> bool:
    """Whether pages ask for the file: the browser itself looks after the worker, Python's sources are in the pack."""
    return name != "worker.js" and not name.endswith(".py") and "/licences/" not in name
