"""Keyboard access: each focus stop is visible, none is a trap, and what closes returns the focus."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.long_tests import mostly_long
from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import take_seat
from tests.service.web.test_playing import game_of_people, place, submit, tray_button
from tests.service.web.test_replay_page import expect_at, open_replay

SIZES = ((1440, 900), (1024, 768), (390, 844))
STOPS_MAX = 150
STOP = """() => {
  const one = document.activeElement;
  window.stops ??= new Set();
  if (one === document.body || [...window.stops][0] === one) return null;
  const name = one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.[0]?.textContent.trim() || "";
  if (window.stops.has(one)) return { name, isTrap: true };
  window.stops.add(one);
  const shown = getComputedStyle(one).pointerEvents === "none" ? one.parentElement : one;
  const isFree = ({ left, top, width, height }) =>
    shown.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  const isSeen = [...shown.getClientRects()].every(isFree);  // of a link that goes on in another line each part
  const rings = ({ outlineStyle, outlineWidth }) => outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
  const frames = [[one], [one, "::after"], ...(one.matches("input") ? [[one.parentElement]] : [])];
  const part = one.closest(".game-top, .top, .banner, .telling, [data-table], .tray, .rail, .bar, main, footer");
  const isMarked = frames.some((frame) => rings(getComputedStyle(...frame)));
  return { name, isSeen, isMarked, part: part?.classList[0] ?? part?.tagName };
}"""

FROM_THE_TOP = """() => {
  window.stops = undefined;
  const start = Object.assign(document.createElement("i"), { tabIndex: -1 });
  document.body.prepend(start);
  start.focus();
}"""


def focus_stops(page: Page) -> list[dict[str, Any]]:
    """Return each focus stop of the Tab key, from the start of a page to its end."""
    page.evaluate(FROM_THE_TOP)
    stops: list[dict[str, Any]] = []
    while len(stops) < STOPS_MAX:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            return stops
        stops.append(stop)
        assert "isTrap" not in stop, stop
    raise AssertionError(f"this has no end: {stops[-3:]}")


def invisible_stops(page: Page) -> list[dict[str, Any]]:
    """Return the focus stops that are hidden or lack a focus mark, at each size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        stops = focus_stops(page)
        assert len(stops) > 20, stops
        found += [{"width": width, **stop} for stop in stops if not (stop["isSeen"] and stop["isMarked"])]
    return found


@pytest.mark.long
def test_focus_stops_of_a_replay_are_visible_and_in_order(page: Page, service: Service):
    open_replay(page, service.irregular, n=service.fault)
    expect(page.locator(".banner")).to_be_visible()
    assert invisible_stops(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    parts = list(dict.fromkeys(stop["part"] for stop in focus_stops(page) if stop["part"]))
    assert parts == ["game-top", "banner", "telling", "table", "rail", "bar"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".moves").get_by_role("button", name="Events").press("Enter")
    expect(page.locator("aside.rail")).to_be_visible()
    assert [stop for stop in focus_stops(page) if not stop["isSeen"]] == []


@pytest.mark.long
def test_focus_stops_while_playing_are_visible(page: Page, service: Service):
    made = game_of_people(service)
    submit(service, made, 0, type="PlantFromHand", field=0)
    submit(service, made, 0, type="EndPlanting")
    take_seat(page, made)
    tray_button(page, "Make an offer").click()
    assert invisible_stops(page) == []


@pytest.mark.long
@pytest.mark.parametrize("path", mostly_long(["/", "/adjudicate?edition=bohnaparte"]))
def test_focus_stops_of_a_page_are_visible(page: Page, service: Service, path: str):
    service.request(f"/v1/games/{GAME}/forks", {"at": 20})  # its links wrap
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert invisible_stops(page) == []


FAULTS = {
    ".bar { position: fixed; inset: 0 }": ("isSeen",),
    ".game-top * { outline: none !important }": ("isMarked",),
    ".ask-arbiter { position: fixed; top: -4rem }": ("isSeen",),
    ".ask-arbiter { position: fixed; height: 40px; bottom: calc(BAR - 22px) }": ("isSeen",),
    ".game-top { --focus: red }": (),
}
"""Faults, some of one stop alone: outside the window, or more than half below the bar."""
PLANT = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.long
def test_control_an_invisible_focus_stop_is_detected(page: Page, service: Service):
    open_replay(page, service.irregular, n=service.fault)
    height = page.locator(".bar").evaluate("one => `${one.offsetHeight}px`")
    for fault, lacks in FAULTS.items():
        page.evaluate(PLANT, fault.replace("BAR", height))
        missed = [stop for stop in focus_stops(page) if not (stop["isSeen"] and stop["isMarked"])]
        assert {tell for stop in missed for tell in ("isSeen", "isMarked") if not stop[tell]} == {*lacks}, (
            fault,
            missed,
        )
        assert len(missed) == 1 or "ask-arbiter" not in fault, missed


# What opens and closes.


def check_focus_returns(page: Page, opener: Locator, opened: Locator) -> None:
    """Open something by keyboard and close it with Escape; the focus must return to the opener."""
    opener.focus()
    page.keyboard.press("Enter")
    expect(opened).to_be_visible()
    page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    expect(opener).to_be_focused()


@pytest.mark.long
def test_escape_closes_and_returns_the_focus(page: Page, service: Service):
    open_replay(page, service.irregular, n=service.fault)
    more = page.get_by_role("button", name="More")
    check_focus_returns(page, more, page.get_by_role("dialog", name="More"))
    for name in ("What if", "Coins as a table", "Keys"):
        check_focus_returns(page, page.locator(".bar").get_by_role("button", name=name), page.get_by_role("dialog"))
    clause = page.locator(".telling .clause-button")
    check_focus_returns(page, clause, page.locator(".telling .clause-text"))
    field = page.locator("[data-place='/seats/0/fields/0']")
    check_focus_returns(page, field, page.locator(".life"))
    more.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Keys").press("Enter")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    expect_at(page, service.fault)
    page.set_viewport_size({"width": 390, "height": 844})
    check_focus_returns(page, page.locator(".moves").get_by_role("button", name="Events"), page.locator("aside.rail"))


@pytest.mark.long
def test_the_history_of_a_card_is_reached_by_tab(page: Page, service: Service):
    open_replay(page, service.irregular, n=service.fault)
    page.locator("[data-place='/seats/0/fields/0']").press("Enter")
    expect(page.locator(".life li").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".life li button").first).to_be_focused()


