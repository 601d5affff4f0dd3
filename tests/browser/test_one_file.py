"""The one file opens from a folder with a space and Hangul in its name, without a network, and is the whole course."""

import os
import shutil
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from lesson.blocks.respond import CONTROLS, respond
from lesson.kit.controls import from_address
from lesson.kit.markup import machine
from publish.pages import page_names
from publish.single_file import ONE_FILE
from publish.site import SITE
from tests.browser.opened import EN, INDEX, KO
from tests.browser.test_numbers import COMPUTED, agree
from tests.browser.test_start import OWN_SCHEMES
from tests.pages.document import read

PAGES = page_names(SITE) if SITE.is_dir() else [INDEX]
LARGEST = 18_000_000


@pytest.fixture(scope="session")
def one_file(tmp_path_factory):
    """The file where a teacher would have put it."""
    folder = tmp_path_factory.mktemp("class") / "수업 자료 1"
    folder.mkdir()
    return shutil.copy(ONE_FILE, folder / ONE_FILE.name)


@pytest.fixture
def open_file(visit, one_file):
    def opened(path="", settings="", **options):
        return visit(settings + (f"#/{path}" if path else ""), site=one_file.as_uri(), **options)

    return opened


def test_it_is_not_too_large_for_mail_and_memory_sticks():
    assert os.path.getsize(ONE_FILE) <= LARGEST


@pytest.mark.parametrize("path", PAGES)
def test_every_page_starts_in_silence_and_asks_nobody(open_file, path):
    opened = open_file(path).until_ready()
    assert opened.updates >= 1
    assert opened.said == []
    asked = [a for a in opened.asked if urlsplit(a).scheme not in OWN_SCHEMES]
    assert asked == [opened.page.url.split("#")[0]], "itself, and nothing else"
    assert {urlsplit(a).scheme for a in opened.asked} <= {"file", *OWN_SCHEMES}


def test_without_a_page_in_its_address_it_shows_the_course_page(open_file):
    opened = open_file(locale="en-US").until_ready()
    assert opened.one("main:visible").get_attribute("lang") == "en"
    assert opened.one("form[data-lab=taste]:visible").count() == 1


@pytest.mark.parametrize("settings", ["", "?layers=17&width=5&block=4&alpha=1.25&x=-0.75&bytes=8"])
@pytest.mark.parametrize("path", [KO, EN])
def test_its_numbers_are_the_site_s(open_file, visit, path, settings):
    """All that both show is the same text; what CPython computes may differ in the last digits."""
    ours = open_file(path, settings).until_ready()
    site = visit(path + settings).until_ready()
    assert ours.slots() == site.slots()
    for table in ("blocks", "input-gradient"):
        assert ours.table(table) == site.table(table)
    texts, refused = from_address(CONTROLS, dict(p.split("=") for p in settings[1:].split("&")) if settings else {})
    assert refused == []
    for name, value in respond(texts).slots.items():
        if name in ours.slots():
            assert agree(ours.slots()[name], value, name in COMPUTED), (name, machine(value))


def test_answers_are_kept_for_the_next_time(open_file):
    opened = open_file(KO).until_ready()
    opened.one('[data-question="count-is-time"] input[value="no"]').check()
    assert opened.one("[data-storage-note]").is_hidden()
    (key,) = [k for k in opened.stored() if k.endswith(":blocks")]
    assert key.startswith("checkpointing-lab:/")
    assert key.endswith("/%EC%88%98%EC%97%85%20%EC%9E%90%EB%A3%8C%201/:blocks"), (
        "its own folder, so that copies stay apart"
    )
    again = open_file(EN, context=opened.context).until_ready()
    assert again.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"


def test_where_storage_is_denied_it_says_so_and_keeps_answers_from_page_to_page(open_file, visit):
    context = visit.context()
    context.add_init_script("""
        Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no", "SecurityError"); }});
    """)
    opened = open_file(KO, context=context).until_ready()
    assert opened.one("[data-storage-note]:visible").text_content() == opened.message("storage-denied")
    opened.one('[data-question="count-is-time"] input[value="no"]').check()
    opened.one("header a[data-language]").click()
    opened.until("document.documentElement.lang === 'en'")
    opened.until_ready()
    assert opened.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"


