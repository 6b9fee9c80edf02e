"""Opens the recorder of a store: SQLite for a folder, PostgreSQL for a database."""

from collections.abc import Callable

from service.store.errors import StoreUnavailable
from service.store.location import Database, Location
from service.store.recorder import GameRecorder
from service.store.sqlite.file import open_file
from service.store.sqlite.recorder import SqliteRecorder

ReportMigration = Callable[[str], None]


def ignore_message(_: str) -> None:
    """Ignore the message about a migration."""


def open_recorder(location: Location, *, create: bool, migrate: ReportMigration | None = None) -> GameRecorder:
    """Open the recorder of the store at this location.

    Args:
        location: where the store is.
        create: whether to create a store if there is none.
        migrate: called with one line after the store was migrated to the current schema. With None, a store of an older
            schema is opened for reading.

    Raises:
        StoreUnavailable: there is no store that can be opened.
    """
    if not isinstance(location, Database):
        return SqliteRecorder(location, open_file(location, create=create, migrate=migrate))
    try:
        from service.store.postgres.recorder import open_database  # noqa: PLC0415  # its driver is an extra
    except ImportError as error:
        message = "the driver for PostgreSQL is not installed: pip install 'haricot[postgres]'"
        raise StoreUnavailable(message) from error
    return open_database(location, create=create, migrate=migrate)
