"""A page's script mounts the page's own lab, its parts and its questions; a page without questions waits for none."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from lesson.kit.quiz import Quiz
from publish.pages import labs
from tests.pages.document import INDEX, PAGES, ROOT, Element, editions, parse, read

FOR_ANSWERS = (  # what lesson/kit/answers.py brings to life
    {"tag": "fieldset", "data_question": None},
    {"tag": "textarea"},
    {"tag": "button", "name": "learned"},
    {"tag": "button", "name": "start-over"},
    {"data_storage_note": None},
    {"data_quiz_status": None},
    {"data_progress": None},
)


@dataclass(frozen=True)
class Mounted:
    """One call of `mount`."""

    root: str
    controls: tuple
    respond: Callable
    quiz: Quiz | None = None
    parts: Mapping[str, Callable] | None = None


def mounted(page: Element, monkeypatch) -> list[Mounted]:
    """What the page's script mounts, run without a browser."""
    calls: list[Mounted] = []
    seam = SimpleNamespace(mount=lambda *given, **named: calls.append(Mounted(*given, **named)))
    monkeypatch.setitem(sys.modules, "lesson.kit.page", seam)
    script = page.one("script", type="py")
    exec(compile("".join(script.children), f"line {script.line}", "exec"), {})
    return calls


@pytest.mark.parametrize("page", PAGES)
def test_the_script_at_the_foot_mounts_the_lab_and_the_parts_that_stand_in_the_page(page, monkeypatch):
    root = read(page)
    own = labs(page, (ROOT / page).read_text(encoding="utf-8"))[0]
    mains = {f"#{main['id']}": main for main in root.all("main")}
    calls = mounted(root, monkeypatch)
    assert [call.root for call in calls] == list(mains)
    for call in calls:
        assert call.respond is own.respond, f"expected that of {own.__name__}"
        assert call.controls is own.CONTROLS
        assert set(call.parts or ()) == {part["data-part"] for part in mains[call.root].all(data_part=None)}
    script = root.one("script", type="py")
    assert script["config"] == "../" * page.count("/") + "pyscript.toml"
    assert script.line > max(main.line for main in mains.values())


def for_answers(root: Element) -> list[str]:
    """The places of a page that only a quiz fills, by line."""
    parts = {id(e) for part in root.all(data_part=None) for e in part.walk()}
    found = [e for hook in FOR_ANSWERS for e in root.all(**hook) if id(e) not in parts]
    return [f"line {e.line}: <{e.tag}>" for e in found]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_whose_script_mounts_no_questions_has_no_places_for_them(page, monkeypatch):
    root = read(page)
    if any(call.quiz is None for call in mounted(root, monkeypatch)):
        assert for_answers(root) == [], "give mount the QUIZ of the lesson's questions.py, or take these out"


def test_places_for_answers_are_noticed_outside_parts():
    part = '<section data-part="x"><textarea></textarea></section>'
    page = f'<p data-storage-note></p>{part}\n<button name="learned"></button>'
    assert for_answers(parse(page)) == ["line 2: <button>", "line 1: <p>"]


@pytest.mark.parametrize("edition", [e for both in editions() for e in both if e.page != INDEX], ids=lambda e: e.page)
def test_questions_choices_and_what_shows_as_right_are_those_of_python(edition, monkeypatch):
    (call,) = mounted(edition.root, monkeypatch)
    shown = {
        question["data-question"]: (
            tuple(option["value"] for option in question.all("input", type="radio")),
            [reason["data-when"] for reason in question.all(data_right=None)],
        )
        for question in edition.root.all("fieldset", data_question=None)
    }
    held = call.quiz.questions if call.quiz else {}
    assert shown == {name: (choices, [right]) for name, (choices, right) in held.items()}
