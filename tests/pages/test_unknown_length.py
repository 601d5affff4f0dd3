"""How far a rule that does not know the number of layers keeps up with the optimum, which does: a number of 2.5."""

from collections.abc import Iterator
from itertools import count, takewhile

import pytest

from checkpointing.referee import watch
from checkpointing.revolve import optimal_cost
from checkpointing.schedule import Action, Drop, Forward, Reverse, reverse_and_drop
from tests.pages.document import read

STATES = 8


def without_the_length(layers: int, states: int) -> Iterator[Action]:
    """Keeps every state until memory is full. Then the first one goes whose two blocks, the i-th and the next, make
    one of at most `states` - i layers. Whatever of this comes before the last layer is the same for every length.

    Ends where no state may go.
    """
    kept = [0]
    for layer in range(1, layers + 1):
        if len(kept) < states:
            yield Forward(layer)
            kept.append(layer)
            continue
        ends = [*kept[1:], layer]
        goes = next((i for i in range(1, len(kept)) if ends[i] - kept[i - 1] <= states - i), None)
        if goes is None:
            return
        if goes == len(kept) - 1:
            yield Forward(layer, overwrite=True)
        else:
            yield Drop(kept[goes])
            yield Forward(layer)
        del kept[goes]
        kept.append(layer)
    while len(kept) > 1:
        end, start = kept.pop(), kept[-1]
        yield from map(Forward, range(start + 1, end))
        yield from reverse_and_drop(end, start)


def is_as_good_as_the_optimum(layers: int) -> bool:
    """Whether it reverses that many layers lawfully, in no more states and with no more layers run again."""
    actions = list(without_the_length(layers, STATES))
    if not actions or actions[-1] != Drop(1):
        return False
    report = watch(actions, layers)
    best = optimal_cost(layers, STATES)
    return report.peak_states <= STATES and report.forward_layers == best.forward_layers


@pytest.mark.parametrize("page", ["lesson/schedules/ko.html", "lesson/schedules/en.html"])
def test_a_rule_that_does_not_know_the_length_keeps_up_with_the_optimum_as_far_as_the_page_says(page):
    furthest = next(layers for layers in count(1) if not is_as_good_as_the_optimum(layers + 1))
    assert read(page).one("span", data_fixed="unknown-length").text() == str(furthest)


def test_its_first_sweep_begins_alike_for_every_length():
    sweeps = [
        list(takewhile(lambda action: type(action) is not Reverse, without_the_length(layers, STATES)))
        for layers in range(1, 29)
    ]
    assert all(sweep == sweeps[-1][: len(sweep)] for sweep in sweeps)