def test_its_words_are_there_without_scripts(open_file):
    opened = open_file(java_script_enabled=False)
    for page in PAGES:
        place = opened.one(f'[data-page="{page}"]')
        assert place.is_visible()
        assert place.locator("h1").first.is_visible()


DATA = '<script type="text/plain"'


def before(mark, more=0):
    """Ends so many characters behind the beginning of the mark."""
    return lambda text: text[: text.index(mark) + more]


def changed(mark, old, new):
    """The first `old` behind the mark is another text."""

    def change(text):
        head, found, tail = text.partition(mark)
        assert old in tail
        return head + found + tail.replace(old, new, 1)

    return change


DAMAGE = {
    "cut off in the style sheet": before("</style>"),
    "cut off in the first page": before("<main", 1000),
    "cut off in another page": before("</noscript>", 100_000),
    "cut off in the router": before("const theFile"),
    "cut off in the scripts of the start": before("globalThis.startPython ="),
    "cut off before the start": before("<script>startFromHere", 100),
    "cut off in the first of the data": before(DATA, 1_000_000),
    "cut off in the last of the data": before('data-file="pyscript.toml"', 100),
    "cut off behind the data": before("<noscript data-whole", 5),
    "another script": changed("<script>\n// Watches Python", "Python", "python"),
    "other data": changed(DATA, "AAAA", "AAAB"),
    "data that are none": changed(DATA, "AAAA", "A\N{DEGREE SIGN}AA"),
}


@pytest.fixture
def damaged(visit, tmp_path):
    def opened(damage, **options):
        file = tmp_path / ONE_FILE.name
        file.write_text(damage(ONE_FILE.read_text(encoding="utf-8")), encoding="utf-8")
        return visit(f"#/{KO}", site=file.as_uri(), **options)

    return opened


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_says_so_and_nothing_about_a_network(damaged, damage):
    told = read(KO).one("template", data_start="damaged").text()
    opened = damaged(damage)
    opened.until("words => document.body.innerText.includes(words)", told)
    assert opened.page.locator(f"text={told}").locator("visible=true").count() == 1
    assert opened.one('[data-when="loading"]:visible').count() == 0


def test_a_damaged_file_says_so_without_scripts_and_a_whole_one_does_not(damaged):
    told = read(EN).one("template", data_start="damaged").text()
    cut = damaged(before("</noscript>", 100_000), java_script_enabled=False)
    assert cut.one("[data-cut]").is_visible()
    assert told in cut.one("[data-cut]").text_content()
    assert damaged(str, java_script_enabled=False).one("[data-cut]").is_hidden()


def test_the_licences_can_be_read(open_file):
    opened = open_file(locale="en-US").until_ready()
    opened.one('main:visible footer a[href$="LICENSE"]').click()
    opened.until("document.title === 'LICENSE'")
    assert "Mozilla Public License" in opened.one("main").text_content()
    opened.page.go_back()
    opened.until("document.title !== 'LICENSE'")
    opened.until_ready()


@pytest.fixture
def handed_out():
    """Hands the file out over HTTP, in pieces with a pause before each, and with further headers."""
    servers = []

    def hand_out(pieces: int, pause: float, quiet_seconds: int, **headers: str) -> str:
        content = ONE_FILE.read_bytes().replace(b"<html ", f'<html data-start-quiet="{quiet_seconds}" '.encode(), 1)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                for start in range(0, len(content), size := -(-len(content) // pieces)):
                    time.sleep(pause)
                    self.wfile.write(content[start : start + size])

            def log_message(self, *_):
                pass

        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        threading.Thread(target=servers[-1].serve_forever, args=(0.02,), daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}/one.html"

    yield hand_out
    for server in servers:
        server.shutdown()
        server.server_close()


def test_it_starts_however_slowly_it_comes(visit, handed_out):
    opened = visit("", site=handed_out(pieces=10, pause=0.6, quiet_seconds=2)).until_ready()
    assert opened.said == []


def test_where_a_policy_stops_it_that_is_said_and_not_that_it_is_damaged(visit, handed_out):
    policy = {"Content-Security-Policy": "connect-src 'self'"}
    opened = visit("", site=handed_out(pieces=1, pause=0, quiet_seconds=20, **policy), locale="en-US")
    opened.until("document.documentElement.dataset.python === 'failed'")
    words = opened.one('main:visible template[data-start="policy"]').evaluate("t => t.content.textContent")
    assert words in opened.one("[data-python-state]:visible").inner_text()
