"""Games played in the browser by mouse, touch or keyboard: a few moves of each edition, and whole games."""

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import (
    BOT,
    KEYBOARD,
    LAPTOP,
    NAMES,
    PHONE,
    Device,
    SimulatedPlayer,
    against_bots,
    take_seat,
)
from tests.waiting import happens_within

GAMES, BIT, MOST = int(os.environ.get("HARICOT_PLAYED", "0")), 60, 3000
"""How many whole games are played; presses that suffice to place a card, and for any game."""
TABLES = (("classic", 3), ("duel", 2), ("modern", 4), ("sissi", 3), ("bohnaparte", 3))
OTHERS = list(zip(TABLES[1:], (LAPTOP, KEYBOARD, PHONE, LAPTOP), strict=True))
NewContext = Callable[..., BrowserContext]
ROUNDS, CUT = (MOST, 40) if GAMES else (9, 3)
"""Rounds of presses of two people at most; after CUT rounds a connection is cut for CUT rounds."""
CASES = [(edition, players, device) for device in (PHONE, LAPTOP, KEYBOARD) for edition, players in TABLES]


def expect_winner(page: Page, players: int) -> None:
    """Check that the end shows all scores and names the winner."""
    expect(page.locator(".scores li")).to_have_count(players)
    expect(page.locator(".scores .won b").first).to_have_text(re.compile(r"^\d+$"))
    names = [name.split()[1] for name in page.locator(".scores .won").all_inner_texts()]
    expect(page.locator(".tray .task")).to_contain_text(re.compile("|".join([*names, "You have won"])))


def join_at_last_turn(service: Service, page: Page) -> int:
    """Fork a game at its last turn, with Ada to move and bots at the other seats; return the number of seats."""
    n = [
        marker["n"] for marker in service.request(f"/v1/games/{GAME}/timeline")["markers"] if marker["kind"] == "turn"
    ][-1]
    table = service.request(f"/v1/games/{GAME}/table?at={n}")
    active, players = table["turn"]["seat"], len(table["seats"])
    seats = [{**BOT, "name": name} for name in NAMES[1:]]
    made = service.request(
        f"/v1/games/{GAME}/forks",
        {"at": n, "seats": [*seats[:active], {"kind": "human", "name": NAMES[0]}, *seats[active : players - 1]]},
    )
    take_seat(page, made, active)
    return players


@pytest.mark.long
@pytest.mark.parametrize("k", range(GAMES or 1))
def test_a_game_is_played_to_its_end_and_again(new_context: NewContext, service: Service, k: int):
    edition, players, device = CASES[k % len(CASES)]
    page = new_context(**device.options).new_page()
    if GAMES:
        against_bots(service, page, edition, players)
    else:
        players = join_at_last_turn(service, page)
    person = SimulatedPlayer(page, device, f"{edition} {k}")
    assert person.play(MOST), (person.presses, person.faults)
    expect_winner(page, players)
    over = page.url
    person.press(person.find(".orders .main"))
    page.wait_for_url(lambda address: address.split("?")[0] != over.split("?")[0])
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
    person.install_script()
    person.press(person.find(".home"))
    expect(page).to_have_url(re.compile(r"/$"))
    assert person.faults == [], person.presses


@pytest.mark.long
@pytest.mark.parametrize(("table", "device"), mostly_long(reversed(OTHERS)), ids=str)
def test_a_card_is_placed_in_each_other_edition(
    new_context: NewContext, service: Service, table: tuple[str, int], device: Device
):
    page = new_context(**device.options).new_page()
    against_bots(service, page, *table)
    person = SimulatedPlayer(page, device, str(table))
    while not person.presses["goes"] and person.presses.total() < BIT:
        person.play(1)
    person.look()
    assert (person.presses["goes"], person.faults) == (1, []), person.presses


FAULTS = {
    "lies above": "Object.assign(document.body.appendChild(document.createElement('p')).style,"
    " { position: 'fixed', inset: '0', zIndex: '99', margin: '0' })",
    "scrolls": "document.documentElement.style.minHeight = '3000px'",
    "not wholly in sight": "document.querySelector('[data-seat]').style.transform = 'translateX(-99px)'",
    "under sentence": "document.querySelector('[data-sentence]').dataset.n = '1'",
    "focus is lost": "document.activeElement.blur()",
    "no finger": "document.querySelectorAll('[data-table] .glow').forEach((one) => { one.style.scale = '.4'; })",
}


