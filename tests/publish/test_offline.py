"""A release's list holds all that pages ask for, with true hashes, and its id changes whenever anything does."""

import json
import re

import pytest

from publish.hashes import integrity
from publish.offline import FOLDER


def release(site):
    return json.loads((site / "release.json").read_text(encoding="utf-8"))


def test_the_list_holds_what_pages_ask_for_with_its_hashes(build):
    site = build()
    files = release(site)["files"]
    kept = {name: integrity((site / name).read_bytes()) for name in files}
    assert files == kept
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    left_out = sorted(re.sub("^runtime/[0-9a-f]{12}/", "", name) for name in there - set(files))
    assert left_out == [
        "licences/kit/LICENSE.txt",
        "licences/kit/vendored/COPYING",
        "release.json",
        "src/checkpointing/chain.py",
        "worker.js",
    ]


def test_every_page_names_its_release(build):
    site = build()
    named = f'<meta name="build" content="{release(site)["release"]}">'
    for page in ("index.html", "lesson/blocks/ko.html"):
        assert (site / page).read_text(encoding="utf-8").count(named) == 1


@pytest.mark.parametrize("name", ["index.html", "lesson/blocks/ko.html", "lesson/lesson.css", "lesson/kit/start.js"])
def test_a_change_anywhere_makes_another_release(build, project, name):
    before = release(build())["release"]
    with (project / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    after = release(build())["release"]
    assert re.fullmatch("[0-9a-f]{12}", after)
    assert after != before


def test_the_manifest_names_an_icon_of_the_site_and_leads_to_its_root(build):
    site = build()
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    assert all((site / icon["src"]).is_file() for icon in manifest["icons"])


@pytest.mark.parametrize(("name", "up"), [("index.html", "./"), ("lesson/blocks/ko.html", "../../")])
def test_pages_hold_the_script_and_lead_to_the_manifest(build, name, up):
    page = (build() / name).read_text(encoding="utf-8")
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    assert page.count(f"<script>\n{script}</script>") == 1
    assert f'<link rel="manifest" href="{up}manifest.webmanifest">' in page
