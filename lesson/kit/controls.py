"""What a lab's controls may hold, and how typed text becomes a value.

A number is written with ASCII or full-width digits, a point, and perhaps an exponent. A comma is refused:
"1,024" and "0,5" use it for different things.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from lesson.kit.markup import machine, shorten

Reason = Literal["empty", "not-a-number", "not-whole", "out-of-range", "not-a-choice"]
Value = int | float | str

# Not Unicode's NFKC, which would make 42 of "4²".
_TYPED = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0x2212: "-"}
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`, both ends included; `whole` numbers become int, others float."""

    name: str
    low: float
    high: float
    default: float
    whole: bool = False


@dataclass(frozen=True)
class Choice:
    """One of some options, each an int or a str; the one chosen is given as it stands here."""

    name: str
    options: tuple[int | str, ...]
    default: int | str


@dataclass(frozen=True)
class Text:
    """A text that the lesson reads itself: `read` gives it as it is to be kept, or raises TextError."""

    name: str
    default: str
    read: Callable[[str], str]


Control = Number | Choice | Text


class TextError(ValueError):
    """Why a `Text` cannot be read: `reason` and `more` are those of the ControlError that comes of it."""

    def __init__(self, message: str, reason: str, **more: object):
        self.reason, self.more = reason, more
        super().__init__(message)


class ControlError(ValueError):
    """A control's text that cannot be taken.

    `name` is the control, `text` the first characters of what it held, `reason` why it is refused (a `Reason`, or a
    lesson's own), `low` and `high` the range of a number (else None), `default` what holds where nothing is
    chosen, `more` what else a lesson's message about it can say.
    """

    def __init__(self, control: Control, text: str, reason: str, **more: object):
        self.name = control.name
        self.more = more
        self.text = shorten(text)
        self.reason = reason
        self.default = control.default
        if isinstance(control, Number):
            self.low, self.high = control.low, control.high
            kind = "a whole number" if control.whole else "a number"
            expected = f"{kind} from {machine(self.low)} to {machine(self.high)}"
        else:
            self.low = self.high = None
            texts = control.options if isinstance(control, Choice) else (f"texts such as {control.default}",)
            expected = "one of " + ", ".join(map(str, texts))
        super().__init__(f"{self.name} is {self.text!a} ({reason}); expected {expected}")


def read(controls: tuple[Control, ...], texts: Mapping[str, str]) -> dict[str, Value]:
    """The value of every control, by name. A control without text counts as empty.

    Raises ControlError for the first control, in the order given, whose text cannot be taken.
    """
    return {control.name: _value(control, texts.get(control.name, "")) for control in controls}


def from_address(controls: tuple[Control, ...], query: Mapping[str, str]) -> tuple[dict[str, str], list[ControlError]]:
    """The texts a page starts with: the address's where they can be taken, the defaults elsewhere.

    The errors are those of the texts refused. Names that are no control's are left alone.
    With an empty query: the defaults.
    """
    texts, errors = {}, []
    for control in controls:
        value = control.default
        if control.name in query:
            try:
                value = _value(control, query[control.name])
            except ControlError as error:
                errors.append(error)
        texts[control.name] = text_of(value)
    return texts, errors


def text_of(value: Value) -> str:
    """The text of a value, the shortest that reads back as the same: 16, 0.5, revolve."""
    return value if isinstance(value, str) else machine(value)


def _value(control: Control, text: str) -> Value:
    typed = text.translate(_TYPED).strip()
    if isinstance(control, Text):
        try:
            return control.read(typed)
        except TextError as error:
            raise ControlError(control, text, error.reason, **error.more) from None
    if not typed:
        raise ControlError(control, text, "empty")
    if isinstance(control, Choice):
        for option in control.options:
            if typed == str(option):
                return option
        raise ControlError(control, text, "not-a-choice")
    if not _NUMBER.fullmatch(typed):
        raise ControlError(control, text, "not-a-number")
    # 1e400 becomes infinity, which no range holds.
    number = float(typed)
    if not control.low <= number <= control.high:
        raise ControlError(control, text, "out-of-range")
    if control.whole:
        if not number.is_integer():
            raise ControlError(control, text, "not-whole")
        return int(number)
    return number
