"""Lobby, rulebooks, problem and error pages, and checks of all pages."""

import gzip
import re
import urllib.error
import urllib.request
from email.message import Message
from html.parser import HTMLParser

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from domain.edition_data.family import LANGUAGES
from domain.editions import EDITIONS
from domain.translations import tongue
from service.ops.error_mapping import problem_for
from service.problems import KINDS, Problem, kind_of
from service.web.language import translate
from service.web.pages import pages
from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.layout import expect_no_wider

PAGES = [
    "/",
    "/new",
    f"/games/{GAME}?n=112",
    f"/games/{GAME}/sheet?n=112",
    f"/games/{GAME}/protocol",
    "/rules",
    "/rules/classic",
    "/rules/bohnaparte",
    "/adjudicate",
    "/learn",
    "/verify",
    "/record",
    "/problems/",
    "/tournaments",
    "/statistics/classic",
    "/players/trader",
    "/docs",
    "/docs/schemas",
    "/docs/schemas/Position",
    "/nowhere",
]


def _lowered(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def get(service: Service, path: str) -> tuple[int, str, dict[str, str]]:
    """Return status, text and headers of an address."""
    try:
        with urllib.request.urlopen(service.address + path, timeout=20) as answer:
            return answer.status, answer.read().decode(), _lowered(answer.headers)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), _lowered(error.headers)


class InlineCode(HTMLParser):
    """Collects the inline code of a page: styles, event handlers and scripts that are not data."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check one tag; values and text between tags are no code."""
        given = dict(attrs)
        runs = tag == "script" and "src" not in given and given.get("type") != "application/json"
        self.inline += [tag] if runs or tag == "style" else []
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


