"""What the lessons answer to their controls: against the course's formulas, written out here once more."""

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.execute import execute
from checkpointing.schedule import uniform_blocks
from lesson.blocks import reference
from lesson.blocks.respond import CONTROLS, respond
from lesson.kit.controls import ControlError, from_address, text_of
from lesson.taste import respond as taste
from tests.core.oracles import by_mpmath

SLOTS = """
    layers width block alpha x bytes
    average full-bytes checkpoint-bytes full-multiplications checkpoint-multiplications boundary-vectors
    recomputed-layers storage-ratio multiplication-ratio gradient-alpha-full gradient-alpha-checkpoint
    gradient-difference formula-vectors peak-vectors full-peak-vectors framework-recomputed-layers
"""


def answer(**settings):
    texts = {name.rstrip("_"): text_of(value) for name, value in settings.items()}
    return respond(from_address(CONTROLS, {})[0] | texts)


def formulas(layers, width, block, bytes_per_value):
    blocks = ceil(layers / block)
    vectors = blocks + min(block, layers) + 2
    full = (layers + 3) * width
    return {
        "boundary-vectors": blocks + 1,
        "recomputed-layers": layers - blocks,
        "framework-recomputed-layers": layers,
        "full-bytes": full * bytes_per_value,
        "checkpoint-bytes": vectors * width * bytes_per_value,
        "full-multiplications": 2 * layers * width**2,
        "checkpoint-multiplications": (3 * layers - blocks) * width**2,
        "formula-vectors": vectors,
        "peak-vectors": vectors - (block < layers and layers % block > 0),
        "full-peak-vectors": layers + 3,
        "storage-ratio": vectors * width / full,
        "multiplication-ratio": (3 * layers - blocks) / (2 * layers),
        "gradient-difference": 0,
    }


def test_the_defaults_answer_the_reference_example():
    slots = answer().slots
    assert set(slots) == set(SLOTS.split())
    assert {name: slots[name] for name in formulas(16, 8, 4, 4)} == formulas(16, 8, 4, 4)
    assert slots["average"] == pytest.approx(0.206855620425539, rel=1e-14)
    assert slots["gradient-alpha-full"] == pytest.approx(2.499491416618070999, rel=1e-13)
    assert (slots["full-bytes"], slots["checkpoint-bytes"]) == (608, 320)
    assert (slots["full-multiplications"], slots["checkpoint-multiplications"]) == (2048, 2816)


def test_the_defaults_are_the_reference_example():
    defaults = {control.name: control.default for control in CONTROLS}
    assert defaults == {
        "layers": reference.LAYERS,
        "width": reference.WIDTH,
        "block": reference.BLOCK,
        "alpha": reference.ALPHA,
        "x": reference.X,
        "bytes": reference.BYTES_PER_VALUE,
    }


@pytest.mark.parametrize(
    ("layers", "width", "block", "alpha", "x", "bytes_"),
    [
        (16, 8, 4, 1, 0.5, 8),
        (16, 8, 64, 1, 0.5, 4),  # a block longer than the chain
        (16, 8, 5, 1.5, 0.5, 4),  # a short last block
        (1, 8, 1, 1, 0.5, 4),
        (1, 1, 64, 2, -2, 8),
        (16, 1, 4, 1, 0.5, 4),
        (16, 8, 4, 0, 0.5, 4),
        (16, 8, 4, 2, 2, 4),
        (16, 8, 4, 1, 0, 4),
        (7, 3, 2, 1.25, -0.75, 4),
        (64, 64, 8, 1, 0.5, 4),
    ],
)
def test_other_settings(layers, width, block, alpha, x, bytes_):
    slots = answer(layers=layers, width=width, block=block, alpha=alpha, x=x, bytes_=bytes_).slots
    expected = formulas(layers, width, block, bytes_)
    assert {name: slots[name] for name in expected} == expected
    said = (layers, width, block, alpha, x, bytes_)
    assert tuple(slots[name] for name in ("layers", "width", "block", "alpha", "x", "bytes")) == said
    if layers * width <= 256:
        output, of_alpha, of_input = by_mpmath(layers, width, alpha, x)
        assert slots["average"] == pytest.approx(float(output), rel=1e-13)
        for name in ("gradient-alpha-full", "gradient-alpha-checkpoint"):
            assert slots[name] == pytest.approx(float(of_alpha), rel=1e-13)
        rows = answer(layers=layers, width=width, block=block, alpha=alpha, x=x).tables["input-gradient"].rows
        assert [row.cells["full"] for row in rows] == pytest.approx([float(g) for g in of_input], rel=1e-12)


def test_where_nothing_flows_nothing_comes_back():
    dead = answer(alpha=0).slots
    assert (dead["average"], dead["gradient-alpha-full"], dead["gradient-difference"]) == (0, 0, 0)
    still = answer(x=0)
    assert still.slots["average"] == 0
    assert still.slots["gradient-alpha-full"] == 0
    assert [row.cells["full"] for row in still.tables["input-gradient"].rows] == pytest.approx([1 / 8] * 8)


