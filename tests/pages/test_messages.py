"""Every message that Python can ask a page for stands in it, and none stands there that nobody asks for."""

import ast
import itertools
from functools import lru_cache
from pathlib import Path
from typing import get_args

import pytest

from lesson.kit.controls import Choice, ControlError, Number, Text, from_address
from lesson.schedules import game_lab
from lesson.schedules import respond as schedules
from lesson.schedules.game_text import Reason
from lesson.taste import respond as taste
from publish.pages import labs
from tests.pages.document import ROOT, Edition, Element, editions, parse

KIT = sorted(Path(ROOT, "lesson/kit").glob("*.py"))
PLACES = {  # the places of a message; all others have none
    "empty": {"low", "high"},
    "not-a-number": {"value", "low", "high"},
    "not-whole": {"value", "low", "high"},
    "out-of-range": {"value", "low", "high"},
    "not-a-choice": {"value"},
    "address-fallback": {"name", "value", "default"},
    "copied": {"address"},
    "copy-failed": {"address"},
    "moment": {"step", "steps"},
    **{f"too-few-{name}": {"value", "least", "layers"} for name in ("uniform-blocks", "nested-blocks", "frameworks")},
    **{f"too-few-sizes-{side}": {"value", "least"} for side in "ab"},
    **{f"step-{kind}": {"layer", "before", "after"} for kind in ("forward", "again", "reverse")},
    **{f"step-{kind}-overwriting": {"layer", "before", "after"} for kind in ("forward", "again")},
    "inner-too-large": {"value", "outer"},
    "step-dropped": {"states"},
    "ended": {"steps"},
    "taken": {"file"},
    "brought": {"file"},
    "not-brought": {"file"},
    **{f"game-{reason}": {"value"} for reason in ("form", "version", "size")},
    "game-move": {"value", "place"},
}
BOARD = {  # what the board of the game says, with the places; test_game_lab meets each of the laws
    "game-dropped": {"state"},
    "game-undone": set(),
    "game-redone": set(),
    "game-rewound": set(),
    "game-enough": {"states"},
    "game-alive": {"states"},
    "game-next": {"layer"},
    "game-all-back": set(),
    "game-finished-optimal": {"recomputed", "peak"},
    "game-finished-above": {"recomputed", "peak", "optimum"},
    "game-finished": set(),
    "game-too-many": set(),
    "game-kept": set(),
    "law-live-input": {"layer", "before"},
    "law-new-output": {"state"},
    "law-first-state": {"state"},
    "law-dropped-once": {"state"},
    "law-dropped-once-gone": {"state"},
    "law-reverse-inputs": {"layer", "before", "after", "state"},
    "law-order": {"next"},
    "law-order-done": set(),
    "law-budget": {"budget"},
}
REASONS = {game_lab: get_args(Reason)}  # why a lab's own reading refuses a text
REFUSED = {  # by more than one control
    schedules: [
        {"plan-a": "nested-blocks", "outer-a": "4", "inner-a": "4"},
        *({f"plan-{side}": "uniform-blocks", f"outer-{side}": "8"} for side in "ab"),
    ]
}


def labs_of(edition: Edition) -> list:
    return labs(edition.page, Path(ROOT, edition.page).read_text(encoding="utf-8"))


EACH = [(edition.root, labs_of(edition)) for both in editions() for edition in both]
each = pytest.mark.parametrize(
    ("root", "lessons"), EACH, ids=[f"{edition.page}-{edition.language}" for both in editions() for edition in both]
)


def needed(root: Element, lessons: list) -> set[str]:
    """The messages that what stands in the page, and its labs, can call for."""
    names = {"updated", "address-fallback", "calculation-failed", "details-label"}
    if root.all(data_storage_note=None):
        names |= {"storage-denied", "storage-full", "storage-foreign", "storage-aside", "storage-fresh"}
    if root.all("button", name="take-along"):
        names |= {"taken", "brought", "not-brought"}
    for lesson, control in ((one, control) for one in lessons for control in one.CONTROLS):
        names.add(f"name-{control.name}")
        if isinstance(control, Text):
            names |= set(REASONS[lesson])
            continue
        names.add("empty")
        names |= {"not-a-choice"} if isinstance(control, Choice) else {"not-a-number", "out-of-range"}
        if isinstance(control, Number) and control.whole:
            names.add("not-whole")
    if root.all("button", name="copy-address"):
        names |= {"copied", "copy-failed"}
    if root.all("div", data_program=None):
        names |= {"program-copied", "program-not-copied"}
    if root.all("fieldset", data_question=None):
        names |= {"answer-right", "answer-wrong", "answer-cleared"}
    if root.all("button", name="learned"):
        names |= {"learned-on", "learned-off"}
    if root.all("button", name="start-over"):
        names |= {"start-over-sure", "started-over"}
    if root.all("div", data_player=None):
        names.add("moment")
    if root.all("tbody", data_board=None):
        names |= BOARD.keys()
    return names | of_answers(lessons[0])


