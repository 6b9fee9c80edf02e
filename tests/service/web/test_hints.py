"""Hints in a game against bots: legal moves with their earnings, and the clauses that forbid others."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service
from tests.service.web.simulated_player import BOT, against_bots, take_seat
from tests.service.web.test_axe import Axe


def test_a_hint_lists_legal_moves_and_clauses_of_the_others(page: Page, service: Service, axe: Axe):
    made = against_bots(service, page, "classic", 4)
    page.locator(".tray").get_by_role("button", name="Hint").click()
    dialog = page.get_by_role("dialog", name="Hint")
    legal = service.request(f"/v1/games/{made['game']}/legal-commands?seat=0", token=made["tokens"][0]["token"])
    expect(dialog.locator(".hints").first.locator("li b")).to_have_text(
        [*legal["words"]["legal"], *(f"{offer} …" for offer in legal["words"]["offers"])]
    )
    expect(dialog.locator("details .citation").first).to_have_attribute("href", re.compile("^/rules/classic#CL-"))
    assert axe(page, within="dialog") == []


@pytest.mark.long
def test_a_game_without_hints_shows_none(page: Page, service: Service):
    seats = [{"kind": "human", "name": "Ada"}, *({**BOT, "name": name} for name in ("Bo", "Cy"))]
    take_seat(page, service.new_game(*seats, hints=False, pace=0))
    expect(page.locator(".tray .orders button").first).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
