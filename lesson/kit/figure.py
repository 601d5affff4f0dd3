"""Draws a Picture as SVG with matplotlib artists that are kept and moved.

This module and `panel` are the only ones that know matplotlib.

Making a figure anew costs many times what moving its data costs, so a `Drawing` keeps its artists as long as the
pictures it is given have the same panels and names. Of what is left, ticks would be the dearest: matplotlib keeps five
artists for each, and lays out every label. Here a panel's frame is one line and a few texts, drawn again only when its
scale changes. The artists need no `matplotlib.figure.Figure`: they are placed here, and importing it (axes, legends,
colour bars) would be a sixth of all that a page imports.

Colours are left to the style sheet: whatever is named becomes `<g class="mark-NAME">` in `currentColor`, so dark mode
and print need no redraw. Texts stay texts; the ASCII keys among them are replaced by the page's words, so no font with
Hangul is needed here.
"""

import html
import io
import re
from collections.abc import Iterable, Mapping

import matplotlib
from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import RendererSVG

from lesson.kit.panel import INK, POINT, PanelArtists, Text
from lesson.kit.picture import Picture

LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 44, 16, 32, 46, 78  # margins in SVG units
_TIDY = (
    (re.compile(r"^.*?<svg[^>]*>|</svg>.*$|<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>", re.DOTALL), ""),
    (re.compile(r'<g id="[\w-]+"/>'), ""),
    (re.compile(r'<g id="named-([\w-]+)">'), r'<g class="mark-\1">'),
    (re.compile(rf'<g id="moved-([\w-]+)-by-([\d{POINT}]+)">'), r'<g class="mark-\1" data-unit="\2">'),
    (re.compile(r'<g id="anchor-(\w+)">'), r'<g text-anchor="\1">'),
    (re.compile(r'<g id="[\w.]*">'), "<g>"),
    (re.compile(r'(?:font-size|font-family|font-weight): [^;"]*(?:; )?| transform="rotate\(-0 [^"]*"'), ""),
    (re.compile(r"(\.\d\d)\d+"), r"\1"),
    (re.compile(r"\s*\n\s*"), " "),
    (re.compile(re.escape(INK)), "currentColor"),
    (re.compile(POINT), "."),
)
_TEXT = re.compile(r">([a-z][a-z-]*)(?:\|([^<]*))?</text>")

matplotlib.rcParams.update({"svg.fonttype": "none", "path.simplify": False})


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
        parts = []
        for artists, panel in zip(self._panels, picture.panels, strict=True):
            if artists.set_frame(panel):
                artists.frame_svg = self._paint(picture, [artists.spine], artists.frame_texts)
            parts.append(artists.frame_svg)
            artists.move(panel)
        moving = [artist for artists in self._panels for artist in artists.moving_artists()]
        labels = [label for artists in self._panels for label in artists.labels]
        parts.append(self._paint(picture, moving, labels))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" '
            f'aria-hidden="true">{"".join(parts)}</svg>'
        )

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the first panel lies in the drawing made last, in SVG units from the upper left corner."""
        across, up = self._panels[0].place(x, y)
        return across, self._shape[1] - up

    def _paint(self, picture: Picture, artists: Iterable[Artist], texts: Iterable[Text]) -> str:
        paper = io.StringIO()
        renderer = RendererSVG(picture.width, picture.height, paper, image_dpi=72)
        for artist in artists:
            artist.draw(renderer)
        for text in texts:
            text.draw(renderer)
        renderer.finalize()
        svg = paper.getvalue()
        for pattern, instead in _TIDY:
            svg = pattern.sub(instead, svg)
        return _TEXT.sub(self._word, svg)

    def _word(self, found: re.Match) -> str:
        text = self._words.get(found[1])
        return found[0] if text is None else f">{html.escape(text.replace('{value}', found[2] or ''))}</text>"


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
