"""The lesson lives in every engine: the same numbers, controls by hand, figures that follow, answers that stay."""

import mpmath

from lesson.blocks.questions import QUIZ
from lesson.blocks.respond import respond
from tests.browser.opened import INDEX, KO
from tests.browser.test_numbers import COMPUTED, NAMES, SETTINGS, agree
from tests.core.test_gradients import DIGITS


def settings(*values: object) -> dict[str, object]:
    """The values of all controls, for sliders and typed fields alike."""
    given = dict(zip(NAMES, values, strict=True))
    return given | {f"{name}_typed": value for name, value in given.items() if name != "bytes"}


def test_it_starts_in_silence_and_has_the_numbers_of_cpython(edition):
    assert edition.said == []
    for values in SETTINGS:
        edition.set_controls(**settings(*values))
        expected = respond({name: str(value) for name, value in zip(NAMES, values, strict=True)})
        for name, ours in edition.slots().items():
            assert agree(ours, expected.slots[name], name in COMPUTED), (values, name)
        for name, table in expected.tables.items():
            shown = edition.table(name)
            assert len(shown) == len(table.rows)
            for cells, row in zip(shown, table.rows, strict=True):
                for column, value in row.cells.items():
                    assert agree(cells[column], value, column in COMPUTED), (values, name, row.key, column)


def test_it_has_the_digits_of_the_table(edition):
    for layers, width, alpha, x, *digits in DIGITS:
        edition.set_controls(**settings(layers, width, 4, alpha, x, 4))
        slots, gradients = edition.slots(), edition.table("input-gradient")
        assert slots["gradient-difference"] == "0"
        assert len(gradients) == width
        pairs = [
            (slots["average"], digits[0]),
            (slots["gradient-alpha-full"], digits[1]),
            (slots["gradient-alpha-checkpoint"], digits[1]),
            *((row[name], digits[2]) for row in gradients for name in ("full", "checkpoint")),
        ]
        with mpmath.workdps(40):
            for ours, exact in pairs:
                assert abs(mpmath.mpf(ours) - mpmath.mpf(exact)) <= mpmath.mpf("1e-13") * abs(mpmath.mpf(exact))


def test_keys_on_a_slider_and_in_a_field_move_numbers_and_figures(edition):
    edition.click('button[name="reference"]')
    edition.until_quiet()
    before = edition.drawings()
    edition.focus('input[name="block"]')
    edition.press("ArrowRight")
    edition.until("() => document.querySelector('[data-slot=block]').value === '5'")
    edition.until_quiet()
    assert edition.attribute('input[name="block"]', "aria-valuetext") == "5"
    assert edition.slots()["boundary-vectors"] == "5"
    after = edition.drawings()
    assert {name for name in before if before[name] != after[name]} == {"ratios", "timeline"}
    edition.click('input[name="layers-typed"]')
    edition.press("End", "Backspace", "Backspace")
    edition.write("20")
    edition.until("() => document.querySelector('[data-slot=layers]').value === '20'")
    edition.until_quiet()
    assert edition.slots()["full-bytes"] == str((20 + 3) * 8 * 4)
    assert edition.drawings()["gradients"] != after["gradients"]


def test_explanations_open_and_say_what_was_right(edition):
    for question, (choices, right) in QUIZ.questions.items():
        for choice in choices:
            edition.click(f'[data-question="{question}"] input[value="{choice}"]')
            result = "right" if choice == right else "wrong"
            assert edition.attribute(f'[data-question="{question}"]', "data-result") == result
            assert edition.attribute(f'[data-question="{question}"] [data-when]', "data-when") == choice
            assert edition.text("[data-quiz-status]") == edition.words("message", f"answer-{result}")


def test_answers_outlive_a_reload_and_count_on_the_course_page(visit, site):
    page = visit(site + KO).until_ready()
    for question, (_, right) in QUIZ.questions.items():
        page.click(f'[data-question="{question}"] input[value="{right}"]')
    page.click("textarea")
    page.write("both ends")
    page.click('button[name="learned"]')
    page.reload()
    page.until_ready()
    for question in QUIZ.questions:
        assert page.attribute(f'[data-question="{question}"]', "data-result") == "right"
    assert page.evaluate("() => document.querySelector('textarea').value") == "both ends"
    assert page.attribute('button[name="learned"]', "aria-pressed") == "true"
    page.goto(site + INDEX)
    page.until_ready()
    for language in ("ko", "en"):
        page.click(f'button[data-language="{language}"]')
        first = page.evaluate("() => document.querySelector('[data-slot=progress-right]').value")  # this lesson's
        assert first == str(len(QUIZ.questions))
    page.set_controls(block=8)
    assert page.slots()["multiplication-ratio"] == "1.4375"
    assert page.said == []
