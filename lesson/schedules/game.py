"""The pebble game: a learner reverses a chain under a budget of states, one action of a schedule at a time.

The rules are no copy: every move is judged by `checkpointing.referee`, as every plan's actions are. A finished game
is a schedule like any other; whoever draws or executes plans can draw and execute it.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from checkpointing import check
from checkpointing.referee import Referee, ScheduleError
from checkpointing.report import Report
from checkpointing.revolve import least_states, optimal_cost
from checkpointing.schedule import Action, drop, forward, overwrite, reverse

LEAST_LAYERS, MOST_LAYERS = 2, 12
MOST_MOVES = 400  # the longest best game, 12 layers in 3 states, has 144


class MoveError(ValueError):
    """Move `index`, from 0, which no law forbids but the game: it is `finished`, or has had `too-many` moves."""

    def __init__(self, reason: Literal["finished", "too-many"], index: int):
        self.reason, self.index = reason, index
        why = {"finished": "the game is finished", "too-many": f"a game has at most {MOST_MOVES} moves"}[reason]
        super().__init__(f"at move {index}: {why}")


@dataclass(frozen=True, slots=True)
class Game:
    """A chain of `layers` layers, at most `states` states alive, the moves so far, and those taken back.

    moves[-1] is the last move; undone[-1] is the one that redo() brings back.
    """

    layers: int
    states: int
    moves: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands.

    possible: the moves that no law forbids now. report: what the moves so far did (see Referee.so_far).
    """

    live_states: tuple[int, ...]
    next_reverse: int
    possible: frozenset[Action]
    finished: bool
    report: Report


@dataclass(frozen=True, slots=True)
class Score:
    """What a finished game took, and the fewest layers that run again in as many states (see revolve)."""

    forward_layers: int
    recomputed_layers: int
    peak_states: int
    optimal_recomputed_layers: int

    @property
    def is_optimal(self) -> bool:
        return self.recomputed_layers == self.optimal_recomputed_layers


def new_game(layers: int, states: int) -> Game:
    """Nothing but h_0 is there. Raises ValueError unless 2 <= layers <= 12 and 3 <= states <= layers + 1."""
    layers = check.whole("layers", layers, LEAST_LAYERS, MOST_LAYERS)
    return Game(layers, check.whole("states", states, least_states(layers), layers + 1))


def play(game: Game, *moves: Action) -> Game:
    """The game after the moves; what was taken back before is forgotten.

    Raises ScheduleError, which knows the law, if a move breaks one, and MoveError if the game is over before it.
    """
    referee = _referee(game)
    for index, move in enumerate(moves, start=len(game.moves)):
        if _is_closed(referee):
            raise MoveError("finished", index)
        if index == MOST_MOVES:
            raise MoveError("too-many", index)
        referee.admit(move)
    return replace(game, moves=(*game.moves, *moves), undone=())


def undo(game: Game) -> Game:
    """The game without its last move; itself if there is none."""
    return replace(game, moves=game.moves[:-1], undone=game.undone + game.moves[-1:])


def redo(game: Game) -> Game:
    """The game with the move that was taken back last; itself if there is none."""
    return replace(game, moves=game.moves + game.undone[-1:], undone=game.undone[:-1])


def rewind(game: Game) -> Game:
    """The game before its first move; redo() brings the moves back one by one."""
    return replace(game, moves=(), undone=game.undone + game.moves[::-1])


def every_move(layers: int) -> tuple[Action, ...]:
    """Whatever a player may try on a chain, sensible or not, layer by layer."""
    tries = [drop(0)]
    for layer in range(1, layers + 1):
        tries += (forward(layer), overwrite(layer), drop(layer), reverse(layer))
    return tuple(tries)


@lru_cache(maxsize=256)
def position(game: Game) -> Position:
    """Where the game stands. Raises ScheduleError if its moves were not made by play()."""
    referee = _referee(game)
    finished = _is_closed(referee)
    possible = () if finished else (move for move in every_move(game.layers) if _allows(referee, move))
    return Position(referee.live_states, referee.next_reverse, frozenset(possible), finished, referee.so_far())


def score(game: Game) -> Score | None:
    """What a finished game took; None before its end."""
    where = position(game)
    if not where.finished:
        return None
    report = where.report
    optimum = optimal_cost(game.layers, report.peak_states).recomputed_layers
    return Score(report.forward_layers, report.recomputed_layers, report.peak_states, optimum)


def _referee(game):
    """The one judge of all schedules, after the game's moves."""
    referee = Referee(game.layers, budget_states=game.states)
    for move in game.moves:
        referee.admit(move)
    return referee


def _allows(referee, move):
    try:
        referee.judge(move)
    except ScheduleError:
        return False
    return True


def _is_closed(referee):
    try:
        referee.close()
    except ScheduleError:
        return False
    return True
