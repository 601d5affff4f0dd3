"""Questions, written answers and the "learned" mark in the page, kept through `lesson.kit.quiz`.

What is right, and why, can be read without Python (the style sheet opens the explanation of the choice); here it is
remembered, announced, and kept the same in every open tab.
"""

from lesson.kit.markup import machine
from lesson.kit.quiz import LONGEST_TEXT, Progress, Quiz
from lesson.kit.store import State
from lesson.kit.views import own

TYPING_PAUSE_SECONDS = 0.5


def _first(root, selector: str):
    return next(iter(own(root, selector)), None)


class Answers:
    """Joins whatever the page has of a quiz below `root` to the reader's progress."""

    def __init__(self, page, root, quiz: Quiz):
        self._page = page
        self._store = page.store(quiz.lesson)
        self._progress = Progress(self._store, quiz)
        self._note = _first(root, "[data-storage-note]")
        self._status = _first(root, "[data-quiz-status]")
        self._questions = {f.dataset.question: f for f in own(root, "fieldset[data-question]")}
        self._texts = {a.name: a for a in own(root, "textarea[name]") if a.name in quiz.texts}
        self._learned = _first(root, 'button[name="learned"]')
        self._start_over = _first(root, 'button[name="start-over"]')
        self._sums = own(root, 'data[data-slot^="progress-"]')
        self._marks = own(root, "[data-progress]")
        self._unwritten: set[str] = set()  # written answers with changes that are not kept yet
        self._take_what_was_done_before()
        self._listen()
        self._show()

    def _take_what_was_done_before(self) -> None:
        """Python starts late: an answer chosen or written meanwhile counts as if it had been there."""
        for name, fieldset in self._questions.items():
            if chosen := fieldset.querySelector("input:checked"):
                self._progress.answer(name, chosen.value)
        for name, area in self._texts.items():
            kept, written = self._progress.written(name), area.value
            if written and written not in kept:
                self._progress.write(name, f"{kept}\n{written}" if kept else written)

    def _listen(self) -> None:
        on = self._page.on
        for name, fieldset in self._questions.items():
            on(fieldset, "change", lambda event, name=name: self._answer(name, event.target.value))
            on(fieldset.querySelector("[data-retry]"), "click", lambda _, name=name: self._retract(name))
        for name, area in self._texts.items():
            area.maxLength = LONGEST_TEXT
            on(area, "input", lambda _, name=name: self._on_typing(name))
            on(area, "change", lambda _: self._write())
        self._page.on_window("pagehide", lambda _: self._write())
        self._page.at_end(self._write)
        self._page.on_window("storage", self._on_other_tab)
        if self._learned:
            on(self._learned, "click", lambda _: self._toggle_learned())
        if self._start_over:
            self._start_over_words = self._start_over.textContent
            on(self._start_over, "click", lambda _: self._on_start_over())
            on(self._start_over, "blur", lambda _: self._ask_start_over(False))

    def _answer(self, name: str, choice: str) -> None:
        result = self._progress.answer(name, choice)
        self._say(f"answer-{result}")

    def _retract(self, name: str) -> None:
        self._progress.retract(name)
        self._say("answer-cleared")
        self._questions[name].querySelector("input").focus()

    def _on_typing(self, name: str) -> None:
        if not self._unwritten:  # a timer that runs is left alone, so that steady typing is kept, too
            self._page.later("typing", TYPING_PAUSE_SECONDS, self._write)
        self._unwritten.add(name)

    def _write(self) -> None:
        for name in self._unwritten:
            self._progress.write(name, self._texts[name].value)
        self._unwritten.clear()
        self._show_note()

    def _toggle_learned(self) -> None:
        self._progress.set_learned(not self._progress.learned)
        self._say("learned-on" if self._progress.learned else "learned-off")

    def _on_start_over(self) -> None:
        if self._start_over.getAttribute("data-asked") == "true":
            self._ask_start_over(False)
            self._progress.start_over()
            self._unwritten.clear()
            self._say("started-over")
        else:
            self._ask_start_over(True)

    def _ask_start_over(self, asked: bool) -> None:
        # The first press only asks, in the button itself: no dialog, which a frame may forbid.
        self._start_over.dataset.asked = "true" if asked else "false"
        self._start_over.textContent = self._page.message("start-over-sure") if asked else self._start_over_words

    def _on_other_tab(self, event) -> None:
        # A null key: the other tab has cleared everything.
        if not isinstance(event.key, str) or event.key == self._store.key:
            self._write()
            self._progress.reload()
            self._show()

    def _say(self, message: str) -> None:
        self._show()
        if self._status:
            self._status.textContent = self._page.message(message)

    def _show(self) -> None:
        results = self._progress.results()
        for name, fieldset in self._questions.items():
            chosen = self._progress.choice(name)
            for field in fieldset.querySelectorAll("input"):
                field.checked = field.value == chosen
            if results[name]:
                fieldset.dataset.result = results[name]
            else:
                fieldset.removeAttribute("data-result")
        for name, area in self._texts.items():
            if name not in self._unwritten and area.value != self._progress.written(name):
                area.value = self._progress.written(name)
        if self._learned:
            self._learned.setAttribute("aria-pressed", "true" if self._progress.learned else "false")
        summary = self._progress.summary()
        for element in self._sums:
            element.value = element.textContent = machine(
                getattr(summary, element.dataset.slot.removeprefix("progress-"))
            )
        for element in self._marks:
            element.hidden = (element.dataset.progress == "learned") != summary.learned
        self._show_note()

    def _show_note(self) -> None:
        if not self._note:
            return
        name = {State.DENIED: "storage-denied", State.FULL: "storage-full", State.FOREIGN: "storage-foreign"}.get(
            self._store.state, "storage-aside" if self._store.put_aside else "storage-fresh" if self._page.fresh else ""
        )
        self._note.hidden = not name
        self._note.textContent = self._page.message(name) if name else ""
