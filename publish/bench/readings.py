"""What was measured, beside what was wanted: plain values, a table for people, JSON for programs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reading:
    """One measured figure.

    `value` is what is judged; it meets the target when it is at most that (None: nothing is asked of it).
    `median` stands beside a value that is a 95th percentile. `plain` and `plain_median` are the plain way's
    in the same run. `note` is a word more for people, `details` goes to the JSON only.
    """

    name: str
    value: float
    unit: str
    target: float | None = None
    median: float | None = None
    plain: float | None = None
    plain_median: float | None = None
    note: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def met(self) -> bool | None:
        return None if self.target is None else self.value <= self.target

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value not in (None, "", {})} | {"met": self.met}


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that at least `share` (above 0, at most 1) of them do not exceed.

    Raises ValueError without values or for a share outside that range.
    """
    if not values or not 0 < share <= 1:
        raise ValueError(f"share is {share!r} of {len(values)} values; expected 0 < share <= 1 of at least one value")
    return sorted(values)[math.ceil(share * len(values)) - 1]


def spread(name: str, times: Sequence[float], target: float | None = None, **more: Any) -> Reading:
    """The reading of many times in milliseconds: their 95th percentile is judged, the median stands beside it."""
    return Reading(name, percentile(times, 0.95), "ms", target, median=percentile(times, 0.5), **more)


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """The p of the best fit times = c * sizes ** p, by least squares on the logarithms.

    Raises ValueError unless there are as many times as sizes, all above 0, and two different sizes.
    """
    if len(sizes) != len(times) or len(set(sizes)) < 2 or min(*sizes, *times) <= 0:
        raise ValueError(f"cannot fit times {times!r} to sizes {sizes!r}: expected pairs above 0 and different sizes")
    xs, ys = [math.log(size) for size in sizes], [math.log(time) for time in times]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - x_mean) ** 2 for x in xs)


HEADINGS = ("figure", "measured", "median", "target", "", "plain way", "median", "of ours", "")


def table(readings: Sequence[Reading]) -> str:
    """The readings as a table of plain text, a row each; ours and the plain way's ratio is that of the medians."""
    rows = [HEADINGS, *map(_row, readings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *numbers, last in rows:
        aligned = [number.rjust(width) for number, width in zip(numbers, widths[1:-1], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *aligned, last]))
    return "\n".join(line.rstrip() for line in lines)


def _row(reading: Reading) -> tuple[str, ...]:
    ratio = reading.plain_median / reading.median if reading.median and reading.plain_median else None
    return (
        reading.name,
        _number(reading.value, reading.unit),
        _number(reading.median, ""),
        "" if reading.target is None else f"<= {_number(reading.target, '')}",
        {True: "met", False: "missed", None: ""}[reading.met],
        _number(reading.plain, ""),
        _number(reading.plain_median, ""),
        "" if ratio is None else f"{ratio:.1f} times",
        reading.note,
    )


def _number(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    text = f"{value:.0f}" if value == int(value) else f"{value:.2f}"
    return f"{text} {unit}".rstrip()
