"""Duplicate games on pages: hidden while a table plays, then explained and compared seat by seat."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service
from tests.waiting import happens_within

WISH = {"title": "Same cards", "edition": "duel", "rounds": 1, "preferred": 2, "duplicate": "coins"}


def duplicate_tournament(
    service: Service, bots_at: int | None = None, **wish: Any
) -> tuple[str, str, list[dict[str, Any]]]:
    """Create a tournament of four at two tables with one deal; return its id, the director's token and the games.

    Bots play at table `bots_at`.
    """
    made = service.request("/v1/tournaments", {**WISH, "options": {"exhaustions_to_end": 1}})
    at, token = f"/v1/tournaments/{made['tournament']}", made["tokens"][0]["token"]
    players = [{"name": name} for name in ("Ana", "Bo", "Cy", "Di")]
    service.request(f"{at}/players", {"check_in": True, "players": players}, token)
    commands = [{"type": "DrawRound", "round": 1}, {"type": "ReleaseRound", "round": 1}]
    service.request(f"{at}/commands", {"commands": commands}, token)
    if bots_at is not None:
        wish["bots"] = dict.fromkeys(service.request(at)["rounds"][0]["tables"][bots_at - 1]["players"], "greedy")
    games = service.request(f"{at}/rounds/1/games", {"pace": 0, "patience": 0, **wish}, token)["games"]
    return made["tournament"], token, games


@pytest.mark.long
def test_games_of_one_deal_are_compared_when_both_have_ended(page: Page, service: Service) -> None:
    tournament, _, games = duplicate_tournament(service, bots={"*": "greedy"})
    at = f"/v1/tournaments/{tournament}"
    assert happens_within(60, lambda: service.request(f"{at}/standings")["standings"][0]["why"])
    page.goto(f"/tournaments/{tournament}")
    page.get_by_text("Side by side with the other table of this deal").first.click()
    expect(page.locator(".round-table .same-deal a").first).to_have_text("Table 2")
    page.get_by_role("tab", name="Standings").click()
    page.locator(".standing-line").first.click()
    why = page.locator(".standing-why .same-deal").first
    expect(why).to_contain_text("the same seat at the other table")
    why.locator("summary").click()
    why.get_by_role("link").click()
    expect(page.locator(".compared .one.there [data-seat], [data-compared] .seat").first).to_be_visible()
    expect(page.locator(".step select")).to_have_value("turn")
    page.goto(f"/games/{games[0]['game']}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Same deal at other tables").click()
    page.get_by_role("button", name=games[1]["game"], exact=True).click()
    expect(page.locator(".compared")).to_be_visible()


@pytest.mark.long
def test_a_spectator_learns_when_a_duplicate_game_is_shown(page: Page, service: Service) -> None:
    tournament, _, games = duplicate_tournament(service)
    page.goto(f"/games/{games[0]['game']}")
    expect(page.locator(".chip.late")).to_have_text("shown after the end")
    page.goto(f"/tournaments/{tournament}")
    expect(page.locator(".round-table .chip").first).to_have_text("being played")


@pytest.mark.long
def test_the_director_voids_a_game_that_other_tables_wait_for(page: Page, service: Service) -> None:
    tournament, token, games = duplicate_tournament(service, bots_at=1)
    at = f"/v1/tournaments/{tournament}"
    awaits = {"awaits": "deal", "counts": False, "game": games[0]["game"], "round": 1, "table": 1}
    assert happens_within(60, lambda: awaits in service.request(f"{at}/awaited", token=token)["tables"])
    page.goto(f"/tournaments/{tournament}#token={token}")
    desk = page.locator(".desk")
    expect(desk).to_contain_text("Others with the same cards wait for this game to end: table 2")
    desk.get_by_role("button", name="Call the game off").click()
    desk.get_by_label("Reason").fill("Both players have left.")
    desk.get_by_role("button", name="Call the game off").click()
    expect(desk).to_contain_text("The game ended without a result: table 2")
    assert service.request(f"/v1/games/{games[1]['game']}")["status"] == "voided"
    assert happens_within(20, lambda: service.request(at, token=token)["rounds"][0]["tables"][0]["result"])
