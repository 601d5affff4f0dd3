"""The policy of a built page: nothing the page does breaks it, and nothing outside can be reached through it."""

import pytest

from publish.single_file import ONE_FILE
from tests.browser.opened import EN, INDEX, KO

WATCH = """
    window.violations = [];
    addEventListener("securitypolicyviolation", e => violations.push(`${e.effectiveDirective} ${e.blockedURI}`));
"""
# Each tries to reach a host that is not the page's own, in a way of its own.
OUTSIDE = {
    "fetch": "fetch('https://example.org/').catch(() => {})",
    "beacon": "navigator.sendBeacon('https://example.org/', 'answers')",
    "socket": "try { new WebSocket('wss://example.org/') } catch {}",
    "script": "add('script', {src: 'https://example.org/a.js'})",
    "module": "import('https://example.org/a.mjs').catch(() => {})",
    "style": "add('link', {rel: 'stylesheet', href: 'https://example.org/a.css'})",
    "image": "add('img', {src: 'https://example.org/a.png'})",
    "frame": "add('iframe', {src: 'https://example.org/'})",
    "object": "add('object', {data: 'https://example.org/a.svg', type: 'image/svg+xml'})",
    "form": """add("iframe", {name: "inside"});
        add("form", {action: "https://example.org/", method: "post", target: "inside"}).submit()""",
    "inline": "add('script', {textContent: 'window.ran = true'})",
    "handler": """document.body.insertAdjacentHTML("beforeend", '<img src=data:, onerror="window.ran = true">')""",
}


@pytest.fixture(params=["site", "file"])
def opened(request, visit):
    context = visit.context(locale="en-US")
    context.add_init_script(WATCH)
    if request.param == "site":
        return visit(EN, context).until_ready()
    return visit(f"#/{EN}", context, site=ONE_FILE.as_uri()).until_ready()


def test_nothing_a_reader_does_breaks_it(opened):
    opened.set_control("layers", 25)
    opened.one('[data-question="count-is-time"] input[value="no"]').check()
    opened.field("two-ends").fill("<img src=https://example.org/x.png>")
    for _ in range(2):
        title = opened.page.title()
        opened.one("header a[data-language]").click()
        opened.until("title => document.title !== title", title)
        opened.until_ready()
        opened.until_quiet()
    assert opened.page.evaluate("violations") == []
    assert opened.said == []


def test_nothing_outside_can_be_reached(opened):
    reached = []
    opened.context.route("*://example.org/**", lambda route: (reached.append(route.request.url), route.abort()))
    for name, attempt in OUTSIDE.items():
        before = opened.page.evaluate("violations.length")
        opened.page.evaluate(f"""() => {{
            const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
            const add = (tag, properties) => document.body.appendChild(make(tag, properties));
            {attempt};
        }}""")
        opened.until("before => violations.length > before", before)
        assert opened.page.evaluate("typeof ran") == "undefined", name
    assert reached == []
    assert opened.page.title().endswith("Checkpointing Lab"), "the page is still there"


@pytest.mark.parametrize("path", [INDEX, KO])
def test_every_page_has_one_before_all_else(visit, path):
    opened = visit.unstarted(path)
    first = opened.page.evaluate("""[...document.head.children].slice(0, 2).map(e => e.outerHTML.slice(0, 60))""")
    assert "charset" in first[0]
    assert 'http-equiv="Content-Security-Policy"' in first[1]
