"""The second lesson's right choices and numbers, computed from the core at the very settings the page links to."""

import re
from itertools import pairwise, takewhile
from urllib.parse import parse_qsl, urlsplit

import pytest

from checkpointing.bisection import bisection
from checkpointing.frameworks import framework_cost
from checkpointing.mistakes import keep_restored
from checkpointing.referee import watch
from checkpointing.revolve import optimal_cost, revolve
from checkpointing.schedule import Forward, uniform_blocks
from checkpointing.settings import uniform_settings
from checkpointing.strategy import plan
from lesson.kit.controls import from_address
from lesson.schedules.programs import recomputed_layers
from lesson.schedules.questions import QUIZ
from lesson.schedules.respond import CONTROLS, respond
from tests.pages.document import Element, read

KO, EN = "lesson/schedules/ko.html", "lesson/schedules/en.html"
pages = pytest.mark.parametrize("page", [KO, EN])
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def right(question: str) -> str:
    return QUIZ.questions[question][1]


def fieldset(page: str, question: str) -> Element:
    return read(page).one("fieldset", data_question=question)


def numbers(text: str) -> set[int]:
    return {int(n) for n in re.findall(r"\d+", text)}


def first_numbers(page: str, question: str) -> dict[str, int]:
    labels = fieldset(page, question).all("label")
    return {label.one("input")["value"]: first_number(label.text()) for label in labels}


def first_number(text: str) -> int:
    return int(re.search(r"\d+", text)[0])


def reason(page: str, question: str, choice: str) -> str:
    return fieldset(page, question).one("p", data_when=choice).text()


def settings(page: str, question: str) -> dict[str, str]:
    """The settings that the question's own link sets."""
    return dict(parse_qsl(urlsplit(fieldset(page, question).one("a", data_settings=None)["href"]).query))


def answered(question: str) -> dict[str, float]:
    """The slots of the lesson at the settings that the question links to."""
    assert settings(KO, question) == settings(EN, question)
    texts, refused = from_address(CONTROLS, settings(KO, question))
    assert refused == []
    return dict(respond(texts).slots)


def kept_in_the_first_sweep(actions) -> list[int]:
    """The states, h_0 apart, over which the layer after them is not written while the forward pass runs."""
    sweep = list(takewhile(lambda action: isinstance(action, Forward), actions))
    return [one.layer for one, following in pairwise(sweep) if not following.overwrite]


def test_there_are_at_least_eight():
    assert len(QUIZ.questions) >= 8


@pages
def test_eight_states_buy_the_optimum(page):
    offered, found = first_numbers(page, "eight-states"), answered("eight-states")
    assert list(offered.values()) == [12, plan("uniform-blocks", 16, 8).cost.recomputed_layers, 9]
    assert offered[right("eight-states")] == optimal_cost(16, 8).recomputed_layers == found["b-recomputed"] == 9
    assert found["a-recomputed"] == 10
    assert watch(uniform_blocks(16, 4), 16).recomputed_layers == 12
    assert numbers(reason(page, "eight-states", "a")) == {4, 8, 12, 3, 10, 9}
    assert numbers(reason(page, "eight-states", "b")) == {10, 7, 4, 5, 9}
    assert numbers(reason(page, "eight-states", "c")) == {8, 9, 10}


@pages
def test_the_square_root_rule_finds_one_lowest_peak_of_several(page):
    rows = uniform_settings(16)
    lowest = [size for (size,), peak in zip(rows.sizes.tolist(), rows.peak_states.tolist(), strict=True) if peak == 8]
    assert (lowest, rows.least_states) == ([3, 4, 5, 6], 8)
    found = answered("sqrt-is-best")
    assert (found["a-peak-states"], found["b-peak-states"]) == (8, 8)
    assert right("sqrt-is-best") == ("yes" if found["a-recomputed"] <= found["b-recomputed"] else "no")
    assert (found["a-recomputed"], found["b-recomputed"], found["b-outer"]) == (12, 10, 3)
    assert numbers(reason(page, "sqrt-is-best", "yes")) == {3, 5, 6, 8, 10, 4, 12}
    assert numbers(reason(page, "sqrt-is-best", "no")) == {8, 3, 4, 5, 6, 10}


@pages
def test_held_states_cost_the_full_tape_and_the_recomputing(page):
    found = answered("held-references")
    assert found["broken-peak-vectors"] == found["full-peak-vectors"] == 19
    assert found["broken-recomputed"] == found["right-recomputed"] == 9
    assert watch(keep_restored(revolve(16, 8)), 16).peak_states == 17
    assert right("held-references") == "b"
    assert numbers(reason(page, "held-references", "a")) == {17}
    assert numbers(reason(page, "held-references", "b")) == {17, 2, 19, 9}
    assert numbers(reason(page, "held-references", "c")) == {9}


