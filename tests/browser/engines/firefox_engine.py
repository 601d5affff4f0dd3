"""Firefox as it is installed, driven by WebDriver BiDi, which it speaks itself."""

import base64
import json
import re
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.engines.bidi import Connection
from tests.browser.engines.engine import FIREFOX
from tests.browser.engines.keys import character
from tests.browser.engines.page import LONGEST_SECONDS, PAUSE_SECONDS, Page

_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Said of whole formulas, too, when a page is laid out that has come halfway; tests/pages looks at formulas itself.
_HALF_A_FORMULA = "Invalid markup: Incorrect number of children for"
_FIND = "selector => [...document.querySelectorAll(selector)].find(element => element.checkVisibility())"


class _Firefox:
    """One running Firefox with a profile of its own, which is gone afterwards."""

    def __init__(self, path: str, **preferences: object) -> None:
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        profile, output = Path(self._folder.name, "profile"), Path(self._folder.name, "output.txt")
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [path, "--headless", "--remote-debugging-port=0", "--profile", str(profile)]
        with output.open("wb") as written:
            self._process = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT)
        self.connection = Connection(self._address(output) + "/session")
        capabilities = self.connection.send("session.new", capabilities={})["capabilities"]
        self.version: str = capabilities["browserVersion"]
        self.connection.send("session.subscribe", events=["log.entryAdded"])

    def _address(self, output: Path) -> str:
        end = time.monotonic() + LONGEST_SECONDS
        while not (found := _LISTENING.search(told := output.read_text(encoding="utf-8", errors="replace"))):
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"Firefox did not start: {told}")
            time.sleep(PAUSE_SECONDS)
        return found[1]

    def close(self) -> None:
        self.connection.send("browser.close")
        self.connection.close()
        self._process.wait()
        self._folder.cleanup()


class BidiPage(Page):
    """A window of a Firefox; `profile` is one of its user contexts. With `whole`, Firefox ends with the page."""

    def __init__(self, firefox: _Firefox, whole: bool) -> None:
        self._firefox, self._whole = firefox, whole
        self._send = firefox.connection.send
        self._profile = "default" if whole else self._send("browser.createUserContext")["userContext"]
        self._context = self._send("browsingContext.create", type="window", userContext=self._profile)["context"]
        self._frame = self._context
        self._send("browsingContext.setViewport", context=self._context, viewport={"width": 1280, "height": 720})

    def goto(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=address, wait="interactive")

    def reload(self) -> None:
        self._send("browsingContext.reload", context=self._context, wait="interactive")

    def _enter(self, selector: str) -> None:
        window = self._call(f"selector => ({_FIND})(selector).contentWindow", selector)
        self._frame = window["value"]["context"]

    def evaluate(self, function: str, *arguments: object) -> object:
        called = f"async given => JSON.stringify({{value: await ({function})(...JSON.parse(given))}})"
        return json.loads(self._call(called, json.dumps(arguments))["value"]).get("value")

    def _call(self, function: str, text: str) -> dict:
        answer = self._send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": text}],
            target={"context": self._frame},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return answer["result"]

    def click(self, selector: str) -> None:
        self.bring_into_view(selector)
        element = {"type": "element", "element": {"sharedId": self._call(_FIND, selector)["sharedId"]}}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": element}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "actions": [move, *press]})

    def press(self, *keys: str) -> None:
        self.write("".join(map(character, keys)))

    def write(self, text: str) -> None:
        strokes = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": strokes})

    def _act(self, source: dict) -> None:
        self._send("input.performActions", context=self._frame, actions=[source])

    def screenshot(self, path: Path) -> None:
        data = self._send("browsingContext.captureScreenshot", context=self._context)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        if self._whole:
            self._firefox.close()
        else:
            self._send("browser.removeUserContext", userContext=self._profile)

    @property
    def said(self) -> list[str]:
        self._send("session.status")  # what was said before has arrived when this is answered
        entries = [event["params"] for event in self._firefox.connection.events]
        return [
            f"{entry['level']}: {entry['text']}"
            for entry in entries
            if entry["source"]["context"] in (self._context, self._frame)
            and entry["level"] in ("error", "warn")
            and not entry["text"].startswith(_HALF_A_FORMULA)
        ]


class Firefox:
    """One Firefox, whose user contexts are the fresh profiles; one with other settings is a Firefox of its own."""

    name = FIREFOX

    def __init__(self, path: str) -> None:
        self._path = path
        self._firefox = _Firefox(path)
        self.version = self._firefox.version

    def open(self, *, storage: bool = True, webassembly: bool = True) -> Page:
        if storage and webassembly:
            return BidiPage(self._firefox, whole=False)
        preferences: dict[str, object] = {"javascript.options.wasm": webassembly}
        if not storage:  # "block all cookies"
            preferences["network.cookie.cookieBehavior"] = 2
        return BidiPage(_Firefox(self._path, **preferences), whole=True)

    def close(self) -> None:
        self._firefox.close()
