"""A small project and a small runtime that a site can be built from, and a pack that shows what it was made from."""

import gzip
import hashlib
import io
import json
import zipfile

from publish.lock import Address, LockedFile
from publish.site import CLOSED, MEMORY_ASKED, OPENED

CDN = "https://cdn.example/pyodide/full/pyodide.mjs"
KEPT = "globalThis.kept = {};\n"
UNZIP = "globalThis.unzipping = () => {};\n"
START = "(() => { globalThis.startPython = () => {}; })();\n"
PAGE = f"""<!doctype html>
<html lang="ko" data-python="loading" data-root="./">
<head>
<title>수업</title>
{OPENED}
<script src="start.js"></script>
<script type="module" src="https://cdn.example/core.js"></script>
{CLOSED}
</head>
<body>
<p>본문</p>
</body>
</html>
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


def write_project(root):
    for name in ("index.html", "lesson/blocks/ko.html"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(PAGE.encode())
    (root / "pyscript.toml").write_text(
        f'interpreter = "{CDN}"\npackages = ["kit"]\n\n[files]\n'
        '"./src/checkpointing/chain.py" = "./checkpointing/chain.py"\n',
        encoding="utf-8",
    )
    (root / "LICENSE").write_text("MIT", encoding="utf-8")
    (root / "src/checkpointing/__pycache__").mkdir(parents=True)
    (root / "src/checkpointing/chain.py").write_text("L = 16\n", encoding="utf-8")
    (root / "src/checkpointing/__pycache__/chain.pyc").write_bytes(b"code")
    (root / "lesson/kit").mkdir()
    (root / "lesson/kit/kept.js").write_text(KEPT, encoding="utf-8")
    (root / "lesson/kit/unzip.js").write_text(UNZIP, encoding="utf-8")
    (root / "lesson/kit/start.js").write_text(START, encoding="utf-8")
    (root / "lesson/lesson.css").write_text("p {}", encoding="utf-8")
    (root / "lesson/terms.md").write_text("terms", encoding="utf-8")
    (root / "lesson/.hidden.js").write_text("no", encoding="utf-8")


def write_runtime(folder):
    """A runtime of a few files, as fetched."""
    content = {
        "core/core.js": b"export {}",
        "pyodide/pyodide.mjs": b"export const version = '0'",
        "pyodide/pyodide.asm.mjs": MEMORY_ASKED + b"return 0}",
        "pyodide/pyodide.asm.wasm": b"wasm" * 100,
        "pyodide/kit-1.0-py3-none-any.whl": wheel(),
        "pyodide/pyodide-lock.json": json.dumps(
            {"info": {"python": "3.14.0"}, "packages": {"kit": package("kit"), "rest": package("rest")}}
        ).encode(),
    }
    found = []
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        source = (Address(f"https://cdn.example/{name}"),)
        found.append(LockedFile(name, "kit", "1.0", "MIT", len(data), digest, source))
    return tuple(found)


def pack(runtime, project, packages, files):
    """What a pack is made from, so that a test can read it back."""
    assert runtime.is_dir()
    sources = {place: (project / name).read_text(encoding="utf-8") for name, place in files.items()}
    return gzip.compress(json.dumps({"packages": packages, "files": sources}).encode(), mtime=0)
