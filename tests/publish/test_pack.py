"""The pack holds what the pages' Python needs, compiled by the very Python that will run it, and no more."""

import gzip
import json
import re
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

import publish.pack
from publish.environment import ROOT
from publish.failure import Failure
from publish.fetch import CACHE
from publish.pack import CACHE as PACKS
from publish.pack import left_out, packed
from publish.site import page_settings

HOME, STDLIB = "/home/pyodide/", "/lib/python3.14/"
SITE = STDLIB + "site-packages/"
HEAD = 16  # bytes of a .pyc before its code: magic number, flags, hash of the source
UNCHECKED_HASH = 1
UNUSED = ("fontTools", "pytz", "contourpy", "matplotlib/pyplot", "numpy/random", "matplotlib/tests", "PIL/ImageQt")


def unpack(data: bytes) -> dict[str, bytes]:
    raw = gzip.decompress(data)
    start = 4 + int.from_bytes(raw[:4], "little")
    files = {}
    for path, size in json.loads(raw[4:start]):
        assert path not in files, f"{path} stands twice"
        files[path] = raw[start : start + size]
        start += size
    assert start == len(raw)
    return files


def places() -> dict[str, str]:
    files = page_settings(ROOT)["files"]
    return {name.removeprefix("./"): place.removeprefix("./") for name, place in files.items()}


def make(runtime: Path, project: Path, files: Mapping[str, str], cache: Path = PACKS) -> bytes:
    return packed(runtime, project, page_settings(ROOT)["packages"], files, cache)


@pytest.fixture(scope="session")
def real() -> dict[str, bytes]:
    """The pack of the pages, by path."""
    if not (CACHE / "pyodide").is_dir():
        pytest.fail("the runtime is not here: run python -m publish fetch", pytrace=False)
    return unpack(make(CACHE, ROOT, places()))


def test_every_file_of_the_pages_is_there_as_source_and_as_byte_code(real):
    for name, place in places().items():
        folder, _, stem = f"{HOME}{place}".removesuffix(".py").rpartition("/")
        assert real[HOME + place] == (ROOT / name).read_bytes()
        assert real[f"{folder}/__pycache__/{stem}.cpython-314.pyc"][:HEAD]
    ours = [path for path in real if path.startswith(HOME)]
    assert len(ours) == 2 * len(places())


def test_all_python_but_ours_is_byte_code_only(real):
    assert [path for path in real if path.endswith(".py") and not path.startswith(HOME)] == []
    kinds = {path.rpartition("/")[2].rpartition(".")[2] for path in real}
    assert kinds == {"py", "pyc", "so", "matplotlibrc"}


def test_byte_code_is_taken_without_a_look_at_sources_or_times(real):
    compiled = {path: data for path, data in real.items() if path.endswith(".pyc")}
    assert len(compiled) > 200
    assert len({data[:4] for data in compiled.values()}) == 1
    assert {int.from_bytes(data[4:8], "little") for data in compiled.values()} == {UNCHECKED_HASH}


@pytest.mark.parametrize(
    "path",
    [
        STDLIB + "encodings/utf_8.pyc",
        STDLIB + "asyncio/events.pyc",
        STDLIB + "traceback.pyc",
        SITE + "numpy/__init__.pyc",
        SITE + "matplotlib/lines.pyc",
        SITE + "matplotlib/mpl-data/matplotlibrc",
    ],
)
def test_what_pages_import_is_there(real, path):
    assert real[path]


def unwanted(paths) -> list[str]:
    test = re.compile(r"/(tests?|testing|demos?|idlelib|tkinter|examples?)/|/(test|conftest)[^/]*\.pyc$|_d\.so$")
    allowed = (SITE + "numpy/testing/", SITE + "pyparsing/testing.pyc")  # their packages import them
    fonts = (".ttf", ".afm", ".pfb")
    return [p for p in paths if (test.search(p) and not p.startswith(allowed)) or p.endswith(fonts)]


def test_nothing_is_there_that_no_page_can_use(real):
    assert unwanted(real) == []
    for name in UNUSED:
        assert [path for path in real if path.startswith(SITE + name)] == [], name


def test_what_no_page_can_use_is_noticed():
    bad = [SITE + "numpy/tests/a.pyc", SITE + "x/fonts/ttf/DejaVuSans.ttf", STDLIB + "test_json.pyc"]
    assert unwanted([*bad, STDLIB + "json/decoder.pyc"]) == bad


def reviewed() -> dict[str, object]:
    return tomllib.loads((ROOT / "publish/pack/pack.toml").read_text(encoding="utf-8"))


