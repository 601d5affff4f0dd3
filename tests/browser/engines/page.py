"""A page open in some engine, as a reader meets it: mouse, keys, what stands there, what the console says."""

import html
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from tests.browser.opened import READ_TABLE

LONGEST_SECONDS = 300  # generous: a busy machine is no reason for a test to fail
PAUSE_SECONDS = 0.05
_SEEN = "[...document.querySelectorAll(selector)].find(element => element.checkVisibility())"
_FORM = "[...document.querySelectorAll('form[data-lab]')].find(form => form.checkVisibility())"


class Page(ABC):
    """What a driver must offer; everything a test wants beyond it is built on this here.

    Selectors mean the one such element in sight, for the course page holds the same things in two languages.
    Functions are JavaScript; keys have the names `KeyboardEvent.key` has, "Space" for the space bar.
    """

    @abstractmethod
    def goto(self, address: str) -> None:
        """Loads an address; Python need not have started when this returns."""

    @abstractmethod
    def reload(self) -> None:
        """Loads the page anew, as the browser's own button does."""

    @abstractmethod
    def _enter(self, selector: str) -> None:
        """Goes on in the frame that is this element."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: object) -> object:
        """Calls a JavaScript function in the page with plain values; returns a plain value."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Presses the mouse on an element."""

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Presses keys one after the other, wherever the focus is."""

    @abstractmethod
    def write(self, text: str) -> None:
        """Types a text, wherever the focus is."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Writes a PNG of what is in sight."""

    @abstractmethod
    def close(self) -> None:
        """Ends the page and its profile."""

    @property
    @abstractmethod
    def said(self) -> list[str]:
        """The errors and warnings of the console so far, uncaught errors among them, if the engine tells of them."""

    # Waiting

    def until(self, function: str, *arguments: object) -> None:
        """Waits until the function returns what is true."""
        self._wait(lambda: self.evaluate(function, *arguments), function)

    def until_settled(self) -> str:
        """Waits until Python has started or failed to, and says which."""
        self.until("() => document.documentElement.dataset.python !== 'loading'")
        return self.state

    def until_ready(self) -> "Page":
        assert self.until_settled() == "ready", (self.said, self.details)
        return self

    def until_quiet(self) -> None:
        """Waits until nothing is pending in any lab."""
        self.until("() => [...document.forms].every(form => form.getAttribute('aria-busy') !== 'true')")

    def _wait(self, condition: Callable[[], object], what: str) -> None:
        end = time.monotonic() + LONGEST_SECONDS
        while not condition():
            assert time.monotonic() < end, f"never came: {what}"
            time.sleep(PAUSE_SECONDS)

    # Reading

    @property
    def state(self) -> str:
        return self.evaluate("() => document.documentElement.dataset.python")

    @property
    def details(self) -> str:
        return self.evaluate("() => document.querySelector('[data-start-details]').textContent")

    def text(self, selector: str) -> str | None:
        """The text of the first such element in sight, or None."""
        return self.evaluate(f"selector => {_SEEN}?.textContent ?? null", selector)

    def attribute(self, selector: str, name: str) -> str | None:
        """An attribute of the first such element in sight."""
        return self.evaluate(f"(selector, name) => {_SEEN}.getAttribute(name)", selector, name)

    def slots(self) -> dict[str, str]:
        """The machine number of every slot of the lab in sight."""
        return self.evaluate(f"""() => Object.fromEntries(
            [...{_FORM}.closest("main").querySelectorAll("data[data-slot]:not([data-part] *)")].map(
                slot => [slot.dataset.slot, slot.value]))""")

    def controls(self) -> dict[str, str]:
        """The text of every control of the lab in sight, as its answers are computed from them."""
        return self.evaluate(f"() => Object.fromEntries(new FormData({_FORM}))")

    def tables(self) -> dict[str, list[dict[str, str]]]:
        """Every table that Python fills, by name."""
        names = self.evaluate("""() => [...document.querySelectorAll("table[data-key]")].filter(
            table => table.closest("main").checkVisibility()).map(table => table.dataset.table)""")
        return {name: self.table(name) for name in names}

    def table(self, name: str) -> list[dict[str, str]]:
        """The machine values of a table by column, row by row; a reader opens its fold, so that Python fills it."""
        return self.evaluate(READ_TABLE, name)

    def drawings(self) -> dict[str, str]:
        """The SVG of every figure that Python draws, by name."""
        return self.evaluate("""() => {
            const figures = [...document.querySelectorAll("figure[data-figure]")].filter(
                figure => figure.checkVisibility() && figure.querySelector("[data-drawing]"));
            const drawing = figure => figure.querySelector("[data-drawing]").innerHTML;
            return Object.fromEntries(figures.map(figure => [figure.dataset.figure, drawing(figure)]));
        }""")

    def words(self, kind: str, name: str, language: str = "", /, **values: object) -> str:
        """The page's own words for a message (`kind` is "message" or "start"), with their places filled."""
        text = self.evaluate(
            """(kind, name, language) => [...document.querySelectorAll(`template[data-${kind}="${name}"]`)].find(
                template => !language || template.closest("[lang]").lang === language).innerHTML""",
            kind,
            name,
            language,
        )
        return re.sub(r"\{(\w+)\}", lambda place: str(values[place[1]]), html.unescape(text))

    def stored(self) -> dict[str, str]:
        return self.evaluate("() => ({...localStorage})")

    # Moving

    def enter(self, selector: str) -> None:
        """Goes on in a frame: whatever is asked or done from now on means the page in there."""
        self.until("() => document.readyState === 'complete'")  # frames have come, too
        self._enter(selector)

    def focus(self, selector: str) -> None:
        """Brings the focus to an element in sight, as Tab would."""
        self.evaluate(f"selector => {_SEEN}.focus()", selector)

    def bring_into_view(self, selector: str) -> None:
        """Scrolls until an element is in the middle of the window and rests there."""
        self.until(
            f"""selector => {{
                const element = {_SEEN}, {{top, bottom}} = element.getBoundingClientRect();
                if (top >= 0 && bottom <= innerHeight && element.restedAt === top) return true;
                element.scrollIntoView({{block: "center", behavior: "instant"}});
                element.restedAt = element.getBoundingClientRect().top;
                return false;
            }}""",
            selector,
        )

    def set_controls(self, **values: object) -> None:
        """Sets controls of the lab in sight as a script would and waits until all is computed and drawn."""
        self.evaluate(
            f"""values => {{
                for (const [name, value] of Object.entries(values)) {{
                    const field = {_FORM}.elements.namedItem(name);
                    field.value = value;
                    field.dispatchEvent(new Event("input", {{bubbles: true}}));
                }}
            }}""",
            {name.replace("_", "-"): str(value) for name, value in values.items()},
        )
        self.until_quiet()

    def leave_behind(self, folder: Path) -> None:
        """Writes what a person needs to see why a test failed."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "console.txt").write_text("\n".join(self.said), encoding="utf-8")
        source = self.evaluate("() => document.documentElement.outerHTML")
        (folder / "page.html").write_text(source, encoding="utf-8")
        self.screenshot(folder / "page.png")
