"""Tabs of one browser share at most four streams: moves stay fast and all tabs follow."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from service.web.assets import STATIC
from tests.long_tests import mostly_long
from tests.service.web.changed_scripts import change_scripts
from tests.service.web.conftest import Service
from tests.service.web.simulated_player import NAMES, take_seat
from tests.waiting import happens_within

TABS, STREAMS = 8, 4
FOLLOWS_SECONDS, MOVE_MS = 2.0, 1000
MOVES = 3
"""How many moves are timed; the median counts, since a busy machine is late at times."""
PLAIN = "http://haricot.test"
"""Neither localhost nor HTTPS: pages there have no Web Locks."""
NewContext = Callable[..., BrowserContext]

MOVED = """async ([path, token, order, patience]) => {
  const begun = performance.now();
  const headers = { "Authorization": `Bearer ${token}`, "Content-Type": "application/json" };
  try {
    const signal = AbortSignal.timeout(patience);
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(order), signal });
    return [performance.now() - begun, (await answer.json()).version];
  } catch {
    return null;
  }
}"""
LAST = "() => Number(document.querySelector('.band input[type=range]')?.max ?? 0)"
SEEN = """(state) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
UNSHARED_SLOTS = """export const SLOTS = 4;
export const acquire = async () => ({ lost: new AbortController().signal, release: () => {} });"""
"""A replacement that gives each tab a stream."""


class OpenStreams:
    """The open streams of a context, without polls."""

    def __init__(self, context: BrowserContext) -> None:
        self.open: set[Request] = set()
        self.most = 0
        context.on("request", self._begun)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._ended)

    def come_to(self, count: int, page: Page) -> bool:
        """Return whether this many are open soon; events of the browser arrive while a page evaluates something."""
        return happens_within(10, lambda: page.evaluate("true") and self._count() == count)

    def _count(self) -> int:
        return sum(not request.frame.page.is_closed() for request in self.open)

    def _ended(self, request: Request) -> None:
        self.open.discard(request)

    def _begun(self, request: Request) -> None:
        if "/stream?" in request.url and "follow=false" not in request.url:
            self.open.add(request)
            self.most = max(self.most, self._count())


class HostedGame:
    """A game of three humans, and the next moves of seat 0, which begins."""

    def __init__(self, service: Service) -> None:
        human = {"kind": "human"}
        made = service.new_game(human, human, human, options={"start_player": "seat_0"})
        self._service, self.game = service, made["game"]
        self._token = next(one["token"] for one in made["tokens"] if one["seat"] == 0)
        self.at = f"/v1/games/{self.game}"

    def move(self, page: Page, patience: int = 5000) -> tuple[float, int] | None:
        """Submit a move from a page; return its duration in ms and the new version, or None if it was not answered."""
        seat = "seat=0"
        legal = self._service.request(f"{self.at}/legal-commands?{seat}", token=self._token)["legal"]
        order = next((one for one in legal if one["type"] == "PlantFromHand"), legal[0])
        found = page.evaluate(MOVED, [f"{self.at}/commands", self._token, order, patience])
        return None if found is None else (found[0], found[1])


def open_tabs(context: BrowserContext, games: list[HostedGame], origin: str) -> list[Page]:
    """Open a tab for each of these games."""
    pages = []
    for game in games:
        page = context.new_page()
        page.goto(f"{origin}/games/{game.game}")
        expect(page.locator(".felt .seat").first).to_be_visible()
        pages.append(page)
    return pages


def all_show(pages: list[Page], version: int) -> bool:
    """Return whether each of these tabs shows this version."""
    return all(page.evaluate(LAST) >= version for page in pages)


def move_and_follow(pages: list[Page], game: HostedGame) -> tuple[float, float]:
    """Submit a move in the first of these tabs; return its duration in ms, and in how many seconds all tabs had it."""
    found = game.move(pages[0])
    assert found is not None, "the move was never answered"
    begun = time.monotonic()
    assert happens_within(10, lambda: all_show(pages, found[1]))
    return found[0], time.monotonic() - begun


