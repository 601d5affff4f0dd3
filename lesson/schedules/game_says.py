"""What is to be said of a game, as names of the page's messages: what a move did, where it led, why one is refused."""

from checkpointing.referee import ScheduleError
from checkpointing.schedule import Action, Drop
from lesson.schedules.clock import Say, happens, state, steps_of
from lesson.schedules.game import Game, MoveError, position, score


def did(game: Game) -> tuple[Say, ...]:
    """What the last move did; nothing where there is none."""
    if not game.moves:
        return ()
    last = game.moves[-1]
    return (("game-dropped", {"state": state(last.state)}),) if isinstance(last, Drop) else happens(_last_step(game))


def stands(game: Game) -> tuple[Say, ...]:
    """What is alive, and what is left to do or how the game ended."""
    where, scored = position(game), score(game)
    alive = "game-alive", {"states": ", ".join(map(state, where.live_states))}
    if scored:
        ended = "game-finished-optimal" if scored.is_optimal else "game-finished-above"
        numbers = {
            "recomputed": scored.recomputed_layers,
            "peak": scored.peak_states,
            "optimum": scored.optimal_recomputed_layers,
        }
        return ((ended, numbers),)
    if where.next_reverse:
        return alive, ("game-next", {"layer": where.next_reverse})
    return alive, ("game-all-back", {})


def refused(game: Game, move: Action, error: ScheduleError | MoveError) -> tuple[Say, ...]:
    """Which law the move would break, with what is missing or in the way, and that the board is as it was."""
    if isinstance(error, MoveError):
        return (f"game-{error.reason}", {}), ("game-kept", {})
    law = error.law.name.lower().replace("_", "-")
    if law == "order" and not position(game).next_reverse:
        law = "order-done"
    elif law == "dropped-once" and _was_made(game, error.state):
        law = "dropped-once-gone"
    places = {"budget": game.states, "next": position(game).next_reverse}
    if error.state is not None:
        places["state"] = state(error.state)
    if not isinstance(move, Drop):
        places |= {"layer": move.layer, "before": state(move.layer - 1), "after": state(move.layer)}
    return (f"law-{law}", places), ("game-kept", {})


def _last_step(game):
    return steps_of(game.moves)[-1]


def _was_made(game, number):
    return any(life.layer == number for life in position(game).report.lives if life.kind == "state")
