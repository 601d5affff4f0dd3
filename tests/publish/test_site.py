"""A built site is the plain pages with nothing but their runtime block changed."""

import hashlib
import io
import json
import re
import tomllib
import zipfile

import pytest

from publish.environment import ROOT
from publish.lock import Address, LockedFile
from publish.site import CLOSED, OPENED, SiteError, build_site, with_runtime

CDN = "https://cdn.example/pyodide/full/pyodide.mjs"
PAGE = f"""<!doctype html>
<title>수업</title>
{OPENED}
<script type="module" src="https://cdn.example/core.js"></script>
{CLOSED}
<p>본문</p>
"""


def wheel():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("kit-1.0.dist-info/licenses/LICENSE.txt", "a licence")
        archive.writestr("kit-1.0.dist-info/licenses/vendored/COPYING", "another")
        archive.writestr("kit/licenses/__init__.py", "no licence text")
    return content.getvalue()


def package(name, **more):
    return {"name": name, "depends": [], "file_name": f"{name}.whl", **more}


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "수업 자료"
    for name in ("index.html", "lesson/blocks/ko.html"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(PAGE.encode())
    (root / "pyscript.toml").write_text(f'interpreter = "{CDN}"\npackages = ["kit"]\n', encoding="utf-8")
    (root / "LICENSE").write_text("MIT", encoding="utf-8")
    (root / "src/checkpointing/__pycache__").mkdir(parents=True)
    (root / "src/checkpointing/chain.py").write_text("L = 16\n", encoding="utf-8")
    (root / "src/checkpointing/__pycache__/chain.pyc").write_bytes(b"code")
    (root / "lesson/lesson.css").write_text("p {}", encoding="utf-8")
    (root / "lesson/terms.md").write_text("terms", encoding="utf-8")
    (root / "lesson/.hidden.js").write_text("no", encoding="utf-8")
    return root


@pytest.fixture
def files(tmp_path):
    """A runtime of three files, as fetched."""
    content = {
        "core/core.js": b"export {}",
        "pyodide/kit-1.0-py3-none-any.whl": wheel(),
        "pyodide/pyodide-lock.json": json.dumps(
            {"info": {"python": "3.14.0"}, "packages": {"kit": package("kit"), "rest": package("rest")}}
        ).encode(),
    }
    found = []
    for name, data in content.items():
        path = tmp_path / "runtime" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        source = (Address(f"https://cdn.example/{name}"),)
        found.append(LockedFile(name, "kit", "1.0", "MIT", len(data), digest, source))
    return tuple(found)


@pytest.fixture
def build(project, files, tmp_path):
    return lambda: build_site(files, project, tmp_path / "runtime", project / "dist" / "site")


def tree(folder):
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def outside_the_block(page):
    return re.sub(f"{OPENED}.*{CLOSED}", "", page, flags=re.DOTALL)


def test_only_the_block_of_a_page_changes(build, project):
    site = build()
    for name in ("index.html", "lesson/blocks/ko.html"):
        built = (site / name).read_bytes().decode()
        assert outside_the_block(built) == outside_the_block(PAGE)
        assert "cdn.example/core.js" not in built
    for name in ("pyscript.toml", "LICENSE", "lesson/lesson.css", "src/checkpointing/chain.py"):
        assert (site / name).read_bytes() == (project / name).read_bytes()


@pytest.mark.parametrize(("name", "up"), [("index.html", "./"), ("lesson/blocks/ko.html", "../../")])
def test_a_page_finds_the_runtime_from_where_it_lies(build, name, up):
    site = build()
    page = (site / name).read_text(encoding="utf-8")
    imports = json.loads(re.search(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)[1])["imports"]
    core = re.search(r'<script type="module" src="(.*?)"', page)[1]
    assert list(imports) == [CDN]
    for address in (imports[CDN], core):
        assert address.startswith(f"{up}runtime/")
        assert (site / name).parent.joinpath(address).is_file()
    assert page.index("importmap") < page.index("module"), "a map after the first module is too late"


def test_the_site_holds_what_pages_need_and_nothing_else(build):
    inside = tree(build())
    (home,) = {"/".join(name.split("/")[:2]) for name in inside if name.startswith("runtime/")}
    assert re.fullmatch(r"runtime/[0-9a-f]{12}", home)
    assert sorted(name for name in inside if not name.startswith("runtime/")) == [
        "LICENSE",
        "THIRD_PARTY_NOTICES.txt",
        "index.html",
        "lesson/blocks/ko.html",
        "lesson/lesson.css",
        "pyscript.toml",
        "src/checkpointing/chain.py",
    ]
    assert sorted(name.removeprefix(home + "/") for name in inside if name.startswith("runtime/")) == [
        "core/core.js",
        "interpreter.mjs",
        "licences/kit/LICENSE.txt",
        "licences/kit/vendored/COPYING",
        "pyodide/kit-1.0-py3-none-any.whl",
        "pyodide/pyodide-lock.json",
    ]
    assert list(json.loads(inside[f"{home}/pyodide/pyodide-lock.json"])["packages"]) == ["kit"]


def test_the_notices_name_every_package_and_the_texts_that_are_there(build):
    site = build()
    text = (site / "THIRD_PARTY_NOTICES.txt").read_text(encoding="utf-8")
    assert "kit 1.0\n  licence: MIT" in text
    named = re.findall(r"^  (runtime/.*)$", text, re.MULTILINE)
    assert len(named) == 2
    assert all((site / name).is_file() for name in named)


def test_the_same_input_gives_the_same_bytes(build):
    first = tree(build())
    assert tree(build()) == first


def test_another_runtime_gets_another_folder(build, files, tmp_path):
    before = {name for name in tree(build()) if name.endswith("core.js")}
    (tmp_path / "runtime/core/core.js").write_bytes(b"export { changed }")
    after = {name for name in tree(build()) if name.endswith("core.js")}
    assert before.isdisjoint(after)


def test_nothing_stale_is_left(build, project):
    site = build()
    (site / "old.html").write_text("old", encoding="utf-8")
    (project / "lesson/lesson.css").unlink()
    inside = tree(build())
    assert "old.html" not in inside
    assert "lesson/lesson.css" not in inside
    assert [path.name for path in (project / "dist").iterdir()] == ["site"]


@pytest.mark.parametrize(
    "page",
    [
        "<p>no block</p>",
        PAGE + PAGE,
        PAGE.replace(CLOSED, ""),
        PAGE.replace(OPENED, ""),
        PAGE + CLOSED,
        f"{CLOSED} {OPENED}",
    ],
)
def test_a_page_without_exactly_one_block_is_named_and_the_old_site_stands(build, project, page):
    old = tree(build())
    (project / "lesson/blocks/ko.html").write_text(page, encoding="utf-8")
    with pytest.raises(SiteError, match=r"lesson/blocks/ko\.html: expected one"):
        build()
    assert tree(project / "dist/site") == old
    assert [path.name for path in (project / "dist").iterdir()] == ["site"]


@pytest.mark.parametrize("name", ["index.html", "pyscript.toml", "LICENSE"])
def test_a_missing_file_is_named(build, project, name):
    (project / name).unlink()
    with pytest.raises(SiteError, match=f"{name} is missing"):
        build()


@pytest.mark.parametrize(
    ("text", "named"),
    [("packages = 3", "interpreter is None"), ("[[", "not TOML"), (f"interpreter = '{CDN}'", "packages")],
)
def test_settings_that_cannot_be_are_named(build, project, text, named):
    (project / "pyscript.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SiteError, match=f"pyscript.toml.*{named}"):
        build()


def test_a_file_that_was_not_fetched_is_named(build, tmp_path):
    (tmp_path / "runtime/core/core.js").unlink()
    with pytest.raises(SiteError, match=r"core/core\.js has not been fetched"):
        build()


def test_a_page_in_another_encoding_is_named(build, project):
    (project / "lesson/blocks/ko.html").write_bytes(PAGE.encode("cp949"))
    with pytest.raises(SiteError, match=r"lesson/blocks/ko\.html is not UTF-8"):
        build()


def test_a_page_keeps_its_line_ends():
    built = with_runtime(PAGE.replace("\n", "\r\n"), "index.html", "runtime/0", CDN)
    assert built.count("\n") == built.count("\r\n")


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
