"""The matplotlib artists of one panel of a figure: made once, then moved."""

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator

from lesson.kit.markup import people
from lesson.kit.picture import Area, Axis, Bars, Cursor, Drawn, Line, Mark, Panel

INK = "#010203"  # the colour of everything until the SVG is written; black itself would be left out of the SVG
FONT = FontProperties(size=13)
POINT = "\N{ONE DOT LEADER}"  # stands for the point in texts while coordinates lose their last digits
NOTHING = float("nan")  # interrupts a line, so that one path can hold many strokes


class Text(NamedTuple):
    """A text at (x, y), set without being measured: the browser's font decides how wide it is."""

    x: float
    y: float
    text: str
    anchor: str  # "start", "middle" or "end", as SVG has it
    name: str = "text"

    def draw(self, renderer: RendererSVG) -> None:
        ink = renderer.new_gc()
        ink.set_foreground(INK)
        renderer.open_group("text", gid=f"named-{self.name}")
        renderer.open_group("text", gid=f"anchor-{self.anchor}")
        renderer.draw_text(ink, self.x, renderer.height - self.y, self.text.replace(".", POINT), FONT, 0)
        renderer.close_group("text")
        renderer.close_group("text")


class PanelArtists:
    """The artists of one panel, placed in SVG units from the lower left corner of the figure."""

    def __init__(self, box: tuple[float, float, float, float], panel: Panel):
        self._box = box
        self._scale: tuple[Axis, Axis] | None = None
        self._artists = [self._artist(drawn) for drawn in panel.drawn]
        self._dots = [
            self._stroke(drawn.name, 7 if drawn.dots == "only" else 5, solid_capstyle="round")
            if isinstance(drawn, Line) and drawn.dots
            else None
            for drawn in panel.drawn
        ]
        self.spine = self._stroke("axis", 0.8)
        self.frame_texts: list[Text] = []
        self.frame_svg = ""
        self.labels: list[Text] = []

    def set_frame(self, panel: Panel) -> bool:
        """Whether the frame has changed and must be drawn again."""
        if (panel.x, panel.y, panel.title) == self._scale:
            return False
        self._scale = (panel.x, panel.y, panel.title)
        left, bottom, width, height = self._box
        top, right = bottom + height, left + width
        xs, ys = [left, left, right, NOTHING], [top, bottom, bottom, NOTHING]
        # Anchored at the ends, never centred or turned: words of any length and script fit without being measured.
        texts = [
            Text(right, bottom - 40, panel.x.name, "end"),
            Text(8, top + 12, panel.y.name, "start"),
            Text(right, top + 12, panel.title, "end"),
        ]
        labels, _ = _labels(ticks := _ticks(panel.x))
        for x, label in zip(self._across(ticks), labels, strict=True):
            xs += [x, x, NOTHING]
            ys += [bottom, bottom - 4, NOTHING]
            texts.append(Text(x, bottom - 18, label, "middle"))
        labels, factor = _labels(ticks := _ticks(panel.y))
        texts.append(Text(right, top + 12, factor, "end"))
        for y, label in zip(self._up(ticks), labels, strict=True):
            xs += [left, left - 4, NOTHING]
            ys += [y, y, NOTHING]
            texts.append(Text(left - 8, y - 4.5, label, "end"))
        self.spine.set_data(xs, ys)
        self.frame_texts = [text for text in texts if text.text]
        return True

    def move(self, panel: Panel) -> None:
        self.labels = []
        bottom, top = self._box[1], self._box[1] + self._box[3]
        for drawn, line, dots in zip(panel.drawn, self._artists, self._dots, strict=True):
            if isinstance(drawn, Line):
                x, y = self._across(drawn.x), self._up(drawn.y)
                line.set_data(x, y)
                if dots:  # a stroke of no length with round ends is a dot: one path instead of an element each
                    dots.set_data(*_strokes((x, x, y, y) for x, y in zip(x, y, strict=True)))
            elif isinstance(drawn, Bars):
                starts, stops, rows = zip(*drawn.spans, strict=True) if drawn.spans else ((), (), ())
                ends = zip(self._across(starts), self._across(stops), self._up(rows), strict=True)
                line.set_data(*_strokes((x, end, y, y) for x, end, y in ends))
                line.set_linewidth(max(1.0, drawn.thickness * self._box[3] / (panel.y.high - panel.y.low)))
            elif isinstance(drawn, Area):
                line.set_xy(list(zip(self._across(drawn.x), self._up(drawn.y), strict=True)))
            elif isinstance(drawn, Cursor):
                (zero, middle, end) = self._across([0, drawn.span / 2, drawn.span])
                line.set_data([middle, middle], [bottom, top])
                line.set_linewidth(max(2.0, end - zero))
                unit = (end - zero) / drawn.span
                line.set_gid(f"moved-{drawn.name}-by-{unit:.6f}".replace(".", POINT))
            else:
                (x,) = self._across([drawn.x])
                line.set_data([x, x], [bottom, top])
                on_left = drawn.x > (panel.x.low + panel.x.high) / 2
                anchor = "end" if on_left else "start"
                self.labels.append(Text(x - 5 if on_left else x + 5, top - 11, drawn.label, anchor, drawn.name))

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point in data units lies, in SVG units from the lower left corner of the figure."""
        return self._across([x])[0], self._up([y])[0]

    def moving_artists(self) -> list[Line2D | Polygon]:
        """Lines with their dots and areas, in the order in which they are to lie on each other."""
        return [artist for pair in zip(self._artists, self._dots, strict=True) for artist in pair if artist]

    def _across(self, values: Sequence[float]) -> list[float]:
        axis, left, width = self._scale[0], self._box[0], self._box[2]
        return [left + (v - axis.low) / (axis.high - axis.low) * width for v in values]

    def _up(self, values: Sequence[float]) -> list[float]:
        axis, bottom, height = self._scale[1], self._box[1], self._box[3]
        return [bottom + (v - axis.low) / (axis.high - axis.low) * height for v in values]

    def _artist(self, drawn: Drawn) -> Line2D | Polygon:
        if isinstance(drawn, Area):
            return Polygon([(0, 0)], facecolor=INK, linewidth=0, gid=f"named-{drawn.name}")
        if isinstance(drawn, Mark):
            return self._stroke(drawn.name, 1.5, linestyle=(0, (4, 3)))
        if isinstance(drawn, Line) and drawn.dots == "only":
            return self._stroke(drawn.name, 0, linestyle="none")
        style = "steps-post" if isinstance(drawn, Line) and drawn.steps else "default"
        return self._stroke(drawn.name, 2, drawstyle=style, solid_capstyle="butt")

    def _stroke(self, name: str, width: float, **style) -> Line2D:
        return Line2D([], [], color=INK, linewidth=width, gid=f"named-{name}", **style)


def _strokes(strokes: Iterable[tuple[float, float, float, float]]) -> tuple[list[float], list[float]]:
    """One line through separate strokes, each from (x, y) to (end, y_end), given as (x, end, y, y_end)."""
    xs, ys = [], []
    for x, end, y, y_end in strokes:
        xs += (x, end, NOTHING)
        ys += (y, y_end, NOTHING)
    return xs, ys


def _ticks(axis: Axis) -> list[float]:
    last = axis.high if axis.last_tick is None else axis.last_tick
    ticks = MaxNLocator(nbins=6, integer=axis.whole, min_n_ticks=1, steps=[1, 2, 5, 10]).tick_values(axis.low, last)
    return [tick for tick in ticks.tolist() if axis.low <= tick <= last]


def _labels(ticks: Sequence[float]) -> tuple[list[str], str]:
    """The ticks as short texts, all with as many decimals as the distance between them needs, and their factor.

    The factor is empty, or a power of ten such as "×10⁻⁶" where plain numbers would be long.
    """
    step = min((b - a for a, b in itertools.pairwise(ticks)), default=1.0)
    largest = max(map(abs, ticks), default=0.0)
    exponent = 0
    if largest and (_decimals(step) > 2 or largest >= 1e4):
        exponent = math.floor(math.log10(largest))
    scale = 10.0**exponent
    decimals = _decimals(step / scale)
    labels = [f"{tick / scale:.{decimals}f}".replace("-", "\N{MINUS SIGN}") for tick in ticks]
    return labels, people(scale, ".0e")[1:] if exponent else ""


def _decimals(step: float) -> int:
    return next((d for d in range(12) if abs(step - round(step, d)) < 1e-6 * step), 12)
