"""Progress taken along as a file comes back as it was; what is none of ours is refused; no text is lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lesson.kit.quiz import Progress, Quiz
from lesson.kit.store import LARGEST_TEXT, Store
from lesson.kit.transfer import ForeignFile, addition, from_file, names, to_file

DONE = {"version": 1, "answers": {"a": "yes"}, "texts": {"t": "두 끝\ud800"}, "learned": True}
QUIZ = Quiz("blocks", {"a": (("yes", "no"), "yes"), "b": (("yes", "no"), "no")}, texts=("t",))


def brought(kept, content):
    """What a store that held `kept` holds after a file with `content` came in."""
    storage = {"checkpointing-lab:/:blocks": json.dumps(kept)}
    store = Store(storage, "/", "blocks")
    store.update(addition(store.read(), from_file(to_file({"blocks": content}))["blocks"]))
    return Store(storage, "/", "blocks").read()


def test_what_is_taken_along_comes_back():
    assert from_file(to_file({"blocks": DONE, "schedules": {"version": 1}})) == {
        "blocks": DONE,
        "schedules": {"version": 1},
    }
    assert brought({"version": 1}, DONE) == DONE


def test_names_are_those_of_progress_at_this_site():
    keys = ["", ":blocks", ":schedules", ":blocks:aside", ":language", ":offline", "other/:blocks"]
    keys = [f"checkpointing-lab:/repo/{key}" for key in keys] + ["checkpointing-lab:/:blocks", "else"]
    assert names(keys, "/repo/") == ["blocks", "schedules"]


@pytest.mark.parametrize(
    ("kept", "new", "both"),
    [
        ("", "new", "new"),
        ("old", "", "old"),
        ("old", "old", "old"),
        ("old", "old and more", "old and more"),
        ("old and more", "old", "old and more"),
        ("old", "new", "old\nnew"),
    ],
)
def test_two_written_texts_both_stay(kept, new, both):
    now = brought({"version": 1, "texts": {"t": kept}}, {"version": 1, "texts": {"t": new}})
    assert now["texts"]["t"] == both


def test_what_the_file_lacks_stays_and_what_it_has_counts():
    now = brought(
        {"version": 1, "answers": {"a": "no", "b": "no"}, "learned": True},
        {"version": 1, "answers": {"a": "yes"}, "learned": None, "more": {"x": None}},
    )
    assert now == {"version": 1, "answers": {"a": "yes", "b": "no"}, "learned": True, "more": {}}


def test_senseless_fields_count_as_absent():
    storage = {"checkpointing-lab:/:blocks": json.dumps(DONE)}
    store = Store(storage, "/", "blocks")
    store.update(addition(store.read(), {"version": 1, "answers": ["a"], "texts": {"t": 7}, "learned": "x"}))
    progress = Progress(store, QUIZ)
    assert (progress.choice("a"), progress.written("t"), progress.learned) == (None, "", False)


FILE = {"version": 1, "course": "checkpointing-lab", "kept": {"blocks": DONE}}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "<html>",
        json.dumps(DONE),
        json.dumps(FILE)[:-1],
        json.dumps(FILE | {"version": 2}),
        json.dumps(FILE | {"version": True}),
        json.dumps(FILE | {"course": "other"}),
        json.dumps(FILE | {"kept": [DONE]}),
        json.dumps(FILE | {"kept": {"blocks": {"version": 2}}}),
        json.dumps(FILE | {"kept": {"blocks": "x"}}),
        json.dumps(FILE | {"kept": {"blocks:aside": DONE}}),
        json.dumps(FILE | {"kept": {"language": {"version": 1, "language": "en"}}}),
        json.dumps(FILE | {"kept": {"한글": DONE}}),
        json.dumps(FILE).replace('"yes"', "1e400"),
        json.dumps(FILE) + " " * LARGEST_TEXT,
        "[" * 5000,
    ],
)
def test_what_is_none_of_ours_is_refused(text):
    with pytest.raises(ForeignFile):
        from_file(text)


@given(st.text())
def test_nonsense_is_refused_whatever_it_is(text):
    with pytest.raises(ForeignFile):
        from_file(text)
