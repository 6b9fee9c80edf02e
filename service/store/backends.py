"""Which tables a store lies in: those of a file in a folder, or those of a database."""

from collections.abc import Callable

from service.store.errors import StoreUnavailable
from service.store.location import Database, Location
from service.store.recorder import GameRecorder
from service.store.sqlite.file import open_file
from service.store.sqlite.recorder import SqliteRecorder

Tell = Callable[[str], None]


def say_nothing(_: str) -> None:
    """Say nothing of a migration."""


def open_recorder(location: Location, *, create: bool, migrate: Tell | None = None) -> GameRecorder:
    """Open the tables of the store at this location, made if need be.

    Args:
        location: where the store is.
        create: whether to make a store where there is none.
        migrate: hears in one line that a store of an older schema was brought to the present one; with None such a
            store is opened for reading, as it is.

    Raises:
        StoreUnavailable: there are no tables.
    """
    if not isinstance(location, Database):
        return SqliteRecorder(location, open_file(location, create=create, migrate=migrate))
    try:
        from service.store.postgres.recorder import open_database  # noqa: PLC0415  # its driver is an extra
    except ImportError as error:
        says = "the driver for PostgreSQL is not installed: pip install 'haricot[postgres]'"
        raise StoreUnavailable(says) from error
    return open_database(location, create=create, migrate=migrate)
