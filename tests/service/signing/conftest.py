"""Share fixtures of signing: a store in either database, a key outside of it, and access to its tables."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.store.event_store import GameStore, open_store
from service.store.location import Database, Location
from tests.long_tests import mostly_long
from tests.servers.postgres import database, own_postgres, postgres, postgres_template, shared_database
from tests.service.store.folders import meddle

__all__ = ["database", "own_postgres", "postgres", "postgres_template", "shared_database"]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The path of the key, which the first signer creates."""
    return tmp_path / "keys" / "signing.key"


sqlite_first = pytest.mark.parametrize("place", mostly_long(["sqlite", "postgresql"]), indirect=True)
"""For a slow test: in `make test` it runs on SQLite alone."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.served)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    """The location of the store."""
    if request.param == "sqlite":
        return tmp_path / "store"
    return Database(url=request.getfixturevalue("postgres").url(request.getfixturevalue("database")))


@pytest.fixture
def store(place: Location) -> Iterator[GameStore]:
    """An empty store."""
    with open_store(place) as opened:
        yield opened


@pytest.fixture
def behind(request: pytest.FixtureRequest, place: Location) -> Callable[[str], None]:
    """Return a function that changes tables directly; statements name the schema haricot."""

    def change(statement: str) -> None:
        if isinstance(place, Path):
            meddle(place, statement.replace("haricot.", ""))
        else:
            request.getfixturevalue("postgres").execute(statement, request.getfixturevalue("database"))

    return change
