"""Takes the progress of the whole course along as a file, and brings it back."""

from lesson.kit.store import LARGEST_TEXT
from lesson.kit.transfer import FILE_NAME, ForeignFile, addition, from_file, to_file


class Luggage:
    """Joins the button "take-along" and the file field "bring-back" of a page to all that is kept of the course."""

    def __init__(self, page):
        self._page = page
        self._status = page.root.querySelector("[data-luggage-status]")
        if button := page.root.querySelector('button[name="take-along"]'):
            page.on(button, "click", lambda _: self._take())
        if field := page.root.querySelector('input[name="bring-back"]'):
            page.on(field, "change", self._on_file)

    def _take(self) -> None:
        self._page.tell_all_of_storage()  # what is being typed is written down first
        contents = {name: store.read() for name, store in self._page.stores().items()}
        self._page.save(FILE_NAME, to_file(contents))
        self._say("taken", file=FILE_NAME)

    def _on_file(self, event) -> None:
        if event.target.files.length:
            self._page.soon(self._bring(event.target))

    async def _bring(self, field) -> None:
        file = field.files.item(0)
        name = file.name
        try:
            if file.size > LARGEST_TEXT:
                raise ForeignFile(f"{file.size} bytes, expected at most {LARGEST_TEXT}")
            brought = from_file(await file.text())
        except Exception:  # none of ours, or gone since it was chosen
            self._say("not-brought", file=name)
        else:
            self._page.tell_all_of_storage()
            for kept, content in brought.items():
                store = self._page.store(kept)
                store.update(addition(store.read(), content))
            self._page.tell_all_of_storage()
            self._say("brought", file=name)
        field.value = ""  # so that the same file can be chosen again

    def _say(self, message: str, **values: str) -> None:
        self._status.textContent = self._page.message(message, **values)
