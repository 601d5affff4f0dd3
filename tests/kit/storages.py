"""Browser storages as they are met: working, full, denied, half working; and what may lie in them."""

import json

from hypothesis import strategies as st

from lesson.kit.store import Store

KEY = "checkpointing-lab:/repo/:blocks"
ASIDE = KEY + ":aside"
OURS = '{"version": 1, "answers": {"a": "yes"}, "learned": true}'


class Storage(dict):
    """A working one that writes down which keys were touched."""

    def __init__(self, *args):
        super().__init__(*args)
        self.changed = []

    def __setitem__(self, key, text):
        assert isinstance(text, str)
        self.changed.append(key)
        super().__setitem__(key, text)

    def __delitem__(self, key):
        super().__delitem__(key)
        self.changed.append(key)


class Quota(Storage):
    """Holds at most `room` characters, keys included, like localStorage."""

    def __init__(self, room, *args):
        super().__init__(*args)
        self.room = room

    def __setitem__(self, key, text):
        others = sum(len(k) + len(t) for k, t in self.items() if k != key)
        if others + len(key) + len(text) > self.room:
            raise OSError("QuotaExceededError")
        super().__setitem__(key, text)


class Denied(Storage):
    """Fails in the operations named, as long as `denied` is true."""

    def __init__(self, *operations, content=()):
        super().__init__(content)
        self.operations = operations
        self.denied = True

    def _check(self, operation):
        if self.denied and operation in self.operations:
            raise PermissionError("SecurityError")

    def __getitem__(self, key):
        self._check("get")
        return super().__getitem__(key)

    def __setitem__(self, key, text):
        self._check("set")
        super().__setitem__(key, text)

    def __delitem__(self, key):
        self._check("del")
        super().__delitem__(key)


ALL = ("get", "set", "del")


def store_in(storage):
    return Store(storage, "/repo/", "blocks")


def stored(storage):
    return json.loads(dict.__getitem__(storage, KEY))


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
