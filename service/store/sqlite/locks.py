"""Locks on files in a store's folder, so that its processes take turns."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from service.store.errors import StoreUnavailable

LOCK: Final = "write.lock"
OWNERS: Final = 0o600
"""The mode of the store's files: private to the owner, in any folder, because they hold all hands and seeds."""


class WriteLock:
    """The writers' lock of a folder, for one thread at a time. Its file stays open after the first use.

    SQLite's own lock would be safe but not fair: of several writers it lets some wait for seconds.
    """

    def __init__(self, folder: Path) -> None:
        self._path = str(folder / LOCK)
        self._handle: int | None = None
        self._opened: tuple[int, int] | None = None

    def __enter__(self) -> None:
        """Wait until no other process writes in this folder, and lock the others out.

        Raises StoreUnavailable when the lock file cannot be opened.
        """
        try:
            self._lock()
        except OSError as error:
            self.close()  # or a file that was renamed could stay locked
            says = f"{self._path} cannot be opened for writing: {error.strerror}. Look at its permissions"
            raise StoreUnavailable(says) from error

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file, which frees the lock."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _lock(self) -> None:
        """Lock the present file: other processes lock that one, not one that was removed."""
        while True:
            if self._handle is None:
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, OWNERS)
                self._opened = _identity(os.fstat(self._handle))
            fcntl.flock(self._handle, fcntl.LOCK_EX)
            with suppress(FileNotFoundError):
                if _identity(os.stat(self._path)) == self._opened:  # noqa: PTH116  # at each commit, and a Path takes long
                    return
            self.close()


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Hold the writers' lock of this folder until the end of the context."""
    lock = WriteLock(folder)
    try:
        with lock:
            yield
    finally:
        lock.close()


def locked(path: Path) -> int | None:
    """Return an exclusively locked handle on this file, or None if another process has it or it cannot be made."""
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


def _identity(file: os.stat_result) -> tuple[int, int]:
    return file.st_dev, file.st_ino