@pytest.mark.long
def test_arrow_keys_move_through_the_cards_of_a_zone(page: Page, service: Service):
    open_replay(page, service.irregular, n=service.fault)
    page.locator("[data-place='/seats/0/hand/0']").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-place='/seats/0/hand/1']")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-place='/seats/0/hand/0']")).to_be_focused()
    expect_at(page, service.fault)


@pytest.mark.long
def test_a_menu_on_the_table_returns_the_focus(page: Page, service: Service):
    made = game_of_people(service)
    submit(service, made, 0, type="PlantFromHand", field=0)
    take_seat(page, made)
    check_focus_returns(page, place(page, "/seats/0/fields/0"), page.locator(".play-menu"))


# Screen readers.


def test_parts_of_a_replay_have_accessible_names(page: Page, service: Service):
    open_replay(page, service.irregular, n=service.fault)
    seat = page.get_by_role("group", name=re.compile("^Seat 1, "))
    expect(seat.get_by_role("button", name=re.compile(r"^Field 1: .+ coins? now"))).to_have_count(1)
    expect(seat.get_by_role("button", name=re.compile(r"\w+, front$"))).to_have_count(1)
    expect(seat.get_by_role("list", name="Hand")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile(r"^Draw pile: \d+"))).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile(r"^Discards: \d+, \w+"))).to_have_count(1)
    expect(page.get_by_role("slider", name="Event")).to_have_attribute("aria-valuetext", re.compile(r"^\d+: \w+"))
    levels = page.get_by_role("heading").evaluate_all("all => all.map(one => Number(one.tagName[1]))")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    expect(page.locator("#app [aria-current]")).to_have_count(1)
    expect(page.locator("[aria-current=step]")).to_contain_text(str(service.fault))


@pytest.mark.long
def test_a_held_key_announces_only_the_last_event(page: Page):
    open_replay(page, n=12)
    sentence = page.locator(".sentence")
    page.keyboard.down("ArrowRight")
    expect(sentence).to_have_attribute("aria-live", "polite")
    page.keyboard.down("ArrowRight")  # the same key again means that it is held
    page.keyboard.down("ArrowRight")
    expect_at(page, 17)  # after events that move no card
    expect(sentence).to_have_attribute("aria-live", "off")
    before = sentence.locator(".says").element_handle()
    page.keyboard.up("ArrowRight")
    expect(sentence).to_have_attribute("aria-live", "polite")
    assert before is not None
    assert not before.evaluate("one => one.isConnected"), "the sentence is announced again"
