"""Many clients behind one address watch and play within the default rate limits."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Browser

from service.settings import SETTINGS
from tests.service.api.conftest import finished_file
from tests.service.served.conftest import Client, Serve, Server, serve
from tests.service.web.conftest import Service
from tests.service.web.shared_address import Hall, RecordedRequest, record_requests

__all__ = ["serve"]

PEOPLE = int(os.environ.get("HARICOT_HALL", "30"))
"""How many clients open a finished replay; half as many follow a live game, a fifth play."""
IS_WHOLE = PEOPLE >= 100
"""Whether the run takes its full time, and each client fetches all scripts as a new browser does."""
SECONDS = 60.0 if IS_WHOLE else 4.0
LIMITS = {
    f"HARICOT_{one.name}": one.default
    for one in SETTINGS
    if one.name in ("RATE", "COSTS", "ADDRESS_RATE", "ADDRESS_COSTS", "VISITORS", "STREAMS_MAX", "STREAMS_EACH_MAX")
}
PACE = 1.0
"""Seconds between the moves of a table."""


def hall_at(server: Server, people: int = PEOPLE) -> Hall:
    """Return the clients of this server."""
    return Hall(Service(f"http://127.0.0.1:{server.port}", "", 0, 0), people)


def import_game(client: Client) -> str:
    """Import a finished game."""
    headers = {"Content-Type": "application/x-ndjson"}
    client._connection.request("POST", "/v1/games:import", finished_file(), headers)
    game: str = json.load(client._connection.getresponse())["game"]
    return game


def without_assets(requests: list[RecordedRequest]) -> list[RecordedRequest]:
    """Return the requests of a browser with cached scripts."""
    return requests if IS_WHOLE else [one for one in requests if not one.is_asset]


@pytest.mark.long
def test_many_clients_of_one_address_meet_no_limit(serve: Serve, browser: Browser) -> None:
    server = serve(**{name: str(value) for name, value in LIMITS.items()}).start()
    hall, enough = hall_at(server), Event()
    with Client(server.port) as client:
        replay, tables = import_game(client), hall.tables()
        live = tables[0]
        views: dict[str, Any] = {
            "replay": without_assets(record_requests(browser, hall.service, replay, 2)),
            "live": without_assets(record_requests(browser, hall.service, live.game, SECONDS / 2)),
        }
        with ThreadPoolExecutor(len(tables) + 2) as parts:
            playing = [parts.submit(hall.play, views["live"], one, int(SECONDS / PACE), PACE) for one in tables]
            following = parts.submit(hall.follow, views["live"], live.game, enough)
            watching = parts.submit(hall.open_replay, views["replay"], replay, 0.9 * SECONDS)
            try:
                for one in (*playing, watching):
                    one.result()
            finally:
                enough.set()
            following.result()
        version = client.insist("GET", live.path)[0].body["version"]  # the connection may have been idle for too long
    sys.stdout.write(f"{PEOPLE} at a replay, {len(views['replay'])} requests each; all together: {hall.seen}\n")
    assert hall.seen.refused == {}
    assert hall.seen.events == [version] * (PEOPLE // 2), "each was sent every event"


@pytest.mark.long
def test_control_a_low_limit_is_met(serve: Serve) -> None:
    server = serve(HARICOT_RATE="6000 per minute", HARICOT_ADDRESS_COSTS="20 per minute").start()
    hall = hall_at(server, 5)
    with Client(server.port) as client:
        hall.open_replay([RecordedRequest(0, "GET", "/v1/games/{game}/backs", {})] * 3, client.new_game().game, 0.1)
    assert hall.seen.statuses == {200: 4, 429: 11}
    assert hall.seen.whole < 5
