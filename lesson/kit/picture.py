"""What a figure shows, as plain values: a lesson says it, `figure` draws it.

Sequences are lists, tuples or ranges, not arrays: what equals what was shown last is not drawn again.

Nothing here knows matplotlib, a browser or a language. Names are short ASCII keys (`storage`, `block`); they become
classes in the SVG, so that the style sheet colours them, and texts, for which each page puts in its own words.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis in data units, from `low` to `high`; `whole` asks for ticks at whole numbers only.

    Ticks end at `last_tick` where the axis goes on for things that are no values of it.
    """

    name: str
    low: float
    high: float
    whole: bool = False
    last_tick: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line through the points (x[i], y[i]), both of one length; `dots` also marks, or only marks, each point.

    `dots` is "" (none), "also" or "only"; `steps` holds each value until the next x.
    """

    name: str
    x: Sequence[float]
    y: Sequence[float]
    dots: str = ""
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Horizontal bars: one for each (start, stop, row), `thickness` rows thick, drawn as one path."""

    name: str
    spans: Sequence[tuple[float, float, float]]
    thickness: float = 0.7


@dataclass(frozen=True, slots=True)
class Mark:
    """An upright line at x, over the whole height of the panel.

    `label` is a text set beside its upper end: a key, or "key|value" for a word with a place for one value.
    """

    name: str
    x: float
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """An upright band from x = 0 to x = `span`, over the whole height of the panel, which is moved and never redrawn.

    `lesson.kit.views.FigureView.move` puts it elsewhere. It is at least a thin line, however short the span.
    """

    name: str
    span: float = 1.0


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon with the corners (x[i], y[i])."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


Drawn = Line | Bars | Mark | Cursor | Area


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes and what is drawn in it, first things lowest; `share` is its part of the figure's height."""

    x: Axis
    y: Axis
    drawn: tuple[Drawn, ...]
    title: str = ""
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Picture:
    """Panels one above the other, `width` by `height` in SVG units (CSS pixels at full size)."""

    panels: tuple[Panel, ...]
    width: int = 480
    height: int = 320
