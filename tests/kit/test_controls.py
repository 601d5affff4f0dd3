import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lesson.kit.controls import Choice, ControlError, Number, Text, TextError, from_address, read, text_of

LAYERS = Number("layers", 1, 64, 16, whole=True)
ALPHA = Number("alpha", 0, 2, 1)
X = Number("x", -2, 2, 0.5)
BYTES = Choice("bytes", (4, 8), 4)
PLAN = Choice("plan-a", ("uniform-blocks", "revolve"), "uniform-blocks")
LAB = (LAYERS, ALPHA, X, BYTES, PLAN)


@pytest.mark.parametrize(
    ("control", "text", "value"),
    [
        (LAYERS, "16", 16),
        (LAYERS, "16.0", 16),
        (LAYERS, "16.", 16),
        (LAYERS, "+16", 16),
        (LAYERS, "016", 16),
        (LAYERS, "1.6e1", 16),
        (LAYERS, "  16\t\n", 16),
        (LAYERS, "\u00a016\u3000", 16),
        (LAYERS, "１６", 16),
        (LAYERS, "１６．０", 16),
        (X, "0.5", 0.5),
        (X, ".5", 0.5),
        (X, "5e-1", 0.5),
        (X, "5E-1", 0.5),
        (X, "-2", -2.0),
        (X, "−2", -2.0),
        (X, "－１．５", -1.5),
        (X, "-0", 0.0),
        (X, "1e-400", 0.0),
        (X, "0." + "3" * 10_000, 1 / 3),
        (BYTES, " ８ ", 8),
        (PLAN, "revolve", "revolve"),
    ],
)
def test_what_people_type_is_read(control, text, value):
    got = read((control,), {control.name: text})[control.name]
    assert got == value
    assert type(got) is type(value)


@pytest.mark.parametrize(
    ("control", "text", "reason"),
    [
        (LAYERS, "", "empty"),
        (LAYERS, " \u3000\n", "empty"),
        (BYTES, "", "empty"),
        (LAYERS, "0", "out-of-range"),
        (LAYERS, "65", "out-of-range"),
        (LAYERS, "-1", "out-of-range"),
        (X, "2.0000000000000004", "out-of-range"),
        (X, "1e400", "out-of-range"),
        (X, "-1e400", "out-of-range"),
        (X, "9" * 10_000, "out-of-range"),
        (LAYERS, "1.5", "not-whole"),
        (LAYERS, "abc", "not-a-number"),
        (X, "0,5", "not-a-number"),
        (X, "1,024", "not-a-number"),
        (X, "nan", "not-a-number"),
        (X, "NaN", "not-a-number"),
        (X, "inf", "not-a-number"),
        (X, "-Infinity", "not-a-number"),
        (X, "∞", "not-a-number"),
        (LAYERS, "0x10", "not-a-number"),
        (LAYERS, "1_6", "not-a-number"),
        (LAYERS, "4²", "not-a-number"),
        (LAYERS, "½", "not-a-number"),
        (LAYERS, "١٦", "not-a-number"),
        (LAYERS, "1 6", "not-a-number"),
        (LAYERS, "16 layers", "not-a-number"),
        (LAYERS, "--1", "not-a-number"),
        (LAYERS, "+-1", "not-a-number"),
        (LAYERS, ".", "not-a-number"),
        (LAYERS, "e1", "not-a-number"),
        (LAYERS, "1e", "not-a-number"),
        (LAYERS, "1+1", "not-a-number"),
        (LAYERS, "None", "not-a-number"),
        (LAYERS, "\ud800", "not-a-number"),
        (LAYERS, "1\x00", "not-a-number"),
        (LAYERS, "<script>alert(1)</script>", "not-a-number"),
        (LAYERS, "1" * 10_000 + "x", "not-a-number"),
        (BYTES, "5", "not-a-choice"),
        (BYTES, "4.0", "not-a-choice"),
        (PLAN, "Revolve", "not-a-choice"),
        (PLAN, "<b>" * 10_000, "not-a-choice"),
    ],
)
def test_what_is_wrong_is_refused_with_its_reason(control, text, reason):
    with pytest.raises(ControlError) as caught:
        read((control,), {control.name: text})
    error = caught.value
    assert (error.name, error.reason) == (control.name, reason)
    expected_range = (control.low, control.high) if isinstance(control, Number) else (None, None)
    assert (error.low, error.high) == expected_range
    assert len(error.text) <= 40
    assert error.text == text or (len(text) > 40 and text.startswith(error.text[:-1]))
    assert len(str(error)) < 400
    assert str(error).isascii()


