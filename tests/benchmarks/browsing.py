"""A page in a real Chromium, and what it costs: processor time of its main thread, bytes, requests, elements."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Request, sync_playwright

from tests.service.web.conftest import ARGUMENTS, chromium

DESK: Final = {"width": 1440, "height": 900}
FRAME_SECONDS: Final = 1 / 30
"""How often a key that is held down writes."""
QUIET_SECONDS: Final = 0.35
"""After so long an event is drawn: its cards have flown for 220 ms."""
LOOP: Final = "() => { let x = 1; for (let i = 0; i < 1e6; i += 1) x = (x * 16807) % 2147483647; return x; }"
"""Work that is always the same: what it takes tells how fast the processor is just now."""
MOST: Final = """() => {
  window.most = 0;
  const look = () => {
    window.most = Math.max(window.most, document.getElementsByTagName("*").length);
    requestAnimationFrame(look);
  };
  look();
}"""


class Spent(NamedTuple):
    """Milliseconds of a processor that the main thread of a page has used: in all, and of these for what."""

    all: float
    script: float
    style: float
    layout: float

    def since(self, before: "Spent") -> "Spent":
        """What was used after that."""
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


_METRICS: Final = ("ThreadTime", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


class Tab:
    """A page of somebody new, and what it has cost so far."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page: Final = page
        self._session: Final = session
        self.requests: list[str] = []
        """What was asked for, by its address."""
        self._kinds: dict[str, str] = {}
        self._sizes: Counter[str] = Counter()
        self._heads: Counter[str] = Counter()
        page.on("request", self._requested)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._begun)
        session.on("Network.dataReceived", self._came)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def _requested(self, request: Request) -> None:
        if not request.url.startswith("data:"):  # the icon stands in the page
            self.requests.append(request.url)

    def _asked(self, event: Any) -> None:
        path = event["request"]["url"].partition("?")[0]
        kind = "data" if "/v1/" in path else _KINDS.get(path.rpartition(".")[2], "other")
        self._kinds[event["requestId"]] = kind

    def _begun(self, event: Any) -> None:
        self._heads[event["requestId"]] = self._sizes[event["requestId"]] = event["response"]["encodedDataLength"]

    def _came(self, event: Any) -> None:
        self._sizes[event["requestId"]] += event["encodedDataLength"]

    def _ended(self, event: Any) -> None:
        self._sizes[event["requestId"]] = event["encodedDataLength"]

    @property
    def bytes(self) -> Counter[str]:
        """What came over the network, compressed, by kind: scripts, styles, data, heads of answers, or other."""
        found: Counter[str] = Counter(heads=self._heads.total())
        for request, size in self._sizes.items():
            found[self._kinds.get(request, "other")] += size - self._heads[request]
        return found

    @property
    def spent(self) -> Spent:
        """What the main thread has used so far; with another document may come another process, which begins again."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        values = {metric["name"]: metric["value"] * 1000 for metric in metrics}
        return Spent(*(values[name] for name in _METRICS))

    def loop(self) -> float:
        """The milliseconds of the bare loop."""
        before = self.spent
        self.page.evaluate(LOOP)
        return self.spent.since(before).all

    def step(self, key: str = "ArrowRight") -> Spent:
        """What it costs to press a key, until what it moved lies still."""
        before = self.spent
        self.page.keyboard.press(key)
        time.sleep(QUIET_SECONDS)
        return self.spent.since(before)

    def hold(self, count: int, key: str = "ArrowRight") -> Spent:
        """What it costs to hold a key down until it has written so often."""
        before = self.spent
        for _ in range(count):
            self.page.keyboard.down(key)
            time.sleep(FRAME_SECONDS)
        self.page.keyboard.up(key)
        time.sleep(QUIET_SECONDS)
        return self.spent.since(before)

    def settle(self) -> None:
        """Returns when nothing has been asked for, and hardly anything done, for half a second, or after twenty."""
        for _ in range(40):
            before, asked = self.spent, len(self.requests)
            self.page.wait_for_timeout(500)
            if len(self.requests) == asked and self.spent.since(before).all < 10:
                return


_KINDS: Final = {"js": "scripts", "mjs": "scripts", "css": "styles"}


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium that knows nothing of what went before."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def tab(browser: Browser, *, still: bool = False) -> Iterator[Tab]:
    """An empty page of somebody new; `still` is somebody who wants nothing to move."""
    context = browser.new_context(viewport=DESK, reduced_motion="reduce" if still else "no-preference")
    try:
        page = context.new_page()
        yield Tab(page, context.new_cdp_session(page))
    finally:
        context.close()
