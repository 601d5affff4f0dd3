"""A game as text: short, the same game when read, and nothing but a game is read."""

import random
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checkpointing.referee import Law
from checkpointing.revolve import revolve
from checkpointing.schedule import Drop, Forward, full_tape
from lesson.schedules.game import MOST_LAYERS, MOST_MOVES, new_game, play, undo
from lesson.schedules.game_text import GameTextError, game_text, read_game
from tests.lesson.test_game import SIZES, random_game

TEXTS = [  # layers, states, moves, text
    (4, 3, (), "1-4-3"),
    (2, 3, full_tape(2), "1-2-3-abznzm"),
    (4, 3, revolve(4, 3), "1-4-3-aBCdzpaBzoaznzm"),
    (12, 13, full_tape(12), "1-12-13-abcdefghijklzxzwzvzuztzszrzqzpzoznzm"),
]


@pytest.mark.parametrize(("layers", "states", "moves", "text"), TEXTS)
def test_games_as_texts(layers, states, moves, text):
    game = play(new_game(layers, states), *moves)
    assert game_text(game) == text
    assert read_game(text) == game


@given(st.sampled_from(SIZES), st.randoms(use_true_random=False), st.integers(0, 5))
def test_a_game_is_read_as_it_was_written(size, chance: random.Random, undone):
    game = random_game(size, chance)
    for _ in range(undone):
        game = undo(game)
    text = game_text(game)
    assert set(text) <= set(string.ascii_letters + string.digits + "-"), "nothing to escape in an address"
    assert len(text) <= len("1-12-13-") + MOST_MOVES
    assert (read_game(text).moves, read_game(text).layers, read_game(text).states) == (game.moves, *size)


def test_the_longest_game_is_read_and_one_move_more_is_not():
    endless = play(new_game(MOST_LAYERS, 13), *[Forward(1), Drop(1)] * (MOST_MOVES // 2))
    text = game_text(endless)
    assert read_game(text) == endless
    with pytest.raises(GameTextError) as caught:
        read_game(f"{text}a")
    assert caught.value.reason == "game-form"
    with pytest.raises(GameTextError, match="at most 400 moves") as caught:
        read_game("1-4-3-" + "am" * 200 + "a")
    assert (caught.value.reason, caught.value.place, caught.value.law) == ("game-move", 401, None)


LIES = [  # text, why it is refused; for moves which one, and the law
    ("", "game-form", 0, None),
    ("1", "game-form", 0, None),
    ("1-4-3-", "game-form", 0, None),
    ("1-4-3-a b", "game-form", 0, None),
    ("1-4-3-y", "game-form", 0, None),
    ("1-4-3-M", "game-form", 0, None),
    ("1-4-3-a\n", "game-form", 0, None),
    ("1-4-3-é", "game-form", 0, None),
    ("-4-3-a", "game-form", 0, None),
    ("１-4-3-a", "game-form", 0, None),
    ("1-４-3-a", "game-form", 0, None),
    ("1-4-3000-a", "game-form", 0, None),
    ("1-04-3-a", "game-form", 0, None),
    ("1-4-0-a", "game-form", 0, None),
    ("<img src=x onerror=hurt=1>", "game-form", 0, None),
    ("0-4-3-a", "game-version", 0, None),
    ("2-4-3-a", "game-version", 0, None),
    ("17-anything a later version may write", "game-version", 0, None),
    ("1-1-3", "game-size", 0, None),
    ("1-13-3", "game-size", 0, None),
    ("1-4-2-a", "game-size", 0, None),
    ("1-4-6-a", "game-size", 0, None),
    ("1-4-3-b", "game-move", 1, Law.LIVE_INPUT),
    ("1-4-3-aa", "game-move", 2, Law.NEW_OUTPUT),
    ("1-4-3-abc", "game-move", 3, Law.BUDGET),
    ("1-4-3-A", "game-move", 1, Law.FIRST_STATE),
    ("1-4-3-amm", "game-move", 3, Law.DROPPED_ONCE),
    ("1-4-3-z", "game-move", 1, Law.REVERSE_INPUTS),
    ("1-4-3-l", "game-move", 1, Law.ACTIONS),
    ("1-2-3-abznzz", "game-move", 6, Law.ACTIONS),
    ("1-2-3-abznzma", "game-move", 7, None),  # after the end
]


@pytest.mark.parametrize(("text", "reason", "place", "law"), LIES)
def test_lies_are_refused(text, reason, place, law):
    with pytest.raises(GameTextError) as caught:
        read_game(text)
    error = caught.value
    assert (error.reason, error.place, error.law) == (reason, place, law)
    assert error.text == text


@pytest.mark.parametrize(
    "rubbish", ["a" * 10_000, "1-" * 5_000, "1-4-3-" + "a" * 10_000, "9" * 10_000, "2-" + "x" * 10_000]
)
def test_ten_thousand_characters_of_rubbish_are_refused_in_few_words(rubbish):
    with pytest.raises(GameTextError) as caught:
        read_game(rubbish)
    assert len(str(caught.value)) < 200
    assert len(caught.value.text) <= 40


@given(st.text(max_size=50) | st.from_regex(r"1-\d{1,2}-\d{1,2}-[A-La-xz]{0,20}", fullmatch=True))
@example("1-4-3-abznzm")
@example("1-2-3-abznzm")
def test_any_text_is_a_game_that_writes_itself_so_or_is_refused(text):
    try:
        game = read_game(text)
    except GameTextError:
        return
    assert game_text(game) == text
