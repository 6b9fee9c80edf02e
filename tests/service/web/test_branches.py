"""What if: a game is played on otherwise from any event, by oneself or by bots."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import HOSTILE, Service
from tests.service.web.playing import by_link
from tests.waiting import within

PLAY_ALL, WATCH = re.compile("Play every seat yourself"), re.compile("Let bots play on")


def look(page: Page, game: str, query: str = "") -> None:
    """Opens a game and waits for its table."""
    page.goto(f"/games/{game}{query}")
    expect(page.locator("[data-table] .seat").first).to_be_visible()


def shown(page: Page) -> str:
    """The game that a page shows."""
    return re.search("/games/([^?#]+)", page.url)[1]  # type: ignore[index]  # it is one of a game


def what_if(page: Page, choice: re.Pattern[str]) -> str:
    """Goes on otherwise from where one is, as somebody does who knows the key; gives the id of the new game."""
    before = page.url
    page.keyboard.press("x")
    page.get_by_role("button", name=choice).click()
    expect(page).not_to_have_url(before)
    expect(page.locator(".whatif-banner")).to_be_visible()
    return shown(page)


@pytest.fixture(scope="module")
def ended(service: Service) -> str:
    """A game that three bots have played to its end, one of a hostile name."""
    names = ("Ana", HOSTILE[:40], "Cy")
    game = service.new_game(*({"kind": "bot", "bot": "greedy", "name": name} for name in names), pace=0)["game"]
    assert within(60, lambda: service.ask(f"/v1/games/{game}")["status"] == "finished")
    return str(game)


@pytest.fixture(scope="module")
def drawing(service: Service, ended: str) -> int:
    """An event after which somebody has to draw, and then the next one can plant the front card at once."""
    events = service.ask(f"/v1/games/{ended}/events?limit=1000")["events"]
    for one in events[100:]:
        if one["event"].get("phase") == "draw":
            later = (two["cause"]["command"]["type"] for two in events[one["n"] :] if two.get("cause"))
            if [next(later), next(later)] == ["DrawCards", "PlantFromHand"]:
                return int(one["n"])
    pytest.fail("nobody ever plants after a draw")


@pytest.mark.long
def test_every_seat_is_played_in_place_and_one_click_leads_back(
    page: Page, service: Service, ended: str, drawing: int
) -> None:
    look(page, ended, f"?n={drawing}")
    fork = what_if(page, PLAY_ALL)
    banner = page.locator(".whatif-banner")
    expect(banner).to_contain_text(f"from event {drawing} of Ana, {HOSTILE[:40]}")
    at = service.ask(f"/v1/games/{fork}")["forked_from"]["at"]
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
    events = service.ask(f"/v1/games/{fork}/events?after={at + 1}")["events"]
    causes = {one["cause"]["by"] for one in events if one.get("cause")}
    assert causes >= {f"seat:{first}", f"seat:{second}"}
    assert "hrc_" not in page.url
    banner.get_by_role("link", name="Back to the game").click()
    expect(page.locator("[data-table]")).to_have_attribute("data-n", str(drawing))
    expect(page).to_have_url(re.compile(f"/games/{ended}\\?n={drawing}"))
    expect(page.locator(".whatif-banner")).to_have_count(0)


@pytest.mark.long
def test_names_that_are_markup_stay_names(page: Page, ended: str, drawing: int) -> None:
    look(page, ended, f"?n={drawing}")
    what_if(page, PLAY_ALL)
    page.locator(".whatif-banner").get_by_role("button", name="Compare").click()
    expect(page.locator("[data-compared] .seat")).to_have_count(3)
    expect(page.locator("[data-compared] .name", has_text=HOSTILE[:40])).to_have_count(1)
    assert page.locator("img").count() == 0


@pytest.mark.long
def test_one_seat_is_played_and_bots_have_the_others(page: Page, service: Service, ended: str, drawing: int) -> None:
    look(page, ended, f"?n={drawing}")
    page.keyboard.press("x")
    page.get_by_label("Which seat you play").select_option("Cy")
    page.get_by_role("button", name=re.compile("Play Cy")).click()
    expect(page.locator(".whatif-banner")).to_be_visible()
    expect(page.locator(".seat[data-seat='2'] .tag", has_text="you")).to_be_visible()
    head = service.ask(f"/v1/games/{shown(page)}")
    assert [seat["kind"] for seat in head["seats"]] == ["bot", "bot", "human"]
    assert [seat["name"] for seat in head["seats"]] == ["Ana", HOSTILE[:40], "Cy"]


@pytest.mark.long
def test_bots_play_on_and_are_looked_at(page: Page, service: Service, ended: str, drawing: int) -> None:
    look(page, ended, f"?n={drawing}")
    fork = what_if(page, WATCH)
    head = service.ask(f"/v1/games/{fork}")
    assert [seat["kind"] for seat in head["seats"]] == ["bot"] * 3
    assert [seat["name"] for seat in head["seats"]] == ["Ana", HOSTILE[:40], "Cy"]
    expect(page.locator(".tray")).to_have_count(0)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-n", str(drawing))  # it plays by itself
    assert "#" not in page.url


@pytest.mark.long
def test_what_goes_on_from_a_private_game_is_private(page: Page, service: Service, someone: Callable) -> None:
    seats = [{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")]
    made = service.new_game(*seats, private=True)
    service.ask(f"/v1/games/{made['game']}/void", {"reason": "enough"}, made["organiser_token"])
    by_link(page, f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    fork = what_if(page, PLAY_ALL)
    expect(page.locator(".whatif-banner")).to_contain_text("of Ana, Bo and Cy")
    page.locator(".whatif-banner").get_by_role("button", name="Compare").click()
    expect(page.locator("[data-compared] .seat")).to_have_count(3)
    other = someone().new_page()
    other.goto(f"/games/{fork}?compare={made['game']}")
    expect(other.get_by_text("There is no such game here")).to_be_visible()


@pytest.mark.long
def test_what_if_in_a_running_game_has_other_cards(page: Page, service: Service, someone: Callable) -> None:
    made = service.new_game(*[{"kind": "human", "name": name} for name in ("Ana", "Bo", "Cy")])
    look(page, made["game"])
    page.keyboard.press("x")
    expect(page.locator("dialog")).to_contain_text("whatever you cannot know here is shuffled and dealt anew")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    anew = what_if(page, WATCH)
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    assert service.ask(f"/v1/games/{anew}")["forked_from"]["game"] == made["game"]
    wish = {"game": made["game"], "kind": "arbiter", "reason": "a dispute"}
    token = service.ask("/v1/tokens", wish, made["organiser_token"])["token"]
    by_link(page, f"/join/{made['game']}#token={token}")
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    fork = what_if(page, WATCH)
    expect(page.locator("[data-table] .seat").first).to_be_visible()
    other = someone().new_page()
    other.goto(f"/games/{fork}")
    expect(other.get_by_text("There is no such game here")).to_be_visible()
