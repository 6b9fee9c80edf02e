"""What a phone waits for: the first and the second view of a replay of 1,503 events over 4G, request by request.

    python -m tests.benchmarks.waterfall           measure, and draw docs/gallery/waterfall.svg with what is recorded
    python -m tests.benchmarks.waterfall before    measure, and record it as what was before

The network is simulated by the browser: 150 ms of latency for each request, 1.6 Mbit/s.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

from service.lifecycle.bots.simulate import simulate
from service.store.event_store import open_store
from tests.benchmarks.browsing import browsing
from tests.benchmarks.figure import Figure
from tests.benchmarks.scripts import serving

ROUNDS: Final = 5
PHONE: Final = {"width": 390, "height": 844}
NETWORK: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""Milliseconds, and bytes a second."""
RECORDED: Final = Path(__file__).with_name("waterfall.json")
PICTURE: Final = Path(__file__).parents[2] / "docs" / "gallery" / "waterfall.svg"
WATCHED: Final = """() => {
  const look = () => {
    if (document.querySelector("[data-table]")) window.drawnAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
REQUESTS: Final = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ transferSize }) => transferSize > 0)
  .map(({ name, startTime, responseStart, responseEnd, transferSize }) =>
    [name.replace(location.origin, ""), startTime, responseStart, responseEnd, transferSize])"""
"""What came over the network; what the browser had already is left out."""


class PageView(NamedTuple):
    """A view of a page: when its table was drawn, in milliseconds, and its requests.

    A request is its address, when it began, when its answer began and ended, and the bytes of that.
    """

    drawn: float
    requests: list[tuple[str, float, float, float, int]]

    @property
    def assets(self) -> list[str]:
        """What was asked for of the bundle."""
        return [request[0] for request in self.requests if request[0].startswith("/assets/")]


def views() -> Iterator[tuple[PageView, PageView]]:
    """Yield the first and the second view of the replay, each round by a browser that knows nothing."""
    game, seed = simulate("sissi", 3, "pages", 1, {}, ["random"])
    with tempfile.TemporaryDirectory() as folder:
        with open_store(Path(folder)) as store:
            store.append(game.game, game.envelopes, seed=seed)
        with serving(Path(folder)) as (port, _), browsing() as browser:
            address = f"http://127.0.0.1:{port}/games/{game.game}"
            for _ in range(ROUNDS):
                yield _twice(browser, address)


def _twice(browser: Browser, address: str) -> tuple[PageView, PageView]:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(f"({WATCHED})()")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    first = _seen(page, address)
    page.goto("about:blank")
    second = _seen(page, address)
    context.close()
    return first, second


def _seen(page: Page, address: str) -> PageView:
    page.goto(address, wait_until="commit")
    page.locator("[data-table]").wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)  # the tables that come next are fetched while nothing else is done
    page.wait_for_load_state("networkidle")
    found: list[Any] = page.evaluate(REQUESTS)
    return PageView(page.evaluate("window.drawnAt"), [tuple(request) for request in found])


def figures() -> Iterator[Figure]:
    """Yield every figure."""
    measured = list(views())
    what = "a replay of 1,503 events over 4G"
    firsts, seconds = zip(*measured, strict=True)
    for name, several, most in (("first", firsts, 20), ("second", seconds, 8)):
        yield Figure(f"{name} view of {what}", "requests", [len(view.requests) for view in several], f"<= {most}")
        goal = "" if name == "first" else "<= 0"
        yield Figure(f"{name} view of {what}, from /assets", "requests", [len(view.assets) for view in several], goal)
        sizes = [sum(request[4] for request in view.requests) / 1000 for view in several]
        yield Figure(f"{name} view of {what}, all that comes", "kB", sizes, "")
        goal = "<= 2,500" if name == "first" else ""
        yield Figure(f"{name} view of {what}, until its table is drawn", "ms", [view.drawn for view in several], goal)


