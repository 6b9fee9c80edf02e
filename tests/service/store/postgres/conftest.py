"""Share an empty store in PostgreSQL among the tests."""

import time
from collections.abc import Iterator

import pytest

from service.store.event_store import GameStore, open_store
from service.store.location import Database
from tests.servers.postgres import Postgres

HEARD_SECONDS = 0.8
"""Seconds within which news arrive; polling alone would take a second."""


def heard(store: GameStore, *kinds: str, seconds: float = HEARD_SECONDS) -> set[str]:
    """Wait for these kinds of news, and return all kinds that came. Fail if they do not come in time."""
    found: set[str] = set()
    deadline = time.monotonic() + seconds
    while not found.issuperset(kinds):
        assert time.monotonic() < deadline, f"heard {found} of {kinds} in {seconds} s"
        news = store.poll_changes()
        found |= {kind for kind in ("events", "metadata") if getattr(news, kind)}
        time.sleep(0.005)
    return found


@pytest.fixture
def location(postgres: Postgres, database: str) -> Database:
    """The location of an empty store."""
    return Database(url=postgres.url(database))


@pytest.fixture
def store(location: Database) -> Iterator[GameStore]:
    """An empty store."""
    with open_store(location) as opened:
        yield opened
