"""What the replay page shows belongs together: sentence and table, orders and table, delay and LIVE, whose eyes."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import is_at, look

HERE = 120


def fields(service: Service, n: int) -> list[int]:
    """How many cards lie in every field after an event, seat by seat."""
    table = service.ask(f"/v1/games/{GAME}/table?at={n}")
    return [len(field) for seat in table["seats"] for field in seat["fields"]]


def shown(page: Page) -> list[int]:
    """The same, as the page draws it."""
    count = "all => all.map((one) => one.querySelectorAll('.card:not(.slot)').length)"
    return page.locator(".felt .field").evaluate_all(count)


def refused(route: Route, status: int, detail: str) -> None:
    """Answers with a problem."""
    route.fulfill(status=status, json={"status": status, "code": "any", "detail": detail})


@pytest.fixture(scope="module")
def apart(service: Service) -> int:
    """How far back from HERE the fields are others."""
    return next(back for back in range(5, 60) if fields(service, HERE - back) != fields(service, HERE))


def test_after_the_network_was_away_the_table_is_again_that_of_the_sentence(page: Page, service: Service, apart: int):
    look(page, n=HERE)
    page.context.set_offline(True)
    for _ in range(apart):
        page.keyboard.press("ArrowLeft")
    is_at(page, HERE - apart)
    stale = page.locator(".there.stale")
    expect(stale).to_contain_text(f"This is the table after event {HERE}. Loading event {HERE - apart}")
    expect(stale).to_contain_text("cannot be reached")
    expect(page.locator(".there")).to_have_attribute("aria-busy", "true")
    expect(page.locator(".felt")).to_have_css("opacity", "0.4")
    assert shown(page) == fields(service, HERE)
    page.context.set_offline(False)
    expect(page.locator(".there.stale")).to_have_count(0)
    assert shown(page) == fields(service, HERE - apart)


def test_a_service_that_failed_for_a_while_is_asked_again(page: Page, service: Service, apart: int):
    look(page, n=HERE)
    broken = re.compile(r"/table\?")
    page.route(broken, lambda route: refused(route, 503, "shutting down"))
    for _ in range(apart):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".there.stale")).to_contain_text("shutting down")
    page.unroute(broken)
    expect(page.locator(".there.stale")).to_have_count(0)
    assert shown(page) == fields(service, HERE - apart)


def test_a_page_that_is_opened_while_the_service_is_away_opens_once_it_is_back(page: Page):
    broken = re.compile(r"/v1/games/")
    page.route(broken, lambda route: route.abort())
    page.goto(f"/games/{GAME}?n={HERE}")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute(broken)
    expect(page.locator(".felt .seat").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_service_that_nobody_reaches_is_asked_ever_more_seldom(page: Page):
    look(page, n=HERE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(2000)
    assert 2 <= len(asked) < 20


def test_the_page_of_a_table_that_will_never_come_says_so_and_goes_on(page: Page, service: Service):
    look(page, n=HERE)
    gone = re.compile(rf"/table\?at={HERE - 1}&")
    page.route(gone, lambda route: refused(route, 404, "no such table"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".there.stale")).to_contain_text("no such table")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".there.stale")).to_have_count(0)
    assert shown(page) == fields(service, HERE - 2)


# Orders and table are of one event.


def test_nothing_can_be_ordered_while_the_table_is_another(page: Page, service: Service):
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]
    made = service.new_game(*seats, edition="duel", options={"start_player": "seat_0"})
    page.goto(f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    orders = page.locator(".orders .order-buttons button")
    expect(orders.first).to_have_attribute("aria-disabled", "false")
    page.get_by_label("View").select_option("spectator")  # then the stream brings no choices
    expect(orders.first).to_have_attribute("aria-disabled", "false")
    held = re.compile(r"/(table|legal-commands)\?")
    is_slow, waiting = True, list[Route]()

    def hold(route: Route) -> None:
        if is_slow:
            waiting.append(route)
        else:
            route.continue_()

    page.route(held, hold)
    plant = page.get_by_role("button", name="Plant the front card in field 0")
    plant.click()
    expect(page.locator(".event-list")).to_contain_text("Ada plants")
    expect(orders.first).to_have_attribute("aria-disabled", "true")
    is_slow = False
    for route in waiting:
        route.continue_()
    expect(orders.first).to_have_attribute("aria-disabled", "false")
    discard = page.get_by_role("button", name=re.compile("^Discard "))
    expect(discard.first).to_be_visible()
    discard.first.click()
    expect(page.locator(".event-list")).to_contain_text("discards")
    for text in page.locator(".orders button").all_inner_texts():
        assert "slot" not in text


# Whose eyes, and how late.


def test_who_looks_on_is_not_called_you(page: Page):
    look(page, n=HERE, **{"as": "seat:1"})
    seat = page.locator(".seat[data-seat='1']")
    expect(seat.locator(".seat-tags")).to_contain_text("seen from here")
    expect(page.locator(".seat .tag", has_text=re.compile("^you$"))).to_have_count(0)


def test_who_sits_there_is_called_you(page: Page, service: Service):
    made = service.new_game(*[{"kind": "human"}] * 3)
    page.goto(f"/join/{made['game']}#token={made['tokens'][1]['token']}")
    expect(page.locator(".seat[data-seat='1'] .tag", has_text=re.compile("^you$"))).to_have_count(1)
    expect(page.locator(".tag", has_text=re.compile("^you$"))).to_have_count(1)


def test_a_delayed_game_says_how_late_it_is_shown_and_never_live(page: Page, service: Service):
    bots = [{"kind": "bot", "bot": "greedy"}] * 3
    made = service.new_game(*bots, {"kind": "human"}, spectator_delay={"events": 20}, pace=0)
    look(page, made["game"])
    expect(page.locator(".chip.late")).to_have_text("20 events behind")
    expect(page.locator(".chip.live")).to_have_count(0)
    page.goto(f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    expect(page.locator(".chip.live")).to_have_text("LIVE")
    expect(page.locator(".chip.late")).to_have_count(0)


def test_what_is_over_is_judged_whole_in_every_view(page: Page):
    look(page, **{"as": "seat:0"})
    expect(page.locator(".event-list .verdict").last).to_have_text(re.compile("✓"))
    expect(page.locator(".event-list .verdict.unknown")).to_have_count(0)


JUDGED = """async (audit) => {
  const { Audit } = await import("/assets/js/audit.js");
  const { html, render } = await import("/assets/js/html.js");
  const at = document.getElementById("answer");
  const game = { goTo: (n) => { at.dataset.went = n; } };
  render(html`<${Audit} audit=${audit} game=${game} />`, at);
}"""
AUDIT = {
    "verdict": "irregular",
    "first": {"n": 112, "clause": "CL-4.5", "says": "a third card"},
    "rules": {"verdict": "irregular", "says": "1 of 157 events breaks the rules"},
    "deal": {"verdict": "unproved", "chosen": 0, "shares": 4, "says": "the seed was never revealed"},
    "record": {"verdict": "cut", "signed": False, "says": "cut off after event 157"},
    "verdicts": [],
}


def test_the_audit_is_told_in_three_lines_and_leads_to_the_first_fault(page: Page):
    page.goto("/adjudicate")
    page.evaluate(JUDGED, AUDIT)
    audit = page.locator("#answer .audit")
    expect(audit.locator("summary .chip")).to_have_text(["a rule was broken", "deal unproved", "record cut off"])
    expect(audit.locator("summary .chip.bad")).to_have_count(2)
    audit.locator("summary").click()
    for says in ("1 of 157 events breaks the rules", "the seed was never revealed", "cut off after event 157"):
        expect(audit).to_contain_text(says)
    audit.get_by_role("button", name="Show event 112").click()
    expect(page.locator("#answer")).to_have_attribute("data-went", "112")
    expect(audit).not_to_have_attribute("open", "")


def test_a_running_game_is_not_called_clean(page: Page):
    whole = {"rules": {"verdict": "legal", "says": "all 12 legal"}, "deal": {"verdict": "unproved", "says": "not yet"}}
    page.goto("/adjudicate")
    page.evaluate(JUDGED, {**AUDIT, **whole, "first": None, "record": {"verdict": "unfinished", "says": "it goes on"}})
    chips = page.locator("#answer .audit summary .chip")
    expect(chips).to_have_text(["rules kept", "deal unproved", "unfinished"])
    expect(page.locator("#answer .chip.good")).to_have_count(1)
    expect(page.locator("#answer button")).to_have_count(0)
