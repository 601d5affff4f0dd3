"""Numbers, table rows and messages as text: the same in the live page and in the pages written beforehand."""

import operator
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from urllib.parse import quote_plus

from lesson.kit.answer import Frame, Row, Table

_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
CURRENT = ' aria-current="true"'
_PLACE = re.compile(r"\{(\w+)\}")


def machine(value: float) -> str:
    """The number for programs: Python's repr of the float64, whole numbers without a point.

    Takes numpy's scalars too. `float(machine(v)) == v` for every finite v.
    """
    if not isinstance(value, float):
        try:
            return str(operator.index(value))
        except TypeError:  # no integer, but perhaps a float32
            value = float(value)
    return float.__repr__(value).removesuffix(".0")


def people(value: float, spec: str) -> str:
    """The number for readers, by a format specification such as ",d", ".3f" or ".2e".

    The minus is a true minus sign, 1.94e-06 becomes 1.94×10⁻⁶, and nothing reads "minus zero".
    Raises ValueError where the specification does not fit the number: ",d" is for integers only.
    """
    text = format(value, spec)
    if "e" in text:
        mantissa, _, exponent = text.partition("e")
        power = int(exponent)
        if not mantissa.strip("-0."):
            return "0"
        text = f"{mantissa}×10{str(power).translate(_SUPERSCRIPT)}" if power else mantissa
    if text.startswith("-"):
        text = text.replace("-", "−") if text.strip("-0.,%") else text[1:]
    return text


def data(value: float, spec: str, slot: str | None = None) -> str:
    """A number as HTML, readable for programs and for people: `<data value="2816">2,816</data>`."""
    named = "" if slot is None else f'data-slot="{escape(slot)}" '
    return f'<data {named}value="{machine(value)}">{escape(people(value, spec))}</data>'


def rows(table: Table, columns: Sequence[tuple[str, str]], words: Mapping[str, str]) -> str:
    """The rows of a table as HTML.

    `columns` are (name, format specification) from left to right. The first one is the key of the rows: it is
    the row's heading and gives the row its attribute (column "block": `<tr data-block="4">`). A column named
    "note" holds no number but the words for the row's flags; a flag whose words are empty says nothing. A cell of
    None is empty.
    The row with the flag "current" gets `aria-current`.
    Raises KeyError for a column the rows do not have and for a flag without words.
    """
    (key, key_spec), *others = columns
    row_opens = f'<tr data-{escape(key)}="'
    key_opens = f'<th scope="row" data-column="{escape(key)}">'
    cells = [(f'<td data-column="{escape(name)}">', name, spec) for name, spec in others]
    parts = []
    for row in table.rows:
        flags = f' data-flags="{escape(" ".join(row.flags))}"' if row.flags else ""
        current = CURRENT if "current" in row.flags else ""
        parts.append(f'{row_opens}{machine(row.key)}"{flags}{current}>{key_opens}{data(row.key, key_spec)}</th>')
        for cell_opens, name, spec in cells:
            inside = _note(row, words) if name == "note" else _cell(row.cells[name], spec)
            if name in row.links:
                inside = f'<a data-settings href="?{_query(row.links[name]())}">{inside}</a>'
            parts.append(f"{cell_opens}{inside}</td>")
        parts.append("</tr>")
    return "".join(parts)


def _query(settings: Mapping[str, str]) -> str:
    return "&amp;".join(f"{_quoted(name)}={_quoted(value)}" for name, value in settings.items())


@lru_cache(maxsize=1024)  # the links of a table say the same few things again and again
def _quoted(text: str) -> str:
    return escape(quote_plus(text))


def _cell(value: float | None, spec: str) -> str:
    return "" if value is None else data(value, spec)


def _note(row: Row, words: Mapping[str, str]) -> str:
    return escape(" · ".join(filter(None, (words[flag] for flag in row.flags))))


def fill(template: str, **values: object) -> str:
    """A message with its `{name}` places filled, as plain text: it belongs in a node's text, not in HTML.

    Braces in a value stay what they are, a value without a place is left out.
    Raises KeyError for a place that has no value.
    """

    def value(place: re.Match) -> str:
        if place[1] not in values:
            raise KeyError(f"{place[0]} in {template!r}; there are values for: {', '.join(sorted(values)) or 'none'}")
        return str(values[place[1]])

    return _PLACE.sub(value, template)


class Messages(dict[str, str]):
    """A page's templates by name. Raises KeyError with the element it lacks."""

    def __missing__(self, name: str) -> str:
        raise KeyError(f'the page has no <template data-message="{name}">')


def sentences(says: Sequence[tuple[str, Mapping[str, object]]], templates: Mapping[str, str]) -> str:
    """The messages of a frame as one text, in order, a space between them. Raises KeyError for a message not there."""
    return " ".join(fill(templates[name], **values) for name, values in says)


def frame_rows(
    frames: Sequence[Frame], columns: Sequence[tuple[str, str]], templates: Mapping[str, str], current: int = -1
) -> str:
    """A row for each frame as HTML.

    A column is (name, format specification) of a number or (place, "") of what is said. The first
    column is the row's heading; the row at index `current` gets `aria-current`.
    """
    parts = []
    for index, frame in enumerate(frames):
        cells = []
        for name, spec in columns:
            inside = data(frame.slots[name], spec) if spec else escape(sentences(frame.says[name], templates))
            cells.append(f"<td>{inside}</td>" if cells else f'<th scope="row">{inside}</th>')
        parts.append(f"<tr{CURRENT if index == current else ''}>{''.join(cells)}</tr>")
    return "".join(parts)


def shorten(text: str, limit: int = 40) -> str:
    """At most `limit` characters of the text, the last one an ellipsis where something is missing."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
