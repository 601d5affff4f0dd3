"""Numbers, table rows and messages as text: the same in the live page and in the pages written beforehand."""

import operator
import re
from collections.abc import Mapping, Sequence
from html import escape

from lesson.kit.answer import Row, Table

_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_PLACE = re.compile(r"\{(\w+)\}")


def machine(value: float) -> str:
    """The number for programs: Python's repr of the float64, whole numbers without a point.

    Takes numpy's scalars too. `float(machine(v)) == v` for every finite v.
    """
    try:
        return str(operator.index(value))
    except TypeError:  # no integer
        return repr(float(value)).removesuffix(".0")


def people(value: float, spec: str) -> str:
    """The number for readers, by a format specification such as ",d", ".3f" or ".2e".

    The minus is a true minus sign, 1.94e-06 becomes 1.94×10⁻⁶, and nothing reads "minus zero".
    Raises ValueError where the specification does not fit the number: ",d" is for integers only.
    """
    text = format(value, spec)
    if text.startswith("-") and not text.strip("-0.,e+"):
        text = text[1:]
    mantissa, e, exponent = text.partition("e")
    if e:
        power = int(exponent)
        if not mantissa.strip("0."):
            return "0"
        text = f"{mantissa}×10{str(power).translate(_SUPERSCRIPT)}" if power else mantissa
    # Only the sign is left to replace: an exponent has its own.
    return text.replace("-", "−")


def data(value: float, spec: str, slot: str | None = None) -> str:
    """A number as HTML, readable for programs and for people: `<data value="2816">2,816</data>`."""
    named = "" if slot is None else f'data-slot="{escape(slot)}" '
    return f'<data {named}value="{machine(value)}">{escape(people(value, spec))}</data>'


def rows(table: Table, columns: Sequence[tuple[str, str]], words: Mapping[str, str]) -> str:
    """The rows of a table as HTML.

    `columns` are (name, format specification) from left to right. The first one is the key of the rows: it is
    the row's heading and gives the row its attribute (column "block": `<tr data-block="4">`). A column named
    "note" holds no number but the words for the row's flags; a flag whose words are empty says nothing.
    The row with the flag "current" gets `aria-current`.
    Raises KeyError for a column the rows do not have and for a flag without words.
    """
    return "".join(_row(row, columns, words) for row in table.rows)


def _row(row: Row, columns: Sequence[tuple[str, str]], words: Mapping[str, str]) -> str:
    (key, key_spec), *others = columns
    flags = f' data-flags="{escape(" ".join(row.flags))}"' if row.flags else ""
    current = ' aria-current="true"' if "current" in row.flags else ""
    parts = [
        f'<tr data-{escape(key)}="{machine(row.key)}"{flags}{current}>',
        f'<th scope="row" data-column="{escape(key)}">{data(row.key, key_spec)}</th>',
    ]
    for name, spec in others:
        if name == "note":
            inside = escape(" · ".join(filter(None, (words[flag] for flag in row.flags))))
        else:
            inside = data(row.cells[name], spec)
        parts.append(f'<td data-column="{escape(name)}">{inside}</td>')
    parts.append("</tr>")
    return "".join(parts)


def fill(template: str, **values: object) -> str:
    """A message with its `{name}` places filled, as plain text: it belongs in a node's text, not in HTML.

    Braces in a value stay what they are, a value without a place is left out.
    Raises KeyError for a place that has no value.
    """
    return _PLACE.sub(lambda place: str(values[place[1]]), template)


def shorten(text: str, limit: int = 40) -> str:
    """At most `limit` characters of the text, the last one an ellipsis where something is missing."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
