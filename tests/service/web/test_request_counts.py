"""The number of API requests of a page: few to open it, none while following."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.service.command_line import GAME
from tests.service.web.changed_scripts import change_scripts
from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import open_replay

NewContext = Callable[..., BrowserContext]
REPLAY = {
    "": 1,
    "/events": 1,
    "/sentences": 1,
    "/timeline": 1,
    "/audit": 1,
    "/forks": 1,
    "/annotations": 1,
    "/disputes": 1,
    "/story": 1,
}
"""Requests of the page of a finished game, once each; tables come in batches of a hundred beside them."""
IN_PAGE = {"", "/forks", "/annotations", "/disputes"}
"""Answers that the page of a finished game contains for a browser without a token."""
TRANSFERRED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ transferSize }) => transferSize > 0).map(({ name }) => name.replace(location.origin, ""))"""
"""Paths of what was transferred over the network."""
LIVE = {**{path: count for path, count in REPLAY.items() if path != "/story"}, "/tables": 1, "/backs": 1, "/stream": 1}
TURNS = 3


@contextmanager
def count_requests(page: Page) -> Iterator[Counter[str]]:
    """Count API requests of a page by their path below the game."""
    asked: Counter[str] = Counter()

    def note(request: Request) -> None:
        if "/v1/" in request.url and not request.url.endswith("/watch"):  # sent every 20 s
            asked[re.sub(r"^.*/v1/games/[^/?]+|\?.*", "", request.url)] += 1

    page.on("request", note)
    yield asked
    page.remove_listener("request", note)


def requests_of_spectator(page: Page, service: Service) -> tuple[Counter[str], Counter[str]]:
    """Return the requests of a spectator of a live game while it opens, and while some turns are played."""
    made = service.new_game(*[{"kind": "human"}] * 3, options={"start_player": "seat_0"})
    at, keys, luck = f"/v1/games/{made['game']}", {one["seat"]: one["token"] for one in made["tokens"]}, Random(5)
    with count_requests(page) as opening:
        open_replay(page, made["game"])
        expect(page.locator(".chip.live")).to_have_text("LIVE")
        expect(page.locator(".audit")).to_be_attached()
        page.wait_for_load_state("load")
    with count_requests(page) as following:
        head = service.request(at)
        while head["turn"]["number"] <= TURNS:
            seat = head["to_act"][0]
            legal = service.request(f"{at}/legal-commands?seat={seat}", token=keys[seat])["legal"]
            useful = [one for one in legal if one["type"] not in ("HarvestField", "ProposeTrade", "OfferDonation")]
            service.request(f"{at}/commands", luck.choice(useful or legal), keys[seat])
            head = service.request(at)
        expect(page.locator(f"[data-table][data-n='{head['version']}']")).to_be_attached()
        expect(page.locator(".event-list .mark").last).to_contain_text("✓")
    return opening, following


@pytest.mark.long
def test_a_live_game_takes_few_requests_and_then_none(page: Page, service: Service) -> None:
    opening, following = requests_of_spectator(page, service)
    assert opening <= Counter(LIVE), opening
    assert following == {}, following


@pytest.mark.long
def test_control_a_request_after_each_event_is_detected(page: Page, service: Service, tmp_path: Path) -> None:
    right = "this.onArrived(message);"
    change_scripts(page, tmp_path, ("game/game.js", right, f"{right} this.refresh();"))
    assert requests_of_spectator(page, service)[1][""]


@pytest.mark.long
def test_a_finished_game_and_the_lobby_take_few_requests(page: Page, service: Service) -> None:
    with count_requests(page) as asked:
        open_replay(page, GAME, n=200)
        expect(page.locator(".audit")).to_be_attached()
        page.wait_for_load_state("networkidle")
    with count_requests(page) as stepping:
        for _ in range(20):
            page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("[data-table][data-n='220']")).to_be_attached()
    last = service.request(f"/v1/games/{GAME}")["version"]
    tables = asked.pop("/tables") + stepping.pop("/tables", 0)  # the page fetches more tables in the background
    assert tables <= last // 100 + 2, (tables, last)
    assert asked <= Counter({**REPLAY, "/backs": 1}), asked
    assert stepping == {}, stepping
    with count_requests(page) as lobby:
        page.goto("/")
        page.wait_for_load_state("networkidle")
    assert lobby == {}, lobby


def test_a_second_view_is_served_from_the_browser_cache(browser: Browser, service: Service) -> None:
    context = browser.new_context(base_url=service.address)  # one of the pool may have a cache
    page = context.new_page()

    def viewed(open_page: Callable[[], object]) -> tuple[list[str], set[str]]:
        with count_requests(page) as asked:
            open_page()
            expect(page.locator(".band canvas")).to_be_visible()
            expect(page.locator(".audit")).to_be_attached()
            page.wait_for_load_state("networkidle")
        return page.evaluate(TRANSFERRED), set(asked)

    first, asked = viewed(lambda: page.goto(f"/games/{GAME}?n=200"))
    assert len(first) <= 20, first
    assert sum(name.startswith("/assets/") for name in first) == 6, first
    assert not asked & IN_PAGE
    second, asked = viewed(page.reload)
    assert len(second) <= 8, second
    assert [name for name in second if name.startswith("/assets/")] == []
    assert not asked & IN_PAGE
    page.goto("/rules")
    _, asked = viewed(page.go_back)  # from the browser's cache
    assert asked >= IN_PAGE
    context.close()
