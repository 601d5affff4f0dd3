import json

import pytest
from hypothesis import given

from lesson.kit.quiz import LONGEST_TEXT, Progress, Quiz, Summary
from lesson.kit.store import State, Store
from tests.kit.storages import ALL, KEY, Denied, Quota, Storage, anything_stored

QUESTIONS = {
    "count-is-time": (("yes", "no"), "no"),
    "keep-all-blocks": (("yes", "no"), "no"),
    "best-block": (("a", "b", "c"), "b"),
}
QUIZ = Quiz("blocks", QUESTIONS, texts=("two-ends",))


def progress_in(storage):
    return Progress(Store(storage, "/repo/", QUIZ.lesson), QUIZ)


def test_nothing_is_answered_at_first():
    progress = progress_in(Storage())
    assert progress.results() == dict.fromkeys(QUESTIONS)
    assert progress.summary() == Summary(right=0, answered=0, total=3, learned=False)
    assert progress.written("two-ends") == ""


def test_answers_are_judged_kept_changed_and_taken_back():
    storage = Storage()
    progress = progress_in(storage)
    assert progress.answer("count-is-time", "yes") == "wrong"
    assert progress.answer("count-is-time", "no") == "right"
    assert progress.answer("best-block", "c") == "wrong"
    assert progress.answer("keep-all-blocks", "no") == "right"
    progress.retract("keep-all-blocks")
    for seen in progress, progress_in(storage):
        assert seen.results() == {"count-is-time": "right", "keep-all-blocks": None, "best-block": "wrong"}
        assert seen.choice("best-block") == "c"
        assert seen.summary() == Summary(right=1, answered=2, total=3, learned=False)


def test_the_mark_can_be_set_and_taken_back():
    storage = Storage()
    progress_in(storage).set_learned(True)
    assert progress_in(storage).summary().learned is True
    progress_in(storage).set_learned(False)
    assert progress_in(storage).learned is False
    assert json.loads(storage[KEY]) == {"version": 1}


def test_written_answers_are_kept_as_written_up_to_a_length():
    storage = Storage()
    progress = progress_in(storage)
    for text in "양 끝과 가운데 <b> {x}\n", "\ud800", "a" * LONGEST_TEXT:
        progress.write("two-ends", text)
        assert progress_in(storage).written("two-ends") == text
    progress.write("two-ends", "한" * (LONGEST_TEXT + 1))
    assert progress_in(storage).written("two-ends") == "한" * LONGEST_TEXT
    progress.write("two-ends", "")
    assert progress_in(storage).written("two-ends") == ""


def test_two_tabs_agree():
    storage = Storage()
    one, two = progress_in(storage), progress_in(storage)
    one.answer("count-is-time", "no")
    two.write("two-ends", "B = 1 keeps everything")
    two.answer("best-block", "a")
    assert one.results()["best-block"] is None
    one.reload()
    assert one.results() == two.results() == progress_in(storage).results()
    assert one.written("two-ends") == "B = 1 keeps everything"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"answers": {"count-is-time": "perhaps"}, "learned": True}, Summary(0, 0, 3, True)),
        ({"answers": {"count-is-time": ["no"]}}, Summary(0, 0, 3, False)),
        ({"answers": {"no such question": "no", "best-block": "b"}}, Summary(1, 1, 3, False)),
        ({"answers": ["no"], "learned": True}, Summary(0, 0, 3, True)),
        ({"answers": {"best-block": "b"}, "learned": "yes"}, Summary(1, 1, 3, False)),
        ({"answers": {"best-block": "a"}, "learned": 1, "texts": 7}, Summary(0, 1, 3, False)),
        ({"texts": {"two-ends": {"a": 1}}}, Summary(0, 0, 3, False)),
    ],
)
def test_nonsense_in_one_field_is_ignored_and_left_alone(fields, expected):
    storage = Storage({KEY: json.dumps({"version": 1} | fields)})
    progress = progress_in(storage)
    assert progress.summary() == expected
    assert progress.written("two-ends") == ""
    progress.answer("keep-all-blocks", "no")
    after = json.loads(storage[KEY])
    assert after.pop("answers")["keep-all-blocks"] == "no"
    assert after == {"version": 1} | {name: kept for name, kept in fields.items() if name != "answers"}
    kept = fields.get("answers")
    if isinstance(kept, dict):
        assert json.loads(storage[KEY])["answers"] == kept | {"keep-all-blocks": "no"}


def test_a_stored_text_that_is_too_long_is_cut_when_read():
    storage = Storage({KEY: json.dumps({"version": 1, "texts": {"two-ends": "x" * 500_000}})})
    assert progress_in(storage).written("two-ends") == "x" * LONGEST_TEXT


def test_without_storage_the_quiz_works_in_memory():
    store = Store(Denied(*ALL), "/repo/", "blocks")
    progress = Progress(store, QUIZ)
    assert progress.answer("count-is-time", "no") == "right"
    progress.set_learned(True)
    progress.reload()
    assert progress.summary() == Summary(right=1, answered=1, total=3, learned=True)
    assert store.state is State.DENIED


def test_with_full_storage_the_answer_given_shows():
    storage = Quota(0)
    progress = progress_in(storage)
    progress.answer("count-is-time", "no")
    progress.reload()
    assert progress.results()["count-is-time"] == "right"
    storage.room = 10_000
    progress.answer("best-block", "b")
    assert progress_in(storage).summary().right == 2


def test_starting_over_forgets_everything():
    storage = Storage({KEY: "nonsense", "other": "stays"})
    progress = progress_in(storage)
    progress.answer("count-is-time", "no")
    progress.start_over()
    assert progress.summary() == Summary(right=0, answered=0, total=3, learned=False)
    assert storage == {"other": "stays"}


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda p: p.answer("no such", "no"), "'no such'.*count-is-time"),
        (lambda p: p.answer("best-block", "d"), "'d'.*'a', 'b', 'c'"),
        (lambda p: p.retract("no such"), "'no such'"),
        (lambda p: p.choice("no such"), "'no such'"),
        (lambda p: p.write("no such", ""), "'no such'.*two-ends"),
        (lambda p: p.written("no such"), "'no such'"),
    ],
)
def test_what_is_not_in_the_lesson_is_refused(call, named):
    storage = Storage()
    with pytest.raises(ValueError, match=named):
        call(progress_in(storage))
    assert storage.changed == []


def test_a_question_whose_right_choice_is_not_offered_is_refused():
    with pytest.raises(ValueError, match="maybe"):
        Quiz("x", {"q": (("yes", "no"), "maybe")})


@given(anything_stored)
def test_whatever_is_stored_progress_can_be_shown_and_made(text):
    storage = Storage({} if text is None else {KEY: text})
    progress = progress_in(storage)
    summary = progress.summary()
    assert 0 <= summary.right <= summary.answered <= summary.total == 3
    assert isinstance(progress.written("two-ends"), str)
    progress.answer("best-block", "b")
    progress.write("two-ends", "kept")
    again = progress_in(storage)
    assert (again.choice("best-block"), again.written("two-ends")) == ("b", "kept")
