"""The page of the arbiter: tables and questions are composed by clicks and answered."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from domain.editions import EDITIONS
from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import HOSTILE, Service
from tests.service.web.layout import expect_no_wider
from tests.service.web.test_axe import Axe, in_both_themes
from tests.waiting import happens_within

OUTSIDE_TABLE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".felt .seat *, .felt .pile")].filter((one) => one.checkVisibility());
  return parts.filter((one) => one.getBoundingClientRect().right > felt.right + 1).map((one) => one.className);
}"""
"""The parts of seats that lie outside the table."""
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


def place_on_table(page: Page, place: str) -> Locator:
    """Locate a card, field, zone or terrain of the table by its place."""
    return page.locator(f'.table [data-place="{place}"]').first


def ruling(page: Page) -> Locator:
    """Locate the sentence of the verdict, once it answers the present question."""
    return page.locator(".verdict[aria-busy=false] .ruling")


def new_table(page: Page, edition: str, players: int) -> None:
    """Open an empty table."""
    page.goto("/adjudicate")
    page.locator("select[name=empty]").select_option(f"{edition} {players}")
    expect(page.locator(".table .seat")).to_have_count(players)
    expect(ruling(page)).to_have_text(re.compile("^The table is possible"))


def add_cards(page: Page, place: str, *cards: str) -> None:
    """Click a zone, and then cards in the palette to put there."""
    expect(place_on_table(page, place)).to_be_visible()
    place_on_table(page, place).click(force=True)
    for card in cards:
        page.locator(f"[data-add={card}]").click()


def give_command(page: Page, *places: str) -> None:
    """Enter a command by clicking on the table."""
    page.get_by_role("button", name="Give the command").click()
    for place in places:
        place_on_table(page, place).click()


def test_two_clicks_lead_from_an_illegal_event_to_its_verdict(page: Page, service: Service):
    page.goto(f"/games/{service.irregular}")
    page.locator(".chip-button.bad").click()
    page.locator(".telling .ask-arbiter").click()
    expect(ruling(page)).to_have_text(re.compile(r"^No, .+ may not do this: CL-4\.5\.$"))
    expect(page.locator(".verdict .citation")).to_have_attribute("href", "/rules/classic#CL-4.5")
    expect(page.locator(".verdict .clause-text")).to_contain_text("third planting")
    assert re.search(rf"\?game={service.irregular}&n={service.fault}&as=omniscient$", page.url)
    expect(page.locator(".may .may-list").first).to_contain_text("End planting")