def test_the_chain_is_odd_in_its_input():
    plus, minus = answer(x=1.5).slots, answer(x=-1.5).slots
    assert minus["average"] == -plus["average"]
    assert minus["gradient-alpha-full"] == -plus["gradient-alpha-full"]


@given(st.integers(1, 64), st.integers(1, 64), st.integers(1, 64), st.floats(0, 2), st.floats(-2, 2))
def test_both_passes_agree_exactly_and_counts_follow_the_formulas(layers, width, block, alpha, x):
    slots = answer(layers=layers, width=width, block=block, alpha=alpha, x=x).slots
    assert slots["gradient-difference"] == 0
    assert slots["gradient-alpha-full"] == slots["gradient-alpha-checkpoint"]
    expected = formulas(layers, width, block, 4)
    assert {name: slots[name] for name in expected} == expected


@pytest.mark.parametrize(("layers", "block"), [(16, 4), (16, 64), (1, 1), (7, 3), (64, 8)])
def test_the_table_has_a_row_for_every_block_size(layers, block):
    rows = answer(layers=layers, block=block, width=2).tables["blocks"].rows
    assert [row.key for row in rows] == [row.cells["block"] for row in rows] == list(range(1, layers + 1))
    for row in rows:
        expected = formulas(layers, 2, row.key, 4)
        columns = set(row.cells) - {"block"}
        assert {name: row.cells[name] for name in columns} == {name: expected[name] for name in columns}
    assert [row.key for row in rows if "current" in row.flags] == [
        min(block, layers)
    ]  # a longer block is the whole chain


def flagged(rows, flag):
    return [row.key for row in rows if flag in row.flags]


def test_at_16_layers_counting_finds_a_plateau_and_the_formula_one_block():
    rows = answer().tables["blocks"].rows
    assert flagged(rows, "cheapest-formula") == [4]
    assert flagged(rows, "cheapest-counted") == [3, 4, 5, 6]
    assert {row.cells["peak-vectors"] for row in rows if "cheapest-counted" in row.flags} == {10}


@pytest.mark.parametrize("layers", [1, 2, 3, 12, 37, 64])
def test_flagged_rows_are_the_cheapest_ones(layers):
    rows = answer(layers=layers).tables["blocks"].rows
    for flag, column in (("cheapest-formula", "formula-vectors"), ("cheapest-counted", "peak-vectors")):
        least = min(row.cells[column] for row in rows)
        assert flagged(rows, flag) == [row.key for row in rows if row.cells[column] == least] != []


def test_the_table_of_the_input_gradient_is_the_execution():
    run = execute(uniform_blocks(9, 4), 9, Chain(uniform_base(5), 1.5), first_state(5, -1))
    rows = answer(layers=9, width=5, block=4, alpha=1.5, x=-1).tables["input-gradient"].rows
    assert [row.key for row in rows] == list(range(5))
    assert [row.cells["checkpoint"] for row in rows] == run.gradient_input.tolist()
    assert {row.cells["difference"] for row in rows} == {0}


def test_moving_only_the_block_leaves_the_full_tape_as_it_was():
    """The run of the full tape is remembered between updates; it must not be one of other settings."""
    one, other, again = answer(x=0.5), answer(x=0.25), answer(x=0.5)
    assert one.slots == again.slots
    assert one.slots["average"] != other.slots["average"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("layers", "0"),
        ("layers", "65"),
        ("width", "1.5"),
        ("block", ""),
        ("alpha", "nan"),
        ("alpha", "2.01"),
        ("x", "1e400"),
        ("x", "<b>"),
        ("bytes", "5"),
        ("layers", "9" * 10_000),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(name, text):
    texts = from_address(CONTROLS, {})[0]
    with pytest.raises(ControlError) as caught:
        respond(texts | {name: text})
    assert caught.value.name == name
    with pytest.raises(ControlError):
        respond({n: t for n, t in texts.items() if n != name})


@pytest.mark.parametrize("block", range(1, 17))
def test_the_taste_is_the_reference_example_at_one_block_size(block):
    got, expected = taste.respond({"block": str(block)}), formulas(16, 8, block, 4)
    names = {"storage-ratio", "multiplication-ratio", "recomputed-layers", "checkpoint-bytes", "full-bytes"}
    assert set(got.slots) == names | {"block"}
    assert {name: got.slots[name] for name in names} == {name: expected[name] for name in names}
    assert got.slots["block"] == block
    assert got.pictures == {"ratios": answer(block=block).pictures["ratios"]}


@pytest.mark.parametrize("text", ["0", "17", "", "4.5", "four"])
def test_the_taste_refuses_what_is_no_block_size(text):
    with pytest.raises(ControlError, match="block"):
        taste.respond({"block": text})
