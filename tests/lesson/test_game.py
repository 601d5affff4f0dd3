"""The pebble game: whatever is played, the one referee judges, and nobody beats the optimum."""

import random
from heapq import heappop, heappush
from itertools import count, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkpointing.chain import Chain, first_state, uniform_base
from checkpointing.execute import execute, largest_difference
from checkpointing.referee import Law, ScheduleError, watch
from checkpointing.revolve import optimal_cost, revolve
from checkpointing.schedule import Drop, Forward, Reverse, full_tape
from lesson.schedules.game import (
    MOST_LAYERS,
    MOST_MOVES,
    MoveError,
    Score,
    every_move,
    new_game,
    play,
    position,
    redo,
    rewind,
    score,
    undo,
)
from tests.core.search import fewest_forward_layers

F, D, R = Forward, Drop, Reverse
SIZES = [(layers, states) for layers in range(2, MOST_LAYERS + 1) for states in range(3, layers + 2)]


def over(layer):
    return Forward(layer, overwrite=True)


def test_a_game_of_two_layers_move_by_move():
    table = [  # move, alive after it, next to be reversed, what may follow
        (F(1), (0, 1), 2, {F(2), over(2), D(1)}),
        (F(2), (0, 1, 2), 2, {D(1), D(2), R(2)}),
        (R(2), (0, 1, 2), 1, {D(1), D(2), R(1)}),
        (D(2), (0, 1), 1, {F(2), over(2), D(1), R(1)}),
        (R(1), (0, 1), 0, {F(2), over(2), D(1)}),
        (D(1), (0,), 0, set()),
    ]
    game = new_game(2, 3)
    assert position(game).possible == {F(1)}
    for move, alive, next_reverse, possible in table:
        assert move in position(game).possible
        game = play(game, move)
        where = position(game)
        assert (where.live_states, where.next_reverse, where.possible) == (alive, next_reverse, possible)
        assert where.finished == (move == D(1))
    assert score(game) == Score(2, 0, 3, optimal_recomputed_layers=0)
    assert score(undo(game)) is None


SCORES = [  # layers, budget, how it is played: forward layers, recomputed, peak, fewest recomputed with that peak
    (4, 5, full_tape(4), Score(4, 0, 5, 0)),
    (4, 3, revolve(4, 3), Score(7, 3, 3, 3)),
    (4, 4, revolve(4, 4), Score(5, 1, 4, 1)),
    (4, 5, revolve(4, 3), Score(7, 3, 3, 3)),  # a budget not used up does not count
    (8, 4, revolve(8, 4), Score(15, 7, 4, 7)),
    (2, 3, [F(1), D(1), *full_tape(2)], Score(3, 1, 3, 0)),  # one layer too many
]


@pytest.mark.parametrize(("layers", "states", "moves", "scored"), SCORES)
def test_scores(layers, states, moves, scored):
    game = play(new_game(layers, states), *moves)
    assert position(game).finished
    assert score(game) == scored
    assert score(game).is_optimal == (scored.recomputed_layers == scored.optimal_recomputed_layers)


REFUSED = [  # on three layers in three states: moves, the next one, the law it breaks
    ([], F(2), Law.LIVE_INPUT),
    ([], over(1), Law.FIRST_STATE),
    ([], D(0), Law.FIRST_STATE),
    ([], D(1), Law.DROPPED_ONCE),
    ([], R(3), Law.REVERSE_INPUTS),
    ([F(1)], F(1), Law.NEW_OUTPUT),
    ([F(1), over(2)], D(1), Law.DROPPED_ONCE),
    ([F(1), F(2)], F(3), Law.BUDGET),
    ([F(1), F(2)], R(2), Law.ORDER),
    ([F(1), over(2), F(3)], F(1), Law.BUDGET),
    ([], F(4), Law.ACTIONS),
]


@pytest.mark.parametrize(("moves", "move", "law"), REFUSED)
def test_a_move_that_breaks_a_law_is_refused_with_it_and_nothing_is_lost(moves, move, law):
    game = play(new_game(3, 3), *moves)
    before = position(game)
    with pytest.raises(ScheduleError) as caught:
        play(game, move)
    assert (caught.value.law, caught.value.action, caught.value.index) == (law, move, len(moves))
    assert position(game) == before
    assert move not in before.possible


def test_every_law_but_the_end_s_is_met_in_the_game():
    assert {law for _, _, law in REFUSED} == set(Law) - {Law.END}  # a game goes on until the end is lawful


