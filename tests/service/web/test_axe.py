"""Accessibility of each page by axe: in light and dark mode, on a desktop and on a phone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import take_seat
from tests.service.web.test_playing import game_of_people, place, submit, tray_button
from tests.service.web.test_replay_page import open_replay
from tests.service.web.test_standalone_page import open_file, standalone_replay

Axe = Callable[..., list[str]]
PAGES = (
    "/?status=finished&results=1&lang=fr",
    "/new?lang=de",
    "/",
    "/rules",
    "/rules/bohnaparte",
    "/problems/",
    "/tournaments?lang=de",
    "/statistics/classic?lang=fr",
    "/players/trader?lang=de",
    "/problems/rules.harvest.protection",
    "/learn#question-protection",
    "/join/nothing",
    "/nowhere",
    "/adjudicate?edition=bohnaparte&lang=fr",
    f"/games/{GAME}/sheet?n=112&lang=fr",
    f"/games/{GAME}/protocol?lang=de",
    "/games/nothing/sheet",
)
VARIANTS = ("/new", "/rules/classic", "/adjudicate")
"""Pages like those above, of another edition or language; their colours are the same."""
PHONE = {"width": 360, "height": 740}
HERE = 112


def in_both_themes(page: Page, axe: Axe, within: str | None = None) -> list[str]:
    """Return the violations of axe in light mode, and those of contrast in dark mode: only colours differ there."""
    page.emulate_media(color_scheme="light")
    found = axe(page, within=within)
    page.emulate_media(color_scheme="dark")
    found += axe(page, "color-contrast", within=within)
    return found


@pytest.mark.parametrize("path", mostly_long(PAGES))
def test_a_page_passes_axe(page: Page, axe: Axe, path: str):
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert in_both_themes(page, axe) == []
    page.set_viewport_size(PHONE)
    assert in_both_themes(page, axe) == []


@pytest.mark.long
@pytest.mark.parametrize("path", mostly_long(VARIANTS))
def test_a_variant_of_a_page_passes_axe(page: Page, axe: Axe, path: str):
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert axe(page) == []


@pytest.mark.long
def test_a_replay_with_its_tabs_and_dialogs_passes_axe(page: Page, service: Service, axe: Axe):
    open_replay(page, service.irregular, n=service.fault)
    expect(page.locator(".banner")).to_be_visible()
    assert in_both_themes(page, axe) == []
    for tab in ("Legal here", "Comments", "Branches"):
        page.get_by_role("tab", name=tab).click()
        expect(page.locator(".panel-body > *")).to_be_visible()
        assert in_both_themes(page, axe, "aside.rail") == [], tab
    page.locator(".audit summary").click()
    assert in_both_themes(page, axe, ".game-top") == []
    page.locator(".audit summary").click()
    page.locator(".telling .clause-button").click()
    assert in_both_themes(page, axe, ".telling") == []
    page.locator("[data-seat='0'] .plot .card").first.click()
    expect(page.locator(".life li").first).to_be_visible()
    assert in_both_themes(page, axe, ".life") == []
    page.keyboard.press("Escape")
    for name in ("Share", "What if", "Coins as a table", "Keys"):
        page.get_by_role("button", name="More").click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        assert in_both_themes(page, axe, "dialog") == [], name
        page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    assert in_both_themes(page, axe, "dialog") == []
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    assert in_both_themes(page, axe) == []
    page.locator(".moves").get_by_role("button", name="Events").click()
    assert in_both_themes(page, axe) == []


@pytest.mark.long
def test_a_comparison_of_two_games_passes_axe(page: Page, service: Service, axe: Axe):
    seats = [{"kind": "bot", "bot": "greedy"}] * 4
    fork = service.request(f"/v1/games/{GAME}/forks", {"at": 300, "seats": seats})["game"]
    open_replay(page, n=320, compare=fork)
    expect(page.locator("[data-compared] .seat")).to_have_count(4)
    assert in_both_themes(page, axe) == []


@pytest.mark.long
def test_playing_and_trading_pass_axe(page: Page, service: Service, axe: Axe):
    made = game_of_people(service)
    submit(service, made, 0, type="PlantFromHand", field=0)
    take_seat(page, made)
    place(page, "/seats/0/fields/0").click()
    expect(page.locator(".play-menu")).to_be_visible()
    assert in_both_themes(page, axe) == []
    page.keyboard.press("Escape")
    tray_button(page, "End planting").click()
    tray_button(page, "Make an offer").click()
    place(page, "/seats/0/hand/1").click()
    assert in_both_themes(page, axe, ".tray, .table") == []
    page.set_viewport_size(PHONE)
    assert in_both_themes(page, axe) == []


@pytest.mark.long
def test_a_verdict_of_the_arbiter_passes_axe(page: Page, service: Service, axe: Axe):
    page.goto(f"/adjudicate?game={service.irregular}&n={service.fault}&as=omniscient")
    expect(page.locator(".verdict[aria-busy=false] .ruling")).to_be_visible()
    assert in_both_themes(page, axe) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "path", mostly_long([f"/games/{GAME}?n={HERE}&layout=broadcast", f"/embed/games/{GAME}?n={HERE}"])
)
def test_broadcast_and_embedded_views_pass_axe(page: Page, axe: Axe, path: str):
    page.goto(path)
    expect(page.locator(f'[data-table][data-n="{HERE}"]')).to_be_visible()
    assert in_both_themes(page, axe) == []


@pytest.mark.long
def test_a_standalone_replay_passes_axe(page: Page, service: Service, axe: Axe, tmp_path: Path):
    open_file(page, standalone_replay(service, GAME), tmp_path)
    assert in_both_themes(page, axe) == []


@pytest.mark.parametrize(
    ("fault", "rule"),
    mostly_long(
        [
            ("document.querySelector('h1').style.color = 'gold'", "color-contrast"),
            ("document.querySelector('main').insertAdjacentHTML('beforeend', '<input>')", "label"),
            ("document.querySelector('main').remove()", "landmark-one-main"),
            ("document.documentElement.lang = ''", "html-has-lang"),
        ]
    ),
)
def test_control_axe_finds_a_fault(page: Page, axe: Axe, fault: str, rule: str):
    page.goto("/problems/")
    assert axe(page, rule) == []
    page.evaluate(fault)
    assert {line.partition(":")[0] for line in axe(page, rule)} == {rule}


@pytest.mark.long
def test_control_axe_finds_low_contrast_in_dark_mode(page: Page, axe: Axe):
    page.goto("/problems/")
    page.evaluate("document.querySelector('h1').style.color = '#111'")
    assert axe(page) == []
    assert [line.partition(":")[0] for line in in_both_themes(page, axe)] == ["color-contrast"]
