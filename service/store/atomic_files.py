"""Files that are written whole or not at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final

from domain.refusals import Misuse

_NUMBERS: Final = count(1)


@contextmanager
def written_whole(
    path: Path, *, durable: bool = False, require: Callable[[Path], None] | None = None
) -> Iterator[BinaryIO]:
    """Open a file for writing. It appears when the block ends well, and is unchanged when the block fails.

    Only its owner may read it, because it may show the hands of running games. With `durable` it is synced to disk. A
    device or a pipe is written to directly. Raises Misuse when it cannot be written, and what `require` raises before
    the file is touched.
    """
    try:
        if require is not None:
            require(path)
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            with _replacing(path.resolve() if path.exists() else path, durable=durable) as file:
                yield file
    except OSError as error:
        raise Misuse(f"{path} cannot be written: {error.strerror or error}") from error


def write_whole(path: Path, data: bytes) -> None:
    """Write these bytes as a whole file, as `written_whole` does."""
    with written_whole(path) as file:
        file.write(data)


def sync(path: Path) -> None:
    """Sync a file, or the entries of a folder, to disk. Raises OSError when that fails."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _replacing(path: Path, *, durable: bool) -> Iterator[BinaryIO]:
    beside = path.with_name(f".haricot-{os.getpid()}-{next(_NUMBERS)}.part")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "wb") as file:  # noqa: PTH123  # opened with its mode, so that other users can never read it
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
        if durable:
            sync(path.parent)
    finally:
        with suppress(OSError):  # it does not exist if it could not be made
            beside.unlink()
