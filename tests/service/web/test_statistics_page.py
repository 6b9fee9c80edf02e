"""The pages of statistics: plots with tables and keyboard access, and numbers that link to their games."""

import re
import time
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service
from tests.waiting import wait_until

COUNTED_SECONDS = 4
"""Seconds until a finished game is counted: twice what is promised, for busy machines."""
PHONE = {"width": 390, "height": 844}


def test_statistics_of_turn_order_link_to_their_games(page: Page, service: Service) -> None:
    said = service.request("/v1/statistics/classic")
    page.goto("/statistics/classic")
    figure = page.locator(".figure").first
    rows = figure.locator("tbody tr")
    expect(rows).to_have_count(len(said["by_turn_order"]))
    for row, line in zip(rows.all(), said["by_turn_order"], strict=True):
        share = float(Fraction(line["wins"]) / line["games"])
        assert row.locator("td").nth(0).inner_text() == str(line["games"])
        assert row.locator("td").nth(1).inner_text() == f"{share:.1%}".replace(".0%", "%")
    figure.locator(".plot").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(figure.locator(".point")).to_contain_text("Turn 2:")
    with page.expect_download() as download:
        figure.get_by_role("link", name="Download as CSV").click()
    text = download.value.path().read_text("utf-8")
    assert text.splitlines()[0].startswith("turn_order,games,wins")
    assert len(text.splitlines()) == 1 + len(said["by_turn_order"])
    rows.first.get_by_role("link").click()
    expect(page).to_have_url(re.compile("of=turn%3A1#games"))
    scores = page.locator(".counted .small")
    expect(scores).to_have_count(said["by_turn_order"][0]["games"])
    coins = [int(re.match(r"\d+", one)[0]) for one in scores.all_inner_texts()]  # type: ignore[index]  # it matches
    assert sum(coins) / len(coins) == pytest.approx(said["by_turn_order"][0]["coins_mean"], abs=1e-4)


@pytest.mark.long
def test_two_players_are_compared_on_a_phone(new_context: Callable, service: Service, axe: Callable) -> None:
    page: Page = new_context(viewport=PHONE).new_page()
    bots = [{"kind": "bot", "bot": bot} for bot in ("trader", "random")]
    game = service.request("/v1/games", {"edition": "duel", "seats": bots, "pace": 0})["game"]
    wait_until(lambda: service.request(f"/v1/games/{game}")["status"] == "finished", seconds=60)
    ended = time.monotonic()
    wait_until(lambda: service.request("/v1/players/trader/ratings?edition=duel")["steps"])
    assert time.monotonic() - ended < COUNTED_SECONDS
    steps = service.request("/v1/players/trader/ratings?edition=duel")["steps"]
    page.goto("/players/trader?edition=duel")
    course = page.locator(".figure").first
    parts = course.locator("tbody td:last-child")
    expect(parts).to_have_count(len(steps[-1]["opponents"]))
    course.locator(".plot").focus()
    page.keyboard.press("Home")
    expect(course.locator("caption")).to_contain_text(f"{steps[0]['after']['rating']:.2f}")
    added = [float(one.replace("\u2212", "-")) for one in parts.all_inner_texts()]
    change = steps[0]["after"]["rating"] - steps[0]["before"]["rating"]
    assert sum(added) == pytest.approx(change, abs=0.01 * len(added))
    expect(page.locator(".thumbnail path").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    (line,) = (one for one in service.request("/v1/players/trader")["editions"] if one["edition"] == "duel")
    bean = line["by_variety"][0]
    page.goto(f"/statistics/duel?player=trader&of=bean:{bean['variety']}#games")
    expect(page.locator("#games")).to_contain_text("trader")
    lines = page.locator(".counted .small")
    expect(lines.first).to_contain_text("planted")
    planted = [int(one.split()[0]) for one in lines.all_inner_texts()]
    assert sum(planted) == bean["planted"], "of the seats of the player alone"
    page.goto("/players/trader?edition=duel")
    page.get_by_role("link", name="Compare").first.click()
    expect(page.get_by_role("heading", name="Side by side")).to_be_visible()
    expect(page.locator(".line")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []


@pytest.mark.long
def test_statistics_without_games_or_player_say_so(page: Page) -> None:
    page.goto("/players/p-nobody")
    expect(page.locator("main")).to_contain_text("This player is not known")
    page.goto("/statistics/classic?players=5&simulated=false")
    expect(page.locator(".empty")).to_contain_text("No game has been counted yet")
    page.goto("/statistics/classic?tournament=nothing")
    expect(page.locator(".empty")).to_be_visible()
    page.get_by_role("link", name="All games of this edition").click()
    expect(page.locator(".figures")).to_be_visible()
    assert page.goto("/statistics/nothing").status == 404  # type: ignore[union-attr]  # it answers


def test_the_page_of_an_unknown_player_leads_on(page: Page) -> None:
    page.goto("/players/nobody%20here?lang=en")
    expect(page.get_by_role("heading", name="nobody here")).to_be_visible()
    for name, path in (("Search the games", "/?player=nobody+here"), ("Tournaments", "/tournaments")):
        expect(page.locator("main").get_by_role("link", name=name)).to_have_attribute(
            "href", re.compile(rf"^{re.escape(path)}[?&]lang=en$")
        )
    page.locator("main").get_by_role("link", name="Statistics").click()
    expect(page).to_have_url(re.compile("/statistics/classic"))
    page.goto("/players/trader?with=nobody")
    expect(page.get_by_role("heading", name="nobody")).to_be_visible()
    expect(page.get_by_role("link", name="trader alone")).to_have_attribute("href", "/players/trader")
