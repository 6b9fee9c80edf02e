"""Opens the tables of a store: those of a SQLite file in a folder, or those of a database."""

from collections.abc import Callable

from service.store.errors import StoreUnavailable
from service.store.location import Database, Location
from service.store.recorder import GameRecorder
from service.store.sqlite.file import open_file
from service.store.sqlite.recorder import SqliteRecorder

Tell = Callable[[str], None]


def say_nothing(_: str) -> None:
    """Do nothing with the message about a migration."""


def open_recorder(location: Location, *, create: bool, migrate: Tell | None = None) -> GameRecorder:
    """Open the tables of the store at this location, made if need be.

    Args:
        location: where the store is.
        create: whether to make a store if there is none.
        migrate: is called with one line when the store was migrated to the present schema. With None, a store of an
        older
            schema is opened for reading, as it is.

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
