"""The optimum by trying everything: a shortest path through all that can be alive when a layer is reversed."""

from collections import deque


def fewest_forward_layers(layers: int, states: int, overwrite: bool = True) -> int | None:
    """The fewest forward layers of any lawful schedule with at most `states` states alive; None if there is none.

    Dijkstra's search with weights 0 and 1 over (layers still to be reversed, states alive); bit l of
    `alive` stands for h_l. Without `overwrite` a layer's input and output must be alive together.
    """
    first = layers, 1
    known, waiting = {first: 0}, deque([first])
    done = set()
    while waiting:
        here = waiting.popleft()
        if here in done:
            continue
        done.add(here)
        left, alive = here
        if left == 0:
            return known[here]
        reached = [((left, alive & ~(1 << state)), 0) for state in range(layers + 1) if alive >> state & 1]
        if alive >> (left - 1) & 3 == 3:
            reached.append(((left - 1, alive), 0))
        for layer in range(1, layers + 1):
            if alive >> (layer - 1) & 3 == 1:
                if alive.bit_count() < states:
                    reached.append(((left, alive | 1 << layer), 1))
                if overwrite:
                    reached.append(((left, alive ^ 3 << (layer - 1)), 1))
        for there, ran in reached:
            if known[here] + ran < known.get(there, float("inf")):
                known[there] = known[here] + ran
                (waiting.append if ran else waiting.appendleft)(there)
    return None
