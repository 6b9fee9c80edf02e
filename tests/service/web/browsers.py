"""Browsers lent from test to test: whoever borrows one is new to the project, and has loaded its scripts before.

To open a browser with nothing loaded, and to load the same scripts again, was half of what a test of a page cost; to
open a window for it, a third of the rest.
"""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

SECONDS = 30.0  # a machine that does much else may not paint for ten seconds
EMPTY = "about:blank"
LOOKS = """() => [innerWidth, innerHeight, devicePixelRatio,
  ...["print", "(prefers-color-scheme: dark)", "(prefers-reduced-motion)", "(forced-colors: active)"]
    .map((media) => matchMedia(media).matches)].join()"""
"""What a page of these measures is shown on, and as what."""


class LentBrowsers:
    """The browsers of one process of tests; each is of one test alone until it is given back."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)
        self._lent: list[tuple[str, BrowserContext]] = []
        self._pages: dict[BrowserContext, tuple[Page, str]] = {}
        """The page that each browser has ready, and what an empty one looks like there."""

    def lend(self, **options: Any) -> BrowserContext:
        """A browser of somebody new, opened with these options of Playwright's `new_context`."""
        options = {"base_url": self._address, "viewport": {"width": 1280, "height": 900}, **options}
        kind = repr(sorted(options.items()))
        context = self._free[kind].pop() if self._free[kind] else self._browser.new_context(**options)
        context.set_default_timeout(SECONDS * 1000)
        self._lent.append((kind, context))
        return context

    def page(self, context: BrowserContext) -> Page:
        """An empty page of a browser that is lent: the one that its last borrower left, else a new one."""
        if context not in self._pages:
            page = context.new_page()
            self._pages[context] = page, page.evaluate(LOOKS)
        return self._pages[context][0]

    def take_back(self) -> None:
        """Takes back all that is lent, without what was kept in it; what a test closed itself stays closed."""
        while self._lent:
            kind, context = self._lent.pop()
            if context in self._browser.contexts:
                self._forget(context)
                self._free[kind].append(context)
            else:
                self._pages.pop(context, None)

    def _forget(self, context: BrowserContext) -> None:
        context.unroute_all(behavior="ignoreErrors")
        context.set_offline(False)
        kept = self._emptied(context)
        first = context.new_page() if kept is None else kept
        for page in context.pages:
            if page is not first:
                page.close()
        session = context.new_cdp_session(first)
        stored = {"origin": self._address, "storageTypes": "cookies,local_storage,indexeddb,service_workers"}
        session.send("Storage.clearDataForOrigin", stored)
        session.send("Page.resetNavigationHistory")
        session.detach()
        context.clear_permissions()
        if kept is None:
            first.close()

    def _emptied(self, context: BrowserContext) -> Page | None:
        """The page that was ready, emptied, so that no script writes again what is cleared; None for one that is spent.

        Spent is one that was closed or no longer looks as it did.
        """
        page, looked = self._pages.get(context, (None, ""))
        try:
            if page is not None and not page.is_closed():
                page.unroute_all(behavior="ignoreErrors")
                if page.url.startswith(self._address):
                    page.evaluate("sessionStorage.clear()")
                page.goto(EMPTY)
                if page.evaluate(LOOKS) == looked:
                    return page
        except Error:  # a page that crashed, or that shows what has no storage
            pass
        self._pages.pop(context, None)
        return None