@pages
def test_one_block_is_restored_whole(page):
    found, offered = answered("one-block"), first_numbers(page, "one-block")
    assert min(numbers(fieldset(page, "one-block").one("legend").text())) == found["broken-kept"] == 2
    assert offered["a"] == found["broken-kept"] + 2
    assert offered["b"] == found["right-peak-vectors"] == 10
    assert offered[right("one-block")] == found["broken-peak-vectors"] == 19


@pages
def test_single_layers_wrapped_keep_all_and_run_all_again(page):
    found = answered("every-layer")
    assert found["broken-peak-vectors"] == found["full-peak-vectors"] == 19
    assert found["broken-recomputed"] == 16
    assert right("every-layer") == "a"
    assert numbers(reason(page, "every-layer", "a")) == {19, 16}


@pages
def test_an_unwrapped_last_block_leaves_the_peak_alone(page):
    found = answered("last-block")
    assert found["broken-kept"] - found["right-kept"] == 3
    assert {found["right-kept"], found["broken-kept"]} <= numbers(fieldset(page, "last-block").one("legend").text())
    change = found["broken-peak-vectors"] - found["right-peak-vectors"]
    assert right("last-block") == {3: "a", 0: "b", -3: "c"}[change]
    assert (found["right-peak-vectors"], found["right-recomputed"], found["broken-recomputed"]) == (10, 16, 12)
    assert numbers(reason(page, "last-block", "b")) == {10, 16, 12}


def test_new_masks_show_in_the_gradient_alone():
    found = answered("new-masks")
    assert found["broken-peak-vectors"] == found["right-peak-vectors"]
    assert found["broken-recomputed"] == found["right-recomputed"]
    assert found["right-difference"] == 0 < found["broken-difference"]
    assert right("new-masks") == "c"


@pages
def test_only_blocks_keep_the_same_states_whatever_the_length(page):
    def begins_alike(plan_of):
        short, long = (kept_in_the_first_sweep(plan_of(layers)) for layers in (16, 18))
        return short[:4] == long[:4]

    begins = {"a": lambda n: uniform_blocks(n, 3), "b": lambda n: revolve(n, 8), "c": bisection}
    assert {choice for choice, plan_of in begins.items() if begins_alike(plan_of)} == {right("unknown-length")}
    assert kept_in_the_first_sweep(uniform_blocks(16, 3))[:4] == [3, 6, 9, 12]
    assert kept_in_the_first_sweep(revolve(16, 8))[:2] == [7, 11]
    assert kept_in_the_first_sweep(revolve(17, 8))[:2] == [7, 12]
    assert (kept_in_the_first_sweep(bisection(16))[0], kept_in_the_first_sweep(bisection(18))[0]) == (8, 9)
    assert numbers(reason(page, "unknown-length", "b").translate(SUBSCRIPTS)) == {
        7,
        11,
        12,
        16,
        17,
        2,
        5,
    }  # with 2.5, a section
    assert numbers(reason(page, "unknown-length", "c").translate(SUBSCRIPTS)) == {8, 9, 16, 18}
    assert plan("uniform-blocks", 17, 8).sizes == plan("uniform-blocks", 16, 8).sizes == (3,)


def test_the_block_size_changes_no_recomputed_layer_in_a_framework():
    again = {framework_cost(16, block).recomputed_layers for block in range(1, 17)}
    assert again == {16} == {answered("which-block")["a-recomputed"]}
    assert right("which-block") == "b"


@pages
def test_a_framework_runs_the_optimums_parts_to_their_end(page):
    found = answered("revolve-in-jax")
    assert (found["a-recomputed"], found["program-recomputed"]) == (9, 24)
    assert recomputed_layers(plan("revolve", 16, 8)) - found["a-recomputed"] == 15
    assert right("revolve-in-jax") == "a"
    assert {9, 24} <= numbers(fieldset(page, "revolve-in-jax").one("legend").text())
    assert 15 in numbers(reason(page, "revolve-in-jax", "a") + fieldset(page, "revolve-in-jax").all("label")[0].text())


@pages
def test_no_question_gives_its_answer_away_in_the_page(page):
    for question in read(page).all("fieldset", data_question=None):
        assert not any("checked" in i.attributes for i in question.all("input"))
        assert len(question.all("p", data_right=None)) == 1
        assert question.one("p", data_right=None)["data-when"] == right(question["data-question"])
