"""A live experiment: a form's controls -> respond -> slots, figures and tables, one update at a time.

    a control changes -> all controls are read -> all slots filled -> figures in sight -> tables -> figures out of sight

However fast events come, at most one update runs and one waits; the one that waits reads the controls when its turn
comes, so the last value always wins. What cannot be read or computed is said beside its control or in its form, and
everything else stays as it last was.
"""

import asyncio
import traceback
from collections.abc import Callable, Mapping, Sequence

from lesson.kit.answer import Answer, Spot
from lesson.kit.controls import ControlError, Number, from_address, read, text_of
from lesson.kit.form_says import FormSays
from lesson.kit.player import Player
from lesson.kit.program import ProgramView
from lesson.kit.views import FigureView, TableView, control_in, fill_slots, own, slots_in


class Lab:
    """Joins the `<form data-lab>` below `root` to `respond`, which takes the controls' texts by name.

    `page` is a `lesson.kit.page.Page`, the seam to the browser. `respond` raises `ControlError` for what it refuses.
    """

    def __init__(self, page, root, controls: tuple, respond: Callable[[Mapping[str, str]], Answer]):
        self._page, self._controls, self._respond = page, controls, respond
        (self._form,) = own(root, "form[data-lab]")
        self._fields = {control.name: control_in(self._form, control.name) for control in controls}
        self._typed = {c.name: control_in(self._form, f"{c.name}-typed") for c in controls if isinstance(c, Number)}
        self._defaults = {control.name: text_of(control.default) for control in controls}
        self._slots = slots_in(own(root, "data[data-slot]"))
        self._notes = {n.dataset.note: n for n in own(root, "[data-note]")}
        self._tables = {t.dataset.table: TableView(page, t) for t in own(root, "table[data-key]")}
        self.figures = {f.dataset.figure: FigureView(f) for f in own(root, "[data-update]")}
        self._players = {p.dataset.player: Player(page, p, self.figures) for p in own(root, "[data-player]")}
        self._programs = {p.dataset.program: ProgramView(page, p) for p in own(root, "[data-program]")}
        self._says = FormSays(page, self._form, {name: self._typed.get(name) or f for name, f in self._fields.items()})
        self._spots: Mapping[str, Sequence[Spot]] = {}
        self._followers: list[Callable[[Answer], None]] = []
        self._wanted, self._running, self._updates = False, False, 0
        self._good: dict[str, str] = {}  # the texts of the last update that was not refused
        self._address_due = False
        self._listen(root)

    async def start(self) -> None:
        """Takes what was chosen before Python was ready, else the page's address, and finishes the first update."""
        touched = {name: self._text(name) for name in self._fields if self._was_touched(name)}
        texts, refused = from_address(self._controls, self._page.query())
        await self._first(texts)
        if not self._updates:  # each can be read, but they do not go together: refused as if they had been typed
            await self._first(self._defaults)
            await self._first(texts)
        if touched:  # after an update that was not refused, so that there are good values to fall back on
            self._address_due = True
            await self._first(touched)
        if refused:
            self._says.now(" ".join(self._page.refusal(error, "address-fallback") for error in refused))

    async def _first(self, texts: Mapping[str, str]) -> None:
        self._set(texts)
        self._wanted = self._running = True
        await self._run()

    @property
    def settings(self) -> Mapping[str, str]:
        """The controls' texts at the last update that was not refused."""
        return self._good

    def follow(self, do: Callable[[Answer], None]) -> None:
        """Calls `do(answer)` whenever an update is finished."""
        self._followers.append(do)

    def _listen(self, root) -> None:
        on = self._page.on
        for place in (self._form, *own(root, f'[form="{self._form.id}"]')):  # controls may stand elsewhere, too
            on(place, "input", self._on_input)
            on(place, "change", lambda _: self._keep_address())
        on(self._form, "submit", lambda event: event.preventDefault())
        if button := self._form.elements.namedItem("reference"):
            on(button, "click", lambda _: self.choose({}))
        if button := self._form.elements.namedItem("copy-address"):
            on(button, "click", lambda _: self._page.soon(self._copy_address()))
        for name, figure in self.figures.items():
            on(figure.element, "click", lambda event, name=name: self._point(name, event))
        self._page.watch_sight([(figure.element, figure.on_sight) for figure in self.figures.values()])

    def _on_input(self, event) -> None:
        name, field = event.target.name, event.target
        if name in self._typed:
            if event.isTrusted and field.step == "any":  # a hand on a slider means hundredths, not sixteen digits
                field.value = text_of(round(float(field.value), 2))
            self._typed[name].value = field.value
        elif name.removesuffix("-typed") not in self._fields:
            return
        self._request()

    def choose(self, query: Mapping[str, str], keep: bool = True) -> None:
        """Sets the controls as an address would; what it does not name goes to its default."""
        texts, _ = from_address(self._controls, query)
        self._set(texts)
        self._request()
        if keep:
            self._keep_address()

    def is_named(self, query: Mapping[str, str]) -> bool:
        """Whether an address with these settings says anything of this lab."""
        return not self._fields.keys().isdisjoint(query)

    def stay(self) -> None:
        """Leaves everything as it is, though the address has changed, and so puts its settings there again."""
        if self._good != from_address(self._controls, {})[0]:
            self._keep_address()

    def _point(self, name: str, event) -> None:
        if (spots := self._spots.get(name)) and (spot := self.figures[name].nearest(event, spots)):
            self.choose(spot.settings())

    def _keep_address(self) -> None:
        """Puts the settings in the address once they are accepted; what is refused never gets there."""
        self._address_due = True
        if not self._running:
            self._put_address()

    def _put_address(self) -> None:
        self._address_due = False
        self._page.set_query(self._good)

    async def _copy_address(self) -> None:
        place = self._form.getAttribute("data-place") or ""
        address = self._page.address(self._good, place, without="embed")  # whoever opens it opens a page of its own
        copied = await self._page.copy(address)
        self._says.now(self._page.message("copied" if copied else "copy-failed", address=address))

    def _text(self, name: str) -> str:
        # What is typed is exact; a range cannot even hold what is no number or out of its reach.
        return self._typed[name].value if name in self._typed else self._fields[name].value

    def _was_touched(self, name: str) -> bool:
        field = self._fields[name]
        if name not in self._typed:
            return field.value != self._defaults[name]
        typed = self._typed[name]
        if field.value != field.defaultValue and typed.value == typed.defaultValue:
            typed.value = field.value
        return typed.value != typed.defaultValue

    def _set(self, texts: Mapping[str, str]) -> None:
        for name, text in texts.items():
            self._fields[name].value = text
            if name in self._typed:
                self._typed[name].value = text

    def _request(self) -> None:
        self._wanted = True
        if not self._running:
            self._running = True
            self._form.setAttribute("aria-busy", "true")
            self._page.soon(self._run())

    async def _run(self) -> None:
        try:
            while self._wanted or (behind := [figure for figure in self.figures.values() if figure.stale]):
                if self._wanted:
                    self._wanted = False
                    await self._update()
                else:
                    await asyncio.sleep(0)  # lets the browser show what is done, and the reader move on
                    if not self._wanted:
                        self._draw(behind[0], self._updates)
        finally:
            self._running = False
            self._form.setAttribute("aria-busy", "false")
            if self._address_due:
                self._put_address()

    async def _update(self) -> None:
        texts = {name: self._text(name) for name in self._fields}
        try:
            answer = self._respond(texts)
            good = {name: text_of(value) for name, value in read(self._controls, texts).items()}
            said = {name.replace("-", "_"): text for name, text in fill_slots(self._slots, answer.slots).items()}
            self._accept(good)
        except ControlError as error:
            self._says.refused(self._controls, texts, error)
            return
        except Exception:
            self._page.show_failure(self._form, traceback.format_exc())
            return
        self._good = good
        number = self._updates + 1
        for name, note in self._notes.items():
            note.hidden = name not in answer.notes
        self._spots = answer.spots
        for name, player in self._players.items():
            player.take(answer.reels.get(name, ()))
        for name, picture in answer.pictures.items():
            self.figures[name].take(picture)
        for name in answer.pictures:
            if self.figures[name].in_sight:
                await asyncio.sleep(0)  # numbers show before the first figure is drawn, and that before the next
                self._draw(self.figures[name], number)
        for name, table in answer.tables.items():
            self._tables[name].show(table)
        for name, text in answer.programs.items():
            self._programs[name].show(text)
        for do in self._followers:
            do(answer)
        self._updates = number
        self._form.dataset.updates = str(number)
        if self._updates > 1 and not self._form.hasAttribute("data-silent"):  # where a part tells by itself
            self._says.updated(self._page.message("updated", **said))

    def _draw(self, figure: FigureView, number: int) -> None:
        self._page.hide_failure(figure.element)
        try:
            figure.draw(number)
        except Exception:  # said beside the figure, which keeps its last good drawing
            self._page.show_failure(figure.element, traceback.format_exc())

    def _accept(self, good: Mapping[str, str]) -> None:
        self._page.hide_failure(self._form)
        for name, field in self._fields.items():
            if field.value != good[name]:  # where nothing changes, the place where somebody types stays
                field.value = good[name]
            if name in self._typed:
                field.setAttribute("aria-valuetext", field.value)
        self._says.accepted()


def take_address(labs: list[Lab], query: Mapping[str, str]) -> None:
    """Each lab takes its settings from an address; where only some labs are named, the others stay as they are."""
    named = [lab for lab in labs if lab.is_named(query)] or labs
    for lab in labs:
        lab.choose(query, keep=False) if lab in named else lab.stay()
