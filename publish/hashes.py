"""Hashes of what the site holds, as browsers and folder names write them."""

import base64
import hashlib
from collections.abc import Mapping


def integrity(data: bytes) -> str:
    """The SHA-256 of a file as an `integrity` attribute has it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def build_id(content: Mapping[str, bytes]) -> str:
    """Twelve hexadecimal digits that change with any name or byte of the files."""
    total = hashlib.sha256()
    for name, data in sorted(content.items()):
        total.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return total.hexdigest()[:12]