def test_of_what_is_left_out_a_stand_in_is_there_and_nothing_else(real):
    left_out = reviewed()["left_out"]
    for name in left_out:
        place = SITE + name.replace(".", "/")
        there = [path for path in real if path.startswith((f"{place}.", f"{place}/"))]
        inner = [other for other in left_out if other.startswith(f"{name}.")]
        assert len(there) == 1 + len(inner), there
        assert all(b"left_out" in real[path] and len(real[path]) < 700 for path in there)


def test_a_name_that_was_left_out_is_a_type_of_nothing_and_says_so_when_called():
    widget = left_out.names("tools.windows")("Widget")
    button = type("Button", (widget,), {})
    assert not isinstance(1, widget)
    assert issubclass(button, widget)
    for name, said in ((widget, "Widget"), (widget.Inner, "Widget.Inner")):
        with pytest.raises(ImportError, match=rf"^tools\.windows\.{said} was left out of these pages"):
            name(1, size=2)
    with pytest.raises(ImportError, match="Button was left out"):
        button()
    with pytest.raises(AttributeError, match=r"^tools\.windows has no __all__$"):
        left_out.names("tools.windows")("__all__")


def test_work_that_uses_what_was_left_out_is_told_what_and_where(tmp_path):
    project = tmp_path / "project"
    for folder in ("src", "lesson"):
        shutil.copytree(ROOT / folder, project / folder)
    (project / "lesson/kit/figure.py").write_text(
        "from matplotlib.text import Text\n\nText(0, 0, 'here')\n", encoding="utf-8"
    )
    with pytest.raises(Failure) as caught:
        make(CACHE, project, places(), tmp_path / "packs")
    assert re.fullmatch(
        r"the pages' Python could not be packed: ImportError: matplotlib\.text\.Text was left out of these pages, .* "
        r'\(File ".*/lesson/kit/figure\.py", line 3, in <module>\)',
        str(caught.value),
    )


def test_what_is_left_out_must_be_there_at_first(tmp_path, monkeypatch):
    known = publish.pack.tomllib.loads
    more = ["matplotlib.sea_charts"]
    monkeypatch.setattr(publish.pack.tomllib, "loads", lambda text: known(text) | {"left_out": more})
    with pytest.raises(Failure, match=r"leaves out matplotlib\.sea_charts, which is not there"):
        make(CACHE, ROOT, places(), tmp_path)


def test_the_same_input_gives_the_same_bytes(real, tmp_path):
    assert unpack(make(CACHE, ROOT, places(), tmp_path)) == real


def test_work_that_fails_names_the_module_and_the_place_and_leaves_nothing(tmp_path):
    project, kept = tmp_path / "project", tmp_path / "packs"
    for folder in ("src", "lesson"):
        shutil.copytree(ROOT / folder, project / folder)
    (project / "lesson/kit/figure.py").write_text("import sea_chart\n", encoding="utf-8")
    with pytest.raises(Failure) as caught:
        make(CACHE, project, places(), kept)
    assert re.fullmatch(
        r"the pages' Python could not be packed: ModuleNotFoundError: No module named 'sea_chart' "
        r'\(File ".*/lesson/kit/figure\.py", line 1, in <module>\)',
        str(caught.value),
    )
    assert list(kept.iterdir()) == []


def out_of_step(listed, there):
    """What is missing from [files], what it names that is not there, what it puts in a wrong place."""
    places = {name: re.sub(r"^\./src/", "./", name) for name in there}
    return {
        "not listed": sorted(places.keys() - listed.keys()),
        "not there": sorted(listed.keys() - places.keys()),
        "wrong place": sorted(n for n in places.keys() & listed.keys() if listed[n] != places[n]),
    }


def test_pyscript_toml_lists_every_python_file_where_it_is_imported_from():
    listed = tomllib.loads((ROOT / "pyscript.toml").read_text(encoding="utf-8"))["files"]
    folders = (ROOT / "src" / "checkpointing", ROOT / "lesson")
    there = {"./" + path.relative_to(ROOT).as_posix() for folder in folders for path in folder.rglob("*.py")}
    assert out_of_step(listed, there) == {"not listed": [], "not there": [], "wrong place": []}


def test_each_way_of_being_out_of_step_is_told_by_name():
    chain, kit = "./src/checkpointing/chain.py", "./lesson/kit/page.py"
    right = {chain: "./checkpointing/chain.py", kit: kit}
    assert not any(out_of_step(right, {chain, kit}).values())
    assert out_of_step({kit: kit}, {chain, kit})["not listed"] == [chain]
    assert out_of_step(right, {chain})["not there"] == [kit]
    assert out_of_step(right | {chain: chain}, {chain, kit})["wrong place"] == [chain]
