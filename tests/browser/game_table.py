"""The pebble game in an open page, as a hand finds it."""

import re
from urllib.parse import parse_qs, urlsplit

from lesson.schedules.game import position
from lesson.schedules.game_lab import respond
from lesson.schedules.game_text import read_game
from tests.browser.opened import Opened

KO, EN = "lesson/schedules/ko.html", "lesson/schedules/en.html"
START, BEST = "1-4-3", "1-4-3-aBCdzpaBzoaznzm"
BEST_MOVES = (  # what BEST is as buttons
    "forward 1, overwrite 2, overwrite 3, forward 4, reverse 4, drop 4, forward 1, overwrite 2, reverse 3, drop 3, "
    "forward 1, reverse 2, drop 2, reverse 1, drop 1"
)


class Table:
    """The game's section of an open page."""

    def __init__(self, opened: Opened):
        self.opened, self.page = opened, opened.page
        self.pages = [opened]
        self.section = opened.page.locator("#game")

    def button(self, move: str):
        kind, number = move.split()
        return self.section.locator(f'button[data-move="{kind}"][data-number="{number}"]')

    def press(self, move: str) -> None:
        """Presses a move's button, be it possible or not: what is impossible answers, too."""
        self.button(move).click(force=True)

    def press_control(self, name: str) -> None:
        self.control(name).click(force=True)

    def control(self, name: str):
        return self.section.locator(f'[name="{name}"]')

    def is_possible(self, move: str) -> bool:
        return self.button(move).get_attribute("aria-disabled") == "false"

    def possible(self) -> list[str]:
        read = "bs => bs.map(b => `${b.dataset.move} ${b.dataset.number}`)"
        return sorted(self.section.locator('[data-move][aria-disabled="false"]').evaluate_all(read))

    def alive(self) -> list[int]:
        rows = self.section.locator('[data-board] tr[data-alive="alive"]')
        return sorted(int(row.get_attribute("data-state")) for row in rows.all())

    def told(self) -> str:
        return self.section.locator("[data-board-status]").inner_text()

    def slot(self, name: str) -> str:
        return self.section.locator(f'data[data-slot="{name}"]').first.get_attribute("value")

    def message(self, name: str, /, **values: object) -> str:
        read = "name => document.querySelector(`[data-message=${name}]`).content.textContent"
        return re.sub(r"\{(\w+)\}", lambda place: str(values[place[1]]), self.page.evaluate(read, name))

    def text(self) -> str:
        return self.control("game").input_value()

    def until(self, text: str) -> None:
        """Waits until the game is this one, drawn, and in the address."""
        self.opened.until(
            """text => {
                const form = document.querySelector("form[data-lab=game]");
                return form.elements.game.value === text && form.ariaBusy === "false";
            }""",
            text,
        )

    def open(self, text: str) -> None:
        """Puts a game's text into its field, as a hand would."""
        self.control("game").evaluate(
            """(field, text) => {
                field.value = text;
                for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));
            }""",
            text,
        )


def address_of(opened: Opened) -> str:
    return parse_qs(urlsplit(opened.page.url).query)["game"][-1]


def check_board(table: Table, text: str) -> None:
    """The board, the score and what is told are those of the game."""
    where, slots = position(read_game(text)), respond({"game": text}).slots
    assert table.text() == text
    assert table.alive() == list(where.live_states)
    kinds = {"Forward": "forward", "Drop": "drop", "Reverse": "reverse"}
    names = []
    for move in where.possible:
        kind = "overwrite" if getattr(move, "overwrite", False) else kinds[type(move).__name__]
        names.append(f"{kind} {move.state if kind == 'drop' else move.layer}")
    assert table.possible() == sorted(names)
    for name in ("game-forward", "game-recomputed", "game-peak-states", "game-optimal-recomputed"):
        assert table.slot(name) == str(slots[name]), name
