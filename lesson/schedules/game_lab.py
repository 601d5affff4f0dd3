"""What the page shows of a pebble game, from its text alone: numbers, pictures and a reel."""

import re
from collections.abc import Mapping

from checkpointing.referee import watch
from checkpointing.revolve import optimal_cost, revolve
from lesson.kit.answer import Answer
from lesson.kit.controls import Text, read
from lesson.schedules.clock import Clock, steps_of
from lesson.schedules.game import Game, Score, position, score
from lesson.schedules.game_text import game_text, read_game
from lesson.schedules.pictures import Side, clock, plane
from lesson.schedules.points import all_points

_IN_ADDRESS = re.compile(r"(?:.*[?&])?game=([^&#]*).*", re.DOTALL)


def _as_kept(text: str) -> str:
    """The game's text; what is given may be the whole address of a page that holds it."""
    found = _IN_ADDRESS.fullmatch(text)
    return game_text(read_game(found[1] if found else text))


CONTROLS = (Text("game", default="1-4-3", read=_as_kept),)


def respond(controls: Mapping[str, str]) -> Answer:
    """Everything the page shows of the game but its board. Raises ControlError for a text that is no game."""
    game = read_game(read(CONTROLS, controls)["game"])
    scored = score(game)
    optimum = optimal_cost(game.layers, game.states)
    sides = _sides(game, scored)
    chosen = {"played": (scored.peak_states, scored.recomputed_layers)} if scored else {}
    return Answer(
        slots=_slots(game, scored),
        pictures={
            "game": clock(game.layers, game.states, sides, least_steps=optimum.forward_layers + game.layers),
            "game-plane": plane(all_points(game.layers), chosen),
        },
        reels={"game": Clock({s.letter: s.steps for s in sides}, "game-moment")} if game.moves else {},
        notes=_notes(game, scored),
    )


def _sides(game: Game, scored: Score | None) -> list[Side]:
    """The game, and once it is finished the best schedule with as many states beside it."""
    sides = [Side("played", "played", position(game).report.lives, steps_of(game.moves))]
    if scored:
        best = tuple(revolve(game.layers, scored.peak_states))
        sides.append(Side("best", "revolve", watch(best, game.layers).lives, steps_of(best)))
    return sides


def _slots(game: Game, scored: Score | None) -> dict[str, float]:
    report, optimum = position(game).report, optimal_cost(game.layers, game.states)
    at_peak = optimal_cost(game.layers, scored.peak_states) if scored else optimum
    return {
        "game-layers": game.layers,
        "game-states": game.states,
        "game-moves": len(game.moves),
        "game-forward": report.forward_layers,
        "game-recomputed": report.recomputed_layers,
        "game-peak-states": report.peak_states,
        "game-optimal-forward": optimum.forward_layers,
        "game-optimal-recomputed": optimum.recomputed_layers,
        "game-optimal-peak-states": optimum.peak_states,
        "game-at-peak-recomputed": at_peak.recomputed_layers,
        # Once there is a step, the player's reel says which of how many is shown.
        **({} if game.moves else {"game-moment": 0, "game-moments": 0}),
    }


def _notes(game: Game, scored: Score | None) -> frozenset[str]:
    if scored:
        return frozenset({"game-begun", "game-optimal" if scored.is_optimal else "game-above"})
    return frozenset({"game-begun"} if game.moves else ())
