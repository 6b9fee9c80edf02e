"""The feed through kills: a subscriber gets every stored line exactly once."""

import http.client
import json
import os
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import pytest

from tests.servers.postgres import database, postgres, postgres_template, shared_database
from tests.service.served.conftest import GONE
from tests.service.served.killed_service import (
    KilledService,
    Traffic,
    feed_read,
    public_lines,
    wrong_lines,
)
from tests.waiting import wait_until

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

KILLS: Final = int(os.environ.get("HARICOT_FEED_KILLS", "2"))
"""How many times a server is killed."""
CAUGHT_UP_SECONDS: Final = 60.0


class FeedSubscriber:
    """A client that follows the feed as lines, and reconnects as often as needed."""

    def __init__(self, port: int, token: str) -> None:
        self.lines: list[dict[str, Any]] = []
        self.refused: list[int] = []
        """Statuses below 500 that refuse the feed."""
        self._port, self._token = port, token
        self._stop = Event()
        self._thread = Thread(target=self._follow)
        self._thread.start()

    def _follow(self) -> None:
        while not self._stop.is_set():
            with suppress(*GONE):
                self._read()
            self._stop.wait(0.05)

    def _read(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        try:
            after = f"?after={self.lines[-1]['cursor']}" if self.lines else ""
            headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/x-ndjson"}
            line.request("GET", f"/v1/feed{after}", headers=headers)
            answer = line.getresponse()
            if answer.status != 200:
                self.refused += [answer.status] if answer.status < 500 else []
                return
            while (said := answer.readline()) and not self._stop.is_set():
                if said.endswith(b"}\n"):  # ignore half a line
                    self.lines.append(json.loads(said))
        finally:
            line.close()

    def close(self) -> None:
        """Stop following."""
        self._stop.set()
        self._thread.join()


def feed_faults(folder: Path, store: str | None, kills: int, planted: str = "") -> list[str]:
    """Return the faults of the feed after this many kills."""
    with KilledService(folder, store, seed=kills, planted=planted) as service:
        token = service.token()
        followers = [FeedSubscriber(server.port, token) for server in service.servers]
        try:
            with Traffic(service.servers) as traffic:
                service.kill_during(traffic, kills)
            traffic.end_all(service.servers[0].port)
            lines = feed_read(service.servers[1].port, token)
            with suppress(AssertionError):
                wait_until(lambda: all(len(one.lines) >= len(lines) for one in followers), seconds=CAUGHT_UP_SECONDS)
        finally:
            for one in followers:
                one.close()
        log = public_lines(service.records([*traffic.games]), traffic.private)
    assert traffic.private, "control: some games are private"
    wrong = wrong_lines(lines, log)
    for name, one in zip("ab", followers, strict=True):
        wrong += [f"the subscriber at {name} was refused: {one.refused}"] if one.refused else []
        if one.lines != lines:
            wrong.append(
                f"the {len(one.lines)} lines of the subscriber at {name} differ from the {len(lines)} of the feed"
            )
            wrong += wrong_lines(one.lines, log)
    return wrong


@pytest.mark.long
@pytest.mark.timeout(0)
def test_subscribers_of_the_feed_get_every_line_once_through_kills(tmp_path: Path, url: str | None) -> None:
    assert [] == feed_faults(tmp_path, url, KILLS)


FORGETFUL = """
import time
from service.feed import feed_projector

def process_batch(self):
    progress = feed_projector.feed_progress(self._store)
    new_events = self._store.event_numbers_since(progress.position, feed_projector.EVENTS_PER_BATCH)
    if not new_events:
        return False
    ranges = self._visible_ranges({game: n for _, game, n in new_events})
    *lines, new_progress = self._lines(self._store, ranges, [], progress.place, new_events[-1][0])
    self._store.change_entries([new_progress])
    time.sleep(1.0)
    self._store.change_entries(lines)
    return True

feed_projector.FeedProjector._process_batch = process_batch
"""
"""Writes the cursor of the feed before its lines: a kill in between loses them."""


@pytest.mark.long
@pytest.mark.timeout(0)
def test_control_lines_written_after_their_cursor_are_detected_as_lost(tmp_path: Path) -> None:
    assert any("are missing" in one for one in feed_faults(tmp_path, None, 8, planted=FORGETFUL))


def test_control_lost_repeated_moved_changed_and_private_lines_are_detected() -> None:
    log = {game: [{"game": game, "n": n, "event": f"{game}{n}"} for n in range(1, 4)] for game in ("a", "b")}
    lines = [{"cursor": f"{game}.{n}", "game": game, "envelope": log[game][n]} for n in range(3) for game in ("a", "b")]
    assert wrong_lines(lines, log) == []
    other = {**lines[2], "envelope": {**lines[2]["envelope"], "event": "x"}}
    stranger = {"cursor": "c.1", "game": "c", "envelope": {"n": 1}}
    for spoilt in (
        lines[:-1],
        lines[1:],
        [*lines, lines[0]],
        [lines[2], lines[1], lines[0], *lines[3:]],
        [*lines[:2], other, *lines[3:]],
        [*lines, stranger],
    ):
        assert wrong_lines(spoilt, log)
