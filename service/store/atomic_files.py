"""Writes files atomically: a file has its new content completely, or is not changed."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final

from domain.refusals import Misuse

_PART_NUMBERS: Final = count(1)


@contextmanager
def open_atomically(
    path: Path, *, durable: bool = False, require: Callable[[Path], None] | None = None
) -> Iterator[BinaryIO]:
    """Open a file for writing. It is replaced when the block ends, and not changed if the block raises.

    Only its owner may read the file, because it may show the hands of running games. With `durable`, it is synced to
    disk. A device or a pipe is written directly. `require` may raise an error before the file is opened. Raises Misuse
    if the file cannot be written.
    """
    try:
        if require is not None:
            require(path)
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            with _replacement_file(path.resolve() if path.exists() else path, durable=durable) as file:
                yield file
    except OSError as error:
        raise Misuse(f"{path} cannot be written: {error.strerror or error}") from error


def write_atomically(path: Path, data: bytes) -> None:
    """Write these bytes to a file as `open_atomically` does."""
    with open_atomically(path) as file:
        file.write(data)


def fsync_path(path: Path) -> None:
    """Sync a file, or the entries of a folder, to disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _replacement_file(path: Path, *, durable: bool) -> Iterator[BinaryIO]:
    part = path.with_name(f".haricot-{os.getpid()}-{next(_PART_NUMBERS)}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "wb") as file:  # noqa: PTH123  # created with its mode, so that other users can never read it
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
        if durable:
            fsync_path(path.parent)
    finally:
        with suppress(OSError):  # it does not exist if it could not be made
            part.unlink()
