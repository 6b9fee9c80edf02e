"""The tray while a bot waits for an answer: the countdown, and the message when the offer has lapsed."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.service.web.conftest import Service
from tests.service.web.simulated_player import BOT, take_seat
from tests.waiting import happens_within

SEATS = [{"kind": "human", "name": "Ada"}, {**BOT, "name": "Bo"}, {**BOT, "name": "Cy"}]
LAPSED = re.compile("^(Bo|Cy) waited no longer: the offer to you has lapsed")
COMMANDS = re.compile(r"/commands(\?|$)")
OFFERS_MAX = 6


def wait_for_offer(service: Service, made: Any) -> dict[str, Any] | None:
    """Play for Ada until a bot waits for her answer; return the head of the game, or None when it is over."""
    token, game = made["tokens"][0]["token"], f"/v1/games/{made['game']}"
    head: dict[str, Any] = {}

    def waits() -> bool:
        head.update(asked_until={})
        head.update(service.request(game))
        if 0 in head["to_act"]:
            legal = service.request(f"{game}/legal-commands?seat=0", token=token)["legal"]
            plain = [one for one in legal if not one["type"].startswith(("Harvest", "Accept", "Decline"))]
            service.request(f"{game}/commands", (plain or legal)[0], token)
        return bool(head["asked_until"]) or head["status"] != "running"

    assert happens_within(60, waits)
    return head if head["status"] == "running" else None


def game_with_offer(service: Service, **wish: Any) -> Any:
    """Create a game in which a bot waits for Ada's answer."""
    for _ in range(OFFERS_MAX):
        made = service.new_game(*SEATS, **wish)
        if wait_for_offer(service, made):
            return made
    raise AssertionError("no bot asked Ada")


@pytest.mark.long
def test_the_tray_names_the_waiting_bot_and_counts_down(page: Page, service: Service):
    made = game_with_offer(service, pace=0, patience=600)
    take_seat(page, made)
    expect(page.locator(".task")).to_have_text(re.compile("^(Bo|Cy) waits for your answer.$"))
    left = page.locator(".tray").get_by_role("timer")
    expect(left).to_have_text(re.compile(r"^(10:00|\d:\d\d)$"))
    expect(left).not_to_have_text(left.inner_text())
    version = service.request(f"/v1/games/{made['game']}")["version"]
    page.locator(".to-you").get_by_role("button", name="Decline").first.click()
    assert happens_within(20, lambda: service.request(f"/v1/games/{made['game']}")["version"] > version)


@pytest.mark.long
def test_an_answer_to_a_lapsed_offer_is_explained(new_context: Callable[..., BrowserContext], service: Service):
    page, held = new_context().new_page(), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route(COMMANDS, hold)
    made = None
    for _ in range(OFFERS_MAX):
        if made is None or wait_for_offer(service, made) is None:
            made = service.new_game(*SEATS, pace=0.2, patience=6)
            take_seat(page, made)
        elif accept_too_late(page, held):
            return
        else:  # Ada was too slow: try the next offer
            assert happens_within(
                60, lambda game=made["game"]: "asked_until" not in service.request(f"/v1/games/{game}")
            )
    raise AssertionError("Ada was never quick enough to be too late")


def accept_too_late(page: Page, held: list[Route]) -> bool:
    """Accept an offer and hold the request back until the offer has lapsed; return False if none was sent."""
    try:
        page.locator(".to-you .answers button:not([aria-disabled=true])").first.click(timeout=6_000)
    except TooLate:
        return False
    for _ in range(60):
        page.wait_for_timeout(50)  # lets Playwright run its handlers
        if held:
            break
        if page.locator(".play-menu").count():  # choose one of several cards
            page.locator(".play-menu button").first.click()
    else:
        return False
    expect(page.locator(".because")).to_have_text(LAPSED)
    with page.expect_response(COMMANDS) as refused:
        held.pop().continue_()
    assert 409 == refused.value.status
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
    expect(page.locator(".because")).to_have_text(LAPSED)
    return True
