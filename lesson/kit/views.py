"""Where a figure and a table stand in the page."""

from lesson.kit.answer import Table
from lesson.kit.figure import Drawing
from lesson.kit.markup import rows


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
        self.element.dataset.update = str(update)
        self.element.removeAttribute("data-stale")


class TableView:
    """A `<table data-table data-key>` whose rows are made anew when they change."""

    def __init__(self, page, element):
        self._body = element.tBodies.item(0)
        heads = element.querySelectorAll("thead th[data-column]")
        self._columns = [(head.dataset.column, head.getAttribute("data-format") or "") for head in heads]
        self._words = page.words("flag-")
        self._shown = ""

    def show(self, table: Table) -> None:
        text = rows(table, self._columns, self._words)
        if text != self._shown:
            self._body.innerHTML = self._shown = text
