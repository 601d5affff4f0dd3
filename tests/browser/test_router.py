"""Links swap pages in the same document: Python goes on, and address, title, language, focus, place and Back are right.

The same claims hold for the site and for the one file.
"""

import pytest

from publish.single_file import ONE_FILE
from tests.browser.opened import EN, INDEX, KO

TITLE = {
    KO: "계산·메모리 비용과 Checkpointing · Checkpointing Lab",
    EN: "Computation and memory cost, and checkpointing · Checkpointing Lab",
    INDEX: "Checkpointing Lab",
}


class Course:
    """The course in either form: opens its pages, and knows by which address each goes."""

    def __init__(self, visit, form: str):
        self._visit, self.is_site = visit, form == "site"

    def address(self, path: str, settings: str = "", part: str = "") -> str:
        if self.is_site:
            return f"/{path}{settings}{part}"
        return f"/{ONE_FILE.name}{settings}#/{path}{part}"

    def open(self, path: str, settings: str = "", part: str = "", **options):
        if self.is_site:
            opened = self._visit(f"{path}{settings}{part}", **options)
        else:
            opened = self._visit(f"{settings}#/{path}{part}", site=ONE_FILE.as_uri(), **options)
        opened.until_ready()
        opened.page.evaluate("window.same = true")
        return opened


@pytest.fixture(params=["site", "file"])
def course_form(request, visit):
    return Course(visit, request.param)


def arrived(opened, course, path, settings="", part=""):
    """Waits until the page of that path is live in the same document, and checks what tells of it."""
    end = course.address(path, settings, part)
    opened.until("end => location.href.endsWith(end)", end)
    opened.until("() => document.documentElement.dataset.python !== 'loading'")
    opened.until_quiet()
    assert opened.state == "ready"
    assert opened.updates >= 1
    assert opened.page.evaluate("window.same") is True, "the document was loaded anew"
    assert opened.page.title() == TITLE[path]
    if path != INDEX:
        assert opened.page.evaluate("document.documentElement.lang") == path[-7:-5]
    assert opened.said == []


def focused(opened) -> str:
    return opened.page.evaluate("document.activeElement.id || document.activeElement.localName")


def test_pages_and_languages_are_swapped_and_back_leads_back(course_form):
    opened = course_form.open(INDEX, locale="ko-KR")
    opened.one(".cards a:visible").nth(2).click()
    arrived(opened, course_form, KO, part="#experiment")
    assert focused(opened) == "experiment"
    assert opened.page.evaluate("document.getElementById('experiment').getBoundingClientRect().top < innerHeight")
    opened.field("layers-typed").fill("25")
    opened.field("layers-typed").press("Tab")
    opened.until_quiet()
    opened.one('[data-question="count-is-time"] input[value="no"]').check()
    opened.one("header a[data-language]").click()
    settings = opened.page.evaluate("location.search")
    assert "layers=25" in settings, "the settings come along"
    arrived(opened, course_form, EN, settings)
    assert focused(opened) == "h1"
    assert opened.page.evaluate("scrollY") == 0
    assert opened.slots()["layers"] == "25"
    assert opened.one('[data-question="count-is-time"]').get_attribute("data-result") == "right"
    assert opened.one("body > [role=status]").text_content() == TITLE[EN]
    opened.page.go_back()
    arrived(opened, course_form, KO, settings, "#experiment")
    opened.page.go_back()
    arrived(opened, course_form, INDEX)
    assert opened.one("main:visible").get_attribute("lang") == "en", "the language chosen last"
    opened.page.go_forward()
    arrived(opened, course_form, KO, settings, "#experiment")
    assert opened.slots()["layers"] == "25"


def test_back_leads_to_where_the_reader_was(course_form):
    opened = course_form.open(KO)
    opened.page.evaluate("scrollTo({top: 1234, behavior: 'instant'})")
    opened.one("footer a[href]").evaluate("link => link.click()")
    arrived(opened, course_form, INDEX)
    assert opened.page.evaluate("scrollY") == 0
    opened.page.go_back()
    arrived(opened, course_form, KO)
    assert opened.page.evaluate("scrollY") == 1234


def test_settings_of_a_link_are_taken_and_given_back(course_form):
    opened = course_form.open(KO)
    opened.one('[data-step="1"] a[data-settings]').evaluate("link => link.click()")
    opened.until_quiet()
    assert opened.slots()["block"] == "1"
    assert focused(opened) == "experiment"
    opened.one("nav.parts a").first.click()
    assert focused(opened) == "concept"
    assert "block=1" in opened.page.url, "a part of the page leaves the settings as they are"
    opened.page.go_back()
    opened.page.go_back()
    arrived(opened, course_form, KO)
    assert opened.slots()["block"] == "4"


def test_settings_alone_leave_the_reader_where_they_are(course_form):
    opened = course_form.open("lesson/schedules/en.html", part="#plane")
    opened.one("#plane summary").click()
    made = 'document.querySelector(\'[data-table=budgets] tr[data-states="12"] a[href$="inner-b=0"]\') !== null'
    opened.until(made)
    opened.one('[data-table="budgets"] tr[data-states="12"] [data-column="revolve"] a').press("Enter")
    opened.until("document.querySelector('[data-slot=b-peak-states]').value === '12'")
    opened.until_quiet()
    assert "states=12" in opened.page.url
    assert opened.page.url.endswith("#plane")
    assert focused(opened) == "a"
    opened.page.go_back()
    opened.until("document.querySelector('[data-slot=b-peak-states]').value === '8'")
    assert opened.page.evaluate("window.same") is True


