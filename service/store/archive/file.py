"""The format of a backup file: lines in gzip, each chained to the one before, and a checksum over every byte."""

import hashlib
import os
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from domain.refusals import HaricotError, Misuse
from replay.game_files import next_check

READ_BYTES: Final = 64 * 1024
LINE_BYTES_MAX: Final = 64 * 1024 * 1024
_GZIP: Final = 31
"""What zlib calls a full window in a gzip frame. It holds no time, so equal lines give equal bytes."""
_GZIP_MARK: Final = b"\x1f\x8b\x08"
_CHECK: Final = re.compile(rb',"([0-9a-f]{12})"\]')
_CHECK_LENGTH: Final = len(',"0123456789ab"]')


class CorruptArchive(HaricotError):
    """The file is not what was written. `line` is the first that shows it."""

    def __init__(self, line: int, says: str) -> None:
        super().__init__(f"line {line}: {says}")
        self.line = line


class OtherArchive(HaricotError):
    """The file is sound but is not a backup that can be restored. Its text says what it is, and what to do."""


class ArchiveWriter:
    """Writes lines, each a JSON array, into a file. `finish` completes it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._gzip = zlib.compressobj(wbits=_GZIP)
        self._sum = hashlib.sha256()
        self._check = b""

    def write(self, line: bytes) -> None:
        """Write one more line, given without its check."""
        self._check = next_check(self._check, line)
        self._out(self._gzip.compress(line[:-1] + b',"' + self._check + b'"]\n'))

    def finish(self) -> None:
        """Write what is still buffered, then the checksum."""
        self._out(self._gzip.flush())
        self._file.write(_seal(self._sum.hexdigest()))

    def _out(self, data: bytes) -> None:
        self._sum.update(data)
        self._file.write(data)


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file without their checks, as they are read. Raises CorruptArchive at the first error.

    Only after the last line is every byte known to be as it was written.
    """
    check, number = b"", 0
    lines = _unpacked(file)
    while True:
        number += 1
        try:
            line = next(lines)
        except StopIteration:
            return
        except (zlib.error, ValueError) as error:
            raise CorruptArchive(number, str(error)) from error
        found = _CHECK.fullmatch(line[-_CHECK_LENGTH:])
        if found is None:
            raise CorruptArchive(number, "the line has no check")
        bare = line[:-_CHECK_LENGTH] + b"]"
        check = next_check(check, bare)
        if found[1] != check:
            raise CorruptArchive(number, "the line is not as it was written: its check differs")
        yield bare


def is_archive(path: Path) -> bool:
    """Return whether a file begins like a backup."""
    with path.open("rb") as file:
        return file.read(len(_GZIP_MARK)) == _GZIP_MARK


def require_replaceable(path: Path) -> None:
    """Raise Misuse for a folder, or for a file that is not a backup."""
    if path.is_dir():
        raise Misuse(f"{path} is a folder: name a file in it")
    if path.is_file() and path.stat().st_size and not is_archive(path):
        raise Misuse(f"{path} exists and is not a backup: choose another name")


def _seal(digest: str) -> bytes:
    """Return the last bytes of a file: the sum of all before them, framed as gzip does.

    These bytes depend on the sum alone, so a change anywhere is found, even in a bit that gzip ignores.
    """
    line = f'["sealed","{digest}"]\n'.encode()
    stored = struct.pack("<BHH", 1, len(line), len(line) ^ 0xFFFF) + line
    frame = _GZIP_MARK + b"\x00\x00\x00\x00\x00\x00\xff"
    return frame + stored + struct.pack("<II", zlib.crc32(line), len(line))


_SEAL_LENGTH: Final = len(_seal("0" * 64))


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of the file before its checksum. Raises zlib's error or ValueError if they are incomplete."""
    left = os.fstat(file.fileno()).st_size - _SEAL_LENGTH
    gzip, sha, text = zlib.decompressobj(wbits=_GZIP), hashlib.sha256(), b""
    if file.read(len(_GZIP_MARK)) != _GZIP_MARK:
        raise OtherArchive("is no backup of Haricot: `haricot backup FILE` writes one")
    file.seek(0)
    while left > 0 and (data := file.read(min(left, READ_BYTES))):
        left -= len(data)
        sha.update(data)
        while data and not gzip.eof:
            *lines, text = (text + gzip.decompress(data, READ_BYTES)).split(b"\n")
            data = gzip.unconsumed_tail
            yield from lines
            if len(text) > LINE_BYTES_MAX:
                raise ValueError("the line is longer than any that was ever written")
    if not gzip.eof or text:
        raise ValueError("the file is cut off here")
    if gzip.unused_data or file.read() != _seal(sha.hexdigest()):
        raise ValueError("the file goes on after its end, or is not as it was written: its seal differs")
