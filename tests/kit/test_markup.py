from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lesson.kit.answer import Frame, Row, Table
from lesson.kit.markup import Messages, data, fill, frame_rows, machine, people, rows, sentences, shorten

OUTPUT = 0.206855620425539


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (608, "608"),
        (-3, "-3"),
        (10**20, "100000000000000000000"),
        (0.0, "0"),
        (16.0, "16"),
        (OUTPUT, "0.206855620425539"),
        (1.939856176158e-06, "1.939856176158e-06"),
        (1e22, "1e+22"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (np.float64(OUTPUT), "0.206855620425539"),
        (np.float64(2), "2"),
        (np.float32(0.5), "0.5"),
        (np.int64(2816), "2816"),
        (np.array(0.25), "0.25"),
    ],
)
def test_numbers_for_programs(value, text):
    assert machine(value) == text


@given(st.floats(allow_nan=False) | st.integers(-(2**53), 2**53))
def test_numbers_for_programs_lose_nothing(value):
    assert float(machine(value)) == value


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [
        (2816, ",d", "2,816"),
        (-2816, ",d", "−2,816"),
        (np.int64(2816), ",d", "2,816"),
        (OUTPUT, ".3f", "0.207"),
        (np.float64(-OUTPUT), ".3f", "−0.207"),
        (608, ".1f", "608.0"),
        (-0.0, ".3f", "0.000"),
        (-0.0001, ".3f", "0.000"),
        (-0.001, ".3f", "−0.001"),
        (1.939856176158e-06, ".2e", "1.94×10⁻⁶"),
        (-1.939856176158e-06, ".3e", "−1.940×10⁻⁶"),
        (1.5e123, ".1e", "1.5×10¹²³"),
        (2.5, ".1e", "2.5"),
        (0.0, ".3e", "0"),
        (-0.0, ".3e", "0"),
        (1.5e-7, ".3g", "1.5×10⁻⁷"),
        (0.25, ".3g", "0.25"),
        (0.5263, ".0%", "53%"),
        (float("inf"), ".3e", "inf"),
    ],
)
def test_numbers_for_people(value, spec, text):
    assert people(value, spec) == text


def test_a_specification_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="'d'"):
        people(0.5, ",d")


def test_data_holds_both():
    assert data(2816, ",d") == '<data value="2816">2,816</data>'
    assert data(OUTPUT, ".3f", "average") == ('<data data-slot="average" value="0.206855620425539">0.207</data>')
    assert data(7, "<3d", 'a"<b>') == '<data data-slot="a&quot;&lt;b&gt;" value="7">7  </data>'
    assert data(7, "&>3d") == '<data value="7">&amp;&amp;7</data>'


TABLE = Table(
    (
        Row(3, {"bytes": 352, "ratio": 0.5789}, ("cheapest-counted",)),
        Row(4, {"bytes": 320, "ratio": 0.5263}, ("current", "cheapest-formula")),
    )
)
COLUMNS = [("block", "d"), ("bytes", ",d"), ("ratio", ".3f"), ("note", "")]
WORDS = {"current": "", "cheapest-formula": "least <by> formula", "cheapest-counted": "least counted"}


def test_rows_are_html():
    assert rows(TABLE, COLUMNS, WORDS) == (
        '<tr data-block="3" data-flags="cheapest-counted">'
        '<th scope="row" data-column="block"><data value="3">3</data></th>'
        '<td data-column="bytes"><data value="352">352</data></td>'
        '<td data-column="ratio"><data value="0.5789">0.579</data></td>'
        '<td data-column="note">least counted</td></tr>'
        '<tr data-block="4" data-flags="current cheapest-formula" aria-current="true">'
        '<th scope="row" data-column="block"><data value="4">4</data></th>'
        '<td data-column="bytes"><data value="320">320</data></td>'
        '<td data-column="ratio"><data value="0.5263">0.526</data></td>'
        '<td data-column="note">least &lt;by&gt; formula</td></tr>'
    )


def test_a_row_with_nothing_special_has_an_empty_note():
    assert rows(Table((Row(1, {}),)), [("block", "d"), ("note", "")], {}) == (
        '<tr data-block="1"><th scope="row" data-column="block"><data value="1">1</data></th>'
        '<td data-column="note"></td></tr>'
    )


