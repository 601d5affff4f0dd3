"""Draws a Picture as SVG with one matplotlib Figure that is kept and changed: the only module that knows matplotlib.

Making a figure anew costs several times what moving its data costs, so a `Drawing` keeps its Figure as long as the
pictures it is given have the same panels and names. What moves is drawn apart from the frame (matplotlib's blitting,
done with SVG text instead of pixels): ticks are the dearest part, and most moves of a control leave them alone.

Colours are left to the style sheet: whatever is named becomes `<g class="mark-NAME">` in `currentColor`, so dark mode
and print need no redraw. Texts stay texts; the ASCII keys among them are replaced by the page's words, so no font with
Hangul is needed here.
"""

import html
import io
import re
from collections.abc import Mapping

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG, RendererSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, MaxNLocator
from matplotlib.transforms import Affine2D

from lesson.kit.picture import Axis, Bars, Line, Mark, Panel, Picture

INK = "#010203"  # stands for currentColor until the SVG is written; black itself would be left out of the SVG
FONT_SIZE = 13
LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 44, 16, 32, 46, 78  # margins in SVG units
_TIDY = (
    (
        re.compile(r"^.*?<svg[^>]*>|</svg>.*$|<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", re.DOTALL),
        "",
    ),
    (re.compile(r'<g id="named-([\w-]+)">'), r'<g class="mark-\1">'),
    (re.compile(r'<g id="[\w.]*">'), "<g>"),
    (re.compile(r'(?:font-size|font-family|font-weight): [^;"]*(?:; )?| transform="rotate\(-0 [^"]*"'), ""),
    (re.compile(r"(\.\d\d)\d+"), r"\1"),
    (re.compile(r"\s*\n\s*"), " "),
    (re.compile(re.escape(INK)), "currentColor"),
)
_TEXT = re.compile(r">([a-z][a-z-]*)(?:\|([^<]*))?</text>")

matplotlib.rcParams.update({"svg.fonttype": "none", "path.simplify": False})


class Drawing:
    """One figure of a page.

    `name` tells figures apart that stand in one document: ids inside the SVG are derived from it. `words` gives a
    text for each key in the picture; "{value}" in it is the place of the key's value.
    """

    def __init__(self, name: str, words: Mapping[str, str]):
        self._name = name
        self._words = words
        self._shape: object = None
        self._figure: Figure | None = None
        self._artists: list[list] = []
        self._scales: object = None
        self._frame = ""

    def svg(self, picture: Picture) -> str:
        """The picture as an `<svg>` element for use inside HTML."""
        shape, scales = _shape(picture), [(panel.x, panel.y) for panel in picture.panels]
        if shape != self._shape:
            self._build(picture)
            self._shape, self._scales = shape, None
        for axes, artists, panel in zip(self._figure.axes, self._artists, picture.panels, strict=True):
            _move(axes, artists, panel)
        matplotlib.rcParams["svg.hashsalt"] = self._name
        if scales != self._scales:
            paper = io.StringIO()
            self._figure.canvas.print_svg(paper)
            self._frame, self._scales = self._tidy(paper.getvalue()), scales
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" '
            f'aria-hidden="true">{self._frame}{self._moving(picture)}</svg>'
        )

    def _moving(self, picture: Picture) -> str:
        paper = io.StringIO()
        renderer = RendererSVG(picture.width, picture.height, paper, image_dpi=72)
        for artist in (artist for panel in self._artists for pair in panel for artist in pair if artist):
            artist.draw(renderer)
        renderer.finalize()
        return self._tidy(paper.getvalue())

    def _tidy(self, svg: str) -> str:
        for pattern, instead in _TIDY:
            svg = pattern.sub(instead, svg)

        def word(found: re.Match) -> str:
            text = self._words.get(found[1])
            return found[0] if text is None else f">{html.escape(text.replace('{value}', found[2] or ''))}</text>"

        return _TEXT.sub(word, svg)

    def _build(self, picture: Picture) -> None:
        figure = Figure(figsize=(picture.width / 72, picture.height / 72), dpi=72, facecolor="none")
        FigureCanvasSVG(figure)
        self._figure, self._artists = figure, []
        room = picture.height - TOP - BOTTOM - BETWEEN * (len(picture.panels) - 1)
        unit = room / sum(panel.share for panel in picture.panels)
        top = picture.height - TOP
        for panel in picture.panels:
            height = unit * panel.share
            axes = figure.add_axes(
                (
                    LEFT / picture.width,
                    (top - height) / picture.height,
                    1 - (LEFT + RIGHT) / picture.width,
                    height / picture.height,
                )
            )
            self._artists.append(_furnish(axes, panel))
            top -= height + BETWEEN


