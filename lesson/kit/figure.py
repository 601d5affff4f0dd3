"""Draws a Picture as SVG with matplotlib artists that are kept and moved.

This module and `panel` are the only ones that know matplotlib.

Making a figure anew costs many times what moving its data costs, so a `Drawing` keeps its artists as long as the
pictures it is given have the same panels and names. Of what is left, ticks would be the dearest: matplotlib keeps five
artists for each, and lays out every label. Here a panel's frame is one line and a few texts, drawn again only when its
scale changes. The artists need no `matplotlib.figure.Figure`: they are placed here, and importing it (axes, legends,
colour bars) would be a sixth of all that a page imports. And what is as it was keeps its SVG and is not painted again.

Colours are left to the style sheet: whatever is named becomes `<g class="mark-NAME">` in `currentColor`, so dark mode
and print need no redraw. Texts stay texts; the ASCII keys among them are replaced by the page's words, so no font with
Hangul is needed here.
"""

import io
import itertools
import re
from collections.abc import Mapping, Sequence

import matplotlib
from matplotlib.backends.backend_svg import RendererSVG

from lesson.kit.panel import INK, Paintable, PanelArtists
from lesson.kit.picture import Picture

LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 44, 16, 32, 46, 78  # margins in SVG units
_PATH = re.compile(r"<path[^>]*>")
_SPARE = re.compile(r"(?<=\.\d\d)\d+")  # digits of coordinates beyond what a screen can show
_SPACE = re.compile(r"\s+")

matplotlib.rcParams["path.simplify"] = False


class Drawing:
    """One figure of a page.

    `words` gives a text for each key in the picture; "{value}" in it is the place of the key's value.
    """

    def __init__(self, words: Mapping[str, str]):
        self._words = words
        self._shape: object = None
        self._panels: list[PanelArtists] = []

    def svg(self, picture: Picture) -> str:
        """The picture as an `<svg>` element for use inside HTML."""
        if _shape(picture) != self._shape:
            self._shape = _shape(picture)
            self._panels = _panels(picture)
        changed = []
        for artists, panel in zip(self._panels, picture.panels, strict=True):
            if artists.set_frame(panel):
                (spine,) = self._paint(picture, [[artists.spine]])
                texts = [text.svg(picture.height, self._words) for text in artists.frame_texts]
                artists.frame_svg = "".join([_group("axis", spine), *texts])
            artists.move(panel)
            changed += [piece for piece in artists.pieces if piece.svg is None]
        for piece, paths in zip(changed, self._paint(picture, [p.artists for p in changed]), strict=True):
            piece.svg = _group(piece.drawn.name, paths, piece.unit)
        parts = [artists.frame_svg for artists in self._panels]
        pieces = [piece for artists in self._panels for piece in artists.pieces]
        parts += [piece.svg for piece in pieces]
        parts += [label.svg(picture.height, self._words) for piece in pieces for label in piece.labels]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" '
            f'aria-hidden="true">{"".join(parts)}</svg>'
        )

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the first panel lies in the drawing made last, in SVG units from the upper left corner."""
        across, up = self._panels[0].place(x, y)
        return across, self._shape[1] - up

    @staticmethod
    def _paint(picture: Picture, groups: Sequence[Sequence[Paintable]]) -> list[str]:
        """The paths that each group of artists draws."""
        paper = io.StringIO()
        renderer = RendererSVG(picture.width, picture.height, paper, image_dpi=72)
        ends = [paper.tell()]
        for group in groups:
            for artist in group:
                artist.draw(renderer)
            ends.append(paper.tell())
        svg = paper.getvalue()
        return [_tidy(svg[start:end]) for start, end in itertools.pairwise(ends)]


def _tidy(svg: str) -> str:
    paths = "".join(_PATH.findall(svg)).replace(INK, "currentColor")
    return _SPACE.sub(" ", _SPARE.sub("", paths))


def _group(name: str, paths: str, unit: float | None = None) -> str:
    """What draws one thing, with its name as a class; a cursor's says how far it moves."""
    moved = "" if unit is None else f' data-unit="{unit:.6f}"'
    return f'<g class="mark-{name}"{moved}>{paths}</g>' if paths else ""


def _shape(picture: Picture) -> object:
    panels = tuple((p.share, tuple((type(d), d.name) for d in p.drawn)) for p in picture.panels)
    return picture.width, picture.height, panels


def _panels(picture: Picture) -> list[PanelArtists]:
    room = picture.height - TOP - BOTTOM - BETWEEN * (len(picture.panels) - 1)
    unit = room / sum(panel.share for panel in picture.panels)
    panels, top = [], picture.height - TOP
    for panel in picture.panels:
        height = unit * panel.share
        box = (LEFT, top - height, picture.width - LEFT - RIGHT, height)
        panels.append(PanelArtists(box, panel))
        top -= height + BETWEEN
    return panels
