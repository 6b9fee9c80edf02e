"""Branches: a game is continued from any event, by its viewer or by bots."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import HOSTILE, Service
from tests.service.web.simulated_player import join_by_link
from tests.waiting import happens_within

PLAY_ALL, WATCH = re.compile("Play every seat yourself"), re.compile("Let bots play on")


def open_game(page: Page, game: str, query: str = "") -> None:
    """Open a game and wait for its table."""
    page.goto(f"/games/{game}{query}")
    expect(page.locator("[data-table] .seat").first).to_be_visible()


def game_shown(page: Page) -> str:
    """Return the game that a page shows."""
    return re.search("/games/([^?#]+)", page.url)[1]  # type: ignore[index]  # the page shows a game


def start_branch(page: Page, choice: re.Pattern[str]) -> str:
    """Start a branch at the current event by key; return the id of the new game."""
    before = page.url
    page.keyboard.press("x")
    page.get_by_role("button", name=choice).click()
    expect(page).not_to_have_url(before)
    expect(page.locator(".whatif-banner")).to_be_visible()
    return game_shown(page)


@pytest.fixture(scope="module")
def finished_game(service: Service) -> str:
    """Return a game that three bots have finished, one with a hostile name."""
    names = ("Ana", HOSTILE[:40], "Cy")
    game = service.new_game(*({"kind": "bot", "bot": "greedy", "name": name} for name in names), pace=0)["game"]
    assert happens_within(60, lambda: service.request(f"/v1/games/{game}")["status"] == "finished")
    return str(game)


@pytest.fixture(scope="module")
def draw_event(service: Service, finished_game: str) -> int:
    """Return an event after which a seat draws and the next seat then plants from the hand."""
    events = service.request(f"/v1/games/{finished_game}/events?limit=1000")["events"]
    for one in events[100:]:
        if one["event"].get("phase") == "draw":
            later = (two["cause"]["command"]["type"] for two in events[one["n"] :] if two.get("cause"))
            if [next(later), next(later)] == ["DrawCards", "PlantFromHand"]:
                return int(one["n"])
    pytest.fail("no seat plants after a draw")


@pytest.mark.long
def test_a_branch_is_played_for_all_seats_and_links_back(
    page: Page, service: Service, finished_game: str, draw_event: int
) -> None:
    open_game(page, finished_game, f"?n={draw_event}")
    fork = start_branch(page, PLAY_ALL)
    banner = page.locator(".whatif-banner")
    expect(banner).to_contain_text(f"from event {draw_event} of Ana, {HOSTILE[:40]}")
    at = service.request(f"/v1/games/{fork}")["forked_from"]["at"]
    active = page.locator(".seat.active")
    first = active.get_attribute("data-seat")
    expect(active.locator(".tag", has_text="you")).to_be_visible()
    page.locator(".tray button.main").click()
    expect(active).not_to_have_attribute("data-seat", first or "")
    expect(active.locator(".tag", has_text="you")).to_be_visible()
    second = active.get_attribute("data-seat")
    active.locator(".hand .card.front.glow").click()
    active.locator(".plot.glow").first.click()
    expect(page.locator(".sentence .says")).to_contain_text("plants")
    events = service.request(f"/v1/games/{fork}/events?after={at + 1}")["events"]
    causes = {one["cause"]["by"] for one in events if one.get("cause")}
    assert causes >= {f"seat:{first}", f"seat:{second}"}
    assert "hrc_" not in page.url
    banner.get_by_role("link", name="Back to the game").click()
    expect(page.locator("[data-table]")).to_have_attribute("data-n", str(draw_event))
    expect(page).to_have_url(re.compile(f"/games/{finished_game}\\?n={draw_event}"))
    expect(page.locator(".whatif-banner")).to_have_count(0)


@pytest.mark.long
def test_names_with_markup_are_escaped_in_a_comparison(page: Page, finished_game: str, draw_event: int) -> None:
    open_game(page, finished_game, f"?n={draw_event}")
    start_branch(page, PLAY_ALL)
    page.locator(".whatif-banner").get_by_role("button", name="Compare").click()
    expect(page.locator("[data-compared] .seat")).to_have_count(3)
    expect(page.locator("[data-compared] .name", has_text=HOSTILE[:40])).to_have_count(1)
    assert page.locator("img").count() == 0


@pytest.mark.long
def test_a_branch_is_played_for_one_seat_against_bots(
    page: Page, service: Service, finished_game: str, draw_event: int
) -> None:
    open_game(page, finished_game, f"?n={draw_event}")
    page.keyboard.press("x")
    page.get_by_label("Which seat you play").select_option("Cy")
    page.get_by_role("button", name=re.compile("Play Cy")).click()
    expect(page.locator(".whatif-banner")).to_be_visible()
    expect(page.locator(".seat[data-seat='2'] .tag", has_text="you")).to_be_visible()
    head = service.request(f"/v1/games/{game_shown(page)}")
    assert [seat["kind"] for seat in head["seats"]] == ["bot", "bot", "human"]
    assert [seat["name"] for seat in head["seats"]] == ["Ana", HOSTILE[:40], "Cy"]


@pytest.mark.long
def test_a_branch_is_played_by_bots_alone(page: Page, service: Service, finished_game: str, draw_event: int) -> None:
    open_game(page, finished_game, f"?n={draw_event}")
    fork = start_branch(page, WATCH)
    head = service.request(f"/v1/games/{fork}")
    assert [seat["kind"] for seat in head["seats"]] == ["bot"] * 3
    assert [seat["name"] for seat in head["seats"]] == ["Ana", HOSTILE[:40], "Cy"]
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-n", str(draw_event))  # it plays on its own
    assert "#" not in page.url


@pytest.mark.long
def test_a_branch_of_a_private_game_is_private(page: Page, service: Service, new_context: Callable) -> None:
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")]
    made = service.new_game(*seats, private=True)
    service.request(f"/v1/games/{made['game']}/void", {"reason": "enough"}, made["organiser_token"])
    join_by_link(page, f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    fork = start_branch(page, PLAY_ALL)
    expect(page.locator(".whatif-banner")).to_contain_text("of Ana, Bo and Cy")
    page.locator(".whatif-banner").get_by_role("button", name="Compare").click()
    expect(page.locator("[data-compared] .seat")).to_have_count(3)
    other = new_context().new_page()
    other.goto(f"/games/{fork}?compare={made['game']}")
    expect(other.get_by_text("There is no such game here")).to_be_visible()


@pytest.mark.long
def test_a_branch_of_a_running_game_redeals_hidden_cards(page: Page, service: Service, new_context: Callable) -> None:
    made = service.new_game(*[{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")])
    open_game(page, made["game"])
    page.keyboard.press("x")
    expect(page.locator("dialog")).to_contain_text("whatever you cannot know here is shuffled and dealt anew")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    fork = start_branch(page, WATCH)
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    assert service.request(f"/v1/games/{fork}")["forked_from"]["game"] == made["game"]
    wish = {"game": made["game"], "kind": "arbiter", "reason": "a dispute"}
    token = service.request("/v1/tokens", wish, made["organiser_token"])["token"]
    join_by_link(page, f"/join/{made['game']}#token={token}")
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    fork = start_branch(page, WATCH)
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    other = new_context().new_page()
    other.goto(f"/games/{fork}")
    expect(other.get_by_text("There is no such game here")).to_be_visible()
