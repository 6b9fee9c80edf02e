"""The API reference pages: complete, searchable, linked, and usable for trial requests."""

import ast
import gzip
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from service.api.routes import INTERFACE, OPERATIONS
from service.openapi.document import describe_api
from service.problems import KINDS
from service.web.api_reference import parts_of, uses_of
from service.web.samples import SERVER
from service.web.type_descriptions import in_words, plain
from tests.service.web.conftest import Service
from tests.service.web.layout import expect_no_wider
from tests.service.web.test_axe import PHONE, Axe, in_both_themes
from tests.service.web.test_other_pages import get

LIGHT_ENOUGH = 90_000
"""The limit in bytes for the page with its scripts and styles, compressed."""


@pytest.fixture(scope="module")
def document():
    """Return the OpenAPI description."""
    return describe_api(INTERFACE)


@pytest.fixture(scope="module")
def documented(document):
    """Return the operations as the page shows them."""
    return [one for part in parts_of(document) for one in part.operations]


def dead_anchors(text: str) -> set[str]:
    """Return the anchors that links of a page name and that the page lacks."""
    places = set(re.findall(r' id="([^"]+)"', text))
    return {one for one in re.findall(r'href="#([^"]+)"', text) if one not in places}


def test_every_operation_and_every_schema_has_an_address(service: Service, document, documented):
    assert {one.name for one in documented} == set(OPERATIONS)
    _, text, headers = get(service, "/docs")
    assert "unsafe" not in headers["content-security-policy"]
    assert dead_anchors(text) == set()
    for name in OPERATIONS:
        assert f'id="{name}"' in text
    linked = set(re.findall(r'href="/docs/schemas/(\w+)"', text))
    assert len(linked) > 60
    _, schemas, _ = get(service, "/docs/schemas")
    assert set(re.findall(r'href="/docs/schemas/(\w+)"', schemas)) == set(document["components"]["schemas"]) >= linked
    for name in ("PlantFromHand", "Event", "ProblemCode", "StreamMessage", "Position", "View"):
        status, one, _ = get(service, f"/docs/schemas/{name}")
        assert status == 200
        for used in re.findall(r'href="/docs/schemas/(\w+)"', one):
            assert used in document["components"]["schemas"]
        for user in re.findall(r'href="/docs#(\w+)"', one):
            assert user in OPERATIONS
    guide = re.findall(r'href="(/docs/guide/\w+)"', get(service, "/docs/schemas/WebhookMessage")[1])
    assert [get(service, one)[0] for one in guide] == [200]
    assert get(service, "/docs/schemas/Nothing")[0] == 404
    assert get(service, "/docs/schemas/PlantFromHand?lang=fr")[2]["content-language"] == "fr"


def test_control_a_dead_anchor_is_noticed():
    assert dead_anchors('<a href="#a">a</a><p id="a"></p><a href="#b">b</a>') == {"b"}


def test_each_problem_of_an_operation_links_to_its_page(service: Service, documented):
    codes = {code for one in documented for _, codes in one.problems for code in codes}
    assert len(codes & {kind.code for kind in KINDS}) > 15
    status, text, _ = get(service, "/docs")
    linked = set(re.findall(r'href="/problems/([\w.-]+)"', text))
    assert (status, linked) == (200, codes)
    assert [code for code in codes if "." in code and get(service, f"/problems/{code}")[0] != 200] == []


def test_a_deprecated_operation_is_marked(document):
    path = next(iter(document["paths"]))
    planted = {**document, "paths": {path: {"get": {**document["paths"][path]["get"], "deprecated": True}}}}
    assert [one.deprecated for part in parts_of(planted) for one in part.operations] == [True]


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 0, "exclusiveMaximum": 16}, "integer (0 to 15)"),
        ({"type": ["integer", "null"], "minimum": 1}, "integer (at least 1) or null"),
        ({"type": "array", "items": {"$ref": "#/components/schemas/Card"}, "maxItems": 3}, "list (at most 3) of Card"),
        ({"type": "array", "items": {"type": ["string", "null"]}}, "list of (string or null)"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "integer by name"),
        ({"type": "string", "enum": ["a", "b"]}, 'one of "a", "b"'),
        ({"type": "string", "const": "x"}, '"x"'),
        ({"type": "string", "format": "date-time"}, "moment, RFC 3339"),
        ({"allOf": [{"$ref": "#/a/A"}, {"$ref": "#/a/B"}]}, "A and B"),
        ({}, "anything"),
    ],
)
def test_a_type_is_described_in_words(schema, words):
    assert plain(in_words(schema)) == words


def test_the_uses_of_each_schema_are_found(document):
    uses = uses_of(document)
    assert "submit_command" in uses["Command"].operations
    assert "Command" in uses["PlantFromHand"].schemas
    assert uses["WebhookMessage"].is_sent
    assert [name for name, used in uses.items() if not any(used)] == []


def test_each_example_has_valid_syntax(documented, tmp_path: Path):
    for one in documented:
        ast.parse(one.samples["Python"])
    shell = "\n".join(one.samples["curl"] for one in documented)
    assert subprocess.run(["bash", "-n"], input=shell, text=True, check=False).returncode == 0
    scripts = "\n".join(f"{{\n{one.samples['TypeScript'].replace('body!', 'body')}\n}}" for one in documented)
    module = tmp_path / "all.mjs"
    module.write_text(re.sub(r"^import .*$", "", scripts, flags=re.MULTILINE), "utf-8")
    assert subprocess.run(["node", "--check", str(module)], check=False).returncode == 0
    module.write_text("const answer = ;", "utf-8")
    assert subprocess.run(["node", "--check", str(module)], check=False, capture_output=True).returncode == 1


