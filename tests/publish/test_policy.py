"""A policy allows what a page's own scripts are, and nothing from outside."""

import base64
import hashlib
import re

import pytest

from publish.policy import file_policy, site_policy

MAP, SCRIPT = '{"imports":{}}', "\nlet a = '수업';\n"
BLOCK = f'<script type="importmap">{MAP}</script>\n<script>{SCRIPT}</script>\n<script src="a.js" async></script>'
SITE, FILE = site_policy(BLOCK), file_policy(BLOCK, "abc")


def rules(element):
    text = re.fullmatch(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', element)[1]
    return {name: sources for name, *sources in (rule.split() for rule in text.split(";"))}


def digest(script):
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


@pytest.mark.parametrize("element", [SITE, FILE], ids=["site", "file"])
def test_what_is_not_named_is_forbidden_and_no_host_is_named(element):
    found = rules(element)
    assert found["default-src"] == found["base-uri"] == found["form-action"] == ["'none'"]
    for name, sources in found.items():
        assert not any(re.search(r"[*./]|https?:", s) for s in sources if not s.startswith("'sha256-")), name
        assert "blob:" not in sources or name in ("script-src", "worker-src")


@pytest.mark.parametrize("element", [SITE, FILE], ids=["site", "file"])
def test_inline_scripts_run_by_their_hash_only(element):
    sources = rules(element)["script-src"]
    assert [s for s in sources if s.startswith("'sha256-")] == [digest(MAP), digest(SCRIPT)]
    assert "'unsafe-inline'" not in sources
    assert "data:" not in sources


def test_only_the_site_may_ask_its_own_host():
    assert "'self'" in rules(SITE)["connect-src"]
    assert not any("'self'" in sources for sources in rules(FILE).values())


def test_only_the_file_has_a_nonce_and_blobs():
    assert {"'nonce-abc'", "blob:"} <= set(rules(FILE)["script-src"])
    assert not {"'nonce-abc'", "blob:"} & set(rules(SITE)["script-src"])
