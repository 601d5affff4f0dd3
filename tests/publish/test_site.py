"""A built site is the plain pages with nothing but their runtime block changed."""

import base64
import gzip
import hashlib
import json
import re
import tomllib

import pytest

from publish.site import CLOSED, MEMORY_ASKED, OPENED, SiteError, with_places, with_runtime
from tests.publish.small import CDN, KEPT, PAGE, START, UNZIP


def started(site, name):
    """What a page calls startPython with."""
    page = (site / name).read_text(encoding="utf-8")
    return json.loads(re.search(r"<script>startPython\((.*?)\);</script>", page)[1])


def module_map(site, name):
    """The import map of a page."""
    page = (site / name).read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="importmap">(.*?)</script>', page)[1])


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
    for name in ("LICENSE", "lesson/kit/start.js", "lesson/lesson.css", "src/checkpointing/chain.py"):
        assert (site / name).read_bytes() == (project / name).read_bytes()


def test_a_page_holds_the_start_script_itself(build):
    page = (build() / "index.html").read_text(encoding="utf-8")
    assert f"<script>\n{KEPT}{UNZIP}{START}</script>\n<script>startPython(" in page
    assert "start.js" not in page


@pytest.mark.parametrize(("name", "up"), [("index.html", "./"), ("lesson/blocks/ko.html", "../../")])
def test_a_page_knows_every_script_and_packed_file_from_where_it_lies(build, name, up):
    site = build()
    told = started(site, name)
    modules = module_map(site, name)
    assert modules["imports"] == {CDN: told["home"] + "interpreter.mjs"}
    assert modules["integrity"] == {told["home"] + n: seal["integrity"] for n, seal in told["scripts"].items()}
    assert re.fullmatch(re.escape(up) + "runtime/[0-9a-f]{12}/", told["home"])
    home = (site / name).parent / told["home"]
    there = {p.relative_to(home.resolve()).as_posix() for p in home.resolve().rglob("*.*js")}
    assert set(told["scripts"]) == there
    assert next(iter(told["scripts"])) == "core/core.js", "the first script is the one that is run"
    sealed = told["scripts"] | {file["from"]: file for file in told["packed"].values()}
    for name, file in sealed.items():
        data = (home / name).read_bytes()
        digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
        assert (file["bytes"], file["integrity"]) == (len(data), f"sha256-{digest}")


def test_what_is_packed_is_what_was_there(build):
    site = build()
    told = started(site, "index.html")
    assert {name: file["type"] for name, file in told["packed"].items()} == {
        "pyodide/pyodide.asm.wasm": "application/wasm",
        "python": "application/octet-stream",
    }
    wasm, python = (
        gzip.decompress((site / told["home"] / told["packed"][name]["from"]).read_bytes()) for name in told["packed"]
    )
    assert wasm == b"wasm" * 100
    assert json.loads(python) == {"packages": ["kit"], "files": {"checkpointing/chain.py": "L = 16\n"}}


def test_built_settings_name_no_file_and_no_package_for_they_are_in_the_pack(build, project):
    plain = tomllib.loads((project / "pyscript.toml").read_text(encoding="utf-8"))
    built = tomllib.loads((build() / "pyscript.toml").read_text(encoding="utf-8"))
    assert built == {"interpreter": plain["interpreter"]}


def test_the_site_holds_what_pages_need_and_nothing_else(build):
    inside = tree(build())
    (home,) = {"/".join(name.split("/")[:2]) for name in inside if name.startswith("runtime/")}
    assert re.fullmatch(r"runtime/[0-9a-f]{12}", home)
    assert sorted(name for name in inside if not name.startswith("runtime/")) == [
        "LICENSE",
        "THIRD_PARTY_NOTICES.txt",
        "icon.svg",
        "index.html",
        "lesson/blocks/ko.html",
        "lesson/kit/kept.js",
        "lesson/kit/start.js",
        "lesson/kit/unzip.js",
        "lesson/lesson.css",
        "manifest.webmanifest",
        "pyscript.toml",
        "release.json",
        "src/checkpointing/chain.py",
        "worker.js",
    ]
    assert sorted(name.removeprefix(home + "/") for name in inside if name.startswith("runtime/")) == [
        "core/core.js",
        "interpreter.mjs",
        "licences/kit/LICENSE.txt",
        "licences/kit/vendored/COPYING",
        "lock.mjs",
        "pyodide/pyodide.asm.mjs",
        "pyodide/pyodide.asm.wasm.packed",
        "pyodide/pyodide.mjs",
        "python.packed",
        "snapshot.mjs",
    ]
    assert b'"python": "3.14.0"' in inside[f"{home}/lock.mjs"]


def test_the_loader_is_changed_in_the_one_place_it_is_known_to_have(build):
    site = build()
    (loader,) = site.glob("runtime/*/pyodide/pyodide.asm.mjs")
    assert loader.read_bytes() == b'var getMemory=size=>{if(Module["placed"])return Module["placed"];return 0}'
    for other in (b"var getMemory=bytes=>{}", MEMORY_ASKED * 2):
        with pytest.raises(SiteError, match=r"pyodide\.asm\.mjs: expected one var getMemory"):
            with_places(other)


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
    before = started(build(), "index.html")["home"]
    (tmp_path / "runtime/core/core.js").write_bytes(b"export { changed }")
    assert started(build(), "index.html")["home"] != before


def test_another_pack_gets_another_folder(build, project):
    before = started(build(), "index.html")["home"]
    (project / "src/checkpointing/chain.py").write_text("L = 17\n", encoding="utf-8")
    assert started(build(), "index.html")["home"] != before


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


@pytest.mark.parametrize(
    "name",
    ["index.html", "pyscript.toml", "LICENSE", "lesson/kit/kept.js", "lesson/kit/unzip.js", "lesson/kit/start.js"],
)
def test_a_missing_file_is_named(build, project, name):
    (project / name).unlink()
    with pytest.raises(SiteError, match=f"{name} is missing"):
        build()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("packages = 3", "interpreter is None"),
        ("[[", "not TOML"),
        (f"interpreter = '{CDN}'", "packages"),
        (f"interpreter = '{CDN}'\npackages = []", "files is None"),
    ],
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
    built = with_runtime(PAGE.replace("\n", "\r\n"), "index.html", "<script>\n</script>")
    assert built.count("\n") == built.count("\r\n")
