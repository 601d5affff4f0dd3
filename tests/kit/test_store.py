import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lesson.kit.store import LARGEST_TEXT, State
from tests.kit.storages import ALL, ASIDE, KEY, OURS, Denied, Quota, Storage, store_in, stored


def test_a_new_reader_has_an_empty_object_and_reading_writes_nothing():
    storage = Storage()
    store = store_in(storage)
    assert store.read() == {"version": 1}
    assert store.state is State.KEPT
    assert storage.changed == []


def test_updates_are_kept_for_the_next_visit():
    storage = Storage()
    store_in(storage).update({"answers": {"a": "yes"}})
    store_in(storage).update({"answers": {"b": "no"}, "learned": True})
    store_in(storage).update({"answers": {"a": None}})
    assert store_in(storage).read() == {"version": 1, "answers": {"b": "no"}, "learned": True}


def test_what_is_read_is_a_copy():
    storage = Denied(*ALL, content={KEY: OURS})
    storage.denied = False
    store = store_in(storage)
    read, updated = store.read(), store.update({"learned": None})
    storage.denied = True  # only what the store itself remembers is left
    for content in read, updated, store.read(), store.update({"learned": None}):
        content["answers"]["a"] = "changed"
        assert store.read() == {"version": 1, "answers": {"a": "yes"}}


def test_denied_storage_means_memory_until_it_is_allowed():
    storage = Denied(*ALL)
    store = store_in(storage)
    assert store.read() == {"version": 1}
    assert store.state is State.DENIED
    store.update({"answers": {"a": "yes"}})
    assert store.update({"answers": {"b": "no"}}) == store.read()
    assert store.read()["answers"] == {"a": "yes", "b": "no"}
    assert storage == {}

    storage.denied = False
    assert store.read()["answers"] == {"a": "yes", "b": "no"}
    assert store.state is State.DENIED  # nothing of it is stored yet
    content = store.update({"answers": {"a": None}})
    assert store.state is State.KEPT
    assert content == stored(storage) == {"version": 1, "answers": {"b": "no"}}


def test_storage_denied_later_leaves_what_was_read_in_place():
    storage = Denied(*ALL, content={KEY: OURS})
    storage.denied = False
    store = store_in(storage)
    before = store.read()
    storage.denied = True
    assert store.read() == before
    assert store.state is State.DENIED


def test_full_storage_loses_neither_what_is_stored_nor_what_is_new():
    storage = Quota(len(KEY) + len(OURS) + 5, {KEY: OURS})
    store = store_in(storage)
    content = store.update({"texts": {"two-ends": "a long answer"}})
    assert content["texts"] == {"two-ends": "a long answer"}
    assert content["answers"] == {"a": "yes"}
    assert store.state is State.FULL
    assert store.read() == content
    assert store.state is State.FULL
    assert stored(storage) == json.loads(OURS)

    storage.room += 1000
    content = store.update({"answers": {"b": "no"}})
    assert store.state is State.KEPT
    assert content == stored(storage)
    assert content["texts"] == {"two-ends": "a long answer"}
    assert content["answers"] == {"a": "yes", "b": "no"}


def test_more_than_can_be_read_back_is_not_written():
    storage = Storage({KEY: OURS})
    store = store_in(storage)
    store.update({"x": "x" * LARGEST_TEXT})
    assert store.state is State.FULL
    assert storage == {KEY: OURS}
    store.update({"x": None})
    assert store.state is State.KEPT
    assert store.read() == json.loads(OURS)


def test_two_tabs_do_not_undo_each_other():
    storage = Storage()
    one, two = store_in(storage), store_in(storage)
    one.read(), two.read()
    one.update({"answers": {"a": "yes"}})
    two.update({"answers": {"b": "no"}})
    one.update({"learned": True})
    assert one.read() == two.read() == stored(storage)
    assert stored(storage) == {"version": 1, "answers": {"a": "yes", "b": "no"}, "learned": True}
    two.clear()
    assert one.read() == {"version": 1}


def test_starting_over_removes_our_two_keys_and_nothing_else():
    others = {"checkpointing-lab:/repo/:schedules": "a", "checkpointing-lab:/:blocks": "b", "x": "c"}
    storage = Storage({KEY: "nonsense"} | others)
    store = store_in(storage)
    store.update({"learned": True})
    assert storage.keys() == {KEY, ASIDE} | others.keys()
    store.clear()
    assert storage == others
    assert store.read() == {"version": 1}
    assert (store.state, store.put_aside) == (State.KEPT, False)
    assert set(storage.changed) == {KEY, ASIDE}


def test_starting_over_ends_the_trouble_with_full_storage():
    store = store_in(Quota(len(KEY) + len(OURS), {KEY: OURS}))
    store.update({"texts": {"two-ends": "too long"}})
    assert store.state is State.FULL
    store.clear()
    assert store.state is State.KEPT
    assert store.read() == {"version": 1}


def test_starting_over_without_storage_empties_the_memory():
    store = store_in(Denied(*ALL))
    store.update({"learned": True})
    store.clear()
    assert store.state is State.DENIED
    assert store.read() == {"version": 1}


@pytest.mark.parametrize("patch", [{"x": float("nan")}, {"x": {1, 2}}, {"x": float("inf")}])
def test_a_patch_that_is_not_json_is_refused_and_leaves_no_trace(patch):
    store = store_in(Storage({KEY: OURS}))
    with pytest.raises((TypeError, ValueError)):
        store.update(patch)
    assert store.update({"y": 1}) == json.loads(OURS) | {"y": 1}


@given(st.lists(st.dictionaries(st.sampled_from("xy"), st.none() | st.integers()), max_size=5))
def test_updates_kept_in_memory_arrive_as_if_written_one_by_one(fields):
    at_once, later = Storage({KEY: OURS}), Denied("set", content={KEY: OURS})
    direct, delayed = store_in(at_once), store_in(later)
    for changed in fields:
        assert direct.update({"answers": changed}) == delayed.update({"answers": changed})
    later.denied = False
    assert delayed.update({}) == direct.read() == stored(later)
