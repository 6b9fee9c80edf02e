"""Which tables a store lies in: those of a file in a folder, or those of a database."""

from service.store.errors import StoreUnavailable
from service.store.location import Database, Location
from service.store.recorder import GameRecorder
from service.store.sqlite.file import open_file
from service.store.sqlite.recorder import SqliteRecorder


def open_recorder(location: Location, *, create: bool) -> GameRecorder:
    """The tables of the store at this place, made if need be; StoreUnavailable when there are none."""
    if not isinstance(location, Database):
        return SqliteRecorder(location, open_file(location, create=create))
    try:
        from service.store.postgres.recorder import open_database  # noqa: PLC0415  # its driver is an extra
    except ImportError as error:
        says = "the driver for PostgreSQL is not installed: pip install 'haricot[postgres]'"
        raise StoreUnavailable(says) from error
    return open_database(location, create=create)
