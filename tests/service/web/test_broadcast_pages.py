"""Broadcast pages: the desk binds a slot, the OBS source follows, and commentary marks cards of its event."""

import base64
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service
from tests.waiting import wait_until

OBS = {"width": 1920, "height": 1080}
"""The size of a browser source in a video mixer."""
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo")
PIXELS = """async ([image, pixels]) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  return pixels.map(([x, y]) => canvas.getImageData(x, y, 1, 1).data[3]);
}"""
"""The alpha of pixels of a picture, 0 to 255 each."""


def tournament_with_games(service: Service) -> tuple[str, str, list[Any]]:
    """Create a tournament with two tables of people; return its id, a broadcaster's token and the games."""
    wish = {"title": "Spring open", "edition": "classic", "rounds": 2, "format": "swiss", "preferred": 3}
    made = service.request("/v1/tournaments", wish)
    at, director = f"/v1/tournaments/{made['tournament']}", made["tokens"][0]["token"]
    service.request(f"{at}/players", {"check_in": True, "players": [{"name": name} for name in NAMES]}, director)
    commands = [{"type": "DrawRound", "round": 1}, {"type": "ReleaseRound", "round": 1}]
    service.request(f"{at}/commands", {"commands": commands}, director)
    games = service.request(f"{at}/rounds/1/games", {}, director)["games"]
    return made["tournament"], service.request(f"{at}/tokens", {"kind": "broadcaster"}, director)["token"], games


def opacities(page: Page, *pixels: tuple[int, int]) -> list[int]:
    """Return the opacity, 0 to 255, of pixels of a page where the browser paints no background of its own."""
    image = base64.b64encode(page.screenshot(omit_background=True)).decode()
    blank = page.context.new_page()
    found: list[int] = blank.evaluate(PIXELS, [image, pixels])
    blank.close()
    return found


def test_a_slot_is_rebound_and_commentary_follows_its_event(service: Service, new_context: Callable) -> None:
    tournament, token, games = tournament_with_games(service)
    desk, source = new_context().new_page(), new_context(viewport=OBS).new_page()
    source.goto(f"/broadcast/{tournament}/main/scores")
    expect(source.locator(".score")).to_have_count(0)  # a source can be set up before a table is bound
    desk.goto(f"/tournaments/{tournament}#token={token}")
    choice = desk.locator("[data-slot=main] select")
    for table in (1, 2):
        choice.select_option(str(table))
        expect(choice.locator("option:checked")).to_contain_text(f"Table {table}")
        players = choice.locator("option:checked").inner_text().partition("·")[2].split(",")
        assert len(players) == len(games[table - 1]["seats"])
        expect(source.locator(".score .player")).to_have_text([name.strip() for name in players])
    background, scores = opacities(source, (1900, 1000), (100, 60))
    assert background == 0, "the mixer's own picture shows"
    assert scores > 200, "the scores are there"
    game = games[1]["game"]
    desk.get_by_role("link", name="Table 2").click()
    desk.get_by_label("On event").fill("This field is worth nothing yet.")
    desk.locator('[data-place="/seats/0/fields/0"]').click()
    desk.get_by_label("Draw an arrow").check()
    desk.locator('[data-place="/draw_pile"]').first.click()
    desk.locator('[data-place="/seats/1/fields/0"]').click()
    expect(desk.locator(".arrows line")).to_have_count(1)
    desk.get_by_role("button", name="Publish").click()
    n = desk.locator("[data-published]").first.get_attribute("data-published")
    source.goto(f"/broadcast/{tournament}/main/table")
    expect(source.locator(".arrows line")).to_have_count(1)
    watching = new_context().new_page()
    watching.goto(f"/games/{game}?n={n}")
    expect(watching.locator(".commentary p")).to_have_text("This field is worth nothing yet.")
    expect(watching.locator('.spoken[data-place="/seats/0/fields/0"]')).to_be_visible()
    watching.goto(f"/games/{game}?n={int(n or 2) - 1}")
    expect(watching.locator("[data-table]")).to_be_visible()
    expect(watching.locator(".commentary p")).to_have_count(0)


@pytest.mark.long
def test_the_desk_binds_a_table_of_an_earlier_round(service: Service, new_context: Callable) -> None:
    wish = {"title": "Spring league", "edition": "classic", "rounds": 2, "format": "league", "preferred": 3}
    made = service.request("/v1/tournaments", wish)
    at, director = f"/v1/tournaments/{made['tournament']}", made["tokens"][0]["token"]
    service.request(f"{at}/players", {"check_in": True, "players": [{"name": name} for name in NAMES]}, director)
    for number in (1, 2):
        commands = [{"type": kind, "round": number} for kind in ("DrawRound", "ReleaseRound")]
        service.request(f"{at}/commands", {"commands": commands}, director)
    desk = new_context().new_page()
    desk.goto(f"/tournaments/{made['tournament']}#token={director}")
    desk.get_by_text("Broadcast", exact=True).click()
    choice = desk.locator("[data-slot=main] select")

    def bound() -> list[tuple[int | None, int]]:
        return [(one["round"], one["table"]) for one in service.request(f"{at}/slots", token=director)["slots"]]

    for option, expected in (("> option", (None, 1)), ("optgroup[label='Round 1'] option", (1, 2))):
        chosen = choice.locator(option).nth(1)
        choice.select_option(chosen.get_attribute("value"))
        wait_until(lambda expected=expected: bound() == [expected])
    expect(chosen).to_have_text(re.compile("^Table 2"))
    desk.reload()
    desk.get_by_text("Broadcast", exact=True).click()
    expect(choice).to_have_value(chosen.get_attribute("value") or "")
    desk.request.put(f"{at}/slots/main", data={"table": 99}, headers={"Authorization": f"Bearer {director}"})
    desk.reload()
    desk.get_by_text("Broadcast", exact=True).click()
    expect(choice.locator("option:checked")).to_have_text("Table 99")


@pytest.mark.long
def test_the_wall_follows_each_table(service: Service, new_context: Callable) -> None:
    tournament, _, games = tournament_with_games(service)
    wall = new_context(viewport=OBS).new_page()
    wall.goto(f"/tournaments/{tournament}/wall")
    expect(wall.locator(".live-tables > li")).to_have_count(2)
    before = wall.locator("[data-table-number='1']").get_attribute("data-n")
    game = games[0]["game"]
    (seat,) = service.request(f"/v1/games/{game}")["to_act"]
    token = next(one["token"] for one in games[0]["seats"] if one["seat"] == seat)
    service.request(f"/v1/games/{game}/commands", {"type": "PlantFromHand", "seat": seat, "field": 0}, token)
    expect(wall.locator("[data-table-number='1']")).not_to_have_attribute("data-n", before or "")
    expect(wall.locator("[data-table-number='1'] .pile")).to_have_count(1)
