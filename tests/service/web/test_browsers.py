"""Whoever borrows a browser is new to the project: nothing of an earlier test is left in it but what it had loaded."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.service.web.browsers import LentBrowsers
from tests.service.web.conftest import Service

KEEP = """() => { localStorage.setItem("haricot.tokens", "{}"); sessionStorage.setItem("seen", "1");
                  document.cookie = "language=fr"; }"""
KEPT = "() => [localStorage.length, sessionStorage.length, document.cookie]"


def marked(lending: LentBrowsers) -> Page:
    """A page in a browser with something kept in it, that is offline and sees what nobody sent."""
    context = lending.lend()
    page = lending.page(context)
    page.goto("/rules")
    page.evaluate(KEEP)
    assert page.evaluate(KEPT) == [1, 1, "language=fr"]
    context.route("**/rules", lambda route: route.fulfill(body="planted"))
    context.set_offline(True)
    return page


def test_a_browser_that_was_given_back_has_nothing_of_its_borrower(browser: Browser, service: Service):
    lending = LentBrowsers(browser, service.address)
    page = marked(lending)
    lending.take_back()
    again = lending.lend()
    assert again is page.context
    assert lending.page(again) is page
    assert (page.url, page.evaluate("history.length")) == ("about:blank", 1)
    page.goto("/rules")
    assert page.evaluate(KEPT) == [0, 0, ""]
    assert "planted" not in page.content()
    assert lending.lend() is not again
    lending.take_back()
    again.close()


CHANGES: list[Callable[[Page], object]] = [
    lambda page: page.set_viewport_size({"width": 390, "height": 844}),
    lambda page: page.emulate_media(media="print"),
    lambda page: page.emulate_media(color_scheme="dark"),
    lambda page: page.emulate_media(reduced_motion="reduce"),
    lambda page: page.close(),
]


@pytest.mark.long
def test_a_page_that_looks_otherwise_than_it_did_is_lent_to_nobody(browser: Browser, service: Service):
    lending = LentBrowsers(browser, service.address)
    context = lending.lend()
    for change in CHANGES:
        spent = lending.page(context)
        spent.goto("/rules")
        change(spent)
        lending.take_back()
        assert lending.lend() is context
        assert spent.is_closed()
        assert lending.page(context) is not spent
    context.close()
    lending.take_back()


def test_control_what_is_not_given_back_is_still_there(browser: Browser, service: Service):
    page = marked(LentBrowsers(browser, service.address))
    page.context.set_offline(False)
    page.goto("/rules")
    assert page.evaluate(KEPT) == [1, 1, "language=fr"]
    assert "planted" in page.content()
    page.context.close()
