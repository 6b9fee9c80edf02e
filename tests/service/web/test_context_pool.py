"""The context pool: a reused context keeps nothing of an earlier test but cached files."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.service.web.conftest import Service
from tests.service.web.context_pool import BrowserContextPool

STORE = """() => { localStorage.setItem("haricot.tokens", "{}"); sessionStorage.setItem("seen", "1");
                  document.cookie = "language=fr"; }"""
STORED = "() => [localStorage.length, sessionStorage.length, document.cookie]"


def page_with_state(pool: BrowserContextPool) -> Page:
    """Return a page with stored data, in a context that is offline and has a route that replaces answers."""
    context = pool.acquire()
    page = pool.page(context)
    page.goto("/rules")
    page.evaluate(STORE)
    assert page.evaluate(STORED) == [1, 1, "language=fr"]
    context.route("**/rules", lambda route: route.fulfill(body="planted"))
    context.set_offline(True)
    return page


def test_a_released_context_keeps_nothing_of_its_test(browser: Browser, service: Service):
    pool = BrowserContextPool(browser, service.address)
    page = page_with_state(pool)
    pool.release_all()
    again = pool.acquire()
    assert again is page.context
    assert pool.page(again) is page
    assert (page.url, page.evaluate("history.length")) == ("about:blank", 1)
    page.goto("/rules")
    assert page.evaluate(STORED) == [0, 0, ""]
    assert "planted" not in page.content()
    assert pool.acquire() is not again
    pool.release_all()
    again.close()


CHANGES: list[Callable[[Page], object]] = [
    lambda page: page.set_viewport_size({"width": 390, "height": 844}),
    lambda page: page.emulate_media(media="print"),
    lambda page: page.emulate_media(color_scheme="dark"),
    lambda page: page.emulate_media(reduced_motion="reduce"),
    lambda page: page.close(),
]


@pytest.mark.long
def test_a_page_with_another_viewport_or_media_is_not_reused(browser: Browser, service: Service):
    pool = BrowserContextPool(browser, service.address)
    context = pool.acquire()
    for change in CHANGES:
        spent = pool.page(context)
        spent.goto("/rules")
        change(spent)
        pool.release_all()
        assert pool.acquire() is context
        assert spent.is_closed()
        assert pool.page(context) is not spent
    context.close()
    pool.release_all()


def test_control_a_context_in_use_keeps_its_storage(browser: Browser, service: Service):
    page = page_with_state(BrowserContextPool(browser, service.address))
    page.context.set_offline(False)
    page.goto("/rules")
    assert page.evaluate(STORED) == [1, 1, "language=fr"]
    assert "planted" in page.content()
    page.context.close()
