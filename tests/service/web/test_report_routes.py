"""Printed sheets: reached by clicks from a game, laid out for paper, and private for private games."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.web.conftest import Service
from tests.service.web.layout import expect_no_wider

A4_PIXELS = 680
"""The width of a printed page between its margins."""


@pytest.mark.long
def test_clicks_lead_from_a_game_to_its_printed_sheet(page: Page, service: Service):
    page.goto(f"/games/{service.irregular}?lang=de")
    page.locator(".chip-button.bad").click()
    expect(page.locator("[data-sentence]")).to_have_attribute("data-n", str(service.fault))
    page.locator(".telling .ask-arbiter").click()
    expect(page.locator(".verdict.illegal")).to_contain_text("CL-4.5")
    page.get_by_role("link", name=f"Blatt zu Ereignis {service.fault} drucken").click()
    expect(page).to_have_url(re.compile(rf"/sheet\?lang=de&n={service.fault}"))
    expect(page.locator(".stamp")).to_have_text("✗ regelwidrig")
    page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    page.get_by_role("button", name="Drucken").click()
    assert page.evaluate("window.printed") == 1
    page.set_viewport_size({"width": A4_PIXELS, "height": 900})
    page.emulate_media(media="print")
    for gone in (".top", ".foot", "[data-print]"):
        expect(page.locator(gone)).to_be_hidden()
    expect_no_wider(page, A4_PIXELS)
    assert set(page.locator(".laid").evaluate_all("all => all.map(one => getComputedStyle(one).breakInside)")) == {
        "avoid"
    }
    page.get_by_role("link", name=f"/games/{service.irregular}").click()
    expect(page.locator("[data-sentence]")).to_have_attribute("data-n", str(service.fault))
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".telling .sheet-link")).to_have_attribute(
        "href", re.compile(f"n={service.fault}&as=omniscient")
    )
    page.locator(".game-top .icon-only").click()
    expect(page.locator(".menu-entries").get_by_role("link", name="Blatt drucken")).to_have_attribute(
        "href", re.compile(rf"/games/{service.irregular}/sheet\?lang=de&n={service.fault}&as=omniscient")
    )


def test_the_sheet_of_a_private_game_needs_its_token(page: Page, service: Service):
    made = service.new_game({"kind": "human", "name": "Ana"}, {"kind": "human"}, {"kind": "human"}, private=True)
    page.goto(f"/games/{made['game']}/sheet?n=4")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such game")
    kept = {"seats": {"0": made["tokens"][0]["token"]}}
    page.evaluate(
        "([game, kept]) => localStorage.setItem(`haricot:tokens:${game}`, JSON.stringify(kept))", [made["game"], kept]
    )
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ana")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    expect(page.locator(".sheet")).to_have_css("max-width", "832px")
    expect(page.locator(".sheet-head")).to_contain_text("Seen by: Ana")
