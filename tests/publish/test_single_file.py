"""The one file holds all of a site: its pages first and legible, its runtime behind them, its licences."""

import base64
import gzip
import hashlib
import json
import re

import pytest

from publish.pages import page_names
from publish.single_file import HOME, SingleFileError, single_file, write_single_file

PAGE = """<!doctype html>
<html lang="{language}" data-python="loading" data-root="{root}">
<head>
<meta charset="utf-8">
<!-- runtime -->
<script src="{root}lesson/kit/start.js"></script>
<!-- /runtime -->
<title>{title}</title>
<link rel="stylesheet" href="{root}lesson/kit/lesson.css">
<script src="{root}lesson/kit/reading.js"></script>
</head>
<body>
<main lang="{language}">
<p>{title}: 본문</p>
<template data-start="damaged">{title}: 온전하지 않아요.</template>
<noscript><p>스크립트가 꺼져 있어요.</p></noscript>
</main>
<script type="py" config="{root}pyscript.toml">
import {title}
</script>
</body>
</html>
"""
CORE = 'import {a} from "./core-1.js"; const later = () => import("./core-1.js"), none = "./gone.js";'


@pytest.fixture
def site(build, project, tmp_path):
    pages = {"index.html": ("./", "ko", "course"), "lesson/blocks/ko.html": ("../../", "ko", "blocks")}
    pages |= {"lesson/later/en.html": ("../../", "en", "later")}
    for name, (root, language, title) in pages.items():
        (project / name).parent.mkdir(exist_ok=True)
        text = PAGE.format(root=root, language=language, title=title)
        (project / name).write_text(text, encoding="utf-8")
    for name in ("asked.js", "reading.js", "router.js", "lesson.css"):
        (project / "lesson/kit" / name).write_text(f"/* {name} */", encoding="utf-8")
    (tmp_path / "runtime/core/core.js").write_text(CORE, encoding="utf-8")
    return build()


def held(text):
    """The pages by their names, as the router takes them."""
    return dict(re.findall(r'<noscript data-page="([^"]*)" lang="\w+">(.*?)</noscript>', text, re.DOTALL))


def data(text):
    """The embedded files by their names."""
    found = re.findall(r'<script type="text/plain" data-file="([^"]*)">(.*?)</script>', text)
    return {name: base64.b64decode(content) for name, content in found}


def table(text):
    return json.loads(re.search(r"<script>startFromHere\((.*?)\);</script>", text)[1])


def test_every_page_of_the_site_is_in_it_the_course_page_first(site):
    assert page_names(site) == ["index.html", "lesson/blocks/ko.html", "lesson/later/en.html"]
    assert [*held(single_file(site))] == [*page_names(site), "LICENSE"]


def test_a_page_is_as_it_was_but_for_what_the_file_has_for_all(site):
    page = held(single_file(site))["lesson/blocks/ko.html"]
    plain = (site / "lesson/blocks/ko.html").read_text(encoding="utf-8")
    plain = re.sub(r"<!-- runtime -->.*<!-- /runtime -->\n", "", plain, flags=re.DOTALL)
    gone = re.findall(r"<link rel=\"stylesheet\".*\n|<script src.*\n|<noscript>.*\n", plain)
    assert len(gone) == 3
    for part in gone:
        plain = plain.replace(part, "")
    assert page == plain.replace(
        'config="../../pyscript.toml"', f'config="{table(single_file(site))["home"]}pyscript.toml"'
    )


def test_words_stand_before_everything_that_must_be_decoded(site):
    text = single_file(site)
    first = text.index('<script type="text/plain"')
    assert all(text.index(f"<p>{title}: 본문</p>") < first for title in ("course", "blocks", "later"))
    assert text.index("<noscript><p>스크립트가 꺼져 있어요.</p></noscript>") < text.index("course: 본문")
    assert "<script" not in text[first:].split("</body>")[0].replace('<script type="text/plain"', "")


def test_what_to_say_of_a_damaged_file_stands_first_and_the_mark_of_its_end_last(site):
    text = single_file(site)
    words = '<p lang="ko">course: 온전하지 않아요.</p>'
    assert text.index(words) < text.index("<script") < text.index("<style>")
    assert text.index(words) < 2500, "before whatever is long"
    assert text.count("data-whole") == text.partition("<script>\nglobalThis.kept")[2].count("data-whole") == 1
    assert text.endswith("</noscript>\n</body>\n</html>\n")


def test_the_runtime_is_in_it_whole_and_sealed(site):
    text = single_file(site)
    files, packed = data(text), table(text)["packed"]
    assert set(files) == {place["from"] for place in packed.values()} | {"pyscript.toml"}
    for place in packed.values():
        content = files[place["from"]]
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        assert (place["bytes"], place["integrity"]) == (len(content), f"sha256-{digest}")
    assert gzip.decompress(files["pyodide/pyodide.asm.wasm.packed"]) == b"wasm" * 100
    assert files["pyscript.toml"] == (site / "pyscript.toml").read_bytes()


def test_modules_name_each_other_by_addresses_that_hold_for_a_blob(site):
    text = single_file(site)
    modules = json.loads(gzip.decompress(data(text)["modules.packed"]))
    assert table(text)["first"] in modules
    assert {"interpreter.mjs", "lock.mjs", "pyodide/pyodide.mjs"} < set(modules)
    home = table(text)["home"]
    assert home.startswith(HOME)
    assert f'from "{home}pyodide/pyodide.mjs"' in modules["interpreter.mjs"]
    assert f'from "{home}lock.mjs"' in modules["interpreter.mjs"]
    assert modules["core/core.js"] == CORE, "what is not there is left alone"


def test_the_licences_are_in_it(site):
    page = held(single_file(site))["LICENSE"]
    for words in ("MIT", "kit 1.0", "a licence", "another"):
        assert words in page
    assert '<a href="index.html">' in page


def test_nothing_but_its_own_scripts_may_run(site):
    text = single_file(site)
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)[1]
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    hashes = {f"'sha256-{base64.b64encode(hashlib.sha256(s.encode()).digest()).decode()}'" for s in scripts}
    assert hashes == set(re.findall(r"'sha256-[^']*'", policy))
    (nonce,) = re.findall(r'<script nonce="(\w+)">', text)
    assert f"'nonce-{nonce}'" in policy
    assert text.index(policy) < text.index("<script")


def test_the_same_site_gives_the_same_bytes_and_the_old_file_is_replaced_whole(site, tmp_path):
    to = tmp_path / "수업.html"
    to.write_text("old", encoding="utf-8")
    assert write_single_file(site, to) == to
    assert to.read_text(encoding="utf-8") == single_file(site)
    assert [path.name for path in tmp_path.glob("*.new")] == []


def test_a_noscript_that_cannot_be_told_from_the_page_s_end_is_named(site):
    path = site / "lesson/later/en.html"
    path.write_text(path.read_text(encoding="utf-8").replace("<noscript>", "<noscript id='a'>"), encoding="utf-8")
    with pytest.raises(SingleFileError, match=r"lesson/later/en\.html: a noscript"):
        single_file(site)
