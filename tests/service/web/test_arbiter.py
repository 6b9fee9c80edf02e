"""The page of the arbiter: tables laid by clicks, questions put by clicks, and the answers."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from domain.editions import EDITIONS
from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import HOSTILE, Service
from tests.service.web.test_axe import Axe, in_both_themes
from tests.service.web.widths import expect_no_wider
from tests.waiting import within

BESIDE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".felt .seat *, .felt .pile")].filter((one) => one.checkVisibility());
  return parts.filter((one) => one.getBoundingClientRect().right > felt.right + 1).map((one) => one.className);
}"""
"""What of the seats lies beside the felt."""
SIZES = {"context": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


def at(page: Page, place: str) -> Locator:
    """A card, a field, a zone or a terrain of the table by its place."""
    return page.locator(f'.table [data-place="{place}"]').first


def ruling(page: Page) -> Locator:
    """The verdict in a sentence, once it is the answer to what is asked now."""
    return page.locator(".verdict[aria-busy=false] .ruling")


def new_table(page: Page, edition: str, players: int) -> None:
    """An empty table."""
    page.goto("/adjudicate")
    page.locator("select[name=empty]").select_option(f"{edition} {players}")
    expect(page.locator(".table .seat")).to_have_count(players)
    expect(ruling(page)).to_have_text(re.compile("^The table is possible"))


def put(page: Page, place: str, *cards: str) -> None:
    """Clicks a zone, and then in the palette what is to lie there."""
    expect(at(page, place)).to_be_visible()
    at(page, place).click(force=True)
    for card in cards:
        page.locator(f"[data-add={card}]").click()


def give(page: Page, *places: str) -> None:
    """Gives a command by clicking on the table."""
    page.get_by_role("button", name="Give the command").click()
    for place in places:
        at(page, place).click()


def test_from_the_illegal_event_of_a_replay_to_the_verdict_in_two_clicks(page: Page, service: Service):
    page.goto(f"/games/{service.irregular}")
    page.locator(".chip-button.bad").click()
    page.locator(".telling .ask-arbiter").click()
    expect(ruling(page)).to_have_text(re.compile(r"^No, .+ may not do this: CL-4\.5\.$"))
    expect(page.locator(".verdict .citation")).to_have_attribute("href", "/rules/classic#CL-4.5")
    expect(page.locator(".verdict .clause-text")).to_contain_text("third planting")
    assert re.search(rf"\?game={service.irregular}&n={service.fault}&as=omniscient$", page.url)
    expect(page.locator(".may .may-list").first).to_contain_text("End planting")


@pytest.mark.long
def test_a_protected_bean_ex_b6(page: Page):
    new_table(page, "classic", 4)
    put(page, "/seats/0/fields/0", "red")
    put(page, "/seats/0/fields/1", "blue", "blue", "blue", "blue")
    give(page, "/seats/0/fields/0")
    expect(page.locator(".verdict .was-asked")).to_have_text("Seat 1: Harvest field 1 for 0 coins")
    expect(ruling(page)).to_have_text("No, Seat 1 may not do this: CL-6.4.")
    page.get_by_role("button", name="Field 2", exact=True).click()
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")
    expect(page.locator(".happens")).to_contain_text("Seat 1 harvests field 2")
    page.get_by_role("button", name="After").click()
    expect(at(page, "/seats/0/fields/1")).to_have_class(re.compile("slot"))
    page.get_by_role("button", name="Go on from here").click()
    give(page, "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile("CL-6.4"))  # an empty field is none that holds one card


@pytest.mark.long
def test_what_is_planted_while_an_offer_lies_there_ex_c4(page: Page):
    new_table(page, "duel", 2)
    put(page, "/offer", "blue")
    put(page, "/seats/0/hand", "red")
    give(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text("No, Seat 1 may not do this: DU-4.1.")


@pytest.mark.long
def test_an_alternating_field_ex_a11(page: Page):
    new_table(page, "sissi", 4)
    put(page, "/seats/2/fields/0", "chili", "sissi", "chili", "sissi")
    page.get_by_role("button", name="Give the command").click()
    page.locator(".who-gives").get_by_role("button", name="Seat 3").click()
    at(page, "/seats/2/fields/0").click()
    expect(ruling(page)).to_have_text("Yes, Seat 3 may do this.")
    expect(page.locator(".happens")).to_contain_text("1 coin")


@pytest.mark.long
def test_no_room_for_a_bean_ex_b5(page: Page):
    new_table(page, "modern", 4)
    page.locator("select[name=phase]").select_option("plant")
    put(page, "/seats/0/hand", "red")
    put(page, "/seats/0/fields/0", "blue", "blue")
    put(page, "/seats/0/fields/1", "soy", "soy", "soy")
    give(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile(r"may not do this: MO-4\.\d"))
    page.get_by_text("Why Seat 1 may not do the rest").click()
    expect(page.locator(".why-not .citation").first).to_have_attribute("href", re.compile("^/rules/modern#MO-"))
    page.locator(".may .link", has_text="Harvest field 2").first.click()
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")


@pytest.mark.long
def test_an_attack_without_a_coin_ex_e1(page: Page):
    new_table(page, "bohnaparte", 3)
    page.locator("select[name=phase]").select_option("attack")
    page.locator("[data-place^='/board/camp-']").first.click()
    page.get_by_label("Owner").select_option("0")
    page.get_by_role("button", name="Give the command").click()
    page.locator("select[name=command]").select_option("DeclareAttack")
    at(page, "/board/village-1").click()
    expect(ruling(page)).to_have_text(re.compile(r"may not do this: BP-11\.[23]"))


@pytest.mark.long
def test_a_trade_is_put_together_and_answered(page: Page):
    new_table(page, "classic", 3)
    page.locator("select[name=phase]").select_option("trade")
    put(page, "/turned_up", "soy", "garden")
    put(page, "/seats/0/hand", "blue")
    put(page, "/seats/1/hand", "red")
    page.get_by_role("button", name="Give the command").click()
    page.locator("select[name=command]").select_option("ProposeTrade")
    at(page, "/turned_up/0").click()
    at(page, "/seats/0/hand/0").click()
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
def test_a_card_that_nobody_knows(page: Page):
    new_table(page, "classic", 4)
    page.locator("select[name=phase]").select_option("plant")
    put(page, "/seats/0/fields/0", "blue")
    put(page, "/seats/0/hand", "face_down")
    give(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile("not known. Seat 1 · Hand · card 1$"))
    page.get_by_role("button", name="Say which card it is").click()
    page.locator("[data-add=blue]").click()
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")
    page.get_by_role("button", name="Undo").click()
    expect(ruling(page)).to_have_text(re.compile("not known"))


@pytest.mark.long
def test_a_table_that_cannot_be_says_where(page: Page):
    new_table(page, "classic", 4)
    put(page, "/seats/1/fields/0", "blue", "red")
    expect(ruling(page)).to_have_text("No game leads to this.")
    expect(page.locator(".faults")).to_have_text("in field 1 of seat 2 no red grows on blue")
    page.get_by_label("How many").first.is_visible()
    put(page, "/seats/1/fields/0")
    page.get_by_role("button", name="Empty it").click()
    expect(ruling(page)).to_have_text(re.compile("^The table is possible"))


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_link_holds_the_question(page: Page, language: str):
    new_table(page, "duel", 2)
    put(page, "/offer", "blue")
    put(page, "/seats/0/hand", "red")
    give(page, "/seats/0/hand/0", "/seats/0/fields/0")
    expect(ruling(page)).to_have_text(re.compile("DU-4.1"))
    path, _, own = page.url.partition("#")
    assert "hrc_" not in own
    page.goto("about:blank")
    page.goto(f"{path}?lang={language}#{own}")
    expect(ruling(page)).to_have_text(re.compile("DU-4.1"))
    expect(ruling(page)).to_have_text(re.compile({"fr": "^Non", "de": "^Nein"}[language]))


@pytest.mark.long
@pytest.mark.parametrize("edition", mostly_long(reversed(EDITIONS)))
def test_it_fits_and_everybody_can_use_it(page: Page, axe: Axe, edition: str):
    page.goto(f"/adjudicate?edition={edition}")
    expect(ruling(page)).to_be_visible()
    put(page, "/seats/0/hand", "red", "face_down")
    give(page, "/seats/0/fields/0")
    expect(page.locator(".members")).to_be_visible()
    expect(page.locator(".verdict[aria-busy=false]")).to_be_visible()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        expect_no_wider(page, width)
        assert within(5, lambda: page.evaluate(BESIDE) == []), page.evaluate(BESIDE)  # once it knows its new room
        assert in_both_themes(page, axe) == []


POSITION = {"edition": "classic", "draw_pile": 60, "seats": [{"hand": ["red"], "fields": [["red"], []]}, {}, {}]}


def write(page: Page, text: str) -> None:
    """Writes into the field of the advanced and lays it."""
    page.locator(".advanced textarea").fill(text)
    page.get_by_role("button", name="Lay this table").click()


def advanced(page: Page) -> None:
    """Opens the field for JSON."""
    page.goto("/adjudicate")
    page.get_by_text("Advanced: as JSON").click()


def test_json_is_laid_and_told(page: Page):
    order = {"type": "PlantFromHand", "seat": 0, "field": 1}
    advanced(page)
    write(page, json.dumps({"position": POSITION, "commands": order}))
    expect(ruling(page)).to_have_text("Yes, Seat 1 may do this.")
    expect(page.locator(".advanced textarea")).to_have_value(re.compile('"hand": \\["red"\\]'))
    page.get_by_role("button", name="Change the table").click()
    put(page, "/seats/0/hand", "blue")
    expect(page.locator(".advanced textarea")).to_have_value(re.compile('"hand": \\["red", "blue"\\]'))


@pytest.mark.long
def test_what_is_written_while_a_table_is_looked_at_stays(page: Page):
    advanced(page)
    expect(ruling(page)).to_be_visible()
    held = list[Route]()
    page.route("**/positions:adjudicate*", lambda route: held.append(route))  # noqa: PLW0108  # a builtin takes no mark
    write(page, json.dumps({"position": POSITION}))
    assert within(5, lambda: page.evaluate("1") and held)
    page.locator(".advanced textarea").fill("{")
    for route in held:
        route.continue_()
    page.get_by_role("button", name="Lay this table").click()
    expect(page.locator(".advanced .faults")).to_contain_text("JSON")
    expect(page.locator(".advanced textarea")).to_have_value("{")


def deep(levels: int) -> str:
    """JSON with so many levels of lists."""
    return '{"position": ' + "[" * levels + "]" * levels + "}"


HOSTILE_JSON = (
    ("{", "JSON"),
    ("null", "position"),
    ("[]", "position"),
    (deep(5000), "position"),
    ('{"position": {"edition": "__proto__", "seats": [{}]}}', "position.edition"),
    ('{"position": {"edition": "classic", "seats": [1, 2, 3]}}', "position.seats[0]"),
    ('{"position": {"edition": "classic", "seats": [{"hand": -1}, {}, {}]}}', "position.seats[0].hand"),
    (json.dumps({"position": {**POSITION, "turned_up": [HOSTILE]}}), "position"),
    (json.dumps({"position": POSITION, "commands": {"type": HOSTILE}}), "commands.type"),
    (json.dumps({"position": POSITION, "commands": {"type": "EndPlanting", "seat": 9}}), "commands.seat"),
    (json.dumps({"position": POSITION, "commands": {"type": "HarvestField", "seat": 0, "field": "x"}}), "field"),
)
"""What is no table, and what is said of it."""


@pytest.mark.long
def test_hostile_json_is_refused_by_its_place(page: Page):
    advanced(page)
    faults = page.locator(".advanced .faults, .verdict .faults")
    for text, says in HOSTILE_JSON:
        write(page, json.dumps({"position": POSITION}))
        expect(page.get_by_role("button", name="Lay this table")).to_have_attribute("aria-disabled", "true")
        expect(ruling(page)).to_have_text(re.compile("^The table is possible"))
        expect(faults).to_have_count(0)
        write(page, text)
        expect(faults.first).to_contain_text(says if "turned_up" not in text else "no card")
        expect(page.locator("main img")).to_have_count(0)


@pytest.mark.long
def test_a_position_on_one_line_is_laid_and_shown(page: Page):
    advanced(page)
    line = "classic B4.trade A:Gr,4??(2Bl|Re|)$3Ch B:5??(|So|) C:5??(||) up:Bl,So pile:60??"
    write(page, line)
    expect(ruling(page)).to_have_text(re.compile("^The table is possible"))
    expect(page.get_by_label("On one line")).to_have_value(line)


@pytest.mark.long
def test_what_a_hidden_card_can_be_is_tried(page: Page):
    advanced(page)
    line = "classic B4.plant A:5??(||) B:5??(Re|So|) ?B@1=Gr,So C:5??(||) pile:60??"
    write(page, line)
    expect(page.get_by_label("On one line")).to_have_value(line)
    page.get_by_role("button", name="Give the command").click()
    expect(page.locator(".context button[aria-pressed=true]", has_text="Seat 2")).to_be_visible()
    seats = [{"hand": 5}, {"hand": 5, "fields": [["red"], ["soy"]]}, {"hand": 5}]
    seats[1] |= {"attested": [{"places": [0], "how": "is", "cards": ["green", "soy"]}]}
    position = {"edition": "classic", "draw_pile": 60, "turn": {"seat": 1}, "seats": seats}
    write(page, json.dumps({"position": position, "commands": {"type": "PlantFromHand", "seat": 1, "field": 1}}))
    expect(ruling(page)).to_have_text(re.compile("not known"))
    tried = page.locator(".verdict .faults li")
    expect(tried).to_have_text(["Green: not allowed, CL-4.1", "Soy: allowed"])


@pytest.mark.parametrize("own", mostly_long(["lVTbbuMgEP0XnlltnHbbrT-g2sd9jyxE8C", "x", "%00", "A" * 3000]))
def test_a_link_that_holds_no_question_is_told(page: Page, own: str):
    page.goto(f"/adjudicate#{own}")
    expect(page.locator(".tools")).to_contain_text("holds no question")
    expect(ruling(page)).to_be_visible()


@pytest.mark.long
def test_a_game_that_one_may_not_see_is_told(page: Page):
    page.goto("/adjudicate?game=nowhere&n=3")
    expect(page.locator("#app .error")).to_contain_text("no such game")


def test_what_a_seat_may_not_see_stays_hidden(page: Page):
    page.goto(f"/adjudicate?game={GAME}&n=120&as=seat:1")
    expect(ruling(page)).to_be_visible()
    expect(page.locator("[data-place^='/seats/0/hand/'] .back-art").first).to_be_visible()
    expect(page.locator("[data-place^='/seats/0/hand/'] .card-name")).to_have_count(0)


@pytest.mark.long
def test_without_scripts_it_says_where_to_ask(someone: Callable):
    page = someone(java_script_enabled=False).new_page()
    page.goto("/adjudicate")
    expect(page.get_by_role("link", name="POST /v1/positions:adjudicate")).to_be_visible()
