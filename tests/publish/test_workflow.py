"""The workflow for GitHub does what it says: its own commands are run here, in a clean clone of the project.

The one command not run is the test command itself, which would run this test again.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from publish.environment import ROOT

NAME = ".github/workflows/publish.yml"
TEXT = (ROOT / NAME).read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load(TEXT)
JOBS = WORKFLOW["jobs"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ACTIONS = {  # reviewed, by the commit of the release named behind it
    "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1",
    "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0",
    "actions/upload-pages-artifact@fc324d3547104276b827a68afc52ff2a11cc49c9 # v5.0.0",
    "actions/deploy-pages@cd2ce8fcbc39b97be8ca5fce6e763baed58fa128 # v5.0.0",
}
ONE_FILE = "checkpointing-lab.html"
# Stands for GitHub's command: releases are folders, and a release that is not there cannot be viewed or added to.
GH = """#!/bin/sh
set -eu
test -n "$GH_TOKEN" && test "$GH_REPO" = someone/course
release="$RELEASES/$3"
case "$1 $2" in
    "release view") test -d "$release" ;;
    "release create") mkdir "$release" ;;
    "release upload") test -d "$release"; shift 3; test "$1" = --clobber; shift; cp "$@" "$release" ;;
    *) exit 2 ;;
esac
"""


def commands(job: str) -> list[dict]:
    return [step for step in JOBS[job]["steps"] if "run" in step]


def filled(text: str) -> str:
    """What GitHub puts in place of the expressions that these jobs use."""
    known = {"github.token": "a token", "github.repository": "someone/course", "github.ref_name": "v1.0"}
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda place: known[place[1]], text)


def run(job: str, clone: Path, **variables: str) -> None:
    """Runs the job's commands one after the other as GitHub does: by bash, in their folders, with their variables."""
    for step in commands(job):
        given = {name: filled(value) for name, value in step.get("env", {}).items()}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", filled(step["run"])]
        folder = clone / step.get("working-directory", ".")
        ended = subprocess.run(command, cwd=folder, env=os.environ | variables | given, capture_output=True, text=True)
        assert ended.returncode == 0, f"{step['name']}: {ended.stdout}{ended.stderr}"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as git has it, and nothing else but third-party files that were fetched before, by hash."""
    folder = tmp_path_factory.mktemp("clean") / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True, capture_output=True)
    if (ROOT / ".cache").is_dir():
        shutil.copytree(ROOT / ".cache", folder / ".cache", copy_function=os.link)
    return folder


def test_the_site_is_built_where_the_upload_looks_for_it(clone):
    run("site", clone)
    (upload,) = [step for step in JOBS["site"]["steps"] if "upload-pages-artifact" in step.get("uses", "")]
    site = clone / upload["with"]["path"]
    assert (site / "index.html").is_file()
    assert (site / "lesson/blocks/ko.html").is_file()


@pytest.mark.parametrize("made_before", [False, True], ids=["a new tag", "a release that stands"])
def test_a_tag_gets_the_one_file_with_its_hash(clone, tmp_path, made_before):
    program, releases = tmp_path / "bin/gh", tmp_path / "releases"
    program.parent.mkdir()
    program.write_text(GH, encoding="utf-8")
    program.chmod(0o755)
    releases.mkdir()
    if made_before:
        (releases / "v1.0").mkdir()
    run("release", clone, PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}", RELEASES=str(releases))
    attached = releases / "v1.0"
    assert sorted(path.name for path in attached.iterdir()) == [ONE_FILE, f"{ONE_FILE}.sha256"]
    digest = hashlib.sha256((attached / ONE_FILE).read_bytes()).hexdigest()
    assert (attached / f"{ONE_FILE}.sha256").read_text(encoding="ascii") == f"{digest}  {ONE_FILE}\n"


def test_what_is_published_passed_the_readme_s_test_command():
    (command,) = commands("test")
    assert f"## Test it\n\n    {command['run']}\n" in README
    assert JOBS["site"]["needs"] == JOBS["release"]["needs"] == "test"
    assert JOBS["pages"]["needs"] == "site"


def test_every_action_is_one_of_those_reviewed():
    used = re.findall(r"uses: (.*)", TEXT)
    assert len(used) == sum("uses" in step for job in JOBS.values() for step in job["steps"])
    assert set(used) == ACTIONS


def test_jobs_may_do_no_more_than_they_must():
    assert WORKFLOW["permissions"] == {}
    assert {name: job["permissions"] for name, job in JOBS.items()} == {
        "test": {"contents": "read"},
        "site": {"contents": "read"},
        "pages": {"pages": "write", "id-token": "write"},
        "release": {"contents": "write"},
    }
    kept = [
        s["with"]["persist-credentials"] for j in JOBS.values() for s in j["steps"] if "checkout" in s.get("uses", "")
    ]
    assert kept == [False, False, False]


def test_only_main_is_published_and_only_tags_are_released():
    assert JOBS["site"]["if"] == "github.ref == 'refs/heads/main'"
    assert JOBS["release"]["if"] == "github.ref_type == 'tag'"
    assert WORKFLOW["concurrency"]["cancel-in-progress"] == "${{ github.event_name == 'pull_request' }}"


def test_the_linter_for_workflows_finds_nothing(tmp_path):
    linter = Path(sys.executable).with_name("zizmor")
    lint = [linter, "--offline", "--no-config", "--quiet", "--persona", "pedantic"]
    ended = subprocess.run([*lint, ROOT / NAME], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    careless = tmp_path / ".github/workflows/careless.yml"
    careless.parent.mkdir(parents=True)
    careless.write_text(re.sub("@[0-9a-f]{40} # ", "@", TEXT), encoding="utf-8")
    assert subprocess.run([*lint, careless], capture_output=True, check=False).returncode != 0
