"""The right choices, and every number in the explanations, are computed here from the core and from executions."""

import re

import pytest

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.cost import BlockCost
from checkpointing.execute import execute, largest_difference
from checkpointing.referee import watch
from checkpointing.schedule import Drop, Forward, full_tape, uniform_blocks
from lesson.blocks.questions import QUIZ
from lesson.blocks.reference import ALPHA, BLOCK, BYTES_PER_VALUE, LAYERS, WIDTH, X
from tests.pages.document import EN, KO, Element, read

COST = BlockCost(LAYERS, WIDTH, BLOCK, BYTES_PER_VALUE)
pages = pytest.mark.parametrize("page", [KO, EN])


def run(plan):
    return execute(plan, LAYERS, Chain(uniform_base(WIDTH), ALPHA), first_state(WIDTH, X))


def right(question: str) -> str:
    return QUIZ.questions[question][1]


def fieldset(page: str, question: str) -> Element:
    return read(page).one("fieldset", data_question=question)


def first_number(text: str) -> int:
    return int(re.search(r"[\d,]+", text)[0].replace(",", ""))


def numbers(element: Element) -> set[int]:
    return {int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\d|\d", element.text())}


def explanation(page: str, question: str, choice: str) -> set[int]:
    return numbers(fieldset(page, question).one("p", data_when=choice))


def choices(page: str, question: str) -> dict[str, int]:
    labels = fieldset(page, question).all("label")
    return {label.one("input")["value"]: first_number(label.text()) for label in labels}


def keeping_restored_states(layers: int, block: int):
    """Block replay that forgets to drop what it restored, until the reverse pass is over."""
    waiting = []
    for action in uniform_blocks(layers, block):
        inner = isinstance(action, Drop) and action.state % block and action.state < layers
        if inner:
            waiting.append(action)
        else:
            yield action
    yield from waiting


def restoring_all_before_reversing(layers: int, block: int):
    """Every block restored first, then the whole chain reversed: what "kept at the same time" means."""
    actions = list(uniform_blocks(layers, block))
    forwards = [a for a in actions if isinstance(a, Forward)]
    yield from forwards
    yield from [a for a in actions if not isinstance(a, Forward)]


@pages
def test_of_three_block_sizes_one_has_the_smallest_estimate(page):
    estimates = {
        choice: BlockCost(LAYERS, WIDTH, block, BYTES_PER_VALUE).peak_bytes
        for choice, block in choices(page, "smallest-storage").items()
    }
    assert list(choices(page, "smallest-storage").values()) == [1, 4, 16]
    assert min(estimates, key=estimates.get) == right("smallest-storage")
    assert list(estimates.values()).count(min(estimates.values())) == 1
    for choice, estimate in estimates.items():
        assert estimate in explanation(page, "smallest-storage", choice)


def test_the_whole_chain_in_one_block_restores_its_whole_inside():
    whole = BlockCost(LAYERS, WIDTH, LAYERS, BYTES_PER_VALUE)
    assert (whole.boundary_vectors, whole.recomputed_layers, whole.peak_bytes) == (2, 15, 608)
    for page in KO, EN:
        assert {2, 15, 608} <= explanation(page, "smallest-storage", "c")


@pages
def test_what_is_kept_is_not_the_peak(page):
    replay = run(uniform_blocks(LAYERS, BLOCK))
    kept = replay.live_vectors[LAYERS - 1]
    offered = choices(page, "kept-and-peak")
    assert (kept, offered["a"]) == (COST.boundary_vectors, kept)
    assert offered["b"] == replay.report.peak_states
    assert offered[right("kept-and-peak")] == replay.peak_vectors == 10
    assert len(set(offered.values())) == 3
    assert explanation(page, "kept-and-peak", "c") == {5, 3, 2}
    assert COST.boundary_vectors + (BLOCK - 1) + 2 == replay.peak_vectors


@pages
def test_without_dropping_the_gain_is_gone(page):
    dropping = watch(uniform_blocks(LAYERS, BLOCK), LAYERS)
    full = watch(full_tape(LAYERS), LAYERS)
    kept = watch(restoring_all_before_reversing(LAYERS, BLOCK), LAYERS)
    assert kept.peak_vectors == full.peak_vectors > dropping.peak_vectors
    assert watch(keeping_restored_states(LAYERS, BLOCK), LAYERS).peak_vectors > dropping.peak_vectors
    assert right("keep-all-blocks") == "no"
    paid = COST.multiplications - COST.full_tape.multiplications
    said = {COST.recomputed_layers, COST.boundary_vectors, kept.peak_states, COST.full_tape.peak_bytes, paid, BLOCK}
    assert explanation(page, "keep-all-blocks", "yes") == said == {12, 5, 17, 608, 768, 4}
    assert explanation(page, "keep-all-blocks", "no") == {COST.peak_bytes}


@pages
def test_restored_states_give_the_same_gradients(page):
    replay = run(uniform_blocks(LAYERS, BLOCK))
    difference = largest_difference(run(full_tape(LAYERS)), replay)
    assert right("same-gradients") == ("yes" if difference == 0 else "no")
    assert replay.recomputed_layers == first_number(fieldset(page, "same-gradients").one("legend").text()) == 12
    assert explanation(page, "same-gradients", "yes") == explanation(page, "same-gradients", "no") == {0}


@pages
def test_the_other_numbers_in_questions_and_explanations(page):
    assert explanation(page, "count-is-time", "yes") == {COST.multiplications} == {2816}
    said = numbers(fieldset(page, "model-file").one("legend"))
    assert said == {COST.full_tape.peak_bytes, COST.peak_bytes} == {608, 320}


@pages
def test_no_question_gives_its_answer_away_in_the_page(page):
    for question in read(page).all("fieldset", data_question=None):
        assert "data-answer" not in question.attributes
        assert not any("checked" in i.attributes for i in question.all("input"))
