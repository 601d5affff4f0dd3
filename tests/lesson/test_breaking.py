"""Each switch breaks what the page says it breaks: peaks are counted, gradients compared, runs executed."""

import pytest

from checkpointing.frameworks import framework_blocks
from checkpointing.referee import watch
from checkpointing.strategy import Strategy, plan
from lesson.kit.controls import from_address
from lesson.schedules.breaking import Mistake, broken, notes, picture, slots
from lesson.schedules.respond import CONTROLS, respond


def numbers(mistake: str, strategy: str = "sqrt-blocks", layers: int = 16, states: int = 8) -> dict[str, float]:
    return slots(broken(Mistake(mistake), plan(strategy, layers, states), 8, 1.0, 0.5))


# 16 layers; beside blocks of 4: kept, peak in vectors and recomputed layers, done right and broken.
TABLE = [
    ("keep-restored", "sqrt-blocks", (5, 10, 12), (5, 19, 12)),
    ("keep-restored", "revolve", (8, 10, 9), (8, 19, 9)),
    ("keep-restored", "full-tape", (17, 19, 0), (17, 19, 0)),
    ("one-block", "sqrt-blocks", (5, 10, 16), (2, 19, 16)),
    ("every-layer", "sqrt-blocks", (5, 10, 16), (17, 19, 16)),
    ("last-unwrapped", "sqrt-blocks", (5, 10, 16), (8, 10, 12)),
    ("last-unwrapped", "revolve", (5, 10, 16), (8, 10, 12)),
    ("last-unwrapped", "uniform-blocks", (7, 10, 16), (7, 10, 15)),
    ("other-masks", "sqrt-blocks", (5, 10, 12), (5, 10, 12)),
    ("other-masks", "revolve", (8, 10, 9), (8, 10, 9)),
]


@pytest.mark.parametrize(("mistake", "strategy", "right", "wrong"), TABLE)
def test_what_is_kept_what_is_alive_and_what_runs_again(mistake, strategy, right, wrong):
    found = numbers(mistake, strategy)
    for name, expected in (("right", right), ("broken", wrong)):
        assert tuple(found[f"{name}-{what}"] for what in ("kept", "peak-vectors", "recomputed")) == expected
    assert found["full-peak-vectors"] == 19


@pytest.mark.parametrize("mistake", [m for m in Mistake if m is not Mistake.OTHER_MASKS])
@pytest.mark.parametrize("strategy", Strategy)
def test_gradients_stay_right_to_the_last_bit_where_numbers_are_made_again_as_they_were(mistake, strategy):
    found = numbers(mistake, strategy)
    assert found["right-difference"] == found["broken-difference"] == 0


@pytest.mark.parametrize("strategy", [s for s in Strategy if s is not Strategy.FULL_TAPE])
def test_other_masks_make_the_gradient_wrong_and_the_same_masks_do_not(strategy):
    found = numbers("other-masks", strategy)
    assert found["right-difference"] == 0
    assert found["broken-difference"] > 0.05 * abs(found["right-gradient-alpha"])
    assert abs(found["broken-gradient-alpha"] - found["right-gradient-alpha"]) <= found["broken-difference"]


def test_blocks_are_the_plans_or_the_square_root_rules():
    assert numbers("one-block", "uniform-blocks")["right-block"] == 3
    assert numbers("one-block", "nested-blocks")["right-block"] == 3
    assert numbers("one-block", "revolve")["right-block"] == 4
    assert numbers("one-block", "revolve", layers=1)["right-block"] == 1
    assert numbers("keep-restored", "uniform-blocks")["right-block"] == 0


def test_what_does_no_harm_is_said_to_do_none():
    def harmless(mistake, strategy):
        runs = broken(Mistake(mistake), plan(strategy, 16, 8), 8, 1.0, 0.5)
        return "broken-harmless" in notes(Mistake(mistake), runs)

    assert harmless("last-unwrapped", "sqrt-blocks")
    assert harmless("keep-restored", "full-tape")
    assert harmless("other-masks", "full-tape")
    for mistake in ("keep-restored", "one-block", "every-layer", "other-masks"):
        assert not harmless(mistake, "sqrt-blocks"), mistake


def test_the_picture_draws_both_runs_below_the_full_tapes_peak():
    runs = broken(Mistake.OTHER_MASKS, plan("sqrt-blocks", 16, 8), 8, 1.0, 0.5)
    alive, adjoints = picture(runs).panels
    full, right, wrong = alive.drawn
    assert list(full.y) == [19, 19]
    assert (
        list(right.y[:-1]) == list(wrong.y[:-1]) == list(watch(plan("sqrt-blocks", 16, 8).actions(), 16).live_vectors)
    )
    assert [line.name for line in adjoints.drawn] == ["right", "broken"]
    assert adjoints.drawn[0].y[16] == adjoints.drawn[1].y[16]
    assert adjoints.drawn[0].y[0] != adjoints.drawn[1].y[0]
    for panel in (alive, adjoints):
        assert all(0 <= y <= panel.y.high for line in panel.drawn for y in line.y)


def test_one_wrapped_block_is_drawn_up_to_the_full_tapes_peak():
    runs = broken(Mistake.ONE_BLOCK, plan("sqrt-blocks", 16, 8), 8, 1.0, 0.5)
    assert list(picture(runs).panels[0].drawn[2].y[:-1]) == list(watch(framework_blocks(16, 16), 16).live_vectors)


@pytest.mark.parametrize("mistake", Mistake)
@pytest.mark.parametrize("query", [{"layers": "1"}, {"alpha": "0"}, {"x": "0"}, {"width": "1", "layers": "9"}])
def test_the_edges_of_the_settings_are_answered(mistake, query):
    texts, refused = from_address(
        CONTROLS, {"mistake": str(mistake), "plan-a": "revolve", "plan-b": "revolve", **query}
    )
    assert refused == []
    answer = respond(texts)
    assert answer.slots["right-difference"] == 0
    assert answer.pictures["breaking"].panels[1].y.high > 0
    assert set(answer.programs) == {"jax", "pytorch"}


@pytest.mark.parametrize(
    ("mistake", "outer", "same"),
    [("every-layer", 1, True), ("every-layer", 2, False), ("one-block", 16, True), ("last-unwrapped", 16, False)],
)
def test_where_the_right_schedule_is_the_broken_one_that_is_said_and_not_that_it_does_no_harm(mistake, outer, same):
    texts = {"plan-a": "frameworks", "outer-a": str(outer), "states": "17", "mistake": mistake}
    told = respond(from_address(CONTROLS, {})[0] | texts).notes
    assert ("broken-same" in told) == same
    assert not same or "broken-harmless" not in told
