"""An open page of the site: what it said, what it asked for, and how a reader's hand moves it."""

import re
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator

KO, EN, INDEX = "lesson/blocks/ko.html", "lesson/blocks/en.html", "index.html"
LONGEST_MS = 60_000  # generous: a busy machine is no reason for a test to fail
FORM = "form[data-lab]:visible"

# What a control's script would do: set the value, fire the event; the answer is how many updates there were before.
_SET = """([form, name, value]) => {
    const field = form.elements.namedItem(name), before = Number(form.dataset.updates);
    field.value = value;
    field.dispatchEvent(new Event("input", {bubbles: true}));
    return before;
}"""

# The machine values of a table by column, row by row. What is folded away is filled when it is opened.
READ_TABLE = """async name => {
    const table = document.querySelector(`[data-table="${name}"]`), fold = table.closest("details");
    if (fold && !fold.open) {
        const opened = new Promise(resolve => fold.addEventListener("toggle", resolve, {once: true}));
        fold.open = true;
        await opened;
    }
    return [...table.tBodies[0].rows].map(row => Object.fromEntries(
        [...row.cells].map(cell => [cell.dataset.column, (cell.querySelector("data") ?? cell).value])));
}"""


class Opened:
    """A page of a context, with everything it wrote to the console and every address it asked for."""

    def __init__(self, context: BrowserContext, address: str):
        self.context, self.address = context, address
        self.said: list[str] = []  # errors and warnings of the console, uncaught errors
        self.console: list[str] = []  # everything
        self.asked: list[str] = []
        self.failed: list[str] = []
        self.page = page = context.new_page()
        page.set_default_timeout(LONGEST_MS)
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.said.append(f"uncaught: {error}"))
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("requestfailed", lambda request: self.failed.append(f"{request.url} {request.failure}"))
        page.on("response", lambda r: self.failed.append(f"{r.url} {r.status}") if r.status >= 400 else None)
        page.goto(address, wait_until="domcontentloaded")

    def _on_console(self, message: ConsoleMessage) -> None:
        line = f"{message.type}: {message.text}"
        self.console.append(line)
        if message.type in ("error", "warning"):
            self.said.append(line)

    # Waiting

    def until(self, condition: str, argument: object = None) -> None:
        """Waits until the JavaScript expression or function is true."""
        self.page.wait_for_function(condition, arg=argument, timeout=LONGEST_MS)

    def until_ready(self) -> "Opened":
        self.until("document.documentElement.dataset.python !== 'loading'")
        assert self.state == "ready", (self.state, self.console)
        return self

    def until_quiet(self) -> None:
        """Waits until nothing is pending in any lab."""
        self.until("[...document.querySelectorAll('form[data-lab]')].every(f => f.ariaBusy === 'false')")

    # Reading

    @property
    def state(self) -> str:
        return self.page.evaluate("document.documentElement.dataset.python")

    @property
    def updates(self) -> int:
        return int(self.page.locator(FORM).first.get_attribute("data-updates"))

    def one(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def field(self, name: str) -> Locator:
        return self.page.locator(f'[name="{name}"]:visible')

    def slots(self) -> dict[str, str]:
        """The machine number of every slot of the lab in sight; one that stands more than once has one value."""
        read = """form => [...form.closest("main").querySelectorAll("data[data-slot]:not([data-part] *)")].map(
            slot => [slot.dataset.slot, slot.value, slot.textContent])"""
        values: dict[str, str] = {}
        for name, value, text in self.page.locator(FORM).first.evaluate(read):
            assert values.setdefault(name, value) == value, f"{name} differs between its places"
            assert text, name
        return values

    def table(self, name: str) -> list[dict[str, str]]:
        return self.page.evaluate(READ_TABLE, name)

    def drawing(self, figure: str) -> str:
        return self.page.locator(f'figure[data-figure="{figure}"]:visible [data-drawing]').inner_html()

    def drawings(self) -> dict[str, str]:
        return {name: self.drawing(name) for name in ("ratios", "timeline", "gradients")}

    def message(self, name: str, /, **values: str) -> str:
        """The page's own words for a message, with its places filled."""
        read = "(form, name) => form.closest('main').querySelector(`[data-message=${name}]`).content.textContent"
        text = self.page.locator(FORM).first.evaluate(read, name)
        return re.sub(r"\{(\w+)\}", lambda place: values[place[1]], text)

    def stored(self) -> dict[str, str]:
        return self.page.evaluate("({...localStorage})")

    # Moving

    def set_control(self, name: str, value: object) -> None:
        """Sets a control as a script would and waits until its update is finished."""
        before = self.fire(name, value)
        self.until("([form, n]) => Number(form.dataset.updates) > n", [self._form(), before])
        self.until_quiet()

    def refuse_control(self, name: str, value: object) -> None:
        """Sets a control to what cannot be taken and waits until that was seen."""
        before = self.fire(name, value)
        self.until_quiet()
        assert self.updates == before

    def fire(self, name: str, value: object) -> int:
        return self.page.evaluate(_SET, [self._form(), name, str(value)])

    def _form(self):
        return self.page.locator(FORM).first.element_handle()

    def as_new(self) -> None:
        """Brings controls, answers, size and colours back to what they were at first."""
        self.page.set_viewport_size({"width": 1280, "height": 720})
        self.page.emulate_media(media="screen", color_scheme="light")
        self.page.evaluate("""() => {
            localStorage.clear();
            // Erases what could not be stored and lives in memory only, too; the first click asks.
            for (const erase of document.querySelectorAll("[name=start-over]")) { erase.click(); erase.click(); }
            dispatchEvent(new StorageEvent("storage", {key: null}));
            for (const step of document.querySelectorAll("[name=step][value='1']")) step.checked = true;
            for (const details of document.querySelectorAll("details")) details.open = false;
            // The next Tab starts from where the focus was last, be it gone: from the top.
            const top = document.createElement("i");
            top.tabIndex = -1;
            document.body.prepend(top);
            top.focus();
            top.remove();
            scrollTo({top: 0, behavior: "instant"});
        }""")
        self.until_quiet()
        if self.page.locator('button[name="reference"]').count():
            self.page.locator('button[name="reference"]').evaluate("button => button.click()")
        else:
            self.fire("block", 4)
        self.until_quiet()

    def to_reference(self) -> None:
        """Brings the controls of the lesson back to their defaults, as a reader would."""
        self.one('button[name="reference"]').click()
        self.until_quiet()

    def run_python(self, code: str) -> None:
        """Runs a script in the page's own Python and waits for its end."""
        add = """code => {
            const script = document.createElement("script");
            script.type = "py";
            script.textContent = code + "\\nfrom pyscript import document\\ndocument.body.dataset.ran = '1'";
            delete document.body.dataset.ran;
            document.body.append(script);
        }"""
        self.page.evaluate(add, code)
        self.until("document.body.dataset.ran === '1'")

    def leave_behind(self, folder: Path) -> None:
        """Writes what a person needs to see why a test failed."""
        folder.mkdir(parents=True, exist_ok=True)
        lines = [self.address, *self.console, *self.said, *self.failed]
        (folder / "console.txt").write_text("\n".join(lines), encoding="utf-8")
        (folder / "page.html").write_text(self.page.content(), encoding="utf-8")
        self.page.screenshot(path=folder / "page.png", full_page=True)
