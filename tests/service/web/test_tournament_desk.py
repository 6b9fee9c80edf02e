"""What the desk of a tournament tells its officials to do next, and the clocks on the wall and in print."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Fay", "Gus")


class Cup:
    """A tournament that was made over HTTP, with its director."""

    def __init__(self, service: Service, **wish: Any) -> None:
        made = service.request("/v1/tournaments", {"title": "Bean cup", "edition": "classic", "rounds": 2, **wish})
        self.service, self.page = service, f"/tournaments/{made['tournament']}"
        self.tokens = {one["kind"]: one["token"] for one in made["tokens"]}

    def post(self, rest: str, body: object) -> Any:
        """Send a request of the director."""
        return self.service.request(f"/v1{self.page}{rest}", body, self.tokens["director"])

    def draw(self, *, release: bool = True) -> "Cup":
        """Register players who are here, draw round 1, and release it."""
        self.post("/players", {"check_in": True, "players": [{"name": name} for name in NAMES]})
        commands = [{"type": "DrawRound", "round": 1}, *([{"type": "ReleaseRound", "round": 1}] if release else [])]
        self.post("/commands", {"commands": commands})
        return self


def test_the_desk_asks_for_players_before_it_offers_a_draw(page: Page, service: Service) -> None:
    cup = Cup(service)
    page.goto(f"{cup.page}#token={cup.tokens['director']}")
    desk, draw = page.locator(".desk"), page.get_by_role("button", name="Draw round 1")
    expect(desk).to_contain_text("0 players are here.")
    expect(desk).to_contain_text("Round 1 can be drawn once at least 3 players are here.")
    expect(draw).to_have_count(0)
    page.get_by_role("button", name="Register players").click()
    expect(page.get_by_role("tab", name="Players")).to_have_attribute("aria-selected", "true")
    cup.post("/players", {"check_in": False, "players": [{"name": name} for name in NAMES[:3]]})
    page.get_by_role("button", name="Check in players").click()
    for count in range(3):
        expect(draw).to_have_count(0)
        page.locator(".player").nth(count).get_by_role("button", name="Check in").click()
    draw.click()
    expect(page.get_by_role("button", name="Release round 1")).to_be_visible()


@pytest.mark.long
def test_wall_and_print_show_the_clocks_of_a_round(page: Page, service: Service) -> None:
    cup = Cup(service, round_seconds=3000, clock={"turn": 120, "game": 1800}).draw()
    cup.post("/rounds/1/games", {})
    cup.post("/commands", {"commands": [{"type": "AddTime", "round": 1, "seconds": 300, "table": 2}]})
    games = "Clock of the games of this round: 2:00 a turn, 30:00 for the game."
    page.goto(f"{cup.page}/wall")
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"^49:\d\d left$"))
    expect(page.locator("#app")).to_contain_text(games)
    expect(page.locator(".live-tables > li").nth(0).get_by_role("timer")).to_have_count(0)
    expect(page.locator(".live-tables > li").nth(1).get_by_role("timer")).to_have_text(re.compile(r"^54:\d\d left$"))
    page.goto(f"{cup.page}/print")
    times = re.compile(r"^Start: \d+:\d\d.[AP]M · Length: 50 minutes · Time is up at \d+:\d\d.[AP]M\.$")
    for part in ("Tables", "By name"):
        page.get_by_role("button", name=part, exact=True).click()
        expect(page.locator(".times")).to_have_text(times)
        expect(page.locator("#app")).to_contain_text(games)
    page.get_by_role("button", name="Slips for results").click()
    expect(page.locator(".slips li").nth(0)).to_contain_text("Length: 50 minutes")
    expect(page.locator(".slips li").nth(1)).to_contain_text("Length: 55 minutes")


@pytest.mark.long
def test_print_shows_the_length_of_a_draft_and_the_start_without_a_length(page: Page, service: Service) -> None:
    cup = Cup(service, round_seconds=3000).draw(release=False)
    page.goto(f"{cup.page}#token={cup.tokens['director']}")
    expect(page.locator(".swap")).to_have_count(7)
    page.goto(f"{cup.page}/print")
    expect(page.locator(".times")).to_have_text("Length: 50 minutes")
    page.goto(f"{Cup(service).draw().page}/print")
    expect(page.locator(".times")).to_have_text(re.compile(r"^Start: \d+:\d\d.[AP]M$"))


def test_the_desk_leads_to_new_comments_of_spectators(page: Page, service: Service) -> None:
    cup = Cup(service).draw()
    game = cup.post("/rounds/1/games", {})["games"][1]["game"]

    def comment() -> None:
        service.request(f"/v1/games/{game}/annotations", {"n": 1, "text": "Look at this.", "name": "Zoe"})

    comment()
    comment()
    page.goto(f"{cup.page}#token={cup.tokens['director']}")
    listed = page.locator(".awaited", has_text="New comments of spectators:")
    expect(listed).to_contain_text(re.compile(r"table 2\s*2\s*Read"))
    listed.get_by_role("link", name="Read").click()
    expect(page.locator(".comments .remark")).to_have_count(2)
    page.goto(cup.page)
    expect(page.locator(".round-table")).to_have_count(2)
    expect(listed).to_have_count(0)
    comment()
    page.reload()
    expect(listed).to_contain_text(re.compile(r"table 2\s*1\s*Read"))
    page.goto(f"{cup.page}#token={cup.tokens['scorer']}")
    page.reload()
    expect(page.get_by_label("Acting as")).to_have_value("scorer")
    expect(page.locator(".desk")).to_be_visible()
    expect(listed).to_have_count(0)