def test_a_finished_game_and_an_endless_one_take_no_more_moves():
    finished = play(new_game(2, 3), *full_tape(2))
    with pytest.raises(MoveError, match="at move 6: the game is finished") as caught:
        play(finished, F(1))
    assert (caught.value.reason, caught.value.index) == ("finished", 6)
    endless = play(new_game(2, 3), *[F(1), D(1)] * (MOST_MOVES // 2))
    with pytest.raises(MoveError, match="at most 400 moves") as caught:
        play(endless, F(1))
    assert (caught.value.reason, caught.value.index) == ("too-many", MOST_MOVES)
    assert play(undo(endless), D(1)) == endless


def test_the_best_game_of_every_size_fits_in_a_game():
    assert max(len(list(revolve(*size))) for size in SIZES) == len(list(revolve(MOST_LAYERS, 3))) < MOST_MOVES / 2
    for size in SIZES:
        best = score(play(new_game(*size), *revolve(*size)))
        assert best.is_optimal
        assert best.recomputed_layers == optimal_cost(*size).recomputed_layers


@pytest.mark.parametrize("bad", [(1, 3), (13, 3), (4, 2), (4, 6), (4.0, 3), ("4", 3), (None, None), (True, 3)])
def test_sizes_that_cannot_be_played_are_refused(bad):
    with pytest.raises(ValueError, match="must be a whole number from"):
        new_game(*bad)


def test_undo_and_redo_walk_along_the_moves():
    moves = list(full_tape(3))
    game = start = new_game(3, 4)
    assert undo(start) == redo(start) == start
    for move in moves:
        game = play(game, move)
    for done in range(len(moves), 0, -1):
        assert game.moves == tuple(moves[:done])
        game = undo(game)
    assert game == rewind(play(start, *moves))
    assert game.moves == ()
    for done in range(1, len(moves) + 1):
        game = redo(game)
        assert game.moves == tuple(moves[:done])
    assert redo(game) == game == play(start, *moves)


def test_a_new_move_forgets_what_was_taken_back():
    game = play(undo(play(new_game(3, 3), F(1), F(2))), over(2))
    assert (game.moves, game.undone) == ((F(1), over(2)), ())


def test_every_short_game_is_judged_as_the_whole_schedule_is():
    """Whatever is tried, in any order: play() stops where the referee stops, and ends where it lets a schedule end."""
    for layers, states, length in ((2, 3, 4), (3, 3, 3), (3, 4, 3)):
        for moves in product(every_move(layers), repeat=length):
            with pytest.raises(ScheduleError) as judged:  # too short to end
                watch(moves, layers, budget_states=states)
            try:
                game = play(new_game(layers, states), *moves)
            except ScheduleError as error:
                played = str(error)
            else:
                assert judged.value.action is None, "the referee misses the end alone"
                assert not position(game).finished
                continue
            assert played == str(judged.value)


def every_position(layers, states):
    """One cheapest game to each position that can be reached, by Dijkstra's search over possible moves."""
    start, order = new_game(layers, states), count()
    waiting, best = [(0, next(order), start)], {}
    while waiting:
        ran, _, game = heappop(waiting)
        where = position(game)
        here = where.live_states, where.next_reverse
        if here in best:
            continue
        best[here] = game
        for move in sorted(where.possible, key=repr):
            heappush(waiting, (ran + isinstance(move, Forward), next(order), play(game, move)))
    return best


@pytest.mark.parametrize(("layers", "states"), [size for size in SIZES if size[0] <= 4])
def test_whoever_tries_everything_reaches_the_optimum_and_never_beats_it(layers, states):
    best = every_position(layers, states)
    finished = best[(0,), 0]
    found = score(finished)
    assert found.is_optimal
    assert found.forward_layers == fewest_forward_layers(layers, states)
    for game in best.values():
        where = position(game)
        for move in every_move(layers):
            assert (move in where.possible) == (not where.finished and is_lawful(game, move)), (game, move)


def is_lawful(game, move):
    """The laws once more, over sets."""
    alive, reversed_ = {0}, 0
    for action in (*game.moves, move):
        match action:
            case Forward(layer, overwrites):
                gone = {layer - 1} if overwrites else set()
                if layer - 1 not in alive or layer in alive or 0 in gone:
                    return False
                alive = alive - gone | {layer}
            case Drop(state):
                if state not in alive or state == 0:
                    return False
                alive = alive - {state}
            case Reverse(layer):
                if layer != game.layers - reversed_ or not {layer - 1, layer} <= alive:
                    return False
                reversed_ += 1
        if len(alive) > game.states:
            return False
    return True


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([size for size in SIZES if size[0] <= 6]), st.randoms(use_true_random=False))
def test_random_games_are_lawful_schedules_with_the_gradients_of_the_full_tape(size, chance: random.Random):
    game, (layers, states) = random_game(size, chance), size
    assert position(game).finished
    report = watch(game.moves, layers, budget_states=states)
    found = score(game)
    assert position(game).report == report
    assert (found.recomputed_layers, found.peak_states) == (report.recomputed_layers, report.peak_states)
    assert found.recomputed_layers == sum(isinstance(m, Forward) for m in game.moves) - layers
    assert found.recomputed_layers >= found.optimal_recomputed_layers, "the optimum is never beaten"
    chain, first = Chain(uniform_base(4), 1.0), first_state(4, 0.5)
    played = execute(game.moves, layers, chain, first)
    assert largest_difference(played, execute(full_tape(layers), layers, chain, first)) == 0


def random_game(size, chance):
    """A game that wanders by chance, and then drops all but h_0 and reverses what is left of the chain."""
    game = new_game(*size)
    for _ in range(chance.randrange(60)):
        possible = sorted(position(game).possible, key=repr)
        useful = [move for move in possible if isinstance(move, Reverse)]
        if possible:
            game = play(game, chance.choice(useful if useful and chance.random() < 0.7 else possible))
    where = position(game)
    drops = [Drop(state) for state in where.live_states if state]
    return play(game, *drops, *(revolve(where.next_reverse, size[1]) if where.next_reverse else ()))
