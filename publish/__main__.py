"""python -m publish serve | test | test-jax | test-pytorch | build | bench | fetch | lock | refresh: see --help."""

import argparse
import importlib
import os
import subprocess
import sys
from pathlib import Path

from publish import browser, environment, frameworks
from publish.failure import Failure
from publish.fetch import fetch
from publish.lock import read_lock
from publish.serve import serve
from publish.single_file import write_single_file
from publish.site import SITE, build_site

COMMANDS = {
    "serve": "build, then serve the site on 127.0.0.1",
    "test": "run every test, in the browser too; words after -- go to pytest",
    "test-jax": "install JAX in an environment of its own and run the lesson's JAX programs",
    "test-pytorch": "the same with PyTorch, whose measured numbers the pages hold",
    "build": "write dist/site and dist/checkpointing-lab.html",
    "bench": "measure the pages and write dist/bench.json",
    "fetch": "bring the third-party files into .cache/runtime",
    "lock": "write runtime.lock and THIRD-PARTY.md anew",
    "refresh": "write anew what the pages hold of the core's results",
}


def main(arguments: list[str]) -> int:
    """Runs one command and returns its exit code; raises Failure with a sentence for people."""
    options = _parser().parse_args(arguments)
    match options.command:
        case "fetch":
            fetch(read_lock())
        case "build":
            print(*_build(), sep="\n")
        case "serve":
            port = _port(options.port)
            _build()
            serve(SITE, port)
        case "test":
            return _test(options.pytest)
        case "test-jax" | "test-pytorch" as command:
            return frameworks.run_programs(command.removeprefix("test-"))
        case "lock":
            importlib.import_module("publish.relock").main()
        case command:
            if not environment.is_inside():
                return environment.run_inside([command])
            return importlib.import_module(f"publish.{command}").main() or 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m publish", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, does in COMMANDS.items():
        command = commands.add_parser(name, help=does, description=does)
        if name == "serve":
            command.add_argument("--port", default=os.environ.get("PORT") or "8000")
        if name == "test":
            command.add_argument("pytest", nargs="*", metavar="-- PYTEST WORDS")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise Failure(f"PORT is {text[:40]!r}, expected a whole number from 0 to 65535")
    return int(text)


def _build() -> tuple[Path, Path]:
    files = read_lock()
    fetch(files)
    return build_site(files), write_single_file()


def _test(words: list[str]) -> int:
    _build()
    python = environment.development_python()
    surroundings = os.environ | {browser.VARIABLE: browser.provide(python)}
    command = [str(python), "-m", "pytest", *words]
    return subprocess.run(command, cwd=environment.ROOT, env=surroundings, check=False).returncode


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot write a letter shows its number instead of stopping the command.
        stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        sys.exit(f"error: {failure}")
    except OSError as error:
        if error.errno is None:
            raise
        sys.exit(f"error: {error.strerror}: {error.filename or 'no file named'}")
    except KeyboardInterrupt:
        sys.exit(130)
