"""A game as a short text for an address: `1-4-3-aBcD...`, a version, layers, states, and a letter for each move.

Layer l is the l-th letter: `a` to `l` run layers 1 to 12 forward, `A` to `L` do it over their input, `m` to `x` drop
the states 1 to 12, and `z` reverses the layer that is next. Nothing in it needs escaping in an address.
"""

import re
from collections.abc import Iterator
from typing import Literal

from checkpointing.referee import Law, ScheduleError
from checkpointing.schedule import Action, Reverse, drop, forward, overwrite, reverse
from lesson.kit.controls import TextError
from lesson.kit.markup import shorten
from lesson.schedules.game import MOST_LAYERS, MOST_MOVES, Game, MoveError, new_game, play

VERSION = "1"
_REVERSE = "z"
_MOVES = {
    chr(ord(first) + number - 1): action(number)
    for first, action in (("a", forward), ("A", overwrite), ("m", drop))
    for number in range(1, MOST_LAYERS + 1)
}
_LETTERS = {move: letter for letter, move in _MOVES.items()}
_FORM = re.compile(rf"{VERSION}-(?P<layers>[1-9]\d?)-(?P<states>[1-9]\d?)(?:-(?P<moves>[A-La-xz]+))?", re.ASCII)
_LONGEST = len(f"{VERSION}-{MOST_LAYERS}-{MOST_LAYERS + 1}-") + MOST_MOVES

Reason = Literal["game-form", "game-version", "game-size", "game-move"]


class GameTextError(TextError):
    """A text that is no game: `reason`, and of a move that cannot be played its `place`, from 1, and the `law`.

    law is None where no law forbids the move but the game is over. text is the beginning of what was given.
    """

    def __init__(self, reason: Reason, text: str, why: str, place: int = 0, law: Law | None = None):
        self.text, self.place, self.law = shorten(text), place, law
        super().__init__(f"{self.text!a} is no game: {why}", reason, place=place)


def game_text(game: Game) -> str:
    """The game's chain, budget and moves; what was taken back is left out."""
    moves = "".join(_REVERSE if isinstance(move, Reverse) else _LETTERS[move] for move in game.moves)
    return "-".join(filter(None, (VERSION, str(game.layers), str(game.states), moves)))


def read_game(text: str) -> Game:
    """The game that the text tells, every move played anew before the referee; raises GameTextError."""
    if text.partition("-")[0] not in ("", VERSION) and re.match(r"\d{1,9}-", text, re.ASCII):
        raise GameTextError("game-version", text, f"expected version {VERSION}")
    found = _FORM.fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        raise GameTextError("game-form", text, f"expected {VERSION}-layers-states-moves")
    try:
        game = new_game(int(found["layers"]), int(found["states"]))
    except ValueError as error:
        raise GameTextError("game-size", text, str(error)) from None
    letters = found["moves"] or ""
    try:
        return play(game, *_moves(letters, game.layers))
    except (ScheduleError, MoveError) as error:
        why, law = f"move {error.index + 1}: {error}", getattr(error, "law", None)
        raise GameTextError("game-move", text, why, error.index + 1, law) from None


def _moves(letters: str, next_reverse: int) -> Iterator[Action]:
    for letter in letters:
        if letter == _REVERSE:
            yield reverse(next_reverse)
            next_reverse -= 1
        else:
            yield _MOVES[letter]