@pytest.mark.long
def test_control_faults_of_a_page_are_detected(page: Page, service: Service):
    page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    page.emulate_media(reduced_motion="reduce")
    people = [{"kind": "human", "name": name} for name in NAMES[:3]]
    made = service.new_game(*people, options={"start_player": "seat_0"})
    for fault, planted in FAULTS.items():
        take_seat(page, made)
        person = SimulatedPlayer(page, PHONE if fault != "focus is lost" else KEYBOARD, fault)
        person.look()
        assert person.faults == []
        page.evaluate(planted)
        person.look()
        assert [one for one in person.faults if fault in one], (fault, person.faults)


LONG_HAND = """(count) => {
  const hand = document.querySelector(".seat.you .hand .fan");
  while (hand.children.length < count) hand.append(hand.lastElementChild.cloneNode(true));
  for (const [i, { firstElementChild: card }] of [...hand.children].entries()) card.dataset.place = `long/${i}`;
}"""


@pytest.mark.long
def test_each_card_of_a_long_hand_can_be_tapped(new_context: NewContext, service: Service):
    page = new_context(**PHONE.options).new_page()
    people = [{"kind": "human", "name": name} for name in NAMES]
    take_seat(page, service.new_game(*people, edition="modern", options={"start_player": "seat_0"}))
    person = SimulatedPlayer(page, PHONE, "long hand")
    page.evaluate(LONG_HAND, 12)
    for i in range(12):
        person.find(f"[data-place='long/{i}']")
    assert person.faults == []


@pytest.mark.long
def test_each_card_of_a_long_hand_can_be_hovered(new_context: NewContext, service: Service):
    page = new_context(**LAPTOP.options).new_page()
    people = [{"kind": "human", "name": name} for name in NAMES]
    take_seat(page, service.new_game(*people[:3], edition="sissi", options={"start_player": "seat_0"}))
    person = SimulatedPlayer(page, LAPTOP, "long hand")
    page.evaluate(LONG_HAND, 24)
    for i in range(24):
        seen = person.find(f"[data-place='long/{i}']")
        assert person.faults == []
        page.mouse.move(seen["x"], seen["y"])
        expect(page.locator(f"[data-place='long/{i}']:hover")).to_have_count(1)


@pytest.mark.long
def test_two_players_go_on_after_a_cut_connection(new_context: NewContext, service: Service):
    made = service.new_game(*({"kind": "human", "name": name} for name in NAMES[:2]), edition="duel")
    devices = (LAPTOP, KEYBOARD, PHONE)
    pages = [new_context(**device.options).new_page() for device in devices]
    for seat, page in enumerate(pages[:2]):
        take_seat(page, made, seat)
    pages[2].goto(f"/games/{made['game']}")
    people = [SimulatedPlayer(page, device, "two") for page, device in zip(pages[:2], devices[:2], strict=True)]
    for turn in range(ROUNDS):
        cut = CUT <= turn < 2 * CUT
        pages[1].context.set_offline(cut)
        if turn == CUT:
            pages[1].evaluate("stop()")  # an open stream would survive offline mode
            expect(pages[1].locator(".chip.lost")).to_be_visible()
        seen = [person.look(200) for person in people[: 1 if cut else 2]]
        if all("over" in one for one in seen):
            break
        for person, one in zip(people, seen, strict=False):
            if "kind" in one:
                person.press(one)
    if GAMES:
        for page in pages[:2]:
            expect_winner(page, 2)
        expect(pages[2].locator("[data-seat] .tag.won")).not_to_have_count(0)

    def seen_everywhere() -> set[str | None]:
        version = service.request(f"/v1/games/{made['game']}")["version"]
        return {str(version), *(page.locator("[data-table]").get_attribute("data-n") for page in pages)}

    assert happens_within(10, lambda: len(seen_everywhere()) == 1), seen_everywhere()
    assert [person.faults for person in people] == [[], []]
