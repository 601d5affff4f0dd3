"""The one file, in a folder with a space and Hangul in its name and without a network, is the course of the site."""

import json
import shutil
import subprocess
import sys

import pytest

from publish.environment import ROOT
from publish.pages import labs, page_names
from publish.single_file import ONE_FILE
from publish.site import SITE
from tests.browser.conftest import LEFT_BEHIND
from tests.browser.engines import cut_off, walk
from tests.browser.offline.test_loads import GOLDEN
from tests.browser.opened import EN, KO
from tests.browser.test_numbers import COMPUTED, agree

DIGITS = COMPUTED | {"right-gradient-alpha", "broken-gradient-alpha"}


@pytest.fixture(scope="module")
def of_file(engine, chromium_options, tmp_path_factory):
    """What a walk through the file showed, in a browser that has no network if the machine can do that."""
    folder = tmp_path_factory.mktemp("class") / "수업 자료 1"
    folder.mkdir()
    file = shutil.copy(ONE_FILE, folder / ONE_FILE.name)
    command = [*cut_off.prefix(), sys.executable, "-m", walk.__name__, engine.name, file.as_uri()]
    command += [json.dumps(chromium_options), str(LEFT_BEHIND / f"walk-{engine.name}")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


@pytest.fixture(scope="module")
def of_site(engine, site):
    page = engine.open()
    yield walk.walk(page, lambda path: site + path)
    page.close()


def test_it_had_no_network(of_file):
    assert of_file["cut off"] == bool(cut_off.prefix())


def test_links_lead_to_every_page_and_python_starts_once(of_file):
    assert {page["path"] for page in of_file["pages"]} == set(page_names(SITE)), "lead the walk there"
    assert of_file["same document"]
    assert of_file["said"] == []


def test_every_page_shows_what_the_site_shows(of_file, of_site):
    for ours, theirs in zip(of_file["pages"], of_site["pages"], strict=True):
        assert ours == theirs, (ours["path"], ours["changed"])


def test_its_numbers_are_cpython_s(of_file):
    for page in of_file["pages"]:
        path, slots = page["path"], page["slots"]
        expected = labs(path, (ROOT / path).read_text(encoding="utf-8"))[0].respond(page["controls"])
        computed = slots.keys() & expected.slots.keys()  # others tell of a clock or of answers
        assert computed
        for name in computed:
            assert agree(slots[name], expected.slots[name], name in DIGITS), (path, name)
        for name, table in expected.tables.items() if path in (KO, EN) else ():
            for cells, row in zip(page["tables"][name], table.rows, strict=True):
                for column, value in row.cells.items():
                    assert agree(cells[column], value, column in DIGITS), (path, name, row.key, column)
    (slots,) = [page["slots"] for page in of_file["pages"] if page["path"] == EN and not page["changed"]]
    assert {name: slots[name] for name in GOLDEN} == GOLDEN


def test_an_answer_is_kept_for_the_next_time(of_file):
    reloaded = of_file["after reload"]
    assert not reloaded["same document"]
    assert (reloaded["result"], reloaded["note"]) == ("right", None)
