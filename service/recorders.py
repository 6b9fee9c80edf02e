"""Which tables a store lies in: those of a file in a folder, or those of a database."""

from service.places import Database, Place, StoreProblem
from service.recorder import GameRecorder
from service.sqlite.file import open_file
from service.sqlite.recorder import SqliteRecorder


def open_recorder(place: Place, *, create: bool) -> GameRecorder:
    """The tables of the store at this place, made if need be; StoreProblem `unavailable` when there are none."""
    if not isinstance(place, Database):
        return SqliteRecorder(place, open_file(place, create=create))
    try:
        from service.postgres.recorder import open_database  # noqa: PLC0415  # its driver is an extra
    except ImportError as error:
        says = "the driver for PostgreSQL is not installed: pip install 'haricot[postgres]'"
        raise StoreProblem("unavailable", says) from error
    return open_database(place, create=create)
