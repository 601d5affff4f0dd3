"""The commands speak one clear line, also on a console that cannot write every letter."""

import os
import shutil
import subprocess
import sys

import pytest

from publish.environment import ROOT, development_packages


def publish(*words, root=ROOT, python=(), **variables):
    surroundings = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "cp949"} | variables
    command = [sys.executable, *python, "-m", "publish", *words]
    return subprocess.run(
        command, cwd=root, env=surroundings, capture_output=True, check=False, stdin=subprocess.DEVNULL
    )


def error_line(ended):
    assert ended.returncode == 1
    text = ended.stderr.decode("cp949").rstrip("\r\n")
    assert text.startswith("error: "), text
    assert "\n" not in text
    return text


@pytest.fixture
def copy(tmp_path):
    """The commands in a project of their own, in a folder with a space and Hangul."""
    root = tmp_path / "수업 자료"
    shutil.copytree(ROOT / "publish", root / "publish", ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.mark.parametrize("port", ["80000", "-1", "eight", "", "8e3", "٣", "<b>", "9" * 10_000, "nan"])
def test_a_port_that_is_none_is_named(port):
    ended = publish("serve", f"--port={port}")
    assert "expected a whole number from 0 to 65535" in error_line(ended)


@pytest.mark.parametrize("words", [[], ["nonsense"], ["serve", "--colour"]])
def test_a_command_that_is_none_is_told_how_to_ask(words):
    ended = publish(*words)
    assert ended.returncode == 2
    assert ended.stderr.decode("cp949").startswith("usage: python -m publish")


def test_a_broken_lock_is_one_line(copy):
    (copy / "publish/runtime.lock").write_text("[[file]]\nname = '../x'\n", encoding="utf-8")
    assert "runtime.lock: file '../x'" in error_line(publish("fetch", root=copy))


def test_letters_the_console_lacks_do_not_stop_a_command(copy):
    entry = "[[file]]\nname = 'é\U0001f4a1 수업'\n"
    (copy / "publish/runtime.lock").write_text(entry, encoding="utf-8")
    line = error_line(publish("fetch", root=copy))
    assert r"\xe9\U0001f4a1 수업" in line


def test_a_folder_that_cannot_be_written_is_one_line(copy):
    (copy / ".cache").write_text("a file where a folder must be", encoding="utf-8")
    line = error_line(publish("fetch", root=copy))
    assert ".cache" in line


def test_the_development_packages_are_pinned():
    assert all("==" in package for package in development_packages())
