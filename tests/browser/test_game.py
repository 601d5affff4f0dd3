"""The pebble game in the page: played by keys and by hand, refused in words, undone."""

from urllib.parse import urlsplit

import pytest

from lesson.schedules.clock import state
from tests.browser.game_table import BEST, BEST_MOVES, check_board

KINDS = ("forward", "overwrite", "drop", "reverse")


def test_a_whole_game_by_keyboard(table):
    stop = table.section.locator('[data-board] [tabindex="0"]')
    stop.focus()
    here = f"{stop.get_attribute('data-move')} {stop.get_attribute('data-number')}"
    for move in BEST_MOVES.split(", "):
        (kind, number), (old_kind, old_number) = move.split(), here.split()
        across, up = KINDS.index(kind) - KINDS.index(old_kind), int(number) - int(old_number)
        keys = ["ArrowRight"] * across + ["ArrowLeft"] * -across + ["ArrowUp"] * up + ["ArrowDown"] * -up
        for key in keys:
            table.page.keyboard.press(key)
        assert table.button(move).evaluate("b => b === document.activeElement"), move
        assert table.is_possible(move), move
        table.page.keyboard.press("Enter")
        here = move
    table.until(BEST)
    check_board(table, BEST)
    assert table.told().startswith(table.message("game-dropped", state=state(1)))
    assert table.told().endswith(table.message("game-finished-optimal", recomputed=3, peak=3))
    assert table.section.locator('[data-note="game-optimal"]').is_visible()
    assert table.section.locator('[data-board] [tabindex="0"]').count() == 1, "the board is one stop of Tab"
    table.page.keyboard.press("Tab")
    assert table.control("game-undo").evaluate("b => b === document.activeElement")


def test_every_move_says_what_it_did_and_what_is_alive(table):
    steps = [
        ("forward 1", "step-forward", {"layer": 1, "before": "h₀", "after": "h₁"}, "h₀, h₁"),
        ("overwrite 2", "step-forward-overwriting", {"layer": 2, "before": "h₁", "after": "h₂"}, "h₀, h₂"),
        ("drop 2", "game-dropped", {"state": "h₂"}, "h₀"),
        ("forward 1", "step-again", {"layer": 1, "before": "h₀", "after": "h₁"}, "h₀, h₁"),
    ]
    for move, name, values, alive in steps:
        table.press(move)
        parts = table.message(name, **values), table.message("game-alive", states=alive)
        assert table.told() == " ".join([*parts, table.message("game-next", layer=4)])
    assert table.section.locator("[data-board-status][role=status]").count() == 1


REFUSED = [  # game, button, message, its values
    ("1-4-3", "overwrite 1", "law-first-state", {"state": "h₀"}),
    ("1-4-3", "drop 0", "law-first-state", {"state": "h₀"}),
    ("1-4-3", "forward 3", "law-live-input", {"layer": 3, "before": "h₂"}),
    ("1-4-3", "drop 2", "law-dropped-once", {"state": "h₂"}),
    ("1-4-3-a", "forward 1", "law-new-output", {"state": "h₁"}),
    ("1-4-3-aB", "forward 2", "law-dropped-once-gone", {"state": "h₁"}),
    ("1-4-3-aB", "drop 1", "law-dropped-once-gone", {"state": "h₁"}),
    ("1-4-3-ab", "forward 3", "law-budget", {"budget": 3}),
    ("1-4-3-aB", "reverse 2", "law-order", {"next": 4}),
    ("1-4-3-aBC", "reverse 4", "law-reverse-inputs", {"layer": 4, "before": "h₃", "after": "h₄", "state": "h₄"}),
    ("1-2-3-abznz", "reverse 1", "law-order-done", {}),
]


@pytest.mark.parametrize(("text", "move", "name", "values"), REFUSED)
def test_an_illegal_move_is_refused_in_words_and_nothing_is_lost(table, text, move, name, values):
    table.open(text)
    table.until(text)
    table.press(move)
    assert table.told() == f"{table.message(name, **values)} {table.message('game-kept')}"
    assert table.section.locator("[data-board-status]").get_attribute("data-how") == "refused"
    table.until(text)
    check_board(table, text)
    table.press_control("game-undo")
    table.press_control("game-redo")
    table.until(text)


def test_a_finished_game_takes_no_more_moves_and_says_why(table):
    table.open(BEST)
    table.until(BEST)
    assert table.possible() == []
    table.press("forward 1")
    assert table.told() == f"{table.message('game-finished')} {table.message('game-kept')}"
    check_board(table, BEST)


def test_undo_redo_and_back_to_the_start(table):
    for move in ("forward 1", "forward 2"):
        table.press(move)
    table.press_control("game-undo")
    table.until("1-4-3-a")
    check_board(table, "1-4-3-a")
    assert table.told().startswith(table.message("game-undone"))
    table.press_control("game-redo")
    table.until("1-4-3-ab")
    table.press_control("game-rewind")
    table.until("1-4-3")
    assert table.control("game-undo").get_attribute("aria-disabled") == "true"
    table.press_control("game-undo")  # no harm
    table.press_control("game-redo")
    table.press_control("game-redo")
    table.until("1-4-3-ab")
    assert table.control("game-redo").get_attribute("aria-disabled") == "true"
    check_board(table, "1-4-3-ab")


def test_another_size_and_back(table):
    table.press("forward 1")
    table.until("1-4-3-a")
    table.control("game-layers").select_option("6")
    table.control("game-states").select_option("13")
    assert table.control("game-states").input_value() == "7"
    assert table.told() == table.message("game-enough", states=7)
    table.section.locator("[data-new-game]").click()
    table.until("1-6-7")
    check_board(table, "1-6-7")
    table.page.go_back()
    table.until("1-4-3-a")
    check_board(table, "1-4-3-a")


def test_a_puzzle_is_one_click_away_and_other_settings_stay(table):
    table.section.locator('a[href="?game=1-8-5#game"]').click()
    table.until("1-8-5")
    check_board(table, "1-8-5")
    assert urlsplit(table.page.url).fragment == "game"


@pytest.mark.parametrize("width", [320, 390])
def test_a_narrow_screen_holds_the_largest_board(table, width):
    table.page.set_viewport_size({"width": width, "height": 800})
    table.open("1-12-3")
    table.until("1-12-3")
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in table.section.locator("[data-board] button").all():
        box = button.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["height"] >= 40
        assert button.evaluate("b => b.scrollWidth <= b.clientWidth + 1"), button.text_content()
