"""Nothing on a page is clipped, covered or out of reach, on a desktop, a notebook and a phone in both orientations."""

import os
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from domain.edition_data.family import LANGUAGES
from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import Service, Simulated
from tests.service.web.layout import SIZES, expect_readable, layout_faults
from tests.service.web.simulated_player import take_seat
from tests.service.web.test_arbiter_calls import NAMES
from tests.service.web.test_disputes_page import game_with_claim, game_with_disputes, open_disputes
from tests.service.web.test_playing import game_of_people, submit, tray_button
from tests.service.web.test_replay_page import open_replay

TABS = ("events", "legal", "knows", "comments", "branches")
PHONE, LANDSCAPE = SIZES[2:]
PAGES = (
    ("/?status=finished&results=1", ".game"),
    ("/new", ".edition-card"),
    (f"/games/{GAME}?n=112", "[data-table]"),
    ("/verify", "main"),
    ("/record", ".table"),
    ("/adjudicate?edition=bohnaparte", ".ruling, .verdict"),
    ("/rules/sissi", "main"),
    (f"/games/{GAME}/protocol", "main"),
    ("/", "main"),
    ("/rules", "main"),
    ("/problems/", "main"),
    ("/tournaments", "form"),
    ("/statistics/classic", ".figures"),
    ("/players/trader", ".figures"),
    ("/problems/rules.harvest.protection", "main"),
    ("/join/nothing", "main"),
    ("/nowhere", "main"),
    (f"/games/{GAME}/sheet?n=112", "main"),
    (f"/games/{GAME}?n=112&layout=broadcast", "[data-table]"),
    (f"/embed/games/{GAME}?n=112", "[data-table]"),
)
VISITS = tuple((*page, tongue) for tongue, page in product(("de", "fr", "en"), PAGES))
"""Each page in each language; German first, which has the longest words."""
COUNT = int(os.environ.get("HARICOT_LAYOUTS", str(len(PAGES))))
"""How many visits are made, each in windows of all sizes."""
BUSY = 3
"""How many pages, the fullest first, are visited in `make test`; the others are long."""
SHORT = "display:block;width:3rem;overflow:hidden;white-space:nowrap"
ELLIPSIS = f"{SHORT};text-overflow:ellipsis"
FAULTY = {
    "cut off by div": f"<div data-style='{SHORT}'>Words beyond it</div>",
    "cut off by b": f"<b data-style='{ELLIPSIS}'>Words that no title tells</b>",
    "cut off by p": f"<p data-style='{SHORT};overflow-x:auto;scrollbar-width:none'>Words that scroll unseen</p>",
    "cut off by html": "<p data-style='position:absolute;left:-2rem;top:9rem'>Words beyond the window</p>",
    "lies on other words": "<p data-style='height:0;margin:0'>Words below</p><p data-style='margin:0'>Words upon</p>",
    "sticks out of its control": "<button data-style='width:4rem;white-space:nowrap'>More than it holds</button>",
    "covered by": "<p><button>Lo</button><i data-style='inset:0;position:fixed'></i></p>",
    "out of reach": "<div data-style='height:2rem;overflow:hidden'><button data-style='margin:3rem'>Low</button></div>",
    "px wide in a window": "<div data-style='width:3000px;height:1px'></div>",
}
"""Expected faults, each with the markup that has it."""
FAULTLESS = (
    f"<b title='Words that a title tells' data-style='{ELLIPSIS}'>Words that a title tells</b>",
    "<div data-style='height:3rem;overflow-y:auto'><p>Words</p><p>More, if one scrolls</p><button>Here</button></div>",
    "<details><summary>More</summary><button>Later</button></details>",
    "<span class='visually-hidden'>Words for those who listen</span>",
    "<label><input type='checkbox'> Yes</label>",
)
HEIGHT = "Math.round(document.querySelector('.felt').getBoundingClientRect().height)"
PLANT = """html => {
  const place = document.querySelector("#planted");
  place.innerHTML = html;
  for (const one of place.querySelectorAll("[data-style]")) one.style.cssText = one.dataset.style;
}"""  # the Content-Security-Policy allows no inline style


def test_control_unreadable_or_unreachable_parts_are_detected(page: Page):
    page.goto("/problems/rules.harvest.protection")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('afterbegin', '<div id=\"planted\"></div>')")
    for fault, html in FAULTY.items():
        page.evaluate(PLANT, html)
        assert any(fault in found for found in layout_faults(page)), fault
    for html in FAULTLESS:
        page.evaluate(PLANT, html)
        assert layout_faults(page) == [], html


@pytest.mark.parametrize(("address", "drawn", "tongue"), mostly_long(VISITS[:COUNT], BUSY))
def test_a_page_is_readable_and_usable_at_each_size(page: Page, address: str, drawn: str, tongue: str):
    page.goto(f"{address}{'&' if '?' in address else '?'}lang={tongue}")
    expect(page.locator(drawn).first).to_be_visible()
    expect_readable(page)


