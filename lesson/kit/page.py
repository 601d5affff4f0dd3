"""The seam to the browser: the only module that imports pyscript.

A page's script joins its lesson to the page with `mount("#lesson", CONTROLS, respond)`. Everything the kit needs of
the browser goes through a `Page`; whatever it listens to ends with `unmount`, so that one page can give way to another
without starting Python again.
"""

import asyncio
import gc
import html
import traceback
from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType

from pyscript import document, window
from pyscript.ffi import create_proxy, to_js

from lesson.kit.answers import Answers
from lesson.kit.controls import ControlError
from lesson.kit.lab import Lab, take_address
from lesson.kit.local_storage import LocalStorage
from lesson.kit.luggage import Luggage
from lesson.kit.markup import Messages, fill
from lesson.kit.quiz import Quiz
from lesson.kit.store import Store
from lesson.kit.transfer import names

Parts = Mapping[str, Callable]
NO_PARTS: Parts = MappingProxyType({})
_mounted: dict[str, "Page"] = {}
_stores: dict[str, Store] = {}


def mount(root: str, controls: tuple, respond: Callable, quiz: Quiz | None = None, parts: Parts = NO_PARTS) -> None:
    """Brings the page below the element `root` (a selector) to life; `<html data-python>` says when it is ready.

    Without a `quiz` the page keeps nothing. `parts` are what a lesson has besides: for each name the function that
    brings `<section data-part="NAME">` to life, called with the page, its lab and that section. The lab leaves all that
    stands in such a section to its part.
    """
    if root in _mounted:
        unmount(root)
    page = Page(document.querySelector(root))
    _mounted[root] = page
    page.soon(page.start(controls, respond, quiz, parts))


def unmount(root: str) -> None:
    """Ends all that `mount(root, ...)` began; the element may then be replaced."""
    _mounted.pop(root).close()


def _unmount_all(_event) -> None:
    for root in list(_mounted):
        unmount(root)


window.addEventListener("page-leaves", create_proxy(_unmount_all))  # told by router.js


