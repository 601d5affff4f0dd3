"""Where numbers, a figure and a table stand in the page."""

import math
from collections.abc import Iterable, Mapping, Sequence

from lesson.kit.answer import Spot, Table
from lesson.kit.figure import Drawing
from lesson.kit.markup import machine, people, rows

REACH = 14  # SVG units around a spot, about half a fingertip
Slot = tuple  # (element, name, format specification)


def own(root, selector: str) -> list:
    """What matches below `root`, without what belongs to a part of the page inside it."""
    return list(root.querySelectorAll(f":is({selector}):not(:scope [data-part] *)"))


def control_in(form, name: str):
    """The control of that name in a form. Raises LookupError if it has none."""
    if found := form.elements.namedItem(name):
        return found
    raise LookupError(f'<form data-lab="{form.dataset.lab}"> has no control named "{name}"')


def slots_in(elements: Iterable) -> list[Slot]:
    """The places of numbers among the elements, each a `<data data-slot data-format>`."""
    return [(e, e.dataset.slot, e.getAttribute("data-format") or "") for e in elements]


def fill_slots(slots: Sequence[Slot], numbers: Mapping[str, float]) -> dict[str, str]:
    """Puts the numbers in their places and gives them as texts for people."""
    said = {}
    for element, name, spec in slots:
        if name in numbers:
            element.value = machine(numbers[name])
            said[name] = element.textContent = people(numbers[name], spec)
    return said


class FigureView:
    """A `<figure data-figure data-update>`: the last picture taken, and whether it is drawn yet.

    Figures are taken to be in sight until the browser says otherwise, so the first update leaves none behind.
    """

    def __init__(self, element):
        self.element, self.in_sight = element, True
        self._place = element.querySelector("[data-drawing]")
        names = [name for name in element.getAttributeNames() if name.startswith("data-word-")]
        words = {name.removeprefix("data-word-"): element.getAttribute(name) for name in names}
        self._drawing = Drawing(words)
        self._picture = None
        self._places: dict[str, float] = {}  # of the cursors, in units of their axis
        self._cursors: list[tuple] = []
        self.stale = False

    def on_sight(self, in_sight: bool) -> None:
        self.in_sight = in_sight

    def take(self, picture) -> None:
        self._picture = picture
        self.stale = True
        self.element.setAttribute("data-stale", "")

    def draw(self, update: int) -> None:
        self.stale = False  # even if drawing fails: the same picture would fail again
        self._place.innerHTML = self._drawing.svg(self._picture)
        self._cursors = [
            (group.classList.item(0).removeprefix("mark-"), group, float(group.dataset.unit))
            for group in self._place.querySelectorAll("[data-unit]")
        ]
        for name, place in self._places.items():
            self.move(name, place)
        self.element.dataset.update = str(update)
        self.element.removeAttribute("data-stale")

    def nearest(self, event, spots: Sequence[Spot]) -> Spot | None:
        """The spot that a pointer's event is at, or nearly, in the drawing as it is shown."""
        box = self._place.getBoundingClientRect()
        unit = self._picture.width / box.width
        x, y = (event.clientX - box.left) * unit, (event.clientY - box.top) * unit

        def distance(spot: Spot) -> float:
            return math.dist((x, y), self._drawing.place(spot.x, spot.y))

        found = min(spots, key=distance, default=None)
        return found if found and distance(found) <= REACH else None

    def move(self, name: str, place: float) -> None:
        """Moves the cursors of that name to a place on their axis, now and in drawings to come."""
        self._places[name] = place
        for cursor, group, unit in self._cursors:
            if cursor == name:
                group.setAttribute("transform", f"translate({place * unit:.2f} 0)")


class TableView:
    """A `<table data-table data-key>` whose rows are made anew when they change, or, folded away, when it is opened."""

    def __init__(self, page, element):
        self._body, self._folded = element.tBodies.item(0), element.closest("details")
        heads = element.querySelectorAll("thead th[data-column]")
        self._columns = [(head.dataset.column, head.getAttribute("data-format") or "") for head in heads]
        self._words = page.words("flag-")
        self._table: Table | None = None
        self._shown = ""
        if self._folded:
            page.on(self._folded, "toggle", lambda _: self._show())

    def show(self, table: Table) -> None:
        self._table = table
        self._show()

    def _show(self) -> None:
        if self._table is None or (self._folded and not self._folded.open):
            return
        text = rows(self._table, self._columns, self._words)
        if text != self._shown:
            focused = self._focused()
            self._body.innerHTML = self._shown = text
            if focused and (same := self._body.querySelector(focused)):
                same.focus()

    def _focused(self) -> str:
        """Where the link is that has the focus, as a selector: a reader who goes by keys is to stay there."""
        active, key = self._body.ownerDocument.activeElement, self._columns[0][0]
        if not (active and self._body.contains(active) and active.localName == "a"):
            return ""
        row, cell = active.closest("tr"), active.closest("[data-column]")
        return f'[data-{key}="{row.getAttribute(f"data-{key}")}"] [data-column="{cell.dataset.column}"] a'
