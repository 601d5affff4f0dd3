import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lesson.kit.store import LARGEST_TEXT, State, Store
from tests.kit.storages import ALL, Denied, Quota, Storage

KEY = "checkpointing-lab:/repo/:blocks"
ASIDE = KEY + ":aside"
OURS = '{"version": 1, "answers": {"a": "yes"}, "learned": true}'

NOT_OURS = {
    "cut off": '{"version":1,',
    "empty": "",
    "null": "null",
    "list": "[]",
    "string": '"version"',
    "number": "1",
    "no version": "{}",
    "version of the future": '{"version": 2, "answers": {"a": "yes"}}',
    "version true": '{"version": true}',
    "version as text": '{"version": "1"}',
    "version 1.0": '{"version": 1.0}',
    "NaN": '{"version": 1, "x": NaN}',
    "minus infinity": '{"version": 1, "x": -Infinity}',
    "1e999": '{"version": 1, "x": 1e999}',
    "digits": '{"version": 1, "x": ' + "9" * 5000 + "}",
    "byte order mark": "\ufeff" + OURS,
    "lone surrogate": "\ud800",
    "deep lists": "[" * 900_000 + "]" * 90_000,
    "deep objects": '{"a":' * 150_000,
    "deep inside": '{"version": 1, "x": ' + "[" * 9 + "]" * 9 + "}",
    "open string of quotes": '{"version": 1, "x": "' + '\\"' * 200_000,
    "5 MB": "x" * 5_000_000,
    "5 MB of ours": '{"version": 1, "x": "' + "x" * 5_000_000 + '"}',
}


def store_in(storage):
    return Store(storage, "/repo/", "blocks")


def stored(storage):
    return json.loads(dict.__getitem__(storage, KEY))


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


@pytest.mark.parametrize("text", NOT_OURS.values(), ids=NOT_OURS)
def test_what_is_not_ours_is_moved_aside_as_it_is(text):
    storage = Storage({KEY: text})
    store = store_in(storage)
    assert store.read() == {"version": 1}
    assert (store.state, store.put_aside) == (State.KEPT, True)
    assert storage == {ASIDE: text}
    store.update({"learned": True})
    assert store_in(storage).read() == {"version": 1, "learned": True}


@pytest.mark.parametrize(
    "text",
    [
        OURS,
        '{"version": 1, "version": 1}',
        '{"version": 1, "x": "\\ud800"}',
        '{"version": 1, "x": "\ud800"}',
        '{"version": 1, "x": "' + "[{" * 100 + '\\"[[[[[[[["}',
        '{"version": 1, "x": [[[[[[[]]]]]]]}',
        '{"version": 1, "x": ' + "9" * 4000 + "}",
    ],
)
def test_what_is_ours_stays_and_fields_not_changed_survive_a_write(text):
    storage = Storage({KEY: text})
    store = store_in(storage)
    assert store.read() == json.loads(text)
    store.update({"new": 1})
    assert store.put_aside is False
    assert storage.keys() == {KEY}
    assert store_in(storage).read() == json.loads(text) | {"new": 1}


def test_what_does_not_fit_aside_stays_and_the_page_works_in_memory():
    storage = Quota(len(KEY) + 600_000, {KEY: "x" * 600_000})
    store = store_in(storage)
    assert store.read() == {"version": 1}
    assert store.state is State.FOREIGN
    assert store.update({"learned": True}) == {"version": 1, "learned": True}
    assert (store.state, store.put_aside) == (State.FOREIGN, False)
    assert storage == {KEY: "x" * 600_000}

    storage.room *= 3
    store.update({})
    assert store.state is State.KEPT
    assert storage[ASIDE] == "x" * 600_000
    assert stored(storage) == {"version": 1, "learned": True}


def test_a_second_thing_aside_is_put_after_the_first():
    storage = Storage({KEY: "first"})
    store_in(storage).read()
    storage[KEY] = "second"
    store_in(storage).read()
    assert storage == {ASIDE: "first\nsecond"}


def test_what_can_be_copied_but_not_removed_is_copied_once():
    storage = Denied("del", content={KEY: "nonsense"})
    store = store_in(storage)
    for _ in range(3):
        assert store.read() == {"version": 1}
        assert store.state is State.FOREIGN
    assert storage == {KEY: "nonsense", ASIDE: "nonsense"}


def test_nonsense_written_by_another_tab_costs_nothing_of_what_this_page_knows():
    storage = Storage({KEY: OURS})
    store = store_in(storage)
    before = store.read()
    storage[KEY] = '{"version": 2}'
    assert store.read() == before
    assert storage.keys() == {ASIDE}  # reading does not write: the other tab may be reading too
    assert store.update({"more": 1}) == before | {"more": 1} == stored(storage)


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


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
anything_stored = st.one_of(
    st.none(),
    st.text(st.characters()),
    json_values.map(json.dumps),
    st.dictionaries(st.sampled_from(["answers", "learned", "texts", "é"]), json_values).map(
        lambda content: json.dumps({"version": 1} | content)
    ),
)
denials = st.sampled_from([c for n in range(4) for c in itertools.combinations(ALL, n)])


@given(text=anything_stored, aside=st.none() | st.text(), denied=denials)
def test_whatever_is_stored_and_denied_nothing_is_raised_and_the_new_is_there(text, aside, denied):
    content = {key: t for key, t in ((KEY, text), (ASIDE, aside)) if t is not None}
    storage = Denied(*denied, content=content)
    store = store_in(storage)
    store.read()
    assert store.update({"answers": {"a": "yes"}})["answers"]["a"] == "yes"
    storage.denied = False
    assert store.update({"learned": True})["answers"]["a"] == "yes"
    assert store.state is State.KEPT
    assert stored(storage)["learned"] is True
    assert set(storage.changed) <= {KEY, ASIDE}
    if aside is not None:
        assert dict.__getitem__(storage, ASIDE).startswith(aside)


@given(st.lists(st.dictionaries(st.sampled_from("xy"), st.none() | st.integers()), max_size=5))
def test_updates_kept_in_memory_arrive_as_if_written_one_by_one(fields):
    at_once, later = Storage({KEY: OURS}), Denied("set", content={KEY: OURS})
    direct, delayed = store_in(at_once), store_in(later)
    for changed in fields:
        assert direct.update({"answers": changed}) == delayed.update({"answers": changed})
    later.denied = False
    assert delayed.update({}) == direct.read() == stored(later)