def test_several_notes_are_joined():
    table = Table((Row(4, {}, ("cheapest-formula", "current", "cheapest-counted")),))
    assert '<td data-column="note">x · y</td>' in rows(
        table,
        [("block", "d"), ("note", "")],
        {"cheapest-formula": "x", "current": "", "cheapest-counted": "y"},
    )


@pytest.mark.parametrize(
    ("columns", "words", "missing"),
    [
        ([("block", "d"), ("peak", "d")], WORDS, "peak"),
        (COLUMNS, {"current": "", "cheapest-counted": ""}, "cheapest-formula"),
    ],
)
def test_missing_columns_and_words_are_named(columns, words, missing):
    with pytest.raises(KeyError, match=missing):
        rows(TABLE, columns, words)


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.text = [], ""

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, text):
        self.text += text


@given(st.text(), st.text())
def test_no_words_or_names_become_markup(words, name):
    page = Tags()
    page.feed(rows(Table((Row(1, {name: 2}, ("f",)),)), [("block", "d"), (name, "d"), ("note", "")], {"f": words}))
    page.close()
    assert page.tags == ["tr", "th", "data", "td"] + (["data"] if name != "note" else []) + ["td"]


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("값 {value}, 범위 {low}~{high}", {"value": "65", "low": 1, "high": 64}, "값 65, 범위 1~64"),
        ("{value} {value}", {"value": "a"}, "a a"),
        ("no place", {"value": "a"}, "no place"),
        ("{value} and {low}", {"value": "{low} {0} {", "low": "1"}, "{low} {0} { and 1"),
        ("{value}", {"value": "\\1 \\g<0>"}, "\\1 \\g<0>"),
        ("set { x } {} {value", {}, "set { x } {} {value"),
        ("{value}", {"value": "<b>&"}, "<b>&"),
        ("{value}!", {"value": "x" * 10_000}, "x" * 10_000 + "!"),  # an address to copy must stay whole
    ],
)
def test_messages_are_filled_once_and_as_plain_text(template, values, text):
    assert fill(template, **values) == text


def test_a_place_without_a_value_is_named():
    with pytest.raises(KeyError, match=r"\{smallest\} in '\{value\} \{smallest\}'; there are values for: value"):
        fill("{value} {smallest}", value="1")


def test_a_message_that_the_page_lacks_is_named():
    messages = Messages({"updated": "Computed anew."})
    assert messages["updated"] == "Computed anew."
    with pytest.raises(KeyError, match='the page has no <template data-message="empty">'):
        messages["empty"]


@given(st.text(), st.integers(1, 50))
def test_shortened_text_says_so(text, limit):
    short = shorten(text, limit)
    assert short == text if len(text) <= limit else short == text[: limit - 1] + "…"
    assert len(short) <= limit


def test_a_row_can_lack_a_number_and_link_to_settings():
    row = Row(3, {"block": 3, "peak": None, "cost": 7}, links={"cost": lambda: {"block": "3", "x": "a&b"}})
    html = rows(Table((row,)), [("block", "d"), ("peak", "d"), ("cost", "d")], {})
    assert '<td data-column="peak"></td>' in html
    assert '<a data-settings href="?block=3&amp;x=a%26b"><data value="7">7</data></a>' in html


def test_frames_as_rows():
    frames = [Frame({"t": t}, {"a": (("does", {"what": "<x>"}),)}) for t in (1, 2)]
    html = frame_rows(frames, [("t", ",d"), ("a", "")], {"does": "It does {what}."}, current=1)
    assert html.count("<tr") == 2
    assert '<tr aria-current="true"><th scope="row"><data value="2">2</data></th>' in html
    assert "<td>It does &lt;x&gt;.</td>" in html


def test_sentences_stand_one_after_the_other():
    assert sentences((("a", {}), ("b", {"n": 3})), {"a": "One.", "b": "Then {n}."}) == "One. Then 3."
    with pytest.raises(KeyError):
        sentences((("c", {}),), {})