def test_errors_name_the_value_and_what_was_expected():
    with pytest.raises(ControlError, match=r"layers is '65' .*a whole number from 1 to 64"):
        read((LAYERS,), {"layers": "65"})
    with pytest.raises(ControlError, match=r"x is 'two' .*a number from -2 to 2"):
        read((X,), {"x": "two"})
    with pytest.raises(ControlError, match=r"bytes is '5' .*one of 4, 8"):
        read((BYTES,), {"bytes": "5"})


def test_the_first_wrong_control_is_named():
    with pytest.raises(ControlError) as caught:
        read(LAB, {"x": "?", "alpha": "?", "layers": "1", "bytes": "?"})
    assert caught.value.name == "alpha"


def test_a_control_without_text_is_empty():
    with pytest.raises(ControlError) as caught:
        read(LAB, {})
    assert (caught.value.name, caught.value.reason) == ("layers", "empty")


def test_an_empty_address_gives_the_defaults():
    texts, errors = from_address(LAB, {})
    assert errors == []
    assert texts == {"layers": "16", "alpha": "1", "x": "0.5", "bytes": "4", "plan-a": "uniform-blocks"}
    assert read(LAB, texts) == {control.name: control.default for control in LAB}


def test_an_address_is_taken_where_it_can_be_and_reported_where_not():
    query = {
        "layers": "0",
        "alpha": "１．５",
        "x": "nan",
        "bytes": "8",
        "plan-a": "",
        "unknown": "<b>",
        "layers-typed": "3",
    }
    texts, errors = from_address(LAB, query)
    assert texts == {"layers": "16", "alpha": "1.5", "x": "0.5", "bytes": "8", "plan-a": "uniform-blocks"}
    assert [(error.name, error.reason) for error in errors] == [
        ("layers", "out-of-range"),
        ("x", "not-a-number"),
        ("plan-a", "empty"),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (16, "16"),
        (16.0, "16"),
        (0.5, "0.5"),
        (-2.0, "-2"),
        (1e-7, "1e-07"),
        (0.1 + 0.2, "0.30000000000000004"),
    ],
)
def test_text_of_a_value(value, text):
    assert text_of(value) == text


@given(st.floats(-2, 2))
@example(-0.0)
@example(5e-324)
def test_text_of_a_value_reads_back_the_same(value):
    assert read((X,), {"x": text_of(value)}) == {"x": value}


@given(st.text(st.characters()))
def test_any_text_gives_a_number_in_range_or_a_control_error(text):
    for control in LAB:
        try:
            value = read((control,), {control.name: text})[control.name]
        except ControlError:
            continue
        if isinstance(control, Number):
            assert math.isfinite(value)
            assert control.low <= value <= control.high
        else:
            assert value in control.options


def even(text):
    if len(text) % 2:
        raise TextError(f"{len(text)} letters are not even", "odd", letters=len(text))
    return text.lower()


def test_a_text_is_kept_as_its_lesson_reads_it():
    control = Text("word", "ab", even)
    assert read((control,), {"word": " ABCD "}) == {"word": "abcd"}
    assert read((control,), {}) == {"word": ""}
    assert from_address((control,), {}) == ({"word": "ab"}, [])


def test_a_text_is_refused_for_its_lesson_s_own_reason():
    with pytest.raises(ControlError, match="expected one of texts such as ab") as caught:
        read((Text("word", "ab", even),), {"word": "abc"})
    error = caught.value
    assert (error.name, error.text, error.reason, error.more, error.default) == (
        "word",
        "abc",
        "odd",
        {"letters": 3},
        "ab",
    )
    texts, errors = from_address((Text("word", "ab", even),), {"word": "abc"})
    assert (texts, [e.reason for e in errors]) == ({"word": "ab"}, ["odd"])
