"""Everybody can use every page: axe finds nothing, in the light and in the dark, on a context and on a phone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.test_playing import at, button, give, people, sit
from tests.service.web.test_replay_page import look
from tests.service.web.test_standalone_page import file_of, opened

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
ALIKE = ("/new", "/rules/classic", "/adjudicate")
"""Built as others above, of another edition or in another language; their colours are those of the others."""
PHONE = {"width": 360, "height": 740}
HERE = 112


def in_both_themes(page: Page, axe: Axe, within: str | None = None) -> list[str]:
    """What axe has against what is shown; in the dark against its colours alone, as nothing else is another there."""
    page.emulate_media(color_scheme="light")
    found = axe(page, within=within)
    page.emulate_media(color_scheme="dark")
    found += axe(page, "color-contrast", within=within)
    return found


@pytest.mark.parametrize("path", mostly_long(PAGES, 2))
def test_axe_finds_nothing_on_a_page(page: Page, axe: Axe, path: str):
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert in_both_themes(page, axe) == []
    page.set_viewport_size(PHONE)
    assert in_both_themes(page, axe) == []


@pytest.mark.long
@pytest.mark.parametrize("path", mostly_long(ALIKE))
def test_axe_finds_nothing_in_the_build_of_a_page_like_another(page: Page, axe: Axe, path: str):
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert axe(page) == []


@pytest.mark.long
def test_axe_finds_nothing_on_the_page_of_a_game_and_in_what_opens_there(page: Page, service: Service, axe: Axe):
    look(page, service.irregular, n=service.fault)
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
def test_axe_finds_nothing_where_two_games_are_compared(page: Page, service: Service, axe: Axe):
    seats = [{"kind": "bot", "bot": "greedy"}] * 4
    fork = service.ask(f"/v1/games/{GAME}/forks", {"at": 300, "seats": seats})["game"]
    look(page, n=320, compare=fork)
    expect(page.locator("[data-compared] .seat")).to_have_count(4)
    assert in_both_themes(page, axe) == []


@pytest.mark.long
def test_axe_finds_nothing_where_somebody_plays_and_trades(page: Page, service: Service, axe: Axe):
    made = people(service)
    give(service, made, 0, type="PlantFromHand", field=0)
    sit(page, made)
    at(page, "/seats/0/fields/0").click()
    expect(page.locator(".play-menu")).to_be_visible()
    assert in_both_themes(page, axe) == []
    page.keyboard.press("Escape")
    button(page, "End planting").click()
    button(page, "Make an offer").click()
    at(page, "/seats/0/hand/1").click()
    assert in_both_themes(page, axe, ".tray, .table") == []
    page.set_viewport_size(PHONE)
    assert in_both_themes(page, axe) == []


@pytest.mark.long
def test_axe_finds_nothing_in_an_answer_of_the_arbiter(page: Page, service: Service, axe: Axe):
    page.goto(f"/adjudicate?game={service.irregular}&n={service.fault}&as=omniscient")
    expect(page.locator(".verdict[aria-busy=false] .ruling")).to_be_visible()
    assert in_both_themes(page, axe) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "path", mostly_long([f"/games/{GAME}?n={HERE}&layout=broadcast", f"/embed/games/{GAME}?n={HERE}"])
)
def test_axe_finds_nothing_where_a_game_is_shown(page: Page, axe: Axe, path: str):
    page.goto(path)
    expect(page.locator(f'[data-table][data-n="{HERE}"]')).to_be_visible()
    assert in_both_themes(page, axe) == []


@pytest.mark.long
def test_axe_finds_nothing_in_the_file_of_a_game(page: Page, service: Service, axe: Axe, tmp_path: Path):
    opened(page, file_of(service, GAME), tmp_path)
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
def test_control_a_fault_is_found(page: Page, axe: Axe, fault: str, rule: str):
    page.goto("/problems/")
    assert axe(page) == []
    page.evaluate(fault)
    assert {line.partition(":")[0] for line in axe(page)} >= {rule}


@pytest.mark.long
def test_control_what_is_not_to_be_read_in_the_dark_alone_is_found(page: Page, axe: Axe):
    page.goto("/problems/")
    page.evaluate("document.querySelector('h1').style.color = '#111'")
    assert axe(page) == []
    assert [line.partition(":")[0] for line in in_both_themes(page, axe)] == ["color-contrast"]
