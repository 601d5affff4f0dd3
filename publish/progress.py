"""One line that says how far a download is."""

import sys
from typing import TextIO


class Progress:
    """Shows bytes, the whole and the file: one moving line on a terminal, one line a file elsewhere."""

    def __init__(self, total: int, out: TextIO | None = None) -> None:
        self.total, self.out = total, out or sys.stderr  # bytes
        self.moving = self.out.isatty()
        self.finished = 0
        self.shown = ""

    def at(self, name: str, size: int, here: int) -> None:
        """`here` of `size` bytes of the file have arrived."""
        if self.moving:
            self._line(f"{self._sum(here)}  {name} {100 * here // size} %")

    def done(self, name: str, size: int) -> None:
        """The file is whole."""
        self.finished += size
        if self.moving:
            self._line(f"{self._sum(0)}  {name}")
        else:
            print(f"{self._sum(0)}  {name}", file=self.out, flush=True)

    def say(self, sentence: str) -> None:
        """A sentence on a line of its own."""
        self.close()
        print(sentence, file=self.out, flush=True)

    def close(self) -> None:
        """Leaves the moving line standing and goes to the next."""
        if self.shown:
            print(file=self.out, flush=True)
            self.shown = ""

    def _sum(self, here: int) -> str:
        return f"{(self.finished + here) / 1e6:5.1f} of {self.total / 1e6:.1f} MB"

    def _line(self, text: str) -> None:
        text = text[:100]
        if text != self.shown:
            print("\r" + text.ljust(len(self.shown)), end="", file=self.out, flush=True)
            self.shown = text
