"""Playing on the page: cards, fields and offers are pressed, other commands are buttons in the tray."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.service.web.conftest import Service
from tests.service.web.simulated_player import NAMES, join_by_link, take_seat

FIRST = {"start_player": "seat_0"}

KEEP_MADE = """async (made) => (await import("/assets/sources/js/tokens.js")).tokens.addNewGame(made)"""
"""Store the tokens of a created game, as the page does."""


def game_of_people(service: Service, count: int = 3, **asked: Any) -> Any:
    """Create a game of people, of whom the first begins."""
    seats = [{"kind": "human", "name": name} for name in NAMES[:count]]
    return service.new_game(*seats, **{"options": FIRST, **asked})


def submit(service: Service, made: Any, seat: int, **command: Any) -> Any:
    """Submit a command through the API, as from another browser."""
    token = next(one["token"] for one in made["tokens"] if one["seat"] == seat)
    return service.request(f"/v1/games/{made['game']}/commands", {"seat": seat, **command}, token)


def hand_of(service: Service, made: Any, seat: int) -> list[tuple[int, str]]:
    """Return the cards of a hand with their slots."""
    token = next(one["token"] for one in made["tokens"] if one["seat"] == seat)
    own = service.request(f"/v1/games/{made['game']}/table?as=seat:{seat}", token=token)["seats"][seat]
    return list(zip(own["hand_slots"], own["hand"], strict=True))


def game_with_single_bean(service: Service) -> tuple[Any, str]:
    """Create a game in which seat 1 has exactly one bean of some variety; return it and the variety."""
    for _ in range(20):
        made = game_of_people(service)
        held = [variety for _, variety in hand_of(service, made, 1)]
        single = [variety for variety in held if held.count(variety) == 1]
        if single:
            return made, single[0]
    raise AssertionError("twenty hands without a single card")


def place(page: Page, place: str) -> Locator:
    """Locate what lies at a place of the table."""
    return page.locator(f"[data-table] button[data-place='{place}']").first


def tray_button(page: Page, name: str) -> Locator:
    """Locate a button of the tray."""
    return page.locator(".tray").get_by_role("button", name=name, exact=True)


def test_a_card_is_planted_and_an_offer_made_and_accepted(
    page: Page, new_context: Callable[..., BrowserContext], service: Service
):
    made, theirs = game_with_single_bean(service)
    take_seat(page, made)
    tray, table = page.locator(".tray"), page.locator("[data-table]")
    boxes = [tray.bounding_box(), table.bounding_box()]
    expect(tray_button(page, "End planting")).to_have_attribute("aria-disabled", "true")
    expect(tray_button(page, "End planting")).to_have_attribute("title", re.compile("^CL-4.4: "))
    expect(page.locator(".task")).to_contain_text("Plant your front card")
    place(page, "/seats/0/hand/0").click()
    expect(place(page, "/seats/0/hand/0")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".plot.glow")).to_have_count(3)
    place(page, "/seats/0/fields/1").click()
    expect(place(page, "/seats/0/fields/1").locator(".card")).to_have_count(1)
    expect(page.locator(".task")).to_contain_text("or end the planting")
    place(page, "/seats/0/fields/1").click()
    menu = page.get_by_label("Field 2", exact=True).and_(page.locator("[popover]"))
    expect(menu.get_by_role("button", name="Harvest", exact=True)).to_have_attribute("aria-disabled", "true")
    expect(menu).to_contain_text("CL-6.4: Bean protection")
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    tray_button(page, "End planting").click()
    tray_button(page, "Make an offer").click()
    expect(page.locator(".haggle")).to_be_visible()
    assert [tray.bounding_box(), table.bounding_box()] == boxes
    bean = theirs.replace("_", "-").capitalize()
    hand = service.request(f"/v1/games/{made['game']}/table", token=made["tokens"][0]["token"])["seats"][0]["hand"]
    same, other_bean = (
        next((i for i, card in enumerate(hand) if (card == theirs) is is_same), None) for is_same in (True, False)
    )
    haggle = page.locator(".haggle")
    if same is not None:  # a variety is not both given and wanted
        place(page, f"/seats/0/hand/{same}").click()
        haggle.get_by_role("button", name=re.compile(f"^{bean}: want one more")).click()
        expect(tray_button(page, "Propose")).to_have_attribute("title", re.compile("choose other beans"))
        tray_button(page, "Cancel").click()
    place(page, f"/seats/0/hand/{other_bean}").click()
    haggle.get_by_role("button", name=re.compile(f"^{bean}: want one more")).click()
    haggle.get_by_role("button", name="Bo").click()
    tray_button(page, "Propose").click()
    expect(page.locator("[data-table] .offer[data-proposal]").get_by_role("button", name="Withdraw")).to_be_visible()
    other = new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    take_seat(other, made, 1)
    expect(other.locator(".asked .to-you .bean-names").last).to_have_text(bean)
    accept = other.locator(".asked").get_by_role("button", name="Accept")
    assert accept.evaluate("button => button.getBoundingClientRect().height") >= 44
    accept.tap()
    expect(other.locator(".seat.you .aside .card")).to_have_count(1)
    expect(page.locator(".seat.you .aside .card")).to_have_count(1)


@pytest.mark.long
def test_a_refused_field_says_why(page: Page, service: Service):
    made = game_of_people(service)
    first, other = hand_of(service, made, 0)[:2]
    submit(service, made, 0, type="PlantFromHand", field=0)
    take_seat(page, made)
    place(page, "/seats/0/hand/0").press("Enter")
    if other[1] == first[1]:
        expect(place(page, "/seats/0/fields/0")).to_have_class(re.compile("glow"))
        return
    expect(place(page, "/seats/0/fields/0")).to_have_attribute("aria-disabled", "true")
    expect(place(page, "/seats/0/fields/0")).to_have_attribute("title", re.compile("^CL-4.1: "))
    place(page, "/seats/0/hand/2").click()
    expect(page.locator(".because")).to_have_text(re.compile("^CL-4.4: "))


@pytest.mark.long
def test_a_gift_needs_a_recipient(page: Page, service: Service):
    made = game_of_people(service)
    submit(service, made, 0, type="PlantFromHand", field=0)
    submit(service, made, 0, type="EndPlanting")
    take_seat(page, made)
    place(page, "/turned_up/0").click()
    expect(tray_button(page, "Give as a gift")).to_have_attribute("aria-disabled", "true")
    page.locator(".haggle").get_by_role("button", name="Cy").click()
    tray_button(page, "Give as a gift").click()
    expect(page.locator(".sentence")).to_contain_text("Cy")
    assert service.request(f"/v1/games/{made['game']}/table")["donations"][0]["to"] == 2


@pytest.mark.long
def test_a_late_command_is_refused_once_with_advice(page: Page, service: Service):
    made = game_of_people(service)
    submit(service, made, 0, type="PlantFromHand", field=0)
    take_seat(page, made)
    page.route("**/commands*", lambda route: route.continue_(post_data='{"type":"DrawCards","seat":0}'))
    tray_button(page, "End planting").click()
    because = page.locator(".because")
    expect(because).to_contain_text("choose again")
    assert because.inner_text().count("CL-3.1") == 1


@pytest.mark.long
def test_commands_wait_for_the_last_one_to_be_shown(page: Page, service: Service):
    made = game_of_people(service)
    is_slow, held = True, list[Route]()
    page.route("**/stream?*", lambda route: held.append(route) if is_slow else route.continue_())
    take_seat(page, made)
    page.locator("[data-place='/seats/0/hand/0']").click()
    page.locator("[data-place='/seats/0/fields/0']").click()
    expect(page.locator(".tray")).to_have_attribute("aria-busy", "true")
    page.wait_for_timeout(500)
    expect(page.locator(".tray")).to_have_attribute("aria-busy", "true")
    assert page.locator(".tray button:not([aria-disabled=true])").count() == 0
    is_slow = False
    for route in held:
        route.continue_()
    expect(page.locator(".tray")).to_have_attribute("aria-busy", "false")
    expect(tray_button(page, "End planting")).to_have_attribute("aria-disabled", "false")


@pytest.mark.long
def test_the_tray_waits_for_a_late_table(page: Page, service: Service):
    made = game_of_people(service)
    is_slow, held = True, list[Route]()
    page.route("**/tables?*", lambda route: held.append(route) if is_slow else route.continue_())
    with page.expect_response("**/legal-commands?*"):
        join_by_link(page, f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    page.wait_for_timeout(300)
    expect(page.locator("[data-table]")).to_have_count(0)
    is_slow = False
    for route in held:
        route.continue_()
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
    expect(tray_button(page, "End planting")).to_be_visible()


@pytest.mark.long
def test_a_browser_with_all_seats_plays_the_one_to_act(page: Page, service: Service):
    made = game_of_people(service)
    page.goto("/rules")
    page.evaluate(KEEP_MADE, made)
    page.goto(f"/games/{made['game']}")
    seats = page.get_by_role("group", name="Your seats")
    expect(seats.get_by_role("button", name="Ada")).to_have_attribute("aria-pressed", "true")
    submit(service, made, 0, type="PlantFromHand", field=0)
    submit(service, made, 0, type="EndPlanting")
    submit(service, made, 0, type="EndTrading")
    while service.request(f"/v1/games/{made['game']}")["to_act"] == [0]:
        legal = service.request(f"/v1/games/{made['game']}/legal-commands?seat=0", token=made["tokens"][0]["token"])[
            "legal"
        ]
        order = next(one for one in legal if one["type"] in ("PlantSetAside", "DrawCards", "HarvestField"))
        submit(service, made, **order)
    expect(seats.get_by_role("button", name="Bo")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".seat.you .name")).to_have_text("Bo")
    seats.get_by_role("button", name="Cy").click()
    expect(page.locator(".seat.you .name")).to_have_text("Cy")
    expect(page.locator(".task")).to_contain_text("Waiting for Bo")


@pytest.mark.long
def test_an_organiser_makes_a_new_link_to_a_seat(page: Page, service: Service):
    made = game_of_people(service, start="when_seated")
    page.goto("/rules")
    own = {**made, "tokens": made["tokens"][:1]}
    page.evaluate(KEEP_MADE, own)
    page.goto(f"/games/{made['game']}")
    tray_button(page, "Links to the seats").click()
    dialog = page.get_by_role("dialog", name="Links to the seats")
    dialog.get_by_role("button", name="New link").first.click()
    link = dialog.get_by_label("Bo").input_value()
    page.keyboard.press("Escape")
    join_by_link(page, link)
    expect(page.locator(".seat.you .name")).to_have_text("Bo")
    page.goto(f"/games/{made['game']}?as=seat:0")
    tray_button(page, "Links to the seats").click()
    dialog.get_by_label("Reason").fill("Cy never came")
    dialog.get_by_role("button", name="Call the game off").click()
    expect(page.locator(".tray")).to_contain_text("The game was called off.")
    assert service.request(f"/v1/games/{made['game']}")["status"] == "voided"


@pytest.mark.long
def test_a_paused_game_takes_no_command(page: Page, service: Service):
    made = game_of_people(service)
    take_seat(page, made)
    service.request(f"/v1/games/{made['game']}/pause", {}, made["organiser_token"])
    expect(page.locator(".task")).to_contain_text("paused")
    expect(page.locator("[data-table] .glow")).to_have_count(0)
    service.request(f"/v1/games/{made['game']}/resume", {}, made["organiser_token"])
    expect(page.locator("[data-table] .card.glow")).to_have_count(1)


@pytest.mark.long
def test_lost_parts_of_a_page_are_loaded_again(page: Page, service: Service):
    made = game_of_people(service)
    for lost in ("**/page-later-*.js", "**/stream?*"):
        page.route(lost, lambda route: route.abort())
    join_by_link(page, f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    expect(page.locator(".flash")).not_to_be_empty()
    expect(page.locator(".chip.lost")).to_be_visible()
    expect(page.locator(".tray")).to_have_count(0)
    page.unroute_all()
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
    expect(page.locator(".flash")).to_be_empty()
