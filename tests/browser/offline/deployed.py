"""Releases of the site, put where a server gives them out, as a deploy does; and what a page shows of them."""

import gzip
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from publish.environment import ROOT
from publish.lock import read_lock
from publish.pack import packed
from publish.site import SITE, build_site
from tests.browser.opened import Opened

# Whether a release (any, if none is named) is kept whole in the caches of the site below a path.
KEPT = """async ([path, release]) => {
    const ours = `checkpointing-lab:${path}:`;
    for (const name of await caches.keys()) {
        if (!name.startsWith(ours) || name === ours || (release && name !== ours + release)) continue;
        if (await caches.match(new URL(`${path}release.json`, location), {cacheName: name})) return true;
    }
    return false;
}"""
# Of which release the page is, its style sheet, a script, and the folder Python came from.
MARKS = """() => [
    document.documentElement.dataset.mark ?? "",
    getComputedStyle(document.documentElement).getPropertyValue("--mark"),
    globalThis.readingMark ?? "",
    performance.getEntriesByType("resource").find(({name}) => name.endsWith("/core/core.js")).name.split("/").at(-3),
]"""


def _repacked(runtime: Path, project: Path, packages: list[str], files: Mapping[str, str]) -> bytes:
    """The same Python in other bytes."""
    return gzip.compress(gzip.decompress(packed(runtime, project, packages, files)), 1, mtime=0)


def build_second(folder: Path) -> Path:
    """Builds a release in which page, style sheet, script and runtime all differ from the first one's."""
    project, site = folder / "project", folder / "second"
    for name in ("index.html", "pyscript.toml", "LICENSE"):
        project.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, project / name)
    for name in ("lesson", "src"):
        shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
    for page in project.rglob("*.html"):
        page.write_text(page.read_text(encoding="utf-8").replace("<html ", '<html data-mark="2" ', 1), encoding="utf-8")
    for name, mark in {"lesson.css": ":root { --mark: 2; }\n", "reading.js": "globalThis.readingMark = '2';\n"}.items():
        with (project / "lesson/kit" / name).open("a", encoding="utf-8") as file:
            file.write(mark)
    return build_site(read_lock(), project, site=site, pack=_repacked)


def runtime_of(release: Path) -> str:
    (folder,) = (release / "runtime").iterdir()
    return folder.name


def id_of(release: Path) -> str:
    return re.search('"release": "([0-9a-f]{12})"', (release / "release.json").read_text(encoding="utf-8"))[1]


Change = Callable[[Path], None]


def without(pattern: str) -> Change:
    """A deploy that forgets a file."""

    def forget(site: Path) -> None:
        (path,) = site.glob(pattern)
        path.unlink()

    return forget


def with_old(name: str) -> Change:
    """A deploy that leaves a file of the first release where it was."""
    return lambda site: rewrite(site / name, (SITE / name).read_text(encoding="utf-8"))


def rewrite(path: Path, text: str) -> None:
    path.unlink()  # the file belongs to the release, too
    path.write_text(text, encoding="utf-8")


class Place:
    """Where a server takes its files from; what lies there can be changed while the server runs.

    Its worker is patient: on a busy machine a new release may take its time, and most tests are not about that.
    """

    def __init__(self, folder: Path):
        self.folder = folder / "served"
        self._made = folder

    def deploy(
        self, release: Path = SITE, below: Sequence[str] = ("",), patient: bool = True, faults: Sequence[Change] = ()
    ):
        """Puts a release there, all at once, in each of the folders `below`, with these faults."""
        new = self._made / f"deployed-{len(list(self._made.iterdir()))}"
        for folder in below:
            shutil.copytree(release, new / folder, copy_function=os.link)
            if patient:
                worker = new / folder / "worker.js"
                rewrite(worker, re.sub(r"_MS = \d+", "_MS = 60000", worker.read_text(encoding="utf-8")))
            for fault in faults:
                fault(new / folder)
        self._show(new)

    def replace(self, page: str | None):
        """Takes everything down, and puts another page in its place if there is one."""
        new = self._made / f"replaced-{len(list(self._made.iterdir()))}"
        new.mkdir()
        if page:
            (new / "index.html").write_text(page, encoding="utf-8")
        self._show(new)

    def _show(self, new: Path):
        link = self._made / "link"
        link.symlink_to(new, target_is_directory=True)
        link.replace(self.folder)


def first_marks() -> list[str]:
    return ["", "", "", runtime_of(SITE)]


def second_marks(second: Path) -> list[str]:
    return ["2", "2", "2", runtime_of(second)]


def marks(opened: Opened) -> list[str]:
    return opened.page.evaluate(MARKS)


def until_kept(opened: Opened, release: Path | None = None) -> Opened:
    """Waits until the browser keeps the release (or any) whole, and the worker answers the page."""
    path = urlsplit(opened.page.evaluate("new URL(document.documentElement.dataset.root, location).href")).path
    opened.until(KEPT, [path, release and id_of(release)])
    opened.until("navigator.serviceWorker.controller")
    return opened


def load(opened: Opened, path: str = "") -> Opened:
    """Loads the page anew, or another page of the site by its address, and waits until Python is ready."""
    if path:
        opened.page.goto(path, wait_until="domcontentloaded")
    else:
        opened.page.reload(wait_until="domcontentloaded")
    return opened.until_ready()
