"""A pool of browser contexts: each test gets one without state, and with the scripts of the pages already cached.

A new context with an empty cache was half of what a test of a page cost, and a new page in it a third of the rest.
"""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

SECONDS = 30.0  # a busy machine may not paint for ten seconds
EMPTY = "about:blank"
LOOKS = """() => [innerWidth, innerHeight, devicePixelRatio,
  ...["print", "(prefers-color-scheme: dark)", "(prefers-reduced-motion)", "(forced-colors: active)"]
    .map((media) => matchMedia(media).matches)].join()"""
"""The size, resolution and media of a page."""


class BrowserContextPool:
    """The contexts of one test process; each belongs to one test until all are released."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)
        self._used: list[tuple[str, BrowserContext]] = []
        self._pages: dict[BrowserContext, tuple[Page, str]] = {}
        """The reusable page of each context, and what LOOKS says of it when it is empty."""

    def acquire(self, **options: Any) -> BrowserContext:
        """Return a context without state that has these options of Playwright's `new_context`."""
        options = {"base_url": self._address, "viewport": {"width": 1280, "height": 900}, **options}
        kind = repr(sorted(options.items()))
        context = self._free[kind].pop() if self._free[kind] else self._browser.new_context(**options)
        context.set_default_timeout(SECONDS * 1000)
        self._used.append((kind, context))
        return context

    def page(self, context: BrowserContext) -> Page:
        """Return the empty page of an acquired context: the one of its last test, else a new one."""
        if context not in self._pages:
            page = context.new_page()
            self._pages[context] = page, page.evaluate(LOOKS)
        return self._pages[context][0]

    def release_all(self) -> None:
        """Take all contexts back and remove their state. A context that its test closed is dropped."""
        while self._used:
            kind, context = self._used.pop()
            if context in self._browser.contexts:
                self._reset(context)
                self._free[kind].append(context)
            else:
                self._pages.pop(context, None)

    def _reset(self, context: BrowserContext) -> None:
        context.unroute_all(behavior="ignoreErrors")
        context.set_offline(False)
        kept = self._blank_page(context)
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

    def _blank_page(self, context: BrowserContext) -> Page | None:
        """Empty the reusable page, so that no script stores anything again; None if it cannot be used again.

        That is one that was closed, or that has another size or other media than before.
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
        except Error:  # the page crashed, or its document has no storage
            pass
        self._pages.pop(context, None)
        return None
