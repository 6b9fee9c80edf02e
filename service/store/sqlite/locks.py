"""Locks on files in the folder of a store, so that its processes take turns."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from service.store.errors import StoreUnavailable

LOCK: Final = "write.lock"
OWNERS: Final = 0o600
"""Who may read what lies here, whatever the folder allows: the hands and seeds of all games."""


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Waits until no other process writes in this folder, and keeps the others waiting meanwhile.

    SQLite's own lock would be safe but not fair: of several writers it lets some wait for seconds.
    StoreUnavailable when the lock cannot be opened.
    """
    try:
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, OWNERS)
    except OSError as error:
        says = f"{folder / LOCK} cannot be opened for writing: {error.strerror}. Look at its permissions"
        raise StoreUnavailable(says) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)  # and with it the lock is gone


def locked(path: Path) -> int | None:
    """A handle on this file that nobody else has while it is open; None when somebody has it, or it cannot be made."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, OWNERS)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
