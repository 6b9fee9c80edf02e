"""A hundred clients behind one address open a replay, fifty follow a game, twenty play; two are real browsers."""

import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from playwright.sync_api import Browser, expect

from tests.service.api.conftest import finished_file
from tests.service.web.conftest import Service
from tests.service.web.shared_address import Hall, record_requests

PEOPLE, SECONDS, PACE = 100, 60.0, 1.0


def walk(browser: Browser, service: Service, pictures: Path) -> None:
    """Run all clients with the default limits, and take pictures of two browsers meanwhile."""
    headers = {"Content-Type": "application/x-ndjson"}
    request = urllib.request.Request(f"{service.address}/v1/games:import", finished_file(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        replay = answer.headers["Location"].rpartition("/")[2]
    hall, enough = Hall(service, PEOPLE), Event()
    refused: list[int] = []
    with ThreadPoolExecutor(2 + PEOPLE // 5) as parts:
        tables = hall.tables()
        live = tables[0]
        of_replay = record_requests(browser, service, replay, 5)
        of_live = record_requests(browser, service, live.game, SECONDS / 2)
        running = [parts.submit(hall.play, of_live, one, int(SECONDS / PACE), PACE) for one in tables]
        following = parts.submit(hall.follow, of_live, live.game, enough)
        running.append(parts.submit(hall.open_replay, of_replay, replay, 0.9 * SECONDS))
        for name, game, width in (("replay", replay, 1440), ("live", live.game, 390)):
            context = browser.new_context(base_url=service.address, viewport={"width": width, "height": 900})
            page = context.new_page()
            page.on("response", lambda response: refused.append(response.status) if response.status >= 400 else None)
            page.goto(f"/games/{game}")
            expect(page.locator(".felt .seat").first).to_be_visible(timeout=60_000)
            page.wait_for_timeout(8000)  # for the picture
            page.screenshot(path=pictures / f"{name}.png")
        try:
            for one in running:
                one.result()
        finally:
            enough.set()
        following.result()
    print(f"{len(of_replay)} requests of a replay, {len(of_live)} of a live game; {hall.seen}")
    assert hall.seen.refused == {}
    assert refused == []
    assert len(set(hall.seen.events)) == 1, "all who follow were sent the same events"
