"""One file with all the Python a page needs, compiled, so that nothing is unpacked or compiled while a reader waits.

Pyodide's own wheels hold sources for everything they can do. Here the pages' work is done once, in Pyodide under Node;
what it imported is compiled by that same Python and laid in one pack, which `interpreter.mjs` writes into the file
system before Python starts. pack.toml holds what the work cannot show.
"""

import hashlib
import json
import subprocess
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path

from publish.environment import ROOT, node
from publish.failure import Failure

FOLDER = Path(__file__).parent
CACHE = ROOT / ".cache" / "packs"
SCRIPTS = ("pack.mjs", "inside.py", "work.py", "left_out.py", "pack.toml")


def packed(runtime: Path, project: Path, packages: list[str], files: Mapping[str, str], cache: Path = CACHE) -> bytes:
    """The gzip-compressed pack: `packages` with what they need, and the project's `files` (path to place).

    The same input gives the same pack, which is kept in `cache`. Raises Failure with what Python said last, and where,
    when the work fails.
    """
    reviewed = tomllib.loads((FOLDER / "pack.toml").read_text(encoding="utf-8"))
    job = json.dumps({"packages": packages, "files": dict(files), **reviewed}, sort_keys=True)
    kept = cache / f"{_fingerprint(runtime, project, files, job)}.pack"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            order, new = Path(folder, "job.json"), Path(folder, "new.pack")
            order.write_text(job, encoding="utf-8")
            command = [*node(), FOLDER / "pack.mjs", runtime, project, order, new]
            ended = subprocess.run([str(word) for word in command], capture_output=True, check=False)
            if ended.returncode or not new.exists():
                said = (ended.stderr or ended.stdout).decode("utf-8", "replace").strip()
                raise Failure(f"the pages' Python could not be packed: {_gist(said)}")
            new.replace(kept)
    return kept.read_bytes()


def _gist(said: str) -> str:
    """The last line of a traceback, and the place it tells of."""
    lines = said.splitlines() or ["Node said nothing"]
    places = [line.strip() for line in lines if line.startswith("  File ") and "/left_out.py" not in line]
    return " ".join([lines[-1], *(f"({place})" for place in places[-1:])])


def _fingerprint(runtime: Path, project: Path, files: Mapping[str, str], job: str) -> str:
    total = hashlib.sha256(job.encode())
    parts = [*sorted((runtime / "pyodide").iterdir()), *(FOLDER / name for name in SCRIPTS)]
    for path in (*parts, *(project / name for name in sorted(files))):
        total.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()[:16]
