"""What the tests of the store in PostgreSQL share: a real server, and a new database for each test."""

import time
from collections.abc import Iterator

import pytest

from service.store.event_store import GameStore, open_store
from service.store.location import Database
from tests.servers.postgres import Postgres

HEARD_SECONDS = 0.8
"""Within which news are heard; by asking alone it would take a second."""


def heard(store: GameStore, *kinds: str, seconds: float = HEARD_SECONDS) -> set[str]:
    """The kinds of news that come, as soon as these have; fails when they do not come in time."""
    found: set[str] = set()
    deadline = time.monotonic() + seconds
    while not found.issuperset(kinds):
        assert time.monotonic() < deadline, f"heard {found} of {kinds} in {seconds} s"
        news = store.news()
        found |= {kind for kind in ("events", "register") if getattr(news, kind)}
        time.sleep(0.005)
    return found


@pytest.fixture
def location(postgres: Postgres, database: str) -> Database:
    """A place where there is no store yet."""
    return Database(url=postgres.url(database))


@pytest.fixture
def store(location: Database) -> Iterator[GameStore]:
    """A store that is new."""
    with open_store(location) as opened:
        yield opened
