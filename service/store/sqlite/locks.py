"""Locks on files in the folder of a store, by which its processes take turns."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from service.store.errors import StoreUnavailable

LOCK: Final = "write.lock"
OWNER_ONLY_MODE: Final = 0o600
"""The mode of the files of a store. Only their owner may read them, because they contain hands and seeds."""


class WriteLock:
    """The writers' lock of a folder, for one thread at a time. Its file stays open after the first use.

    SQLite's own lock would be safe but not fair: some writers would wait for seconds.
    """

    def __init__(self, folder: Path) -> None:
        self._path = str(folder / LOCK)
        self._handle: int | None = None
        self._opened: tuple[int, int] | None = None

    def __enter__(self) -> None:
        """Wait until no other process writes in this folder, and lock it.

        Raises StoreUnavailable if the lock file cannot be opened.
        """
        try:
            self._lock()
        except OSError as error:
            self.close()  # otherwise a file that was renamed could stay locked
            reason = f"{self._path} cannot be opened for writing: {error.strerror}"
            raise StoreUnavailable(f"{reason}. Check its permissions") from error

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file, which releases the lock."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _lock(self) -> None:
        """Lock the file that has the name now. If it was replaced, other processes do not lock the old file."""
        while True:
            if self._handle is None:
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, OWNER_ONLY_MODE)
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


def try_lock_file(path: Path) -> int | None:
    """Lock this file and return its handle, or None if another process holds the lock or it cannot be created."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY_MODE)
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