@pytest.mark.long
def test_disputes_and_arbiter_calls_are_usable_at_each_size(page: Page, service: Service):
    page.goto(f"/games/{game_with_disputes(service)}/disputes?lang=de")
    expect_readable(page)
    game, _, _, judge = game_with_claim(service)
    open_disputes(page, game, judge)
    expect(page.locator("form.ruling:visible").first).to_be_visible()
    expect_readable(page)
    seats = [{"kind": "human", "name": name, "person": f"p-{name}"} for name in NAMES]
    made = service.new_game(*seats, person="p-host")
    wish = {"reason": "Was this the front card?"}
    called = service.request(f"/v1/games/{made['game']}/calls", wish, made["tokens"][1]["token"])
    page.goto(called["link"].replace("#", "?lang=de#"))
    expect(page.locator("main button").first).to_be_visible()
    expect_readable(page)


@pytest.mark.long
def test_each_tab_of_a_replay_is_usable_at_each_size(page: Page, service: Service):
    seats = [{"kind": "bot", "bot": "greedy"}] * 4
    service.request(f"/v1/games/{GAME}/forks", {"at": 300, "seats": seats})
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        tongue = LANGUAGES[SIZES.index(size) % len(LANGUAGES)]
        page.goto(f"/games/{GAME}?n=284&lang={tongue}")
        expect(page.locator("[data-table]")).to_be_visible()
        if page.locator(".to-rail").is_visible():
            page.locator(".to-rail").click()
        expect(page.locator("#tab-branches .count")).to_be_visible()
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            expect(page.locator(".panel-body > *").first).to_be_visible()
            expect_readable(page, "aside.rail", sizes=(size,))


@pytest.mark.parametrize("size", mostly_long([(PHONE,), (LANDSCAPE,), *((size,) for size in SIZES[:2])], 0), ids=str)
def test_playing_and_trading_are_usable_at_each_size(page: Page, service: Service, size: tuple[int, int]):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    made = game_of_people(service, 5)
    page.goto("/rules?lang=de")  # which sets the language
    take_seat(page, made)
    expect_readable(page, sizes=(size,))
    room = page.evaluate(HEIGHT)
    submit(service, made, 0, type="PlantFromHand", field=0)
    field = page.locator("[data-table] button[data-place='/seats/0/fields/0']")
    expect(field.locator(".card")).to_be_visible()
    field.click()
    expect(page.locator(".play-menu .why-not")).to_be_visible()  # it comes later and is wide
    expect_readable(page, ".play-menu", sizes=(size,))
    page.keyboard.press("Escape")
    submit(service, made, 0, type="EndPlanting")
    page.locator(".orders .quiet").first.click()
    page.locator("[data-table] button[data-place='/seats/0/hand/1']").click()
    expect(page.locator(".haggle .side button").first).to_be_visible()
    expect_readable(page, sizes=(size,))
    assert page.evaluate(HEIGHT) == room, "the tray takes room of the table"


@pytest.mark.parametrize("size", mostly_long([(PHONE,), (SIZES[0],)], 0), ids=str)
def test_a_lost_connection_is_shown_and_keeps_the_chosen_cards(page: Page, service: Service, size: tuple[int, int]):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    made = game_of_people(service)
    submit(service, made, 0, type="PlantFromHand", field=0)
    submit(service, made, 0, type="EndPlanting")
    take_seat(page, made)
    tray_button(page, "Make an offer").click()
    page.locator("[data-table] button[data-place='/seats/0/hand/1']").click()
    page.locator(".whom button").first.click()
    page.context.set_offline(True)
    page.evaluate("stop()")  # an open stream would survive offline mode
    expect(page.locator(".tray .task")).to_contain_text("What you have chosen stays")
    expect_readable(page, sizes=(size,))
    expect(page.locator(".haggle .side").first.locator(".mini")).to_have_count(1)
    tray_button(page, "Give as a gift").click()
    expect(page.locator(".tray .task")).to_contain_text("is sent again until it has arrived")
    page.context.set_offline(False)
    expect(page.locator(".tray .asked .mine")).to_have_count(1)
    expect(page.locator(".tray.away")).to_have_count(0)
    table = service.request(f"/v1/games/{made['game']}/table")
    assert [gift["to"] for gift in table["donations"]] == [1]


@pytest.mark.long
def test_the_history_of_a_coin_is_headed_by_its_bean(page: Page, simulated: Simulated):
    game = simulated("classic", 5)
    open_replay(page, game.game, n=len(game.envelopes), result="shown")
    page.get_by_role("button", name="Show the table").click()
    coins = page.locator("[data-table] button.coins[tabindex='0']").first
    coins.click()
    expect(page.locator(".life li").first).to_be_visible()
    expect(page.locator(".life h2")).not_to_have_text("face down")
    expect(page.locator(".life h2")).not_to_have_text("…")


@pytest.mark.long
def test_the_event_list_starts_at_a_whole_line(page: Page):
    for n in (1, 12, 40, 112):
        open_replay(page, GAME, n=n)
        expect(page.locator(".event-list .current")).to_be_visible()
        assert page.locator(".event-list").evaluate("list => list.scrollTop % 40") == 0, n