class Page:
    """One mounted page: its words, its listeners, its address."""

    def __init__(self, root):
        self.root = root
        self.site = window.URL.new(document.documentElement.dataset.root, document.baseURI).pathname
        self._endings: list[Callable[[], None]] = []
        self._tasks: set[asyncio.Task] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._further: list[Lab] = []
        self.ready = False
        self.fresh = document.documentElement.hasAttribute("data-fresh")  # told by asked.js
        templates = root.querySelectorAll("template[data-message]")
        self._templates = Messages({t.dataset.message: t.content.textContent for t in templates})

    async def start(self, controls: tuple, respond: Callable, quiz: Quiz | None, parts: Parts) -> None:
        state = document.documentElement.dataset
        try:
            if quiz is not None:
                Answers(self, self.root, quiz)
            Luggage(self)
            lab = Lab(self, self.root, controls, respond)
            for name, bring_to_life in parts.items():
                bring_to_life(self, lab, self.root.querySelector(f'[data-part="{name}"]'))
            started: list[Lab] = []  # the others read the address when their turn comes
            self.on_window("address-changes", lambda _: take_address(started, self.query()))
            for each in (lab, *self._further):
                started.append(each)
                await each.start()
        except Exception:
            window.console.error(details := traceback.format_exc())
            window.dispatchEvent(window.CustomEvent.new("python-failed", to_js({"detail": details})))
            return
        gc.enable()  # put off by built pages while they start
        self.ready = True
        if all(page.ready for page in _mounted.values()):
            state.python = "ready"

    def close(self) -> None:
        """Carries out what was put off to the end, last added first, and waits for nothing more."""
        for waiting in (*self._tasks, *self._timers.values()):
            waiting.cancel()
        for end in reversed(self._endings):
            end()

    def store(self, name: str) -> Store:
        """The store of that name, one for all mounted pages: what one of them has put aside, each can say."""
        if name not in _stores:
            _stores[name] = Store(LocalStorage(window), self.site, name)
        return _stores[name]

    def lab(self, root, controls: tuple, respond: Callable) -> Lab:
        """A further lab, on a part of the page that has a form of its own; it starts with the page."""
        self._further.append(lab := Lab(self, root, controls, respond))
        return lab

    def answers(self, root, quiz: Quiz) -> Answers:
        """Progress in a further quiz, on a part of the page."""
        return Answers(self, root, quiz)

    def stores(self) -> dict[str, Store]:
        """The stores of all that is kept of the course, by name, what cannot be stored included."""
        try:
            kept = names(LocalStorage(window), self.site)
        except Exception:  # storage is denied: what was done since lives in memory
            kept = []
        return {name: self.store(name) for name in sorted({*kept, *_stores})}

    def tell_all_of_storage(self) -> None:
        """Has everything that shows what is kept write what it has not yet written, and look again."""
        window.dispatchEvent(window.StorageEvent.new("storage"))

    # Files

    def save(self, name: str, text: str) -> None:
        """Hands the reader a file."""
        content = window.Blob.new(to_js([text]), to_js({"type": "application/json"}))
        link = document.createElement("a")
        link.href, link.download = window.URL.createObjectURL(content), name
        link.click()
        window.setTimeout(window.URL.revokeObjectURL, 10_000, link.href)

    # Events and time

    def on(self, target, kind: str, do: Callable) -> None:
        """Calls `do(event)` for each event of that kind at `target`, until the page is unmounted."""
        listener = create_proxy(do)
        target.addEventListener(kind, listener)

        def end() -> None:
            target.removeEventListener(kind, listener)
            listener.destroy()

        self.at_end(end)

    def on_window(self, kind: str, do: Callable) -> None:
        self.on(window, kind, do)

    def at_end(self, do: Callable[[], None]) -> None:
        """Calls `do` when the page is unmounted."""
        self._endings.append(do)

    def soon(self, work: Coroutine) -> None:
        """Runs `work` after the present event; what it raises reaches the console."""

        def ended(task: asyncio.Task) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()):
                window.console.error("".join(traceback.format_exception(error)))

        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(ended)

    def later(self, name: str, seconds: float, do: Callable[[], None]) -> None:
        """Calls `do` after that time, unless something else of that name is put off meanwhile."""
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = asyncio.get_event_loop().call_later(seconds, do)

    def wants_calm(self) -> bool:
        """Whether the reader has asked the system for little motion."""
        return window.matchMedia("(prefers-reduced-motion: reduce)").matches

    def watch_sight(self, watched: list[tuple]) -> None:
        """Tells each callback whether its element is in sight, or nearly, whenever that changes."""

        def tell(entries, _observer) -> None:
            for entry in entries:
                for element, do in watched:
                    if element.isSameNode(entry.target):
                        do(entry.isIntersecting)

        callback = create_proxy(tell)
        observer = window.IntersectionObserver.new(callback, to_js({"rootMargin": "100px"}))
        for element, _ in watched:
            observer.observe(element)
        self.at_end(callback.destroy)
        self.at_end(observer.disconnect)

    # Words

    def message(self, name: str, /, **values: str) -> str:
        """The page's template of that name with its places filled."""
        return fill(self._templates[name], **values)

    def words(self, prefix: str) -> dict[str, str]:
        """The page's templates whose names start with `prefix`, by the rest of the name."""
        return {n.removeprefix(prefix): text for n, text in self._templates.items() if n.startswith(prefix)}

    def refusal(self, error: ControlError, name: str) -> str:
        label = self._templates[f"name-{error.name}"]
        said = {"value": error.text, "low": error.low, "high": error.high, "default": error.default, **error.more}
        return self.message(name, name=label, **said)

    def show_failure(self, place, details: str) -> None:
        """Says below `place` that a calculation failed, with the details folded."""
        self.hide_failure(place)
        note = document.createElement("div")
        note.setAttribute("role", "alert")
        note.className = "failure"
        note.innerHTML = (
            f"<p>{html.escape(self._templates['calculation-failed'])}</p><details><summary>"
            f"{html.escape(self._templates['details-label'])}</summary><pre>{html.escape(details)}</pre></details>"
        )
        place.append(note)

    def hide_failure(self, place) -> None:
        if note := place.querySelector(".failure"):
            note.remove()

    # The address

    def query(self, address: str = "") -> dict[str, str]:
        """The settings in an address (the page's own unless another is given)."""
        pairs = window.URL.new(address or window.location.href).searchParams.entries()
        return {name: value for name, value in pairs}

    def address(self, query: Mapping[str, str], place: str = "", without: str = "") -> str:
        """The page's address with these settings beside its others but `without`, opening at `place`, a "#id"."""
        here = window.URL.new(window.location.href)
        here.searchParams.delete(without)
        for name, value in query.items():
            here.searchParams.set(name, value)
        if place:  # in the one file the page's own path comes before it
            path = here.hash.removeprefix("#").partition("#")[0]
            here.hash = f"#{path}{place}" if path.startswith("/") else place
        return here.href

    def set_query(self, query: Mapping[str, str]) -> None:
        """Puts the settings in the page's address, so that a reload or a shared link brings them back."""
        window.history.replaceState(window.history.state, "", self.address(query))

    async def copy(self, text: str) -> bool:
        """Whether the text could be put on the clipboard."""
        try:
            await window.navigator.clipboard.writeText(text)
        except Exception:  # not offered outside secure contexts, or refused by the reader
            return False
        return True
