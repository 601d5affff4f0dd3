"""Imports go one way, files stay short, and the repository speaks of nothing but itself."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("src", "lesson", "publish", "tests")
SOURCES = sorted(path for folder in FOLDERS for path in Path(ROOT, folder).rglob("*.py"))
CORE = sorted(Path(ROOT, "src/checkpointing").glob("*.py"))
KIT = sorted(Path(ROOT, "lesson/kit").glob("*.py"))
LESSONS = [path for path in sorted(Path(ROOT, "lesson").rglob("*.py")) if path not in KIT]
LONGEST_FILE = 260
BROWSER = {"pyscript", "js", "pyodide", "pyodide_js", "_pyodide", "micropip"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(source: str) -> set[str]:
    """Every module a source imports, wherever in it, with the names taken from it: `a.b` and `a.b.c`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out in full"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imported(path: Path) -> set[str]:
    return imports(path.read_text(encoding="utf-8"))


def offenders(paths: list[Path], forbidden) -> list[str]:
    """Which of the files imports what it must not, as "file: module"."""
    return [f"{name_of(path)}: {module}" for path in paths for module in sorted(imported(path)) if forbidden(module)]


def below(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_only_page_knows_the_browser_and_what_the_bench_runs_in_it():
    known = {Path(ROOT, name) for name in ("lesson/kit/page.py", "publish/bench/in_page.py")}
    others = [path for path in SOURCES if path not in known]
    assert offenders(others, lambda module: below(module, *BROWSER)) == []
    assert below("pyscript", *imported(Path(ROOT, "lesson/kit/page.py")))


def test_only_figure_and_panel_know_matplotlib_and_nobody_pyplot():
    drawing = {Path(ROOT, "lesson/kit", name) for name in ("figure.py", "panel.py")}
    shipped = [*CORE, *KIT, *LESSONS]
    others = [path for path in shipped if path not in drawing]
    assert offenders(others, lambda module: below(module, "matplotlib", "pylab")) == []
    assert offenders(shipped, lambda module: "pyplot" in module or below(module, "pylab")) == []


def test_the_kit_never_imports_a_lesson_or_the_subject():
    assert offenders(KIT, lambda module: below(module, "lesson") and not below(module, "lesson.kit")) == []
    assert offenders(KIT, lambda module: below(module, "checkpointing", "publish", "tests")) == []


def test_lessons_answer_without_browser_drawing_or_publishing():
    drawn = ("lesson.kit.figure", "lesson.kit.panel", "lesson.kit.page", "lesson.kit.lab", "lesson.kit.views")
    assert offenders(LESSONS, lambda module: below(module, *drawn, "publish", "tests")) == []


def test_the_core_is_pure_python_and_numpy():
    allowed = sys.stdlib_module_names | {"numpy", "checkpointing"}
    assert offenders(CORE, lambda module: module.split(".")[0] not in allowed) == []


MAY_USE = {
    "check": set(),
    "chain": {"check"},
    "schedule": {"check"},
    "report": set(),
    "referee": {"check", "report", "schedule"},
    "count": {"schedule"},
    "cost": {"check", "schedule"},
    "execute": {"check", "chain", "schedule", "referee", "report"},
    "convention": set(),
    "blocks": {"check", "convention", "schedule"},
    "frameworks": {"check", "blocks", "convention", "schedule"},
    "mistakes": {"check", "blocks", "convention", "frameworks", "schedule"},
    "dropout": {"check", "chain"},
    "splitting": {"schedule"},
    "bisection": {"check", "convention", "schedule", "splitting"},
    "binomial": {"check"},
    "mixed": {"check"},
    "revolve": {"check", "binomial", "convention", "schedule", "splitting"},
    "settings": {"check", "blocks"},
    "strategy": {"check", "convention", "schedule", "blocks", "frameworks", "bisection", "revolve", "settings"},
}


def test_every_module_of_the_core_has_its_place_among_the_others():
    assert {path.stem for path in CORE if path.stem != "__init__"} == set(MAY_USE)


@pytest.mark.parametrize("module", MAY_USE)
def test_inside_the_core_imports_go_one_way(module):
    found = {
        m.split(".")[1]
        for m in imported(Path(ROOT, f"src/checkpointing/{module}.py"))
        if below(m, "checkpointing") and "." in m
    }
    assert found - MAY_USE[module] == set()


def test_respond_runs_without_matplotlib():
    code = """
import sys
sys.modules["matplotlib"] = None
from lesson.blocks.respond import CONTROLS, respond
from lesson.taste import respond as taste
from lesson.kit.controls import from_address
assert respond(from_address(CONTROLS, {})[0]).pictures and taste.respond({"block": "4"}).pictures
"""
    paths = {**os.environ, "PYTHONPATH": str(Path(ROOT, "src"))}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=paths, check=True)


def test_pages_are_told_every_python_file_they_need():
    listed = re.findall(r'^"\./([^"]+)" =', Path(ROOT, "pyscript.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(name_of(path) for path in [*CORE, *KIT, *LESSONS])


def test_files_can_be_read_at_one_sitting():
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["check", "format"])
def test_ruff_finds_nothing(command):
    ended = subprocess.run([sys.executable, "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


# Hosts are put together here, so that this file does not hold what it looks for.
HOSTS = ["pypi" + ".org", "files.python" + "hosted", "registry." + "npmjs", "deb." + "debian", "archive." + "ubuntu"]
MACHINE = re.compile(
    r"(?<![\w.])/(?:home/(?!pyodide\b)|Users/|root/|tmp/|mnt/|work/)[\w.-]+|[A-Z]:\\+Users|"
    + "|".join(map(re.escape, HOSTS))
)
TEXT = {".py", ".md", ".toml", ".html", ".css", ".js", ".mjs", ".yml", ".yaml", ".lock", ".txt", ".json", ".svg", ""}


def committed() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode("utf-8")
    return [path for name in listed.split("\0") if name and (path := Path(ROOT, name)).is_file()]


def foreign(text: str) -> list[str]:
    return [found[0] for found in MACHINE.finditer(text)]


def test_no_file_tells_of_a_machine_or_of_a_registry_s_host():
    found = {name_of(path): foreign(path.read_text(encoding="utf-8")) for path in committed() if path.suffix in TEXT}
    assert {name: places for name, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "text", ["/home/" + "someone/x", "see https://pypi" + ".org/simple", "C:\\" + "Users\\a", "/tmp" + "/x"]
)
def test_such_a_place_is_noticed(text):
    assert foreign(text)


@pytest.mark.parametrize("text", ["/home/pyodide/lesson", "npm:pyodide@314.0.3", "pypi:open-webui==0.12.4!path"])
def test_what_names_no_machine_is_left_alone(text):
    assert foreign(text) == []


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import js", "js"),
        ("from pyscript.ffi import to_js", "pyscript.ffi"),
        ("def f():\n    import matplotlib.pyplot as plt", "matplotlib.pyplot"),
        ("from matplotlib import pyplot", "matplotlib.pyplot"),
        ("import numpy as np, js", "js"),
    ],
)
def test_an_import_is_noticed_wherever_it_stands(source, module):
    assert module in imports(source)
