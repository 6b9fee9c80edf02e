"""The figures of the pages: what it costs to open a replay of 1,503 events, to step through it, to follow a game.

Processor time of the page's main thread, not the clock; beside it, in the same round, a loop that is always the same.
"""

import json
import statistics
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from service.cli.progress import with_progress
from service.lifecycle.bots.simulate import simulate
from service.store.event_store import open_store
from tests.benchmarks.browsing import MOST, Spent, Tab, browsing, tab
from tests.benchmarks.figure import Figure, percentile
from tests.benchmarks.scripts import serving

OPENINGS: Final = 5
ROUNDS: Final = 3
STEPS: Final = 100
PEER: Final = "a bare loop"
PARTS: Final = ("script", "style", "layout")
LIVE: Final = {"edition": "sissi", "seats": [{"kind": "bot", "bot": "random"}] * 3, "start": "now", "pace": 0.01}


def figures() -> Iterator[Figure]:
    """Every figure, of the service as it is served and a Chromium without a window."""
    game, seed = simulate("sissi", 3, "pages", 1, {}, ["random"])
    with tempfile.TemporaryDirectory() as folder:
        with open_store(Path(folder)) as store:
            store.append(game.game, game.envelopes, seed=seed)
        with serving(Path(folder)) as (port, _), browsing() as browser:
            served = f"http://127.0.0.1:{port}"
            address = f"{served}/games/{game.game}"
            yield from _opened(browser, address, f"a replay of {game.version:,} events")
            yield from _stepped(browser, address)
            yield from _walked(browser, address, game.version)
            yield from _followed(browser, served)


def _opened(browser: Browser, address: str, what: str) -> Iterator[Figure]:
    """What comes over the network at the first view; the costs until the table is there, and until all is at hand."""
    there, quiet, loops = [], [], []
    for _ in with_progress(range(OPENINGS), OPENINGS, "opening"):
        with tab(browser) as opened:
            opened.page.goto(address)
            opened.page.locator("[data-table]").wait_for()
            there.append(opened.spent)
            opened.settle()
            quiet.append(opened.spent)
            loops.append(opened.loop())
    for kind, goal in (("scripts", "<= 100"), ("styles", ""), ("data", ""), ("heads", ""), ("other", "")):
        yield Figure(f"first view of {what}, {kind}", "kB", [opened.bytes[kind] / 1000], goal)
    yield Figure(f"first view of {what}", "requests", [len(opened.requests)], "")
    yield from _costs(f"{what}, until its table is there", there, loops, "<= 800")
    yield from _costs(f"{what}, until all of it is at hand", quiet, loops, "<= 800")


def _stepped(browser: Browser, address: str) -> Iterator[Figure]:
    """A hundred steps one after the other and with the key held down, with cards that fly and without."""
    for still in (False, True):
        steps: list[list[Spent]] = []
        held, loops, asked = [], [], 0
        for number in with_progress(range(ROUNDS), ROUNDS, "stepping"):
            with tab(browser, still=still) as opened:
                opened.page.goto(f"{address}?n={300 * number + 200}")
                opened.page.locator("[data-table]").wait_for()
                opened.settle()
                first, before = opened.loop(), len(opened.requests)
                steps.append([opened.step() for _ in range(STEPS)])
                held.append(opened.hold(STEPS).all / STEPS)
                asked += len(opened.requests) - before
                loops.append((first + opened.loop()) / 2)
        what = f"a step {'without' if still else 'with'} motion"
        middle = [Spent(*map(statistics.median, zip(*one, strict=True))) for one in steps]
        yield from _costs(what, middle, loops, "<= 16")
        late = [percentile([step.all for step in one], 0.95) for one in steps]
        yield Figure(f"{what}, main thread, p95", "ms", late, "", loops, PEER)
        yield Figure(f"{what}, main thread, with the key held down", "ms", held, "<= 16", loops, PEER)
        yield Figure(f"{what}, asked for in {2 * ROUNDS * STEPS}", "requests", [asked], "<= 0")


def _costs(what: str, spent: list[Spent], loops: list[float], goal: str) -> Iterator[Figure]:
    yield Figure(f"{what}, main thread", "ms", [one.all for one in spent], goal, loops, PEER)
    for part in PARTS:
        yield Figure(f"{what}, {part}", "ms", [getattr(one, part) for one in spent], "")


def _walked(browser: Browser, address: str, version: int) -> Iterator[Figure]:
    """The most elements at any time: on the way through all events, then with each tab and each dialog open."""
    with tab(browser, still=True) as opened:
        page = opened.page
        page.goto(f"{address}?n=1&result=shown")
        page.locator("[data-table]").wait_for()
        opened.settle()
        page.evaluate(MOST)
        for _ in with_progress(range(version // STEPS + 1), version // STEPS + 1, "walking"):
            opened.hold(STEPS)
        walked = page.evaluate("most")
        for button in page.locator("[role=tab]").all():
            button.click()
            opened.settle()
        menu = page.locator(".game-top button")
        menu.click()
        entries = page.locator("dialog .menu-entries button")
        for number in range(entries.count()):
            entries.nth(number).click()
            opened.settle()
            page.keyboard.press("Escape")
            menu.click()
        yield Figure("elements, at most, while the whole game is walked through", "elements", [walked], "<= 2,000")
        yield Figure("elements, at most, with every tab and dialog", "elements", [page.evaluate("most")], "<= 2,000")


def _followed(browser: Browser, served: str) -> Iterator[Figure]:
    """What somebody who looks on fetches for each event of a game that goes on, in its first half and in its second."""
    head = {"Content-Type": "application/json"}
    wish = urllib.request.Request(f"{served}/v1/games", json.dumps(LIVE).encode(), head)
    with urllib.request.urlopen(wish, timeout=20) as answer:
        game = json.load(answer)["game"]
    with tab(browser) as opened:
        opened.page.goto(f"{served}/games/{game}")
        opened.page.locator("[data-table]").wait_for()
        seen = [_seen(opened)]
        while not opened.page.locator(".reveal").count():  # that there is a result to be hidden
            opened.page.wait_for_timeout(1000)
            seen.append(_seen(opened))
    (begun, at_first), (end, at_last) = seen[0], seen[-1]
    middle, half = min(seen, key=lambda one: abs(one[0] - (begun + end) / 2))
    early, late = (half - at_first) / (middle - begun), (at_last - half) / (end - middle)
    name = f"a game that is followed from event {begun} to {end:,}, fetched for an event of its second half"
    yield Figure(name, "bytes", [late], "<= 1.5x", [early], "of its first half")


def _seen(opened: Tab) -> tuple[int, int]:
    """How many events the page knows, and how many bytes of data it has fetched."""
    version = opened.page.locator(".band input[type=range]").get_attribute("max")
    return int(version or 0), opened.bytes["data"]
