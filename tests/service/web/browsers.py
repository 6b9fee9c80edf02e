"""Browsers lent from test to test: whoever borrows one is new to the house, and has loaded its scripts before.

To open a browser with nothing loaded, and to load the same scripts again, was half of what a test of a page cost.
"""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext

SECONDS = 10.0


class LentBrowsers:
    """The browsers of one process of tests; each is of one test alone until it is given back."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)
        self._lent: list[tuple[str, BrowserContext]] = []

    def lend(self, **options: Any) -> BrowserContext:
        """A browser of somebody new, opened with these options of Playwright's `new_context`."""
        options = {"base_url": self._address, "viewport": {"width": 1280, "height": 900}, **options}
        kind = repr(sorted(options.items()))
        context = self._free[kind].pop() if self._free[kind] else self._browser.new_context(**options)
        context.set_default_timeout(SECONDS * 1000)
        self._lent.append((kind, context))
        return context

    def take_back(self) -> None:
        """Takes back all that is lent, without what was kept in it; what a test closed itself stays closed."""
        while self._lent:
            kind, context = self._lent.pop()
            if context in self._browser.contexts:
                self._forget(context)
                self._free[kind].append(context)

    def _forget(self, context: BrowserContext) -> None:
        context.unroute_all(behavior="ignoreErrors")
        context.set_offline(False)
        first, *others = context.pages or [context.new_page()]
        for page in others:
            page.close()
        first.goto("about:blank")  # so that no script writes anew what is cleared
        session = context.new_cdp_session(first)
        kept = {"origin": self._address, "storageTypes": "cookies,local_storage,indexeddb,service_workers"}
        session.send("Storage.clearDataForOrigin", kept)
        context.clear_permissions()
        first.close()