def test_control_inline_scripts_and_styles_are_detected():
    markup = InlineCode()
    markup.feed("<p title='&lt;img onerror=x>' onclick='x' style='y'>onload=</p><script>z</script><style></style>")
    assert markup.inline == ["onclick", "style", "script", "style"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_security_headers_and_no_inline_code(service: Service, path: str):
    status, text, headers = get(service, path)
    assert status == (404 if path == "/nowhere" else 200)
    assert "script-src 'self';" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    markup = InlineCode()
    markup.feed(text)
    assert markup.inline == []


@pytest.mark.long
def test_pages_do_not_overflow_on_a_phone(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    for path in PAGES:
        page.goto(path)
        is_game = path.startswith("/games/") and "/" not in path.removeprefix("/games/")
        if is_game:
            expect(page.locator(".felt .seat").first).to_be_visible()
            expect(page.locator(".bar")).to_be_in_viewport(ratio=1)
        expect_no_wider(page, 390)
        assert not is_game or page.evaluate("document.documentElement.scrollHeight") < 6000


def test_the_replay_page_loads_few_and_small_scripts(service: Service):
    text = get(service, f"/games/{GAME}")[1]
    scripts = re.findall(r"""(?:rel="modulepreload" href|<script[^>]* src)="([^"]+)\"""", text)
    assert len(scripts) == 2
    assert all(path.startswith("/assets/") for path in scripts)
    assert sum(len(gzip.compress(get(service, path)[1].encode())) for path in scripts) < 50_000


@pytest.mark.long
def test_a_clause_has_an_anchor_and_links_its_ruling(page: Page):
    page.goto("/rules")
    page.get_by_role("link", name="Classic Bohnanza").click()
    page.goto("/rules/classic#CL-6.4")
    clause = page.locator("#CL-6\\.4")
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_text("Bean protection")
    clause.get_by_role("link", name="AMB-GE-1", exact=True).click()
    expect(page.locator("#AMB-GE-1")).to_be_in_viewport()
    expect(page.locator("#option-bean_protection")).to_contain_text('"ignore_empty"')
    meter = page.locator(".meter-card", has_text="Garden bean").locator(".beanometer li")
    expect(meter).to_have_text([re.compile("2 for 2 coins"), re.compile("3 for 3 coins")])


@pytest.mark.parametrize("language", mostly_long(reversed(LANGUAGES)))
def test_a_rulebook_is_in_the_language_of_the_reader(page: Page, language: str):
    page.goto(f"/rules/bohnaparte?lang={language}")
    data, words = EDITIONS["bohnaparte"].data, tongue("bohnaparte", language)
    rule = data.all_options[0]
    expect(page.get_by_role("heading", level=1)).to_have_text(data.name[language])
    expect(page.locator("#BP-6\\.1 p").first).to_have_text(words.text(data.clauses["BP-6.1"].says))
    option = page.locator(f"#option-{rule.name}")
    expect(option).to_contain_text(words.option(rule.name))
    expect(option.locator(".usual")).to_contain_text(words.value(rule.name, rule.default))
    expect(page.locator(".contents")).to_contain_text(data.texts("sections", language)["1"])


@pytest.mark.long
def test_a_printed_rulebook_has_no_navigation(page: Page):
    page.goto("/rules/classic")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    for gone in (".top", ".contents", ".foot", "#print"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator("#CL-6\\.4")).to_be_visible()


@pytest.mark.parametrize("code", [*(kind.code for kind in KINDS), "rules.harvest.protection"])
def test_each_problem_code_has_a_page(service: Service, code: str):
    status, text, _ = get(service, f"/problems/{code}")
    assert status == 200
    assert code in text
    assert kind_of(code).title in text
    assert '<html lang="de">' in get(service, f"/problems/{code}?lang=de")[1]


def test_the_page_of_forbidden_commands_names_the_organiser(service: Service):
    assert "organiser" in get(service, "/problems/seat.forbidden")[1]


def test_english_problem_titles_match_the_api():
    assert [kind.title for kind in KINDS] == [
        translate("en", f"problem-{kind.code.replace('.', '-')}.title") for kind in KINDS
    ]


def test_a_missing_page_is_a_plain_404(service: Service):
    for path in ("/nowhere", "/rules/nowhere", "/problems/nowhere", "/problems/rules.nowhere"):
        status, text, _ = get(service, path)
        assert (status, "Nothing grows here" in text) == (404, True)
    assert get(service, "/v1/nowhere")[2]["content-type"] == "application/problem+json"
    assert get(service, "/games/nowhere")[0] == 404


class BrokenContext:
    """A context whose methods all fail."""

    def lobby(self, **asked):
        raise RuntimeError("nothing works")

    def public_head(self, game):
        raise Problem("unavailable", "the disk is full")


@pytest.mark.parametrize(("path", "status"), [("/", 500), ("/games/any", 503)])
def test_an_internal_failure_shows_a_plain_error_page(path, status):
    app = Flask("broken", static_folder=None)
    app.register_blueprint(pages(BrokenContext(), problem_for, dict, dict))
    answer = app.test_client().get(path)
    assert (answer.status_code, answer.headers.get("Retry-After")) == (status, "2" if status == 503 else None)
    assert "Something broke on our side" in answer.text
    assert "nothing works" not in answer.text
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.long
def test_an_older_version_of_a_rulebook_is_shown(page: Page, service: Service):
    page.goto("/rules/duel")
    expect(page.locator(".lead")).to_contain_text("Version 2 of its rules")
    page.get_by_role("link", name="version 1").click()
    expect(page.locator(".lead")).to_contain_text("Version 1 of its rules")
    expect(page.get_by_role("link", name="version 2")).to_be_visible()
    for version in ("9", "nonsense", ""):
        assert get(service, f"/rules/duel?version={version}")[0] == 404


@pytest.mark.long
def test_a_game_links_to_its_version_of_the_rules(page: Page):
    page.goto(f"/games/{GAME}")
    page.get_by_role("link", name="Classic Bohnanza").click()
    expect(page).to_have_url(re.compile(r"/rules/classic\?version=2$"))


@pytest.mark.parametrize("level", mostly_long(["tournament", "simple", "duplicate"]))
@pytest.mark.parametrize("language", mostly_long(reversed(LANGUAGES)))
def test_the_new_game_form_fits_on_a_phone(page: Page, language: str, level: str):
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/new?lang={language}")
    for folded in page.locator("details").all():
        folded.locator("summary").first.click()
    page.locator("select[name=level]").select_option(level)
    expect_no_wider(page, 360)
