"""What the pages promise of the pebble game is what the core computes, and the board can be laid out."""

import re

import pytest

from checkpointing.revolve import optimal_cost
from lesson.schedules.board import MOVES
from lesson.schedules.game import LEAST_LAYERS, MOST_LAYERS
from lesson.schedules.game_text import read_game
from tests.pages.document import SCHEDULES_EN, SCHEDULES_KO, read

editions = pytest.mark.parametrize("page", [SCHEDULES_KO, SCHEDULES_EN])


@editions
def test_every_puzzle_names_the_fewest_forward_runs_of_the_game_it_opens(page):
    puzzles = [item for item in read(page).one("section", id="game").all("li") if item.all("data", data_puzzle=None)]
    assert len(puzzles) == 5
    for puzzle in puzzles:
        link, fewest = puzzle.one("a", data_settings=None), puzzle.one("data")
        game = read_game(fewest["data-puzzle"])
        assert link["href"] == f"?game={fewest['data-puzzle']}#game"
        assert [int(number) for number in re.findall(r"\d+", link.text())] == [game.layers, game.states]
        assert game.moves == ()
        assert fewest["value"] == fewest.text() == str(optimal_cost(game.layers, game.states).forward_layers)


@editions
def test_what_the_puzzles_say_beside_it_is_true(page):
    texts = [item.text() for item in read(page).one("section", id="game").all("li") if item.all("data")]
    assert str(4 + 1) in texts[0].split(".")[1], "states that keep everything"
    assert optimal_cost(8, 4).forward_layers - optimal_cost(8, 5).forward_layers == 3


@editions
def test_sizes_of_other_games_are_all_that_can_be_played(page):
    section = read(page).one("section", id="game")
    for name, sizes in (("layers", range(LEAST_LAYERS, MOST_LAYERS + 1)), ("states", range(3, MOST_LAYERS + 2))):
        options = section.one("select", name=f"game-{name}").all("option")
        assert [option.text() for option in options] == [str(size) for size in sizes]


@editions
def test_a_row_has_a_button_for_every_move_that_says_whose_it_is(page):
    rows = read(page).one("section", id="game")
    for kind, moves in (("layer", list(MOVES)), ("first", ["drop"])):
        row = rows.one("template", data_row=kind)
        buttons = row.all("button")
        assert [button["data-move"] for button in buttons] == moves
        for button in buttons:
            assert button["type"] == "button"
            assert {"layer", "state"} & set(re.findall(r"\{(\w+)\}", button.text()))
