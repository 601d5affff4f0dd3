"""A program that a reader can copy: its text, a button, and a word on whether it worked."""


class ProgramView:
    """A `<div data-program>` with a `<code>`, a button `data-copy` and a place `data-copied`."""

    def __init__(self, page, element):
        self._page = page
        self._code = element.querySelector("code")
        self._said = element.querySelector("[data-copied]")
        page.on(element.querySelector("[data-copy]"), "click", lambda _: page.soon(self._copy()))

    def show(self, text: str) -> None:
        if text != self._code.textContent:
            self._code.textContent = text
            self._said.textContent = ""  # what was copied is not what stands here now

    async def _copy(self) -> None:
        copied = await self._page.copy(self._code.textContent)
        self._said.textContent = self._page.message("program-copied" if copied else "program-not-copied")
