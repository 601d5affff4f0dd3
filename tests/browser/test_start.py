"""Every page starts, in silence, wherever the site lies, and asks nobody but its own host."""

from urllib.parse import urlsplit

import pytest

from publish.environment import ROOT
from publish.pages import page_names
from tests.browser.opened import EN, KO

OWN_SCHEMES = ("data", "blob")


def foreign(asked: list[str], site: str) -> list[str]:
    """The addresses that lie neither in the site nor in the page itself."""
    return [a for a in asked if urlsplit(a).scheme not in OWN_SCHEMES and not a.startswith(site)]


def test_an_outside_request_would_be_noticed():
    site = "http://127.0.0.1:1/repo/"
    asked = [site + "a.js", "data:,x", "http://127.0.0.1:1/b.js", "https://example.org/"]
    assert foreign(asked, site) == asked[2:]


def check_start(opened, site):
    assert opened.state in ("loading", "ready")
    opened.until_ready()
    opened.page.wait_for_load_state("networkidle")
    assert opened.said == []
    assert opened.failed == []
    assert foreign(opened.asked, site) == []
    assert opened.updates >= 1


@pytest.mark.parametrize("path", page_names(ROOT))
def test_a_page_starts_in_silence(visit, site, path):
    context = visit.context()
    context.add_init_script("""
        window.states = [];
        new MutationObserver(() => states.push(document.documentElement?.dataset.python))
            .observe(document, {subtree: true, childList: true, attributeFilter: ["data-python"]});
    """)
    opened = visit(path, context)
    check_start(opened, site)
    states = opened.page.evaluate("[...new Set(states)]")
    assert states == ["loading", "ready"]


@pytest.mark.parametrize(("prefix", "path"), [("/repo/", KO), ("/a/b/", EN), ("/repo/", "")])
def test_a_page_starts_below_any_path(visit, site_below, prefix, path):
    site = site_below(prefix)
    check_start(visit(path, site=site), site)


def test_what_is_done_before_python_is_ready_takes_effect(visit):
    context, held = visit.context(), []
    context.route("**/interpreter.mjs", lambda route: held.append(route))
    opened = visit(KO, context)
    for name, value in {"layers": 10, "x-typed": "-0.25", "bytes": 8}.items():
        opened.fire(name, value)
    opened.one('[data-question="count-is-time"] input[value="no"]').check()
    opened.field("two-ends").fill("early")
    while not held:
        opened.page.wait_for_timeout(50)
    assert (opened.state, opened.updates) == ("loading", 0)
    held.pop().continue_()
    opened.until_ready()
    slots = opened.slots()
    assert (slots["layers"], slots["full-bytes"]) == ("10", str((10 + 3) * 8 * 8))
    assert opened.field("layers-typed").input_value() == "10"
    assert float(opened.field("x").input_value()) == -0.25
    assert opened.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"
    assert "early" in opened.stored()["checkpointing-lab:/:blocks"]


def test_a_page_whose_runtime_does_not_come_says_so(visit):
    context = visit.context()
    context.route("**/core.js", lambda route: route.abort())
    opened = visit(KO, context)
    opened.until("document.documentElement.dataset.python === 'failed'")
    sentences = opened.one("[data-python-state] [data-when]")
    shown = [s.get_attribute("data-when") for s in sentences.all() if s.is_visible()]
    assert shown == ["failed"]
