"""Every word that start.js can ask a page for stands in all of them, in both languages, and no other."""

import re

import pytest

from tests.pages.document import ROOT, Element, editions

SCRIPT = (ROOT / "lesson/kit/start.js").read_text(encoding="utf-8")
STEPS = {"step-fetching", "step-bytes", "step-starting", "step-libraries"}
PLACES = {"step-bytes": {"arrived", "bytes"}, "stalled": {"seconds"}} | {
    name: {"file"} for name in ("file-missing", "file-changed", "file-type", "no-answer")
}
HOOKS = ("data-start-bar", "data-start-step", "data-start-said", "data-start-reason", "data-start-details")


each = pytest.mark.parametrize(
    "root", [e.root for both in editions() for e in both], ids=[f"{e.page}-{e.language}" for b in editions() for e in b]
)


def words(root: Element) -> dict[str, str]:
    return {t["data-start"]: t.text() for t in root.all("template", data_start=None)}


def asked(script: str) -> set[str]:
    """The names of words that a script has in it: reasons for a failure, labels of its button, steps."""
    reasons = set(re.findall(r'\b(?:fail|wrong)\("([\w-]+)"', script))
    either = set(re.findall(r'\? "([a-z-]+)"', script)) | set(re.findall(r'" : "([a-z-]+)"', script))
    steps = {f"step-{name}" for name in re.findall(r"(\w+): 0\.\d", script)}
    return reasons | either | steps


@each
def test_a_page_has_the_words_of_the_start_once_each_and_no_other(root):
    found = [t["data-start"] for t in root.all("template", data_start=None)]
    assert sorted(found) == sorted(asked(SCRIPT))
    assert asked(SCRIPT) > STEPS
    assert all(words(root).values())


@each
def test_words_have_their_places(root):
    for name, text in words(root).items():
        assert set(re.findall(r"\{(\w+)\}", text)) == PLACES.get(name, set()), name


@each
def test_a_page_has_every_spot_the_start_writes_to(root):
    main = root if root.tag == "main" else root.one("main")
    for hook in HOOKS:
        assert len(main.all(**{hook: None})) == 1, hook
        assert f'everywhere("{hook.removeprefix("data-start-")}"' in SCRIPT
    assert main.one("button", data_start_again=None)["type"] == "button"
    assert main.one(data_start_details=None).parent.tag == "details"
    assert main.one(data_start_said=None)["role"] == "status"


def test_the_interpreter_names_steps_that_pages_have_words_for():
    interpreter = (ROOT / "publish/interpreter.mjs").read_text(encoding="utf-8")
    steps = set(re.findall(r'step\("(\w+)"\)', interpreter))
    assert {f"step-{name}" for name in steps} == STEPS - {"step-fetching", "step-bytes"}