@lru_cache
def of_answers(lesson) -> frozenset[str]:
    """The messages that the lesson's answers call for: every choice, other controls at defaults and ends."""
    found = set()
    defaults = from_address(lesson.CONTROLS, {})[0]
    choices = [{c.name: str(option)} for c in lesson.CONTROLS if isinstance(c, Choice) for option in c.options]
    ends = [{c.name: str(end)} for c in lesson.CONTROLS if isinstance(c, Number) for end in (c.low, c.high)]
    changes = [choice | number for choice, number in itertools.product(choices or [{}], [{}, *ends])]
    for change in (*changes, *REFUSED.get(lesson, ())):
        try:
            answer = lesson.respond(defaults | change)
        except ControlError as error:
            found.add(error.reason)
            continue
        found |= {f"flag-{flag}" for table in answer.tables.values() for row in table.rows for flag in row.flags}
        says = (says for reel in answer.reels.values() for frame in reel for says in frame.says.values())
        found |= {name for said in says for name, _ in said}
    return frozenset(found)


def there(root: Element) -> dict[str, str]:
    return {t["data-message"]: t.text() for t in root.all("template", data_message=None)}


def places(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}


@each
def test_a_page_has_the_messages_it_needs_once_each_and_no_other(root, lessons):
    found = [t["data-message"] for t in root.all("template", data_message=None)]
    assert {name for name in found if found.count(name) > 1} == set()
    missing, idle = needed(root, lessons) - set(found), set(found) - needed(root, lessons)
    assert not missing, f"messages that the page lacks: {', '.join(sorted(missing))}"
    assert not idle, f"messages that nobody asks for: {', '.join(sorted(idle))}"
    assert all(there(root).values())


@each
def test_messages_have_their_places(root, lessons):
    slots = {s["data-slot"].replace("-", "_") for s in root.all("data", data_slot=None)}
    for name, text in there(root).items():
        if name == "updated":
            assert places(text)
            assert places(text) <= slots, "places of the message that are no slots of this page"
        else:
            assert places(text) == (PLACES | BOARD).get(name, set()), name


def constants(tree: ast.AST) -> set[str]:
    return {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def asked(source: str) -> set[str]:
    """The names written out where the code asks for a message."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            argument = {"message": 0, "_say": 0, "refusal": 1}.get(node.func.attr)
            if argument is None or len(node.args) <= argument:
                continue
            parts = [node.args[argument]]
        elif isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "_templates":
            parts = [node.slice]
        else:
            continue
        if isinstance(parts[0], ast.IfExp):
            parts = [parts[0].body, parts[0].orelse]
        names |= {p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)}
    return names


def test_what_the_kit_asks_for_is_known_here():
    known = set().union(*(needed(root, lessons) for root, lessons in EACH))
    for path in KIT:
        assert asked(path.read_text(encoding="utf-8")) - known == set(), path.name


def test_what_is_known_here_is_asked_for_in_the_kit():
    written = set().union(*(constants(ast.parse(path.read_text(encoding="utf-8"))) for path in KIT))
    for root, lessons in EACH:
        literal = {
            n
            for n in needed(root, lessons) - of_answers(lessons[0]) - BOARD.keys()
            if n.split("-")[0] not in ("name", "flag")
        }
        literal -= {"answer-right", "answer-wrong", *get_args(Reason)}
        assert literal - written == set()
    assert {"name-", "flag-", "answer-"} <= written


def test_a_name_asked_for_is_noticed():
    source = 'p.message("a"); s._say("b" if x else "c"); p.refusal(e, "d"); p._templates["e"]; p.message(name)'
    assert asked(source) == {"a", "b", "c", "d", "e"}


def test_places_and_needs_of_a_small_page():
    root = parse('<main><button name="learned"></button><template data-message="x">{a} b {c_d}</template></main>')
    assert places(there(root)["x"]) == {"a", "c_d"}
    assert {"learned-on", "name-block"} < needed(root, [taste])
    assert "copied" not in needed(root, [taste])
