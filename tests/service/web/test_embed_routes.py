"""Games shared by a link, embedded in another site, and in the broadcast layout."""

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page, expect

from replay.proofs.bundle_verifier import verify_bundle
from tests.service.command_line import GAME
from tests.service.web.conftest import Service, free_port
from tests.service.web.simulated_player import join_by_link
from tests.service.web.sites import site_of
from tests.service.web.test_assets import app as app  # noqa: PLC0414  # a fixture

EXAMPLE = Path(__file__).parents[3] / "examples" / "embed.html"
TOKEN = "hrc_seat_planted"
CLIPPED = """() => [document.scrollingElement, ...document.querySelectorAll('.score, .last-event p, .who .name')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3).length"""
"""How many elements clip their content."""


@pytest.fixture(params=["allowed"])
def site(request: pytest.FixtureRequest, service: Service, tmp_path: Path) -> Iterator[str]:
    """Serve the embedding example on another origin: one that may embed, or a `strange` one."""
    text = EXAMPLE.read_text("utf-8").replace("http://127.0.0.1:8000", service.address)
    (tmp_path / "embed.html").write_text(text.replace("classic-4-demo-0001", GAME), "utf-8")
    port = service.embedding_port if request.param == "allowed" else free_port()
    with site_of(tmp_path, port) as address:
        yield f"{address}/embed.html"


def frame_of(page: Page) -> Frame:
    """Return the frame of the embedded game."""
    element = page.locator("haricot-replay iframe").element_handle()
    assert element is not None
    frame = element.content_frame()
    assert frame is not None
    return frame


def test_the_embedding_example_exchanges_messages_with_its_frame(page: Page, site: str):
    page.goto(site)
    expect(page.locator("#where")).to_have_text(re.compile("^40 of"))
    page.get_by_role("button", name="To event 100").click()
    expect(page.locator("#where")).to_have_text(re.compile("^100 of"))
    expect(frame_of(page).locator("[data-sentence]")).to_have_attribute("data-n", "100")
    frame_of(page).get_by_role("button", name="Next event").click()
    expect(page.locator("#where")).to_have_text(re.compile("^101 of"))


@pytest.mark.parametrize("site", ["strange"], indirect=True)
def test_control_an_unlisted_origin_cannot_frame_a_game(context, site: str):
    page = context.new_page()
    page.goto(site)
    expect(page.locator("haricot-replay iframe")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert frame_of(page).locator(".seat").count() == 0
    expect(page.locator("#where")).to_have_text("…")


def test_an_embedded_replay_sends_no_token_unlike_the_page_of_the_game(page: Page, service: Service):
    page.goto("/rules")
    page.evaluate(f"localStorage.setItem('haricot:tokens:{GAME}', JSON.stringify({{seats: {{0: '{TOKEN}'}}}}))")
    page.evaluate(f"sessionStorage.setItem('haricot:token:{GAME}', '{TOKEN}')")
    sent: list[tuple[str, str | None]] = []
    page.on("request", lambda one: sent.append((one.url.partition("?")[0], one.headers.get("authorization"))))
    page.goto(f"/embed/games/{GAME}?n=40")
    expect(page.locator("[data-seat]").first).to_be_visible()
    assert sent
    assert not any(token for _, token in sent)
    page.keyboard.press("x")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".what-if-button, .comments, .game-top .home")).to_have_count(0)
    page.goto(f"/games/{GAME}?n=40")
    expect(page.locator("[data-seat]").first).to_be_visible()
    head = (f"{service.address}/v1/games/{GAME}", f"Bearer {TOKEN}")
    assert head in sent, "negative control: the page of the game sends it, and does not use the view that it contains"


