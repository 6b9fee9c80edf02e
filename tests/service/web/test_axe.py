"""Everybody can use every page: axe finds nothing, in the light and in the dark, on a desk and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.command_line import GAME
from tests.service.web.conftest import Service

PAGES = (
    "/",
    "/?status=finished&results=1&lang=fr",
    "/new",
    "/new?lang=de",
    "/rules",
    "/rules/classic",
    "/rules/bohnaparte",
    "/problems/",
    "/problems/rules.harvest.protection",
    "/join/nothing",
    "/nowhere",
    "/adjudicate",
    "/adjudicate?edition=bohnaparte&lang=fr",
    f"/games/{GAME}/sheet?n=112&lang=fr",
    "/games/nothing/sheet",
)
PENDING = ("/games/nothing",)
"""Not yet looked at: pages that are being rebuilt."""
SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 360, "height": 740}}


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(browser: Browser, service: Service, axe: Callable, size: str, scheme: str, path: str):
    context = browser.new_context(base_url=service.address, color_scheme=scheme, viewport=SIZES[size])
    try:
        page = context.new_page()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert axe(page) == []
    finally:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_description_of_the_api(page: Page, axe: Callable, scheme: str):
    page.emulate_media(color_scheme=scheme)
    page.goto("/docs")
    expect(page.locator(".opblock").last).to_be_visible()
    assert axe(page) == []
    page.locator(".opblock-post .opblock-summary-control").first.click()
    expect(page.locator(".opblock.is-open .responses-table").first).to_be_visible()
    assert axe(page) == []


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ("document.querySelector('h1').style.color = 'gold'", "color-contrast"),
        ("document.querySelector('main').insertAdjacentHTML('beforeend', '<input>')", "label"),
        ("document.querySelector('main').remove()", "landmark-one-main"),
        ("document.documentElement.lang = ''", "html-has-lang"),
    ],
)
def test_control_a_fault_is_found(page: Page, axe: Callable, fault: str, rule: str):
    page.goto("/problems/")
    assert axe(page) == []
    page.evaluate(fault)
    assert {line.partition(":")[0] for line in axe(page)} >= {rule}
