import doctest
import re

from publish.environment import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_examples_are_what_python_answers():
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 6
    assert results.failed == 0


def test_every_path_in_the_map_of_folders_is_there():
    named = re.findall(r"^\| `([\w./-]+)`", README, re.MULTILINE)
    assert len(named) >= 6
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_module_of_the_core_and_the_kit_is_on_the_map():
    modules = [path.stem for folder in ("src/checkpointing", "lesson/kit") for path in (ROOT / folder).glob("[!_]*.py")]
    assert [name for name in modules if f"`{name}`" not in README] == []