@pytest.mark.long
def test_an_embedded_replay_takes_theme_and_language_from_its_address(page: Page):
    page.emulate_media(color_scheme="light")
    page.goto(f"/embed/games/{GAME}?n=40&theme=dark&lang=de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    expect(page.locator(".bar")).to_have_css("background-color", "rgb(34, 29, 24)")


def test_only_embedded_pages_of_public_games_can_be_framed(service: Service):
    def policy(path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(service.address + path, timeout=20) as answer:
                return answer.status, answer.headers["Content-Security-Policy"]
        except urllib.error.HTTPError as error:
            return error.code, error.headers["Content-Security-Policy"]

    private = service.new_game(*[{"kind": "bot", "bot": "random"}] * 3, private=True)["game"]
    assert policy(f"/embed/games/{GAME}")[1].endswith(f"frame-ancestors http://localhost:{service.embedding_port}")
    assert policy(f"/embed/games/{private}")[0] == 404
    assert policy("/embed/tournaments/cup")[1].endswith(f"frame-ancestors http://localhost:{service.embedding_port}")
    for path in ("/", f"/games/{GAME}", "/rules", "/docs", "/tournaments/cup", "/tournaments/cup/wall"):
        assert policy(path)[1].endswith("frame-ancestors 'none'")


def test_without_listed_origins_there_are_no_embedded_pages(app):
    for path in (f"/embed/games/{GAME}", "/embed/tournaments/cup"):
        assert app.test_client().get(path).status_code == 404


@pytest.mark.long
def test_a_shared_link_hides_the_result_unless_asked(page: Page):
    page.goto(f"/games/{GAME}?n=112&as=seat:2")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile(rf"/games/{GAME}\?n=112&as=seat:2$"))
    page.get_by_label("With the result").check()
    expect(link).to_have_value(re.compile(r"&result=shown$"))
    expect(page.get_by_label("Code for another page")).to_have_value(re.compile(r'^<iframe src="http.*/embed/games/'))
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as a page").click()
    assert kept.value.suggested_filename == f"haricot-{GAME}.html"
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the game file").click()
    assert kept.value.suggested_filename == f"{GAME}.haricot.jsonl"
    assert b'"view":"seat:2"' in kept.value.path().read_bytes()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the proof").click()
    assert kept.value.suggested_filename == f"{GAME}.haricot-audit.json"
    assert verify_bundle(kept.value.path().read_bytes()).verdict == "good"
    page.keyboard.press("Escape")
    check_deal_dialog(page)


def check_deal_dialog(page: Page) -> None:
    """Check that the page recomputes the deal from seed and shares, and confirms each shuffle and hand."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="How this deal was made").click()
    deal = page.get_by_role("dialog", name="How this deal was made")
    expect(deal).to_contain_text("104 cards shuffled ✓ it is so")
    expect(deal.locator(".bad")).to_have_count(0)
    expect(deal.locator(".good").last).to_have_text("✓ it is so")


@pytest.mark.long
def test_a_shared_link_to_a_running_game_names_no_seat(page: Page, service: Service):
    made = service.new_game(*[{"kind": "human"}] * 3)
    join_by_link(page, f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    expect(page.locator("[data-seat]").first).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile(r"/games/[\w-]+\?n=\d+$"))


@pytest.mark.long
def test_a_broadcast_fills_its_window_and_clips_nothing(page: Page):
    page.goto(f"/games/{GAME}?layout=broadcast&n=112&background=transparent")
    expect(page.locator("[data-seat]").first).to_be_visible()
    for width, height, key, steps in (
        (1920, 1080, "Shift+ArrowRight", range(113, 133)),
        (1280, 720, "Shift+ArrowLeft", range(131, 111, -1)),
    ):
        page.set_viewport_size({"width": width, "height": height})
        for n in steps:
            page.keyboard.press(key)
            expect(page.locator("[data-sentence]")).to_have_attribute("data-n", str(n))
            assert page.evaluate(CLIPPED) == 0
        box = page.locator(".last-event").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    expect(page.locator("button:visible:not([data-place])")).to_have_count(0)
    expect(page.locator("body")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
