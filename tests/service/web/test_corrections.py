"""An arbiter corrects a table by pressing a card and its right place; a preview comes before the change."""

import pytest
from playwright.sync_api import Page, expect

from tests.long_tests import mostly_long
from tests.service.web.conftest import Service
from tests.service.web.layout import SIZES, expect_readable
from tests.service.web.test_axe import Axe
from tests.service.web.test_disputes_page import game_with_claim, open_disputes
from tests.service.web.test_playing import place

PANEL = ".tray.correct"


def preview_correction(page: Page, service: Service) -> tuple[str, int, list[str]]:
    """Preview moving the planted bean to the field beside it; return the game, the seat and the seats' tokens."""
    game, _, seats, judge = game_with_claim(service)
    fields = [seat["fields"] for seat in service.request(f"/v1/games/{game}/table")["seats"]]
    seat = next(k for k, own in enumerate(fields) if any(own))
    open_disputes(page, game, judge)
    page.goto(f"/games/{game}?as=omniscient")
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_text("Set the table right", exact=True).click()
    expect(page.locator(PANEL)).to_contain_text("Press the card that lies wrong")
    place(page, f"/seats/{seat}/fields/0").click()
    expect(page.locator(PANEL)).to_contain_text("Where does")
    place(page, f"/seats/{seat}/fields/1").click()
    expect(page.locator(PANEL)).to_contain_text("Set it right so?")
    return game, seat, seats


@pytest.mark.parametrize("size", mostly_long((size,) for size in reversed(SIZES)), ids=str)
def test_a_correction_is_previewed_and_then_made(page: Page, service: Service, axe: Axe, size: tuple[int, int]):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    game, seat, _ = preview_correction(page, service)
    assert service.request(f"/v1/games/{game}/table")["seats"][seat]["fields"][1] == [], (
        "nothing changes before it is given"
    )
    expect_readable(page, PANEL, sizes=(size,))
    assert axe(page, within=PANEL) == []
    page.get_by_label("Why, for everybody to read").fill("It was meant for the other field.")
    page.get_by_role("button", name="Set it right", exact=True).click()
    expect(page.locator(PANEL)).to_contain_text("Done:")
    fields = service.request(f"/v1/games/{game}/table")["seats"][seat]["fields"]
    assert [len(field) for field in fields[:2]] == [0, 1]


@pytest.mark.long
def test_a_correction_of_an_outdated_table_is_refused(page: Page, service: Service):
    game, seat, seats = preview_correction(page, service)
    service.request(f"/v1/games/{game}/commands", {"type": "EndPlanting", "seat": seat}, seats[seat])
    page.get_by_label("Why, for everybody to read").fill("It was meant for the other field.")
    page.get_by_role("button", name="Set it right", exact=True).click()
    expect(page.locator(f"{PANEL} .refusal")).not_to_be_empty()
    assert service.request(f"/v1/games/{game}/table")["seats"][seat]["fields"][1] == []
