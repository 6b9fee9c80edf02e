"""Opens stores, and suspends writes to a store that was rolled back to an older state."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

from domain.refusals import HaricotError
from service.signing.high_water_mark import HighWaterMark, RolledBack
from service.signing.key_file import key_path
from service.signing.transparency_log import TransparencyLog
from service.store.entries.signing_entries import LoggedNote
from service.store.errors import StoreUnreachable
from service.store.event_store import GameStore, open_store
from service.store.location import Location
from service.store.wait_for_database import open_when_available


def open_to_read(
    location: Location, *, create: bool = False, migrate: Callable[[str], None] | None = None
) -> GameStore:
    """Open a store for reading. A store of an older schema is migrated only if `migrate` is given.

    If the store was rolled back, any write raises WritesSuspended.
    """
    store = open_store(location, create=create, migrate=migrate)
    try:
        _suspend_if_rolled_back(store)
    except BaseException:
        store.close()
        raise
    return store


def open_to_write(location: Location, tell: Callable[[str], None], *, create: bool = False) -> GameStore:
    """Open a store for writing.

    Args:
        location: where the store is.
        tell: is called with a line of text if the store was migrated to the present schema.
        create: whether to make a store if there is none.

    Raises:
        WritesSuspended: the store was rolled back to an older state. Nothing has been written.
    """
    store = open_to_read(location, create=create, migrate=tell)
    try:
        store.require_not_suspended()
    except BaseException:
        store.close()
        raise
    return store


def open_to_serve(location: Location, tell: Callable[[str], None], stopped: Event) -> GameStore:
    """Open a store as `open_when_available` does. A store that was rolled back is served for reading only."""
    return open_when_available(location, tell, stopped, lambda place: open_to_read(place, create=True, migrate=tell))


def _suspend_if_rolled_back(store: GameStore) -> None:
    """Suspend writes to a store that was rolled back or that cannot be checked. Reading it does no harm."""
    try:
        if store.writable and store.find_entries(
            LoggedNote, place=0
        ):  # a store without signatures cannot be older than them
            suspend_if_rolled_back(store, key_path())
    except StoreUnreachable:
        raise
    except HaricotError as error:
        store.suspend_writes(str(error))


def rollback_message(store: GameStore, key_file: Path) -> str | None:
    """Return the error message if a store was rolled back, or None."""
    mark = HighWaterMark(store, key_file)
    try:
        if not mark.is_behind():
            return None
        mark.require_reached(TransparencyLog(store).update)
    except RolledBack as error:
        return str(error)
    return None


def suspend_if_rolled_back(store: GameStore, key_file: Path) -> str | None:
    """Suspend writes to a store if it was rolled back. Return the error message, or None."""
    says = rollback_message(store, key_file)
    if says is not None:
        store.suspend_writes(says)
    return says
