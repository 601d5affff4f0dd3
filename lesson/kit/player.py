"""A player: one scrubber that moves through the frames of a reel, by hand, by keys, or by itself.

A frame is shown by moving cursors, filling slots and setting sentences; nothing is drawn anew.
"""

from collections.abc import Mapping, Sequence

from lesson.kit.answer import Frame
from lesson.kit.markup import frame_rows, sentences
from lesson.kit.views import FigureView, fill_slots, slots_in

CURSOR = "now"
WHOLE_REEL_SECONDS = 15  # a longer one does not show every frame
SHORTEST_SECONDS, LONGEST_SECONDS = 0.04, 0.6  # between two frames
CALM_SECONDS = 1.2  # for readers who asked for little motion
MOST_ROWS = 100  # of the table, at one time
SETTLE_SECONDS = 0.5  # a screen reader hears where the scrubber stopped, not where it passed


class Player:
    """A `<div data-player>` with a range `moment` (from 1), buttons `data-by` and `data-play`, slots and `data-says`.

    Every figure's cursors named "now" move with it: frame i covers i to i + 1 on their axis. A table inside that can be
    folded away has a row for each frame, or, of many, those around the present one; it is kept only while it is open.
    """

    def __init__(self, page, element, figures: Mapping[str, FigureView]):
        self._page, self._figures = page, figures
        self._reel: Sequence[Frame] = ()
        self._range = element.querySelector('input[type="range"]')
        self._play = element.querySelector("[data-play]")
        self._slots = slots_in(element.querySelectorAll("data[data-slot]"))
        self._says = {e.dataset.says: e for e in element.querySelectorAll("[data-says]")}
        self._status = element.querySelector("[data-player-status]")
        self._folded = element.querySelector("details:has([data-frames])")
        if self._folded:
            self._body = self._folded.querySelector("tbody")
            heads = self._folded.querySelectorAll("th[data-column]")
            self._columns = [(head.dataset.column, head.getAttribute("data-format") or "") for head in heads]
            page.on(self._folded, "toggle", lambda _: self._show_rows())
        self._shown: tuple[Sequence[Frame], int] | None = None  # the reel and the first frame of the rows there are
        self._templates = page.words("")
        self._timer = f"play-{element.dataset.player}"
        page.on(self._range, "input", lambda _: self._seek(int(self._range.value) - 1))
        page.on(self._play, "click", lambda _: self._toggle())
        for button in element.querySelectorAll("[data-by]"):
            page.on(button, "click", lambda _, by=int(button.dataset.by): self._seek(self._index + by))
        page.on(self._range, "keydown", self._on_key)

    @property
    def _index(self) -> int:
        return int(self._range.value) - 1

    def take(self, reel: Sequence[Frame]) -> None:
        """Shows another reel, at the same moment; at its end where it is shorter, or where the last one was at its.

        Without any frames it stops, and stands where it was.
        """
        if not reel:
            self._stop()
            self._reel = reel
            return
        was_at_end = self._reel and self._index == len(self._reel) - 1
        index = len(reel) - 1 if was_at_end else min(self._index, len(reel) - 1)
        self._reel = reel
        self._range.max = str(len(reel))
        self._show(index)

    def _seek(self, index: int) -> None:
        self._stop()
        if self._reel:
            self._show(index)
            self._page.later(f"{self._timer}-said", SETTLE_SECONDS, self._tell)

    def _show(self, index: int) -> None:
        index = max(0, min(index, len(self._reel) - 1))
        frame = self._reel[index]
        self._range.value = str(index + 1)
        for figure in self._figures.values():
            figure.move(CURSOR, index)
        fill_slots(self._slots, frame.slots)
        for name, element in self._says.items():
            element.textContent = sentences(frame.says[name], self._templates)
        moment = self._page.message("moment", step=index + 1, steps=len(self._reel))
        self._range.setAttribute("aria-valuetext", moment)
        self._show_rows()

    def _show_rows(self) -> None:
        if not self._folded or not self._folded.open or not self._reel:
            return
        first = self._index // MOST_ROWS * MOST_ROWS
        if self._shown == (self._reel, first):
            if old := self._body.querySelector("[aria-current]"):
                old.removeAttribute("aria-current")
            self._body.rows.item(self._index - first).setAttribute("aria-current", "true")
        else:
            self._shown = self._reel, first
            frames = [self._reel[i] for i in range(first, min(first + MOST_ROWS, len(self._reel)))]
            self._body.innerHTML = frame_rows(frames, self._columns, self._templates, self._index - first)

    def _tell(self) -> None:
        # What stands before a sentence says whose it is.
        said = [self._range.getAttribute("aria-valuetext"), *(e.parentElement.textContent for e in self._says.values())]
        self._status.textContent = " ".join(said)

    def _on_key(self, event) -> None:
        if event.key == " ":
            event.preventDefault()
            self._toggle()

    def _toggle(self) -> None:
        if self._play.getAttribute("aria-pressed") == "true":
            self._stop()
            self._tell()
        elif self._reel:
            self._play.setAttribute("aria-pressed", "true")
            if self._index == len(self._reel) - 1:
                self._show(0)
            self._wait()

    def _wait(self) -> None:
        pace = min(max(WHOLE_REEL_SECONDS / len(self._reel), SHORTEST_SECONDS), LONGEST_SECONDS)
        self._page.later(self._timer, CALM_SECONDS if self._page.wants_calm() else pace, self._next)

    def _next(self) -> None:
        if self._play.getAttribute("aria-pressed") != "true":
            return
        self._show(self._index + max(1, round(len(self._reel) * SHORTEST_SECONDS / WHOLE_REEL_SECONDS)))
        if self._index < len(self._reel) - 1:
            self._wait()
        else:
            self._stop()
            self._tell()

    def _stop(self) -> None:
        self._play.setAttribute("aria-pressed", "false")
