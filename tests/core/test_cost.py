"""The closed forms give the lesson's numbers, and counting gives the closed forms."""

import pytest

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.cost import BlockCost, FullTapeCost
from checkpointing.execute import execute
from checkpointing.referee import watch
from checkpointing.schedule import full_tape, uniform_blocks

REFERENCE = [  # L = 16, W = 8, 4 bytes: block, boundary vectors, recomputed layers, bytes, multiplications
    (1, 17, 0, 608, 2048),
    (2, 9, 8, 384, 2560),
    (3, 7, 10, 352, 2688),
    (4, 5, 12, 320, 2816),
    (5, 5, 12, 352, 2816),
    (6, 4, 13, 352, 2880),
    (7, 4, 13, 384, 2880),
    (8, 3, 14, 384, 2944),
    (9, 3, 14, 416, 2944),
    (10, 3, 14, 448, 2944),
    (11, 3, 14, 480, 2944),
    (12, 3, 14, 512, 2944),
    (13, 3, 14, 544, 2944),
    (14, 3, 14, 576, 2944),
    (15, 3, 14, 608, 2944),
    (16, 2, 15, 608, 3008),
]


@pytest.mark.parametrize(("block", "boundaries", "recomputed", "peak_bytes", "multiplications"), REFERENCE)
def test_the_reference_table(block, boundaries, recomputed, peak_bytes, multiplications):
    cost = BlockCost(layers=16, width=8, block=block, bytes_per_value=4)
    assert cost.boundary_vectors == boundaries
    assert cost.recomputed_layers == recomputed
    assert cost.peak_bytes == peak_bytes
    assert cost.multiplications == multiplications


def test_the_worked_numbers():
    full, cost = FullTapeCost(16, 8, 4), BlockCost(16, 8, 4, 4)
    assert (full.peak_bytes, cost.peak_bytes) == (608, 320)
    assert (full.multiplications, cost.multiplications) == (2048, 2816)
    assert (full.peak_values, cost.peak_values) == (19 * 8, 10 * 8)
    assert cost.full_tape == full
    assert cost.storage_ratio == 320 / 608
    assert cost.multiplication_ratio == 1.375
    assert cost.framework_recomputed_layers == 16


def test_bytes_double_with_the_bytes_of_a_value_and_nothing_else_changes():
    four, eight = BlockCost(16, 8, 5, 4), BlockCost(16, 8, 5, 8)
    assert eight.peak_bytes == 2 * four.peak_bytes
    for name in ("peak_values", "multiplications", "recomputed_layers", "storage_ratio"):
        assert getattr(four, name) == getattr(eight, name)


def test_a_block_longer_than_the_chain_costs_what_the_whole_chain_does():
    longer, whole = BlockCost(16, 8, 99, 4), BlockCost(16, 8, 16, 4)
    for name in (
        "boundary_vectors",
        "recomputed_layers",
        "peak_bytes",
        "multiplications",
        "tight_peak_vectors",
    ):
        assert getattr(longer, name) == getattr(whole, name)


@pytest.mark.parametrize(("layers", "least"), [(16, 10), (25, 12), (64, 18), (100, 22)])
def test_the_square_root_rule(layers, least):
    peaks = {block: BlockCost(layers, 1, block, 8).peak_vectors for block in range(1, layers + 1)}
    assert min(peaks.values()) == peaks[round(layers**0.5)] == least


def test_the_exact_peak_at_16_layers_is_a_plateau_where_the_formula_has_one_best_block():
    costs = {block: BlockCost(16, 1, block, 8) for block in range(1, 17)}
    assert [b for b, cost in costs.items() if cost.tight_peak_vectors == 10] == [3, 4, 5, 6]
    assert [b for b, cost in costs.items() if cost.peak_vectors == 10] == [4]


def test_counted_peak_is_the_formula_or_one_less_exactly_when_the_last_block_is_short():
    for layers in range(1, 65):
        assert watch(full_tape(layers), layers).peak_vectors == FullTapeCost(layers, 1, 8).peak_vectors
        for block in range(1, layers + 1):
            cost = BlockCost(layers, 1, block, 8)
            report = watch(uniform_blocks(layers, block), layers)
            one_less = block < layers and layers % block != 0
            assert report.peak_vectors == cost.peak_vectors - one_less == cost.tight_peak_vectors
            assert report.recomputed_layers == cost.recomputed_layers
            assert report.forward_layers == layers + cost.recomputed_layers


def test_counted_products_are_the_formulas():
    chain, first = Chain(uniform_base(3), 1.0), first_state(3, 0.5)
    for layers in range(1, 25):
        tape = execute(full_tape(layers), layers, chain, first)
        assert tape.multiplications == FullTapeCost(layers, 3, 8).multiplications
        for block in range(1, layers + 1):
            cost = BlockCost(layers, 3, block, 8)
            replay = execute(uniform_blocks(layers, block), layers, chain, first)
            assert replay.multiplications == cost.multiplications == replay.matvecs * 9
            assert replay.peak_vectors == cost.tight_peak_vectors
            assert replay.recomputed_layers == cost.recomputed_layers
