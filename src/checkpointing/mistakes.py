"""What goes wrong in practice, as schedules of the same actions: lawful ones, so what they cost is counted.

Further mistakes need no schedule of their own: one block around everything, or around every layer, is
framework_blocks(layers, layers) or framework_blocks(layers, 1); another random mask is a DropoutChain.
"""

from collections.abc import Iterable, Iterator

from checkpointing import check
from checkpointing.blocks import cut
from checkpointing.convention import Convention, PlanCost
from checkpointing.frameworks import framework_cost, restore_whole
from checkpointing.schedule import Action, Drop, Reverse, advance, forward, reverse_and_drop


def keep_restored(actions: Iterable[Action]) -> Iterator[Action]:
    """The schedule with no state dropped after its layer is reversed; all go together at the end.

    As when something still holds a reference to every state that was used. What is dropped in order to be
    made again is still dropped. Whatever the schedule, all layers + 1 states are alive at last.
    """
    reversed_, kept = set(), []
    for action in actions:
        if type(action) is Drop and action.state in reversed_:
            kept.append(action)
            continue
        if type(action) is Reverse:
            reversed_.add(action.layer)
        yield action
    yield from kept


def last_unwrapped(layers: int, block: int) -> Iterator[Action]:
    """framework_blocks, but the last block keeps all its states and does not run again.

    PyTorch's checkpoint_sequential leaves its last segment so. A block as long as the chain is the full
    tape. At most 5 * layers actions. Raises ValueError unless layers and block are whole numbers from 1
    to check.MOST_LAYERS.
    """
    return _last_unwrapped(check.layers(layers), check.block(block))


def last_unwrapped_cost(layers: int, block: int) -> PlanCost:
    """What last_unwrapped(layers, block) costs; raises ValueError as it does."""
    wrapped = framework_cost(layers, block)
    _, last = cut(wrapped.layers, block)
    # All states of the last block are alive together when it runs again, too: the peak is the same.
    return PlanCost(Convention.INPUTS_ONLY, wrapped.layers, wrapped.forward_layers - last, wrapped.peak_states)


def _last_unwrapped(layers, block):
    *wrapped, last = range(0, layers, block)
    for start in wrapped:
        yield from advance(start, start + block)
    yield from map(forward, range(last + 1, layers + 1))
    yield from reverse_and_drop(layers, last)
    for start in reversed(wrapped):
        yield from restore_whole(start, start + block)
