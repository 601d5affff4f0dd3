"""The Content-Security-Policy of built pages: nothing from outside, and of what is inside no more than Python needs.

PyScript makes functions of texts, so scripts may evaluate ('unsafe-eval', which lets WebAssembly be compiled, too);
matplotlib's drawings carry style attributes; Pyodide fetches a `data:` address that stands for an empty library;
files are unzipped by a worker made of a text. Inline scripts run by their hash. As <meta>, so that it comes along to
any host.
"""

import base64
import hashlib
import re

_INLINE = re.compile(r"<script(?![^>]* src=)(?: type=\"(?:importmap|module)\")?>(.*?)</script>", re.DOTALL)


def site_policy(block: str) -> str:
    """The policy's element for a page of the site, whose inline scripts all stand in `block`."""
    return _element(
        {
            "script-src": ["'self'", "'unsafe-eval'", *_hashes(block)],
            "style-src": ["'self'", "'unsafe-inline'"],
            "img-src": ["'self'", "data:"],
            "connect-src": ["'self'", "data:"],
            "manifest-src": ["'self'"],
            "worker-src": ["'self'", "blob:"],
        }
    )


def file_policy(scripts: str, nonce: str) -> str:
    """The policy's element for the one file. Modules are blobs there, and the import map that names them, which no hash
    can know beforehand, runs by the nonce of the script that writes it.
    """
    return _element(
        {
            "script-src": ["'unsafe-eval'", "blob:", f"'nonce-{nonce}'", *_hashes(scripts)],
            "style-src": ["'unsafe-inline'"],
            "img-src": ["data:"],
            "connect-src": ["data:"],
            "worker-src": ["blob:"],
        }
    )


def _element(allowed: dict[str, list[str]]) -> str:
    rules = {"default-src": ["'none'"], **allowed, "base-uri": ["'none'"], "form-action": ["'none'"]}
    text = "; ".join(" ".join([name, *sources]) for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{text}">'


def _hashes(page: str) -> list[str]:
    digests = [hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(page)]
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