@pytest.mark.long
def test_ex_b6_a_protected_bean_is_not_harvested(page: Page):
    new_table(page, "classic", 4)
    add_cards(page, "/seats/0/fields/0", "red")
    add_cards(page, "/seats/0/fields/1", "blue", "blue", "blue", "blue")
    give_command(page, "/seats/0/fields/0")
    expect(page.locator(".verdict .was-asked")).to_have_text("Seat 1: Harvest field 1 for 0 coins")
    expect(ruling(page)).to_have_text("No, Seat 1 may not do this: CL-6.4.")
    page.get_by_role("button", name="Field 2", exact=True).click()
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")
    expect(page.locator(".happens")).to_contain_text("Seat 1 harvests field 2")
    page.get_by_role("button", name="After").click()
    expect(place_on_table(page, "/seats/0/fields/1")).to_have_class(re.compile("slot"))
    page.get_by_role("button", name="Go on from here").click()
    give_command(page, "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile("CL-6.4"))  # an empty field does not count as a field with one card


@pytest.mark.long
def test_ex_c4_planting_waits_while_an_offer_lies_there(page: Page):
    new_table(page, "duel", 2)
    add_cards(page, "/offer", "blue")
    add_cards(page, "/seats/0/hand", "red")
    give_command(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text("No, Seat 1 may not do this: DU-4.1.")


@pytest.mark.long
def test_ex_a11_an_alternating_field_is_harvested(page: Page):
    new_table(page, "sissi", 4)
    add_cards(page, "/seats/2/fields/0", "chili", "sissi", "chili", "sissi")
    page.get_by_role("button", name="Give the command").click()
    page.locator(".who-gives").get_by_role("button", name="Seat 3").click()
    place_on_table(page, "/seats/2/fields/0").click()
    expect(ruling(page)).to_have_text("Yes, Seat 3 may do this.")
    expect(page.locator(".happens")).to_contain_text("1 coin")


@pytest.mark.long
def test_ex_b5_a_bean_without_room_needs_a_harvest(page: Page):
    new_table(page, "modern", 4)
    page.locator("select[name=phase]").select_option("plant")
    add_cards(page, "/seats/0/hand", "red")
    add_cards(page, "/seats/0/fields/0", "blue", "blue")
    add_cards(page, "/seats/0/fields/1", "soy", "soy", "soy")
    give_command(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile(r"may not do this: MO-4\.\d"))
    page.get_by_text("Why Seat 1 may not do the rest").click()
    expect(page.locator(".why-not .citation").first).to_have_attribute("href", re.compile("^/rules/modern#MO-"))
    page.locator(".may .link", has_text="Harvest field 2").first.click()
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")


@pytest.mark.long
def test_ex_e1_an_attack_without_a_coin_is_illegal(page: Page):
    new_table(page, "bohnaparte", 3)
    page.locator("select[name=phase]").select_option("attack")
    page.locator("[data-place^='/board/camp-']").first.click()
    page.get_by_label("Owner").select_option("0")
    page.get_by_role("button", name="Give the command").click()
    page.locator("select[name=command]").select_option("DeclareAttack")
    place_on_table(page, "/board/village-1").click()
    expect(ruling(page)).to_have_text(re.compile(r"may not do this: BP-11\.[23]"))


@pytest.mark.long
def test_a_trade_is_composed_and_accepted(page: Page):
    new_table(page, "classic", 3)
    page.locator("select[name=phase]").select_option("trade")
    add_cards(page, "/turned_up", "soy", "garden")
    add_cards(page, "/seats/0/hand", "blue")
    add_cards(page, "/seats/1/hand", "red")
    page.get_by_role("button", name="Give the command").click()
    page.locator("select[name=command]").select_option("ProposeTrade")
    place_on_table(page, "/turned_up/0").click()
    place_on_table(page, "/seats/0/hand/0").click()
    members = page.locator(".members")
    members.get_by_role("group", name="With").get_by_role("button", name="Seat 2").click()
    members.get_by_role("group", name="Wants", exact=True).get_by_role("button", name="Red").click()
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")
    page.get_by_role("button", name="Go on from here").click()
    expect(page.locator(".table .offer")).to_have_count(1)
    page.locator(".who-gives").get_by_role("button", name="Seat 2").click()
    page.locator(".may .link", has_text="Accept").first.click()
    expect(ruling(page)).to_have_text("Yes, Seat 2 may do this.")
    page.get_by_role("button", name="Change the table").click()
    page.locator(".table .offer").get_by_role("button", name="Take away").click()
    expect(ruling(page)).to_have_text(re.compile("^No, Seat 2"))


@pytest.mark.long
def test_a_hidden_card_is_asked_for(page: Page):
    new_table(page, "classic", 4)
    page.locator("select[name=phase]").select_option("plant")
    add_cards(page, "/seats/0/fields/0", "blue")
    add_cards(page, "/seats/0/hand", "face_down")
    give_command(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile("not known. Seat 1 · Hand · card 1$"))
    page.get_by_role("button", name="Say which card it is").click()
    page.locator("[data-add=blue]").click()
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")
    page.get_by_role("button", name="Undo").click()
    expect(ruling(page)).to_have_text(re.compile("not known"))


@pytest.mark.long
def test_an_impossible_table_is_reported_with_its_place(page: Page):
    new_table(page, "classic", 4)
    add_cards(page, "/seats/1/fields/0", "blue", "red")
    expect(ruling(page)).to_have_text("No game leads to this.")
    expect(page.locator(".faults")).to_have_text("in field 1 of seat 2 no red grows on blue")
    page.get_by_label("How many").first.is_visible()
    add_cards(page, "/seats/1/fields/0")
    page.get_by_role("button", name="Empty it").click()
    expect(ruling(page)).to_have_text(re.compile("^The table is possible"))


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_link_contains_the_question(page: Page, language: str):
    new_table(page, "duel", 2)
    add_cards(page, "/offer", "blue")
    add_cards(page, "/seats/0/hand", "red")
    give_command(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile("DU-4.1"))
    path, _, own = page.url.partition("#")
    assert "hrc_" not in own
    page.goto("about:blank")
    page.goto(f"{path}?lang={language}#{own}")
    expect(ruling(page)).to_have_text(re.compile("DU-4.1"))
    expect(ruling(page)).to_have_text(re.compile({"fr": "^Non", "de": "^Nein"}[language]))


@pytest.mark.long
@pytest.mark.parametrize("edition", mostly_long(reversed(EDITIONS)))
def test_the_arbiter_page_fits_and_passes_axe(page: Page, axe: Axe, edition: str):
    page.goto(f"/adjudicate?edition={edition}")
    expect(ruling(page)).to_be_visible()
    add_cards(page, "/seats/0/hand", "red", "face_down")
    give_command(page, "/seats/0/fields/0")
    expect(page.locator(".members")).to_be_visible()
    expect(page.locator(".verdict[aria-busy=false]")).to_be_visible()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        expect_no_wider(page, width)
        assert happens_within(5, lambda: page.evaluate(OUTSIDE_TABLE) == []), page.evaluate(
            OUTSIDE_TABLE
        )  # after the resize
        assert in_both_themes(page, axe) == []


POSITION = {"edition": "classic", "draw_pile": 60, "seats": [{"hand": ["red"], "fields": [["red"], []]}, {}, {}]}


def submit_text(page: Page, text: str) -> None:
    """Fill the text field of the advanced form and submit it."""
    page.locator(".advanced textarea").fill(text)
    page.get_by_role("button", name="Lay this table").click()


def open_advanced(page: Page) -> None:
    """Open the advanced form."""
    page.goto("/adjudicate")
    page.get_by_text("Advanced: as JSON").click()


def test_json_sets_the_table_and_shows_each_change(page: Page):
    order = {"type": "PlantFromHand", "seat": 0, "field": 1}
    open_advanced(page)
    submit_text(page, json.dumps({"position": POSITION, "commands": order}))
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")
    expect(page.locator(".advanced textarea")).to_have_value(re.compile('"hand": \\["red"\\]'))
    page.get_by_role("button", name="Change the table").click()
    add_cards(page, "/seats/0/hand", "blue")
    expect(page.locator(".advanced textarea")).to_have_value(re.compile('"hand": \\["red", "blue"\\]'))


@pytest.mark.long
def test_a_late_answer_does_not_overwrite_json_being_typed(page: Page):
    open_advanced(page)
    expect(ruling(page)).to_be_visible()
    held = list[Route]()
    page.route("**/positions:adjudicate*", lambda route: held.append(route))  # noqa: PLW0108  # a builtin takes no mark
    submit_text(page, json.dumps({"position": POSITION}))
    assert happens_within(5, lambda: page.evaluate("1") and held)
    page.locator(".advanced textarea").fill("{")
    for route in held:
        route.continue_()
    page.get_by_role("button", name="Lay this table").click()
    expect(page.locator(".advanced .faults")).to_contain_text("JSON")
    expect(page.locator(".advanced textarea")).to_have_value("{")


def nested_json(levels: int) -> str:
    """Return JSON with this many nested lists."""
    return '{"position": ' + "[" * levels + "]" * levels + "}"


HOSTILE_JSON = (
    ("{", "JSON"),
    ("null", "position"),
    ("[]", "position"),
    (nested_json(5000), "position"),
    ('{"position": {"edition": "__proto__", "seats": [{}]}}', "position.edition"),
    ('{"position": {"edition": "classic", "seats": [1, 2, 3]}}', "position.seats[0]"),
    ('{"position": {"edition": "classic", "seats": [{"hand": -1}, {}, {}]}}', "position.seats[0].hand"),
    (json.dumps({"position": {**POSITION, "turned_up": [HOSTILE]}}), "position"),
    (json.dumps({"position": POSITION, "commands": {"type": HOSTILE}}), "commands.type"),
    (json.dumps({"position": POSITION, "commands": {"type": "EndPlanting", "seat": 9}}), "commands.seat"),
    (json.dumps({"position": POSITION, "commands": {"type": "HarvestField", "seat": 0, "field": "x"}}), "field"),
)
"""Invalid tables, each with a part of its error."""


@pytest.mark.long
def test_hostile_json_is_refused_with_its_place(page: Page):
    open_advanced(page)
    faults = page.locator(".advanced .faults, .verdict .faults")
    for text, says in HOSTILE_JSON:
        submit_text(page, json.dumps({"position": POSITION}))
        expect(page.get_by_role("button", name="Lay this table")).to_have_attribute("aria-disabled", "true")
        expect(ruling(page)).to_have_text(re.compile("^The table is possible"))
        expect(faults).to_have_count(0)
        submit_text(page, text)
        expect(faults.first).to_contain_text(says if "turned_up" not in text else "no card")
        expect(page.locator("main img")).to_have_count(0)


@pytest.mark.long
def test_a_position_in_line_notation_sets_the_table(page: Page):
    open_advanced(page)
    line = "classic B4.trade A:Gr,4??(2Bl|Re|)$3Ch B:5??(|So|) C:5??(||) up:Bl,So pile:60??"
    submit_text(page, line)
    expect(ruling(page)).to_have_text(re.compile("^The table is possible"))
    expect(page.get_by_label("On one line")).to_have_value(line)


@pytest.mark.long
def test_each_possible_value_of_a_hidden_card_is_judged(page: Page):
    open_advanced(page)
    line = "classic B4.plant A:5??(||) B:5??(Re|So|) ?B@1=Gr,So C:5??(||) pile:60??"
    submit_text(page, line)
    expect(page.get_by_label("On one line")).to_have_value(line)
    page.get_by_role("button", name="Give the command").click()
    expect(page.locator(".desk button[aria-pressed=true]", has_text="Seat 2")).to_be_visible()
    seats = [{"hand": 5}, {"hand": 5, "fields": [["red"], ["soy"]]}, {"hand": 5}]
    seats[1] |= {"attested": [{"places": [0], "how": "is", "cards": ["green", "soy"]}]}
    position = {"edition": "classic", "draw_pile": 60, "turn": {"seat": 1}, "seats": seats}
    submit_text(page, json.dumps({"position": position, "commands": {"type": "PlantFromHand", "seat": 1, "field": 1}}))
    expect(ruling(page)).to_have_text(re.compile("not known"))
    tried = page.locator(".verdict .faults li")
    expect(tried).to_have_text(["Green: not allowed, CL-4.1", "Soy: allowed"])


@pytest.mark.parametrize("own", mostly_long(["lVTbbuMgEP0XnlltnHbbrT-g2sd9jyxE8C", "x", "%00", "A" * 3000]))
def test_a_malformed_link_to_a_question_is_reported(page: Page, own: str):
    page.goto(f"/adjudicate#{own}")
    expect(page.locator(".tools")).to_contain_text("holds no question")
    expect(ruling(page)).to_be_visible()


@pytest.mark.long
def test_an_unknown_game_is_reported_by_the_arbiter_page(page: Page):
    page.goto("/adjudicate?game=nowhere&n=3")
    expect(page.locator("#app .error")).to_contain_text("no such game")


def test_the_arbiter_page_hides_cards_of_other_seats(page: Page):
    page.goto(f"/adjudicate?game={GAME}&n=120&as=seat:1")
    expect(ruling(page)).to_be_visible()
    expect(page.locator("[data-place^='/seats/0/hand/'] .back-art").first).to_be_visible()
    expect(page.locator("[data-place^='/seats/0/hand/'] .card-name")).to_have_count(0)


@pytest.mark.long
def test_the_arbiter_page_without_scripts_links_the_operation(new_context: Callable):
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/adjudicate")
    expect(page.get_by_role("link", name="POST /v1/positions:adjudicate")).to_be_visible()
