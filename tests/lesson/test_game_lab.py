"""What the page shows and says of a game follows from its text alone."""

import pytest

from checkpointing.referee import ScheduleError
from checkpointing.revolve import optimal_cost
from checkpointing.schedule import Forward
from lesson.kit.controls import ControlError, from_address
from lesson.schedules.game import MoveError, every_move, new_game, play, position
from lesson.schedules.game_lab import CONTROLS, respond
from lesson.schedules.game_says import did, refused, stands
from lesson.schedules.game_text import read_game
from tests.pages.test_messages import BOARD

BEST, ABOVE, UNFINISHED = "1-4-3-aBCdzpaBzoaznzm", "1-4-5-amabcdzpzoznzm", "1-4-3-aBCdz"


def test_the_page_begins_with_the_first_puzzle():
    texts, errors = from_address(CONTROLS, {})
    assert (texts, errors) == ({"game": "1-4-3"}, [])
    answer = respond(texts)
    assert answer.slots["game-moves"] == answer.slots["game-forward"] == 0
    assert (answer.reels, answer.notes) == ({}, frozenset())


def test_the_score_stands_beside_the_optimum():
    slots = respond({"game": ABOVE}).slots
    assert slots["game-forward"] == 5
    assert slots["game-recomputed"] == 1
    assert slots["game-peak-states"] == 5
    assert slots["game-optimal-recomputed"] == slots["game-at-peak-recomputed"] == 0
    for layers in range(2, 13):
        for states in range(3, layers + 2):
            slots = respond({"game": f"1-{layers}-{states}"}).slots
            assert slots["game-optimal-recomputed"] == optimal_cost(layers, states).recomputed_layers
            assert slots["game-optimal-forward"] == layers + slots["game-optimal-recomputed"]


def test_a_game_below_its_budget_is_compared_with_what_it_used():
    slots = respond({"game": BEST.replace("1-4-3", "1-4-5")}).slots
    assert (slots["game-peak-states"], slots["game-recomputed"]) == (3, 3)
    assert (slots["game-optimal-recomputed"], slots["game-at-peak-recomputed"]) == (0, 3)


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("1-4-3", set()),
        (UNFINISHED, {"game-begun"}),
        (BEST, {"game-begun", "game-optimal"}),
        (ABOVE, {"game-begun", "game-above"}),
    ],
)
def test_notes_say_whether_the_game_has_begun_and_how_it_ended(text, notes):
    assert respond({"game": text}).notes == notes


def named(picture, name):
    return [drawn for panel in picture.panels for drawn in panel.drawn if drawn.name == name]


def test_a_finished_game_is_a_point_in_the_plane_with_a_best_schedule_beside_its_grid():
    for text in (BEST, ABOVE):
        answer = respond({"game": text})
        (point,) = named(answer.pictures["game-plane"], "side-played")
        assert (*point.x, *point.y) == (answer.slots["game-peak-states"], answer.slots["game-recomputed"])
        assert len(answer.pictures["game"].panels) == 3
        (best,) = named(answer.pictures["game"], "side-best")
        assert max(best.y) <= answer.slots["game-peak-states"]
    unfinished = respond({"game": UNFINISHED})
    assert named(unfinished.pictures["game-plane"], "side-played") == []
    assert len(unfinished.pictures["game"].panels) == 2


def test_the_grid_holds_exactly_the_states_of_the_game():
    picture = respond({"game": "1-3-3-aBc"}).pictures["game"]
    (state,) = named(picture, "state")
    assert set(state.spans) == {(0, 3, 0), (0, 1, 1), (1, 3, 2), (2, 3, 3)}
    assert respond({"game": "1-3-3"}).pictures["game"].panels[0].x.high == 3 + optimal_cost(3, 3).forward_layers


def test_the_reel_has_a_frame_for_each_step_and_none_for_a_drop():
    reel = respond({"game": BEST}).reels["game"]
    assert len(reel) == 4 + 7
    assert reel[10].slots["game-moments"] == len(reel)
    assert reel[1].says["played"] == (("step-forward-overwriting", {"layer": 2, "before": "h₁", "after": "h₂"}),)
    assert reel[0].says.keys() == {"played", "best"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "game-form"), ("x" * 10_000, "game-form"), ("3-4-3", "game-version"), ("1-4-3-b", "game-move")],
)
def test_what_is_no_game_is_refused_as_a_control_s_text(text, reason):
    with pytest.raises(ControlError) as caught:
        respond({"game": text})
    assert (caught.value.name, caught.value.reason, caught.value.default) == ("game", reason, "1-4-3")
    texts, errors = from_address(CONTROLS, {"game": text})
    assert texts == {"game": "1-4-3"}
    assert [error.reason for error in errors] == [reason]


def test_the_address_of_a_page_is_taken_for_the_game_in_it():
    for text in (BEST, f"game={BEST}", f"https://example.org/a/ko.html?layers=8&game={BEST}&states=3#game"):
        assert from_address(CONTROLS, {"game": text}) == ({"game": BEST}, [])


SAID = [  # game, what its last move did, where it stands
    ("1-4-3-a", ("step-forward", "game-alive", "game-next")),
    ("1-4-3-aB", ("step-forward-overwriting", "game-alive", "game-next")),
    ("1-4-3-am", ("game-dropped", "game-alive", "game-next")),
    ("1-4-3-ama", ("step-again", "game-alive", "game-next")),
    ("1-4-3-abnB", ("step-again-overwriting", "game-alive", "game-next")),
    ("1-4-3-aBCdz", ("step-reverse", "game-alive", "game-next")),
    ("1-2-3-abznz", ("step-reverse", "game-alive", "game-all-back")),
    (BEST, ("game-dropped", "game-finished-optimal")),
    (ABOVE, ("game-dropped", "game-finished-above")),
]


@pytest.mark.parametrize(("text", "names"), SAID)
def test_what_is_said_of_a_move(text, names):
    game = read_game(text)
    assert tuple(name for name, _ in (*did(game), *stands(game))) == names


def test_what_is_alive_is_named_from_below():
    game = read_game("1-4-3-aBCd")
    assert stands(game)[0] == ("game-alive", {"states": "h₀, h₃, h₄"})
    assert did(read_game("1-4-3")) == ()


def test_every_refusal_that_a_board_can_meet_has_a_message_with_its_places():
    """Wherever a short walk over the board leads: what is refused there is said by one of these, with all they name."""
    laws = {name: places for name, places in BOARD.items() if name.startswith("law-")}
    met, seen, waiting = set(), set(), [new_game(3, 3)]
    while waiting:
        game = waiting.pop()
        where = position(game)
        made = frozenset(life.layer for life in where.report.lives)
        if (where.live_states, where.next_reverse, made) in seen or where.finished:
            continue
        seen.add((where.live_states, where.next_reverse, made))
        for move in every_move(3):
            try:
                waiting.append(play(game, move))
            except ScheduleError as error:
                (name, values), kept = refused(game, move, error)
                assert laws[name] <= values.keys()
                assert kept == ("game-kept", {})
                met.add(name)
    assert met == laws.keys()


@pytest.mark.parametrize("reason", ["finished", "too-many"])
def test_the_game_s_own_refusals(reason):
    assert refused(new_game(2, 3), Forward(1), MoveError(reason, 6)) == ((f"game-{reason}", {}), ("game-kept", {}))
