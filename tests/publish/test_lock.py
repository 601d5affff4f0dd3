"""runtime.lock is read strictly: what cannot be so is refused with the entry and the field named."""

import json

import pytest

from publish import fetch, notices
from publish.environment import ROOT
from publish.lock import Address, LockError, Member, read_lock
from publish.site import page_settings
from publish.wheels import needed_packages, trimmed

GOOD = {
    "name": '"pyodide/pyodide.mjs"',
    "package": '"Pyodide"',
    "version": '"314.0.3"',
    "licence": '"MPL-2.0"',
    "size": "17880",
    "sha256": '"' + "a" * 64 + '"',
    "sources": '["https://cdn.example/v314.0.3/pyodide.mjs", "npm:pyodide@314.0.3!pyodide.mjs"]',
}


def written(tmp_path, **changes):
    fields = {name: value for name, value in (GOOD | changes).items() if value is not None}
    path = tmp_path / "runtime.lock"
    path.write_text("[[file]]\n" + "\n".join(f"{k} = {v}" for k, v in fields.items()), encoding="utf-8")
    return path


def test_a_good_entry_is_read_whole(tmp_path):
    (file,) = read_lock(written(tmp_path))
    assert (file.name, file.size, file.licence) == ("pyodide/pyodide.mjs", 17880, "MPL-2.0")
    assert file.sources == (
        Address("https://cdn.example/v314.0.3/pyodide.mjs"),
        Member("npm", "pyodide@314.0.3", "pyodide.mjs"),
    )


@pytest.mark.parametrize("field", GOOD)
def test_every_field_must_be_there(tmp_path, field):
    with pytest.raises(LockError, match=f"{field} is missing"):
        read_lock(written(tmp_path, **{field: None}))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", '"../outside.js"'),
        ("name", '"core/../../outside.js"'),
        ("name", '"core/.."'),
        ("name", '"/etc/passwd"'),
        ("name", "'C:\\Windows\\win.ini'"),
        ("name", '"core//core.js"'),
        ("name", '"./core.js"'),
        ("name", '""'),
        ("name", "7"),
        ("name", '"<script>alert(1)</script>"'),
        ("name", '"core.js\\n"'),
        ("package", '"<b>Pyodide</b>"'),
        ("version", '"1 | 2"'),
        ("version", "314"),
        ("licence", '"<a href=x>MIT</a>"'),
        ("size", "-1"),
        ("size", "0"),
        ("size", "1.5"),
        ("size", "nan"),
        ("size", "inf"),
        ("size", "true"),
        ("size", '"17880"'),
        ("sha256", '"abc"'),
        ("sha256", '"' + "A" * 64 + '"'),
        ("sha256", '"' + "a" * 10_000 + '"'),
        ("sources", "[]"),
        ("sources", '"npm:pyodide@314.0.3!pyodide.mjs"'),
        ("sources", '["http://example.org/pyodide.mjs"]'),
        ("sources", '["ftp://example.org/pyodide.mjs"]'),
        ("sources", '["file:///etc/passwd"]'),
        ("sources", '["https://example.org/<script>"]'),
        ("sources", '["cargo:pyodide@1!x"]'),
        ("sources", '["npm:--registry=x@1!x"]'),
        ("sources", '["npm:pyodide@314.0.3"]'),
        ("sources", '["pypi:open-webui@0.12.4!x"]'),
        ("sources", '["pypi:open-webui==0.12.4!../x"]'),
        ("sources", "[7]"),
        ("colour", '"blue"'),
    ],
)
def test_a_broken_field_is_named_with_its_entry(tmp_path, field, value):
    with pytest.raises(LockError) as refused:
        read_lock(written(tmp_path, **{field: value}))
    text = str(refused.value)
    assert f": {field} " in text
    assert "runtime.lock: file " in text
    assert len(text) < 500, "a long value is cut"
    assert "\n" not in text


@pytest.mark.parametrize("text", ["", "file = 3", "file = [3]", "[[file]", "[versions]\na = '1'", '"\ud55c'])
def test_what_is_no_list_of_files_is_refused(tmp_path, text):
    path = tmp_path / "runtime.lock"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LockError, match=r"runtime\.lock"):
        read_lock(path)


def test_another_encoding_than_utf8_is_refused(tmp_path):
    path = tmp_path / "runtime.lock"
    path.write_bytes('[[file]]\nname = "한"'.encode("cp949"))
    with pytest.raises(LockError, match="not TOML"):
        read_lock(path)


def test_two_names_that_differ_only_in_case_are_refused(tmp_path):
    path = written(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "\n" + text.replace("pyodide.mjs", "Pyodide.mjs"), encoding="utf-8")
    with pytest.raises(LockError, match="name stands twice"):
        read_lock(path)


def official_lock():
    path = fetch.CACHE / "pyodide" / "pyodide-lock.json"
    (entry,) = [file for file in read_lock() if file.name == "pyodide/pyodide-lock.json"]
    assert fetch.is_whole(path, entry), "first run: python -m publish fetch"
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_wheels_are_those_of_the_official_pyodide_lock():
    packages = page_settings()["packages"]
    official = {p["file_name"]: p["sha256"] for p in needed_packages(official_lock(), packages)}
    ours = {f.name.removeprefix("pyodide/"): f.sha256 for f in read_lock() if f.name.endswith(".whl")}
    assert ours == official


def test_a_trimmed_lock_keeps_what_is_needed_as_it_was():
    official = official_lock()
    kept = trimmed(official, ["matplotlib"])
    assert {"matplotlib", "numpy", "six", "pillow"} <= set(kept["packages"])
    assert "scipy" not in kept["packages"]
    assert all(entry == official["packages"][name] for name, entry in kept["packages"].items())
    assert kept["info"] == official["info"]


def test_third_party_md_is_in_step_with_the_lock():
    assert (ROOT / notices.TABLE).read_text(encoding="utf-8") == notices.table(read_lock()), (
        "run: python -m publish lock"
    )
