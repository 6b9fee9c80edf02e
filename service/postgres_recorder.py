"""The recorder of games on a database of PostgreSQL."""

from service.places import Database, StoreProblem
from service.recorder import GameRecorder


def open_database(place: Database, *, create: bool) -> GameRecorder:
    """The store in this database, its tables made if need be."""
    raise StoreProblem("unavailable", f"{place} cannot be opened yet, {create}")
