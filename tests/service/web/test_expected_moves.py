"""The table highlights what the player is expected to press, and nothing else."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.long_tests import mostly_long
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import NAMES, take_seat

STEPS = 12
PLACED = ("Plant", "Draw", "ChooseCamp", "DiscardFromHand", "DiscardOffered", "TakeMatching", "Store", "CommitCombat")
"""Prefixes of the commands that are given by pressing a card, a pile or a terrain."""
GLOWS = "[data-table] .glow"


def highlight_faults(page: Page, seat: int, acting: list[int], legal: list[dict[str, Any]]) -> list[str]:
    """Return which highlights of a seat's page are wrong or missing."""
    glows = page.eval_on_selector_all(GLOWS, "all => all.map(one => one.dataset.place ?? one.className)")
    if seat not in acting:
        return [f"{place} glows while {acting} are awaited" for place in glows]
    own = [one["type"] for one in legal if "proposal" not in one and one["type"] != "BuyThirdField"]
    must = bool(own) and set(own) == {"HarvestField"}
    fields = [place for place in glows if place.startswith(f"/seats/{seat}/fields/")]
    faults = [f"{place} glows, and need not be harvested" for place in fields if not must]
    faults += ["no field glows"] if must and not fields else []
    faults += [f"nothing glows for {own}"] if any(kind.startswith(PLACED) for kind in own) and not glows else []
    return faults


def assert_highlight_is_detected(page: Page, acting: list[int]) -> None:
    """Highlight a card of seat 0, which is not to act: the negative control."""
    card = page.locator("[data-place='/seats/0/hand/0']")
    card.evaluate("card => card.classList.add('glow')")
    assert highlight_faults(page, 0, acting, []) == [f"/seats/0/hand/0 glows while {acting} are awaited"]
    card.evaluate("card => card.classList.remove('glow')")


@pytest.mark.parametrize(("edition", "players"), mostly_long([("classic", 3), ("duel", 2), ("bohnaparte", 3)]))
def test_only_expected_moves_are_highlighted(page: Page, service: Service, edition: str, players: int):
    seats = [{"kind": "human", "name": name} for name in NAMES[:players]]
    made = service.new_game(*seats, edition=edition, start="when_seated")
    here = f"/v1/games/{made['game']}"
    keys = {one["seat"]: one["token"] for one in made["tokens"]}
    for seat in range(1, players):
        sits = {"type": "TakeSeat", "seat": seat, "kind": "human", "pseudonym": f"seat-{seat}"}
        service.request(f"{here}/commands", sits, keys[seat])
    take_seat(page, made)
    dice, looks, waits = Random(edition), 0, 0
    while looks < STEPS or not 0 < waits < looks:
        head = service.request(here, token=keys[0])
        orders = {k: service.request(f"{here}/legal-commands?seat={k}", token=keys[k])["legal"] for k in range(players)}
        expect(page.locator(f"[data-table][data-n='{head['version']}']")).to_be_attached()
        expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
        assert highlight_faults(page, 0, head["to_act"], orders[0]) == [], (looks, page.locator(".task").inner_text())
        if 0 not in head["to_act"] and not waits:
            expect(page.locator(".tray .task")).to_contain_text(f"Waiting for {NAMES[head['to_act'][0]]}")
            assert_highlight_is_detected(page, head["to_act"])
        looks, waits = looks + 1, waits + (0 not in head["to_act"])
        able = [k for k in head["to_act"] if orders[k]]
        useful = [one for one in orders[dice.choice(able)] if one["type"] != "HarvestField"]
        order = dice.choice(useful or orders[able[0]])
        service.request(f"{here}/commands", order, keys[order["seat"]])
