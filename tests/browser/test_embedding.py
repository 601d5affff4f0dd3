"""A page inside another page: without its frame, as high as it says, and at work where storage is denied."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from publish.environment import ROOT
from publish.single_file import ONE_FILE
from tests.browser.opened import EN, INDEX, KO


@pytest.fixture
def classroom(visit):
    """Another host with a page that has a frame in it; hands out the one file, too."""
    pages = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            path = self.path.split("?")[0]
            content = ONE_FILE.read_bytes() if path == "/one.html" else pages.get(path, "").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    root = f"http://127.0.0.1:{server.server_port}/"

    def show(source, sandbox=""):
        pages["/"] = f"""<!doctype html><html lang="en"><title>Class</title>
            <script>window.told = []; addEventListener("message", ({{data}}) => told.push(data));</script>
            <iframe src="{source}" {sandbox} width="800" height="400"></iframe>"""
        opened = visit("", site=root, locale="en-US")
        opened.until("frames.length === 1")
        frame = opened.page.frames[1]
        frame.wait_for_function("document.documentElement.dataset.python !== 'loading'", timeout=60_000)
        return opened, frame

    yield show
    server.shutdown()
    server.server_close()


def test_the_frame_of_the_page_is_gone_and_its_height_is_told(classroom, site):
    opened, frame = classroom(f"{site}{KO}?embed=1")
    assert frame.evaluate("document.documentElement.dataset.python") == "ready"
    assert not frame.locator(".bar").is_visible()
    assert frame.locator("h1").is_visible()
    told = opened.page.evaluate("told")
    assert told
    assert all([*m] == ["checkpointing-lab"] and [*m["checkpointing-lab"]] == ["height"] for m in told)
    heights = [m["checkpointing-lab"]["height"] for m in told]
    assert all(isinstance(height, int) for height in heights)
    opened.page.evaluate("height => (document.querySelector('iframe').style.height = `${height}px`)", heights[-1])
    frame.wait_for_function("height => innerHeight === height", arg=heights[-1])
    assert frame.evaluate("document.documentElement.scrollHeight") == heights[-1], "no scroll bar of its own"
    frame.evaluate(
        "document.querySelector('main').append(Object.assign(document.createElement('p'), {textContent: 1}))"
    )
    opened.until("n => told.length > n", len(told))


HOST = """<!doctype html><iframe src="{path}?embed=1" style="border: 0; height: 400px"></iframe><script>
    const [frame] = document.querySelectorAll("iframe"), told = [];
    addEventListener("message", ({data}) => {
        told.push(data);
        frame.style.height = `${data["checkpointing-lab"].height}px`;
    });
</script>"""
FITS = """() => {
    const {clientHeight, scrollHeight} = document.documentElement;
    return scrollHeight === innerHeight && clientHeight === innerHeight;
}"""


@pytest.mark.parametrize("path", [INDEX, KO])
def test_a_frame_as_high_as_told_has_no_scroll_bar_and_comes_to_rest(playwright, chromium_options, site, path):
    """With scroll bars that take room, as on Windows and Linux, where a bar makes a page narrower, and so higher."""
    browser = playwright.chromium.launch(**chromium_options, ignore_default_args=["--hide-scrollbars"])
    page = browser.new_page(viewport={"width": 1300, "height": 800})
    host = HOST.replace("{path}", path)
    page.route("**/host.html", lambda route: route.fulfill(body=host, content_type="text/html"))
    page.goto(f"{site}host.html")
    page.wait_for_function("frames.length === 1")
    frame = page.frames[1]
    frame.wait_for_function("document.documentElement?.dataset.python === 'ready'", timeout=60_000)
    for width in (360, 412, 461, 468, 482, 640, 701, 800, 1024):
        page.evaluate("width => { told.length = 0; frame.style.width = `${width}px`; }", width)
        page.wait_for_timeout(300)
        assert page.evaluate("told.length") <= 3, width
        assert frame.evaluate(FITS), width
    browser.close()


def test_every_page_that_a_frame_leads_to_is_without_its_own(classroom, site):
    opened, frame = classroom(f"{site}{INDEX}?embed=1")
    frame.locator(".cards a:visible").first.click()
    frame.wait_for_function("document.title.startsWith('Computation')")
    assert "embed=1" in frame.url
    assert not frame.locator(".bar").is_visible()
    assert opened.page.title() == "Class"


def test_a_page_that_is_not_in_a_frame_has_its_own(visit):
    opened = visit.unstarted(KO)
    assert opened.one(".bar").is_visible()


ADVISED = re.search(r'sandbox="[^"]*"', (ROOT / "README.md").read_text(encoding="utf-8"))[0]


@pytest.mark.parametrize("form", ["site", "file"])
def test_a_sandboxed_frame_works_and_says_that_nothing_is_kept(classroom, site, form):
    source = f"{site}{EN}?embed=1" if form == "site" else f"one.html?embed=1#/{EN}"
    opened, frame = classroom(source, ADVISED)
    assert frame.evaluate("document.documentElement.dataset.python") == "ready", opened.console
    denied = frame.locator("template[data-message=storage-denied]").evaluate("t => t.content.textContent")
    assert frame.locator("[data-storage-note]").text_content() == denied
    frame.locator('[data-question="count-is-time"] input[value="no"]').check()
    assert frame.locator('[data-question="count-is-time"]').get_attribute("data-result") == "right"
    with opened.page.expect_download() as download:
        frame.locator('button[name="take-along"]').click()
    assert '"count-is-time": "no"' in download.value.path().read_text(encoding="utf-8")
    before = frame.locator("form[data-lab]").get_attribute("data-updates")
    frame.locator('[name="layers-typed"]').fill("20")
    frame.wait_for_function("n => document.querySelector('form[data-lab]').dataset.updates > n", arg=before)
