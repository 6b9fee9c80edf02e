"""Share the fixtures of the contract suite: each test runs on SQLite and on PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.store.event_store import GameStore, open_store
from service.store.location import Database, Location
from tests.long_tests import mostly_long
from tests.servers.postgres import Postgres
from tests.service.store.folders import closing_file


class Tables(NamedTuple):
    """Direct access to the tables of a store at `location`."""

    location: Location
    execute: Callable[[str], list[Any]]
    """Returns the rows of a query."""
    position: str
    """The column of positions."""
    schema: str = ""
    """The prefix of names of tables."""

    def count(self, table: str = "events", game: str | None = None) -> int:
        """Count the rows of a table, or those of one game in it."""
        column = "originator_id" if table == "events" else "game"
        where = "" if game is None else f" WHERE {column} = '{game}'"
        found: int = self.execute(f"SELECT count(*) FROM {self.schema}{table}{where}")[0][0]
        return found


def in_folder(folder: Path) -> Tables:
    """Return access to the tables of a store in this folder."""

    def execute(query: str) -> list[Any]:
        with closing_file(folder) as file:
            return file.execute(query).fetchall()

    return Tables(folder, execute, "position")


def in_database(postgres: Postgres, database: str) -> Tables:
    """Return access to the tables of a store in this database."""
    location = Database(url=postgres.url(database))
    return Tables(location, lambda query: postgres.execute(query, database), "notification_id", "haricot.")


sqlite_first = pytest.mark.parametrize("tables", mostly_long(["sqlite", "postgresql"]), indirect=True)
"""For a slow test: in `make test` it runs on SQLite alone."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.served)])
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Tables:
    """The tables of a store that is opened later."""
    if request.param == "sqlite":
        return in_folder(tmp_path / "store")
    return in_database(request.getfixturevalue("postgres"), request.getfixturevalue("database"))


@pytest.fixture
def location(tables: Tables) -> Location:
    """The location of an empty store."""
    return tables.location


@pytest.fixture
def store(location: Location) -> Iterator[GameStore]:
    """An empty store."""
    with open_store(location) as opened:
        yield opened
