"""Everybody can use every page: axe finds nothing, in the light and in the dark, on a desk and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.service.web.conftest import Service

PAGES = (
    "/",
    "/?status=finished",
    "/rules",
    "/rules/classic",
    "/rules/bohnaparte",
    "/problems/",
    "/problems/rules.harvest.protection",
    "/join/nothing",
    "/nowhere",
)
PENDING = ("/games/nothing", "/adjudicate", "/docs")
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
