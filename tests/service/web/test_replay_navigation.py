"""Navigation on the replay page wraps around, reasons are shown whole, and autoplay is not announced."""

import pytest
from playwright.sync_api import Page, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import Service
from tests.service.web.test_replay_page import expect_at, open_replay
from tests.service.web.test_table_fits import BOXES, DRAWN, SIZES

HERE = 112


@pytest.mark.long
def test_the_next_illegal_event_wraps_around(page: Page, service: Service):
    open_replay(page, service.irregular)
    chip = page.get_by_role("button", name="1 event breaks the rules")
    expect(chip).to_be_visible()
    page.keyboard.press("Home")
    for said in ("", "the only one"):
        chip.click()
        expect_at(page, service.fault)
        expect(page.locator(".flash")).to_contain_text(said)


@pytest.mark.long
def test_a_game_without_illegal_events_says_so(page: Page):
    open_replay(page, n=HERE)
    expect(page.locator(".event-list .mark").first).to_contain_text("✓")
    for key in ("d", "D"):
        page.keyboard.press(key)
        expect(page.locator(".flash")).to_have_text("No event of this game breaks a rule.")
    expect_at(page, HERE)


@pytest.mark.long
def test_the_next_trade_wraps_around(page: Page, service: Service):
    trades = [one["n"] for one in service.request(f"/v1/games/{GAME}/timeline")["markers"] if one["kind"] == "trade"]
    open_replay(page, result="shown")
    page.keyboard.press("End")
    page.keyboard.press("t")
    expect_at(page, trades[0])
    expect(page.locator(".flash")).to_contain_text("Wrapped around")


READ = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".sentence .why"));
  return [...range.getClientRects()].every(({ left, top, width, height }) =>
    document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".why"));
}"""
"""Whether each line of the reason is visible."""


@pytest.mark.long
def test_the_reason_of_an_illegal_event_is_shown_whole(page: Page, service: Service):
    open_replay(page, service.irregular, n=service.fault - 1)
    expect(page.locator(".banner")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        before = [box for _, box in page.evaluate(BOXES)]
        page.locator(".chips").get_by_role("button", name="1 event breaks the rules").click()
        expect_at(page, service.fault)
        expect(page.locator(".sentence .verdict-word")).to_be_in_viewport()
        expect(page.locator(".telling .clause-button")).to_be_in_viewport()
        assert [box for _, box in page.evaluate(BOXES)] == before
        assert page.evaluate(READ)
        page.keyboard.press("Shift+ArrowLeft")
        expect_at(page, service.fault - 1)
    page.set_viewport_size({"width": 390, "height": 844})  # where the reason wraps
    page.keyboard.press("d")
    expect_at(page, service.fault)
    page.locator(".sentence .why").evaluate(
        "one => Object.assign(one.style, { maxHeight: '1.2em', overflow: 'hidden' })"
    )
    assert not page.evaluate(READ), "the control: what is cut off is noticed"


@pytest.mark.long
def test_the_sentence_is_not_announced_during_autoplay(page: Page):
    open_replay(page, n=HERE)
    sentence = page.locator(".sentence")
    expect(sentence).to_have_attribute("aria-live", "polite")
    page.get_by_role("button", name="Play (Space)").click()
    expect(sentence).to_have_attribute("aria-live", "off")
    page.get_by_role("button", name="Pause (Space)").click()
    expect(sentence).to_have_attribute("aria-live", "polite")
