"""The matplotlib artists of one panel of a figure: made once, then moved."""

import html
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import IdentityTransform

from lesson.kit.markup import people
from lesson.kit.picture import Area, Axis, Bars, Cursor, Drawn, Line, Mark, Panel

INK = "#010203"  # the colour of everything until the SVG is written; black itself would be left out of the SVG
NOTHING = float("nan")  # interrupts a line, so that one path can hold many strokes


class Text(NamedTuple):
    """A text at (x, y), from the lower left corner, set without being measured: the browser's font decides how wide.

    A key in lower case, or "key|value", stands for one of the page's words; other texts stay what they are.
    """

    x: float
    y: float
    text: str
    anchor: str  # "start", "middle" or "end", as SVG has it
    name: str = "text"

    def svg(self, height: float, words: Mapping[str, str]) -> str:
        key, _, value = self.text.partition("|")
        text = words[key].replace("{value}", value) if key in words else self.text
        place = f"translate({_short(self.x)} {_short(height - self.y)})"
        return (
            f'<g class="mark-{self.name}" text-anchor="{self.anchor}">'
            f'<text style="fill: currentColor" transform="{place}">{html.escape(text)}</text></g>'
        )


class Shape:
    """A filled polygon. matplotlib's own comes with arrows and boxes of all kinds, dear to import."""

    def __init__(self) -> None:
        self._path = Path([(0, 0)])

    def set_xy(self, corners: Sequence[tuple[float, float]]) -> None:
        self._path = Path([*corners, corners[0]], closed=True)

    def draw(self, renderer: RendererSVG) -> None:
        ink = renderer.new_gc()
        ink.set_linewidth(0)
        renderer.open_group("patch")
        renderer.draw_path(ink, self._path, IdentityTransform(), to_rgba(INK))
        renderer.close_group("patch")


Paintable = Line2D | Shape


@dataclass(slots=True)
class Piece:
    """One of the things in a panel: what is drawn, its artists (a line, its dots), and their SVG once it is painted."""

    drawn: Drawn
    artists: list[Paintable]
    labels: list[Text] = field(default_factory=list)
    unit: float | None = None  # of a cursor: how far it moves for 1 on its axis
    svg: str | None = None


class PanelArtists:
    """The artists of one panel, placed in SVG units from the lower left corner of the figure."""

    def __init__(self, box: tuple[float, float, float, float], panel: Panel):
        self._box = box
        self._scale: tuple[Axis, Axis, str] | None = None
        self.pieces = [Piece(drawn, list(_artists(drawn))) for drawn in panel.drawn]
        self.spine = _stroke(0.8)
        self.frame_texts: list[Text] = []
        self.frame_svg = ""

    def set_frame(self, panel: Panel) -> bool:
        """Whether the frame has changed and must be drawn again."""
        if (panel.x, panel.y, panel.title) == self._scale:
            return False
        self._scale = (panel.x, panel.y, panel.title)
        for piece in self.pieces:
            piece.svg = None
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
        labels, factor = _labels(ticks := _ticks(panel.y), longest=1e3)  # more would not fit beside the axis
        texts.append(Text(right, top + 12, factor, "end"))
        for y, label in zip(self._up(ticks), labels, strict=True):
            xs += [left, left - 4, NOTHING]
            ys += [y, y, NOTHING]
            texts.append(Text(left - 8, y - 4.5, label, "end"))
        self.spine.set_data(xs, ys)
        self.frame_texts = [text for text in texts if text.text]
        return True

    def move(self, panel: Panel) -> None:
        """Moves the artists of what is not as it was; what has to be painted again has no SVG then."""
        for piece, drawn in zip(self.pieces, panel.drawn, strict=True):
            if piece.svg is None or piece.drawn != drawn:
                piece.drawn, piece.svg = drawn, None
                self._move(piece, panel)

    def _move(self, piece: Piece, panel: Panel) -> None:
        drawn, (line, *dots) = piece.drawn, piece.artists
        bottom, top = self._box[1], self._box[1] + self._box[3]
        if isinstance(drawn, Line):
            x, y = self._across(drawn.x), self._up(drawn.y)
            line.set_data(x, y)
            for stroke in dots:  # a stroke of no length with round ends is a dot: one path instead of an element each
                stroke.set_data(*_strokes((x, x, y, y) for x, y in zip(x, y, strict=True)))
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
            piece.unit = (end - zero) / drawn.span
        else:
            (x,) = self._across([drawn.x])
            line.set_data([x, x], [bottom, top])
            on_left = drawn.x > (panel.x.low + panel.x.high) / 2
            anchor = "end" if on_left else "start"
            piece.labels = [Text(x - 5 if on_left else x + 5, top - 11, drawn.label, anchor, drawn.name)]

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point in data units lies, in SVG units from the lower left corner of the figure."""
        return self._across([x])[0], self._up([y])[0]

    def _across(self, values: Sequence[float]) -> list[float]:
        axis, left, width = self._scale[0], self._box[0], self._box[2]
        return [left + (v - axis.low) / (axis.high - axis.low) * width for v in values]

    def _up(self, values: Sequence[float]) -> list[float]:
        axis, bottom, height = self._scale[1], self._box[1], self._box[3]
        return [bottom + (v - axis.low) / (axis.high - axis.low) * height for v in values]


def _artists(drawn: Drawn) -> Iterator[Paintable]:
    """What draws it, in the order in which it is to lie on each other."""
    if isinstance(drawn, Area):
        yield Shape()
    elif isinstance(drawn, Mark):
        yield _stroke(1.5, linestyle=(0, (4, 3)))
    elif isinstance(drawn, Line):
        style = "steps-post" if drawn.steps else "default"
        hidden = {"linestyle": "none"} if drawn.dots == "only" else {}
        yield _stroke(2, drawstyle=style, solid_capstyle="butt", **hidden)
        if drawn.dots:
            yield _stroke(7 if drawn.dots == "only" else 5, solid_capstyle="round")
    else:
        yield _stroke(2, solid_capstyle="butt")


def _stroke(width: float, **style) -> Line2D:
    return Line2D([], [], color=INK, linewidth=width, **style)


def _short(coordinate: float) -> str:
    return f"{coordinate:.2f}".rstrip("0").removesuffix(".")


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


def _labels(ticks: Sequence[float], longest: float = 1e4) -> tuple[list[str], str]:
    """The ticks as short texts, all with as many decimals as the distance between them needs, and their factor.

    The factor is empty, or a power of ten such as "×10⁻⁶" where plain numbers would be long: from `longest` on, or with
    many decimals.
    """
    step = min((b - a for a, b in itertools.pairwise(ticks)), default=1.0)
    largest = max(map(abs, ticks), default=0.0)
    exponent = 0
    if largest and (_decimals(step) > 2 or largest >= longest):
        exponent = math.floor(math.log10(largest))
    scale = 10.0**exponent
    decimals = _decimals(step / scale)
    labels = [f"{tick / scale:.{decimals}f}".replace("-", "\N{MINUS SIGN}") for tick in ticks]
    return labels, people(scale, ".0e")[1:] if exponent else ""


def _decimals(step: float) -> int:
    return next((d for d in range(12) if abs(step - round(step, d)) < 1e-6 * step), 12)