def _shape(picture: Picture) -> object:
    panels = tuple(
        (p.x.name, p.y.name, p.title, p.share, tuple((type(d), d.name) for d in p.drawn)) for p in picture.panels
    )
    return picture.width, picture.height, panels


def _furnish(axes, panel: Panel) -> list:
    axes.set_facecolor("none")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set(color=INK, gid="named-axis")
    axes.tick_params(colors=INK, labelsize=FONT_SIZE, length=4)
    small = {"color": INK, "fontsize": FONT_SIZE, "va": "baseline"}
    # Anchored at the ends, never centred or turned: words of any length and script fit without being measured.
    for x, y, text, side, right, up in (
        (1, 0, panel.x.name, "right", 0, -40),
        (0, 1, panel.y.name, "left", 8 - LEFT, 10),
        (1, 1, panel.title, "right", 0, 10),
    ):
        axes.text(x, y, text, ha=side, **small, transform=axes.transAxes + _shift(right, up))
    return [_artist(axes, drawn) for drawn in panel.drawn]


def _shift(right: float, up: float):
    return Affine2D().translate(right, up)


def _artist(axes, drawn):
    (line,) = axes.plot([], [], color=INK, gid=f"named-{drawn.name}", linewidth=2, animated=True)
    label = None
    if isinstance(drawn, Line) and drawn.dots:
        line.set(marker="o", markersize=7 if drawn.dots == "only" else 5, markeredgewidth=0)
        if drawn.dots == "only":
            line.set_linestyle("none")
    if isinstance(drawn, Line) and drawn.steps:
        line.set_drawstyle("steps-post")
    if isinstance(drawn, Bars):
        line.set(solid_capstyle="butt")
    if isinstance(drawn, Mark):
        line.set(linestyle=(0, (4, 3)), linewidth=1.5)
        label = axes.text(0, 0, "", color=INK, fontsize=FONT_SIZE, va="top", gid=f"named-{drawn.name}", animated=True)
    return line, label


def _move(axes, artists, panel: Panel) -> None:
    for axis, said in ((axes.xaxis, panel.x), (axes.yaxis, panel.y)):
        _scale(axis, said)
    for (line, label), drawn in zip(artists, panel.drawn, strict=True):
        if isinstance(drawn, Line):
            line.set_data(drawn.x, drawn.y)
        elif isinstance(drawn, Bars):
            nothing = float("nan")
            line.set_data(
                [x for start, stop, _ in drawn.spans for x in (start, stop, nothing)],
                [y for _, _, row in drawn.spans for y in (row, row, nothing)],
            )
            rows = panel.y.high - panel.y.low
            line.set_linewidth(max(1.0, drawn.thickness * axes.bbox.height / rows))
        else:
            top = panel.y.high if drawn.top is None else drawn.top
            line.set_data([drawn.x, drawn.x], [panel.y.low, top])
            near_right = drawn.x > (panel.x.low + panel.x.high) / 2
            label.set(text=drawn.label, position=(drawn.x, panel.y.high), ha="right" if near_right else "left")
            label.set_transform(axes.transData + _shift(-5 if near_right else 5, 0))


def _scale(axis, said: Axis) -> None:
    low, high = axis.get_view_interval()
    if (low, high) == (said.low, said.high):
        return
    axis.axes.set(**{f"{axis.axis_name}lim": (said.low, said.high)})
    ticks = MaxNLocator(nbins=6, integer=said.whole, steps=[1, 2, 5, 10]).tick_values(said.low, said.high)
    axis.set_major_locator(FixedLocator([t for t in ticks if said.low <= t <= said.high]))
