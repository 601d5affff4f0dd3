"""What a lesson answers to the settings of its controls: plain numbers, no words, no browser."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    """A row of a table: its key (say, a block size), a number per column, and what is special about it.

    The flags are keys such as "current" or "cheapest-formula"; the page has the words for them. What stands in a
    column is a link to the settings, as texts of the controls by name, that `links` gives for it when it is called.
    """

    key: int
    cells: Mapping[str, float | None]
    flags: tuple[str, ...] = ()
    links: Mapping[str, Callable[[], Mapping[str, str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """The rows of a table, from top to bottom."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a figure's first panel, in data units, that sets controls when it is pointed at.

    settings() gives the texts of the controls by name.
    """

    x: float
    y: float
    settings: Callable[[], Mapping[str, str]]


@dataclass(frozen=True)
class Frame:
    """One moment of what a player shows: its numbers, and what happens then.

    `slots` are single numbers by name. `says` is for each place a sequence of messages, each the name of one of the
    page's templates and the values of its places.
    """

    slots: Mapping[str, float]
    says: Mapping[str, Sequence[tuple[str, Mapping[str, object]]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """Everything a page shows for one setting of its controls, each part by the name it has in the page.

    `slots` are single numbers, `tables` and `pictures` (of `lesson.kit.picture`) what those of that name hold,
    `reels` the frames that a player of that name goes through, made when they are asked for, `spots` what can be
    pointed at in a figure. Of what the page has under `data-note`, all in `notes` is shown.
    `programs` are the texts of what it has under `data-program`.
    """

    slots: Mapping[str, float]
    tables: Mapping[str, Table] = field(default_factory=dict)
    pictures: Mapping[str, object] = field(default_factory=dict)
    reels: Mapping[str, Sequence[Frame]] = field(default_factory=dict)
    spots: Mapping[str, Sequence[Spot]] = field(default_factory=dict)
    notes: frozenset[str] = frozenset()
    programs: Mapping[str, str] = field(default_factory=dict)