STYLE: Final = """\
svg {
  --paper: #fffdf7; --ink: #1f2a1f; --quiet: #5b6459; --rule: #d9d5c7; --drawn: #b0243c;
  --wait: #d3dccd; --page: #2c6e36; --script: #9a5b00; --style: #6b4fa0; --data: #1f6fae;
  background: var(--paper); font: 13px system-ui, sans-serif
}
@media (prefers-color-scheme: dark) {
  svg {
    --paper: #171a16; --ink: #ecebe2; --quiet: #a8ada2; --rule: #3a3f38; --drawn: #ff8296;
    --wait: #3c4a3a; --page: #7fcf8a; --script: #e3a951; --style: #b79df0; --data: #7db8ea
  }
}
text { fill: var(--ink) }
.title { font-size: 18px; font-weight: 700 }
.quiet { fill: var(--quiet) }
.rule { stroke: var(--rule) }
.wait { fill: var(--wait) }
.page { fill: var(--page) }
.script { fill: var(--script) }
.style { fill: var(--style) }
.data { fill: var(--data) }
line.drawn { stroke: var(--drawn); stroke-width: 2 }
text.drawn { fill: var(--drawn) }"""
WIDE, LEFT, RIGHT = 1000, 24, 976
LATEST: Final = 9000
"""The milliseconds that are drawn."""
ROW: Final = 6
KINDS: Final = {"js": "script", "mjs": "script", "css": "style", "woff2": "style", "svg": "style"}
KEYS: Final = {"page": "page", "script": "script", "style": "style, font", "data": "data", "wait": "waiting"}
TITLE: Final = "First view of a replay of 1,503 events: 150 ms, 1.6 Mbit/s"


def drawn(before: PageView, now: PageView) -> str:
    """Return a picture of both views under each other, on one scale."""
    parts, top = [_text(LEFT, 26, TITLE, "title")], 60
    for i, (kind, name) in enumerate(KEYS.items()):
        parts += [_bar(LEFT + 150 * i, 38, 14, kind, 10), _text(LEFT + 150 * i + 20, 48, name)]
    for title, view in (("Before", before), ("Now", now)):
        parts += [f'<g transform="translate(0 {top})">', *_panel(title, view), "</g>"]
        top += _foot(view) + 34
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {top}" role="img" aria-label="{TITLE}">'
    return "\n".join([head, f"<style>\n{STYLE}\n</style>", *parts, "</svg>", ""])


def _panel(title: str, view: PageView) -> Iterator[str]:
    foot = _foot(view)
    says = f"{title}: {len(view.requests)} requests, the table is drawn after {view.drawn / 1000:.1f} s"
    yield _text(LEFT, 18, says, "title")
    for ms in range(0, LATEST + 1, 1000):
        yield f'<line class="rule" x1="{_x(ms)}" y1="30" x2="{_x(ms)}" y2="{foot}"/>'
        yield _text(_x(ms) + 3, foot, f"{ms // 1000} s", "quiet")
    for row, (name, start, begun, end, _) in enumerate(sorted(view.requests, key=lambda request: request[1])):
        y = 32 + ROW * row
        yield f"<g><title>{escape(name)}</title>{_bar(_x(start), y, _x(begun) - _x(start), 'wait')}"
        yield f"{_bar(_x(begun), y, max(_x(end) - _x(begun), 1), kind_of(name))}</g>"
    at = _x(view.drawn)
    yield f'<line class="drawn" x1="{at}" y1="30" x2="{at}" y2="{foot}"/>'
    yield _text(at + 5, foot + 14, "table drawn", "drawn")


def _foot(view: PageView) -> int:
    return 46 + ROW * len(view.requests)


def _x(ms: float) -> float:
    return round(LEFT + (RIGHT - LEFT) * min(ms, LATEST) / LATEST, 1)


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y}" class="{kind}">{escape(text)}</text>'


def _bar(x: float, y: float, wide: float, kind: str, high: float = ROW - 1) -> str:
    return f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{high}"/>'


def kind_of(name: str) -> str:
    """Return of what kind a request is, by its address."""
    path = name.partition("?")[0]
    return "data" if path.startswith("/v1/") else KINDS.get(path.partition("#")[0].rpartition(".")[2], "page")


def main() -> None:
    """Measure, record the view in the middle, draw both."""
    seen = sorted((first for first, _ in views()), key=lambda view: view.drawn)
    middle = seen[len(seen) // 2]
    recorded = json.loads(RECORDED.read_text("utf-8")) if RECORDED.exists() else {}
    rounded = [(name, *(round(ms) for ms in times), size) for name, *times, size in middle.requests]
    middle = PageView(round(middle.drawn), rounded)
    recorded["before" if sys.argv[1:] == ["before"] else "now"] = middle
    RECORDED.write_text(json.dumps(recorded, indent=None, separators=(",", ":")) + "\n", "utf-8")
    print(len(middle.requests), "requests, drawn after", [round(view.drawn) for view in seen], "ms")
    if {"before", "now"} <= recorded.keys():
        PICTURE.write_text(drawn(PageView(*recorded["before"]), PageView(*recorded["now"])), "utf-8")


if __name__ == "__main__":
    main()
