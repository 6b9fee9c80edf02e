"""Every way on the replay page leads somewhere, in sight, and nobody is spoken to without end."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import is_at, look

HERE = 112


def test_after_the_last_illegal_event_it_goes_round_to_the_first(page: Page, service: Service):
    look(page, service.irregular)
    expect(page.locator(".event-list .verdict.illegal")).to_have_count(1)
    page.keyboard.press("Home")
    for said in ("", "the only one"):
        page.get_by_role("button", name="Next illegal").click()
        is_at(page, service.fault)
        expect(page.locator(".flash")).to_contain_text(said)


def test_where_there_is_no_illegal_event_that_is_said(page: Page):
    look(page, n=HERE)
    page.get_by_role("button", name="Next illegal").click()
    expect(page.locator(".flash")).to_have_text("No event of this game breaks a rule.")
    is_at(page, HERE)


def test_after_the_last_trade_it_goes_round_to_the_first(page: Page, service: Service):
    trades = [one["n"] for one in service.ask(f"/v1/games/{GAME}/timeline")["markers"] if one["kind"] == "trade"]
    look(page)
    page.keyboard.press("End")
    page.keyboard.press("t")
    is_at(page, trades[0])
    expect(page.locator(".flash")).to_contain_text("the first one")


@pytest.mark.parametrize("width", [1440, 390])
def test_what_a_jump_finds_is_in_sight_from_the_foot_of_the_page(browser: Browser, service: Service, width: int):
    context = browser.new_context(base_url=service.address, viewport={"width": width, "height": 844})
    page = context.new_page()
    look(page, service.irregular, n=1)
    expect(page.locator(".event-list .verdict.illegal")).to_have_count(1)
    page.get_by_role("button", name="Next illegal").click()
    is_at(page, service.fault)
    expect(page.locator(".sentence .verdict-word")).to_be_in_viewport()
    expect(page.locator(".sentence .why")).to_be_in_viewport()
    context.close()


COVERED = """() => {
  const one = document.activeElement.getBoundingClientRect();
  const bar = document.querySelector(".controls");
  if (document.activeElement === document.body || bar.contains(document.activeElement)) return null;
  const foot = bar.getBoundingClientRect().top;
  return one.bottom > foot + 1 ? `${document.activeElement.outerHTML.slice(0, 90)} ${one.bottom} > ${foot}` : null;
}"""


def test_what_has_the_focus_never_lies_under_the_bar(browser: Browser, service: Service):
    for at in (30, 60):
        service.ask(f"/v1/games/{GAME}/forks", {"at": at})
    context = browser.new_context(base_url=service.address, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    look(page, n=HERE)
    expect(page.locator(".forks li a").first).to_be_attached()
    reached = 0
    for _ in range(80):
        page.keyboard.press("Tab")
        reached += page.evaluate("Boolean(document.activeElement.closest('.forks'))")
        assert page.evaluate(COVERED) is None
        if page.evaluate("document.activeElement === document.body"):
            break
    assert reached >= 2
    context.close()


def test_the_sentence_is_not_spoken_while_the_game_plays_by_itself(page: Page):
    look(page, n=HERE)
    sentence = page.locator(".sentence")
    expect(sentence).to_have_attribute("aria-live", "polite")
    page.get_by_role("button", name="Play (Space)").click()
    expect(sentence).to_have_attribute("aria-live", "off")
    page.get_by_role("button", name="Pause (Space)").click()
    expect(sentence).to_have_attribute("aria-live", "polite")


def test_why_not_speaks_of_what_is_on_the_table_only(page: Page):
    look(page, n=16)
    page.get_by_text("Legal here, and why not").click()
    why_not = page.locator(".why-not")
    expect(why_not).to_contain_text("Plant the front card in field 0")
    fields = page.locator(".seat[data-seat='0'] .field").count()
    text = why_not.inner_text()
    assert not re.search(rf"field [{fields}-9]", text)
    assert "Take Seat" not in text
    assert "card from:" not in text


def test_the_description_of_the_api_is_readable_while_it_loads_and_in_the_dark(browser: Browser, service: Service):
    context = browser.new_context(base_url=service.address, viewport={"width": 900, "height": 800}, color_scheme="dark")
    page = context.new_page()
    page.route("**/openapi.json", lambda route: None)  # never answered: it goes on loading
    page.goto("/docs")
    expect(page.locator("#swagger .loading").first).to_be_attached()
    assert page.locator("#swagger").evaluate("one => getComputedStyle(one).overflowWrap") == "break-word"
    assert page.locator("#swagger").evaluate("one => getComputedStyle(one).filter") != "none"
    context.close()
