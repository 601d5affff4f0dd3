"""What the store does with content that is not its own."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lesson.kit.store import State
from tests.kit.storages import (
    ALL,
    ASIDE,
    KEY,
    OURS,
    Denied,
    Quota,
    Storage,
    anything_stored,
    store_in,
    stored,
)

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
