"""The replay page is consistent: sentence and table, delay and LIVE, view and seat, audit and events."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import join_by_link
from tests.service.web.test_replay_page import expect_at, open_replay
from tests.waiting import wait_until

HERE, FAR = 200, 20
"""Two events whose tables come in different batches and differ in the fields."""
WAITS = [500, 1000, 2000, 4000, 5000, 5000]
"""Pauses between failed requests, in ms."""
HURRIED = """() => {
  const wait = window.setTimeout;
  window.waits = [];
  window.setTimeout = (done, ms, ...rest) => {
    if (ms < 500) return wait(done, ms, ...rest);
    window.waits.push(ms);
    return wait(done, 0, ...rest);
  };
}"""
"""Shorten long timers and record their durations."""
TABLES_OF_FAR = re.compile(r"/tables\?after=0&")


def field_sizes(service: Service, n: int) -> list[int]:
    """Return the number of cards in each field after an event, seat by seat."""
    table = service.request(f"/v1/games/{GAME}/table?at={n}")
    return [len(field) for seat in table["seats"] for field in seat["fields"]]


def field_sizes_shown(page: Page) -> list[int]:
    """Return the same as the page draws it: a number on a pile of several cards."""
    count = """all => all.map((one) => Number(one.querySelector('.many')?.textContent
      ?? one.querySelectorAll('.card:not(.slot)').length))"""
    return page.locator(".felt .field").evaluate_all(count)


def go_to_far(page: Page) -> None:
    """Go to FAR by its number."""
    for key in (*str(FAR), "Enter"):
        page.keyboard.press(key)
    expect_at(page, FAR)


def open_without_far(page: Page) -> list[str]:
    """Open the page at HERE and refuse requests for the table of FAR; return a list that gets their addresses.

    They are refused in offline mode too, since the browser may have cached that table.
    """
    asked: list[str] = []
    page.route(TABLES_OF_FAR, lambda route: (asked.append(route.request.url), route.abort()))
    open_replay(page, n=HERE)
    return asked


def fulfil_problem(route: Route, status: int, detail: str) -> None:
    """Answer with a problem."""
    route.fulfill(status=status, json={"status": status, "code": "any", "detail": detail})


def test_a_stale_table_is_marked_and_reloads_after_an_outage(page: Page, service: Service):
    assert field_sizes(service, HERE) != field_sizes(service, FAR)
    open_without_far(page)
    page.context.set_offline(True)
    go_to_far(page)
    stale = page.locator(".felt.stale")
    expect(stale).to_contain_text(f"This is the table after event {HERE}. Loading {FAR}")
    expect(stale).to_contain_text("cannot be reached")
    expect(stale).to_have_attribute("aria-busy", "true")
    expect(page.locator(".felt .moving")).to_have_css("opacity", "0.45")
    assert field_sizes_shown(page) == field_sizes(service, HERE)
    page.unroute(TABLES_OF_FAR)
    page.context.set_offline(False)
    expect(stale).to_have_count(0)
    assert field_sizes_shown(page) == field_sizes(service, FAR)


@pytest.mark.long
def test_a_failed_table_request_is_retried(page: Page, service: Service):
    page.route(TABLES_OF_FAR, lambda route: fulfil_problem(route, 503, "shutting down"))
    open_replay(page, n=HERE)
    go_to_far(page)
    expect(page.locator(".felt.stale")).to_contain_text("shutting down")
    page.unroute(TABLES_OF_FAR)
    expect(page.locator(".felt.stale")).to_have_count(0)
    assert field_sizes_shown(page) == field_sizes(service, FAR)


@pytest.mark.long
def test_a_page_opened_during_an_outage_loads_afterwards(page: Page):
    broken = re.compile(r"/v1/games/")
    page.route(broken, lambda route: route.abort())
    page.goto(f"/games/{GAME}?n={HERE}")
    expect(page.get_by_role("status")).to_contain_text("cannot be reached")
    page.unroute(broken)
    expect(page.locator(".felt .seat").first).to_be_visible()
    expect(page.locator("#app")).not_to_contain_text("cannot be reached")


@pytest.mark.long
def test_retries_back_off_during_an_outage(page: Page):
    asked = open_without_far(page)
    page.evaluate(HURRIED)
    go_to_far(page)
    wait_until(lambda: len(page.evaluate("window.waits")) >= len(WAITS))
    assert page.evaluate("window.waits")[: len(WAITS)] == WAITS
    assert len(asked) >= len(WAITS)


@pytest.mark.long
def test_a_missing_table_is_reported(page: Page, service: Service):
    page.route(TABLES_OF_FAR, lambda route: fulfil_problem(route, 404, "no such table"))
    open_replay(page, n=HERE)
    go_to_far(page)
    expect(page.locator(".felt.stale")).to_contain_text("no such table")
    page.go_back()
    expect(page.locator(".felt.stale")).to_have_count(0)
    assert field_sizes_shown(page) == field_sizes(service, HERE)


# View and delay.


@pytest.mark.long
def test_a_spectator_is_not_called_you(page: Page):
    open_replay(page, n=HERE, **{"as": "seat:1"})
    seat = page.locator(".seat[data-seat='1']")
    expect(seat.locator(".tags")).to_contain_text("seen from here")
    expect(page.locator(".seat .tag", has_text=re.compile("^you$"))).to_have_count(0)


@pytest.mark.long
def test_a_seated_player_is_called_you(page: Page, service: Service):
    made = service.new_game(*[{"kind": "human"}] * 3)
    join_by_link(page, f"/join/{made['game']}#token={made['tokens'][1]['token']}")
    expect(page.locator(".seat[data-seat='1'] .tag", has_text=re.compile("^you$"))).to_have_count(1)
    expect(page.locator(".tag", has_text=re.compile("^you$"))).to_have_count(1)


@pytest.mark.long
def test_a_delayed_game_shows_its_delay_and_never_live(page: Page, service: Service):
    bots = [{"kind": "bot", "bot": "greedy"}] * 3
    made = service.new_game(*bots, {"kind": "human"}, spectator_delay={"events": 20}, pace=0)
    open_replay(page, made["game"])
    expect(page.locator(".chip.late")).to_have_text("20 events behind")
    expect(page.locator(".chip.live")).to_have_count(0)
    join_by_link(page, f"/join/{made['game']}#token={made['tokens'][0]['token']}")
    expect(page.locator(".chip.live")).to_have_text("LIVE")
    expect(page.locator(".chip.late")).to_have_count(0)


@pytest.mark.long
def test_each_event_of_a_finished_game_is_judged_in_each_view(page: Page):
    open_replay(page, **{"as": "seat:0"})
    marks = page.locator(".event-list .mark")
    expect(marks.last).to_contain_text("✓")
    expect(marks.filter(has_text="?")).to_have_count(0)


AUDIT = {
    "verdict": "irregular",
    "game": GAME,
    "events": 157,
    "first": {"n": 112, "clause": "CL-4.5", "says": "a third card"},
    "rules": {"verdict": "irregular", "says": "1 of 157 events breaks the rules"},
    "deal": {"verdict": "unproved", "chosen": 0, "shares": 4, "says": "the seed was never revealed"},
    "record": {"verdict": "cut", "signed": False, "says": "cut off after event 157"},
    "verdicts": [{"n": 112, "verdict": "illegal", "clause": "CL-4.5", "says": "a third card"}],
}


def open_with_audit(page: Page, audit: dict[str, object], **query: object) -> None:
    """Open the game with this audit in place of its own."""
    page.route(re.compile(r"/audit\?"), lambda route: route.fulfill(json=audit))
    open_replay(page, n=5, **query)


@pytest.mark.long
def test_the_audit_has_three_lines_and_links_to_the_fault(page: Page):
    open_with_audit(page, AUDIT, result="shown")
    lines = page.locator(".audit")
    expect(lines.locator("summary")).to_have_text(re.compile("record cut off"))
    expect(lines.locator("summary")).to_have_class(re.compile("bad"))
    lines.locator("summary").click()
    for says in ("1 of 157 events breaks the rules", "the seed was never revealed", "cut off after event 157"):
        expect(lines).to_contain_text(says)
    page.get_by_role("button", name="1 event breaks the rules").click()
    expect_at(page, 112)


@pytest.mark.long
def test_the_audit_hides_the_number_of_events_of_an_unseen_game(page: Page):
    open_with_audit(page, AUDIT)
    page.locator(".audit summary").click()
    expect(page.locator(".audit-lines")).to_contain_text("Rules: broken")
    expect(page.locator(".audit-lines")).not_to_contain_text("157")


@pytest.mark.long
def test_a_running_game_is_not_called_clean(page: Page):
    whole = {"rules": {"verdict": "legal", "says": "all 12 legal"}, "deal": {"verdict": "unproved", "says": "not yet"}}
    record = {"verdict": "unfinished", "says": "it goes on"}
    open_with_audit(page, {**AUDIT, **whole, "first": None, "record": record, "verdicts": []})
    expect(page.locator(".audit summary")).to_contain_text("deal not proved yet")
    expect(page.locator(".audit summary.good")).to_have_count(0)
    expect(page.locator(".chip-button.bad, .banner")).to_have_count(0)


@pytest.mark.long
def test_a_table_of_the_former_view_is_marked_stale(page: Page):
    open_replay(page, n=HERE, **{"as": "seat:1"})
    is_slow, held = True, list[Route]()
    page.route(
        re.compile(r"/(events|tables)\?.*as=seat%3A2"),
        lambda route: held.append(route) if is_slow else route.continue_(),
    )
    page.get_by_label("View").select_option("seat:2")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".felt.stale")).to_be_visible()
    expect(page.locator("[data-table]")).to_have_attribute("data-n", str(HERE))
    is_slow = False
    for route in held:
        route.continue_()
    expect(page.locator(".felt.stale")).to_have_count(0)
    front = page.locator("[data-seat='2'] [data-zone=hand] .card").first
    expect(front).not_to_have_class(re.compile("back"))


@pytest.mark.long
def test_a_missing_event_is_named_without_revealing_the_end(page: Page):
    open_replay(page, n=99999)
    expect(page.locator(".flash")).to_have_text("There is no event 99999 in this game.")
    assert int(page.locator("[data-table]").get_attribute("data-n") or 0) < 20