@pytest.mark.long
def test_an_example_runs_unchanged(service: Service, tmp_path: Path):
    text = get(service, "/docs")[1]
    assert SERVER not in text
    article = text.partition('id="create_game"')[2].partition("</article>")[0]
    curl, python, script = (
        unescape(one) for one in re.findall(r"<pre[^>]*><code>(.*?)</code>", article, re.DOTALL)[:3]
    )
    (tmp_path / "made.mjs").write_text(script, "utf-8")
    for command in (["bash", "-c", curl], ["python", "-c", python], ["node", str(tmp_path / "made.mjs")]):
        if command[0] == "python":
            command[0] = str(Path(__file__).parents[3] / ".venv" / "bin" / "python")
        run = subprocess.run(command, text=True, capture_output=True, check=False, timeout=60)
        assert "organiser_token" in run.stdout, run.stderr


@pytest.mark.long
def test_the_api_page_is_small_and_loads_nothing_from_other_origins(page: Page, service: Service):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    get(service, "/docs")  # the first request renders it, which takes long on busy cores
    page.goto("/docs#stream_game")
    expect(page.locator("#stream_game h3")).to_be_in_viewport()
    expect(page.locator("#stream_game .trial button")).to_be_visible()
    assert [url for url in asked if not url.startswith((f"{service.address}/", "data:"))] == []
    sizes = [
        len(gzip.compress(get(service, url.removeprefix(service.address))[1].encode()))
        for url in asked
        if "woff" not in url
    ]
    assert sum(sizes) < LIGHT_ENOUGH


@pytest.mark.long
def test_an_operation_is_searched_opened_by_keyboard_and_called(page: Page, service: Service):
    made = service.new_game({"kind": "human"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"})
    page.goto("/docs")
    page.get_by_role("searchbox").fill("legal seat")
    links = page.locator(".parts a[data-found]:visible")
    expect(links).to_have_text(["GET list_legal_commands"])
    page.get_by_role("searchbox").fill("nothing at all")
    expect(page.get_by_text("No operation has this.")).to_be_visible()
    page.get_by_role("searchbox").fill("get_token")
    links.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#get_token h3")).to_be_in_viewport()
    token = page.get_by_label("Token for what you try here")
    token.fill(made["tokens"][0]["token"])
    page.get_by_role("button", name="Try get_token").press("Enter")
    form = page.get_by_role("form", name="Try get_token")
    form.get_by_role("button", name="Send").press("Enter")
    expect(form.get_by_role("status")).to_contain_text("200 OK")
    expect(form.get_by_role("region", name="The answer")).to_contain_text('"kind": "seat"')
    assert (
        page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])").find("hrc_") < 0
    )
    page.get_by_role("button", name="Try submit_command", exact=True).click()
    form = page.get_by_role("form", name="Try submit_command", exact=True)
    form.get_by_label("game in the path").fill(made["game"])
    form.get_by_label("Body").fill('{"type": "EndTrading", "seat": 0}')
    form.get_by_role("button", name="Send").click()
    expect(form.get_by_role("status")).to_contain_text("409")


@pytest.mark.long
def test_a_stream_is_shown_live_and_can_be_stopped(page: Page, service: Service):
    made = service.new_game({"kind": "human"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"})
    page.goto("/docs")
    page.get_by_role("button", name="Try stream_game").click()
    form = page.get_by_role("form", name="Try stream_game")
    form.get_by_label("game in the path").fill(made["game"])
    form.get_by_role("button", name="Send").click()
    expect(form.get_by_role("region", name="The answer")).to_contain_text("event: table")
    form.get_by_role("button", name="Stop").click()
    expect(form.get_by_role("button", name="Stop")).to_have_count(0)


@pytest.mark.long
def test_examples_keep_the_chosen_language_and_can_be_copied(page: Page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/docs#get_game")
    page.locator("#get_game summary", has_text="Python").click()
    expect(page.locator("#get_table pre:visible").first).to_contain_text("import httpx")
    page.reload()
    place = page.locator("#get_game .samples [open]")
    expect(place).to_have_count(1)
    place.get_by_role("button", name="Copy").click()
    expect(place.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("import httpx")


@pytest.mark.long
def test_an_old_address_of_an_operation_still_works(page: Page):
    page.goto("/docs#/games/create_game")
    expect(page.locator("#create_game h3")).to_be_in_viewport()


@pytest.mark.long
def test_the_api_pages_pass_axe_and_fit_a_phone(page: Page, axe: Axe):
    page.goto("/docs")
    page.get_by_role("button", name="Try create_game").click()
    # All operations are drawn alike: one with a body, a stream and a path argument each are enough.
    page.evaluate("""document.querySelectorAll(".operation").forEach((one) =>
      ["create_game", "stream_game", "revoke_service_token"].includes(one.id) || one.remove())""")
    for summary in page.locator("#create_game summary").all():
        summary.click()
    assert in_both_themes(page, axe) == []
    page.set_viewport_size(PHONE)
    page.locator(".all-parts > summary").click()
    assert in_both_themes(page, axe) == []
    for path in ("/docs", "/docs/schemas", "/docs/schemas/ProposeTrade", "/docs/schemas/ProblemCode"):
        page.goto(path)
        expect_no_wider(page, PHONE["width"])
        if path != "/docs":
            assert in_both_themes(page, axe) == [], path
