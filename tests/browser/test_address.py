"""An address carries the settings: in, out, and without harm."""

from urllib.parse import parse_qs, quote, urlsplit

from lesson.blocks.respond import respond
from lesson.kit.markup import machine
from tests.browser.opened import EN, KO

SETTINGS = {"layers": "20", "width": "3", "block": "5", "alpha": "1.5", "x": "-0.5", "bytes": "8"}

DEFAULTS = {"layers": "16", "width": "8", "block": "4", "alpha": "1", "x": "0.5", "bytes": "4"}


def check_counts(opened, settings):
    expected = respond(settings).slots
    for name in ("full-bytes", "checkpoint-bytes", "checkpoint-multiplications", "block"):
        assert opened.slots()[name] == machine(expected[name])


def query(address: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}


def test_the_settings_of_an_address_are_taken(visit):
    opened = visit(f"{KO}?" + "&".join(f"{n}={v}" for n, v in SETTINGS.items())).until_ready()
    check_counts(opened, SETTINGS)
    for name, value in SETTINGS.items():
        assert opened.field(name).input_value() == value
    assert opened.one("[data-status]").inner_text() == ""


def test_what_an_address_gets_wrong_falls_back_to_the_default_and_is_told(visit):
    wrong = {
        "layers": "0",
        "width": "wide",
        "block": "1.5",
        "alpha": "1e400",
        "x": "<img src=x onerror=hurt=1>",
        "bytes": "16",
    }
    opened = visit(f"{EN}?" + "&".join(f"{n}={quote(v)}" for n, v in wrong.items()) + "&other=1").until_ready()
    check_counts(opened, DEFAULTS)
    told = opened.one("[data-status]").inner_text()
    for name, value in wrong.items():
        label = opened.message(f"name-{name}")
        assert opened.message("address-fallback", name=label, value=value, default=DEFAULTS[name]) in told
    assert opened.one("img").count() == 0
    assert opened.page.evaluate("typeof hurt") == "undefined"
    assert opened.said == []


def test_the_address_follows_the_controls(lesson):
    lesson.field("layers-typed").fill("33")
    lesson.field("layers-typed").press("Tab")
    lesson.until_quiet()
    assert query(lesson.page.url)["layers"] == "33"
    assert query(lesson.page.url)["width"] == "8"


def test_the_address_can_be_copied(lesson):
    lesson.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lesson.set_control("layers", 12)
    lesson.one('button[name="copy-address"]').click()
    lesson.until("document.querySelector('[data-status]').textContent.includes('layers=12')")
    copied = lesson.page.evaluate("navigator.clipboard.readText()")
    assert query(copied) == DEFAULTS | {"layers": "12"}
    assert lesson.one("[data-status]").inner_text() == lesson.message("copied", address=copied)


def test_an_address_that_cannot_be_copied_is_shown(lesson):
    lesson.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    lesson.one('button[name="copy-address"]').click()
    start = lesson.message("copy-failed", address="")
    lesson.until("start => document.querySelector('[data-status]').textContent.startsWith(start)", start)
    assert "layers=16" in lesson.one("[data-status]").inner_text()
    lesson.page.evaluate("delete navigator.clipboard.writeText")
