"""The feed through deaths of the service: who follows it misses no line, hears none twice, and only what was stored."""

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
from tests.waiting import until

__all__ = ["database", "postgres", "postgres_template", "shared_database"]

KILLS: Final = int(os.environ.get("HARICOT_FEED_KILLS", "2"))
"""How many times a server is killed."""
CAUGHT_UP_SECONDS: Final = 60.0


class FeedFollower:
    """Somebody who follows the feed as lines, over as many connections as it takes."""

    def __init__(self, port: int, token: str) -> None:
        self.lines: list[dict[str, Any]] = []
        self.refused: list[int] = []
        """The statuses that are no answer of a service that is well or away."""
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
                if said.endswith(b"}\n"):  # half a line is none
                    self.lines.append(json.loads(said))
        finally:
            line.close()

    def close(self) -> None:
        """Stop following."""
        self._stop.set()
        self._thread.join()


def lived(folder: Path, store: str | None, kills: int, planted: str = "") -> list[str]:
    """Return what was wrong with the feed after so many deaths."""
    with KilledService(folder, store, seed=kills, planted=planted) as service:
        token = service.token()
        followers = [FeedFollower(server.port, token) for server in service.servers]
        try:
            with Traffic(service.servers) as traffic:
                service.live_through(traffic, kills)
            traffic.end_all(service.servers[0].port)
            lines = feed_read(service.servers[1].port, token)
            with suppress(AssertionError):
                until(lambda: all(len(one.lines) >= len(lines) for one in followers), seconds=CAUGHT_UP_SECONDS)
        finally:
            for one in followers:
                one.close()
        log = public_lines(service.records([*traffic.games]), traffic.private)
    assert traffic.private, "there was no game to keep quiet about"
    wrong = wrong_lines(lines, log)
    for name, one in zip("ab", followers, strict=True):
        wrong += [f"who followed at {name} was refused: {one.refused}"] if one.refused else []
        if one.lines != lines:
            wrong.append(
                f"who followed at {name} heard {len(one.lines)} lines otherwise than the {len(lines)} of the feed"
            )
            wrong += wrong_lines(one.lines, log)
    return wrong


@pytest.mark.long
@pytest.mark.timeout(0)
def test_who_follows_the_feed_through_deaths_hears_every_line_once(tmp_path: Path, url: str | None) -> None:
    assert [] == lived(tmp_path, url, KILLS)


FORGETFUL = """
import time
from service.feed import feed_projector

def take_in(self):
    reached = feed_projector.reached_in(self._store)
    news = self._store.written_since(reached.position, feed_projector.BATCH)
    if not news:
        return False
    heard = self._heard({game: n for _, game, n in news})
    *lines, goes_to = self._lines(self._store, heard, reached.place, news[-1][0])
    self._store.settle([goes_to])
    time.sleep(0.3)
    self._store.settle(lines)
    return True

feed_projector.FeedProjector._take_in = take_in
"""
"""Writes how far the feed goes before its lines: a death in between loses them."""


@pytest.mark.long
@pytest.mark.timeout(0)
def test_planted_lines_that_are_written_after_their_mark_are_missed(tmp_path: Path) -> None:
    assert any("are missing" in one for one in lived(tmp_path, None, 4, planted=FORGETFUL))


def test_control_a_line_that_is_lost_twice_moved_changed_or_not_for_all_is_seen() -> None:
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
