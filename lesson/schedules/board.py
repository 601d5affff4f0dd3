"""The board of the pebble game in the page: native buttons for every move, and in words what each did or why not.

The lab of the section draws and counts, from the game's text; the board plays, and knows what was taken back.
"""

import re
from collections.abc import Sequence

from checkpointing.referee import ScheduleError
from checkpointing.schedule import drop, forward, overwrite, reverse
from lesson.kit.markup import fill, sentences
from lesson.schedules.clock import Say, state
from lesson.schedules.game import Game, MoveError, new_game, play, position, redo, rewind, undo
from lesson.schedules.game_lab import CONTROLS, respond
from lesson.schedules.game_says import did, refused, stands
from lesson.schedules.game_text import game_text, read_game

MOVES = {"forward": forward, "overwrite": overwrite, "drop": drop, "reverse": reverse}  # from left to right


class Board:
    """Brings the section of the game to life.

    It has `<tbody data-board>`, templates `data-row` for the rows of a layer and of h_0, buttons `game-undo`,
    `game-redo` and `game-rewind`, selects `game-layers` and `game-states` with the link to another game, and a place
    for words.
    """

    def __init__(self, page, _, section):
        self._page, self._section = page, section
        self._lab = page.lab(section, CONTROLS, respond)
        self._lab.follow(lambda _: self._take())
        self._body = section.querySelector("[data-board]")
        self._rows = {t.dataset.row: t.innerHTML for t in section.querySelectorAll("template[data-row]")}
        self._told = section.querySelector("[data-board-status]")
        self._templates = page.words("")
        self._game: Game | None = None
        self._buttons: dict[tuple[str, int], object] = {}
        self._states: dict[int, object] = {}
        page.on(self._body, "click", self._on_click)
        page.on(self._body, "focusin", lambda event: self._rest_on(event.target))
        page.on(self._body, "keydown", self._on_key)
        for name, do in (("undo", self._undo), ("redo", self._redo), ("rewind", self._rewind)):
            page.on(self._named(name), "click", lambda _, do=do: do())
        self._new = section.querySelector("[data-new-game]")
        for name in ("layers", "states"):
            page.on(self._named(name), "change", lambda _: self._offer())

    # Moves

    def _on_click(self, event) -> None:
        if button := event.target.closest("button"):
            self._play(MOVES[button.dataset.move](int(button.dataset.number)))

    def _play(self, move) -> None:
        try:
            game = play(self._game, move)
        except (ScheduleError, MoveError) as error:
            self._say(refused(self._game, move, error), "refused")
        else:
            self._turn_to(game, did(game))

    def _undo(self) -> None:
        if self._game.moves:
            self._turn_to(undo(self._game), (("game-undone", {}),))

    def _redo(self) -> None:
        if self._game.undone:
            game = redo(self._game)
            self._turn_to(game, (("game-redone", {}), *did(game)))

    def _rewind(self) -> None:
        self._turn_to(rewind(self._game), (("game-rewound", {}),))

    def _turn_to(self, game: Game, says: Sequence[Say]) -> None:
        self._show(game)
        self._say((*says, *stands(game)), "finished" if position(game).finished else "played")
        self._lab.choose({"game": game_text(game)})

    def _offer(self) -> None:
        """Another game is a link, so that Back returns to this one."""
        layers, wanted = int(self._named("layers").value), int(self._named("states").value)
        states = min(wanted, layers + 1)
        self._named("states").value = str(states)
        self._lead_to(layers, states)
        if states < wanted:
            self._say((("game-enough", {"states": states}),), "played")

    def _lead_to(self, layers: int, states: int) -> None:
        self._new.search = re.sub("game=[^&]*", f"game={game_text(new_game(layers, states))}", self._new.search)

    # What the lab was given otherwise: by the address, by a link, by hand

    def _take(self) -> None:
        text = self._lab.settings["game"]
        if self._game is None or self._named("").value != game_text(self._game):
            game = read_game(text)
            self._show(game)
            self._say(stands(game), "finished" if position(game).finished else "played")

    # The board

    def _show(self, game: Game) -> None:
        if self._game is None or self._game.layers != game.layers:
            self._lay_out(game.layers)
        self._game, where = game, position(game)
        made = {life.layer for life in where.report.lives if life.kind == "state"}
        for number, row in self._states.items():
            row.dataset.alive = "alive" if number in where.live_states else "gone" if number in made else "unmade"
        for (kind, number), button in self._buttons.items():
            button.setAttribute("aria-disabled", "false" if MOVES[kind](number) in where.possible else "true")
        for name, possible in (("undo", game.moves), ("redo", game.undone), ("rewind", game.moves)):
            self._named(name).setAttribute("aria-disabled", "false" if possible else "true")
        self._named("layers").value, self._named("states").value = str(game.layers), str(game.states)
        self._lead_to(game.layers, game.states)

    def _lay_out(self, layers: int) -> None:
        """Rows upward, as in the grid beside it."""
        rows = [
            fill(self._rows["layer"], layer=layer, state=state(layer), before=state(layer - 1))
            for layer in range(layers, 0, -1)
        ]
        self._body.innerHTML = "".join([*rows, fill(self._rows["first"], state=state(0))])
        self._states = {int(row.dataset.state): row for row in self._body.rows}
        self._buttons = {
            (b.dataset.move, int(b.dataset.number)): b for b in self._body.querySelectorAll("button[data-move]")
        }
        self._rest_on(self._buttons["forward", 1])

    def _rest_on(self, button) -> None:
        """Tab enters the board at one button, the last one used; arrow keys move among them."""
        for other in self._buttons.values():
            other.tabIndex = 0 if other.isSameNode(button) else -1

    def _on_key(self, event) -> None:
        if event.altKey or event.ctrlKey or event.metaKey or event.shiftKey:
            return
        kinds, data = list(MOVES), event.target.dataset
        column, number = kinds.index(data.move), int(data.number)
        steps = {"ArrowUp": (0, 1), "ArrowDown": (0, -1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
        if event.key in steps:
            event.preventDefault()
            across, up = steps[event.key]
            there = kinds[min(max(column + across, 0), len(kinds) - 1)], number + up
            if there in self._buttons:
                self._buttons[there].focus()

    def _say(self, says: Sequence[Say], how: str) -> None:
        self._told.dataset.how = how
        self._told.textContent = sentences(says, self._templates)

    def _named(self, name: str):
        return self._section.querySelector(f'[name="game{name and "-"}{name}"]')