def test_what_was_just_typed_is_kept_when_the_page_gives_way(course_form):
    opened = course_form.open(KO)
    opened.field("two-ends").fill("typed a moment ago")
    opened.one("header a[data-language]").evaluate("link => link.click()")
    arrived(opened, course_form, EN)
    assert opened.field("two-ends").input_value() == "typed a moment ago"


def test_with_a_modifier_key_another_tab_opens(course_form):
    opened = course_form.open(INDEX, locale="ko-KR")
    with opened.context.expect_page() as other:
        opened.one(".cards a:visible").first.click(modifiers=["ControlOrMeta"])
    other.value.wait_for_load_state("domcontentloaded")
    assert other.value.title() == TITLE[KO]
    assert opened.page.title() == TITLE[INDEX]


def test_the_last_of_many_clicks_counts(course_form):
    opened = course_form.open(INDEX, locale="ko-KR")
    opened.page.evaluate("""() => {
        const links = [...document.querySelectorAll(".cards a")].filter(link => link.getClientRects().length);
        links[0].click();
        links[3].click();
    }""")
    arrived(opened, course_form, KO, part="#check")


def test_a_link_names_nothing_that_is_not_there(course_form):
    opened = course_form.open(KO, part="#%E0%A4%A")
    assert opened.said == []
    assert opened.page.title() == TITLE[KO]


def test_without_python_links_load_pages(visit):
    opened = visit.unstarted(KO)
    opened.page.evaluate("window.same = true")
    opened.one("header a[data-language]").click()
    opened.page.wait_for_url(f"**/{EN}")
    assert opened.page.evaluate("window.same") is None
    assert opened.page.title() == TITLE[EN]


@pytest.mark.parametrize("answer", [{"status": 500}, {"status": 200, "content_type": "text/plain", "body": "x"}])
def test_a_page_that_does_not_come_is_loaded_plainly(visit, site, answer):
    opened = visit(KO).until_ready()
    opened.page.evaluate("window.same = true")
    opened.context.route(f"**/{EN}", lambda route: route.fulfill(**answer), times=1)
    opened.one("header a[data-language]").click()
    opened.page.wait_for_url(f"**/{EN}")
    opened.until("document.querySelector('h1') !== null && !window.same")
    assert opened.page.title() == TITLE[EN]


def test_a_page_of_another_build_is_loaded_whole(visit):
    opened = visit(KO).until_ready()
    opened.page.evaluate("window.same = true")

    def newer(route):
        answer = route.fetch()
        head = "<head>" + '<meta name="build" content="another">'
        route.fulfill(response=answer, body=answer.text().replace("<head>", head))

    opened.context.route(f"**/{EN}", newer)
    opened.one("header a[data-language]").click()
    opened.until("document.documentElement.lang === 'en'")
    assert opened.page.evaluate("window.same") is None


def test_swapping_many_times_leaves_nothing_behind(visit):
    context = visit.context()
    context.add_init_script("""
        window.listening = 0;
        const {addEventListener: add, removeEventListener: remove} = EventTarget.prototype;
        const lasting = target => target === window || target === document;
        EventTarget.prototype.addEventListener = function (kind, ...rest) {
            if (lasting(this ?? window)) listening++;
            return add.call(this ?? window, kind, ...rest);
        };
        EventTarget.prototype.removeEventListener = function (kind, ...rest) {
            if (lasting(this ?? window)) listening--;
            return remove.call(this ?? window, kind, ...rest);
        };
    """)
    opened = visit(KO, context).until_ready()
    session = context.new_cdp_session(opened.page)
    count = "import gc\ngc.collect()\nwindow.objects = len(gc.get_objects())"

    def swap(times):
        for _ in range(times):
            before = opened.page.title()
            opened.one("header a[data-language]").evaluate("link => link.click()")
            opened.until("before => document.title !== before", before)
            opened.until("() => document.documentElement.dataset.python === 'ready'")
            opened.until_quiet()

    def held():
        opened.run_python(f"from pyscript import window\n{count}")
        session.send("HeapProfiler.collectGarbage")
        dom = session.send("Memory.getDOMCounters")
        read = "({listening, objects, elements: document.querySelectorAll('*').length})"
        return opened.page.evaluate(read) | {"nodes": dom["nodes"], "listeners": dom["jsEventListeners"]}

    swap(4)
    before = held()
    swap(50)
    after = held()
    assert after["listening"] == before["listening"]
    assert after["elements"] == before["elements"]
    for name in ("nodes", "listeners", "objects"):
        assert after[name] < 1.05 * before[name], (name, before, after)


def test_every_page_that_fails_to_start_says_so_not_only_the_first(visit):
    opened = visit(KO).until_ready()
    opened.run_python("""
import lesson.kit.page
def refuse(*arguments):
    raise ValueError("refused")
lesson.kit.page.mount = refuse
""")
    for _ in range(3):
        title = opened.page.title()
        opened.one("header a[data-language]").click()
        opened.until("title => document.title !== title", title)
        opened.until("document.documentElement.dataset.python === 'failed'")
        assert opened.one("[data-start-reason]").text_content()
        assert "refused" in opened.one("[data-start-details]").text_content()
