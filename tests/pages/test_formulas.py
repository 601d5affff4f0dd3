"""Formulas are whole: a browser shows one with a part too many or too few as an error or not at all."""

import re

import pytest

from tests.pages.document import PAGES, Element, parse, read

PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}


def broken(page: Element) -> list[str]:
    formulas = [e for e in page.walk() if e.tag in PARTS]
    parts = [(e, [child for child in e.children if isinstance(child, Element)]) for e in formulas]
    return [f"line {e.line}: <{e.tag}> has {len(p)} parts" for e, p in parts if len(p) != PARTS[e.tag]]


@pytest.mark.parametrize("path", PAGES)
def test_every_formula_has_its_parts(path):
    assert broken(read(path)) == []


def test_a_fraction_without_a_denominator_would_be_noticed():
    assert broken(parse("<math>\n<mfrac><mi>a</mi></mfrac></math>")) == ["line 2: <mfrac> has 1 parts"]


def in_rare_letters(page: Element) -> list[str]:
    """Letters that browsers make italic by themselves, from signs that only fonts for mathematics have."""
    letters = [e for e in page.all("mi") if e.get("mathvariant") != "normal"]
    rare = re.compile("[\u0370-\u03ff\N{PARTIAL DIFFERENTIAL}]")
    return [f"line {e.line}: {e.text()}" for e in letters if rare.fullmatch(e.text())]


@pytest.mark.parametrize("path", PAGES)
def test_greek_letters_are_upright_for_few_fonts_have_them_italic(path):
    assert in_rare_letters(read(path)) == []


def test_an_italic_greek_letter_would_be_noticed():
    assert in_rare_letters(parse('<math>\n<mi>α</mi><mi mathvariant="normal">β</mi><mi>x</mi></math>')) == ["line 2: α"]
