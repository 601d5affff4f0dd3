"""Answers, writing and the learned mark: told at once, kept, taken back, the same in every tab."""

import json

import pytest

from lesson.blocks.questions import QUIZ
from tests.browser.opened import EN, INDEX, KO

KEY = "checkpointing-lab:/:blocks"
RIGHT = {question: right for question, (_, right) in QUIZ.questions.items()}
LESSON = "section:not([data-part])"  # of the course page
WRONG = {q: next(c for c in choices if c != right) for q, (choices, right) in QUIZ.questions.items()}


def choose(opened, question, choice):
    opened.one(f'[data-question="{question}"] input[value="{choice}"]').check()


def results(opened):
    read = "all => Object.fromEntries(all.map(f => [f.dataset.question, f.dataset.result ?? null]))"
    return opened.one("[data-question]").evaluate_all(read)


def explanations(opened, question):
    places = opened.one(f'[data-question="{question}"] [data-when]').all()
    return [p.get_attribute("data-when") for p in places if p.is_visible()]


def test_choosing_tells_whether_it_is_right_and_why(edition):
    for question, (choices, right) in QUIZ.questions.items():
        assert explanations(edition, question) == []
        for choice in choices:
            choose(edition, question, choice)
            assert results(edition)[question] == ("right" if choice == right else "wrong")
            assert explanations(edition, question) == [choice]
            said = edition.message("answer-right" if choice == right else "answer-wrong")
            assert edition.one("[data-quiz-status]").text_content() == said


def test_an_answer_can_be_taken_back(lesson):
    choose(lesson, "model-file", "yes")
    lesson.one('[data-retry="model-file"]').click()
    assert results(lesson)["model-file"] is None
    assert explanations(lesson, "model-file") == []
    assert lesson.one('[data-question="model-file"] :checked').count() == 0
    assert "model-file" not in json.loads(lesson.stored()[KEY])["answers"]


def test_explanations_open_without_scripts(visit):
    opened = visit(KO, java_script_enabled=False)
    for question, (choices, _) in QUIZ.questions.items():
        assert explanations(opened, question) == []
        for choice in choices:
            choose(opened, question, choice)
            assert explanations(opened, question) == [choice]


def test_explanations_open_before_python_is_there(visit):
    opened = visit.unstarted(EN)
    choose(opened, "count-is-time", "yes")
    assert explanations(opened, "count-is-time") == ["yes"]


def test_everything_outlives_a_reload_and_shows_on_the_course_page(visit):
    opened = visit(KO).until_ready()
    for question, choice in {**RIGHT, "model-file": WRONG["model-file"]}.items():
        choose(opened, question, choice)
    opened.field("two-ends").fill("양쪽 끝 <b>&amp;")
    opened.one('button[name="learned"]').click()
    expected = results(opened)
    stored = opened.stored()
    assert list(stored) == [KEY]
    opened.page.reload(wait_until="domcontentloaded")
    opened.until_ready()
    assert results(opened) == expected == {q: "right" for q in RIGHT} | {"model-file": "wrong"}
    assert opened.field("two-ends").input_value() == "양쪽 끝 <b>&amp;"
    assert opened.one('button[name="learned"]').get_attribute("aria-pressed") == "true"
    assert explanations(opened, "model-file") == [WRONG["model-file"]]

    course = visit(INDEX, opened.context).until_ready()
    for language in ("ko", "en"):
        course.one(f'button[data-language="{language}"]').click()
        slots = course.slots()
        assert (slots["progress-right"], slots["progress-total"]) == (str(len(RIGHT) - 1), str(len(RIGHT)))
        assert course.one(f'{LESSON} [data-progress="learned"]:visible').count() == 1
        assert course.one(f'{LESSON} [data-progress="not-learned"]:visible').count() == 0

    # The course page is another tab: what is done in the lesson shows there at once.
    opened.one('button[name="learned"]').click()
    opened.one('[data-retry="model-file"]').click()
    choose(opened, "model-file", RIGHT["model-file"])
    course.until("n => document.querySelector('[data-slot=progress-right]').value === n", str(len(RIGHT)))
    assert course.one(f'{LESSON} [data-progress="not-learned"]:visible').count() == 1


def test_starting_over_asks_once_and_erases_only_what_is_ours(lesson):
    lesson.page.evaluate("localStorage.setItem('of somebody else', 'stays')")
    choose(lesson, "count-is-time", "no")
    lesson.field("two-ends").fill("words")
    lesson.one('button[name="learned"]').click()
    button = lesson.one('button[name="start-over"]')
    words = button.inner_text()
    button.click()
    assert button.inner_text() == lesson.message("start-over-sure")
    assert results(lesson)["count-is-time"] == "right"
    button.evaluate("button => button.blur()")
    assert button.inner_text() == words, "who looks away has not agreed"
    button.click()
    button.click()
    assert button.inner_text() == words
    assert set(results(lesson).values()) == {None}
    assert lesson.field("two-ends").input_value() == ""
    assert lesson.one('button[name="learned"]').get_attribute("aria-pressed") == "false"
    assert lesson.stored() == {"of somebody else": "stays"}


def test_two_tabs_agree(visit):
    korean = visit(KO).until_ready()
    english = visit(EN, korean.context).until_ready()
    choose(korean, "kept-and-peak", "c")
    english.until("document.querySelector('[data-question=kept-and-peak]').dataset.result === 'right'")
    assert english.one('[data-question="kept-and-peak"] input[value="c"]').is_checked()
    english.field("two-ends").fill("both ends")
    english.field("two-ends").press("Tab")
    korean.until("document.querySelector('textarea').value === 'both ends'")
    english.one('button[name="learned"]').click()
    korean.until("document.querySelector('[name=learned]').ariaPressed === 'true'")
    choose(english, "model-file", "no")
    korean.until("document.querySelector('[data-question=model-file]').dataset.result === 'right'")
    assert results(korean) == results(english), "neither tab undoes the other's answers"
    for _ in range(2):
        korean.one('button[name="start-over"]').click()
    english.until("document.querySelectorAll('[data-result]').length === 0")
    assert english.said == korean.said == []


@pytest.mark.parametrize("prefix", ["/repo/"])
def test_two_copies_on_one_host_keep_apart(visit, site_below, prefix):
    opened = visit(KO, site=site_below(prefix)).until_ready()
    choose(opened, "count-is-time", "no")
    assert list(opened.stored()) == [f"checkpointing-lab:{prefix}:blocks"]


def test_going_back_brings_no_old_answers_back(visit):
    opened = visit(KO)
    opened.until_ready()
    choose(opened, "count-is-time", "yes")
    opened.page.goto(opened.page.url.replace("ko.html", "en.html"))
    opened.until_ready()
    choose(opened, "count-is-time", "no")
    opened.page.go_back()
    opened.until_ready()
    assert json.loads(opened.stored()[KEY])["answers"] == {"count-is-time": "no"}
    assert opened.one('[data-question="count-is-time"] :checked').get_attribute("value") == "no"


def test_what_is_being_typed_survives_an_answer_in_another_tab(visit):
    context = visit.context()
    one, other = visit(KO, context), visit(EN, context)
    one.until_ready()
    other.until_ready()
    one.one("textarea").press_sequentially("half a")
    choose(other, "count-is-time", "no")
    one.one("textarea").press_sequentially(" thought")
    assert one.one("textarea").input_value() == "half a thought"
    one.page.wait_for_function(f"localStorage.getItem('{KEY}').includes('half a thought')")
    assert json.loads(one.stored()[KEY])["answers"] == {"count-is-time": "no"}