@pytest.mark.long
@pytest.mark.parametrize("is_secure", mostly_long([False, True]), ids=["messages", "locks"])
def test_eight_tabs_share_four_streams_and_follow_moves(
    new_context: NewContext, service: Service, is_secure: bool
) -> None:
    origin = service.address if is_secure else f"{PLAIN}:{service.address.rpartition(':')[2]}"
    context = new_context()
    streams, same = OpenStreams(context), HostedGame(service)
    games = [same, *(HostedGame(service) for _ in range(3)), *[same] * 4]  # several games, and one game in several tabs
    pages = open_tabs(context, games, origin)
    assert pages[0].evaluate("() => [isSecureContext, 'locks' in navigator]") == [is_secure, is_secure]
    of_same = [pages[0], *pages[4:]]
    assert streams.come_to(STREAMS, pages[0])
    for seen, game in ((of_same, same), *(([page], game) for page, game in zip(pages[1:4], games[1:4], strict=True))):
        took, later = map(median, zip(*(move_and_follow(seen, game) for _ in range(MOVES)), strict=True))
        assert took < MOVE_MS, f"{took} ms"
        assert later < FOLLOWS_SECONDS, f"{later} s"
    for page in pages[:4]:
        page.close()
    assert streams.come_to(STREAMS, pages[4]), "free slots are taken"
    assert streams.most <= STREAMS


@pytest.mark.long
def test_control_six_streams_block_all_requests(new_context: NewContext, service: Service, tmp_path: Path) -> None:
    context, game = new_context(), HostedGame(service)
    script = "game/stream_slots.js"
    change_scripts(context, tmp_path, (script, (STATIC / "js" / script).read_text("utf-8"), UNSHARED_SLOTS))
    streams = OpenStreams(context)
    pages = open_tabs(context, [game] * 6, service.address)
    assert streams.come_to(6, pages[0])
    assert game.move(pages[0], 2000) is None


@pytest.mark.long
def test_a_hidden_tab_closes_its_stream_and_catches_up(page: Page, context: BrowserContext, service: Service) -> None:
    streams, game = OpenStreams(context), HostedGame(service)
    page.goto(f"/games/{game.game}")
    assert streams.come_to(1, page)
    page.evaluate(SEEN, "hidden")
    assert streams.come_to(0, page)
    known, version = page.evaluate(LAST), 0
    for _ in range(3):
        moved = game.move(page)
        assert moved is not None
        version = moved[1]
    assert page.evaluate(LAST) == known
    page.evaluate(SEEN, "visible")
    assert happens_within(FOLLOWS_SECONDS, lambda: all_show([page], version))
    assert streams.come_to(1, page)
    slept = page.locator(".event-list .say").all_inner_texts()
    page.reload()
    expect(page.locator(".event-list .say")).to_have_text(slept)  # as in a new tab
    assert len(slept) == version


@pytest.mark.long
def test_a_frozen_tab_catches_up_and_plays_on(page: Page, service: Service) -> None:
    humans = [{"kind": "human", "name": name} for name in NAMES[:3]]
    made = service.new_game(*humans, options={"start_player": "seat_0"})
    at, keys, luck = f"/v1/games/{made['game']}", {one["seat"]: one["token"] for one in made["tokens"]}, Random(3)
    take_seat(page, made)
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    head = service.request(at)
    begun = head["turn"]["number"]
    while True:  # seat 0 plays on with another device
        seat = head["to_act"][0]
        legal = service.request(f"{at}/legal-commands?seat={seat}", token=keys[seat])["legal"]
        plants = next((one for one in legal if one["type"] == "PlantFromHand"), None)
        if head["turn"]["number"] >= begun + 3 and seat == 0 and plants:
            break
        useful = [one for one in legal if one["type"] not in ("HarvestField", "ProposeTrade", "OfferDonation")]
        service.request(f"{at}/commands", luck.choice(useful or legal), keys[seat])
        head = service.request(at)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    version = head["version"]
    expect(page.locator(f"[data-table][data-n='{version}']")).to_be_attached()
    expect(page.locator(".tray[aria-busy=false]")).to_be_visible()
    assert page.evaluate(LAST) == version
    page.locator("[data-place='/seats/0/hand/0']").click()
    page.locator(f"[data-place='/seats/0/fields/{plants['field']}']").click()
    expect(page.locator(f"[data-table][data-n='{version}']")).to_have_count(0)
    kinds = [one["event"]["type"] for one in service.request(f"{at}/events?after={version}")["events"]]
    assert kinds.count("bean_planted.1") == 1
