"""A game is kept in the address, shared, replayed, and a finished one stands in the plane."""

from urllib.parse import urlsplit

import pytest

from lesson.schedules.game import score
from lesson.schedules.game_lab import respond
from lesson.schedules.game_text import read_game
from tests.browser.game_table import BEST, BEST_MOVES, EN, KO, START, Table, address_of, check_board


def test_the_finished_game_stands_in_the_plane_and_beside_a_best_one(table):
    plane = table.section.locator('[data-figure="game-plane"] [data-drawing] .mark-side-played path')
    grids = table.section.locator('[data-figure="game"] [data-drawing] .mark-used')
    table.open("1-4-3-aBCdzpaBzoaznz")
    table.until("1-4-3-aBCdzpaBzoaznz")
    assert (plane.count(), grids.count()) == (0, 1)
    table.press("drop 1")
    table.until(BEST)
    assert (plane.count(), grids.count()) == (1, 2)
    # An own point on the frontier, exactly where the optimum's dot for this peak is.
    dots = table.section.locator('[data-figure="game-plane"] [data-drawing] .mark-revolve path').last.get_attribute("d")
    assert plane.get_attribute("d").strip() in dots


def test_a_game_above_the_optimum_is_told_so(table):
    text = "1-4-5-amabcdzpzoznzm"
    table.open(text)
    table.until(text)
    scored = score(read_game(text))
    assert not scored.is_optimal
    values = {"recomputed": 1, "peak": 5, "optimum": 0}
    assert table.told() == table.message("game-finished-above", **values)
    assert table.section.locator('[data-note="game-above"]').is_visible()
    assert table.slot("game-at-peak-recomputed") == "0"


def test_a_game_can_be_replayed_and_the_board_stays(table):
    table.open(BEST)
    table.until(BEST)
    steps = len(respond({"game": BEST}).reels["game"])
    assert table.slot("game-moments") == str(steps)
    scrubber = table.control("game-moment")
    scrubber.focus()
    table.page.keyboard.press("Home")
    table.page.keyboard.press("ArrowRight")
    assert table.slot("game-moment") == "2"
    says = table.message("step-forward-overwriting", layer=2, before="h₁", after="h₂")
    assert table.section.locator('[data-says="played"]').inner_text() == says
    moved = table.section.locator('[data-figure="game"] [data-drawing] .mark-now').first.get_attribute("transform")
    assert not moved.startswith("translate(0.00")
    check_board(table, BEST)
    table.page.keyboard.press("End")
    assert table.slot("game-moment") == str(steps)


def test_a_replay_ends_with_the_game_it_plays(table):
    table.open(BEST)
    table.until(BEST)
    table.control("game-moment").press("Home")
    play = table.section.locator("[data-play]")
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    table.press_control("game-rewind")
    table.until(START)
    assert play.get_attribute("aria-pressed") == "false"
    table.page.wait_for_timeout(1_500)  # more than two of its frames
    assert (table.slot("game-moment"), table.slot("game-moments")) == ("0", "0")


def test_a_game_is_shared_and_opened(table, visit):
    table.opened.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for move in BEST_MOVES.split(", ")[:6]:
        table.press(move)
    text = BEST[: len("1-4-3-") + 6]
    table.until(text)
    assert address_of(table.opened) == text
    table.section.locator("details summary").click()
    table.control("copy-address").click()
    said = table.section.locator("[data-status]")
    table.opened.until("text => document.querySelector('#game [data-status]').textContent.includes(text)", text)
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert said.inner_text() == table.message("copied", address=copied)
    assert urlsplit(copied).fragment == "game"
    table.section.locator("details summary").click()
    other = Table(visit(copied.removeprefix(table.opened.address.split("lesson/")[0])).until_ready())
    other.until(text)
    check_board(other, text)
    # The address typed into another board opens it, too.
    table.open(START)
    table.until(START)
    table.open(copied)
    table.until(text)
    check_board(table, text)


BROKEN = [  # text, message, its values
    ("no game at all", "game-form", {}),
    ("2-4-3-a", "game-version", {}),
    ("1-40-3", "game-size", {}),
    ("1-4-3-abc", "game-move", {"place": 3}),
    ("<b onclick=hurt()>", "game-form", {}),
]


@pytest.mark.parametrize(("text", "name", "values"), BROKEN)
def test_a_broken_text_is_told_beside_its_field_and_the_board_stays(table, text, name, values):
    table.press("forward 1")
    table.until("1-4-3-a")
    table.open(text)
    table.opened.until("document.querySelector('#game-error').textContent !== ''")
    assert table.section.locator("#game-error").text_content() == table.message(name, value=text, **values)
    assert table.control("game").get_attribute("aria-invalid") == "true"
    assert address_of(table.opened) == "1-4-3-a"
    assert table.alive() == [0, 1]
    table.press("forward 2")
    table.until("1-4-3-ab")
    assert table.section.locator("#game-error").text_content() == ""


@pytest.mark.parametrize("page", [KO, EN])
@pytest.mark.parametrize("text", ["1-4-3-abc", "x" * 5_000])
def test_a_broken_address_is_told_and_a_game_can_be_played_all_the_same(visit, page, text):
    opened = visit(f"{page}?game={text}&layers=8").until_ready()
    table = Table(opened)
    table.until(START)
    check_board(table, START)
    shown = text if len(text) <= 40 else text[:39] + "…"
    said = table.message("address-fallback", name=table.message("name-game"), value=shown, default=START)
    opened.until("said => document.querySelector('#game [data-status]').textContent === said", said)
    table.press("forward 1")
    table.until("1-4-3-a")
    assert opened.said == []


def test_a_game_stays_when_the_page_is_loaded_again(visit):
    table = Table(visit(KO).until_ready())
    table.press("forward 1")
    table.until("1-4-3-a")
    table.page.reload()
    table.opened.until_ready()
    table.until("1-4-3-a")
    check_board(table, "1-4-3-a")


def test_what_is_unmounted_listens_no_more(visit):
    table = Table(visit(EN).until_ready())
    table.opened.run_python("from lesson.kit.page import unmount\nunmount('#lesson')")
    before = table.told()
    table.press("forward 1")
    table.press_control("game-undo")
    assert (table.told(), table.text(), table.alive()) == (before, START, [0])
    assert table.opened.said == []
